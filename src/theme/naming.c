/* SPDX-License-Identifier: MIT
 * Names of communities: the words of their members' names and places that tell them from their siblings, by tf-idf. */
#include "theme/naming.h"

#include <math.h>
#include <stdlib.h>

#include "lucus/hash.h"
#include "lucus/text.h"

/* ---- counting ---- */

struct counting {
	lu__vocabulary *v;
	lu__word_list *list;
	uint32_t weight;
	bool oom;
};

static bool add_term(lu__vocabulary *v, lu_str word, uint64_t *slot, uint64_t hash)
{
	lu_str *term = lu_arena_grow(v->a, v->term, v->n, sizeof *term), copy = lu_arena_dup(v->a, word);
	uint32_t *holders = lu_arena_grow(v->a, v->holders, v->n, sizeof *holders);
	uint32_t *at = lu_arena_grow(v->a, v->at, v->n, sizeof *at);
	uint32_t *seen = lu_arena_grow(v->a, v->seen, v->n, sizeof *seen);

	if (!term || !copy.s || !holders || !at || !seen) return false;
	v->term = term;
	v->holders = holders;
	v->at = at;
	v->seen = seen;
	term[v->n] = copy;
	holders[v->n] = at[v->n] = seen[v->n] = 0;
	lu_map_set(&v->map, slot, hash, v->n++);
	return true;
}

static bool count_term(struct counting *c, uint32_t term)
{
	lu__vocabulary *v = c->v;
	lu__word *w;

	if (v->seen[term] == v->lists) {
		c->list->v[v->at[term] - 1].n += c->weight;
		return true;
	}
	if (!(w = lu_arena_grow(v->a, c->list->v, c->list->n, sizeof *w))) return false;
	c->list->v = w;
	w[c->list->n++] = (lu__word){ term, c->weight };
	v->at[term] = (uint32_t)c->list->n;
	v->seen[term] = v->lists;
	v->holders[term]++;
	return true;
}

static bool has_letters(lu_str word)
{
	size_t n = 0;

	for (size_t i = 0; i < word.n; i++) n += (unsigned char)word.s[i] > '9';
	return n >= 3;
}

static bool count(struct counting *c, lu_str word)
{
	lu__vocabulary *v = c->v;
	uint64_t hash = lu_digest64(word, 0), *slot;

	c->oom = !lu_map_reserve(&v->map, v->a, (size_t)v->n + 1);
	if (c->oom) return false;
	slot = lu_map_slot(&v->map, hash, lu_map_str, v->term, &word);
	if (!*slot) c->oom = !add_term(v, word, slot, hash) || !count_term(c, v->n - 1);
	else c->oom = !count_term(c, lu_map_number(slot));
	return !c->oom;
}

static bool on_word(void *ctx, lu_str word, lu_token_kind kind)
{
	return kind == LU_TOKEN_WHOLE || !has_letters(word) || lu_stop_word(word) || count(ctx, word);
}

lu_code lu__count_words(lu__vocabulary *v, lu_str text, uint32_t weight, lu__word_list *list, lu_err *e)
{
	struct counting c = { .v = v, .list = list, .weight = weight };
	lu_code rc = lu_tokenize(text, on_word, &c, e);

	return c.oom ? lu_nomem(e) : rc;
}

lu_code lu__count_term(lu__vocabulary *v, lu_str term, uint32_t weight, lu__word_list *list, lu_err *e)
{
	struct counting c = { .v = v, .list = list, .weight = weight };

	return count(&c, term) ? LU_OK : lu_nomem(e);
}

/* ---- choosing ---- */

struct scored {
	double score;
	lu_str word;
};

static int by_score(const void *px, const void *py)
{
	const struct scored *x = px, *y = py;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	return lu_str_cmp(x->word, y->word);
}

lu_code lu__telling_words(const lu__vocabulary *v, const lu__word_list *list, uint32_t least, size_t most, lu_strs *out,
			  lu_err *e)
{
	struct scored *x = lu_arena_calloc(v->a, list->n, sizeof *x);
	lu_str *word = lu_arena_calloc(v->a, most, sizeof *word);
	size_t n = 0;

	if (!x || !word) return lu_nomem(e);
	for (size_t i = 0; i < list->n; i++) {
		const lu__word *w = &list->v[i];
		double rare = log2((v->lists + 1.) / v->holders[w->term]);

		if (w->n >= least) x[n++] = (struct scored){ (1 + log2(w->n)) * rare, v->term[w->term] };
	}
	if (n) qsort(x, n, sizeof *x, by_score);
	if (n > most) n = most;
	for (size_t i = 0; i < n; i++) word[i] = x[i].word;
	*out = (lu_strs){ word, n };
	return LU_OK;
}

/* ---- names ---- */

static lu_code make_name(const lu_strs *words, size_t most, lu_str path, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf b = LU_BUF;

	for (size_t i = 0; i < words->n && i < most; i++) {
		if (i) lu_buf_addc(&b, ' ');
		lu_buf_addstr(&b, words->v[i]);
	}
	if (path.n || !b.len) lu_buf_addf(&b, b.len ? " (%.*s)" : "%.*s", LU_FMT(path.n ? path : lu_strz("all")));
	*out = b.oom ? (lu_str){ NULL, 0 } : lu_arena_dup(a, lu_buf_str(&b));
	lu_buf_free(&b);
	return out->s ? LU_OK : lu_nomem(e);
}

static bool is_taken(const lu_str *name, size_t n, lu_str s)
{
	for (size_t i = 0; i < n; i++)
		if (lu_str_eq(name[i], s)) return true;
	return false;
}

static lu_code number_name(lu_str *name, size_t i, lu_arena *a, lu_err *e)
{
	lu_str plain = name[i];
	lu_code rc = LU_OK;

	for (unsigned k = 2; !rc && is_taken(name, i, name[i]); k++) {
		lu_buf b = LU_BUF;

		lu_buf_addf(&b, "%.*s %u", LU_FMT(plain), k);
		name[i] = b.oom ? (lu_str){ NULL, 0 } : lu_arena_dup(a, lu_buf_str(&b));
		if (!name[i].s) rc = lu_nomem(e);
		lu_buf_free(&b);
	}
	return rc;
}

lu_code lu__make_names(const lu_strs *words, const lu_str *path, size_t n, lu_arena *a, lu_str *out, lu_err *e)
{
	static const lu_str none = { "", 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		for (size_t k = LU__NAME_WORDS; !rc && k <= LU__NAME_WORDS + 1; k++) {
			rc = make_name(&words[i], k, words[i].n ? none : path[i], a, &out[i], e);
			if (!rc && !is_taken(out, i, out[i])) break;
		}
		if (!rc && is_taken(out, i, out[i])) rc = make_name(&words[i], LU__NAME_WORDS, path[i], a, &out[i], e);
		if (!rc) rc = number_name(out, i, a, e);
	}
	return rc;
}
