/* SPDX-License-Identifier: MIT
 * Times, and of which state of a tree a store is, as members of records. */
#include "render/table.h"

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
