/* SPDX-License-Identifier: MIT
 * The reading of a question, line by line. */
#include "retrieve/question.h"

#include "retrieve/classify.h"
#include "core/ascii.h"

/* Words of the headings that templates of issues have; a heading of nothing else says nothing. */
#define TEMPLATE \
	"describe description bug bugs issue problem steps step reproduce reproduction reproducible reproducing " \
	"procedure expected " \
	"actual current desired observed behavior behaviour result results output outcome environment info " \
	"information additional " \
	"further context screenshots screenshot version versions system os platform configuration config setup " \
	"checklist " \
	"prerequisites summary detail details motivation feature request proposal solution alternatives alternative " \
	"considered " \
	"related reference references code example examples minimal working sample snippet error errors log logs " \
	"traceback stack " \
	"trace report question what happened happens did do does you expect would like i we see command commands " \
	"used run your " \
	"project the a an of to and or is it that for in this s'd i'd you'd please how why tested relevant other any " \
	"notes note " \
	"tl;dr tldr background possible suggested fix software operating interpreter tool tools attach"
/* Of those below which it says what runs where. */
#define SYSTEMS \
	"environment version versions system os platform checklist prerequisites screenshots screenshot software " \
	"operating " \
	"interpreter"
/* What is said of a system, a line for each. */
#define FACTS \
	"os system platform browser python version versions node npm ruby java go rust compiler distribution " \
	"architecture arch " \
	"kernel device shell terminal editor hardware cpu gpu docker pip runtime"

typedef struct reader {
	lu__share_fn *share;
	void *ctx;
	lu_arena *a;
	lu__question *out;
	char *text; /* what is kept, no longer than the query */
	size_t n;
	char fence;    /* of the block that is open; 0: none */
	bool comment;  /* <!-- is open */
	bool systems;  /* in a section about versions */
	bool below;    /* there is a title */
	bool blank;    /* the line before was empty */
	bool indented; /* in a block of code without fences */
	bool more;     /* something is said below the title */
} reader;

static lu_code keep(reader *r, lu_str s, lu__part part, lu_err *e)
{
	lu__question *o = r->out;
	lu__span *v = o->n ? &o->v[o->n - 1] : NULL;
	size_t from = r->n;

	if (!s.n) return LU_OK;
	memcpy(r->text + r->n, s.s, s.n);
	r->n += s.n;
	if (v && v->part == part) {
		v->to = r->n;
		return LU_OK;
	}
	if (!(v = lu_arena_grow(r->a, o->v, o->n, sizeof *v))) return lu_nomem(e);
	o->v = v;
	v[o->n++] = (lu__span){ from, r->n, part };
	return LU_OK;
}

static lu_code end_line(reader *r, lu_err *e)
{
	return r->out->n ? keep(r, lu_strn("\n", 1), r->out->v[r->out->n - 1].part, e) : LU_OK;
}

/* ---- what a line is ---- */

/* The character that a fence of code is made of; 0: it is none. */
static char fence_of(lu_str line)
{
	line = lu_str_trim(line);
	return lu_str_starts(line, "```") || lu_str_starts(line, "~~~") ? line.s[0] : 0;
}

/* "- [x] I have read the manual" */
static bool is_ticked(lu_str line)
{
	line = lu_str_trim(line);
	if (line.n < 5 || !strchr("-*+", line.s[0])) return false;
	line = lu_str_trim(lu_strn(line.s + 1, line.n - 1));
	return line.n >= 3 && line.s[0] == '[' && strchr(" xX", line.s[1]) && line.s[2] == ']';
}

/* Without the marks of headings and lists around it; *marked: it had some of a heading. */
static lu_str plain(lu_str line, bool *marked)
{
	line = lu_str_trim(line);
	*marked = line.n > 1 && (line.s[0] == '#' || (lu_str_starts(line, "**") && strchr("*:", line.s[line.n - 1])));
	while (line.n && strchr("#*->_ \t", line.s[0])) line = lu_strn(line.s + 1, line.n - 1);
	while (line.n && strchr("#*:_ \t\r?!.", line.s[line.n - 1])) {
		*marked |= line.s[line.n - 1] == ':';
		line.n--;
	}
	return line;
}

/* Are all words of `s` in the list, and how many are also in the other? */
static bool consists_of(lu_str s, const char *list, const char *other, size_t *also)
{
	size_t words = 0;

	*also = 0;
	for (size_t i = 0, n; i < s.n; i += n + !n) {
		for (n = 0; i + n < s.n && !strchr(" \t/,()&?'", s.s[i + n]);) n++;
		if (!n) continue;
		if (!lu_str_in_words_nocase(lu_strn(s.s + i, n), list)) return false;
		*also += lu_str_in_words_nocase(lu_strn(s.s + i, n), other);
		words++;
	}
	return words > 0;
}

/* A heading that templates have; it says what its section is about. */
static bool is_template(reader *r, lu_str line)
{
	bool marked;
	lu_str s = plain(line, &marked);
	size_t systems;

	if (!marked) return false;
	if (s.n > 80 || !consists_of(s, TEMPLATE, SYSTEMS, &systems)) {
		if (line.n && line.s[0] == '#') r->systems = false;
		return false;
	}
	r->systems = systems > 0;
	return true;
}

/* "- Python version: 3.9", "OS: Mac", "numpy==1.21" */
static bool is_fact(lu_str line)
{
	const char *at;
	bool marked;
	lu_str key;
	size_t also;

	line = lu_str_trim(line);
	if (line.n > 120) return false;
	if ((at = memmem(line.s, line.n, "==", 2)) && at > line.s && lu_is_alnum(at[-1]) &&
	    (size_t)(at - line.s) + 2 < line.n && lu_is_digit(at[2]))
		return !memchr(line.s, ' ', line.n);
	if (!(at = memchr(line.s, ':', line.n)) || at - line.s > 40) return false;
	key = plain(lu_strn(line.s, (size_t)(at - line.s)), &marked);
	if (consists_of(key, FACTS, "", &also)) return true;
	return lu_str_eqz(lu_str_after_last(key, ' '), "version") ||
	       lu_str_eqz(lu_str_after_last(key, ' '), "extensions");
}

/* A line that only leads elsewhere, or shows a picture; one that leads to a file names its place. */
static bool is_link(lu_str line)
{
	line = lu_str_trim(line);
	if (lu_str_starts(line, "![")) return true;
	if (lu_str_starts(line, "- ") || lu_str_starts(line, "* ")) line = lu_str_trim(lu_strn(line.s + 2, line.n - 2));
	return (lu_str_starts(line, "http://") || lu_str_starts(line, "https://")) && !memchr(line.s, ' ', line.n) &&
	       !memmem(line.s, line.n, "/blob/", 6);
}

static bool is_rule(lu_str line)
{
	line = lu_str_trim(line);
	for (size_t i = 0; i < line.n; i++)
		if (!strchr("-=_*~ ", line.s[i])) return false;
	return true;
}

/* "at Reader.next(Reader.java:12)", but not "at the end" */
static bool is_frame(lu_str s)
{
	if (!lu_str_starts(s, "at ")) return false;
	for (size_t i = 3; i + 1 < s.n; i++)
		if (s.s[i] == '(' || (s.s[i] == ':' && lu_is_digit(s.s[i + 1]))) return true;
	return false;
}

/* A frame of a stack trace, or the line that opens one. */
static bool is_trace(lu_str line)
{
	lu_str s = lu_str_trim(line);

	return lu_str_starts(s, "Traceback (") || lu_str_starts(s, "File \"") || is_frame(s) ||
	       lu_str_starts(s, "goroutine ") || lu_str_starts(s, "Caused by:") ||
	       lu_str_starts(s, "Exception in thread");
}

static bool is_indented(lu_str line)
{
	return lu_str_starts(line, "    ") || lu_str_starts(line, "\t");
}

/* ---- lines ---- */

/* Prose below the title: what is between backticks is named. */
static lu_code keep_prose(reader *r, lu_str line, lu_err *e)
{
	lu_code rc = LU_OK;

	while (line.n && !rc) {
		const char *open = memchr(line.s, '`', line.n), *close = NULL;
		size_t n = line.n;

		if (open) close = memchr(open + 1, '`', line.n - (size_t)(open + 1 - line.s));
		if (close) n = open > line.s ? (size_t)(open - line.s) : (size_t)(close - line.s) + 1;
		rc = keep(r, lu_strn(line.s, n), close && open == line.s ? LU__PART_NAMED : LU__PART_PROSE, e);
		line = lu_strn(line.s + n, line.n - n);
	}
	return rc;
}

static lu_code read_prose(reader *r, lu_str line, lu_err *e)
{
	char *copy = lu_arena_alloc(r->a, line.n + 1);
	lu_code rc;

	if (!copy) return lu_nomem(e);
	if (line.n) memcpy(copy, line.s, line.n);
	rc = lu__courtesies(copy, line.n, r->share, r->ctx, r->a, e);
	line = lu_strn(copy, line.n);
	if (rc || !lu_str_trim(line).n) return rc;
	if (r->below) {
		r->more = true;
		rc = keep_prose(r, line, e);
	} else {
		r->below = true;
		rc = keep(r, lu_str_trim(line), LU__PART_TITLE, e);
	}
	return rc ? rc : end_line(r, e);
}

static lu_code read_code(reader *r, lu_str line, lu_err *e)
{
	lu_code rc = keep(r, line, LU__PART_CODE, e);

	r->below = true;
	return rc ? rc : end_line(r, e);
}

/* Take comments of templates out of a line. */
static lu_code without_comments(reader *r, lu_str *line, lu_err *e)
{
	char *copy = NULL;
	size_t n = 0;

	if (!r->comment && !memmem(line->s, line->n, "<!--", 4)) return LU_OK;
	if (!(copy = lu_arena_alloc(r->a, line->n + 1))) return lu_nomem(e);
	for (size_t i = 0; i < line->n;) {
		lu_str rest = lu_strn(line->s + i, line->n - i);

		if (lu_str_starts(rest, r->comment ? "-->" : "<!--")) {
			i += r->comment ? 3 : 4;
			r->comment = !r->comment;
		} else {
			if (!r->comment) copy[n++] = line->s[i];
			i++;
		}
	}
	*line = lu_strn(copy, n);
	return LU_OK;
}

static lu_code read_fenced(reader *r, lu_str line, lu_err *e)
{
	if (fence_of(line) == r->fence) {
		r->fence = 0;
		return LU_OK;
	}
	if (r->systems) return LU_OK;
	r->more = true;
	return read_code(r, line, e);
}

static lu_code read_line(reader *r, lu_str line, lu_err *e)
{
	bool after_blank = r->blank || r->indented;
	lu_code rc;

	if (r->fence) return read_fenced(r, line, e);
	if ((rc = without_comments(r, &line, e))) return rc;
	r->blank = !lu_str_trim(line).n;
	if (r->blank) return LU_OK;
	r->indented = false;
	if ((r->fence = fence_of(line)) || is_ticked(line) || is_rule(line) || is_link(line) || is_template(r, line))
		return LU_OK;
	if (is_trace(line)) return read_code(r, line, e);
	if (r->systems || (r->below && is_fact(line))) return LU_OK;
	if (!is_indented(line) || !after_blank) return read_prose(r, line, e);
	r->indented = true;
	return read_code(r, line, e);
}

static bool has_word(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.s[i] >= 0x80 || lu_is_alnum(s.s[i])) return true;
	return false;
}

/* A question of one part. */
static lu_code make_one(reader *r, lu_str text, lu_err *e)
{
	lu__question *o = r->out;

	*o = (lu__question){ .text = text, .v = lu_arena_calloc(r->a, 1, sizeof *o->v), .n = 1 };
	if (!o->v) return lu_nomem(e);
	o->v[0] = (lu__span){ 0, text.n, LU__PART_TITLE };
	return LU_OK;
}

lu_code lu__question_read(lu_str query, lu__share_fn *share, void *ctx, lu_arena *a, lu__question *out, lu_err *e)
{
	reader r = { .share = share, .ctx = ctx, .a = a, .out = out };
	lu_code rc = LU_OK;

	*out = (lu__question){ 0 };
	if (!(r.text = lu_arena_alloc(a, 2 * query.n + 2))) return lu_nomem(e);
	for (size_t i = 0, n; i < query.n && !rc; i += n + 1) {
		const char *end = memchr(query.s + i, '\n', query.n - i);

		n = end ? (size_t)(end - query.s) - i : query.n - i;
		rc = read_line(&r, lu_strn(query.s + i, n), e);
	}
	if (rc) return rc;
	out->text = lu_strn(r.text, r.n);
	out->apart = r.more && out->n > 1 && out->v[0].part == LU__PART_TITLE;
	if (out->apart) return LU_OK;
	if (!has_word(out->text) || lu_str_eq(lu_str_trim(out->text), lu_str_trim(query)))
		return make_one(&r, query, e);
	return make_one(&r, lu_str_trim(out->text), e);
}
