/* SPDX-License-Identifier: MIT
 * The element extractor: the first byte chooses the language, the others are a source. Whatever it is, its elements
 * are nested, and inside the file. */
#include <stdint.h>
#include <stdlib.h>

#include "lucus/parse.h"
#include "lucus/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const lu_parsed *p, lu_str text)
{
	uint32_t lines = 1;

	for (size_t i = 0; i < text.n; i++) lines += text.s[i] == '\n';
	for (size_t i = 0; i < p->elements.n; i++) {
		const lu_element *el = &p->elements.v[i];

		if (!el->name.n || !el->type.n || !lu_uuid_valid(lu_strz(el->id))) abort();
		if (!el->start_line || el->end_line < el->start_line || el->end_line > lines) abort();
		if ((i == 0) != (el->parent.n == 0)) abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static lu_parser *parser; /* making one takes longer than a parse */
	size_t languages = 0;
	lu_arena a = { 0 };
	lu_buf buf = LU_BUF;
	lu_str text;
	lu_parsed p;

	while (lu_language_at(languages)) languages++;
	if (!size || (!parser && lu_parser_new(&parser, NULL))) return 0;
	if (!lu_text_decode(lu_strn((const char *)data + 1, size - 1), &buf, &text, NULL, NULL) &&
	    !lu_parse(parser, lu_language_at(data[0] % languages), lu_strz("dir/file"), text, &a, &p, NULL))
		check(&p, text);
	lu_arena_free(&a);
	lu_buf_free(&buf);
	return 0;
}
