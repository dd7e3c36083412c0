/* SPDX-License-Identifier: MIT
 * lucus serve token: who may ask a server. */
#include <stdio.h>
#include <string.h>

#include "cli/config.h"
#include "cli/out.h"
#include "core/file.h"
#include "lucus/json.h"
#include "serve.h"

const char *cmd_serve_tokens;

static lu_code find_path(lu_buf *path, lu_err *e)
{
	if (cmd_serve_tokens) {
		lu_buf_adds(path, cmd_serve_tokens);
	} else {
		lu_config_user_path(path); /* .../lucus/config */
		if (!path->len) return lu_fail(e, LU_EUSAGE, "there is no place for tokens: give --tokens FILE");
		lu_buf_trunc(path, path->len - strlen("config"));
		lu_buf_adds(path, "serve-tokens");
	}
	return path->oom ? lu_nomem(e) : LU_OK;
}

lu_code cmd_tokens_read(lu_access_tokens *t, lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_code rc = find_path(&path, e);

	if (!rc) rc = lu_access_tokens_read(path.s, t, e);
	lu_buf_free(&path);
	return rc;
}

/* ~/.config and the folder in it may be missing. */
static lu_code make_folders(const char *path, lu_err *e)
{
	lu_str folder = lu_str_before_last(lu_strz(path), '/');
	lu_str above = lu_str_before_last(folder, '/');
	lu_buf dir = LU_BUF;
	lu_code rc = LU_OK;

	if (!folder.n || cmd_serve_tokens) return LU_OK;
	lu_buf_addstr(&dir, above);
	if (above.n && !dir.oom) rc = lu_dir_make(dir.s, e);
	lu_buf_reset(&dir);
	lu_buf_addstr(&dir, folder);
	if (!rc && !dir.oom) rc = lu_dir_make(dir.s, e);
	if (!rc && dir.oom) rc = lu_nomem(e);
	lu_buf_free(&dir);
	return rc;
}

static lu_code write_tokens(const lu_access_tokens *t, lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_code rc = find_path(&path, e);

	if (!rc) rc = make_folders(path.s, e);
	if (!rc) rc = lu_access_tokens_write(path.s, t, e);
	lu_buf_free(&path);
	return rc;
}

/* `secret`: the token itself, once; NULL: it is not known. */
static lu_code show(const lu_access_token *x, const char *secret, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	if (!lu_out_is_json()) {
		if (secret) lu_out_textf(stdout, LU_COLOR_PLAIN, "%s\n", secret);
		else lu_out_textf(stdout, LU_COLOR_BOLD, "%.*s", LU_FMT(x->name));
		if (!secret) lu_out_textf(stdout, LU_COLOR_PLAIN, "  tenant %.*s", LU_FMT(x->tenant));
		for (size_t i = 0; i < x->kbs.n && !secret; i++)
			lu_out_textf(stdout, LU_COLOR_PLAIN, "%s%.*s", i ? "," : "  kb ", LU_FMT(x->kbs.v[i]));
		if (!secret) lu_out_textf(stdout, LU_COLOR_PLAIN, "\n");
		return LU_OK;
	}
	lu_jw_record(&w, "bearer");
	lu_jw_str(&w, "name", x->name);
	lu_jw_str(&w, "tenant", x->tenant);
	lu_jw_strs(&w, "kbs", x->kbs);
	if (secret) lu_jw_strz(&w, "token", secret);
	lu_jw_close(&w, '}');
	rc = lu_jw_flush(&w, stdout, e);
	lu_jw_free(&w);
	return rc;
}

/* Was --kb given, and not just the default of all commands? */
static bool kb_is_given(void)
{
	lu_opt_iter it = lu_opt_begin(lu_opts_store);
	const lu_opt *o;

	while ((o = lu_opt_next(&it)))
		if (!strcmp(o->name, "kb")) return o->origin == LU_FROM_OPTION;
	return false;
}

static lu_code read_kbs(lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_str rest = lu_strz(lu_common.kb);

	while (kb_is_given() && rest.n) {
		lu_str *v = lu_arena_grow(a, out->v, out->n, sizeof *v);

		if (!v) return lu_nomem(e);
		out->v = v;
		v[out->n] = lu_str_take(&rest, ',');
		if (!v[out->n++].n) return lu_fail(e, LU_EUSAGE, "--kb: a knowledge base has a name");
	}
	return LU_OK;
}

static lu_code add(lu_access_tokens *t, const char *name, lu_err *e)
{
	lu_access_token x = { .name = lu_strz(name), .tenant = lu_strz(lu_common.tenant) };
	char secret[LU_TOKEN_SIZE];
	lu_arena a = { 0 };
	lu_code rc = read_kbs(&a, &x.kbs, e);

	if (!rc) rc = lu_access_tokens_add(t, &x, secret, e);
	if (!rc) rc = write_tokens(t, e);
	if (!rc) rc = show(&t->v[t->n - 1], secret, e);
	lu_arena_free(&a);
	return rc;
}

static lu_code change(int argc, char **argv, lu_err *e)
{
	lu_access_tokens t = { 0 };
	lu_code rc = cmd_tokens_read(&t, e);

	if (argc == 1) {
		for (size_t i = 0; i < t.n && !rc; i++) rc = show(&t.v[i], NULL, e);
	} else if (!rc && !strcmp(argv[0], "add")) {
		rc = add(&t, argv[1], e);
	} else if (!rc) {
		rc = lu_access_tokens_remove(&t, argv[1], e);
		if (!rc) rc = write_tokens(&t, e);
	}
	lu_access_tokens_free(&t);
	return rc;
}

lu_code cmd_token(int argc, char **argv, lu_err *e)
{
	if (argc == 1 && !strcmp(argv[0], "list")) return change(argc, argv, e);
	if (argc == 2 && (!strcmp(argv[0], "add") || !strcmp(argv[0], "remove"))) return change(argc, argv, e);
	return lu_fail(e, LU_EUSAGE, "expected 'token add NAME', 'token list' or 'token remove NAME'");
}
