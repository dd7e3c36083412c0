/* SPDX-License-Identifier: MIT
 * What is said about a request that failed: one sentence, without the key, without a header. */
#ifndef LU_NET_MESSAGE_H
#define LU_NET_MESSAGE_H

#include "lucus/str.h"

/* The message in the body of an error, as one line of at most LU__MESSAGE_MAX bytes: what the JSON of the providers
 * has, or the text itself where it is short and no markup. Appends nothing when there is none. */
#define LU__MESSAGE_MAX 240
void lu__message_of_body(lu_buf *out, lu_str body, lu_str secret);

#endif
