/* SPDX-License-Identifier: MIT
 * Words that say the opposite of one another. */
#include "test.h"

#include <stdio.h>

#include "lucus/text.h"
#include "retrieve/opposites.h"
#include "stemmer.h"

static bool is_opposite(lu_str stem, lu_str of)
{
	lu_str v[LU__OPPOSITES];
	size_t n = lu__opposites(of, v);

	assert_true(n <= LU__OPPOSITES);
	for (size_t i = 0; i < n; i++)
		if (lu_str_eq(v[i], stem)) return true;
	return false;
}

static lu_str stem_of(const char *word)
{
	return lu_stem(stemmer, lu_strz(word));
}

static void words_have_opposites(void **state)
{
	char split[16];

	(void)state;
	snprintf(split, sizeof split, "%.*s", LU_FMT(stem_of("splitting")));
	assert_true(is_opposite(stem_of("join"), lu_strz(split)));
	assert_true(is_opposite(lu_strz("encod"), lu_strz("decod")));
	assert_true(is_opposite(lu_strz("close"), lu_strz("open")));
	assert_false(is_opposite(lu_strz("split"), lu_strz("split")));
	assert_false(is_opposite(lu_strz("join"), lu_strz("open")));
	assert_int_equal(lu__opposites(lu_strz("qqqq"), (lu_str[LU__OPPOSITES]){ { 0 } }), 0);
	assert_int_equal(lu__opposites(lu_strz(""), (lu_str[LU__OPPOSITES]){ { 0 } }), 0);
}

/* What is in the table is found by the stem of a word; and each is the opposite of its opposites, of which the first count. */
static void opposites_are_mutual(void **state)
{
	static const char *const words[] = { "split",    "join",       "read",     "write",   "parse",     "encode",
					     "decode",   "decompress", "compress", "decrypt", "escape",    "open",
					     "close",    "start",      "stop",     "create",  "delete",    "add",
					     "remove",   "acquire",    "lock",     "attach",  "connect",   "bind",
					     "register", "enable",     "show",     "push",    "increment", "upload",
					     "import",   "input",      "minimum",  "first",   "prepend",   "before",
					     "upper",    "left",       "client",   "request", "enter",     "login",
					     "mount",    "freeze",     "wrap",     "suspend", "allow",     "succeed",
					     "ascend",   "forward",    "next",     "expand",  "send",      "commit",
					     "include",  "source",     "parent",   "old",     "absolute" };

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		char stem[32];
		lu_str v[LU__OPPOSITES], all[LU__OPPOSITES], own;
		size_t n;

		snprintf(stem, sizeof stem, "%.*s", LU_FMT(stem_of(words[i])));
		own = lu_strz(stem);
		n = lu__opposites(own, v);
		if (!n) fail_msg("%s has no opposite", words[i]);
		for (size_t k = 0; k < n; k++) {
			if (lu__opposites(v[k], all) < LU__OPPOSITES && !is_opposite(own, v[k]))
				fail_msg("%.*s has no opposite %s", LU_FMT(v[k]), words[i]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_have_opposites),
		cmocka_unit_test(opposites_are_mutual),
	};

	return cmocka_run_group_tests_name("opposites", tests, open_stemmer, close_stemmer);
}
