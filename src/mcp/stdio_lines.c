/* SPDX-License-Identifier: MIT
 * The transport of lines: one thread reads, a few work on calls, one message is written at a time. The reader answers
 * what is quick by itself and cancels what others work on, so that it never waits for a call. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/file.h"
#include "core/waiting.h"
#include "mcp/mcp.h"

struct job {
	lu_mcp_message *m;
	lu_request request;
	size_t size; /* of its text */
	struct job *next;
};

struct lines {
	const lu_mcp *mcp;
	FILE *out;
	pthread_mutex_t lock, writing;
	pthread_cond_t wake, done;
	struct job *waiting, *working; /* waiting: in the order in which they came */
	size_t n_waiting, waiting_bytes;
	bool ending;
	int failed; /* errno of a write */
	pthread_t thread[LU_MCP_CALLS];
	size_t n_thread;
};

static lu_code send_line(void *ctx, lu_str s, lu_err *e)
{
	struct lines *l = ctx;
	int failed;

	pthread_mutex_lock(&l->writing);
	if (!l->failed && (fwrite(s.s, 1, s.n, l->out) != s.n || putc('\n', l->out) == EOF || fflush(l->out)))
		l->failed = errno ? errno : EIO;
	failed = l->failed;
	pthread_mutex_unlock(&l->writing);
	return failed ? lu_fail(e, LU_EIO, "cannot write output: %s", strerror(failed)) : LU_OK;
}

/* Does nobody read what is written any more? */
static bool is_unread(struct lines *l)
{
	bool failed;

	pthread_mutex_lock(&l->writing);
	failed = l->failed != 0;
	pthread_mutex_unlock(&l->writing);
	return failed;
}

/* ---- workers ---- */

static void take_off(struct job **list, struct job *j)
{
	while (*list != j) list = &(*list)->next;
	*list = j->next;
}

static void free_job(struct job *j)
{
	lu_mcp_message_free(j->m);
	free(j);
}

static void work(struct lines *l, struct job *j)
{
	lu_buf reply = LU_BUF;
	lu_err why;
	int status;
	lu_code rc = lu_mcp_answer(l->mcp, j->m, &j->request, send_line, l, &reply, &status, &why);
	bool cancelled;

	pthread_mutex_lock(&l->lock);
	cancelled = __atomic_load_n(&j->request.cancelled, __ATOMIC_RELAXED) != 0;
	pthread_mutex_unlock(&l->lock);
	if (!rc && reply.len && !cancelled) rc = send_line(l, lu_buf_str(&reply), &why);
	(void)rc; /* what can not be written is found by the reader, too */
	lu_buf_free(&reply);
}

static void *worker(void *ctx)
{
	struct lines *l = ctx;

	pthread_mutex_lock(&l->lock);
	for (;;) {
		struct job *j = l->waiting;

		if (!j && l->ending) break;
		if (!j) {
			pthread_cond_wait(&l->wake, &l->lock);
			continue;
		}
		l->waiting = j->next;
		l->n_waiting--;
		l->waiting_bytes -= j->size;
		j->next = l->working;
		l->working = j;
		pthread_mutex_unlock(&l->lock);
		work(l, j);
		pthread_mutex_lock(&l->lock);
		take_off(&l->working, j);
		free_job(j);
		pthread_cond_broadcast(&l->done);
	}
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

/* Signals are for the reader, whose read they end. */
static lu_code begin(struct lines *l, lu_err *e)
{
	int rc = 0;

	lu_cond_init(&l->done);
	while (l->n_thread < LU_MCP_CALLS && !(rc = lu_thread_start(&l->thread[l->n_thread], worker, l))) l->n_thread++;
	return l->n_thread ? LU_OK : lu_fail(e, LU_EIO, "cannot start a thread: %s", strerror(rc));
}

/* ---- the reader ---- */

static void cancel_in(struct job *j, lu_str id)
{
	for (; j; j = j->next)
		if (lu_str_eq(lu_mcp_message_id(j->m), id)) lu_request_cancel(&j->request);
}

static void cancel(struct lines *l, const lu_mcp_message *m)
{
	pthread_mutex_lock(&l->lock);
	cancel_in(l->waiting, lu_mcp_cancels(m));
	cancel_in(l->working, lu_mcp_cancels(m));
	pthread_mutex_unlock(&l->lock);
}

static bool is_known(const struct job *j, lu_str id)
{
	while (j && !lu_str_eq(lu_mcp_message_id(j->m), id)) j = j->next;
	return j != NULL;
}

/* Put a call behind those that wait; what can not be taken is answered as wrong by the caller. */
static const char *put(struct lines *l, lu_mcp_message *m, size_t size)
{
	struct job *j = malloc(sizeof *j), **end = &l->waiting;
	const char *why = j ? NULL : "out of memory";

	pthread_mutex_lock(&l->lock);
	if (!why &&
	    (l->n_waiting >= LU_MCP_WAITING || (l->n_waiting && l->waiting_bytes + size > LU_MCP_WAITING_BYTES)))
		why = "too many calls are in work: wait for some to end";
	if (!why && (is_known(l->waiting, lu_mcp_message_id(m)) || is_known(l->working, lu_mcp_message_id(m))))
		why = "a call of that id is in work";
	if (!why) {
		*j = (struct job){ .m = m, .size = size };
		lu_request_init(&j->request, 0);
		while (*end) end = &(*end)->next;
		*end = j;
		l->n_waiting++;
		l->waiting_bytes += size;
		pthread_cond_signal(&l->wake);
	}
	pthread_mutex_unlock(&l->lock);
	if (why) free(j);
	return why;
}

static lu_code answer_now(struct lines *l, const lu_mcp_message *m, lu_err *e)
{
	lu_buf reply = LU_BUF;
	int status;
	lu_code rc = lu_mcp_answer(l->mcp, m, NULL, send_line, l, &reply, &status, e);

	if (!rc && reply.len) rc = send_line(l, lu_buf_str(&reply), e);
	lu_buf_free(&reply);
	return rc;
}

/* Takes `m`, whose text had `size` bytes. */
static lu_code handle(struct lines *l, lu_mcp_message *m, size_t size, lu_err *e)
{
	const char *why = NULL;
	lu_code rc = LU_OK;

	switch (lu_mcp_message_kind(m)) {
	case LU_MCP_CANCEL: cancel(l, m); break;
	case LU_MCP_QUICK: rc = answer_now(l, m, e); break;
	case LU_MCP_CALL:
		if (!(why = put(l, m, size))) return LU_OK;
		lu_mcp_message_refuse(m, why);
		rc = answer_now(l, m, e);
		break;
	case LU_MCP_DROP: break;
	}
	lu_mcp_message_free(m);
	return rc;
}

static lu_code read_one(struct lines *l, lu_reader *in, lu_err *e)
{
	lu_mcp_message *m = NULL;
	lu_err why;
	lu_str line = { NULL, 0 };
	lu_code rc = lu_reader_line(in, '\n', &line, &why);

	if (rc == LU_EFORMAT) rc = lu_mcp_refused(why.msg, &m, e);
	else if (rc == LU_DONE || lu_cancelled()) return LU_DONE;
	else if (rc) return lu_fail(e, rc, "%s", why.msg);
	else if (!lu_str_trim(line).n) return LU_OK;
	else rc = lu_mcp_read(line, NULL, &m, e);
	return rc ? rc : handle(l, m, line.n, e);
}

/* Let calls end, of which many may wait: when none has ended for `grace` seconds, those that are left are cancelled. */
static void end(struct lines *l, double grace)
{
	pthread_mutex_lock(&l->lock);
	while ((l->waiting || l->working) && !lu_cancelled() && !is_unread(l))
		if (!lu_cond_wait(&l->done, &l->lock, lu_now() + grace)) break;
	l->ending = true;
	for (struct job *j = l->waiting; j; j = j->next) lu_request_cancel(&j->request);
	for (struct job *j = l->working; j; j = j->next) lu_request_cancel(&j->request);
	pthread_cond_broadcast(&l->wake);
	pthread_mutex_unlock(&l->lock);
	for (size_t i = 0; i < l->n_thread; i++) pthread_join(l->thread[i], NULL);
}

lu_code lu_mcp_lines(const lu_mcp *m, FILE *in, FILE *out, double grace, lu_err *e)
{
	struct lines l = { .mcp = m,
			   .out = out,
			   .lock = PTHREAD_MUTEX_INITIALIZER,
			   .writing = PTHREAD_MUTEX_INITIALIZER,
			   .wake = PTHREAD_COND_INITIALIZER };
	lu_reader r;
	lu_code rc = begin(&l, e);

	if (rc) return rc;
	lu_reader_init(&r, in, "-");
	r.max = LU_MCP_LINE_MAX;
	while (!rc) rc = read_one(&l, &r, e);
	end(&l, rc == LU_DONE ? grace : 0);
	lu_reader_free(&r);
	if (l.failed) return lu_fail(e, LU_EIO, "cannot write output: %s", strerror(l.failed));
	return rc == LU_DONE ? LU_OK : rc;
}
