/* SPDX-License-Identifier: MIT
 * lucus query -i: questions as they come to mind, and hits opened in the editor. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/out.h"
#include "cli/prompt.h"
#include "query.h"
#include "core/ascii.h"

typedef struct talk {
	cmd_ask_fn *ask;
	void *ctx;
	lu_found *last; /* NULL: there was no question yet */
} talk;

static void show_help(void)
{
	puts("A question shows its hits, a number opens that hit in $EDITOR (a number in quotes is a question).\n"
	     "q ends, as does the end of the input.\n");
}

/* The number of a hit; 0 when `s` is none. */
static uint32_t number_of(lu_str s)
{
	uint32_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (!lu_is_digit(s.s[i]) || n > LU_K_MAX) return 0;
		n = n * 10 + (uint32_t)(s.s[i] - '0');
	}
	return n;
}

static lu_code open_hit(talk *t, uint32_t n, lu_err *e)
{
	lu_buf path = LU_BUF;
	const lu_hit *h;
	lu_code rc;

	if (!t->last || n > t->last->result.n) {
		lu_out_warn("there is no hit %u", n);
		return LU_OK;
	}
	h = &t->last->result.v[n - 1];
	if (t->last->fresh.root.n) lu_buf_addf(&path, "%.*s/", LU_FMT(t->last->fresh.root));
	lu_buf_addstr(&path, h->el.path);
	if (path.oom) return lu_nomem(e);
	rc = lu_edit_file(getenv("EDITOR"), path.s, h->line, e);
	lu_buf_free(&path);
	if (rc != LU_EIO) return rc;
	lu_out_warn("%s", e->msg); /* the talk goes on */
	return LU_OK;
}

static lu_code ask(talk *t, lu_str text, lu_err *e)
{
	lu_found *f;
	lu_code rc = t->ask(t->ctx, text, &f, e);

	if (rc == LU_EUSAGE) {
		lu_out_warn("%s", e->msg);
		return LU_OK;
	}
	if (rc) return rc;
	lu_found_free(t->last);
	t->last = f;
	return fflush(stdout) ? lu_fail(e, LU_EIO, "cannot write output") : LU_OK;
}

/* LU_DONE: the talk is over. */
static lu_code turn(talk *t, lu_str line, lu_err *e)
{
	lu_str s = lu_str_trim(line);
	uint32_t n = number_of(s);

	if (!s.n) return LU_OK;
	if (lu_str_eqz(s, "q") || lu_str_eqz(s, "quit") || lu_str_eqz(s, "exit")) return LU_DONE;
	if (n) return open_hit(t, n, e);
	if (!lu_str_eqz(s, "?") && !lu_str_eqz(s, "help")) return ask(t, s, e);
	show_help();
	return LU_OK;
}

lu_code cmd_query_talk(lu_session *s, const char *first, cmd_ask_fn *fn, void *ctx, lu_err *e)
{
	talk t = { .ask = fn, .ctx = ctx };
	lu_buf history = LU_BUF;
	lu_prompt *p = NULL;
	lu_str line;
	lu_code rc = LU_OK;

	lu_buf_addf(&history, "%s.history", lu_session_path(s));
	if (history.oom) rc = lu_nomem(e);
	if (!rc) rc = lu_prompt_open(&p, "lucus> ", history.s, e);
	if (!rc && first) rc = ask(&t, lu_strz(first), e);
	while (!rc && !(rc = lu_prompt_next(p, &line, e))) rc = turn(&t, line, e);
	lu_prompt_close(p);
	lu_found_free(t.last);
	lu_buf_free(&history);
	return rc == LU_DONE ? LU_OK : rc;
}
