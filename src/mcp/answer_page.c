/* SPDX-License-Identifier: MIT
 * A page: items while there is room, and what was left out. Source text stands behind numbers or blanks, and names and
 * paths on one line, so that no text of a code base can look like a line of ours. */
#include <stdarg.h>
#include <stdio.h>

#include "lucus/text.h"
#include "mcp/tool.h"

#define END 480 /* bytes that are kept for the end */

void lu__page_init(lu__page *p, int64_t max_tokens)
{
	*p = (lu__page){ .text = LU_BUF, .notes = LU_BUF, .budget = (size_t)max_tokens * 4 - END };
	lu_jw_init(&p->data);
}

void lu__page_free(lu__page *p)
{
	lu_buf_free(&p->text);
	lu_buf_free(&p->notes);
	lu_jw_free(&p->data);
}

size_t lu__page_room(const lu__page *p)
{
	size_t most = p->text.len > p->data.out.len ? p->text.len : p->data.out.len;

	most += p->notes.len;
	return most < p->budget ? p->budget - most : 0;
}

/* In one line, whatever the text holds. */
static void add_line(lu_buf *b, const char *before, const char *after, const char *fmt, va_list ap)
{
	char line[1024];

	vsnprintf(line, sizeof line, fmt, ap);
	for (char *c = line; *c; c++)
		if ((unsigned char)*c < ' ') *c = ' ';
	lu_buf_addf(b, "%s%s%s", before, line, after);
}

void lu__page_line(lu__page *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_line(&p->text, "", "\n", fmt, ap);
	va_end(ap);
}

void lu__page_head(lu__page *p, size_t from, const char *fmt, ...)
{
	lu_buf below = LU_BUF;
	va_list ap;

	lu_buf_add(&below, p->text.s + from, p->text.len - from);
	lu_buf_trunc(&p->text, from);
	va_start(ap, fmt);
	add_line(&p->text, "", "\n", fmt, ap);
	va_end(ap);
	lu_buf_addstr(&p->text, lu_buf_str(&below));
	p->text.oom |= below.oom;
	lu_buf_free(&below);
}

void lu__page_note(lu__page *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_line(&p->notes, p->notes.len ? "; " : "", "", fmt, ap);
	va_end(ap);
}

/* ---- an item in both forms ---- */

/* A name on its line. */
static void add_plain(lu_buf *b, lu_str s)
{
	for (size_t i = 0; i < s.n; i++) lu_buf_addc(b, (unsigned char)s.s[i] < ' ' || s.s[i] == 0x7f ? ' ' : s.s[i]);
}

static void add_place(lu_buf *b, const lu__item *it)
{
	add_plain(b, it->path);
	if (it->line) lu_buf_addf(b, ":%u", it->line);
	if (it->end > it->line) lu_buf_addf(b, "-%u", it->end);
}

static lu_str take_line(lu_str *rest)
{
	lu_str line = lu_str_line(*rest);
	size_t n = line.n < rest->n ? line.n + 1 : line.n;

	*rest = lu_strn(rest->s + n, rest->n - n);
	while (line.n && (line.s[line.n - 1] == '\r' || line.s[line.n - 1] == ' ' || line.s[line.n - 1] == '\t'))
		line.n--;
	return line;
}

/* Lines with their numbers, or behind a bar. */
static void add_source(lu_buf *b, const lu__item *it, lu_str source)
{
	for (uint32_t n = it->first; source.n; n++) {
		lu_str line = take_line(&source);

		if (it->first) lu_buf_addf(b, "%u\t", n);
		else lu_buf_adds(b, "|\t");
		for (size_t i = 0; i < line.n; i++) {
			unsigned char c = (unsigned char)line.s[i];

			lu_buf_addc(b, (c < ' ' && c != '\t') || c == 0x7f ? ' ' : line.s[i]);
		}
		lu_buf_addc(b, '\n');
	}
}

static void write_text(lu_buf *b, const lu__item *it, lu_str source)
{
	add_place(b, it);
	lu_buf_addc(b, ' ');
	add_plain(b, it->type);
	lu_buf_addc(b, ' ');
	add_plain(b, it->name);
	if (it->detail) lu_buf_addf(b, " (%s)", it->detail);
	lu_buf_addc(b, '\n');
	add_source(b, it, source);
}

static void write_data(lu_jw *w, const lu__item *it, lu_str source)
{
	lu_buf b = LU_BUF;

	lu_jw_open(w, NULL, '{');
	if (it->role) lu_jw_strz(w, "role", it->role);
	if (it->path.n) {
		add_place(&b, it);
		lu_jw_str(w, "place", lu_buf_str(&b));
	}
	if (it->type.n) lu_jw_str(w, "type", it->type);
	if (it->name.n) lu_jw_str(w, "name", it->name);
	if (it->detail) lu_jw_strz(w, "detail", it->detail);
	lu_buf_reset(&b);
	add_source(&b, it, source);
	if (b.len) lu_jw_str(w, "text", lu_buf_str(&b));
	lu_jw_close(w, '}');
	lu_buf_free(&b);
}

size_t lu__page_size(const lu__item *it)
{
	lu_buf text = LU_BUF;
	lu_jw data;
	size_t n;

	lu_jw_init(&data);
	write_text(&text, it, it->source);
	write_data(&data, it, it->source);
	n = text.len > data.out.len + 1 ? text.len : data.out.len + 1;
	lu_buf_free(&text);
	lu_jw_free(&data);
	return n;
}

/* Both forms of the item with this much of its source; false, and nothing, when one is longer than `most`. */
static bool try_item(lu__page *p, const lu__item *it, lu_str source, size_t most)
{
	lu_buf text = LU_BUF;
	lu_jw data;
	bool ok;

	lu_jw_init(&data);
	write_text(&text, it, source);
	write_data(&data, it, source);
	ok = text.len <= most && data.out.len < most;
	if (ok) {
		lu_buf_addstr(&p->text, lu_buf_str(&text));
		lu_jw_raw(&p->data, NULL, lu_buf_str(&data.out));
	}
	lu_buf_free(&text);
	lu_jw_free(&data);
	return ok;
}

/* The first `n` lines. */
static lu_str lines(lu_str s, size_t n)
{
	lu_str rest = s;

	while (n-- && rest.n) take_line(&rest);
	return lu_strn(s.s, s.n - rest.n);
}

static size_t count_lines(lu_str s)
{
	size_t n = 0;

	for (; s.n; n++) take_line(&s);
	return n;
}

bool lu__page_item(lu__page *p, const lu__item *it)
{
	size_t most = lu__page_room(p), all = count_lines(it->source), lo = 0, hi = all;
	char detail[256];
	lu__item cut = *it;

	if (p->share && p->share < most) most = p->share;
	if (try_item(p, it, it->source, most)) return true;
	cut.detail = detail;
	while (lo < hi) { /* the most lines that fit: size grows with their number */
		size_t mid = lo + (hi - lo + 1) / 2;
		lu_str part = lines(it->source, mid);

		if (part.n + mid * 8 + 160 + it->path.n + it->name.n <= most) lo = mid;
		else hi = mid - 1;
	}
	for (; all; lo = lo * 3 / 4) {
		snprintf(detail, sizeof detail, "%s%s%zu of %zu line%s", it->detail ? it->detail : "",
			 it->detail ? ", " : "", lo, all, lu_plural(all));
		if (try_item(p, &cut, lines(it->source, lo), most)) return true;
		if (!lo) break;
	}
	p->left++;
	return false;
}

void lu__page_text(lu__page *p, const char *role, lu_str text)
{
	size_t most = lu__page_room(p);
	bool whole = text.n + text.n / 8 + 64 <= most;

	if (!whole) {
		text.n = most > 128 ? (most - 128) * 7 / 8 : 0;
		while (text.n && ((unsigned char)text.s[text.n] & 0xc0) == 0x80) text.n--;
		lu__page_note(p, "the text was cut: ask with a larger max_tokens");
	}
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.s[i];

		lu_buf_addc(&p->text, c < ' ' && c != '\n' && c != '\t' ? ' ' : text.s[i]);
	}
	lu_buf_adds(&p->text, lu_str_ends(text, "\n") ? "" : "\n");
	lu_jw_open(&p->data, NULL, '{');
	lu_jw_strz(&p->data, "role", role);
	lu_jw_str(&p->data, "text", text);
	lu_jw_close(&p->data, '}');
}
