/* SPDX-License-Identifier: MIT
 * Claims as text: for the prompt of an answer, and as the answer where there is no model. */
#include "lazy/reporting.h"

#define GROUPS   6   /* files of an overview by file */
#define EACH     6   /* claims of a group */
#define ONE      320 /* bytes of a claim in an overview */
#define SHOWN    8   /* sources of a claim that are cited, */
#define ALIKE    3   /* and places of passages that say the like, which are named */
#define SHORTEST 8   /* bytes of a claim that says something */

/* ---- for a prompt ---- */

/* Those that hold the claim: a citation is what bears out the very words before it. */
static void put_numbers(const lu_claim *c, size_t most, lu_buf *out)
{
	for (size_t i = 0; i < c->n_own && i < most; i++) lu_buf_addf(out, "%s%u", i ? ", " : " [", c->source[i] + 1);
	lu_buf_addc(out, ']');
}

/* The next claim of subquery `q` from `i` on. */
static size_t next_of(const lu_lazy_report *r, uint32_t q, size_t i)
{
	while (i < r->n_claim && r->claim[i].subquery != q) i++;
	return i;
}

void lu__report_claims(const lu_lazy_report *r, int64_t tokens, lu_buf *out)
{
	size_t at[LU_SUBQUERIES_MAX] = { 0 }, from = out->len;
	bool any = true;

	for (uint32_t q = 0; q < r->kept; q++) at[q] = next_of(r, q, 0);
	while (any && !out->oom && (int64_t)(out->len - from) / 4 < tokens) {
		any = false;
		for (uint32_t q = 0; q < r->kept; q++) {
			const lu_claim *c = &r->claim[at[q]];
			size_t begin = out->len;

			if (at[q] == r->n_claim) continue;
			lu_buf_addf(out, "- %.*s", LU_FMT(c->text));
			put_numbers(c, c->n_own, out);
			lu_buf_addc(out, '\n');
			if ((int64_t)(out->len - from) / 4 > tokens && begin > from) {
				lu_buf_trunc(out, begin);
				return;
			}
			at[q] = next_of(r, q, at[q] + 1);
			any = true;
		}
	}
}

void lu__report_subqueries(const lu_lazy_report *r, lu_buf *out)
{
	for (size_t i = 0; i < r->kept; i++) lu_buf_addf(out, "- %.*s\n", LU_FMT(r->subquery[i].text));
}

/* ---- for people ---- */

/* On one line, not too long. What a sentence writes is no citation: brackets become round. */
static void put_text(lu_str s, bool code, lu_buf *out)
{
	size_t n = s.n;

	if (n > ONE) {
		n = ONE;
		while (n && ((unsigned char)s.s[n] & 0xc0) == 0x80) n--;
	}
	if (code) lu_buf_addc(out, '`');
	for (size_t i = 0; i < n; i++) {
		char c = s.s[i];

		if (code && c == '`') c = '\'';
		if (!code && c == '[') c = '(';
		if (!code && c == ']') c = ')';
		lu_buf_addc(out, c);
	}
	if (n < s.n) lu_buf_adds(out, " ...");
	if (code) lu_buf_addc(out, '`');
}

static void put_prose(lu_str s, lu_buf *out)
{
	lu_buf plain = LU_BUF;

	lu_prose_readable(s, &plain);
	put_text(lu_buf_str(&plain), false, out);
	out->oom |= plain.oom;
	lu_buf_free(&plain);
}

/* What a name is called: that of a file as a whole. */
static lu_str called(lu_str name, lu_str path)
{
	return lu_str_eq(name, path) ? lu_str_after_last(name, '/') : lu_simple_name(name);
}

/* Passages that say something like it do not hold the words before them: they are named, and not cited. */
static void put_alike(const lu_lazy_report *r, const lu_claim *c, lu_buf *out)
{
	size_t n = c->n_source - c->n_own;

	if (!n) return;
	lu_buf_adds(out, " (alike:");
	for (size_t i = 0; i < n && i < ALIKE; i++) {
		const lu_lazy_source *s = &r->source[c->source[c->n_own + i]];

		lu_buf_addf(out, "%s `", i ? "," : "");
		for (size_t k = 0; k < s->path.n; k++) lu_buf_addc(out, s->path.s[k] == '`' ? '\'' : s->path.s[k]);
		lu_buf_addf(out, ":%u`", s->start_line);
	}
	if (n > ALIKE) lu_buf_addf(out, " and %zu more", n - ALIKE);
	lu_buf_addc(out, ')');
}

static void put_claim(const lu_lazy_report *r, const lu_claim *c, lu_buf *out)
{
	const lu_lazy_source *s = &r->source[c->source[0]];

	lu_buf_adds(out, "- ");
	put_text(called(s->name, s->path), true, out);
	lu_buf_adds(out, ": ");
	if (c->code) put_text(c->text, true, out);
	else put_prose(c->text, out);
	put_numbers(c, SHOWN, out);
	put_alike(r, c, out);
	lu_buf_addc(out, '\n');
}

/* An address alone says nothing to who reads on. */
static bool is_address(lu_str s)
{
	return (lu_str_starts(s, "http://") || lu_str_starts(s, "https://")) && !memchr(s.s, ' ', s.n);
}

static bool says_something(const lu_claim *c)
{
	return c->text.n >= SHORTEST && !is_address(c->text);
}

/* A group of claims: of a subquery, or of a file. */
typedef struct grouped {
	const lu_lazy_report *r;
	uint32_t subquery;
	lu_str path; /* empty: by the subquery */
} grouped;

static bool is_of(const grouped *g, const lu_claim *c)
{
	if (!says_something(c)) return false;
	return g->path.n ? lu_str_eq(g->r->source[c->source[0]].path, g->path) : c->subquery == g->subquery;
}

static void put_head(const grouped *g, lu_buf *out)
{
	lu_buf_addc(out, '\n');
	if (g->path.n) lu_buf_addstr(out, g->path);
	else put_text(lu_str_trim(g->r->subquery[g->subquery].text), false, out);
	lu_buf_addc(out, '\n');
}

/* The best of a group: of these what is said in words goes before what is code. */
static void put_group(const grouped *g, lu_buf *out)
{
	const lu_claim *best[EACH];
	size_t n = 0, more = 0;

	for (size_t k = 0; k < g->r->n_claim; k++) {
		if (!is_of(g, &g->r->claim[k])) continue;
		if (n < EACH) best[n++] = &g->r->claim[k];
		else more++;
	}
	if (n) put_head(g, out);
	for (size_t code = 0; code < 2; code++)
		for (size_t k = 0; k < n; k++)
			if (best[k]->code == (code > 0)) put_claim(g->r, best[k], out);
	if (more) lu_buf_addf(out, "- and %zu more\n", more);
}

/* Is it the first claim of its file? */
static bool begins_file(const lu_lazy_report *r, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (says_something(&r->claim[k]) &&
		    lu_str_eq(r->source[r->claim[k].source[0]].path, r->source[r->claim[i].source[0]].path))
			return false;
	return says_something(&r->claim[i]);
}

static void put_by_file(const lu_lazy_report *r, lu_buf *out)
{
	size_t n = 0, more = 0;

	for (size_t i = 0; i < r->n_claim; i++) {
		if (!begins_file(r, i)) continue;
		if (n++ < GROUPS) put_group(&(grouped){ r, 0, r->source[r->claim[i].source[0]].path }, out);
		else more++;
	}
	if (more) lu_buf_addf(out, "\nAnd in %zu more file%s.\n", more, lu_plural(more));
}

void lu__report_overview(const lu_lazy_report *r, lu_buf *out)
{
	lu_buf_addf(out, "%zu sentence%s of %zu passage%s; %lld of %lld tests were spent.\n", (size_t)r->state.kept,
		    lu_plural((size_t)r->state.kept), r->n_source, lu_plural(r->n_source), (long long)r->state.tests,
		    (long long)r->budget);
	if (r->state.end == LU_LAZY_IRRELEVANT) lu_buf_adds(out, "Nothing that was tested was relevant.\n");
	if (r->kept < 2) put_by_file(r, out);
	else
		for (uint32_t q = 0; q < r->kept; q++) put_group(&(grouped){ r, q, { NULL, 0 } }, out);
}
