/* SPDX-License-Identifier: MIT
 * What the files of lucus expand share. */
#ifndef LU_CMD_EXPAND_H
#define LU_CMD_EXPAND_H

#include "lucus/expand.h"

/* An expansion on its way out. */
typedef struct lu_expansion_shown {
	const lu_expansion *x;
	lu_str id;   /* of the question, as JSON text */
	lu_str text; /* the question; what `text` views in entities has its places told */
	double weight;
	lu_str extra; /* members of the question's record that are passed on, as JSON text without braces */
} lu_expansion_shown;

/* Write it in the format in use. */
lu_code lu_expansion_show(const lu_expansion_shown *s, lu_err *e) LU_MUST_USE;

#endif
