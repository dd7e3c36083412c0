/* SPDX-License-Identifier: MIT
 * A program that uses the library may have a locale in which numbers have a comma: JSON has none. */
#include "test.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/real.h"
#include "lucus/json.h"

static char top[] = "/tmp/lucus-locale.XXXXXX";

/* Make and take the locale; false: it can not be made here. */
static bool take_locale(const char *name)
{
	char command[200];

	snprintf(command, sizeof command, "localedef -i %s -f UTF-8 %s/%s > %s/log 2>&1", name, top, name, top);
	if (system(command) < 0) return false;
	setenv("LOCPATH", top, 1);
	return setlocale(LC_ALL, name) != NULL;
}

static void check_numbers(void)
{
	lu_jw w;
	char *end;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '[');
	lu_jw_real(&w, NULL, -.5, 6);
	lu_jw_real(&w, NULL, 1.25e-20, 6);
	lu_jw_real(&w, NULL, 3, 6);
	lu_jw_close(&w, ']');
	assert_string_equal(w.out.s, "[-0.5,1.25e-20,3]");
	lu_jw_free(&w);
	assert_true(lu_real_read("2.5/10", &end) == 2.5);
	assert_string_equal(end, "/10");
}

static void numbers_have_points(void **state)
{
	(void)state;
	check_numbers();
}

static void numbers_have_points_where_people_write_commas(void **state)
{
	(void)state;
	if (!take_locale("de_DE")) skip();
	assert_string_equal(localeconv()->decimal_point, ",");
	check_numbers();
}

/* Its point has two bytes. */
static void numbers_have_points_in_persian(void **state)
{
	(void)state;
	if (!take_locale("fa_IR")) skip();
	check_numbers();
}

static int clean(void **state)
{
	char command[100];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", top);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_have_points),
		cmocka_unit_test(numbers_have_points_where_people_write_commas),
		cmocka_unit_test(numbers_have_points_in_persian),
	};

	if (!mkdtemp(top)) return 1;
	return cmocka_run_group_tests(tests, NULL, clean);
}
