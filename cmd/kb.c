/* SPDX-License-Identifier: MIT
 * lucus kb: the knowledge bases of a store and their settings. */
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/near.h"
#include "cli/out.h"
#include "kb.h"
#include "render/render.h"
#include "core/file.h"

extern const lu_cmd cmd_kb;

static const char *const actions[] = { "list", "set", "unset", "root", "alias", "unalias", "remove", NULL };

static lu_opt opts[] = { LU_OPT_GROUP(cmd_opts_alias), LU_OPT_GROUP(cmd_opts_wait), LU_OPT_GROUP(lu_opts_store),
			 LU_OPT_GROUP(lu_opts_output), LU_OPT_END };

/* ---- list ---- */

static lu_code show_setting(void *ctx, const char *key, const char *value, lu_err *e)
{
	(void)ctx;
	(void)e;
	lu_out_textf(stdout, LU_COLOR_DIM, "    %s = %s\n", key, value);
	return LU_OK;
}

static lu_code show_kb(lu_store *s, const lu_kb *k, lu_jw *w, lu_err *e)
{
	lu_buf name = LU_BUF;
	lu_code rc;

	lu_buf_addstr(&name, k->name);
	rc = name.oom ? lu_nomem(e) : lu_store_use(s, lu_common.tenant, name.s, e);
	lu_buf_free(&name);
	if (rc) return rc;
	if (!lu_out_is_json()) {
		lu_out_text(stdout, LU_COLOR_BOLD, k->name);
		lu_out_textf(stdout, LU_COLOR_PLAIN,
			     "  %lld file%s, %lld element%s, %lld edge%s, %lld vector%s  %.*s\n", (long long)k->files,
			     lu_plural((size_t)k->files), (long long)k->elements, lu_plural((size_t)k->elements),
			     (long long)k->edges, lu_plural((size_t)k->edges), (long long)k->embeddings,
			     lu_plural((size_t)k->embeddings), LU_FMT(k->root));
		return lu_store_settings(s, show_setting, NULL, e);
	}
	rc = lu_kb_record(w, s, lu_common.tenant, k, e);
	return rc ? rc : lu_jw_flush(w, stdout, e);
}

static lu_code list(lu_err *e)
{
	lu_where here = cmd_base_where();
	lu_buf path = LU_BUF;
	lu_arena a = { 0 };
	lu_store *s = NULL;
	lu_kb *v = NULL;
	size_t n = 0;
	lu_jw w;
	bool found = false;
	lu_code rc = lu_where_path(&here, ".", &path, &found, e);

	lu_jw_init(&w);
	if (!rc && !found) rc = lu_fail(e, LU_ENOENT, "no store '%s': run 'lucus sync'", path.s);
	if (!rc) rc = lu_store_open(&s, path.s, LU_STORE_READ, 0, e);
	if (!rc) rc = lu_store_kbs(s, lu_common.tenant, &a, &v, &n, e);
	for (size_t i = 0; i < n && !rc; i++) rc = show_kb(s, &v[i], &w, e);
	lu_store_close(s);
	lu_jw_free(&w);
	lu_arena_free(&a);
	lu_buf_free(&path);
	return rc;
}

/* ---- changes ---- */

/* A setting must be one that some command knows, with a value that it takes. */
static lu_code check_setting(const char *key, const char *value, lu_err *e)
{
	lu_nearest near = lu_nearest_to(key, strlen(key));

	for (lu_cmds c = lu_commands; *c; c++) {
		lu_opt_iter it = lu_opt_begin((*c)->opts);
		const lu_opt *o;

		while ((o = lu_opt_next(&it))) {
			if (!o->setting) continue;
			if (!strcmp(o->setting, key)) return lu_opt_check_setting((*c)->opts, key, value, e);
			lu_nearest_try(&near, o->setting);
		}
	}
	if (near.best) return lu_fail(e, LU_EUSAGE, "unknown setting '%s' (did you mean '%s'?)", key, near.best);
	return lu_fail(e, LU_EUSAGE, "unknown setting '%s'", key);
}

/* Before the store is opened, which may make the knowledge base. */
static lu_code check_settings(int argc, char **argv, lu_err *e)
{
	lu_code rc = LU_OK;

	for (int i = 0; i < argc && !rc; i++) {
		char *eq = strchr(argv[i], '=');

		if (!eq || eq == argv[i]) return lu_fail(e, LU_EUSAGE, "expected KEY=VALUE, found '%s'", argv[i]);
		*eq = '\0';
		rc = check_setting(argv[i], eq + 1, e);
		*eq = '=';
	}
	return rc;
}

static lu_code set(lu_store *s, int argc, char **argv, lu_err *e)
{
	lu_code rc = LU_OK;

	for (int i = 0; i < argc && !rc; i++) {
		char *eq = strchr(argv[i], '=');

		*eq = '\0';
		rc = lu_store_setting_put(s, argv[i], eq + 1, e);
	}
	return rc;
}

static lu_code find_folder(const char *dir, lu_buf *real, lu_err *e)
{
	if (!lu_file_exists(dir)) return lu_fail(e, LU_EUSAGE, "no folder '%s'", dir);
	return lu_file_real(dir, real, e);
}

/* What is removed is first written down beside the store, so that readers go on and a crash loses nothing: a full disk
 * has no room even for that. Say how much it takes, and what can be deleted without loss. */
static void tell_room(const char *path, lu_code rc, lu_err *e)
{
	struct statvfs disk;
	struct stat st, cache;
	lu_buf name = LU_BUF;
	int64_t left;

	if (rc != LU_EDB || stat(path, &st) || statvfs(path, &disk)) return;
	left = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
	if (left >= st.st_size) return;
	lu_buf_addf(&name, "%s-cache", path);
	if (!name.oom && !stat(name.s, &cache) && cache.st_size)
		lu_fail(e, rc,
			"no space left to remove it: free up to %lld KB for a while, of which %lld are those of '%s', "
			"which holds answers only",
			(long long)(st.st_size + 1023) / 1024, (long long)cache.st_size / 1024, name.s);
	else
		lu_fail(e, rc, "no space left to remove it: free up to %lld KB beside '%s' for a while",
			(long long)(st.st_size + 1023) / 1024, path);
	lu_buf_free(&name);
}

/* A store in the .lucus folder of a tree is of that tree, as long as most of its files are there. */
static lu_code set_root(lu_store *s, const char *dir, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_set_root(s, dir, e);

	if (!rc) rc = lu_store_kb(s, false, &a, &kb, e);
	if (!rc && kb.moved)
		rc = lu_fail(e, LU_EUSAGE,
			     "the store is in '%.*s', which has its files: make one for '%s' with --db FILE",
			     LU_FMT(kb.root), dir);
	lu_arena_free(&a);
	return rc;
}

static lu_code change(const char *action, int argc, char **argv, lu_err *e)
{
	lu_where here = cmd_base_where();
	bool sets = !strcmp(action, "set"), roots = !strcmp(action, "root");
	bool found;
	lu_buf dir = LU_BUF, db = LU_BUF;
	lu_store *s = NULL;
	bool names = !strcmp(action, "alias");
	lu_code rc = sets    ? check_settings(argc, argv, e)
		     : names ? cmd_kb_alias_check(argc, argv, e)
		     : roots ? find_folder(argv[0], &dir, e)
			     : LU_OK;

	if (!rc) rc = cmd_base_write(&s, sets || roots, e);
	if (!rc) rc = lu_store_begin(s, e);
	if (!rc && sets) rc = set(s, argc, argv, e);
	for (int i = 0; i < argc && !rc && !strcmp(action, "unset"); i++)
		rc = lu_store_setting_put(s, argv[i], NULL, e);
	for (int i = 0; i < argc && !rc && names; i++) rc = cmd_kb_alias(s, argv[i], e);
	for (int i = 0; i < argc && !rc && !strcmp(action, "unalias"); i++) rc = cmd_kb_unalias(s, argv[i], e);
	if (!rc && roots) rc = set_root(s, dir.s, e);
	if (!rc && !strcmp(action, "remove")) rc = lu_store_kb_remove(s, e);
	if (!rc) rc = lu_store_commit(s, e);
	if (rc && !strcmp(action, "remove") && !lu_where_path(&here, ".", &db, &found, NULL)) tell_room(db.s, rc, e);
	lu_store_close(s);
	lu_buf_free(&db);
	lu_buf_free(&dir);
	return rc;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	const char *action = argc ? argv[0] : "list";
	int n = argc - 1;

	if (!strcmp(action, "list")) return n > 0 ? lu_fail(e, LU_EUSAGE, "list takes no operand") : list(e);
	if (!strcmp(action, "remove") && n == 0) return change(action, 0, NULL, e);
	if (!strcmp(action, "root") && n == 1) return change(action, n, argv + 1, e);
	if (!strcmp(action, "alias") && n == 0) return cmd_kb_aliases(e);
	if ((!strcmp(action, "alias") || !strcmp(action, "unalias")) && n >= 1) return change(action, n, argv + 1, e);
	if ((!strcmp(action, "set") || !strcmp(action, "unset")) && n >= 1) return change(action, n, argv + 1, e);
	return lu_fail(
		e, LU_EUSAGE,
		"expected list, set KEY=VALUE..., unset KEY..., root DIR, alias [NAME=ELEMENT...], unalias NAME..., or "
		"remove; found '%s' with %d operands",
		action, n);
}

static const char *const examples[] = { "lucus kb", "lucus kb set top=5", NULL };

const lu_cmd cmd_kb = {
	.name = "kb",
	.summary = "list the knowledge bases of a store, and change their settings",
	.args = "[list | set KEY=VALUE... | unset KEY... | root DIR | alias [NAME=ELEMENT...] | unalias NAME... | "
		"remove]",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
	.words = actions,
};
