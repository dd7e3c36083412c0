/* SPDX-License-Identifier: MIT
 * lucus mcp --install: what each client wants to be told, and in which file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/file.h"
#include "mcp.h"
#include "mcp_merge.h"
#include "lucus/area.h"
#include "lucus/json.h"

const char *const cmd_mcp_clients[] = { "claude", "codex", "cursor", "vscode", "zed", "opencode", NULL };

enum form { COMMAND, TYPED, LOCAL, TOML };

/* Where a client looks for servers: in the tree, or in the home of the user below the folder of a variable. */
static const struct client {
	const char *file, *variable, *otherwise;
	const char *section;
	enum form form;
} clients[] = {
	{ ".mcp.json", NULL, NULL, "mcpServers", COMMAND },
	{ "config.toml", "CODEX_HOME", ".codex", "mcp_servers", TOML },
	{ ".cursor/mcp.json", NULL, NULL, "mcpServers", COMMAND },
	{ ".vscode/mcp.json", NULL, NULL, "servers", TYPED },
	{ "zed/settings.json", "XDG_CONFIG_HOME", ".config", "context_servers", COMMAND },
	{ "opencode.json", NULL, NULL, "mcp", LOCAL },
};

static lu_code find_file(const struct client *c, lu_buf *out, lu_err *e)
{
	const char *folder = c->variable ? getenv(c->variable) : NULL, *home = getenv("HOME");
	lu_buf here = LU_BUF;
	lu_code rc = LU_OK;

	if (c->variable && folder && *folder) lu_buf_addf(out, "%s/%s", folder, c->file);
	else if (c->variable && home && *home) lu_buf_addf(out, "%s/%s/%s", home, c->otherwise, c->file);
	else if (c->variable) rc = lu_fail(e, LU_EUSAGE, "neither %s nor HOME is set", c->variable);
	else {
		rc = lu_file_real(".", &here, e);
		if (!rc) rc = lu_area_root(lu_buf_str(&here), out, e);
		lu_buf_addf(out, "/%s", c->file);
	}
	lu_buf_free(&here);
	return !rc && out->oom ? lu_nomem(e) : rc;
}

/* ---- how lucus is called ---- */

/* Does this folder of PATH hold the program that runs? */
static bool holds(lu_str folder, const struct stat *me)
{
	lu_buf path = LU_BUF;
	struct stat st;
	bool same;

	lu_buf_addf(&path, "%.*s/lucus", LU_FMT(folder));
	same = !path.oom && folder.n && stat(path.s, &st) == 0 && st.st_dev == me->st_dev && st.st_ino == me->st_ino;
	lu_buf_free(&path);
	return same;
}

/* Its name alone where PATH leads to it, so that the file can be shared; else its path. */
static lu_code find_program(lu_buf *out, lu_err *e)
{
	const char *list = getenv("PATH");
	lu_str rest = lu_strz(list), folder;
	struct stat me;

	if (stat("/proc/self/exe", &me)) return lu_fail(e, LU_EIO, "cannot find this program: %s", strerror(errno));
	while (rest.n) {
		folder = lu_str_take(&rest, ':');
		if (!holds(folder, &me)) continue;
		lu_buf_adds(out, "lucus");
		return out->oom ? lu_nomem(e) : LU_OK;
	}
	return lu_file_real("/proc/self/exe", out, e);
}

/* ---- the entry ---- */

static void write_json(const struct client *c, const char *program, lu_jw *w)
{
	lu_jw_open(w, NULL, '{');
	if (c->form == TYPED) lu_jw_strz(w, "type", "stdio");
	if (c->form == LOCAL) {
		lu_jw_strz(w, "type", "local");
		lu_jw_open(w, "command", '[');
		lu_jw_strz(w, NULL, program);
		lu_jw_strz(w, NULL, "mcp");
		lu_jw_close(w, ']');
		lu_jw_bool(w, "enabled", true);
	} else {
		lu_jw_strz(w, "command", program);
		lu_jw_open(w, "args", '[');
		lu_jw_strz(w, NULL, "mcp");
		lu_jw_close(w, ']');
	}
	lu_jw_close(w, '}');
}

/* As JSON, which a basic string of TOML is, too. */
static void write_toml(const char *program, lu_buf *out)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_strz(&w, NULL, program);
	lu_buf_addf(out, "[mcp_servers.lucus]\ncommand = %s\nargs = [\"mcp\"]\n", w.out.s);
	if (w.out.oom) out->oom = true;
	lu_jw_free(&w);
}

static lu_code make_entry(const struct client *c, lu_buf *out, lu_err *e)
{
	lu_buf program = LU_BUF;
	lu_jw w;
	lu_code rc = find_program(&program, e);

	lu_jw_init(&w);
	if (c->form == TOML) write_toml(program.s, out);
	else write_json(c, program.s, &w);
	lu_buf_addstr(out, lu_buf_str(&w.out));
	if (!rc && (w.out.oom || out->oom)) rc = lu_nomem(e);
	lu_jw_free(&w);
	lu_buf_free(&program);
	return rc;
}

/* ---- the file ---- */

static lu_code merge(const struct client *c, lu_str old, lu_str entry, lu_buf *out, bool *there, lu_err *e)
{
	return c->form == TOML ? cmd_mcp_merge_toml(old, entry, out, there, e)
			       : cmd_mcp_merge_json(old, c->section, entry, out, there, e);
}

static lu_code read_old(const char *path, lu_buf *out, lu_err *e)
{
	return lu_file_exists(path) ? lu_file_read(path, 16 << 20, out, e) : LU_OK;
}

static lu_code merge_file(const struct client *c, const char *path, lu_str entry, lu_err *e)
{
	lu_buf old = LU_BUF, text = LU_BUF;
	bool there = false;
	lu_code rc = read_old(path, &old, e);

	if (!rc) rc = merge(c, lu_buf_str(&old), entry, &text, &there, e);
	if (rc && rc != LU_ENOMEM) lu_wrap(e, rc, "%s", path);
	if (!rc && !there) rc = cmd_mcp_replace(path, lu_buf_str(&old), lu_buf_str(&text), e);
	if (!rc)
		printf("%s %s\n", path,
		       there     ? "has it already"
		       : old.len ? "changed, the old one is beside it"
				 : "written");
	lu_buf_free(&old);
	lu_buf_free(&text);
	return rc;
}

lu_code cmd_mcp_install(int i, bool write, lu_err *e)
{
	const struct client *c = &clients[i];
	lu_buf path = LU_BUF, entry = LU_BUF, text = LU_BUF;
	bool there;
	lu_code rc = find_file(c, &path, e);

	if (!rc) rc = make_entry(c, &entry, e);
	if (!rc && write) rc = merge_file(c, path.s, lu_buf_str(&entry), e);
	else if (!rc) {
		rc = merge(c, (lu_str){ NULL, 0 }, lu_buf_str(&entry), &text, &there, e);
		if (!rc) printf("# %s\n%s", path.s, text.s);
	}
	lu_buf_free(&path);
	lu_buf_free(&entry);
	lu_buf_free(&text);
	return rc;
}
