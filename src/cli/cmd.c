/* SPDX-License-Identifier: MIT
 * Commands: finding one, its help. */
#include "cli/cmd.h"

#include "cli/near.h"
#include "cli/text.h"
#include "core/ascii.h"

lu_cmds lu_commands;

#define WIDTH 80
/* Where the descriptions of options start, unless all names are shorter. */
#define COLUMN 30
#define INDENT 7 /* follows "Usage: " */

const lu_cmd *lu_cmd_find(lu_cmds cmds, const char *name)
{
	for (; *cmds; cmds++)
		if (!strcmp((*cmds)->name, name)) return *cmds;
	return NULL;
}

/* The commands that have `word` as their first operand: "kb list or prompts list". */
static void put_owners(lu_cmds cmds, const char *word, lu_buf *out)
{
	for (; *cmds; cmds++)
		for (const char *const *w = (*cmds)->words; w && *w; w++)
			if (!strcmp(*w, word))
				lu_buf_addf(out, "%s%s %s", out->len ? "' or '" : "", (*cmds)->name, word);
}

/* What people mean who type `name`: what other programs call it, a word of a command, what is near to one of them. */
static void put_meant(lu_cmds cmds, const char *name, lu_buf *out)
{
	lu_nearest near = lu_nearest_to(name, strlen(name));
	const char *habit = lu__habit_command(cmds, name), *command;

	if (habit) lu_buf_adds(out, habit);
	else put_owners(cmds, name, out);
	if (out->len) return;
	for (lu_cmds c = cmds; *c; c++) lu_nearest_try(&near, (*c)->name);
	command = near.best;
	for (lu_cmds c = cmds; *c; c++)
		for (const char *const *w = (*c)->words; w && *w; w++) lu_nearest_try(&near, *w);
	if (near.best && near.best != command) put_owners(cmds, near.best, out);
	else if (near.best) lu_buf_adds(out, near.best);
}

lu_code lu_cmd_unknown(lu_cmds cmds, const char *name, lu_err *e)
{
	lu_buf meant = LU_BUF;
	lu_code rc = LU_EUSAGE;

	put_meant(cmds, name, &meant);
	if (meant.oom) rc = lu_nomem(e);
	else if (meant.len) lu_fail(e, rc, "unknown command '%s' (did you mean '%s'?)", name, meant.s);
	else lu_fail(e, rc, "unknown command '%s'", name);
	lu_buf_free(&meant);
	return rc;
}

lu_code lu_cmd_operands(const lu_cmd *cmd, int argc, char **argv, int min, int max, lu_err *e)
{
	if (argc < min) return lu_fail(e, LU_EUSAGE, "missing operand: expected %s", cmd->args);
	if (max >= 0 && argc > max) return lu_fail(e, LU_EUSAGE, "unexpected operand '%s'", argv[max]);
	return LU_OK;
}

/* ---- help ---- */

/* "  -k, --limit N" */
static void left_side(const lu_opt *o, lu_buf *b)
{
	if (o->letter) lu_buf_addf(b, "  -%c, --%s", o->letter, o->name);
	else lu_buf_addf(b, "      --%s", o->name);
	if (o->metavar) lu_buf_addf(b, " %s", o->metavar);
}

/* Add a note to the list in parentheses when there is a value to print; empties `value`. */
static void note(lu_buf *b, bool *any, const char *what, lu_buf *value)
{
	if (value->len) {
		lu_buf_addf(b, "%s%s%s", *any ? "; " : " (", what, value->s);
		*any = true;
	}
	b->oom |= value->oom;
	lu_buf_reset(value);
}

/* Help text, then what the table knows beyond it: "(1..9; default: 5; environment: LUCUS_K)". */
static void right_side(const lu_opt *o, lu_buf *b)
{
	lu_buf v = LU_BUF;
	bool any = false;

	lu_buf_adds(b, o->help);
	if (o->kind == LU_KIND_CHOICE) lu__opt_choices(o, &v);
	else lu__opt_range(o, &v);
	note(b, &any, "", &v);
	if (o->kind == LU_KIND_LIST) lu_buf_adds(&v, "may be repeated");
	note(b, &any, "", &v);
	if (o->kind != LU_KIND_FLAG) lu_opt_value(o, &v);
	note(b, &any, "default: ", &v);
	if (o->env) lu_buf_adds(&v, o->env);
	note(b, &any, "environment: ", &v);
	if (any) lu_buf_addc(b, ')');
	lu_buf_free(&v);
}

static void help_line(FILE *f, const lu_buf *left, const char *right, int column)
{
	int col = (int)left->len;

	fwrite(left->s, 1, left->len, f);
	if (col + 2 > column) {
		putc('\n', f);
		col = 0;
	}
	fprintf(f, "%*s", column - col, "");
	lu__wrap(f, right, column, column, WIDTH);
}

typedef struct helping {
	FILE *f;
	lu_help how;
	int column;
	lu_buf left, right;
} helping;

static bool shows(const helping *h, const lu_opt *o)
{
	return h->how == LU_HELP_ALL || o->daily;
}

/* Where a help text may end that has to fit into `width` columns: after its first clause. */
static size_t clause(const char *s, size_t width)
{
	size_t n = strlen(s);

	if (n > width) n = strcspn(s, ";:");
	return n > width ? strcspn(s, ";:,") : n;
}

/* On one screen: a line, with the names of a choice or the default of a number. */
static void short_side(const helping *h, const lu_opt *o, lu_buf *b)
{
	size_t room = (size_t)(WIDTH - 1 - h->column);
	lu_buf v = LU_BUF, notes = LU_BUF;
	bool any = false;

	if (o->kind == LU_KIND_CHOICE) lu__opt_choices(o, &v);
	note(&notes, &any, "", &v);
	if (o->kind == LU_KIND_INT || o->kind == LU_KIND_REAL) lu_opt_value(o, &v);
	note(&notes, &any, "default: ", &v);
	if (any) lu_buf_addc(&notes, ')');
	lu_buf_add(b, o->help, clause(o->help, notes.len < room ? room - notes.len : 0));
	lu_buf_addstr(b, lu_buf_str(&notes));
	b->oom |= notes.oom;
	lu_buf_free(&v);
	lu_buf_free(&notes);
}

static lu_code help_option(helping *h, const lu_opt *o, lu_err *e)
{
	lu_buf_reset(&h->left);
	lu_buf_reset(&h->right);
	left_side(o, &h->left);
	if (h->how == LU_HELP_ALL) right_side(o, &h->right);
	else short_side(h, o, &h->right);
	if (h->left.oom || h->right.oom) return lu_nomem(e);
	help_line(h->f, &h->left, h->right.s, h->column);
	return LU_OK;
}

static lu_code help_options(helping *h, lu_opt *table, lu_err *e)
{
	lu_opt_iter it = lu_opt_begin(table);
	const char *heading = h->how == LU_HELP_ALL ? "Options" : NULL, *last = "";
	lu_code rc = LU_OK;
	const lu_opt *o;

	if (h->how == LU_HELP_SCREEN) putc('\n', h->f);
	while (!rc && (o = lu_opt_next(&it))) {
		if (o->heading && h->how == LU_HELP_ALL) heading = o->heading;
		if (!shows(h, o)) continue;
		if (heading && strcmp(heading, last) != 0) fprintf(h->f, "\n%s:\n", last = heading);
		heading = NULL;
		rc = help_option(h, o, e);
	}
	if (!rc) fprintf(h->f, "%-*sshow the options of every day, or all\n", h->column, "  -h, --help");
	return rc;
}

static int column_of(const helping *h, lu_opt *table)
{
	lu_opt_iter it = lu_opt_begin(table);
	size_t widest = strlen("  -h, --help");
	lu_buf b = LU_BUF;
	const lu_opt *o;

	while ((o = lu_opt_next(&it))) {
		if (!shows(h, o)) continue;
		lu_buf_reset(&b);
		left_side(o, &b);
		if (b.len > widest) widest = b.len;
	}
	lu_buf_free(&b);
	return widest + 2 > COLUMN ? COLUMN : (int)widest + 2;
}

lu_code lu_cmd_help(const lu_cmd *cmd, lu_help how, FILE *f, lu_err *e)
{
	helping h = { .f = f, .how = how, .left = LU_BUF, .right = LU_BUF };
	lu_code rc;

	h.column = column_of(&h, cmd->opts);
	fprintf(f, "Usage: lucus %s [OPTION...]%s", cmd->name, *cmd->args ? " " : "");
	lu__wrap(f, cmd->args, (int)strlen("Usage: lucus  [OPTION...] ") + (int)strlen(cmd->name), INDENT, WIDTH);
	fprintf(f, "%c%s.\n", lu_upper(cmd->summary[0]), cmd->summary + 1);
	rc = help_options(&h, cmd->opts, e);
	if (!rc && cmd->examples) fputs("\nExamples:\n", f);
	for (size_t i = 0; !rc && cmd->examples && cmd->examples[i]; i++) fprintf(f, "  %s\n", cmd->examples[i]);
	if (!rc && how == LU_HELP_SCREEN)
		fprintf(f, "\n'lucus %s --help' shows all options, and lucus-%s(1) says more.\n", cmd->name, cmd->name);
	else if (!rc) fprintf(f, "\nThe manual page lucus-%s(1) says more.\n", cmd->name);
	lu_buf_free(&h.left);
	lu_buf_free(&h.right);
	return rc;
}

static int widest_name(lu_cmds cmds)
{
	size_t w = 0;

	for (; *cmds; cmds++)
		if (strlen((*cmds)->name) > w) w = strlen((*cmds)->name);
	return (int)w;
}

void lu_cmds_help(lu_cmds cmds, FILE *f)
{
	int w = widest_name(cmds);

	fputs("Usage: lucus COMMAND [OPTION...] [OPERAND...]\n"
	      "Turns a code base into a graph that can be asked. Commands:\n",
	      f);
	for (; *cmds; cmds++) {
		fprintf(f, "  %-*s  ", w, (*cmds)->name);
		lu__wrap(f, (*cmds)->summary, w + 4, w + 4, WIDTH);
	}
	fputs("\nBegin with 'lucus sync', and ask: lucus query 'what you look for'.\n"
	      "More of it: 'lucus COMMAND -h' and --help, 'lucus help', 'lucus --version'.\n",
	      f);
}
