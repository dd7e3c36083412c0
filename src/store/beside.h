/* SPDX-License-Identifier: MIT
 * Small SQLite files beside the store, STORE-NAME (mode 0600): what is not the store's own content, so that who writes it
 * neither waits for a writer of the store nor changes the file. Their rows are of a tenant and a knowledge base, by name. */
#ifndef LU_STORE_BESIDE_H
#define LU_STORE_BESIDE_H

#include "store/internal.h"

struct lu__beside {
	sqlite3 *db; /* NULL: there is none to read, or none can be written */
	const char *name;
	lu_buf path;
	lu_arena a;
	lu_str tenant, kb; /* names of what the store's handle uses */
};

/* Open the file `name`; `write`: make it where it is missing. To be closed whatever this returns. */
lu_code lu__beside_open(lu_store *s, const char *name, bool write, struct lu__beside *out, lu_err *e) LU_MUST_USE;
void lu__beside_close(struct lu__beside *l);
/* "cannot WHAT in 'PATH': ...": LU_EBUSY when others kept it locked for two seconds. */
lu_code lu__beside_fail(struct lu__beside *l, const char *what, lu_err *e);
/* Prepare a statement whose parameters 1 and 2 are the names of tenant and knowledge base. */
lu_code lu__beside_stmt(struct lu__beside *l, const char *sql, sqlite3_stmt **st, lu_err *e) LU_MUST_USE;

#endif
