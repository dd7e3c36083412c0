/* SPDX-License-Identifier: MIT */
#ifndef LU_RETRIEVE_FRAME_NAME_H
#define LU_RETRIEVE_FRAME_NAME_H

#include "lucus/store.h"

/* The name and scope of the place f->path, which is a view into `text`, as a stack trace tells them; empty: it does not. */
void lu__frame_name(lu_str text, lu_frame *f);

#endif
