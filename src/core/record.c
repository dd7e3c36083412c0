/* SPDX-License-Identifier: MIT
 * What elements are called, and known by. */
#include "core/ascii.h"
#include "lucus/record.h"

lu_code lu_element_set_id(lu_element *el, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_code rc;

	lu_buf_addstr(&b, el->type);
	lu_buf_addc(&b, ':');
	lu_buf_addstr(&b, el->name);
	lu_buf_addc(&b, ':');
	lu_buf_addstr(&b, el->file_path);
	if (el->ordinal > 1) lu_buf_addf(&b, ":%u", el->ordinal);
	if (!b.oom) lu_uuid5_url(lu_buf_str(&b), el->id);
	else lu_nomem(e);
	rc = b.oom ? LU_ENOMEM : LU_OK;
	lu_buf_free(&b);
	return rc;
}

lu_str lu_simple_name(lu_str name)
{
	return lu_str_after_last(name, '.');
}

lu_str lu_element_title(const lu_element *el)
{
	if (lu_str_eqz(el->type, "block")) return lu_strn("", 0);
	if (lu_str_eqz(el->type, "section") && el->signature.n) return el->signature;
	return lu_simple_name(el->name);
}

bool lu_type_is_called(lu_str type)
{
	return lu_str_in_words(type, "function method constructor macro");
}

bool lu_type_is_prose(lu_str type)
{
	return lu_str_in_words(type, "section block");
}

bool lu_is_compound(lu_str word)
{
	for (size_t i = 1; i + 1 < word.n; i++) {
		char before = word.s[i - 1], c = word.s[i];

		if (c == '_' && before != '_' && word.s[i + 1] != '_') return true;
		if (lu_is_lower(before) && lu_is_upper(c)) return true;
	}
	return false;
}

lu_str lu_record_kind(const lu_json *v)
{
	const lu_json *k = lu_json_get(v, "record");

	return k ? lu_json_str(k) : lu_strz("element");
}

lu_code lu_unparsed_lines(lu_str extra, lu_arena *a, lu_lines **out, size_t *n, lu_err *e)
{
	static const char member[] = "\"unparsed\":";
	lu_buf text = LU_BUF;
	lu_json *v = NULL;
	const lu_json *list;
	lu_code rc;

	*out = NULL;
	*n = 0;
	if (!extra.n || !memmem(extra.s, extra.n, member, sizeof member - 1)) return LU_OK;
	lu_buf_addf(&text, "{%.*s}", LU_FMT(extra));
	rc = text.oom ? LU_ENOMEM : lu_json_parse(lu_buf_str(&text), &v, NULL);
	lu_buf_free(&text);
	if (rc) return rc == LU_ENOMEM ? lu_nomem(e) : LU_OK;
	list = lu_json_get(v, "unparsed");
	*out = lu_arena_calloc(a, lu_json_count(list) + 1, sizeof **out);
	for (size_t i = 0; *out && i < lu_json_count(list); i++) {
		const lu_json *pair = lu_json_at(list, i);
		int64_t first = lu_json_int_within(lu_json_at(pair, 0), 1, UINT32_MAX, 0);
		int64_t last = lu_json_int_within(lu_json_at(pair, 1), first, UINT32_MAX, 0);

		if (first && last) (*out)[(*n)++] = (lu_lines){ (uint32_t)first, (uint32_t)last };
	}
	lu_json_free(v);
	return *out ? LU_OK : lu_nomem(e);
}
