/* SPDX-License-Identifier: MIT
 * lucus query -i: questions as they come to mind, and hits opened in the editor. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/out.h"
#include "cli/prompt.h"
#include "query.h"

typedef struct talk {
	lu_store *store;
	lu_ask_fn *ask;
	void *ctx;
	lu_buf root;    /* of the knowledge base, with a slash, or empty */
	lu_result last; /* zero: nothing was asked yet */
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
		if (s.s[i] < '0' || s.s[i] > '9' || n > LU_K_MAX) return 0;
		n = n * 10 + (uint32_t)(s.s[i] - '0');
	}
	return n;
}

static lu_code open_hit(talk *t, uint32_t n, lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_code rc;

	if (n > t->last.n) {
		lu_out_warn("there is no hit %u", n);
		return LU_OK;
	}
	lu_buf_addf(&path, "%s%.*s", t->root.s, LU_FMT(t->last.v[n - 1].el.path));
	if (path.oom) return lu_nomem(e);
	rc = lu_edit_file(getenv("EDITOR"), path.s, t->last.v[n - 1].line, e);
	lu_buf_free(&path);
	if (rc != LU_EIO) return rc;
	lu_out_warn("%s", e->msg); /* the talk goes on */
	return LU_OK;
}

static lu_code ask(talk *t, lu_str text, lu_err *e)
{
	lu_result r;
	lu_code rc = t->ask(t->ctx, text, &r, e);

	if (rc == LU_EUSAGE) {
		lu_out_warn("%s", e->msg);
		return LU_OK;
	}
	if (rc) return rc;
	lu_result_free(&t->last);
	t->last = r;
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

static lu_code find_root(talk *t, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(t->store, false, &a, &kb, e);

	if (!rc && kb.root.n) lu_buf_addf(&t->root, "%.*s/", LU_FMT(kb.root));
	lu_arena_free(&a);
	return rc ? rc : t->root.oom ? lu_nomem(e) : LU_OK;
}

lu_code lu_query_talk(lu_store *s, const char *first, lu_ask_fn *fn, void *ctx, lu_err *e)
{
	talk t = { .store = s, .ask = fn, .ctx = ctx, .root = LU_BUF };
	lu_buf history = LU_BUF;
	lu_prompt *p = NULL;
	lu_str line;
	lu_code rc = find_root(&t, e);

	lu_buf_addf(&history, "%s.history", lu_store_path(s));
	if (!rc && history.oom) rc = lu_nomem(e);
	if (!rc) rc = lu_prompt_open(&p, "lucus> ", history.s, e);
	if (!rc && first) rc = ask(&t, lu_strz(first), e);
	while (!rc && !(rc = lu_prompt_next(p, &line, e))) rc = turn(&t, line, e);
	lu_prompt_close(p);
	lu_result_free(&t.last);
	lu_buf_free(&history);
	lu_buf_free(&t.root);
	return rc == LU_DONE ? LU_OK : rc;
}
