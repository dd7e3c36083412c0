/* SPDX-License-Identifier: MIT
 * Answers in the cache: what they depend on, whether they still hold, and what the ledger says of them. */
#include "session/session.h"

/* What a name means decides what an answer says to be absent. */
static lu_code note_synonyms(lu_store *s, lu_buf *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_synonym *v = NULL;
	size_t n = 0;
	lu_code rc = lu_store_synonyms(s, &a, &v, &n, e);

	for (size_t i = 0; i < n && !rc; i++) lu_buf_addf(out, "%.*s=%.*s\n", LU_FMT(v[i].name), LU_FMT(v[i].uuid));
	lu_arena_free(&a);
	return rc;
}

lu_code lu__answer_settings(const lu_session *s, const lu__reader *r, const lu_prompt_id *v, size_t n, lu_buf *out,
			    lu_err *e)
{
	lu_code rc;

	lu_buf_addstr(out, lu_buf_str(&s->chat_settings));
	lu__prompt_settings(s, v, n, out);
	rc = note_synonyms(r->store, out, e);
	return !rc && out->oom ? lu_nomem(e) : rc;
}

/* An answer to the question with an expansion is another one, which is not kept; nor is what files were looked at for
 * that are not as in the store. */
static lu_cache *cache_of(const lu__reader *r, const lu_found *f)
{
	return f->own->boosted || f->own->touched ? NULL : r->cache;
}

static bool read_kept(const lu_json *v, lu_answered *out)
{
	const lu_json *report = lu_json_get(v, "report");
	lu_err e;

	if (lu_response_read(v, &out->response, &e)) return false;
	if (!report || !lu_lazy_report_read(report, &out->arena, &out->lazy, &e)) return true;
	lu_response_free(&out->response);
	return false;
}

/* Are all files of an answer as they were when it was made? */
static lu_code holds(const lu_found *f, const lu_answered *a, bool *is, lu_err *e)
{
	const lu_response *r = &a->response;
	lu_fresh *fresh = f->own->fresh;
	lu_file_state state = LU_FILE_SAME;
	lu_code rc = LU_OK;

	for (size_t i = 0; fresh && i < r->n_cite && state == LU_FILE_SAME && !rc; i++)
		rc = lu_fresh_file(fresh, r->cite[i].path, &state, e);
	for (size_t i = 0; fresh && i < r->n_entity && state == LU_FILE_SAME && !rc; i++)
		rc = lu_fresh_file(fresh, r->entity[i].path, &state, e);
	for (size_t i = 0; fresh && a->lazy && i < a->lazy->n_source && state == LU_FILE_SAME && !rc; i++)
		rc = lu_fresh_file(fresh, a->lazy->source[i].path, &state, e);
	*is = state == LU_FILE_SAME;
	return rc;
}

lu_code lu__answer_kept(const lu_session *s, const lu__reader *r, lu_found *f, lu_str settings, lu_answered *out,
			lu_err *e)
{
	lu_cache_key key = lu__found_key(s, f);
	lu_buf text = LU_BUF;
	lu_json *v = NULL;
	lu_err unread;
	bool is = true;
	lu_code rc = LU_OK;

	if (r->state != f->own->state) f->own->state = 0; /* of no state: it is not kept */
	out->cached = lu_cache_get_text(cache_of(r, f), &key, settings, &text) &&
		      !lu_json_parse(lu_buf_str(&text), &v, &unread) && read_kept(v, out);
	if (out->cached) rc = holds(f, out, &is, e);
	if (out->cached && (rc || !is)) {
		lu_response_free(&out->response);
		out->lazy = NULL;
		out->cached = false;
	}
	lu_json_free(v);
	lu_buf_free(&text);
	return rc;
}

/* One that a model should have given is made again, and so is one whose time was over; one of a state that is over is none of
 * the present one. */
static bool is_worth_keeping(const lu__reader *r, const lu_found *f, const lu_answered *a)
{
	if (a->cached || a->response.fallback.n || f->result.transient || f->own->state != r->state) return false;
	return !a->lazy || (!a->lazy->fallback.n && a->lazy->state.end != LU_LAZY_TIME);
}

static void put(const lu_session *s, const lu__reader *r, const lu_found *f, lu_str settings, const lu_answered *a)
{
	lu_cache_key key = lu__found_key(s, f);
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_response_write(&w, &a->response, false);
	if (a->lazy) {
		lu_jw_open(&w, "report", '{');
		lu_lazy_report_write(&w, a->lazy, true);
		lu_jw_close(&w, '}');
	}
	lu_jw_close(&w, '}');
	if (!w.out.oom) lu_cache_put_text(cache_of(r, f), &key, settings, lu_buf_str(&w.out));
	lu_jw_free(&w);
}

void lu__answer_keep(lu_session *s, const lu__reader *r, const lu_found *f, lu_str settings, lu_prompt_id last,
		     const lu_answered *a)
{
	lu_ledger_entry x = { .purpose = lu_strz(lu_prompts_info(last)->phase),
			      .model = a->response.model,
			      .cache_hits = a->cached };
	lu_err e;

	if (is_worth_keeping(r, f, a)) put(s, r, f, settings, a);
	lu__note_spent(s, r->store);
	if (x.model.n && lu_ledger_add(r->store, &x, &e)) lu__warn(s, "%s", e.msg);
}
