/* SPDX-License-Identifier: MIT
 * The reader of records: any bytes are lines of records, or rejected. What was read is written, read again, and must
 * be the same text. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "lucus/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static lu_code write_again(const lu_json *v, lu_buf *out)
{
	lu_arena a = { 0 };
	lu_element el;
	lu_jw w;
	lu_code rc = lu_element_read(v, &a, &el, NULL);

	lu_jw_init(&w);
	if (!rc) {
		lu_jw_open(&w, NULL, '{');
		lu_element_write(&w, &el);
		lu_jw_close(&w, '}');
		lu_buf_addstr(out, lu_buf_str(&w.out));
		if (!lu_id_valid(lu_strz(el.id))) abort();
	}
	lu_jw_free(&w);
	lu_arena_free(&a);
	return rc;
}

static void check_record(const lu_json *v)
{
	lu_buf one = LU_BUF, two = LU_BUF;
	lu_json *again = NULL;

	if (!write_again(v, &one)) {
		if (lu_json_parse(lu_buf_str(&one), &again, NULL) || write_again(again, &two)) abort();
		if (!lu_str_eq(lu_buf_str(&one), lu_buf_str(&two))) abort();
	}
	lu_json_free(again);
	lu_buf_free(&one);
	lu_buf_free(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *f = size ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
	lu_reader in;
	lu_json *v = NULL;
	lu_err e = { LU_OK, "" };
	lu_code rc = LU_OK;

	if (!f) return 0;
	lu_reader_init(&in, f, "fuzz");
	while ((rc = lu_reader_next(&in, &v, &e)) == LU_OK || rc == LU_EFORMAT) {
		if (rc) continue;
		check_record(v);
		lu_json_free(v);
	}
	lu_reader_free(&in);
	fclose(f);
	return 0;
}
