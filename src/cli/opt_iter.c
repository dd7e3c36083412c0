/* SPDX-License-Identifier: MIT
 * The options of a table and of the groups in it. */
#include "cli/opt.h"

lu_opt_iter lu_opt_begin(lu_opt *table)
{
	return (lu_opt_iter){ .at = { table }, .depth = table ? 1 : 0 };
}

lu_opt *lu_opt_next(lu_opt_iter *it)
{
	while (it->depth) {
		lu_opt *o = it->at[it->depth - 1];

		if (o->kind == LU_KIND_END) {
			it->depth--;
			continue;
		}
		it->at[it->depth - 1]++;
		if (o->kind != LU_KIND_GROUP) return o;
		if (it->depth == LU_OPT_DEPTH) it->deep = true;
		else it->at[it->depth++] = o->to.group;
	}
	return NULL;
}
