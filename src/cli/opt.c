/* SPDX-License-Identifier: MIT
 * Option tables: setting a value from any origin, parsing of the command line. */
#include "cli/opt.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "cli/near.h"
#include "cli/text.h"

/* ---- values ---- */

/* A value on its way into an option. */
typedef struct giving {
	lu_opt *o;
	const char *where; /* "option '-k'": begins the messages */
	const char *value; /* NULL: a flag without one */
	lu_origin origin;
	bool dry; /* check only */
	lu_err *e;
} giving;

static lu_code give_flag(const giving *g)
{
	static const char *const name[] = { "false", "no", "off", "0", "true", "yes", "on", "1" };
	size_t i = 0;

	if (!g->value) {
		*g->o->to.flag = true;
		return LU_OK;
	}
	while (i < 8 && strcmp(name[i], g->value)) i++;
	if (i == 8) return lu_fail(g->e, LU_EUSAGE, "%s: '%s' is neither true nor false", g->where, g->value);
	if (!g->dry) *g->o->to.flag = i >= 4;
	return LU_OK;
}

static lu_code out_of_range(const giving *g)
{
	lu_buf b = LU_BUF;
	lu_code rc = LU_EUSAGE;

	lu__opt_range(g->o, &b);
	if (b.oom) rc = lu_nomem(g->e);
	else lu_fail(g->e, LU_EUSAGE, "%s: %s is out of range %s", g->where, g->value, b.s);
	lu_buf_free(&b);
	return rc;
}

static lu_code give_int(const giving *g)
{
	char *end;
	long long v;

	errno = 0;
	v = strtoll(g->value, &end, 10);
	if (end == g->value || *end || strchr(" \t\n\v\f\r", g->value[0]))
		return lu_fail(g->e, LU_EUSAGE, "%s: '%s' is not an integer", g->where, g->value);
	if (errno || v < g->o->min || v > g->o->max) return out_of_range(g);
	if (!g->dry) *g->o->to.num = v;
	return LU_OK;
}

static lu_code give_real(const giving *g)
{
	char *end;
	double v = strtod(g->value, &end);

	/* of what strtod takes, hexadecimal, "nan" and "infinity" are slips here */
	if (end == g->value || *end || g->value[strspn(g->value, "+-.0123456789eE")])
		return lu_fail(g->e, LU_EUSAGE, "%s: '%s' is not a number", g->where, g->value);
	if (!isfinite(v) || v < g->o->rmin || v > g->o->rmax) return out_of_range(g);
	if (!g->dry) *g->o->to.real = v;
	return LU_OK;
}

static lu_code give_choice(const giving *g)
{
	lu_nearest near = lu_nearest_to(g->value, strlen(g->value));
	lu_buf b = LU_BUF;
	lu_code rc = LU_EUSAGE;

	for (int i = 0; g->o->choices[i]; i++) {
		if (!strcmp(g->o->choices[i], g->value)) {
			if (!g->dry) *g->o->to.choice = i;
			return LU_OK;
		}
		lu_nearest_try(&near, g->o->choices[i]);
	}
	lu__opt_choices(g->o, &b);
	if (b.oom) rc = lu_nomem(g->e);
	else if (near.best)
		lu_fail(g->e, rc, "%s: '%s' is not one of %s (did you mean '%s'?)", g->where, g->value, b.s, near.best);
	else lu_fail(g->e, rc, "%s: '%s' is not one of %s", g->where, g->value, b.s);
	lu_buf_free(&b);
	return rc;
}

static lu_arena *memory_of(const giving *g)
{
	return g->origin == LU_FROM_SETTING ? &g->o->lent : &g->o->own;
}

static lu_code give_str(const giving *g)
{
	const char *v = g->value;
	lu_code rc = g->o->check && *v ? g->o->check(v, g->e) : LU_OK;

	if (rc) return lu_wrap(g->e, rc, "%s", g->where);
	if (g->dry) return LU_OK;
	if (g->origin < LU_FROM_ENV && !(v = lu_arena_dup(memory_of(g), lu_strz(v)).s)) return lu_nomem(g->e);
	*g->o->to.str = v;
	return LU_OK;
}

static lu_code append(const giving *g, lu_strs *list, lu_str item)
{
	lu_str *v = lu_arena_grow(memory_of(g), list->v, list->n, sizeof *v);

	if (!v) return lu_nomem(g->e);
	list->v = v;
	list->v[list->n++] = item;
	return LU_OK;
}

static lu_code give_list(const giving *g)
{
	/* the first occurrence replaces what a weaker origin gave */
	lu_strs list = g->o->origin == LU_FROM_OPTION ? *g->o->to.list : (lu_strs){ 0 };
	lu_str rest = lu_strz(g->value);
	lu_code rc = LU_OK;

	if (g->dry) return LU_OK;
	if (g->origin == LU_FROM_OPTION) {
		rc = append(g, &list, rest);
	} else {
		rest = lu_arena_dup(memory_of(g), rest);
		if (!rest.s) return lu_nomem(g->e);
		while (!rc && rest.n) {
			const char *comma = memchr(rest.s, ',', rest.n);
			size_t n = comma ? (size_t)(comma - rest.s) : rest.n;

			lu_str item = lu_str_trim(lu_strn(rest.s, n));

			if (item.n) rc = append(g, &list, item);
			rest = lu_strn(rest.s + n + (comma != NULL), rest.n - n - (comma != NULL));
		}
	}
	if (!rc) *g->o->to.list = list;
	return rc;
}

static lu_code give(const giving *g)
{
	lu_code rc = LU_OK;

	switch (g->o->kind) {
	case LU_KIND_FLAG: rc = give_flag(g); break;
	case LU_KIND_STR: rc = give_str(g); break;
	case LU_KIND_INT: rc = give_int(g); break;
	case LU_KIND_REAL: rc = give_real(g); break;
	case LU_KIND_CHOICE: rc = give_choice(g); break;
	case LU_KIND_LIST: rc = give_list(g); break;
	case LU_KIND_GROUP:
	case LU_KIND_END: break;
	}
	if (!rc && !g->dry) g->o->origin = g->origin;
	return rc;
}

/* ---- the command line ---- */

typedef struct scan {
	lu_opt *table;
	char **argv;
	int n, i; /* arguments; the next one to look at */
	int kept; /* operands so far */
	bool dry; /* look for --help only: nothing is set or moved */
	lu_help help;
	lu_err *e;
} scan;

static lu_code take(scan *s, lu_opt *o, const char *spelled, size_t len, const char *value)
{
	char where[64];
	giving g = { o, where, value, LU_FROM_OPTION, false, s->e };

	if (s->dry) return LU_OK;
	snprintf(where, sizeof where, "option '%.*s'", (int)len, spelled);
	return give(&g);
}

static lu_code unknown_long(const scan *s, const char *name, size_t len)
{
	lu_nearest near = lu_nearest_to(name, len);
	const char *habit = lu__habit(s->table, name, len);
	lu_opt_iter it = lu_opt_begin(s->table);
	lu_opt *o;

	if (habit)
		return lu_fail(s->e, LU_EUSAGE, "unknown option '--%.*s' (did you mean '%s'?)", (int)len, name, habit);
	while ((o = lu_opt_next(&it))) lu_nearest_try(&near, o->name);
	lu_nearest_try(&near, "help");
	if (near.best)
		return lu_fail(s->e, LU_EUSAGE, "unknown option '--%.*s' (did you mean '--%s'?)", (int)len, name,
			       near.best);
	return lu_fail(s->e, LU_EUSAGE, "unknown option '--%.*s'", (int)len, name);
}

/* `arg` is "--name" or "--name=value". */
static lu_code scan_long(scan *s, const char *arg)
{
	const char *name = arg + 2, *value;
	size_t len = strcspn(name, "=");
	lu_opt_iter it = lu_opt_begin(s->table);
	lu_opt *o;
	bool is_help = len == 4 && !memcmp(name, "help", 4);

	value = name[len] ? name + len + 1 : NULL;
	while (!is_help && (o = lu_opt_next(&it)))
		if (strlen(o->name) == len && !memcmp(o->name, name, len)) break;
	if (is_help || (o && o->kind == LU_KIND_FLAG)) {
		if (value) return lu_fail(s->e, LU_EUSAGE, "option '--%.*s' takes no value", (int)len, name);
		if (!is_help) return take(s, o, arg, len + 2, NULL);
		s->help = LU_HELP_ALL;
		return LU_OK;
	}
	if (!o) return unknown_long(s, name, len);
	if (!value && s->i == s->n)
		return lu_fail(s->e, LU_EUSAGE, "option '--%s' needs a value %s", o->name, o->metavar);
	if (!value) value = s->argv[s->i++];
	return take(s, o, arg, len + 2, value);
}

static lu_code unknown_short(const scan *s, const char *spelled)
{
	const char *habit = lu__habit(s->table, spelled + 1, 1);

	if (habit) return lu_fail(s->e, LU_EUSAGE, "unknown option '%s' (did you mean '%s'?)", spelled, habit);
	return lu_fail(s->e, LU_EUSAGE, "unknown option '%s'", spelled);
}

/* `arg` is "-vk10": flags, and at the end perhaps an option with a value. */
static lu_code scan_short(scan *s, const char *arg)
{
	lu_code rc = LU_OK;

	for (const char *p = arg + 1; *p && !rc; p++) {
		char spelled[3] = { '-', *p, '\0' };
		lu_opt_iter it = lu_opt_begin(s->table);
		const char *value = p + 1;
		lu_opt *o;

		if (*p == 'h') {
			if (!s->help) s->help = LU_HELP_SCREEN;
			continue;
		}
		while ((o = lu_opt_next(&it)) && o->letter != *p)
			;
		/* one byte of a longer UTF-8 sequence alone would not be text */
		if (!o && ((unsigned char)*p & 0x80)) return lu_fail(s->e, LU_EUSAGE, "unknown option '-%s'", p);
		if (!o) return unknown_short(s, spelled);
		if (o->kind == LU_KIND_FLAG) {
			rc = take(s, o, spelled, 2, NULL);
			continue;
		}
		if (!*value && s->i == s->n)
			return lu_fail(s->e, LU_EUSAGE, "option '%s' needs a value %s", spelled, o->metavar);
		if (!*value) value = s->argv[s->i++];
		return take(s, o, spelled, 2, value);
	}
	return rc;
}

static lu_code scan_all(scan *s)
{
	lu_code rc = LU_OK;
	bool only_operands = false;

	while (!rc && s->i < s->n) {
		char *arg = s->argv[s->i++];

		if (only_operands || arg[0] != '-' || !arg[1]) {
			if (!s->dry) s->argv[s->kept++] = arg;
		} else if (!strcmp(arg, "--")) {
			only_operands = true;
		} else {
			rc = arg[1] == '-' ? scan_long(s, arg) : scan_short(s, arg);
		}
	}
	return rc;
}

static lu_code apply_environment(lu_opt *table, lu_err *e)
{
	lu_opt_iter it = lu_opt_begin(table);
	lu_code rc = LU_OK;
	lu_opt *o;

	while (!rc && (o = lu_opt_next(&it))) {
		const char *value = o->env && o->origin < LU_FROM_ENV ? getenv(o->env) : NULL;
		char where[64];
		giving g = { o, where, value, LU_FROM_ENV, false, e };

		if (!value || !*value) continue;
		snprintf(where, sizeof where, "environment %s", o->env);
		rc = give(&g);
	}
	return rc;
}

lu_code lu_opt_parse(lu_opt *table, int *argc, char **argv, lu_help *help, lu_err *e)
{
	scan dry = { .table = table, .argv = argv, .n = *argc, .dry = true };
	scan s = { .table = table, .argv = argv, .n = *argc, .e = e };
	lu_code rc;

	/* Help shows the defaults, so it must be found before a value is set. An error ends the
	 * search: the second pass finds it again and reports it. */
	rc = scan_all(&dry);
	*help = rc ? LU_HELP_NONE : dry.help;
	if (*help) return LU_OK;
	rc = scan_all(&s);
	if (!rc) rc = apply_environment(table, e);
	if (rc) return rc;
	argv[s.kept] = NULL;
	*argc = s.kept;
	return LU_OK;
}

/* ---- settings of the knowledge base ---- */

static lu_code from_setting(lu_opt *o, const char *value, bool dry, lu_err *e)
{
	char where[64];
	giving g = { o, where, value, LU_FROM_SETTING, dry, e };

	snprintf(where, sizeof where, "setting '%s'", o->setting);
	return give(&g);
}

lu_code lu_opt_apply_setting(lu_opt *table, const char *key, const char *value, lu_err *e)
{
	lu_opt_iter it = lu_opt_begin(table);
	lu_code rc = LU_OK;
	lu_opt *o;

	while (!rc && (o = lu_opt_next(&it)))
		if (o->setting && !strcmp(o->setting, key) && o->origin <= LU_FROM_SETTING)
			rc = from_setting(o, value, false, e);
	return rc;
}

lu_code lu_opt_check_setting(lu_opt *table, const char *key, const char *value, lu_err *e)
{
	lu_nearest near = lu_nearest_to(key, strlen(key));
	lu_opt_iter it = lu_opt_begin(table);
	lu_opt *o;

	while ((o = lu_opt_next(&it))) {
		if (!o->setting) continue;
		if (!strcmp(o->setting, key)) return from_setting(o, value, true, e);
		lu_nearest_try(&near, o->setting);
	}
	if (near.best) return lu_fail(e, LU_EUSAGE, "unknown setting '%s' (did you mean '%s'?)", key, near.best);
	return lu_fail(e, LU_EUSAGE, "unknown setting '%s'", key);
}

/* ---- configuration files ---- */

bool lu_opt_in_file(const lu_opt *o)
{
	return o->env || o->setting;
}

bool lu_opt_in_tree_file(const lu_opt *o)
{
	static const char *const outside[] = { "URL", "COMMAND" };

	if (!o->setting || o->guarded || lu__opt_is_file(o)) return false;
	for (size_t i = 0; o->metavar && i < sizeof outside / sizeof *outside; i++)
		if (!strcmp(o->metavar, outside[i])) return false;
	return true;
}

lu_code lu_opt_apply_file(lu_opt *o, const char *value, lu_origin origin, const char *place, bool dry, lu_err *e)
{
	giving g = { o, NULL, value, origin, dry || o->origin > origin, e };
	lu_buf where = LU_BUF;
	lu_code rc = LU_OK;

	if (!*value) return LU_OK;
	lu_buf_addf(&where, "%s: '%s'", place, o->name);
	g.where = where.s;
	if (where.oom) rc = lu_nomem(e);
	if (!rc && !g.dry && !(o->place = lu_arena_dup(&o->own, lu_strz(place)).s)) rc = lu_nomem(e);
	if (!rc) rc = give(&g);
	lu_buf_free(&where);
	return rc;
}

void lu_opt_free(lu_opt *table)
{
	lu_opt_iter it = lu_opt_begin(table);
	lu_opt *o;

	while ((o = lu_opt_next(&it))) {
		lu_arena_free(&o->own);
		lu_arena_free(&o->lent);
	}
}
