/* SPDX-License-Identifier: MIT
 * An answer without a language model: of each of the best sources one sentence, by file. */
#include <ctype.h>

#include "answer/answer.h"
#include "lucus/text.h"

#define SENTENCES 8
#define SENTENCE  240 /* bytes of each */
#define TERMS     32

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t ticks(lu_str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) n += s.s[i] == '`';
	return n;
}

/* On one line, not too long. In prose brackets become round: what a source writes is no citation. */
static void put_line(lu_str s, bool code, lu_buf *out)
{
	size_t begin = out->len, n = 0;
	bool blank = false, bare = code || ticks(s) % 2;

	for (; n < s.n && out->len - begin < SENTENCE; n++) {
		char c = s.s[n];

		if (is_blank(c)) {
			blank = true;
			continue;
		}
		if (blank && out->len > begin) lu_buf_addc(out, ' ');
		blank = false;
		if (c == '`' && bare) c = '\'';
		if (!code && c == '[') c = '(';
		if (!code && c == ']') c = ')';
		lu_buf_addc(out, c);
	}
	if (n == s.n || out->oom) return;
	while (out->len > begin && ((unsigned char)s.s[n] & 0xc0) == 0x80) { /* not amid a character */
		lu_buf_trunc(out, out->len - 1);
		n--;
	}
	lu_buf_adds(out, " ...");
}

static void put_code(lu_str s, lu_buf *out)
{
	lu_buf_addc(out, '`');
	put_line(s, true, out);
	lu_buf_addc(out, '`');
}

/* The words of the question, as lu_snippet() takes them. */
typedef struct terms {
	lu_arena *a;
	lu_strs v;
	lu_str room[TERMS];
	bool oom;
} terms;

static bool add_term(void *ctx, lu_str token, lu_token_kind kind)
{
	terms *t = ctx;

	(void)kind;
	if (lu_stop_word(token)) return true;
	t->room[t->v.n] = lu_arena_dup(t->a, token);
	t->oom |= !t->room[t->v.n].s;
	t->v.v = t->room;
	return ++t->v.n < TERMS && !t->oom;
}

static bool has_word(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (isalnum((unsigned char)s.s[i]) || (unsigned char)s.s[i] >= 0x80) return true;
	return false;
}

static lu_code put_sentence(const lu_source *s, const lu_strs *words, lu_buf *out, lu_err *e)
{
	lu_str doc = lu_first_sentence(s->docstring), sig = lu_str_trim(s->signature), line = { 0 };
	uint32_t first = 0;
	lu_code rc;

	if (doc.n) {
		put_line(doc, false, out);
		return LU_OK;
	}
	if ((rc = lu_snippet(s->code, words, 1, &line, &first, e))) return rc;
	line = lu_str_trim(line);
	if (!sig.n && !first && !has_word(line)) { /* the beginning of a comment */
		lu_buf_addf(out, "a %.*s of %u lines", LU_FMT(s->el.type), s->el.end_line - s->el.start_line + 1);
		return LU_OK;
	}
	if (sig.n) put_code(sig, out);
	if (sig.n && first && line.n) lu_buf_adds(out, ", and in it ");
	if (line.n && (first || !sig.n)) put_code(line, out);
	return LU_OK;
}

static lu_code put_file(const lu_sources *src, size_t first, size_t most, const lu_strs *words, lu_buf *out, lu_err *e)
{
	lu_code rc = LU_OK;

	lu_buf_addc(out, '\n');
	put_line(src->v[first].el.path, false, out);
	lu_buf_adds(out, "\n\n");
	for (size_t i = first; i < most && !rc; i++) {
		if (!lu_str_eq(src->v[i].el.path, src->v[first].el.path)) continue;
		lu_buf_adds(out, "- ");
		put_code(src->v[i].el.name, out);
		lu_buf_adds(out, ": ");
		rc = put_sentence(&src->v[i], words, out, e);
		lu_buf_addf(out, " [%zu]\n", i + 1);
	}
	return rc;
}

static void put_list(const char *head, lu_strs v, const char *end, lu_buf *out)
{
	lu_buf_adds(out, head);
	for (size_t i = 0; i < v.n; i++) {
		lu_buf_adds(out, i ? ", " : " ");
		put_code(v.v[i], out);
	}
	lu_buf_adds(out, end);
}

static void put_head(const lu_sources *src, const lu_cover *c, lu_str why, lu_buf *out)
{
	bool low = c->confidence < LU_ANSWER_LOW;

	if (why.n) {
		lu_buf_adds(out, "The language model failed (");
		put_line(why, false, out);
		lu_buf_adds(out, "). These sentences are from the code itself.\n");
	} else {
		lu_buf_adds(out, "These sentences are from the code itself; no language model was asked.\n");
	}
	if (low && c->missing.n) put_list("There is nothing in this code base about", c->missing, ".\n", out);
	else if (c->missing.n) put_list("Nothing was found about", c->missing, ".\n", out);
	if (low && src->n) lu_buf_adds(out, "What comes nearest:\n");
}

lu_code lu__extractive(lu_str question, const lu_sources *src, const lu_cover *c, lu_str why, lu_buf *out, lu_err *e)
{
	lu_arena a = { 0 };
	terms t = { .a = &a };
	size_t most = src->n < SENTENCES ? src->n : SENTENCES;
	lu_code rc = lu_tokenize(question, add_term, &t, e);

	if (!rc && t.oom) rc = lu_nomem(e);
	put_head(src, c, why, out);
	for (size_t i = 0; i < most && !rc; i++) {
		size_t k = 0;

		while (k < i && !lu_str_eq(src->v[k].el.path, src->v[i].el.path)) k++;
		if (k == i) rc = put_file(src, i, most, &t.v, out, e);
	}
	lu_arena_free(&a);
	return rc ? rc : out->oom ? lu_nomem(e) : LU_OK;
}
