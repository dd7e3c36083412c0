/* SPDX-License-Identifier: MIT
 * Does a result meet a target? */
#include "lucus/eval.h"

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

static bool same_name(lu_str a, lu_str b)
{
	lu_str x, y;

	for (;;) {
		bool more = next_part(&a, &x);

		if (more != next_part(&b, &y)) return false;
		if (!more) return true;
		if (!lu_str_eq(x, y)) return false;
	}
}

static lu_str clean_path(lu_str s)
{
	while (lu_str_starts(s, "./")) s = lu_strn(s.s + 2, s.n - 2);
	return s;
}

/* `s` is `tail`, or ends in it behind a '/'. */
static bool ends_in(lu_str s, lu_str tail)
{
	if (s.n < tail.n || !lu_str_eq(lu_strn(s.s + (s.n - tail.n), tail.n), tail)) return false;
	return s.n == tail.n || s.s[s.n - tail.n - 1] == '/';
}

static bool meets(const lu_judged *r, const lu_target *t)
{
	lu_str path, target;

	if (t->name.n) return same_name(r->name, t->name);
	path = clean_path(r->path);
	target = clean_path(t->path);
	if (!path.n || !(ends_in(path, target) || ends_in(target, path))) return false;
	if (!t->start_line || !r->start_line) return true;
	return r->start_line <= t->end_line && r->end_line >= t->start_line;
}

void lu_judge(const lu_annotated *q, const lu_judged *v, size_t n, bool *gain)
{
	for (size_t i = 0; i < n; i++) gain[i] = false;
	for (size_t t = 0; t < q->targets.n; t++) {
		for (size_t i = 0; i < n; i++) {
			if (!meets(&v[i], &q->targets.v[t])) continue;
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

		while (j < kept &&
		       !(by_name ? same_name(v[j].name, v[i].name) : lu_str_eq(v[j].path, v[i].path)))
			j++;
		if (j == kept) v[kept++] = v[i];
	}
	return kept;
}
