/* SPDX-License-Identifier: MIT
 * The endpoints: a request is read, a knowledge base is asked, and records are the reply. Records are those of the commands
 * (`lucus help records`), written by the same functions; what they are in, and what requests may say, is in /openapi.json.
 *
 * Threads: an lu_api is for any number of them, but for lu_api_open() and lu_api_close(). */
#ifndef LU_API_API_H
#define LU_API_API_H

#include "serve/serve.h"
#include "service/service.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Borrowed until lu_api_close(). */
typedef struct lu_api_config {
	lu_service *service;
	lu_metrics *metrics; /* searches and answers are counted there, and /metrics shows all of them */
	bool tokens;         /* who asks needs one */
	const char *version; /* of lucus */
} lu_api_config;

typedef struct lu_api lu_api;

lu_code lu_api_open(const lu_api_config *c, lu_api **out, lu_err *e) LU_MUST_USE;
void lu_api_close(lu_api *a); /* accepts NULL; no server serves its routes any more */
/* What is served. Borrowed, until close. */
const lu_route *lu_api_routes(const lu_api *a, size_t *n);

#ifdef __cplusplus
}
#endif
#endif
