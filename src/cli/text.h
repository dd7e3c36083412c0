/* SPDX-License-Identifier: MIT
 * Small things about text that the files of this layer share. */
#ifndef LU_CLI_TEXT_H
#define LU_CLI_TEXT_H

#include <stdio.h>

#include "cli/cmd.h"

/* Print the words of `s` to `f`, breaking lines before column `width`; the first word goes to
 * column `col`, where the cursor is, further lines are indented by `indent`. Ends with a newline.
 */
void lu__wrap(FILE *f, const char *s, int col, int indent, int width);

/* Print `s` as lines of mdoc text: a sentence, its first letter capital, a full stop at its end. */
void lu__mdoc_sentence(FILE *f, const char *s);

/* The option of `table` that people mean who type an unknown one, `len` bytes without dashes, out of habit: with its dashes and
 * perhaps its value. NULL: none is known. */
const char *lu__habit(lu_opt *table, const char *typed, size_t len);

/* The same for a command, with what stands behind it. */
const char *lu__habit_command(lu_cmds cmds, const char *typed);

/* Append the allowed values of a number: "1..1000", "1 or more", or nothing when all are. */
void lu__opt_range(const lu_opt *o, lu_buf *out);
/* Append the names of a choice, separated by ", ". */
void lu__opt_choices(const lu_opt *o, lu_buf *out);
/* Is its metavar the name of a file or folder? */
bool lu__opt_is_file(const lu_opt *o);

#endif
