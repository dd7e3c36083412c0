/* SPDX-License-Identifier: MIT
 * Manifests: files of data that tell what imports lead to. */
#ifndef LU_PARSE_MANIFEST_H
#define LU_PARSE_MANIFEST_H

#include "lucus/record.h"

/* Add to the module `el` what the manifest says, as imports: `alias` is what is written elsewhere, `module` what that leads to,
 * `name` which part of the manifest says so. A file that is no manifest, or that can not be read, says nothing. Work is
 * bounded by the length of the text. */
lu_code lu__read_manifest(lu_str path, lu_str text, lu_arena *a, lu_element *el, lu_err *e) LU_MUST_USE;

#endif
