/* SPDX-License-Identifier: MIT
 * How long is what a zlib stream holds? */
#ifndef LU_GIT_DEFLATED_H
#define LU_GIT_DEFLATED_H

#include "lucus/str.h"

/* The bytes that the whole stream `in` comes to; false: it is cut short or damaged, or comes to more than `max`. */
bool lu__deflated_size(lu_str in, size_t max, size_t *n);

#endif
