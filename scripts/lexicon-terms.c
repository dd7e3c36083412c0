/* SPDX-License-Identifier: MIT
 * train-lexicon: terms of software development, that are given in all languages. */
#include <libstemmer.h>
#include <stdlib.h>

#include "train-lexicon.h"

#define CELLS (LU__LANGUAGES + 1)
#define KNOWN 3    /* as often in English texts: it needs no translation */
#define FIRST .70f /* share of the first translation, where others are instead of it; they get */
#define OTHER .30f /* which is too little to be said besides (SECOND of src/translate/translate.c) */

typedef struct reading {
	corpus *c;
	lu_stemmer *english;
	struct sb_stemmer *sb[LU__LANGUAGES];
	int column[CELLS]; /* language of each; -1: none */
	uint32_t en[LU__TARGETS];
	size_t n; /* English words of the line, which are said together */
} reading;

struct sb_stemmer *stemmer_of(int language)
{
	static const char *const name[LU__LANGUAGES] = { "german", "spanish",    "french",  NULL,
							 NULL,     "portuguese", "russian", NULL };

	return name[language] ? sb_stemmer_new(name[language], "UTF_8") : NULL;
}

/* What is had of several lines is in their order. */
static void give(terms *t, lu_str word, const reading *r)
{
	size_t had = t->key.n, id = text_id(&t->key, word);
	term *v;

	if (id >= had) {
		t->v = more(t->v, id, sizeof *t->v);
		t->v[id] = (term){ .together = r->n > 1 };
	}
	v = &t->v[id];
	for (size_t i = 0; i < r->n && v->n < LU__TARGETS; i++) {
		size_t k = 0;

		while (k < v->n && v->en[k] != r->en[i]) k++;
		if (k == v->n) v->en[v->n++] = r->en[i];
	}
}

static void give_word(const reading *r, int l, lu_str word)
{
	corpus *c = r->c;
	lu_buf folded = LU_BUF, bare = LU_BUF;
	const sb_symbol *stem;
	size_t id;

	if (lu_text_fold(word, &folded, NULL) || lu_text_bare(word, &bare, NULL)) no_memory();
	if (!text_find(&c->en, lu_strn(bare.s, bare.len), &id) || c->en.count[id] < KNOWN) {
		give(&c->given[l], lu_strn(bare.s, bare.len), r);
		for (int i = 0; i < 2 && r->sb[l]; i++) { /* what was learned before has no marks (lexicon-again.c) */
			const lu_buf *b = i ? &bare : &folded;

			if (i && b->len == folded.len && memcmp(b->s, folded.s, b->len) == 0) break;
			stem = sb_stemmer_stem(r->sb[l], (const sb_symbol *)b->s, (int)b->len);
			give(&c->given_stem[l], lu_strn((const char *)stem, (size_t)sb_stemmer_length(r->sb[l])), r);
		}
	}
	lu_buf_free(&folded);
	lu_buf_free(&bare);
}

/* Russian verbs have forms that their infinitive's beginning does not tell (lu__lexicon_form). */
static void give_forms(const reading *r, int l, lu_str word)
{
	static const struct {
		const char *infinitive, *form[5];
	} endings[] = {
		{ "овать", { "ует", "уют", "уется", "уются", "ован" } },
		{ "евать", { "ует", "уют", "уется", "уются", "еван" } },
		{ "ать", { "ает", "ают", "ается", "аются", "ан" } },
		{ "ять", { "яет", "яют", "яется", "яются", "ян" } },
		{ "ить", { "ит", "ят", "ится", "ятся", "ен" } },
	};
	lu_buf form = LU_BUF;

	give_word(r, l, word);
	for (size_t i = 0; strcmp(languages[l], "ru") == 0 && i < sizeof endings / sizeof *endings; i++) {
		size_t n = strlen(endings[i].infinitive);

		if (word.n <= n || memcmp(word.s + word.n - n, endings[i].infinitive, n)) continue;
		for (size_t k = 0; k < 5; k++) {
			lu_buf_reset(&form);
			lu_buf_add(&form, word.s, word.n - n);
			lu_buf_addstr(&form, lu_strz(endings[i].form[k]));
			if (form.oom) no_memory();
			give_word(r, l, lu_strn(form.s, form.len));
		}
		break;
	}
	lu_buf_free(&form);
}

static void read_english(reading *r, char *cell)
{
	char *at = NULL;

	r->n = 0;
	for (char *s = strtok_r(cell, " ", &at); s && r->n < LU__TARGETS; s = strtok_r(NULL, " ", &at)) {
		size_t id = english_word(r->c, r->english, lu_strz(s));

		r->c->en.count[id] += KNOWN;
		r->en[r->n++] = (uint32_t)id;
	}
}

static void read_line(reading *r, char *line, bool *head)
{
	char *next = line;

	for (size_t i = 0; i < CELLS && next; i++) {
		char *cell = next, *at = NULL;
		size_t n = strcspn(cell, "\t");

		next = cell[n] ? cell + n + 1 : NULL;
		cell[n] = '\0';
		if (*head) {
			for (int l = 0; l < LU__LANGUAGES; l++)
				if (strcmp(cell, languages[l]) == 0) r->column[i] = l;
		} else if (!i) {
			read_english(r, cell);
		} else if (r->column[i] >= 0) {
			for (char *s = strtok_r(cell, " ", &at); s; s = strtok_r(NULL, " ", &at))
				give_forms(r, r->column[i], lu_strz(s));
		}
	}
	*head = false;
}

/* First the languages of the columns; then lines: English, and for each language words that mean it, with blanks between them */
void read_terms(corpus *c, const char *path)
{
	reading r = { .c = c };
	FILE *f = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;
	bool head = true;

	if (!f) {
		perror(path);
		exit(1);
	}
	if (lu_stemmer_new(&r.english, NULL)) no_memory();
	for (int l = 0; l < LU__LANGUAGES; l++)
		if (has_blanks(l) && !(r.sb[l] = stemmer_of(l))) no_memory();
	for (size_t i = 0; i < CELLS; i++) r.column[i] = -1;
	while (getline(&line, &cap, f) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (*line && *line != '#') read_line(&r, line, &head);
	}
	for (int l = 0; l < LU__LANGUAGES; l++)
		if (r.sb[l]) sb_stemmer_delete(r.sb[l]);
	lu_stemmer_free(r.english);
	free(line);
	fclose(f);
}

static bool same_stem(const corpus *c, const entry *e, size_t n, uint32_t en)
{
	for (size_t i = 0; i < n; i++)
		if (c->stem_of[e->target[i]] == c->stem_of[en]) return true;
	return false;
}

/* What was learned is said instead of it where nothing that is searched holds what was given. */
static void apply(const corpus *c, const term *given, entry *e)
{
	entry learned = *e;
	size_t n = 0;

	for (; n < given->n; n++) {
		e->target[n] = given->en[n];
		e->share[n] = given->together ? .5f : n ? OTHER : FIRST;
	}
	for (size_t t = 0; t < LU__TARGETS && n < LU__TARGETS; t++) {
		if (learned.target[t] == UINT32_MAX || same_stem(c, e, n, learned.target[t])) continue;
		e->target[n] = learned.target[t];
		e->share[n++] = OTHER;
	}
	while (n < LU__TARGETS) e->target[n++] = UINT32_MAX;
}

void take_given(const corpus *c, int language, lu_str word, lu_str stem, entry *e)
{
	const terms *t = &c->given[language];
	size_t id;

	if (text_find(&t->key, word, &id)) {
		e->sure = 1;
		apply(c, &t->v[id], e);
		return;
	}
	t = &c->given_stem[language];
	if (text_find(&t->key, stem, &id)) apply(c, &t->v[id], e);
}
