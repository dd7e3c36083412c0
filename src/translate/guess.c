/* SPDX-License-Identifier: MIT
 * Which language a question is written in, as a whole: "die" and "comment" are English words, too. */
#include "lucus/text.h"
#include "translate/fragments.h"

#define OWN     2.0f /* a word that English lacks */
#define LIKE    1.0f /* a form of one */
#define BOTH    .5f  /* a function word that is an English word as well */
#define STOP    2.0f /* a function word of English alone */
#define CONTENT .5f  /* another word of English alone */

static bool is_compound(const lu__wordlist *w, lu_str key, lu_arena *a)
{
	lu__unit *u;
	size_t n = 0;

	return *w->language == 'd' && !lu__cut_compound(w, key, false, a, &u, &n, NULL) && n;
}

/* More than 0: it is of the language rather than English. */
static float evidence(const lu__wordlist *w, const lu__pieces *p, bool cyrillic)
{
	float own = 0, like = 0, english = 0;

	for (size_t i = 0; i < p->n; i++) {
		const lu__piece *v = &p->v[i];
		int64_t at;

		if (v->kind != LU__PIECE_WORD || v->cyrillic != cyrillic || v->key.n < 2) continue;
		at = lu__lexicon_find(w, v->key);
		if (v->english && at >= 0) own += w->target[at * LU__TARGETS] == LU__NO_WORD ? BOTH : 0;
		else if (v->english) english += v->ending || lu_stop_word(v->key) ? STOP : CONTENT;
		else if (cyrillic) own += OWN;
		else if (v->held) continue;
		else if (at >= 0 || is_compound(w, v->key, p->a)) own += OWN;
		else if (lu__lexicon_form(w, v->key) >= 0) like += LIKE;
	}
	return own >= LIKE ? own + like - english : 0;
}

size_t lu__language_of_words(const lu__pieces *p)
{
	size_t best = 0;
	bool other = false;
	float most = 0;
	lu__wordlist w;

	for (size_t i = 0; i < p->n; i++) other |= p->v[i].kind == LU__PIECE_WORD && !p->v[i].english;
	for (size_t l = 1; other && lu__lexicon_words(l, &w); l++) {
		float x;

		if (strchr("jkz", *w.language)) continue;
		x = evidence(&w, p, *w.language == 'r');
		if (x > most) {
			most = x;
			best = l;
		}
	}
	return best;
}
