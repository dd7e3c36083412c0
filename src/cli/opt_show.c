/* SPDX-License-Identifier: MIT
 * Options as text, and the check of a table. */
#include <math.h>

#include "cli/text.h"
#include "core/ascii.h"

void lu_opt_value(const lu_opt *o, lu_buf *out)
{
	switch (o->kind) {
	case LU_KIND_FLAG: lu_buf_adds(out, *o->to.flag ? "true" : "false"); break;
	case LU_KIND_STR: lu_buf_adds(out, *o->to.str ? *o->to.str : ""); break;
	case LU_KIND_INT: lu_buf_addf(out, "%lld", (long long)*o->to.num); break;
	case LU_KIND_REAL: lu_buf_addf(out, "%.15g", *o->to.real); break;
	case LU_KIND_CHOICE:
		if (*o->to.choice >= 0) lu_buf_adds(out, o->choices[*o->to.choice]);
		break;
	case LU_KIND_LIST:
		for (size_t i = 0; i < o->to.list->n; i++) {
			if (i) lu_buf_addc(out, ',');
			lu_buf_addstr(out, o->to.list->v[i]);
		}
		break;
	case LU_KIND_GROUP:
	case LU_KIND_END: break;
	}
}

void lu_opt_origin(const lu_opt *o, lu_buf *out)
{
	switch (o->origin) {
	case LU_FROM_DEFAULT: lu_buf_adds(out, "default"); break;
	case LU_FROM_SETTING: lu_buf_adds(out, "knowledge base"); break;
	case LU_FROM_USER_FILE:
	case LU_FROM_TREE_FILE: lu_buf_adds(out, o->place); break;
	case LU_FROM_ENV: lu_buf_addf(out, "environment %s", o->env); break;
	case LU_FROM_OPTION: lu_buf_adds(out, "option"); break;
	}
}

bool lu_opt_is_own(lu_origin origin)
{
	return origin == LU_FROM_USER_FILE || origin >= LU_FROM_ENV;
}

static void range(lu_buf *out, bool low, double lo, bool high, double hi)
{
	if (low && high) lu_buf_addf(out, "%.15g..%.15g", lo, hi);
	else if (low) lu_buf_addf(out, "%.15g or more", lo);
	else if (high) lu_buf_addf(out, "%.15g or less", hi);
}

void lu__opt_range(const lu_opt *o, lu_buf *out)
{
	if (o->kind == LU_KIND_INT && o->min != INT64_MIN && o->max != INT64_MAX)
		lu_buf_addf(out, "%lld..%lld", (long long)o->min, (long long)o->max);
	else if (o->kind == LU_KIND_INT)
		range(out, o->min != INT64_MIN, (double)o->min, o->max != INT64_MAX, (double)o->max);
	else if (o->kind == LU_KIND_REAL) range(out, isfinite(o->rmin), o->rmin, isfinite(o->rmax), o->rmax);
}

void lu__opt_choices(const lu_opt *o, lu_buf *out)
{
	for (int i = 0; o->choices[i]; i++) {
		if (i) lu_buf_adds(out, ", ");
		lu_buf_adds(out, o->choices[i]);
	}
}

bool lu__opt_is_file(const lu_opt *o)
{
	return o->metavar && (!strcmp(o->metavar, "FILE") || !strcmp(o->metavar, "PATH") || !strcmp(o->metavar, "DIR"));
}

/* ---- the check ---- */

static bool made_of(const char *s, const char *set)
{
	return s && *s && !s[strspn(s, set)];
}

#define LOWER "abcdefghijklmnopqrstuvwxyz0123456789"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* What is wrong with the value's description, or NULL. */
static const char *wrong_value(const lu_opt *o)
{
	int n = 0;

	if (!o->to.flag) return "it points to no variable"; /* any member: all are pointers */
	if (o->kind == LU_KIND_FLAG) return o->metavar ? "a flag has no metavar" : NULL;
	if (!made_of(o->metavar, UPPER "abcdefghijklmnopqrstuvwxyz_=@-")) return "its metavar";
	switch (o->kind) {
	case LU_KIND_INT:
		if (o->min > o->max) return "its range is empty";
		return *o->to.num < o->min || *o->to.num > o->max ? "its default is out of range" : NULL;
	case LU_KIND_REAL:
		if (!(o->rmin <= o->rmax)) return "its range is empty";
		return !(*o->to.real >= o->rmin && *o->to.real <= o->rmax) ? "its default is out of range" : NULL;
	case LU_KIND_CHOICE:
		while (o->choices && o->choices[n])
			if (!made_of(o->choices[n++], LOWER "_-.")) return "the name of a choice";
		if (!n) return "it has no choices";
		return *o->to.choice < -1 || *o->to.choice >= n ? "its default is out of range" : NULL;
	default: return NULL;
	}
}

static const char *wrong_names(const lu_opt *o)
{
	size_t n;

	if (!made_of(o->name, LOWER "-") || !lu_is_lower(o->name[0]) || strlen(o->name) < 2) return "its name";
	if (o->letter && !lu_is_alnum(o->letter)) return "its letter";
	if (o->letter == 'h' || !strcmp(o->name, "help")) return "-h and --help are taken";
	if (o->env && !made_of(o->env, UPPER "_")) return "the name of its environment variable";
	if (o->setting && !made_of(o->setting, LOWER "_")) return "its setting key";
	if (o->setting && !o->env) return "it is a setting without an environment variable";
	if (o->heading && !lu_is_upper(o->heading[0])) return "its heading";
	n = o->help ? strlen(o->help) : 0;
	if (!n) return "it has no help text";
	if (lu_is_upper(o->help[0])) return "its help text begins with a capital";
	if (o->help[n - 1] == '.') return "its help text ends with a full stop";
	if (strpbrk(o->help, "\n\t\r")) return "its help text has more than one line";
	return NULL;
}

/* Does one of the `n` entries before `o` have its name or letter? */
static const char *wrong_twice(lu_opt *table, const lu_opt *o, size_t n)
{
	lu_opt_iter it = lu_opt_begin(table);

	while (n--) {
		const lu_opt *b = lu_opt_next(&it);

		if (!strcmp(b->name, o->name)) return "its name is there twice";
		if (o->letter && b->letter == o->letter) return "its letter is there twice";
	}
	return NULL;
}

lu_code lu_opt_check(lu_opt *table, lu_err *e)
{
	lu_opt_iter it = lu_opt_begin(table);
	const lu_opt *o;

	for (size_t n = 0; (o = lu_opt_next(&it)); n++) {
		const char *wrong = wrong_names(o);

		if (!wrong) wrong = wrong_value(o);
		if (!wrong) wrong = wrong_twice(table, o, n);
		if (wrong) return lu_fail(e, LU_EFORMAT, "option table: '--%s': %s", o->name ? o->name : "", wrong);
	}
	if (it.deep) return lu_fail(e, LU_EFORMAT, "option table: groups nest deeper than %d", LU_OPT_DEPTH);
	return LU_OK;
}
