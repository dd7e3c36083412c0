/* SPDX-License-Identifier: MIT
 * Options: one table per command, from which parsing, --help, the man page's OPTIONS and the
 * shells' completions all come.
 *
 * An entry points to the variable that it sets; the value which that variable has at the start is
 * the default. Values come, in this order of strength, from the command line, the environment
 * (`.env`), the configuration file beside the store, the user's own one (cli/config.h), the settings of
 * the knowledge base (`.setting`), the default; the table remembers from where. What is a setting has a
 * variable, too.
 *
 *	static int64_t limit = 10;
 *	static bool explain;
 *	static lu_opt opts[] = {
 *		LU_OPT_INT('k', "limit", &limit, "N", 1, 1000, "print at most N hits",
 *			   .env = "LUCUS_LIMIT", .setting = "limit", .daily = true),
 *		LU_OPT_FLAG(0, "explain", &explain, "show the scores of each stage"),
 *		LU_OPT_GROUP(lu_opts_store),
 *		LU_OPT_GROUP(lu_opts_output),
 *		LU_OPT_END
 *	};
 *
 * Help texts are in lower case without a full stop. -h, which shows the options marked `.daily`, and --help,
 * which shows all under their headings, are added by themselves. */
#ifndef LU_CLI_OPT_H
#define LU_CLI_OPT_H

#include "lucus/arena.h"

typedef enum lu_opt_kind {
	LU_KIND_END,
	LU_KIND_FLAG,
	LU_KIND_STR,
	LU_KIND_INT,
	LU_KIND_REAL,
	LU_KIND_CHOICE,
	LU_KIND_LIST,
	LU_KIND_GROUP
} lu_opt_kind;

typedef enum lu_origin {
	LU_FROM_DEFAULT,
	LU_FROM_SETTING,
	LU_FROM_USER_FILE,
	LU_FROM_TREE_FILE,
	LU_FROM_ENV,
	LU_FROM_OPTION
} lu_origin;

typedef struct lu_opt {
	lu_opt_kind kind;
	char letter;         /* 0: the option has no short form */
	const char *name;    /* long name, without the dashes */
	const char *metavar; /* of the value; FILE, PATH and DIR are completed as such */
	const char *help;
	const char *env;     /* environment variable, or NULL; empty counts as unset */
	const char *setting; /* key among the knowledge base's settings, or NULL */
	const char *heading; /* in --help, of this option and those after it; NULL: as before */
	bool daily;          /* -h shows it */
	bool guarded;        /* it chooses what is called, and paid: never taken from a file of the tree */
	/* LU_KIND_STR: LU_EUSAGE for a word that it does not take, with those that it does; or NULL */
	lu_code (*check)(const char *value, lu_err *e);
	const char *const *choices; /* LU_KIND_CHOICE: names, NULL at the end */
	int64_t min, max;           /* LU_KIND_INT, both allowed */
	double rmin, rmax;          /* LU_KIND_REAL, both allowed */
	union {
		bool *flag;
		const char **str; /* NULL: not given */
		int64_t *num;
		double *real;
		int *choice;   /* index in choices; -1: not given */
		lu_strs *list; /* the first occurrence replaces the default, others append */
		struct lu_opt *group;
	} to;
	lu_origin origin;  /* where the value came from */
	const char *place; /* FILE:LINE of a value from a configuration file, in `own` */
	lu_arena own;      /* of lists, and of values from files */
	lu_arena lent;     /* of what lives until lu_opt_go_back(): values from settings, and what is made of them */
} lu_opt;

/* The last argument is the help text; `.env = "NAME"`, `.setting = "key"`, `.heading = "Output"`, `.daily = true` and
 * so on may follow it. */
#define LU_OPT_FLAG(c, n, p, ...) \
	{ \
		.kind = LU_KIND_FLAG, .letter = (c), .name = (n), .to.flag = (p), .help = __VA_ARGS__ \
	}
#define LU_OPT_STR(c, n, p, m, ...) \
	{ \
		.kind = LU_KIND_STR, .letter = (c), .name = (n), .to.str = (p), .metavar = (m), .help = __VA_ARGS__ \
	}
#define LU_OPT_INT(c, n, p, m, lo, hi, ...) \
	{ \
		.kind = LU_KIND_INT, .letter = (c), .name = (n), .to.num = (p), .metavar = (m), .min = (lo), \
		.max = (hi), .help = __VA_ARGS__ \
	}
#define LU_OPT_REAL(c, n, p, m, lo, hi, ...) \
	{ \
		.kind = LU_KIND_REAL, .letter = (c), .name = (n), .to.real = (p), .metavar = (m), .rmin = (lo), \
		.rmax = (hi), .help = __VA_ARGS__ \
	}
#define LU_OPT_CHOICE(c, n, p, m, list, ...) \
	{ \
		.kind = LU_KIND_CHOICE, .letter = (c), .name = (n), .to.choice = (p), .metavar = (m), \
		.choices = (list), .help = __VA_ARGS__ \
	}
#define LU_OPT_LIST(c, n, p, m, ...) \
	{ \
		.kind = LU_KIND_LIST, .letter = (c), .name = (n), .to.list = (p), .metavar = (m), .help = __VA_ARGS__ \
	}
#define LU_OPT_GROUP(table) \
	{ \
		.kind = LU_KIND_GROUP, .to.group = (table) \
	}
#define LU_OPT_END \
	{ \
		.kind = LU_KIND_END \
	}

/* ---- parsing ---- */

/* Was an option for help given: one screen (-h), or all (--help)? */
typedef enum lu_help { LU_HELP_NONE, LU_HELP_SCREEN, LU_HELP_ALL } lu_help;

/* Parse argv[0..*argc), which holds no command name and has room for a NULL after the last. GNU
 * style: --name=value, --name value, bundled letters, options after operands, "--"; no abbreviations.
 * Operands are moved to the front of argv and counted in *argc, then the environment is applied to
 * what was not given. With -h or --help among the options *help says which, and nothing else is changed.
 * Values are borrowed from argv and the environment. LU_EUSAGE names the option, and the range of its
 * value; the values of the table are then of no use. A program parses a table once. */
lu_code lu_opt_parse(lu_opt *table, int *argc, char **argv, lu_help *help, lu_err *e) LU_MUST_USE;

/* Apply a setting of the knowledge base to the options with this setting key that were given neither
 * as option nor by the environment. Unknown keys are passed over. `value` is copied. Flags are
 * written true or false (yes, no, on, off, 1, 0), lists with commas. */
lu_code lu_opt_apply_setting(lu_opt *table, const char *key, const char *value, lu_err *e) LU_MUST_USE;

/* Would `value` do for the option with this setting key? LU_EUSAGE with the reason (and the names that
 * are close) when not, also when no option has that key. Nothing is changed. */
lu_code lu_opt_check_setting(lu_opt *table, const char *key, const char *value, lu_err *e) LU_MUST_USE;

/* May a configuration file set it: has it a variable or a setting? Also one that came with a tree,
 * which may be somebody else's: only what a knowledge base may set, and neither a file, a server nor
 * a command. */
bool lu_opt_in_file(const lu_opt *o);
bool lu_opt_in_tree_file(const lu_opt *o);

/* Apply a value at `place` (FILE:LINE) of a configuration file to the option, unless it has one from
 * a stronger origin. `value` and `place` are copied; values are written as in settings, and an empty
 * one counts as none. With `dry` nothing is changed. LU_EUSAGE begins with the place. */
lu_code lu_opt_apply_file(lu_opt *o, const char *value, lu_origin origin, const char *place, bool dry,
			  lu_err *e) LU_MUST_USE;

/* What the options of a table hold, to go back to when the settings of a knowledge base were applied, and are not to count for
 * the next. The table stays as it is between both calls. Values that settings gave live in `keep` from then on. */
typedef struct lu_opt_marks {
	lu_opt *table;
	struct lu__opt_value *v;
} lu_opt_marks;
lu_code lu_opt_mark(lu_opt *table, lu_arena *a, lu_opt_marks *out, lu_err *e) LU_MUST_USE;
void lu_opt_go_back(const lu_opt_marks *m, lu_arena *keep);

/* Give back what lists and settings hold: their values die. */
void lu_opt_free(lu_opt *table);

/* ---- looking into a table ---- */

/* Groups may hold groups, to this depth. */
#define LU_OPT_DEPTH 6

typedef struct lu_opt_iter {
	lu_opt *at[LU_OPT_DEPTH];
	int depth;
	bool deep; /* a group was passed over because it nests too deep */
} lu_opt_iter;

/* The entries of a table and of its groups, in order; NULL at the end.
 *	for (lu_opt_iter it = lu_opt_begin(t); (o = lu_opt_next(&it));) ... */
lu_opt_iter lu_opt_begin(lu_opt *table);
lu_opt *lu_opt_next(lu_opt_iter *it);

/* Append the value as text; nothing for what is not given. */
void lu_opt_value(const lu_opt *o, lu_buf *out);
/* Append "option", "environment LUCUS_DB", the place in a configuration file, "knowledge base" or "default". */
void lu_opt_origin(const lu_opt *o, lu_buf *out);
/* Is the value the user's own, and not one that came with a store or a tree, which may be somebody
 * else's? Such a one alone says who gets a key. A default is nobody's. */
bool lu_opt_is_own(lu_origin origin);

/* Is the table sound: no name or letter twice, help in lower case without a full stop, defaults in
 * their ranges, metavars where they belong, a variable for each setting. LU_EFORMAT says what is wrong. */
lu_code lu_opt_check(lu_opt *table, lu_err *e) LU_MUST_USE;

/* ---- the options that commands share ---- */

/* What the shared options set, and what main sets for the output functions. Written while one thread
 * runs: by main before a command starts, and by parsing. */
typedef struct lu_common_opts {
	const char *db, *kb, *tenant; /* db is NULL when not given: the nearest store upward is meant */
	int format;                   /* lu_format as given; read it by lu_out_format() */
	int color;                    /* 0 auto, 1 always, 2 never; read it by lu_out_color() */
	bool verbose, quiet;
	const char *command;     /* name of the running command, for messages */
	double start;            /* lu_now() at the start of the program */
	struct lu_progress *bar; /* on the terminal now, or NULL; kept by lu_progress_*() */
	bool no_pager;           /* --no-pager */
	int tty;                 /* the terminal while output is held back for a pager, or -1; kept by lu_pager_*() */
	struct lu_here *here;    /* what paths are relative to, or NULL; kept by lu_place_*() */
} lu_common_opts;

extern lu_common_opts lu_common;

extern lu_opt lu_opts_store[];  /* --db --kb --tenant */
extern lu_opt lu_opts_output[]; /* --format --color -v -q */

#endif
