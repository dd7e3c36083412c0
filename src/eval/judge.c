/* SPDX-License-Identifier: MIT
 * Does a result meet a target? */
#include "eval/eval_private.h"

/* Take the next component of a qualified name that is not `__init__`; false at the end. */
static bool next_part(lu_str *name, lu_str *part)
{
	while (name->n) {
		const char *dot = memchr(name->s, '.', name->n);
		size_t n = dot ? (size_t)(dot - name->s) : name->n;

		*part = lu_strn(name->s, n);
		if (dot) n++;
		*name = lu_strn(name->s + n, name->n - n);
		if (!lu_str_eqz(*part, "__init__")) return true;
	}
	return false;
}

/* By components, of which a name that ends is the lesser. */
static int name_cmp(lu_str a, lu_str b)
{
	lu_str x, y;

	for (;;) {
		bool more = next_part(&a, &x), other = next_part(&b, &y);
		int c;

		if (!more || !other) return more - other;
		if ((c = lu_str_cmp(x, y))) return c;
	}
}

static bool same_name(lu_str a, lu_str b)
{
	return name_cmp(a, b) == 0;
}

static lu_str clean_path(lu_str s)
{
	while (lu_str_starts(s, "./")) s = lu_strn(s.s + 2, s.n - 2);
	return s;
}

int lu__target_cmp(const lu_target *x, const lu_target *y)
{
	int c = name_cmp(x->name, y->name);

	if (!c) c = lu_str_cmp(clean_path(x->path), clean_path(y->path));
	if (!c) c = (x->start_line > y->start_line) - (x->start_line < y->start_line);
	return c ? c : (x->end_line > y->end_line) - (x->end_line < y->end_line);
}

/* `s` is `tail`, or ends in it after a '/'. */
static bool ends_in(lu_str s, lu_str tail)
{
	if (s.n < tail.n || !lu_str_eq(lu_strn(s.s + (s.n - tail.n), tail.n), tail)) return false;
	return s.n == tail.n || s.s[s.n - tail.n - 1] == '/';
}

bool lu_same_file(lu_str path, const lu_target *t)
{
	lu_str have = clean_path(path), want = clean_path(t->path);

	return have.n && want.n && (ends_in(have, want) || ends_in(want, have));
}

bool lu_meets(const lu_judged *r, const lu_target *t)
{
	if (t->name.n) return same_name(r->name, t->name);
	if (!lu_same_file(r->path, t)) return false;
	if (!t->start_line || !r->start_line) return true;
	return r->start_line <= t->end_line && r->end_line >= t->start_line;
}

void lu_judge(const lu_annotated *q, const lu_judged *v, size_t n, bool *gain)
{
	for (size_t i = 0; i < n; i++) gain[i] = false;
	for (size_t t = 0; t < q->targets.n; t++) {
		for (size_t i = 0; i < n; i++) {
			if (!lu_meets(&v[i], &q->targets.v[t])) continue;
			gain[i] = true; /* and no later result gains by this target */
			break;
		}
	}
}

size_t lu_distinct(lu_judged *v, size_t n, bool by_name)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		size_t j = 0;

		while (j < kept && !(by_name ? same_name(v[j].name, v[i].name) : lu_str_eq(v[j].path, v[i].path))) j++;
		if (j == kept) v[kept++] = v[i];
	}
	return kept;
}

static bool lies_in(const lu_judged *x, const lu_judged *y)
{
	return x->start_line && y->start_line && y->start_line <= x->start_line && x->end_line <= y->end_line &&
	       lu_str_eq(x->path, y->path);
}

double lu_overlap(const lu_judged *v, size_t n, size_t k)
{
	size_t nested = 0;

	if (n > k) n = k;
	for (size_t i = 0; i < n; i++) {
		bool inside = false;

		for (size_t j = 0; j < n && !inside; j++) inside = i != j && lies_in(&v[i], &v[j]);
		nested += inside;
	}
	return n ? (double)nested / (double)n : 0;
}
