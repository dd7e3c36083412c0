/* SPDX-License-Identifier: MIT
 * Prompts of the user's own, from files. */
#ifndef LU_CMD_PROMPT_FILES_H
#define LU_CMD_PROMPT_FILES_H

#include "cli/opt.h"
#include "lucus/prompt.h"

extern lu_opt cmd_opts_prompt[]; /* --prompt: among cmd_opts_llm */

/* A text that takes the place of a built-in one. */
typedef struct cmd_prompt_file {
	lu_prompt_id prompt;
	lu_str file; /* its path */
	lu_str text; /* checked */
} cmd_prompt_file;

/* What "NAME=FILE" names; texts live in `a`. LU_EUSAGE: it is none, or not good for that prompt. */
lu_code cmd_prompt_read(lu_str given, lu_arena *a, cmd_prompt_file *out, lu_err *e) LU_MUST_USE;

/* Read what --prompt names; of several files for a prompt the last one counts. *out, which lives as long as the options,
 * is NULL when it names nothing. To be called after cmd_base_settings(). */
lu_code cmd_prompts_given(const lu_prompts **out, lu_err *e) LU_MUST_USE;
/* The file that --prompt names for `p`; empty: none, and the built-in text is used. */
lu_str cmd_prompts_file(lu_prompt_id p);

#endif
