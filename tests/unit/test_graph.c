/* SPDX-License-Identifier: MIT
 * The resolver, against small code bases that are written down as text:
 *
 *	file LANGUAGE PATH MODULE       a file and its module element
 *	TYPE NAME                       an element; its parent is what NAME's prefix names, else the module
 *	static TYPE NAME, orphan TYPE NAME
 *	call SRC NAME [<TYPE>] = WANT   a call in SRC, with the visible type of its receiver ('_' for a blank)
 *	base SRC NAME = WANT            a base class
 *	import MODULE NAME ALIAS = WANT an import of the file; '-' for empty
 *
 * WANT is a grade and the names of the targets, "NAME@PATH" where a name is not enough, then "; REASON" if it
 * matters. Every set is resolved in several orders of its symbols, which must not change the result. */
#include "lucus/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum { MAX = 128, WORDS = 32 };

struct set {
	lu_arena a;
	lu_symbol sym[MAX];
	lu_ref ref[MAX];
	const char *want[MAX];
	size_t n_sym, n_ref;
	lu_str path, language;
	int64_t module;
};

/* Java's module a.b.Shop holds the class a.b.Shop, which is meant. */
static lu_symbol *find(struct set *s, lu_str name, lu_str path)
{
	lu_symbol *module = NULL;

	for (size_t i = 0; i < s->n_sym; i++) {
		if (!lu_str_eq(s->sym[i].name, name) || (path.n && !lu_str_eq(s->sym[i].path, path))) continue;
		if (!lu_str_eqz(s->sym[i].type, "module")) return &s->sym[i];
		if (!module) module = &s->sym[i];
	}
	return module;
}

static int64_t add_symbol(struct set *s, const char *type, lu_str name, bool orphan)
{
	lu_str outer = lu_str_before_last(name, '.');
	lu_symbol *up = outer.n ? find(s, outer, s->path) : NULL;
	lu_symbol *y = &s->sym[s->n_sym++];

	assert_true(s->n_sym < MAX);
	*y = (lu_symbol){ .id = 1000 - (int64_t)s->n_sym,
			  .type = lu_strz(type),
			  .name = name,
			  .path = s->path,
			  .language = s->language,
			  .parent = orphan ? 0
				    : up   ? up->id
					   : s->module,
			  .is_prototype = strcmp(type, "prototype") == 0 };
	return y->id;
}

static lu_str word(const char *w)
{
	return strcmp(w, "-") == 0 ? lu_strz("") : lu_strz(w);
}

static void add_ref(struct set *s, lu_edge_kind kind, char **w, int n)
{
	lu_ref *r = &s->ref[s->n_ref++];
	lu_symbol *src;

	assert_true(s->n_ref < MAX);
	*r = (lu_ref){ .kind = kind, .line = (uint32_t)s->n_ref, .count = 2 };
	if (kind == LU_EDGE_DEPENDS_ON) {
		assert_int_equal(n, 4);
		r->src = s->module;
		r->module = word(w[1]);
		r->name = word(w[2]);
		r->alias = word(w[3]);
		return;
	}
	src = find(s, lu_strz(w[1]), s->path);
	if (!src) fail_msg("no element '%s'", w[1]);
	r->src = src->id;
	if (kind == LU_EDGE_CALLS && strchr(w[2], '#')) { /* "run#2": with two arguments */
		r->args = (uint32_t)atoi(strchr(w[2], '#') + 1) + 1;
		*strchr(w[2], '#') = '\0';
	}
	r->name = lu_strz(w[2]);
	if (n < 4) return;
	for (char *p = w[3]; *p; p++)
		if (*p == '_') *p = ' ';
	r->receiver = lu_strn(w[3] + 1, strlen(w[3]) - 2);
}

static void add_line(struct set *s, char *line)
{
	char *want = strstr(line, " = "), *w[WORDS], *save = NULL;
	int n = 0;

	if (want) {
		*want = '\0';
		want += 3;
	}
	for (char *p = strtok_r(line, " \t", &save); p; p = strtok_r(NULL, " \t", &save)) w[n++] = p;
	if (!n) return;
	s->want[s->n_ref] = want;
	if (strcmp(w[0], "file") == 0) {
		s->language = lu_strz(w[1]);
		s->path = lu_strz(w[2]);
		s->module = 0;
		if (n > 3) s->module = add_symbol(s, "module", lu_strz(w[3]), true);
	} else if (strcmp(w[0], "call") == 0) {
		add_ref(s, LU_EDGE_CALLS, w, n);
	} else if (strcmp(w[0], "doc") == 0) {
		add_ref(s, LU_EDGE_DOCUMENTS, w, n);
	} else if (strcmp(w[0], "base") == 0) {
		add_ref(s, LU_EDGE_INHERITS_FROM, w, n);
	} else if (strcmp(w[0], "import") == 0) {
		add_ref(s, LU_EDGE_DEPENDS_ON, w, n);
	} else if (strcmp(w[0], "static") == 0) {
		add_symbol(s, w[1], lu_strz(w[2]), false);
		s->sym[s->n_sym - 1].is_static = true;
	} else if (strcmp(w[0], "takes") == 0) { /* the last element: so many arguments at least, and at most */
		s->sym[s->n_sym - 1].least = (uint8_t)(atoi(w[1]) + 1);
		s->sym[s->n_sym - 1].most = (uint8_t)(n > 2 ? atoi(w[2]) + 1 : 0);
	} else if (strcmp(w[0], "orphan") == 0) {
		add_symbol(s, w[1], lu_strz(w[2]), true);
	} else {
		add_symbol(s, w[0], lu_strz(w[1]), false);
	}
}

static void read_set(struct set *s, const char *text)
{
	char *copy, *save = NULL;

	memset(s, 0, sizeof *s);
	copy = (char *)(uintptr_t)lu_arena_dup(&s->a, lu_strz(text)).s;
	for (char *p = strtok_r(copy, "\n", &save); p; p = strtok_r(NULL, "\n", &save)) add_line(s, p);
}

static lu_symbol *by_id(struct set *s, int64_t id)
{
	for (size_t i = 0; i < s->n_sym; i++)
		if (s->sym[i].id == id) return &s->sym[i];
	return NULL;
}

/* Does the edge lead to the element that the word names? */
static bool leads_to(struct set *s, const lu_edge *edge, lu_str want)
{
	lu_str path = lu_str_after_last(want, '@');
	lu_symbol *y = by_id(s, edge->dst);

	if (path.n == want.n) path = lu_strz("");
	else want = lu_str_before_last(want, '@');
	if (!find(s, want, path)) fail_msg("no element '%.*s'", LU_FMT(want));
	return y && lu_str_eq(y->name, want) && (!path.n || lu_str_eq(y->path, path));
}

/* Candidates come by path, then by their place among the symbols. */
static bool in_order(struct set *s, const lu_edge *edge, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		lu_symbol *x = by_id(s, edge[i - 1].dst), *y = by_id(s, edge[i].dst);
		int c = x && y ? lu_str_cmp(x->path, y->path) : 1;

		if (c > 0 || (c == 0 && x >= y)) return false;
	}
	return true;
}

static void say(struct set *s, size_t ref, const lu_edges *edges)
{
	print_message("reference %zu: '%.*s' '%.*s', wanted %s, found:\n", ref, LU_FMT(s->ref[ref].module),
		      LU_FMT(s->ref[ref].name), s->want[ref]);
	for (size_t i = 0; i < edges->n; i++) {
		const lu_edge *e = &edges->v[i];

		if (e->ref != ref) continue;
		print_message("  %s; %s ", lu_grade_name(e->grade), e->reason);
		for (size_t k = 0; k < s->n_sym; k++)
			if (s->sym[k].id == e->dst)
				print_message("%.*s@%.*s", LU_FMT(s->sym[k].name), LU_FMT(s->sym[k].path));
		print_message("\n");
	}
	fail();
}

static bool ref_is_as_wanted(struct set *s, size_t ref, const lu_edge *edge, size_t n)
{
	char text[512], *reason, *save = NULL, *w;
	size_t i = 0;

	snprintf(text, sizeof text, "%s", s->want[ref]);
	reason = strstr(text, "; ");
	if (reason) {
		*reason = '\0';
		if (strcmp(reason + 2, edge[0].reason) != 0) return false;
	}
	w = strtok_r(text, " ", &save);
	if (!in_order(s, edge, n)) return false;
	for (size_t k = 0; k < n; k++)
		if (strcmp(lu_grade_name(edge[k].grade), w) != 0) return false;
	while ((w = strtok_r(NULL, " ", &save)) && i < n)
		if (!leads_to(s, &edge[i++], lu_strz(w))) return false;
	return !w && (i == n || (i == 0 && n == 1 && edge[0].dst == 0));
}

/* An edge to a constructor, after those of the references: tests/fixtures/graph/constructors. */
static bool is_made(const lu_edge *e)
{
	return strcmp(e->reason, LU_REASON_CONSTRUCTOR) == 0;
}

static void check_refs(struct set *s, const lu_edges *edges)
{
	size_t at = 0, last = edges->n;

	while (at < edges->n && edges->v[at].kind == LU_EDGE_CONTAINS) at++;
	while (last && (edges->v[last - 1].kind == LU_EDGE_TESTS || is_made(&edges->v[last - 1]))) last--;
	for (size_t ref = 0; ref < s->n_ref; ref++) {
		size_t n = 0;

		while (at + n < last && edges->v[at + n].ref == ref) n++;
		if (!n && s->ref[ref].kind == LU_EDGE_DOCUMENTS && strcmp(s->want[ref], "nothing") == 0) continue;
		assert_true(n > 0);
		assert_int_equal(edges->v[at].line, s->ref[ref].line);
		assert_int_equal(edges->v[at].count, s->ref[ref].count);
		assert_int_equal(edges->v[at].src, s->ref[ref].src);
		if (s->want[ref] && !ref_is_as_wanted(s, ref, &edges->v[at], n)) say(s, ref, edges);
		at += n;
	}
	assert_int_equal(at, last);
}

static void shuffle(struct set *s, unsigned seed)
{
	for (size_t i = s->n_sym; i > 1; i--) {
		size_t k = (seed = seed * 1103515245u + 12345u) / 65536u % i;
		lu_symbol y = s->sym[i - 1];

		s->sym[i - 1] = s->sym[k];
		s->sym[k] = y;
	}
}

static void check(const char *text)
{
	struct set s;

	read_set(&s, text);
	for (unsigned round = 0; round < 8; round++) {
		lu_arena a = { 0 };
		lu_edges edges;
		lu_err e = { 0 };

		assert_int_equal(lu_resolve(s.sym, s.n_sym, s.ref, s.n_ref, &a, &edges, &e), LU_OK);
		check_refs(&s, &edges);
		lu_arena_free(&a);
		shuffle(&s, round + 1);
	}
	lu_arena_free(&s.a);
}

/* ---- documentation ---- */

static void prose_names_what_stands_out(void **state)
{
	(void)state;
	check("file python src/till.py src.till\n"
	      "class src.till.Till\n"
	      "method src.till.Till.open\n"
	      "method src.till.Till.close_all\n"
	      "function src.till.helper\n"
	      "file python src/book.py src.book\n"
	      "class src.book.Ledger\n"
	      "method src.book.Ledger.open\n"
	      "function src.book.helper\n"
	      "function src.book.once\n"
	      "file c src/till.c src/till.c\n"
	      "prototype till_count\n"
	      "function till_count\n"
	      "file markdown docs/guide.md docs/guide.md\n"
	      "section Guide\n"
	      "doc Guide Till.open() = exact src.till.Till.open; qualified name\n"
	      "doc Guide src.book.Ledger = exact src.book.Ledger\n"
	      "doc Guide src.Ledger.open = unique src.book.Ledger.open; parts of a qualified name\n"
	      "doc Guide close_all = unique src.till.Till.close_all; only one of that name\n"
	      "doc Guide open() = ambiguous src.book.Ledger.open src.till.Till.open\n"
	      "doc Guide till_count = unique till_count\n"
	      /* a word is a word; with a capital it may be a type */
	      "doc Guide open = nothing\n"
	      "doc Guide once = nothing\n"
	      "doc Guide once() = unique src.book.once\n"
	      "doc Guide Ledger = unique src.book.Ledger\n"
	      "doc Guide Till.sum = nothing\n"
	      "doc Guide Guide = nothing\n"
	      "doc Guide no_such_thing() = nothing\n"
	      /* files: from the root, from the folder of the text, by the end of the path */
	      "doc Guide src/till.c = exact src/till.c; path\n"
	      "doc Guide ../src/till.c = exact src/till.c\n"
	      "doc Guide book.py = unique src.book; end of a path\n"
	      "doc Guide lib/book.py = nothing\n");
}

static void comments_name_what_is_near(void **state)
{
	(void)state;
	check("file python a.py a\n"
	      "class a.Till\n"
	      "method a.Till.open\n"
	      "method a.Till.close\n"
	      "function a.run\n"
	      "doc a.Till.open close = exact a.Till.close; documented beside it\n"
	      "doc a.Till close = exact a.Till.close\n"
	      "doc a.Till.open self.close() = exact a.Till.close\n"
	      "doc a.Till.open run = unique a.run; only one of that name in the file\n"
	      "doc a.Till.open open = nothing\n"
	      "file python b.py b\n"
	      "function b.run\n"
	      "function b.open\n"
	      "doc b.run open = exact b.open\n"
	      "doc b.run close = nothing\n");
}

/* ---- Python ---- */

static void python_scopes_go_from_the_inside_out(void **state)
{
	(void)state;
	check("file python src/a.py src.a\n"
	      "function src.a.outer\n"
	      "function src.a.outer.inner\n"
	      "function src.a.outer.inner.deep\n"
	      "function src.a.helper\n"
	      "function src.a.outer.helper\n"
	      "class src.a.Box\n"
	      "method src.a.Box.get\n"
	      "method src.a.Box.run\n"
	      "method src.a.Box.field\n"
	      "call src.a.outer.inner.deep helper = exact src.a.outer.helper; enclosing scope\n"
	      "call src.a.outer inner = exact src.a.outer.inner\n"
	      "call src.a.helper inner = unresolved; not defined here\n"
	      "call src.a.outer.inner outer = exact src.a.outer; same file\n"
	      "call src.a.helper helper = exact src.a.helper\n"
	      "call src.a.helper Box = exact src.a.Box\n"
	      "call src.a helper = exact src.a.helper\n"
	      /* a method is no plain name, but in the body of its class */
	      "call src.a.helper get = unresolved; not defined here\n"
	      "call src.a.Box.run get = unresolved\n"
	      "call src.a.Box field = unresolved\n"
	      "call src.a.Box.run print = unresolved; built-in\n"
	      "call src.a.helper outer.inner = unresolved; receiver of unknown type\n");
}

static void python_class_bodies_see_their_names(void **state)
{
	(void)state;
	check("file python a.py a\n"
	      "class a.Box\n"
	      "class a.Box.Inner\n"
	      "method a.Box.run\n"
	      "call a.Box Inner = exact a.Box.Inner\n"
	      "call a.Box.run Inner = unresolved\n"
	      "call a.Box.run self.Inner = exact a.Box.Inner\n"
	      "call a.Box.run Box.Inner = exact a.Box.Inner\n");
}

static void python_self_and_super(void **state)
{
	(void)state;
	check("file python a.py a\n"
	      "class a.Top\n"
	      "method a.Top.run\n"
	      "method a.Top.stop\n"
	      "class a.Left\n"
	      "method a.Left.stop\n"
	      "method a.Left.left\n"
	      "class a.Right\n"
	      "method a.Right.left\n"
	      "method a.Right.right\n"
	      "class a.Both\n"
	      "method a.Both.run\n"
	      "function a.Both.run.nested\n"
	      "class a.Other\n"
	      "method a.Other.run\n"
	      "base a.Left Top = exact a.Top; same file\n"
	      "base a.Right Top = exact a.Top\n"
	      "base a.Both Left = exact a.Left\n"
	      "base a.Both Right = exact a.Right\n"
	      "call a.Both.run self.run = exact a.Both.run; method of its class\n"
	      "call a.Other.run self.run = exact a.Other.run\n"
	      "call a.Both.run self.left = exact a.Left.left; inherited method\n"
	      "call a.Both.run self.right = exact a.Right.right; inherited method\n"
	      "call a.Both.run self.stop = exact a.Left.stop\n"
	      "call a.Both.run super.run = exact a.Top.run; inherited method\n"
	      "call a.Both.run super().run = exact a.Top.run\n"
	      "call a.Both.run.nested self.left = exact a.Left.left\n"
	      "call a.Both.run cls.right = exact a.Right.right\n"
	      "call a.Both.run self.missing = unresolved; not in its class\n"
	      "call a.Other.run super.run = unresolved\n"
	      "call a.Top.run Both.left = exact a.Left.left\n"
	      "call a.Top.run Both().left = exact a.Left.left\n"
	      "call a.Top.run super = unresolved; built-in\n");
}

static void python_unknown_bases_lower_the_grade(void **state)
{
	(void)state;
	check("file python a.py a\n"
	      "class a.Mixin\n"
	      "method a.Mixin.mix\n"
	      "class a.A\n"
	      "method a.A.run\n"
	      "class a.B\n"
	      "method a.B.run\n"
	      "base a.A External = unresolved; not defined here\n"
	      "base a.A Mixin = exact a.Mixin\n"
	      "base a.B Mixin = exact a.Mixin\n"
	      "base a.B External = unresolved\n"
	      "call a.A.run self.mix = unique a.Mixin.mix\n"
	      "call a.B.run self.mix = exact a.Mixin.mix\n"
	      "call a.B.run self.other = unresolved; not in its class, nor in the known bases\n");
}

static void inheritance_cycles_end(void **state)
{
	(void)state;
	check("file python a.py a\n"
	      "class a.A\n"
	      "method a.A.run\n"
	      "class a.B\n"
	      "method a.B.only\n"
	      "base a.A B = exact a.B\n"
	      "base a.B A = exact a.A\n"
	      "call a.A.run self.only = exact a.B.only\n"
	      "call a.A.run self.none = unresolved\n"
	      "call a.A.run super.run = unresolved\n");
}

static void python_a_class_is_not_its_own_base(void **state)
{
	(void)state;
	check("file python base.py base\n"
	      "class base.Config\n"
	      "file python a.py a\n"
	      "class a.Config\n"
	      "import base Config Config = exact base\n"
	      "base a.Config Config = exact base.Config; import\n");
}

static void python_imports_and_aliases(void **state)
{
	(void)state;
	check("file python src/pkg/__init__.py src.pkg\n"
	      "file python src/pkg/app.py src.pkg.app\n"
	      "class src.pkg.app.Flask\n"
	      "method src.pkg.app.Flask.run\n"
	      "method src.pkg.app.Flask.make\n"
	      "function src.pkg.app.create\n"
	      "file python src/pkg/sub/__init__.py src.pkg.sub\n"
	      "file python src/pkg/sub/deep.py src.pkg.sub.deep\n"
	      "import ..app create make = exact src.pkg.app; import\n"
	      "import .. app app = exact src.pkg.app\n"
	      "import ... app app3 = unresolved; external module\n"
	      "import ..... x x = unresolved\n"
	      "function src.pkg.sub.deep.f\n"
	      "call src.pkg.sub.deep.f make = exact src.pkg.app.create; import\n"
	      "call src.pkg.sub.deep.f create = unresolved\n"
	      "call src.pkg.sub.deep.f app.create = exact src.pkg.app.create\n"
	      "call src.pkg.sub.deep.f app.Flask.make = exact src.pkg.app.Flask.make\n"
	      "call src.pkg.sub.deep.f app.gone = unresolved; not in the module\n"
	      "file python tests/t.py tests.t\n"
	      "import pkg.app Flask Flask = exact src.pkg.app\n"
	      "import pkg.app Flask F = exact src.pkg.app\n"
	      "import pkg.app - - = exact src.pkg.app\n"
	      "import pkg.sub.deep - deep = exact src.pkg.sub.deep\n"
	      "import os.path - - = unresolved; standard library\n"
	      "import requests - - = unresolved; external module\n"
	      "function tests.t.t\n"
	      "call tests.t.t Flask = exact src.pkg.app.Flask; import\n"
	      "call tests.t.t F = exact src.pkg.app.Flask\n"
	      "call tests.t.t F.make = exact src.pkg.app.Flask.make\n"
	      "call tests.t.t F().make = exact src.pkg.app.Flask.make\n"
	      "call tests.t.t F().run().make = unique src.pkg.app.Flask.make\n"
	      "call tests.t.t pkg.app.create = exact src.pkg.app.create\n"
	      "call tests.t.t pkg.app.Flask.run = exact src.pkg.app.Flask.run\n"
	      "call tests.t.t deep.f = exact src.pkg.sub.deep.f\n"
	      "call tests.t.t os.path.join = unresolved; standard library\n"
	      "call tests.t.t requests.run = unresolved; external module\n"
	      "call tests.t.t x.run <Flask> = exact src.pkg.app.Flask.run; receiver of visible type\n"
	      "call tests.t.t x.run <'Flask'_|_None> = exact src.pkg.app.Flask.run\n"
	      "call tests.t.t x.run <Flask_|_int> = unresolved; type of the receiver is not here\n"
	      "call tests.t.t x.run <pkg.app.Flask> = exact src.pkg.app.Flask.run\n"
	      "call tests.t.t x.run <Missing> = unresolved; type of the receiver is not here\n"
	      "call tests.t.t x.walk <Flask> = unresolved; not in the type of the receiver\n");
}

static void python_re_exports(void **state)
{
	(void)state;
	check("file python flask/__init__.py flask\n"
	      "import .app Flask Flask = exact flask.app\n"
	      "import .app Flask Application = exact flask.app\n"
	      "import . helpers helpers = exact flask.helpers\n"
	      "import .star * - = exact flask.star\n"
	      "import json - - = unresolved; standard library\n"
	      "file python flask/app.py flask.app\n"
	      "class flask.app.Flask\n"
	      "method flask.app.Flask.run\n"
	      "file python flask/helpers.py flask.helpers\n"
	      "function flask.helpers.url\n"
	      "file python flask/json/__init__.py flask.json\n"
	      "file python flask/star.py flask.star\n"
	      "function flask.star.twinkle\n"
	      "function flask.star._private\n"
	      "file python main.py main\n"
	      "import flask Application App = exact flask\n"
	      "import flask helpers helpers = exact flask.helpers\n"
	      "import flask twinkle twinkle = exact flask\n"
	      "import flask _private _private = exact flask\n"
	      "import flask * - = exact flask\n"
	      "import flask - - = exact flask\n"
	      "function main.f\n"
	      "call main.f App = exact flask.app.Flask; import\n"
	      "call main.f App.run = exact flask.app.Flask.run\n"
	      "call main.f Flask = exact flask.app.Flask; star import\n"
	      "call main.f twinkle = exact flask.star.twinkle\n"
	      "call main.f _private = unresolved\n"
	      "call main.f helpers.url = exact flask.helpers.url\n"
	      "call main.f flask.helpers.url = exact flask.helpers.url\n"
	      "call main.f flask.Flask.run = exact flask.app.Flask.run\n"
	      "call main.f flask.json.dumps = unresolved; standard library\n");
}

static void python_re_exports_stop(void **state)
{
	(void)state;
	/* six steps are one too many; a circle of re-exports ends */
	check("file python m0.py m0\nfunction m0.deep\n"
	      "file python m1.py m1\nimport m0 deep deep = exact m0\n"
	      "file python m2.py m2\nimport m1 deep deep = exact m1\n"
	      "file python m3.py m3\nimport m2 deep deep = exact m2\n"
	      "file python m4.py m4\nimport m3 deep deep = exact m3\n"
	      "file python m5.py m5\nimport m4 deep deep = exact m4\nfunction m5.f\n"
	      "call m5.f deep = exact m0.deep\n"
	      "file python m6.py m6\nimport m5 deep deep = exact m5\nfunction m6.f\n"
	      "call m6.f deep = unresolved\n"
	      "file python x.py x\nimport y loop loop = exact y\nimport y * - = exact y\n"
	      "file python y.py y\nimport x loop loop = exact x\nimport x * - = exact x\nfunction y.f\n"
	      "call y.f loop = unresolved\n"
	      "call y.f deep = unresolved\n");
}

static void python_shadowed_and_doubtful_imports(void **state)
{
	(void)state;
	check("file python one.py one\nfunction one.load\nfunction one.dump\n"
	      "file python two.py two\nfunction two.load\nfunction two.dump\n"
	      "file python a.py a\n"
	      "import one load load = exact one\n"
	      "import one dump dump = exact one\n"
	      "import two dump dump = exact two\n"
	      "import fast scan scan = unresolved; external module\n"
	      "import one load scan = exact one\n"
	      "function a.load\n"
	      "function a.f\n"
	      "call a.f load = ambiguous a.load one.load; same file\n" /* a function may import it */
	      "call a.f dump = ambiguous one.dump two.dump; import\n"
	      "call a.f scan = unique one.load; import\n");
}

static void python_modules_by_the_end_of_their_names(void **state)
{
	(void)state;
	check("file python src/flask/__init__.py src.flask\n"
	      "file python src/flask/logging.py src.flask.logging\nfunction src.flask.logging.make\n"
	      "file python src/flask/views.py src.flask.views\n"
	      "import logging - - = unresolved; standard library\n" /* that beside it is in a package */
	      "import views - - = unresolved; external module\n"
	      "import flask.logging make make = exact src.flask.logging\n"
	      "file python one/util.py one.util\n"
	      "file python one/job.py one.job\n"
	      "import util - - = exact one.util\n"
	      "import two.util - - = exact two.util\n"
	      "file python two/util.py two.util\n"
	      "file python top.py top\n"
	      "import util - - = ambiguous one.util two.util\n"
	      "import util go go = ambiguous one.util two.util\n"
	      "function top.f\n"
	      "call top.f util.go = unresolved; ambiguous import\n"
	      "call top.f go = unresolved; ambiguous import\n"
	      "file python deep/one/x/y.py deep.one.x.y\n"
	      "file python deep/other/lib/tool.py deep.other.lib.tool\n"
	      "file python far/lib/tool.py far.lib.tool\n"
	      "file python deep/two/z.py deep.two.z\n"
	      "import lib.tool - - = exact deep.other.lib.tool\n"  /* the nearer one */
	      "import lib tool tool = exact deep.other.lib.tool\n" /* lib has no __init__ */
	      "file python lone/json.py lone.json\n"
	      "file python lone/a.py lone.a\n"
	      "import json - - = exact lone.json\n" /* what a script there would see */
	      "file python elsewhere/b.py elsewhere.b\n"
	      "import json - - = unresolved; standard library\n");
}

static void python_guesses_only_what_is_alone(void **state)
{
	(void)state;
	check("file python lib.py lib\n"
	      "class lib.Pool\n"
	      "method lib.Pool.acquire_all\n"
	      "method lib.Pool.get\n"
	      "method lib.Pool.twice\n"
	      "function lib.plain\n"
	      "class lib.Twin\n"
	      "method lib.Twin.twice\n"
	      "file python far.py far\n"
	      "class far.Far\n"
	      "method far.Far.far_away\n"
	      "file python a.py a\n"
	      "import lib - - = exact lib\n"
	      "class a.A\n"
	      "method a.A.own_way\n"
	      "method a.A.call_it\n"
	      "call a.A.call_it pool.acquire_all = unique lib.Pool.acquire_all; only method of this name in "
	      "reach\n"
	      "call a.A.call_it self.pool.acquire_all = unique lib.Pool.acquire_all\n"
	      "call a.A.call_it make().acquire_all = unique lib.Pool.acquire_all\n"
	      "call a.A.call_it pools[].acquire_all = unique lib.Pool.acquire_all\n"
	      "call a.A.call_it pool.get = unresolved; receiver of unknown type, common method name\n"
	      "call a.A.call_it pool.twice = unresolved; receiver of unknown type\n"
	      "call a.A.call_it pool.plain = unresolved\n"
	      "call a.A.call_it x.far_away = unresolved\n"
	      "call a.A.call_it other.own_way = unresolved\n" /* likely another class: it is not self */
	      "call a.A.own_way other.own_way = unresolved\n"
	      "function a.make\n"
	      "class a.make.Local\n"
	      "method a.make.Local.hide\n"
	      "function a.test\n"
	      "call a.test other.own_way = unique a.A.own_way\n"
	      "call a.test other.hide = unresolved\n" /* of a class that only make() knows */
	      "file python test_x.py test_x\n"
	      "class test_x.TestIt\n"
	      "method test_x.TestIt.check_it\n"
	      "function test_x.test_more\n"
	      "call test_x.test_more x.check_it = unresolved\n"
	      "file python a2.py a2\n"
	      "import a A A = exact a\n"
	      "function a2.f\n"
	      "call a2.f x.own_way = unique a.A.own_way\n"
	      "call a2.f str.own_way = unresolved; built-in\n"
	      "call a2.f own_way = unresolved; not defined here\n");
}

static void overloads_lead_to_the_definition(void **state)
{
	(void)state;
	/* Python's @overload and TypeScript's signatures are declarations without a body */
	check("file python a.py a\nprototype a.f\nprototype a.f\nfunction a.f\nfunction a.g\n"
	      "class a.A\nprototype a.A.m\nmethod a.A.m\nmethod a.A.n\n"
	      "call a.g f = exact a.f\n"
	      "call a.A.n self.m = exact a.A.m\n");
}

static void redefinitions_are_ambiguous(void **state)
{
	(void)state;
	check("file python a.py a\n"
	      "function a.f\n"
	      "call a.f g = ambiguous a.g a.g\n"
	      "call a.f h = exact a.h\n"
	      "function a.h\n"
	      "constant a.h\n"
	      "function a.g\n"
	      "function a.g\n");
	check("file python a.py a\nfunction a.g\nfunction a.f\ncall a.f g = exact a.g\nconstant a.g\n");
}

static void python_guesses_nothing_that_has_rivals(void **state)
{
	(void)state;
	check("file python near.py near\n"
	      "class near.Query\n"
	      "method near.Query.narrow\n"
	      "method near.Query.widen\n"
	      "method near.Query.fold_up\n"
	      "class near.Child\n"
	      "method near.Child.stretch\n"
	      "base near.Child far.Parent = exact far.Parent\n"
	      "import far - - = exact far\n"
	      "file python far.py far\n"
	      "class far.Manager\n" /* not in reach of a.py, and not of the family */
	      "method far.Manager.narrow\n"
	      "class far.Special\n"
	      "method far.Special.widen\n"
	      "base far.Special near.Query = exact near.Query\n"
	      "import near - - = exact near\n"
	      "class far.Parent\n"
	      "method far.Parent.stretch\n"
	      "file python tests/test_far.py tests.test_far\n"
	      "class tests.test_far.Fake\n"
	      "method tests.test_far.Fake.fold_up\n"
	      "file python a.py a\n"
	      "import near - - = exact near\n"
	      "function a.f\n"
	      "call a.f q.narrow = unresolved; receiver of unknown type\n"
	      "call a.f q.widen = unique near.Query.widen; only method of this name in reach\n"
	      "call a.f q.fold_up = unique near.Query.fold_up\n"
	      "call a.f q.stretch = unresolved\n"); /* Parent's, most likely */
}

/* ---- C ---- */

static void c_headers_of_two_minds(void **state)
{
	(void)state;
	check("file c part.h part.h\n"
	      "prototype part_on\n" /* #ifdef PARTS ... #else ... #endif */
	      "static function part_on\n"
	      "prototype part_off\n"
	      "macro part_off\n"
	      "prototype part_out\n"
	      "static function part_out\n"
	      "static prototype part_in\n"
	      "static function part_in\n"
	      "file c wrap.h wrap.h\n"
	      "import part.h - - = exact part.h\n"
	      "macro part_wrapped\n"
	      "file c part.c part.c\n"
	      "import part.h - - = exact part.h\n"
	      "function part_on\n"
	      "function part_off\n"
	      "call part_on part_on = exact part_on@part.c; same file\n"
	      "file c decl.h decl.h\n"
	      "prototype part_wrapped\n"
	      "file c use.c use.c\n"
	      "import wrap.h - - = exact wrap.h\n"
	      "import decl.h - - = exact decl.h\n"
	      "function use\n"
	      "call use part_on = unique part_on@part.c part_on@part.h; one definition for each build\n"
	      "call use part_off = unique part_off@part.c part_off@part.h\n"
	      "call use part_out = unique part_out part_out\n"
	      "call use part_in = exact part_in; included file\n"
	      "call use part_wrapped = exact part_wrapped@wrap.h; included file\n"
	      "file c lost.c lost.c\n"
	      "function lost\n"
	      "call lost part_out = ambiguous part_out part_out; declarations of this name\n");
}

static void c_scopes_and_linkage(void **state)
{
	(void)state;
	check("file c include/db.h include/db.h\n"
	      "prototype db_open\n"
	      "prototype db_shut\n"
	      "prototype db_only\n"
	      "static function db_inline\n"
	      "macro DB_MAX\n"
	      "file c src/db.c src/db.c\n"
	      "import db.h - - = exact include/db.h\n"
	      "import <stdio.h> - - = unresolved; system header\n"
	      "import <sys/db.h> - - = unresolved; system header\n"
	      "import gone.h - - = unresolved; no such file\n"
	      "function db_open\n"
	      "function db_shut\n"
	      "static function check\n"
	      "call db_open check = exact check@src/db.c; same file\n"
	      "call db_open db_shut = exact db_shut@src/db.c; same file\n"
	      "file c src/main.c src/main.c\n"
	      "import ../include/db.h - - = exact include/db.h\n"
	      "import ./util.h - - = exact src/util.h\n"
	      "function main\n"
	      "function extra\n"
	      "prototype local_only\n"
	      "static function check\n"
	      "call main check = exact check@src/main.c\n"
	      "call main db_open = exact db_open@src/db.c; definition of what a header declares\n"
	      "call main db_only = exact db_only; declaration\n"
	      "call main db_inline = exact db_inline; included file\n"
	      "call main DB_MAX = exact DB_MAX\n"
	      "call main lone = unique lone; only definition of this name\n"
	      "call main hidden = unresolved; not defined here\n"
	      "call main LONE_MACRO = unresolved; not defined here\n"
	      "call main twice = ambiguous twice@src/lone.c twice@src/other.c\n"
	      "call main deep_fn = exact deep_fn@src/deep.h\n"
	      "call main local_only = exact local_only; declaration\n"
	      "call main p.fn = unresolved; receiver of unknown type\n"
	      "call main lone.fn = unresolved; receiver of unknown type\n"
	      "call main declared_somewhere = unique declared_somewhere; only declaration of this name\n"
	      "file c src/util.h src/util.h\n"
	      "import deep.h - - = exact src/deep.h\n"
	      "file c src/deep.h src/deep.h\n"
	      "import util.h - - = exact src/util.h\n" /* a circle */
	      "static function deep_fn\n"
	      "file c src/lone.c src/lone.c\n"
	      "function lone\n"
	      "static function hidden\n"
	      "macro LONE_MACRO\n"
	      "function twice\n"
	      "function free\n"
	      "call lone free = exact free; same file\n"
	      "file c src/other.c src/other.c\n"
	      "function twice\n"
	      "function other\n"
	      "call other free = unresolved; library function\n"
	      "call other check = unresolved; not defined here\n"
	      "file c src/far.h src/far.h\n"
	      "prototype declared_somewhere\n");
}

static void c_prefers_the_definition_beside_its_header(void **state)
{
	(void)state;
	check("file c one/one.h one/one.h\nprototype usage\n"
	      "file c one/one.c one/one.c\nimport one.h - - = exact one/one.h\nfunction usage\n"
	      "file c one/main.c one/main.c\nimport one.h - - = exact one/one.h\nfunction main\n"
	      "call main usage = exact usage@one/one.c\n"
	      "file c two/two.c two/two.c\nfunction usage\n"
	      "file c two/main.c two/main.c\nfunction main\n"
	      "call main usage = ambiguous usage@one/one.c usage@two/two.c\n");
}

static void c_includes(void **state)
{
	(void)state;
	check("file c include/lib/x.h include/lib/x.h\n"
	      "file c compat/errno.h compat/errno.h\n"
	      "file c a/config.h a/config.h\n"
	      "file c b/config.h b/config.h\n"
	      "file c a/a.c a/a.c\n"
	      "import config.h - - = exact a/config.h\n"
	      "import <lib/x.h> - - = exact include/lib/x.h\n"
	      "import <x.h> - - = exact include/lib/x.h\n"
	      "import <config.h> - - = unresolved; system header\n"
	      "import <errno.h> - - = unresolved; system header\n"
	      "import x.h - - = exact include/lib/x.h\n"
	      "import ../../../up.h - - = unresolved\n"
	      "import ib/x.h - - = unresolved\n"
	      "file c c/c.c c/c.c\n"
	      "import config.h - - = ambiguous a/config.h b/config.h\n");
}

static void c_types_of_receivers(void **state)
{
	(void)state;
	check("file c ops.h ops.h\n"
	      "struct ops\n"
	      "field ops.open\n"
	      "file c a.c a.c\n"
	      "import ops.h - - = exact ops.h\n"
	      "function run\n"
	      "call run p.open <const_struct_ops_*> = exact ops.open; receiver of visible type\n"
	      "call run p.shut <struct_ops_*> = unresolved\n"
	      "call run ops = unresolved\n"); /* a type is not called */
}

/* ---- JavaScript, TypeScript ---- */

static void script_modules(void **state)
{
	(void)state;
	check("file javascript lib/router/index.js lib.router\n"
	      "function lib.router.route\n"
	      "class lib.router.Router\n"
	      "method lib.router.Router.handle\n"
	      "function lib.router.param\n"
	      "function lib.router.Router.prototype_free\n"
	      "file javascript lib/util.mjs lib.util\n"
	      "function lib.util.merge\n"
	      "file javascript lib/all.js lib.all\n"
	      "import ./router route go = exact lib.router\n"
	      "import ./util * - = exact lib.util\n"
	      "import ./router * routing = exact lib.router\n"
	      "file javascript lib/app.js lib.app\n"
	      "import ./router route route = exact lib.router\n"
	      "import ./router/ param p = exact lib.router\n"
	      "import ./router/index.js * R = exact lib.router\n"
	      "import ./router default Router = exact lib.router\n"
	      "import ./router default Missing = exact lib.router\n"
	      "import ./util - util = exact lib.util\n"
	      "import ./all go jump = exact lib.all\n"
	      "import ./all merge merge = exact lib.all\n"
	      "import ./all routing routing = exact lib.all\n"
	      "import express default express = unresolved; external module\n"
	      "import ../../out x x = unresolved; no such file\n"
	      "import ./gone x x = unresolved; no such file\n"
	      "function lib.app.f\n"
	      "call lib.app.f route = exact lib.router.route; import\n"
	      "call lib.app.f p = exact lib.router.param\n"
	      "call lib.app.f R.route = exact lib.router.route\n"
	      "call lib.app.f R.Router = exact lib.router.Router\n"
	      "call lib.app.f Router = exact lib.router.Router; import\n"
	      "call lib.app.f Router.handle = exact lib.router.Router.handle\n"
	      "call lib.app.f Missing = unresolved\n"
	      "call lib.app.f util.merge = exact lib.util.merge\n"
	      "call lib.app.f util = unresolved; what the module exports is not known\n"
	      "call lib.app.f jump = exact lib.router.route\n"
	      "call lib.app.f merge = exact lib.util.merge\n"
	      "call lib.app.f routing.param = exact lib.router.param\n"
	      "call lib.app.f express = unresolved; external module\n"
	      "call lib.app.f express.Router = unresolved; external module\n"
	      "call lib.app.f Math.max = unresolved; built-in\n"
	      "call lib.app.f x.handle <Router> = exact lib.router.Router.handle\n"
	      "call lib.app.f exports.f = exact lib.app.f\n"
	      "call lib.app.f module.exports.f = exact lib.app.f\n");
}

static void script_required_classes(void **state)
{
	(void)state;
	check("file javascript lib/base.js lib.base\n"
	      "class lib.base.Base\n"
	      "method lib.base.Base.start\n"
	      "method lib.base.Base.constructor\n"
	      "file javascript lib/sub.js lib.sub\n"
	      "import ./base - Base = exact lib.base\n"
	      "class lib.sub.Sub\n"
	      "method lib.sub.Sub.run\n"
	      "method lib.sub.Sub.start\n"
	      "base lib.sub.Sub Base = exact lib.base.Base; import\n"
	      "call lib.sub.Sub.run this.start = exact lib.sub.Sub.start; method of its class\n"
	      "call lib.sub.Sub.run super.start = exact lib.base.Base.start; inherited method\n"
	      "call lib.sub.Sub.run super = exact lib.base.Base; base class\n"
	      "call lib.sub.Sub.run Base = exact lib.base.Base\n"
	      "call lib.sub.Sub.run Base.start = exact lib.base.Base.start\n"
	      "call lib.sub.Sub.run start = unresolved\n");
}

static void script_objects(void **state)
{
	(void)state;
	check("file javascript lib/app.js lib.app\n"
	      "constant lib.app.app\n"
	      "function lib.app.app.use\n"
	      "function lib.app.proto.handle\n"
	      "function lib.app.View\n"
	      "function lib.app.View.lookup\n"
	      "function lib.app.run\n"
	      "constant lib.app.table\n"
	      "method lib.app.table.draw\n"
	      "call lib.app.run app.use = exact lib.app.app.use\n"
	      "call lib.app.run use = unresolved\n" /* a member is no plain name */
	      "call lib.app.run handle = unresolved\n"
	      "call lib.app.run table.draw = exact lib.app.table.draw; member of an object\n"
	      "call lib.app.table.draw this.draw = exact lib.app.table.draw\n"
	      "call lib.app.run View = exact lib.app.View\n"
	      "call lib.app.View lookup = exact lib.app.View.lookup; enclosing scope\n"
	      "call lib.app.run View.lookup = unresolved\n" /* nested, not a member */
	      "file javascript lib/use.js lib.use\n"
	      "import ./app - application = exact lib.app\n"
	      "import npa - npa = unresolved; external module\n"
	      "constant lib.use.application\n" /* what `const application = require("./app")` is besides */
	      "constant lib.use.npa\n"
	      "function lib.use.f\n"
	      "call lib.use.f application.handle = exact lib.app.proto.handle\n"
	      "call lib.use.f npa.run = unresolved; external module\n"
	      "call lib.use.f thing.run = unique lib.app.run\n"
	      "call lib.use.f thing.lookup = unresolved\n");
}

/* Which objects a script meets, its imports do not tell. */
static void script_guesses(void **state)
{
	(void)state;
	check("file typescript context.ts context\n"
	      "class context.Context\n"
	      "method context.Context.render\n"
	      "method context.Context.head_of\n"
	      "method context.Context.text\n"
	      "file typescript request.ts request\n"
	      "class request.Request\n"
	      "method request.Request.head_of\n"
	      "file python request.py other\n"
	      "class other.Other\n"
	      "method other.Other.render\n" /* no object of a script */
	      "file typescript use.ts use\n"
	      "import ./context Context Context = exact context\n"
	      "function use.pack\n"
	      "function use.f\n"
	      "call use.f c.render = unique context.Context.render; only method of this name in reach\n"
	      "call use.f c.req.head_of = unresolved; receiver of unknown type\n"
	      "call use.f res.text = unresolved; receiver of unknown type, common method name\n"
	      "call use.f coder.pack = unresolved\n" /* f calls its file's function by its name */
	      "file typescript far.ts far\n"
	      "import ./use * use = exact use\n"
	      "function far.g\n"
	      "call far.g coder.pack = unique use.pack\n"
	      "function far.layer.hook\n"
	      "call far.g layer.hook = unresolved\n"
	      "call far.g other.hook = unresolved\n" /* g would name the object */
	      "file typescript farther.ts farther\n"
	      "import ./far * far = exact far\n"
	      "function farther.h\n"
	      "call farther.h layer.hook = unique far.layer.hook\n");
}

static void typescript_modules(void **state)
{
	(void)state;
	check("file typescript src/model.ts src.model\n"
	      "interface src.model.Shape\n"
	      "method src.model.Shape.area\n"
	      "class src.model.Square\n"
	      "method src.model.Square.side\n"
	      "file javascript src/model.js src.model\n"
	      "class src.model.Square\n"
	      "file tsx src/view/index.tsx src.view\n"
	      "function src.view.View\n"
	      "file typescript src/types.d.ts src.types\n"
	      "interface src.types.T\n"
	      "file typescript src/main.ts src.main\n"
	      "import ./model.js Square Square = exact src.model@src/model.ts\n"
	      "import ./model Shape Shape = exact src.model@src/model.ts\n"
	      "import ./view View View = exact src.view\n"
	      "import . x x = unresolved; no such file\n"
	      "import ./types T T = exact src.types\n"
	      "class src.main.Tile\n"
	      "method src.main.Tile.draw\n"
	      "base src.main.Tile Square = exact src.model.Square@src/model.ts\n"
	      "base src.main.Tile Shape = exact src.model.Shape\n"
	      "call src.main.Tile.draw this.side = exact src.model.Square.side\n"
	      "call src.main.Tile.draw this.area = exact src.model.Shape.area\n"
	      "call src.main.Tile.draw View = exact src.view.View\n"
	      "call src.main.Tile.draw s.area <Shape<number>> = exact src.model.Shape.area\n"
	      "call src.main.Tile.draw Shape = unresolved\n" /* an interface is not called */
	      "file javascript src/old.js src.old\n"
	      "import ./model Square Square = exact src.model@src/model.js\n");
}

/* ---- Go ---- */

static void go_packages(void **state)
{
	(void)state;
	check("file go command.go cobra.command\n"
	      "struct cobra.Command\n"
	      "method cobra.Command.Execute\n"
	      "function cobra.helper\n"
	      "import fmt - - = unresolved; standard library\n"
	      "import github.com/spf13/pflag - - = unresolved; external module\n"
	      "import github.com/spf13/cobra/doc - - = exact doc.man\n"
	      "call cobra.Command.Execute c.ExecuteC <*Command> = exact cobra.Command.ExecuteC\n"
	      "call cobra.Command.Execute c.Execute <Command> = exact cobra.Command.Execute\n"
	      "call cobra.Command.Execute c.Base <Command> = exact cobra.Base.Base\n"
	      "call cobra.Command.Execute shared = exact cobra.shared; same package\n"
	      "call cobra.Command.Execute helper = exact cobra.helper; same file\n"
	      "call cobra.Command.Execute Execute = unresolved\n"
	      "call cobra.Command.Execute append = unresolved; built-in\n"
	      "call cobra.Command.Execute fmt.Println = unresolved; standard library\n"
	      "call cobra.Command.Execute pflag.Parse = unresolved; external module\n"
	      "call cobra.Command.Execute doc.Gen = exact doc.Gen; import\n"
	      "call cobra.Command.Execute doc.Gone = unresolved; not in the package\n"
	      "call cobra.Command.Execute w.Emit <doc.Writer> = exact doc.Writer.Emit\n"
	      "call cobra.Command.Execute doc.Writer = exact doc.Writer\n"
	      "call cobra.Command.Execute x.Emit = unique doc.Writer.Emit\n"
	      "call cobra.Command.Execute x.String = unresolved; receiver of unknown type, common method "
	      "name\n"
	      "call cobra.Command.Execute Command.ExecuteC = exact cobra.Command.ExecuteC\n"
	      "base cobra.Command Base = exact cobra.Base; same package\n"
	      "file go args.go cobra.args\n"
	      "struct cobra.Base\n"
	      "method cobra.Base.Base\n"
	      "method cobra.Command.ExecuteC\n" /* of a type in another file: its parent is the module */
	      "function cobra.shared\n"
	      "file go command_test.go cobra_test.command_test\n"
	      "function cobra_test.TestIt\n"
	      "import github.com/spf13/cobra - - = exact cobra.args\n"
	      "call cobra_test.TestIt cobra.shared = exact cobra.shared\n"
	      "call cobra_test.TestIt shared = unresolved\n"
	      "file go doc/man.go doc.man\n"
	      "function doc.Gen\n"
	      "struct doc.Writer\n"
	      "method doc.Writer.Emit\n"
	      "method doc.Writer.String\n"
	      "import github.com/spf13/cobra - cmd = exact cobra.args; package\n"
	      "import github.com/spf13/cobra - . = exact cobra.args\n"
	      "import github.com/pkg/doc - _ = unresolved; external module\n"
	      "call doc.Gen cmd.shared = exact cobra.shared\n"
	      "call doc.Gen helper = exact cobra.helper; star import\n"
	      "call doc.Gen cobra.shared = unresolved\n");
}

static void go_import_paths(void **state)
{
	(void)state;
	check("file go errors/errors.go errors.errors\nfunction errors.New\n"
	      "file go api/v2/api.go api.api\nfunction api.Call\n"
	      "file go store/store.go storage.store\nfunction storage.Open\n"
	      "file go vendor/github.com/o/dep/dep.go dep.dep\nfunction dep.F\n"
	      "file go main.go main.main\n"
	      "function main.main\n"
	      "import github.com/x/y/errors - - = exact errors.errors\n"
	      "import github.com/x/y/api/v2 - - = exact api.api\n"
	      "import github.com/x/y/store - - = exact storage.store\n"
	      "import github.com/pkg/errors - perr = unresolved; external module\n" /* is another's */
	      "import github.com/o/dep - - = exact dep.dep\n"
	      "import gopkg.in/yaml.v3 - - = unresolved\n"
	      "import github.com/o/go-toml/v2 - - = unresolved\n"
	      "import github.com/o/ini-go - - = unresolved\n"
	      "import errors - - = unresolved; standard library\n"
	      "call main.main errors.New = unique errors.New\n"
	      "call main.main api.Call = exact api.Call\n"
	      "call main.main storage.Open = exact storage.Open\n" /* the package's own name */
	      "call main.main perr.New = unresolved; external module\n"
	      "call main.main dep.F = exact dep.F\n"
	      "call main.main yaml.Parse = unresolved; external module\n"
	      "call main.main toml.Parse = unresolved; external module\n"
	      "call main.main ini.Parse = unresolved; external module\n");
}

static void go_guesses(void **state)
{
	(void)state;
	check("file go tui/tui.go tui.tui\nstruct tui.Color\nmethod tui.Color.Shade\nmethod tui.Color.Show\n"
	      "file go util/chars.go util.chars\nstruct util.Chars\nmethod util.Chars.Show\n"
	      "file go main.go main.main\n"
	      "import github.com/x/y/tui - - = exact tui.tui\n"
	      "function main.main\n"
	      "call main.main c.Shade = unique tui.Color.Shade\n"
	      /* a field of a token may be of a type that the file does not import */
	      "call main.main token.text.Show = unresolved; receiver of unknown type\n");
}

static void go_roots_below_the_top(void **state)
{
	(void)state;
	check("file go checkout/a/a.go a.a\nfunction a.F\n"
	      "file go checkout/b/b.go b.b\nfunction b.F\n"
	      "import github.com/x/y/a - - = exact a.a\n"
	      "file go checkout/log/log.go log.log\nfunction log.F\n"
	      "file go checkout/c/c.go c.c\nfunction c.F\n"
	      "import github.com/x/y/a - - = exact a.a\n"
	      "import github.com/x/y/b - - = exact b.b\n"
	      "import github.com/other/log - - = unresolved\n");
}

static void go_build_tags_give_each_build_one(void **state)
{
	(void)state;
	check("file go sys_linux.go sys.sys_linux\nfunction sys.open_it\nfunction sys.here\n"
	      "call sys.here open_it = exact sys.open_it@sys_linux.go\n"
	      "file go sys_windows.go sys.sys_windows\nfunction sys.open_it\n"
	      "file go use.go sys.use\nfunction sys.use_it\n"
	      "call sys.use_it open_it = unique sys.open_it@sys_linux.go sys.open_it@sys_windows.go; one definition "
	      "for "
	      "each build\n");
}

/* ---- any language ---- */

static void unknown_languages_are_not_guessed(void **state)
{
	(void)state;
	check("file cobol a.cob a\n"
	      "class a.A\n"
	      "method a.A.run\n"
	      "function a.f\n"
	      "import b x x = unresolved; imports of this language are not followed\n"
	      "call a.A.run self.run = exact a.A.run\n"
	      "call a.A.run f = exact a.f\n"
	      "call a.A.run run = unresolved\n"
	      "call a.A.run p.run = unresolved; receiver of unknown type\n"
	      "call a.A.run g = unresolved\n"
	      "file cobol b.cob b\nfunction b.g\n");
}

/* ---- languages of packages and namespaces ---- */

static void java_overloads(void **state)
{
	(void)state;
	check("file java a/Base.java a.Base\n"
	      "class a.Base\n"
	      "method a.Base.lay\ntakes 3 3\n"
	      "file java a/Till.java a.Till\n"
	      "class a.Till\n"
	      "base a.Till Base = exact a.Base\n"
	      "method a.Till.lay\ntakes 0 0\n"
	      "method a.Till.lay\ntakes 1 1\n"
	      "method a.Till.pay\ntakes 1 1\n"
	      "method a.Till.pay\ntakes 1\n"
	      "method a.Till.run\n"
	      "call a.Till.run lay#0 = exact a.Till.lay; method of its class\n"
	      "call a.Till.run lay#1 = exact a.Till.lay\n"
	      "call a.Till.run lay = ambiguous a.Till.lay a.Till.lay\n" /* lay::x tells no number */
	      "call a.Till.run lay#3 = exact a.Base.lay; inherited method\n"
	      "call a.Till.run lay#7 = unresolved; takes another number of arguments\n"
	      "call a.Till.run pay#2 = exact a.Till.pay\n"
	      "call a.Till.run pay#1 = ambiguous a.Till.pay a.Till.pay\n" /* the types decide */
	      "call a.Till.run Base#7 = exact a.Base\n");
}

/* Which one of several: the numbers of arguments choose it, whatever the order. */
static void java_overloads_by_number(void **state)
{
	struct set s;
	lu_arena a = { 0 };
	lu_edges edges;
	size_t calls = 0;

	(void)state;
	read_set(&s, "file java a/Till.java a.Till\n"
		     "class a.Till\n"
		     "method a.Till.lay\ntakes 0 0\n"
		     "method a.Till.lay\ntakes 1 1\n"
		     "method a.Till.lay\ntakes 2\n"
		     "method a.Till.run\n"
		     "call a.Till.run lay#0\n"
		     "call a.Till.run lay#1\n"
		     "call a.Till.run lay#9\n");
	assert_int_equal(lu_resolve(s.sym, s.n_sym, s.ref, s.n_ref, &a, &edges, NULL), LU_OK);
	for (size_t i = 0; i < edges.n; i++) {
		if (edges.v[i].kind != LU_EDGE_CALLS) continue;
		assert_int_equal(by_id(&s, edges.v[i].dst)->least, calls + 1);
		calls++;
	}
	assert_int_equal(calls, 3);
	lu_arena_free(&a);
	lu_arena_free(&s.a);
}

static void java_names_go_by_package(void **state)
{
	(void)state;
	check("file java app/a/Base.java a.b.Base\n"
	      "class a.b.Base\n"
	      "method a.b.Base.ping\n"
	      "method a.b.Base.pong\n"
	      "file java app/a/Shop.java a.b.Shop\n"
	      "class a.b.Shop\n"
	      "constructor a.b.Shop.Shop\n"
	      "method a.b.Shop.sell\n"
	      "method a.b.Shop.ping\n"
	      "class a.b.Shop.Item\n"
	      "method a.b.Shop.Item.cost\n"
	      "import c.Tool - Tool = exact c.Tool; import\n"
	      "import c * - = exact c.Tool; package\n"
	      "import c.Tool fix fix = exact c.Tool.fix; import\n"
	      "import org.other.Thing - Thing = unresolved; external module\n"
	      "base a.b.Shop Base = exact a.b.Base\n"
	      "call a.b.Shop.sell pong = exact a.b.Base.pong; inherited method\n"
	      "call a.b.Shop.sell ping = exact a.b.Shop.ping\n"
	      "call a.b.Shop.sell super.ping = exact a.b.Base.ping\n"
	      "call a.b.Shop.sell this.pong = exact a.b.Base.pong\n"
	      "call a.b.Shop.Item.cost pong = exact a.b.Base.pong\n"
	      "call a.b.Shop.sell Shop = exact a.b.Shop\n"
	      "call a.b.Shop.sell Item = exact a.b.Shop.Item\n"
	      "call a.b.Shop.sell Tool.fix = exact c.Tool.fix\n"
	      "call a.b.Shop.sell fix = exact c.Tool.fix; import\n"
	      "call a.b.Shop.sell c.Tool.fix = exact c.Tool.fix\n"
	      "call a.b.Shop.sell t.fix <Tool<String>> = exact c.Tool.fix; receiver of visible type\n"
	      "call a.b.Shop.sell Thing.ping = unresolved\n"
	      "call a.b.Shop.sell Math.cost = unresolved\n"
	      "call a.b.Shop.sell x.fix = unresolved\n"
	      "call a.b.Shop.sell Tool.ONE.fix = unique c.Tool.fix\n"
	      "call a.b.Shop.sell Tool.ONE.get = unresolved; receiver of unknown type, common method name\n"
	      "file java app/c/Tool.java c.Tool\n"
	      "class c.Tool\n"
	      "method c.Tool.fix\n"
	      "method c.Tool.get\n"
	      "call c.Tool.fix Shop = unresolved\n");
}

static void an_unknown_base_makes_no_call_exact(void **state)
{
	(void)state;
	check("file java a/A.java p.A\n"
	      "import other.Frame - Frame = unresolved\n"
	      "class p.A\n"
	      "method p.A.own\n"
	      "class p.A.In\n"
	      "method p.A.In.go\n"
	      "base p.A.In Frame = unresolved\n"
	      "call p.A.In.go own = unique p.A.own\n"
	      "call p.A.In.go paint = unresolved\n");
}

static void kotlin_extensions_and_companions(void **state)
{
	(void)state;
	check("file kotlin a/Foo.kt p.Foo\n"
	      "class p.Foo\n"
	      "method p.Foo.run\n"
	      "object p.Foo.Companion\n"
	      "method p.Foo.Companion.make\n"
	      "function p.helper\n"
	      "call p.Foo.run make = exact p.Foo.Companion.make\n"
	      "file kotlin b/Ext.kt q.Ext\n"
	      "import p.Foo - Foo = exact p.Foo\n"
	      "import p.helper - h = exact p.helper\n"
	      "orphan method q.Foo.extra\n"
	      "function q.use\n"
	      "call q.use foo.extra <Foo> = exact q.Foo.extra\n"
	      "call q.use Foo.make = exact p.Foo.Companion.make\n"
	      "call q.use h = exact p.helper\n"
	      "call q.Foo.extra run = exact p.Foo.run\n"
	      "file java c/Use.java r.Use\n"
	      "class r.Use\n"
	      "method r.Use.go\n"
	      "import p * - = exact p.Foo; package\n"
	      "call r.Use.go Foo = exact p.Foo; star import\n");
}

static void csharp_namespaces_go_outward(void **state)
{
	(void)state;
	check("file csharp A.cs A\n"
	      "namespace X.Y\n"
	      "class X.Y.Part\n"
	      "method X.Y.Part.One\n"
	      "import Z * - = exact Z\n"
	      "call X.Y.Part.One Two = exact X.Y.Part.Two\n"
	      "call X.Y.Part.One Outer = exact X.Outer\n"
	      "call X.Y.Part.One Tool.Fix = exact Z.Tool.Fix\n"
	      "call X.Y.Part.One base.Root = exact Z.Tool.Root\n"
	      "file csharp B.cs B\n"
	      "namespace X.Y\n"
	      "class X.Y.Part\n"
	      "method X.Y.Part.Two\n"
	      "import Z * - = exact Z\n"
	      "base X.Y.Part Tool = exact Z.Tool\n"
	      "file csharp C.cs C\n"
	      "class X.Outer\n"
	      "file csharp D.cs D\n"
	      "namespace Z\n"
	      "class Z.Tool\n"
	      "method Z.Tool.Fix\n"
	      "method Z.Tool.Root\n");
}

static void cpp_definitions_outside_of_their_class(void **state)
{
	(void)state;
	check("file cpp inc/db.h inc.db\n"
	      "namespace ns\n"
	      "class ns.Db\n"
	      "prototype ns.Db.open\n"
	      "method ns.Db.close\n"
	      "prototype ns.helper\n"
	      "file cpp src/db.cc src.db\n"
	      "import db.h - - = exact inc.db\n"
	      "namespace ns\n"
	      "method ns.Db.open\n"
	      "orphan function ns.helper\n"
	      "call ns.Db.open close = exact ns.Db.close@inc/db.h\n"
	      "call ns.Db.open helper = exact ns.helper@src/db.cc\n"
	      "file cpp src/main.cc src.main\n"
	      "import db.h - - = exact inc.db\n"
	      "function main\n"
	      "call main ns.helper = exact ns.helper@src/db.cc\n"
	      "call main db.open <ns.Db> = exact ns.Db.open@src/db.cc\n"
	      "call main ns.Db = exact ns.Db\n"
	      "call main helper = unresolved\n");
}

static void php_names_by_namespace(void **state)
{
	(void)state;
	check("file php src/User.php App.M.User\n"
	      "class App.M.User\n"
	      "method App.M.User.find\n"
	      "method App.M.User.name\n"
	      "call App.M.User.find $this.name = exact App.M.User.name\n"
	      "call App.M.User.find self.name = exact App.M.User.name\n"
	      "call App.M.User.find parent.load = exact App.M.Base.load\n"
	      "call App.M.User.find help = exact help\n"
	      "base App.M.User Base = exact App.M.Base\n"
	      "file php src/Base.php App.M.Base\n"
	      "class App.M.Base\n"
	      "method App.M.Base.load\n"
	      "file php help.php help\n"
	      "function help\n"
	      "import App.M.User - U = exact App.M.User\n"
	      "call help U.find = exact App.M.User.find\n"
	      "call help User.find = unresolved\n");
}

static void ruby_classes_are_opened_again(void **state)
{
	(void)state;
	check("file ruby lib/a.rb lib.a\n"
	      "import ./b - - = exact lib.b\n"
	      "namespace M\n"
	      "class M.Foo\n"
	      "method M.Foo.one\n"
	      "method M.Foo.over\n"
	      "call M.Foo.one two = exact M.Foo.two\n"
	      "call M.Foo.one self.two = exact M.Foo.two\n"
	      "call M.Foo.one Bar.new = exact M.Bar\n"
	      "call M.Foo.one puts = unresolved\n"
	      "file ruby lib/b.rb lib.b\n"
	      "namespace M\n"
	      "class M.Foo\n"
	      "method M.Foo.two\n"
	      "class M.Bar\n"
	      "base M.Bar Foo = exact M.Foo@lib/a.rb\n"
	      "method M.Bar.over\n"
	      "call M.Bar.over super = exact M.Foo.over\n"
	      "call M.Bar.over one = exact M.Foo.one\n");
}

static void rust_paths_and_impls(void **state)
{
	(void)state;
	check("file rust src/lib.rs src.lib\n"
	      "import self.shapes - shapes = exact src.shapes\n"
	      "import self.shapes Circle Circle = exact src.shapes.Circle\n"
	      "function src.lib.run\n"
	      "call src.lib.run shapes.area = exact src.shapes.area\n"
	      "file rust src/shapes.rs src.shapes\n"
	      "struct src.shapes.Circle\n"
	      "trait src.shapes.Draw\n"
	      "method src.shapes.Draw.paint\n"
	      "function src.shapes.area\n"
	      "file rust src/draw/mod.rs src.draw.mod\n"
	      "import crate.shapes Circle - = exact src.shapes.Circle\n"
	      "import crate.shapes Draw - = exact src.shapes.Draw\n"
	      "impl src.draw.mod.Circle\n"
	      "method src.draw.mod.Circle.size\n"
	      "base src.draw.mod.Circle Draw = exact src.shapes.Draw\n"
	      "call src.draw.mod.Circle.size self.paint = exact src.shapes.Draw.paint\n"
	      "call src.draw.mod.Circle.size super.run = exact src.lib.run\n"
	      "file rust tests/all.rs tests.all\n"
	      "function tests.all.go\n"
	      "file rust src/main.rs src.main\n"
	      "import crate Circle - = exact src.shapes.Circle\n"
	      "function src.main.main\n"
	      "call src.main.main Circle.size = exact src.draw.mod.Circle.size\n"
	      "call src.main.main c.size <&mut_Circle> = exact src.draw.mod.Circle.size\n"
	      "call src.main.main crate.draw.Circle = exact src.shapes.Circle\n"
	      "call src.main.main Vec.size = unresolved\n");
}

static void swift_extensions_belong_to_their_type(void **state)
{
	(void)state;
	check("file swift Sources/A/a.swift Sources/A/a\n"
	      "class Foo\n"
	      "method Foo.one\n"
	      "call Foo.one two = exact Foo.two\n"
	      "call Foo.one free = exact free\n"
	      "file swift Sources/A/b.swift Sources/A/b\n"
	      "extension Foo\n"
	      "method Foo.two\n"
	      "function free\n"
	      "call free Foo = exact Foo@Sources/A/a.swift\n"
	      "call free f.two <Foo?> = exact Foo.two\n");
}

static void haskell_and_elixir_modules(void **state)
{
	(void)state;
	check("file haskell src/A/B.hs A.B\n"
	      "function A.B.go\n"
	      "function A.B.lift\n"
	      "file haskell src/Main.hs Main\n"
	      "import A.B - X = exact A.B\n"
	      "import A.B lift - = exact A.B.lift\n"
	      "function Main.main\n"
	      "call Main.main X.go = exact A.B.go\n"
	      "call Main.main lift = exact A.B.lift\n"
	      "call Main.main go = unresolved\n"
	      "file elixir lib/a.ex lib.a\n"
	      "namespace Shop.Cart\n"
	      "function Shop.Cart.add\n"
	      "function Shop.Cart.total\n"
	      "call Shop.Cart.add total = exact Shop.Cart.total\n"
	      "file elixir lib/b.ex lib.b\n"
	      "import Shop.Cart - Cart = exact Shop.Cart\n"
	      "namespace Web\n"
	      "function Web.go\n"
	      "call Web.go Cart.add = exact Shop.Cart.add\n"
	      "call Web.go Shop.Cart.add = exact Shop.Cart.add\n"
	      "call Web.go Enum.total = unresolved\n");
}

static void imports_that_name_files(void **state)
{
	(void)state;
	check("file lua src/main.lua src.main\n"
	      "import util.text - text = exact src.util.text\n"
	      "function src.main.go\n"
	      "call src.main.go text.pad = exact src.util.text.M.pad\n"
	      "call src.main.go string.pad = unresolved\n"
	      "file lua src/util/text.lua src.util.text\n"
	      "orphan method src.util.text.M.pad\n"
	      "file bash bin/run.sh bin.run\n"
	      "import ${dir}/lib/log.sh * - = unique lib.log\n"
	      "function bin.run.main\n"
	      "call bin.run.main say = exact lib.log.say\n"
	      "call bin.run.main echo = unresolved\n"
	      "file bash lib/log.sh lib.log\n"
	      "function lib.log.say\n"
	      "file zig src/a.zig src.a\n"
	      "import b.zig - b = exact src.b\n"
	      "import std - std = unresolved\n"
	      "function src.a.main\n"
	      "call src.a.main b.Foo.make = exact src.b.Foo.make\n"
	      "call src.a.main std.make = unresolved\n"
	      "file zig src/b.zig src.b\n"
	      "struct src.b.Foo\n"
	      "method src.b.Foo.make\n");
}

/* ---- tests ---- */

/* The TESTS edges of a set as "SRC>DST grade reason" lines, in their order. */
static void check_tests(const char *text, const char *want)
{
	struct set s;
	lu_arena a = { 0 };
	lu_edges edges;
	char got[2048] = "";

	read_set(&s, text);
	assert_int_equal(lu_resolve(s.sym, s.n_sym, s.ref, s.n_ref, &a, &edges, NULL), LU_OK);
	for (size_t i = 0; i < edges.n; i++) {
		const lu_edge *e = &edges.v[i];
		size_t n = strlen(got);

		if (e->kind != LU_EDGE_TESTS) continue;
		snprintf(got + n, sizeof got - n, "%.*s>%.*s %s %s\n", LU_FMT(by_id(&s, e->src)->name),
			 LU_FMT(by_id(&s, e->dst)->name), lu_grade_name(e->grade), e->reason);
	}
	assert_string_equal(got, want);
	lu_arena_free(&a);
	lu_arena_free(&s.a);
}

static void what_tests_test(void **state)
{
	(void)state;
	check_tests("file python app/cart.py app.cart\n"
		    "function app.cart.total\n"
		    "function app.cart.tax\n"
		    "class app.cart.Cart\n"
		    "file python tests/test_cart.py tests.test_cart\n"
		    "import app.cart total total\n"
		    "function tests.test_cart.helper\n"
		    "function tests.test_cart.test_sum\n"
		    "call tests.test_cart.test_sum total\n"
		    "call tests.test_cart.test_sum helper\n"
		    "call tests.test_cart.test_sum nothing\n"
		    "function tests.test_cart.test_tax\n"
		    "class tests.test_cart.TestCart\n"
		    "function tests.test_cart.test_none\n",
		    "tests.test_cart>app.cart exact import\n"
		    "tests.test_cart.test_sum>app.cart.total exact call\n"
		    "tests.test_cart.test_tax>app.cart.tax unique name\n"
		    "tests.test_cart.TestCart>app.cart.Cart unique name\n");
	check_tests("file rust src/a.rs src.a\n"
		    "function src.a.work\n"
		    "test src.a.works\n"
		    "call src.a.works work\n"
		    "function src.a.test_work\n",
		    "src.a.works>src.a.work exact call\n");
	assert_true(lu_marks_test(lu_strz("[\"@Test(expected = X.class)\"]")));
	assert_true(lu_marks_test(lu_strz("tokio::test")));
	assert_true(lu_marks_test(lu_strz("pytest.mark.parametrize('x', [1])")));
	assert_false(lu_marks_test(lu_strz("cfg(test)")));
	assert_false(lu_marks_test(lu_strz("Testable")));
}

static void elements_of_other_tools(void **state)
{
	(void)state;
	/* no parents, no module elements, names as fallback */
	check("file python pkg/a.py\n"
	      "orphan class Store\n"
	      "orphan method Store.save\n"
	      "orphan method Store.load\n"
	      "orphan function helper\n"
	      "call Store.save self.load = exact Store.load; method of its class\n"
	      "call Store.save helper = exact helper; same file\n"
	      "call Store.save load = unresolved\n"
	      "call helper Store.load = exact Store.load\n");
}

static void which_paths_are_tests(void **state)
{
	static const char *const tests[] = { "tests/a.py", "src/test_a.py", "a_test.go",        "net/url_unittest.cc",
					     "XTest.java", "a.spec.ts",     "x/__tests__/a.js", "a-test.js" };
	static const char *const others[] = { "src/a.c", "attest.c", "contest/a.c", "latest.py", "src/test.h/a", "" };

	(void)state;
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
		if (!lu_is_test_path(lu_strz(tests[i]))) fail_msg("%s is a test", tests[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (lu_is_test_path(lu_strz(others[i]))) fail_msg("%s is no test", others[i]);
}

static void contains_edges(void **state)
{
	struct set s;
	lu_arena a = { 0 };
	lu_edges edges;

	(void)state;
	read_set(&s, "file python a.py a\nclass a.A\nmethod a.A.f\n"
		     "file python b.py b\norphan function b.g\n");
	assert_int_equal(lu_resolve(s.sym, s.n_sym, s.ref, s.n_ref, &a, &edges, NULL), LU_OK);
	assert_int_equal(edges.n, 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(edges.v[i].kind, LU_EDGE_CONTAINS);
		assert_true(edges.v[i].ref == SIZE_MAX);
	}
	assert_int_equal(edges.v[0].src, s.sym[0].id);
	assert_int_equal(edges.v[0].dst, s.sym[1].id);
	assert_int_equal(edges.v[0].grade, LU_GRADE_EXACT);
	assert_int_equal(edges.v[1].src, s.sym[1].id);
	assert_int_equal(edges.v[1].dst, s.sym[2].id);
	assert_int_equal(edges.v[2].src, s.sym[3].id); /* found by the file */
	assert_int_equal(edges.v[2].grade, LU_GRADE_UNIQUE);
	lu_arena_free(&a);
	lu_arena_free(&s.a);
}

static void too_many_candidates_are_none(void **state)
{
	lu_symbol sym[64];
	lu_ref ref = { .src = 1, .kind = LU_EDGE_CALLS, .name = lu_strz("f"), .count = 1 };
	char path[64][16];

	(void)state;
	for (int n = 20; n <= 21; n++) {
		lu_arena a = { 0 };
		lu_edges edges;

		sym[0] = (lu_symbol){ .id = 1,
				      .type = lu_strz("function"),
				      .name = lu_strz("main"),
				      .path = lu_strz("main.c"),
				      .language = lu_strz("c") };
		for (int i = 1; i <= n; i++) {
			snprintf(path[i], sizeof path[i], "%02d.c", n - i);
			sym[i] = (lu_symbol){ .id = 1 + i,
					      .type = lu_strz("function"),
					      .name = lu_strz("f"),
					      .path = lu_strz(path[i]),
					      .language = lu_strz("c") };
		}
		assert_int_equal(lu_resolve(sym, (size_t)n + 1, &ref, 1, &a, &edges, NULL), LU_OK);
		if (n == 20) {
			assert_int_equal(edges.n, 20);
			for (int i = 0; i < n; i++) {
				assert_int_equal(edges.v[i].grade, LU_GRADE_AMBIGUOUS);
				assert_int_equal(edges.v[i].dst, 1 + n - i); /* by path */
			}
		} else {
			assert_int_equal(edges.n, 1);
			assert_int_equal(edges.v[0].dst, 0);
			assert_int_equal(edges.v[0].grade, LU_GRADE_UNRESOLVED);
			assert_string_equal(edges.v[0].reason, "more than 20 candidates");
		}
		lu_arena_free(&a);
	}
}

static void thousands_of_twins_are_none(void **state)
{
	enum { N = 3000 };
	lu_symbol *sym = calloc(N, sizeof *sym);
	lu_ref ref[] = {
		{ .src = 1, .kind = LU_EDGE_CALLS, .name = lu_strz("f"), .count = 1 },
		{ .src = 1, .kind = LU_EDGE_CALLS, .name = lu_strz("x.f"), .count = 1 },
		{ .src = 1, .kind = LU_EDGE_CALLS, .name = lu_strz("f.f"), .count = 1 },
		{ .src = 1, .kind = LU_EDGE_CALLS, .name = lu_strz("x.f"), .receiver = lu_strz("f"), .count = 1 },
	};
	static const char *const languages[] = { "python", "c", "javascript", "go" };

	(void)state;
	assert_non_null(sym);
	for (int l = 0; l < 4; l++) {
		lu_arena a = { 0 };
		lu_edges edges;

		for (int i = 0; i < N; i++)
			sym[i] = (lu_symbol){ .id = 1 + i,
					      .type = lu_strz(i % 2 ? "class" : "function"),
					      .name = lu_strz("f"),
					      .path = lu_strz("f"),
					      .language = lu_strz(languages[l]) };
		assert_int_equal(lu_resolve(sym, N, ref, 4, &a, &edges, NULL), LU_OK);
		assert_int_equal(edges.n, 4);
		for (int i = 0; i < 4; i++) assert_int_equal(edges.v[i].grade, LU_GRADE_UNRESOLVED);
		lu_arena_free(&a);
	}
	free(sym);
}

static void odd_input_is_survived(void **state)
{
	static const char *const names[] = {
		"",        ".",       "..",    "a.",    ".a",
		"a..b",    "self",    "self.", "super", "super.",
		"()",      "[]",      "a()",   "a[].b", "?.x",
		"exports", "module.", "*",     "/",     "self.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t"
	};
	static const char *const languages[] = { "python", "c", "javascript", "typescript", "go", "" };
	enum { N = sizeof names / sizeof *names };

	(void)state;
	for (int l = 0; l < 6; l++) {
		lu_str lang = lu_strz(languages[l]), none = { NULL, 0 };
		lu_symbol sym[] = {
			{ .id = 1, .type = lu_strz("module"), .name = lu_strz("a"), .language = lang },
			{ .id = 2,
			  .parent = 3,
			  .type = lu_strz("class"),
			  .name = lu_strz("a.a"),
			  .language = lang }, /* each other's parent */
			{ .id = 3, .parent = 2, .type = lu_strz("class"), .name = lu_strz("a.b"), .language = lang },
			{ .id = 4, .parent = 4, .type = lu_strz("method"), .name = lu_strz("."), .language = lang },
			{ .id = 5, .parent = 99, .type = lu_strz("method"), .path = lu_strz("/") },
			{ .id = 5, .parent = 1, .name = lu_strz("x"), .path = lu_strz("a/../b"), .language = lang },
		};
		lu_ref ref[N * N * 3];
		size_t n = 0, silent = 0;
		lu_arena a = { 0 };
		lu_edges edges;

		for (size_t i = 0; i < N; i++) {
			for (size_t k = 0; k < N; k++) {
				lu_str x = lu_strz(names[i]), y = lu_strz(names[k]);

				ref[n++] = (lu_ref){
					2 + (int64_t)k % 5, LU_EDGE_CALLS, x, y, none, none, 1, 1, 0, NULL, none
				};
				ref[n++] =
					(lu_ref){ 1,   LU_EDGE_DEPENDS_ON, x, none, y, i % 2 ? x : none, 1, 1, 0, NULL,
						  none };
				ref[n++] =
					(lu_ref){ 2, LU_EDGE_INHERITS_FROM, x, none, none, none, 1, 1, 0, NULL, none };
			}
		}
		ref[0].src = 77;
		for (size_t i = 0; i < n; i++)
			silent += lu_is_export(&ref[i]); /* of what is not found nothing is said */
		assert_int_equal(lu_resolve(sym, 6, ref, n, &a, &edges, NULL), LU_OK);
		assert_true(edges.n + silent >= n && silent < n / 4);
		lu_arena_free(&a);
	}
}

static void empty_and_wrong_input(void **state)
{
	lu_arena a = { 0 };
	lu_edges edges = { NULL, 7 };
	lu_ref ref = { .src = 1, .kind = LU_EDGE_CALLS, .name = lu_strz("f"), .count = 1 };
	lu_err e;

	(void)state;
	ref.kind = LU_EDGE_CONTAINS;
	assert_int_equal(lu_resolve(NULL, 0, &ref, 1, &a, &edges, &e), LU_EUSAGE);
	assert_int_equal(edges.n, 7); /* only success changes it */
	ref.kind = LU_EDGE_CALLS;
	assert_int_equal(lu_resolve(NULL, 0, &ref, 1, &a, &edges, &e), LU_OK);
	assert_int_equal(edges.n, 1);
	assert_int_equal(edges.v[0].grade, LU_GRADE_UNRESOLVED);
	assert_string_equal(edges.v[0].reason, "its source is not known");
	assert_int_equal(lu_resolve(NULL, 0, NULL, 0, &a, &edges, &e), LU_OK);
	assert_int_equal(edges.n, 0);
	lu_arena_free(&a);
	assert_string_equal(lu_edge_kind_name(LU_EDGE_INHERITS_FROM), "INHERITS_FROM");
	assert_string_equal(lu_grade_name(LU_GRADE_UNRESOLVED), "unresolved");
}

static void every_allocation_failure_is_reported(void **state)
{
	static const char text[] =
		"file python p/__init__.py p\nimport .a * - = exact p.a\n"
		"file python p/a.py p.a\nclass p.a.A\nmethod p.a.A.run\norphan function p.a.f\n"
		"file python t.py t\nimport p f f = exact p\nimport p.a - - = exact p.a\nimport far.b x x = "
		"unresolved\n"
		"class t.B\nmethod t.B.go\nbase t.B p.a.A = exact p.a.A\ncall t.B.go self.run = exact "
		"p.a.A.run\n"
		"call t.B.go f = exact p.a.f\ncall t.B.go x.run = unresolved\n"
		"file c x.h x.h\nprototype cf\nfile c x.c x.c\nimport x.h - - = exact x.h\nfunction "
		"cf\nfunction cg\n"
		"call cg cf = exact cf@x.c\ncall cg twin = ambiguous twin@y.c twin@z.c\n"
		"file c y.c y.c\nfunction twin\nfile c z.c z.c\nfunction twin\n"
		"file javascript j/a.js j.a\nimport ./b m m = exact j.b\nfunction j.a.f\ncall j.a.f m = "
		"exact j.b.m\n"
		"file javascript j/b.js j.b\nfunction j.b.m\n"
		"file go g/g.go g.g\nfunction g.F\nfile go main.go main.main\nimport x.org/y/g - - = exact "
		"g.g\n"
		"function main.main\ncall main.main g.F = exact g.F\n";
	struct set s;
	lu_code rc;

	(void)state;
	read_set(&s, text);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena a = { 0 };
		lu_edges edges;

		rc = lu_resolve(s.sym, s.n_sym, s.ref, s.n_ref, &a, &edges, NULL);
		if (rc == LU_OK) {
			test_allocs_left = -1;
			check_refs(&s, &edges);
		}
		lu_arena_free(&a);
	});
	lu_arena_free(&s.a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prose_names_what_stands_out),
		cmocka_unit_test(comments_name_what_is_near),
		cmocka_unit_test(python_scopes_go_from_the_inside_out),
		cmocka_unit_test(python_class_bodies_see_their_names),
		cmocka_unit_test(python_self_and_super),
		cmocka_unit_test(python_unknown_bases_lower_the_grade),
		cmocka_unit_test(inheritance_cycles_end),
		cmocka_unit_test(python_a_class_is_not_its_own_base),
		cmocka_unit_test(python_imports_and_aliases),
		cmocka_unit_test(python_re_exports),
		cmocka_unit_test(python_re_exports_stop),
		cmocka_unit_test(python_shadowed_and_doubtful_imports),
		cmocka_unit_test(python_modules_by_the_end_of_their_names),
		cmocka_unit_test(python_guesses_only_what_is_alone),
		cmocka_unit_test(overloads_lead_to_the_definition),
		cmocka_unit_test(redefinitions_are_ambiguous),
		cmocka_unit_test(python_guesses_nothing_that_has_rivals),
		cmocka_unit_test(c_headers_of_two_minds),
		cmocka_unit_test(c_scopes_and_linkage),
		cmocka_unit_test(c_prefers_the_definition_beside_its_header),
		cmocka_unit_test(c_includes),
		cmocka_unit_test(c_types_of_receivers),
		cmocka_unit_test(script_modules),
		cmocka_unit_test(script_required_classes),
		cmocka_unit_test(script_objects),
		cmocka_unit_test(script_guesses),
		cmocka_unit_test(typescript_modules),
		cmocka_unit_test(go_packages),
		cmocka_unit_test(go_import_paths),
		cmocka_unit_test(go_guesses),
		cmocka_unit_test(go_roots_below_the_top),
		cmocka_unit_test(go_build_tags_give_each_build_one),
		cmocka_unit_test(unknown_languages_are_not_guessed),
		cmocka_unit_test(java_overloads),
		cmocka_unit_test(java_overloads_by_number),
		cmocka_unit_test(java_names_go_by_package),
		cmocka_unit_test(an_unknown_base_makes_no_call_exact),
		cmocka_unit_test(kotlin_extensions_and_companions),
		cmocka_unit_test(csharp_namespaces_go_outward),
		cmocka_unit_test(cpp_definitions_outside_of_their_class),
		cmocka_unit_test(php_names_by_namespace),
		cmocka_unit_test(ruby_classes_are_opened_again),
		cmocka_unit_test(rust_paths_and_impls),
		cmocka_unit_test(swift_extensions_belong_to_their_type),
		cmocka_unit_test(haskell_and_elixir_modules),
		cmocka_unit_test(imports_that_name_files),
		cmocka_unit_test(what_tests_test),
		cmocka_unit_test(elements_of_other_tools),
		cmocka_unit_test(contains_edges),
		cmocka_unit_test(which_paths_are_tests),
		cmocka_unit_test(too_many_candidates_are_none),
		cmocka_unit_test(thousands_of_twins_are_none),
		cmocka_unit_test(odd_input_is_survived),
		cmocka_unit_test(empty_and_wrong_input),
		cmocka_unit_test(every_allocation_failure_is_reported),
	};

	return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}
