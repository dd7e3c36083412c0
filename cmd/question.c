/* SPDX-License-Identifier: MIT */
#include "question.h"

#include <string.h>

#include "cli/records.h"
#include "lucus/text.h"

lu_code cmd_question_id(const lu_json *v, const char *field, int64_t number, lu_buf *out, lu_err *e)
{
	const lu_json *given = lu_json_get(v, field);
	lu_json_kind kind = lu_json_type(given);

	if (kind != LU_JSON_NULL && kind != LU_JSON_STR && kind != LU_JSON_INT)
		return lu_fail(e, LU_EFORMAT, "field '%s' must be a string or an integer, found %s", field,
			       lu_json_kind_name(kind));
	lu_buf_reset(out);
	if (kind == LU_JSON_NULL) lu_buf_addf(out, "%lld", (long long)number);
	else lu_json_dump(given, out);
	return out->oom ? lu_nomem(e) : LU_OK;
}

lu_code cmd_question_read(const lu_json *v, int64_t number, lu_buf *id, cmd_question *out, lu_err *e)
{
	const lu_json *text = lu_json_get(v, "query");
	lu_str kind = lu_record_kind(v);
	lu_code rc;

	if (lu_json_get(v, "record") && !lu_str_eqz(kind, "query") && !lu_str_eqz(kind, "expansion"))
		return lu_fail(e, LU_EFORMAT, "expected a query record, found '%.*s'", LU_FMT(kind));
	if (lu_json_type(text) != LU_JSON_STR)
		return lu_fail(e, LU_EFORMAT, "field 'query' must be a string, found %s",
			       lu_json_kind_name(lu_json_type(text)));
	if ((rc = cmd_question_id(v, "id", number, id, e))) return rc;
	*out = (cmd_question){ lu_buf_str(id), lu_json_str(text) };
	return LU_OK;
}

lu_code cmd_question_line(lu_reader *in, lu_json **v, lu_str *text, lu_err *e)
{
	lu_str line;
	lu_code rc;

	*v = NULL;
	do {
		if ((rc = lu_reader_line(in, '\n', &line, e))) return rc;
		line = lu_str_trim(line);
	} while (!line.n);
	if (line.s[0] == '{') return lu_reader_record(in, line, v, e);
	if (!lu_utf8_valid(line))
		return lu_fail(e, LU_EFORMAT, "%s:%ld: the question is not UTF-8", in->name, in->line);
	*text = line;
	return LU_OK;
}

lu_code cmd_question_join(int argc, char **argv, lu_buf *out, lu_err *e)
{
	for (int i = 0; i < argc; i++) lu_buf_addf(out, "%s%s", i ? " " : "", argv[i]);
	return out->oom ? lu_nomem(e) : LU_OK;
}

void cmd_question_pass(lu_jw *w, const lu_json *v, const char *to)
{
	/* an expansion stands for its question in the next stage: what both read stays on it */
	const char *const all[] = { "expansion", to, "query", NULL };
	const char *const own[] = { "expansion", NULL };

	lu_records_pass(w, v, strcmp(to, "expansion") ? all : own);
}
