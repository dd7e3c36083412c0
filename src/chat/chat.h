/* SPDX-License-Identifier: MIT
 * The handle. */
#ifndef LU_CHAT_CHAT_H
#define LU_CHAT_CHAT_H

#include "chat/endpoint.h"

struct lu_chat {
	const lu__provider *provider;
	lu_str url, model, key;
	double temperature;
	int64_t max_tokens;
	lu_http_options http;
	bool own;      /* the server is the provider's own */
	bool in_words; /* the server takes no schema: it is put into words */
	lu_price price;
	lu_http *net;   /* NULL until the first request */
	lu_arena arena; /* of the texts */
	const lu_prompts *prompts;
	lu_usage spent[LU_PROMPTS]; /* that nobody has asked for yet */
};

#endif
