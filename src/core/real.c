/* SPDX-License-Identifier: MIT */
#include "core/real.h"

#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

static locale_t plain;

static void make(void)
{
	plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

double lu_real_read(const char *s, char **end)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make);
	return plain ? strtod_l(s, end, plain) : strtod(s, end);
}
