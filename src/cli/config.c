/* SPDX-License-Identifier: MIT */
#include "cli/config.h"

#include <stdarg.h>
#include <stdlib.h>

#include "cli/near.h"
#include "cli/text.h"
#include "core/ascii.h"
#include "core/file.h"

#define FILE_MAX 65536
#define WIDTH    80

typedef struct reading {
	lu_cmds all;
	lu_opt *table;
	const char *path;
	lu_origin origin;
	long line;
	bool of_one;  /* now the names with a command */
	lu_strs seen; /* names */
	lu_arena a;
	lu_err *e;
} reading;

/* Of several lines one is wrong. */
static lu_code wrong(const reading *r, const char *fmt, ...) LU_PRINTF(2, 3);
static lu_code wrong(const reading *r, const char *fmt, ...)
{
	char why[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof why, fmt, ap);
	va_end(ap);
	return lu_fail(r->e, LU_EUSAGE, "%s:%ld: %s", r->path, r->line, why);
}

static bool permitted(const reading *r, const lu_opt *o)
{
	return r->origin == LU_FROM_TREE_FILE ? lu_opt_in_tree_file(o) : lu_opt_in_file(o);
}

static lu_opt *named(lu_opt *table, const char *name)
{
	lu_opt_iter it = lu_opt_begin(table);
	lu_opt *o;

	while ((o = lu_opt_next(&it)) && strcmp(o->name, name) != 0)
		;
	return o;
}

/* The option that the file may set: of the table, else of another command; *any, unless NULL, is one that it may not. `command`
 * of `n` bytes is the only one to look at, unless n is 0. */
static lu_opt *find(const reading *r, const char *command, size_t n, const char *name, const lu_opt **any)
{
	lu_opt *o = n ? NULL : named(r->table, name);

	*any = o;
	if (o && permitted(r, o)) return o;
	for (lu_cmds c = r->all; *c; c++) {
		if (n && (strlen((*c)->name) != n || memcmp((*c)->name, command, n) != 0)) continue;
		if (!(o = named((*c)->opts, name))) continue;
		if (permitted(r, o)) return o;
		if (!*any || !lu_opt_in_file(*any)) *any = o;
	}
	return NULL;
}

static bool is_secret(const char *name)
{
	static const char *const part[] = { "key", "secret", "password", "passwd", "token" };
	char low[64];
	size_t n = 0;

	for (; name[n] && n < sizeof low - 1; n++) low[n] = lu_lower(name[n]);
	low[n] = '\0';
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		if (strstr(low, part[i])) return true;
	return false;
}

static lu_code unknown(const reading *r, const char *name)
{
	lu_nearest near = lu_nearest_to(name, strlen(name));

	if (is_secret(name))
		return wrong(r,
			     "'%s': keys stand in no file: set LUCUS_LLM_KEY, LUCUS_EMBED_KEY, LUCUS_RERANK_KEY or the "
			     "provider's own variable in the environment",
			     name);
	for (lu_cmds c = r->all; *c; c++) {
		lu_opt_iter it = lu_opt_begin((*c)->opts);
		const lu_opt *o;

		while ((o = lu_opt_next(&it)))
			if (permitted(r, o)) lu_nearest_try(&near, o->name);
	}
	if (near.best) return wrong(r, "unknown name '%s' (did you mean '%s'?)", name, near.best);
	return wrong(r, "unknown name '%s'", name);
}

static lu_code refuse(const reading *r, const lu_opt *any, const char *name)
{
	if (!any) return unknown(r, name);
	if (!lu_opt_in_file(any)) return wrong(r, "'%s' is an option of the command line alone", name);
	return wrong(r,
		     "'%s' is not taken from a file of the tree, which may be somebody else's: set it in your own "
		     "file, or as "
		     "%s in the environment",
		     name, any->env);
}

/* Between "://" and the path. */
static bool has_user(const char *value)
{
	const char *host = strstr(value, "://"), *at = host ? strchr(host, '@') : NULL;

	return at && at < host + 3 + strcspn(host + 3, "/?#");
}

static bool has(const lu_strs *v, const char *s)
{
	for (size_t i = 0; i < v->n; i++)
		if (lu_str_eqz(v->v[i], s)) return true;
	return false;
}

static bool add(lu_arena *a, lu_strs *to, const char *s)
{
	lu_str *v = lu_arena_grow(a, to->v, to->n, sizeof *v);

	if (!v) return false;
	to->v = v;
	v[to->n++] = lu_strz(s);
	return true;
}

static lu_code note_name(reading *r, const char *name)
{
	if (has(&r->seen, name)) return wrong(r, "'%s' is set twice in this file", name);
	return add(&r->a, &r->seen, name) ? LU_OK : lu_nomem(r->e);
}

static bool is_of(lu_opt *table, const lu_opt *o)
{
	lu_opt_iter it = lu_opt_begin(table);
	const lu_opt *x;

	while ((x = lu_opt_next(&it)) && x != o)
		;
	return x;
}

/* `full` is NAME or COMMAND.NAME. */
static lu_code set(reading *r, const char *full, const char *value)
{
	const char *dot = strchr(full, '.'), *name = dot ? dot + 1 : full;
	const lu_opt *any = NULL;
	lu_opt *o = find(r, full, dot ? (size_t)(dot - full) : 0, name, &any);
	lu_buf place = LU_BUF;
	lu_code rc = note_name(r, full);

	if (!rc && !o) rc = refuse(r, any, dot && !any ? full : name);
	if (!rc && has_user(value))
		rc = wrong(r, "'%s': a password stands in no file: give it in the environment variable %s", name,
			   o->env);
	if (rc) return rc;
	lu_buf_addf(&place, "%s:%ld", r->path, r->line);
	rc = place.oom ? lu_nomem(r->e) : lu_opt_apply_file(o, value, r->origin, place.s, !is_of(r->table, o), r->e);
	lu_buf_free(&place);
	return rc;
}

static lu_code read_line(reading *r, lu_str line)
{
	lu_str s = lu_str_trim(line), name, value;
	const char *eq;

	if (!s.n || *s.s == '#') return LU_OK;
	eq = memchr(s.s, '=', s.n);
	if (!eq || eq == s.s) return wrong(r, "expected NAME = VALUE");
	if (memchr(s.s, '\0', s.n)) return wrong(r, "it holds a NUL byte");
	if ((memchr(s.s, '.', (size_t)(eq - s.s)) != NULL) != r->of_one) return LU_OK;
	name = lu_arena_dup(&r->a, lu_str_trim(lu_strn(s.s, (size_t)(eq - s.s))));
	value = lu_arena_dup(&r->a, lu_str_trim(lu_strn(eq + 1, s.n - (size_t)(eq + 1 - s.s))));
	if (!name.s || !value.s) return lu_nomem(r->e);
	return set(r, name.s, value.s);
}

static lu_code read_lines(reading *r, lu_str rest)
{
	lu_code rc = LU_OK;

	r->line = 0;
	while (!rc && rest.n) {
		const char *nl = memchr(rest.s, '\n', rest.n);
		size_t n = nl ? (size_t)(nl - rest.s) : rest.n;

		r->line++;
		rc = read_line(r, lu_strn(rest.s, n));
		rest = lu_strn(rest.s + n + (nl != NULL), rest.n - n - (nl != NULL));
	}
	return rc;
}

lu_code lu_config_apply(lu_cmds all, lu_opt *table, const char *path, lu_origin origin, lu_err *e)
{
	reading r = { .all = all, .table = table, .path = path, .origin = origin, .e = e };
	lu_buf text = LU_BUF;
	lu_code rc;

	if (!lu_file_exists(path)) return LU_OK;
	rc = lu_file_read(path, FILE_MAX, &text, e);
	if (!rc) rc = read_lines(&r, lu_buf_str(&text));
	r.of_one = true;
	if (!rc) rc = read_lines(&r, lu_buf_str(&text));
	lu_arena_free(&r.a);
	lu_buf_free(&text);
	return rc;
}

void lu_config_user_path(lu_buf *out)
{
	const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	lu_buf_reset(out);
	/* a relative one is to be ignored */
	if (xdg && *xdg == '/') lu_buf_addf(out, "%s/lucus/config", xdg);
	else if (home && *home) lu_buf_addf(out, "%s/.config/lucus/config", home);
}

bool lu_config_concerns(lu_opt *table)
{
	lu_opt_iter it = lu_opt_begin(table);
	const lu_opt *o;

	while ((o = lu_opt_next(&it)))
		if (lu_opt_in_file(o)) return true;
	return false;
}

/* ---- what may be set ---- */

struct each {
	lu_config_table_fn *table;
	lu_config_fn *fn;
	void *ctx;
	lu_strs seen; /* variables */
	lu_arena a;
};

static lu_code each_of(struct each *x, const lu_cmd *cmd, lu_err *e)
{
	lu_opt_iter it = lu_opt_begin(cmd->opts);
	lu_config_entry entry = { .cmd = cmd, .heading = cmd->name };
	lu_code rc = x->table ? x->table(x->ctx, cmd, e) : LU_OK;

	while (!rc && (entry.opt = lu_opt_next(&it))) {
		if (entry.opt->heading) entry.heading = entry.opt->heading;
		if (!lu_opt_in_file(entry.opt) || has(&x->seen, entry.opt->env)) continue;
		if (!add(&x->a, &x->seen, entry.opt->env)) return lu_nomem(e);
		rc = x->fn(x->ctx, &entry, e);
	}
	return rc;
}

lu_code lu_config_each(lu_cmds all, const lu_cmd *first, lu_config_table_fn *table, lu_config_fn *fn, void *ctx,
		       lu_err *e)
{
	struct each x = { .table = table, .fn = fn, .ctx = ctx };
	lu_code rc = first ? each_of(&x, first, e) : LU_OK;

	for (lu_cmds c = all; *c && !rc; c++)
		if (*c != first) rc = each_of(&x, *c, e);
	lu_arena_free(&x.a);
	return rc;
}

/* ---- the sample ---- */

static void comment(FILE *f, const char *s)
{
	size_t col = (size_t)fprintf(f, "#");

	for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
		size_t n = strcspn(s, " ");

		if (col > 1 && col + 1 + n >= WIDTH) col = (size_t)fprintf(f, "\n#") - 1;
		col += (size_t)fprintf(f, " %.*s", (int)n, s);
		s += n;
	}
	putc('\n', f);
}

/* `command` is that of an option whose name another one has, or NULL. */
static lu_code sample_option(const lu_opt *o, const char *command, FILE *f, lu_err *e)
{
	lu_buf b = LU_BUF, v = LU_BUF;
	lu_code rc = LU_OK;

	lu_buf_addf(&b, "%s", o->help);
	if (o->kind == LU_KIND_CHOICE) lu__opt_choices(o, &v);
	else lu__opt_range(o, &v);
	if (v.len) lu_buf_addf(&b, " (%s)", v.s);
	if (!lu_opt_in_tree_file(o)) lu_buf_adds(&b, "; not in .lucus/config");
	b.oom |= v.oom;
	lu_buf_reset(&v);
	lu_opt_value(o, &v);
	if (b.oom || v.oom) {
		rc = lu_nomem(e);
	} else {
		comment(f, b.s);
		fprintf(f, "#%s%s%s =%s%s\n", command ? command : "", command ? "." : "", o->name, v.len ? " " : "",
			v.s);
	}
	lu_buf_free(&b);
	lu_buf_free(&v);
	return rc;
}

typedef struct sample {
	FILE *f;
	lu_strs names; /* that are printed */
	lu_arena a;
	const char *printed; /* heading */
} sample;

static lu_code sample_one(void *ctx, const lu_config_entry *x, lu_err *e)
{
	sample *s = ctx;
	bool again = has(&s->names, x->opt->name);

	if (!again && !add(&s->a, &s->names, x->opt->name)) return lu_nomem(e);
	if (strcmp(x->heading, s->printed) != 0) fprintf(s->f, "\n# ---- %s ----\n", x->heading);
	s->printed = x->heading;
	putc('\n', s->f);
	return sample_option(x->opt, again ? x->cmd->name : NULL, s->f, e);
}

lu_code lu_config_sample(lu_cmds all, FILE *f, lu_err *e)
{
	sample x = { .f = f, .printed = "" };
	lu_code rc;

	fputs("# Options of lucus, in a file. Copy this to ~/.config/lucus/config, or to .lucus/config beside a store, "
	      "and\n"
	      "# remove the '#' before what you change. An option and the environment are stronger. Comments stand on "
	      "lines\n"
	      "# of their own; COMMAND.NAME is the option of one command alone. 'lucus status --config' shows what "
	      "counts,\n"
	      "# and where it comes from; lucus(1) says more.\n",
	      f);
	rc = lu_config_each(all, NULL, NULL, sample_one, &x, e);
	lu_arena_free(&x.a);
	return rc;
}
