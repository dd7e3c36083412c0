/* SPDX-License-Identifier: MIT
 * What servers were called for, and what that costs, goes into the ledger. */
#ifndef LU_SESSION_SPENT_H
#define LU_SESSION_SPENT_H

#include "lucus/index.h"
#include "store/ledger.h"

/* Dollars for so many tokens; -1: the price is not known. `model` is the provider's name of it. Bad prices are warned
 * of. */
double lu__spent_cost(lu_str model, int64_t tokens, lu_str prices, const lu_watch *w);
/* Enter requests to a model. `tokens` of 0: the server does not count them. That it could not be entered is a
 * warning. */
void lu__spent_note(lu_store *s, const char *purpose, lu_str model, int64_t requests, int64_t tokens, lu_str prices,
		    const lu_watch *w);
/* Enter what `m` was called for, if it was. Accepts NULL. */
void lu__spent_vectors(lu_store *s, const lu_embedder *m, lu_str prices, const lu_watch *w);

#endif
