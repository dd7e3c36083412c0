/* SPDX-License-Identifier: MIT
 * Other programs that people choose: their editor, their pager. Never by way of a shell. */
#ifndef LU_CLI_SPAWN_H
#define LU_CLI_SPAWN_H

#include <stddef.h>

#define LU__WORDS 16 /* of a command line */

/* Cut `s`, which is changed, at its blanks; between quotes of either kind, and after a backslash, they do not count.
 * Returns the number of words, at most LU__WORDS. */
size_t lu__words(char *s, char *word[LU__WORDS]);

/* Run argv[0], found along PATH, and wait for its end. Its standard input is `in`, unless that is -1. Ctrl-C is its own
 * meanwhile. Returns an errno, or 0 with its status as of waitpid(). */
int lu__spawn(char **argv, int in, int *status);

#endif
