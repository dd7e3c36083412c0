/* SPDX-License-Identifier: MIT
 * lucus help: what the commands, their options and the records are, for people, man pages and
 * shells. */
#include "cli/cmd.h"
#include "cli/config.h"
#include "cli/records.h"
#include "lucus/language.h"

static bool list, config;
static const char *man;
static int shell = -1;

static const char *const shells[] = { "bash", "zsh", "fish", NULL }; /* as lu_shell */

extern const lu_cmd cmd_help;

static lu_opt opts[] = { LU_OPT_FLAG(0, "list", &list, "print the names of the commands, one a line", .daily = true),
			 LU_OPT_STR(
				 0, "man", &man, "NAME",
				 "print the generated part of the manual page of the command "
				 "NAME, of records or of lucus, or a list for one: environment, settings, languages"),
			 LU_OPT_FLAG(0, "config", &config, "print a commented configuration file", .daily = true),
			 LU_OPT_CHOICE(0, "completion", &shell, "SHELL", shells,
				       "print the completion script of a shell", .daily = true),
			 LU_OPT_END };

/* Words in mdoc, each on a line of its own, as a second Ql of a line stands within the first: a word that is a macro's
 * name, or begins with a dot, is text. */
static void man_words(const char *s, const char *before)
{
	while (*s) {
		int n = (int)strcspn(s, " ");

		printf(".Ql %s%.*s", before, n, s);
		s += n;
		s += strspn(s, " ");
		puts(*s ? " ," : "");
	}
}

static void man_languages(void)
{
	const lu_language *l;

	puts(".Bl -tag -width javascript");
	for (size_t i = 0; (l = lu_language_at(i)); i++) {
		const char *ext = lu_language_extensions(l), *names = lu_language_filenames(l);

		printf(".It Cm %s", lu_language_name(l));
		if (strcmp(lu_language_gives(l), "elements") != 0) printf(" Pq %s", lu_language_gives(l));
		puts("\nfiles");
		man_words(ext, "\\&.");
		if (*ext && *names) puts("and");
		man_words(names, "\\&");
	}
	puts(".El");
}

static lu_code print_man(lu_err *e)
{
	const char *name = man;
	const lu_cmd *c = lu_cmd_find(lu_commands, name);

	man = NULL; /* or the page of help itself would show it as the default */
	if (c) return lu_cmd_man(c, stdout, e);
	if (!strcmp(name, "records")) lu_records_man(stdout);
	else if (!strcmp(name, "lucus")) lu_cmds_man(lu_commands, stdout);
	else if (!strcmp(name, "environment")) return lu_cmds_man_environment(lu_commands, stdout, e);
	else if (!strcmp(name, "settings")) return lu_cmds_man_settings(lu_commands, stdout, e);
	else if (!strcmp(name, "languages")) man_languages();
	else return lu_cmd_unknown(lu_commands, name, e);
	return LU_OK;
}

/* The language table, in Markdown: README.md has it between two marks (scripts/man.sh). */
static void print_languages(void)
{
	const lu_language *l;

	puts("| language | files | programs of `#!` lines | become |\n|---|---|---|---|");
	for (size_t i = 0; (l = lu_language_at(i)); i++) {
		const char *ext = lu_language_extensions(l), *names = lu_language_filenames(l);

		printf("| %s | ", lu_language_name(l));
		while (*ext) {
			int n = (int)strcspn(ext, " ");

			printf(".%.*s ", n, ext);
			ext += n;
			ext += strspn(ext, " ");
		}
		printf("%s%s| %s%s| %s |\n", names, *names ? " " : "", lu_language_interpreters(l),
		       *lu_language_interpreters(l) ? " " : "", lu_language_gives(l));
	}
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	const lu_cmd *c;
	lu_code rc = lu_cmd_operands(&cmd_help, argc, argv, 0, 1, e);

	if (rc) return rc;
	if (man) return print_man(e);
	if (shell >= 0) return lu_cmds_completion(lu_commands, (lu_shell)shell, stdout, e);
	if (config) return lu_config_sample(lu_commands, stdout, e);
	if (list) {
		for (lu_cmds p = lu_commands; *p; p++) puts((*p)->name);
		return LU_OK;
	}
	if (!argc) {
		lu_cmds_help(lu_commands, stdout);
		return LU_OK;
	}
	if (!strcmp(argv[0], "records")) {
		lu_records_help(stdout);
		return LU_OK;
	}
	if (!strcmp(argv[0], "languages")) {
		print_languages();
		return LU_OK;
	}
	c = lu_cmd_find(lu_commands, argv[0]);
	return c ? lu_cmd_help(c, LU_HELP_ALL, stdout, e) : lu_cmd_unknown(lu_commands, argv[0], e);
}

static const char *const topics[] = { "records", "languages", NULL };

static const char *const examples[] = { "lucus help query", "lucus help records", "lucus help --config", NULL };

const lu_cmd cmd_help = {
	.name = "help",
	.summary = "show help about commands, options, records and languages",
	.args = "[COMMAND | records | languages]",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
	.operands = LU_OPERANDS_COMMANDS,
	.words = topics,
};
