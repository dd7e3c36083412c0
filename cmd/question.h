/* SPDX-License-Identifier: MIT
 * Questions as records, of the commands that read them. */
#ifndef LU_CMD_QUESTION_H
#define LU_CMD_QUESTION_H

#include "lucus/record.h"

typedef struct lu_question {
	lu_str id;   /* JSON text: given, else its number; in the buffer that was given */
	lu_str text; /* a view of the record */
} lu_question;

/* The question that a `query` or `expansion` record asks, the number `number` of the input. LU_EFORMAT: another record, or
 * a field of a wrong type. */
lu_code lu_question_read(const lu_json *v, int64_t number, lu_buf *id, lu_question *out, lu_err *e) LU_MUST_USE;
/* The id in field `field`, as JSON text in `out`; without one, `number`. */
lu_code lu_question_id(const lu_json *v, const char *field, int64_t number, lu_buf *out, lu_err *e) LU_MUST_USE;

#endif
