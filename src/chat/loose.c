/* SPDX-License-Identifier: MIT
 * JSON as models write it: somewhere in a text, nearly right. What is understood is written again as it should be,
 * and that is parsed. No value of the text is guessed: what is not complete is left out. */
#include <stdlib.h>

#include "core/ascii.h"
#include "core/real.h"
#include "lucus/chat.h"

#define DEPTH_MAX  256
#define NUMBER_MAX 64

typedef enum verdict { GO_ON, DONE, CUT, WRONG } verdict;
typedef enum place { AT_KEY, AT_COLON, AT_VALUE, AT_NEXT } place;

typedef struct loose {
	const char *p, *end;
	lu_jw w;
	lu_buf key, str;
	char open[DEPTH_MAX]; /* brackets */
	size_t depth;
	place at;
	bool rich;          /* it holds more than numbers */
	size_t whole;       /* so much of what was written is complete, */
	size_t whole_depth; /* in so many brackets; 0: nothing is */
} loose;

/* ---- pieces ---- */

/* Blanks and comments. */
static void skip_blank(loose *l)
{
	for (;;) {
		const char *close;

		while (l->p < l->end && memchr(" \t\r\n", *l->p, 4)) l->p++;
		if (l->end - l->p < 2 || l->p[0] != '/' || (l->p[1] != '/' && l->p[1] != '*')) return;
		if (l->p[1] == '/') {
			close = memchr(l->p, '\n', (size_t)(l->end - l->p));
			l->p = close ? close + 1 : l->end;
		} else {
			close = memmem(l->p + 2, (size_t)(l->end - l->p - 2), "*/", 2);
			l->p = close ? close + 2 : l->end;
		}
	}
}

static int hex4(const char *s)
{
	int v = 0;

	for (int i = 0; i < 4; i++) {
		int c = s[i] | 32;

		if (lu_is_digit(c) && s[i] <= '9') v = v * 16 + c - '0';
		else if (c >= 'a' && c <= 'f') v = v * 16 + c - 'a' + 10;
		else return -1;
	}
	return v;
}

static void add_code_point(lu_buf *b, uint32_t c)
{
	if (c >= 0xd800 && c < 0xe000) c = 0xfffd; /* half a pair */
	if (c < 0x80) {
		lu_buf_addc(b, (char)c);
	} else if (c < 0x800) {
		lu_buf_addc(b, (char)(0xc0 | c >> 6));
		lu_buf_addc(b, (char)(0x80 | (c & 63)));
	} else {
		if (c < 0x10000) {
			lu_buf_addc(b, (char)(0xe0 | c >> 12));
		} else {
			lu_buf_addc(b, (char)(0xf0 | c >> 18));
			lu_buf_addc(b, (char)(0x80 | (c >> 12 & 63)));
		}
		lu_buf_addc(b, (char)(0x80 | (c >> 6 & 63)));
		lu_buf_addc(b, (char)(0x80 | (c & 63)));
	}
}

/* Behind "\u". */
static void take_code_point(loose *l, lu_buf *out)
{
	int a = l->end - l->p >= 4 ? hex4(l->p) : -1, b = -1;

	if (a < 0) {
		lu_buf_addc(out, 'u');
		return;
	}
	l->p += 4;
	if (a >= 0xd800 && a < 0xdc00 && l->end - l->p >= 6 && l->p[0] == '\\' && l->p[1] == 'u') b = hex4(l->p + 2);
	if (b >= 0xdc00 && b < 0xe000) {
		l->p += 6;
		a = 0x10000 + ((a - 0xd800) << 10) + (b - 0xdc00);
	}
	add_code_point(out, (uint32_t)a);
}

/* A line break within it is taken as it is, an escape that there is not as its character. */
static verdict take_string(loose *l, lu_buf *out)
{
	static const char escapes[] = "n\nt\tr\rb\bf\f";

	lu_buf_reset(out);
	for (l->p++; l->p < l->end && *l->p != '"';) {
		const char *from = l->p, *known;

		while (l->p < l->end && *l->p != '"' && *l->p != '\\') l->p++;
		lu_buf_add(out, from, (size_t)(l->p - from));
		if (l->p == l->end || *l->p == '"') break;
		if (l->end - l->p < 2) return CUT;
		l->p += 2;
		if (l->p[-1] == 'u') take_code_point(l, out);
		else if ((known = strchr(escapes, l->p[-1])) && l->p[-1] >= 'a') lu_buf_addc(out, known[1]);
		else lu_buf_addc(out, l->p[-1]);
	}
	if (l->p >= l->end) return CUT;
	l->p++;
	return GO_ON;
}

static const char *key_of(const loose *l)
{
	return l->open[l->depth - 1] == '{' ? l->key.s : NULL;
}

static verdict take_number(loose *l)
{
	char text[NUMBER_MAX], *end;
	const char *from = l->p;
	size_t n;
	double v;

	while (l->p < l->end && memchr("+-.0123456789eE", *l->p, 15)) l->p++;
	n = (size_t)(l->p - from);
	if (n >= sizeof text) return WRONG;
	if (l->p == l->end) return CUT; /* there may have been more of it */
	memcpy(text, from, n);
	text[n] = '\0';
	v = lu_real_read(text, &end);
	if (*end || end == text) return WRONG;
	if (n <= 18 && !strpbrk(text, ".eE")) lu_jw_int(&l->w, key_of(l), strtoll(text, NULL, 10));
	else lu_jw_real(&l->w, key_of(l), v, 17);
	return GO_ON;
}

static verdict take_word(loose *l)
{
	static const char *const words[] = {
		"true", "True", "false", "False", "null", "None", "NaN", "Infinity", NULL
	};
	const char *from = l->p;
	size_t i = 0;
	lu_str word;

	while (l->p < l->end && ((*l->p | 32) >= 'a' && (*l->p | 32) <= 'z')) l->p++;
	word = lu_strn(from, (size_t)(l->p - from));
	while (words[i] && !lu_str_eqz(word, words[i])) i++;
	if (!words[i]) return word.n && l->p == l->end ? CUT : WRONG;
	if (i < 4) lu_jw_bool(&l->w, key_of(l), i < 2);
	else lu_jw_null(&l->w, key_of(l));
	l->rich = true;
	return GO_ON;
}

/* ---- one candidate ---- */

static void is_whole(loose *l)
{
	l->whole = l->w.out.len;
	l->whole_depth = l->depth;
	l->at = AT_NEXT;
}

static verdict open_bracket(loose *l)
{
	if (l->depth == DEPTH_MAX) return WRONG;
	lu_jw_open(&l->w, l->depth ? key_of(l) : NULL, *l->p);
	l->rich |= l->depth > 0;
	l->open[l->depth++] = *l->p;
	l->at = *l->p++ == '{' ? AT_KEY : AT_VALUE;
	return GO_ON;
}

static verdict close_bracket(loose *l)
{
	char c = *l->p++;

	if (c != (l->open[l->depth - 1] == '{' ? '}' : ']')) return WRONG;
	lu_jw_close(&l->w, c);
	if (!--l->depth) return DONE;
	is_whole(l);
	return GO_ON;
}

static verdict take_value(loose *l)
{
	verdict v;

	switch (*l->p) {
	case '{':
	case '[': return open_bracket(l);
	case '"':
		v = take_string(l, &l->str);
		if (v == GO_ON) lu_jw_str(&l->w, key_of(l), lu_buf_str(&l->str));
		l->rich = true;
		break;
	default: v = memchr("+-.0123456789", *l->p, 13) ? take_number(l) : take_word(l);
	}
	if (v == GO_ON) is_whole(l);
	return v;
}

static verdict take_key(loose *l)
{
	verdict v = *l->p == '"' ? take_string(l, &l->key) : WRONG;

	l->at = AT_COLON;
	l->rich = true;
	return v;
}

static verdict step(loose *l)
{
	bool object = l->open[l->depth - 1] == '{';
	char c;

	skip_blank(l);
	if (l->p == l->end || (l->end - l->p >= 3 && !memcmp(l->p, "```", 3))) return CUT;
	c = *l->p;
	if (l->at == AT_COLON) {
		l->p++;
		l->at = AT_VALUE;
		return c == ':' ? GO_ON : WRONG;
	}
	if (object && l->at == AT_VALUE) return take_value(l);
	/* a comma too many, or one that lacks, says nothing */
	l->at = object ? AT_KEY : AT_VALUE;
	if (c == ',') {
		l->p++;
		return GO_ON;
	}
	if (c == '}' || c == ']') return close_bracket(l);
	return object ? take_key(l) : take_value(l);
}

/* Write the value that begins at l->p. */
static bool try_candidate(loose *l)
{
	verdict v;

	lu_buf_reset(&l->w.out);
	l->w.comma = false;
	l->depth = l->whole_depth = 0;
	l->rich = false;
	v = open_bracket(l);
	while (v == GO_ON) v = step(l);
	if (v == CUT && l->whole_depth) {
		lu_buf_trunc(&l->w.out, l->whole);
		for (size_t i = l->whole_depth; i; i--) lu_jw_close(&l->w, l->open[i - 1] == '{' ? '}' : ']');
		v = DONE;
	}
	return v == DONE;
}

/* ---- all of them ---- */

/* Numbers in brackets within a line, as in "see [1]", are rather a reference than a reply. */
static bool is_doubtful(const loose *l, lu_str text, const char *from)
{
	const char *to = l->p;

	while (from > text.s && memchr(" \t\r", from[-1], 3)) from--;
	while (to < l->end && memchr(" \t\r", *to, 3)) to++;
	return !l->rich && ((from > text.s && from[-1] != '\n') || (to < l->end && *to != '\n'));
}

/* What a model thinks before it replies is not the reply. */
static lu_str behind_thoughts(lu_str text)
{
	static const char mark[] = "</think>";
	size_t n = sizeof mark - 1;

	for (size_t i = text.n; i >= n; i--)
		if (text.s[i - 1] == '>' && !memcmp(text.s + i - n, mark, n)) return lu_strn(text.s + i, text.n - i);
	return text;
}

/* The text of the first candidate. Those that begin within one that failed are tried, too, so the work is bounded. */
static void find(loose *l, lu_str text, lu_buf *out)
{
	size_t work = 0, most = 16 * text.n + 4096;
	const char *p = text.s;

	while (p < l->end && work < most) {
		const char *from = p++;
		bool found, doubtful;

		if (*from != '{' && *from != '[') continue;
		l->p = from;
		found = try_candidate(l);
		work += (size_t)(l->p - from);
		if (!found) continue;
		p = l->p;
		doubtful = is_doubtful(l, text, from);
		if (doubtful && out->len) continue;
		lu_buf_reset(out);
		lu_buf_addstr(out, lu_buf_str(&l->w.out));
		if (!doubtful) return;
	}
}

lu_code lu_loose_json(lu_str text, lu_json **out, lu_err *e)
{
	loose l = { .key = LU_BUF, .str = LU_BUF };
	lu_buf json = LU_BUF;
	lu_code rc = LU_OK;

	text = behind_thoughts(text);
	l.end = text.s + text.n;
	lu_jw_init(&l.w);
	find(&l, text, &json);
	if (l.key.oom || l.str.oom || l.w.out.oom || json.oom) rc = lu_nomem(e);
	else if (!json.len) rc = lu_fail(e, LU_EFORMAT, "there is no JSON in the text");
	else rc = lu_json_parse(lu_buf_str(&json), out, e);
	lu_jw_free(&l.w);
	lu_buf_free(&l.key);
	lu_buf_free(&l.str);
	lu_buf_free(&json);
	return rc;
}
