/* SPDX-License-Identifier: MIT
 * Questions in other languages, read as English. */
#include "translate/translate.h"

#include "lucus/text.h"
#include "translate/fragments.h"

#define SECOND 90 /* of 255: a second translation that is as likely as this is said, too */

typedef struct reading {
	lu_known_fn *known;
	void *ctx;
	size_t asked;
	bool native; /* what is searched has most words of the question as they are */
	lu_arena *a;
	lu__wordlist english, w;
	lu_buf out;
	lu_err *e;
} reading;

static bool known(reading *r, lu_str word)
{
	return r->asked++ < LU_KNOWN_MAX && r->known(r->ctx, word);
}

static void say(reading *r, lu_str word)
{
	if (r->out.len && !strchr(" \n", r->out.s[r->out.len - 1])) lu_buf_addc(&r->out, ' ');
	lu_buf_addstr(&r->out, word);
}

/* The translation that what is searched holds, else the likeliest; and a second one that is nearly as likely. */
static void say_word(reading *r, int64_t at)
{
	const uint16_t *target = r->w.target + at * LU__TARGETS;
	const uint8_t *share = r->w.share + at * LU__TARGETS;
	int said = 0;

	for (int t = 0; t < LU__TARGETS && target[t] != LU__NO_WORD && said < 2; t++) {
		lu_str word = lu__lexicon_text(&r->english, target[t]);

		if (said && share[t] < SECOND) break;
		if (!known(r, word)) continue;
		say(r, word);
		said++;
	}
	if (!said && *target != LU__NO_WORD) say(r, lu__lexicon_text(&r->english, *target));
}

static void say_units(reading *r, lu_str key, const lu__unit *u, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		lu_str text = lu_strn(key.s + u[i].at, u[i].n);
		bool english = lu__is_english_part(text);

		if (u[i].word < 0 && english) say(r, text);
		if (u[i].word < 0 || r->w.target[u[i].word * LU__TARGETS] == LU__NO_WORD) continue;
		if ((r->native || english) && known(r, text)) say(r, text);
		say_word(r, u[i].word);
	}
}

static lu_code say_plain(reading *r, const lu__piece *p)
{
	int64_t at = lu__lexicon_find(&r->w, p->key);
	lu__unit *u;
	size_t n = 0;
	lu_code rc = LU_OK;

	if (at < 0 && !p->english) {
		if (*r->w.language == 'd') rc = lu__cut_compound(&r->w, p->key, true, r->a, &u, &n, r->e);
		if (!n) at = lu__lexicon_form(&r->w, p->key);
	}
	if (rc) return rc;
	if (at >= 0 && r->w.target[at * LU__TARGETS] == LU__NO_WORD) return LU_OK;
	if ((at < 0 && !n) || (r->native && known(r, p->folded))) say(r, p->raw);
	if (n) say_units(r, p->key, u, n);
	else if (at >= 0) say_word(r, at);
	return LU_OK;
}

static bool any_kana(const lu__pieces *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->v[i].kana) return true;
	return false;
}

/* Han alone may be Chinese or Japanese. */
static lu_code say_run(reading *r, const lu__pieces *p, const lu__piece *v, const char **language)
{
	const char *may = v->hangul ? "k" : any_kana(p) ? "j" : "zj";
	lu__unit *u = NULL, *units;
	float most = 0, score;
	size_t n = 0, m;
	lu__wordlist w;
	bool whole;

	for (size_t l = 1; lu__lexicon_words(l, &w); l++) {
		lu_code rc;

		if (!strchr(may, *w.language)) continue;
		rc = lu__cut_run(&w, v->key, r->a, &units, &m, &score, r->e);
		if (rc) return rc;
		if (score < most || !m || (n && score == most && *w.language == 'j')) continue;
		most = score;
		u = units;
		n = m;
		r->w = w;
	}
	whole = n && known(r, v->folded); /* a name, or words that stand together */
	if (!n || whole) say(r, v->raw);
	if (n && !*language) *language = r->w.language;
	say_units(r, v->key, u, n);
	return LU_OK;
}

static lu_code say_all(reading *r, const lu__pieces *p, size_t words, const char **language)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n && !rc; i++) {
		const lu__piece *v = &p->v[i];

		if (v->kind == LU__PIECE_RUN) {
			rc = say_run(r, p, v, language);
		} else if (v->kind == LU__PIECE_WORD && words) {
			lu__lexicon_words(words, &r->w);
			rc = say_plain(r, v);
		} else if (v->kind != LU__PIECE_GAP) {
			say(r, v->raw);
		} else
			for (size_t k = 0; k < v->raw.n; k++) {
				if (v->raw.s[k] == '\n')
					lu_buf_addc(&r->out,
						    '\n'); /* a line break separates a title from what is below */
			}
	}
	if (words) {
		lu__lexicon_words(words, &r->w);
		*language = r->w.language;
	}
	return rc;
}

/* A function word, or one that is said as one of English. */
static bool is_function(const reading *r, int64_t at)
{
	uint16_t first = r->w.target[at * LU__TARGETS];

	return first == LU__NO_WORD || lu_stop_word(lu__lexicon_text(&r->english, first));
}

/* Words of content that are held, at least half of them: a single one may stand in a text of some test. */
static bool is_native(reading *r, const lu__pieces *p, size_t words)
{
	size_t content = 0, held = 0;

	lu__lexicon_words(words, &r->w);
	for (size_t i = 0; i < p->n; i++) {
		const lu__piece *v = &p->v[i];
		int64_t at;

		if (v->kind != LU__PIECE_WORD || v->english) continue;
		at = lu__lexicon_find(&r->w, v->key);
		if (at >= 0 ? is_function(r, at) : v->held) continue; /* else a name, which is held in any language */
		content++;
		held += v->held;
	}
	return 2 * held >= content;
}

lu_code lu_translate(lu_str question, lu_known_fn *fn, void *ctx, lu_arena *a, lu_translation *out, lu_err *e)
{
	reading r = { .known = fn, .ctx = ctx, .a = a, .out = LU_BUF, .e = e };
	lu__pieces p = { .a = a };
	lu_translation t = { 0 };
	bool runs = false;
	size_t words;
	lu_code rc;

	*out = t;
	if (!lu__lexicon_words(0, &r.english)) return LU_OK;
	rc = lu__pieces_read(&p, question, e);
	for (size_t i = 0; i < p.n && !rc; i++) {
		lu__piece *v = &p.v[i];

		runs |= v->kind == LU__PIECE_RUN;
		if (v->kind != LU__PIECE_WORD) continue;
		v->english = v->ending || lu_stop_word(v->key) || lu__lexicon_find(&r.english, v->key) >= 0;
		v->held = !v->english && known(&r, v->folded); /* the key has lost its accents, code keeps them */
	}
	if (rc) return rc;
	words = lu__language_of_words(&p);
	r.native = !words || is_native(&r, &p, words);
	if (words || runs) rc = say_all(&r, &p, words, &t.language);
	if (!rc && t.language) {
		t.text = lu_arena_dup(a, lu_strn(r.out.s, r.out.len));
		if (r.out.oom || !t.text.s) rc = lu_nomem(e);
	}
	lu_buf_free(&r.out);
	if (!rc && t.text.n) *out = t;
	return rc;
}
