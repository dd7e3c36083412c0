/* SPDX-License-Identifier: MIT
 * Results as bytes, for the cache. The bytes are those of this machine: they are read where they were written. */
#ifndef LU_RETRIEVE_RESULT_BYTES_H
#define LU_RETRIEVE_RESULT_BYTES_H

#include "lucus/retrieve.h"

/* Distinguishes programs whose results may differ; the Makefile makes it. */
extern const char lu__build_number[];

void lu__pack_bytes(lu_buf *b, const void *p, size_t n);
void lu__pack_int(lu_buf *b, int64_t v);
void lu__pack_str(lu_buf *b, lu_str s);

/* A result, and how the number of its hits was decided unless `sel` is NULL. */
void lu__pack_result(lu_buf *b, const lu_result *r, const lu_selection *sel);
/* The same back, all of `s`. False, and nothing is held: that is no result, or memory is out. */
bool lu__unpack_result(lu_str s, lu_result *r, lu_selection *sel);

#endif
