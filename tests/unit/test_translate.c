/* SPDX-License-Identifier: MIT
 * Questions in other languages: what is English stays, what is not is read word by word. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lucus/text.h"
#include "translate/translate.h"

static bool none(void *ctx, lu_str word)
{
	(void)ctx;
	(void)word;
	return false;
}

static bool is_one(void *ctx, lu_str word)
{
	return lu_str_eqz(word, ctx);
}

/* Check the language ("": English) and that the text has each of the words. */
static void check(const char *question, const char *language, const char *words)
{
	lu_arena a = { 0 };
	lu_translation t;
	char want[64];

	assert_int_equal(lu_translate(lu_strz(question), none, NULL, &a, &t, NULL), LU_OK);
	if (strcmp(t.language ? t.language : "", language))
		fail_msg("%s: %s", question, t.language ? t.language : "English");
	for (const char *w = words; *w; w += strcspn(w, " "), w += *w == ' ') {
		lu_str text = t.text;
		size_t n = strcspn(w, " ");
		bool found = false;

		snprintf(want, sizeof want, "%.*s", (int)n, w);
		for (size_t i = 0; i + n <= text.n; i++) found |= memcmp(text.s + i, want, n) == 0;
		if (!found) fail_msg("%s: no '%s' in '%.*s'", question, want, LU_FMT(text));
	}
	lu_arena_free(&a);
}

static void each_language_is_read(void **state)
{
	(void)state;
	check("Wie wird die Datei gelesen?", "de", "how file read");
	check("Umgebungsvariable", "de", "environment");
	check("cómo se leen los archivos", "es", "how read file");
	check("comment lire un fichier", "fr", "how read file");
	check("como abrir um arquivo", "pt", "how open file");
	check("как открыть файл", "ru", "how open file");
	check("ファイルを開く", "ja", "open file");
	check("ﾌｧｲﾙ", "ja", "file"); /* half-width */
	check("如何打开文件", "zh", "how open file");
	check("파일을 여는 방법", "ko", "file");
}

static void english_stays(void **state)
{
	static const char *const english[] = {
		"how are files read",
		"die",
		"die on error",
		"comment",
		"was the file read",
		"a",
		"no",
		"session",
		"main",
		"it doesn't work",
		"the user's data",
		"http tests",
		"x",
		"",
		"?",
		"read_file",
		"fopen()",
		"0 1 2",
	};

	(void)state;
	for (size_t i = 0; i < sizeof english / sizeof *english; i++) check(english[i], "", "");
}

static void names_stay(void **state)
{
	(void)state;
	check("Wo wird read_file aufgerufen?", "de", "where read_file");
	check("Wie wird `Fehler` gelesen", "de", "`Fehler`");
	check("Flask.routeの設定", "ja", "Flask.route");
	check("Cookie 的存储", "zh", "Cookie");
}

static void known_words_stay_beside(void **state)
{
	lu_arena a = { 0 };
	lu_translation t;

	(void)state;
	assert_int_equal(lu_translate(lu_strz("wie wird die Datei gelesen"), is_one, "datei", &a, &t, NULL), LU_OK);
	assert_string_equal(t.language, "de");
	if (!strstr(t.text.s, "Datei file")) fail_msg("%.*s", LU_FMT(t.text));
	lu_arena_free(&a);
}

static bool count(void *ctx, lu_str word)
{
	(void)word;
	++*(size_t *)ctx;
	return true;
}

/* Work and questions to the store are bounded, whatever is asked. */
static void hostile_questions(void **state)
{
	static const char *const part[] = {
		"設",   "設定", "エラ", "\xf0\x9f\x98\x80",   "\xe3\x82\x99", "é\xcc\x81", "ошибка ", "Fehler ", "\xff",
		"오류", "`",    "\"",   "Umgebungsvariablen", "'s",           "a'",        "::",      "-",       "ﾌ",
	};

	(void)state;
	for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
		lu_arena a = { 0 };
		lu_translation t;
		lu_buf b = LU_BUF;
		size_t asked = 0;

		while (b.len < 8000) lu_buf_adds(&b, part[k]);
		assert_int_equal(lu_translate(lu_buf_str(&b), count, &asked, &a, &t, NULL), LU_OK);
		assert_true(asked <= LU_KNOWN_MAX);
		if (t.language && !lu_utf8_valid(t.text)) fail_msg("%s", part[k]);
		lu_buf_free(&b);
		lu_arena_free(&a);
	}
}

static void allocation_failures_are_reported(void **state)
{
	lu_translation t;
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena a = { 0 };

		rc = lu_translate(lu_strz("Wie wird die Umgebungsvariablenliste gelesen? ファイル"), none, NULL, &a, &t,
				  NULL);
		lu_arena_free(&a);
	});
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_language_is_read),
		cmocka_unit_test(english_stays),
		cmocka_unit_test(names_stay),
		cmocka_unit_test(known_words_stay_beside),
		cmocka_unit_test(hostile_questions),
		cmocka_unit_test(allocation_failures_are_reported),
	};

	return cmocka_run_group_tests_name("translate", tests, NULL, NULL);
}
