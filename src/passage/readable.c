/* SPDX-License-Identifier: MIT
 * The markup of documentation as plain text: what reStructuredText, Markdown, Javadoc, Haddock, XML comments and HTML write around words. */
#include "core/ascii.h"
#include "passage/passage.h"

#define LINK   400 /* bytes within which a bracket closes */
#define NESTED 4   /* what is within brackets, within brackets ... */

struct readable {
	lu_buf *out;
	int depth;
};

static void put_text(struct readable *r, lu_str s);

/* A name as code. */
static void put_name(struct readable *r, lu_str s)
{
	bool bare = s.n && !memchr(s.s, '`', s.n);

	if (bare) lu_buf_addc(r->out, '`');
	if (s.n) lu_buf_add(r->out, s.s, s.n);
	if (bare) lu_buf_addc(r->out, '`');
}

static lu_str behind(lu_str s, size_t n)
{
	return lu_strn(s.s + n, s.n - n);
}

/* Where the bracket that `s` begins with is closed; 0: it is not, or far away. */
static size_t closed(lu_str s)
{
	char open = s.s[0], close = open == '(' ? ')' : open == '[' ? ']' : '}';
	size_t depth = 0, most = s.n < LINK ? s.n : LINK;

	for (size_t i = 0; i < most; i++) {
		if (s.s[i] == open) depth++;
		if (s.s[i] == close && !--depth) return i;
	}
	return 0;
}

static bool is_solid(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (lu_is_space(s.s[i])) return false;
	return s.n > 0;
}

/* Each of these appends what `s` begins with, when that is of its kind; returns the bytes of it, 0: it is not. `before`: the byte
 * before `s`, ' ' at the beginning. */
typedef size_t put_fn(struct readable *r, lu_str s, char before);

/* "`x`", which stays, and "``x``", of which one tick does. */
static size_t put_ticked(struct readable *r, lu_str s, char before)
{
	size_t n = 0, k;

	(void)before;
	while (n < s.n && s.s[n] == '`') n++;
	if (!n) return 0;
	for (k = n; k + n <= s.n && !(memcmp(s.s + k, s.s, n) == 0); k++)
		;
	if (k + n > s.n) { /* never closed */
		lu_buf_add(r->out, s.s, n);
		return n;
	}
	if (n == 2) put_name(r, lu_strn(s.s + n, k - n));
	else lu_buf_add(r->out, s.s, k + n);
	return k + n;
}

/* ":py:class:`~a.b.C`", ":ref:`what it is <target>`" */
static size_t put_role(struct readable *r, lu_str s, char before)
{
	size_t n = 1;
	const char *end, *target;
	lu_str x;

	if (s.s[0] != ':' || lu_is_ident(before) || before == ':' || before == '`') return 0;
	while (n < s.n && (lu_is_word(s.s[n]) || strchr(":-+", s.s[n]))) n++;
	if (n < 3 || n >= s.n || s.s[n] != '`' || s.s[n - 1] != ':') return 0;
	if (!(end = memchr(s.s + n + 1, '`', s.n - n - 1))) return 0;
	x = lu_strn(s.s + n + 1, (size_t)(end - s.s) - n - 1);
	target = memchr(x.s, '<', x.n);
	if (target > x.s + 1 && x.s[x.n - 1] == '>') {
		lu_str title = lu_str_trim(lu_strn(x.s, (size_t)(target - x.s)));

		lu_buf_add(r->out, title.s, title.n);
	} else {
		while (x.n > 1 && strchr("~!.", x.s[0])) x = behind(x, 1);
		put_name(r, x);
	}
	return (size_t)(end - s.s) + 1;
}

/* Is it a name, and no other word? */
static bool is_name(lu_str s)
{
	bool sure = false;

	for (size_t i = 0; i < s.n; i++) {
		if (!lu_is_word(s.s[i]) && !strchr(".:#()", s.s[i])) return false;
		sure |= !lu_is_lower(s.s[i]) && !lu_is_digit(s.s[i]);
	}
	return sure && lu_is_alpha(s.s[0]);
}

/* "[what it is](address)", "[what it is][name]", "![picture](address)"; "[`name`]" and "[Name]", which comments of Rust, Kotlin
 * and Go have. */
static size_t put_link(struct readable *r, lu_str s, char before)
{
	bool picture = s.n > 1 && s.s[0] == '!' && s.s[1] == '[';
	size_t n, end = 0;
	lu_str all = picture ? behind(s, 1) : s, x;

	if (all.s[0] != '[' || r->depth == NESTED || lu_is_ident(before) || strchr(")]", before)) return 0;
	if (!(n = closed(all)) || n == 1) return 0;
	x = lu_strn(all.s + 1, n - 1);
	if (n + 1 < all.n && strchr("([", all.s[n + 1])) {
		lu_str rest = behind(all, n + 1);
		size_t to = closed(rest);

		/* an address may have a title */
		if (to == 1 || (to && is_solid(lu_str_before_first(lu_strn(rest.s + 1, to - 1), ' '))))
			end = n + 1 + to;
	}
	if (!end && !picture && is_name(x)) {
		put_name(r, x);
		return n + 1;
	}
	if (!end && (picture || x.n < 3 || x.s[0] != '`' || x.s[x.n - 1] != '`')) return 0;
	r->depth++;
	put_text(r, x);
	r->depth--;
	return (end ? end : n) + 1 + picture;
}

/* "{@code x}", "{@link Type#member label}" */
static size_t put_inline_tag(struct readable *r, lu_str s, char before)
{
	size_t end, n = 2;
	lu_str name, x;

	(void)before;
	if (!lu_str_starts(s, "{@") || !(end = closed(s))) return 0;
	while (n < end && lu_is_alpha(s.s[n])) n++;
	name = lu_strn(s.s + 2, n - 2);
	x = lu_str_trim(lu_strn(s.s + n, end - n));
	if (lu_str_in_words(name, "code literal value")) {
		put_name(r, x);
	} else if (lu_str_in_words(name, "link linkplain")) {
		const char *blank = memchr(x.s, ' ', x.n), *open = memchr(x.s, '(', x.n);
		size_t to = blank && open && open < blank ? closed(behind(x, (size_t)(open - x.s))) : 0;
		size_t target = to ? (size_t)(open - x.s) + to + 1 : blank ? (size_t)(blank - x.s) : x.n;
		lu_str label = lu_str_trim(behind(x, target));

		if (label.n) {
			lu_buf_add(r->out, label.s, label.n);
		} else {
			size_t from = r->out->len;

			put_name(r, x.n && x.s[0] == '#' ? behind(x, 1) : x);
			for (; from < r->out->len; from++)
				if (r->out->s[from] == '#') r->out->s[from] = '.';
		}
	} else if (!lu_str_eqz(name, "inheritDoc")) {
		return 0;
	}
	return end + 1;
}

/* "@x y@", as Haddock writes code, of which "'x'" is a name in it; no "@param x" and no address of mail. */
static size_t put_at(struct readable *r, lu_str s, char before)
{
	const char *end = s.s[0] == '@' && s.n > 2 ? memchr(s.s + 1, '@', (s.n < LINK ? s.n : LINK) - 1) : NULL;
	size_t n = end ? (size_t)(end - s.s) : 0;
	lu_str x = lu_strn(s.s + 1, n ? n - 1 : 0);

	if (!x.n || lu_is_ident(before) || lu_is_space(x.s[0]) || lu_is_space(x.s[x.n - 1])) return 0;
	if (n + 1 < s.n && lu_is_ident(s.s[n + 1])) return 0;
	if (x.n > 2 && x.s[0] == '\'' && memchr(x.s + 1, '\'', x.n - 1) == x.s + x.n - 1) x = lu_strn(x.s + 1, x.n - 2);
	put_name(r, x);
	return n + 1;
}

/* The value of an attribute of a tag of XML, which says what is meant: cref="T:System.String", name="x" */
static lu_str meant(lu_str tag)
{
	static const char *const name[] = { "cref=\"", "name=\"", "langword=\"" };

	for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
		size_t n = strlen(name[i]);
		const char *at = memmem(tag.s, tag.n, name[i], n);
		lu_str x = at ? lu_str_before_first(lu_strn(at + n, (size_t)(tag.s + tag.n - at) - n), '"')
			      : (lu_str){ NULL, 0 };

		if (x.n > 2 && x.s[1] == ':') x = behind(x, 2);
		if (x.n) return x;
	}
	return (lu_str){ NULL, 0 };
}

/* Does the text close a tag of this name that it has opened? Else it speaks of it: "wraps a <div> around it". */
static bool is_closed(lu_str s, lu_str name)
{
	while (s.n > name.n + 2) {
		const char *at = memmem(s.s, s.n, "</", 2);

		if (!at) return false;
		s = lu_strn(at + 2, (size_t)(s.s + s.n - at) - 2);
		if (s.n > name.n && !memcmp(s.s, name.s, name.n) && !lu_is_alnum(s.s[name.n])) return true;
	}
	return false;
}

/* Tags of HTML and of XML comments; "List<p>" is none. */
static size_t put_tag(struct readable *r, lu_str s, char before)
{
	static const char left[] =
		"p br b i em strong ul ol li dl dt dd pre a sub sup div span blockquote h1 h2 h3 h4 summary "
		"remarks para returns";
	static const char open[] = "p br li dt dd"; /* that need no end */
	size_t n = 1, from;
	const char *end = s.s[0] == '<' ? memchr(s.s, '>', s.n < LINK ? s.n : LINK) : NULL;
	lu_str name, tag;

	if (!end) return 0;
	if (n < s.n && s.s[n] == '/') n++;
	from = n;
	while (n < s.n && lu_is_alnum(s.s[n])) n++;
	name = lu_strn(s.s + from, n - from);
	tag = lu_strn(s.s, (size_t)(end - s.s) + 1);
	if (from == 1 && lu_is_ident(before)) return 0;
	if (!name.n || !strchr(" />", s.s[n])) return 0;
	if (lu_str_in_words(name, "code tt c")) lu_buf_addc(r->out, '`');
	else if (lu_str_in_words(name, "see seealso paramref typeparamref")) put_name(r, meant(tag));
	else if (!lu_str_in_words(name, left)) return 0;
	else if (from == 1 && !lu_str_in_words(name, open) && !is_closed(s, name)) return 0;
	return tag.n;
}

static size_t put_entity(struct readable *r, lu_str s, char before)
{
	static const struct {
		const char *name, *is;
	} known[] = { { "&lt;", "<" }, { "&gt;", ">" }, { "&amp;", "&" }, { "&quot;", "\"" }, { "&nbsp;", " " } };

	(void)before;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (!lu_str_starts(s, known[i].name)) continue;
		lu_buf_adds(r->out, known[i].is);
		return strlen(known[i].name);
	}
	return 0;
}

/* ".. versionchanged:: 1.1", ".. note::" */
static size_t put_directive(struct readable *r, lu_str s, char before)
{
	static const struct {
		const char *name, *is;
	} of_version[] = { { "versionadded", "Added in version" },
			   { "versionchanged", "Changed in version" },
			   { "deprecated", "Deprecated since version" } };
	size_t n = 3, k;
	lu_str name;

	if (!lu_is_space(before) || !lu_str_starts(s, ".. ")) return 0;
	while (n < s.n && lu_is_lower(s.s[n])) n++;
	name = lu_strn(s.s + 3, n - 3);
	if (!lu_str_starts(behind(s, n), "::")) return 0;
	n += 2;
	while (n < s.n && s.s[n] == ' ') n++;
	for (size_t i = 0; i < sizeof of_version / sizeof *of_version; i++) {
		if (!lu_str_eqz(name, of_version[i].name)) continue;
		for (k = n; k < s.n && !lu_is_space(s.s[k]); k++)
			;
		lu_buf_addf(r->out, "%s %.*s", of_version[i].is, (int)(k - n), s.s + n);
		if (k < s.n) lu_buf_addc(r->out, ':');
		return k;
	}
	if (!lu_str_in_words(name, "note warning tip hint important caution danger attention seealso")) return 0;
	lu_buf_addc(r->out, lu_upper(name.s[0]));
	if (lu_str_eqz(name, "seealso")) lu_buf_adds(r->out, "ee also: ");
	else lu_buf_addf(r->out, "%.*s: ", LU_FMT(behind(name, 1)));
	return n;
}

static void put_text(struct readable *r, lu_str s)
{
	static put_fn *const put[] = { put_ticked, put_role,   put_link,      put_inline_tag,
				       put_tag,    put_entity, put_directive, put_at };

	for (size_t i = 0; i < s.n && !r->out->oom;) {
		size_t n = 0;

		if (strchr("`:[!{<&.@", s.s[i]))
			for (size_t k = 0; k < sizeof put / sizeof *put && !n; k++)
				n = put[k](r, behind(s, i), i ? s.s[i - 1] : ' ');
		if (!n) lu_buf_addc(r->out, s.s[i++]);
		i += n;
	}
}

void lu_prose_readable(lu_str s, lu_buf *out)
{
	struct readable r = { .out = out };

	put_text(&r, lu_str_trim(s));
}
