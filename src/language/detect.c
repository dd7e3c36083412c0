/* SPDX-License-Identifier: MIT
 * Which language is meant: by a name, by what people say, by a file. */
#include "language/row.h"
#include "core/ascii.h"

const lu_language *lu_language_at(size_t i)
{
	return i < lu__n_languages ? &lu__languages[i] : NULL;
}

const lu_language *lu_language_named(lu_str name)
{
	for (size_t i = 0; i < lu__n_languages && name.n; i++)
		if (*lu__languages[i].name == *name.s && lu_str_eqz(name, lu__languages[i].name))
			return &lu__languages[i];
	return NULL;
}

const lu_language *lu__language_of_names(lu_str language)
{
	const lu_language *l = lu_language_named(language);

	return l && (l->reader == LU__READER_GRAMMAR || l->modules) ? l : &lu__languages[lu__n_languages - 1];
}

const char *lu_language_name(const lu_language *l)
{
	return l->name;
}

const char *lu_language_extensions(const lu_language *l)
{
	return l->extensions;
}

const char *lu_language_filenames(const lu_language *l)
{
	return l->filenames ? l->filenames : "";
}

const char *lu_language_interpreters(const lu_language *l)
{
	return l->interpreters ? l->interpreters : "";
}

const char *lu_language_gives(const lu_language *l)
{
	if (l->reader == LU__READER_GRAMMAR) return "elements";
	return l->reader == LU__READER_BLOCKS ? "blocks" : "sections";
}

/* The program of a #! line: the last part of its path, or env's first operand. */
static lu_str interpreter(lu_str text)
{
	lu_str line = text, word;
	size_t n = 0;

	if (!lu_str_starts(text, "#!")) return lu_strn("", 0);
	while (n < line.n && line.s[n] != '\n') n++;
	line = lu_str_trim(lu_strn(line.s + 2, n - 2));
	for (;;) {
		for (n = 0; n < line.n && line.s[n] != ' ' && line.s[n] != '\t';) n++;
		word = lu_str_after_last(lu_strn(line.s, n), '/');
		line = lu_str_trim(lu_strn(line.s + n, line.n - n));
		if (!line.n || !(lu_str_eqz(word, "env") || lu_str_starts(word, "-"))) return word;
	}
}

/* Is `word` in a list that a row may lack? */
static bool lists(const char *list, lu_str word)
{
	return list && lu_str_in_words_nocase(word, list);
}

bool lu_language_is_called(const lu_language *l, lu_str word, bool *plain)
{
	bool name = lists(l->name, word);

	*plain = name && l->plain;
	return name || lists(l->aliases, word);
}

const lu_language *lu_language_for(lu_str path, lu_str text)
{
	lu_str base = lu_str_after_last(path, '/');
	lu_str ext = lu_str_before_last(base, '.').n ? lu_str_after_last(base, '.') : lu_strn("", 0);
	lu_str program = interpreter(text);
	const lu_language *by_ext = NULL, *none = &lu__languages[lu__n_languages - 1], *by_program = none;

	for (size_t i = 0; i < lu__n_languages; i++) {
		const lu_language *l = &lu__languages[i];

		if (lists(l->filenames, base)) return l;
		if (by_program == none && lists(l->interpreters, program)) by_program = l;
		if (by_ext || !lists(l->extensions, ext)) continue;
		/* both C and C++ have ".h" */
		if (l->macros != LU__MACROS_C || !lists("h", ext) || !lu__is_cpp(text)) by_ext = l;
	}
	return by_ext ? by_ext : by_program;
}
