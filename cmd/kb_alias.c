/* SPDX-License-Identifier: MIT
 * lucus kb alias, lucus kb unalias: names that people give to elements. */
#include "kb.h"

#include <string.h>

#include "base.h"
#include "cli/out.h"

static double confidence = .9;

lu_opt cmd_opts_alias[] = { LU_OPT_REAL(0, "confidence", &confidence, "X", 0, 1,
					"with alias, be as sure as X, from 0 to 1, that the element is what is meant"),
			    LU_OPT_END };

/* ---- list ---- */

static lu_code show(lu_store *s, const lu_synonym *x, lu_arena *a, lu_jw *w, lu_err *e)
{
	lu_brief el = { 0 };
	lu_code rc = lu_store_synonym_target(s, x, a, &el, e);
	bool there = !rc;

	if (rc && rc != LU_ENOENT) return rc;
	if (!lu_out_is_json()) {
		lu_out_name(stdout, LU_COLOR_BOLD, x->name);
		lu_out_textf(stdout, LU_COLOR_PLAIN, " = %.*s  ", LU_FMT(there ? el.name : x->element));
		if (there) lu_out_path(stdout, el.path, el.start_line);
		else lu_out_text(stdout, LU_COLOR_YELLOW, lu_strz("gone"));
		lu_out_textf(stdout, LU_COLOR_DIM, "  %g\n", x->confidence);
		return LU_OK;
	}
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "alias");
	lu_jw_strz(w, "tenant", lu_common.tenant);
	lu_jw_strz(w, "kb", lu_common.kb);
	lu_jw_str(w, "name", x->name);
	lu_jw_str(w, "element", there ? el.name : x->element);
	lu_jw_str(w, "id", there ? lu_strz(el.uuid) : x->uuid);
	if (there) lu_jw_str(w, "file_path", el.path);
	else lu_jw_null(w, "file_path");
	lu_jw_real(w, "confidence", x->confidence, 6);
	lu_jw_bool(w, "found", there);
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}

lu_code cmd_kb_aliases(lu_err *e)
{
	lu_arena a = { 0 };
	lu_store *s = NULL;
	lu_synonym *v = NULL;
	size_t n = 0;
	lu_jw w;
	lu_code rc = cmd_base_read(&s, e);

	lu_jw_init(&w);
	if (!rc) rc = lu_store_synonyms(s, &a, &v, &n, e);
	for (size_t i = 0; i < n && !rc; i++) rc = show(s, &v[i], &a, &w, e);
	lu_store_close(s);
	lu_jw_free(&w);
	lu_arena_free(&a);
	return rc;
}

/* ---- changes ---- */

lu_code cmd_kb_alias_check(int argc, char **argv, lu_err *e)
{
	for (int i = 0; i < argc; i++) {
		const char *eq = strchr(argv[i], '=');

		if (!eq || !lu_str_trim(lu_strn(argv[i], (size_t)(eq - argv[i]))).n || !eq[1])
			return lu_fail(e, LU_EUSAGE, "expected NAME=ELEMENT, found '%s'", argv[i]);
	}
	return LU_OK;
}

static lu_code several(lu_str name, const lu_brief *v, size_t n, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_code rc;

	for (size_t i = 0; i < n && i < LU_NEAR; i++)
		lu_buf_addf(&b, "%s%s (%.*s, %.*s:%u)", i ? ", " : "", v[i].uuid, LU_FMT(v[i].name), LU_FMT(v[i].path),
			    v[i].start_line);
	rc = lu_fail(e, LU_EUSAGE, "%zu elements are called '%.*s': give the id of one: %s", n, LU_FMT(name), b.s);
	lu_buf_free(&b);
	return rc;
}

static lu_code none(lu_store *s, lu_str name, lu_arena *a, lu_err *e)
{
	lu_strs near = { 0 };
	lu_code rc = lu_store_near(s, name, a, &near, e);

	if (rc) return rc;
	if (near.n) return lu_fail(e, LU_ENOENT, "no element '%.*s'; there is %.*s", LU_FMT(name), LU_FMT(near.v[0]));
	return lu_fail(e, LU_ENOENT, "no element '%.*s'", LU_FMT(name));
}

lu_code cmd_kb_alias(lu_store *s, const char *operand, lu_err *e)
{
	const char *eq = strchr(operand, '=');
	lu_str name = lu_str_trim(lu_strn(operand, (size_t)(eq - operand))), element = lu_strz(eq + 1);
	lu_arena a = { 0 };
	lu_brief *v = NULL;
	size_t n = 0;
	lu_code rc = lu_store_named(s, element, &a, &v, &n, e);

	if (!rc && !n) rc = none(s, element, &a, e);
	else if (!rc && n > 1) rc = several(element, v, n, e);
	if (!rc) rc = lu_store_synonym_put(s, &(lu_synonym){ name, lu_strz(v->uuid), v->name, confidence }, e);
	lu_arena_free(&a);
	return rc;
}

lu_code cmd_kb_unalias(lu_store *s, const char *name, lu_err *e)
{
	int64_t n = 0;
	lu_code rc = lu_store_synonym_remove(s, lu_str_trim(lu_strz(name)), &n, e);

	return !rc && !n ? lu_fail(e, LU_ENOENT, "no alias '%s'", name) : rc;
}
