/* SPDX-License-Identifier: MIT
 * Configuration files, and names that are typed in part or wrongly. */
#include "options.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/config.h"
#include "cli/near.h"
#include "core/file.h"

#define PATH "test_config.conf"

static const char *model, *url, *secret_file, *server;
static int64_t limit, other;
static bool lazy, plain;
static lu_strs globs;

static lu_code even(const char *value, lu_err *e)
{
	return strlen(value) % 2 ? lu_fail(e, LU_EUSAGE, "an odd word") : LU_OK;
}

static lu_opt opts[] = {
	LU_OPT_INT('k', "limit", &limit, "N", 1, 1000, "print N", .env = "T_LIMIT", .setting = "limit"),
	LU_OPT_STR(0, "model", &model, "NAME", "use NAME", .env = "T_MODEL", .setting = "model", .check = even),
	LU_OPT_STR(0, "table", &secret_file, "FILE", "read FILE", .env = "T_TABLE", .setting = "table"),
	LU_OPT_STR(0, "url", &url, "URL", "ask URL", .env = "T_URL", .setting = "url"),
	LU_OPT_STR(0, "server", &server, "NAME", "ask NAME", .env = "T_SERVER", .setting = "server", .guarded = true),
	LU_OPT_FLAG(0, "lazy", &lazy, "be lazy", .env = "T_LAZY"),
	LU_OPT_FLAG(0, "plain", &plain, "be plain"),
	LU_OPT_LIST('x', "exclude", &globs, "GLOB", "leave out GLOB", .env = "T_GLOBS", .setting = "exclude"),
	LU_OPT_END
};
static lu_opt others[] = {
	LU_OPT_INT(0, "limit", &other, "N", 1, 5, "another limit", .env = "T_OTHER", .setting = "other"),
	LU_OPT_INT(0, "width", &other, "N", 1, 5, "a width", .env = "T_WIDTH", .setting = "width"), LU_OPT_END
};
static lu_opt bare[] = { LU_OPT_FLAG(0, "plain", &plain, "be plain"), LU_OPT_END };

static lu_code run_nothing(int argc, char **argv, lu_err *e)
{
	(void)argc;
	(void)argv;
	(void)e;
	return LU_OK;
}

static const lu_cmd cmd_one = { .name = "one", .summary = "one", .args = "", .opts = opts, .run = run_nothing };
static const lu_cmd cmd_two = { .name = "two", .summary = "two", .args = "", .opts = others, .run = run_nothing };
static const lu_cmd *const cmds[] = { &cmd_one, &cmd_two, NULL };

static int setup(void **state)
{
	lu_opt *const tables[] = { opts, others };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		lu_opt_iter it = lu_opt_begin(tables[i]);
		lu_opt *o;

		lu_opt_free(tables[i]);
		while ((o = lu_opt_next(&it))) {
			o->origin = LU_FROM_DEFAULT;
			if (o->env) unsetenv(o->env);
		}
	}
	model = url = secret_file = server = NULL;
	limit = 10;
	other = 1;
	lazy = plain = false;
	globs = (lu_strs){ 0 };
	return 0;
}

static int teardown(void **state)
{
	setup(state);
	remove(PATH);
	return 0;
}

static lu_err err;

static lu_code apply_to(lu_opt *table, const char *text, size_t n, lu_origin origin)
{
	FILE *f = fopen(PATH, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	fclose(f);
	err = (lu_err){ 0 };
	return lu_config_apply(cmds, table, PATH, origin, &err);
}

static lu_code apply(const char *text, lu_origin origin)
{
	return apply_to(opts, text, strlen(text), origin);
}

#define REFUSED(origin, message, text) \
	do { \
		assert_int_equal(apply(text, origin), LU_EUSAGE); \
		assert_string_equal(err.msg, message); \
	} while (0)

static void a_file_sets_options(void **state)
{
	(void)state;
	assert_int_equal(apply("# mine\n\n  limit=20\r\n\tmodel = even #22\nlazy = yes\nexclude = a, b\nurl =\n",
			       LU_FROM_USER_FILE),
			 LU_OK);
	option_is(opts, "limit", "20", PATH ":3");
	option_is(opts, "model", "even #22", PATH ":4"); /* a comment stands on a line of its own */
	option_is(opts, "lazy", "true", PATH ":5");
	option_is(opts, "exclude", "a,b", PATH ":6");
	option_is(opts, "url", "", "default");
	assert_int_equal(globs.n, 2);
}

static void no_file_is_no_error(void **state)
{
	(void)state;
	assert_int_equal(lu_config_apply(cmds, opts, "no/such/file", LU_FROM_USER_FILE, &err), LU_OK);
	assert_int_equal(apply("", LU_FROM_USER_FILE), LU_OK);
	option_is(opts, "limit", "10", "default");
}

static void files_have_their_place_among_origins(void **state)
{
	char *one[] = { (char *)(uintptr_t) "--lazy", NULL };
	int argc = 1;
	lu_help help;
	lu_err e = { 0 };

	(void)state;
	setenv("T_LIMIT", "7", 1);
	assert_int_equal(lu_opt_parse(opts, &argc, one, &help, &e), LU_OK);
	assert_int_equal(apply("limit = 20\nlazy = false\nmodel = user\nexclude = u\n", LU_FROM_USER_FILE), LU_OK);
	assert_int_equal(apply("limit = 30\nexclude = t,t2\n", LU_FROM_TREE_FILE), LU_OK);
	assert_int_equal(lu_opt_apply_setting(opts, "model", "base", &e), LU_OK);
	assert_int_equal(lu_opt_apply_setting(opts, "table", "base", &e), LU_OK);
	option_is(opts, "limit", "7", "environment T_LIMIT");
	option_is(opts, "lazy", "true", "option");
	option_is(opts, "model", "user", PATH ":3");
	option_is(opts, "exclude", "t,t2", PATH ":2");
	option_is(opts, "table", "base", "knowledge base");
}

static void errors_name_file_and_line(void **state)
{
	(void)state;
	REFUSED(LU_FROM_USER_FILE, PATH ":2: 'limit': 0 is out of range 1..1000", "\nlimit = 0\n");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: 'limit': 'x' is not an integer", "limit = x");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: 'model': an odd word", "model = odd");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: 'lazy': 'perhaps' is neither true nor false", "lazy = perhaps");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: unknown name 'limt' (did you mean 'limit'?)", "limt = 1");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: unknown name 'zzzzzz'", "zzzzzz = 1");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: 'plain' is an option of the command line alone", "plain = true");
	REFUSED(LU_FROM_USER_FILE, PATH ":3: expected NAME = VALUE", "#\n#\nlimit 3\n");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: expected NAME = VALUE", "= 3\n");
	REFUSED(LU_FROM_USER_FILE, PATH ":2: 'limit' is set twice in this file", "limit = 3\nlimit = 3\n");
	assert_int_equal(apply_to(opts, "limit = 3\0", 10, LU_FROM_USER_FILE), LU_EUSAGE);
	assert_string_equal(err.msg, PATH ":1: it holds a NUL byte");
	/* a value that is overruled is looked at, too: the file is wrong for others */
	setenv("T_LIMIT", "7", 1);
	assert_int_equal(lu_opt_parse(opts, &(int){ 0 }, (char *[]){ NULL }, &(lu_help){ LU_HELP_NONE }, &err), LU_OK);
	REFUSED(LU_FROM_USER_FILE, PATH ":1: 'limit': 0 is out of range 1..1000", "limit = 0\n");
	option_is(opts, "limit", "7", "environment T_LIMIT");
}

static void names_of_other_commands_are_checked(void **state)
{
	(void)state;
	assert_int_equal(apply("width = 3\n", LU_FROM_USER_FILE), LU_OK);
	assert_int_equal(other, 1);
	REFUSED(LU_FROM_USER_FILE, PATH ":1: 'width': 6 is out of range 1..5", "width = 6\n");
}

static void one_command_may_be_meant(void **state)
{
	static const char text[] = "one.limit = 4\nlimit = 3\ntwo.limit = 2\n";

	(void)state;
	assert_int_equal(apply(text, LU_FROM_USER_FILE), LU_OK);
	option_is(opts, "limit", "4", PATH ":1");
	assert_int_equal(apply_to(others, text, strlen(text), LU_FROM_USER_FILE), LU_OK);
	option_is(others, "limit", "2", PATH ":3");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: unknown name 'three.limit'", "three.limit = 3\n");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: unknown name 'two.model'", "two.model = even\n");
	REFUSED(LU_FROM_USER_FILE, PATH ":1: 'limit': 9 is out of range 1..5", "two.limit = 9\n");
}

#define KEYS \
	"keys stand in no file: set LUCUS_LLM_KEY, LUCUS_EMBED_KEY, LUCUS_RERANK_KEY or the provider's own variable " \
	"in " \
	"the environment"

static void keys_stand_in_no_file(void **state)
{
	static const char *const names[] = { "llm-key",       "OPENAI_API_KEY", "api.key",
					     "client-secret", "password",       "auth-token" };

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char text[64], want[256];

		snprintf(text, sizeof text, "%s = sk-1234\n", names[i]);
		snprintf(want, sizeof want, PATH ":1: '%s': " KEYS, names[i]);
		REFUSED(LU_FROM_USER_FILE, want, text);
	}
	REFUSED(LU_FROM_USER_FILE,
		PATH ":1: 'url': a password stands in no file: give it in the environment variable T_URL",
		"url = https://me:pw@host/v1\n");
	assert_int_equal(apply("url = https://host/v1/@x\n", LU_FROM_USER_FILE), LU_OK);
}

#define NOT_HERE(name, variable) \
	PATH ":1: '" name \
	     "' is not taken from a file of the tree, which may be somebody else's: set it in your own file, or " \
	     "as " variable " in the environment"

static void a_tree_names_neither_servers_nor_files(void **state)
{
	(void)state;
	REFUSED(LU_FROM_TREE_FILE, NOT_HERE("url", "T_URL"), "url = http://evil/\n");
	REFUSED(LU_FROM_TREE_FILE, NOT_HERE("table", "T_TABLE"), "table = /etc/passwd\n");
	REFUSED(LU_FROM_TREE_FILE, NOT_HERE("server", "T_SERVER"), "server = evil\n");
	REFUSED(LU_FROM_TREE_FILE, NOT_HERE("lazy", "T_LAZY"), "lazy = yes\n"); /* what no knowledge base may set */
	assert_int_equal(apply("limit = 3\nmodel = even\n", LU_FROM_TREE_FILE), LU_OK);
	assert_null(url);
	assert_true(lu_opt_is_own(LU_FROM_USER_FILE) && lu_opt_is_own(LU_FROM_ENV) && lu_opt_is_own(LU_FROM_OPTION));
	assert_false(lu_opt_is_own(LU_FROM_TREE_FILE) || lu_opt_is_own(LU_FROM_SETTING) ||
		     lu_opt_is_own(LU_FROM_DEFAULT));
}

static void the_user_has_a_place(void **state)
{
	lu_buf b = LU_BUF;

	(void)state;
	setenv("XDG_CONFIG_HOME", "/x", 1);
	setenv("HOME", "/h", 1);
	lu_config_user_path(&b);
	assert_string_equal(b.s, "/x/lucus/config");
	setenv("XDG_CONFIG_HOME", "relative", 1);
	lu_config_user_path(&b);
	assert_string_equal(b.s, "/h/.config/lucus/config");
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("HOME");
	lu_config_user_path(&b);
	assert_string_equal(b.s, "");
	lu_buf_free(&b);
}

static void the_sample_holds_the_defaults(void **state)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	(void)state;
	assert_non_null(f);
	assert_int_equal(lu_config_sample(cmds, f, &err), LU_OK);
	fclose(f);
	assert_non_null(strstr(text, "\n# print N (1..1000)\n#limit = 10\n"));
	assert_non_null(strstr(text, "\n# ask URL; not in .lucus/config\n#url =\n"));
	assert_non_null(strstr(text, "#two.limit = 1\n"));
	assert_null(strstr(text, "plain"));
	assert_int_equal(apply(text, LU_FROM_TREE_FILE), LU_OK);
	for (char *p = text; *p; p++)
		if (*p == '\n' && p[1] == '#' && p[2] != ' ') p[1] = ' ';
	assert_int_equal(apply(text, LU_FROM_USER_FILE), LU_OK);
	assert_int_equal(limit, 10);
	free(text);
	assert_true(lu_config_concerns(opts));
	assert_false(lu_config_concerns(bare));
}

static void allocation_failures_are_errors(void **state)
{
	FILE *null = fopen("/dev/null", "w");
	lu_code rc;

	(void)state;
	assert_non_null(null);
	assert_int_equal(apply("limit = 20\nmodel = even\nexclude = a,b\n", LU_FROM_USER_FILE), LU_OK);
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_config_apply(cmds, opts, PATH, LU_FROM_USER_FILE, NULL));
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_config_sample(cmds, null, NULL));
	fclose(null);
}

/* The files are read at each start: twice this is less than 0.1 ms. */
static void reading_takes_no_time(void **state)
{
	static const char text[] =
		"# a comment\nlimit = 20\nmodel = even\n\ntwo.width = 3\nwidth = 2\nexclude = a,b,c\nserver = s\n"
		"lazy = true\nurl = http://localhost/v1\ntable = t\n";
	double least = 1;

	(void)state;
	assert_int_equal(apply(text, LU_FROM_USER_FILE), LU_OK);
	for (int i = 0; i < 300; i++) {
		double start = lu_now();

		assert_int_equal(lu_config_apply(cmds, opts, PATH, LU_FROM_USER_FILE, &err), LU_OK);
		if (lu_now() - start < least) least = lu_now() - start;
	}
	print_message("a file in %.6f s\n", least);
#ifndef __SANITIZE_ADDRESS__
	assert_true(least < 50e-6);
#endif
}

/* ---- names ---- */

static lu_str found[] = { { "class", 5 }, { "constant", 8 }, { "function", 8 }, { "test", 4 }, { "tests", 5 } };
static const lu_strs names = { found, sizeof found / sizeof *found };

static void picked(const char *word, const char *want)
{
	size_t i = 99;

	assert_int_equal(lu_name_pick(&names, lu_strz(word), &i, &err), LU_OK);
	assert_string_equal(found[i].s, want);
}

static void not_picked(const char *word, const char *message)
{
	size_t i = 99;

	assert_int_equal(lu_name_pick(&names, lu_strz(word), &i, &err), LU_EUSAGE);
	assert_string_equal(err.msg, message);
	assert_int_equal(i, 99);
}

static void names_are_picked(void **state)
{
	static const lu_strs nothing = { NULL, 0 };
	lu_code rc;
	size_t i;

	(void)state;
	picked("function", "function");
	picked("FUNCTION", "function");
	picked("f", "function");
	picked("Cl", "class");
	picked("test", "test");
	not_picked("c", "'c' may be any of class, constant");
	not_picked("", "'' is not one of class, constant, function, test, tests");
	not_picked("FUNKTION",
		   "'FUNKTION' is not one of class, constant, function, test, tests (did you mean 'function'?)");
	not_picked("zzzzzz", "'zzzzzz' is not one of class, constant, function, test, tests");
	assert_int_equal(lu_name_pick(&nothing, lu_strz("a"), &i, &err), LU_EUSAGE);
	assert_string_equal(err.msg, "'a': there is nothing of the kind here");
	FOR_EVERY_ALLOCATION_FAILURE(
		rc, (rc = lu_name_pick(&names, lu_strz("zz"), &i, NULL), rc = rc == LU_EUSAGE ? LU_OK : rc));
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_file_sets_options),
		T(no_file_is_no_error),
		T(files_have_their_place_among_origins),
		T(errors_name_file_and_line),
		T(names_of_other_commands_are_checked),
		T(one_command_may_be_meant),
		T(keys_stand_in_no_file),
		T(a_tree_names_neither_servers_nor_files),
		T(the_user_has_a_place),
		T(the_sample_holds_the_defaults),
		T(allocation_failures_are_errors),
		T(reading_takes_no_time),
		T(names_are_picked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
