/* SPDX-License-Identifier: MIT
 * Read handles for many threads. Each stays in one transaction, its snapshot, as long as nobody has written: what was
 * made of the store in it stays true, from one request to the next. A handle of its own, which is in no transaction, sees
 * whether somebody has. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "lucus/file.h"
#include "lucus/readers.h"
#include "lucus/request.h"
#include "store/internal.h"

struct slot {
	lu_store_reader r;
	int64_t version; /* of the store, seen before its snapshot began */
	bool taken;
};

struct lu_readers {
	lu_store *watch;
	lu_readers_drop_fn *drop;
	void *ctx;
	pthread_mutex_t lock;
	pthread_cond_t given;
	size_t n, most;
	uint64_t states;
	struct slot slot[];
};

/* End the snapshot, with what was made of it. */
static void leave_state(struct lu_readers *p, struct slot *t)
{
	if (t->r.kept) p->drop(p->ctx, t->r.kept);
	t->r.kept = NULL;
	if (t->r.store->in_txn && lu_store_commit(t->r.store, NULL)) lu_store_rollback(t->r.store);
	t->version = -1;
}

/* Begin a snapshot: the first read does, not BEGIN. */
static lu_code enter_state(struct lu_readers *p, struct slot *t, int64_t version, lu_err *e)
{
	lu_store *s = t->r.store;
	sqlite3_stmt *st = NULL;
	int64_t generation = -1, dim = 0;
	lu_code rc = lu_store_begin(s, e);

	if (!rc) rc = lu__stmt(s, "SELECT generation FROM kb WHERE tenant = ? AND id = ?", &st, e, "k");
	if (!rc) rc = lu__int(s, st, -1, &generation, "read the knowledge base", e);
	if (!rc && generation < 0) rc = lu_fail(e, LU_ENOENT, "the knowledge base is gone");
	if (!rc) rc = lu__stmt(s, "SELECT dim FROM kb WHERE tenant = ? AND id = ?", &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &dim, "read the knowledge base", e);
	if (rc) {
		leave_state(p, t);
		return rc;
	}
	s->dim = dim;
	s->where_block = -1;
	t->version = version;
	t->r.generation = generation;
	t->r.state = ++p->states;
	return LU_OK;
}

static void leave_old(lu_readers *p, int64_t version)
{
	for (size_t i = 0; i < p->n; i++) {
		struct slot *t = &p->slot[i];

		if (!t->taken && t->version >= 0 && t->version != version) leave_state(p, t);
	}
}

lu_code lu_readers_open(lu_readers **out, lu_store *s, size_t most, lu_readers_drop_fn *drop, void *ctx, lu_err *e)
{
	pthread_condattr_t attr;
	lu_readers *p = calloc(1, sizeof *p + most * sizeof *p->slot);
	lu_code rc;

	if (!p) return lu_nomem(e);
	if ((rc = lu_store_twin(s, &p->watch, e))) {
		free(p);
		return rc;
	}
	p->most = most;
	p->drop = drop;
	p->ctx = ctx;
	pthread_mutex_init(&p->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&p->given, &attr);
	pthread_condattr_destroy(&attr);
	*out = p;
	return LU_OK;
}

void lu_readers_close(lu_readers *p)
{
	if (!p) return;
	for (size_t i = 0; i < p->n; i++) {
		leave_state(p, &p->slot[i]);
		lu_store_close(p->slot[i].r.store);
	}
	lu_store_close(p->watch);
	pthread_cond_destroy(&p->given);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

/* A free handle: one whose snapshot is still true, else any, else a new one; NULL with LU_OK: all are taken. */
static lu_code free_slot(lu_readers *p, int64_t version, struct slot **out, lu_err *e)
{
	struct slot *any = NULL;
	lu_code rc;

	for (size_t i = 0; i < p->n; i++) {
		struct slot *t = &p->slot[i];

		if (!t->taken && (!any || (t->version == version && any->version != version))) any = t;
	}
	*out = any;
	if (any || p->n == p->most) return LU_OK;
	any = &p->slot[p->n];
	*any = (struct slot){ .version = -1 };
	if ((rc = lu_store_twin(p->watch, &any->r.store, e))) return rc;
	p->n++;
	*out = any;
	return LU_OK;
}

/* Wait a moment for a handle to be given back; the end of the request is looked for in between. */
static void wait_given(lu_readers *p)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec += 20000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	pthread_cond_timedwait(&p->given, &p->lock, &t);
}

/* Under the lock. */
static lu_code take(lu_readers *p, double until, struct slot **out, lu_err *e)
{
	struct slot *t = NULL;
	int64_t version = 0;
	lu_code rc;

	while (!(rc = lu_store_version(p->watch, &version, e)) && !(rc = free_slot(p, version, &t, e)) && !t) {
		if (lu_now() >= until) return lu_fail(e, LU_EBUSY, "all %zu readers of the store are in use", p->most);
		if ((rc = lu_check_cancel(e))) return rc;
		wait_given(p);
	}
	if (rc) return rc;
	leave_old(p, version);
	if (t->version != version && (rc = enter_state(p, t, version, e))) return rc;
	t->taken = true;
	*out = t;
	return LU_OK;
}

lu_code lu_readers_take(lu_readers *p, double wait_s, lu_store_reader **out, lu_err *e)
{
	struct slot *t = NULL;
	lu_code rc;

	pthread_mutex_lock(&p->lock);
	rc = take(p, lu_now() + wait_s, &t, e);
	pthread_mutex_unlock(&p->lock);
	if (!rc) *out = &t->r;
	return rc;
}

void lu_readers_give(lu_readers *p, lu_store_reader *r)
{
	if (!r) return;
	pthread_mutex_lock(&p->lock);
	((struct slot *)(void *)r)->taken = false;
	pthread_cond_signal(&p->given);
	pthread_mutex_unlock(&p->lock);
	lu_readers_settle(p);
}

void lu_readers_settle(lu_readers *p)
{
	int64_t version = 0;

	pthread_mutex_lock(&p->lock);
	if (!lu_store_version(p->watch, &version, NULL)) leave_old(p, version);
	pthread_mutex_unlock(&p->lock);
}
