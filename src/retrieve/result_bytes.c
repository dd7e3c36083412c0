/* SPDX-License-Identifier: MIT
 * Results to bytes and back. */
#include "retrieve/result_bytes.h"

void lu__pack_bytes(lu_buf *b, const void *p, size_t n)
{
	lu_buf_add(b, p, n);
}

void lu__pack_int(lu_buf *b, int64_t v)
{
	lu_buf_add(b, &v, sizeof v);
}

void lu__pack_str(lu_buf *b, lu_str s)
{
	lu__pack_int(b, (int64_t)s.n);
	lu_buf_addstr(b, s);
}

/* A member that is added must be packed. */
_Static_assert(sizeof(void *) != 8 || offsetof(lu_hit, feature) == 560, "pack the new member of hits");
_Static_assert(sizeof(void *) != 8 || offsetof(lu_result, arena) == 480, "pack the new member of results");
_Static_assert(sizeof(void *) != 8 || sizeof(lu_selection) == 80, "pack the new member of selections");

static void pack_strs(lu_buf *b, lu_strs v)
{
	lu__pack_int(b, (int64_t)v.n);
	for (size_t i = 0; i < v.n; i++) lu__pack_str(b, v.v[i]);
}

static void pack_brief(lu_buf *b, const lu_brief *el)
{
	lu__pack_int(b, el->id);
	lu__pack_int(b, el->file);
	lu__pack_int(b, el->parent);
	lu__pack_str(b, lu_strz(el->uuid));
	lu__pack_str(b, el->type);
	lu__pack_str(b, el->name);
	lu__pack_str(b, el->path);
	lu__pack_str(b, el->language);
	lu__pack_int(b, el->start_line);
	lu__pack_int(b, el->end_line);
}

static void pack_hit(lu_buf *b, const lu_hit *h)
{
	pack_brief(b, &h->el);
	lu__pack_bytes(b, &h->score, sizeof h->score);
	lu__pack_int(b, h->rank);
	lu__pack_int(b, h->phrases);
	for (int s = 0; s < LU_HIT_STAGES; s++) {
		lu__pack_bytes(b, &h->stage[s].score, sizeof h->stage[s].score);
		lu__pack_int(b, h->stage[s].rank);
	}
	lu__pack_str(b, lu_strz(h->via.from));
	lu__pack_str(b, h->via.name);
	lu__pack_int(b, h->via.kind);
	lu__pack_int(b, h->via.grade);
	lu__pack_int(b, h->via.in);
	lu__pack_int(b, (int64_t)h->n_folded);
	for (size_t i = 0; i < h->n_folded; i++) {
		pack_brief(b, &h->folded[i].el);
		lu__pack_int(b, h->folded[i].how);
	}
	lu__pack_bytes(b, &h->hidden, sizeof h->hidden);
	lu__pack_bytes(b, &h->relevance, sizeof h->relevance);
	lu__pack_bytes(b, h->feature, sizeof h->feature);
}

static void pack_selection(lu_buf *b, const lu_selection *s)
{
	lu__pack_int(b, (int64_t)s->k);
	lu__pack_int(b, (int64_t)s->passed);
	lu__pack_int(b, s->tokens);
	lu__pack_bytes(b, &s->cost, sizeof s->cost);
	lu__pack_bytes(b, &s->target, sizeof s->target);
	lu__pack_int(b, s->stopped);
	lu__pack_int(b, s->policy);
	lu__pack_int(b, s->query_class);
	lu__pack_int(b, (int64_t)s->n);
	lu__pack_bytes(b, s->probability, s->n * sizeof *s->probability);
}

static void pack_corrections(lu_buf *b, const lu_corrections *c)
{
	lu__pack_int(b, (int64_t)c->n);
	for (size_t i = 0; i < c->n; i++) {
		lu__pack_str(b, c->v[i].from);
		lu__pack_str(b, c->v[i].to);
	}
	lu__pack_str(b, c->text);
}

static void pack_quotes(lu_buf *b, const lu_quotes *x)
{
	lu__pack_int(b, (int64_t)x->n);
	for (size_t i = 0; i < x->n; i++) {
		lu__pack_str(b, x->v[i].text);
		lu__pack_int(b, x->v[i].found);
		lu__pack_int(b, x->v[i].unread);
	}
}

void lu__pack_result(lu_buf *b, const lu_result *r, const lu_selection *sel)
{
	lu__pack_str(b, lu_strz(r->strategy));
	lu__pack_str(b, lu_strz(r->fallback));
	lu__pack_int(b, r->transient);
	pack_strs(b, r->terms);
	pack_strs(b, r->unmatched);
	pack_corrections(b, &r->corrected);
	pack_quotes(b, &r->quoted);
	lu__pack_str(b, r->translated.language);
	lu__pack_str(b, r->translated.text);
	lu__pack_int(b, r->overloads);
	lu__pack_int(b, (int64_t)r->n);
	for (size_t i = 0; i < r->n; i++) pack_hit(b, &r->v[i]);
	if (sel) pack_selection(b, sel);
}

/* ---- and back ---- */

/* What is left to read. Once something is missing, all that follows is. */
typedef struct reader {
	lu_str rest;
	lu_arena *a;
	bool bad;
} reader;

static void get(reader *r, void *out, size_t n)
{
	if (r->bad || n > r->rest.n) {
		r->bad = true;
		memset(out, 0, n);
		return;
	}
	memcpy(out, r->rest.s, n);
	r->rest = lu_strn(r->rest.s + n, r->rest.n - n);
}

static int64_t get_int(reader *r, int64_t min, int64_t max)
{
	int64_t v;

	get(r, &v, sizeof v);
	if (v >= min && v <= max) return v;
	r->bad = true;
	return min;
}

static double get_real(reader *r)
{
	double v;

	get(r, &v, sizeof v);
	return v;
}

/* A number of things of at least `size` bytes that follow. */
static size_t get_count(reader *r, size_t size)
{
	size_t n = (size_t)get_int(r, 0, INT64_MAX);

	if (n <= r->rest.n / size) return n;
	r->bad = true;
	return 0;
}

static void *get_array(reader *r, size_t n, size_t size)
{
	void *v = r->bad ? NULL : lu_arena_calloc(r->a, n ? n : 1, size);

	if (!v) r->bad = true;
	return v;
}

static lu_str get_str(reader *r)
{
	size_t n = get_count(r, 1);
	lu_str s = { 0 };

	if (!r->bad) s = lu_arena_dup(r->a, lu_strn(r->rest.s, n));
	if (!s.s) {
		r->bad = true;
		return lu_strn("", 0);
	}
	r->rest = lu_strn(r->rest.s + n, r->rest.n - n);
	return s;
}

static lu_strs get_strs(reader *r)
{
	lu_strs v = { .n = get_count(r, sizeof(int64_t)) };

	v.v = get_array(r, v.n, sizeof *v.v);
	for (size_t i = 0; !r->bad && i < v.n; i++) v.v[i] = get_str(r);
	return v;
}

/* A string into an array of `size` bytes. */
static void get_chars(reader *r, char *out, size_t size)
{
	lu_str s = get_str(r);

	if (s.n >= size) r->bad = true;
	else memcpy(out, s.s, s.n + 1);
}

static void get_brief(reader *r, lu_brief *el)
{
	el->id = get_int(r, INT64_MIN, INT64_MAX);
	el->file = get_int(r, INT64_MIN, INT64_MAX);
	el->parent = get_int(r, INT64_MIN, INT64_MAX);
	get_chars(r, el->uuid, sizeof el->uuid);
	el->type = get_str(r);
	el->name = get_str(r);
	el->path = get_str(r);
	el->language = get_str(r);
	el->start_line = (uint32_t)get_int(r, 0, UINT32_MAX);
	el->end_line = (uint32_t)get_int(r, 0, UINT32_MAX);
}

static void get_folded(reader *r, lu_hit *h)
{
	lu_folded *c;

	h->n_folded = get_count(r, 11 * sizeof(int64_t)); /* a number for each member */
	h->folded = c = get_array(r, h->n_folded, sizeof *c);
	for (size_t i = 0; !r->bad && i < h->n_folded; i++) {
		get_brief(r, &c[i].el);
		c[i].how = (lu_fold)get_int(r, LU_FOLD_INSIDE, LU_FOLD_SAME);
	}
}

static void get_hit(reader *r, lu_hit *h)
{
	get_brief(r, &h->el);
	h->score = get_real(r);
	h->rank = (uint32_t)get_int(r, 0, UINT32_MAX);
	h->phrases = (uint32_t)get_int(r, 0, UINT32_MAX);
	for (int s = 0; s < LU_HIT_STAGES; s++) {
		h->stage[s].score = get_real(r);
		h->stage[s].rank = (uint32_t)get_int(r, 0, UINT32_MAX);
	}
	get_chars(r, h->via.from, sizeof h->via.from);
	h->via.name = get_str(r);
	h->via.kind = (lu_edge_kind)get_int(r, 0, LU_EDGE_KINDS - 1);
	h->via.grade = (lu_grade)get_int(r, 0, LU_GRADES - 1);
	h->via.in = get_int(r, 0, 1) != 0;
	get_folded(r, h);
	get(r, &h->hidden, sizeof h->hidden);
	get(r, &h->relevance, sizeof h->relevance);
	get(r, h->feature, sizeof h->feature);
}

static void get_selection(reader *r, lu_selection *s)
{
	s->k = (size_t)get_int(r, 0, LU_SELECT_K_MAX);
	s->passed = (size_t)get_int(r, 0, LU_SELECT_K_MAX);
	s->tokens = get_int(r, 0, INT64_MAX);
	s->cost = get_real(r);
	s->target = get_real(r);
	s->stopped = (lu_stop)get_int(r, 0, LU_STOPS - 1);
	s->policy = (lu_policy)get_int(r, 0, LU_POLICIES - 1);
	s->query_class = (lu_query_class)get_int(r, 0, LU_QUERY_CLASSES - 1);
	s->n = get_count(r, sizeof *s->probability);
	s->probability = get_array(r, s->n, sizeof *s->probability);
	if (!r->bad) get(r, s->probability, s->n * sizeof *s->probability);
	if (s->k > s->n) r->bad = true;
}

static void get_corrections(reader *r, lu_corrections *c)
{
	c->n = get_count(r, 2 * sizeof(int64_t));
	c->v = get_array(r, c->n, sizeof *c->v);
	for (size_t i = 0; !r->bad && i < c->n; i++) {
		c->v[i].from = get_str(r);
		c->v[i].to = get_str(r);
	}
	c->text = get_str(r);
}

static void get_quotes(reader *r, lu_quotes *x)
{
	x->n = get_count(r, 3 * sizeof(int64_t));
	x->v = get_array(r, x->n, sizeof *x->v);
	for (size_t i = 0; !r->bad && i < x->n; i++) {
		x->v[i].text = get_str(r);
		x->v[i].found = get_int(r, 0, INT64_MAX);
		x->v[i].unread = get_int(r, 0, INT64_MAX);
	}
}

bool lu__unpack_result(lu_str s, lu_result *out, lu_selection *sel)
{
	lu_result res = { 0 };
	lu_selection own = { 0 };
	reader r = { .rest = s, .a = &res.arena };
	const lu_strategy_info *i = lu_strategy_find(get_str(&r).s);

	res.strategy = i ? i->name : "";
	get_chars(&r, res.fallback, sizeof res.fallback);
	res.transient = get_int(&r, 0, 1) != 0;
	res.terms = get_strs(&r);
	res.unmatched = get_strs(&r);
	get_corrections(&r, &res.corrected);
	get_quotes(&r, &res.quoted);
	res.translated.language = get_str(&r);
	res.translated.text = get_str(&r);
	res.overloads = get_int(&r, 0, 1) != 0;
	res.n = get_count(&r, sizeof res.v->feature);
	res.v = get_array(&r, res.n, sizeof *res.v);
	for (size_t h = 0; !r.bad && h < res.n; h++) get_hit(&r, &res.v[h]);
	if (sel && !r.bad) get_selection(&r, &own);
	if (r.bad || !i || r.rest.n || (sel && own.k != res.n)) {
		lu_result_free(&res);
		return false;
	}
	*out = res;
	if (sel) *sel = own;
	return true;
}
