/* SPDX-License-Identifier: MIT
 * What the commands that answer for several knowledge bases share: lucus serve and lucus mcp. */
#ifndef LU_CMD_SERVING_H
#define LU_CMD_SERVING_H

#include <pthread.h>

#include "cli/opt.h"
#include "service/service.h"

/* How questions are answered that say nothing else: each knowledge base's own settings come before the defaults. */
extern lu_opt cmd_opts_serving[];

/* How a service is opened. */
typedef struct cmd_serving {
	bool make;       /* make the store where there is none */
	int64_t readers; /* of each knowledge base; 0: one for each processor */
	double pause;    /* lu_service_config.pause */
	/* The rest is private. */
	lu_opt_marks given;      /* what the command line, the environment and the files say */
	pthread_mutex_t options; /* the tables: settings are applied to them by more than one thread */
	lu_arena arena;
} cmd_serving;

/* Open the service of the options' store; `opts` is the command's table, with cmd_opts_serving in it. `x` outlives the service.
 * Release with
 * lu_service_close(), then cmd_serving_free(), also after a failure. LU_ENOENT: there is no store, and none is to be made. */
lu_code cmd_serving_open(cmd_serving *x, lu_opt *opts, lu_service **out, lu_err *e) LU_MUST_USE;
void cmd_serving_free(cmd_serving *x);

#endif
