/* SPDX-License-Identifier: MIT
 * A call of a tool: the knowledge base is taken, the tool fills a page, and the page becomes a result. */
#include "mcp/tool.h"
#include "render/render.h"

/* ---- of which state of the tree it is ---- */

void lu__call_asked(lu__call *c, const lu_found *f)
{
	c->fresh = f->fresh;
	c->fresh.root = (lu_str){ NULL, 0 };
	c->fresh.synced.commit = lu_arena_dup(c->a, f->fresh.synced.commit);
}

static const char *state_of(const lu__call *c)
{
	const lu_freshness *f = &c->fresh;

	if (c->base.indexing) return "being indexed";
	if (*c->base.trouble) return "not refreshed";
	if (f->state == LU_TREE_MISSING) return "root is missing";
	return f->behind > 0 || f->changed || f->gone ? "behind" : "current";
}

static void add_state(const lu__call *c, lu_buf *b)
{
	const lu_freshness *f = &c->fresh;
	int64_t touched = f->changed + f->gone;

	if (c->base.indexing && c->base.total)
		lu_buf_addf(b, "being indexed: %lld of %lld files", (long long)c->base.done, (long long)c->base.total);
	else if (*c->base.trouble) lu_buf_addf(b, "not refreshed: %s", c->base.trouble);
	else if (f->behind > 0)
		lu_buf_addf(b, "%lld file%s behind the tree", (long long)f->behind, lu_plural((size_t)f->behind));
	else if (touched) lu_buf_addf(b, "%lld of the files shown changed since", (long long)touched);
	else lu_buf_adds(b, state_of(c));
}

static void write_index(const lu__call *c, lu_jw *w, lu_buf *text)
{
	const lu_tree *t = &c->fresh.synced;
	lu_str commit = t->commit.n ? t->commit : lu_strz("none");
	lu_buf state = LU_BUF;
	char time[LU_TIME_TEXT];

	lu_time_text(t->synced_ns, time);
	add_state(c, &state);
	lu_buf_addf(text, "index: commit %.*s, synced %s, %s", commit.n > 12 ? 12 : (int)commit.n, commit.s,
		    t->synced_ns ? time : "not yet", state.s);
	lu_jw_open(w, "index", '{');
	lu_origin_write(w, t, c->fresh.behind);
	lu_jw_str(w, "state", lu_buf_str(&state));
	lu_jw_close(w, '}');
	lu_buf_free(&state);
}

/* ---- results ---- */

static void write_text(lu_jw *w, lu_str text)
{
	lu_jw_open(w, "content", '[');
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "type", "text");
	lu_jw_str(w, "text", text);
	lu_jw_close(w, '}');
	lu_jw_close(w, ']');
}

static void write_page(lu__call *c, lu__page *p, lu_jw *w)
{
	lu_jw data;

	if (p->notes.len) lu_buf_addf(&p->text, "notes: %s\n", p->notes.s);
	lu_jw_init(&data);
	lu_jw_open(&data, NULL, '{');
	lu_jw_open(&data, "items", '[');
	if (p->data.out.len) lu_jw_raw(&data, NULL, lu_buf_str(&p->data.out));
	lu_jw_close(&data, ']');
	lu_jw_int(&data, "left_out", p->left);
	if (p->notes.len) lu_jw_str(&data, "notes", lu_buf_str(&p->notes));
	write_index(c, &data, &p->text);
	lu_jw_close(&data, '}');
	write_text(w, lu_buf_str(&p->text));
	lu_jw_raw(w, "structuredContent", lu_buf_str(&data.out));
	lu_jw_bool(w, "isError", false);
	if (data.out.oom || p->text.oom || p->notes.oom) w->out.oom = true;
	lu_jw_free(&data);
}

/* `asked`: there was something to ask. */
static const char *next_step(lu_code rc, bool asked)
{
	static const char again[] = "If the file is damaged, move it away, and let 'lucus sync' make it again.";

	switch (rc) {
	case LU_ENOENT: return "Try the tool search to find the name, or give path:line.";
	case LU_EUSAGE: return "Call the tool again with that put right.";
	case LU_EBUSY: return "Call the tool again in a few seconds.";
	case LU_ENET: return "A server did not reply: search and graph work without it.";
	case LU_EDB: return again;
	case LU_EFORMAT:
		if (!asked) return again;
		/* fall through */
	default: return "If it happens again, 'lucus doctor' says what is wrong.";
	}
}

static void write_failure(lu_jw *w, lu_code rc, bool asked, const char *why)
{
	lu_buf text = LU_BUF;

	lu_buf_addf(&text, "%s. %s", why, next_step(rc, asked));
	write_text(w, lu_buf_str(&text));
	lu_jw_bool(w, "isError", true);
	if (text.oom) w->out.oom = true;
	lu_buf_free(&text);
}

/* ---- the call ---- */

static lu_code run(lu__call *c, const lu__tool *tool, lu__args *args, lu__page *p, lu_err *e)
{
	int64_t max_tokens = LU__PAGE_DEFAULT;
	lu_code rc;

	lu__args_int(args, "max_tokens", LU__PAGE_MIN, LU__PAGE_MAX, &max_tokens);
	lu__page_init(p, max_tokens);
	if (args->rc) return lu_fail(e, args->rc, "%s", args->why.msg);
	rc = c->mcp->source.take(c->mcp->source.ctx, c->request, c->progress, &c->base, e);
	if (rc) return rc;
	rc = tool->run(c, args, p, e);
	c->mcp->source.give(c->mcp->source.ctx, &c->base);
	return rc;
}

lu_code lu__tool_call(const lu_mcp *m, const lu__tool *tool, const lu_json *args, const lu_request *r,
		      const lu_mcp_progress *p, lu_jw *w, lu_err *e)
{
	lu_arena a = { 0 };
	lu__call c = { .mcp = m, .request = r, .progress = p, .fresh = { .behind = -1 }, .a = &a };
	lu__args x = { .v = args, .a = &a };
	lu__page page = { .text = LU_BUF, .notes = LU_BUF };
	lu_err why = { .code = LU_OK };
	lu_code rc;

	lu_jw_init(&page.data);
	rc = run(&c, tool, &x, &page, &why);
	if (rc == LU_ENOMEM) rc = lu_nomem(e);
	else if (rc == LU_ECANCEL && !(r && lu_request_expired(r))) rc = lu_fail(e, rc, "%s", why.msg);
	else {
		if (rc) write_failure(w, rc, c.base.session != NULL, why.msg);
		else write_page(&c, &page, w);
		rc = LU_OK;
	}
	lu__page_free(&page);
	lu_arena_free(&a);
	return rc;
}
