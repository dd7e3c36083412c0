/* SPDX-License-Identifier: MIT
 * The writer's lock: one handle writes a store at a time, of all processes. */
#ifndef LU_STORE_LOCK_H
#define LU_STORE_LOCK_H

#include "lucus/err.h"

typedef struct lu__lock lu__lock;

/* LU__LOCK_OFD where the system has it. */
typedef enum lu__lock_kind {
	LU__LOCK_OFD,     /* of the open file description: no other descriptor of the file matters */
	LU__LOCK_CLASSIC, /* of the process: lost when any descriptor of the file is closed in it */
} lu__lock_kind;

/* Lock the store at `path` by the file "PATH-lock", which is made when it is missing (mode 0600) and stays. LU_EBUSY:
 * somebody holds it after `wait_s` seconds, this process, too; the message says who. Any thread may call it. */
lu_code lu__lock_take(lu__lock **out, const char *path, lu__lock_kind kind, double wait_s, lu_err *e);
/* LU_EUSAGE: this process is a child of the one that took it. LU_EBUSY: the lock was lost, and another process has it. */
lu_code lu__lock_check(lu__lock *l, lu_err *e);
/* Does somebody hold that lock now, in this process or in another one? No, too, where that can not be told. */
bool lu__lock_held(const char *path);
/* Accepts NULL. In a child it does not unlock what its parent holds. */
void lu__lock_drop(lu__lock *l);

#endif
