/* SPDX-License-Identifier: MIT
 * Configuration files: lines `NAME = VALUE`, where NAME is the long name of an option that has an
 * environment variable or a setting, or COMMAND.NAME for that of one command, which is stronger; lines
 * that begin with '#', and empty ones, are passed over. The user has one, and the folder of a store
 * may.
 *
 * Keys are in none. The file of a tree may be somebody else's, so that it may set neither a server,
 * a file nor a command (lu_opt_in_tree_file()). */
#ifndef LU_CLI_CONFIG_H
#define LU_CLI_CONFIG_H

#include "cli/cmd.h"

/* Apply the file at `path` to `table`, which is parsed already; no file is none to apply. Each name
 * must be one that a command of `all` takes, with a value that it takes, whether `table` has it or
 * not: else LU_EUSAGE, and the message begins with the file and the line. `origin` is
 * LU_FROM_USER_FILE or LU_FROM_TREE_FILE; the weaker one goes first. */
lu_code lu_config_apply(lu_cmds all, lu_opt *table, const char *path, lu_origin origin, lu_err *e) LU_MUST_USE;

/* The user's own file, in the reset `out`: lucus/config in XDG_CONFIG_HOME, else in ~/.config; empty
 * when there is no such place. */
void lu_config_user_path(lu_buf *out);

/* Has the table something that a file may set? */
bool lu_config_concerns(lu_opt *table);

/* An option that a file may set. */
typedef struct lu_config_entry {
	const lu_cmd *cmd;
	const lu_opt *opt;
	const char *heading; /* in --help, or the command's name */
} lu_config_entry;
typedef lu_code lu_config_fn(void *ctx, const lu_config_entry *x, lu_err *e);
typedef lu_code lu_config_table_fn(void *ctx, const lu_cmd *cmd, lu_err *e);
/* Those of all commands, each variable once, as options of several may share one: first those of
 * `first`, unless it is NULL. `table` is called before the options of each command; NULL: it is not. */
lu_code lu_config_each(lu_cmds all, const lu_cmd *first, lu_config_table_fn *table, lu_config_fn *fn, void *ctx,
		       lu_err *e) LU_MUST_USE;
/* Print a file that names all, commented out, with their defaults. Write errors stay in `f`. */
lu_code lu_config_sample(lu_cmds all, FILE *f, lu_err *e) LU_MUST_USE;

#endif
