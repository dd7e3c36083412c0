/* SPDX-License-Identifier: MIT
 * Data in prompts: between lines with a marker that it can not know. */
#include <stdio.h>

#include "lucus/hash.h"
#include "lucus/prompt.h"

void lu_marking_add(lu_marking *m, lu_str text)
{
	m->x = lu_hash64(text, m->x + 1);
	m->y = lu_digest64(text, m->y + 2);
}

void lu_marking_end(const lu_marking *m, char out[LU_MARKER])
{
	snprintf(out, LU_MARKER, "S%016llx", (unsigned long long)(m->x ^ m->y << 1));
}

void lu_data_text(lu_str s, const char *marker, lu_buf *out)
{
	size_t n = strlen(marker);

	while (s.n) {
		const char *p = memmem(s.s, s.n, marker, n);
		size_t head = p ? (size_t)(p - s.s) + 1 : s.n;

		lu_buf_add(out, s.s, head);
		if (p) lu_buf_addc(out, ' ');
		s = lu_strn(s.s + head, s.n - head);
	}
	if (out->len && out->s[out->len - 1] != '\n') lu_buf_addc(out, '\n');
}

void lu_data_word(lu_str s, const char *marker, lu_buf *out)
{
	size_t from = out->len;

	lu_data_text(s, marker, out);
	if (out->oom) return;
	for (size_t i = from; i < out->len; i++)
		if ((unsigned char)out->s[i] < ' ' || out->s[i] == 0x7f) out->s[i] = ' ';
	if (out->len > from) lu_buf_trunc(out, out->len - 1);
}

void lu_data_block(const char *what, lu_str text, const char *marker, lu_buf *out)
{
	lu_buf_addf(out, "=== %s %s\n", marker, what);
	lu_data_text(text, marker, out);
	lu_buf_addf(out, "=== %s end\n", marker);
}
