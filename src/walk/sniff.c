/* SPDX-License-Identifier: MIT
 * Files that are text but that nobody wrote, and files that are no text. Leaving out a file that a
 * person wrote is worse than reading one that a program wrote, so the tests are narrow: what
 * a program says of its output is believed only in the comments that the file begins with. */
#include "core/ascii.h"
#include "lucus/walk.h"

enum {
	BINARY_HEAD = 8192,   /* where a NUL byte means binary */
	MINIFIED_SIZE = 8192, /* shorter files are never called minified by their lines */
	MINIFIED_AVERAGE = 500,
	MINIFIED_LINE = 5000,
	LEAD_LINES = 15, /* where a comment may say that the file is generated */
	GO_LINES = 40,   /* the same for Go's own form, which often follows a licence */
};

static bool is_utf16(lu_str s)
{
	if (lu_str_starts(s, "\xfe\xff")) return true;
	/* with two zeros after it, it is UTF-32 */
	return lu_str_starts(s, "\xff\xfe") && !(s.n >= 4 && !s.s[2] && !s.s[3]);
}

/* Does `name` end with `suffix`, which is in lower case? */
static bool ends_with(lu_str name, const char *suffix)
{
	size_t n = strlen(suffix);

	if (name.n < n) return false;
	for (size_t i = 0; i < n; i++)
		if (lu_lower(name.s[name.n - n + i]) != suffix[i]) return false;
	return true;
}

static bool ends_with_any(lu_str name, const char *const *suffix)
{
	for (; *suffix; suffix++)
		if (ends_with(name, *suffix)) return true;
	return false;
}

/* ---- minified ---- */

static bool is_minified(lu_str path, lu_str s)
{
	static const char *const by_name[] = { ".min.js",   ".min.mjs",  ".min.cjs", ".min.css",
					       ".min.html", ".min.json", ".min.svg", NULL };
	static const char *const by_lines[] = { ".js",  ".mjs",  ".cjs", ".jsx", ".css", ".html",
						".htm", ".json", ".svg", ".map", NULL };
	size_t lines = 0, longest = 0, n = s.n;

	if (ends_with_any(path, by_name)) return true;
	if (n <= MINIFIED_SIZE || !ends_with_any(path, by_lines)) return false;
	while (s.n) {
		const char *nl = memchr(s.s, '\n', s.n);
		size_t len = nl ? (size_t)(nl - s.s) : s.n, used = len + (nl ? 1 : 0);

		if (len > longest) longest = len;
		lines++;
		s = lu_strn(s.s + used, s.n - used);
	}
	return n / lines > MINIFIED_AVERAGE || (longest > MINIFIED_LINE && longest > n / 2);
}

/* ---- generated ---- */

/* The words of the leading comments: lower case, white space and decoration as single spaces. */
typedef struct words {
	char s[4096];
	size_t n;
} words;

typedef struct leading {
	words words;
	const char *close; /* what ends the block comment that is open, or NULL */
	bool hash;         /* '#' begins a comment */
	bool go;           /* Go's own form was seen */
} leading;

static void add_words(words *w, lu_str s)
{
	for (size_t i = 0; i < s.n && w->n < sizeof w->s - 2; i++) {
		char c = lu_lower(s.s[i]);

		if ((unsigned char)c <= ' ' || c == '*' || c == '\0') c = ' ';
		if (c != ' ' || (w->n && w->s[w->n - 1] != ' ')) w->s[w->n++] = c;
	}
	if (w->n && w->s[w->n - 1] != ' ') w->s[w->n++] = ' ';
	w->s[w->n] = '\0';
}

/* "^// Code generated .* DO NOT EDIT\.$", as `go generate` wants it. */
static bool is_go_form(lu_str line)
{
	static const char from[] = "// Code generated ", to[] = " DO NOT EDIT.";

	return lu_str_starts(line, from) && lu_str_ends(line, to) && line.n >= sizeof from + sizeof to - 2;
}

/* The end of the block comment that `s` begins with, or NULL when it begins with none. */
static const char *block_comment(lu_str s)
{
	static const char *const block[][2] = { { "/*", "*/" }, { "<!--", "-->" }, { "(*", "*)" }, { "{-", "-}" } };

	for (size_t i = 0; i < sizeof block / sizeof *block; i++)
		if (lu_str_starts(s, block[i][0])) return block[i][1];
	return NULL;
}

static bool begins_with_any(lu_str s, const char *const *prefix)
{
	for (; *prefix; prefix++)
		if (lu_str_starts(s, *prefix)) return true;
	return false;
}

/* Is `s`, which begins no block comment, a comment up to the end of its line? */
static bool is_line_comment(lu_str s, bool hash)
{
	/* not a single ';': scripts that are joined begin with one */
	static const char *const line[] = { "//", "--", ";;", "; ", "%%", "% ", NULL };
	/* '#' lines of C and its relatives, Rust and shells that are none */
	static const char *const code[] = { "#include", "#define", "#if",    "#else",   "#elif", "#endif", "#pragma",
					    "#line",    "#error",  "#undef", "#import", "#[",    "#!",     NULL };

	if (s.s[0] == '#') return hash && !begins_with_any(s, code);
	return begins_with_any(s, line);
}

/* Lines without a comment that may precede one. */
static bool may_precede(lu_str s)
{
	static const char *const some[] = { "#!",       "#[", "#if", "#define",  "#pragma",      "#line",
					    "#include", "<?", "<!",  "package ", "'use strict'", "\"use strict\"",
					    NULL };

	return begins_with_any(s, some);
}

/* Where the first `end` in `s` begins; s.n when there is none. */
static size_t find(lu_str s, const char *end)
{
	const char *p = s.n ? memmem(s.s, s.n, end, strlen(end)) : NULL;

	return p ? (size_t)(p - s.s) : s.n;
}

/* Take the comment text of one line. False when the code begins. */
static bool take_line(leading *l, lu_str line, bool words)
{
	lu_str s = lu_str_trim(line);

	if (!l->close && is_go_form(line)) l->go = true;
	while (s.n) {
		size_t end;

		if (!l->close) {
			l->close = block_comment(s);
			if (!l->close) {
				if (!is_line_comment(s, l->hash)) return may_precede(s);
				if (words) add_words(&l->words, s);
				return true;
			}
			s = lu_strn(s.s + 2, s.n - 2);
		}
		end = find(s, l->close);
		if (words) add_words(&l->words, lu_strn(s.s, end));
		if (end == s.n) return true;
		end += strlen(l->close);
		s = lu_str_trim(lu_strn(s.s + end, s.n - end));
		l->close = NULL;
	}
	return true;
}

static bool is_word(char c)
{
	return lu_is_lower(c) || lu_is_digit(c) || c == '_' || c == '-';
}

static bool is_quote(char c)
{
	return c == '"' || c == '\'' || c == '`';
}

/* "@generated" as a word of its own, not quoted. */
static bool has_at_generated(const char *text)
{
	static const char tag[] = "@generated";

	for (const char *p = text; (p = strstr(p, tag)); p++) {
		char before = p == text ? ' ' : p[-1], after = p[sizeof tag - 1];

		if (!is_word(before) && !is_quote(before) && !is_word(after) && !is_quote(after)) return true;
	}
	return false;
}

/* "generated" said of this file, not of others: "do not edit the generated files" is advice. */
static bool has_generated(const char *text)
{
	static const char *const other[] = { "the ", "any ", "all ", "edit ", "modify ", "of ", "un", NULL };

	for (const char *p = text; (p = strstr(p, "generated")); p++) {
		lu_str before = lu_strn(text, (size_t)(p - text));
		bool ours = true;

		for (size_t i = 0; other[i]; i++)
			if (lu_str_ends(before, other[i])) ours = false;
		if (ours) return true;
	}
	return false;
}

static bool says_generated(const char *text)
{
	static const char *const hands_off[] = { "do not edit", "do not modify", "don't edit", "do not make changes",
						 NULL };

	if (strstr(text, "<auto-generated") || has_at_generated(text)) return true;
	for (size_t i = 0; hands_off[i]; i++)
		if (strstr(text, hands_off[i])) return has_generated(text);
	return false;
}

static bool is_generated(lu_str path, lu_str s)
{
	static const char *const prose[] = { ".md", ".markdown", ".rst", ".txt", ".adoc", NULL };
	leading l = { .hash = !ends_with_any(path, prose) };

	if (lu_str_starts(s, "\xef\xbb\xbf")) s = lu_strn(s.s + 3, s.n - 3);
	for (int i = 0; i < GO_LINES && s.n && !l.go; i++) {
		const char *nl = memchr(s.s, '\n', s.n);
		lu_str line = lu_strn(s.s, nl ? (size_t)(nl - s.s) : s.n);
		size_t used = line.n + (nl ? 1 : 0);

		if (line.n && line.s[line.n - 1] == '\r') line.n--;
		if (!take_line(&l, line, i < LEAD_LINES)) break;
		s = lu_strn(s.s + used, s.n - used);
	}
	return l.go || says_generated(l.words.s);
}

/* ---- binary ---- */

/* Text has no NUL, and hardly a control character but those that lay it out or colour it. */
static bool is_binary(lu_str s)
{
	lu_str head = lu_strn(s.s, s.n < BINARY_HEAD ? s.n : BINARY_HEAD);
	size_t odd = 0;

	if (memchr(head.s, '\0', head.n) || lu_str_starts(s, "%PDF-")) return true;
	for (size_t i = 0; i < head.n; i++) {
		unsigned char c = (unsigned char)head.s[i];

		odd += (c < ' ' && (c < '\b' || c > '\r') && c != 0x1b) || c == 0x7f;
	}
	return odd > 8 && odd > head.n / 64;
}

const char *lu_content_reason(lu_str path, lu_str bytes)
{
	const char *reason = lu_name_reason(path, (int64_t)bytes.n);

	if (reason || !bytes.n || is_utf16(bytes)) return reason;
	if (is_binary(bytes)) return "binary";
	if (is_minified(path, bytes)) return "minified";
	if (is_generated(path, bytes)) return "generated";
	return NULL;
}
