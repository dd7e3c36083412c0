/* SPDX-License-Identifier: MIT
 * Targets that did not come, in words. */
#include "eval/eval_private.h"

const char *lu_miss_name(lu_miss_reason r)
{
	static const char *const name[] = { "beyond k", "other lines", "not found", "not in the store",
					    "not among the hits" };

	return name[r];
}

static void tell_lacks(const lu_miss *m, lu_buf *out)
{
	if (m->lacks.n) lu_buf_adds(out, "; lacks: ");
	for (size_t i = 0; i < m->lacks.n; i++) {
		if (i) lu_buf_adds(out, ", ");
		lu_buf_addstr(out, m->lacks.v[i]);
	}
}

void lu_miss_tell(const lu_miss *m, lu_buf *out)
{
	switch (m->reason) {
	case LU_MISS_DEEP: lu_buf_addf(out, "came at rank %zu", m->rank); break;
	case LU_MISS_LINES: lu_buf_addf(out, "its file came at rank %zu, by other lines", m->rank); break;
	default: lu_buf_adds(out, lu_miss_name(m->reason));
	}
	tell_lacks(m, out);
}

static void tell(lu_str name, lu_str path, uint32_t start, uint32_t end, bool by_name, lu_buf *out)
{
	lu_buf_addstr(out, by_name ? name : path);
	if (!by_name && start) lu_buf_addf(out, ":%u-%u", start, end);
}

void lu_target_tell(const lu_target *t, lu_buf *out)
{
	tell(t->name, t->path, t->start_line, t->end_line, t->name.n != 0, out);
}

void lu_judged_tell(const lu_judged *r, bool by_name, lu_buf *out)
{
	tell(r->name, r->path, r->start_line, r->end_line, by_name, out);
}
