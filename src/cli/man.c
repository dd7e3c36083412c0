/* SPDX-License-Identifier: MIT
 * What the manual pages say of the option tables, in mdoc. */
#include <stdlib.h>

#include "cli/cmd.h"
#include "cli/text.h"

/* Print "PREFIX VALUE." when a value follows the prefix in `b`; empties it. */
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
		if (o->setting) fprintf(f, "Setting of the knowledge base:\n.Cm %s .\n", o->setting);
	}
	fputs(".It Fl h , Fl -help\nShow the options of every day, or all of them.\n.El\n", f);
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

/* ---- variables and settings ---- */

typedef struct entry {
	const char *key;
	const lu_opt *o;
} entry;

typedef struct entries {
	entry *v;
	size_t n;
	lu_arena a;
} entries;

static int by_key(const void *x, const void *y)
{
	return strcmp(((const entry *)x)->key, ((const entry *)y)->key);
}

static const char *key_of(const lu_opt *o, bool settings)
{
	return settings ? o->setting : o->env;
}

/* Each key once, in order. */
static lu_code collect(lu_cmds cmds, bool settings, entries *out, lu_err *e)
{
	for (; *cmds; cmds++) {
		lu_opt_iter it = lu_opt_begin((*cmds)->opts);
		const lu_opt *o;

		while ((o = lu_opt_next(&it))) {
			const char *key = key_of(o, settings);
			size_t i = 0;
			entry *v;

			while (key && i < out->n && strcmp(out->v[i].key, key) != 0) i++;
			if (!key || i < out->n) continue;
			if (!(v = lu_arena_grow(&out->a, out->v, out->n, sizeof *v))) return lu_nomem(e);
			out->v = v;
			v[out->n++] = (entry){ key, o };
		}
	}
	if (out->n) qsort(out->v, out->n, sizeof *out->v, by_key);
	return LU_OK;
}

/* "Xr lucus-query 1 , Xr lucus-eval 1", of the commands that have the option; nothing when these are many. */
static void of_commands(lu_cmds cmds, const entry *x, bool settings, FILE *f)
{
	enum { FEW = 3 };
	const char *name[FEW];
	size_t n = 0;

	for (; *cmds; cmds++) {
		lu_opt_iter it = lu_opt_begin((*cmds)->opts);
		const lu_opt *o;

		while ((o = lu_opt_next(&it)) && !(key_of(o, settings) && !strcmp(key_of(o, settings), x->key)))
			;
		if (o && n++ < FEW) name[n - 1] = (*cmds)->name;
	}
	if (n > FEW) n = 0;
	fputs(n ? "\nof" : " .", f);
	for (size_t i = 0; i < n; i++) {
		fputs(i && i + 1 == n ? "\nand" : "", f);
		fprintf(f, "\n.Xr lucus-%s 1%s", name[i], i + 1 == n ? " ." : i + 2 < n ? " ," : "");
	}
	putc('\n', f);
}

static lu_code man_keys(lu_cmds cmds, bool settings, FILE *f, lu_err *e)
{
	entries x = { .v = NULL };
	lu_code rc = collect(cmds, settings, &x, e);

	if (!rc)
		fputs(settings ? ".Bl -tag -width similarity_threshold\n" : ".Bl -tag -width LUCUS_EMBED_PROVIDER\n",
		      f);
	for (size_t i = 0; i < x.n && !rc; i++) {
		fprintf(f, ".It %s %s\n", settings ? "Cm" : "Ev", x.v[i].key);
		lu__mdoc_sentence(f, x.v[i].o->help);
		fprintf(f, "As\n.Fl -%s", x.v[i].o->name);
		of_commands(cmds, &x.v[i], settings, f);
	}
	if (!rc) fputs(".El\n", f);
	lu_arena_free(&x.a);
	return rc;
}

lu_code lu_cmds_man_environment(lu_cmds cmds, FILE *f, lu_err *e)
{
	return man_keys(cmds, false, f, e);
}

lu_code lu_cmds_man_settings(lu_cmds cmds, FILE *f, lu_err *e)
{
	return man_keys(cmds, true, f, e);
}
