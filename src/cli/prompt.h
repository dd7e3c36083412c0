/* SPDX-License-Identifier: MIT
 * Talking with a person: lines that are typed, and files opened in an editor. */
#ifndef LU_CLI_PROMPT_H
#define LU_CLI_PROMPT_H

#include "lucus/str.h"

/* Reads the standard input: on a terminal with line editing, and a history that is kept in a file; otherwise the
 * lines as they come, without a prompt. One at a time in a process. */
typedef struct lu_prompt lu_prompt;

/* `text` precedes what is typed. `history` is borrowed until close; a file that can not be read or written makes
 * no error. */
lu_code lu_prompt_open(lu_prompt **out, const char *text, const char *history, lu_err *e) LU_MUST_USE;
/* LU_OK: *line, without its end, is borrowed until the next call. LU_DONE: there are no more. */
lu_code lu_prompt_next(lu_prompt *p, lu_str *line, lu_err *e) LU_MUST_USE;
/* Saves the history, mode 0600. Accepts NULL. */
void lu_prompt_close(lu_prompt *p);

/* Run the editor (a program and its arguments, separated by blanks; NULL or blank: vi) with "+LINE
 * PATH", and wait for its end. No shell sees any of it. LU_EIO: it can not be run, or fails. */
lu_code lu_edit_file(const char *editor, const char *path, uint32_t line, lu_err *e) LU_MUST_USE;

#endif
