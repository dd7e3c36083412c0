/* SPDX-License-Identifier: MIT
 * The elements that a question names by their place: PATH:LINE, frames of stack traces, paths. */
#include <string.h>

#include "retrieve/frame_name.h"
#include "retrieve/rank.h"
#include "core/ascii.h"

#define FRAMES     24  /* places that are looked up */
#define OUTER      .5f /* what the next frame of a trace counts against the one before */
#define WHOLE_FILE .8f /* what a path without a line counts */

/* Places as they are written. */
struct places {
	lu_frame v[FRAMES];
	uint32_t column[FRAMES];
	size_t n;
};

static bool path_char(char c)
{
	return (unsigned char)c >= 0x80 || lu_is_alnum(c) || strchr("_-./\\+@~$%", c);
}

/* Does it end like the name of a file: NAME.EXT? */
static bool names_file(lu_str path)
{
	lu_str base = lu_str_after_last(path, '/'), ext = lu_str_after_last(base, '.');

	if (!ext.n || ext.n + 1 >= base.n || ext.n > 10 || !lu_is_alpha(ext.s[0])) return false;
	for (size_t i = 0; i < ext.n; i++)
		if (!lu_is_alnum(ext.s[i])) return false;
	return true;
}

static uint32_t number_at(lu_str s, size_t i)
{
	uint32_t n = 0;

	for (size_t k = 0; i + k < s.n && k < 7 && lu_is_digit(s.s[i + k]); k++)
		n = n * 10 + (uint32_t)(s.s[i + k] - '0');
	return n;
}

/* The rest of "12-20" or "L12-L20", from `i` on; 0: it is no range. */
static uint32_t end_of_range(lu_str s, size_t i)
{
	if (i >= s.n || s.s[i++] != '-') return 0;
	return number_at(s, i + (i < s.n && s.s[i] == 'L'));
}

/* The 5 of "12:5", "(12,5)" or "(12, 5)", from behind the line on; 0: there is none. */
static uint32_t column_behind(lu_str s, size_t i)
{
	if (i >= s.n || !strchr(":,", s.s[i++])) return 0;
	return number_at(s, i + (i < s.n && s.s[i] == ' '));
}

/* The line that follows a path: "PATH:12", "PATH(12)", "PATH:(12,5)", "PATH:line 12", "PATH: line 12", "PATH\", line 12",
 * "PATH on line 12", "PATH#L12"; and the last one when there are several. */
static uint32_t line_behind(lu_str s, size_t i, uint32_t *last, uint32_t *column)
{
	static const char *const before[] = { ":line ",    ": line ", "\", line ", "', line ", "' line: ", ", line ",
					      " on line ", " line ",  ", lines ",  " lines ",  ":L",       ":(",
					      ": (",       ":",       "`:",        "\":",      "(",        "#L" };

	/* what bundlers append: "PATH?1a2b:12" */
	if (i < s.n && s.s[i] == '?' && i + 1 < s.n && lu_is_alnum(s.s[i + 1]))
		for (i++; i < s.n && lu_is_alnum(s.s[i]);) i++;
	for (size_t k = 0; k < sizeof before / sizeof *before; k++)
		if (lu_str_starts(lu_strn(s.s + i, s.n - i), before[k])) {
			uint32_t n = number_at(s, i + strlen(before[k]));

			if (!n) continue;
			for (i += strlen(before[k]); i < s.n && lu_is_digit(s.s[i]);) i++;
			*last = end_of_range(s, i);
			*column = column_behind(s, i);
			return n;
		}
	return 0;
}

/* The line that precedes a path: "line 12 of PATH". */
static uint32_t line_before(lu_str s, size_t i)
{
	size_t end;

	if (i < 4 || (memcmp(s.s + i - 4, " of ", 4) != 0 && memcmp(s.s + i - 4, " in ", 4) != 0)) return 0;
	for (end = i -= 4; i && lu_is_digit(s.s[i - 1]);) i--;
	return i < end && i >= 5 && strncasecmp(s.s + i - 5, "line ", 5) == 0 ? number_at(s, i) : 0;
}

/* A file without an ending is named by its line: "Makefile:12", "bin/run:12", as shells do "run: line 12: ", "run: 12: ". */
static uint32_t line_of_script(lu_str s, size_t from, size_t to)
{
	lu_str path = lu_strn(s.s + from, to - from), rest = lu_strn(s.s + to, s.n - to);
	lu_str base = lu_str_after_last(path, '/');
	size_t head = lu_str_starts(rest, ": line ") ? 7 : lu_str_starts(rest, ": ") ? 2 : 0, n;

	if (!base.n || !lu_is_alpha(base.s[0])) return 0;
	for (n = head; n < rest.n && lu_is_digit(rest.s[n]);) n++;
	if (head) return n > head && n < rest.n && rest.s[n] == ':' ? number_at(rest, head) : 0;
	return rest.n && rest.s[0] == ':' && (lu_is_upper(path.s[0]) || memchr(path.s, '/', path.n))
		       ? number_at(rest, 1)
		       : 0;
}

/* Places in the order of the text, but for those that are there already. */
static void add_place(struct places *p, lu_frame at, uint32_t column)
{
	if (p->n == FRAMES) return;
	for (size_t i = 0; i < p->n; i++)
		if (p->v[i].line == at.line && lu_str_eq(p->v[i].path, at.path)) return;
	p->column[p->n] = column;
	p->v[p->n++] = at;
}

static void find_places(lu_str text, struct places *p)
{
	for (size_t i = 0, n; i < text.n; i += n + !n) {
		for (n = 0; i + n < text.n && path_char(text.s[i + n]);) n++;
		if (n > 2) {
			lu_frame at = { .path = lu_strn(text.s + i, n) };
			uint32_t column = 0;

			while (at.path.n && at.path.s[at.path.n - 1] == '.') at.path.n--;
			if (names_file(at.path)) {
				at.line = line_behind(text, i + n, &at.last, &column);
				if (!at.line) at.line = line_before(text, i);
				add_place(p, at, column);
			} else if (at.path.n == n && (at.line = line_of_script(text, i, i + n))) {
				add_place(p, at, 0);
			}
		}
	}
	for (size_t i = 0; i < p->n; i++) lu__frame_name(text, &p->v[i]);
}

/* One path, or one as git has it before and after: "a/src/x.c b/src/x.c". */
static bool is_one_path(const struct places *p)
{
	lu_str a = p->v[0].path, b = p->v[1].path;

	if (p->n != 2) return p->n == 1;
	return lu_str_starts(a, "a/") && lu_str_starts(b, "b/") &&
	       lu_str_eq(lu_strn(a.s + 2, a.n - 2), lu_strn(b.s + 2, b.n - 2));
}

/* Is there nothing beside the place, its line, if it has one, and words that lead to it? */
static bool only_place(lu_str text, const struct places *p)
{
	static const char lead[] =
		"at code do does explain file in is it l line lines me of on open please see show the there to what";

	if (!is_one_path(p)) return false;
	for (size_t i = 0, n; i < text.n; i += n + !n) {
		lu_str word;

		for (size_t k = 0; k < p->n; k++)
			if (text.s + i == p->v[k].path.s) i += p->v[k].path.n;
		for (n = 0; i + n < text.n && lu_is_alpha(text.s[i + n]);) n++;
		word = lu_strn(text.s + i, n);
		if (n && !lu_str_in_words_nocase(word, lead)) return false;
	}
	return true;
}

/* Python puts the frame that failed last, the others first. */
static bool innermost_last(lu_str text)
{
	static const char says[] = "most recent call last";

	return memmem(text.s, text.n, says, sizeof says - 1) != NULL;
}

/* `path` as it is written, also as Windows does. */
static bool same_file(lu_str path, lu_str stored)
{
	lu_str base = lu_str_after_last(lu_str_after_last(path, '/'), '\\');

	return lu_str_eq(base, lu_str_after_last(stored, '/'));
}

static bool has_place(const lu_brief *el, const lu_frame *at)
{
	uint32_t last = at->last > at->line ? at->last : at->line;

	return at->line && last >= el->start_line && at->line <= el->end_line && same_file(at->path, el->path);
}

uint32_t lu_asked_line(lu_str query, const lu_brief *el)
{
	struct places p = { .n = 0 };

	find_places(query, &p);
	for (size_t i = 0; i < p.n; i++)
		if (has_place(el, &p.v[i])) return p.v[i].line > el->start_line ? p.v[i].line : el->start_line;
	return 0;
}

/* Only the places whose file a hit is in, with a line that one has, or 0: each is compared once with each hit, however many
 * numbers are asked for. */
static void keep_found(struct places *p, const lu_result *r)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		lu_frame at = p->v[i];
		bool file = false, line = false;

		for (size_t k = 0; k < r->n && !line; k++) {
			file |= same_file(at.path, r->v[k].el.path);
			line = has_place(&r->v[k].el, &at);
		}
		/* that of a frame may be of another revision */
		if (!line && !at.name.n) at.line = 0;
		p->column[n] = p->column[i];
		if (file || at.name.n) p->v[n++] = at;
	}
	p->n = n;
}

/* A folder of the path, or what the file is called before or after the last dot. */
static bool in_path(lu_str word, lu_str path)
{
	for (size_t i = 0, n; i < path.n; i += n + 1) {
		for (n = 0; i + n < path.n && !strchr("/\\:.", path.s[i + n]);) n++;
		if (word.n == n && strncasecmp(word.s, path.s + i, n) == 0) return true;
	}
	return false;
}

/* "12", or "l12" of "#L12" */
static bool is_number(lu_str word, uint32_t n)
{
	char digits[13];

	snprintf(digits, sizeof digits, "l%u", n);
	return n && (lu_str_eqz(word, digits) || lu_str_eqz(word, digits + 1));
}

/* Its line, or a part of its path: a trace names folders of the machine that it comes from. */
static bool is_of_place(lu_str word, const struct places *p)
{
	for (size_t i = 0; i < p->n; i++) {
		if (is_number(word, p->v[i].line) || is_number(word, p->column[i])) return true;
		if (p->v[i].line && is_number(word, p->v[i].last)) return true;
		if (in_path(word, p->v[i].path)) return true;
	}
	return false;
}

/* A part of "0x7fffe4": where something was in memory. */
static bool is_of_address(lu_str word, lu_str query)
{
	for (size_t i = 0, n; i + 2 < query.n; i++) {
		const char *at = query.s + i;

		if (at[0] != '0' || (at[1] | 32) != 'x' || (i && lu_is_ident(at[-1]))) continue;
		for (n = 2; i + n < query.n && lu_is_alnum(at[n]);) n++;
		for (size_t k = 0; n > 4 && k + word.n <= n; k++)
			if (strncasecmp(at + k, word.s, word.n) == 0) return true;
	}
	return false;
}

/* With the drive that Windows writes in front of it. */
static lu_str with_drive(lu_str query, lu_str path)
{
	bool drive = path.s - query.s >= 2 && path.s[-1] == ':' && strchr("/\\", path.s[0]);

	return drive ? lu_strn(path.s - 2, path.n + 2) : path;
}

void lu__known_lines(lu_str query, lu_result *r)
{
	struct places p = { .n = 0 };
	size_t n = 0;

	if (!r->unmatched.n) return;
	find_places(query, &p);
	keep_found(&p, r);
	for (size_t i = 0; i < p.n; i++) p.v[i].path = with_drive(query, p.v[i].path);
	for (size_t i = 0; i < r->unmatched.n; i++)
		if (!is_of_place(r->unmatched.v[i], &p) && !is_of_address(r->unmatched.v[i], query))
			r->unmatched.v[n++] = r->unmatched.v[i];
	r->unmatched.n = n;
}

/* Where a line is beyond the end of the file, or the file is another one by now, it is still its path that is given. */
static lu_code find_frames(lu__query *q, struct places *p, lu_err *e)
{
	lu_code rc = lu_store_frames(q->r->store, p->v, p->n, &q->scratch, e);
	lu_frame lost[FRAMES];
	size_t from[FRAMES], n = 0;

	for (size_t i = 0; i < p->n; i++) {
		if (p->v[i].n || !p->v[i].line) continue;
		from[n] = i;
		lost[n++] = (lu_frame){ .path = p->v[i].path };
	}
	if (rc || !n) return rc;
	rc = lu_store_frames(q->r->store, lost, n, &q->scratch, e);
	for (size_t i = 0; i < n; i++) p->v[from[i]] = lost[i];
	return rc;
}

lu_code lu__locate(lu__query *q, lu__located *out, lu_err *e)
{
	struct places p = { .n = 0 };
	bool last = innermost_last(q->text);
	float weight = 1;
	lu_code rc = LU_OK;
	char *text;

	out->n = 0;
	if (!(text = lu_arena_alloc(&q->scratch, q->text.n + 1))) return lu_nomem(e);
	/* as Windows writes paths */
	for (size_t i = 0; i < q->text.n; i++) text[i] = q->text.s[i] == '\\' ? '/' : q->text.s[i];
	find_places(lu_strn(text, q->text.n), &p);
	out->alone = only_place(lu_strn(text, q->text.n), &p);
	rc = find_frames(q, &p, e);
	for (size_t i = 0; i < p.n && !rc; i++) {
		const lu_frame *at = &p.v[last ? p.n - 1 - i : i];

		for (size_t k = 0; k < at->n; k++)
			lu__located_add(out, (lu__located_one){ .id = at->v[k].id,
								.weight = (at->line ? weight : weight * WHOLE_FILE) /
									  (float)at->n,
								.by_line = at->line > 0,
								.name = at->name });
		if (at->n) weight *= OUTER;
	}
	return rc || out->n || q->question.apart ? rc : lu__locate_named(q, out, e);
}
