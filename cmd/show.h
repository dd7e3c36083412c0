/* SPDX-License-Identifier: MIT
 * An element, as lucus show prints it. */
#ifndef LU_CMD_SHOW_H
#define LU_CMD_SHOW_H

#include "session/listing.h"

/* Its place, type and name. heir: the type that was named, which inherits it; empty: there is none. */
void cmd_element_head(const lu_brief *el, lu_str heir, const lu_location *at);
/* One of several, in a line. */
void cmd_element_line(const lu_brief *el);
/* Numbered lines; those that are the element's, where others are around it, have a green number. */
void cmd_element_source(const lu_listing *x);
lu_code cmd_element_record(lu_store *s, const lu_brief *el, lu_str heir, const lu_location *at, lu_arena *a,
			   lu_err *e) LU_MUST_USE;

#endif
