/* SPDX-License-Identifier: MIT
 * train-lexicon: texts by number, and the pairs that are read. */
#include <stdlib.h>

#include "core/ascii.h"
#include "lucus/hash.h"
#include "train-lexicon.h"

#define LONGEST_EN 45  /* English words of a pair that is learned from: what is longer tells little */
#define KNOWN      3   /* as often must a word occur to be taken for English (lexicon-write.c) */
#define LONGEST    900 /* bytes of its text */

const char *const languages[LU__LANGUAGES] = { "de", "es", "fr", "ja", "ko", "pt", "ru", "zh" };

bool has_blanks(int language)
{
	return strcmp(languages[language], "ja") && strcmp(languages[language], "zh") &&
	       strcmp(languages[language], "ko");
}

void no_memory(void)
{
	fputs("train-lexicon: out of memory\n", stderr);
	exit(1);
}

void *need(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p) no_memory();
	return p;
}

void *more(void *v, size_t n, size_t size)
{
	if (n & (n - 1)) return v;
	v = realloc(v, (n ? n * 2 : 1) * size);
	if (!v) no_memory();
	return v;
}

/* ---- texts ---- */

static size_t *slot_of(const texts *t, lu_str s)
{
	size_t i = (size_t)lu_digest64(s, 0) & (t->slots - 1);

	while (t->slot[i] && !lu_str_eq(t->v[t->slot[i] - 1], s)) i = (i + 1) & (t->slots - 1);
	return &t->slot[i];
}

bool text_find(const texts *t, lu_str s, size_t *id)
{
	size_t at = t->slots ? *slot_of(t, s) : 0;

	if (at) *id = at - 1;
	return at != 0;
}

size_t text_id(texts *t, lu_str s)
{
	size_t *slot;

	if (t->n * 2 >= t->slots) {
		t->slots = t->slots ? t->slots * 2 : 1024;
		free(t->slot);
		t->slot = need(t->slots, sizeof *t->slot);
		for (size_t i = 0; i < t->n; i++) *slot_of(t, t->v[i]) = i + 1;
	}
	slot = slot_of(t, s);
	if (!*slot) {
		t->v = more(t->v, t->n, sizeof *t->v);
		t->count = more(t->count, t->n, sizeof *t->count);
		t->v[t->n] = lu_arena_dup(&t->a, s);
		t->count[t->n] = 0;
		if (!t->v[t->n].s) no_memory();
		*slot = ++t->n;
	}
	return *slot - 1;
}

/* ---- pairs ---- */

typedef struct reading {
	corpus *c;
	lu_stemmer *stemmer;
	lu_str text; /* of the other language, folded */
	int language;
	size_t n; /* words of the sentence */
} reading;

/* Does the text hold the word as it is, between what is no letter? Then it needs no translation. */
static bool verbatim(lu_str text, lu_str word)
{
	for (size_t i = 0; i + word.n <= text.n; i++) {
		const char *s = text.s + i;

		if (*s != *word.s || memcmp(s, word.s, word.n)) continue;
		if (i && (s[-1] & 0xdf) >= 'A' && (s[-1] & 0xdf) <= 'Z') continue;
		if (i + word.n < text.n && (s[word.n] & 0xdf) >= 'A' && (s[word.n] & 0xdf) <= 'Z') continue;
		return true;
	}
	return false;
}

size_t english_word(corpus *c, lu_stemmer *stemmer, lu_str word)
{
	size_t had = c->en.n, id = text_id(&c->en, word);

	if (id < had) return id;
	c->stem_of = more(c->stem_of, id, sizeof *c->stem_of);
	c->often = more(c->often, id, sizeof *c->often);
	memset(c->often[id], 0, sizeof *c->often);
	c->stem_of[id] = (uint32_t)text_id(&c->stem, lu_stop_word(word) ? word : lu_stem(stemmer, word));
	return id;
}

static bool add_word(void *ctx, lu_str token, lu_token_kind kind)
{
	reading *r = ctx;
	corpus *c = r->c;
	size_t id;

	if (token.n < 2) return true;
	for (size_t i = 0; i < token.n; i++)
		if (!lu_is_lower(token.s[i])) return true;
	if (kind == LU_TOKEN_WHOLE) {
		text_id(&c->names, token);
		return true;
	}
	r->n++;
	id = english_word(c, r->stemmer, token);
	c->en.count[id]++;
	c->often[id][r->language]++;
	if (verbatim(r->text, token)) return true;
	c->word = more(c->word, c->words, sizeof *c->word);
	c->word[c->words++] = (uint32_t)id;
	return true;
}

static void add_pair(reading *r, int language, lu_str en, lu_str text)
{
	corpus *c = r->c;
	lu_buf folded = LU_BUF, both = LU_BUF;
	pair p = { .language = language, .en = { c->words, 0 } };
	size_t had = c->seen.n;

	lu_buf_addf(&both, "%d %.*s\t%.*s", language, (int)en.n, en.s, (int)text.n, text.s);
	if (lu_text_fold(text, &folded, NULL) || both.oom) no_memory();
	r->text = lu_strn(folded.s, folded.len);
	r->n = 0;
	r->language = language;
	if (text_id(&c->seen, lu_strn(both.s, both.len)) >= had && r->text.n <= LONGEST &&
	    !lu_tokenize(en, add_word, r, NULL) && r->n <= LONGEST_EN && c->words > p.en.at) {
		p.en.n = c->words - p.en.at;
		p.text = lu_arena_dup(&c->a, r->text);
		c->v = more(c->v, c->n, sizeof *c->v);
		c->v[c->n++] = p;
	} else {
		c->words = p.en.at;
	}
	lu_buf_free(&folded);
	lu_buf_free(&both);
}

/* The end of the first sentence of `s`. */
static size_t sentence_end(lu_str s)
{
	static const char *const wide[] = { "。", "！", "？" };

	for (size_t i = 0; i < s.n; i++) {
		if ((s.s[i] == '.' || s.s[i] == '!' || s.s[i] == '?') && i + 1 < s.n && s.s[i + 1] == ' ') return i + 1;
		for (size_t k = 0; k < 3; k++)
			if (i + 3 < s.n && memcmp(s.s + i, wide[k], 3) == 0) return i + 3;
	}
	return s.n;
}

static size_t sentences(lu_str s)
{
	size_t n = 0;

	for (size_t end; s.n; n++) {
		end = sentence_end(s);
		s = lu_strn(s.s + end, s.n - end);
	}
	return n;
}

/* Sentence by sentence, where both have as many. */
static void add_text(reading *r, int language, lu_str en, lu_str text)
{
	size_t n = sentences(en);

	if (n < 2 || n != sentences(text)) {
		add_pair(r, language, en, text);
		return;
	}
	while (n--) {
		size_t a = sentence_end(en), b = sentence_end(text);

		add_pair(r, language, lu_strn(en.s, a), lu_strn(text.s, b));
		en = lu_strn(en.s + a, en.n - a);
		text = lu_strn(text.s + b, text.n - b);
	}
}

static int language_of(const char *s)
{
	for (int l = 0; l < LU__LANGUAGES; l++)
		if (strncmp(s, languages[l], 2) == 0 && s[2] == '\t') return l;
	return -1;
}

void read_pairs(corpus *c, FILE *f)
{
	reading r = { .c = c };
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	if (lu_stemmer_new(&r.stemmer, NULL)) no_memory();
	while ((n = getline(&line, &cap, f)) > 0) {
		char *en = line + 3, *text = n > 3 ? strchr(en, '\t') : NULL;
		int l = language_of(line);

		while (n && (line[n - 1] == '\n' || line[n - 1] == '\r')) n--;
		if (l < 0 || !text || !lu_utf8_valid(lu_strn(line, (size_t)n))) continue;
		text++;
		add_text(&r, l, lu_strn(en, (size_t)(text - 1 - en)), lu_strn(text, (size_t)(line + n - text)));
	}
	free(line);
	lu_stemmer_free(r.stemmer);
}

/* Lines LANGUAGE <tab> WORD <tab> ENGLISH, the last maybe empty: a function word */
void read_seeds(corpus *c, const char *path)
{
	FILE *f = fopen(path, "r");
	lu_stemmer *stemmer;
	char line[256];

	if (!f) {
		perror(path);
		exit(1);
	}
	if (lu_stemmer_new(&stemmer, NULL)) no_memory();
	while (fgets(line, sizeof line, f)) {
		char *word = line + 3, *en;
		int l = *line == '#' ? -1 : language_of(line);
		size_t id;

		line[strcspn(line, "\n")] = '\0';
		if (l < 0 || !(en = strchr(word, '\t'))) continue;
		id = text_id(&c->seeds[l], lu_strn(word, (size_t)(en - word)));
		c->seed[l] = more(c->seed[l], id, sizeof *c->seed[l]);
		c->seed[l][id] = lu_arena_dup(&c->a, lu_strz(en + 1));
		if (!en[1]) continue;
		id = english_word(c, stemmer, lu_strz(en + 1));
		c->en.count[id] += KNOWN;
	}
	lu_stemmer_free(stemmer);
	fclose(f);
}
