/* SPDX-License-Identifier: MIT
 * The strategies by name. */
#include "retrieve/strategy.h"

#define STRATEGY(id) extern const lu__strategy lu__strategy_##id;
#include "retrieve/strategies.def"
#undef STRATEGY

static const lu__strategy *const strategies[] = {
#define STRATEGY(id) &lu__strategy_##id,
#include "retrieve/strategies.def"
#undef STRATEGY
};

#define N_STRATEGIES (sizeof strategies / sizeof *strategies)

const lu_strategy_info *lu_strategy_at(size_t i)
{
	return i < N_STRATEGIES ? &strategies[i]->info : NULL;
}

const lu__strategy *lu__strategy_find(const char *name)
{
	for (size_t i = 0; i < N_STRATEGIES; i++) {
		const lu_strategy_info *info = &strategies[i]->info;

		if (!strcmp(info->name, name) || (info->alias && !strcmp(info->alias, name))) return strategies[i];
	}
	return NULL;
}

const lu_strategy_info *lu_strategy_find(const char *name)
{
	const lu__strategy *s = lu__strategy_find(name);

	return s ? &s->info : NULL;
}

static void list_names(lu_buf *out)
{
	for (size_t i = 0; i < N_STRATEGIES; i++) {
		const lu_strategy_info *info = &strategies[i]->info;

		lu_buf_addf(out, "%s%s", i ? ", " : "", info->name);
		if (info->alias) lu_buf_addf(out, ", %s", info->alias);
	}
}

lu_code lu_strategy_check(const char *name, lu_err *e)
{
	lu_buf names = LU_BUF;

	if (lu_strategy_find(name)) return LU_OK;
	list_names(&names);
	lu_fail(e, LU_EUSAGE, "no strategy '%s': expected one of %s", name, names.s);
	lu_buf_free(&names);
	return LU_EUSAGE;
}

bool lu_strategy_uses_vectors(const lu_strategy_info *i)
{
	return i->needs_vectors ||
	       (i->stages & (LU_HIT_STAGE_BIT(LU_STAGE_VECTOR) | LU_HIT_STAGE_BIT(LU_STAGE_RERANK)));
}

const char *lu_hit_stage_name(lu_hit_stage s)
{
	static const char *const name[LU_HIT_STAGES] = { "bm25",   "vector", "rrf",      "graph",
							 "rerank", "remote", "expansion" };

	return name[s];
}
