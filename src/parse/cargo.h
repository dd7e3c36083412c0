/* SPDX-License-Identifier: MIT
 * Cargo's manifests. */
#ifndef LU_PARSE_CARGO_H
#define LU_PARSE_CARGO_H

#include "lucus/record.h"

/* Add to the module `el` what Cargo.toml says of the names of crates: cargo.c lists it. */
lu_code lu__read_cargo(lu_str text, lu_arena *a, lu_element *el, lu_err *e) LU_MUST_USE;

#endif
