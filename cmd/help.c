/* SPDX-License-Identifier: MIT
 * lucus help: what the commands, their options and the records are, for people, man pages and
 * shells. */
#include "cli/cmd.h"
#include "cli/records.h"
#include "lucus/parse.h"

static bool list;
static const char *man;
static int shell = -1;

static const char *const shells[] = { "bash", "zsh", "fish", NULL }; /* as lu_shell */

static lu_opt opts[] = { LU_OPT_FLAG(0, "list", &list,
				     "print the names of the commands, one a line"),
			 LU_OPT_STR(0, "man", &man, "NAME",
				    "print the generated part of the manual page of the command "
				    "NAME, of records or of lucus"),
			 LU_OPT_CHOICE(0, "completion", &shell, "SHELL", shells,
				       "print the completion script of a shell"),
			 LU_OPT_END };

#define CMD(id) extern const lu_cmd cmd_##id;
#include "commands.def"
#undef CMD

static const lu_cmd *const commands[] = {
#define CMD(id) &cmd_##id,
#include "commands.def"
#undef CMD
	NULL
};

static lu_code unknown(const char *name, lu_err *e)
{
	const char *near = lu_cmd_nearest(commands, name);

	if (near)
		return lu_fail(e, LU_EUSAGE, "unknown command '%s' (did you mean '%s'?)", name,
			       near);
	return lu_fail(e, LU_EUSAGE, "unknown command '%s'", name);
}

static lu_code print_man(lu_err *e)
{
	const char *name = man;
	const lu_cmd *c = lu_cmd_find(commands, name);

	man = NULL; /* or the page of help itself would show it as the default */
	if (c) return lu_cmd_man(c, stdout, e);
	if (!strcmp(name, "records")) lu_records_man(stdout);
	else if (!strcmp(name, "lucus")) lu_cmds_man(commands, stdout);
	else return unknown(name, e);
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
	if (shell >= 0) return lu_cmds_completion(commands, (lu_shell)shell, stdout, e);
	if (list) {
		for (lu_cmds p = commands; *p; p++) puts((*p)->name);
		return LU_OK;
	}
	if (!argc) {
		lu_cmds_help(commands, stdout);
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
	c = lu_cmd_find(commands, argv[0]);
	return c ? lu_cmd_help(c, stdout, e) : unknown(argv[0], e);
}

static const char *const topics[] = { "records", "languages", NULL };

const lu_cmd cmd_help = {
	.name = "help",
	.summary = "show help about commands, options, records and languages",
	.args = "[COMMAND | records | languages]",
	.opts = opts,
	.run = run,
	.operands = LU_OPERANDS_COMMANDS,
	.words = topics,
};
