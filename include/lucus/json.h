/* SPDX-License-Identifier: MIT
 * JSON lines. Writing: lu_jw builds one record and writes it with one fwrite. Reading: a record is an
 * opaque lu_json value; the reader names FILE:LINE in its errors.
 *
 * The functions that take an lu_json accept NULL and values of any kind: what is not there is empty,
 * 0 or the given default. */
#ifndef LUCUS_JSON_H
#define LUCUS_JSON_H

#include <stdio.h>

#include "lucus/arena.h"
#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- writing ---- */

/* Writer of JSON text. Keys appear in the order of the calls. Bad UTF-8 becomes U+FFFD, NaN and
 * infinities null. Running out of memory sticks in out.oom. One thread at a time. */
typedef struct lu_jw {
	lu_buf out;
	bool comma; /* the next member needs one before it */
} lu_jw;

/* An empty writer. Allocates nothing. */
void lu_jw_init(lu_jw *w);
/* What lu_jw_init() does, and the beginning of an object whose member "record" is `kind`. */
void lu_jw_record(lu_jw *w, const char *kind);
/* Free the text; lu_jw_init() before it is used again. */
void lu_jw_free(lu_jw *w);
/* Objects and arrays nest; `key` is NULL for elements of arrays and for the outermost value. */
void lu_jw_open(lu_jw *w, const char *key, char bracket); /* '{' or '[' */
void lu_jw_close(lu_jw *w, char bracket);                 /* '}' or ']' */
/* A member of an object, or with `key` NULL an element of an array. Keys are not checked for duplicates. */
void lu_jw_str(lu_jw *w, const char *key, lu_str s);
void lu_jw_strz(lu_jw *w, const char *key, const char *s); /* NULL writes null */
void lu_jw_int(lu_jw *w, const char *key, int64_t v);
/* With `digits` significant digits (at most 17), and a point in every locale; NaN and infinities become null. */
void lu_jw_real(lu_jw *w, const char *key, double v, int digits);
void lu_jw_bool(lu_jw *w, const char *key, bool v);
void lu_jw_null(lu_jw *w, const char *key);
void lu_jw_strs(lu_jw *w, const char *key, lu_strs v);
/* `json` is JSON text already: a value for `key`. */
void lu_jw_raw(lu_jw *w, const char *key, lu_str json);
/* `members` is JSON text: members without the braces ("\"a\":1,\"b\":2"), or empty. */
void lu_jw_members(lu_jw *w, lu_str members);
/* End a record: writes the text and a newline to `f` with one fwrite, and resets the writer. */
lu_code lu_jw_flush(lu_jw *w, FILE *f, lu_err *e) LU_MUST_USE;
/* Is `s` written as it is, between quotes? Then text that was written holds it, and can be searched for it. */
bool lu_json_is_plain(lu_str s);

/* ---- reading ---- */

/* An immutable value. What contains it owns it; the outermost one is freed by who parsed or read it (lu_json_free()). */
typedef struct json_t lu_json;

/* Parse one JSON value (strict; nothing but white space may follow). Release with lu_json_free(). */
lu_code lu_json_parse(lu_str text, lu_json **out, lu_err *e) LU_MUST_USE;
/* The same for text of strangers: LU_EFORMAT also where an object has two members of one name. */
lu_code lu_json_parse_unique(lu_str text, lu_json **out, lu_err *e) LU_MUST_USE;
/* Free a value that lu_json_parse() or a reader gave, with all that is in it: what was borrowed from
 * it is void. Never a value that is borrowed. Accepts NULL. */
void lu_json_free(lu_json *v);

/* What a value is. Integers and reals are two kinds: 1.0 is a real. */
typedef enum lu_json_kind {
	LU_JSON_NULL,
	LU_JSON_BOOL,
	LU_JSON_INT,
	LU_JSON_REAL,
	LU_JSON_STR,
	LU_JSON_ARRAY,
	LU_JSON_OBJECT
} lu_json_kind;

lu_json_kind lu_json_type(const lu_json *v); /* LU_JSON_NULL for NULL */
/* Name of a kind for messages: "a string", "an object" ... */
const char *lu_json_kind_name(lu_json_kind k);
/* Member `key` of an object; NULL when it is absent or `v` is no object. Borrowed from `v`. */
lu_json *lu_json_get(const lu_json *v, const char *key);
size_t lu_json_count(const lu_json *v);          /* of an array; 0 for others */
lu_json *lu_json_at(const lu_json *v, size_t i); /* of an array; NULL beyond its end */
/* Iterate over an object's members in their order: `it` starts NULL, false at the end. */
bool lu_json_each(const lu_json *v, void **it, const char **key, lu_json **val);
lu_str lu_json_str(const lu_json *v); /* empty for other kinds; lives as long as `v` */
/* `otherwise` for other kinds, reals among them. */
int64_t lu_json_int(const lu_json *v, int64_t otherwise);
/* The same, and `otherwise` for what is less than `min` or more than `max`: for numbers of others that are added up. */
int64_t lu_json_int_within(const lu_json *v, int64_t min, int64_t max, int64_t otherwise);
double lu_json_real(const lu_json *v, double otherwise); /* integers too */
bool lu_json_bool(const lu_json *v, bool otherwise);
/* Append the compact text of `v`, members in their order. */
void lu_json_dump(const lu_json *v, lu_buf *out);
/* Write the members of the object `v` that are not `own` into the object that is open in `w`. */
typedef bool lu_own_fn(const void *ctx, const char *key);
void lu_jw_rest(lu_jw *w, const lu_json *v, lu_own_fn *own, const void *ctx);

/* A reader of JSON lines. One thread at a time. */
typedef struct lu_reader {
	FILE *f;
	const char *name; /* for messages; "-" for standard input */
	long line;        /* number of the line that was read last, from 1 */
	size_t max;       /* bytes that a line may have */
	lu_buf text;
} lu_reader;

#define LU_LINE_MAX (16 << 20) /* lu_reader.max, unless it is changed */

/* Read from `f`, which stays the caller's; `name` is borrowed until lu_reader_free(). */
void lu_reader_init(lu_reader *r, FILE *f, const char *name);
/* Free the text of the last line. Does not close f. */
void lu_reader_free(lu_reader *r);
/* LU_OK: *out is the next object, to be released with lu_json_free(). LU_DONE: no more. LU_EFORMAT:
 * this line is no JSON object, the message begins with "NAME:LINE: "; the next call goes on after it.
 * Empty lines are passed over. Other codes end the reading. */
lu_code lu_reader_next(lu_reader *r, lu_json **out, lu_err *e) LU_MUST_USE;
/* The next line, without the `end` that it ends with; it lives until the next call. LU_DONE: no
 * more. LU_EFORMAT: it is too long, the next call goes on after it. */
lu_code lu_reader_line(lu_reader *r, int end, lu_str *out, lu_err *e) LU_MUST_USE;
/* The record that `line` holds, which was read last; as lu_reader_next(). */
lu_code lu_reader_record(const lu_reader *r, lu_str line, lu_json **out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
