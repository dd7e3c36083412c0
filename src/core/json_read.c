/* SPDX-License-Identifier: MIT
 * Reading goes through jansson: it is strict about UTF-8, NaN and nesting, and keeps the order of
 * members. */
#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "lucus/json.h"

/* jansson reports a failed allocation as bad syntax: this remembers the truth for its caller. */
static _Thread_local bool no_memory;

static void *json_alloc(size_t n)
{
	void *p = malloc(n);

	if (!p) no_memory = true;
	return p;
}

static void json_release(void *p)
{
	free(p);
}

static void json_setup(void)
{
	json_set_alloc_funcs(json_alloc, json_release);
	json_object_seed(1);
}

static lu_code parse(lu_str text, size_t flags, lu_json **out, lu_err *e)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	json_error_t je;
	json_t *v;

	pthread_once(&once, json_setup);
	no_memory = false;
	v = json_loadb(text.n ? text.s : "", text.n, JSON_DECODE_ANY | JSON_ALLOW_NUL | flags, &je);
	if (no_memory) { /* what is there may lack a part: not all of the library looks */
		json_decref(v);
		return lu_nomem(e);
	}
	if (!v) {
		if (je.line > 1)
			return lu_fail(e, LU_EFORMAT, "not JSON: %s at line %d, column %d", je.text, je.line,
				       je.column);
		return lu_fail(e, LU_EFORMAT, "not JSON: %s at column %d", je.text, je.column);
	}
	*out = v;
	return LU_OK;
}

lu_code lu_json_parse(lu_str text, lu_json **out, lu_err *e)
{
	return parse(text, 0, out, e);
}

lu_code lu_json_parse_unique(lu_str text, lu_json **out, lu_err *e)
{
	return parse(text, JSON_REJECT_DUPLICATES, out, e);
}

void lu_json_free(lu_json *v)
{
	json_decref(v);
}

lu_json_kind lu_json_type(const lu_json *v)
{
	if (!v) return LU_JSON_NULL;
	switch (json_typeof(v)) {
	case JSON_OBJECT: return LU_JSON_OBJECT;
	case JSON_ARRAY: return LU_JSON_ARRAY;
	case JSON_STRING: return LU_JSON_STR;
	case JSON_INTEGER: return LU_JSON_INT;
	case JSON_REAL: return LU_JSON_REAL;
	case JSON_TRUE:
	case JSON_FALSE: return LU_JSON_BOOL;
	case JSON_NULL: break;
	}
	return LU_JSON_NULL;
}

const char *lu_json_kind_name(lu_json_kind k)
{
	static const char *const name[] = { "null",     "a boolean", "an integer", "a number",
					    "a string", "an array",  "an object" };

	return name[k];
}

lu_json *lu_json_get(const lu_json *v, const char *key)
{
	return json_object_get(v, key);
}

size_t lu_json_count(const lu_json *v)
{
	return json_array_size(v);
}

lu_json *lu_json_at(const lu_json *v, size_t i)
{
	return json_array_get(v, i);
}

bool lu_json_each(const lu_json *v, void **it, const char **key, lu_json **val)
{
	json_t *o = (json_t *)(uintptr_t)v; /* jansson's iterators take no const */

	*it = *it ? json_object_iter_next(o, *it) : json_object_iter(o);
	if (!*it) return false;
	*key = json_object_iter_key(*it);
	*val = json_object_iter_value(*it);
	return true;
}

lu_str lu_json_str(const lu_json *v)
{
	return json_is_string(v) ? lu_strn(json_string_value(v), json_string_length(v)) : lu_strn("", 0);
}

int64_t lu_json_int(const lu_json *v, int64_t otherwise)
{
	return json_is_integer(v) ? (int64_t)json_integer_value(v) : otherwise;
}

int64_t lu_json_int_within(const lu_json *v, int64_t min, int64_t max, int64_t otherwise)
{
	int64_t n = lu_json_int(v, otherwise);

	return n >= min && n <= max ? n : otherwise;
}

double lu_json_real(const lu_json *v, double otherwise)
{
	return json_is_number(v) ? json_number_value(v) : otherwise;
}

bool lu_json_bool(const lu_json *v, bool otherwise)
{
	return json_is_boolean(v) ? json_is_true(v) : otherwise;
}

/* jansson leaves C1 controls and DEL as they are; it cuts no character. They occur in strings only. */
static int dump_part(const char *s, size_t n, void *to)
{
	size_t from = 0;

	for (size_t i = 0; i < n; i++) {
		bool c1 = lu__is_c1(s + i, n - i);

		if (!c1 && s[i] != 0x7f) continue;
		lu_buf_add(to, s + from, i - from);
		lu_buf_addf(to, "\\u%04x", (unsigned char)s[i + c1]);
		i += c1;
		from = i + 1;
	}
	lu_buf_add(to, s + from, n - from);
	return 0;
}

void lu_json_dump(const lu_json *v, lu_buf *out)
{
	if (json_dump_callback(v, dump_part, out, JSON_COMPACT | JSON_ENCODE_ANY)) out->oom = true;
}

void lu_jw_rest(lu_jw *w, const lu_json *v, lu_own_fn *own, const void *ctx)
{
	lu_buf text = LU_BUF;
	void *it = NULL;
	const char *key;
	lu_json *member;

	while (lu_json_each(v, &it, &key, &member)) {
		if (own(ctx, key)) continue;
		lu_buf_reset(&text);
		lu_json_dump(member, &text);
		if (text.oom) w->out.oom = true;
		else lu_jw_raw(w, key, lu_buf_str(&text));
	}
	lu_buf_free(&text);
}

void lu_reader_init(lu_reader *r, FILE *f, const char *name)
{
	*r = (lu_reader){ .f = f, .name = name, .max = LU_LINE_MAX, .text = LU_BUF };
}

void lu_reader_free(lu_reader *r)
{
	lu_buf_free(&r->text);
}

lu_code lu_reader_line(lu_reader *r, int end, lu_str *out, lu_err *e)
{
	char part[4096];
	size_t n = 0, k = 0;
	int c;

	lu_buf_reset(&r->text);
	errno = 0;
	while ((c = getc_unlocked(r->f)) != EOF && c != end) {
		if (n++ >= r->max) continue;
		part[k++] = (char)c;
		if (k < sizeof part) continue;
		lu_buf_add(&r->text, part, k);
		k = 0;
	}
	lu_buf_add(&r->text, part, k);
	if (ferror(r->f)) return lu_fail(e, LU_EIO, "cannot read '%s': %s", r->name, strerror(errno));
	if (c == EOF && !n) return LU_DONE;
	r->line++;
	if (n > r->max)
		return lu_fail(e, LU_EFORMAT, "%s:%ld: the line has %zu bytes, more than the %zu that it may have",
			       r->name, r->line, n, r->max);
	if (r->text.oom) return lu_nomem(e);
	*out = lu_buf_str(&r->text);
	return LU_OK;
}

lu_code lu_reader_record(const lu_reader *r, lu_str line, lu_json **out, lu_err *e)
{
	lu_json *v = NULL;
	lu_code rc = lu_json_parse(line, &v, e);

	if (!rc && lu_json_type(v) != LU_JSON_OBJECT) {
		rc = lu_fail(e, LU_EFORMAT, "not a record: expected an object, found %s",
			     lu_json_kind_name(lu_json_type(v)));
		lu_json_free(v);
	}
	if (rc) return lu_wrap(e, rc, "%s:%ld", r->name, r->line);
	*out = v;
	return LU_OK;
}

lu_code lu_reader_next(lu_reader *r, lu_json **out, lu_err *e)
{
	lu_str line;
	lu_code rc;

	do {
		if ((rc = lu_reader_line(r, '\n', &line, e))) return rc;
		line = lu_str_trim(line);
	} while (!line.n);
	return lu_reader_record(r, line, out, e);
}
