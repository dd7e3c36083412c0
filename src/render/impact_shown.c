/* SPDX-License-Identifier: MIT
 * What a diff touches and affects: as records, for people, as places. */
#include "render/table.h"

/* ---- records ---- */

static lu_code write_head(lu_sink *o, lu_jw *w, const lu_impact *x, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "impact");
	lu_jw_int(w, "touched", (int64_t)x->all_touched);
	lu_jw_int(w, "affected", (int64_t)x->all_affected);
	lu_jw_int(w, "tests", (int64_t)x->tests);
	lu_jw_int(w, "shown", (int64_t)(x->n_touched + x->n_affected));
	lu_jw_int(w, "depth", x->depth);
	lu_jw_open(w, "grades", '{');
	for (int g = 0; g < LU_GRADES; g++) lu_jw_int(w, lu_grade_name((lu_grade)g), (int64_t)x->grades[g]);
	lu_jw_close(w, '}');
	lu_jw_open(w, "files", '[');
	for (size_t i = 0; i < x->n_file; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "file_path", x->file[i].path);
		lu_jw_strz(w, "side", lu_side_name(x->file[i].side));
		lu_jw_int(w, "touched", (int64_t)x->file[i].touched);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

static lu_code write_touched(lu_sink *o, lu_jw *w, const lu_touched *t, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "touched");
	lu__write_element(w, &t->el);
	lu_jw_int(w, "lines", (int64_t)t->lines);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

static lu_code write_affected(lu_sink *o, lu_jw *w, const lu_affected *t, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "affected");
	lu__write_element(w, &t->el);
	lu_jw_int(w, "depth", t->depth);
	lu_jw_strz(w, "weakest", lu_grade_name(t->weakest));
	lu_jw_bool(w, "test", t->test);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

lu_code lu__impact_json(lu_sink *o, const lu_impact *x, lu_err *e)
{
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	rc = write_head(o, &w, x, e);
	for (size_t i = 0; i < x->n_touched && !rc; i++) rc = write_touched(o, &w, &x->touched[i], e);
	for (size_t i = 0; i < x->n_affected && !rc; i++) rc = write_affected(o, &w, &x->affected[i], e);
	lu_jw_free(&w);
	return rc;
}

/* ---- for people ---- */

static void print_title(lu_sink *o, const char *what, size_t n, size_t shown)
{
	if (o->format == LU_FORMAT_MD) lu_sink_adds(o, "\n## ");
	lu_sink_textf(o, LU_COLOR_PLAIN, "%s: %zu element%s", what, n, lu_plural(n));
	if (shown < n) lu_sink_textf(o, LU_COLOR_DIM, ", %zu shown (--limit)", shown);
	lu_sink_adds(o, o->format == LU_FORMAT_MD ? "\n\n" : "\n");
}

static void print_element(lu_sink *o, const lu_brief *b)
{
	bool md = o->format == LU_FORMAT_MD;

	lu_sink_adds(o, md ? "- " : "  ");
	lu_sink_name(o, LU_COLOR_BOLD, b->name);
	lu_sink_adds(o, "  ");
	lu_sink_text(o, LU_COLOR_DIM, b->type);
	lu_sink_adds(o, "  ");
	if (md) lu_sink_path_md(o, b->path, b->start_line, 0);
	else lu_sink_path(o, b->path, b->start_line);
}

/* Files of which no element can be known, and why. */
static void print_unknown(lu_sink *o, const lu_impact *x)
{
	static const char *const why[LU_SIDES] = {
		[LU_SIDE_UNLIKE] = "is not as the diff says, before or after it: places may be wrong",
		[LU_SIDE_BINARY] = "has no lines in the diff",
		[LU_SIDE_ABSENT] = "is not in the store",
		[LU_SIDE_OUTSIDE] = "is not below the root",
	};

	for (size_t i = 0; i < x->n_file; i++) {
		if (!why[x->file[i].side]) continue;
		lu_sink_adds(o, o->format == LU_FORMAT_MD ? "- " : "");
		lu_sink_path(o, x->file[i].path, 0);
		lu_sink_textf(o, LU_COLOR_DIM, "  %s\n", why[x->file[i].side]);
	}
}

lu_code lu__impact_text(lu_sink *o, const lu_impact *x, lu_err *e)
{
	(void)e;
	print_title(o, "touched", x->all_touched, x->n_touched);
	for (size_t i = 0; i < x->n_touched; i++) {
		print_element(o, &x->touched[i].el);
		lu_sink_textf(o, LU_COLOR_DIM, "  %zu line%s\n", x->touched[i].lines, lu_plural(x->touched[i].lines));
	}
	print_title(o, "affected", x->all_affected, x->n_affected);
	for (size_t i = 0; i < x->n_affected; i++) {
		const lu_affected *v = &x->affected[i];

		print_element(o, &v->el);
		lu_sink_adds(o, "  ");
		lu_sink_textf(o, lu__grade_color(v->weakest), "%s", lu_grade_name(v->weakest));
		lu_sink_textf(o, LU_COLOR_DIM, "  depth %u%s\n", v->depth, v->test ? "  test" : "");
	}
	if (o->format == LU_FORMAT_MD) lu_sink_adds(o, "\n");
	lu_sink_textf(o, LU_COLOR_PLAIN, "%zu test%s; ", x->tests, lu_plural(x->tests));
	for (int g = 0; g < LU_GRADES; g++)
		lu_sink_textf(o, LU_COLOR_PLAIN, "%s%zu %s", g ? ", " : "", x->grades[g], lu_grade_name((lu_grade)g));
	lu_sink_adds(o, "\n");
	print_unknown(o, x);
	return LU_OK;
}

lu_code lu__impact_places(lu_sink *o, const lu_impact *x, lu_err *e)
{
	(void)e;
	for (size_t i = 0; i < x->n_touched; i++)
		lu_sink_place(o, x->touched[i].el.path, x->touched[i].el.start_line, x->touched[i].el.name,
			      lu_strz("touched"));
	for (size_t i = 0; i < x->n_affected; i++)
		lu_sink_place(o, x->affected[i].el.path, x->affected[i].el.start_line, x->affected[i].el.name,
			      lu_strz(x->affected[i].test ? "test" : "affected"));
	return LU_OK;
}
