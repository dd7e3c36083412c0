/* SPDX-License-Identifier: MIT
 * Cargo.toml, as imports of its module, of what decides which crate a name means:
 *
 *	alias        name       module
 *	"core_kit"   "crate"    "./src/lib.rs"   the package, and the root of its library
 *	"kit"        "lib"      "./src/lib.rs"   the library's own name, where it has one
 *	"core"       "renamed"  "core_kit"       a dependency under another name
 *	"fast-io"    "on"                        a feature that a build has when nothing else is said
 *	"slow-io"    "off"                       one that it has not
 *
 * TOML is read line by line: what such a manifest says of names fits on one. The resolver follows it: graph/crates.c. */
#include "parse/cargo.h"

#include "core/ascii.h"

#define LINES_MAX    4096
#define STRING_MAX   200
#define FEATURES_MAX 256 /* pairs of a feature and one that it takes in */
#define ROUNDS_MAX   16  /* features that take in others */

struct feature {
	lu_str name, takes_in;
	uint32_t line;
	bool on;
};

struct cargo {
	lu_arena *a;
	lu_element *el;
	lu_err *e;
	lu_str package, lib, path;
	uint32_t package_line, lib_line, line;
	struct feature feature[FEATURES_MAX];
	size_t n_feature;
	lu_str listing; /* the feature whose list is read */
};

/* "core-kit" is the crate core_kit. s == NULL: out of memory. */
static lu_str crate_name(lu_arena *a, lu_str s)
{
	char *copy = lu_arena_alloc(a, s.n + 1);

	if (!copy) return lu_strn(NULL, 0);
	for (size_t i = 0; i < s.n; i++) copy[i] = s.s[i] == '-' ? '_' : s.s[i];
	return lu_strn(copy, s.n);
}

static lu_code add(struct cargo *c, lu_str alias, const char *name, lu_str module, uint32_t line)
{
	lu_import *v = lu_arena_grow(c->a, c->el->imports.v, c->el->imports.n, sizeof *v);

	if (!v) return lu_nomem(c->e);
	c->el->imports.v = v;
	v += c->el->imports.n;
	*v = (lu_import){ .module = module,
			  .name = lu_strz(name),
			  .alias = module.n ? crate_name(c->a, alias) : alias,
			  .line = line };
	if (!v->alias.s || !v->module.s) return lu_nomem(c->e);
	c->el->imports.n++;
	return LU_OK;
}

/* The string that `s` begins with, behind its quote; empty when it is none, or an odd one. */
static lu_str quoted(lu_str s)
{
	const char *end = s.n > 1 && (s.s[0] == '"' || s.s[0] == '\'') ? memchr(s.s + 1, s.s[0], s.n - 1) : NULL;
	lu_str v = end ? lu_strn(s.s + 1, (size_t)(end - s.s) - 1) : lu_strn("", 0);

	for (size_t i = 0; i < v.n; i++)
		if ((unsigned char)v.s[i] < 0x20 || v.s[i] == '\\') return lu_strn("", 0);
	return v.n <= STRING_MAX ? v : lu_strn("", 0);
}

/* The value of `key` in a line or an inline table, as it is written. */
static lu_str value_of(lu_str line, const char *key)
{
	size_t n = strlen(key);

	for (size_t i = 0; i + n < line.n; i++) {
		lu_str rest;

		if (memcmp(line.s + i, key, n) != 0 || (i && !strchr(" \t{,", line.s[i - 1]))) continue;
		rest = lu_str_trim(lu_strn(line.s + i + n, line.n - i - n));
		if (rest.n && rest.s[0] == '=') return lu_str_trim(lu_strn(rest.s + 1, rest.n - 1));
	}
	return lu_strn("", 0);
}

static bool is_dependencies(lu_str section)
{
	return lu_str_ends(section, "dependencies");
}

/* "[dependencies.core]" names one; others list them: "core = { package = "core-kit" }". */
static lu_code read_dependency(struct cargo *c, lu_str section, lu_str line)
{
	lu_str package = quoted(value_of(line, "package")), name = lu_str_after_last(section, '.'), key = line;

	if (!package.n) return LU_OK;
	if (is_dependencies(section)) {
		size_t n = 0;

		while (n < key.n && (lu_is_ident(key.s[n]) || key.s[n] == '-')) n++;
		name = lu_strn(key.s, n);
	} else if (!is_dependencies(lu_str_before_last(section, '.'))) {
		return LU_OK;
	}
	return name.n ? add(c, name, "renamed", crate_name(c->a, package), c->line) : LU_OK;
}

/* "std = ["alloc", "dep:x",", whose list may go on in further lines. */
static void read_feature(struct cargo *c, lu_str line)
{
	lu_str key = lu_str_trim(lu_str_before_first(line, '='));

	bool names = key.n && key.n < line.n && (key.s[0] != '"' || quoted(key).n);

	if (names) c->listing = quoted(key).n ? quoted(key) : key;
	if (names && c->n_feature < FEATURES_MAX)
		c->feature[c->n_feature++] = (struct feature){ c->listing, { "", 0 }, c->line, false };
	for (size_t i = names ? key.n : 0; i < line.n && line.s[i] != '#'; i++) {
		lu_str one = quoted(lu_strn(line.s + i, line.n - i));

		if (!one.n || c->n_feature == FEATURES_MAX) continue;
		i += one.n + 1;
		one = lu_str_before_first(one, '/'); /* "x/std" is a feature of x, which becomes one by that */
		if (!lu_str_ends(one, "?"))
			c->feature[c->n_feature++] = (struct feature){ c->listing, one, c->line, false };
	}
}

static bool is_on(const struct cargo *c, lu_str name)
{
	bool on = lu_str_eqz(name, "default");

	for (size_t i = 0; i < c->n_feature && !on; i++)
		on = c->feature[i].on && lu_str_eq(c->feature[i].takes_in, name);
	return on;
}

/* Add what "default" takes in, and the others. */
static lu_code add_features(struct cargo *c)
{
	bool more = true;
	lu_code rc = LU_OK;

	for (int round = 0; more && round < ROUNDS_MAX && !rc; round++) {
		more = false;
		for (size_t i = 0; i < c->n_feature && !rc; i++) {
			struct feature *f = &c->feature[i];

			if (f->on || !is_on(c, f->name)) continue;
			more = f->on = true;
			if (f->takes_in.n) rc = add(c, f->takes_in, "on", lu_strz(""), f->line);
		}
	}
	for (size_t i = 0; i < c->n_feature && !rc; i++)
		if (!c->feature[i].on && !c->feature[i].takes_in.n)
			rc = add(c, c->feature[i].name, "off", lu_strz(""), c->feature[i].line);
	return rc;
}

static lu_code read_line(struct cargo *c, lu_str section, lu_str line)
{
	bool lib = lu_str_eqz(section, "lib");
	lu_str name = lu_str_starts(line, "name") ? quoted(value_of(line, "name")) : lu_strn("", 0);

	if (lu_str_eqz(section, "package") && name.n) {
		c->package = name;
		c->package_line = c->line;
	} else if (lib && name.n) {
		c->lib = name;
		c->lib_line = c->line;
	} else if (lib && lu_str_starts(line, "path")) {
		c->path = quoted(value_of(line, "path"));
	} else if (lu_str_eqz(section, "features")) {
		read_feature(c, line);
	} else {
		return read_dependency(c, section, line);
	}
	return LU_OK;
}

lu_code lu__read_cargo(lu_str text, lu_arena *a, lu_element *el, lu_err *e)
{
	struct cargo c = { .a = a, .el = el, .e = e, .path = lu_strz("src/lib.rs") };
	lu_str section = { "", 0 }, root;
	lu_code rc = LU_OK;
	lu_buf w = LU_BUF;

	while (text.n && c.line++ < LINES_MAX && !rc) {
		lu_str line = lu_str_trim(lu_str_take(&text, '\n'));

		if (line.n && line.s[0] == '[')
			section = lu_str_trim(lu_str_before_first(lu_strn(line.s + 1, line.n - 1), ']'));
		else if (line.n && line.s[0] != '#') rc = read_line(&c, section, line);
	}
	if (rc || !c.package.n || !c.path.n) return rc;
	lu_buf_adds(&w, "./");
	lu_buf_addstr(&w, c.path);
	root = lu_arena_keep(a, &w);
	rc = add(&c, c.package, "crate", root, c.package_line);
	if (!rc && c.lib.n) rc = add(&c, c.lib, "lib", root, c.lib_line);
	return rc ? rc : add_features(&c);
}
