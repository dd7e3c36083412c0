/* SPDX-License-Identifier: MIT
 * Text that goes into markup. Queries, names and paths come from files that others wrote. */
#include "core/markup.h"

#include "core/utf8.h"

/* XML allows no control characters but three, and neither U+FFFE nor U+FFFF. */
static bool allowed(const char *s, size_t n)
{
	unsigned char c = (unsigned char)*s;

	if (n == 1) return (c >= 0x20 && c != 0x7f) || c == '\t' || c == '\n' || c == '\r';
	/* U+0080 to U+009F: HTML reads some of them as other characters */
	if (n == 2 && c == 0xc2) return (unsigned char)s[1] >= 0xa0;
	return !(n == 3 && c == 0xef && (unsigned char)s[1] == 0xbf && (unsigned char)s[2] >= 0xbe);
}

static const char *entity(char c)
{
	switch (c) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	case '\'': return "&#39;";
	default: return NULL;
	}
}

void lu_markup(lu_buf *b, lu_str s)
{
	for (size_t i = 0, n; i < s.n; i += n) {
		const char *as = entity(s.s[i]);

		n = lu__utf8_len(s.s + i, s.n - i);
		if (as) {
			lu_buf_adds(b, as);
		} else if (n && allowed(s.s + i, n)) {
			lu_buf_add(b, s.s + i, n);
		} else {
			lu_buf_adds(b, LU__REPLACEMENT);
			if (!n) n = 1;
		}
	}
}

void lu_markupz(lu_buf *b, const char *s)
{
	lu_markup(b, lu_strz(s));
}
