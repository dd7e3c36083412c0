/* SPDX-License-Identifier: MIT
 * lucus serve token: the file of those who may ask. */
#ifndef LU_CMD_SERVE_H
#define LU_CMD_SERVE_H

#include "serve/access_token.h"

/* --tokens; NULL: serve-tokens beside the user's configuration file. */
extern const char *cmd_serve_tokens;

/* Read it, as lu_access_tokens_read(). */
lu_code cmd_tokens_read(lu_access_tokens *t, lu_err *e) LU_MUST_USE;
/* lucus serve token ARGV... */
lu_code cmd_token(int argc, char **argv, lu_err *e) LU_MUST_USE;

#endif
