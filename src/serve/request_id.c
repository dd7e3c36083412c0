/* SPDX-License-Identifier: MIT
 * What a request is called, in its reply and in logs. */
#include <stdio.h>
#include <sys/random.h>

#include "core/ascii.h"
#include "serve/server.h"

/* Of as many characters as others' logs take, none of which means anything there. */
static bool id_is_sane(lu_str s)
{
	if (!s.n || s.n > 64) return false;
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_alnum(s.s[i]) && !strchr("._-", s.s[i])) return false;
	return true;
}

static void choose_id(lu__exchange *x)
{
	lu_str s = lu_served_header(&x->call, "X-Request-Id");
	unsigned char r[16] = { 0 };

	if (id_is_sane(s)) {
		snprintf(x->id, sizeof x->id, "%.*s", LU_FMT(s));
		return;
	}
	if (getrandom(r, sizeof r, 0) < 0) r[0] = 0; /* an id that is not unique hurts nobody */
	for (size_t i = 0; i < sizeof r; i++) snprintf(x->id + 2 * i, 3, "%02x", r[i]);
}

/* "VERSION-TRACE-PARENT-FLAGS" of hexadecimal digits: W3C Trace Context. */
static lu_str sane_traceparent(lu_str s)
{
	if (s.n != 55) return lu_strn(NULL, 0);
	for (size_t i = 0; i < s.n; i++) {
		bool dash = i == 2 || i == 35 || i == 52;

		if (dash ? s.s[i] != '-' : !strchr("0123456789abcdef", s.s[i])) return lu_strn(NULL, 0);
	}
	return s;
}

void lu__ids_choose(lu__exchange *x)
{
	choose_id(x);
	x->call.traceparent = sane_traceparent(lu_served_header(&x->call, "traceparent"));
}
