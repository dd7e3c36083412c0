/* SPDX-License-Identifier: MIT
 * Citations in what a model writes: [1], [1, 3], [2-4], [source 2], path:line and path:line-line. Those that mean a
 * source stay, all others are taken out. Blocks of code are left alone. The text comes in pieces, as it is streamed. */
#include "answer/answer.h"
#include "core/ascii.h"

#define MARKS   2000 /* that are remembered */
#define LONGEST 300  /* bytes of a citation: what is longer is none */

void lu__citing_free(lu__citing *c)
{
	lu_buf_free(&c->held);
}

static bool is_path(char c)
{
	return lu_is_alnum(c) || strchr("_./-+@~", c) ? c != '\0' : false;
}

static size_t blanks(lu_str s, size_t i)
{
	while (i < s.n && lu_is_space(s.s[i])) i++;
	return i;
}

/* A number at `*i`, which is moved behind it; what is too large is SIZE_MAX. False: there is none. */
static bool number_at(lu_str s, size_t *i, size_t *out)
{
	size_t from = *i, v = 0;

	for (; *i < s.n && lu_is_digit(s.s[*i]); ++*i)
		v = v > 1000000000 ? SIZE_MAX / 16 : v * 10 + (size_t)(s.s[*i] - '0');
	*out = v;
	return *i > from;
}

/* "-", or the longer dash of prose, between two numbers. */
static bool dash_at(lu_str s, size_t *i)
{
	if (*i < s.n && s.s[*i] == '-') {
		++*i;
		return true;
	}
	if (s.n - *i < 3 || memcmp(s.s + *i, "\xe2\x80\x93", 3) != 0) return false;
	*i += 3;
	return true;
}

/* ---- what they mean ---- */

static lu_code remember(lu__citing *c, size_t from, size_t to, size_t source, lu_err *e)
{
	lu__mark *v = c->n_mark < MARKS ? lu_arena_grow(c->a, c->mark, c->n_mark, sizeof *v) : NULL;

	if (c->n_mark == MARKS) return LU_OK;
	if (!v) return lu_nomem(e);
	c->mark = v;
	v[c->n_mark++] = (lu__mark){ from, to, source };
	return LU_OK;
}

/* A place in a file. */
typedef struct spot {
	lu_str path;
	size_t from, to;
} spot;

/* The narrowest source that holds a line of it; SIZE_MAX: none. */
static size_t source_at(const lu_sources *src, const spot *p)
{
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < src->n; i++) {
		const lu_brief *el = &src->v[i].el;
		lu_str end = el->path;

		if (end.n < p->path.n) continue;
		end = lu_strn(el->path.s + el->path.n - p->path.n, p->path.n);
		if (!lu_str_eq(end, p->path) || (end.n < el->path.n && end.s[-1] != '/')) continue;
		if (p->to < el->start_line || p->from > el->end_line) continue;
		if (best == SIZE_MAX ||
		    el->end_line - el->start_line < src->v[best].el.end_line - src->v[best].el.start_line)
			best = i;
	}
	return best;
}

/* Has it the form of a path: a folder, or an ending that is no host's? */
static bool is_file(lu_str s)
{
	lu_str end = lu_str_after_last(s, '.');

	if (!s.n || s.s[s.n - 1] == '.' || s.s[s.n - 1] == '/' || memmem(s.s, s.n, "//", 2)) return false;
	if (memchr(s.s, '/', s.n)) return true;
	if (end.n == s.n || !end.n || end.n > 8 || !lu_is_alpha(end.s[0])) return false;
	return !lu_str_eqz(end, "com") && !lu_str_eqz(end, "org") && !lu_str_eqz(end, "net") &&
	       !lu_str_eqz(end, "local");
}

/* "path:12" or "path:12-20" at `*i`, which is moved behind it. */
static bool spot_at(lu_str s, size_t *i, spot *out)
{
	size_t at = *i, k;
	spot p;

	while (at < s.n && is_path(s.s[at])) at++;
	p.path = lu_strn(s.s + *i, at - *i);
	if (at == s.n || s.s[at] != ':' || !is_file(p.path)) return false;
	at++;
	if (!number_at(s, &at, &p.from)) return false;
	p.to = p.from;
	k = at;
	if (dash_at(s, &k) && number_at(s, &k, &p.to)) at = k;
	else p.to = p.from;
	*out = p;
	*i = at;
	return true;
}

/* ---- those in brackets ---- */

/* What a list in brackets comes to. */
typedef struct listed {
	lu_buf text; /* what stays, with its brackets */
	size_t n;    /* citations that stay */
	size_t *source;
	bool cut; /* something is taken out */
} listed;

static lu_code keep(lu__citing *c, listed *l, size_t source, lu_str as, lu_err *e)
{
	size_t *v = lu_arena_grow(c->a, l->source, l->n, sizeof *v);

	if (!v) return lu_nomem(e);
	l->source = v;
	v[l->n++] = source;
	if (as.n) {
		lu_buf_adds(&l->text, l->text.len > 1 ? ", " : "");
		lu_buf_addstr(&l->text, as);
	}
	return LU_OK;
}

static lu_code drop(lu__citing *c, lu_str as, lu_err *e)
{
	return lu__list_add(c->a, &c->removed, as, e);
}

static size_t word_at(lu_str s, size_t i)
{
	static const char *const words[] = { "sources", "source", "Sources", "Source", "and", "^", "#", "&" };

	for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
		size_t n = strlen(words[k]);

		if (s.n - i >= n && memcmp(s.s + i, words[k], n) == 0) return i + n;
	}
	return i;
}

/* One number, range or place; false: it is none of them. */
static bool item_at(lu__citing *c, lu_str s, size_t *i, listed *l, bool dry, lu_code *rc, lu_err *e)
{
	size_t from = *i, a, b;
	spot p;
	lu_str as;

	if (spot_at(s, i, &p)) {
		size_t at = source_at(c->src, &p);

		as = lu_strn(s.s + from, *i - from);
		if (!dry) *rc = at == SIZE_MAX ? drop(c, as, e) : keep(c, l, at, as, e);
		l->cut |= at == SIZE_MAX;
		return true;
	}
	if (!number_at(s, i, &a)) return false;
	b = a;
	from = *i;
	if (dash_at(s, i) && !number_at(s, i, &b)) return false;
	if (*i == from) b = a;
	if (dry) return true;
	for (from = *i;
	     from && (lu_is_digit(s.s[from - 1]) || s.s[from - 1] == '-' || (unsigned char)s.s[from - 1] >= 0x80);)
		from--;
	as = lu_strn(s.s + from, *i - from);
	if (!a || b < a || b > c->src->n) {
		l->cut = true;
		*rc = drop(c, as, e);
		return true;
	}
	for (size_t k = a; k <= b && !*rc; k++) *rc = keep(c, l, k - 1, k == a ? as : lu_strn("", 0), e);
	return true;
}

/* All of what is between brackets. */
static bool items(lu__citing *c, lu_str in, listed *l, bool dry, lu_code *rc, lu_err *e)
{
	size_t i = blanks(in, 0), n = 0;

	while (i < in.n && !*rc) {
		size_t next = word_at(in, i);

		if (next == i) {
			if (!item_at(c, in, &i, l, dry, rc, e)) return false;
			n++;
		} else {
			i = next;
		}
		i = blanks(in, i);
		if (i < in.n && (in.s[i] == ',' || in.s[i] == ';')) i = blanks(in, i + 1);
	}
	return n > 0;
}

static void trim_blank(lu_buf *out)
{
	while (out->len && out->s[out->len - 1] == ' ') lu_buf_trunc(out, out->len - 1);
}

static lu_code mark_all(lu__citing *c, const listed *l, size_t from, size_t to, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < l->n && !rc; i++) rc = remember(c, from, to, l->source[i], e);
	return rc;
}

/* Behind the address of a link, which a citation has no use for. */
static size_t skip_link(lu_str s, size_t i)
{
	const char *p;

	if (i >= s.n || s.s[i] != '(') return i;
	p = memchr(s.s + i, ')', s.n - i);
	return p ? (size_t)(p - s.s) + 1 : i;
}

/* A bracket at *i; *done: it was a citation. */
static lu_code bracket(lu__citing *c, lu_str s, size_t *i, lu_buf *out, bool *done, lu_err *e)
{
	size_t most = s.n - *i < LONGEST ? s.n - *i : LONGEST;
	const char *end = memchr(s.s + *i, ']', most);
	listed l = { .text = LU_BUF };
	lu_code rc = LU_OK;
	lu_str in;

	*done = false;
	if (!end) return LU_OK;
	in = lu_strn(s.s + *i + 1, (size_t)(end - s.s) - *i - 1);
	/* the first element of an array: no source has that number */
	if (lu_str_eqz(in, "0") && *i && (lu_is_alpha(s.s[*i - 1]) || s.s[*i - 1] == '_')) return LU_OK;
	if (memchr(in.s, '\n', in.n) || !items(c, in, &l, true, &rc, e)) return LU_OK;
	l.cut = false;
	lu_buf_addc(&l.text, '[');
	items(c, in, &l, false, &rc, e);
	lu_buf_addc(&l.text, ']');
	if (!rc && !l.n) trim_blank(out);
	if (!rc && l.n) {
		size_t from = out->len;

		if (l.cut) lu_buf_addstr(out, lu_buf_str(&l.text));
		else lu_buf_add(out, s.s + *i, in.n + 2);
		rc = mark_all(c, &l, from, out->len, e);
	}
	if (!rc && l.text.oom) rc = lu_nomem(e);
	lu_buf_free(&l.text);
	*i = skip_link(s, *i + in.n + 2);
	*done = true;
	return rc;
}

/* ---- the text ---- */

/* A place that is in the text, or in back ticks there. */
static lu_code bare_spot(lu__citing *c, lu_str s, size_t *i, size_t tick, lu_buf *out, bool *done, lu_err *e)
{
	size_t at = *i + tick, from = out->len, source;
	spot p;

	*done = spot_at(s, &at, &p) && (!tick || (at < s.n && s.s[at] == '`'));
	if (!*done) return LU_OK;
	at += tick;
	source = source_at(c->src, &p);
	if (source == SIZE_MAX) {
		lu_code rc = drop(c, lu_strn(s.s + *i + tick, at - *i - 2 * tick), e);

		if (out->len && out->s[out->len - 1] == '(' && at < s.n && s.s[at] == ')') {
			lu_buf_trunc(out, out->len - 1);
			at++;
		}
		trim_blank(out);
		*i = at;
		return rc;
	}
	lu_buf_add(out, s.s + *i, at - *i);
	*i = at;
	return remember(c, from, out->len, source, e);
}

static bool begins_fence(lu_str s, size_t i)
{
	while (i < s.n && s.s[i] == ' ') i++;
	return s.n - i >= 3 && (memcmp(s.s + i, "```", 3) == 0 || memcmp(s.s + i, "~~~", 3) == 0);
}

static void copy(lu__citing *c, lu_str s, size_t *i, lu_buf *out)
{
	char ch = s.s[(*i)++];

	lu_buf_addc(out, ch);
	if (ch == '\n') c->amid = c->tick = false;
	else if (ch != ' ' && ch != '\t') c->amid = true;
}

static lu_code step(lu__citing *c, lu_str s, size_t *i, lu_buf *out, lu_err *e)
{
	char ch = s.s[*i];
	bool done = false, begins = !*i || !is_path(s.s[*i - 1]);
	lu_code rc = LU_OK;

	if (!c->amid && ch != '\n' && begins_fence(s, *i)) {
		c->fence = !c->fence;
		while (*i < s.n && lu_is_space(s.s[*i])) copy(c, s, i, out);
		for (int k = 0; k < 3; k++) copy(c, s, i, out);
		return LU_OK;
	}
	if (c->fence) {
		copy(c, s, i, out);
		return LU_OK;
	}
	if (ch == '`' && !c->tick) rc = bare_spot(c, s, i, 1, out, &done, e);
	else if (ch == '[' && !c->tick) rc = bracket(c, s, i, out, &done, e);
	else if (begins && is_path(ch) && !c->tick) rc = bare_spot(c, s, i, 0, out, &done, e);
	if (rc || done) {
		c->amid = true;
		return rc;
	}
	if (ch == '`') c->tick = !c->tick;
	/* who shows Markdown loads images from where the text says: a link is confirmed first */
	if (ch == '[' && !c->tick && out->len && out->s[out->len - 1] == '!') lu_buf_addc(out, ' ');
	copy(c, s, i, out);
	return LU_OK;
}

/* How much of `s` can be read before more of it comes: no citation goes across a blank, but within brackets. */
static size_t readable(lu_str s)
{
	size_t end = s.n, open;

	while (end && !lu_is_space(s.s[end - 1])) end--;
	for (open = end; open && end - open < LONGEST; open--) {
		if (s.s[open - 1] == ']' || s.s[open - 1] == '\n') break;
		if (s.s[open - 1] == '[') {
			end = open - 1;
			break;
		}
	}
	while (end && s.s[end - 1] == ' ') end--; /* goes with a citation that is taken out */
	return end;
}

lu_code lu__cite_piece(lu__citing *c, lu_str text, bool last, lu_buf *out, lu_err *e)
{
	size_t end, i = 0;
	lu_code rc = LU_OK;
	lu_str s;

	lu_buf_addstr(&c->held, text);
	s = lu_buf_str(&c->held);
	end = last || s.n > 65536 ? s.n : readable(s);
	while (i < end && !rc) rc = step(c, lu_strn(s.s, end), &i, out, e);
	if (c->held.oom || out->oom) rc = lu_nomem(e);
	if (rc) return rc;
	memmove(c->held.s, c->held.s + end, end ? c->held.len - end : 0);
	lu_buf_trunc(&c->held, c->held.len - end);
	return LU_OK;
}
