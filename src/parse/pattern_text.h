/* SPDX-License-Identifier: MIT
 * What the text of patterns is made of. The text is ours, but a mistake in it has to be found by whoever makes it. */
#ifndef LU_PARSE_PATTERN_TEXT_H
#define LU_PARSE_PATTERN_TEXT_H

#include "core/ascii.h"
#include "parse/pattern.h"

struct lu__reader {
	struct lu__patterns *p;
	struct lu__pattern *now;
	const char *file, *text, *at;
	unsigned depth;
	lu_err *e;
};

/* Say with line and column that `what` is wrong at `at`, with the word `which`, where that is not empty. */
lu_code lu__pattern_fail(struct lu__reader *r, const char *at, const char *what, lu_str which);
/* What stands where the reader is can not stand there. */
lu_code lu__pattern_unexpected(struct lu__reader *r);

/* Past blanks and comments. */
void lu__pattern_skip(struct lu__reader *r);
static inline bool lu__is_pattern_word(char c)
{
	return lu_is_word(c) || c == '-';
}
/* "name", "call.on", "any-of?"; empty when there is none. */
lu_str lu__pattern_word(struct lu__reader *r);
/* The text in quotes, where the reader is; a copy. */
lu_code lu__pattern_quoted(struct lu__reader *r, lu_str *out);

#endif
