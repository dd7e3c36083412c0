/* SPDX-License-Identifier: MIT
 * The providers of language models: what each speaks, where its server is. */
#ifndef LU_CHAT_ENDPOINT_H
#define LU_CHAT_ENDPOINT_H

#include "chat/reply.h"

typedef struct lu__provider {
	const char *name;
	const lu__api *api;
	const char *host;     /* of its own server: NULL when everybody runs one of his own */
	const char *url;      /* base of its own server, or where such a server listens on this machine */
	const char *root;     /* what is appended to a url without a path */
	const char *endpoint; /* what is appended to one with a path */
	const char *model;    /* default; NULL: there is none */
	double hottest;       /* highest temperature */
} lu__provider;

/* LU_EUSAGE lists the names. */
lu_code lu__provider_find(const lu_chat_config *c, const lu__provider **out, lu_err *e) LU_MUST_USE;
/* Append the url that requests go to. */
void lu__provider_url(const lu__provider *p, const char *url, lu_buf *out);

#endif
