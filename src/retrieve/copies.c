/* SPDX-License-Identifier: MIT
 * Copies: the same code at two places. One name in two files that look alike is enough to read both; what they have in
 * common decides, and where they are decides which of them people look for. */
#include <stdlib.h>
#include <string.h>

#include "core/ascii.h"
#include "core/sorting.h"
#include "lucus/record.h"
#include "retrieve/once.h"

#define READ  16384 /* bytes of each */
#define WORDS 2048  /* of each */
#define FEW   10    /* distinct words, of which less says nothing: many things are alike then */
/* Words in common, of those in either, by which two texts are one: in files of any name; in those of one name; and
 * where besides their places say that one was made of the other. Siblings, written side by side on purpose, have
 * less. */
#define EQUAL 1
#define SAME  .9
#define ALIKE .5

/* Folders of what came from elsewhere or was made of what is here. */
static const char *const elsewhere[] = { "vendor",     "vendored", "third_party",  "third-party", "thirdparty",
					 "external",   "extern",   "node_modules", "bundled",     "dist",
					 "build",      "out",      "generated",    "gen",         "legacy",
					 "deprecated", "compat",   "_compat",      "old",         "backup",
					 "archive",    "attic",    "copy",         NULL };
/* And of what shows or tests how something is used. */
static const char *const uses[] = { "test", "tests", "testdata", "fixture",    "fixtures",
				    "mock", "mocks", "example",  "examples",   "samples",
				    "demo", "spec",  "bench",    "benchmarks", NULL };

/* "v2" is 2, anything else 0. */
static long version_of(lu_str s)
{
	long v = 0;

	if (s.n < 2 || s.n > 6 || (s.s[0] != 'v' && s.s[0] != 'V')) return 0;
	for (size_t i = 1; i < s.n; i++) {
		if (!lu_is_digit(s.s[i])) return 0;
		v = v * 10 + (s.s[i] - '0');
	}
	return v;
}

static bool ends_with(lu_str s, const char *end)
{
	size_t n = strlen(end);

	return s.n >= n && memcmp(s.s + s.n - n, end, n) == 0;
}

/* What a path says of its file. */
struct place {
	int aside; /* the more, the less it is what people look for */
	long version;
	lu_str stem;
	bool stub; /* it declares what another file of its name defines */
};

static struct place place_of(const lu_hit *h)
{
	lu_str path = h->el.path, base = lu_str_after_last(path, '/');
	struct place p = { .stem = base };

	for (size_t i = 0; i < base.n; i++)
		if (base.s[i] == '.' && i) {
			p.stem = lu_strn(base.s, i);
			break;
		}
	p.stub = ends_with(base, ".pyi") || ends_with(base, ".d.ts") || ends_with(base, ".min.js");
	for (size_t i = 0, n; i < path.n; i += n + 1) {
		lu_str part;

		for (n = 0; i + n < path.n && path.s[i + n] != '/';) n++;
		part = lu_strn(path.s + i, n);
		if (i + n < path.n && lu_str_one_of(part, elsewhere)) p.aside += 2;
		if (i + n < path.n && lu_str_one_of(part, uses)) p.aside++;
		if (version_of(part)) p.version = version_of(part);
	}
	p.aside += p.stub ? 4 : 0;
	return p;
}

/* Are two paths one but for versions in the names of their folders? */
static bool versions_of_one(lu_str a, lu_str b)
{
	bool differ = false;

	while (a.n && b.n) {
		const char *end_a = memchr(a.s, '/', a.n), *end_b = memchr(b.s, '/', b.n);
		lu_str x = lu_strn(a.s, end_a ? (size_t)(end_a - a.s) : a.n),
		       y = lu_strn(b.s, end_b ? (size_t)(end_b - b.s) : b.n);
		bool same = lu_str_eq(x, y);

		if (!same && (!version_of(x) || !version_of(y))) return false;
		differ |= !same;
		if (!end_a || !end_b) return differ && !end_a && !end_b;
		a = lu_strn(end_a + 1, a.n - x.n - 1);
		b = lu_strn(end_b + 1, b.n - y.n - 1);
	}
	return false;
}

/* ---- what they have in common ---- */

/* Read the hashes of the distinct words of a text, in order. Memory comes from `a`. */
static lu_code read_words(lu_store *s, lu_arena *a, lu__copy_words *out, lu_err *e)
{
	uint64_t *v = lu_arena_alloc(a, WORDS * sizeof *v);
	size_t used = 0, k = 0;
	lu_str code = { NULL, 0 };
	lu_code rc = v ? lu_store_code(s, out->id, a, &code, e) : lu_nomem(e);

	out->v = v;
	if (rc) return rc == LU_ENOENT ? LU_OK : rc; /* a writer has removed it since the search */
	if (code.n > READ) code.n = READ;
	for (size_t i = 0; i < code.n && used < WORDS;) {
		uint64_t h = 0xcbf29ce484222325u;

		while (i < code.n && !lu_is_ident(code.s[i])) i++;
		if (i == code.n) break;
		for (; i < code.n && lu_is_ident(code.s[i]); i++) h = (h ^ (unsigned char)code.s[i]) * 0x100000001b3u;
		v[used++] = h;
	}
	if (used) qsort(v, used, sizeof *v, lu_uint64_order);
	for (size_t i = 0; i < used; i++)
		if (!i || v[i] != v[i - 1]) v[k++] = v[i];
	out->n = k;
	return LU_OK;
}

/* A text is compared with several others: its words are read once. */
static lu_code words_of(lu__copies *c, int64_t id, const lu__copy_words **out, lu_err *e)
{
	lu__copy_words *w;
	lu_code rc;

	for (size_t i = 0; i < c->n; i++)
		if (c->read[i].id == id) return *out = &c->read[i], LU_OK;
	w = &c->read[c->n];
	*w = (lu__copy_words){ .id = id };
	if ((rc = read_words(c->store, &c->a, w, e))) return rc;
	c->n++;
	*out = w;
	return LU_OK;
}

/* Jaccard's index of both: distinct words in common, of those in either; and the fewer of these. */
static lu_code likeness(lu__copies *c, int64_t x, int64_t y, double *out, size_t *fewer, lu_err *e)
{
	const lu__copy_words *of_x = NULL, *of_y = NULL;
	const uint64_t *v, *w;
	size_t n, m, both = 0;
	lu_code rc = words_of(c, x, &of_x, e);

	if (!rc) rc = words_of(c, y, &of_y, e);
	if (rc) return rc;
	v = of_x->v, n = of_x->n;
	w = of_y->v, m = of_y->n;
	for (size_t i = 0, j = 0; i < n && j < m;) {
		both += v[i] == w[j];
		if (v[i] == w[j]) i++, j++;
		else if (v[i] < w[j]) i++;
		else j++;
	}
	*out = n + m > both ? (double)both / (double)(n + m - both) : 0;
	*fewer = n < m ? n : m;
	return LU_OK;
}

static uint32_t lines_of(const lu_hit *h)
{
	return h->el.end_line - h->el.start_line + 1;
}

/* A tree that was copied to a folder below: does `a` end in `b`? */
static bool is_below(lu_str a, lu_str b)
{
	return a.n > b.n && a.s[a.n - b.n - 1] == '/' && memcmp(a.s + a.n - b.n, b.s, b.n) == 0;
}

static lu__copy decide(const struct place *p, const struct place *q, lu_str path, lu_str other)
{
	if (p->aside != q->aside) return p->aside < q->aside ? LU__COPY_SECOND : LU__COPY_FIRST;
	if (p->version != q->version) return p->version > q->version ? LU__COPY_SECOND : LU__COPY_FIRST;
	return is_below(path, other) ? LU__COPY_FIRST : LU__COPY_SECOND;
}

/* How much two texts must have in common to be one. */
static double wanted(const struct place *p, const struct place *q, const lu_hit *x, const lu_hit *y)
{
	if (!lu_str_eq(p->stem, q->stem)) return EQUAL;
	return p->aside != q->aside || versions_of_one(x->el.path, y->el.path) ? ALIKE : SAME;
}

lu_code lu__copy_of(lu__copies *c, const lu_hit *x, const lu_hit *y, lu__copy *out, lu_err *e)
{
	uint32_t nx = lines_of(x), ny = lines_of(y);
	struct place p, q;
	double like = 0, least;
	size_t fewer = 0;
	lu_code rc = LU_OK;

	*out = LU__COPY_NONE;
	if (x->el.file == y->el.file || !lu_str_eq(x->el.type, y->el.type) ||
	    !lu_str_eq(lu_simple_name(x->el.name), lu_simple_name(y->el.name)))
		return LU_OK;
	p = place_of(x);
	q = place_of(y);
	least = wanted(&p, &q, x, y);
	if (least < EQUAL && p.stub != q.stub) {
		*out = decide(&p, &q, x->el.path, y->el.path);
		return LU_OK;
	}
	if (least > ALIKE && (nx > ny ? nx - ny : ny - nx) > 2 + (nx < ny ? nx : ny) / 5) return LU_OK;
	rc = likeness(c, x->el.id, y->el.id, &like, &fewer, e);
	if (!rc && like >= least && (least < EQUAL || fewer >= FEW)) *out = decide(&p, &q, x->el.path, y->el.path);
	return rc;
}
