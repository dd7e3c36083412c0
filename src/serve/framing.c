/* SPDX-License-Identifier: MIT
 * Where a request ends. Who stands before this server may think otherwise of one that is ambiguous, and hand on as two what we
 * take for one: libmicrohttpd takes two Content-Length headers, and one beside Transfer-Encoding. Such requests are refused here, and so are
 * chunked ones: a client that knows what it asks knows how long that is. */
#include <strings.h>

#include "core/ascii.h"
#include "serve/server.h"

static bool refuse(lu__exchange *x, int status, const char *why)
{
	lu_served_problem(&x->call, status, "%s", why);
	return false;
}

/* Of RFC 9110. */
static bool is_token(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_alnum(s.s[i]) && (!s.s[i] || !strchr("!#$%&'*+-.^_`|~", s.s[i]))) return false;
	return s.n > 0;
}

/* Bytes of a value that are none to see are blanks and tabs. */
static bool field_is_sound(lu_str name, lu_str value)
{
	if (!is_token(name)) return false;
	for (size_t i = 0; i < value.n; i++)
		if (((unsigned char)value.s[i] < ' ' && value.s[i] != '\t') || value.s[i] == 0x7f) return false;
	return true;
}

static bool path_is_sound(lu_str path)
{
	if (!path.n || path.s[0] != '/') return false;
	for (size_t i = 0; i < path.n; i++)
		if (path.s[i] <= ' ' || path.s[i] >= 0x7f || strchr("\"<>\\^`{|}#", path.s[i])) return false;
	return true;
}

/* Digits alone: no sign, no list, no other base. Returns false for what is too large for any limit, too, with *n so. */
static bool read_length(lu_str s, uint64_t *n)
{
	*n = 0;
	if (!s.n) return false;
	for (size_t i = 0; i < s.n; i++) {
		if (!lu_is_digit(s.s[i])) return false;
		if (*n < UINT64_MAX / 16) *n = *n * 10 + (uint64_t)(s.s[i] - '0');
	}
	return true;
}

static size_t count(const lu__exchange *x, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < x->field_name.n; i++) n += !strcasecmp(x->field_name.v[i].s, name);
	return n;
}

static bool check_length(lu__exchange *x)
{
	size_t lengths = count(x, "Content-Length"), codings = count(x, "Transfer-Encoding");
	uint64_t n = 0;

	if (lengths > 1) return refuse(x, 400, "more than one Content-Length");
	if (lengths && codings) return refuse(x, 400, "Content-Length beside Transfer-Encoding");
	if (codings) return refuse(x, 411, "a request needs Content-Length, not Transfer-Encoding");
	if (lengths && !read_length(lu_served_header(&x->call, "Content-Length"), &n))
		return refuse(x, 400, "Content-Length is no number");
	if (n > x->server->config.body) {
		lu_served_problem(&x->call, 413, "the body has more than %zu bytes", x->server->config.body);
		return false;
	}
	return true;
}

bool lu__framing_check(lu__exchange *x, const char *method, const char *version)
{
	bool old = !strcmp(version, "HTTP/1.0");
	size_t hosts = count(x, "Host");

	if (!old && strcmp(version, "HTTP/1.1") != 0) return refuse(x, 505, "HTTP/1.1 is spoken here");
	if (!is_token(lu_strz(method))) return refuse(x, 400, "the method of the request is none");
	if (!path_is_sound(x->call.path)) return refuse(x, 400, "the path of the request is none");
	for (size_t i = 0; i < x->field_name.n; i++)
		if (!field_is_sound(x->field_name.v[i], x->field_value.v[i])) return refuse(x, 400, "a header is none");
	if (hosts > 1) return refuse(x, 400, "more than one Host");
	if (!hosts && !old) return refuse(x, 400, "a request needs Host");
	return check_length(x);
}

static int hex(char c)
{
	if (lu_is_digit(c)) return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool lu__decode(lu_arena *a, lu_str s, lu_str *out)
{
	char *p = lu_arena_alloc(a, s.n + 1);
	size_t n = 0;

	if (!p) return false;
	for (size_t i = 0; i < s.n; i++) {
		p[n] = s.s[i];
		if (p[n] == '%') {
			int high = i + 2 < s.n ? hex(s.s[i + 1]) : -1, low = i + 2 < s.n ? hex(s.s[i + 2]) : -1;

			if (high < 0 || low < 0 || !(high | low)) return false;
			p[n] = (char)(high << 4 | low);
			i += 2;
		}
		n++;
	}
	p[n] = '\0';
	*out = lu_strn(p, n);
	return true;
}

static enum MHD_Result keep(void *ctx, enum MHD_ValueKind kind, const char *key, size_t n, const char *value,
			    size_t size)
{
	lu__exchange *x = ctx;
	lu_str name, text;

	(void)kind;
	if (!lu__decode(&x->arena, lu_strn(key, n), &name) ||
	    !lu__decode(&x->arena, lu_strn(value ? value : "", value ? size : 0), &text) ||
	    !lu__strs_add(&x->arena, &x->query_name, name))
		return MHD_NO;
	if (lu__strs_add(&x->arena, &x->query_value, text)) return MHD_YES;
	x->query_name.n--;
	return MHD_NO;
}

bool lu__query_read(lu__exchange *x)
{
	const lu__microhttpd *m = x->server->mhd;
	int all = m->get_connection_values(x->connection, MHD_GET_ARGUMENT_KIND, NULL, NULL);

	m->get_connection_values_n(x->connection, MHD_GET_ARGUMENT_KIND, keep, x);
	return (size_t)all == x->query_name.n || refuse(x, 400, "the query string is none");
}
