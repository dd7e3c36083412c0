/* SPDX-License-Identifier: MIT
 * Included by force before tree-sitter-swift's scanner, which asks for no bytes and writes into them. */
#ifndef LU_PARSE_SWIFT_CALLOC_H
#define LU_PARSE_SWIFT_CALLOC_H

#include <stdlib.h>

#define calloc(n, size) calloc((n) ? (n) : 1, (size))

#endif
