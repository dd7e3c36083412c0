/* SPDX-License-Identifier: MIT
 * lucus graph communities, lucus graph concepts. */
#include "graph.h"

#include <stdio.h>

#include "base.h"
#include "behind.h"
#include "cli/out.h"
#include "render/render.h"

static void warn_of_age(const char *what, bool made, bool current)
{
	if (made && !current)
		lu_out_warn("%s are of before the last change of the store: run 'lucus sync' or 'lucus index'", what);
}

static lu_code show_themes(const lu_themes *t, bool first, bool dot, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);

	if (t->named && t->matches > 1 && !first)
		lu_out_warn("%zu elements have the name: the communities of %.*s at %.*s:%u are shown", t->matches,
			    LU_FMT(t->el.name), LU_FMT(t->el.path), t->el.start_line);
	warn_of_age("communities", t->made, t->current);
	if (dot) o.format = LU_FORMAT_DOT;
	return lu_render_themes(&o, t, e);
}

lu_code cmd_graph_themes(const char *name, const lu_themes_options *o, bool dot, lu_err *e)
{
	lu_themes_options with = *o;
	lu_session *s = NULL;
	lu_freshness fresh;
	lu_themes t;
	lu_arena a = { 0 };
	lu_code rc = cmd_base_session(&s, e);

	if (!rc && name) rc = cmd_base_name(name, &a, &with.name, e);
	if (!rc) rc = lu_session_themes(s, NULL, &with, &a, &t, &fresh, e);
	if (!rc) rc = show_themes(&t, o->first, dot, e);
	if (!rc) cmd_warn_of_tree(fresh.root, fresh.state, -1, fresh.changed + fresh.gone);
	lu_arena_free(&a);
	lu_session_close(s);
	return rc;
}

lu_code cmd_graph_concepts(const lu_concepts_options *o, bool dot, lu_err *e)
{
	lu_sink sink = lu_out_sink(stdout);
	lu_session *s = NULL;
	lu_freshness fresh;
	lu_concepts_shown x;
	lu_arena a = { 0 };
	lu_code rc = cmd_base_session(&s, e);

	if (!rc) rc = lu_session_concepts(s, NULL, o, &a, &x, &fresh, e);
	if (!rc) warn_of_age("concepts", x.made, x.current);
	if (dot) sink.format = LU_FORMAT_DOT;
	if (!rc) rc = lu_render_concepts(&sink, &x, e);
	if (!rc) cmd_warn_of_tree(fresh.root, fresh.state, -1, fresh.changed + fresh.gone);
	lu_arena_free(&a);
	lu_session_close(s);
	return rc;
}
