/* SPDX-License-Identifier: MIT
 * What the files of the service share. */
#ifndef LU_SERVICE_OPENED_H
#define LU_SERVICE_OPENED_H

#include <pthread.h>

#include "service/service.h"

/* A knowledge base that is open. */
typedef struct lu__open {
	lu_base base; /* first: who took it has its address */
	struct lu__open *next;
	size_t taken;
	double used;  /* when it was given back last */
	bool dropped; /* it is in no list any more, and ends with the last who took it */
} lu__open;

/* A knowledge base that the writer has been asked for. */
typedef struct lu__job {
	struct lu__job *next;
	const char *tenant, *kb;
	uint64_t asked, done; /* runs: it is due while more were asked for than are done */
	lu_renewal state;
} lu__job;

struct lu_service {
	lu_service_config config; /* with texts of its own, in `arena` */
	lu_arena arena;
	pthread_mutex_t lock;    /* of all below; nothing is opened, closed or written in it */
	pthread_mutex_t opening; /* one knowledge base is set up at a time; taken before `lock` */
	lu__open *open;
	size_t n_open;

	pthread_t writer;
	bool writing; /* there is such a thread */
	bool ending;
	pthread_cond_t changed; /* of jobs, and of `ending` */
	lu_request request;     /* the writer's: cancelled in the end */
	lu__job *job;
};

/* ---- opened.c ---- */

/* Have *text be a copy. */
lu_code lu__service_keep(lu_arena *a, const char **text, lu_err *e) LU_MUST_USE;
/* Close a list of them. */
void lu__bases_close(lu__open *o);
/* The texts of tenant and kb where they are NULL. */
void lu__service_named(const lu_service *s, const char **tenant, const char **kb);

/* ---- writer.c ---- */

lu_code lu__writer_start(lu_service *s, lu_err *e) LU_MUST_USE;
void lu__writer_stop(lu_service *s);

#endif
