/* SPDX-License-Identifier: MIT
 * train-lexicon: units, and how likely each of their candidates is. */
#include <libstemmer.h>
#include <math.h>
#include <stdlib.h>

#include "core/utf8.h"
#include "text/unicode.h"
#include "train-lexicon.h"

#define ROUNDS  8    /* of expectation and maximisation */
#define TELLS   .10f /* a translation is at least this good */
#define ASIDE   .30f /* and as good as this part of the best one */
#define COMMON  30   /* a word of another language that is also one of programs occurs this often */
#define GRAMMAR 40   /* what occurs this often and has no translation is a function word */

/* ---- sentences ---- */

static void add_stems(lesson *s, const pair *p, uint32_t *stamp)
{
	span *at = &s->stems[s->n];

	*at = (span){ s->n_stem, 0 };
	for (size_t i = 0; i < p->en.n; i++) {
		uint32_t stem = s->c->stem_of[s->c->word[p->en.at + i]];

		if (stamp[stem] == s->n + 1) continue;
		stamp[stem] = (uint32_t)s->n + 1;
		s->stem = more(s->stem, s->n_stem, sizeof *s->stem);
		s->stem[s->n_stem++] = stem;
		s->stem_count[stem]++;
		at->n++;
	}
}

static void take_sentences(lesson *s)
{
	uint32_t *stamp = need(s->c->stem.n, sizeof *stamp);
	size_t n = 0;

	for (size_t i = 0; i < s->c->n; i++) n += s->c->v[i].language == s->language;
	s->from = need(n, sizeof *s->from);
	s->units = need(n, sizeof *s->units);
	s->stems = need(n, sizeof *s->stems);
	s->stem_count = need(s->c->stem.n, sizeof *s->stem_count);
	for (size_t i = 0; i < s->c->n; i++) {
		if (s->c->v[i].language != s->language) continue;
		s->from[s->n] = &s->c->v[i];
		add_stems(s, &s->c->v[i], stamp);
		s->n++;
	}
	free(stamp);
}

static void add_unit(lesson *s, size_t sentence, size_t id)
{
	for (size_t i = s->units[sentence].at; i < s->n_unit; i++)
		if (s->unit[i] == id) return;
	s->unit = more(s->unit, s->n_unit, sizeof *s->unit);
	s->unit[s->n_unit++] = (uint32_t)id;
	s->units[sentence].n++;
}

/* ---- words ---- */

typedef struct words {
	struct sb_stemmer *sb;
	lesson *s;
	texts forms;    /* as they are written */
	uint32_t *unit; /* their stems */
} words;

static size_t stem_of(words *w, lu_str form)
{
	const sb_symbol *stem = sb_stemmer_stem(w->sb, (const sb_symbol *)form.s, (int)form.n);

	return text_id(&w->s->names, lu_strn((const char *)stem, (size_t)sb_stemmer_length(w->sb)));
}

/* Call it for each run of letters. */
static void each_word(lu_str text, void (*fn)(void *ctx, size_t sentence, lu_str form), void *ctx, size_t sentence)
{
	size_t i = 0, from = 0;

	while (i <= text.n) {
		size_t n = i < text.n ? lu__utf8_len(text.s + i, text.n - i) : 1;
		bool letter = i < text.n && lu__script_of(lu__utf8_decode(text.s + i, n)) == LU__SCRIPT_LETTER;

		if (!letter) {
			if (i > from) fn(ctx, sentence, lu_strn(text.s + from, i - from));
			from = i + n;
		}
		i += n;
	}
}

static void take_word(void *ctx, size_t sentence, lu_str form)
{
	words *w = ctx;
	size_t had = w->forms.n, id = text_id(&w->forms, form);

	if (id >= had) {
		w->unit = more(w->unit, id, sizeof *w->unit);
		w->unit[id] = (uint32_t)stem_of(w, form);
	}
	w->forms.count[id]++;
	add_unit(w->s, sentence, w->unit[id]);
}

/* ---- model 1 ---- */

static void expect(lesson *s, const candidate *was, double *of_unit, double *of_stem, double *total)
{
	float *z = need(s->c->stem.n, sizeof *z);
	uint32_t *in = need(s->c->stem.n, sizeof *in);

	for (size_t i = 0; i < s->n; i++) {
		const uint32_t *unit = s->unit + s->units[i].at, *stem = s->stem + s->stems[i].at;

		for (size_t k = 0; k < s->stems[i].n; k++) {
			in[stem[k]] = (uint32_t)i + 1;
			z[stem[k]] = .3f * (float)s->stem_count[stem[k]] / (float)s->n; /* of no unit */
		}
		for (size_t u = 0; u < s->units[i].n; u++)
			for (size_t k = 0; k < CANDIDATES; k++) {
				const candidate *c = &was[unit[u] * CANDIDATES + k];

				if (c->dice > 0 && in[c->stem] == i + 1) z[c->stem] += c->forward;
			}
		for (size_t u = 0; u < s->units[i].n; u++) {
			candidate *now = &s->candidate[unit[u] * CANDIDATES];
			const candidate *c = &was[unit[u] * CANDIDATES];
			float back = .3f * (float)s->unit_count[unit[u]] / (float)s->n;

			for (size_t k = 0; k < CANDIDATES; k++)
				if (c[k].dice > 0 && in[c[k].stem] == i + 1) back += c[k].back;
			for (size_t k = 0; k < CANDIDATES; k++) {
				double f, b;

				if (!(c[k].dice > 0) || in[c[k].stem] != i + 1) continue;
				f = c[k].forward / z[c[k].stem];
				b = c[k].back / back;
				now[k].forward += (float)f;
				now[k].back += (float)b;
				of_unit[unit[u]] += f;
				of_stem[c[k].stem] += b;
				*total += f;
			}
		}
	}
	free(z);
	free(in);
}

void align(lesson *s)
{
	size_t n = s->names.n * CANDIDATES;
	candidate *was = need(n, sizeof *was);
	double *of_unit = need(s->names.n, sizeof *of_unit), *of_stem = need(s->c->stem.n, sizeof *of_stem), total = 0;

	for (size_t i = 0; i < n; i++) s->candidate[i].forward = s->candidate[i].back = s->candidate[i].dice;
	for (int round = 0; round < ROUNDS; round++) {
		memcpy(was, s->candidate, n * sizeof *was);
		for (size_t i = 0; i < n; i++) s->candidate[i].forward = s->candidate[i].back = 0;
		memset(of_unit, 0, s->names.n * sizeof *of_unit);
		memset(of_stem, 0, s->c->stem.n * sizeof *of_stem);
		expect(s, was, of_unit, of_stem, &total);
		for (size_t i = 0; i < n; i++) {
			candidate *c = &s->candidate[i];

			/* what is seen once or twice is not sure */
			c->forward = (float)(c->forward / (of_unit[i / CANDIDATES] + .5));
			c->back = (float)(c->back / (of_stem[c->stem] + .5));
		}
	}
	free(was);
	free(of_unit);
	free(of_stem);
}

/* ---- what is kept ---- */

static float goodness(const candidate *c)
{
	return sqrtf(c->forward * c->back);
}

static int by_goodness(const void *a, const void *b)
{
	const candidate *x = a, *y = b;
	float p = goodness(x), q = goodness(y);

	if (p != q) return p > q ? -1 : 1;
	return x->stem < y->stem ? -1 : x->stem > y->stem;
}

/* How often each English word stands where a unit does whose best stems it has. */
static uint32_t *best_words(lesson *s)
{
	uint32_t *best = need(s->names.n * LU__TARGETS, sizeof *best), *most = need(s->c->en.n, sizeof *most);
	size_t *start = need(s->names.n + 2, sizeof *start);
	uint32_t *where = invert(s, start);

	for (size_t u = 0; u < s->names.n; u++) {
		const candidate *c = &s->candidate[u * CANDIDATES];
		uint32_t top[LU__TARGETS] = { 0 };

		for (int pass = 0; pass < 2; pass++)
			for (size_t i = start[u]; i < start[u + 1]; i++) {
				const pair *p = s->from[where[i]];

				for (size_t k = 0; k < p->en.n; k++) {
					uint32_t w = s->c->word[p->en.at + k];

					if (pass) most[w] = 0;
					else most[w]++;
					for (int t = 0; !pass && t < LU__TARGETS; t++) {
						uint32_t b = best[u * LU__TARGETS + (size_t)t];

						if (!(c[t].dice > 0) || c[t].stem != s->c->stem_of[w]) continue;
						if (most[w] > top[t] || (most[w] == top[t] && w < b)) {
							top[t] = most[w];
							best[u * LU__TARGETS + (size_t)t] = w;
						}
					}
				}
			}
	}
	free(most);
	free(start);
	free(where);
	return best;
}

/* False: nothing is known of it. */
static bool translate(const lesson *s, size_t u, const uint32_t *best, entry *e)
{
	const candidate *c = &s->candidate[u * CANDIDATES];
	float top = goodness(c), sum = 0;
	size_t n = 0;

	e->count = s->unit_count[u];
	e->sure = s->strength[u];
	for (int t = 0; t < LU__TARGETS; t++) e->target[t] = UINT32_MAX;
	if (s->unit_count[u] < LEXICON_RARE) return false;
	if (top < TELLS) return s->unit_count[u] >= GRAMMAR;
	for (int t = 0; t < LU__TARGETS; t++) {
		uint32_t w = best[u * LU__TARGETS + (size_t)t];

		if (!(c[t].dice > 0) || goodness(&c[t]) < top * ASIDE || goodness(&c[t]) < TELLS) break;
		if (lu_stop_word(s->c->en.v[w])) {
			if (!n) return true; /* a function word */
			continue;
		}
		e->target[n] = w;
		e->share[n++] = goodness(&c[t]);
		sum += goodness(&c[t]);
	}
	for (size_t t = 0; t < n; t++) e->share[t] /= sum;
	return true;
}

static bool seed(const lesson *s, lu_str word, entry *e)
{
	const corpus *c = s->c;
	size_t id, w;

	if (!text_find(&c->seeds[s->language], word, &id)) return false;
	for (int t = 0; t < LU__TARGETS; t++) e->target[t] = UINT32_MAX;
	e->sure = 1;
	e->count = UINT32_MAX;
	if (c->seed[s->language][id].n && text_find(&c->en, c->seed[s->language][id], &w)) {
		e->target[0] = (uint32_t)w;
		e->share[0] = 1;
	}
	return true;
}

/* Is it rather a word of English, or the name of something, that translations hold as well? */
static bool is_english(const corpus *c, int language, lu_str word, uint32_t count)
{
	size_t id;

	if (word.s[0] < 0 || text_find(&c->seeds[language], word, &id) || text_find(&c->given[language].key, word, &id))
		return false;
	if (text_find(&c->en, word, &id) && c->often[id][language] >= count / 3) return true;
	return count < COMMON && (text_find(&c->names, word, &id) || lu_table_find(c->table, word) >= 0);
}

static void keep(const lesson *s, listing *out, lu_str word, lu_str stem, const entry *e)
{
	lu_buf bare = LU_BUF;
	entry *v;

	if (is_english(s->c, s->language, word, e->count)) return;
	if (lu_text_bare(word, &bare, NULL)) no_memory();
	out->v = more(out->v, out->n, sizeof *out->v);
	v = &out->v[out->n++];
	*v = *e;
	v->word = lu_arena_dup(&out->a, lu_strn(bare.s, bare.len));
	take_given(s->c, s->language, v->word, stem, v);
	seed(s, v->word, v);
	lu_buf_free(&bare);
}

/* Those that no text holds are kept, too; of one that is there twice that with the higher count stays. */
void keep_given(const corpus *c, int language, listing *out)
{
	const texts *seeds = &c->seeds[language], *terms = &c->given[language].key;
	lesson s = { .c = c, .language = language };
	entry e = { .count = UINT32_MAX };

	for (int t = 0; t < LU__TARGETS; t++) e.target[t] = UINT32_MAX;
	for (size_t i = 0; i < seeds->n; i++) keep(&s, out, seeds->v[i], lu_strn(NULL, 0), &e);
	e.count = 0;
	for (size_t i = 0; i < terms->n; i++) keep(&s, out, terms->v[i], lu_strn(NULL, 0), &e);
}

void learn(const corpus *c, int language, listing *out)
{
	lesson s = { .c = c, .language = language };
	words w = { .s = &s };
	uint32_t *best;
	entry e;

	take_sentences(&s);
	if (has_blanks(language)) {
		if (!(w.sb = stemmer_of(language))) no_memory();
		for (size_t i = 0; i < s.n; i++) {
			s.units[i].at = s.n_unit;
			each_word(s.from[i]->text, take_word, &w, i);
		}
		sb_stemmer_delete(w.sb);
		find_candidates(&s);
	} else {
		cut(&s);
	}
	align(&s);
	for (size_t u = 0; u < s.names.n; u++)
		qsort(s.candidate + u * CANDIDATES, CANDIDATES, sizeof *s.candidate, by_goodness);
	best = best_words(&s);
	for (size_t i = 0; i < (w.forms.n ? w.forms.n : s.names.n); i++)
		if (translate(&s, w.forms.n ? w.unit[i] : i, best, &e)) {
			if (w.forms.n) e.count = w.forms.count[i];
			keep(&s, out, w.forms.n ? w.forms.v[i] : s.names.v[i], s.names.v[w.forms.n ? w.unit[i] : i],
			     &e);
		}
	keep_given(c, language, out);
	fprintf(stderr, "%s: %zu pairs, %zu units, %zu words\n", languages[language], s.n, s.names.n, out->n);
}
