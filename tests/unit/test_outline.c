/* SPDX-License-Identifier: MIT
 * The packed columns of the store: what they say comes back, damage is found, and an edit makes those files due
 * that it can reach. */
#include "random.h"
#include "store/pack.h"
#include "store.h"
#include "store/told.h"

/* ---- small files ---- */

enum { ELEMENTS = 200, REFS = 8 };

typedef struct spec {
	lu_arena a;
	lu_stored v[ELEMENTS];
	size_t n;
	lu_file f;
	lu_call calls[ELEMENTS][REFS];
	lu_import imports[ELEMENTS][REFS];
	lu_str bases[ELEMENTS][REFS], decorators[ELEMENTS][REFS];
	lu_link links[ELEMENTS][REFS];
} spec;

/* "b" of "a:b". */
static lu_str name_imported(lu_str import)
{
	lu_str_take(&import, ':');
	return import;
}

/* What a word behind the name of element `i` says. */
static void add_word(spec *p, size_t i, lu_str word)
{
	lu_element *el = &p->v[i].el;
	lu_str name = lu_strn(word.s + 1, word.n - 1);

	switch (word.s[0]) {
	case '>': p->calls[i][el->calls.n++] = (lu_call){ .name = name, .line = el->start_line, .count = 1 }; break;
	case '@':
		p->imports[i][el->imports.n++] =
			(lu_import){ .module = lu_str_before_first(name, ':'), .name = name_imported(name), .line = 1 };
		break;
	case '<': p->bases[i][el->base_classes.n++] = name; break;
	case '=': p->decorators[i][el->decorators.n++] = name; break;
	case '!': /* the target of the call before it */
		p->links[i][el->links.n++] = (lu_link){ .kind = lu_strz("CALLS"),
							.name = p->calls[i][el->calls.n - 1].name,
							.target = name,
							.line = el->start_line,
							.count = 1,
							.by = lu_strz("scip") };
		break;
	case '#': snprintf(el->id, sizeof el->id, "%.*s", LU_FMT(name)); break;
	case '+': el->start_line = el->end_line = el->start_line + 100; break;
	default: fail_msg("%.*s", LU_FMT(word));
	}
}

static void add_element(spec *p, lu_str type, lu_str name)
{
	size_t i = p->n++;
	lu_element *el = &p->v[i].el;
	lu_str owner = lu_str_before_last(name, '.');

	assert_true(i < ELEMENTS);
	p->v[i] = element(lu_arena_dup(&p->a, type).s, lu_arena_dup(&p->a, name).s, p->f.path, lu_strz("x"),
			  (uint32_t)i + 1);
	el->language = p->f.language;
	for (size_t k = 0; k < i; k++) {
		if (lu_str_eq(p->v[k].el.name, name) && lu_str_eq(p->v[k].el.type, type)) el->ordinal++;
		if (!k || lu_str_eq(p->v[k].el.name, owner)) el->parent = lu_strz(p->v[k].el.id);
	}
	OK(lu_element_set_id(el, &e));
	el->calls.v = p->calls[i];
	el->imports.v = p->imports[i];
	el->base_classes.v = p->bases[i];
	el->decorators.v = p->decorators[i];
	el->links.v = p->links[i];
}

/* Elements divided by ";", each "type name", and what it has: ">call", "!target" of the call before, "@import" or "@module:name",
 * "<base", "=decorator", "#id", "+" for another line. The first one is the module. */
static spec *make_spec(const char *path, const char *text)
{
	spec *p = test_calloc(1, sizeof *p);
	const char *suffix = strrchr(path, '.') + 1;
	lu_str type = { NULL, 0 };

	p->f = (lu_file){ .path = lu_strz(path), .size = -1 };
	p->f.language = lu_strz(!strcmp(suffix, "py") ? "python" : !strcmp(suffix, "js") ? "javascript" : "c");
	for (size_t n; *text; text += n) {
		if (*text == ';') type.n = 0;
		n = strcspn(text + 1, " ;") + 1;
		if (*text == ' ' || *text == ';') n = 1;
		else if (!type.n) type = lu_strn(text, n);
		else if (strchr(">@<=!#+", *text)) add_word(p, p->n - 1, lu_strn(text, n));
		else add_element(p, type, lu_strn(text, n));
	}
	seal(p->v, p->n);
	return p;
}

static void free_spec(spec *p)
{
	lu_arena_free(&p->a);
	test_free(p);
}

static lu_code store_spec(lu_store *s, spec *p, int64_t *file)
{
	lu_put_counts c = { 0 };
	lu_code rc = lu_store_file_put(s, &p->f, file, &e);

	return rc ? rc : lu_store_put(s, *file, p->v, p->n, &c, &e);
}

static lu_code put_spec(lu_store *s, const char *path, const char *text, int64_t *file)
{
	spec *p = make_spec(path, text);
	lu_code rc = store_spec(s, p, file);

	free_spec(p);
	return rc;
}

static int64_t put(lu_store *s, const char *path, const char *text)
{
	int64_t file = 0;

	OK(lu_store_begin(s, &e));
	OK(put_spec(s, path, text, &file));
	OK(lu_store_commit(s, &e));
	return file;
}

/* Say that all edges are as they should be. */
static void settle(lu_store *s)
{
	lu_edge_writer *w;

	OK(lu_store_begin(s, &e));
	OK(lu_edge_writer_new(s, &w, &e));
	OK(lu_edge_writer_end(w, &e));
	lu_edge_writer_free(w);
	OK(lu_store_commit(s, &e));
}

/* The files that are due, by path; "all" when that is known without a look at each. */
static void due_is(lu_store *s, const char *what, const char *want)
{
	lu_arena a = { 0 };
	lu_buf b = LU_BUF;
	lu_outlines o;
	size_t due = 0, n_sym = 0;
	bool all;

	OK(lu_store_outlines(s, &a, &o, &all, &e));
	if (all) lu_buf_adds(&b, "all ");
	for (size_t i = 0; i < o.n; i++) {
		due += o.v[i].due;
		assert_ptr_equal(o.v[i].sym, o.sym + n_sym);
		assert_true(o.v[i].n_sym > 0);
		n_sym += o.v[i].n_sym;
		if (o.v[i].due && !all) lu_buf_addf(&b, "%.*s ", LU_FMT(o.v[i].sym[0].path));
	}
	assert_int_equal(n_sym, o.n_sym);
	if (all) assert_int_equal(due, o.n);
	if (strcmp(b.len ? b.s : "", want) != 0) fail_msg("%s: due are '%s', not '%s'", what, b.s, want);
	lu_buf_free(&b);
	lu_arena_free(&a);
}

/* ---- what an edit makes due ---- */

static const char own[] = "module a; function a.find; function a.get >find; class a.Box; method a.Box.open";

static void put_tree(lu_store *s)
{
	put(s, "a.py", own);
	put(s, "b.py", "module b @other; function b.h >a.find >print");
	put(s, "c.py", "module c; function c.k >get; class c.Local <Base; method c.Local.open");
	put(s, "test_t.py", "module t; function t.test_find");
	put(s, "test_u.py", "module u; class u.FindTest; function u.w >box.open");
	put(s, "v.py", "module v; function v.exact >go !0000");
	settle(s);
}

static void test_due(void **state)
{
	static const struct {
		const char *what, *text, *due;
	} edit[] = {
		{ "nothing", own, "" },
		{ "lines that nobody refers to",
		  "module a; function a.find +; function a.get >find; class a.Box;"
		  " method a.Box.open",
		  "" },
		{ "a body", "module a; function a.find; function a.get >find >put; class a.Box; method a.Box.open",
		  "a.py " },
		{ "a function that nobody names",
		  "module a; function a.find; function a.get >find; function a.sort;"
		  " class a.Box; method a.Box.open",
		  "a.py v.py " },
		{ "a function that others name",
		  "module a; function a.find; function a.get >find; function a.print;"
		  " class a.Box; method a.Box.open",
		  "a.py b.py v.py " },
		{ "a function less", "module a; function a.get >find; class a.Box; method a.Box.open",
		  "a.py b.py test_t.py test_u.py v.py " },
		{ "another name", "module a; function a.find; function a.take >find; class a.Box; method a.Box.open",
		  "a.py c.py v.py " },
		{ "a method less", "module a; function a.find; function a.get >find; class a.Box",
		  "a.py test_u.py v.py " },
		{ "a second one of a name",
		  "module a; function a.find; function a.find; function a.get >find;"
		  " class a.Box; method a.Box.open",
		  "a.py b.py test_t.py test_u.py v.py " },
		{ "a test",
		  "module a; function a.find; function a.get >find =@pytest.mark.parametrize; class a.Box;"
		  " method a.Box.open",
		  "a.py c.py v.py " },
		{ "an overload",
		  "module a; function a.find; function a.get >find =typing.overload; class a.Box;"
		  " method a.Box.open",
		  "a.py c.py v.py " },
		{ "another type of element",
		  "module a; function a.find; function a.get >find; class a.Box;"
		  " property a.Box.open",
		  "a.py test_u.py v.py " },
		{ "another id",
		  "module a; function a.find #mine; function a.get >find; class a.Box;"
		  " method a.Box.open",
		  "a.py b.py test_t.py test_u.py v.py " },
		{ "an import", "module a @c; function a.find; function a.get >find; class a.Box; method a.Box.open",
		  "a.py " },
		{ "a base", "module a; function a.find; function a.get >find; class a.Box <Base; method a.Box.open",
		  "all " },
		{ "a type",
		  "module a; function a.find; function a.get >find; class a.Box; class a.New;"
		  " method a.Box.open",
		  "a.py v.py " },
		{ "a type less", "module a; function a.find; function a.get >find; method a.Box.open",
		  "a.py test_u.py v.py " },
		{ "a name that JSON escapes",
		  "module a; function a.find; function a.get >find; class a.Box;"
		  " method a.Box.open; method a.Box.\"q",
		  "all " },
		{ "a name with a control",
		  "module a; function a.find; function a.get >find; class a.Box;"
		  " method a.Box.open; method a.Box.x\x7f",
		  "all " },
		{ "a name that an import has",
		  "module a; function a.find; function a.get >find; function a.other;"
		  " class a.Box; method a.Box.open",
		  "a.py b.py v.py " },
		{ "a name that is a base",
		  "module a; function a.find; function a.get >find; function a.Base;"
		  " class a.Box; method a.Box.open",
		  "all " },
	};
	box *b = *state;

	for (size_t i = 0; i < sizeof edit / sizeof *edit; i++) {
		lu_store *s = open_use(b, "t", "a");

		put_tree(s);
		due_is(s, "a settled store", "");
		put(s, "a.py", edit[i].text);
		due_is(s, edit[i].what, edit[i].due);
		lu_store_close(s); /* what is due is known to the next one who opens the store */
		s = open_use(b, "t", "a");
		due_is(s, edit[i].what, edit[i].due);
		settle(s);
		due_is(s, edit[i].what, "");
		put(s, "a.py", own); /* there and back again */
		due_is(s, edit[i].what, edit[i].due);
		lu_store_close(s);
		assert_int_equal(tear_down(state), 0);
		assert_int_equal(set_up(state), 0);
	}
}

static void test_due_of_more(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	lu_buf text = LU_BUF;
	int64_t file, n;

	put(s, "a.js", "module a");
	put(s, "b.py", "module b; function b.h >find");
	due_is(s, "new files", "all ");
	settle(s);
	put(s, "c.py", "module c");
	due_is(s, "a new file", "c.py ");
	settle(s);
	put(s, "a.js", "module a; function find"); /* it may have members */
	due_is(s, "an object", "all ");
	settle(s);
	file = put(s, "c.py", "module c; function c.print");
	settle(s);
	for (int i = 0; i < 161; i++) {
		lu_buf_reset(&text);
		lu_buf_adds(&text, "module c; function c.print");
		for (int k = 0; k < i; k++) lu_buf_addf(&text, "; function c.many%d", k);
		put(s, "c.py", text.s);
		if (i == 1) due_is(s, "one function", "c.py ");
	}
	due_is(s, "160 functions, one by one", "c.py ");
	put(s, "c.py", "module c; function c.print");
	due_is(s, "160 functions less", "c.py ");
	lu_buf_adds(&text, "; function c.last");
	put(s, "c.py", text.s);
	due_is(s, "161", "all ");
	settle(s);
	put(s, "d.py", "");
	put(s, "d.py", "");
	due_is(s, "a file that is not indexed", "");
	put(s, "c.py", "");
	due_is(s, "one of many functions that is not indexed any more", "all ");
	settle(s);
	OK(lu_store_file_remove(s, file, &n, &e));
	due_is(s, "which goes", "");
	file = put(s, "c.py", "module c");
	settle(s);
	OK(lu_store_file_remove(s, file, &n, &e));
	due_is(s, "a file less", "");
	settle(s);
	due_is(s, "settled", "");
	put(s, "b.py", "module b; function b.h >find >print");
	due_is(s, "a body", "b.py ");
	lu_buf_free(&text);
	lu_store_close(s);
}

/* A module that goes or comes is meant by who may import it: by the end of its path, or below the folder that is said. */
static void test_modules_of_a_name(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	int64_t gone, n;

	put(s, "p/one.py", "module p.one @x.base; function p.one.f");
	put(s, "p/two.py", "module p.two @p.x.base; function p.two.f");
	put(s, "p/x/three.py", "module p.x.three @.base; function p.x.three.f");
	put(s, "q/four.py", "module q.four @..p.x.base; function q.four.f");
	put(s, "q/five.py", "module q.five @base; function q.five.f");
	put(s, "q/six.py", "module q.six @.base; function q.six.f");
	put(s, "q/seven.py", "module q.seven @y.base; function q.seven.f >base.go");
	put(s, "q/eight.py", "module q.eight @y:base; class q.eight.A <base.B");
	put(s, "q/nine.py", "module q.nine @y.base.more @..x.base @p.base; function q.nine.f");
	put(s, "q/ten.js", "module q.ten @./base; function q.ten.f");
	gone = put(s, "p/x/base.py", "module p.x.base; function p.x.base.none");
	settle(s);
	for (int came = 0; came < 2; came++) {
		if (came) put(s, "p/x/base.py", "module p.x.base; function p.x.base.none");
		else OK(lu_store_file_remove(s, gone, &n, &e));
		due_is(s, came ? "a module more" : "a module less",
		       came ? "p/one.py p/two.py p/x/base.py p/x/three.py q/five.py q/four.py q/seven.py "
			    : "p/one.py p/two.py p/x/three.py q/five.py q/four.py q/seven.py ");
		settle(s);
	}
	put(s, "q/ten.js", "module q.ten @./base.py; function q.ten.f");
	settle(s);
	OK(lu_store_file_remove(s, put(s, "p/x/base.py", "module p.x.base; function p.x.base.none"), &n, &e));
	due_is(s, "another language writes the name of its file", "all ");
	settle(s);
	put(s, "q/ten.js", "module q.ten; function q.ten.f");
	put(s, "q/eleven.py", "module q.eleven @x:base; class q.eleven.A <base.B");
	settle(s);
	put(s, "p/x/base.py", "module p.x.base; function p.x.base.none");
	due_is(s, "a base in it", "all ");
	put(s, "q/eleven.py", "module q.eleven");
	settle(s);
	put(s, "z/base.py", "module z.base; function z.base.base"); /* the name is a symbol's, too */
	due_is(s, "a symbol of its name", "all ");
	lu_store_close(s);
}

/* What a transaction noted goes with it. */
static void test_rolled_back(void **state)
{
	lu_store *s = open_use(*state, "t", "a");
	int64_t file;

	put_tree(s);
	OK(lu_store_begin(s, &e));
	OK(put_spec(s, "a.py", "module a @c", &file));
	lu_store_rollback(s);
	due_is(s, "rolled back", "");
	OK(put_spec(s, "a.py", "module a @c", &file)); /* a transaction for each statement */
	due_is(s, "no transaction", "a.py b.py c.py test_t.py test_u.py v.py ");
	lu_store_close(s);
}

/* What is due in one knowledge base says nothing about another one. */
static void test_due_elsewhere(void **state)
{
	lu_store *s = open_use(*state, "t", "a");

	put_tree(s);
	OK(lu_store_use(s, "u", "a", &e));
	put_tree(s);
	put(s, "a.py", "module a @c");
	put(s, "c.py", "module c");
	due_is(s, "its own", "all ");
	OK(lu_store_use(s, "t", "a", &e));
	due_is(s, "another tenant's", "");
	put(s, "a.py", "module a; function a.find; class a.Box; method a.Box.open");
	due_is(s, "its own", "a.py c.py v.py ");
	OK(lu_store_use(s, "t", "b", &e));
	due_is(s, "another knowledge base", "");
	settle(s);
	OK(lu_store_use(s, "t", "a", &e));
	due_is(s, "not settled", "a.py c.py v.py ");
	settle(s);
	OK(lu_store_use(s, "u", "a", &e));
	due_is(s, "not settled", "all ");
	lu_store_close(s);
}

/* ---- targets that are named by id ---- */

static int64_t aimed_at(lu_store *s, int64_t file)
{
	lu_arena a = { 0 };
	lu_ref *ref = NULL;
	size_t n = 0;
	bool aimed = false;
	lu_str packed;
	int64_t target;

	OK(lu_store_calls(s, file, &a, &packed, &e));
	OK(lu_store_calls_aimed(s, packed, &a, &ref, &n, &aimed, &e));
	assert_true(aimed);
	assert_int_equal(n, 1);
	assert_string_equal(ref->by, "scip");
	target = ref->target;
	lu_arena_free(&a);
	return target;
}

static void test_aimed(void **state)
{
	static const char *const home[] = { "t", "u", "v" };
	lu_store *s = open_use(*state, "t", "a");
	int64_t file[3], id[2], none;
	lu_arena a = { 0 };
	lu_str packed;
	bool aimed = true;

	for (int i = 0; i < 3; i++) {
		OK(lu_store_use(s, home[i], "a", &e));
		if (i < 2) put(s, "a.py", "module a; function a.find #0000");
		file[i] = put(s, "v.py", "module v; function v.exact >go !0000");
		if (i < 2) OK(lu_store_find(s, lu_strz("0000"), &id[i], &e));
		assert_int_equal(aimed_at(s, file[i]), i < 2 ? id[i] : 0); /* never another tenant's */
	}
	assert_true(id[0] && id[1] && id[0] != id[1]);
	none = put(s, "w.py", "module w; function w.plain >scip");
	OK(lu_store_calls(s, none, &a, &packed, &e));
	OK(lu_store_calls_aimed(s, packed, &a, &(lu_ref *){ NULL }, &(size_t){ 0 }, &aimed, &e));
	assert_false(aimed);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* ---- packing ---- */

static const char *const nasty[] = { "",
				     "a",
				     "a.b",
				     "\"",
				     "\\",
				     "a\\\"b",
				     "\n\t\r\x01\x7f",
				     "\xc3\xa4\xe2\x82\xac",
				     "\xf0\x9f\x8c\xb2",
				     "[[]],",
				     "scip x",
				     "given y",
				     ",\"scip z" };
enum { NASTY = sizeof nasty / sizeof *nasty };

static void same(lu_str x, lu_str y)
{
	if (!lu_str_eq(x, y)) fail_msg("'%.*s' is not '%.*s'", LU_FMT(x), LU_FMT(y));
}

/* A packed array, to which pack_end() adds the end. */
static lu_jw pack_begin(void)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '[');
	return w;
}

static lu_str pack_end(lu_jw *w)
{
	lu_jw_close(w, ']');
	return lu_buf_str(&w->out);
}

static void test_symbols(void **state)
{
	static const int64_t ids[] = { 1, INT64_MAX, 0, -1, INT64_MIN };
	lu_arena a = { 0 };
	lu_symbol in[NASTY] = { { .id = 0 } }, out[NASTY + 1] = { { .id = 0 } };
	lu_str path = lu_strz("p.c"), c = lu_strz("c");
	size_t n = 0;
	lu_jw w = pack_begin();
	lu_str packed;
	lu_code rc;

	(void)state;
	for (int i = 0; i < NASTY; i++) {
		in[i] = (lu_symbol){ .id = ids[i % 5],
				     .parent = ids[(i + 1) % 5],
				     .type = lu_strz(nasty[NASTY - 1 - i]),
				     .name = lu_strz(nasty[i]),
				     .language = i % 3 ? c : lu_strz(nasty[i]),
				     .is_static = i & 1,
				     .is_prototype = i & 2,
				     .is_test = i & 4 };
		lu__pack_symbol(&w, &in[i], c);
	}
	packed = pack_end(&w);
	assert_true(lu__packed_count(packed) > NASTY); /* brackets in names count, too */
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena_free(&a);
		rc = lu__unpack_symbols(packed, path, c, &a, out, &n, &e);
	});
	assert_int_equal(n, NASTY);
	for (int i = 0; i < NASTY; i++) {
		assert_true(out[i].id == in[i].id && out[i].parent == in[i].parent);
		assert_true(out[i].is_static == in[i].is_static && out[i].is_prototype == in[i].is_prototype &&
			    out[i].is_test == in[i].is_test);
		same(out[i].type, in[i].type);
		same(out[i].name, in[i].name);
		same(out[i].language, in[i].language);
		same(out[i].path, path);
	}
	lu_jw_free(&w);
	lu_arena_free(&a);
}

static lu_ref any_ref(int i)
{
	static const lu_edge_kind kind[] = { LU_EDGE_CALLS, LU_EDGE_DEPENDS_ON, LU_EDGE_INHERITS_FROM,
					     LU_EDGE_DOCUMENTS };
	lu_ref r = { .src = i,
		     .kind = kind[i % 4],
		     .name = lu_strz(nasty[i % NASTY]),
		     .count = 1,
		     .line = i % 7 ? (uint32_t)i : UINT32_MAX };

	if (r.kind == LU_EDGE_DEPENDS_ON) r.module = lu_strz(nasty[(i + 3) % NASTY]);
	if (r.kind == LU_EDGE_DEPENDS_ON) r.alias = lu_strz(nasty[(i + 5) % NASTY]);
	if (r.kind == LU_EDGE_CALLS || r.kind == LU_EDGE_DOCUMENTS) r.count = i % 5 ? 2 : UINT32_MAX;
	if (r.kind == LU_EDGE_CALLS) r.receiver = lu_strz(nasty[(i + 7) % NASTY]);
	if (i % 3 == 0) r.by = i % 2 ? "scip" : "given";
	if (r.by) r.target_id = lu_strz(i % 9 ? "0f8fad5b-d9cb-469f-a165-70867728950e" : "\"");
	if (r.by && r.kind == LU_EDGE_DEPENDS_ON) r.count = 3;
	return r;
}

/* A type parameter is none that a call gives, whatever words are before it. */
static void test_type_parameters(void **state)
{
	static const char *const free[] = { "fun <T> first(of: List<T>): T",
					    "tailrec fun <T> first(of: List<T>): T",
					    "val <T> List<T>.first: T",
					    "var <T> List<T>.first: T",
					    "strictfp <T> T first(List<T> of)",
					    "@Nullable <T> T first(List<T> of)",
					    "public static @a.b.Nullable <T> T first(List<T> of)" };
	static const char *const other[] = { "Maker <T> first(of: T): T", "@Made<T> fun first(of: T): T" };
	lu_element el = { .name = lu_strz("a.first"), .language = lu_strz("kotlin"), .return_type = lu_strz("T") };
	const lu_element *in[] = { &el };
	lu_arena a = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof free / sizeof *free; i++) {
		el.signature = lu_strz(free[i]);
		if (lu__gives_of_call(in, 1, &a).n) fail_msg("%s", free[i]);
	}
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		el.signature = lu_strz(other[i]);
		assert_string_equal(lu__gives_of_call(in, 1, &a).s, "T");
	}
	lu_arena_free(&a);
}

static void test_a_macro_without_text_gives_nothing(void **state)
{
	lu_element el = { .name = lu_strz("M"), .language = lu_strz("c") };
	lu_arena a = { 0 };

	(void)state;
	assert_int_equal(lu__gives_of_macro(&el, &a).n, 0);
	lu_arena_free(&a);
}

static void test_refs(void **state)
{
	enum { N = 4 * NASTY * 3 };
	lu_arena a = { 0 };
	lu_ref *out = NULL;
	size_t n = 0;
	lu_jw w = pack_begin();
	lu_str packed;
	lu_code rc;

	(void)state;
	for (int i = 0; i < N; i++) lu__pack_ref(&w, &(lu_ref[]){ any_ref(i) }[0]);
	packed = pack_end(&w);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena_free(&a);
		rc = lu_unpack_calls(packed, &a, &out, &n, &e);
	});
	assert_int_equal(n, N);
	for (int i = 0; i < N; i++) {
		lu_ref r = any_ref(i);

		assert_true(out[i].src == r.src && out[i].kind == r.kind && out[i].line == r.line);
		assert_int_equal(out[i].count, r.count);
		same(out[i].name, r.name);
		same(out[i].module, r.module);
		same(out[i].alias, r.alias);
		same(out[i].receiver, r.receiver);
		same(out[i].target_id, r.target_id);
		assert_string_equal(out[i].by ? out[i].by : "", r.by ? r.by : "");
	}
	OK(lu_unpack_calls(lu_strz(""), &a, &out, &n, &e));
	assert_int_equal(n, 0);
	OK(lu_unpack_calls(lu_strz("[]"), &a, &out, &n, &e));
	assert_int_equal(n, 0);
	lu_jw_free(&w);
	lu_arena_free(&a);
}

static void test_packed_edges(void **state)
{
	static const int64_t dst[] = { 1, 2, INT64_MAX };
	lu_arena a = { 0 };
	struct lu__packed_edge *out = NULL;
	size_t n = 0;
	lu_jw w = pack_begin();
	lu_str packed;
	lu_code rc;

	(void)state;
	for (int i = 0; i < NASTY; i++)
		lu__pack_edge(&w, &(struct lu__packed_edge){ .src = i,
							     .kind = (lu_edge_kind)(i % LU_EDGE_KINDS),
							     .grade = (lu_grade)(i % LU_GRADES),
							     .reason = 1,
							     .line = UINT32_MAX,
							     .count = 7,
							     .name = lu_strz(nasty[i]),
							     .dst = dst,
							     .n = (size_t)i % 4 });
	packed = pack_end(&w);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena_free(&a);
		rc = lu__unpack_edges(packed, NULL, 0, &a, &out, &n, &e);
	});
	assert_int_equal(n, NASTY);
	for (int i = 0; i < NASTY; i++) {
		assert_int_equal(out[i].kind, i % LU_EDGE_KINDS);
		assert_int_equal(out[i].grade, i % LU_GRADES);
		assert_true(out[i].line == UINT32_MAX && out[i].count == 7 && out[i].reason == 1);
		same(out[i].name, lu_strz(nasty[i]));
		assert_int_equal(out[i].n, i % 4);
		for (size_t k = 0; k < out[i].n; k++) assert_true(out[i].dst[k] == dst[k]);
	}
	lu_jw_free(&w);
	lu_arena_free(&a);
}

/* ---- damage ---- */

static size_t seen; /* so that what came out is looked at */

static void look(lu_str s)
{
	for (size_t i = 0; i < s.n; i++) seen += (unsigned char)s.s[i];
}

/* Unpack a copy that ends where its block does. */
static lu_code unpack(int column, lu_str text)
{
	lu_arena a = { 0 };
	char *own_text = test_malloc(text.n + 1);
	lu_str t = { own_text, text.n };
	lu_symbol *sym = column == 0 ? test_calloc(lu__packed_count(text), sizeof *sym) : NULL;
	lu_ref *ref = column == 1 ? test_calloc(lu__packed_count(text), sizeof *ref) : NULL;
	struct lu__packed_edge *edge = NULL;
	size_t n = 0;
	lu_code rc;

	if (text.n) memcpy(own_text, text.s, text.n);
	if (column == 0) rc = lu__unpack_symbols(t, lu_strz("p"), lu_strz("c"), &a, sym, &n, &e);
	else if (column == 1) rc = lu__unpack_refs(t, &a, ref, &n, &e);
	else rc = lu__unpack_edges(t, NULL, 0, &a, &edge, &n, &e);
	for (size_t i = 0; i < n && sym; i++) look(sym[i].name), look(sym[i].type), look(sym[i].language);
	for (size_t i = 0; i < n && ref; i++) look(ref[i].name), look(ref[i].module), look(ref[i].receiver);
	for (size_t i = 0; i < n && ref; i++) {
		look(ref[i].target_id);
		assert_in_range(ref[i].kind, LU_EDGE_CONTAINS + 1, LU_EDGE_KINDS - 1);
	}
	for (size_t i = 0; i < n && edge; i++) {
		look(edge[i].name);
		assert_in_range(edge[i].kind, 0, LU_EDGE_KINDS - 1);
		assert_in_range(edge[i].grade, 0, LU_GRADES - 1);
		for (size_t k = 0; k < edge[i].n; k++) seen += (size_t)edge[i].dst[k];
	}
	test_free(sym);
	test_free(ref);
	test_free(own_text);
	lu_arena_free(&a);
	return rc;
}

static const char *const sound[] = {
	"[[1,0,\"module\",\"m\",0],[2,1,\"function\",\"m.f\\\"\\u00e4\",7,\"c\"]]",
	("[[1,2,\"x\",1,\"a.b\",\"\"],[1,2,\"\",2,\"m\",\"\",\"scip 00-11\",4],[2,3,\"B\",3],[2,3,\"B\",3,\"given q\"],"
	 "[2,1,\"f\",4,1],[2,1,\"g\",4,2,\"T\"],[2,4,\"p\",5,1],[2,1,\"h\",4,1,\"\",\"scip 22\"]]"),
	"[[1,2,3,1,2,1,\"stdio\"],[2,1,0,2,3,1,\"f\",1],[2,1,2,2,3,4,\"g\\n\",1,2,3]]",
};

static void test_damaged_text(void **state)
{
	static const struct {
		int column;
		const char *text;
	} bad[] = {
		{ 0, "[" },
		{ 0, "]" },
		{ 0, "[[" },
		{ 0, "[[]]" },
		{ 0, "[]x" },
		{ 0, "[] " },
		{ 0, " []" },
		{ 0, "{}" },
		{ 0, "null" },
		{ 0, "[[1]]" },
		{ 0, "[[[1,0,\"t\",\"n\",0]]]" },
		{ 0, "[[1,0,\"t\",\"n\",0]" },
		{ 0, "[[1,0,\"t\",\"n\",0],]" },
		{ 0, "[[1,0,\"t\",\"n\",0]][" },
		{ 0, "[[1,0,\"t\",\"n\"]]" },
		{ 0, "[[1,0,\"t\",\"n\",0,1]]" },
		{ 0, "[[1,0,\"t\",\"n\",0,\"c\",1]]" },
		{ 0, "[[1,0,\"t\",\"n]]" },
		{ 0, "[[1,0,\"t\",\"n\\" },
		{ 0, "[[1,0,\"t\",\"n\\\"" },
		{ 0, "[[1,0,\"t\",\"\\x\",0]]" },
		{ 0, "[[1,0,\"t\",\"\\ud800\",0]]" },
		{ 0, "[[-,0,\"t\",\"n\",0]]" },
		{ 0, "[[1.5,0,\"t\",\"n\",0]]" },
		{ 0, "[[1e9,0,\"t\",\"n\",0]]" },
		{ 0, "[[123456789012345678901,0,\"t\",\"n\",0]]" },
		{ 0, "[[9223372036854775808,0,\"t\",\"n\",0]]" },
		{ 0, "[[\"1\",0,\"t\",\"n\",0]]" },
		{ 0, "[[1,0,2,\"n\",0]]" },
		{ 0, "[[1 ,0,\"t\",\"n\",0]]" },
		{ 1, "[[1,0,\"n\",1,1]]" },
		{ 1, "[[1,6,\"n\",1,1]]" },
		{ 1, "[[1,-1,\"n\",1,1]]" },
		{ 1, "[[1,4294967297,\"n\",1,1]]" },
		{ 1, "[[1,1,\"n\",1]]" },
		{ 1, "[[1,2,\"n\",1]]" },
		{ 1, "[[1,2,\"n\",1,\"m\",\"a\",\"scip x\"]]" },
		{ 1, "[[1,3,\"n\",1,1]]" },
		{ 1, "[[1,1,\"n\",4294967296,1]]" },
		{ 1, "[[1,1,\"n\",-1,1]]" },
		{ 1, "[[1,1,\"n\",1,-1]]" },
		{ 1, "[[1,1,\"n\",1,1,\"r\",\"s x\",1]]" },
		{ 1, "[[1,1,\"n\",1,1,\"r\",-7]]" },
		{ 1, "[[1,1,\"n\",1,1,\"r\",\"\"]]" },
		{ 1, "[[1,1,\"n\",1,1,\"r\",\"other x\"]]" },
		{ 1, "[[1,1,\"n\",1,1,\"r\",2,\"\"]]" },
		{ 1, "[[1,1,\"n\",1,1,\"r\",2,\"\",\"\"]]" },
		{ 2, "[[1,6,0,1,1,1,\"n\"]]" },
		{ 2, "[[1,-1,0,1,1,1,\"n\"]]" },
		{ 2, "[[1,1,4,1,1,1,\"n\"]]" },
		{ 2, "[[1,1,-1,1,1,1,\"n\"]]" },
		{ 2, "[[1,1,0,1,1,1,\"n\",]]" },
		{ 2, "[[1,1,0,1,1,1,\"n\",\"x\"]]" },
		{ 2, "[[1,1,0,1,1,1,\"n\",[1]]]" },
		{ 2, "[[1,1,0,70000,1,1,\"n\",1]]" },
		{ 2, "[[1,1,0,-1,1,1,\"n\",1]]" },
		{ 2, "[[1,1,0,1,99999999999,1,\"n\",1]]" },
	};

	(void)state;
	for (int i = 0; i < 3; i++) {
		size_t n = strlen(sound[i]);

		OK(unpack(i, lu_strz(sound[i])));
		for (size_t k = 1; k < n; k++) FAILS(unpack(i, lu_strn(sound[i], k)), LU_EDB);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (unpack(bad[i].column, lu_strz(bad[i].text)) != LU_EDB) fail_msg("%s", bad[i].text);
}

/* Change a byte, take some away, or say some twice. */
static void mutate(lu_buf *b, lu_str from)
{
	static const char some[] = "[],\"\\-0129u \n\xff";
	size_t at = below(from.n), n = below(from.n - at) + 1;

	lu_buf_reset(b);
	lu_buf_add(b, from.s, at);
	switch (below(4)) {
	case 0:
		lu_buf_addc(b, some[below(sizeof some)]); /* which may be the end of the literal */
		break;
	case 1: break;
	case 2:
		lu_buf_add(b, from.s + at, n);
		lu_buf_add(b, from.s + at, n);
		at += n - 1;
		break;
	default: lu_buf_addc(b, some[below(sizeof some)]); at--;
	}
	lu_buf_add(b, from.s + at + 1, from.n - at - 1);
}

static void test_mutations(void **state)
{
	lu_buf b[2] = { LU_BUF, LU_BUF };
	size_t good = 0;

	(void)state;
	for (int i = 0; i < 30000; i++) {
		lu_code rc;

		mutate(&b[0], lu_strz(sound[i % 3]));
		for (size_t k = below(3); k && b[0].len; k--) {
			mutate(&b[1], lu_buf_str(&b[0]));
			lu_buf_reset(&b[0]);
			lu_buf_addstr(&b[0], lu_buf_str(&b[1]));
		}
		rc = unpack(i % 3, lu_buf_str(&b[0]));
		good += rc == LU_OK;
		if (rc && rc != LU_EDB) fail_msg("%d: %.*s", (int)rc, LU_FMT(lu_buf_str(&b[0])));
	}
	assert_in_range(good, 100, 15000); /* both ways were gone */
	lu_buf_free(&b[0]);
	lu_buf_free(&b[1]);
}

/* Each column of a store, damaged: those who need it say so. */
static void test_damaged_store(void **state)
{
	static const char *const damage[] = { "UPDATE outline SET symbols = '[[1,'", "UPDATE outline SET links = '[['",
					      "UPDATE outline SET calls = '[[1,9,\"x\",1,1]]'",
					      "UPDATE answer SET edges = '[[1,1,1,1,1,1]]'" };
	box *b = *state;

	for (int i = 0; i < 4; i++) {
		lu_store *s = open_use(b, "t", "a");
		lu_arena a = { 0 };
		lu_outlines o;
		lu_buf found = LU_BUF;
		lu_ref *ref;
		lu_str packed;
		size_t n;
		bool all;
		int64_t file;
		sample m;

		fill(s, &m, "one");
		sql(b, damage[i]);
		FAILS(lu_store_outlines(s, &a, &o, &all, &e), i < 2 ? LU_EDB : LU_OK);
		OK(lu_store_calls(s, m.file, &a, &packed, &e));
		FAILS(lu_unpack_calls(packed, &a, &ref, &n, &e), i == 2 ? LU_EDB : LU_OK);
		FAILS(lu_store_edges(s, m.v[2].id, false, dump_edge, &found, &e), i == 3 ? LU_EDB : LU_OK);
		FAILS(lu_store_check(s, dump_check, &found, &e), LU_OK);
		OK(lu_store_begin(s, &e));
		FAILS(put_spec(s, "x.c", "module m", &file), i < 2 ? LU_EDB : LU_OK);
		lu_store_rollback(s);
		OK(lu_store_begin(s, &e));
		FAILS(put_sample_edges(s, &m, &(lu_put_counts){ 0 }), LU_EDB);
		lu_store_rollback(s);
		lu_buf_free(&found);
		lu_arena_free(&a);
		lu_store_close(s);
		assert_int_equal(tear_down(state), 0);
		assert_int_equal(set_up(state), 0);
	}
}

/* ---- memory ---- */

static void store_or_fail(lu_store *s, const char *path, const char *text, int64_t *file)
{
	spec *p = make_spec(path, text);
	lu_code rc;

	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		OK(lu_store_begin(s, &e));
		rc = store_spec(s, p, file);
		if (rc) lu_store_rollback(s);
		else OK(lu_store_commit(s, &e));
	});
	free_spec(p);
}

static void test_memory(void **state)
{
	static const char *const version[] = { own, "module a @c >x; function a.find >go !0000",
					       "module a; function a.find #0000 =overload =Test; class a.Box <a.Base",
					       "module a; method a.\"q >\"" };
	lu_store *s = open_use(*state, "t", "a");
	lu_arena a = { 0 };
	lu_outlines o;
	lu_ref *ref;
	lu_str packed;
	size_t n;
	bool all, aimed;
	int64_t file = 0, gone;
	lu_code rc;

	put_tree(s);
	for (size_t i = 0; i < sizeof version / sizeof *version; i++) {
		store_or_fail(s, "a.py", version[i], &file);
		FOR_EVERY_ALLOCATION_FAILURE(rc, {
			rc = lu_store_outlines(s, &a, &o, &all, &e);
			lu_arena_free(&a);
		});
		FOR_EVERY_ALLOCATION_FAILURE(rc, {
			rc = lu_store_calls(s, file, &a, &packed, &e);
			if (!rc) rc = lu_store_calls_aimed(s, packed, &a, &ref, &n, &aimed, &e);
			lu_arena_free(&a);
		});
	}
	put(s, "a.py", "module a; function a.find #0000");
	store_or_fail(s, "b.py", "module b; function b.h #0000", &file); /* it moves from file to file */
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		OK(lu_store_begin(s, &e));
		rc = lu_store_file_remove(s, file, &gone, &e);
		if (rc) lu_store_rollback(s);
		else OK(lu_store_commit(s, &e));
	});
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_due),
		TEST(test_due_of_more),
		TEST(test_modules_of_a_name),
		TEST(test_rolled_back),
		TEST(test_due_elsewhere),
		TEST(test_aimed),
		TEST(test_symbols),
		TEST(test_refs),
		TEST(test_packed_edges),
		TEST(test_damaged_text),
		TEST(test_mutations),
		TEST(test_damaged_store),
		TEST(test_memory),
		TEST(test_type_parameters),
		TEST(test_a_macro_without_text_gives_nothing),
	};

	return cmocka_run_group_tests_name("outline", tests, NULL, NULL);
}
