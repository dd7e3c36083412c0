/* SPDX-License-Identifier: MIT
 * Prose: which words of a clause are nouns and adjectives, by their lists, their endings and their place, and which phrases
 * these make. */
#include "core/ascii.h"
#include "concept/phrases.h"
#include "concept/plain_text.h"

#define LONGEST 40 /* bytes of a word */

/* What a word is where it stands. */
enum role {
	OUT, /* no part of a phrase */
	NOUN,
	MODIFIER, /* of a noun behind it */
	VAGUE,    /* the same, and it says nothing */
};

struct word {
	lu_str text, folded; /* folded: in the reader's buffer `low` */
	uint32_t line;
	unsigned class;
	enum role role;
	bool begins; /* a sentence or an item */
};

struct reader {
	lu_concepts *c;
	lu__phrase_fn *fn;
	void *ctx;
	struct word *w;       /* of the clause, LU_CONCEPT_SENTENCE at most */
	char (*low)[LONGEST]; /* their folded forms */
	size_t n;
	bool title;                /* most words of the clause begin with a capital */
	bool begins;               /* the next word begins a clause */
	uint32_t base;             /* added to lines */
	uint32_t last;             /* line of the text, `base` added */
	uint32_t window;           /* the present one */
	uint32_t in_window, sites; /* words in it so far, and phrases */
};

/* ---- kinds of words ---- */

static bool is_capital(lu_str w)
{
	return w.n && lu_is_upper(*w.s);
}

/* One at the beginning alone. */
static bool is_plain_capital(lu_str w)
{
	for (size_t i = 1; i < w.n; i++)
		if (lu_is_upper(w.s[i])) return false;
	return is_capital(w);
}

static bool all_capitals(lu_str w)
{
	size_t upper = 0;

	for (size_t i = 0; i < w.n; i++) {
		if (lu_is_lower(w.s[i]) && !(w.s[i] == 's' && i + 1 == w.n)) return false;
		upper += lu_is_upper(w.s[i]);
	}
	return upper > 1;
}

static bool ends_with(lu_str w, const char *endings)
{
	for (lu_str rest = lu_strz(endings); rest.n;) {
		lu_str e = lu_str_take(&rest, ' ');

		if (w.n > e.n + 2 && memcmp(w.s + w.n - e.n, e.s, e.n) == 0) return true;
	}
	return false;
}

static bool is_adverb(lu_str w)
{
	return w.n > 4 && lu_str_ends(w, "ly") &&
	       !lu_str_in_words(w, "family assembly anomaly monopoly italy reply supply butterfly multiply firefly");
}

static bool looks_adjective(lu_str w)
{
	return ends_with(w, "able ible ful less ous") &&
	       !lu_str_in_words(
		       w, "iterable callable observable runnable throwable executable variable table timetable "
			  "disposable awaitable closeable comparable handful mutable syllable vegetable constable");
}

/* "written", "took" */
static bool is_past(const lu_concepts *c, lu_str w)
{
	const lu_irregular *form = lu_irregular_form(w);

	return form && !lu_str_eqz(w, form->plain) &&
	       lu__word_listed(&c->words, lu_strz(form->plain)) & LU__WORD_VERB && !lu_str_ends(w, "s");
}

/* ---- roles ---- */

static const struct word *next_word(const struct reader *r, size_t i)
{
	return i + 1 < r->n ? &r->w[i + 1] : NULL;
}

static bool is_content(const struct word *w)
{
	return w && !(w->class & (LU__WORD_LINK | LU__WORD_DETERMINER));
}

static bool in_phrase(const struct reader *r, size_t i)
{
	return i && (r->w[i - 1].role == NOUN);
}

/* Behind an article or an adjective comes no verb. */
static bool wants_noun(const struct reader *r, size_t i)
{
	return i &&
	       (r->w[i - 1].class & LU__WORD_DETERMINER || r->w[i - 1].role == MODIFIER || r->w[i - 1].role == VAGUE);
}

static bool is_plural(const struct word *w)
{
	return lu_str_ends(w->folded, "s") && !lu_str_ends(w->folded, "ss");
}

static bool is_auxiliary(const struct word *w)
{
	return lu_str_in_words(w->folded, "is are was were be been has have had can may will must should could would");
}

/* Is the phrase that ends before word `i` what a clause begins with: "what a file" holds, "if the words" match? */
static bool is_subject(const struct reader *r, size_t i)
{
	while (i && (r->w[i - 1].role != OUT || r->w[i - 1].class & LU__WORD_DETERMINER)) {
		if (lu_str_in_words(r->w[i - 1].folded, "what that which")) return true;
		i--;
	}
	return i && lu_str_in_words(r->w[i - 1].folded,
				    "who where how when if as because while since unless whether than until so");
}

/* A verb's base form that may be a noun. */
static enum role of_base(const struct reader *r, size_t i)
{
	const struct word *w = &r->w[i], *next = next_word(r, i);

	if (!(w->class & LU__WORD_NOUN)) return OUT;
	if (wants_noun(r, i)) return NOUN;
	if (w->begins || (i && r->w[i - 1].class & LU__WORD_TO_VERB)) return OUT;
	if (in_phrase(r, i) && is_plural(&r->w[i - 1]) && (next || is_subject(r, i))) return OUT;
	return NOUN;
}

/* "sends", "calls" */
static enum role of_third(const struct reader *r, size_t i)
{
	const struct word *w = &r->w[i], *next = next_word(r, i);

	if (!(w->class & LU__WORD_NOUN) || w->begins) return OUT;
	if (wants_noun(r, i)) return NOUN;
	if (!in_phrase(r, i)) return i && r->w[i - 1].class & LU__WORD_TO_VERB ? OUT : NOUN;
	/* "how many tests run", "what tests are for", "what a test runs" */
	if (next && is_auxiliary(next)) return NOUN;
	if (next && (next->class & (LU__WORD_VERB | LU__WORD_INFLECTED)) == LU__WORD_VERB) return NOUN;
	if (is_subject(r, i)) return OUT;
	if (!next) return NOUN;
	if (lu_str_in_words(next->folded, "how what which that whether why when where")) return OUT;
	if (!(next->class & LU__WORD_LINK)) return OUT;
	return next->class & LU__WORD_TO_VERB && !lu_str_eqz(next->folded, "to") ? OUT : NOUN;
}

static enum role of_ing(const struct reader *r, size_t i)
{
	const struct word *next = next_word(r, i);

	if (wants_noun(r, i)) return is_content(next) ? MODIFIER : NOUN;
	if (!in_phrase(r, i)) return OUT;
	return next && next->class & (LU__WORD_DETERMINER | LU__WORD_TO_VERB) ? OUT : NOUN;
}

static enum role of_ed(const struct reader *r, size_t i)
{
	if (r->w[i].begins || in_phrase(r, i) || !is_content(next_word(r, i)) || (i && is_auxiliary(&r->w[i - 1])))
		return OUT;
	return i && r->w[i - 1].class & (LU__WORD_DETERMINER | LU__WORD_LINK) && !(r->w[i - 1].class & LU__WORD_TO_VERB)
		       ? MODIFIER
		       : OUT;
}

/* "New" of "New York", in a sentence whose words are mostly small. */
static bool is_part_of_name(const struct reader *r, size_t i)
{
	const struct word *next = next_word(r, i);

	return !r->title && is_capital(r->w[i].text) && next && is_content(next) && is_capital(next->text);
}

static enum role role_of(const struct reader *r, size_t i)
{
	const struct word *w = &r->w[i];
	lu_str f = w->folded;

	if (f.n < 2 || w->class & (LU__WORD_LINK | LU__WORD_DETERMINER)) return OUT;
	if (w->class & (LU__WORD_VAGUE | LU__WORD_ADJECTIVE) && is_part_of_name(r, i)) return NOUN;
	if (w->class & LU__WORD_VAGUE) return VAGUE;
	if (w->class & LU__WORD_ADJECTIVE) return MODIFIER;
	if (w->class & LU__WORD_INFLECTED)
		return lu_str_ends(f, "ing") ? of_ing(r, i) : lu_str_ends(f, "ed") ? of_ed(r, i) : of_third(r, i);
	if (w->class & LU__WORD_VERB) return of_base(r, i);
	if (w->class & (LU__WORD_PLAIN | LU__WORD_EMPTY)) return NOUN;
	if (is_past(r->c, f)) return OUT;
	if (is_adverb(f)) return OUT;
	if (ends_with(f, "ing") && !in_phrase(r, i) && !wants_noun(r, i) && f.n > 6) return OUT;
	return looks_adjective(f) ? MODIFIER : NOUN;
}

/* ---- phrases ---- */

static lu_code tell(struct reader *r, size_t from, size_t n, lu_err *e)
{
	struct lu__phrase p = { .line = r->base + r->w[from].line, .window = r->window, .last = r->last };
	lu_buf *b = &r->c->surface;
	bool small =
		r->w[from].begins && is_plain_capital(r->w[from].text) && !(n > 1 && is_capital(r->w[from + 1].text));

	lu_buf_reset(b);
	for (size_t i = from; i < from + n; i++) {
		lu_str w = r->w[i].text;

		if (i > from) lu_buf_addc(b, ' ');
		if (i == from && small) {
			lu_buf_addc(b, lu_lower(*w.s));
			w = lu_strn(w.s + 1, w.n - 1);
		}
		lu_buf_addstr(b, w);
	}
	if (b->oom) return lu_nomem(e);
	p.surface = lu_buf_str(b);
	if (p.surface.n > LU_CONCEPT_MAX) return LU_OK;
	r->sites++;
	return r->fn(r->ctx, &p, e);
}

/* Most words of the clause begin with a capital: a heading, where that says nothing. */
static bool is_title(const struct reader *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) n += is_plain_capital(r->w[i].text);
	return n * 5 > r->n * 3 && r->n > 1;
}

/* Is this word alone a concept? */
static bool tells(const struct reader *r, size_t i)
{
	const struct word *w = &r->w[i];
	struct lu__parts parts;

	if (w->class || r->w[i].folded.n < 2) return false;
	lu__split(w->text, &parts);
	if (parts.n > 1 && !parts.more && is_capital(w->text) && parts.v[0].n > 2) return true;
	if (all_capitals(w->text)) return w->text.n <= 6 && !r->title;
	if (is_capital(w->text) && !r->title && !w->begins && w->text.n > 3) return true;
	return w->text.n > 8 &&
	       ends_with(w->folded,
			 "tion sion ment ness ity ance ence ship ism logy graphy izer ator ifier tions ities");
}

/* Words from..to-1 hold no OUT. */
static lu_code run(struct reader *r, size_t from, size_t to, lu_err *e)
{
	bool plain = true;

	while (to > from && r->w[to - 1].role != NOUN) to--;
	for (size_t i = from; i + 1 < to; i++)
		if (r->w[i].role == VAGUE || r->w[i].class & LU__WORD_EMPTY) from = i + 1;
	if (from == to || r->w[to - 1].class & LU__WORD_EMPTY) return LU_OK;
	if (to - from > LU_CONCEPT_WORDS) from = to - (LU_CONCEPT_WORDS - 1);
	if (to - from == 1) return tells(r, from) ? tell(r, from, 1, e) : LU_OK;
	for (size_t i = from; i < to; i++) plain &= (r->w[i].class & (LU__WORD_PLAIN | LU__WORD_VAGUE)) != 0;
	return plain ? LU_OK : tell(r, from, to - from, e);
}

/* Shouting is for licences and warnings. */
static bool shouts(const struct reader *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) n += all_capitals(r->w[i].text);
	return n > 3 && n * 2 > r->n;
}

static lu_code clause(struct reader *r, lu_err *e)
{
	lu_code rc = LU_OK;
	size_t from = 0;

	r->title = is_title(r);
	if (shouts(r)) r->n = 0;
	for (size_t i = 0; i < r->n; i++) r->w[i].role = role_of(r, i);
	for (size_t i = 0; i <= r->n && !rc; i++) {
		if (i < r->n && r->w[i].role != OUT) continue;
		if (i > from) rc = run(r, from, i, e);
		from = i + 1;
	}
	r->n = 0;
	return rc;
}

/* ---- tokens ---- */

/* The next window begins where this one is long enough. */
static void maybe_cut(struct reader *r, uint32_t most)
{
	if (r->in_window < most) return;
	if (r->sites) r->window++;
	r->in_window = r->sites = 0;
}

/* Small letters, and one kind of apostrophe. The lists are of ASCII. */
static size_t fold(lu_str s, char *out)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		bool apostrophe = s.s[i] == *LU__APOSTROPHE && lu_str_starts(lu_strn(s.s + i, s.n - i), LU__APOSTROPHE);

		out[n++] = apostrophe ? '\'' : lu_lower(s.s[i]);
		i += apostrophe ? sizeof LU__APOSTROPHE - 2 : 0;
	}
	return n;
}

static void add_word(struct reader *r, const struct lu__token *t)
{
	struct word *w = &r->w[r->n];
	char *low = r->low[r->n];

	r->in_window++;
	*w = (struct word){ .text = t->text, .line = t->line, .begins = r->begins };
	r->begins = false;
	r->n++;
	if (t->text.n > LONGEST) {
		w->class = LU__WORD_LINK;
		w->folded = lu_strn(t->text.s, 0);
		return;
	}
	w->folded = lu_strn(low, fold(t->text, low));
	w->class = lu__word_class(&r->c->words, w->folded);
}

static lu_code other(struct reader *r, const struct lu__token *t, lu_err *e)
{
	struct lu__phrase p = { .line = r->base + t->line, .window = r->window, .last = r->last };

	r->in_window++;
	r->sites++;
	if (t->kind == LU__TOKEN_RUN) return lu__run_phrases(r->c, t->text, &p, r->fn, r->ctx, e);
	return lu__name_phrases(r->c, t->text, is_capital(t->text), &p, r->fn, r->ctx, e);
}

static lu_code take(void *ctx, const struct lu__token *t, lu_err *e)
{
	struct reader *r = ctx;
	lu_code rc = LU_OK;

	if (t->kind == LU__TOKEN_WORD && r->n < LU_CONCEPT_SENTENCE) {
		add_word(r, t);
		return LU_OK;
	}
	rc = clause(r, e);
	if (t->kind == LU__TOKEN_WORD) add_word(r, t);
	if (!rc && (t->kind == LU__TOKEN_NAME || t->kind == LU__TOKEN_RUN)) rc = other(r, t, e);
	if (t->kind == LU__TOKEN_PARAGRAPH) maybe_cut(r, LU_CONCEPT_WINDOW);
	else maybe_cut(r, 2 * LU_CONCEPT_WINDOW);
	r->begins = t->kind == LU__TOKEN_CLAUSE || t->kind == LU__TOKEN_PARAGRAPH;
	return rc;
}

lu_code lu__prose_phrases(lu_concepts *c, lu_str text, bool comment, uint32_t line, uint32_t *window, lu__phrase_fn *fn,
			  void *ctx, lu_err *e)
{
	struct word w[LU_CONCEPT_SENTENCE];
	char low[LU_CONCEPT_SENTENCE][LONGEST];
	struct reader r = {
		.c = c, .fn = fn, .ctx = ctx, .w = w, .low = low, .begins = true, .base = line - 1, .window = *window
	};
	lu_code rc;

	r.last = line;
	for (const char *p = text.s; p && (p = memchr(p, '\n', (size_t)(text.s + text.n - p))); p++) r.last++;
	rc = lu__plain_text(text, comment, take, &r, e);
	*window = r.window + (r.sites > 0);
	return rc;
}
