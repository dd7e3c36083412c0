/* SPDX-License-Identifier: MIT
 * Tokens: who may ask a server, and what of. A file has a line of JSON for each, which says what the token's SHA-256 is: who
 * reads the file can not ask. No salt and no slow hash are needed: a token is 256 random bits, which nobody can try. */
#ifndef LU_SERVE_ACCESS_TOKEN_H
#define LU_SERVE_ACCESS_TOKEN_H

#include "lucus/arena.h"
#include "lucus/hash.h"

#define LU_TOKEN_PREFIX "lucus_"
#define LU_TOKEN_SIZE   71 /* the prefix, 64 hexadecimal digits and the terminator */

typedef struct lu_access_token {
	lu_str name, tenant;
	lu_strs kbs; /* none: all of the tenant */
	char hash[LU_SHA256_HEX];
} lu_access_token;

/* Zero-initialise: none. One thread at a time, but for reading. */
typedef struct lu_access_tokens {
	lu_access_token *v;
	size_t n;
	lu_arena arena; /* what they are made of */
} lu_access_tokens;

/* Read those of a file, into empty ones. No file: none. LU_EUSAGE when others than its owner may read it, LU_EFORMAT for what it should not
 * hold. Release with lu_access_tokens_free(), also after a failure. */
lu_code lu_access_tokens_read(const char *path, lu_access_tokens *t, lu_err *e) LU_MUST_USE;
/* Write them, with mode 0600: all, or what was there stays. */
lu_code lu_access_tokens_write(const char *path, const lu_access_tokens *t, lu_err *e) LU_MUST_USE;
/* May be called twice. */
void lu_access_tokens_free(lu_access_tokens *t);

/* Add one; `x` is copied. The token is in `out`, and nowhere else. LU_EUSAGE for a name that is there or that is none: 1 to 64 letters,
 * digits, dots, dashes and underscores. */
lu_code lu_access_tokens_add(lu_access_tokens *t, const lu_access_token *x, char out[LU_TOKEN_SIZE],
			     lu_err *e) LU_MUST_USE;
/* LU_ENOENT when there is none of that name. */
lu_code lu_access_tokens_remove(lu_access_tokens *t, const char *name, lu_err *e) LU_MUST_USE;
/* The one whose token is `secret`; NULL: none. Takes as long whichever it is. */
const lu_access_token *lu_access_tokens_find(const lu_access_tokens *t, lu_str secret);

#endif
