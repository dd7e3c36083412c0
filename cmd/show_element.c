/* SPDX-License-Identifier: MIT
 * lucus show: an element, as a record or for people. */
#include "show.h"

#include <stdio.h>

#include "cli/out.h"
#include "render/render.h"

void cmd_element_head(const lu_brief *el, lu_str heir, const lu_location *at)
{
	lu_out_path(stdout, el->path, at->start_line);
	lu_out_textf(stdout, LU_COLOR_DIM, "  %.*s  ", LU_FMT(el->type));
	lu_out_name(stdout, LU_COLOR_BOLD, el->name);
	if (heir.n) lu_out_textf(stdout, LU_COLOR_DIM, "  inherited by %.*s", LU_FMT(heir));
	putchar('\n');
}

void cmd_element_source(const lu_listing *x)
{
	lu_str text = x->text;
	uint32_t n = x->first, last = x->last;
	int width = snprintf(NULL, 0, "%u", last);

	for (; text.n && n <= last; n++) {
		lu_str line = lu_listing_line(&text);

		lu_out_textf(stdout, n >= x->from && n <= x->to ? LU_COLOR_GREEN : LU_COLOR_DIM, "%*u", width + 2, n);
		if (line.n) fputs("  ", stdout);
		lu_out_text(stdout, LU_COLOR_PLAIN, line);
		putchar('\n');
	}
}

lu_code cmd_element_record(lu_store *s, const lu_brief *el, lu_str heir, const lu_location *at, lu_arena *a, lu_err *e)
{
	lu_stored st;
	lu_jw w;
	lu_code rc = lu_store_element(s, el->id, a, &st, e);

	if (rc) return rc;
	lu_jw_init(&w);
	lu_element_record(&w, &st.el, heir, at->file != LU_FILE_SAME);
	rc = lu_jw_flush(&w, stdout, e);
	lu_jw_free(&w);
	return rc;
}

void cmd_element_line(const lu_brief *el)
{
	int width = snprintf(NULL, 0, "%u-%u", el->start_line, el->end_line);

	lu_out_textf(stdout, LU_COLOR_GREEN, "  %u-%u", el->start_line, el->end_line);
	printf("%*s", width < 12 ? 12 - width : 1, "");
	lu_out_textf(stdout, LU_COLOR_DIM, "%.*s  ", LU_FMT(el->type));
	lu_out_name(stdout, LU_COLOR_BOLD, el->name);
	putchar('\n');
}
