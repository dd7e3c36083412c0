/* SPDX-License-Identifier: MIT
 * What a run would do, and what it would cost to embed what it finds. */
#include <stdio.h>
#include <string.h>

#include "lucus/sync.h"
#include "session/spent.h"
#include "session/watch.h"

struct planning {
	lu_planned_fn *fn;
	void *ctx;
	lu_plan_sum *sum;
};

/* A first line may say more than a name without an extension, and folders have no language. */
const char *lu_planned_language(const lu_planned *p)
{
	lu_str path = p->entry->path, base = lu_str_after_last(path, '/');
	const char *name = lu_language_name(lu_language_for(path, lu_strn("", 0)));

	if (p->language) return p->language;
	if (lu_str_ends(path, "/") || !base.n || (!strcmp(name, "text") && !lu_str_before_last(base, '.').n))
		return NULL;
	return name;
}

static lu_code on_planned(void *ctx, const lu_planned *p, lu_err *e)
{
	const struct planning *k = ctx;

	if (p->reason) {
		k->sum->skipped++;
	} else {
		k->sum->files++;
		k->sum->bytes += p->entry->size;
		k->sum->tokens += p->tokens;
		k->sum->due += p->due;
	}
	return k->fn(k->ctx, p, e);
}

static void estimate(lu_plan_sum *sum, const lu_embedder *m, lu_str prices, const lu_watch *w)
{
	lu_str provider, name;

	if (!lu_embed_model_parts(lu_strz(lu_embedder_model(m)), &provider, &name)) return;
	snprintf(sum->model, sizeof sum->model, "%.*s", LU_FMT(name));
	sum->cost = lu__spent_cost(name, sum->due, prices, w);
}

lu_code lu_sync_plan(lu_store *s, const lu_area *area, const lu_sync_options *o, lu_planned_fn *fn, void *ctx,
		     const lu_watch *w, lu_plan_sum *sum, lu_err *e)
{
	struct planning k = { fn, ctx, sum };
	lu_tree_options tree = o->tree;
	lu_err why = { LU_OK, "" };
	bool lacks = lu_embedder_open(&o->embed, &tree.embed, &why) != LU_OK;
	lu_code rc;

	*sum = (lu_plan_sum){ .model = "the built-in model" };
	if (lacks) tree.embed = NULL;
	rc = lu_plan_parts(s, area->root.s, area->part, area->n, &tree, on_planned, &k, e);
	if (!rc && !lacks) estimate(sum, tree.embed, o->prices, w);
	if (!rc && lacks) {
		lu__watch_warn(w, "%s", why.msg);
		sum->cost = -1;
	}
	lu_embedder_close(tree.embed);
	return rc;
}
