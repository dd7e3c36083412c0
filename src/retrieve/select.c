/* SPDX-License-Identifier: MIT
 * How many hits are enough. That tokens are weighed at all was chosen on questions of the training repositories (plain
 * ones, words, messages, documentation): fewer of them for as much recall as with any share of the probability; what
 * they are worth on the validation repositories, so that no kind loses more than .02 of the recall of five hits: commits
 * and long texts, which several elements answer, do first. Each candidate is weighed by itself: to take the first k that
 * are worth most together loses more recall for as many tokens, in each kind of question. The rank law and the share that counts as near were chosen on the 30 questions of the element-level set over
 * two strategies whose scores differ in kind (BM25, reciprocal ranks): cutting at the largest gap, at a share of the
 * best score, or by mass without the rank law gave fewer targets for as many hits. */
#include "lucus/select.h"

#include <math.h>

#include "core/range.h"

#define RANK_LAW             1.5
#define ENOUGH(mass, target) ((mass) >= (target)-1e-12) /* sums of shares miss a round figure by a hair */

const char *lu_policy_name(lu_policy p)
{
	static const char *const name[LU_POLICIES] = { "softmax", "calibrated" };

	return name[p];
}

const char *lu_stop_name(lu_stop s)
{
	static const char *const name[LU_STOPS] = {
		[LU_STOP_PROBABILITY] = "probability",
		[LU_STOP_WORTH] = "worth",
		[LU_STOP_COST] = "cost",
		[LU_STOP_TOKENS] = "tokens",
		[LU_STOP_K_MAX] = "k_max",
		[LU_STOP_END] = "end",
		[LU_STOP_INSUFFICIENT] = "insufficient_candidates",
		[LU_STOP_IRRELEVANT] = "irrelevant",
		[LU_STOP_NONE] = "no_candidates",
	};

	return name[s];
}

void lu_select_options_init(lu_select_options *o)
{
	*o = (lu_select_options){ .policy = LU_POLICY_CALIBRATED,
				  .k_max = 10,
				  .max_cost = 0.01,
				  .token_price = 1e-6,
				  .floor = 0.2,
				  .query_class = LU_QUERY_FOCUSED };
}

/* ---- what the caller may choose ---- */

static lu_code check_amount(const char *name, double v, lu_err *e)
{
	if (v >= 0 && isfinite(v)) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "%s: %g is no number of dollars from 0 on", name, v);
}

static lu_code check_options(const lu_select_options *o, lu_err *e)
{
	lu_code rc = lu_check_range("k_max", o->k_max, 1, LU_SELECT_K_MAX, e);

	if ((unsigned)o->policy >= LU_POLICIES || (unsigned)o->query_class >= LU_QUERY_CLASSES)
		return lu_fail(e, LU_EUSAGE, "no such policy or class of query");
	if (!rc && o->k_min) rc = lu_check_range("k_min", o->k_min, 1, o->k_max, e);
	if (!rc) rc = lu_check_real("mass", o->mass, 0, 1, e);
	if (!rc) rc = lu_check_real("floor", o->floor, 0, 1, e);
	if (!rc) rc = check_amount("max_cost", o->max_cost, e);
	if (!rc) rc = check_amount("token_price", o->token_price, e);
	if (!rc) rc = lu_check_range("token_budget", o->token_budget, 0, INT64_MAX, e);
	return rc;
}

static lu_code check_candidates(const lu_selectable *v, size_t n, lu_err *e)
{
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(v[i].score))
			return lu_fail(e, LU_EUSAGE, "the score of candidate %zu is %g, not a finite number", i + 1,
				       v[i].score);
		if (!(v[i].relevance >= 0 && v[i].relevance <= 1))
			return lu_fail(e, LU_EUSAGE, "the relevance of candidate %zu is %g, not a probability", i + 1,
				       v[i].relevance);
		if (v[i].tokens < 0)
			return lu_fail(e, LU_EUSAGE, "candidate %zu has %lld tokens", i + 1, (long long)v[i].tokens);
	}
	return LU_OK;
}

/* ---- probabilities ---- */

static void normalise(double *p, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) sum += p[i];
	for (size_t i = 0; i < n; i++) p[i] /= sum;
}

static void softmax(const lu_selectable *v, size_t n, double *p)
{
	double best = n ? v[0].score : 0;

	for (size_t i = 1; i < n; i++) best = fmax(best, v[i].score);
	for (size_t i = 0; i < n; i++) p[i] = exp(v[i].score - best);
	normalise(p, n);
}

/* Returns how many candidates count: the others keep a probability of 0. */
static size_t calibrated(const lu_select_options *o, const lu_selectable *v, size_t n, double *p)
{
	size_t head = o->k_max > LU_SELECT_HEAD ? (size_t)o->k_max : LU_SELECT_HEAD, i;
	double best = n ? v[0].score : 0, share = 1;

	if (n && v[0].relevance > 0) {
		for (i = 0; i < n && i < head && (!i || v[i].relevance >= LU_SELECT_LEAST); i++) p[i] = v[i].relevance;
		normalise(p, i);
		return i;
	}
	for (i = 0; i < n && i < head; i++) {
		if (best > 0) share = fmin(share, v[i].score / best);
		if (share < LU_SELECT_NEAR) break;
		p[i] = share * pow((double)(i + 1), -RANK_LAW);
	}
	normalise(p, i);
	return i;
}

/* Does some candidate hold enough of the query? Yes, where nothing is known of it. */
static bool covered(const lu_select_options *o, const lu_selectable *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!(v[i].coverage >= 0) || v[i].coverage >= o->floor) return true;
	}
	return false;
}

static double target_of(const lu_select_options *o)
{
	static const double of_class[LU_QUERY_CLASSES] = {
		[LU_QUERY_SYMBOL] = 0.70,
		[LU_QUERY_FOCUSED] = 0.70,
		[LU_QUERY_MULTI] = 0.85,
		[LU_QUERY_COMPREHENSIVE] = 0.90,
	};

	if (o->mass > 0) return o->mass;
	if (o->policy == LU_POLICY_SOFTMAX) return 0.70;
	return o->is_long ? fmax(of_class[o->query_class], of_class[LU_QUERY_MULTI]) : of_class[o->query_class];
}

/* ---- taking ---- */

/* A model says how likely each candidate is right, and nobody how likely all have to be: what they are worth can be
 * weighed against their tokens. */
static bool weighed(const lu_select_options *o, const lu_selectable *v)
{
	return o->policy == LU_POLICY_CALIBRATED && o->mass <= 0 && v[0].relevance > 0;
}

static bool is_worth(const lu_selection *s, double p, int64_t tokens)
{
	return p > (1 - s->target) / LU_SELECT_REST * (double)tokens;
}

static int64_t with(int64_t sum, int64_t tokens)
{
	return tokens > INT64_MAX - sum ? INT64_MAX : sum + tokens;
}

static bool fits(const lu_select_options *o, int64_t tokens, const lu_selection *out)
{
	return !o->token_budget || with(out->tokens, tokens) <= o->token_budget;
}

/* Why one more, of so many tokens, must not be taken; LU_STOPS when it may. */
static lu_stop stops(const lu_select_options *o, int64_t tokens, bool enough, const lu_selection *out)
{
	if (enough) return LU_STOP_PROBABILITY;
	if (out->k >= (size_t)o->k_max) return LU_STOP_K_MAX;
	return (double)with(out->tokens, tokens) * o->token_price > o->max_cost ? LU_STOP_COST : LU_STOPS;
}

/* What of it stands for a whole that no certainty makes worth its tokens; 0: it stands for itself. */
static size_t standing(const lu_selection *s, const lu_selectable *v, size_t n, size_t i)
{
	return v[i].part < n && !is_worth(s, 1, v[i].tokens) ? v[i].part : 0;
}

static void take(const lu_select_options *o, const lu_selectable *v, size_t n, size_t k_min, lu_selection *out)
{
	bool weigh = weighed(o, v), enough = false;
	size_t must = 0;
	double mass = 0;

	out->stopped = LU_STOPS;
	for (size_t i = 0; i < n; i++) {
		bool due = must ? i == must : out->k < k_min;

		if (v[i].lesser) continue;
		if (due && weigh && (must = standing(out, v, n, i))) continue;
		if (!due && weigh && !is_worth(out, out->probability[i], v[i].tokens)) continue;
		if (!due && (out->stopped = stops(o, v[i].tokens, enough, out)) != LU_STOPS) break;
		if (!(due && o->k_min) && !fits(o, v[i].tokens, out)) {
			out->passed++;
			continue;
		}
		mass += out->probability[i];
		enough = !weigh && ENOUGH(mass, out->target);
		out->tokens = with(out->tokens, v[i].tokens);
		out->taken[out->k++] = i;
	}
	if (out->passed && out->stopped == LU_STOPS) out->stopped = LU_STOP_TOKENS;
	else if (out->k < k_min) out->stopped = LU_STOP_INSUFFICIENT;
	else if (out->stopped == LU_STOPS)
		out->stopped = enough ? LU_STOP_PROBABILITY : weigh && out->k < n ? LU_STOP_WORTH : LU_STOP_END;
	out->cost = (double)out->tokens * o->token_price;
}

lu_code lu_select(const lu_select_options *o, const lu_selectable *v, size_t n, lu_arena *a, lu_selection *out,
		  lu_err *e)
{
	lu_selection s = { .n = n, .policy = o->policy, .query_class = o->query_class };
	int64_t parts = o->policy == LU_POLICY_SOFTMAX ? 2 : o->parts > 1 ? o->parts : 1;
	size_t k_min = (size_t)(o->k_min ? o->k_min : parts), count = n;
	lu_code rc = check_options(o, e);

	if (!rc) rc = check_candidates(v, n, e);
	if (rc) return rc;
	s.probability = lu_arena_calloc(a, n, sizeof *s.probability);
	s.taken = lu_arena_calloc(a, n, sizeof *s.taken);
	if (!s.probability || !s.taken) return lu_nomem(e);
	if (k_min > (size_t)o->k_max) k_min = (size_t)o->k_max;
	s.target = target_of(o);
	if (o->policy == LU_POLICY_SOFTMAX) softmax(v, n, s.probability);
	else count = calibrated(o, v, n, s.probability);
	if (!n) s.stopped = LU_STOP_NONE;
	else if (o->policy == LU_POLICY_CALIBRATED && !covered(o, v, count)) s.stopped = LU_STOP_IRRELEVANT;
	else take(o, v, count, k_min, &s);
	*out = s;
	return LU_OK;
}

/* ---- fitting ---- */

static bool inside(const lu_piece *x, const lu_piece *of)
{
	return x->start_line && x->start_line >= of->start_line && x->end_line <= of->end_line && of->start_line &&
	       lu_str_eq(x->path, of->path);
}

static lu_fit fit_whole(const lu_piece *v, size_t i, int64_t left, const lu_fit *before)
{
	for (size_t j = 0; j < i; j++) {
		if (before[j] == LU_FIT_WHOLE && inside(&v[i], &v[j])) return LU_FIT_INSIDE;
	}
	return v[i].tokens <= left ? LU_FIT_WHOLE : LU_FIT_NOTHING;
}

int64_t lu_fit_pieces(const lu_piece *v, size_t n, int64_t budget, lu_fit *out)
{
	int64_t left = budget;

	for (size_t i = 0; i < n; i++) {
		out[i] = fit_whole(v, i, left, out);
		if (out[i] == LU_FIT_WHOLE) left -= v[i].tokens;
	}
	for (size_t i = 0; i < n; i++) {
		if (out[i] != LU_FIT_NOTHING || v[i].outline > left) continue;
		out[i] = LU_FIT_OUTLINE;
		left -= v[i].outline;
	}
	return budget - left;
}
