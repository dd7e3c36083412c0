/* SPDX-License-Identifier: MIT
 * Rust's imports: trees of names behind `use`, and the files that `mod x;` names. What looks like an import and is none. */
#include "core/ascii.h"
#include "parse/build.h"
#include "core/sorting.h"
#include "parse/names.h"

/* Groups nested deeper, and longer paths, are left out: no path is that long. */
#define MAX_DEPTH   32
#define MAX_PATH    1000
#define GLOBAL      1000 /* bytes of a function in which it says what is global */
#define MAX_MODULES 1000 /* imports of one file that constants are looked for in */

struct walk {
	lu_str text;
	lu_arena *a;
	lu_err *e;
	struct lu__imports *out;
	lu_str prefix[MAX_DEPTH]; /* of the groups around, with "." as separator */
};

static lu_str join(lu_arena *arena, lu_str a, lu_str b)
{
	lu_buf t = LU_BUF;

	if (!a.n) return b;
	if (!b.n) return a;
	lu_buf_addstr(&t, a);
	lu_buf_addc(&t, '.');
	lu_buf_addstr(&t, b);
	return lu_arena_keep(arena, &t);
}

static lu_str path_of(struct walk *w, TSNode n)
{
	lu_str s = lu__dotted(lu__node_text(n, w->text), w->a);

	while (s.n && s.s[0] == '.') s = lu_strn(s.s + 1, s.n - 1); /* "::std" */
	return s;
}

/* The import of `path`, whose last name is at `at`, under the name `alias` or, when that is null, its
 * last. */
static lu_code add(struct walk *w, lu_str path, TSNode at, TSNode alias, bool all)
{
	struct lu__import *v = lu_arena_grow(w->a, w->out->v, w->out->n, sizeof *v);
	struct lu__import im = { .at = ts_node_start_byte(at), .bound = UINT32_MAX, .relative = true };
	lu_str none = { "", 0 }, name;

	if (!v) return lu_nomem(w->e);
	w->out->v = v;
	if (!path.n || path.n > MAX_PATH) return LU_OK;
	name = all ? lu_strz("*") : lu_str_after_last(path, '.');
	im.import = (lu_import){ .module = all ? path : lu_str_before_last(path, '.'),
				 .name = name,
				 .alias = all ? none : name,
				 .line = ts_node_start_point(at).row + 1 };
	if (!im.import.module.n) { /* a crate, or a name that is visible here */
		im.import.module = path;
		im.import.name = none;
	}
	if (!all) im.bound = ts_node_start_byte(ts_node_is_null(alias) ? at : alias);
	if (!ts_node_is_null(alias)) im.import.alias = lu__node_text(alias, w->text);
	w->out->v[w->out->n++] = im;
	return LU_OK;
}

/* One node of the tree that is no group. */
static lu_code visit(struct walk *w, TSNode n, size_t depth)
{
	const char *kind = ts_node_type(n);
	TSNode none = { 0 }, path = lu__field(n, "path");
	lu_str prefix = w->prefix[depth], s;

	if (!strcmp(kind, "use_as_clause")) {
		s = lu_str_eqz(lu__node_text(path, w->text), "self") && prefix.n ? prefix
										 : join(w->a, prefix, path_of(w, path));
		return s.s ? add(w, s, path, lu__field(n, "alias"), false) : lu_nomem(w->e);
	}
	if (!strcmp(kind, "use_wildcard")) {
		TSNode inner = ts_node_named_child(n, 0);

		s = ts_node_is_null(inner) ? prefix : join(w->a, prefix, path_of(w, inner));
		return s.s ? add(w, s, n, none, true) : lu_nomem(w->e);
	}
	if (!strcmp(kind, "self") && prefix.n) return add(w, prefix, n, none, false);
	if (!strstr(kind, "identifier") && strcmp(kind, "crate") && strcmp(kind, "self") && strcmp(kind, "super"))
		return LU_OK;
	s = join(w->a, prefix, path_of(w, n));
	return s.s ? add(w, s, n, none, false) : lu_nomem(w->e);
}

/* The group that `n` opens, a null node when it is none: its members, and the path before them. */
static TSNode group(struct walk *w, TSNode n, size_t depth, lu_str *prefix)
{
	const char *kind = ts_node_type(n);
	TSNode none = { 0 }, path;

	*prefix = w->prefix[depth];
	if (!strcmp(kind, "use_list")) return n;
	if (strcmp(kind, "scoped_use_list") != 0) return none;
	path = lu__field(n, "path");
	if (!ts_node_is_null(path)) *prefix = join(w->a, *prefix, path_of(w, path));
	return lu__field(n, "list");
}

/* The members of a group, and of those in it. */
static lu_code walk(struct walk *w, TSNode root)
{
	TSTreeCursor cursor[MAX_DEPTH];
	TSNode first;
	size_t depth = 0;
	lu_str prefix;
	lu_code rc = LU_OK;

	first = group(w, root, 0, &prefix);
	if (!prefix.s) return lu_nomem(w->e);
	if (ts_node_is_null(first)) return visit(w, root, 0);
	w->prefix[0] = prefix;
	cursor[0] = ts_tree_cursor_new(first);
	for (bool more = ts_tree_cursor_goto_first_child(&cursor[0]);;) {
		TSNode n, inner;

		if (!more || rc) {
			ts_tree_cursor_delete(&cursor[depth]);
			if (!depth--) return rc;
			more = ts_tree_cursor_goto_next_sibling(&cursor[depth]);
			continue;
		}
		n = ts_tree_cursor_current_node(&cursor[depth]);
		inner = group(w, n, depth, &prefix);
		if (!prefix.s) rc = lu_nomem(w->e);
		if (!rc && !ts_node_is_null(inner) && depth + 1 < MAX_DEPTH && prefix.n <= MAX_PATH) {
			w->prefix[++depth] = prefix;
			cursor[depth] = ts_tree_cursor_new(inner);
			more = ts_tree_cursor_goto_first_child(&cursor[depth]);
			continue;
		}
		if (!rc && ts_node_is_null(inner)) rc = visit(w, n, depth);
		more = ts_tree_cursor_goto_next_sibling(&cursor[depth]);
	}
}

/* The module that is in the file of "path = "a/b.rs"", as one beside this one: "self.a.b"; empty: it is further out, or no source. */
static lu_str module_at(struct walk *w, lu_str path)
{
	lu_str none = { "", 0 }, s = path;

	if (lu_str_starts(s, "./")) s = lu_strn(s.s + 2, s.n - 2);
	if (!lu_str_ends(s, ".rs") || lu_str_starts(s, "..") || lu_str_starts(s, "/")) return none;
	s.n -= 3;
	if (lu_str_ends(s, "/mod")) s.n -= 4;
	s = lu_arena_dup(w->a, s);
	for (size_t i = 0; s.s && i < s.n; i++)
		if (s.s[i] == '/') ((char *)s.s)[i] = '.';
	return s.s ? join(w->a, lu_strz("self"), s) : s;
}

/* The files that the attributes above `mod x;` name: each is known as x. *always: "#[path = "a.rs"]" is of all builds. */
static lu_code add_paths(struct walk *w, TSNode n, bool *always)
{
	lu_code rc = LU_OK;

	*always = false;
	for (TSNode at = ts_node_prev_named_sibling(n); !ts_node_is_null(at) && !rc;
	     at = ts_node_prev_named_sibling(at)) {
		lu_str text = lu__node_text(at, w->text), module;
		const char *path;

		if (ts_node_is_extra(at)) continue;
		if (strcmp(ts_node_type(at), "attribute_item") != 0) break;
		path = memmem(text.s, text.n, "path", 4);
		if (!path || lu_is_ident(path[-1])) continue;
		text = lu_str_trim(lu_strn(path + 4, text.n - (size_t)(path + 4 - text.s)));
		if (!lu_str_starts(text, "=")) continue;
		text = lu_str_trim(lu_strn(text.s + 1, text.n - 1));
		if (!lu_str_starts(text, "\"")) continue;
		*always |= !memmem(w->text.s + ts_node_start_byte(at),
				   (size_t)(text.s - w->text.s) - ts_node_start_byte(at), "cfg_attr", 8);
		module = module_at(w, lu_str_before_first(lu_strn(text.s + 1, text.n - 1), '"'));
		if (!module.s) return lu_nomem(w->e);
		if (!module.n) continue;
		rc = add(w, module, lu__field(n, "name"), lu__field(n, "name"), false);
		if (!rc) w->out->v[w->out->n - 1].import.alias = lu__node_text(lu__field(n, "name"), w->text);
	}
	return rc;
}

/* `mod x;` */
static lu_code add_file(struct walk *w, TSNode n)
{
	TSNode name = lu__field(n, "name"), none = { 0 };
	lu_str s = join(w->a, lu_strz("self"), lu__node_text(name, w->text));
	lu_import *im;
	bool always;
	lu_code rc = add_paths(w, n, &always);

	if (rc || always) return rc;
	rc = s.s ? add(w, s, name, none, false) : lu_nomem(w->e);
	im = w->out->n ? &w->out->v[w->out->n - 1].import : NULL;
	if (rc || !im) return rc;
	im->module = join(w->a, im->module, im->name);
	im->name = lu_strn("", 0);
	return im->module.s ? LU_OK : lu_nomem(w->e);
}

lu_code lu__import_tree(TSNode node, lu_str text, lu_arena *a, struct lu__imports *out, lu_err *e)
{
	struct walk w = { .text = text, .a = a, .e = e, .out = out };

	w.prefix[0] = lu_strn("", 0);
	return strcmp(ts_node_type(node), "mod_item") ? walk(&w, node) : add_file(&w, node);
}

/* Cut `word` and its dot from the beginning of a path. */
static bool cut(lu_str *path, const char *word)
{
	size_t n = strlen(word);

	if (!lu_str_starts(*path, word) || (path->n > n && path->s[n] != '.')) return false;
	n += path->n > n;
	*path = lu_strn(path->s + n, path->n - n);
	return true;
}

/* `module`, written in the inline modules `in`, as the file says it; s == NULL: out of memory. */
static lu_str from_file(lu_arena *a, lu_str module, lu_str in)
{
	lu_str rest = module;
	bool relative = cut(&rest, "self");

	for (bool up = true; up && in.n; relative |= up)
		if ((up = cut(&rest, "super"))) in = lu_str_before_last(in, '.');
	if (!relative) return module;
	if (!in.n && (lu_str_eqz(rest, "super") || lu_str_starts(rest, "super."))) return rest;
	in = join(a, lu_strz("self"), in);
	return in.s ? join(a, in, rest) : in;
}

/* Path of the inline modules around something in definition `d`; s == NULL: out of memory. */
static lu_str inside(const struct lu__build *b, size_t d)
{
	lu_str in = { "", 0 };

	for (; d != LU__NO_DEF && in.s; d = b->f->defs.v[d].parent)
		if (lu_str_eqz(b->f->defs.v[d].type, "namespace")) in = join(b->a, b->f->defs.v[d].name, in);
	return in;
}

/* The module that is imported under the name `local`; where files are types, a file, since nothing is known of others. */
static lu_str imported_as(const struct lu__found *f, lu_str local, bool files)
{
	for (size_t i = 0; i < f->imports.n && i < MAX_MODULES; i++) {
		const lu_import *im = &f->imports.v[i].import;

		if (!f->imports.v[i].through && (!im->name.n || lu_str_eqz(im->name, "default")) &&
		    lu_str_eq(im->alias, local) && (!files || lu_str_ends(im->module, ".zig")))
			return im->module;
	}
	return lu_strn("", 0);
}

/* Does its name or its "#!" line say that bats runs it? */
static bool is_bats(const struct lu__build *b)
{
	lu_str line = lu_str_trim(lu_str_before_first(b->text, '\n'));

	if (lu_str_ends(b->path, ".bats")) return true;
	return lu_str_starts(line, "#!") && lu_str_eqz(lu_str_after_last(lu_str_after_last(line, ' '), '/'), "bats");
}

/* `const x = @import("x.zig"); const Y = x.Y;` imports Y from x.zig, as `local f = x.f` of Lua does; other constants are no
 * imports, and what scripts other than those of bats call "load" is none. */
void lu__look_through(struct lu__build *b)
{
	struct lu__found *f = b->f;
	bool files = b->l->rules & LU__RULE_FILE_TYPES, bats = is_bats(b);
	size_t n = 0;

	for (size_t i = 0; i < f->imports.n; i++) {
		struct lu__import *im = &f->imports.v[i];

		if (im->through) im->import.module = imported_as(f, im->import.module, files);
	}
	for (size_t i = 0; i < f->imports.n; i++) {
		const struct lu__import *im = &f->imports.v[i];

		if ((!im->through || im->import.module.n) && (!im->load || bats)) f->imports.v[n++] = *im;
	}
	f->imports.n = n;
}

struct assigned {
	lu_str name;
	struct lu__import *alias; /* NULL: it is assigned something */
};

/* Does the assignment change a name of the module? A variable that is an element is a name of what is around it, and in a function
 * "global x" says so, which stands at its beginning. */
static bool is_of_module(const struct lu__build *b, const struct lu__site *s)
{
	size_t at = lu__around_values(b, s->def), n;
	const struct lu__def *d = at == LU__NO_DEF ? NULL : &b->f->defs.v[at];

	n = d ? d->end - d->start : 0;
	return !d || memmem(b->text.s + d->start, n < GLOBAL ? n : GLOBAL, "global ", 7);
}

/* Python's "x = f" is another name of f if x is nothing else later: in a branch, as a result, or by a function. */
static lu_code drop_reassigned(struct lu__build *b)
{
	struct lu__found *f = b->f;
	struct assigned *v = lu_arena_calloc(b->a, f->sites.n + f->imports.n + 1, sizeof *v);
	size_t n = 0, kept = 0, end;

	if (!v) return lu_nomem(b->e);
	for (size_t i = 0; i < f->imports.n; i++)
		if (!f->imports.v[i].import.module.n)
			v[n++] = (struct assigned){ f->imports.v[i].import.alias, &f->imports.v[i] };
	if (!n) return LU_OK;
	for (size_t i = 0; i < f->sites.n; i++)
		if (f->sites.v[i].kind == LU__CAPTURE_ASSIGN && is_of_module(b, &f->sites.v[i]))
			v[n++] = (struct assigned){ f->sites.v[i].text, NULL };
	qsort(v, n, sizeof *v, lu_str_order);
	for (size_t i = 0; i < n; i = end) {
		size_t aliases = 0;

		for (end = i; end < n && lu_str_eq(v[end].name, v[i].name); end++) aliases += v[end].alias != NULL;
		for (size_t k = i; k < end; k++) /* each of them is an assignment, too */
			if (v[k].alias && end - i > 2 * aliases) v[k].alias->import.alias.n = 0;
	}
	for (size_t i = 0; i < f->imports.n; i++)
		if (f->imports.v[i].import.module.n || f->imports.v[i].import.alias.n)
			f->imports.v[kept++] = f->imports.v[i];
	f->imports.n = kept;
	return LU_OK;
}

lu_code lu__imports_from_file(struct lu__build *b)
{
	struct lu__found *f = b->f;
	size_t d = 0, open = LU__NO_DEF;

	if (b->l->modules == LU__MODULES_DOTTED && drop_reassigned(b)) return LU_ENOMEM;
	for (size_t i = 0; i < f->imports.n; i++) {
		struct lu__import *im = &f->imports.v[i];
		lu_str in;

		for (; d < f->defs.n && f->defs.v[d].start <= im->at; d++)
			if (!f->defs.v[d].dropped) open = d;
		while (open != LU__NO_DEF && im->at >= f->defs.v[open].end) open = f->defs.v[open].parent;
		if (!im->relative || open == LU__NO_DEF) continue;
		if (!(in = inside(b, open)).s) return lu_nomem(b->e);
		if (in.n) im->import.module = from_file(b->a, im->import.module, in);
		if (!im->import.module.s) return lu_nomem(b->e);
	}
	return LU_OK;
}
