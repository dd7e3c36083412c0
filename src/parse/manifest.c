/* SPDX-License-Identifier: MIT
 * package.json, tsconfig.json, pnpm-workspace.yaml and go.mod, as imports of their module (for every "+" here stands a star):
 *
 *	alias       name                  module                in
 *	"zod"       "name"                "."                   package.json: its name
 *	"."         "main" ("types" ...)  "./dist/index.js"
 *	"./v4/+"    "exports/import"      "./dist/v4/+.js"      each condition, in the order of the file; "" is null
 *	"#util"     "imports/default"     "./src/util.js"
 *	"sibling"   "dependencies"        "file:../sibling"     those that are folders or packages of the workspace
 *	""          "workspaces"          "packages/+"          and in pnpm-workspace.yaml
 *	""          "extends"             "./tsconfig.base.json"
 *	""          "references"          "../core"
 *	""          "baseUrl"             "./src"
 *	"@/+"       "paths"               "./src/+"
 *	"./dist"    "outDir"              "./src"               where what is compiled comes from: rootDir, or ""
 *	"x.org/y"   "module"              "."                   go.mod: the folder's module
 *	"x.org/z"   "replace"             "../z"                where its imports of another one lead
 *
 * The resolver follows them: graph/packages.c, and go.c. */
#include "parse/manifest.h"
#include "parse/cargo.h"

#include "lucus/json.h"

#define TEXT_MAX    (1 << 20) /* longer manifests say nothing */
#define ENTRIES_MAX 4096
#define NESTED_MAX  8          /* conditions in conditions */
#define STRING_MAX  400        /* longer paths say nothing */
#define AHEAD       (64 << 10) /* bytes in which an entry's line is looked for */

struct manifest {
	lu_str text;
	size_t at; /* entries come in the order of the file: the line of the next one is not before */
	uint32_t line;
	lu_arena *a;
	lu_element *el;
	lu_err *e;
};

static bool is_plain(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.s[i] < 0x20) return false;
	return s.n <= STRING_MAX;
}

/* Go on to where `s` is written as a string, if it is. */
static void go_to(struct manifest *m, lu_str s)
{
	const char *from = m->text.s + m->at, *end = from + (m->text.n - m->at < AHEAD ? m->text.n - m->at : AHEAD);

	for (const char *p = from; s.n && p < end && (p = memmem(p, (size_t)(end - p), s.s, s.n)); p++) {
		if (p == m->text.s || !strchr("\"' ", p[-1])) continue;
		for (; from < p; from++) m->line += *from == '\n';
		m->at = (size_t)(p - m->text.s);
		return;
	}
}

static lu_code add(struct manifest *m, lu_str alias, lu_str name, lu_str module)
{
	lu_import *v;

	if (m->el->imports.n >= ENTRIES_MAX || !is_plain(alias) || !is_plain(name) || !is_plain(module)) return LU_OK;
	go_to(m, module.n > 1 ? module : alias);
	if (!(v = lu_arena_grow(m->a, m->el->imports.v, m->el->imports.n, sizeof *v))) return lu_nomem(m->e);
	m->el->imports.v = v;
	v += m->el->imports.n;
	*v = (lu_import){ lu_arena_dup(m->a, module), lu_arena_dup(m->a, name), lu_arena_dup(m->a, alias), m->line };
	if (!v->module.s || !v->name.s || !v->alias.s) return lu_nomem(m->e);
	m->el->imports.n++;
	return LU_OK;
}

/* ---- JSON with comments and commas too many ---- */

/* End of the comment that begins at `i`, or `i`. */
static size_t past_comment(lu_str t, size_t i)
{
	lu_str rest = lu_strn(t.s + i, t.n - i);
	const char *end;

	if (lu_str_starts(rest, "//")) {
		end = memchr(rest.s, '\n', rest.n);
		return end ? (size_t)(end - t.s) : t.n;
	}
	if (!lu_str_starts(rest, "/*")) return i;
	end = memmem(rest.s + 2, rest.n - 2, "*/", 2);
	return end ? (size_t)(end - t.s) + 2 : t.n;
}

static void write_strict(lu_str t, lu_buf *out)
{
	size_t comma = SIZE_MAX; /* place of the last one in `out`, when only blanks follow it */

	for (size_t i = lu_str_starts(t, "\xef\xbb\xbf") ? 3 : 0, end; i < t.n; i = end) {
		char c = t.s[i];

		if ((end = past_comment(t, i)) > i) {
			lu_buf_addc(out, ' ');
			continue;
		}
		end = i + 1;
		if (c == '"') {
			while (end < t.n && t.s[end] != '"' && t.s[end] != '\n') end += t.s[end] == '\\' ? 2 : 1;
			end = end < t.n ? end + 1 : t.n;
		}
		if ((c == '}' || c == ']') && comma != SIZE_MAX && !out->oom) out->s[comma] = ' ';
		if (c == ',') comma = out->len;
		else if (!strchr(" \t\r\n", c)) comma = SIZE_MAX;
		lu_buf_add(out, t.s + i, end - i);
	}
}

/* NULL: it is none. */
static lu_code read_json(struct manifest *m, lu_json **out)
{
	lu_buf b = LU_BUF;
	lu_code rc = LU_OK;

	*out = NULL;
	write_strict(m->text, &b);
	if (b.oom) rc = lu_nomem(m->e);
	else rc = lu_json_parse(lu_buf_str(&b), out, NULL);
	if (rc == LU_ENOMEM) rc = lu_nomem(m->e);
	else rc = LU_OK;
	lu_buf_free(&b);
	return rc;
}

/* ---- package.json ---- */

static lu_code add_target(struct manifest *m, lu_str alias, lu_str name, const lu_json *v, int level);

static lu_code add_condition(struct manifest *m, lu_str alias, lu_str name, const char *condition, const lu_json *v,
			     int level)
{
	lu_buf b = LU_BUF;
	lu_code rc;

	lu_buf_addf(&b, "%.*s/%s", LU_FMT(name), condition);
	rc = b.oom ? lu_nomem(m->e) : add_target(m, alias, lu_buf_str(&b), v, level);
	lu_buf_free(&b);
	return rc;
}

/* A path, conditions, alternatives, or null. */
static lu_code add_target(struct manifest *m, lu_str alias, lu_str name, const lu_json *v, int level)
{
	lu_json_kind kind = lu_json_type(v);
	const char *key;
	void *it = NULL;
	lu_json *to;
	lu_code rc = LU_OK;

	if (kind == LU_JSON_STR || kind == LU_JSON_NULL) return add(m, alias, name, lu_json_str(v));
	for (size_t i = 0; i < lu_json_count(v) && level < NESTED_MAX && !rc; i++)
		rc = add_target(m, alias, name, lu_json_at(v, i), level + 1);
	while (kind == LU_JSON_OBJECT && level < NESTED_MAX && !rc && lu_json_each(v, &it, &key, &to))
		rc = add_condition(m, alias, name, key, to, level + 1);
	return rc;
}

/* {"./a": TARGET}; of "exports" a target alone means ".". */
static lu_code add_targets(struct manifest *m, const char *name, char first, const lu_json *v)
{
	const char *key;
	void *it = NULL;
	lu_json *to;
	bool any = false;
	lu_code rc = LU_OK;

	while (!rc && lu_json_each(v, &it, &key, &to)) {
		if (key[0] != first) continue;
		any = true;
		rc = add_target(m, lu_strz(key), lu_strz(name), to, 0);
	}
	if (!rc && !any && first == '.') rc = add_target(m, lu_strz("."), lu_strz(name), v, 0);
	return rc;
}

static lu_code add_dependencies(struct manifest *m, const lu_json *v)
{
	static const char *const local[] = { "file:", "link:", "portal:", "workspace:" };
	const char *key;
	void *it = NULL;
	lu_json *to;
	lu_code rc = LU_OK;

	while (!rc && lu_json_each(v, &it, &key, &to))
		for (size_t i = 0; i < sizeof local / sizeof *local && !rc; i++)
			if (lu_str_starts(lu_json_str(to), local[i]))
				rc = add(m, lu_strz(key), lu_strz("dependencies"), lu_json_str(to));
	return rc;
}

/* A list of strings, or one alone. */
static lu_code add_list(struct manifest *m, const char *alias, const char *name, const lu_json *v)
{
	lu_code rc = LU_OK;

	if (lu_json_str(v).n) rc = add(m, lu_strz(alias), lu_strz(name), lu_json_str(v));
	for (size_t i = 0; i < lu_json_count(v) && !rc; i++)
		if (lu_json_str(lu_json_at(v, i)).n)
			rc = add(m, lu_strz(alias), lu_strz(name), lu_json_str(lu_json_at(v, i)));
	return rc;
}

static lu_code read_package(struct manifest *m, const lu_json *root)
{
	static const char *const entries[] = { "source", "main", "module", "types", "typings", "browser", NULL };
	static const char *const lists[] = { "dependencies", "devDependencies", "peerDependencies",
					     "optionalDependencies", NULL };
	const char *key;
	void *it = NULL;
	lu_json *v;
	lu_code rc = LU_OK;

	while (!rc && lu_json_each(root, &it, &key, &v)) {
		lu_json *packages = lu_json_get(v, "packages");

		for (size_t i = 0; entries[i] && !rc; i++)
			if (!strcmp(key, entries[i]) && lu_json_str(v).n)
				rc = add(m, lu_strz("."), lu_strz(key), lu_json_str(v));
		for (size_t i = 0; lists[i] && !rc; i++)
			if (!strcmp(key, lists[i])) rc = add_dependencies(m, v);
		if (rc) return rc;
		if (!strcmp(key, "name") && lu_json_str(v).n)
			rc = add(m, lu_json_str(v), lu_strz("name"), lu_strz("."));
		else if (!strcmp(key, "exports")) rc = add_targets(m, "exports", '.', v);
		else if (!strcmp(key, "imports")) rc = add_targets(m, "imports", '#', v);
		else if (!strcmp(key, "workspaces")) rc = add_list(m, "", "workspaces", packages ? packages : v);
	}
	return rc;
}

/* ---- tsconfig.json ---- */

static lu_code add_paths(struct manifest *m, const lu_json *paths)
{
	const char *key;
	void *it = NULL;
	lu_json *to;
	lu_code rc = LU_OK;

	while (!rc && lu_json_each(paths, &it, &key, &to)) rc = add_list(m, key, "paths", to);
	return rc;
}

static lu_code read_options(struct manifest *m, const lu_json *options)
{
	static const char *const out[] = { "outDir", "declarationDir", NULL };
	lu_str root = lu_json_str(lu_json_get(options, "rootDir"));
	const char *key;
	void *it = NULL;
	lu_json *v;
	lu_code rc = LU_OK;

	while (!rc && lu_json_each(options, &it, &key, &v)) {
		for (size_t i = 0; out[i] && !rc; i++)
			if (!strcmp(key, out[i]) && lu_json_str(v).n)
				rc = add(m, lu_json_str(v), lu_strz("outDir"), root);
		if (!rc && !strcmp(key, "baseUrl")) rc = add_list(m, "", "baseUrl", v);
		if (!rc && !strcmp(key, "paths")) rc = add_paths(m, v);
	}
	return rc;
}

static lu_code read_tsconfig(struct manifest *m, const lu_json *root)
{
	const char *key;
	void *it = NULL;
	lu_json *v;
	lu_code rc = LU_OK;

	while (!rc && lu_json_each(root, &it, &key, &v)) {
		if (!strcmp(key, "extends")) rc = add_list(m, "", "extends", v);
		if (!strcmp(key, "compilerOptions")) rc = read_options(m, v);
		for (size_t i = 0; !strcmp(key, "references") && i < lu_json_count(v) && !rc; i++)
			rc = add_list(m, "", "references", lu_json_get(lu_json_at(v, i), "path"));
	}
	return rc;
}

/* ---- pnpm-workspace.yaml ---- */

/* The items of the list "packages:", a line each. */
static lu_code read_workspace(struct manifest *m)
{
	lu_str rest = m->text;
	bool inside = false;
	lu_code rc = LU_OK;

	while (rest.n && !rc) {
		lu_str line = lu_str_take(&rest, '\n'), item = lu_str_trim(line);

		if (!item.n || item.s[0] == '#') continue;
		if (item.s[0] != '-') {
			if (line.s[0] != ' ') inside = lu_str_starts(item, "packages:");
			continue;
		}
		item = lu_str_trim(lu_strn(item.s + 1, item.n - 1));
		if (item.n > 1 && (item.s[0] == '"' || item.s[0] == '\''))
			item = lu_str_before_first(lu_strn(item.s + 1, item.n - 1), item.s[0]);
		else item = lu_str_trim(lu_str_before_first(item, '#'));
		if (inside && item.n) rc = add(m, lu_strz(""), lu_strz("workspaces"), item);
	}
	return rc;
}

/* ---- go.mod ---- */

/* The next word of a line; a path may be quoted. */
static lu_str take_word(lu_str *line)
{
	size_t n = 0;
	lu_str word;

	*line = lu_str_trim(*line);
	while (n < line->n && line->s[n] != ' ' && line->s[n] != '\t') n++;
	word = lu_strn(line->s, n);
	*line = lu_strn(line->s + n, line->n - n);
	if (n > 1 && (word.s[0] == '"' || word.s[0] == '`')) word = lu_strn(word.s + 1, n - 2);
	return word;
}

/* What follows "module", or "replace": OLD => FOLDER, with a version after OLD perhaps. */
static lu_code read_directive(struct manifest *m, lu_str what, lu_str line)
{
	lu_str path = take_word(&line), to = take_word(&line);

	if (lu_str_eqz(what, "module")) return path.n ? add(m, path, what, lu_strz(".")) : LU_OK;
	if (!lu_str_eqz(to, "=>")) to = take_word(&line);
	if (!lu_str_eqz(to, "=>")) return LU_OK;
	to = take_word(&line);
	return path.n && lu_str_starts(to, ".") ? add(m, path, what, to) : LU_OK;
}

/* A directive is a line, or lines between brackets. */
static lu_code read_go(struct manifest *m)
{
	lu_str rest = m->text, block = { "", 0 };
	lu_code rc = LU_OK;

	while (rest.n && !rc) {
		lu_str line = lu_str_take(&rest, '\n'), what = block;
		const char *comment = line.n ? memmem(line.s, line.n, "//", 2) : NULL;

		if (comment) line.n = (size_t)(comment - line.s);
		line = lu_str_trim(line);
		if (lu_str_eqz(line, ")")) block = lu_strz("");
		if (!line.n || line.s[0] == ')') continue;
		if (!what.n) what = take_word(&line);
		line = lu_str_trim(line);
		if (lu_str_eqz(line, "(")) block = what;
		else if (lu_str_eqz(what, "module") || lu_str_eqz(what, "replace")) rc = read_directive(m, what, line);
	}
	return rc;
}

/* ---- which file is which ---- */

static bool is_tsconfig(lu_str file, lu_str text)
{
	if (lu_str_starts(file, "tsconfig") || lu_str_starts(file, "jsconfig")) return lu_str_ends(file, ".json");
	return lu_str_ends(file, ".json") && text.n && memmem(text.s, text.n, "\"compilerOptions\"", 17);
}

lu_code lu__read_manifest(lu_str path, lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	struct manifest m = { .text = text, .line = 1, .a = a, .el = el, .e = e };
	lu_str file = lu_str_after_last(path, '/');
	bool package = lu_str_eqz(file, "package.json");
	lu_json *root;
	lu_code rc;

	if (text.n > TEXT_MAX) return LU_OK;
	if (lu_str_eqz(file, "Cargo.toml")) return lu__read_cargo(text, a, el, e);
	if (lu_str_eqz(file, "go.mod")) return read_go(&m);
	if (lu_str_eqz(file, "pnpm-workspace.yaml")) return read_workspace(&m);
	if (!package && !is_tsconfig(file, text)) return LU_OK;
	rc = read_json(&m, &root);
	if (!rc && package) rc = read_package(&m, root);
	else if (!rc) rc = read_tsconfig(&m, root);
	lu_json_free(root);
	return rc;
}
