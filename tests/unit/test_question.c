/* SPDX-License-Identifier: MIT
 * The reading of a question: courtesies and templates go, the parts of a long text are told apart. */
#include <stdio.h>
#include <stdlib.h>

#include <unistd.h>

#include "retrieve/question.h"
#include "retrieve/rank.h"
#include "test.h"

/* Blanks in a row count as one. */
static bool says(lu_str got, const char *want)
{
	size_t i = 0;

	got = lu_str_trim(got);
	for (; *want; want++) {
		if (i == got.n || got.s[i] != *want) return false;
		i++;
		while (*want == ' ' && i < got.n && got.s[i] == ' ') i++;
	}
	return i == got.n;
}

static void check(const char *text, const char *want)
{
	lu_arena a = { 0 };
	lu__question q;
	lu_err e = { LU_OK, "" };

	assert_int_equal(lu__question_read(lu_strz(text), NULL, NULL, &a, &q, &e), LU_OK);
	if (!says(q.text, want)) print_error("of \"%s\" is left \"%.*s\"\n", text, LU_FMT(q.text));
	assert_true(says(q.text, want));
	assert_false(q.apart);
	assert_true((q.text.s == text) == (strcmp(text, want) == 0));
	lu_arena_free(&a);
}

static void test_courtesies(void **state)
{
	static const char *const examples[][2] = {
		{ "Hey folks, could somebody tell me where leases are renewed? Many thanks!",
		  "where leases are renewed?" },
		{ "Hello! I have just joined the team, so I'm not sure where to look. Which module writes the journal?",
		  "Which module writes the journal?" },
		{ "Dear all, I would like to understand how a lease expires, any hints are appreciated",
		  "how a lease expires," },
		{ "Hi Anna, who frees the buffer?", "who frees the buffer?" },
		{ "My boss and I are new here. Can you tell me how leases are renewed", "how leases are renewed" },
		{ "lease renewal Thank you all, and have a nice day!", "lease renewal" },
		{ "I'd be grateful if someone could explain how it is flushed, please", "how it is flushed," },
		{ "I was wondering whether the journal is flushed at exit. Cheers",
		  "whether the journal is flushed at exit." },
	};

	(void)state;
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) check(examples[i][0], examples[i][1]);
}

/* No element of this store has other words than these, and half of them have the last. */
static double share(void *ctx, lu_str word)
{
	(void)ctx;
	if (lu_str_in_words_nocase(word, "journal lease flushed data monday")) return .01;
	return lu_str_in_words_nocase(word, "element") ? .5 : 0;
}

/* Words of the code tell what is said of it; where nothing else asks, what is said stays. */
static void test_held_words(void **state)
{
	static const char *const examples[][2] = {
		{ "Yo whats up, quick q: who frees the lease thx", "who frees the lease" },
		{ "I'm Zoe, a data engineer from Oslo, and I started on Monday. flushed element", "flushed element" },
		{ "Servus aus Wien! flushed journal Warmest wishes", "flushed journal" },
		{ "Dear all hope you had a great weekend flushed journal", "flushed journal" },
		{ "flushed journal of monday tell me if you need more details", "flushed journal of monday" },
		{ "Please could you help me understand this. lease data I have been looking at it for hours",
		  "lease data" },
		{ "I hope that I am right here. Could anybody please tell me, journal lease Best regards",
		  "journal lease" },
		{ "Hi, I was wondering: journal: lease flushed I could not find anything about it, sorry for the "
		  "noise.",
		  "journal: lease flushed" },
		{ "Hello there, lease data Have a great day!", "lease data" },
		{ "flushed lease, and the journal of mine in front of it",
		  "flushed lease, and the journal of mine in front of it" },
		{ "may I still read a lease after it was flushed", "may I still read a lease after it was flushed" },
		{ "I hope that I am right here, it took me hours to come. Could anybody tell me, `lease` Thanks a lot!",
		  "`lease`" },
		{ "Could anybody please tell me, a lease and data with the (.:) operator. Thanks a lot in advance!",
		  "a lease and data with the (.:) operator." },
		{ "I have lost a lease. Any idea?", "lost a lease. Any idea?" },
		{ "journal flushed where", "journal flushed where" },
		{ "thanks are flushed where", "thanks are flushed where" },
		{ "I get lease why", "I get lease why" },
		{ "when anyone flushed, who is told", "when anyone flushed, who is told" },
		{ "before we lease, who is told", "lease, who is told" },
		{ "I have a lease that is flushed, who renews it", "lease that is flushed, who renews it" },
		{ "I ride to work each day. I think it is fine.", "I ride to work each day. I think it is fine." },
	};

	(void)state;
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
		lu_arena a = { 0 };
		lu__question q;
		lu_err e = { LU_OK, "" };

		assert_int_equal(lu__question_read(lu_strz(examples[i][0]), share, NULL, &a, &q, &e), LU_OK);
		if (!says(q.text, examples[i][1])) print_error("left is \"%.*s\"\n", LU_FMT(q.text));
		assert_true(says(q.text, examples[i][1]));
		lu_arena_free(&a);
	}
}

/* What programs do, and what nobody said, stays as it is, to the byte. */
static void test_untouched(void **state)
{
	static const char *const examples[] = {
		"",
		"hello",
		"thanks",
		"Thanks a lot!",
		"where is the help printed",
		"who says hello to people",
		"Say hello to the SMTP server",
		"hello world example",
		"encrypted client hello",
		"which function handles HELLO frames",
		"send HELLO and AUTH",
		"first week of the year calculation",
		"You can now set the namespace.",
		"how do we render the thanks page",
		"How do I start a new project with templates?",
		"please_call(x)",
		"error: cannot read the repository",
		"new Project()",
		"what can you do with a journal?",
		"Hi, thanks, cheers!",
		"find `could you` in strings",
		"a - b, c: d",
		"\xff\xfe",
		"x,",
		"- [x]",
		"# Steps to reproduce",
	};

	(void)state;
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) check(examples[i], examples[i]);
}

static const char letters[LU__PART_COUNT] = {
	[LU__PART_TITLE] = 'T', [LU__PART_PROSE] = 'P', [LU__PART_NAMED] = 'N', [LU__PART_CODE] = 'C'
};

/* The spans of a text, as "T:journal is lost|P:..." with lines joined. */
static void show(const char *text, lu_buf *out)
{
	lu_arena a = { 0 };
	lu__question q;
	lu_err e = { LU_OK, "" };

	lu_buf_reset(out);
	assert_int_equal(lu__question_read(lu_strz(text), NULL, NULL, &a, &q, &e), LU_OK);
	for (size_t i = 0; i < q.n; i++) {
		lu_str s = lu_str_trim(lu_strn(q.text.s + q.v[i].from, q.v[i].to - q.v[i].from));

		if (!s.n) continue;
		lu_buf_addf(out, "%s%c:", out->len ? "|" : "", letters[q.v[i].part]);
		for (size_t k = 0; k < s.n; k++) lu_buf_addc(out, s.s[k] == '\n' ? '/' : s.s[k]);
	}
	lu_arena_free(&a);
}

static void expect(const char *text, const char *want)
{
	lu_buf b = LU_BUF;

	show(text, &b);
	assert_string_equal(b.s, want);
	lu_buf_free(&b);
}

static void test_issue(void **state)
{
	(void)state;
	expect("Journal is lost when two owners quit\r\n"
	       "<!-- Please fill in all sections.\nDo not paste pictures. -->\n"
	       "- [x] I have searched for duplicates\n- [ ] I can send a patch\n\n"
	       "### Describe the bug\n"
	       "The second owner calls `journal_close` too early.\n\n"
	       "```c\njournal_open(&j);\n\njournal_close(&j);\n```\n"
	       "**Expected behavior:**\nIt waits.\n\n"
	       "**Environment**\n- OS: Linux\n- gcc 12 on a Raspberry\n```\nlibfoo==1.2\n```\n\n"
	       "# Ideas of mine\nCount the owners in `struct lease`.\n"
	       "Thanks in advance!\n",
	       "T:Journal is lost when two owners quit|P:The second owner calls|N:`journal_close`|P:too early.|"
	       "C:journal_open(&j);//journal_close(&j);|P:It waits./# Ideas of mine/Count the owners in|N:`struct "
	       "lease`|P:.");
	expect("Hi all,\n\nleases expire too late\n\n    renew(l);\n    wait(l);\n\nin every run\nPython version: "
	       "3.9\nnumpy==1.2.3\n"
	       "https://example.org/123\n![a picture](https://example.org/a.png)\n",
	       "T:leases expire too late|C:renew(l);/    wait(l);|P:in every run");
	expect("Wrong line\nsee below\nTraceback (most recent call last):\n  File \"a.py\", line 3, in f\n  at "
	       "b.c(d.java:3)\nat the end\n",
	       "T:Wrong line|P:see below|C:Traceback (most recent call last):/  File \"a.py\", line 3, in f/  at "
	       "b.c(d.java:3)|P:at the end");
}

/* A trace alone, and a text that is all template, have no parts. */
static void test_one_part(void **state)
{
	(void)state;
	expect("Traceback (most recent call last):\n  File \"a.py\", line 3, in f\nKeyError: 3\n",
	       "T:Traceback (most recent call last):/  File \"a.py\", line 3, in f/KeyError: 3");
	expect("### Steps to reproduce\n\n- [x] done\n", "T:### Steps to reproduce//- [x] done");
	expect("journal_close\n", "T:journal_close");
}

/* Any bytes are read; every span lies in the text. */
static void test_any_bytes(void **state)
{
	static const char some[] = "`#*-[]x<!>\n\n  aHi,:~=\t\r\"'.(\xc3";
	uint32_t x = 1;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		char text[200];
		size_t n = (size_t)round % sizeof text, at = 0;
		lu_arena a = { 0 };
		lu__question q;
		lu_err e;

		for (size_t i = 0; i < n; i++)
			text[i] = some[((x = x * 1664525 + 1013904223) >> 8) % (sizeof some - 1)];
		assert_int_equal(lu__question_read(lu_strn(text, n), NULL, NULL, &a, &q, &e), LU_OK);
		for (size_t i = 0; i < q.n; i++) {
			assert_true(q.v[i].from >= at && q.v[i].to >= q.v[i].from && q.v[i].to <= q.text.n);
			at = q.v[i].to;
		}
		assert_true(q.text.n <= 2 * n + 1);
		lu_arena_free(&a);
	}
}

static void test_memory(void **state)
{
	static const char text[] = "Hi,\nwhere is it `lost`?\n```\na\n```\n<!-- x -->\n- b `c` d\n";
	lu_arena a = { 0 };
	lu__question q;
	lu_err e;
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena_free(&a);
		rc = lu__question_read(lu_strz(text), NULL, NULL, &a, &q, &e);
	});
	lu_arena_free(&a);
}

#define TEST(f) cmocka_unit_test(f)
/* Each place is compared once with each hit: not once for each number of the question, which took minutes. */
static void test_numbers(void **state)
{
	enum { HITS = 1000, NUMBERS = 1900 };
	lu_hit *hit = calloc(HITS, sizeof *hit);
	lu_str *number = calloc(NUMBERS + 1, sizeof *number);
	lu_buf query = LU_BUF, text = LU_BUF;
	lu_result r = { 0 };

	(void)state;
	for (size_t i = 0; i < HITS; i++)
		hit[i].el = (lu_brief){ .path = lu_strz("src/a.py"), .start_line = 10, .end_line = 20 };
	lu_buf_adds(&query, "src/a.py:12 src/b.py:1001");
	for (size_t i = 0; i < NUMBERS; i++) lu_buf_addf(&query, " %zu", 1000 + i);
	for (size_t i = 0; i < NUMBERS; i++) lu_buf_addf(&text, "%zu", 1000 + i);
	for (size_t i = 0; i < NUMBERS; i++) number[i] = lu_strn(text.s + 4 * i, 4);
	number[NUMBERS] = lu_strz("12");
	r = (lu_result){ .v = hit, .n = HITS, .unmatched = { .v = number, .n = NUMBERS + 1 } };
	alarm(20);
	lu__known_lines(lu_buf_str(&query), &r);
	alarm(0);
	assert_int_equal(r.unmatched.n, NUMBERS);
	r.unmatched = (lu_strs){ .v = number, .n = 3 };
	number[0] = lu_strz("py"), number[1] = lu_strz("99"), number[2] = lu_strz("12");
	lu__known_lines(lu_strz("src/a.py:99"), &r);
	assert_int_equal(r.unmatched.n, 2);
	assert_true(lu_str_eqz(number[0], "99"));
	lu_buf_free(&query);
	lu_buf_free(&text);
	free(number);
	free(hit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_courtesies), TEST(test_held_words), TEST(test_untouched), TEST(test_issue),
		TEST(test_one_part),   TEST(test_any_bytes),  TEST(test_memory),    TEST(test_numbers),
	};

	return cmocka_run_group_tests_name("question", tests, NULL, NULL);
}
