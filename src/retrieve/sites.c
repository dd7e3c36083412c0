/* SPDX-License-Identifier: MIT
 * What shares a name: the references that lead elsewhere, to several elements or nowhere, and every other place of the
 * stored source that has the word. What the parser could not read, in strings, in bodies of macros, after errors, is
 * text all the same; so whoever looks for callers gets all places that a search for the word would find. */
#include <stdlib.h>

#include "core/sorting.h"
#include "core/ascii.h"
#include "lucus/request.h"
#include "store/postings.h"
#include "lucus/relate.h"
#include "core/binary_search.h"
#include "lucus/text.h"

#define NEAR     30  /* lines from the beginning of a definition or an expression to its name, at most */
#define LINE_MAX 160 /* bytes of a line that are kept */

/* A word that has the name. */
struct word {
	uint32_t line;
	bool call, unparsed, known;
	lu_str text;
};

/* Something that accounts for a word: a reference, or the name in a definition. */
struct claim {
	int64_t file;
	uint32_t first, last; /* lines where its words are */
	uint32_t count;       /* of those that are still to be found */
	bool call, found;     /* found: the one on its first line */
	int64_t src;          /* 0: a definition */
};

struct finding {
	lu_store *s;
	lu_str name;
	lu_edge_kind kind;
	lu_arena *a;        /* of the result */
	lu_arena own, each; /* of the walk; of one file */
	lu_sites *out;
	struct claim *claim; /* by file and line */
	size_t n_claim;
	int64_t *file; /* that may have the word */
	size_t n_file;
	struct word *word; /* of one file */
	size_t n_word;
	lu_str path; /* its path */
	lu_err *e;
};

static lu_code add_file(struct finding *f, int64_t file)
{
	int64_t *v;

	if (f->n_file && f->file[f->n_file - 1] == file) return LU_OK;
	if (!(v = lu_arena_grow(&f->own, f->file, f->n_file, sizeof *v))) return lu_nomem(f->e);
	(f->file = v)[f->n_file++] = file;
	return LU_OK;
}

static lu_code add_claim(struct finding *f, const struct claim *c)
{
	struct claim *v = lu_arena_grow(&f->own, f->claim, f->n_claim, sizeof *v);

	if (!v) return lu_nomem(f->e);
	(f->claim = v)[f->n_claim++] = *c;
	return LU_OK;
}

/* ---- references ---- */

static lu_code add_site(struct finding *f, const lu_edge_row *r, const int64_t *dst, size_t n)
{
	lu_site *v = lu_arena_grow(f->a, f->out->site, f->out->n_site, sizeof *v);
	int64_t *to = lu_arena_calloc(f->a, n + 1, sizeof *to);

	if (!v || !to) return lu_nomem(f->e);
	f->out->site = v;
	v += f->out->n_site++;
	if (n) memcpy(to, dst, n * sizeof *to);
	*v = (lu_site){ .src = r->src,
			.name = lu_arena_dup(f->a, r->name),
			.reason = lu_arena_dup(f->a, r->reason),
			.grade = r->grade,
			.line = r->line,
			.count = r->count,
			.dst = to,
			.n = n };
	return v->name.s && v->reason.s ? LU_OK : lu_nomem(f->e);
}

static lu_code on_reference(void *ctx, int64_t file, const lu_edge_row *r, const int64_t *dst, size_t n, lu_err *e)
{
	struct finding *f = ctx;
	struct claim c = { .file = file,
			   .first = r->line,
			   .last = r->line,
			   .count = r->count,
			   .src = r->src,
			   .call = r->kind == LU_EDGE_CALLS };
	lu_code rc = r->kind == LU_EDGE_TESTS || r->kind == LU_EDGE_DOCUMENTS ? LU_OK : add_claim(f, &c);

	(void)e;
	if (!rc) rc = add_file(f, file);
	if (rc || r->kind != f->kind) return rc;
	if (r->grade == LU_GRADE_UNRESOLVED) f->out->unresolved += r->count;
	else if (r->grade == LU_GRADE_AMBIGUOUS) f->out->ambiguous += r->count;
	return add_site(f, r, dst, n);
}

/* The definitions of the name have it, too. */
static lu_code claim_definitions(struct finding *f, lu_err *e)
{
	lu_bearer *v = NULL;
	size_t n = 0;
	lu_code rc = lu_store_bearers(f->s, f->name, &f->own, &v, &n, e);

	for (size_t i = 0; i < n && !rc; i++) {
		lu_brief b;
		struct claim c = { .file = v[i].file, .count = 1 };

		if (lu_str_eqz(v[i].type, "module") || !lu_str_eq(lu_simple_name(v[i].name), f->name)) continue;
		rc = lu_store_brief(f->s, v[i].id, &f->own, &b, e);
		if (rc) return rc;
		c.first = b.start_line;
		c.last = b.end_line < b.start_line + NEAR ? b.end_line : b.start_line + NEAR;
		rc = add_claim(f, &c);
		if (!rc) rc = add_file(f, c.file);
	}
	return rc;
}

/* The other sites of a reference may be anywhere in its element. */
static lu_code widen_claims(struct finding *f, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < f->n_claim && !rc; i++) {
		lu_brief b;

		if (!f->claim[i].src) continue;
		f->claim[i].last = f->claim[i].first + NEAR;
		if (f->claim[i].count == 1) continue;
		rc = lu_store_brief(f->s, f->claim[i].src, &f->own, &b, e);
		if (!rc && b.end_line > f->claim[i].last) f->claim[i].last = b.end_line;
	}
	return rc;
}

/* ---- files ---- */

struct token {
	lu_str text;
	char bytes[LU_TOKEN_MAX + 1];
};

/* The first one stands for a name in the full text: of an identifier the whole. */
static bool first_token(void *ctx, lu_str token, lu_token_kind kind)
{
	struct token *t = ctx;

	(void)kind;
	if (token.n > LU_TOKEN_MAX) return true;
	memcpy(t->bytes, token.s, token.n);
	t->text = lu_strn(t->bytes, token.n);
	return false;
}

static lu_code all_files(struct finding *f, lu_err *e)
{
	lu_file *v = NULL;
	size_t n = 0;
	lu_code rc = lu_store_files(f->s, &f->own, &v, &n, e);

	for (size_t i = 0; i < n && !rc; i++)
		if (!v[i].reason.n) rc = add_file(f, v[i].id);
	return rc;
}

static lu_code files_with(struct finding *f, lu_str token, lu_err *e)
{
	lu_postings *p = NULL;
	lu_plist list = { 0 };
	lu_code rc = lu_postings_open(f->s, &p, e);

	if (!rc) rc = lu_postings_list(p, token, &list, e);
	for (size_t i = 0; i < list.n && !rc; i++) rc = add_file(f, lu_postings_docs(p)->file[list.v[i].doc]);
	lu_plist_free(&list);
	lu_postings_close(p);
	return rc;
}

static lu_code find_files(struct finding *f, lu_err *e)
{
	struct token t = { .text = { NULL, 0 } };
	size_t n = 0;
	lu_kb kb;
	lu_code rc = lu_store_kb(f->s, false, &f->own, &kb, e);

	if (!rc) rc = lu_tokenize(f->name, first_token, &t, e);
	if (!rc) rc = t.text.n && kb.rowed == kb.generation ? files_with(f, t.text, e) : all_files(f, e);
	if (rc) return rc;
	if (f->n_file) qsort(f->file, f->n_file, sizeof *f->file, lu_int64_order);
	for (size_t i = 0; i < f->n_file; i++)
		if (!n || f->file[n - 1] != f->file[i]) f->file[n++] = f->file[i];
	f->n_file = n;
	return LU_OK;
}

/* ---- words ---- */

/* Is what begins at `i` a word of its own? */
static bool stands_alone(lu_str s, size_t i, size_t n)
{
	bool before = i && lu_is_ident(s.s[i - 1]) && lu_is_ident(s.s[i]);
	bool after = i + n < s.n && lu_is_ident(s.s[i + n]) && lu_is_ident(s.s[i + n - 1]);

	return !before && !after;
}

static lu_str line_around(lu_str s, size_t i)
{
	size_t from = i, to = i;

	while (from && s.s[from - 1] != '\n' && i - from < LINE_MAX) from--;
	while (to < s.n && s.s[to] != '\n' && to - from < LINE_MAX) to++;
	while (to < s.n && to > i && ((unsigned char)s.s[to] & 0xc0) == 0x80) to--;
	while (from < i && ((unsigned char)s.s[from] & 0xc0) == 0x80) from++;
	return lu_str_trim(lu_strn(s.s + from, to - from));
}

static bool is_unparsed(const lu_lines *v, size_t n, uint32_t line)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, n, v[at].last < line);
	return at < n && v[at].first <= line;
}

/* "@a.name" at the beginning of a line: a decorator, which is called with what it decorates. */
static bool decorates(lu_str s, size_t i)
{
	while (i && (lu_is_ident(s.s[i - 1]) || s.s[i - 1] == '.')) i--;
	if (!i || s.s[--i] != '@') return false;
	while (i && lu_is_blank(s.s[i - 1])) i--;
	return !i || s.s[i - 1] == '\n';
}

static lu_code on_piece(void *ctx, const lu_stretch *p, lu_err *e)
{
	struct finding *f = ctx;
	lu_lines *gap = NULL;
	size_t n_gap = 0, at = 0;
	uint32_t line = p->line ? p->line : 1;
	lu_code rc = lu_unparsed_lines(p->extra, &f->each, &gap, &n_gap, e);

	if (!f->path.s && !(f->path = lu_arena_dup(f->a, p->path)).s) return lu_nomem(e);
	for (size_t i = 0; i + f->name.n <= p->text.n && !rc; i += f->name.n) {
		const char *hit = memmem(p->text.s + i, p->text.n - i, f->name.s, f->name.n);
		struct word *w;
		size_t k;

		if (!hit) break;
		i = (size_t)(hit - p->text.s);
		if (!stands_alone(p->text, i, f->name.n)) continue;
		for (; at < i; at++) line += p->text.s[at] == '\n';
		if (!(w = lu_arena_grow(&f->each, f->word, f->n_word, sizeof *w))) return lu_nomem(e);
		f->word = w;
		w += f->n_word++;
		for (k = i + f->name.n; k < p->text.n && lu_is_blank(p->text.s[k]);) k++;
		*w = (struct word){ .line = line,
				    .call = (k < p->text.n && p->text.s[k] == '(') || decorates(p->text, i),
				    .unparsed = is_unparsed(gap, n_gap, line),
				    .text = line_around(p->text, i) };
		w->text = lu_arena_dup(&f->each, w->text);
		if (!w->text.s) return lu_nomem(e);
	}
	return rc;
}

/* ---- which words are accounted for ---- */

static int by_claim(const void *px, const void *py)
{
	const struct claim *x = px, *y = py;

	if (x->file != y->file) return x->file < y->file ? -1 : 1;
	if (x->first != y->first) return x->first < y->first ? -1 : 1;
	if (x->src != y->src) return x->src < y->src ? -1 : 1;
	return (x->call > y->call) - (x->call < y->call);
}

/* The first word from the claim's line to `last` that nothing accounts for, a call if the claim is one and `strict`. */
static bool take(struct finding *f, struct claim *c, uint32_t last, bool strict)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, f->n_word, f->word[at].line < c->first);
	for (; at < f->n_word && f->word[at].line <= last; at++) {
		struct word *w = &f->word[at];

		if (w->known || (strict && c->call && (!w->call || w->unparsed))) continue;
		if (w->call && !c->call && c->src) continue; /* an import, a base: no call */
		w->known = true;
		c->count--;
		return true;
	}
	return false;
}

/* Each claim has its own line first, then what is near, and then what is left: so none takes what another one shows. */
static void settle(struct finding *f, struct claim *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		c[i].found = take(f, &c[i], c[i].first, true) || take(f, &c[i], c[i].first, false);
	for (size_t i = 0; i < n; i++) {
		uint32_t last = c[i].last < c[i].first + NEAR ? c[i].last : c[i].first + NEAR;

		if (!c[i].found && !take(f, &c[i], last, true)) take(f, &c[i], last, false);
	}
	for (size_t i = 0; i < n; i++) {
		while (c[i].count && take(f, &c[i], c[i].last, true)) continue;
		while (c[i].count && take(f, &c[i], c[i].last, false)) continue;
	}
}

static lu_code add_places(struct finding *f, lu_err *e)
{
	for (size_t i = 0; i < f->n_word; i++) {
		const struct word *w = &f->word[i];
		lu_place *v;

		if (w->known) continue;
		if (!(v = lu_arena_grow(f->a, f->out->place, f->out->n_place, sizeof *v))) return lu_nomem(e);
		f->out->place = v;
		v += f->out->n_place++;
		*v = (lu_place){ .path = f->path,
				 .line = w->line,
				 .call = w->call,
				 .unparsed = w->unparsed,
				 .text = lu_arena_dup(f->a, w->text) };
		if (!v->text.s) return lu_nomem(e);
		f->out->calls += w->call;
		f->out->unparsed += w->unparsed;
	}
	return LU_OK;
}

static lu_code look_in(struct finding *f, int64_t file, size_t *claim, lu_err *e)
{
	size_t end;
	lu_code rc;

	f->word = NULL;
	f->n_word = 0;
	f->path = lu_strn(NULL, 0);
	while (*claim < f->n_claim && f->claim[*claim].file < file) ++*claim;
	for (end = *claim; end < f->n_claim && f->claim[end].file == file;) end++;
	rc = lu_check_cancel(e);
	if (!rc) rc = lu_store_stretches(f->s, file, on_piece, f, e);
	if (!rc) settle(f, f->claim + *claim, end - *claim);
	if (!rc) rc = add_places(f, e);
	lu_arena_free(&f->each);
	return rc;
}

static lu_code find_places(struct finding *f, lu_err *e)
{
	size_t claim = 0;
	lu_code rc = claim_definitions(f, e);

	if (!rc) rc = widen_claims(f, e);
	if (!rc) rc = find_files(f, e);
	if (!rc && f->n_claim) qsort(f->claim, f->n_claim, sizeof *f->claim, by_claim);
	for (size_t i = 0; i < f->n_file && !rc; i++) rc = look_in(f, f->file[i], &claim, e);
	return rc;
}

static int by_place(const void *px, const void *py)
{
	const lu_place *x = px, *y = py;
	int c = lu_str_cmp(x->path, y->path);

	if (c) return c;
	return (x->line > y->line) - (x->line < y->line);
}

lu_code lu_sites_of(lu_store *s, lu_str simple, lu_edge_kind kind, bool places, lu_arena *a, lu_sites *out, lu_err *e)
{
	lu_sites found = { 0 };
	struct finding f = { .s = s, .name = simple, .kind = kind, .a = a, .out = &found, .e = e };
	lu_code rc = simple.n ? lu_store_references(s, simple, on_reference, &f, e) : LU_OK;

	if (!rc && places && simple.n) rc = find_places(&f, e);
	if (!rc && found.n_place) qsort(found.place, found.n_place, sizeof *found.place, by_place);
	lu_arena_free(&f.own);
	if (!rc) *out = found;
	return rc;
}
