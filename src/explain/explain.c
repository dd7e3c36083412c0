/* SPDX-License-Identifier: MIT
 * The prompt, the requests, and what becomes of the replies. */
#include "explain/explain.h"

#include <math.h>

#define MARK_DIGITS 16

/* Figures of a typical reply and of a typical tokeniser. */
#define BYTES_PER_TOKEN 3.5
#define TOKENS_OUT      160
#define RULES           550 /* bytes around the text of the prompt and the element */

void lu_explain_maker(const lu_chat *c, lu_buf *out)
{
	lu_buf_addf(out, "%s prompt %016llx", lu_chat_model(c),
		    (unsigned long long)lu_prompts_digest(lu_chat_prompts(c), LU_PROMPT_EXPLAIN));
}

lu_code lu_explain_estimate(const lu_chat *c, lu_str prices, int64_t n, int64_t bytes, lu_explain_cost *out, lu_err *e)
{
	lu_price p;
	lu_explain_cost x = { .elements = n, .cost = -1 };
	int64_t frame = (int64_t)lu_prompts_text(lu_chat_prompts(c), LU_PROMPT_EXPLAIN).n + RULES;
	lu_code rc = lu_price_of(lu_chat_model(c), prices, &p, e);

	if (rc) return rc;
	x.tokens_in = (int64_t)ceil((double)(bytes + n * frame) / BYTES_PER_TOKEN);
	x.tokens_out = n * TOKENS_OUT;
	if (p.in >= 0 && p.out >= 0) x.cost = ((double)x.tokens_in * p.in + (double)x.tokens_out * p.out) / 1e6;
	*out = x;
	return LU_OK;
}

struct asking {
	lu_explain_item *v;
	const lu_explain_options *o;
	lu_explain_sum *sum;
	lu_arena *a;
	int64_t done;
};

static void add_known(int64_t *sum, int64_t more)
{
	if (more < 0 || *sum < 0) *sum = -1;
	else *sum += more;
}

static void count(lu_explain_sum *sum, const lu_chat_reply *r)
{
	sum->requests++;
	add_known(&sum->tokens_in, r->tokens_in);
	add_known(&sum->tokens_cached, r->tokens_cached);
	add_known(&sum->tokens_out, r->tokens_out);
	if (r->cost < 0 || sum->cost < 0) sum->cost = -1;
	else sum->cost += r->cost;
}

static lu_code take(struct asking *q, size_t i, const lu_chat_reply *r, const char **why, lu_err *e)
{
	lu_code rc = lu_explanation_clean(r->text, lu_str_eqz(r->stop, "length"), q->a, &q->v[i].explanation, e);

	if (!rc && lu_str_eqz(r->stop, "refusal")) {
		*why = "the model refuses to explain it";
		q->v[i].explanation = lu_strn(NULL, 0);
	} else if (!rc && !q->v[i].explanation.n) {
		*why = "the model's answer is empty";
	}
	return rc;
}

static lu_code done(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *failure, lu_err *e)
{
	struct asking *q = ctx;
	const char *why = rc ? failure->msg : NULL;
	lu_code got = LU_OK;

	if (rc == LU_ENOMEM) return lu_nomem(e);
	if (!rc) {
		count(q->sum, r);
		got = take(q, i, r, &why, e);
	}
	if (got) return got;
	if (!why) q->sum->explained++;
	else q->sum->failed++;
	if (q->o->progress) q->o->progress(q->o->ctx, ++q->done);
	if (why && !q->sum->explained && q->sum->failed >= LU_EXPLAIN_HOPELESS) return lu_fail(e, LU_ENET, "%s", why);
	if (why && q->o->failed && (got = q->o->failed(q->o->ctx, i, why, e))) return got;
	q->sum->stopped = q->sum->cost > q->o->max_cost;
	return q->sum->stopped ? lu_fail(e, LU_EGATE, "the cost passed its limit") : LU_OK;
}

/* The key is of the element's text, which so can not hold it: nothing in it ends the data. */
static lu_code put_request(const lu_chat *c, const lu_explain_item *v, lu_arena *a, lu_chat_request *out, lu_err *e)
{
	char marker[MARK_DIGITS + 1];
	lu_buf block = LU_BUF;
	lu_code rc;

	memcpy(marker, v->key, MARK_DIGITS);
	marker[MARK_DIGITS] = '\0';
	lu_data_block("element", v->text, marker, &block);
	rc = block.oom ? lu_nomem(e)
		       : lu_chat_fill(c, LU_PROMPT_EXPLAIN, marker, &(lu_prompt_value){ "element", lu_buf_str(&block) },
				      1, a, out, e);
	lu_buf_free(&block);
	return rc;
}

lu_code lu_explain(lu_chat *c, lu_explain_item *v, size_t n, const lu_explain_options *o, lu_arena *a,
		   lu_explain_sum *sum, lu_err *e)
{
	struct asking q = { .v = v, .o = o, .sum = sum, .a = a };
	lu_chat_request *r = lu_arena_calloc(a, n, sizeof *r);
	lu_code rc = r ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < n && !rc; i++) {
		v[i].explanation = lu_strn(NULL, 0);
		rc = put_request(c, &v[i], a, &r[i], e);
	}
	if (!rc && n && !sum->stopped) rc = lu_chat_ask_all(c, r, n, done, &q, e);
	return sum->stopped && rc == LU_EGATE ? LU_OK : rc;
}
