/* SPDX-License-Identifier: MIT
 * The one thread that writes: what it is asked for comes first, then it looks at the trees of what is open. */
#include <string.h>

#include "core/file.h"
#include "core/waiting.h"
#include "service/opened.h"

#define TELL_S 0.2 /* between two calls of who waits */
#define SHARE  20  /* a look at the trees is followed by a pause of so many times as long, at least */

/* ---- a run ---- */

/* What the callbacks of a run are for. */
struct running {
	lu_service *s;
	lu__job *job;
};

static void on_progress(void *ctx, const char *what, int64_t done, int64_t total)
{
	struct running *r = ctx;

	(void)what;
	pthread_mutex_lock(&r->s->lock);
	r->job->state.done = done;
	r->job->state.total = total;
	pthread_mutex_unlock(&r->s->lock);
}

static void set_trouble(lu_renewal *r, const char *text)
{
	size_t n = strnlen(text, sizeof r->trouble - 1);

	memcpy(r->trouble, text, n);
	r->trouble[n] = '\0';
}

/* What a refresh can not do is a warning of it. */
static void on_warn(void *ctx, const char *text)
{
	struct running *r = ctx;

	pthread_mutex_lock(&r->s->lock);
	set_trouble(&r->job->state, text);
	pthread_mutex_unlock(&r->s->lock);
	if (r->s->config.warn) r->s->config.warn(r->s->config.warn_ctx, text);
}

static void on_log(void *ctx, const char *stage, const char *text)
{
	struct running *r = ctx;

	if (r->s->config.log) r->s->config.log(r->s->config.warn_ctx, stage, text);
}

static bool may_make(const lu_service *s, const lu__job *j)
{
	return s->config.make && !strcmp(j->tenant, s->config.tenant) && !strcmp(j->kb, s->config.kb);
}

static lu_code run(lu_service *s, lu__job *j, lu_err *e)
{
	struct running ctx = { s, j };
	lu_watch w = { .ctx = &ctx, .progress = on_progress, .warn = on_warn, .log = on_log };
	lu_base *b = NULL;
	lu_code rc = lu_service_take(s, j->tenant, j->kb, &b, e);

	if (rc == LU_ENOENT && may_make(s, j)) return s->config.make(s->config.ctx, &w, e);
	if (!rc) rc = lu_session_refresh(b->session, &s->request, &b->sync, &w, e);
	lu_service_give(s, b);
	return rc;
}

/* With the lock, which is open meanwhile. */
static void run_job(lu_service *s, lu__job *j)
{
	uint64_t asked = j->asked;
	lu_err e = { LU_OK, "" };
	lu_code rc;

	j->state = (lu_renewal){ .running = true, .missing = j->state.missing };
	pthread_mutex_unlock(&s->lock);
	rc = run(s, j, &e);
	pthread_mutex_lock(&s->lock);
	j->state.running = false;
	j->state.missing = rc == LU_ENOENT || (rc && j->state.missing);
	if (rc) set_trouble(&j->state, e.msg);
	j->done = asked;
	pthread_cond_broadcast(&s->changed);
}

/* ---- what is due ---- */

static lu__job *find_job(lu_service *s, const char *tenant, const char *kb)
{
	lu__job *j = s->job;

	while (j && (strcmp(j->tenant, tenant) != 0 || strcmp(j->kb, kb) != 0)) j = j->next;
	return j;
}

/* NULL: no memory. */
static lu__job *job_of(lu_service *s, const char *tenant, const char *kb)
{
	lu__job *j = find_job(s, tenant, kb);

	if (j) return j;
	j = lu_arena_calloc(&s->arena, 1, sizeof *j);
	if (!j) return NULL;
	j->tenant = lu_arena_dup(&s->arena, lu_strz(tenant)).s;
	j->kb = lu_arena_dup(&s->arena, lu_strz(kb)).s;
	if (!j->tenant || !j->kb) return NULL;
	j->next = s->job;
	s->job = j;
	return j;
}

static lu__job *due(lu_service *s)
{
	lu__job *j = s->job;

	while (j && j->asked == j->done) j = j->next;
	return j;
}

/* All that is open is due. What there is no memory for is looked at the next time. */
static void ask_for_open(lu_service *s)
{
	for (lu__open *o = s->open; o; o = o->next) {
		lu__job *j = job_of(s, o->base.tenant, o->base.kb);

		if (j && j->asked == j->done) j->asked++;
	}
}

static void *write_always(void *arg)
{
	lu_service *s = arg;
	const lu_request *before = lu_request_enter(&s->request);
	double next = lu_now() + s->config.pause, began = 0;

	pthread_mutex_lock(&s->lock);
	while (!s->ending) {
		lu__job *j = due(s);

		if (j) {
			began = lu_now();
			run_job(s, j);
			began = lu_now() - began;
			if (lu_now() + began * SHARE > next) next = lu_now() + began * SHARE;
			if (lu_now() + s->config.pause > next) next = lu_now() + s->config.pause;
		} else if (s->config.pause > 0 && lu_now() >= next) {
			ask_for_open(s);
			next = lu_now() + s->config.pause;
		} else {
			lu_cond_wait(&s->changed, &s->lock, s->config.pause > 0 ? next + .001 : lu_now() + 60);
		}
	}
	pthread_mutex_unlock(&s->lock);
	lu_request_leave(before);
	return NULL;
}

lu_code lu__writer_start(lu_service *s, lu_err *e)
{
	if (lu_thread_start(&s->writer, write_always, s)) return lu_fail(e, LU_ENOMEM, "cannot start a thread");
	s->writing = true;
	return LU_OK;
}

void lu__writer_stop(lu_service *s)
{
	if (!s->writing) return;
	lu_request_cancel(&s->request);
	pthread_mutex_lock(&s->lock);
	s->ending = true;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	pthread_join(s->writer, NULL);
	s->writing = false;
}

/* ---- asking it ---- */

/* Without the lock: is there something to ask? */
static lu_code look(lu_service *s, const char *tenant, const char *kb, bool *missing, lu_err *e)
{
	lu_base *b = NULL;
	lu_code rc = lu_service_take(s, tenant, kb, &b, e);

	lu_service_give(s, b);
	*missing = rc == LU_ENOENT;
	if (*missing && may_make(s, &(lu__job){ .tenant = tenant, .kb = kb })) return LU_OK;
	return rc;
}

/* With the lock, which is open while tell() runs. */
static lu_code wait_for(lu_service *s, lu__job *j, uint64_t run, double seconds, lu_renewal_fn *tell, void *ctx,
			lu_err *e)
{
	double until = lu_now() + seconds;
	lu_code rc = LU_OK;

	while (!rc && j->done < run && !s->ending && lu_now() < until) {
		double left = until - lu_now();

		lu_cond_wait(&s->changed, &s->lock, lu_now() + (left < TELL_S ? left : TELL_S));
		rc = lu_check_cancel(e);
		if (rc || !tell || j->done >= run) continue;
		lu_renewal now = j->state;

		pthread_mutex_unlock(&s->lock);
		tell(ctx, &now);
		pthread_mutex_lock(&s->lock);
	}
	return rc;
}

lu_code lu_service_refresh(lu_service *s, const char *tenant, const char *kb, const lu_request *r, double seconds,
			   lu_renewal_fn *tell, void *ctx, lu_renewal *out, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	bool missing = false;
	lu__job *j = NULL;
	lu_code rc;

	lu__service_named(s, &tenant, &kb);
	rc = look(s, tenant, kb, &missing, e);
	pthread_mutex_lock(&s->lock);
	if (!rc && !(j = job_of(s, tenant, kb))) rc = lu_nomem(e);
	if (!rc) {
		/* one that runs now may have looked at the tree before it changed */
		uint64_t run = j->asked > j->done + 1 ? j->asked : ++j->asked;

		if (j->done + 1 == run) j->state.missing = missing;
		pthread_cond_broadcast(&s->changed);
		rc = wait_for(s, j, run, seconds, tell, ctx, e);
		*out = j->state;
		out->running = j->done < run;
	}
	pthread_mutex_unlock(&s->lock);
	lu_request_leave(before);
	return rc;
}
