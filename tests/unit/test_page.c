/* SPDX-License-Identifier: MIT
 * The page: its files are there, and what is shown is text, whatever it holds. */
#include "ok.h"

#include <string.h>

#include "page/page.h"

static const char evil[] = "\"><script>alert(1)</script>@KBS@&\x01";

static bool holds(const lu_buf *b, const char *what)
{
	return strstr(b->s, what) != NULL;
}

static void nothing_is_markup(void **state)
{
	static lu_str kbs[] = { { "a<b", 3 }, { "main", 4 } };
	lu_hit hit = { .rank = 1 };
	lu_shown shown = { .text = lu_strz(evil) };
	lu_found found = { .shown = &shown };
	lu_answered answer = { .cached = false };
	lu_page_shown p = { .question = lu_strz(evil), .kbs = { kbs, 2 }, .kb = lu_strz("main"), .found = &found };
	lu_buf b = LU_BUF;

	(void)state;
	hit.el.name = hit.el.path = hit.el.type = lu_strz(evil);
	found.result.v = &hit;
	found.result.n = 1;
	answer.response.text = lu_strz(evil);
	p.answer = &answer;
	p.answers = true;
	p.problem = evil;
	OK(lu_page_write(&p, &b, &err));
	assert_false(holds(&b, "<script>alert"));
	assert_false(holds(&b, "\">&lt;script"));
	assert_true(holds(&b, "&lt;script&gt;alert(1)&lt;/script&gt;@KBS@&amp;"));
	assert_true(holds(&b, "<option value=\"a&lt;b\">a&lt;b</option><option value=\"main\" selected>main</option>"));
	assert_true(holds(&b, "<option value=\"answer\" selected>"));
	assert_true(holds(&b, "<li class=\"hit\">"));
	assert_true(holds(&b, "</html>"));
	lu_buf_free(&b);
}

static void no_mark_is_left(void **state)
{
	lu_buf b = LU_BUF;

	(void)state;
	OK(lu_page_write(&(lu_page_shown){ .kb = { "", 0 } }, &b, &err));
	assert_false(holds(&b, "@"));
	assert_true(holds(&b, "<option value=\"hits\" selected>"));
	assert_true(holds(&b, "<title>lucus</title>"));
	lu_buf_free(&b);
}

/* What the page and its scripts name is there, and nothing comes from elsewhere. */
static void every_file_is_there(void **state)
{
	static const char *const names[] = { "icon.svg", "page.css", "main.js", "api.js",    "code.js",
					     "dom.js",   "graph.js", "map.js",  "places.js", "results.js" };
	lu_page_file f;

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		OK(lu_page_find(lu_strz(names[i]), &f, &err));
		assert_true(f.body.n > 50);
		assert_true(f.tag[0] == '"' && strlen(f.tag) == 18);
		if (strstr(names[i], ".js")) assert_true(lu_str_starts(f.body, "// SPDX-License-Identifier: MIT"));
	}
	FAILS(lu_page_find(lu_strz("../index.html"), &f, &err), LU_ENOENT);
	FAILS(lu_page_find(lu_strz(""), &f, &err), LU_ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(nothing_is_markup), cmocka_unit_test(no_mark_is_left),
					    cmocka_unit_test(every_file_is_there) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
