/* SPDX-License-Identifier: MIT
 * What the files of lucus expand share. */
#ifndef LU_CMD_EXPAND_H
#define LU_CMD_EXPAND_H

#include "lucus/json.h"

/* Hits of one question that follow each other in the input. */
typedef struct cmd_hit_group {
	lu_buf query; /* id of the question, as JSON text; empty: there are no hits */
	lu_jw extra;  /* what the first of them has that hits do not have, to be passed on */
	lu_strs ids;
	lu_arena arena; /* of them */
} cmd_hit_group;
#define LU_HIT_GROUP \
	{ \
		.query = LU_BUF, .extra = {.out = LU_BUF } \
	}

/* Take a `hit` record, of question `number` unless it says of which. *other: it is of another question than those
 * before it, and was not taken. LU_EFORMAT: what is wrong with it. */
lu_code cmd_hit_group_add(cmd_hit_group *h, const lu_json *v, int64_t number, bool *other, lu_err *e) LU_MUST_USE;
void cmd_hit_group_clear(cmd_hit_group *h);
void cmd_hit_group_free(cmd_hit_group *h);

#endif
