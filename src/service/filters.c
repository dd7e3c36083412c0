/* SPDX-License-Identifier: MIT
 * Filters as requests say them: paths from the root on, and names that may be shorter than those of the store. */
#include <string.h>

#include "cli/near.h"
#include "service/service.h"

/* ---- paths ---- */

static lu_code add(lu_str glob, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_str *v = lu_arena_grow(a, out->v, out->n, sizeof *v);

	if (!v) return lu_nomem(e);
	out->v = v;
	v[out->n] = lu_arena_dup(a, glob);
	return v[out->n++].s ? LU_OK : lu_nomem(e);
}

/* Its parts, without those that say nothing. */
static lu_code plain(lu_str spec, lu_buf *out, lu_err *e)
{
	lu_str rest = lu_str_starts(spec, ":/") ? lu_strn(spec.s + 2, spec.n - 2) : spec;

	if (!lu_str_starts(spec, ":/") && lu_str_starts(spec, "/"))
		return lu_fail(e, LU_EUSAGE, "filter 'path': '%.*s' does not begin at the root of the tree",
			       LU_FMT(spec));
	while (rest.n) {
		lu_str part = lu_str_take(&rest, '/');

		if (!part.n || lu_str_eqz(part, ".")) continue;
		if (lu_str_eqz(part, ".."))
			return lu_fail(e, LU_EUSAGE, "filter 'path': '%.*s' leads out of the tree", LU_FMT(spec));
		lu_buf_addf(out, "%s%.*s", out->len ? "/" : "", LU_FMT(part));
	}
	if (!out->len) lu_buf_adds(out, "*");
	return out->oom ? lu_nomem(e) : LU_OK;
}

/* The same as a name: "[id].ts" is one, too. */
static void escape(lu_str glob, lu_buf *out)
{
	for (size_t i = 0; i < glob.n; i++) {
		if (strchr("*?[\\", glob.s[i])) lu_buf_addc(out, '\\');
		lu_buf_addc(out, glob.s[i]);
	}
}

static lu_code add_path(lu_str spec, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_buf glob = LU_BUF, name = LU_BUF;
	lu_code rc = plain(spec, &glob, e);

	if (!rc) rc = add(lu_buf_str(&glob), a, out, e);
	if (!rc && strpbrk(glob.s, "*?[\\") && strcmp(glob.s, "*") != 0) {
		escape(lu_buf_str(&glob), &name);
		rc = name.oom ? lu_nomem(e) : add(lu_buf_str(&name), a, out, e);
	}
	lu_buf_free(&name);
	lu_buf_free(&glob);
	return rc;
}

/* ---- names ---- */

static lu_code find_names(lu_store *s, lu_strs *names, lu_label w, const char *filter, lu_arena *a, lu_err *e)
{
	lu_strs given = *names, have = { NULL, 0 }, out = { NULL, 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0; !rc && i < given.n; i++) {
		lu_str word = given.v[i];
		bool known = false;
		size_t at = 0;

		rc = lu_store_has_label(s, w, word, &known, e);
		if (!rc && !known && !have.v) rc = lu_store_labels(s, w, a, &have, e);
		if (!rc && !known && (rc = lu_name_pick(&have, word, &at, e)) == LU_EUSAGE)
			lu_wrap(e, rc, "filter '%s'", filter);
		if (!rc) rc = add(known ? word : have.v[at], a, &out, e);
	}
	if (!rc) *names = out;
	return rc;
}

lu_code lu_base_filters(const lu_base *b, const lu_request *r, lu_query_options *o, lu_arena *a, lu_err *e)
{
	lu_strs given = o->paths;
	lu_store *s = NULL;
	lu_code rc = LU_OK;

	o->paths = (lu_strs){ NULL, 0 };
	for (size_t i = 0; !rc && i < given.n; i++) rc = add_path(given.v[i], a, &o->paths, e);
	if (rc || (!o->languages.n && !o->types.n)) return rc;
	rc = lu_session_lend(b->session, r, &s, e);
	if (rc) return rc;
	rc = find_names(s, &o->languages, LU_LABEL_LANGUAGE, "language", a, e);
	if (!rc) rc = find_names(s, &o->types, LU_LABEL_TYPE, "type", a, e);
	lu_session_return(b->session, s);
	return rc;
}
