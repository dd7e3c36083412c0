/* SPDX-License-Identifier: MIT
 * What is tried again, and when. */
#ifndef LU_NET_RETRY_H
#define LU_NET_RETRY_H

#include "lucus/str.h"

/* Is this status transient: may the same request succeed later? */
bool lu__retry_status(int status);

#define LU__RETRY_WAIT_MAX  30  /* seconds that we wait by ourselves */
#define LU__RETRY_AFTER_MAX 120 /* the most seconds that we wait because a server wants it */

/* Seconds before repetition `n` (from 1); `random` is at least 0 and less than 1. */
double lu__backoff(int n, double random);

/* Value of Retry-After, a number of seconds or a date of HTTP: the seconds from `now` (since 1970) on, 0 for a
 * date that is over; -1: it is neither. */
double lu__retry_after(lu_str value, double now);

#endif
