/* SPDX-License-Identifier: MIT
 * Requests wait in a queue, are sent within the bound, and back off before another attempt if need be. One loop in the
 * caller's thread drives them all. */
#include "lucus/http.h"

#include <stdlib.h>

#include "core/file.h"
#include "lucus/request.h"
#include "net/retry.h"
#include "net/transfer.h"

/* We look this often whether a signal came, in seconds. */
#define GLANCE .05

struct lu_http {
	lu_http_options o;
	const lu__curl *curl; /* NULL: not needed yet */
	CURLM *multi;
	lu__transfer *first, **end; /* the queue */
	lu__transfer *later;        /* for another attempt, in any order */
	lu__transfer *active[LU_HTTP_PARALLEL_MAX];
	int64_t actives;
	double pause; /* until then a server wants no request */
	uint64_t random;
};

lu_code lu_http_new(const lu_http_options *o, lu_http **out, lu_err *e)
{
	lu_code rc = lu_http_options_check(o, e);
	lu_http *h = rc ? NULL : calloc(1, sizeof *h);

	if (rc) return rc;
	if (!h) return lu_nomem(e);
	h->o = *o;
	h->end = &h->first;
	h->random = (uint64_t)lu_time_ns() ^ (uint64_t)(uintptr_t)h;
	*out = h;
	return LU_OK;
}

static void drop_list(lu__transfer *t)
{
	while (t) {
		lu__transfer *next = t->next;

		lu__transfer_free(t);
		t = next;
	}
}

static void drop(lu_http *h)
{
	while (h->actives) {
		lu__transfer *t = h->active[--h->actives];

		lu__transfer_end(t, h->curl, h->multi);
		lu__transfer_free(t);
	}
	drop_list(h->first);
	drop_list(h->later);
	h->first = h->later = NULL;
	h->end = &h->first;
}

void lu_http_free(lu_http *h)
{
	if (!h) return;
	drop(h);
	if (h->multi) h->curl->multi_cleanup(h->multi);
	free(h);
}

static void enqueue(lu_http *h, lu__transfer *t)
{
	t->next = NULL;
	*h->end = t;
	h->end = &t->next;
}

lu_code lu_http_add(lu_http *h, const lu_http_request *r, lu_err *e)
{
	lu__transfer *t;
	lu_code rc = lu__transfer_new(r, &h->o, &t, e);

	if (!rc) enqueue(h, t);
	return rc;
}

lu_code lu_http_add_bearer(lu_http *h, lu_http_request *r, const lu_buf *body, const lu_buf *key, lu_err *e)
{
	lu_buf auth = LU_BUF;
	lu_str header;
	lu_code rc;

	if (key->len) {
		lu_buf_addf(&auth, "Authorization: Bearer %s", key->s);
		header = lu_buf_str(&auth);
		r->headers = (lu_strs){ &header, 1 };
	}
	r->secret = lu_buf_str(key);
	r->body = lu_buf_str(body);
	rc = body->oom || key->oom || auth.oom ? lu_nomem(e) : lu_http_add(h, r, e);
	r->headers = (lu_strs){ NULL, 0 };
	lu_buf_free(&auth);
	return rc;
}

/* ---- the loop ---- */

/* From 0 on, less than 1 (splitmix64). */
static double draw(lu_http *h)
{
	uint64_t z = h->random += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static lu_code prepare(lu_http *h, lu_err *e)
{
	lu_code rc;

	if (h->multi) return LU_OK;
	rc = lu__curl_get(&h->curl, e);
	if (rc) return rc;
	h->multi = h->curl->multi_init();
	if (!h->multi) return lu_nomem(e);
	h->curl->multi_setopt(h->multi, CURLMOPT_MAXCONNECTS, (long)h->o.parallel);
	return LU_OK;
}

/* The next that may be sent, taken from its list: another attempt that is due, else the head of the queue. */
static lu__transfer *next_due(lu_http *h, double now)
{
	lu__transfer **p, *t;

	if (now < h->pause) return NULL;
	for (p = &h->later; (t = *p); p = &t->next) {
		if (t->due > now) continue;
		*p = t->next;
		return t;
	}
	t = h->first;
	if (t) {
		h->first = t->next;
		if (!h->first) h->end = &h->first;
	}
	return t;
}

static lu_code begin(lu_http *h, lu_err *e)
{
	while (h->actives < h->o.parallel) {
		lu__transfer *t = next_due(h, lu_now());
		lu_code rc;

		if (!t) break;
		t->attempts++;
		rc = lu__transfer_begin(t, h->curl, h->multi, e);
		if (rc) {
			lu__transfer_free(t);
			return rc;
		}
		h->active[h->actives++] = t;
	}
	return LU_OK;
}

/* For another attempt, if there may be one. A rate limit is not only for the request that got it. */
static bool defer(lu_http *h, lu__transfer *t, double wait)
{
	double due = lu_now() + (wait >= 0 ? wait : lu__backoff(t->attempts, draw(h)));

	if (due >= lu__transfer_end_of_all(t)) return false;
	if (t->status == 429 && wait >= 0 && due > h->pause) h->pause = due;
	if (t->attempts > h->o.retries) return false;
	t->due = due;
	t->next = h->later;
	h->later = t;
	return true;
}

static lu_code tell(lu__transfer *t, bool good, const lu_err *why, lu_err *e)
{
	double now = lu_now();
	lu_http_reply r = {
		.status = t->status,
		.content_type = lu_strz(t->type),
		.body = lu_buf_str(&t->body),
		.attempts = t->attempts,
		.first_byte = t->first ? t->first - t->added : 0,
		.seconds = now - t->added,
	};

	return t->r.done(t->r.ctx, good ? LU_OK : why->code, &r, why, e);
}

/* The attempt of active[i] is over. */
static lu_code finish(lu_http *h, int64_t i, lu_err *e)
{
	lu__transfer *t = h->active[i];
	lu_err why = { 0 };
	double wait;
	lu__verdict v = lu__transfer_judge(t, h->curl, &wait, &why);
	lu_code rc;

	lu__transfer_end(t, h->curl, h->multi);
	if (v == LU__VERDICT_REDIRECTED) {
		rc = lu__transfer_begin(t, h->curl, h->multi, e);
		if (!rc) return LU_OK;
	} else if (v == LU__VERDICT_AGAIN && defer(h, t, wait)) {
		h->active[i] = h->active[--h->actives];
		return LU_OK;
	} else if (v != LU__VERDICT_DONE && why.code == LU_ENOMEM) {
		rc = lu_nomem(e);
	} else {
		rc = LU_OK;
	}
	h->active[i] = h->active[--h->actives]; /* `done` may add requests */
	if (!rc) rc = tell(t, v == LU__VERDICT_DONE, &why, e);
	lu__transfer_free(t);
	return rc;
}

static void note_ends(lu_http *h)
{
	CURLMsg *m;
	int left;

	while ((m = h->curl->multi_info_read(h->multi, &left))) {
		char *t = NULL;

		if (m->msg != CURLMSG_DONE || h->curl->easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &t)) continue;
		((lu__transfer *)(void *)t)->result = m->data.result;
		((lu__transfer *)(void *)t)->ended = true;
	}
}

/* Hand on what came, end what ended or is late. */
static lu_code settle(lu_http *h, bool *settled, lu_err *e)
{
	int64_t i = h->actives;
	lu_code rc = LU_OK;

	while (i-- > 0 && !rc) {
		lu__transfer *t = h->active[i];
		lu__stop late;

		lu__transfer_give(t);
		if (!t->ended && !t->stop && lu__transfer_limit(t, &late) <= lu_now()) t->stop = late;
		if (!t->ended && !t->stop) continue;
		*settled = true;
		rc = finish(h, i, e);
	}
	return rc;
}

/* Seconds until something is due. */
static double until_next(const lu_http *h)
{
	double now = lu_now(), next = now + GLANCE;
	bool room = h->actives < h->o.parallel;
	const lu__transfer *t;
	lu__stop late;
	int64_t i;

	for (i = 0; i < h->actives; i++) {
		double limit = lu__transfer_limit(h->active[i], &late);

		if (limit < next) next = limit;
	}
	if (room && h->pause > now) {
		if (h->pause < next) next = h->pause;
		room = false;
	}
	for (t = room ? h->later : NULL; t; t = t->next)
		if (t->due < next) next = t->due;
	return next > now ? next - now : 0;
}

static lu_code turn(lu_http *h, lu_err *e)
{
	bool settled = false;
	int running, ready;
	CURLMcode bad;
	lu_code rc = begin(h, e);

	if (rc) return rc;
	bad = h->curl->multi_perform(h->multi, &running);
	note_ends(h);
	rc = bad ? LU_OK : settle(h, &settled, e);
	/* Rounded up, so that what is due is due then. */
	if (!bad && !rc && !settled)
		bad = h->curl->multi_poll(h->multi, NULL, 0, (int)(until_next(h) * 1000) + 1, &ready);
	if (bad == CURLM_OUT_OF_MEMORY) return lu_nomem(e);
	return bad ? lu_fail(e, LU_ENET, "libcurl failed with %d", (int)bad) : rc;
}

lu_code lu_http_run(lu_http *h, lu_err *e)
{
	lu_code rc = LU_OK;

	while (!rc && (h->first || h->later || h->actives)) {
		rc = lu_check_cancel(e);
		if (!rc) rc = prepare(h, e);
		if (!rc) rc = turn(h, e);
	}
	if (rc) drop(h);
	return rc;
}
