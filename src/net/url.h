/* SPDX-License-Identifier: MIT
 * As much of a URL as must be known before a request is sent to it. */
#ifndef LU_NET_URL_H
#define LU_NET_URL_H

#include "lucus/str.h"

typedef struct lu__url {
	bool https;
	lu_str at;   /* host, and port where there is one: what messages show */
	lu_str host; /* without the brackets of an IPv6 address */
	int port;    /* the usual one when the URL has none */
} lu__url;

/* Views into `url`. LU_EUSAGE: it is no URL of http or https, or has a user's name, or what no URL may hold. */
lu_code lu__url_parse(lu_str url, lu__url *out, lu_err *e) LU_MUST_USE;

/* "localhost", 127.0.0.0/8 or ::1: what is sent there stays on this machine. */
bool lu__url_local(const lu__url *u);

/* May what was sent to `from` be sent to `to`, where `from` redirects it? To the same host and port, or from http
 * to https of the same host. */
bool lu__url_follows(const lu__url *from, const lu__url *to);

#endif
