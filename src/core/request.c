/* SPDX-License-Identifier: MIT */
#include "lucus/request.h"

#include "core/file.h"

/* Atomic: the handler runs in one thread, and others look. */
static int signalled;
static _Thread_local const lu_request *current;

void lu_request_init(lu_request *r, double seconds)
{
	*r = (lu_request){ .deadline = seconds > 0 ? lu_now() + seconds : 0 };
}

void lu_request_cancel(lu_request *r)
{
	__atomic_store_n(&r->cancelled, 1, __ATOMIC_RELAXED);
}

static bool is_cancelled(const lu_request *r)
{
	return __atomic_load_n(&r->cancelled, __ATOMIC_RELAXED) != 0;
}

bool lu_request_expired(const lu_request *r)
{
	return r->deadline > 0 && lu_now() >= r->deadline;
}

const lu_request *lu_request_enter(const lu_request *r)
{
	const lu_request *before = current;

	if (r) current = r;
	return before;
}

void lu_request_leave(const lu_request *before)
{
	current = before;
}

void lu_cancel(void)
{
	__atomic_store_n(&signalled, 1, __ATOMIC_RELAXED);
}

static bool is_signalled(void)
{
	return __atomic_load_n(&signalled, __ATOMIC_RELAXED) != 0;
}

bool lu_cancelled(void)
{
	return is_signalled() || (current && (is_cancelled(current) || lu_request_expired(current)));
}

lu_code lu_check_cancel(lu_err *e)
{
	if (is_signalled()) return lu_fail(e, LU_ECANCEL, "interrupted");
	if (!current) return LU_OK;
	if (is_cancelled(current)) return lu_fail(e, LU_ECANCEL, "cancelled");
	return lu_request_expired(current) ? lu_fail(e, LU_ECANCEL, "the time of the request is over") : LU_OK;
}
