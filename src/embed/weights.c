/* SPDX-License-Identifier: MIT
 * Weights of tokens that do not depend on a corpus. */
#include <stdlib.h>

#include "embed/provider.h"
#include "core/ascii.h"

#define WEIGHT_COMMON 0.3f
#define WEIGHT_SHORT  0.2f
#define WEIGHT_WHOLE  0.7f

/* Keywords of programming languages, names of their basic types, and words that occur in every
 * program. Sorted in byte order, for bsearch(). */
static const char *const common[] = {
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

static int compare(const void *key, const void *item)
{
	const lu_str *k = key;
	const char *word = *(const char *const *)item;
	int c = strncmp(k->s, word, k->n);

	return c ? c : word[k->n] ? -1 : 0;
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
	if (token.n <= LONGEST && bsearch(&token, common, sizeof common / sizeof *common, sizeof *common, compare))
		return WEIGHT_COMMON;
	return kind == LU_TOKEN_WHOLE ? WEIGHT_WHOLE : 1;
}
