/* SPDX-License-Identifier: MIT */
#include "concept/plain_text.h"

#include "core/ascii.h"
#include "lucus/text.h"

#define RUN 240 /* bytes of a run of letters at most */
#define TAG 200 /* bytes of a tag of HTML at most */

struct scan {
	lu_str s;
	size_t i, end; /* of the line that is read: where it goes on, and ends */
	uint32_t line;
	bool comment, fenced, legal, blank; /* blank: the last line was */
	lu__token_fn *fn;
	void *ctx;
	lu_err *e;
};

/* ---- characters ---- */

static uint32_t code_point(lu_str s, size_t i, size_t *n)
{
	unsigned char c = (unsigned char)s.s[i];
	uint32_t cp = c;

	*n = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	if (*n > s.n - i) *n = s.n - i;
	if (c < 0x80) return cp;
	cp = c & (0xff >> (*n + 1));
	for (size_t k = 1; k < *n; k++) cp = cp << 6 | ((unsigned char)s.s[i + k] & 0x3f);
	return cp;
}

static bool in(uint32_t c, uint32_t first, uint32_t last)
{
	return c >= first && c <= last;
}

enum lu__letter lu__letter_at(lu_str s, size_t i, size_t *n)
{
	uint32_t c = code_point(s, i, n);

	if (c < 0x80) return lu_is_alnum((int)c) ? LU__LETTER_OTHER : LU__LETTER_NONE;
	/* signs of Latin-1, general punctuation, arrows, mathematics, boxes; those of Han and of full width */
	if (c < 0xc0 || c == 0xd7 || c == 0xf7 || in(c, 0x2000, 0x2bff) || in(c, 0x3000, 0x3004) ||
	    in(c, 0x3008, 0x303f) || in(c, 0xfe00, 0xfe6f) || in(c, 0xff00, 0xff0f) || in(c, 0xff1a, 0xff20) ||
	    in(c, 0xff3b, 0xff40) || in(c, 0xff5b, 0xff65) || in(c, 0xe000, 0xf8ff) || in(c, 0x1f000, 0x1faff) ||
	    c == 0xfffd || c == 0x30fb)
		return LU__LETTER_NONE;
	if (in(c, 0x4e00, 0x9fff) || in(c, 0x3400, 0x4dbf) || in(c, 0xf900, 0xfaff) || in(c, 0x20000, 0x2fa1f) ||
	    c == 0x3005)
		return LU__LETTER_HAN;
	if (in(c, 0x3040, 0x309f)) return LU__LETTER_HIRAGANA;
	if (in(c, 0x30a0, 0x30ff) || in(c, 0x31f0, 0x31ff) || in(c, 0xff66, 0xff9d)) return LU__LETTER_KATAKANA;
	return in(c, 0xac00, 0xd7a3) ? LU__LETTER_HANGUL : LU__LETTER_OTHER;
}

static char at(const struct scan *x, size_t i)
{
	return i < x->end ? x->s.s[i] : '\0';
}

static bool is(const char *set, char c)
{
	return c && strchr(set, c);
}

static lu_code give(struct scan *x, enum lu__token_kind kind, size_t from, size_t to)
{
	struct lu__token t = { kind, lu_strn(x->s.s + from, to - from), x->line };

	return x->fn(x->ctx, &t, x->e);
}

static lu_code sign(struct scan *x, enum lu__token_kind kind)
{
	return give(x, kind, x->i, x->i);
}

/* ---- lines that are no prose ---- */

/* from X import Y */
static bool is_import(lu_str line)
{
	lu_str rest = line;

	(void)lu_str_take(&rest, ' ');
	(void)lu_str_take(&rest, ' ');
	return lu_str_starts(rest, "import ");
}

/* How much signs speak for code. */
static const enum weight {
	NOTHING,
	WEAK,
	STRONG
} weights[256] = {
	['{'] = STRONG, ['}'] = STRONG, [';'] = STRONG,  ['='] = STRONG, ['+'] = STRONG, ['&'] = STRONG,
	['|'] = STRONG, ['$'] = STRONG, ['\\'] = STRONG, ['_'] = STRONG, ['('] = WEAK,   [')'] = WEAK,
	['['] = WEAK,   [']'] = WEAK,   ['<'] = WEAK,    ['>'] = WEAK,   ['"'] = WEAK,   ['\''] = WEAK,
	['`'] = WEAK,   [':'] = WEAK,   ['/'] = WEAK,    ['#'] = WEAK,   ['@'] = WEAK,
};

/* Most of a line of code is no letters: a call in a sentence is still one. */
static bool is_code(lu_str line)
{
	size_t strong = 0, weak = 0, all = 0;

	if (line.n && is("if>$#", *line.s) &&
	    (lu_str_starts(line, "import ") || (lu_str_starts(line, "from ") && is_import(line)) ||
	     lu_str_starts(line, ">>>") || lu_str_starts(line, "$ ") || lu_str_starts(line, "#include")))
		return true;
	for (size_t i = 0; i < line.n; i++) {
		enum weight w = weights[(unsigned char)line.s[i]];

		all += !lu_is_blank(line.s[i]);
		strong += w == STRONG;
		weak += w == WEAK;
	}
	return strong && (strong * 2 + weak) * 4 > all;
}

/* Nothing but signs: a line under a heading, a frame, a table's border. */
static bool is_ruled(lu_str line)
{
	size_t n;

	for (size_t i = 0; i < line.n; i += n)
		if (lu__letter_at(line, i, &n) != LU__LETTER_NONE) return false;
	return true;
}

static lu_str line_at(lu_str s, size_t i)
{
	return lu_str_line(lu_strn(s.s + i, s.n - i));
}

/* What a comment's line begins with. */
static size_t past_signs(const struct scan *x, size_t i)
{
	const char *signs = x->comment ? "*/#!;%>|=~\"'" : ">|";

	for (;; i++) {
		if (x->comment && at(x, i) == '-' && at(x, i + 1) == '-') i += 2;
		if (i >= x->end || !(lu_is_space(x->s.s[i]) || is(signs, x->s.s[i]))) return i;
	}
}

/* The paragraph from `i` on, to a line without letters. */
static lu_str paragraph(const struct scan *x, size_t i)
{
	size_t to = i;

	while (to < x->s.n) {
		lu_str line = line_at(x->s, to);

		if (is_ruled(line)) break;
		to += line.n + 1;
	}
	return lu_strn(x->s.s + i, (to < x->s.n ? to : x->s.n) - i);
}

/* ---- words ---- */

/* A hyphen or an apostrophe within a word: "read-only", "UTF-8", "don't". */
static bool is_inner(const struct scan *x, size_t i)
{
	char before = i ? x->s.s[i - 1] : '\0', next = at(x, i + 1);

	if (x->s.s[i] != '-' && x->s.s[i] != '\'') return false;
	return (lu_is_alnum(before) && lu_is_alpha(next)) || (lu_is_upper(before) && lu_is_digit(next));
}

/* The letters of one word from `i` on; digits may be within, marks of other alphabets are letters. */
static size_t past_word(const struct scan *x, size_t i)
{
	lu_str s = lu_strn(x->s.s, x->end);
	size_t n;

	while (i < x->end) {
		char c = x->s.s[i];
		bool inner;

		if (lu_is_word(c)) {
			i++;
			continue;
		}
		inner = is_inner(x, i);

		if (inner || lu__letter_at(s, i, &n) == LU__LETTER_OTHER) i += inner ? 1 : n;
		else if (c == *LU__APOSTROPHE && lu_str_starts(lu_strn(s.s + i, s.n - i), LU__APOSTROPHE) &&
			 lu_is_alpha(at(x, i + 3)))
			i += 3;
		else break;
	}
	return i;
}

/* Past a chunk that signs of paths and addresses join; `i` when none do. */
static size_t past_joined(const struct scan *x, size_t i)
{
	size_t from = i;

	if (lu_is_space(at(x, i))) return i; /* mostly */
	while (is("./\\@:~#?&=%+", at(x, i)) && (lu_is_word(at(x, i + 1)) || is("/\\:", at(x, i + 1))))
		for (i++; lu_is_ident(at(x, i)) || is("/\\:-", at(x, i));) i++;
	return i > from ? i : from;
}

static bool is_dotted_name(lu_str s)
{
	size_t letters = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (!lu_is_word(s.s[i]) && s.s[i] != '.' && s.s[i] != ':') return false;
		letters += lu_is_alpha(s.s[i]);
	}
	return letters * 2 > s.n && letters > 4;
}

/* getUser, parse_json: no capital at the beginning, where one is within. */
static bool is_identifier(lu_str w)
{
	if (memchr(w.s, '_', w.n)) return true;
	for (size_t i = 1; i < w.n && lu_is_lower(*w.s); i++)
		if (lu_is_upper(w.s[i])) return true;
	return false;
}

/* "server's": the word, and what is behind the apostrophe goes. */
static lu_str possessor(lu_str w, bool *cut)
{
	size_t tail = lu_str_ends(w, "'s") ? 2 : lu_str_ends(w, LU__APOSTROPHE "s") ? 4 : 0;

	*cut = tail > 0;
	return lu_strn(w.s, w.n - tail);
}

static lu_code word(struct scan *x)
{
	size_t from = x->i, to = past_word(x, from), past = past_joined(x, to);
	lu_str w = lu_strn(x->s.s + from, to - from);
	bool call = at(x, past) == '(' && at(x, past + 1) == ')', cut;
	lu_code rc;

	if (past > to || call) {
		x->i = past + (call ? 2 : 0);
		w = lu_strn(w.s, past - from);
		return (call || is_dotted_name(w)) && lu_is_ident(*w.s) ? give(x, LU__TOKEN_NAME, from, past)
									: sign(x, LU__TOKEN_BREAK);
	}
	x->i = to;
	if (at(x, to) == '(' && at(x, to + 1) == 's' && at(x, to + 2) == ')') x->i += 3;
	if (lu_is_digit(*w.s)) return sign(x, LU__TOKEN_BREAK);
	if (is_identifier(w)) return give(x, LU__TOKEN_NAME, from, to);
	w = possessor(w, &cut);
	rc = give(x, LU__TOKEN_WORD, from, from + w.n);
	return rc || !cut ? rc : sign(x, LU__TOKEN_BREAK);
}

/* Letters of scripts without blanks; Han and Kana in one run. */
static lu_code run(struct scan *x)
{
	lu_str s = lu_strn(x->s.s, x->end);
	size_t from = x->i, n;
	enum lu__letter l;

	while (x->i < x->end && x->i - from < RUN && ((l = lu__letter_at(s, x->i, &n)) > LU__LETTER_OTHER)) x->i += n;
	return give(x, LU__TOKEN_RUN, from, x->i);
}

/* ---- signs ---- */

/* Where `c` is next on the line, within `most` bytes; the line's end: nowhere. */
static size_t find(const struct scan *x, size_t i, char c, size_t most)
{
	size_t to = x->end - i > most ? i + most : x->end;
	const char *p = i < to ? memchr(x->s.s + i, c, to - i) : NULL;

	return p ? (size_t)(p - x->s.s) : x->end;
}

/* `code`, ``code``: the name that it is, or nothing. */
static lu_code quoted_code(struct scan *x)
{
	size_t from = x->i, to;
	lu_str name;

	while (at(x, from) == '`') from++;
	to = find(x, from, '`', x->end);
	x->i = to;
	if (to == x->end) {
		x->i = from;
		return sign(x, LU__TOKEN_BREAK);
	}
	while (at(x, x->i) == '`') x->i++;
	name = lu_strn(x->s.s + from, to - from);
	if (lu_str_ends(name, "()")) name.n -= 2;
	for (size_t i = 0; i < name.n; i++)
		if (!lu_is_word(name.s[i]) && name.s[i] != '.' && name.s[i] != ':') return sign(x, LU__TOKEN_BREAK);
	return name.n ? give(x, LU__TOKEN_NAME, from, from + name.n) : sign(x, LU__TOKEN_BREAK);
}

/* Past a word that belongs to the sign at x->i: "$HOME", "%s", "@foo", "\brief", "--max-hops", "&nbsp;". */
static lu_code attached(struct scan *x)
{
	while (is("$%@\\&-", at(x, x->i))) x->i++;
	while (lu_is_ident(at(x, x->i)) || (at(x, x->i) == '-' && lu_is_alnum(at(x, x->i + 1)))) x->i++;
	return sign(x, LU__TOKEN_BREAK);
}

/* Past "(Jane Doe)" at the end of a line, as logs of changes have it; x->i: it is none. */
static size_t past_author(const struct scan *x)
{
	size_t to = find(x, x->i, ')', TAG), names = 0;

	if (to == x->end || lu_str_trim(lu_strn(x->s.s + to + 1, x->end - to - 1)).n) return x->i;
	for (lu_str rest = lu_strn(x->s.s + x->i + 1, to - x->i - 1); rest.n; names++) {
		lu_str name = lu_str_take(&rest, ' ');

		if (!name.n || lu_is_lower(*name.s) || !lu_is_ident(*name.s)) return x->i;
	}
	return names > 1 && names < 5 ? to + 1 : x->i;
}

#define ABBREVIATED 7 /* letters: no abbreviation before a full stop has as many */

static bool ends_sentence(const struct scan *x, char c)
{
	size_t from = x->i, past;

	if (c != '.' && c != '!' && c != '?' && (unsigned char)c < 0x80) return false;
	if (c == '.' && lu_is_alnum(at(x, x->i + 1))) return false;
	while (from && x->i - from < ABBREVIATED && lu_is_lower(x->s.s[from - 1])) from--;
	if (c == '.' && x->i - from == ABBREVIATED && (x->i + 1 == x->end || lu_is_space(at(x, x->i + 1)))) return true;
	return lu_sentence_ends(x->s, x->i, &past);
}

static lu_code punctuation(struct scan *x)
{
	char c = at(x, x->i), next = at(x, x->i + 1);
	enum lu__token_kind kind = LU__TOKEN_BREAK;
	size_t n, to;

	if (c == '`') return quoted_code(x);
	if ((is("$%@\\&", c) || (c == '-' && is("-", next))) && (lu_is_ident(next) || next == c)) return attached(x);
	if (c == '-' && lu_is_alpha(next) && !(x->i && lu_is_ident(x->s.s[x->i - 1]))) return attached(x);
	if (c == '<' && (lu_is_alpha(next) || is("/!", next)) && (to = find(x, x->i, '>', TAG)) < x->end) {
		x->i = to + 1;
		return sign(x, LU__TOKEN_BREAK);
	}
	if (c == '(' && (to = past_author(x)) > x->i) {
		x->i = to;
		return sign(x, LU__TOKEN_BREAK);
	}
	if (c == '(' && x->i && x->s.s[x->i - 1] == ']' && (to = find(x, x->i, ')', x->end)) < x->end) {
		x->i = to + 1;
		return sign(x, LU__TOKEN_BREAK);
	}
	if (c == ';' || c == ':' || ends_sentence(x, c)) kind = LU__TOKEN_CLAUSE;
	(void)lu__letter_at(lu_strn(x->s.s, x->end), x->i, &n);
	x->i += n;
	/* emphasis is no end: "*source* code" */
	return is("*_", c) ? LU_OK : sign(x, kind);
}

/* ---- lines ---- */

/* Tags of documentation: @param x, \brief, :param x:. What they name is skipped; true: the whole line is. */
static bool tag(struct scan *x)
{
	char c = at(x, x->i);
	size_t from = x->i + 1, to = from;
	lu_str name;

	if (!is("@\\:", c) || !lu_is_alpha(at(x, from))) return false;
	while (lu_is_word(at(x, to)) || at(x, to) == '-') to++;
	name = lu_strn(x->s.s + from, to - from);
	if (lu_str_in_words(name, "author copyright license licence version since see link code file date"))
		return true;
	if (c == ':') {
		to = find(x, to, ':', TAG);
		if (to < x->end) x->i = to + 1;
		return false;
	}
	x->i = to;
	while (lu_is_blank(at(x, x->i))) x->i++;
	if (at(x, x->i) == '{' && (to = find(x, x->i, '}', TAG)) < x->end) x->i = to + 1;
	if (!lu_str_in_words(
		    name, "param arg argument throws throw exception raises tparam template typeparam property prop"))
		return false;
	while (lu_is_blank(at(x, x->i))) x->i++;
	while (x->i < x->end && !lu_is_space(x->s.s[x->i])) x->i++;
	return false;
}

/* "- ", "* ", "1. ", "a) " */
static bool bullet(struct scan *x)
{
	size_t i = x->i;

	if (is("-+*", at(x, i)) && lu_is_blank(at(x, i + 1))) {
		x->i = i + 2;
		return true;
	}
	while (lu_is_alnum(at(x, i)) && i < x->i + 3) i++;
	if (i == x->i || !is(".)", at(x, i)) || !lu_is_blank(at(x, i + 1)) ||
	    (i - x->i > 1 && !lu_is_digit(at(x, x->i))))
		return false;
	x->i = i + 2;
	return true;
}

static lu_code words(struct scan *x)
{
	lu_code rc = LU_OK;

	while (x->i < x->end && !rc) {
		size_t n;
		enum lu__letter l;

		if (lu_is_space(x->s.s[x->i])) {
			x->i++;
			continue;
		}
		l = lu__letter_at(lu_strn(x->s.s, x->end), x->i, &n);
		if (l > LU__LETTER_OTHER) rc = run(x);
		else if (l == LU__LETTER_OTHER ||
			 (at(x, x->i) == '_' && lu_is_ident(at(x, x->i + 1)) && at(x, x->i + 1) != '_'))
			rc = word(x);
		else rc = punctuation(x);
	}
	return rc;
}

static lu_code one_line(struct scan *x)
{
	lu_str whole = lu_strn(x->s.s + x->i, x->end - x->i), text;
	bool was_blank = x->blank, heading;
	size_t from = past_signs(x, x->i);
	lu_code rc = LU_OK;

	text = lu_str_trim(lu_strn(x->s.s + from, x->end - from));

	if (text.n > 2 && is("`~", *text.s) && text.s[1] == *text.s && text.s[2] == *text.s) {
		x->fenced = !x->fenced;
		return sign(x, LU__TOKEN_CLAUSE);
	}
	x->blank = is_ruled(whole);
	if (x->blank) return sign(x, text.n ? LU__TOKEN_CLAUSE : LU__TOKEN_PARAGRAPH);
	if (was_blank) x->legal = lu_legal_text(paragraph(x, x->i));
	if (x->fenced || x->legal) return LU_OK;
	heading = !x->comment && is("#|", at(x, x->i));
	while (heading && is("#|", at(x, x->i))) x->i++;
	x->i = past_signs(x, x->i);
	if (lu_str_starts(text, ".. ") || is_code(text)) return sign(x, LU__TOKEN_CLAUSE);
	if (heading || bullet(x)) rc = sign(x, LU__TOKEN_CLAUSE);
	if (!rc && is("@\\:", at(x, x->i))) {
		rc = sign(x, LU__TOKEN_CLAUSE);
		if (tag(x)) return rc;
	}
	if (!rc) rc = words(x);
	return rc || !heading ? rc : sign(x, LU__TOKEN_CLAUSE);
}

lu_code lu__plain_text(lu_str text, bool comment, lu__token_fn *fn, void *ctx, lu_err *e)
{
	struct scan x = { .s = text, .comment = comment, .blank = true, .fn = fn, .ctx = ctx, .e = e };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < text.n && !rc;) {
		lu_str line = line_at(text, i);

		x.line++;
		x.i = i;
		x.end = i + line.n;
		i += line.n + 1;
		rc = one_line(&x);
	}
	return rc ? rc : sign(&x, LU__TOKEN_PARAGRAPH);
}
