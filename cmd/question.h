/* SPDX-License-Identifier: MIT
 * Questions as records, of the commands that read them. */
#ifndef LU_CMD_QUESTION_H
#define LU_CMD_QUESTION_H

#include "lucus/record.h"

typedef struct cmd_question {
	lu_str id;   /* JSON text: given, else its number; in the buffer that was given */
	lu_str text; /* a view of the record */
} cmd_question;

/* The question that a `query` or `expansion` record has, the number `number` of the input. LU_EFORMAT: another record,
 * or a field of a wrong type. */
lu_code cmd_question_read(const lu_json *v, int64_t number, lu_buf *id, cmd_question *out, lu_err *e) LU_MUST_USE;
/* The next line of a list of questions, empty ones being passed over: a record when it begins with '{', which is to be
 * released with lu_json_free(), else a question itself, with *v NULL, that lives until the next call. LU_DONE: no more.
 * LU_EFORMAT: it is neither, the next call goes on after it. */
lu_code cmd_question_line(lu_reader *in, lu_json **v, lu_str *text, lu_err *e) LU_MUST_USE;
/* The question that the operands make. */
lu_code cmd_question_join(int argc, char **argv, lu_buf *out, lu_err *e) LU_MUST_USE;
/* The id in field `field`, as JSON text in `out`; without one, `number`. */
lu_code cmd_question_id(const lu_json *v, const char *field, int64_t number, lu_buf *out, lu_err *e) LU_MUST_USE;

/* Write what the record of a question has beyond the fields of its kind into the record of kind `to` that is open in
 * `w`. `v` may be NULL. */
void cmd_question_pass(lu_jw *w, const lu_json *v, const char *to);

#endif
