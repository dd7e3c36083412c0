/* SPDX-License-Identifier: MIT */
#include "store/pack.h"
#include "core/sorting.h"

#include <stdlib.h>

/* A reader of the arrays that are written here: no white space, integers and strings only. What does not fit
 * sets `bad`, and everything after it reads as empty. */
struct reader {
	const char *p, *end;
	lu_arena *a;
	bool bad, oom;
};

static bool take(struct reader *r, char c)
{
	if (r->bad || r->p == r->end || *r->p != c) return false;
	r->p++;
	return true;
}

static void need(struct reader *r, char c)
{
	if (!take(r, c)) r->bad = true;
}

static int64_t integer(struct reader *r)
{
	bool negative = take(r, '-');
	const char *from = r->p, *p = from, *end = r->bad ? from : r->end;
	uint64_t v = 0;
	unsigned digit;

	while (p < end && (digit = (unsigned)*p - '0') <= 9) v = v * 10 + digit, p++;
	r->p = p;
	if (p == from || p - from > 19 || v > (uint64_t)INT64_MAX + negative) r->bad = true;
	return negative ? (int64_t)-v : (int64_t)v;
}

/* With escapes: our own reader of JSON takes it. */
static lu_str escaped(struct reader *r, lu_str quoted)
{
	lu_json *v = NULL;
	lu_str s = { NULL, 0 };
	lu_code rc = lu_json_parse(quoted, &v, NULL);

	if (!rc) s = lu_arena_dup(r->a, lu_json_str(v));
	if (rc == LU_ENOMEM || (!rc && !s.s)) r->oom = true;
	else if (rc) r->bad = true;
	lu_json_free(v);
	return s;
}

static lu_str string(struct reader *r)
{
	const char *from = r->p, *q;
	bool plain = true;

	need(r, '"');
	if (r->bad) return lu_strn("", 0);
	for (q = r->p; q < r->end && *q != '"'; q++) {
		if (*q != '\\') continue;
		plain = false;
		if (++q == r->end) break;
	}
	if (q >= r->end) {
		r->bad = true;
		return lu_strn("", 0);
	}
	r->p = q + 1;
	return plain ? lu_strn(from + 1, (size_t)(q - from) - 1) : escaped(r, lu_strn(from, (size_t)(r->p - from)));
}

static int64_t next_integer(struct reader *r)
{
	need(r, ',');
	return r->bad ? 0 : integer(r);
}

static uint32_t next_number(struct reader *r)
{
	int64_t v = next_integer(r);

	r->bad |= v < 0 || v > UINT32_MAX;
	return (uint32_t)v;
}

static lu_str next_string(struct reader *r)
{
	need(r, ',');
	return r->bad ? lu_strn("", 0) : string(r);
}

/* Is there another array? Steps into it. */
static bool next_entry(struct reader *r, size_t had)
{
	if (r->bad || r->oom) return false;
	if (!had) need(r, '[');
	if (take(r, ']')) {
		r->bad |= r->p != r->end;
		return false;
	}
	if (had) need(r, ',');
	need(r, '[');
	return !r->bad;
}

static lu_code finish(const struct reader *r, lu_err *e)
{
	if (r->oom) return lu_nomem(e);
	return r->bad ? lu_fail(e, LU_EDB, "a packed column is damaged: run 'lucus sync' on an empty store") : LU_OK;
}

/* An empty column is an empty array. */
static struct reader reader_of(lu_str text, lu_arena *a)
{
	static const char none[] = "[]";

	return (struct reader){ .p = text.n ? text.s : none, .end = text.n ? text.s + text.n : none + 2, .a = a };
}

static size_t count_of(lu_str text, char c)
{
	size_t n = 0;

	for (const char *p = text.s, *end = text.s + text.n; p && (p = memchr(p, c, (size_t)(end - p))); p++) n++;
	return n;
}

size_t lu__packed_count(lu_str text)
{
	return count_of(text, '[');
}

static void read_symbol(struct reader *r, lu_str path, lu_str language, lu_symbol *w)
{
	int64_t flags;

	*w = (lu_symbol){ .path = path, .language = language, .id = integer(r) };
	w->parent = next_integer(r);
	w->type = next_string(r);
	w->name = next_string(r);
	flags = next_integer(r);
	w->is_static = (flags & LU__SYM_STATIC) != 0;
	w->is_prototype = (flags & LU__SYM_PROTOTYPE) != 0;
	w->is_test = (flags & LU__SYM_TEST) != 0;
	w->is_property = (flags & LU__SYM_PROPERTY) != 0;
	w->own_name = (flags & LU__SYM_OWN_NAME) != 0;
	w->least = (uint8_t)(flags >> 8 & 0xff);
	w->most = (uint8_t)(flags >> 16 & 0xff);
	if (take(r, ',')) {
		if (r->p < r->end && *r->p == '"') w->language = string(r);
		else r->bad |= integer(r) != 0;
		if (take(r, ',')) w->gives = string(r);
		if (take(r, ',')) w->takes = string(r);
	}
	need(r, ']');
}

lu_code lu__unpack_symbols(lu_str text, lu_str path, lu_str language, lu_arena *a, lu_symbol *out, size_t *n, lu_err *e)
{
	struct reader r = reader_of(text, a);
	size_t count = 0;
	lu_code rc;

	while (next_entry(&r, count)) read_symbol(&r, path, language, &out[count++]);
	rc = finish(&r, e);
	if (!rc) *n = count;
	return rc;
}

lu_code lu__unpack_symbol(lu_str text, size_t row, lu_str path, lu_str language, lu_arena *a, lu_symbol *out, lu_err *e)
{
	struct reader r = reader_of(row < text.n ? lu_strn(text.s + row, text.n - row) : lu_strn("", 0), a);
	lu_symbol s = { 0 };
	lu_code rc;

	need(&r, '[');
	if (!r.bad) read_symbol(&r, path, language, &s);
	rc = finish(&r, e);
	if (!rc) *out = s;
	return rc;
}

void lu__pack_symbol(lu_jw *w, const lu_symbol *s, lu_str language)
{
	int flags = (s->is_static ? LU__SYM_STATIC : 0) | (s->is_prototype ? LU__SYM_PROTOTYPE : 0) |
		    (s->is_test ? LU__SYM_TEST : 0) | (s->is_property ? LU__SYM_PROPERTY : 0) |
		    (s->own_name ? LU__SYM_OWN_NAME : 0) | s->least << 8 | s->most << 16;

	lu_jw_open(w, NULL, '[');
	lu_jw_int(w, NULL, s->id);
	lu_jw_int(w, NULL, s->parent);
	lu_jw_str(w, NULL, s->type);
	lu_jw_str(w, NULL, s->name);
	lu_jw_int(w, NULL, flags);
	if (!lu_str_eq(s->language, language)) lu_jw_str(w, NULL, s->language);
	else if (s->gives.n || s->takes.n) lu_jw_int(w, NULL, 0);
	if (s->gives.n || s->takes.n) lu_jw_str(w, NULL, s->gives);
	if (s->takes.n) lu_jw_str(w, NULL, s->takes);
	lu_jw_close(w, ']');
}

/* The flags are the only number that follows a string; a quote in a name has a backslash before it, and may at most be
 * taken for one. */
bool lu__packed_test(lu_str text)
{
	for (const char *p = text.s, *end = text.s + text.n; p && (p = memchr(p, '"', (size_t)(end - p)));) {
		unsigned long flags = 0;

		if (++p == end || *p != ',') continue;
		for (p++; p < end && *p >= '0' && *p <= '9'; p++) flags = flags * 10 + (unsigned long)(*p - '0');
		if (flags & LU__SYM_TEST) return true;
	}
	return false;
}

/* "given ID" or "scip TOOL ID": who knows the target, and its id, "-" for what is outside of the tree. */
static void read_target(struct reader *r, lu_ref *ref)
{
	lu_str s = string(r), by = lu_str_before_last(s, ' ');

	if (!s.n) return; /* the types of the arguments follow */
	ref->target_id = lu_str_after_last(s, ' ');
	if (lu_str_eqz(ref->target_id, "-")) ref->target_id.n = 0;
	if (lu_str_starts(by, "scip ")) by = lu_strn(by.s + 5, by.n - 5);
	else r->bad |= !lu_str_eqz(by, "given") && !lu_str_eqz(by, "scip");
	ref->by = lu_arena_dup(r->a, by).s;
	r->oom |= !ref->by;
}

lu_code lu__unpack_refs(lu_str text, lu_arena *a, lu_ref *out, size_t *n, lu_err *e)
{
	struct reader r = reader_of(text, a);
	size_t count = 0;
	lu_code rc;

	while (next_entry(&r, count)) {
		lu_ref *w = &out[count++];
		int64_t kind;
		bool more;

		*w = (lu_ref){ .src = integer(&r), .count = 1 };
		kind = next_integer(&r);
		r.bad |= kind <= LU_EDGE_CONTAINS || kind >= LU_EDGE_KINDS;
		w->kind = r.bad ? LU_EDGE_CALLS : (lu_edge_kind)kind;
		w->name = next_string(&r);
		w->line = next_number(&r);
		if (kind == LU_EDGE_DEPENDS_ON) {
			w->module = next_string(&r);
			w->alias = next_string(&r);
		} else if (kind != LU_EDGE_INHERITS_FROM) {
			w->count = next_number(&r);
			if (take(&r, ',')) w->receiver = string(&r);
		}
		more = take(&r, ',');
		if (more && kind == LU_EDGE_CALLS && r.p < r.end && *r.p != '"') {
			int64_t v = integer(&r);

			r.bad |= v < 0 || v >= UINT32_MAX;
			w->args = (uint32_t)(v + 1);
			more = take(&r, ',');
		}
		if (more) {
			read_target(&r, w);
			if (kind == LU_EDGE_DEPENDS_ON) w->count = next_number(&r);
			else if (kind == LU_EDGE_CALLS && take(&r, ',')) w->types = string(&r);
			r.bad |= !w->by && !w->types.n;
		}
		need(&r, ']');
	}
	rc = finish(&r, e);
	if (!rc) *n = count;
	return rc;
}

static void pack_target(lu_jw *w, const lu_ref *r)
{
	lu_buf b = LU_BUF;

	lu_buf_addf(&b, "%s%s ", strcmp(r->by, "given") != 0 ? "scip " : "", r->by);
	lu_buf_addstr(&b, r->target_id.n ? r->target_id : lu_strz("-"));
	lu_jw_str(w, NULL, lu_buf_str(&b));
	w->out.oom |= b.oom;
	lu_buf_free(&b);
}

void lu__pack_ref(lu_jw *w, const lu_ref *r)
{
	lu_jw_open(w, NULL, '[');
	lu_jw_int(w, NULL, r->src);
	lu_jw_int(w, NULL, r->kind);
	lu_jw_str(w, NULL, r->name);
	lu_jw_int(w, NULL, r->line);
	if (r->kind == LU_EDGE_DEPENDS_ON) {
		lu_jw_str(w, NULL, r->module);
		lu_jw_str(w, NULL, r->alias);
	} else if (r->kind != LU_EDGE_INHERITS_FROM) {
		lu_jw_int(w, NULL, r->count);
		if (r->receiver.n || r->args || r->by) lu_jw_str(w, NULL, r->receiver);
		if (r->args) lu_jw_int(w, NULL, (int64_t)r->args - 1);
	}
	if (r->by) {
		pack_target(w, r);
		if (r->kind == LU_EDGE_DEPENDS_ON) lu_jw_int(w, NULL, r->count);
	}
	if (r->args && r->types.n) {
		if (!r->by) lu_jw_str(w, NULL, lu_strn("", 0));
		lu_jw_str(w, NULL, r->types);
	}
	lu_jw_close(w, ']');
}

/* All numbers that are left of an entry. */
static const int64_t *numbers(struct reader *r, size_t *n)
{
	int64_t *v = NULL;

	while (take(r, ',')) {
		int64_t *more = lu_arena_grow(r->a, v, *n, sizeof *more);

		if (!more) {
			r->oom = true;
			return v;
		}
		v = more;
		v[(*n)++] = integer(r);
	}
	return v;
}

static void read_edge(struct reader *r, int64_t src, struct lu__packed_edge *w)
{
	int64_t kind = next_integer(r), grade = next_integer(r);

	*w = (struct lu__packed_edge){ .src = src };
	r->bad |= kind < 0 || kind >= LU_EDGE_KINDS || grade < 0 || grade >= LU_GRADES;
	w->kind = r->bad ? LU_EDGE_CALLS : (lu_edge_kind)kind;
	w->grade = r->bad ? LU_GRADE_UNRESOLVED : (lu_grade)grade;
	w->reason = next_number(r);
	r->bad |= w->reason > UINT16_MAX;
	w->line = next_number(r);
	w->count = next_number(r);
	w->name = next_string(r);
	w->dst = numbers(r, &w->n);
	need(r, ']');
}

static const char *after(const char *p, const char *end, char c)
{
	return p && (p = memchr(p, c, (size_t)(end - p))) ? p + 1 : NULL;
}

/* Go behind an edge: its one string is the only place of other brackets. */
static void pass_edge(struct reader *r)
{
	const char *p = after(r->p, r->end, '"');

	while (p && p < r->end && *p != '"') p += *p == '\\' ? 2 : 1;
	p = p && p < r->end ? after(p, r->end, ']') : NULL;
	if (p) r->p = p;
	else r->bad = true;
}

lu_code lu__unpack_edges(lu_str text, const int64_t *of, size_t n_of, lu_arena *a, struct lu__packed_edge **out,
			 size_t *n, lu_err *e)
{
	struct reader r = reader_of(text, a);
	struct lu__packed_edge *v = NULL;
	size_t count = 0, passed = 0;
	int64_t last = -1; /* those of a source stand together, most of the time */
	bool wanted = !of;
	lu_code rc;

	while (next_entry(&r, count + passed)) {
		int64_t src = integer(&r);
		struct lu__packed_edge *w;

		if (of && src != last) wanted = bsearch(&src, of, n_of, sizeof src, lu_int64_order) != NULL;
		last = src;
		if (!wanted) {
			pass_edge(&r);
			passed++;
			continue;
		}
		if (!(w = lu_arena_grow(a, v, count, sizeof *w))) return lu_nomem(e);
		v = w;
		read_edge(&r, src, &v[count++]);
	}
	rc = finish(&r, e);
	if (rc) return rc;
	*out = v;
	*n = count;
	return LU_OK;
}

lu_code lu__grouped_damaged(lu_err *e)
{
	return lu_fail(e, LU_EDB, "the communities are damaged: run 'lucus index --rebuild'");
}

lu_code lu__unpack_communities(lu_str text, lu_arena *a, struct lu__packed_community **out, size_t *n, lu_err *e)
{
	struct reader r = reader_of(text, a);
	struct lu__packed_community *v = NULL;
	size_t count = 0;
	lu_code rc;

	while (next_entry(&r, count)) {
		struct lu__packed_community *w = lu_arena_grow(a, v, count, sizeof *w), *c;

		if (!w) return lu_nomem(e);
		v = w;
		c = &v[count];
		*c = (struct lu__packed_community){ .parent = integer(&r) };
		r.bad |= c->parent < -1 || c->parent >= (int64_t)count;
		c->key = next_integer(&r);
		c->size = next_number(&r);
		c->id = numbers(&r, &c->n);
		need(&r, ']');
		count++;
	}
	rc = finish(&r, e);
	if (rc == LU_EDB) return lu__grouped_damaged(e);
	if (rc) return rc;
	*out = v;
	*n = count;
	return LU_OK;
}

void lu__pack_community(lu_jw *w, const struct lu__packed_community *c)
{
	lu_jw_open(w, NULL, '[');
	lu_jw_int(w, NULL, c->parent);
	lu_jw_int(w, NULL, c->key);
	lu_jw_int(w, NULL, c->size);
	for (size_t i = 0; i < c->n; i++) lu_jw_int(w, NULL, c->id[i]);
	lu_jw_close(w, ']');
}

/* Most lists are short: their numbers are gathered on the stack, and take no more of the arena than they need. */
lu_code lu__unpack_ids(lu_str text, lu_arena *a, int64_t **out, size_t *n, lu_err *e)
{
	struct reader r = reader_of(text, a);
	int64_t few[256], *v = few;
	size_t most = text.n / 2 < sizeof few / sizeof *few ? 0 : count_of(text, ',') + 1, count = 0;
	lu_code rc;

	if (most > sizeof few / sizeof *few && !(v = lu_arena_alloc(a, most * sizeof *v))) return lu_nomem(e);
	need(&r, '[');
	if (!take(&r, ']')) {
		do v[count++] = integer(&r);
		while (take(&r, ','));
		need(&r, ']');
	}
	r.bad |= r.p != r.end;
	rc = finish(&r, e);
	if (!rc && v == few) {
		if (!(v = lu_arena_alloc(a, count * sizeof *v))) return lu_nomem(e);
		if (count) memcpy(v, few, count * sizeof *v);
	}
	if (rc) return rc;
	*out = v;
	*n = count;
	return LU_OK;
}

void lu__pack_edge(lu_jw *w, const struct lu__packed_edge *g)
{
	lu_jw_open(w, NULL, '[');
	lu_jw_int(w, NULL, g->src);
	lu_jw_int(w, NULL, g->kind);
	lu_jw_int(w, NULL, g->grade);
	lu_jw_int(w, NULL, g->reason);
	lu_jw_int(w, NULL, g->line);
	lu_jw_int(w, NULL, g->count);
	lu_jw_str(w, NULL, g->name);
	for (size_t i = 0; i < g->n; i++) lu_jw_int(w, NULL, g->dst[i]);
	lu_jw_close(w, ']');
}
