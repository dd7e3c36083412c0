/* SPDX-License-Identifier: MIT
 * Commands: finding one, its help, its part of the man page. */
#include "cli/cmd.h"

#include <ctype.h>

#include "cli/text.h"

#define WIDTH 80
/* Where the descriptions of options start, unless all names are shorter. */
#define COLUMN 30

const lu_cmd *lu_cmd_find(lu_cmds cmds, const char *name)
{
	for (; *cmds; cmds++)
		if (!strcmp((*cmds)->name, name)) return *cmds;
	return NULL;
}

const char *lu_cmd_nearest(lu_cmds cmds, const char *name)
{
	lu__nearest near = lu__nearest_to(name, strlen(name));

	for (; *cmds; cmds++) lu__nearest_try(&near, (*cmds)->name);
	return near.best;
}

lu_code lu_cmd_operands(const lu_cmd *cmd, int argc, char **argv, int min, int max, lu_err *e)
{
	if (argc < min) return lu_fail(e, LU_EUSAGE, "missing operand: expected %s", cmd->args);
	if (max >= 0 && argc > max)
		return lu_fail(e, LU_EUSAGE, "unexpected operand '%s'", argv[max]);
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

/* Add a note to the list in parentheses when there is a value to tell; empties `value`. */
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

static int column_of(lu_opt *table)
{
	lu_opt_iter it = lu_opt_begin(table);
	size_t widest = strlen("  -h, --help");
	lu_buf b = LU_BUF;
	const lu_opt *o;

	while ((o = lu_opt_next(&it))) {
		lu_buf_reset(&b);
		left_side(o, &b);
		if (b.len > widest) widest = b.len;
	}
	lu_buf_free(&b);
	return widest + 2 > COLUMN ? COLUMN : (int)widest + 2;
}

lu_code lu_cmd_help(const lu_cmd *cmd, FILE *f, lu_err *e)
{
	lu_opt_iter it = lu_opt_begin(cmd->opts);
	int column = column_of(cmd->opts);
	lu_buf left = LU_BUF, right = LU_BUF;
	lu_code rc = LU_OK;
	const lu_opt *o;

	fprintf(f, "Usage: lucus %s [OPTION...]%s%s\n", cmd->name, *cmd->args ? " " : "",
		cmd->args);
	fprintf(f, "%c%s.\n\nOptions:\n", toupper((unsigned char)cmd->summary[0]),
		cmd->summary + 1);
	while ((o = lu_opt_next(&it)) && !rc) {
		lu_buf_reset(&left);
		lu_buf_reset(&right);
		left_side(o, &left);
		right_side(o, &right);
		if (left.oom || right.oom) rc = lu_nomem(e);
		else help_line(f, &left, right.s, column);
	}
	if (!rc) {
		fprintf(f, "%-*sshow this help\n", column, "  -h, --help");
		fprintf(f, "\nThe manual page lucus-%s(1) says more.\n", cmd->name);
	}
	lu_buf_free(&left);
	lu_buf_free(&right);
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
	      "Turns a code base into a graph that can be asked.\n\nCommands:\n", f);
	for (; *cmds; cmds++) {
		fprintf(f, "  %-*s  ", w, (*cmds)->name);
		lu__wrap(f, (*cmds)->summary, w + 4, w + 4, WIDTH);
	}
	fputs("\n'lucus COMMAND --help' shows the options of a command, 'lucus help records' the\n"
	      "fields of the records, 'lucus --version' the version.\n", f);
}

/* ---- man pages ---- */

/* Print "PREFIX VALUE." when there is a value behind the prefix in `b`; empties it. */
static lu_code man_note(FILE *f, lu_buf *b, const char *prefix, lu_err *e)
{
	if (b->oom) return lu_nomem(e);
	if (b->len > strlen(prefix)) lu__mdoc_sentence(f, b->s);
	lu_buf_reset(b);
	return LU_OK;
}

/* What the table knows beyond the help text. */
static lu_code man_value(const lu_opt *o, FILE *f, lu_buf *b, lu_err *e)
{
	const char *prefix = o->kind == LU_KIND_CHOICE ? "one of " : "allowed: ";
	lu_code rc;

	lu_buf_adds(b, prefix);
	if (o->kind == LU_KIND_CHOICE) lu__opt_choices(o, b);
	else lu__opt_range(o, b);
	rc = man_note(f, b, prefix, e);
	if (rc || o->kind == LU_KIND_FLAG) return rc;
	if (o->kind == LU_KIND_LIST) fputs("May be repeated.\n", f);
	prefix = "the default is ";
	lu_buf_adds(b, prefix);
	lu_opt_value(o, b);
	return man_note(f, b, prefix, e);
}

lu_code lu_cmd_man(const lu_cmd *cmd, FILE *f, lu_err *e)
{
	lu_opt_iter it = lu_opt_begin(cmd->opts);
	lu_code rc = lu_opt_check(cmd->opts, e);
	lu_buf b = LU_BUF;
	const lu_opt *o;

	if (rc) return lu_wrap(e, rc, "%s", cmd->name);
	fputs(".Bl -tag -width Ds\n", f);
	while (!rc && (o = lu_opt_next(&it))) {
		if (o->letter) fprintf(f, ".It Fl %c , Fl -%s", o->letter, o->name);
		else fprintf(f, ".It Fl -%s", o->name);
		if (o->metavar) fprintf(f, " Ns = Ns Ar %s", o->metavar);
		putc('\n', f);
		lu__mdoc_sentence(f, o->help);
		rc = man_value(o, f, &b, e);
		if (o->env) fprintf(f, "Environment variable:\n.Ev %s .\n", o->env);
		if (o->setting)
			fprintf(f, "Setting of the knowledge base:\n.Cm %s .\n", o->setting);
	}
	fputs(".It Fl h , Fl -help\nShow a summary of the options.\n.El\n", f);
	lu_buf_free(&b);
	return rc;
}

void lu_cmds_man(lu_cmds cmds, FILE *f)
{
	fputs(".Bl -tag -width Ds\n", f);
	for (; *cmds; cmds++) {
		fprintf(f, ".It Xr lucus-%s 1\n", (*cmds)->name);
		lu__mdoc_sentence(f, (*cmds)->summary);
	}
	fputs(".El\n", f);
}
