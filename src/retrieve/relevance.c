/* SPDX-License-Identifier: MIT
 * How likely it is that a hit is right: a logistic function of how far the reranker's score is below the first one's,
 * the rank, the lead of the first, and how high its score is. scripts/fit-ranking.sh fits it to what queries got from
 * models that had not seen their repository: of files on those whose annotations name files, of elements on those that
 * name them. */
#include "retrieve/rank.h"

#define INPUTS(...)
#define UNIT(hits, worth, bias, ...)
#define RELEVANCE(hits, of, ...) [LU__OF_##hits][LU__OF_##of] = { __VA_ARGS__ },
enum { LU__OF_elements, LU__OF_files, LU__HITS };
enum { LU__OF_symbols, LU__OF_others, LU__OF };
static const float weight[LU__HITS][LU__OF][LU__RELEVANCE] = {
#include "retrieve/hidden.def"
};

float lu__relevance(bool files, lu_query_class c, double score, uint32_t rank, double first, double second)
{
	const float *w =
		weight[files ? LU__OF_files : LU__OF_elements][c == LU_QUERY_SYMBOL ? LU__OF_symbols : LU__OF_others];
	double x[LU__RELEVANCE], logit = 0;

	lu__relevance_of(score, rank, first, second, x);
	for (int i = 0; i < LU__RELEVANCE; i++) logit += (double)w[i] * x[i];
	return (float)(1 / (1 + exp(-logit)));
}
