/* SPDX-License-Identifier: MIT
 * --dry-run: what would be read, what is left out and why, and what it would cost to embed. */
#include <string.h>

#include "base.h"
#include "cli/out.h"
#include "paths.h"
#include "spent.h"

struct listing {
	lu_jw w;
	int64_t files, skipped, bytes, tokens, due;
};

/* By its name, where the content was not looked at: a first line may tell more than a name without an extension, and
 * folders have no language. */
static const char *language_of(const lu_planned *p)
{
	lu_str path = p->entry->path, base = lu_str_after_last(path, '/');
	const char *name = lu_language_name(lu_language_for(path, lu_strn("", 0)));

	if (p->language) return p->language;
	if (lu_str_ends(path, "/") || !base.n || (!strcmp(name, "text") && !lu_str_before_last(base, '.').n))
		return NULL;
	return name;
}

static void count(struct listing *l, const lu_planned *p)
{
	if (p->reason) {
		l->skipped++;
		return;
	}
	l->files++;
	l->bytes += p->entry->size;
	l->tokens += p->tokens;
	l->due += p->due;
}

static lu_code list_one(void *ctx, const lu_planned *p, lu_err *e)
{
	struct listing *l = ctx;
	const char *what = p->reason ? p->reason : p->gave_up;

	count(l, p);
	if (lu_out_is_places()) {
		if (p->reason) return LU_OK;
		lu_out_path(stdout, p->entry->path, 0);
		putchar('\n');
		return LU_OK;
	}
	if (!lu_out_is_json()) {
		lu_out_textf(stdout, LU_PLAIN, "%10lld  ", (long long)p->entry->size);
		lu_out_path(stdout, p->entry->path, 0);
		if (what)
			lu_out_textf(stdout, LU_YELLOW, "  (%s%s)", what, p->reason ? "" : ": read as blocks of lines");
		lu_out_text(stdout, LU_PLAIN, lu_strz("\n"));
		return LU_OK;
	}
	lu_jw_open(&l->w, NULL, '{');
	lu_jw_strz(&l->w, "record", "file");
	lu_jw_str(&l->w, "path", p->entry->path);
	lu_jw_int(&l->w, "size", p->entry->size);
	lu_jw_strz(&l->w, "language", language_of(p));
	lu_jw_strz(&l->w, "reason", p->reason);
	lu_jw_strz(&l->w, "gave_up", p->reason ? NULL : p->gave_up);
	lu_jw_close(&l->w, '}');
	return lu_jw_flush(&l->w, stdout, e);
}

static void total_text(const struct listing *l, double cost, const char *model)
{
	lu_out_textf(stdout, LU_BOLD, "%lld files, %.1f MB would be read, %lld left out", (long long)l->files,
		     (double)l->bytes / 1e6, (long long)l->skipped);
	lu_out_textf(stdout, LU_PLAIN, "; about %lld tokens to embed", (long long)l->due);
	if (l->due != l->tokens) lu_out_textf(stdout, LU_PLAIN, " of %lld", (long long)l->tokens);
	if (cost < 0) lu_out_textf(stdout, LU_PLAIN, ", the price of %s is not known\n", model);
	else lu_out_textf(stdout, LU_PLAIN, ", $%.4g with %s\n", cost, model);
}

static lu_code list_total(struct listing *l, const char *stage, lu_err *e)
{
	char model[LU_EMBED_MODEL_MAX + 1];
	double cost = lu_spent_estimate(l->due, model, sizeof model);

	if (lu_out_is_places()) return LU_OK;
	if (!lu_out_is_json()) {
		total_text(l, cost, model);
		return LU_OK;
	}
	lu_jw_open(&l->w, NULL, '{');
	lu_jw_strz(&l->w, "record", "summary");
	lu_jw_strz(&l->w, "stage", stage);
	lu_jw_bool(&l->w, "dry_run", true);
	lu_jw_int(&l->w, "files", l->files);
	lu_jw_int(&l->w, "skipped", l->skipped);
	lu_jw_int(&l->w, "bytes", l->bytes);
	lu_jw_int(&l->w, "tokens", l->due);
	if (cost < 0) lu_jw_null(&l->w, "cost");
	else lu_jw_real(&l->w, "cost", cost, 6);
	lu_jw_int(&l->w, "tokens_all", l->tokens);
	lu_jw_close(&l->w, '}');
	return lu_jw_flush(&l->w, stdout, e);
}

lu_code lu_base_list(lu_store *s, const lu_area *p, const char *stage, lu_err *e)
{
	lu_tree_options o = lu_base_tree();
	struct listing l = { .files = 0 };
	lu_err why; /* lu_spent_estimate() tells it */
	lu_code rc;

	if (lu_base_embedder(&o.embed, &why)) o.embed = NULL;
	lu_jw_init(&l.w);
	rc = lu_plan_parts(s, p->root.s, p->part, p->n, &o, list_one, &l, e);
	if (!rc) rc = list_total(&l, stage, e);
	lu_jw_free(&l.w);
	lu_embedder_close(o.embed);
	return rc;
}
