/* SPDX-License-Identifier: MIT
 * Text that goes into markup. */
#ifndef LU_CORE_MARKUP_H
#define LU_CORE_MARKUP_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Append `s` as text of an XML or HTML document, fit also for attributes in double quotes: what is markup is
 * escaped, what is no character of XML becomes U+FFFD. */
void lu_markup(lu_buf *b, lu_str s);
void lu_markupz(lu_buf *b, const char *s);

#ifdef __cplusplus
}
#endif
#endif
