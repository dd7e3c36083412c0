/* SPDX-License-Identifier: MIT
 * URLs are taken apart here, strictly: what this file and libcurl could read differently is refused. */
#include "net/url.h"

#include <strings.h>

#include "core/ascii.h"
#include "lucus/http.h"

static bool name_char(char c)
{
	return lu_is_alnum(c) || (c && strchr(".-_", c));
}

static bool host_valid(lu_str host, bool address)
{
	size_t i;

	for (i = 0; i < host.n; i++)
		if (!(address ? host.s[i] == ':' || name_char(host.s[i]) : name_char(host.s[i]))) return false;
	return host.n > 0 && host.n <= 253;
}

/* ":PORT", or nothing. */
static bool port_of(lu_str s, int *port)
{
	size_t i;
	int n = 0;

	if (!s.n) return true;
	if (s.s[0] != ':' || s.n > 6) return false;
	for (i = 1; i < s.n; i++) {
		if (!lu_is_digit(s.s[i])) return false;
		n = n * 10 + s.s[i] - '0';
	}
	if (n < 1 || n > 65535) return false;
	*port = n;
	return true;
}

static bool authority(lu_str at, lu__url *u)
{
	bool address = at.n && at.s[0] == '[';
	const char *end = at.n ? memchr(at.s, address ? ']' : ':', at.n) : NULL;
	size_t n = end ? (size_t)(end - at.s) : at.n;

	if (address && !end) return false;
	u->at = at;
	u->host = address ? lu_strn(at.s + 1, n - 1) : lu_strn(at.s, n);
	if (address) n++;
	return host_valid(u->host, address) && port_of(lu_strn(at.s + n, at.n - n), &u->port);
}

static bool clean(lu_str s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if ((unsigned char)s.s[i] <= ' ' || (unsigned char)s.s[i] >= 0x7f || s.s[i] == '\\') return false;
	return true;
}

/* What messages may show. */
static lu_str shown(lu_str s)
{
	size_t i;

	for (i = 0; i < s.n && i < 100 && !strchr("?#", s.s[i]); i++)
		if (s.s[i] == '@') return lu_strz("...");
	return lu_strn(s.s, i);
}

lu_code lu__url_parse(lu_str url, lu__url *out, lu_err *e)
{
	lu__url u = { .port = 80 };
	lu_str at;
	size_t i = 7;

	if (url.n > 8 && strncasecmp(url.s, "https://", 8) == 0) {
		u.https = true;
		u.port = 443;
		i = 8;
	} else if (url.n < 8 || strncasecmp(url.s, "http://", 7) != 0 || !clean(url)) {
		return lu_fail(e, LU_EUSAGE, "'%.*s' is no URL of http or https", LU_FMT(shown(url)));
	}
	at = lu_strn(url.s + i, url.n - i);
	for (i = 0; i < at.n && !strchr("/?#", at.s[i]);) i++;
	at.n = i;
	/* What precedes the @ may be secret. */
	if (at.n && memchr(at.s, '@', at.n))
		return lu_fail(e, LU_EUSAGE, "a URL with a user's name or password is not taken");
	if (!clean(url) || !authority(at, &u))
		return lu_fail(e, LU_EUSAGE, "'%.*s' is no host of a URL", LU_FMT(shown(at)));
	*out = u;
	return LU_OK;
}

static bool digits_and_dots(lu_str s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (s.s[i] != '.' && !lu_is_digit(s.s[i])) return false;
	return true;
}

static bool same_name(lu_str a, lu_str b)
{
	return a.n == b.n && strncasecmp(a.s, b.s, a.n) == 0;
}

bool lu__url_local(const lu__url *u)
{
	if (same_name(u->host, lu_strz("localhost")) || lu_str_eqz(u->host, "::1")) return true;
	return lu_str_starts(u->host, "127.") && digits_and_dots(u->host);
}

bool lu__url_follows(const lu__url *from, const lu__url *to)
{
	if (!same_name(from->host, to->host) || from->https > to->https) return false;
	return from->port == to->port || (!from->https && to->https && to->port == 443);
}

bool lu_http_is_local(const char *url)
{
	lu__url u;

	return lu__url_parse(lu_strz(url), &u, NULL) == LU_OK && lu__url_local(&u);
}

lu_code lu_http_url_check(const char *url, lu_err *e)
{
	lu__url u;

	return lu__url_parse(lu_strz(url), &u, e);
}
