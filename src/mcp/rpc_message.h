/* SPDX-License-Identifier: MIT
 * A message as it was read, and what answers are written of. */
#ifndef LU_MCP_MESSAGE_H
#define LU_MCP_MESSAGE_H

#include "mcp/mcp.h"

/* Codes of errors: JSON-RPC's, and the protocol's own. */
enum {
	LU__RPC_PARSE = -32700,
	LU__RPC_REQUEST = -32600,
	LU__RPC_METHOD = -32601,
	LU__RPC_PARAMS = -32602,
	LU__RPC_INTERNAL = -32603,
	LU__RPC_HEADER = -32020,
	LU__RPC_VERSION = -32022
};

#define LU__MODERN "2026-07-28"
#define LU__LEGACY "2025-11-25" /* the newest of those that begin with initialize */

struct lu_mcp_message {
	lu_json *v; /* all of it; NULL: it is no JSON */
	lu_mcp_kind kind;
	bool modern;           /* it has its version in `_meta`, or is of a method that is new with that */
	lu_buf id, cancels;    /* JSON text */
	const char *method;    /* of a request; in `v` */
	const lu_json *params; /* an object, or NULL */
	int error;             /* a code: it can not be answered otherwise; 0: nothing is wrong */
	int status;            /* of that error */
	char why[512];
	lu_str requested; /* of LU__RPC_VERSION: the version */
};

/* Is `v` a revision that begins with initialize, and is answered? */
bool lu__mcp_is_legacy(lu_str v);

/* The beginning of an answer to `m`, whose member "result" is an object that is open; and its end. `cached`: the result
 * is the same for everybody for an hour. */
void lu__mcp_result(lu_jw *w, const lu_mcp_message *m, const char *version, bool cached);
void lu__mcp_result_end(lu_jw *w);
/* An error as an answer. */
void lu__mcp_error(lu_jw *w, const lu_mcp_message *m, int code, const char *text);

#endif
