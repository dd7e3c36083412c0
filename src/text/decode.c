/* SPDX-License-Identifier: MIT
 * Bytes of files to UTF-8. */
#include "core/utf8.h"
#include "lucus/text.h"

/* Length of the ASCII prefix of `s`; with `stop_at_nul` it ends at a NUL, too. */
static size_t ascii_prefix(const char *s, size_t n, bool stop_at_nul)
{
	static const uint64_t high = 0x8080808080808080u, one = 0x0101010101010101u;
	size_t i = 0;

	for (; i + 8 <= n; i += 8) {
		uint64_t w;

		memcpy(&w, s + i, 8);
		if (w & high || (stop_at_nul && (w - one) & ~w & high)) break;
	}
	while (i < n && (unsigned char)s[i] < 0x80 && (s[i] || !stop_at_nul)) i++;
	return i;
}

bool lu_utf8_valid(lu_str s)
{
	size_t i = 0, n;

	while (i < s.n) {
		n = ascii_prefix(s.s + i, s.n - i, false);
		if (!n) n = lu__utf8_len(s.s + i, s.n - i);
		if (!n) return false;
		i += n;
	}
	return true;
}

static void add_cp(lu_buf *b, uint32_t c)
{
	char u[4];
	size_t n = 0;

	if (c < 0x80) {
		u[n++] = (char)c;
	} else if (c < 0x800) {
		u[n++] = (char)(0xc0 | c >> 6);
	} else if (c < 0x10000) {
		u[n++] = (char)(0xe0 | c >> 12);
		u[n++] = (char)(0x80 | (c >> 6 & 0x3f));
	} else {
		u[n++] = (char)(0xf0 | c >> 18);
		u[n++] = (char)(0x80 | (c >> 12 & 0x3f));
		u[n++] = (char)(0x80 | (c >> 6 & 0x3f));
	}
	if (c >= 0x80) u[n++] = (char)(0x80 | (c & 0x3f));
	lu_buf_add(b, u, n);
}

static uint32_t unit(const char *s, bool big)
{
	unsigned char a = (unsigned char)s[0], b = (unsigned char)s[1];

	return big ? (uint32_t)a << 8 | b : (uint32_t)b << 8 | a;
}

static void from_utf16(lu_str s, bool big, lu_buf *buf)
{
	size_t i = 0;

	while (i + 2 <= s.n) {
		uint32_t c = unit(s.s + i, big), d;

		i += 2;
		if (c >= 0xd800 && c < 0xdc00 && i + 2 <= s.n && (d = unit(s.s + i, big)) >= 0xdc00 && d < 0xe000) {
			c = 0x10000 + ((c - 0xd800) << 10) + (d - 0xdc00);
			i += 2;
		}
		add_cp(buf, c == 0 || (c >= 0xd800 && c < 0xe000) ? 0xfffd : c);
	}
	if (i < s.n) add_cp(buf, 0xfffd);
}

/* Copy `s` with NUL replaced and malformed bytes read as Latin-1. True when there were such bytes.
 */
static bool repair(lu_str s, lu_buf *buf)
{
	size_t i = 0, n;
	bool latin = false;

	while (i < s.n) {
		n = ascii_prefix(s.s + i, s.n - i, true);
		if (!n && s.s[i]) n = lu__utf8_len(s.s + i, s.n - i);
		if (n) {
			lu_buf_add(buf, s.s + i, n);
			i += n;
			continue;
		}
		if (s.s[i]) latin = true;
		add_cp(buf, s.s[i] ? (unsigned char)s.s[i] : 0xfffd);
		i++;
	}
	return latin;
}

lu_code lu_text_decode(lu_str bytes, lu_buf *buf, lu_str *out, const char **encoding, lu_err *e)
{
	const char *name = "utf-8";
	bool changed = true;

	lu_buf_reset(buf);
	if (lu_str_starts(bytes, "\xff\xfe") || lu_str_starts(bytes, "\xfe\xff")) {
		bool big = (unsigned char)bytes.s[0] == 0xfe;

		name = big ? "utf-16be" : "utf-16le";
		from_utf16(lu_strn(bytes.s + 2, bytes.n - 2), big, buf);
	} else {
		if (lu_str_starts(bytes, "\xef\xbb\xbf")) bytes = lu_strn(bytes.s + 3, bytes.n - 3);
		if (lu_utf8_valid(bytes) && !(bytes.n && memchr(bytes.s, 0, bytes.n))) changed = false;
		else if (repair(bytes, buf)) name = "latin-1";
	}
	if (buf->oom) return lu_nomem(e);
	*out = changed ? lu_buf_str(buf) : bytes;
	if (encoding) *encoding = name;
	return LU_OK;
}

size_t lu_line_offset(lu_str text, uint32_t line)
{
	size_t at = 0;

	while (line > 1 && at < text.n) {
		const char *nl = memchr(text.s + at, '\n', text.n - at);

		if (!nl) return text.n;
		at = (size_t)(nl - text.s) + 1;
		line--;
	}
	return at;
}
