/* SPDX-License-Identifier: MIT
 * Renderers: the table has no holes, and a sink decides where results go and what they look like. */
#include "index.h"
#include "render/table.h"

static const char source[] = "def low():\n    pass\n\n\ndef top():\n    low()\n";

static void every_kind_in_every_format(void **state)
{
	(void)state;
	for (int f = LU_FORMAT_JSON; f < LU_FORMATS; f++) {
#define X(kind, type) \
	if (!lu__render_table[f].kind) fail_msg("no renderer of " #kind " in format %d", f);
		LU__RENDERED(X)
#undef X
	}
}

static lu_code render(void *ctx, const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	(void)a;
	return lu_render_graph(ctx, q, e);
}

/* Who calls low(), as *o says. */
static lu_code callers(lu_sink *o)
{
	lu_store *s = new_store("render.db");
	lu_graph_options ask = lu_graph_defaults(LU_ASK_CALLERS);
	lu_code rc;

	put("net/net.py", source);
	ingest(s, "net");
	ask.name.text = "low";
	rc = lu_graph_ask(s, &ask, render, o, &err);
	lu_store_close(s);
	return rc;
}

static void show_path(lu_str path, lu_buf *out)
{
	lu_buf_addf(out, "../%.*s", LU_FMT(path));
}

static void into_memory(void **state)
{
	static const char *const begins[LU_FORMATS] = {
		[LU_FORMAT_AUTO] = "{\"record\":\"graph\",\"question\":\"callers\"",
		[LU_FORMAT_JSON] = "{\"record\":\"graph\",\"question\":\"callers\"",
		[LU_FORMAT_TEXT] = "net.low  function  ../net.py:1\n└─ net.top  function  ../net.py:6",
		[LU_FORMAT_MD] = "## callers: **net.low** function `../net.py:1`\n\n- **net.top** function",
		[LU_FORMAT_PATHS] = "../net.py:6\n",
		[LU_FORMAT_LINES] = "../net.py:6: net.top: calls net.low",
		[LU_FORMAT_DOT] = "digraph lucus {",
	};

	(void)state;
	for (int f = LU_FORMAT_AUTO; f < LU_FORMATS; f++) {
		lu_sink o = LU_SINK;

		o.format = (lu_format)f;
		o.show_path = show_path;
		OK(callers(&o));
		if (!lu_str_starts(lu_buf_str(&o.out), begins[f])) fail_msg("format %d begins: %s", f, o.out.s);
		assert_int_equal(o.out.s[o.out.len - 1], '\n');
		lu_buf_free(&o.out);
	}
}

/* Records have paths as the store has them, whoever reads them. */
static void records_are_for_programs(void **state)
{
	lu_sink o = LU_SINK;

	(void)state;
	o.show_path = show_path;
	o.color = o.terminal = true;
	OK(callers(&o));
	assert_non_null(strstr(o.out.s, "\"file_path\":\"net.py\""));
	assert_null(strchr(o.out.s, '\033'));
	lu_buf_free(&o.out);
}

static void what_a_terminal_must_not_see(void **state)
{
	lu_sink o = LU_SINK;

	(void)state;
	o.color = o.terminal = true;
	lu_sink_text(&o, LU_COLOR_RED, lu_strz("a\033[2Jb\n\xc2\x9b\xe2\x80\xaez"));
	assert_string_equal(o.out.s, "\033[31ma?[2Jb\n??z\033[0m");
	lu_buf_reset(&o.out);
	lu_sink_path(&o, lu_strz("a\nb"), 3);
	assert_string_equal(o.out.s, "\033[35m\"a\\nb\"\033[0m:\033[32m3\033[0m");
	lu_buf_free(&o.out);
}

static void a_file_that_is_full(void **state)
{
	lu_sink o = LU_SINK;

	(void)state;
	if (!(o.f = fopen("/dev/full", "w"))) skip();
	setvbuf(o.f, NULL, _IONBF, 0);
	for (int f = LU_FORMAT_JSON; f < LU_FORMATS; f++) {
		o.format = (lu_format)f;
		o.failed = 0;
		assert_int_equal(callers(&o), LU_EIO);
		assert_non_null(strstr(err.msg, "cannot write output: No space left"));
	}
	fclose(o.f);
}

static void costs_are_added(void **state)
{
	static const lu_ledger_entry v[] = {
		{ .purpose = { "answer", 6 }, .model = { "m", 1 }, .requests = 2, .tokens_in = 10, .cost = .5 },
		{ .purpose = { "rerank", 6 }, .model = { "r", 1 }, .requests = 1, .uncounted = 1, .unpriced = 1 },
	};
	lu_sink json = LU_SINK, text = LU_SINK;

	(void)state;
	text.format = LU_FORMAT_TEXT;
	OK(lu_render_ledger(&json, &(lu_ledger_shown){ v, 2 }, &err));
	OK(lu_render_ledger(&text, &(lu_ledger_shown){ v, 2 }, &err));
	assert_non_null(strstr(json.out.s, "\"purpose\":\"rerank\",\"model\":\"r\",\"requests\":1,\"tokens_in\":null"));
	assert_non_null(strstr(json.out.s, "\"purpose\":\"all\",\"model\":null,\"requests\":3,\"tokens_in\":10"));
	assert_non_null(
		strstr(text.out.s, "rerank            r                                   1    unknown    unknown"));
	assert_non_null(strstr(text.out.s, "$0.5000 and 1 of unknown cost\n"));
	lu_buf_free(&json.out);
	lu_buf_free(&text.out);
}

static void only_graphs_are_drawn(void **state)
{
	lu_sink o = LU_SINK;
	lu_expansion x = { 0 };

	(void)state;
	o.format = LU_FORMAT_DOT;
	assert_int_equal(lu_render_expansion(&o, &(lu_expansion_shown){ .x = &x }, &err), LU_EUSAGE);
	assert_int_equal(lu_render_ledger(&o, &(lu_ledger_shown){ .n = 0 }, &err), LU_EUSAGE);
	assert_int_equal(o.out.len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_in_every_format), cmocka_unit_test(into_memory),
		cmocka_unit_test(records_are_for_programs),   cmocka_unit_test(what_a_terminal_must_not_see),
		cmocka_unit_test(a_file_that_is_full),        cmocka_unit_test(costs_are_added),
		cmocka_unit_test(only_graphs_are_drawn),
	};

	return cmocka_run_group_tests(tests, make_top, clear_top);
}
