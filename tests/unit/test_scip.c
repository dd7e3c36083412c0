/* SPDX-License-Identifier: MIT
 * SCIP indexes: the grammar of symbols, indexes that protobuf-c packs here, and damaged ones. With --write FILE it
 * writes the index that tests/cli/foreign.t reads. */
#include "index.h"

#include <scip/scip.pb-c.h>

#include "scip/scip.h"

#define PKG "scip-test pip shop 1.0 "

/* ---- writing an index ---- */

/* One document, in fixed arrays: small, and nothing to free. */
struct doc {
	Lu__Scip__Document d;
	Lu__Scip__Occurrence occ[32], *occ_p[32];
	int32_t range[32][4], around[32][4];
	Lu__Scip__SymbolInformation sym[16], *sym_p[16];
	Lu__Scip__Relationship rel[16], *rel_p[16];
	char *text[16];
};

static void doc_init(struct doc *d, const char *path)
{
	memset(d, 0, sizeof *d);
	lu__scip__document__init(&d->d);
	d->d.relative_path = (char *)path;
	d->d.language = (char *)"Python";
	d->d.position_encoding = 3;
	d->d.occurrences = d->occ_p;
	d->d.symbols = d->sym_p;
}

static Lu__Scip__Occurrence *occurs(struct doc *d, const char *symbol, int roles, int line, int from, int to)
{
	size_t i = d->d.n_occurrences++;
	Lu__Scip__Occurrence *o = d->occ_p[i] = &d->occ[i];

	lu__scip__occurrence__init(o);
	memcpy(d->range[i], (int32_t[]){ line, from, to, 0 }, sizeof d->range[i]);
	o->range = d->range[i];
	o->n_range = 3;
	o->symbol = (char *)symbol;
	o->symbol_roles = roles;
	return o;
}

static void around(struct doc *d, Lu__Scip__Occurrence *o, int line, int from, int end_line, int to)
{
	size_t i = (size_t)(o - d->occ);

	memcpy(d->around[i], (int32_t[]){ line, from, end_line, to }, sizeof d->around[i]);
	o->enclosing_range = d->around[i];
	o->n_enclosing_range = 4;
}

static void says(struct doc *d, const char *symbol, const char *documentation, const char *implements)
{
	size_t i = d->d.n_symbols++;
	Lu__Scip__SymbolInformation *s = d->sym_p[i] = &d->sym[i];

	lu__scip__symbol_information__init(s);
	s->symbol = (char *)symbol;
	d->text[i] = (char *)documentation;
	s->documentation = &d->text[i];
	s->n_documentation = documentation != NULL;
	if (!implements) return;
	lu__scip__relationship__init(&d->rel[i]);
	d->rel[i].symbol = (char *)implements;
	d->rel[i].is_implementation = 1;
	d->rel_p[i] = &d->rel[i];
	s->relationships = &d->rel_p[i];
	s->n_relationships = 1;
}

static void add_field(lu_buf *out, unsigned field, lu_str body)
{
	size_t n = body.n;

	lu_buf_addc(out, (char)(field << 3 | 2));
	for (; n >= 0x80; n >>= 7) lu_buf_addc(out, (char)((n & 0x7f) | 0x80));
	lu_buf_addc(out, (char)n);
	lu_buf_addstr(out, body);
}

static void pack(lu_buf *out, const struct doc *d)
{
	size_t n = lu__scip__document__get_packed_size(&d->d);
	uint8_t *p = malloc(n + 1);

	assert_non_null(p);
	lu__scip__document__pack(&d->d, p);
	add_field(out, 2, lu_strn((char *)p, n));
	free(p);
}

/* ---- the project that it speaks of ---- */

static const char goods[] = "class Base:\n"                                              /* 0 */
			    "    def price(self):\n"                                     /* 1 */
			    "        return 1\n"                                         /* 2 */
			    "\n"                                                         /* 3 */
			    "def price(x):\n"                                            /* 4 */
			    "    return x\n";                                            /* 5 */
static const char till[] = "from goods import Base as B\n"                               /* 0 */
			   "import goods\n"                                              /* 1 */
			   "\n"                                                          /* 2 */
			   "class Book(B):\n"                                            /* 3 */
			   "    def total(self, other):\n"                               /* 4 */
			   "        s = '\xc3\xa9\xf0\x9f\x9a\x80'; a = other.price()\n" /* 5 */
			   "        f = goods.price\n"                                   /* 6 */
			   "        return a + other.price()\n"                          /* 7 */
			   "\n"                                                          /* 8 */
			   "def ring(x):\n"                                              /* 9 */
			   "    return x.total()\n";                                     /* 10 */

#define BASE       PKG "goods/Base#"
#define BASE_PRICE PKG "goods/Base#price()."
#define PRICE      PKG "goods/price()."
#define BOOK       PKG "till/Book#"
#define TOTAL      PKG "till/Book#total()."

static void describe_goods(struct doc *d)
{
	doc_init(d, "goods.py");
	occurs(d, PKG "goods/__init__:", 1, 0, 0, 0);
	around(d, occurs(d, BASE, 1, 0, 6, 10), 0, 0, 2, 16);
	around(d, occurs(d, BASE_PRICE, 1, 1, 8, 13), 1, 4, 2, 16);
	around(d, occurs(d, PRICE, 1, 4, 4, 9), 4, 0, 5, 12);
	occurs(d, "local 1", 1, 4, 10, 11);
	occurs(d, "local 1", 0, 5, 11, 12);
	says(d, BASE, "What has a price.", NULL);
}

static void describe_till(struct doc *d)
{
	doc_init(d, "till.py");
	around(d, occurs(d, BOOK, 1, 3, 6, 10), 3, 0, 7, 32);
	around(d, occurs(d, TOTAL, 1, 4, 8, 13), 4, 4, 7, 32);
	occurs(d, BASE, 2, 0, 18, 22);
	occurs(d, PKG "goods/__init__:", 2, 1, 7, 12);
	occurs(d, BASE, 0, 3, 11, 12);
	occurs(d, BASE_PRICE, 0, 5, 28, 33);
	occurs(d, PRICE, 0, 6, 18, 23);
	occurs(d, BASE_PRICE, 0, 7, 25, 30);
	occurs(d, PKG "lib/nowhere().", 0, 7, 0, 3);
	occurs(d, PKG "till/ring().", 1, 9, 4, 8);
	occurs(d, "scip-test pip bells 2.0 bells/Bell#total().", 0, 10, 13, 18); /* nothing of the tree */
	says(d, BOOK, "A book.", BASE);
}

static void write_index(lu_buf *out)
{
	struct doc d;

	add_field(out, 1, lu_strz("\x12\x0b\x0a\x09scip-test")); /* the tool */
	describe_till(&d);                                       /* uses before definitions */
	pack(out, &d);
	describe_goods(&d);
	pack(out, &d);
}

/* ---- symbols ---- */

static void symbols_follow_the_grammar(void **state)
{
	static const struct {
		const char *in, *out;
	} t[] = {
		{ "s m p v a/", "a/" },
		{ "s m p v a/B#c().", "a/B#c(" },
		{ "s m p v a/B#c(+1).", "a/B#c(" },
		{ "s m p v a/x.", "a/x." },
		{ "s m p v a/B#[T]", "a/B#T[" },
		{ "s m p v a/f().(x)", "a/f(x)" },
		{ "s m p v a/__init__:", "a/__init__:" },
		{ "s m p v max!", "max!" },
		{ "s  t m p v a/", "a/" },
		{ "s . . . `a b.ts`/`x``y`#", "a b.ts/x`y#" },
		{ "local 12", "" },
		{ "local ", NULL },
		{ "", NULL },
		{ "s m p v", NULL },
		{ "s m p v ", NULL },
		{ "s m p v a", NULL },
		{ "s m p v a(", NULL },
		{ "s m p v a()", NULL },
		{ "s m p v `a/", NULL },
		{ "s m p v ``/", NULL },
		{ "s m p v [T", NULL },
		{ "s m p v (x", NULL },
		{ "s m p v a?", NULL },
		{ "s m p v /", NULL },
		{ "s m p v \xff/", NULL },
		{ " m p v a/", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		lu_arena a = { 0 };
		lu_scip_name name;
		lu_buf got = LU_BUF;
		lu_code rc = lu_scip_parse(lu_strz(t[i].in), &a, &name, &err);

		if (rc != (t[i].out ? LU_OK : LU_EFORMAT)) fail_msg("'%s': %d, %s", t[i].in, rc, err.msg);
		for (size_t k = 0; !rc && k < name.n; k++) {
			lu_buf_addstr(&got, name.part[k].name);
			lu_buf_addc(&got, name.part[k].kind);
		}
		if (!rc) assert_string_equal(got.s, t[i].out);
		lu_buf_free(&got);
		lu_arena_free(&a);
	}
}

static lu_code parse_once(void)
{
	lu_arena a = { 0 };
	lu_scip_name name;
	lu_code rc = lu_scip_parse(lu_strz("s m p v `a b`/c#d(+1).(x)"), &a, &name, NULL);

	lu_arena_free(&a);
	return rc;
}

static void symbols_survive_every_allocation_failure(void **state)
{
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = parse_once());
}

/* ---- reading ---- */

struct seen {
	size_t documents, rejected, occurrences, dropped;
	char last[200];
};

static lu_code on_document(void *ctx, const lu_scip_document *d, lu_err *e)
{
	struct seen *s = ctx;

	(void)e;
	s->documents++;
	s->occurrences += d->occurrences.n;
	s->dropped += d->dropped;
	for (size_t i = 1; i < d->occurrences.n; i++)
		assert_true(d->occurrences.v[i].at.line >= d->occurrences.v[i - 1].at.line);
	return LU_OK;
}

static lu_code on_reject(void *ctx, size_t i, const char *reason, lu_err *e)
{
	struct seen *s = ctx;

	(void)e;
	s->rejected++;
	snprintf(s->last, sizeof s->last, "%zu: %s", i, reason);
	return LU_OK;
}

static lu_code read_bytes(lu_str bytes, struct seen *s)
{
	lu_scip_reader r = { s, on_document, on_reject };

	memset(s, 0, sizeof *s);
	err.msg[0] = '\0';
	return lu_scip_read(bytes, &r, &err);
}

static void documents_are_read(void **state)
{
	lu_buf b = LU_BUF;
	struct seen s;

	(void)state;
	write_index(&b);
	OK(read_bytes(lu_buf_str(&b), &s));
	assert_int_equal(s.documents, 2);
	assert_int_equal(s.rejected, 0);
	assert_int_equal(s.occurrences, 11 + 6);
	lu_buf_free(&b);
}

static void typed_ranges_are_read(void **state)
{
	struct doc d;
	struct seen s;
	lu_buf b = LU_BUF;
	Lu__Scip__LineRange one = LU__SCIP__LINE_RANGE__INIT;
	Lu__Scip__LinesRange several = LU__SCIP__LINES_RANGE__INIT;

	(void)state;
	doc_init(&d, "a.py");
	one.line = 3, one.end_character = 2, several.start_line = 1, several.end_line = 2;
	occurs(&d, BASE, 1, 0, 0, 0)->n_range = 0;
	d.occ[0].single_line_range = &one;
	occurs(&d, BASE, 1, 0, 0, 0)->n_range = 0;
	d.occ[1].multi_line_range = &several;
	occurs(&d, BASE, 1, -4, 0, 1); /* out of any file */
	occurs(&d, BASE, 1, 4, 9, 1);  /* ends before it begins */
	occurs(&d, BASE, 1, 4, 9, 9)->n_range = 2;
	occurs(&d, "", 0, 4, 9, 9); /* colour only */
	pack(&b, &d);
	OK(read_bytes(lu_buf_str(&b), &s));
	assert_int_equal(s.occurrences, 2);
	assert_int_equal(s.dropped, 3);
	lu_buf_free(&b);
}

/* Every cut and every changed byte is read or rejected, never more. */
static void damaged_indexes_are_rejected(void **state)
{
	static const char *const wrong[] = { "",
					     "hello, this is text\n",
					     "\x12",
					     "\x12\x05 ab",
					     "\x10\x01",
					     "\x0b",
					     "\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01x",
					     "\x0a\x80" };
	lu_buf b = LU_BUF;
	struct seen s;

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		assert_int_equal(read_bytes(lu_strz(wrong[i]), &s), LU_EFORMAT);
		assert_non_null(strstr(err.msg, "not a SCIP index"));
	}
	OK(read_bytes(lu_strn("\x12\x03"
			      "abc"
			      "\x12\x00",
			      7),
		      &s));
	assert_int_equal(s.rejected, 2);
	write_index(&b);
	for (size_t n = 0; n < b.len; n++) {
		lu_code rc = read_bytes(lu_strn(b.s, n), &s);

		assert_true(rc == LU_OK || rc == LU_EFORMAT);
		assert_true(s.documents + s.rejected <= 2);
	}
	for (size_t i = 0; i < b.len; i++) {
		char old = b.s[i];

		b.s[i] = (char)(old ^ (1 + (int)below(255)));
		assert_true(read_bytes(lu_buf_str(&b), &s) != LU_ENOMEM);
		b.s[i] = old;
	}
	lu_buf_free(&b);
}

/* Two bytes of input claim an occurrence: the memory for them has a bound. */
static void a_document_of_empty_occurrences_is_bounded(void **state)
{
	size_t n = 1 << 20;
	lu_buf body = LU_BUF, b = LU_BUF;
	struct seen s;

	(void)state;
	lu_buf_adds(&body, "\x0a\x01"
			   "a");
	for (size_t i = 0; i < n; i++) lu_buf_add(&body, "\x12", 2);
	add_field(&b, 2, lu_buf_str(&body));
	OK(read_bytes(lu_buf_str(&b), &s));
	assert_int_equal(s.documents, 1);
	assert_int_equal(s.occurrences, 0);
	lu_buf_free(&b);
	lu_buf_free(&body);
}

/* ---- into a store ---- */

struct edges {
	lu_store *s;
	lu_buf text;
};

static lu_code add_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	struct edges *t = ctx;
	lu_arena a = { 0 };
	lu_brief src, dst = { .name = lu_strz("?") };
	lu_code rc = lu_store_brief(t->s, r->src, &a, &src, e);

	if (!rc && r->dst) rc = lu_store_brief(t->s, r->dst, &a, &dst, e);
	if (!rc && r->kind != LU_EDGE_CONTAINS)
		lu_buf_addf(&t->text, "%.*s %s %.*s %s %.*s %u\n", LU_FMT(src.name), lu_edge_kind_name(r->kind),
			    LU_FMT(dst.name), lu_grade_name(r->grade), LU_FMT(r->reason), r->line);
	lu_arena_free(&a);
	return rc;
}

static lu_code add_edges_of(void *ctx, const lu_brief *b, lu_err *e)
{
	struct edges *t = ctx;

	return lu_store_edges(t->s, b->id, false, add_edge, t, e);
}

static void check_edge(const struct edges *t, const char *edge)
{
	if (!strstr(t->text.s, edge)) fail_msg("no edge '%s' in\n%s", edge, t->text.s);
}

static void an_index_becomes_edges(void **state)
{
	lu_buf b = LU_BUF;
	char dir[PATH_MAX];
	struct edges t = { .text = LU_BUF };
	lu_tree_options o = { .jobs = 1 };
	lu_counts c = { 0 };

	(void)state;
	put("sources/goods.py", goods);
	put("sources/till.py", till);
	write_index(&b);
	put_n("a.scip", b.s, b.len);
	t.s = new_store("scip.db");
	snprintf(dir, sizeof dir, "%s", in_top("sources"));
	OK(lu_ingest_scip(t.s, in_top("a.scip"), dir, "", NULL, &c, &err));
	assert_int_equal(c.rejected, 0);
	assert_int_equal(c.parsed, 2);
	for (int round = 0; round < 2; round++) {
		lu_buf_reset(&t.text);
		OK(lu_store_briefs(t.s, add_edges_of, &t, &err));
		check_edge(&t, "till DEPENDS_ON goods.Base exact scip-test 1\n");
		check_edge(&t, "till DEPENDS_ON goods exact scip-test 2\n");
		check_edge(&t, "till.Book INHERITS_FROM goods.Base exact scip-test 4\n");
		check_edge(&t, "till.Book.total CALLS goods.Base.price exact scip-test 6\n");
		check_edge(&t, "till.Book.total DEPENDS_ON goods.price exact scip-test 7\n");
		check_edge(&t, "till.ring CALLS ? unresolved scip-test 11\n");
		assert_null(strstr(t.text.s, "nowhere"));
		/* a sync of the same files leaves them as they are */
		OK(lu_ingest_tree(t.s, dir, "", &o, NULL, &c, &err));
	}
	/* when a file changes, the index no longer speaks of it */
	put("sources/till.py", "import goods\n\n\n");
	OK(lu_ingest_tree(t.s, dir, "", &o, NULL, &c, &err));
	lu_buf_reset(&t.text);
	OK(lu_store_briefs(t.s, add_edges_of, &t, &err));
	assert_null(strstr(t.text.s, "scip"));
	/* and an index of other lines is refused */
	c = (lu_counts){ 0 };
	put("sources/goods.py", "\n\n\nclass Base:\n    pass\n\n\ndef price(x, y, z): return x + y + z\n");
	OK(lu_ingest_scip(t.s, in_top("a.scip"), dir, "", NULL, &c, &err));
	assert_int_equal(c.rejected, 2);
	lu_store_close(t.s);
	lu_buf_free(&t.text);
	lu_buf_free(&b);
}

static void without_sources_elements_are_made_of_symbols(void **state)
{
	lu_buf b = LU_BUF;
	struct edges t = { .text = LU_BUF };
	lu_counts c = { 0 };

	(void)state;
	write_index(&b);
	put_n("b.scip", b.s, b.len);
	t.s = new_store("made.db");
	OK(lu_ingest_scip(t.s, in_top("b.scip"), "", "far/", NULL, &c, &err));
	assert_int_equal(c.elements.added, 8);
	OK(lu_store_briefs(t.s, add_edges_of, &t, &err));
	check_edge(&t, "till.Book INHERITS_FROM goods.Base exact scip-test 4\n");
	check_edge(&t, "till.Book.total CALLS goods.Base.price exact scip-test 6\n");
	lu_store_close(t.s);
	lu_buf_free(&t.text);
	lu_buf_free(&b);
}

static int write_file(const char *path)
{
	lu_buf b = LU_BUF;
	FILE *f = fopen(path, "w");
	int bad;

	write_index(&b);
	bad = !f || fwrite(b.s, 1, b.len, f) != b.len;
	lu_buf_free(&b);
	return f && fclose(f) ? 1 : bad;
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(symbols_follow_the_grammar),
		cmocka_unit_test(symbols_survive_every_allocation_failure),
		cmocka_unit_test(documents_are_read),
		cmocka_unit_test(typed_ranges_are_read),
		cmocka_unit_test(damaged_indexes_are_rejected),
		cmocka_unit_test(a_document_of_empty_occurrences_is_bounded),
		cmocka_unit_test(an_index_becomes_edges),
		cmocka_unit_test(without_sources_elements_are_made_of_symbols),
	};

	if (argc == 3 && !strcmp(argv[1], "--write")) return write_file(argv[2]);
	return cmocka_run_group_tests(tests, make_top, clear_top);
}
