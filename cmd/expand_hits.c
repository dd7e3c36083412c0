/* SPDX-License-Identifier: MIT
 * Hits that lucus expand reads: those of one question are expanded together. */
#include "cli/records.h"
#include "expand.h"
#include "question.h"

static lu_code begin(cmd_hit_group *h, lu_str query, const lu_json *v, lu_err *e)
{
	static const char *const kinds[] = { "hit", "expansion", NULL };

	lu_buf_addstr(&h->query, query);
	lu_jw_free(&h->extra);
	lu_jw_init(&h->extra);
	lu_records_pass(&h->extra, v, kinds);
	return h->query.oom || h->extra.out.oom ? lu_nomem(e) : LU_OK;
}

static lu_code add(cmd_hit_group *h, lu_str id, lu_err *e)
{
	lu_str *w = lu_arena_grow(&h->arena, h->ids.v, h->ids.n, sizeof *w);

	if (!w || !(w[h->ids.n] = lu_arena_dup(&h->arena, id)).s) return lu_nomem(e);
	h->ids.v = w;
	h->ids.n++;
	return LU_OK;
}

lu_code cmd_hit_group_add(cmd_hit_group *h, const lu_json *v, int64_t number, bool *other, lu_err *e)
{
	const lu_json *id = lu_json_get(v, "id");
	lu_buf query = LU_BUF;
	lu_code rc = cmd_question_id(v, "query_id", number, &query, e);

	if (!rc && lu_json_type(id) != LU_JSON_STR)
		rc = lu_fail(e, LU_EFORMAT, "field 'id' must be a string, found %s",
			     lu_json_kind_name(lu_json_type(id)));
	*other = !rc && h->query.len && !lu_str_eq(lu_buf_str(&query), lu_buf_str(&h->query));
	if (!rc && !h->query.len) rc = begin(h, lu_buf_str(&query), v, e);
	if (!rc && !*other) rc = add(h, lu_json_str(id), e);
	lu_buf_free(&query);
	return rc;
}

void cmd_hit_group_clear(cmd_hit_group *h)
{
	lu_buf_reset(&h->query);
	lu_arena_clear(&h->arena);
	h->ids = (lu_strs){ 0 };
}

void cmd_hit_group_free(cmd_hit_group *h)
{
	lu_buf_free(&h->query);
	lu_jw_free(&h->extra);
	lu_arena_free(&h->arena);
}
