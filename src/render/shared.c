/* SPDX-License-Identifier: MIT
 * What renderers of several kinds share. */
#include "render/table.h"

void lu__write_element(lu_jw *w, const lu_brief *b)
{
	lu_jw_strz(w, "id", b->uuid);
	lu_jw_str(w, "type", b->type);
	lu_jw_str(w, "name", b->name);
	lu_jw_str(w, "file_path", b->path);
	lu_jw_int(w, "start_line", b->start_line);
	lu_jw_int(w, "end_line", b->end_line);
}
