/* SPDX-License-Identifier: MIT */
#include "net/retry.h"
#include "core/ascii.h"

#include <stdio.h>
#include <time.h>

bool lu__retry_status(int status)
{
	static const int transient[] = { 408, 425, 429, 500, 502, 503, 504, 529 };
	size_t i;

	for (i = 0; i < sizeof transient / sizeof *transient; i++)
		if (transient[i] == status) return true;
	return false;
}

double lu__backoff(int n, double random)
{
	double wait = .5;

	while (--n > 0 && wait < LU__RETRY_WAIT_MAX) wait *= 2;
	if (wait > LU__RETRY_WAIT_MAX) wait = LU__RETRY_WAIT_MAX;
	return wait * (.5 + random / 2);
}

static int month_of(const char *name)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	const char *at = strstr(names, name);

	return at && strlen(name) == 3 && (at - names) % 3 == 0 ? (int)(at - names) / 3 : -1;
}

typedef struct date {
	int year, month, day, h, m, sec;
} date;

/* The three forms of RFC 9110, 5.6.7; the day of the week is not needed. */
static bool date_read(const char *s, date *d)
{
	const char *comma = strchr(s, ',');
	char month[4] = "";
	int n = 0;

	if (!comma) {
		n = sscanf(s, "%*3[A-Za-z] %3[A-Za-z] %2d %2d:%2d:%2d %4d", month, &d->day, &d->h, &d->m, &d->sec,
			   &d->year) == 6;
	} else if (sscanf(comma + 1, " %2d %3[A-Za-z] %4d %2d:%2d:%2d GMT%n", &d->day, month, &d->year, &d->h, &d->m,
			  &d->sec, &n) < 6) {
		n = 0;
		sscanf(comma + 1, " %2d-%3[A-Za-z]-%2d %2d:%2d:%2d GMT%n", &d->day, month, &d->year, &d->h, &d->m,
		       &d->sec, &n);
		d->year += d->year < 70 ? 2000 : 1900;
	}
	d->month = month_of(month);
	return n > 0;
}

static bool within(int v, int min, int max)
{
	return v >= min && v <= max;
}

static bool date_of(const char *s, struct tm *t)
{
	date d = { 0 };

	if (!date_read(s, &d) || d.month < 0 || d.year < 1970 || !within(d.day, 1, 31)) return false;
	if (!within(d.h, 0, 23) || !within(d.m, 0, 59) || !within(d.sec, 0, 60)) return false;
	*t = (struct tm){ .tm_year = d.year - 1900,
			  .tm_mon = d.month,
			  .tm_mday = d.day,
			  .tm_hour = d.h,
			  .tm_min = d.m,
			  .tm_sec = d.sec };
	return true;
}

double lu__retry_after(lu_str value, double now)
{
	char text[48];
	double n = 0;
	struct tm t;
	size_t i;

	value = lu_str_trim(value);
	if (!value.n || value.n >= sizeof text) return -1;
	memcpy(text, value.s, value.n);
	text[value.n] = '\0';
	for (i = 0; lu_is_digit(text[i]); i++) n = n * 10 + text[i] - '0';
	if (i == value.n) return n;
	if (!date_of(text, &t)) return -1;
	n = (double)timegm(&t) - now;
	return n > 0 ? n : 0;
}
