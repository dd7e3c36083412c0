/* SPDX-License-Identifier: MIT
 * An answer without a language model: of each of the best sources one sentence, by file. */

#include "answer/answer.h"
#include "core/ascii.h"
#include "lucus/text.h"

#define SENTENCES 8
#define SENTENCE  240 /* bytes of each */
#define LITTLE    20  /* bytes of a sentence that says next to nothing: the one behind it is given, too */
#define TERMS     32

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

		if (lu_is_space(c)) {
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

void lu__put_code(lu_str s, lu_buf *out)
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
		if (lu_is_alnum(s.s[i]) || (unsigned char)s.s[i] >= 0x80) return true;
	return false;
}

/* What the line of a comment says; of code nothing. */
static lu_str said_by(lu_str line)
{
	if (!lu_str_starts(line, "/*") && !lu_str_starts(line, "//") && !lu_str_starts(line, "* "))
		return lu_strn("", 0);
	while (line.n && strchr("/* ", line.s[0])) line = lu_strn(line.s + 1, line.n - 1);
	while (line.n && strchr("/* ", line.s[line.n - 1])) line.n--;
	return line;
}

/* Does it say nothing: the beginning of a comment, a licence? */
static bool is_empty(lu_str line)
{
	lu_str said = said_by(line);

	return !has_word(line) || (said.n && !lu_first_sentence(said).n);
}

static void put_snippet(lu_str line, lu_buf *out)
{
	lu_str said = said_by(line);

	if (!said.n) {
		lu__put_code(line, out);
		return;
	}
	lu_buf_addc(out, '"');
	put_line(said, false, out);
	lu_buf_addc(out, '"');
}

/* Is the line the signature, or a part of it? */
static bool is_signature(lu_str line, lu_str sig)
{
	while (line.n && strchr("{: \t", line.s[line.n - 1])) line.n--;
	return (line.n >= sig.n && !memcmp(line.s, sig.s, sig.n)) || !line.n || memmem(sig.s, sig.n, line.s, line.n);
}

static lu_str sentence_of(lu_str doc)
{
	lu_str s = lu_first_sentence(doc), rest, more;
	const char *nl;

	if (!s.n || s.n > LITTLE) return s;
	rest = lu_strn(s.s + s.n, doc.n - (size_t)(s.s + s.n - doc.s));
	more = lu_first_sentence(rest);
	nl = more.n ? memchr(rest.s, '\n', (size_t)(more.s - rest.s)) : NULL;
	/* but not of another paragraph */
	if (!more.n || (nl && memchr(nl + 1, '\n', (size_t)(more.s - nl - 1)))) return s;
	return lu_strn(s.s, (size_t)(more.s + more.n - s.s));
}

static lu_code put_sentence(const lu_source *s, const lu_strs *words, lu_buf *out, lu_err *e)
{
	lu_str doc = sentence_of(s->docstring), sig = lu_str_trim(s->signature), line;
	lu_excerpt best = { .first = 0 };
	lu_code rc;

	if (doc.n) {
		put_line(doc, false, out);
		return LU_OK;
	}
	if ((rc = lu_snippet(s->code, words, 1, &best, e))) return rc;
	line = lu_str_trim(best.text);
	if (!sig.n && !best.first && is_empty(line)) {
		lu_buf_addf(out, "a %.*s of %u lines", LU_FMT(s->el.type), s->el.end_line - s->el.start_line + 1);
		return LU_OK;
	}
	if (sig.n) lu__put_code(sig, out);
	if (sig.n && (!best.first || is_empty(line) || is_signature(line, sig))) return LU_OK;
	if (sig.n) lu_buf_adds(out, ", and in it ");
	put_snippet(line, out);
	return LU_OK;
}

/* Is it a declaration of what another source defines? */
static bool is_defined_elsewhere(const lu_sources *src, size_t i)
{
	const lu_brief *el = &src->v[i].el;

	if (!lu_str_eqz(el->type, "prototype")) return false;
	for (size_t k = 0; k < src->n; k++)
		if (!lu_str_eqz(src->v[k].el.type, "prototype") && lu_str_eq(src->v[k].el.name, el->name)) return true;
	return false;
}

/* The sources that are worth a sentence: their indices. */
static size_t select_sources(const lu_sources *src, size_t out[SENTENCES])
{
	size_t n = 0;

	for (size_t i = 0; i < src->n && n < SENTENCES; i++)
		if (!is_defined_elsewhere(src, i)) out[n++] = i;
	return n;
}

static lu_code put_item(const lu_source *s, size_t number, const lu_strs *words, lu_buf *out, lu_arena *a,
			lu_citation *cite, lu_err *e)
{
	size_t from;
	lu_code rc;

	lu_buf_adds(out, "- ");
	from = out->len;
	lu__put_code(s->el.name, out);
	lu_buf_adds(out, ": ");
	rc = put_sentence(s, words, out, e);
	*cite = (lu_citation){ .source = number, .claim = lu_arena_dup(a, lu_strn(out->s + from, out->len - from)) };
	if (!rc && !cite->claim.s) rc = lu_nomem(e);
	lu_buf_addf(out, " [%zu]\n", number);
	return rc;
}

/* Those from v[0] on that are of its file. */
static lu_code put_file(const lu_sources *src, const size_t *v, size_t n, const lu_strs *words, lu_buf *out,
			lu_arena *a, lu_citation *cite, size_t *n_cite, lu_err *e)
{
	lu_str path = src->v[*v].el.path;
	lu_code rc = LU_OK;

	lu_buf_addc(out, '\n');
	lu__put_code(path, out);
	lu_buf_adds(out, "\n\n");
	for (size_t i = 0; i < n && !rc; i++) {
		const lu_source *s = &src->v[v[i]];

		if (lu_str_eq(s->el.path, path)) rc = put_item(s, v[i] + 1, words, out, a, &cite[(*n_cite)++], e);
	}
	return rc;
}

static void put_list(const char *head, lu_strs v, const char *end, lu_buf *out)
{
	lu_buf_adds(out, head);
	for (size_t i = 0; i < v.n; i++) {
		lu_buf_adds(out, i ? ", " : " ");
		lu__put_code(v.v[i], out);
	}
	lu_buf_adds(out, end);
}

const char *lu__searched(const lu_cover *c)
{
	return c->scoped ? "what the filters let through" : "this code base";
}

void lu__put_head(const lu_sources *src, const lu_cover *all, const lu_cover *cited, lu_str why, lu_buf *out)
{
	bool low = cited->confidence < LU_ANSWER_LOW;

	if (why.n) {
		lu_buf_adds(out, "The language model failed (");
		put_line(why, false, out);
		lu_buf_adds(out, "). These sentences are from the code itself.\n");
	} else {
		lu_buf_adds(out, "These sentences are from the code itself; no language model was asked.\n");
	}
	if (low && all->confidence < LU_ANSWER_LOW && all->missing.n) {
		lu_buf_addf(out, "There is nothing in %s about", lu__searched(all));
		put_list("", all->missing, ".\n", out);
	} else if (all->missing.n) {
		put_list("Nothing was found about", all->missing, ".\n", out);
	} else if (low && src->n) {
		put_list("They say nothing about", cited->missing, ".\n", out);
	}
	if (low && src->n) lu_buf_adds(out, "What comes nearest:\n");
}

lu_code lu__put_sentences(lu_str question, const lu_sources *src, lu_buf *out, lu_arena *a, lu_citation **cite,
			  size_t *n, lu_err *e)
{
	terms t = { .a = a };
	size_t v[SENTENCES], some = select_sources(src, v);
	lu_code rc = lu_tokenize(question, add_term, &t, e);

	*n = 0;
	*cite = lu_arena_calloc(a, SENTENCES, sizeof **cite);
	if (!rc && (t.oom || !*cite)) rc = lu_nomem(e);
	for (size_t i = 0; i < some && !rc; i++) {
		size_t k = 0;

		while (k < i && !lu_str_eq(src->v[v[k]].el.path, src->v[v[i]].el.path)) k++;
		if (k == i) rc = put_file(src, v + i, some - i, &t.v, out, a, *cite, n, e);
	}
	return rc ? rc : out->oom ? lu_nomem(e) : LU_OK;
}
