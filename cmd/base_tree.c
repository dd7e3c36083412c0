/* SPDX-License-Identifier: MIT
 * Trees, what happens on the way through them, and the summary at the end. */
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "cli/out.h"
#include "cli/place.h"
#include "explain/explain.h"
#include "core/file.h"

static lu_strs include, exclude;
static int64_t max_file_size = LU_MAX_FILE_SIZE, jobs;
static bool no_ignore, dry_run;

lu_opt cmd_opts_jobs[] = { LU_OPT_INT('j', "jobs", &jobs, "N", 0, 256,
				      "work with N threads; 0 is one for each processor", .env = "LUCUS_JOBS"),
			   LU_OPT_END };
lu_opt cmd_opts_tree[] = {
	LU_OPT_LIST(0, "include", &include, "GLOB", "read only files that match GLOB", .env = "LUCUS_INCLUDE",
		    .setting = "include", .heading = "Files", .daily = true),
	LU_OPT_LIST(0, "exclude", &exclude, "GLOB", "leave out files and folders that match GLOB",
		    .env = "LUCUS_EXCLUDE", .setting = "exclude", .daily = true),
	LU_OPT_INT(0, "max-file-size", &max_file_size, "BYTES", 1, INT32_MAX, "leave out files of more bytes",
		   .env = "LUCUS_MAX_FILE_SIZE", .setting = "max_file_size"),
	LU_OPT_FLAG(0, "no-ignore", &no_ignore, "do not obey .gitignore, .lucusignore and .git/info/exclude"),
	LU_OPT_FLAG(0, "dry-run", &dry_run, "only list what would be read, and what is left out and why",
		    .daily = true),
	LU_OPT_GROUP(cmd_opts_jobs),
	LU_OPT_END
};

lu_tree_options cmd_base_tree(void)
{
	return (lu_tree_options){ .walk = { .include = include,
					    .exclude = exclude,
					    .max_file_size = max_file_size,
					    .no_ignore = no_ignore },
				  .jobs = (int)jobs };
}

bool cmd_base_dry_run(void)
{
	return dry_run;
}

/* ---- running ---- */

static lu_progress bar;

static lu_code on_reject(void *ctx, const char *path, long line, const char *reason, lu_err *e)
{
	cmd_running *r = ctx;

	r->rejected = true;
	return lu_out_error_below(path, line, reason, e);
}

static lu_code on_skip(void *ctx, const lu_walk_entry *entry, const char *reason, lu_err *e)
{
	const cmd_running *r = ctx;
	lu_buf shown = LU_BUF;

	(void)e;
	/* one that was named is missed */
	if (r->area && lu_area_names(r->area, entry->path)) {
		lu_place_show(entry->path, &shown);
		lu_out_warn("'%s' is left out: %s", shown.s, reason);
	}
	lu_buf_free(&shown);
	lu_log("skip", "path=%s reason=\"%s\"", entry->path.s, reason);
	return LU_OK;
}

static lu_code on_gave_up(void *ctx, const char *path, const char *reason, lu_err *e)
{
	(void)ctx;
	(void)e;
	lu_out_warn("%s: %s: read as blocks of lines", path, reason);
	return LU_OK;
}

static void on_progress(void *ctx, const char *what, int64_t done, int64_t total)
{
	(void)ctx;
	if (!bar.what || strcmp(bar.what, what)) {
		lu_progress_end(&bar);
		lu_progress_start(&bar, what, strcmp(what, "embed") && strcmp(what, "explain") ? "files" : "elements",
				  total);
		lu_log(what, "total=%lld", (long long)total);
	}
	lu_progress_to(&bar, done);
}

void cmd_running_end(void)
{
	lu_progress_end(&bar);
}

void cmd_running_init(cmd_running *r)
{
	*r = (cmd_running){ .start = lu_now() };
	r->watch = (lu_watch){ .ctx = r,
			       .reject = on_reject,
			       .skip = on_skip,
			       .gave_up = on_gave_up,
			       .warn = cmd_base_warn,
			       .log = cmd_base_log,
			       .progress = on_progress };
}

static void summary_text(const cmd_running *r, const char *stage, const lu_kb *kb)
{
	const lu_counts *c = &r->counts;

	lu_out_textf(stdout, LU_COLOR_BOLD, "%s", stage);
	lu_out_textf(stdout, LU_COLOR_PLAIN, ": %lld file%s (%lld parsed, %lld unchanged, %lld left out",
		     (long long)c->files, lu_plural((size_t)c->files), (long long)c->parsed, (long long)c->unchanged,
		     (long long)c->skipped);
	if (c->rejected) lu_out_textf(stdout, LU_COLOR_RED, ", %lld rejected", (long long)c->rejected);
	lu_out_textf(stdout, LU_COLOR_PLAIN, ")");
	if (kb)
		lu_out_textf(stdout, LU_COLOR_PLAIN, ", %lld element%s, %lld edge%s", (long long)kb->elements,
			     lu_plural((size_t)kb->elements), (long long)kb->edges, lu_plural((size_t)kb->edges));
	if (r->explained) lu_out_textf(stdout, LU_COLOR_PLAIN, ", %lld explained", (long long)r->explained->explained);
	lu_out_textf(stdout, LU_COLOR_PLAIN, ", +%lld ~%lld -%lld, %lld embedded, %lld indexed in %.2f s\n",
		     (long long)c->elements.added, (long long)c->elements.changed, (long long)c->elements.removed,
		     (long long)c->embedded, (long long)c->indexed, lu_now() - r->start);
}

static lu_code summary_json(const cmd_running *r, const char *stage, const lu_kb *kb, lu_err *e)
{
	const lu_counts *c = &r->counts;
	const struct {
		const char *name;
		int64_t v;
	} field[] = { { "files", c->files },
		      { "read", c->read },
		      { "parsed", c->parsed },
		      { "unchanged", c->unchanged },
		      { "skipped", c->skipped },
		      { "rejected", c->rejected },
		      { "partial", c->partial },
		      { "removed_files", c->removed_files },
		      { "bytes", c->bytes },
		      { "added", c->elements.added },
		      { "changed", c->elements.changed },
		      { "removed", c->elements.removed },
		      { "embedded", c->embedded },
		      { "missing", c->missing },
		      { "indexed", c->indexed },
		      { "pruned", c->pruned },
		      { "blocks", c->blocks },
		      { "commits", c->commits } };
	lu_jw w;
	lu_code rc;

	lu_jw_record(&w, "summary");
	lu_jw_strz(&w, "stage", stage);
	lu_jw_real(&w, "seconds", lu_now() - r->start, 4);
	for (size_t i = 0; i < sizeof field / sizeof *field; i++) lu_jw_int(&w, field[i].name, field[i].v);
	if (kb) {
		lu_jw_int(&w, "elements", kb->elements);
		lu_jw_int(&w, "edges", kb->edges);
		lu_jw_int(&w, "embeddings", kb->embeddings);
	}
	if (r->explained) {
		lu_jw_int(&w, "explained", r->explained->explained);
		lu_jw_int(&w, "known", r->explained->known);
		lu_jw_int(&w, "unexplained", r->explained->failed);
		if (r->explained->cost < 0) lu_jw_null(&w, "explain_cost");
		else lu_jw_real(&w, "explain_cost", r->explained->cost, 12);
	}
	lu_jw_close(&w, '}');
	rc = lu_jw_flush(&w, stdout, e);
	lu_jw_free(&w);
	return rc;
}

/* Say once which file the store is, when commands would not find it from the current folder: the tree lies elsewhere. */
static void tell_store(const lu_store *s)
{
	static bool told;
	lu_where w = cmd_base_where();
	lu_buf found = LU_BUF, real = LU_BUF;
	lu_err why;
	bool here;

	if (told || w.db) return;
	here = !lu_where_store(&w, ".", &found, &why) && !lu_file_real(lu_store_path(s), &real, &why) &&
	       !strcmp(found.s, real.s);
	if (!here) lu_out_warn("the store is %s: ask in that folder, or with --db", lu_store_path(s));
	told = true;
	lu_buf_free(&found);
	lu_buf_free(&real);
}

lu_code cmd_running_summary(cmd_running *r, const char *stage, lu_store *s, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = s ? lu_store_kb(s, true, &a, &kb, e) : LU_OK;

	cmd_running_end();
	/* one broad rule can swallow a tree: that must not look like success */
	if (!rc && !r->counts.files && r->counts.skipped)
		lu_out_warn("nothing was read, all %lld file%s left out: --dry-run says why",
			    (long long)r->counts.skipped, r->counts.skipped == 1 ? " was" : "s were");
	else if (!rc && s && !kb.elements && kb.root.n) lu_out_warn("nothing was found below '%.*s'", LU_FMT(kb.root));
	if (!rc && lu_out_is_json()) rc = summary_json(r, stage, s ? &kb : NULL, e);
	else if (!rc && !lu_out_is_places()) {
		summary_text(r, stage, s ? &kb : NULL);
		if (s) tell_store(s);
	}
	lu_arena_free(&a);
	return rc ? rc : lu_sync_verdict(&r->counts, r->rejected, e);
}
