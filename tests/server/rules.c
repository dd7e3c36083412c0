/* SPDX-License-Identifier: MIT
 * What tests want to happen instead of a good answer. */
#include <stdlib.h>

#include "fakeapi.h"
#include "core/file.h"
#include "lucus/hash.h"

static const char *const names[] = {
	[FA_TEXT] = "text",   [FA_STATUS] = "status",     [FA_FAIL] = "fail",           [FA_SLOW] = "slow",
	[FA_STALL] = "stall", [FA_CUT] = "cut",           [FA_DROP] = "drop",           [FA_DRIP] = "drip",
	[FA_HUGE] = "huge",   [FA_TYPE] = "type",         [FA_MALFORMED] = "malformed", [FA_OBEY] = "obey",
	[FA_ECHO] = "echo",   [FA_REDIRECT] = "redirect", [FA_HEAD] = "head",
};

static lu_str next_field(lu_str *line)
{
	const char *tab = line->n ? memchr(line->s, '\t', line->n) : NULL;
	lu_str f = lu_strn(line->s, tab ? (size_t)(tab - line->s) : line->n);

	*line = tab ? lu_strn(tab + 1, line->n - f.n - 1) : lu_strn(NULL, 0);
	return f;
}

/* "N:" before a behaviour. */
static long count_of(lu_str *does)
{
	const char *colon = does->n ? memchr(does->s, ':', does->n) : NULL;
	long n;

	if (!colon) return -1;
	n = strtol(does->s, NULL, 10);
	*does = lu_strn(colon + 1, does->n - (size_t)(colon + 1 - does->s));
	return n;
}

static bool rule_read(fa_rule *r, lu_str line)
{
	lu_str does;
	size_t i;

	r->pattern = next_field(&line);
	does = next_field(&line);
	r->left = count_of(&does);
	r->arg = line;
	for (i = 0; i < sizeof names / sizeof *names; i++) {
		if (!lu_str_eqz(does, names[i])) continue;
		r->does = (fa_behaviour)i;
		return true;
	}
	fprintf(stderr, "fakeapi: no behaviour '%.*s'\n", LU_FMT(does));
	return false;
}

bool fa_rules_read(fa_rules *r, const char *file)
{
	lu_buf text = LU_BUF;
	lu_err e;
	lu_str rest;
	bool ok = lu_file_read(file, 1 << 20, &text, &e) == LU_OK;

	if (!ok) fprintf(stderr, "fakeapi: %s\n", e.msg);
	rest = ok ? lu_arena_dup(&r->arena, lu_buf_str(&text)) : lu_strn(NULL, 0);
	lu_buf_free(&text);
	while (ok && rest.n) {
		const char *end = memchr(rest.s, '\n', rest.n);
		lu_str line = lu_strn(rest.s, end ? (size_t)(end - rest.s) : rest.n);

		rest = end ? lu_strn(end + 1, rest.n - line.n - 1) : lu_strn(NULL, 0);
		if (!line.n) continue;
		r->v = lu_arena_grow(&r->arena, r->v, r->n, sizeof *r->v);
		ok = r->v && rule_read(&r->v[r->n], line);
		r->n++;
	}
	return ok;
}

void fa_rules_free(fa_rules *r)
{
	lu_arena_free(&r->arena);
}

static bool holds(lu_str text, lu_str part)
{
	return part.n <= text.n && (!part.n || memmem(text.s, text.n, part.s, part.n));
}

static double number(lu_str s)
{
	return strtod(s.s ? s.s : "0", NULL); /* the text of all rules is terminated, a line's end ends a number */
}

/* A share of the requests, the same for the same seed. */
static bool drawn(const fa_rules *r, const fa_rule *rule, const fa_request *q)
{
	return (double)(lu_hash64(lu_strn((const char *)&q->n, sizeof q->n), r->seed) % 10000) <
	       number(rule->arg) * 100;
}

const fa_rule *fa_rules_match(fa_rules *r, const fa_request *q)
{
	lu_buf all = LU_BUF;
	const fa_rule *found = NULL;
	size_t i;

	lu_buf_addstr(&all, q->path);
	lu_buf_addstr(&all, q->body);
	for (i = 0; i < r->n && !found; i++) {
		fa_rule *x = &r->v[i];

		if (!x->left || (!lu_str_eqz(x->pattern, "*") && !holds(lu_buf_str(&all), x->pattern))) continue;
		if (x->does == FA_FAIL && !drawn(r, x, q)) continue;
		if (x->left > 0) x->left--;
		found = x;
	}
	lu_buf_free(&all);
	return found;
}

/* STATUS, or STATUS RETRY-AFTER. */
static void status(const fa_rule *r, const fa_request *q, fa_answer *a)
{
	const char *blank = memchr(r->arg.s, ' ', r->arg.n);

	fa_error(q, (int)number(r->arg), NULL, a);
	if (blank) lu_buf_addf(&a->more, "Retry-After: %.*s\r\n", (int)(r->arg.s + r->arg.n - blank - 1), blank + 1);
}

/* URL, or STATUS URL. */
static void redirect(const fa_rule *r, fa_answer *a)
{
	const char *blank = memchr(r->arg.s, ' ', r->arg.n), *url = blank ? blank + 1 : r->arg.s;

	a->status = blank ? (int)number(r->arg) : 307;
	lu_buf_addf(&a->more, "Location: %.*s\r\n", (int)(r->arg.s + r->arg.n - url), url);
}

static void break_json(lu_buf *b)
{
	size_t i;

	for (i = 1; i < b->len; i++)
		if (b->s[i] == ':' && b->s[i - 1] == '"') b->s[i] = ';';
}

static void make_huge(double bytes, fa_answer *a)
{
	static const char pad[] = "0123456789abcdefghijklmnopqrstuvwxyz";

	lu_buf_reset(&a->body);
	lu_buf_adds(&a->body, "{\"pad\":\"");
	while ((double)a->body.len < bytes && !a->body.oom) lu_buf_adds(&a->body, pad);
	lu_buf_adds(&a->body, "\"}");
	a->chunked = true;
}

static void make_head(double bytes, fa_answer *a)
{
	while ((double)a->more.len < bytes && !a->more.oom)
		lu_buf_adds(&a->more,
			    "X-Pad: 0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz\r\n");
}

/* The message of servers that repeat what they were sent. */
static void echo(const fa_request *q, fa_answer *a)
{
	lu_str key = fa_header(q, "authorization");
	lu_buf m = LU_BUF;

	if (!key.n) key = fa_header(q, "x-api-key");
	lu_buf_addf(&m, "this key is not accepted here: %.*s", LU_FMT(key));
	fa_error(q, 400, m.s, a);
	lu_buf_free(&m);
}

void fa_rule_apply(const fa_rule *r, const fa_request *q, fa_answer *a)
{
	switch (r->does) {
	case FA_STATUS: status(r, q, a); break;
	case FA_FAIL: fa_error(q, 503, NULL, a); break;
	case FA_SLOW: a->wait = number(r->arg); break;
	case FA_STALL: a->half = true; break;
	case FA_CUT: a->half = a->close = true; break;
	case FA_DROP: a->status = 0; break;
	case FA_DRIP: a->gap = number(r->arg); break;
	case FA_MALFORMED: break_json(&a->body); break;
	case FA_HUGE: make_huge(number(r->arg), a); break;
	case FA_TYPE: a->type = r->arg; break;
	case FA_REDIRECT: redirect(r, a); break;
	case FA_ECHO: echo(q, a); break;
	case FA_HEAD: make_head(number(r->arg), a); break;
	case FA_TEXT:
	case FA_OBEY: break; /* text.c */
	}
}
