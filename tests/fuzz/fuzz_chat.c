/* SPDX-License-Identifier: MIT
 * What servers and models write. The first byte chooses: an answer as a stream of events of one provider or the other, cut
 * where the second byte says and once more whole, which must make no difference; a whole answer; JSON in a model's text, which
 * must be there again when it is read from what was found. */
#include <stdint.h>
#include <stdlib.h>

#include "chat/reply.h"
#include "chat/sse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const lu__api *const apis[] = { &lu__api_anthropic, &lu__api_openai };

struct stream {
	const lu__api *api;
	lu__reply a;
};

static lu_code on_event(void *ctx, lu_str name, lu_str data, lu_err *e)
{
	struct stream *s = ctx;
	lu_code rc = lu__reply_event(s->api, data, &s->a, e);

	(void)name;
	if (s->a.fresh > s->a.text.len) abort();
	return rc;
}

/* In pieces of `step` bytes. */
static lu_code read_stream(struct stream *s, lu_str text, size_t step)
{
	lu__sse sse;
	lu_err e = { LU_OK, "" };
	lu_code rc = LU_OK;

	lu__reply_init(&s->a);
	lu__sse_init(&sse);
	for (size_t i = 0; i < text.n && !rc; i += step)
		rc = lu__sse_push(&sse, lu_strn(text.s + i, step < text.n - i ? step : text.n - i), on_event, s, &e);
	if (!rc) rc = lu__sse_end(&sse, on_event, s, &e);
	if (!rc) rc = lu__reply_check(&s->a, true, &e);
	if (rc && !e.msg[0]) abort();
	lu__sse_free(&sse);
	return rc;
}

static void try_stream(const lu__api *api, lu_str text, size_t step)
{
	struct stream one = { .api = api }, two = { .api = api };
	lu_code rc = read_stream(&one, text, text.n + 1);

	if (read_stream(&two, text, step + 1) != rc) abort();
	if (!rc && !lu_str_eq(lu_buf_str(&one.a.text), lu_buf_str(&two.a.text))) abort();
	lu__reply_free(&one.a);
	lu__reply_free(&two.a);
}

static void try_whole(const lu__api *api, lu_str text)
{
	lu_err e = { LU_OK, "" };
	lu__reply a;
	lu_code rc;

	lu__reply_init(&a);
	rc = lu__reply_whole(api, text, &a, &e);
	if (!rc) rc = lu__reply_check(&a, false, &e);
	if (rc ? !e.msg[0] : !a.stop.len || a.cached > a.in) abort();
	lu__reply_free(&a);
}

static void try_loose(lu_str text)
{
	lu_json *v = NULL, *again = NULL;
	lu_buf one = LU_BUF, two = LU_BUF;
	lu_code rc = lu_loose_json(text, &v, NULL);

	if (!rc) {
		lu_json_dump(v, &one);
		if (lu_loose_json(lu_buf_str(&one), &again, NULL)) abort();
		lu_json_dump(again, &two);
		if (!lu_str_eq(lu_buf_str(&one), lu_buf_str(&two))) abort();
	} else if (rc != LU_EFORMAT) {
		abort();
	}
	lu_json_free(v);
	lu_json_free(again);
	lu_buf_free(&one);
	lu_buf_free(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	lu_str text = lu_strn((const char *)data + 2, size - 2);

	if (size < 2) return 0;
	switch (data[0] % 5) {
	case 0:
	case 1: try_stream(apis[data[0] % 5], text, data[1]); break;
	case 2:
	case 3: try_whole(apis[data[0] % 5 - 2], text); break;
	default: try_loose(text);
	}
	return 0;
}
