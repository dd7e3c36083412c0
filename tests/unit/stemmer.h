/* SPDX-License-Identifier: MIT
 * A stemmer for the tests of a group: its set-up and tear-down. */
#ifndef LU_TESTS_STEMMER_H
#define LU_TESTS_STEMMER_H

#include "test.h"

#include "lucus/text.h"

static lu_stemmer *stemmer;

static int open_stemmer(void **state)
{
	(void)state;
	return lu_stemmer_new(&stemmer, NULL);
}

static int close_stemmer(void **state)
{
	(void)state;
	lu_stemmer_free(stemmer);
	return 0;
}

#endif
