/* SPDX-License-Identifier: MIT
 * The cli layer: option tables, generators, output helpers. */
#include "options.h"
#include "test.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/out.h"
#include "cli/place.h"
#include "cli/records.h"
#include "cli/text.h"
#include "core/ascii.h"
#include "core/file.h"
#include "lucus/record.h"

/* ---- a command that has one option of each kind ---- */

static const char *const modes[] = { "fast", "slow", "careful", NULL };

static bool explain, plain;
static const char *model;
static int64_t limit, big;
static double share;
static int mode;
static lu_strs globs;

static lu_opt inner[] = { LU_OPT_INT(0, "big", &big, "N", INT64_MIN, INT64_MAX, "any whole number", .heading = "Where"),
			  LU_OPT_END };

static lu_opt opts[] = {
	LU_OPT_FLAG('e', "explain", &explain, "it's for [people]: show why", .env = "T_EXPLAIN", .setting = "explain"),
	LU_OPT_FLAG('p', "plain", &plain, "leave out ornaments"),
	LU_OPT_STR('m', "model", &model, "NAME", "use the model NAME", .env = "T_MODEL", .setting = "model"),
	LU_OPT_STR(0, "table", &model, "FILE", "read FILE"),
	LU_OPT_INT('k', "limit", &limit, "N", 1, 1000, "print at most N hits", .env = "T_LIMIT", .setting = "limit",
		   .daily = true),
	LU_OPT_REAL(0, "share", &share, "X", 0, 1, "a share \\ of it", .env = "T_SHARE", .setting = "share"),
	LU_OPT_CHOICE(0, "mode", &mode, "MODE", modes, ".how to go about it", .env = "T_MODE", .setting = "mode"),
	LU_OPT_LIST('x', "exclude", &globs, "GLOB", "leave out files that match GLOB", .env = "T_GLOBS",
		    .setting = "exclude"),
	LU_OPT_GROUP(inner),
	LU_OPT_END
};

static lu_code run_nothing(int argc, char **argv, lu_err *e)
{
	(void)argc;
	(void)argv;
	(void)e;
	return LU_OK;
}

static const char *const examples[] = { "lucus try-it .", NULL };
static const char *const words[] = { "list", "set", NULL };

static const lu_cmd cmd_try = {
	.name = "try-it",
	.summary = "try: a command's table",
	.args = "[PATH...]",
	.opts = opts,
	.run = run_nothing,
	.operands = LU_OPERANDS_FILES,
	.examples = examples,
};
static const lu_cmd cmd_store = {
	.name = "store",
	.summary = "show a store",
	.args = "[ACTION]",
	.opts = lu_opts_store,
	.run = run_nothing,
	.words = words,
};
static const lu_cmd cmd_out = {
	.name = "out",
	.summary = "show help",
	.args = "[COMMAND]",
	.opts = lu_opts_output,
	.run = run_nothing,
	.operands = LU_OPERANDS_COMMANDS,
	.words = words,
};
static const lu_cmd *const cmds[] = { &cmd_try, &cmd_store, &cmd_out, NULL };

static int setup(void **state)
{
	static const char *const env[] = {
		"T_EXPLAIN", "T_MODEL", "T_LIMIT", "T_MODE", "T_SHARE", "T_GLOBS", "NO_COLOR"
	};
	lu_opt_iter it = lu_opt_begin(opts);
	lu_opt *o;

	(void)state;
	lu_opt_free(opts);
	while ((o = lu_opt_next(&it))) o->origin = LU_FROM_DEFAULT;
	for (size_t i = 0; i < sizeof env / sizeof *env; i++) unsetenv(env[i]);
	setenv("TERM", "xterm", 1);
	explain = plain = false;
	model = NULL;
	limit = 10;
	big = -5;
	share = 0.25;
	mode = 0;
	globs = (lu_strs){ 0 };
	lu_common = (lu_common_opts){ .kb = "default", .tenant = "default", .command = "try-it", .tty = -1 };
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	lu_opt_free(opts);
	return 0;
}

#define MAX_ARGS 8

static struct {
	char *argv[MAX_ARGS + 1];
	int argc;
	lu_help help;
	lu_err e;
} got;

/* Parse up to MAX_ARGS arguments, NULL at the end. */
static lu_code parse(const char *const *args)
{
	got.argc = 0;
	got.help = LU_HELP_NONE;
	got.e = (lu_err){ 0 };
	while (args[got.argc]) {
		assert_true(got.argc < MAX_ARGS);
		got.argv[got.argc] = (char *)(uintptr_t)args[got.argc];
		got.argc++;
	}
	got.argv[got.argc] = NULL;
	return lu_opt_parse(opts, &got.argc, got.argv, &got.help, &got.e);
}

#define PARSE(...) parse((const char *const[]){ __VA_ARGS__, NULL })
#define REFUSED(message, ...) \
	do { \
		assert_int_equal(PARSE(__VA_ARGS__), LU_EUSAGE); \
		assert_string_equal(got.e.msg, message); \
	} while (0)

/* ---- parsing ---- */

static void parses_every_form(void **state)
{
	(void)state;
	assert_int_equal(PARSE("a", "-pk", "7", "--model=x=y", "b", "--share", "1"), LU_OK);
	assert_true(plain && !explain);
	assert_int_equal(limit, 7);
	assert_string_equal(model, "x=y");
	assert_true(share == 1);
	assert_int_equal(got.argc, 2);
	assert_string_equal(got.argv[0], "a");
	assert_string_equal(got.argv[1], "b");
	assert_null(got.argv[2]);

	assert_int_equal(PARSE("-k5", "--big=-9", "-", "--", "-e", "--", "--limit"), LU_OK);
	assert_int_equal(limit, 5);
	assert_int_equal(big, -9);
	assert_false(explain);
	assert_int_equal(got.argc, 4);
	assert_string_equal(got.argv[0], "-");
	assert_string_equal(got.argv[1], "-e");
	assert_string_equal(got.argv[2], "--");
	assert_string_equal(got.argv[3], "--limit");
}

static void takes_the_last_of_several(void **state)
{
	(void)state;
	assert_int_equal(PARSE("--limit", "5", "-k", "6", "--mode=slow", "--mode=careful", "-m", ""), LU_OK);
	assert_int_equal(limit, 6);
	assert_int_equal(mode, 2);
	assert_string_equal(model, "");
}

static void collects_lists(void **state)
{
	lu_str old[] = { lu_strz("default") };

	(void)state;
	globs = (lu_strs){ old, 1 };
	assert_int_equal(PARSE("-xa,b", "--exclude", "c", "--exclude=d"), LU_OK);
	assert_int_equal(globs.n, 3);
	assert_true(lu_str_eqz(globs.v[0], "a,b"));
	assert_true(lu_str_eqz(globs.v[2], "d"));
}

static void refuses_what_it_does_not_know(void **state)
{
	(void)state;
	REFUSED("unknown option '--bogus'", "--bogus");
	REFUSED("unknown option '--lim' (did you mean '--limit'?)", "--lim", "5");
	REFUSED("unknown option '--limti' (did you mean '--limit'?)", "--limti=5");
	REFUSED("unknown option '--hepl' (did you mean '--help'?)", "--hepl");
	REFUSED("unknown option '-z'", "-ez");
	REFUSED("unknown option '-\xc3\xa9'", "-e\xc3\xa9");
	REFUSED("option '--explain' takes no value", "--explain=yes");
	REFUSED("option '--help' takes no value", "--help=me");
	REFUSED("option '--limit' needs a value N", "--limit");
	REFUSED("option '-k' needs a value N", "-ek");
	/* an option alone is no name of one */
	REFUSED("unknown option '--'", "--=x");
}

static void refuses_bad_values(void **state)
{
	(void)state;
	REFUSED("option '-k': 0 is out of range 1..1000", "-k", "0");
	REFUSED("option '--limit': 1001 is out of range 1..1000", "--limit=1001");
	REFUSED("option '-k': 99999999999999999999 is out of range 1..1000", "-k", "99999999999999999999");
	REFUSED("option '-k': '' is not an integer", "-k", "");
	REFUSED("option '-k': ' 5' is not an integer", "-k", " 5");
	REFUSED("option '-k': '5x' is not an integer", "-k5x");
	REFUSED("option '--share': 1.5 is out of range 0..1", "--share", "1.5");
	REFUSED("option '--share': -0.1 is out of range 0..1", "--share", "-0.1");
	REFUSED("option '--share': 1e999 is out of range 0..1", "--share", "1e999");
	REFUSED("option '--share': 'nan' is not a number", "--share", "nan");
	REFUSED("option '--share': '0x1' is not a number", "--share", "0x1");
	REFUSED("option '--share': '' is not a number", "--share", "");
	REFUSED("option '--mode': 'x' is not one of fast, slow, careful", "--mode", "x");
	REFUSED("option '--mode': 'fats' is not one of fast, slow, careful (did you mean 'fast'?)", "--mode=fats");
	assert_int_equal(limit, 10);
	assert_true(share == 0.25);
	assert_int_equal(mode, 0);
}

static void help_changes_nothing(void **state)
{
	(void)state;
	setenv("T_LIMIT", "0", 1);
	assert_int_equal(PARSE("a", "-k", "0", "-eh", "b"), LU_OK);
	assert_int_equal(got.help, LU_HELP_SCREEN);
	assert_false(explain);
	assert_int_equal(limit, 10);
	assert_int_equal(PARSE("-h", "--help"), LU_OK);
	assert_int_equal(got.help, LU_HELP_ALL);
	assert_int_equal(PARSE("--help", "--bogus"), LU_EUSAGE);
	assert_int_equal(PARSE("-m", "--help", "-k", "3"), LU_OK);
	assert_int_equal(got.help, LU_HELP_NONE);
	assert_string_equal(model, "--help");
	assert_int_equal(PARSE("-k", "3", "--", "--help"), LU_OK);
	assert_int_equal(got.help, LU_HELP_NONE);
}

/* ---- origins ---- */

static void stronger_origins_win(void **state)
{
	lu_err e = { 0 };

	(void)state;
	setenv("T_LIMIT", "20", 1);
	setenv("T_MODE", "slow", 1);
	setenv("T_EXPLAIN", "yes", 1);
	setenv("T_GLOBS", "a,,b", 1);
	setenv("T_MODEL", "", 1);
	assert_int_equal(PARSE("-k", "30"), LU_OK);
	assert_int_equal(lu_opt_apply_setting(opts, "limit", "40", &e), LU_OK);
	assert_int_equal(lu_opt_apply_setting(opts, "mode", "careful", &e), LU_OK);
	assert_int_equal(lu_opt_apply_setting(opts, "share", "0.5", &e), LU_OK);
	assert_int_equal(lu_opt_apply_setting(opts, "no_such_key", "1", &e), LU_OK);
	option_is(opts, "limit", "30", "option");
	option_is(opts, "mode", "slow", "environment T_MODE");
	option_is(opts, "explain", "true", "environment T_EXPLAIN");
	option_is(opts, "exclude", "a,b", "environment T_GLOBS");
	option_is(opts, "share", "0.5", "knowledge base");
	option_is(opts, "model", "", "default");
	option_is(opts, "big", "-5", "default");
}

static void settings_are_copied(void **state)
{
	char text[] = "one,two";
	lu_err e = { 0 };

	(void)state;
	assert_int_equal(lu_opt_apply_setting(opts, "model", text, &e), LU_OK);
	assert_int_equal(lu_opt_apply_setting(opts, "exclude", text, &e), LU_OK);
	memset(text, 'x', sizeof text - 1);
	option_is(opts, "model", "one,two", "knowledge base");
	option_is(opts, "exclude", "one,two", "knowledge base");
	assert_int_equal(globs.n, 2);
	/* a later setting replaces */
	assert_int_equal(lu_opt_apply_setting(opts, "exclude", "three", &e), LU_OK);
	option_is(opts, "exclude", "three", "knowledge base");
}

/* Knowledge bases come and go while a service runs: what their settings say goes with them. */
static void settings_live_as_long_as_their_knowledge_base(void **state)
{
	lu_arena table = { 0 }, first = { 0 }, second = { 0 };
	const char *of_first;
	lu_opt_marks marks;
	lu_err e;

	(void)state;
	assert_int_equal(lu_opt_mark(opts, &table, &marks, &e), LU_OK);
	assert_int_equal(lu_opt_apply_setting(opts, "model", "one", &e), LU_OK);
	assert_int_equal(lu_opt_apply_setting(opts, "exclude", "a,b", &e), LU_OK);
	of_first = model;
	lu_opt_go_back(&marks, &first);
	assert_null(model);
	assert_int_equal(globs.n, 0);
	assert_int_equal(lu_opt_apply_setting(opts, "model", "two", &e), LU_OK);
	lu_opt_go_back(&marks, &second);
	assert_string_equal(of_first, "one");
	for (size_t i = 0; i < sizeof opts / sizeof *opts; i++) {
		assert_int_equal(opts[i].own.total, 0);
		assert_int_equal(opts[i].lent.total, 0);
	}
	lu_arena_free(&first);
	lu_arena_free(&second);
	lu_arena_free(&table);
}

static void every_origin_is_checked(void **state)
{
	lu_err e = { 0 };

	(void)state;
	assert_int_equal(lu_opt_apply_setting(opts, "limit", "0", &e), LU_EUSAGE);
	assert_string_equal(e.msg, "setting 'limit': 0 is out of range 1..1000");
	assert_int_equal(lu_opt_apply_setting(opts, "explain", "maybe", &e), LU_EUSAGE);
	assert_string_equal(e.msg, "setting 'explain': 'maybe' is neither true nor false");
	assert_int_equal(lu_opt_apply_setting(opts, "explain", "on", &e), LU_OK);
	assert_true(explain);
	assert_int_equal(lu_opt_apply_setting(opts, "explain", "0", &e), LU_OK);
	assert_false(explain);
	setenv("T_LIMIT", "many", 1);
	REFUSED("environment T_LIMIT: 'many' is not an integer", "a");
	/* what is overruled is not looked at */
	assert_int_equal(PARSE("-k", "3"), LU_OK);
}

static void settings_can_be_tried(void **state)
{
	lu_err e = { 0 };

	(void)state;
	assert_int_equal(lu_opt_check_setting(opts, "limit", "7", &e), LU_OK);
	assert_int_equal(lu_opt_check_setting(opts, "exclude", "a,b", &e), LU_OK);
	assert_int_equal(lu_opt_check_setting(opts, "model", "m", &e), LU_OK);
	assert_int_equal(lu_opt_check_setting(opts, "mode", "slow", &e), LU_OK);
	assert_int_equal(lu_opt_check_setting(opts, "share", "1", &e), LU_OK);
	assert_int_equal(lu_opt_check_setting(opts, "explain", "1", &e), LU_OK);
	option_is(opts, "limit", "10", "default");
	option_is(opts, "exclude", "", "default");
	option_is(opts, "model", "", "default");
	option_is(opts, "mode", "fast", "default");
	option_is(opts, "share", "0.25", "default");
	option_is(opts, "explain", "false", "default");
	assert_int_equal(lu_opt_check_setting(opts, "limit", "0", &e), LU_EUSAGE);
	assert_int_equal(lu_opt_check_setting(opts, "limits", "1", &e), LU_EUSAGE);
	assert_string_equal(e.msg, "unknown setting 'limits' (did you mean 'limit'?)");
	assert_int_equal(lu_opt_check_setting(opts, "zzzzzz", "1", &e), LU_EUSAGE);
	assert_string_equal(e.msg, "unknown setting 'zzzzzz'");
}

static void survives_allocation_failures(void **state)
{
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		setup(NULL);
		rc = PARSE("-xa", "-xb", "-xc");
	});
	assert_int_equal(globs.n, 3);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		setup(NULL);
		rc = lu_opt_apply_setting(opts, "exclude", "a,b,c", NULL);
	});
	assert_int_equal(globs.n, 3);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		setup(NULL);
		rc = lu_opt_apply_setting(opts, "model", "m", NULL);
	});
	/* the message of a refusal needs memory for its list of names */
	setup(NULL);
	test_allocs_left = 0;
	rc = PARSE("--mode", "x");
	test_allocs_left = -1;
	assert_int_equal(rc, LU_ENOMEM);
	test_allocs_left = 0;
	rc = PARSE("-k", "0");
	test_allocs_left = -1;
	assert_int_equal(rc, LU_ENOMEM);
}

/* ---- tables ---- */

static void tables_are_sound(void **state)
{
	lu_err e = { 0 };

	(void)state;
	for (lu_cmds p = cmds; *p; p++) assert_int_equal(lu_opt_check((*p)->opts, &e), LU_OK);
}

#define UNSOUND(what, ...) \
	do { \
		lu_opt table_[] = { __VA_ARGS__, LU_OPT_END }; \
		lu_err e_ = { 0 }; \
		assert_int_equal(lu_opt_check(table_, &e_), LU_EFORMAT); \
		assert_non_null(strstr(e_.msg, what)); \
	} while (0)

static void unsound_tables_are_found(void **state)
{
	static const char *const none[] = { NULL };
	static int64_t n = 5;
	static double x = NAN;
	static int c = 3;
	static bool f;
	lu_opt six[] = { LU_OPT_FLAG(0, "deep", &f, "deep"), LU_OPT_END };
	lu_opt five[] = { LU_OPT_GROUP(six), LU_OPT_END };
	lu_opt four[] = { LU_OPT_GROUP(five), LU_OPT_END };
	lu_opt three[] = { LU_OPT_GROUP(four), LU_OPT_END };
	lu_opt two[] = { LU_OPT_GROUP(three), LU_OPT_END };
	lu_opt one[] = { LU_OPT_GROUP(two), LU_OPT_END };

	(void)state;
	UNSOUND("name is there twice", LU_OPT_FLAG(0, "aa", &f, "a"), LU_OPT_FLAG(0, "aa", &f, "a"));
	UNSOUND("letter is there twice", LU_OPT_FLAG('a', "aa", &f, "a"), LU_OPT_FLAG('a', "bb", &f, "b"));
	UNSOUND("name is there twice", LU_OPT_GROUP(inner), LU_OPT_GROUP(inner));
	UNSOUND("capital", LU_OPT_FLAG(0, "aa", &f, "Show"));
	UNSOUND("full stop", LU_OPT_FLAG(0, "aa", &f, "show."));
	UNSOUND("without an environment variable", LU_OPT_FLAG(0, "aa", &f, "a", .setting = "aa"));
	UNSOUND("its heading", LU_OPT_FLAG(0, "aa", &f, "a", .heading = "files"));
	UNSOUND("no help text", LU_OPT_FLAG(0, "aa", &f, ""));
	UNSOUND("more than one line", LU_OPT_FLAG(0, "aa", &f, "a\nb"));
	UNSOUND("its name", LU_OPT_FLAG(0, "Aa", &f, "a"));
	UNSOUND("its name", LU_OPT_FLAG('a', "a", &f, "a"));
	UNSOUND("its name", LU_OPT_FLAG(0, NULL, &f, "a"));
	UNSOUND("its letter", LU_OPT_FLAG('-', "aa", &f, "a"));
	UNSOUND("are taken", LU_OPT_FLAG('h', "aa", &f, "a"));
	UNSOUND("are taken", LU_OPT_FLAG(0, "help", &f, "a"));
	UNSOUND("no variable", LU_OPT_FLAG(0, "aa", NULL, "a"));
	UNSOUND("its metavar", LU_OPT_INT(0, "aa", &n, NULL, 1, 9, "a"));
	UNSOUND("its metavar", LU_OPT_INT(0, "aa", &n, "A|B", 1, 9, "a"));
	UNSOUND("default is out of range", LU_OPT_INT(0, "aa", &n, "N", 6, 9, "a"));
	UNSOUND("default is out of range", LU_OPT_REAL(0, "aa", &x, "X", 0, 1, "a"));
	UNSOUND("default is out of range", LU_OPT_CHOICE(0, "aa", &c, "X", modes, "a"));
	UNSOUND("range is empty", LU_OPT_INT(0, "aa", &n, "N", 9, 6, "a"));
	UNSOUND("no choices", LU_OPT_CHOICE(0, "aa", &c, "X", none, "a"));
	UNSOUND("environment", LU_OPT_FLAG(0, "aa", &f, "a", .env = "a b"));
	UNSOUND("setting", LU_OPT_FLAG(0, "aa", &f, "a", .setting = "A"));
	UNSOUND("deeper", LU_OPT_GROUP(one));
}

static void check_unknown(const char *name, const char *meant)
{
	lu_buf want = LU_BUF;
	lu_err e = { 0 };

	lu_buf_addf(&want, "unknown command '%s'", name);
	if (meant) lu_buf_addf(&want, " (did you mean '%s'?)", meant);
	assert_int_equal(lu_cmd_unknown(cmds, name, &e), LU_EUSAGE);
	assert_string_equal(e.msg, want.s);
	lu_buf_free(&want);
}

static void suggests_what_is_near(void **state)
{
	(void)state;
	check_unknown("tryit", "try-it");
	check_unknown("stroe", "store");
	check_unknown("sto", "store");
	check_unknown("ouu", "out");
	check_unknown("elephant", NULL);
	check_unknown("", NULL);
	check_unknown("o", NULL);
	check_unknown("a word that is much longer than any name of a command", NULL);
	check_unknown("search", NULL); /* there is no query here */
	assert_ptr_equal(lu_cmd_find(cmds, "store"), &cmd_store);
	assert_null(lu_cmd_find(cmds, "stor"));
}

static void counts_operands(void **state)
{
	char a[] = "a", b[] = "b", *argv[] = { a, b, NULL };
	lu_err e = { 0 };

	(void)state;
	assert_int_equal(lu_cmd_operands(&cmd_try, 2, argv, 1, 2, &e), LU_OK);
	assert_int_equal(lu_cmd_operands(&cmd_try, 2, argv, 0, -1, &e), LU_OK);
	assert_int_equal(lu_cmd_operands(&cmd_try, 2, argv, 0, 1, &e), LU_EUSAGE);
	assert_string_equal(e.msg, "unexpected operand 'b'");
	assert_int_equal(lu_cmd_operands(&cmd_try, 0, argv, 1, 1, &e), LU_EUSAGE);
	assert_string_equal(e.msg, "missing operand: expected [PATH...]");
}

/* ---- generators ---- */

/* What `fn` prints, to be freed. */
static char *printed(lu_code (*fn)(FILE *f, lu_err *e))
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);
	lu_err e = { 0 };

	assert_non_null(f);
	assert_int_equal(fn(f, &e), LU_OK);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void lines_fit(const char *text, size_t width)
{
	for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n')
		if (strcspn(p, "\n") > width) fail_msg("too long: %.*s", (int)strcspn(p, "\n"), p);
}

static void has(const char *text, const char *part)
{
	if (!strstr(text, part)) fail_msg("'%s' is not in:\n%s", part, text);
}

static lu_code help_try(FILE *f, lu_err *e)
{
	return lu_cmd_help(&cmd_try, LU_HELP_ALL, f, e);
}

static lu_code man_try(FILE *f, lu_err *e)
{
	return lu_cmd_man(&cmd_try, f, e);
}

static lu_code help_out(FILE *f, lu_err *e)
{
	return lu_cmd_help(&cmd_out, LU_HELP_ALL, f, e);
}

static lu_code screen_try(FILE *f, lu_err *e)
{
	return lu_cmd_help(&cmd_try, LU_HELP_SCREEN, f, e);
}

static lu_code man_out(FILE *f, lu_err *e)
{
	return lu_cmd_man(&cmd_out, f, e);
}

static lu_code help_all(FILE *f, lu_err *e)
{
	(void)e;
	lu_cmds_help(cmds, f);
	return LU_OK;
}

static lu_code man_all(FILE *f, lu_err *e)
{
	(void)e;
	lu_cmds_man(cmds, f);
	return LU_OK;
}

static lu_code help_records(FILE *f, lu_err *e)
{
	(void)e;
	lu_records_help(f);
	return LU_OK;
}

static lu_code man_records(FILE *f, lu_err *e)
{
	(void)e;
	lu_records_man(f);
	return LU_OK;
}

static void help_shows_the_table(void **state)
{
	char *text = printed(help_try);

	(void)state;
	lines_fit(text, 79);
	has(text, "Usage: lucus try-it [OPTION...] [PATH...]\nTry: a command's table.\n");
	has(text, "  -k, --limit N       print at most N hits (1..1000; default: 10; environment:\n"
		  "                      T_LIMIT)\n");
	has(text, "      --mode MODE     .how to go about it (fast, slow, careful; default: fast;\n");
	has(text, "match GLOB (may be repeated;");
	has(text, "  -p, --plain         leave out ornaments\n");
	has(text, "      --big N         any whole number (default: -5)\n");
	has(text, "  -h, --help          show the options of every day, or all\n");
	has(text, "\nOptions:\n  -e, --explain");
	has(text, "\nWhere:\n      --big N");
	has(text, "\nExamples:\n  lucus try-it .\n");
	free(text);
	text = printed(screen_try);
	lines_fit(text, 79);
	has(text, "\n\n  -k, --limit N  print at most N hits (default: 10)\n  -h, --help     show");
	has(text, "\nExamples:\n  lucus try-it .\n");
	assert_null(strstr(text, "--explain"));
	assert_null(strstr(text, "Where:"));
	free(text);
	text = printed(help_out);
	lines_fit(text, 79);
	free(text);
	text = printed(help_all);
	lines_fit(text, 79);
	has(text, "\n  try-it  try: a command's table\n  store   show a store\n");
	free(text);
}

static void man_shows_the_table(void **state)
{
	char *text = printed(man_try);

	(void)state;
	lines_fit(text, 80);
	has(text, ".It Fl k , Fl -limit Ns = Ns Ar N\nPrint at most N hits.\nAllowed: 1..1000.\n"
		  "The default is 10.\nEnvironment variable:\n.Ev T_LIMIT .\nSetting of the "
		  "knowledge base:\n"
		  ".Cm limit .\n");
	has(text, "\n\\&.how to go about it.\nOne of fast, slow, careful.\nThe default is fast.\n");
	has(text, "A share \\e of it.\n");
	free(text);
}

static void generators_refuse_unsound_tables(void **state)
{
	static bool f;
	lu_opt bad[] = { LU_OPT_FLAG(0, "aa", &f, "Show"), LU_OPT_END };
	lu_cmd c = cmd_try;
	const lu_cmd *const list[] = { &c, NULL };
	FILE *null = fopen("/dev/null", "w");
	lu_err e = { 0 };

	(void)state;
	c.opts = bad;
	assert_non_null(null);
	assert_int_equal(lu_cmd_man(&c, null, &e), LU_EFORMAT);
	assert_string_equal(e.msg, "try-it: option table: '--aa': its help text begins with a capital");
	assert_int_equal(lu_cmds_completion(list, LU_SHELL_ZSH, null, &e), LU_EFORMAT);
	fclose(null);
}

static void generators_survive_allocation_failures(void **state)
{
	FILE *null = fopen("/dev/null", "w");
	lu_code rc;

	(void)state;
	assert_non_null(null);
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_cmd_help(&cmd_try, LU_HELP_ALL, null, NULL));
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_cmd_help(&cmd_try, LU_HELP_SCREEN, null, NULL));
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_cmd_man(&cmd_try, null, NULL));
	fclose(null);
}

/* Run a shell command on a temporary file with this text, which it frees; skip the test when there is no `tool`. */
static void tool_accepts(const char *tool, const char *command, char *text)
{
	char path[] = "/tmp/lucus-test-XXXXXX", line[256];
	int fd;

	snprintf(line, sizeof line, "command -v %s >/dev/null", tool);
	if (system(line)) {
		print_message("no %s here\n", tool);
		free(text);
		skip();
	}
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	free(text);
	snprintf(line, sizeof line, "%s %s", command, path);
	fd = system(line);
	unlink(path);
	assert_int_equal(fd, 0);
}

static void mandoc_accepts(lu_code (*fn)(FILE *f, lu_err *e))
{
	char *text = printed(fn);
	lu_buf page = LU_BUF;
	char *copy;

	lu_buf_adds(&page, ".Dd January 1, 2026\n.Dt LUCUS-TRY 1\n.Os\n.Sh NAME\n.Nm lucus-try\n"
			   ".Nd try it\n.Sh OPTIONS\n");
	lu_buf_adds(&page, text);
	free(text);
	copy = strdup(page.s);
	lu_buf_free(&page);
	tool_accepts("mandoc", "mandoc -T lint -W warning", copy);
}

static void man_pages_are_mdoc(void **state)
{
	(void)state;
	mandoc_accepts(man_try);
	mandoc_accepts(man_out);
	mandoc_accepts(man_all);
	mandoc_accepts(man_records);
}

static lu_shell shell;

static lu_code complete_all(FILE *f, lu_err *e)
{
	return lu_cmds_completion(cmds, shell, f, e);
}

static void bash_accepts_its_completion(void **state)
{
	char *text = (shell = LU_SHELL_BASH, printed(complete_all));

	(void)state;
	has(text, "\ttry-it,--mode) words='fast slow careful' options=$words ;;\n");
	has(text, "\ttry-it,--limit|try-it,-k) return ;;\n");
	has(text, "\ttry-it,--table) files=yes ;;\n");
	has(text, "\tout,*) options='--format --color --no-pager --verbose --quiet --help' words='try-it "
		  "store out list set' ;;\n");
	tool_accepts("bash", "bash -n", text);
}

static void bash_completes(void **state)
{
	static const char try[] = "\nfill() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _lucus; "
				  "echo \"${COMPREPLY[*]}\"; }\n"
				  "test \"$(fill lucus '')\" = 'try-it store out' &&\n"
				  "test \"$(fill lucus try-it --mo)\" = '--model --mode' &&\n"
				  "test \"$(fill lucus try-it --mode s)\" = slow &&\n"
				  "test \"$(fill lucus try-it --mode = c)\" = careful &&\n"
				  "test \"$(fill lucus try-it --mode =)\" = 'fast slow careful' &&\n"
				  "test \"$(fill lucus try-it -k '')\" = '' &&\n"
				  "test \"$(fill lucus store s)\" = set &&\n"
				  "test \"$(fill lucus try-it /de)\" = /dev &&\n"
				  "test \"$(fill lucus try-it --table /de)\" = /dev\n";
	char *text = (shell = LU_SHELL_BASH, printed(complete_all));
	char *script = malloc(strlen(text) + sizeof try);

	(void)state;
	assert_non_null(script);
	strcat(strcpy(script, text), try);
	free(text);
	tool_accepts("bash", "bash", script);
}

static void zsh_accepts_its_completion(void **state)
{
	char *text = (shell = LU_SHELL_ZSH, printed(complete_all));

	(void)state;
	has(text, "'(-e --explain)'{-e,--explain}'[it'\\''s for \\[people\\]\\: show why]'");
	has(text, "'(-k --limit)'{-k+,--limit=}'[print at most N hits]:N: '");
	has(text, "'--mode=[.how to go about it]:MODE:(fast slow careful)'");
	has(text, "'*'{-x+,--exclude=}'[leave out files that match GLOB]:GLOB: '");
	has(text, "'try-it:try\\: a command'\\''s table'");
	tool_accepts("zsh", "zsh -n", text);
}

static void fish_accepts_its_completion(void **state)
{
	char *text = (shell = LU_SHELL_FISH, printed(complete_all));

	(void)state;
	has(text, "complete -c lucus -n '__lucus_is try-it' -s e -l explain -d 'it\\'s for "
		  "[people]: show why'\n");
	has(text, "-l mode -x -a 'fast slow careful' -d '.how to go about it'\n");
	has(text, "-l share -x -d 'a share \\\\ of it'\n");
	has(text, "complete -c lucus -n '__lucus_is try-it' -F\n");
	tool_accepts("fish", "fish -n", text);
}

/* ---- records ---- */

static void records_are_described(void **state)
{
	static const char *const kinds[] = {
		"element",     "node",      "summary", "file",       "document",  "posting",  "commit",  "said",
		"embedding",   "query",     "hit",     "selection",  "expansion", "estimate", "token",   "answer",
		"subquery",    "relevance", "state",   "claim",      "graph",     "impact",   "touched", "affected",
		"communities", "concepts",  "concept", "place",      "community", "mention",  "edge",    "metric",
		"question",    "failure",   "cost",    "difference", "judgement", "approach", "error",   "kb",
		"alias",       "strategy",  "prompt",  "status",     "ledger",    "option",   "check",   "listening",
		"lazy",        "bearer",
	};
	const lu_record_field *r;
	const char *kind = "";
	size_t n = 0;
	char *text;

	(void)state;
	for (lu_record_iter it = { 0 }; (r = lu_record_next(&it));) {
		if (strcmp(r->kind, kind)) {
			assert_true(n < sizeof kinds / sizeof *kinds);
			assert_string_equal(r->kind, kinds[n++]);
			assert_null(r->field); /* each kind begins with the description of itself */
			kind = r->kind;
		} else {
			assert_non_null(r->field);
			assert_non_null(r->type);
		}
		/* "UUID" may begin a text, "The" may not */
		assert_false(lu_is_upper(r->meaning[0]) && lu_is_lower(r->meaning[1]));
		assert_true(r->meaning[strlen(r->meaning) - 1] != '.');
	}
	assert_int_equal(n, sizeof kinds / sizeof *kinds);
	text = printed(help_records);
	lines_fit(text, 79);
	has(text, "\nhit: an element that answers a question\n");
	free(text);
}

/* The description of an element has what lu_element_write() writes, in that order. */
static void element_fields_are_described(void **state)
{
	static const char line[] = "{\"type\":\"module\",\"name\":\"m\",\"file_path\":\"m.py\","
				   "\"explanation\":\"e\",\"sha256\":\"0\","
				   "\"size\":1,\"imports\":[{\"module\":\"a\"}],"
				   "\"mentions\":[{\"name\":\"f()\"}],\"code\":\"c\",\"unparsed\":[[1,2]],"
				   "\"links\":[{\"kind\":\"CALLS\",\"name\":\"f\",\"target\":\"t\"}]}";
	const lu_record_field *r;
	lu_record_iter at = { .row = 2 }; /* after the kind and "record" */
	lu_arena a = { 0 };
	lu_element el;
	lu_json *v, *back, *member;
	const char *key;
	void *it = NULL;
	lu_jw w;

	(void)state;
	assert_int_equal(lu_json_parse(lu_strz(line), &v, NULL), LU_OK);
	assert_int_equal(lu_element_read(v, &a, &el, NULL), LU_OK);
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_element_write(&w, &el);
	lu_jw_close(&w, '}');
	assert_int_equal(lu_json_parse(lu_buf_str(&w.out), &back, NULL), LU_OK);
	while (lu_json_each(back, &it, &key, &member)) {
		assert_non_null(r = lu_record_next(&at));
		assert_string_equal(key, r->field);
	}
	assert_string_equal(lu_record_next(&at)->field, "fields"); /* the parser adds these, */
	assert_string_equal(lu_record_next(&at)->field, "returned");
	assert_string_equal(lu_record_next(&at)->field, "own_name");
	assert_string_equal(lu_record_next(&at)->field, "mixins");
	assert_string_equal(lu_record_next(&at)->field, "of_class");
	assert_string_equal(lu_record_next(&at)->field, "inherited_by"); /* and lucus show */
	assert_string_equal(lu_record_next(&at)->field, "stale");
	assert_string_equal(lu_record_next(&at)->kind, "node");
	lu_json_free(back);
	lu_json_free(v);
	lu_jw_free(&w);
	lu_arena_free(&a);
}

/* ---- output ---- */

/* A stream whose text goes to a temporary file for a while. */
typedef struct capture {
	FILE *to, *f;
	int was;
} capture;

static capture capture_start(FILE *f)
{
	capture c = { tmpfile(), f, -1 };

	assert_non_null(c.to);
	fflush(f);
	c.was = dup(fileno(f));
	assert_true(c.was >= 0 && dup2(fileno(c.to), fileno(f)) >= 0);
	return c;
}

/* What came, in `text`. */
static void capture_end(capture *c, char *text, size_t size)
{
	size_t n;

	fflush(c->f);
	dup2(c->was, fileno(c->f));
	close(c->was);
	rewind(c->to);
	n = fread(text, 1, size - 1, c->to);
	text[n] = '\0';
	fclose(c->to);
}

static void prints_lines_on_stderr(void **state)
{
	char text[8192], longest[4000];
	capture c = capture_start(stderr);

	(void)state;
	memset(longest, 'x', sizeof longest);
	longest[sizeof longest - 1] = '\0';
	lu_out_warn("cannot read '%s'", "a\033[31m\nb\xc2\x9b\xc3\xa9\x7f");
	lu_log("parse", "files=%d", 12);
	lu_common.quiet = true;
	lu_out_warn("not shown");
	lu_common.verbose = true;
	lu_out_fail("what failed: why");
	lu_common.command = "";
	lu_out_fail("no command yet");
	lu_out_fail("%s", longest);
	capture_end(&c, text, sizeof text);
	has(text, "lucus: try-it: cannot read 'a?[31m?b?\xc3\xa9?'\nlucus: try-it: what failed: why\n"
		  "lucus: no command yet\nlucus: xxx");
	assert_true(strlen(text) < 2300 && text[strlen(text) - 1] == '\n');
	c = capture_start(stderr);
	lu_log("parse", "files=%d", 12);
	capture_end(&c, text, sizeof text);
	has(text, "lucus: time=");
	has(text, " stage=parse files=12\n");
}

static void prints_lines_without_memory(void **state)
{
	char text[256];
	capture c = capture_start(stderr);

	(void)state;
	test_allocs_left = 0;
	lu_out_fail("out of memory");
	test_allocs_left = -1;
	capture_end(&c, text, sizeof text);
	assert_string_equal(text, "lucus: try-it: out of memory\n");
}

static void reports_rejected_input(void **state)
{
	char out[1024], err[1024];
	capture o = capture_start(stdout), s = capture_start(stderr);
	lu_code a, b, c, d;

	(void)state;
	a = lu_out_error("a/b.json", 3, "a/b.json:3: not JSON", NULL);
	b = lu_out_error("a/b.json", 3, "a/b.json:30: odd", NULL);
	c = lu_out_error("x\n\"y", 0, "cannot open", NULL);
	lu_common.format = LU_FORMAT_TEXT;
	d = lu_out_error("t", 1, "no record", NULL);
	capture_end(&s, err, sizeof err);
	capture_end(&o, out, sizeof out);
	assert_true(!a && !b && !c && !d);
	assert_string_equal(out, "{\"record\":\"error\",\"file\":\"a/b.json\",\"line\":3,\"reason\":\"not JSON\"}\n"
				 "{\"record\":\"error\",\"file\":\"a/b.json\",\"line\":3,\"reason\":\"a/b.json:30: "
				 "odd\"}\n"
				 "{\"record\":\"error\",\"file\":\"x\\n\\\"y\",\"line\":null,\"reason\":\"cannot "
				 "open\"}\n");
	assert_string_equal(err, "lucus: try-it: a/b.json:3: not JSON\n"
				 "lucus: try-it: a/b.json:3: a/b.json:30: odd\n"
				 "lucus: try-it: x?\"y: cannot open\nlucus: try-it: t:1: no record\n");
}

static void rejected_input_survives_allocation_failures(void **state)
{
	char text[4096];
	capture o = capture_start(stdout), s = capture_start(stderr);
	lu_code rc = LU_ENOMEM;
	long n = 0;

	(void)state;
	/* not FOR_EVERY_ALLOCATION_FAILURE: an assertion would print into the captured streams */
	for (; n < 100 && rc == LU_ENOMEM; n++) {
		test_allocs_left = n;
		rc = lu_out_error("f", 1, "reason", NULL);
		test_allocs_left = -1;
	}
	capture_end(&s, text, sizeof text);
	capture_end(&o, text, sizeof text);
	assert_int_equal(rc, LU_OK);
	assert_true(n > 1);
	assert_string_equal(text, "{\"record\":\"error\",\"file\":\"f\",\"line\":1,\"reason\":\"reason\"}\n");
}

/* Both ends of a pseudo-terminal. */
typedef struct terminal {
	int master;
	FILE *f;
} terminal;

static terminal terminal_open(void)
{
	terminal t;
	int fd;

	t.master = posix_openpt(O_RDWR | O_NOCTTY);
	if (t.master < 0 || grantpt(t.master) || unlockpt(t.master)) skip();
	fd = open(ptsname(t.master), O_RDWR | O_NOCTTY);
	if (fd < 0) skip();
	t.f = fdopen(fd, "w");
	assert_non_null(t.f);
	return t;
}

/* What was written so far, without the mark behind it: a terminal hands over its text late. */
static void terminal_read(terminal *t, char *text, size_t size)
{
	struct pollfd p = { .fd = t->master, .events = POLLIN };
	size_t n = 0;

	putc('\003', t->f);
	fflush(t->f);
	while (n < size - 1 && (!n || text[n - 1] != '\003')) {
		ssize_t got_now;

		assert_int_equal(poll(&p, 1, 10000), 1);
		got_now = read(t->master, text + n, size - 1 - n);
		assert_true(got_now > 0);
		n += (size_t)got_now;
	}
	assert_true(text[n - 1] == '\003');
	text[n - 1] = '\0';
}

static void colours_are_for_terminals(void **state)
{
	terminal t = terminal_open();
	char text[256];

	(void)state;
	assert_true(lu_out_terminal(t.f) && lu_out_color(t.f));
	lu_out_path(t.f, lu_strz("a/\033b.c"), 12);
	terminal_read(&t, text, sizeof text);
	assert_string_equal(text, "\033[35m\"a/\\033b.c\"\033[0m:\033[32m12\033[0m");
	lu_out_path(t.f, lu_strz("a"), 0);
	terminal_read(&t, text, sizeof text);
	assert_string_equal(text, "\033[35ma\033[0m");
	lu_out_text(t.f, LU_COLOR_PLAIN, lu_strn("\xc2\x9bx\ty\x01", 6));
	terminal_read(&t, text, sizeof text);
	assert_string_equal(text, "?x\ty?");
	setenv("NO_COLOR", "1", 1);
	assert_false(lu_out_color(t.f));
	lu_common.color = 1;
	assert_true(lu_out_color(t.f));
	lu_common.color = 2;
	unsetenv("NO_COLOR");
	assert_false(lu_out_color(t.f));
	lu_common.color = 0;
	setenv("NO_COLOR", "", 1);
	assert_true(lu_out_color(t.f));
	setenv("TERM", "dumb", 1);
	assert_false(lu_out_color(t.f));
	unsetenv("TERM");
	assert_false(lu_out_color(t.f));
	fclose(t.f);
	close(t.master);
}

static void files_get_bytes_as_they_are(void **state)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = tmpfile();

	(void)state;
	assert_non_null(f);
	lu_out_textf(f, LU_COLOR_RED, "%s-%d", "a\033b", 5);
	lu_out_text(f, LU_COLOR_RED, lu_strn(NULL, 0));
	rewind(f);
	assert_int_equal(getline(&text, &n, f), 5);
	assert_string_equal(text, "a\033b-5");
	free(text);
	fclose(f);
}

static void resolves_the_format(void **state)
{
	char text[16];
	capture c = capture_start(stdout);
	lu_format file = lu_out_format();

	(void)state;
	capture_end(&c, text, sizeof text);
	assert_int_equal(file, LU_FORMAT_JSON);
	for (int i = LU_FORMAT_JSON; i <= LU_FORMAT_PATHS; i++) {
		lu_common.format = i;
		assert_int_equal(lu_out_format(), i);
		assert_int_equal(lu_out_is_json(), i == LU_FORMAT_JSON);
	}
}

static const char *bar(int64_t done, int64_t total, double elapsed, int width)
{
	static char text[256];
	lu_progress p = { .what = "parse", .unit = "files", .done = done, .total = total };
	lu_buf b = LU_BUF;

	lu_progress_line(&p, elapsed, width, &b);
	assert_false(b.oom);
	assert_true(b.len < sizeof text && b.len < (size_t)width);
	memcpy(text, b.s, b.len + 1);
	lu_buf_free(&b);
	return text;
}

static void draws_progress(void **state)
{
	(void)state;
	assert_string_equal(bar(50, 200, 2, 60), "parse [####--------------]  25% 50/200 files 25/s left 0:06");
	assert_string_equal(bar(0, 200, 0, 40), "parse [----------]   0% 0/200 files 0/s");
	assert_string_equal(bar(7, 0, 1, 80), "parse 7 files 7/s");
	assert_string_equal(bar(1, 10000, 1, 30), "parse   0% 1/10000 files 1/s ");
	assert_non_null(strstr(bar(1, 10000, 1, 80), " left 2:46:39"));
	assert_non_null(strstr(bar(300, 200, 1, 80), "##] 100% 300/200 files 300/s"));
	assert_non_null(strstr(bar(1, INT64_MAX, 1, 120), "left 99:59:59"));
	assert_string_equal(bar(1, 1, 1, 1), "");
}

static void progress_is_for_terminals(void **state)
{
	terminal t = terminal_open();
	lu_progress p;
	char text[1024], quiet[64];
	int was = dup(STDERR_FILENO);
	double before = lu_now();

	(void)state;
	dup2(fileno(t.f), STDERR_FILENO);
	lu_progress_start(&p, "parse", "files", 100);
	assert_true(p.last >= before);
	p.last += 60;          /* as if no time had passed, and then as if much had: a machine may take any */
	lu_progress_to(&p, 1); /* too early: short work shows no bar */
	p.last -= 120;
	lu_progress_to(&p, 2);
	assert_true(p.last >= before);
	p.last += 60;
	lu_progress_to(&p, 3); /* too soon after the last */
	lu_out_warn("odd");
	p.last -= 120;
	lu_progress_to(&p, 4);
	lu_progress_end(&p);
	lu_progress_end(&p);
	terminal_read(&t, text, sizeof text);
	lu_common.quiet = true;
	lu_progress_start(&p, "parse", "files", 100);
	p.last -= 1;
	lu_progress_to(&p, 5);
	lu_progress_end(&p);
	terminal_read(&t, quiet, sizeof quiet);
	dup2(was, STDERR_FILENO);
	close(was);
	fclose(t.f);
	close(t.master);
	assert_null(lu_common.bar);
	assert_string_equal(quiet, "");
	assert_null(strstr(text, " 1/100"));
	assert_null(strstr(text, " 3/100"));
	has(text, " 2/100 files ");
	has(text, "\033[K\r\033[Klucus: try-it: odd\r\n\rparse [");
	has(text, " 4/100 files ");
	assert_string_equal(text + strlen(text) - 7, "\033[K\r\033[K");
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

/* ---- paths from here ---- */

static void shows(const char *path, const char *want)
{
	lu_buf b = LU_BUF;

	lu_place_show(lu_strz(path), &b);
	assert_string_equal(b.s, want);
	lu_buf_free(&b);
}

/* The globs that `spec` becomes, with blanks between them. */
static void means(const char *spec, const char *want)
{
	lu_arena a = { 0 };
	lu_strs v = { 0 };
	lu_buf b = LU_BUF;
	lu_err e = { 0 };

	if (lu_place_spec(lu_strz(spec), &a, &v, &e)) lu_buf_adds(&b, e.msg);
	for (size_t i = 0; i < v.n; i++) lu_buf_addf(&b, "%s%.*s", i ? " " : "", LU_FMT(v.v[i]));
	assert_string_equal(b.s, want);
	lu_buf_free(&b);
	lu_arena_free(&a);
}

static void finds(const char *path, const char *want)
{
	lu_arena a = { 0 };
	lu_str out = { NULL, 0 };
	bool below = false;
	lu_err e;

	assert_int_equal(lu_place_find(lu_strz(path), &a, &out, &below, &e), LU_OK);
	assert_int_equal(below, want != NULL);
	if (want) assert_true(lu_str_eqz(out, want));
	lu_arena_free(&a);
}

/* A tree with "src/a b/x.c", "src/[x]" and "lib", in a folder of its own; its path is in `top`. */
static void make_place(lu_buf *top, char *was, size_t size)
{
	char name[] = "/tmp/lucus-place.XXXXXX";
	lu_err e;
	FILE *f;

	assert_non_null(getcwd(was, size));
	assert_non_null(mkdtemp(name));
	assert_int_equal(lu_file_real(name, top, &e), LU_OK);
	assert_int_equal(chdir(top->s), 0);
	assert_int_equal(mkdir("t", 0700) | mkdir("t/src", 0700) | mkdir("t/src/a b", 0700) | mkdir("t/lib", 0700), 0);
	assert_int_equal(symlink("../src", "t/lib/link") | symlink("t", "alias"), 0);
	f = fopen("t/src/[x]", "w");
	assert_non_null(f);
	fclose(f);
}

static void enter(const lu_buf *top, const char *folder)
{
	lu_buf root = LU_BUF;
	lu_err e;

	lu_buf_addf(&root, "%s/t", top->s);
	assert_int_equal(chdir(top->s), 0);
	assert_int_equal(chdir(folder), 0);
	assert_int_equal(lu_place_enter(lu_buf_str(&root), &e), LU_OK);
	lu_buf_free(&root);
}

static void remove_place(const lu_buf *top)
{
	static const char *const name[] = { "alias", "t/src/[x]", "t/src/a b", "t/src", "t/lib/link", "t/lib", "t" };

	assert_int_equal(chdir(top->s), 0);
	for (size_t i = 0; i < sizeof name / sizeof *name; i++) assert_int_equal(remove(name[i]), 0);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(top->s), 0);
}

static void place_shows_what_opens_from_here(void **state)
{
	lu_buf top = LU_BUF, want = LU_BUF;
	char was[4096];

	(void)state;
	make_place(&top, was, sizeof was);
	enter(&top, "t");
	shows("src/a b/x.c", "src/a b/x.c");
	shows("src/", "src/");
	enter(&top, "t/src");
	shows("src/a b/x.c", "a b/x.c");
	shows("src2/x.c", "../src2/x.c");
	shows("lib/x.c", "../lib/x.c");
	shows("/usr/x.c", "/usr/x.c");
	enter(&top, "t/src/a b");
	shows("src/x.c", "../x.c");
	shows("x.c", "../../x.c");
	shows("src/a b", "../a b");
	enter(&top, ".");
	shows("src/x.c", "t/src/x.c");
	enter(&top, "/usr");
	lu_buf_addf(&want, "%s/t/src/x.c", top.s);
	shows("src/x.c", want.s);
	lu_place_leave();
	shows("src/x.c", "src/x.c");
	remove_place(&top);
	assert_int_equal(chdir(was), 0);
	lu_buf_free(&top);
	lu_buf_free(&want);
}

static void place_reads_paths_as_git_does(void **state)
{
	lu_buf top = LU_BUF, b = LU_BUF;
	char was[4096];

	(void)state;
	make_place(&top, was, sizeof was);
	enter(&top, "t/src");
	means("x.c", "src/x.c");
	means("./a//b/../*.c", "src/a/*.c");
	means(".", "src");
	means("..", "*");
	means("../lib/", "lib/");
	means(":/lib", "lib");
	means(":(top)*.c", "*.c");
	means(":/", "*");
	means("[x]", "src/[x] src/\\[x]");
	means("[y]", "src/[y]");
	finds("../lib/link/[x]", "src/[x]");
	finds("gone.c", "src/gone.c");
	finds("../..", NULL);
	lu_buf_addf(&b, "%s/alias/src/*.c", top.s);
	means(b.s, "src/*.c");
	lu_buf_reset(&b);
	lu_buf_addf(&b, "'../../x' is outside of the root '%s/t'", top.s);
	means("../../x", b.s);
	means("", "an empty path: write . for the current folder");
	means(":!x", "':!x' begins with ':', of which only ':/' is known: write ./:... for a name");
	enter(&top, ".");
	means("t/src", "src");
	means("src", "src");
	means("t", "*");
	enter(&top, "/usr");
	means("*.c", "*.c");
	lu_place_leave();
	means("./src/../x", "x");
	remove_place(&top);
	assert_int_equal(chdir(was), 0);
	lu_buf_free(&top);
	lu_buf_free(&b);
}

static void place_survives_allocation_failures(void **state)
{
	lu_code rc;
	lu_err e;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena a = { 0 };
		lu_strs v = { 0 };
		lu_str out;
		bool below;

		rc = lu_place_enter(lu_strz("/usr"), &e);
		if (!rc) rc = lu_place_spec(lu_strz("/usr/[x]"), &a, &v, &e);
		if (!rc) rc = lu_place_spec(lu_strz("x/../y"), &a, &v, &e);
		if (!rc) rc = lu_place_find(lu_strz("bin/sh"), &a, &out, &below, &e);
		lu_arena_free(&a);
	});
	lu_place_leave();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(parses_every_form),
		T(takes_the_last_of_several),
		T(collects_lists),
		T(refuses_what_it_does_not_know),
		T(refuses_bad_values),
		T(help_changes_nothing),
		T(stronger_origins_win),
		T(settings_are_copied),
		T(settings_live_as_long_as_their_knowledge_base),
		T(every_origin_is_checked),
		T(settings_can_be_tried),
		T(survives_allocation_failures),
		T(tables_are_sound),
		T(unsound_tables_are_found),
		T(suggests_what_is_near),
		T(counts_operands),
		T(help_shows_the_table),
		T(man_shows_the_table),
		T(generators_refuse_unsound_tables),
		T(generators_survive_allocation_failures),
		T(man_pages_are_mdoc),
		T(bash_accepts_its_completion),
		T(bash_completes),
		T(zsh_accepts_its_completion),
		T(fish_accepts_its_completion),
		T(records_are_described),
		T(element_fields_are_described),
		T(prints_lines_on_stderr),
		T(prints_lines_without_memory),
		T(reports_rejected_input),
		T(rejected_input_survives_allocation_failures),
		T(colours_are_for_terminals),
		T(files_get_bytes_as_they_are),
		T(resolves_the_format),
		T(draws_progress),
		T(progress_is_for_terminals),
		T(place_shows_what_opens_from_here),
		T(place_reads_paths_as_git_does),
		T(place_survives_allocation_failures),
	};

	return cmocka_run_group_tests_name("cli", tests, NULL, NULL);
}
