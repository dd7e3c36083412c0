/* SPDX-License-Identifier: MIT
 * What was asked of servers goes into the ledger. */
#ifndef LU_CMD_SPENT_H
#define LU_CMD_SPENT_H

#include "lucus/embed.h"
#include "lucus/ledger.h"

/* What it would cost to embed so many tokens with the provider that the options name: 0 in process, -1 when the price is not
 * known. *model, of at most `size` bytes: its name. */
double lu_spent_estimate(int64_t tokens, char *model, size_t size);

/* Accepts NULL, and does nothing when nothing was asked. That something could not be noted is a warning. */
void lu_spent_vectors(lu_store *s, const lu_embedder *m);

#endif
