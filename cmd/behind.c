/* SPDX-License-Identifier: MIT */
#include "behind.h"

#include <time.h>

int64_t lu_behind_files(const lu_behind *b)
{
	return b->state == LU_TREE_THERE ? b->changed + b->added + b->gone : -1;
}

void lu_behind_text(const lu_behind *b, lu_str root, lu_buf *out)
{
	int64_t n = lu_behind_files(b);

	if (b->state == LU_TREE_NONE) lu_buf_adds(out, "not made from a tree");
	else if (b->state == LU_TREE_MISSING)
		lu_buf_addf(out, "the root '%.*s' is missing or empty: what is stored can not be compared with it", LU_FMT(root));
	else if (n)
		lu_buf_addf(out, "%lld %s not as in the store (%lld changed, %lld new, %lld gone): run 'lucus sync'", (long long)n,
			    n == 1 ? "file is" : "files are", (long long)b->changed, (long long)b->added, (long long)b->gone);
	else lu_buf_adds(out, "as it was when it was read");
	if (b->state == LU_TREE_THERE && !b->walked)
		lu_buf_adds(out, "; new files are not known, as the whole tree was never synced");
}

void lu_time_text(int64_t ns, char out[LU_TIME_TEXT])
{
	time_t s = (time_t)(ns / 1000000000);
	struct tm tm;

	out[0] = '\0';
	if (gmtime_r(&s, &tm) && !strftime(out, LU_TIME_TEXT, "%Y-%m-%dT%H:%M:%SZ", &tm)) out[0] = '\0';
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
