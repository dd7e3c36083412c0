/* SPDX-License-Identifier: MIT
 * Weights of tokens that do not depend on a corpus. */
#include <string.h>

#include "embed/provider.h"
#include "core/ascii.h"
#include "core/binary_search.h"
#include "core/short_word.h"

#define WEIGHT_COMMON 0.3f
#define WEIGHT_SHORT  0.2f
#define WEIGHT_WHOLE  0.7f

/* Keywords of programming languages, names of their basic types, and words that occur in every
 * program. Sorted in byte order. */
static const char common[][16] = {
	"abstract", "all",      "arg",        "args",    "arguments", "array",    "assert",    "async",      "await",
	"bool",     "boolean",  "break",      "byte",    "bytes",     "case",     "catch",     "char",       "class",
	"cls",      "const",    "continue",   "data",    "def",       "default",  "del",       "dict",       "double",
	"elif",     "else",     "end",        "enum",    "err",       "error",    "except",    "export",     "extends",
	"extern",   "false",    "field",      "final",   "finally",   "float",    "fn",        "foreach",    "func",
	"function", "get",      "global",     "goto",    "id",        "if",       "impl",      "implements", "import",
	"include",  "inline",   "instanceof", "int",     "int32",     "int64",    "interface", "item",       "items",
	"key",      "kwargs",   "lambda",     "len",     "let",       "list",     "long",      "map",        "match",
	"mod",      "module",   "mut",        "name",    "namespace", "new",      "next",      "nil",        "none",
	"not",      "null",     "nullptr",    "obj",     "object",    "optional", "override",  "package",    "param",
	"params",   "pass",     "print",      "private", "protected", "ptr",      "pub",       "public",     "raise",
	"ref",      "require",  "result",     "return",  "returns",   "self",     "set",       "short",      "size",
	"static",   "str",      "string",     "struct",  "super",     "switch",   "template",  "test",       "throw",
	"throws",   "trait",    "true",       "try",     "tuple",     "type",     "typedef",   "typename",   "typing",
	"union",    "unsigned", "usize",      "val",     "value",     "values",   "var",       "void",       "while",
	"yield",
};

#define LONGEST 10

static bool is_common(lu_str token)
{
	char word[16] = "";
	size_t from;
	uint64_t head, rest;

	if (token.n > LONGEST) return false;
	memcpy(word, token.s, token.n);
	head = lu__eight_bytes(word);
	rest = lu__eight_bytes(word + 8);
	LU_LOWER_BOUND(from, 0, sizeof common / sizeof *common,
		       lu__eight_bytes(common[from]) < head ||
			       (lu__eight_bytes(common[from]) == head && lu__eight_bytes(common[from] + 8) < rest));
	return from < sizeof common / sizeof *common && memcmp(common[from], word, sizeof word) == 0;
}

static bool is_number(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_digit(s.s[i])) return false;
	return true;
}

float lu_token_worth(lu_str token, lu_token_kind kind)
{
	if (!token.n || lu_stop_word(token)) return 0;
	if (token.n < 2 || is_number(token)) return WEIGHT_SHORT;
	if (is_common(token)) return WEIGHT_COMMON;
	return kind == LU_TOKEN_WHOLE ? WEIGHT_WHOLE : 1;
}
