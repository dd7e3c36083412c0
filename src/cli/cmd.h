/* SPDX-License-Identifier: MIT
 * A command: what main needs to run it, and what the generators of help, man pages and completions
 * need to describe it. */
#ifndef LU_CLI_CMD_H
#define LU_CLI_CMD_H

#include <stdio.h>

#include "cli/opt.h"

/* What the operands are, for the shells' completion. */
typedef enum lu_operands {
	LU_OPERANDS_NONE, /* nothing that a shell could guess */
	LU_OPERANDS_FILES,
	LU_OPERANDS_COMMANDS, /* names of commands */
} lu_operands;

typedef struct lu_cmd {
	const char *name;    /* as typed: "ingest-ast" */
	const char *summary; /* one line, lower case, no full stop */
	const char *args;    /* the operands in the usage line: "[PATH...]"; "" for none */
	lu_opt *opts;
	/* argv[0..argc) are the operands. Options are parsed, -h is dealt with. */
	lu_code (*run)(int argc, char **argv, lu_err *e);
	lu_operands operands;
	bool of_tree;                /* it works on the store of the tree that its first operand names */
	const char *const *examples; /* command lines that work after `lucus sync`, NULL at the end; or NULL */
	const char *const *words;    /* more names for the first operand, NULL at the end; or NULL */
	bool pages;                  /* what is longer than the terminal is shown by a pager */
} lu_cmd;

/* Lists of commands end with NULL. */
typedef const lu_cmd *const *lu_cmds;

/* All commands: set by main() before anything runs. */
extern lu_cmds lu_commands;

/* The command of that name, or NULL. */
const lu_cmd *lu_cmd_find(lu_cmds cmds, const char *name);
/* LU_EUSAGE: no command is called `name`, and what may have been meant, which may be a word of one: "graph callers". */
lu_code lu_cmd_unknown(lu_cmds cmds, const char *name, lu_err *e) LU_MUST_USE;

/* LU_EUSAGE unless there are at least `min` and at most `max` operands (max -1: any number). */
lu_code lu_cmd_operands(const lu_cmd *cmd, int argc, char **argv, int min, int max, lu_err *e) LU_MUST_USE;

/* ---- generators; write errors stay in `f` (ferror) ---- */

/* What `lucus COMMAND -h` or --help prints: the options of every day on one screen, or all under their headings. */
lu_code lu_cmd_help(const lu_cmd *cmd, lu_help how, FILE *f, lu_err *e) LU_MUST_USE;
/* The list of the options in mdoc, for `.Sh OPTIONS`. Refuses an unsound table. */
lu_code lu_cmd_man(const lu_cmd *cmd, FILE *f, lu_err *e) LU_MUST_USE;
/* What `lucus help` prints, and the list of commands in mdoc for lucus(1). */
void lu_cmds_help(lu_cmds cmds, FILE *f);
void lu_cmds_man(lu_cmds cmds, FILE *f);
/* The lists, in mdoc, of all environment variables and of all settings that options have. */
lu_code lu_cmds_man_environment(lu_cmds cmds, FILE *f, lu_err *e) LU_MUST_USE;
lu_code lu_cmds_man_settings(lu_cmds cmds, FILE *f, lu_err *e) LU_MUST_USE;

typedef enum lu_shell { LU_SHELL_BASH, LU_SHELL_ZSH, LU_SHELL_FISH } lu_shell;

/* A completion script for all commands. Refuses unsound tables. */
lu_code lu_cmds_completion(lu_cmds cmds, lu_shell shell, FILE *f, lu_err *e) LU_MUST_USE;

#endif
