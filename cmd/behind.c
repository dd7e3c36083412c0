/* SPDX-License-Identifier: MIT */
#include "behind.h"

#include <stdio.h>

#include "cli/out.h"

void lu_behind_text(const lu_behind *b, lu_str root, lu_buf *out)
{
	int64_t n = lu_behind_files(b);

	if (b->state == LU_TREE_NONE) lu_buf_adds(out, "not made from a tree");
	else if (b->state == LU_TREE_MISSING)
		lu_buf_addf(out, "the root '%.*s' is missing or empty: what is stored can not be compared with it",
			    LU_FMT(root));
	else if (n)
		lu_buf_addf(out, "%lld %s not as in the store (%lld changed, %lld new, %lld gone): run 'lucus sync'",
			    (long long)n, n == 1 ? "file is" : "files are", (long long)b->changed, (long long)b->added,
			    (long long)b->gone);
	else lu_buf_adds(out, "as it was when it was read");
	if (b->state == LU_TREE_THERE && !b->walked)
		lu_buf_adds(out, "; new files are not known, as no folder was synced");
}

static int64_t days_of_year(int64_t y)
{
	return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) ? 366 : 365;
}

/* By hand: strftime() would read the time zone, which UTC has no use for. */
void lu_time_text(int64_t ns, char out[LU_TIME_TEXT])
{
	int64_t s = ns > 0 ? ns / 1000000000 : 0, day = s / 86400, year = 1970, month = 0;
	int64_t length[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

	for (; day >= days_of_year(year); year++) day -= days_of_year(year);
	length[1] = days_of_year(year) - 337;
	for (; day >= length[month]; month++) day -= length[month];
	snprintf(out, LU_TIME_TEXT, "%04u-%02u-%02uT%02u:%02u:%02uZ", (unsigned)(year % 10000),
		 (unsigned)(month + 1) % 100, (unsigned)(day + 1) % 100, (unsigned)(s / 3600 % 24),
		 (unsigned)(s / 60 % 60), (unsigned)(s % 60));
}

void lu_origin_write(lu_jw *w, const lu_tree *t, int64_t files)
{
	char time[LU_TIME_TEXT];

	lu_time_text(t->synced_ns, time);
	if (t->commit.n) lu_jw_str(w, "commit", t->commit);
	else lu_jw_null(w, "commit");
	lu_jw_strz(w, "synced", t->synced_ns ? time : NULL);
	if (files < 0) lu_jw_null(w, "behind");
	else lu_jw_int(w, "behind", files);
}

lu_code lu_fresh_look(lu_fresh *f, lu_brief *el, bool *gone, bool *stale, bool *touched, lu_err *e)
{
	lu_location p;
	lu_code rc = lu_fresh_place(f, el, &p, e);

	if (rc) return rc;
	*gone = p.file == LU_FILE_GONE;
	*stale = p.stale;
	*touched |= p.file != LU_FILE_SAME;
	el->start_line = p.start_line;
	el->end_line = p.end_line;
	return LU_OK;
}

lu_code lu_fresh_hits(lu_fresh *f, lu_result *r, size_t *gone, bool *touched, lu_err *e)
{
	size_t n = 0;
	lu_code rc = LU_OK;

	*gone = 0;
	for (size_t i = 0; i < r->n && !rc; i++) {
		bool is_gone = false;

		rc = lu_fresh_look(f, &r->v[i].el, &is_gone, &r->v[i].stale, touched, e);
		*gone += is_gone;
		if (is_gone) continue;
		r->v[n] = r->v[i];
		r->v[n].rank = (uint32_t)(n + 1);
		n++;
	}
	if (!rc) r->n = n;
	return rc;
}

void lu_fresh_warn(const lu_fresh *f, int64_t behind)
{
	int64_t looked, changed, gone, n;

	lu_fresh_counts(f, &looked, &changed, &gone);
	n = changed + gone;
	if (lu_fresh_tree(f) == LU_TREE_MISSING)
		lu_out_warn("the root '%.*s' is missing or empty: what is shown may not be there",
			    LU_FMT(lu_fresh_root(f)));
	else if (behind > 0)
		lu_out_warn("%lld %s not as in the store: run 'lucus sync' (or query --refresh)", (long long)behind,
			    behind == 1 ? "file is" : "files are");
	else if (n)
		lu_out_warn("%lld %s changed or gone since the last sync: run 'lucus sync' (or query --refresh)",
			    (long long)n, n == 1 ? "file is" : "files are");
}
