/* SPDX-License-Identifier: MIT
 * Prose as sentences: of documents, of what documents code, and of comments. The lines of comments are read without their
 * marks. Headings, rows of tables, items of lists and descriptions of parameters are sentences of their own. */
#include "core/ascii.h"
#include "lucus/text.h"
#include "passage/lines.h"
#include "passage/notation.h"

#define ITEM       240 /* bytes of an item that is one sentence, however many it holds */
#define CLOSED     120 /* bytes within which a bracket or a quote must close to hold sentences together */
#define CODE_LINES 4
#define CODE_BYTES 280

/* A line without the marks of comments. */
struct piece {
	size_t from, to; /* bytes of the text */
	size_t indent;   /* of its content */
};

struct prose {
	struct lu__cutter *c;
	lu_sentence_kind kind;
	size_t base; /* the line of piece 0 */
	struct piece *v;
	size_t n;
};

static lu_str at(const struct prose *p, size_t i)
{
	return lu_strn(p->c->text.s + p->v[i].from, p->v[i].to - p->v[i].from);
}

/* ---- marks ---- */

/* The bytes of what begins a line of a comment: "///", "*", "#", "--". */
static size_t mark_of(lu_str s)
{
	static const char *const mark[] = { "<!--", "--[[", "(*", "{-|", "{-", "-- |" };
	size_t n = 0;

	/* a pragma of Haskell; where a comment ends */
	if (lu_str_starts(s, "{-#") || lu_str_eqz(s, "*/") || lu_str_eqz(s, "**/")) return s.n;
	for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
		if (lu_str_starts(s, mark[i])) return strlen(mark[i]);
	if (lu_str_starts(s, "/*")) {
		for (n = 1; n < s.n && strchr("*!", s.s[n]);) n++;
		return n;
	}
	if (s.n && s.s[0] == '*' && (s.n == 1 || s.s[1] != '*')) return 1;
	while (n < s.n && strchr("/#;", s.s[n])) n++;
	if (n && n < s.n && s.s[n] == '!') n++;
	if (n && n < s.n && s.s[0] == '#' && s.s[n] == ':' && (n + 1 == s.n || lu_is_blank(s.s[n + 1])))
		n++; /* "#: documents what follows" */
	if (!n && lu_str_starts(s, "--"))
		while (n < s.n && s.s[n] == '-') n++;
	return n;
}

/* The bytes of what ends a comment. */
static size_t end_mark(lu_str s)
{
	static const char *const mark[] = { "*/", "-->", "]]", "-}", "*)" };
	size_t n = 0;

	for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
		if (lu_str_ends(s, mark[i])) n = strlen(mark[i]);
	while (n && n < s.n && s.s[s.n - n - 1] == '*') n++;
	return n;
}

/* Behind the quotes that open a docstring; 0: none do. */
static size_t opening(lu_str s)
{
	for (size_t i = 0; i + 2 < s.n; i++)
		if (strchr("\"'", s.s[i]) && s.s[i + 1] == s.s[i] && s.s[i + 2] == s.s[i]) return i + 3;
	return s.n > 1 && strchr("\"'", s.s[0]) && s.s[s.n - 1] == s.s[0];
}

static size_t ending(lu_str s)
{
	if (lu_str_ends(s, "\"\"\"") || lu_str_ends(s, "'''")) return 3;
	return s.n && strchr("\"'", s.s[s.n - 1]) && memchr(s.s, s.s[s.n - 1], s.n - 1) == NULL;
}

static struct piece strip(const struct prose *p, size_t i)
{
	const struct lu__line *l = &p->c->line[p->base + i];
	const char *text = p->c->text.s;
	lu_str s = lu_strn(text + l->text, l->to - l->text);
	struct piece x = { l->text, l->to, l->columns };
	bool comment = l->kind == LU__LINE_COMMENT, quoted = l->kind == LU__LINE_DOC;
	size_t n = comment ? mark_of(s) : quoted && !i ? opening(s) : 0;

	x.from += n;
	if (n) x.indent = 0;
	for (; x.from < x.to && lu_is_blank(text[x.from]); x.from++) x.indent++;
	s = lu_strn(text + x.from, x.to - x.from);
	x.to -= comment ? end_mark(s) : quoted ? ending(s) : 0;
	while (x.to > x.from && lu_is_space(text[x.to - 1])) x.to--;
	return x;
}

/* ---- sentences of a paragraph ---- */

/* What holds a sentence together. */
struct open {
	int brackets;
	bool quote, tick;
};

static void look_at(struct open *o, char c)
{
	if (c == '(') o->brackets++;
	if (c == ')' && o->brackets) o->brackets--;
	if (c == '"') o->quote = !o->quote;
	if (c == '`') o->tick = !o->tick;
}

/* Will what is open at `i` close soon? */
static bool is_held(lu_str s, size_t i, struct open o)
{
	size_t most = s.n - i > CLOSED ? i + CLOSED : s.n;

	if (!o.brackets && !o.quote && !o.tick) return false;
	for (; i < most; i++) {
		look_at(&o, s.s[i]);
		if (!o.brackets && !o.quote && !o.tick) return true;
	}
	return false;
}

/* A sentence that is too long ends at the last blank behind half of what it may have, best behind ";" or ",". */
static size_t cut_long(lu_str s, size_t from, size_t to)
{
	size_t best = 0;
	int rank = 0;

	for (size_t i = from + LU_SENTENCE_MAX / 2; i < to && i <= from + LU_SENTENCE_MAX; i++) {
		char before = s.s[i - 1];
		int now = !lu_is_space(s.s[i]) ? 0 : strchr(";:", before) ? 3 : before == ',' ? 2 : 1;

		if (now && now >= rank) {
			rank = now;
			best = i;
		}
	}
	if (best) return best;
	best = from + LU_SENTENCE_MAX;
	/* no blanks: between two characters that are not of ASCII, where scripts without blanks may be cut */
	while (best < to && !((unsigned char)s.s[best] >= 0xc0 || lu_is_space(s.s[best]))) best++;
	return best;
}

/* The piece that holds byte `i`. */
static size_t piece_at(const struct prose *p, size_t k, size_t i)
{
	while (k + 1 < p->n && p->v[k + 1].from <= i) k++;
	return k;
}

/* Where the text from `from` on says something again: neither a blank nor the mark of a line. Sets its piece. */
static size_t skip_marks(const struct prose *p, size_t from, size_t to, size_t *k)
{
	*k = piece_at(p, *k, from);
	while (from < to) {
		if (from >= p->v[*k].to && *k + 1 < p->n) from = p->v[++*k].from;
		else if (lu_is_space(p->c->text.s[from])) from++;
		else break;
	}
	return from;
}

/* What is from `from` to `to`, beginning in piece `k` or later, in as many sentences as it is too long for one. */
static void emit(const struct prose *p, size_t from, size_t to, size_t k, lu_sentence_kind kind)
{
	while (to > from && lu_is_space(p->c->text.s[to - 1])) to--;
	for (from = skip_marks(p, from, to, &k); from < to; from = skip_marks(p, from, to, &k)) {
		size_t end = to - from > LU_SENTENCE_MAX ? cut_long(p->c->text, from, to) : to;

		if (end > to) end = to;
		lu__emit(p->c, from, end, p->base + k, p->base + piece_at(p, k, end - 1), kind);
		from = end;
	}
}

/* Pieces [i, end) are one paragraph, or one item. */
static void cut_paragraph(const struct prose *p, size_t i, size_t end, bool item)
{
	lu_str s = lu_strn(p->c->text.s, p->v[end - 1].to);
	size_t from = p->v[i].from, k = i, past;
	struct open o = { 0 };

	if (item && s.n - from <= ITEM) {
		emit(p, from, s.n, i, p->kind);
		return;
	}
	for (size_t b = from; b < s.n; b++) {
		if (b >= p->v[k].to && k + 1 < end) {
			b = p->v[++k].from;
			if (b >= s.n) break;
		}
		look_at(&o, s.s[b]);
		if (!lu_sentence_ends(lu_strn(s.s + from, s.n - from), b - from, &past)) continue;
		past += from;
		for (size_t c = b + 1; c < past; c++) look_at(&o, s.s[c]);
		if (is_held(s, past, o)) {
			b = past - 1;
			continue;
		}
		emit(p, from, past, piece_at(p, i, from), p->kind);
		from = past;
		b = past - 1;
		o = (struct open){ 0 };
	}
	if (from < s.n) emit(p, from, s.n, piece_at(p, i, from), p->kind);
}

/* ---- what a line is ---- */

static bool is_blank(const struct prose *p, size_t i)
{
	return p->v[i].from >= p->v[i].to;
}

/* Nothing but signs: a rule, the line under a heading, the border of a table. */
static bool is_rule(lu_str s)
{
	if (s.n < 3) return false;
	for (size_t i = 0; i < s.n; i++)
		if (lu_is_ident(s.s[i])) return false;
	return true;
}

/* One sign, repeated: what makes a heading of `title`, the line above. A fence does not, which is shorter. */
static bool underlines(lu_str s, lu_str title)
{
	if (s.n < 3 || !strchr("=-~^\"'*+#:.`_", s.s[0]) || (strchr("`~", s.s[0]) && s.n < title.n)) return false;
	for (size_t i = 1; i < s.n; i++)
		if (s.s[i] != s.s[0]) return false;
	return true;
}

static bool is_heading(const struct prose *p, size_t i)
{
	lu_str s = at(p, i);
	size_t n = 0;

	while (n < s.n && s.s[n] == '#') n++;
	if (n && n <= 6 && n < s.n && lu_is_blank(s.s[n]) &&
	    (p->kind == LU_SENTENCE_PROSE || (i && is_blank(p, i - 1) && i + 1 < p->n && is_blank(p, i + 1))))
		return true;
	if (n || is_rule(s) || i + 1 >= p->n || is_blank(p, i + 1)) return false;
	return underlines(at(p, i + 1), s) && (!i || is_blank(p, i - 1) || is_rule(at(p, i - 1)));
}

static bool is_row(lu_str s)
{
	return s.n > 1 &&
	       (s.s[0] == '|' || (s.s[0] == '+' && s.s[1] == '-') || (s.n > 6 && memmem(s.s, s.n, " | ", 3)));
}

/* The bytes of what begins an item of a list: "-", "*", "1.", "(a)", a bullet; 0: none does. */
static size_t bullet(lu_str s)
{
	size_t n = 0;

	if (lu_str_starts(s, "\xe2\x80\xa2") || lu_str_starts(s, "\xe2\x80\x93 ")) return 3;
	if (s.n > 1 && strchr("-*+", s.s[0]) && lu_is_blank(s.s[1])) return 1;
	if (s.n && s.s[0] == '(') n++;
	while (n < s.n && n < 4 && lu_is_digit(s.s[n])) n++;
	if (n == (s.n && s.s[0] == '(') && n + 1 < s.n && lu_is_alpha(s.s[n]) && strchr(".)", s.s[n + 1])) n++;
	return n && n + 1 < s.n && strchr(".)", s.s[n]) && lu_is_blank(s.s[n + 1]) ? n + 1 : 0;
}

/* Documentation of Java has "<pre>", or "<pre>{@code". */
static bool is_fence(lu_str s)
{
	if (lu_str_starts(s, "<pre>") || lu_str_starts(s, "<pre "))
		return !memmem(s.s, s.n, "</pre>", 6) && (s.s[s.n - 1] == '>' || lu_str_ends(s, "{@code"));
	return lu_str_starts(s, "```") || lu_str_starts(s, "~~~");
}

/* ---- blocks ---- */

/* Lines [i, end) of code within prose: a few at a time, and not across blank lines. */
static void cut_listing(const struct prose *p, size_t i, size_t end)
{
	while (i < end) {
		size_t k = i, had = p->c->n_v;

		if (is_blank(p, i)) {
			i++;
			continue;
		}
		while (k + 1 < end && k + 1 - i < CODE_LINES && !is_blank(p, k + 1) &&
		       p->v[k + 1].to - p->v[i].from <= CODE_BYTES)
			k++;
		lu__emit_code(p->c, p->base + i, p->base + k, LU_SENTENCE_CODE);
		for (; had < p->c->n_v; had++) p->c->v[had].listed = p->c->line[p->base + i].kind == LU__LINE_COMMENT;
		i = k + 1;
	}
}

/* The end of the code that is fenced from `i` on: behind the closing fence. */
static size_t cut_fenced(const struct prose *p, size_t i)
{
	lu_str fence = lu_strn(at(p, i).s, 3), s;
	bool tag = *fence.s == '<';
	size_t k = i + 1;

	for (; k < p->n; k++) {
		s = at(p, k);
		if (tag ? memmem(s.s, s.n, "</pre>", 6) != NULL : s.n >= 3 && memcmp(s.s, fence.s, 3) == 0) break;
	}
	cut_listing(p, i + 1, k);
	return k < p->n ? k + 1 : k;
}

/* Does a paragraph end before line `i`, by what that line is? */
static bool breaks(const struct prose *p, size_t i)
{
	lu_str s = at(p, i);

	return is_blank(p, i) || is_rule(s) || lu__is_reference(s) || is_heading(p, i) || is_row(s) || bullet(s) ||
	       lu__is_field(s) || is_fence(s) || lu__begins_items(s);
}

/* Behind the item that begins at `i`: what is indented deeper, or goes on without being anything else. */
static size_t item_end(const struct prose *p, size_t i, bool described)
{
	size_t k = i + 1;

	for (; k < p->n && !breaks(p, k); k++)
		if (described && p->v[k].indent <= p->v[i].indent) break;
	return k;
}

/* Does the line before the blank ones above `i` say that code follows, by "::" or by a directive? */
static bool is_announced(const struct prose *p, size_t i)
{
	size_t k = i;

	while (k && is_blank(p, k - 1)) k--;
	return k && k < i && p->v[i].indent > p->v[k - 1].indent &&
	       (lu_str_ends(at(p, k - 1), "::") || lu__announces_code(at(p, k - 1)));
}

/* How much deeper than what is around code is indented, by what the language's documentation is written in; 0: it is not known so. */
static size_t deeper(const struct prose *p)
{
	if (p->kind == LU_SENTENCE_PROSE || lu_str_eqz(p->c->language, "elixir")) return 4;
	return lu_str_eqz(p->c->language, "ruby") ? 2 : 0;
}

/* Is line `i` code: announced, or by its indentation, behind a blank line? */
static bool is_listing(const struct prose *p, size_t i, size_t base)
{
	lu_str s = at(p, i);

	if (lu__is_session(s) || is_announced(p, i)) return true;
	return i && is_blank(p, i - 1) && deeper(p) && p->v[i].indent >= base + deeper(p) && !bullet(s);
}

/* A session in documentation ends with a blank line: prose follows it, indented as it is. */
static size_t listing_end(const struct prose *p, size_t i)
{
	bool session = p->kind != LU_SENTENCE_PROSE && lu__is_session(at(p, i));
	size_t k = i, last = i;

	for (; k < p->n && (is_blank(p, k) || p->v[k].indent >= p->v[i].indent); k++) {
		if (!is_blank(p, k)) last = k;
		else if (session) break;
	}
	return last + 1;
}

/* Where prose begins: the least that any line is indented. */
static size_t base_of(const struct prose *p)
{
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < p->n; i++)
		if (!is_blank(p, i) && p->v[i].indent < least) least = p->v[i].indent;
	return least == SIZE_MAX ? 0 : least;
}

/* What a comment says of copyright and licence is no sentence about the code. */
static bool is_legal(const struct prose *p, size_t i, size_t end)
{
	const char *from = p->c->text.s + p->v[i].from;

	if (p->kind != LU_SENTENCE_COMMENT && p->kind != LU_SENTENCE_DOC) return false;
	return lu_legal_text(lu_strn(from, (size_t)(p->c->text.s + p->v[end - 1].to - from)));
}

/* Cut the block that begins at line `i`; returns the line behind it. `*items`: how far the items of a list of
 * parameters are indented at least; 0: there is none. */
static size_t cut_block(const struct prose *p, size_t i, size_t base, size_t *items)
{
	lu_str s = at(p, i);
	size_t end = i + 1;

	if (is_fence(s)) return cut_fenced(p, i);
	if (is_heading(p, i)) {
		emit(p, p->v[i].from, p->v[i].to, i, LU_SENTENCE_SIGNATURE);
		return i + 1;
	}
	if (is_rule(s) || lu_str_starts(s, "SPDX-") || lu__announces_code(s) || lu__is_reference(s)) return end;
	if (is_row(s)) {
		emit(p, p->v[i].from, p->v[i].to, i, p->kind);
		return end;
	}
	if (lu__begins_items(s)) {
		*items = p->v[i].indent + 1;
		return end;
	}
	if (is_listing(p, i, base)) {
		end = listing_end(p, i);
		cut_listing(p, i, end);
		return end;
	}
	if (p->v[i].indent < *items) *items = 0;
	if (bullet(s) || lu__is_field(s) ||
	    (p->kind != LU_SENTENCE_PROSE && lu__describes(s) &&
	     (*items || (end < p->n && p->v[end].indent > p->v[i].indent && !is_blank(p, end))))) {
		end = item_end(p, i, !bullet(s) && !lu__is_field(s));
		cut_paragraph(p, i, end, true);
		return end;
	}
	while (end < p->n && !breaks(p, end) &&
	       !(*items && lu__describes(at(p, end)) && p->v[end].indent <= p->v[i].indent))
		end++;
	if (!is_legal(p, i, end)) cut_paragraph(p, i, end, false);
	return end;
}

void lu__cut_prose(struct lu__cutter *c, size_t from, size_t to, lu_sentence_kind kind)
{
	struct prose p = { .c = c, .kind = kind, .base = from, .n = to - from };
	size_t base, items = 0;

	if (from >= to || c->oom) return;
	if (!(p.v = lu_arena_calloc(c->a, p.n, sizeof *p.v))) {
		c->oom = true;
		return;
	}
	for (size_t i = 0; i < p.n; i++) p.v[i] = strip(&p, i);
	base = base_of(&p);
	for (size_t i = 0; i < p.n;) i = is_blank(&p, i) ? i + 1 : cut_block(&p, i, base, &items);
}
