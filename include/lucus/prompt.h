/* SPDX-License-Identifier: MIT
 * Prompts: what language models are sent. Each has a name, a built-in text, which a person may replace by a text of
 * their own, and placeholders {NAME}, which are filled in.
 *
 * A text has two parts, which a line "----" separates: what becomes the system's message, and what becomes the user's.
 * Without such a line all of it is the user's. {{NAME}} stands for {NAME} itself; any other brace is text, so that JSON
 * can be written plainly. Only {marker} and {count} may stand in the system's part: what was found in a store, and
 * what a person has asked, are data, and stand in the user's.
 *
 * What a placeholder is filled with is a block between two lines that no text in it can forge (below). That such blocks
 * are data, and never obeyed, is said behind the system's part of every prompt by lu_prompts_fill(), whatever the text
 * says: no text can leave it out.
 *
 * Pure functions: any number of threads may call them. */
#ifndef LUCUS_PROMPT_H
#define LUCUS_PROMPT_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- which there are ---- */

typedef enum lu_prompt_id {
#define PROMPT(id, ...) LU_PROMPT_##id,
#include "lucus/prompts.def"
#undef PROMPT
	LU_PROMPTS
} lu_prompt_id;

typedef struct lu_prompt_info {
	const char *name, *phase; /* phase: under which its requests are counted; several prompts may share one */
	const char *required, *optional; /* placeholders beside {marker}, words separated by blanks */
	const char *summary;
} lu_prompt_info;

const lu_prompt_info *lu_prompts_info(lu_prompt_id p); /* static */
/* LU_EUSAGE: no prompt has this name; the message lists those that are there. */
lu_code lu_prompts_find(lu_str name, lu_prompt_id *out, lu_err *e) LU_MUST_USE;

/* ---- texts ---- */

#define LU_PROMPT_MAX 65536 /* bytes of a text */

/* Texts in place of the built-in ones, each checked by lu_prompts_check(); empty: the built-in one. Views of the
 * caller's; zeros: there are none. Where a pointer to it is asked for, NULL is the same as zeros. */
typedef struct lu_prompts {
	lu_str text[LU_PROMPTS];
} lu_prompts;

/* The text that is in use: of `own`, else the built-in one, which is static. */
lu_str lu_prompts_text(const lu_prompts *own, lu_prompt_id p);
/* Can `text` be a text of prompt `p`? LU_EUSAGE names the prompt and what is wrong: it is empty, too long, no UTF-8,
 * holds a NUL, lacks placeholders, has an unknown one, or has one of data in the system's part. */
lu_code lu_prompts_check(lu_prompt_id p, lu_str text, lu_err *e) LU_MUST_USE;
/* A number of the text in use: what depends on a prompt is known by it. */
uint64_t lu_prompts_digest(const lu_prompts *own, lu_prompt_id p);

/* What a placeholder stands for. */
typedef struct lu_prompt_value {
	const char *name;
	lu_str text;
} lu_prompt_value;

/* Append the messages of a request by prompt `p`. Each placeholder of the text is replaced by its value, which is not
 * looked into; {marker}, which needs none, by `marker`. A placeholder without a value is replaced by nothing. The rules
 * about data follow the system's part. Failure of memory is in the buffers. */
void lu_prompts_fill(const lu_prompts *own, lu_prompt_id p, const char *marker, const lu_prompt_value *v, size_t n,
		     lu_buf *system, lu_buf *user);

/* ---- data in prompts ---- */

#define LU_MARKER 24 /* bytes of a marker and its terminator */

/* Gathers the texts that stand in a prompt; zeros to begin with. */
typedef struct lu_marking {
	uint64_t x, y;
} lu_marking;
void lu_marking_add(lu_marking *m, lu_str text);
/* What the lines around data hold. It depends on all texts that were added, so that none of them can hold it but by
 * chance, and equal prompts are equal bytes. */
void lu_marking_end(const lu_marking *m, char out[LU_MARKER]);

/* Append a block of data:
 *	=== MARKER WHAT
 *	TEXT
 *	=== MARKER end
 * `what` is the caller's own word for it. */
void lu_data_block(const char *what, lu_str text, const char *marker, lu_buf *out);
/* Of a block that the caller writes: append text and a newline, unless it ends with one; where it holds the marker all
 * the same, it gets a blank into it. */
void lu_data_text(lu_str text, const char *marker, lu_buf *out);
/* The same on one line, without its end: control characters become blanks. */
void lu_data_word(lu_str text, const char *marker, lu_buf *out);

#ifdef __cplusplus
}
#endif
#endif
