/* SPDX-License-Identifier: MIT
 * How an attempt ended: one place that turns libcurl's results, statuses and limits into what happens next and one
 * sentence. */
#include <stdio.h>

#include "core/file.h"
#include "net/message.h"
#include "net/retry.h"
#include "net/transfer.h"

enum { HOPS = 5 };

/* Set the sentence, without the key; "AT" and what follows. */
static void say(const lu__transfer *t, lu_err *why, const char *text)
{
	lu_buf b = LU_BUF;

	lu_http_redact(&b, lu_strz(text), t->r.secret);
	lu_fail(why, LU_ENET, "%s", b.oom ? "out of memory" : b.s);
	lu_buf_free(&b);
}

#define SAY(t, why, ...) \
	do { \
		char text_[1024]; /* more than a message: its end is cut off when the key is out of it */ \
		snprintf(text_, sizeof text_, __VA_ARGS__); \
		say(t, why, text_); \
	} while (0)

/* What is larger than it may be. */
static void too_large(const lu__transfer *t, lu_err *why)
{
	size_t max = t->max_bytes;

	if (max % (1 << 20)) SAY(t, why, "the answer of %.*s is larger than %zu bytes", LU_FMT(t->where.at), max);
	else SAY(t, why, "the answer of %.*s is larger than %zu MiB", LU_FMT(t->where.at), max >> 20);
}

static lu__verdict wrong_type(const lu__transfer *t, lu_err *why)
{
	const char *wanted = t->r.stream ? "text/event-stream" : "application/json";
	size_t n = strspn(t->type, "abcdefghijklmnopqrstuvwxyz0123456789/+-.");

	if (!n || t->type[n])
		SAY(t, why, "%.*s does not answer with %s: is the URL right?", LU_FMT(t->where.at), wanted);
	else
		SAY(t, why, "%.*s answered with %s instead of %s: is the URL right?", LU_FMT(t->where.at), t->type,
		    wanted);
	return LU__VERDICT_FAILED;
}

/* Once a piece was given, what follows can not be had again. */
static lu__verdict again(const lu__transfer *t)
{
	return t->given ? LU__VERDICT_FAILED : LU__VERDICT_AGAIN;
}

static lu__verdict stopped(const lu__transfer *t, lu_err *why)
{
	switch (t->stop) {
	case LU__STOP_CONNECT:
		SAY(t, why, "cannot reach %.*s within %g s", LU_FMT(t->where.at), t->o->connect);
		return LU__VERDICT_AGAIN;
	case LU__STOP_FIRST:
		SAY(t, why, "%.*s did not answer within %g s", LU_FMT(t->where.at), t->o->first_byte);
		return LU__VERDICT_AGAIN;
	case LU__STOP_IDLE:
		SAY(t, why, "%.*s stopped in the middle of its answer: nothing more came within %g s",
		    LU_FMT(t->where.at), t->o->idle);
		return again(t);
	case LU__STOP_TOTAL:
		SAY(t, why, "%.*s did not end its answer within %g s", LU_FMT(t->where.at), t->o->total);
		return t->first ? LU__VERDICT_FAILED : LU__VERDICT_AGAIN;
	case LU__STOP_ALL:
		SAY(t, why, "%.*s did not %s within %g s", LU_FMT(t->where.at), t->first ? "end its answer" : "answer",
		    t->o->all);
		return LU__VERDICT_FAILED;
	case LU__STOP_HEAD:
		SAY(t, why, "%.*s sends headers without end", LU_FMT(t->where.at));
		return LU__VERDICT_FAILED;
	case LU__STOP_LARGE: too_large(t, why); return LU__VERDICT_FAILED;
	case LU__STOP_TYPE: return wrong_type(t, why);
	case LU__STOP_PIECE: *why = t->stopped; return LU__VERDICT_FAILED;
	case LU__STOP_NOMEM:
	case LU__STOP_NONE: break;
	}
	lu_nomem(why);
	return LU__VERDICT_FAILED;
}

/* libcurl's own words, or the system's. */
static const char *reason(const lu__transfer *t, const lu__curl *c)
{
	long number = 0;

	if (t->result == CURLE_COULDNT_RESOLVE_HOST) return "no machine of that name is known";
	if (t->result == CURLE_COULDNT_CONNECT && !c->easy_getinfo(t->easy, CURLINFO_OS_ERRNO, &number) && number > 0)
		return strerror((int)number);
	return t->detail[0] ? t->detail : c->easy_strerror(t->result);
}

/* A proxy that does not let us through. */
static bool barred(const lu__transfer *t, const lu__curl *c, long *status)
{
	*status = 0;
	if (c->easy_getinfo(t->easy, CURLINFO_HTTP_CONNECTCODE, status)) return false;
	return *status >= 300;
}

static lu__verdict broken(const lu__transfer *t, const lu__curl *c, lu_err *why)
{
	long status;

	if (barred(t, c, &status)) {
		SAY(t, why, "cannot reach %.*s: the proxy answered %ld", LU_FMT(t->where.at), status);
		return lu__retry_status((int)status) ? LU__VERDICT_AGAIN : LU__VERDICT_FAILED;
	}
	switch (t->result) {
	case CURLE_COULDNT_CONNECT:
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PROXY:
	case CURLE_OPERATION_TIMEDOUT:
		SAY(t, why, "cannot reach %.*s: %s", LU_FMT(t->where.at), reason(t, c));
		return LU__VERDICT_AGAIN;
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_ISSUER_ERROR:
	case CURLE_SSL_CRL_BADFILE:
		SAY(t, why, "the certificate of %.*s is not trusted: %s", LU_FMT(t->where.at), reason(t, c));
		return LU__VERDICT_FAILED;
	case CURLE_FILESIZE_EXCEEDED: too_large(t, why); return LU__VERDICT_FAILED;
	case CURLE_GOT_NOTHING:
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
	case CURLE_PARTIAL_FILE:
	case CURLE_HTTP2:
	case CURLE_HTTP2_STREAM:
		SAY(t, why, "%.*s closed the connection %s", LU_FMT(t->where.at),
		    t->first ? "in the middle of its answer" : "without an answer");
		return again(t);
	case CURLE_OUT_OF_MEMORY: lu_nomem(why); return LU__VERDICT_FAILED;
	default: SAY(t, why, "cannot ask %.*s: %s", LU_FMT(t->where.at), reason(t, c)); return LU__VERDICT_FAILED;
	}
}

/* "127.0.0.1:9 answered 429 after 4 attempts: rate limited". */
static void answered(const lu__transfer *t, double asked, lu_err *why)
{
	char times[32] = "", wait[48] = "";
	lu_buf m = LU_BUF;

	if (t->attempts > 1) snprintf(times, sizeof times, " after %d attempts", t->attempts);
	if (asked > LU__RETRY_AFTER_MAX) snprintf(wait, sizeof wait, "; it asks to wait for %.0f s", asked);
	lu__message_of_body(&m, lu_buf_str(&t->body), t->r.secret);
	SAY(t, why, "%.*s answered %d%s%s%s%s", LU_FMT(t->where.at), t->status, times, m.len ? ": " : "", m.s, wait);
	lu_buf_free(&m);
}

static lu__verdict redirected(lu__transfer *t, const lu__curl *c, lu_err *why)
{
	char *to = NULL;
	lu_str copy;
	lu__url where;

	if (c->easy_getinfo(t->easy, CURLINFO_REDIRECT_URL, &to) || !to) {
		answered(t, -1, why);
		return LU__VERDICT_FAILED;
	}
	copy = lu_arena_dup(&t->arena, lu_strz(to));
	if (!copy.s) {
		lu_nomem(why);
		return LU__VERDICT_FAILED;
	}
	if (lu__url_parse(copy, &where, NULL)) SAY(t, why, "%.*s redirects to what is no URL", LU_FMT(t->where.at));
	else if (!lu__url_follows(&t->where, &where))
		SAY(t, why, "%.*s redirects to another host, %s%.*s, which is not followed", LU_FMT(t->where.at),
		    where.https ? "" : "http://", LU_FMT(where.at));
	else if (++t->hops > HOPS) SAY(t, why, "%.*s redirects more than %d times", LU_FMT(t->where.at), HOPS);
	else {
		t->url = copy.s;
		t->where = where;
		return LU__VERDICT_REDIRECTED;
	}
	return LU__VERDICT_FAILED;
}

static lu__verdict succeeded(const lu__transfer *t, lu_err *why)
{
	return strcmp(t->type, t->r.stream ? "text/event-stream" : "application/json") == 0 ? LU__VERDICT_DONE
											    : wrong_type(t, why);
}

lu__verdict lu__transfer_judge(lu__transfer *t, const lu__curl *c, double *wait, lu_err *why)
{
	*wait = -1;
	if (t->stop) return stopped(t, why);
	if (t->result) return broken(t, c, why);
	if (t->status >= 200 && t->status < 300) return succeeded(t, why);
	if (t->status == 301 || t->status == 302 || t->status == 307 || t->status == 308) return redirected(t, c, why);
	if (lu__retry_status(t->status)) *wait = lu__retry_after(lu_strz(t->retry_after), (double)lu_time_ns() / 1e9);
	answered(t, *wait, why);
	return lu__retry_status(t->status) && *wait <= LU__RETRY_AFTER_MAX ? LU__VERDICT_AGAIN : LU__VERDICT_FAILED;
}
