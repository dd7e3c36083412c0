/* SPDX-License-Identifier: MIT
 * What stands for words: the table that was written by hand, and what is made of both. */
#include "test.h"

#include <string.h>

#include "lucus/text.h"
#include "retrieve/implied.h"
#include "stemmer.h"

extern const char lu__expansion[], lu__expansion_end[], lu__thesaurus[], lu__thesaurus_end[];

static lu_str next(lu_str *s, char end)
{
	const char *at = memchr(s->s, end, s->n);
	lu_str word = lu_strn(s->s, at ? (size_t)(at - s->s) : s->n);

	s->s += word.n + (at != NULL);
	s->n -= word.n + (at != NULL);
	return word;
}

static unsigned number(lu_str s)
{
	unsigned v = 0;

	for (size_t i = 0; i < s.n; i++) v = 10 * v + (unsigned)(s.s[i] - '0');
	return v;
}

/* Is it the stem of some word? Not each stem is its own: that of "release" is "releas", and that of "releas" is "relea". */
static bool is_stem(lu_str stem)
{
	static const char *const ending[] = { "", "e", "ed", "ing", "al", "ity", "ion", "y", "ier" };
	char word[80];

	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
		size_t n = stem.n + strlen(ending[i]);

		memcpy(word, stem.s, stem.n);
		memcpy(word + stem.n, ending[i], n - stem.n);
		if (lu_str_eq(lu_stem(stemmer, lu_strn(word, n)), stem)) return true;
	}
	return false;
}

static bool is_form(lu_str token, lu_str stem)
{
	return stem.n && lu_str_eq(lu_stem(stemmer, token), stem);
}

static bool count_word(void *ctx, lu_str token, lu_token_kind kind)
{
	(void)token;
	*(int *)ctx += kind == LU_TOKEN_WORD ? 1 : 100;
	return true;
}

/* A line that nothing would find, or that says what is found without it, is a mistake of who wrote it. */
static void what_was_written_can_be_found(void **state)
{
	lu_str text = lu_strn(lu__thesaurus, (size_t)(lu__thesaurus_end - lu__thesaurus)), before = { "", 0 };

	(void)state;
	while (text.n) {
		lu_str line = next(&text, '\n'), all = line, head = next(&line, ' '), other = head,
		       stem = next(&other, '+');

		if (lu_str_cmp(before, head) >= 0) fail_msg("not sorted: %.*s", LU_FMT(head));
		before = head;
		if (!is_stem(stem) || (other.n && !is_stem(other))) fail_msg("no stem: %.*s", LU_FMT(head));
		if (other.n && lu_str_cmp(stem, other) > 0) fail_msg("in the other order: %.*s", LU_FMT(head));
		if (!line.n) fail_msg("no tokens: %.*s", LU_FMT(head));
		while (line.n) {
			lu_str token = next(&line, ' '), p = next(&line, ' ');
			int n = 0;

			assert_int_equal(lu_tokenize(token, count_word, &n, NULL), LU_OK);
			if (n != 1) fail_msg("%.*s: not a token: %.*s", LU_FMT(stem), LU_FMT(token));
			if (lu_stop_word(token)) fail_msg("%.*s: a stop word: %.*s", LU_FMT(stem), LU_FMT(token));
			if (is_form(token, stem) || is_form(token, other))
				fail_msg("a form of itself: %.*s", LU_FMT(all));
			if (!number(p) || number(p) > 255) fail_msg("no probability: %.*s", LU_FMT(all));
		}
	}
}

static float sure(lu_str stem, const char *token)
{
	lu_implied v[LU_IMPLIED];
	size_t n = lu_implied_by(stem, v);

	for (size_t i = 0; i < n; i++)
		if (lu_str_eq(v[i].token, lu_strz(token))) return v[i].p;
	return 0;
}

/* How sure the table is; 0: it does not say. */
static float in_table(const char *from, const char *end, lu_str stem, lu_str token)
{
	lu_str text = lu_strn(from, (size_t)(end - from));

	while (text.n) {
		lu_str line = next(&text, '\n');

		if (!lu_str_eq(next(&line, ' '), stem)) continue;
		while (line.n) {
			bool is = lu_str_eq(next(&line, ' '), token);
			lu_str p = next(&line, ' ');

			if (is) return (float)number(p) / 255;
		}
		break;
	}
	return 0;
}

static void the_surer_of_both_tables_counts(void **state)
{
	lu_str stem = lu_strz("delet");
	lu_implied v[LU_IMPLIED];
	size_t n = lu_implied_by(stem, v), learned = 0, written = 0;

	(void)state;
	for (size_t i = 0; i < n; i++) {
		float a = in_table(lu__expansion, lu__expansion_end, stem, v[i].token),
		      b = in_table(lu__thesaurus, lu__thesaurus_end, stem, v[i].token);

		learned += a > b;
		written += b > a;
		assert_true(v[i].p == (a > b ? a : b));
		if (i) assert_true(v[i].p <= v[i - 1].p);
		for (size_t k = 0; k < i; k++) assert_false(lu_str_eq(v[i].token, v[k].token));
	}
	assert_true(learned && written);
	assert_true(sure(lu_strz("fold"), "dir") > 0);         /* written */
	assert_true(sure(lu_strz("acknowledg"), "ack") > .5f); /* learned */
}

/* Each line is found by the search by halves, also the first and the last. */
static void each_line_is_found(void **state)
{
	const char *const from[] = { lu__expansion, lu__thesaurus }, *const end[] = { lu__expansion_end,
										      lu__thesaurus_end };
	lu_implied v[LU_IMPLIED];

	(void)state;
	for (size_t t = 0; t < 2; t++) {
		lu_str text = lu_strn(from[t], (size_t)(end[t] - from[t]));

		while (text.n) {
			lu_str line = next(&text, '\n'), stem = next(&line, ' '), token = next(&line, ' ');
			float p = (float)number(next(&line, ' ')) / 255;
			lu_str other = stem, first = next(&other, '+');
			size_t n = other.n ? lu_implied_by_both(other, first, 1, v, 0) : lu_implied_by(stem, v), i = 0;

			/* the surest of a table is among the first, or as many others are as sure */
			while (i < n && !lu_str_eq(v[i].token, token)) i++;
			if (i == n ? n < LU_IMPLIED || v[n - 1].p < p : v[i].p < p)
				fail_msg("not found: %.*s", LU_FMT(stem));
		}
	}
	assert_int_equal(lu_implied_by_both(lu_strz("processs"), lu_strz("two"), 1, v, 0), 0);
	assert_int_equal(lu_implied_by_both(lu_strz(""), lu_strz("two"), 1, v, 0), 0);
	assert_int_equal(lu_implied_by(lu_strz(""), v), 0);
	assert_int_equal(lu_implied_by(lu_strz("qqqq"), v), 0);
	assert_int_equal(lu_implied_by(lu_strz("zzzzzz"), v), 0);
}

/* What two words say together is added to what each says, and the surest stay. */
static void two_words_stand_for_more(void **state)
{
	lu_implied one[LU_IMPLIED], both[LU_IMPLIED];
	lu_str first = lu_strz("pseudo"), second = lu_strz("termin");
	size_t n = lu_implied_by(second, one), n_both;
	bool found = false;

	(void)state;
	for (size_t i = 0; i < n; i++) assert_false(lu_str_eqz(one[i].token, "pty"));
	memcpy(both, one, sizeof both);
	n_both = lu_implied_by_both(second, first, 1, both, n);
	assert_true(n_both >= n && n_both <= LU_IMPLIED);
	for (size_t i = 0; i < n_both; i++) {
		found |= lu_str_eqz(both[i].token, "pty");
		if (i) assert_true(both[i].p <= both[i - 1].p);
	}
	assert_true(found);
	memcpy(both, one, sizeof both);
	assert_int_equal(lu_implied_by_both(first, second, 1, both, n), n_both);

	/* half as sure */
	n = lu_implied_by_both(first, second, 1, one, 0);
	n_both = lu_implied_by_both(first, second, .5f, both, 0);
	assert_true(n > 0 && n == n_both);
	for (size_t i = 0; i < n; i++) assert_float_equal(both[i].p, one[i].p / 2, 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_written_can_be_found),
		cmocka_unit_test(the_surer_of_both_tables_counts),
		cmocka_unit_test(each_line_is_found),
		cmocka_unit_test(two_words_stand_for_more),
	};

	return cmocka_run_group_tests_name("implied", tests, open_stemmer, close_stemmer);
}
