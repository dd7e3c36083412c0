/* SPDX-License-Identifier: MIT */
#include "net/retry.h"

#include <stdio.h>
#include <time.h>

bool lu__retry_status(int status)
{
	static const int passing[] = { 408, 425, 429, 500, 502, 503, 504, 529 };
	size_t i;

	for (i = 0; i < sizeof passing / sizeof *passing; i++)
		if (passing[i] == status) return true;
	return false;
}

double lu__retry_wait(int n, double random)
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

/* The three forms of RFC 9110, 5.6.7; the day of the week is not needed. */
static bool date_of(const char *s, struct tm *t)
{
	char month[4] = "";
	int n = 0, day, year, h, m, sec;
	const char *comma = strchr(s, ',');
	bool read;

	if (comma && sscanf(comma + 1, " %2d %3[A-Za-z] %4d %2d:%2d:%2d GMT%n", &day, month, &year, &h, &m, &sec, &n) == 6)
		read = n > 0;
	else if (comma && sscanf(comma + 1, " %2d-%3[A-Za-z]-%2d %2d:%2d:%2d GMT%n", &day, month, &year, &h, &m, &sec, &n) == 6) {
		read = n > 0;
		year += year < 70 ? 2000 : 1900;
	} else
		read = !comma && sscanf(s, "%*3[A-Za-z] %3[A-Za-z] %2d %2d:%2d:%2d %4d", month, &day, &h, &m, &sec, &year) == 6;
	if (!read || month_of(month) < 0 || day < 1 || day > 31 || h < 0 || h > 23 || m < 0 || m > 59 || sec < 0 || sec > 60 ||
	    year < 1970)
		return false;
	*t = (struct tm){ .tm_year = year - 1900, .tm_mon = month_of(month), .tm_mday = day, .tm_hour = h, .tm_min = m, .tm_sec = sec };
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
	for (i = 0; text[i] >= '0' && text[i] <= '9'; i++) n = n * 10 + text[i] - '0';
	if (i == value.n) return n;
	if (!date_of(text, &t)) return -1;
	n = (double)timegm(&t) - now;
	return n > 0 ? n : 0;
}
