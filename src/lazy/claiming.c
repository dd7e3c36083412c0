/* SPDX-License-Identifier: MIT
 * From kept sentences to claims. */
#include "lazy/claiming.h"

#include <stdlib.h>

#include "lazy/merging.h"
#include "lazy/replies.h"

#define PASSAGES  64 /* of a request, at most: what a search ends with is enough for one */
#define BY_ITSELF 80 /* bytes of a sentence that is understood without what stands beside it */

/* Claims on their way. */
typedef struct making {
	const lu__claiming *c;
	lu_arena *a;
	lu__claims *out;
	uint32_t *passage; /* of which something was kept, the best first */
	size_t n;
} making;

static const lu__gathered *gathered(const making *m)
{
	return m->c->x->g;
}

static lu_code add(making *m, lu_claim c, lu_err *e)
{
	lu_claim *v = lu_arena_grow(m->a, m->out->v, m->out->n, sizeof *v);

	if (!v) return lu_nomem(e);
	m->out->v = v;
	c.merged = 1;
	v[m->out->n++] = c;
	return LU_OK;
}

static lu_code find_passages(making *m, lu_err *e)
{
	const lu__lazy_input *in = &gathered(m)->in;

	for (uint32_t p = 0; p < in->n; p++) {
		bool kept = false;
		uint32_t *v;

		for (uint32_t i = 0; i < in->passage[p].n && !kept; i++)
			kept = lu__is_kept(m->c->x, m->c->found, in->passage[p].first + i);
		if (!kept) continue;
		if (!(v = lu_arena_grow(m->a, m->passage, m->n, sizeof *v))) return lu_nomem(e);
		m->passage = v;
		v[m->n++] = p;
	}
	return LU_OK;
}

/* ---- the sentences themselves ---- */

static double score_of(const making *m, uint32_t sentence)
{
	const lu__gathered *g = gathered(m);
	bool passages = m->c->x->o->search.unit == LU_LAZY_PASSAGE;
	int r = m->c->found->result[passages ? g->passage_of[sentence] : sentence];

	/* tests are whole numbers, and of a passage yes or no: of equal ones the built-in score decides */
	return (r + .99 * g->relevance[sentence]) / 11;
}

/* A sentence; code that says nothing by itself goes with what follows it. False: nothing does. */
static bool put_sentence(const making *m, uint32_t p, uint32_t sentence, lu_buf *out)
{
	const lu__gathered *g = gathered(m);
	const lu__lazy_passage *x = &g->in.passage[p];

	lu__gathered_sentence(g, sentence, out);
	if (!lu_sentence_is_bare(&g->sentence[sentence])) return true;
	if (!lu_sentence_is_code(&g->sentence[sentence]) || sentence + 1 == x->first + x->n ||
	    lu_sentence_is_bare(&g->sentence[sentence + 1])) {
		lu_buf_free(out);
		return false;
	}
	lu_buf_addc(out, ' ');
	lu__gathered_sentence(g, sentence + 1, out);
	return true;
}

static lu_code quote(making *m, uint32_t p, uint32_t sentence, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_claim c = { .score = score_of(m, sentence),
		       .code = lu_sentence_is_code(&gathered(m)->sentence[sentence]),
		       .subquery = gathered(m)->where[p].subquery,
		       .source = lu_arena_alloc(m->a, sizeof *c.source),
		       .n_source = 1,
		       .n_own = 1 };

	if (!put_sentence(m, p, sentence, &text)) return LU_OK;
	c.text = lu_arena_dup(m->a, lu_buf_str(&text));
	if (text.oom) c.text.s = NULL;
	lu_buf_free(&text);
	if (!c.source || !c.text.s) return lu_nomem(e);
	*c.source = p;
	return c.text.n ? add(m, c, e) : LU_OK;
}

static lu_code quote_passage(making *m, uint32_t p, lu_err *e)
{
	const lu__lazy_passage *x = &gathered(m)->in.passage[p];
	lu_code rc = LU_OK;

	for (uint32_t i = x->first; i < x->first + x->n && !rc; i++)
		if (lu__is_kept(m->c->x, m->c->found, i)) rc = quote(m, p, i, e);
	return rc;
}

/* ---- by a model ---- */

static const char schema[] =
	"{\"type\":\"object\",\"properties\":{\"claims\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
	"\"properties\":{\"text\":{\"type\":\"string\"},\"score\":{\"type\":\"integer\"},"
	"\"passages\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}},"
	"\"required\":[\"text\",\"score\",\"passages\"],\"additionalProperties\":false}}},"
	"\"required\":[\"claims\"],\"additionalProperties\":false}";

typedef struct replied {
	lu_str reply;
	bool answered;
} replied;

typedef struct asking {
	making *m;
	replied *v;
	lu_chat_request *q;
	size_t n;
} asking;

/* Passages of requests: all but the last one have as many. */
static size_t shared(const making *m)
{
	size_t n = (m->n + PASSAGES - 1) / PASSAGES;

	return n ? (m->n + n - 1) / n : 0;
}

static size_t in_request(const making *m, size_t i)
{
	size_t each = shared(m);

	return m->n - i * each < each ? m->n - i * each : each;
}

static void mark(const making *m, size_t from, size_t n, char out[LU_MARKER])
{
	lu_marking k = { 0 };
	lu_buf text = LU_BUF;

	lu_marking_add(&k, m->c->x->question);
	for (size_t i = 0; i < n; i++) {
		lu_buf_reset(&text);
		lu__gathered_passage(gathered(m), m->passage[from + i], &text);
		lu_marking_add(&k, lu_buf_str(&text));
	}
	lu_marking_end(&k, out);
	lu_buf_free(&text);
}

/* Is sentence `i` of a passage kept, or beside one that is, and says little? */
static bool is_near(const making *m, const lu__lazy_passage *x, uint32_t i)
{
	uint32_t to = i + 1 < x->n ? i + 1 : i;

	for (uint32_t k = i ? i - 1 : 0; k <= to; k++)
		if (lu__is_kept(m->c->x, m->c->found, x->first + k) &&
		    (k == i || gathered(m)->sentence[x->first + k].text.n < BY_ITSELF))
			return true;
	return false;
}

/* What was kept of a passage, with what stands beside it: a sentence on each line, behind a blank. So no text is taken for
 * the number of a passage. */
static void put_kept(const making *m, uint32_t p, const char *marker, lu_buf *out)
{
	const lu__lazy_passage *x = &gathered(m)->in.passage[p];
	uint32_t next = 0; /* behind the last one */
	lu_buf text = LU_BUF;

	for (uint32_t i = 0; i < x->n; i++) {
		if (!is_near(m, x, i)) continue;
		if (next && next < i) lu_buf_adds(out, " ...\n");
		next = i + 1;
		lu_buf_reset(&text);
		lu__gathered_sentence(gathered(m), x->first + i, &text);
		lu_buf_addc(out, ' ');
		lu_data_word(lu_buf_str(&text), marker, out);
		lu_buf_addc(out, '\n');
	}
	out->oom |= text.oom;
	lu_buf_free(&text);
}

/* The last two parts of a name: the file has the others. */
static lu_str short_name(lu_str name)
{
	size_t parts = 0, i = name.n;

	while (i && (parts += name.s[i - 1] == '.') < 2) i--;
	return lu_strn(name.s + i, name.n - i);
}

static const lu_brief *element_of(const making *m, size_t i)
{
	const lu__gathered *g = gathered(m);

	return &g->element[g->where[m->passage[i]].element].el;
}

/* A file is named once for all of its passages in a row. */
static void put_passage(const making *m, size_t i, size_t number, const char *marker, lu_buf *out)
{
	const lu_brief *el = element_of(m, i);

	if (number == 1 || !lu_str_eq(el->path, element_of(m, i - 1)->path)) {
		lu_buf_adds(out, "in ");
		lu_data_word(el->path, marker, out);
		lu_buf_adds(out, ":\n");
	}
	lu_buf_addf(out, "%zu. ", number);
	if (!lu_str_eq(el->name, el->path)) lu_data_word(short_name(el->name), marker, out);
	lu_buf_addc(out, '\n');
	put_kept(m, m->passage[i], marker, out);
}

typedef struct placed {
	const lu_brief *el;
	uint32_t first, passage;
} placed;

static int by_place(const void *a, const void *b)
{
	const placed *x = a, *y = b;
	int c = lu_str_cmp(x->el->path, y->el->path);

	if (c) return c;
	if (x->first != y->first) return x->first < y->first ? -1 : 1;
	return (x->passage > y->passage) - (x->passage < y->passage);
}

/* Who reads a request reads each file from its beginning. */
static lu_code sort_requests(making *m, lu_err *e)
{
	placed *v = lu_arena_calloc(m->a, m->n, sizeof *v);
	size_t each = shared(m);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < m->n; i++)
		v[i] = (placed){ element_of(m, i), gathered(m)->where[m->passage[i]].first, m->passage[i] };
	for (size_t i = 0; i < m->n; i += each) qsort(v + i, m->n - i < each ? m->n - i : each, sizeof *v, by_place);
	for (size_t i = 0; i < m->n; i++) m->passage[i] = v[i].passage;
	return LU_OK;
}

static lu_code write_request(const making *m, size_t r, lu_chat_request *out, lu_err *e)
{
	char marker[LU_MARKER];
	size_t from = r * shared(m), n = in_request(m, r);
	lu_buf block = LU_BUF;
	lu_code rc;

	mark(m, from, n, marker);
	lu_buf_addf(&block, "=== %s\n", marker);
	for (size_t i = 0; i < n; i++) put_passage(m, from + i, i + 1, marker, &block);
	lu_buf_addf(&block, "=== %s\n", marker);
	const lu_prompt_value v[] = { { "question", lu_str_trim(m->c->x->question) },
				      { "passages", lu_buf_str(&block) } };
	rc = block.oom ? lu_nomem(e) : lu_chat_fill(m->c->chat, LU_PROMPT_CLAIMS, marker, v, 2, m->a, out, e);
	lu_buf_free(&block);
	out->schema = lu_strz(schema);
	return rc;
}

static lu_code on_reply(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	asking *all = ctx;

	if (rc == LU_ECANCEL || rc == LU_ENOMEM) return lu_fail(e, rc, "%s", why->msg);
	if (rc && !all->m->out->why.code) all->m->out->why = *why;
	if (rc) return LU_OK;
	all->v[i].answered = true;
	all->v[i].reply = lu_arena_dup(all->m->a, r->text);
	return all->v[i].reply.s ? LU_OK : lu_nomem(e);
}

/* What suits a claim is what its first passage suits. */
static lu_code take_claim(making *m, size_t r, const lu__said_claim *s, lu_err *e)
{
	lu_claim c = {
		.text = s->text, .score = s->score, .source = s->source, .n_source = s->n_source, .n_own = s->n_source
	};

	for (size_t i = 0; i < s->n_source; i++) c.source[i] = m->passage[r * shared(m) + s->source[i]];
	c.subquery = gathered(m)->where[c.source[0]].subquery;
	m->out->by_model++;
	return add(m, c, e);
}

/* Of a request that failed the sentences stand for themselves; a model that answers may claim nothing. */
static lu_code take_reply(making *m, size_t r, const replied *q, lu_err *e)
{
	lu__said_claim *said = NULL;
	size_t n = 0, before = m->out->dropped.len;
	lu_code rc = LU_OK;

	if (q->answered) rc = lu__read_claims(q->reply, in_request(m, r), m->a, &said, &n, &m->out->dropped, e);
	for (size_t i = 0; i < n && !rc; i++) rc = take_claim(m, r, &said[i], e);
	if (n || (q->answered && m->out->dropped.len == before)) return rc;
	for (size_t i = 0; i < in_request(m, r) && !rc; i++) rc = quote_passage(m, m->passage[r * shared(m) + i], e);
	return rc;
}

static lu_code ask(making *m, lu_err *e)
{
	asking all = { .m = m, .n = (m->n + PASSAGES - 1) / PASSAGES };
	lu_code rc = sort_requests(m, e);

	if (rc) return rc;

	all.v = lu_arena_calloc(m->a, all.n, sizeof *all.v);
	all.q = lu_arena_calloc(m->a, all.n, sizeof *all.q);
	if (!all.v || !all.q) return lu_nomem(e);
	for (size_t i = 0; i < all.n && !rc; i++) rc = write_request(m, i, &all.q[i], e);
	if (!rc) rc = lu_chat_ask_all(m->c->chat, all.q, all.n, on_reply, &all, e);
	for (size_t i = 0; i < all.n && !rc; i++) rc = take_reply(m, i, &all.v[i], e);
	if (!rc && m->out->why.code)
		lu__lazy_drop(&m->out->dropped, "no reply, sentences stand for themselves: %s", m->out->why.msg);
	return rc;
}

/* ---- all of it ---- */

static int by_score(const void *a, const void *b)
{
	const lu_claim *x = a, *y = b;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	if (x->source[0] != y->source[0]) return x->source[0] < y->source[0] ? -1 : 1;
	return lu_str_cmp(x->text, y->text);
}

lu_code lu__claims_make(const lu__claiming *c, lu_arena *a, lu__claims *out, lu_err *e)
{
	making m = { .c = c, .a = a, .out = out };
	lu_code rc;

	*out = (lu__claims){ .dropped = LU_BUF, .why = { LU_OK, "" } };
	rc = find_passages(&m, e);
	if (!rc && c->chat && m.n) rc = ask(&m, e);
	else
		for (size_t i = 0; i < m.n && !rc; i++) rc = quote_passage(&m, m.passage[i], e);
	if (!rc && out->n) qsort(out->v, out->n, sizeof *out->v, by_score);
	if (!rc) rc = lu__claims_merge(out->v, &out->n, c->x->o->merge_threshold, a, e);
	if (!rc && out->dropped.oom) rc = lu_nomem(e);
	if (rc) lu__claims_free(out);
	return rc;
}

void lu__claims_free(lu__claims *c)
{
	lu_buf_free(&c->dropped);
}
