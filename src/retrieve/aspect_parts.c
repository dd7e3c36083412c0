/* SPDX-License-Identifier: MIT
 * The aspects of a query, and how their results become one list. A query that is split although it is about one thing
 * gives half of its list to a fragment, which costs more than a second aspect that waits in the first one's list: so
 * only what clearly separates does, and a bare "and" mostly does not ("read and write files"). */
#include <math.h>

#include "core/ascii.h"
#include "lucus/map.h"
#include "retrieve/classify.h"

/* What is at a word. */
typedef struct mark {
	bool cut;   /* a part begins here */
	bool drop;  /* separates, and belongs to no part */
	bool comma; /* ends with a comma */
	bool joint; /* "and", "or" or "&" */
} mark;

typedef struct splitter {
	const lu__words *w;
	mark *m;
	bool capitals; /* all of the query is in capitals: AND is a word like others */
} splitter;

#define QUESTION "how what where when which who why whose whether"
#define REQUEST  "explain describe find show list"
#define PRONOUN  "it its they them their"

static lu_str core(const splitter *s, size_t i)
{
	return s->w->v[i].core;
}

static char last_char(const splitter *s, size_t i)
{
	lu_str raw = s->w->v[i].raw;

	return raw.s[raw.n - 1];
}

static bool has_lower(const lu__words *w)
{
	for (size_t i = 0; i < w->n; i++) {
		for (size_t j = 0; j < w->v[i].raw.n; j++)
			if (lu_is_lower(w->v[i].raw.s[j])) return true;
	}
	return false;
}

static bool is_conjunction(const splitter *s, size_t i)
{
	lu_str c = core(s, i);

	if (lu_str_in_words_nocase(c, "vs versus")) return true;
	return !s->capitals && (lu_str_eqz(c, "AND") || lu_str_eqz(c, "OR"));
}

/* "." ends a sentence before a capital, "?" and "!" before anything. */
static bool ends_sentence(const splitter *s, size_t i)
{
	char c = last_char(s, i), next = s->w->v[i + 1].raw.s[0];

	if (c == ';' || c == '?' || c == '!') return true;
	return c == '.' && lu_is_upper(next) && core(s, i).n > 1;
}

static bool asks(const splitter *s, size_t i)
{
	return i < s->w->n && lu_str_in_words_nocase(core(s, i), QUESTION " " REQUEST);
}

/* Is the joint at `i` that of "the difference between a and b"? */
static bool compares(const splitter *s, size_t i)
{
	bool between = false;

	for (size_t j = i; j--;) {
		if (lu_str_in_words_nocase(core(s, j), "between with to")) between = true;
		if (between && lu_str_in_words_nocase(core(s, j), "difference differences compare comparison"))
			return true;
		if (i - j > 8) break;
	}
	return lu_str_in_words_nocase(core(s, 0), "compare");
}

static void cut_at(splitter *s, size_t i, bool drop)
{
	if (drop) s->m[i++].drop = true;
	if (i < s->w->n) s->m[i].cut = true;
}

static bool is_as_well_as(const splitter *s, size_t i)
{
	return i && i + 3 < s->w->n && lu_str_in_words_nocase(core(s, i), "as") &&
	       lu_str_in_words_nocase(core(s, i + 1), "well") && lu_str_in_words_nocase(core(s, i + 2), "as");
}

/* Cuts that hold whatever is around them. */
static void cut_strong(splitter *s)
{
	size_t n = s->w->n;

	for (size_t i = 0; i + 1 < n; i++) {
		s->m[i].comma = last_char(s, i) == ',';
		s->m[i].joint = i && (lu_str_in_words_nocase(core(s, i), "and or") || lu_str_eqz(s->w->v[i].raw, "&"));
		if (i && is_conjunction(s, i)) cut_at(s, i, true);
		else if (ends_sentence(s, i)) cut_at(s, i + 1, false);
		else if (s->m[i].joint && (asks(s, i + 1) || compares(s, i))) cut_at(s, i, true);
		else if (s->m[i].comma && asks(s, i + 1) && i > 1) cut_at(s, i + 1, false);
		else if (is_as_well_as(s, i)) {
			s->m[i].drop = s->m[i + 1].drop = true;
			cut_at(s, i + 2, true);
		}
	}
}

/* ---- what a part is ---- */

static size_t contents(const splitter *s, size_t from, size_t to)
{
	size_t n = 0;

	for (size_t i = from; i < to; i++) n += s->w->v[i].content && !s->m[i].drop;
	return n;
}

/* Does its first word of content look like the rest of the predicate before it: "... parsed and stored in X"? */
static bool goes_on(const splitter *s, size_t from, size_t to)
{
	while (from < to && !s->w->v[from].content) from++;
	return from < to && !s->w->v[from].code && core(s, from).n > 3 && lu_str_ends(core(s, from), "ed");
}

static bool refers_back(const splitter *s, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		if (lu_str_in_words_nocase(core(s, i), PRONOUN)) return true;
	}
	return false;
}

static size_t end_of_part(const splitter *s, size_t from)
{
	size_t i = from + 1;

	while (i < s->w->n && !s->m[i].cut) i++;
	return i;
}

/* The items of a list: separated by commas, "and", or both together. Returns where the item that begins at `from`
 * ends; *next is where the one after it begins. */
static size_t end_of_item(const splitter *s, size_t from, size_t to, size_t *next)
{
	size_t i = from;

	while (i < to && !s->m[i].comma && !(s->m[i].joint && i > from)) i++;
	*next = i < to ? i + 1 : to;
	if (i < to && s->m[i].comma) {
		if (*next < to && s->m[*next].joint) ++*next;
		return i + 1;
	}
	return i;
}

/* Three things or more, with a comma among what separates them, each of them something to look for. */
static bool is_list(const splitter *s, size_t from, size_t to)
{
	size_t items = 0, next;
	bool comma = false;

	for (size_t i = from; i < to; i = next) {
		size_t end = end_of_item(s, i, to, &next);

		if (!contents(s, i, end)) return false;
		if (items++ && (goes_on(s, i, end) || refers_back(s, i, end))) return false;
		comma |= s->m[end - 1].comma;
	}
	return items > 2 && comma;
}

static void cut_list(splitter *s, size_t from, size_t to)
{
	size_t next;

	for (size_t i = from; i < to; i = next) {
		size_t end = end_of_item(s, i, to, &next);

		for (size_t j = end; j < next; j++) s->m[j].drop = true;
		if (next < to) s->m[next].cut = true;
	}
}

/* Words of content that end at `to`, back to the last function word: "for URL and JSON bodies" has one. */
static size_t run_before(const splitter *s, size_t from, size_t to)
{
	size_t n = 0;

	while (to > from && s->w->v[to - 1].content) n++, to--;
	return n;
}

static bool is_gerund(const splitter *s, size_t i)
{
	return core(s, i).n > 4 && lu_str_ends(core(s, i), "ing");
}

static bool all_code(const splitter *s, size_t from, size_t to)
{
	while (from < to && s->w->v[from].code) from++;
	return from == to;
}

/* A bare "and" between two names, or between two things of two words each: but not in a question, whose verb would
 * be that of both, and not between two verbs ("storing and matching routes"). */
static void cut_pair(splitter *s, size_t from, size_t to)
{
	size_t at = to, joints = 0;

	for (size_t i = from; i < to; i++) {
		if (s->m[i].comma || lu_str_in_words_nocase(core(s, i), QUESTION)) return;
		if (!s->m[i].joint) continue;
		at = i;
		joints++;
	}
	if (joints == 1 && all_code(s, from, at) && all_code(s, at + 1, to)) {
		cut_at(s, at, true);
		return;
	}
	if (joints != 1 || run_before(s, from, at) < 2 || contents(s, at + 1, to) < 2) return;
	if (is_gerund(s, at - 1) && is_gerund(s, at + 1)) return;
	if (!goes_on(s, at + 1, to)) cut_at(s, at, true);
}

static void cut_weak(splitter *s)
{
	for (size_t i = 0, end; i < s->w->n; i = end) {
		end = end_of_part(s, i);
		if (is_list(s, i, end)) cut_list(s, i, end);
		else cut_pair(s, i, end);
	}
}

/* Take back cuts before parts that mean nothing alone; the one before then goes on. */
static void mend(splitter *s)
{
	size_t parts = 1, end = s->w->n ? end_of_part(s, 0) : 0, have = contents(s, 0, end);

	for (size_t i = end; i < s->w->n; i = end) {
		size_t more;

		end = end_of_part(s, i);
		more = contents(s, i, end);
		if (parts < LU_QUERY_PARTS && have && more && !refers_back(s, i, end)) {
			parts++;
			have = 0;
		} else {
			s->m[i].cut = false;
		}
		have += more;
	}
}

static lu_str view(const splitter *s, size_t from, size_t to)
{
	const char *start, *end;

	while (from < to && s->m[from].drop) from++;
	while (to > from && s->m[to - 1].drop) to--;
	start = s->w->v[from].raw.s;
	end = s->w->v[to - 1].raw.s + s->w->v[to - 1].raw.n;
	while (end > start && strchr(",;", end[-1])) end--;
	return lu_strn(start, (size_t)(end - start));
}

/* Is it a question about several things, which does not fall into parts: "how is x parsed and stored"? */
static bool is_joined(const splitter *s)
{
	size_t before = 0, joints = 0;

	if (!asks(s, 0) || refers_back(s, 0, s->w->n)) return false;
	for (size_t i = 0; i + 1 < s->w->n; i++) {
		joints += before && (s->m[i].joint || s->m[i].comma);
		before += s->w->v[i].content;
	}
	return joints > 0;
}

lu_code lu__parts_find(const lu__words *w, lu_arena *a, lu_strs *out, bool *several, lu_err *e)
{
	splitter s = { .w = w, .capitals = !has_lower(w) };
	lu_strs parts = { 0 };

	*out = parts;
	*several = false;
	if (w->n < 3) return LU_OK;
	s.m = lu_arena_calloc(a, w->n, sizeof *s.m);
	parts.v = lu_arena_calloc(a, LU_QUERY_PARTS, sizeof *parts.v);
	if (!s.m || !parts.v) return lu_nomem(e);
	cut_strong(&s);
	cut_weak(&s);
	mend(&s);
	for (size_t i = 0, end; i < w->n; i = end) {
		end = end_of_part(&s, i);
		parts.v[parts.n++] = view(&s, i, end);
	}
	if (parts.n > 1) *out = parts;
	*several = parts.n > 1 || is_joined(&s);
	return LU_OK;
}

/* ---- interleaving ---- */

typedef struct cursor {
	size_t at;
	double key;
} cursor;

static double key_of(const lu_ranking *p, size_t j)
{
	double share = 1;

	if (p->score && p->score[0] > 0) share = p->score[j] / p->score[0];
	return (double)j / (share > 0.5 ? fmin(share, 1) : 0.5);
}

static bool has_id(const void *woven, uint32_t i, const void *id)
{
	return ((const lu_woven *)woven)[i].id == *(const int64_t *)id;
}

/* Note that v[n], which is not filled in yet, has this id; false: one before it has. */
static bool add_new(lu_map *seen, const lu_woven *v, size_t n, int64_t id)
{
	uint64_t hash = lu_map_mix((uint64_t)id), *slot = lu_map_slot(seen, hash, has_id, v, &id);

	if (*slot) return false;
	lu_map_set(seen, slot, hash, (uint32_t)n);
	return true;
}

/* The part whose next entry comes first. */
static size_t next_part(const lu_ranking *parts, size_t n, const cursor *c)
{
	size_t best = n;

	for (size_t i = 0; i < n; i++) {
		if (c[i].at < parts[i].n && (best == n || c[i].key < c[best].key)) best = i;
	}
	return best;
}

lu_code lu_interleave(const lu_ranking *parts, size_t n_parts, lu_arena *a, lu_woven **out, size_t *n, lu_err *e)
{
	cursor *c = lu_arena_calloc(a, n_parts, sizeof *c);
	lu_map seen = { 0 };
	size_t all = 0, used = 0;
	lu_woven *v;

	for (size_t i = 0; i < n_parts; i++) all += parts[i].n;
	v = lu_arena_calloc(a, all, sizeof *v);
	if (!c || !v || !lu_map_reserve(&seen, a, all + 1)) return lu_nomem(e);
	for (size_t p; (p = next_part(parts, n_parts, c)) < n_parts;) {
		size_t j = c[p].at++;
		double key = c[p].key;

		if (c[p].at < parts[p].n) c[p].key = key_of(&parts[p], c[p].at);
		if (!add_new(&seen, v, used, parts[p].id[j])) continue;
		v[used++] = (lu_woven){ .id = parts[p].id[j], .part = p, .rank = j, .score = 1 / (1 + key) };
	}
	*out = v;
	*n = used;
	return LU_OK;
}
