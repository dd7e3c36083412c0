/* SPDX-License-Identifier: MIT */
#include "serving.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base.h"
#include "cli/out.h"
#include "lucus/history.h"
#include "query.h"
#include "search.h"

static int64_t k = 10, max_hops = 2, max_entities = 50;
static double weight = LU_EXPANSION_WEIGHT;
static const char *strategy = "auto";

lu_opt cmd_opts_serving[] = {
	LU_OPT_INT('k', "top", &k, "N", 1, LU_K_MAX, "give N hits for a question that names no number",
		   .env = "LUCUS_TOP", .setting = "top", .heading = "Questions"),
	LU_OPT_STR('s', "strategy", &strategy, "NAME", "find hits by the strategy NAME where a question names none",
		   .env = "LUCUS_STRATEGY", .setting = "strategy", .check = lu_strategy_check),
	LU_OPT_INT(0, "expansion-hops", &max_hops, "N", 1, LU_HOPS_MAX,
		   "in expansions, follow at most N edges in a row", .env = "LUCUS_MAX_HOPS", .setting = "max_hops"),
	LU_OPT_INT(0, "expansion-entities", &max_entities, "N", 1, LU_EXPAND_ENTITIES_MAX,
		   "in expansions, give the N best elements that are reached", .env = "LUCUS_MAX_ENTITIES",
		   .setting = "max_entities"),
	LU_OPT_REAL(0, "expansion-weight", &weight, "W", 0, 1,
		    "have an expansion count W in the order of hits, and their own rank the rest",
		    .env = "LUCUS_EXPANSION_WEIGHT", .setting = "expansion_weight"),
	LU_OPT_GROUP(cmd_opts_choice),
	LU_OPT_GROUP(cmd_opts_search),
	LU_OPT_GROUP(cmd_opts_answering),
	LU_OPT_GROUP(cmd_opts_lazy_searching),
	LU_OPT_END
};

/* ---- one knowledge base ---- */

static lu_code read_settings(lu_opt *opts, lu_base *b, lu_err *e)
{
	lu_store *st = NULL;
	lu_code rc = lu_session_lend(b->session, NULL, &st, e);

	if (!rc) rc = cmd_base_settings(st, opts, e);
	if (st) lu_session_return(b->session, st);
	return rc;
}

static lu_code keep_sync(lu_base *b, lu_err *e)
{
	cmd_syncing x;
	lu_code rc = cmd_base_sync(&x, -1, e);

	b->sync = x.o;
	b->sync.prices = lu_arena_dup(&b->arena, x.o.prices);
	cmd_base_sync_free(&x);
	return rc || b->sync.prices.s ? rc : lu_nomem(e);
}

static lu_code fill_in(const cmd_serving *x, lu_base *b, lu_err *e)
{
	lu_code rc = read_settings(x->given.table, b, e);

	lu_search_options_init(&b->search);
	cmd_search_query(&b->search.query);
	cmd_search_strategy(x->given.table, strategy, &b->search);
	b->search.query.k = k;
	if (!rc) rc = cmd_choice_given(&b->search, e);
	cmd_answering_of(&b->ask, &b->lazy);
	lu_expand_options_init(&b->expand);
	b->expand.max_hops = max_hops;
	b->expand.max_entities = max_entities;
	b->expansion_weight = weight;
	if (!rc) rc = cmd_lazy_graph_given(&b->lazy_is_graph, &b->lazy_graph, e);
	if (!rc) rc = cmd_search_configure(b->session, true, true, e);
	b->model = lu_session_has_model(b->session);
	return rc ? rc : keep_sync(b, e);
}

static lu_code set_up(void *ctx, lu_base *b, lu_err *e)
{
	cmd_serving *x = ctx;
	lu_code rc;

	pthread_mutex_lock(&x->options);
	rc = fill_in(x, b, e);
	lu_opt_go_back(&x->given, &b->arena);
	pthread_mutex_unlock(&x->options);
	return rc;
}

/* ---- the store that is not there yet ---- */

/* What it says lives in `a`. */
static lu_code read_making(cmd_serving *x, lu_store *s, cmd_syncing *how, lu_arena *a, lu_err *e)
{
	lu_code rc;

	pthread_mutex_lock(&x->options);
	rc = cmd_base_settings(s, x->given.table, e);
	if (!rc) rc = cmd_base_sync(how, LU_HISTORY_DEFAULT, e);
	how->o.community_size = LU_COMMUNITY_SIZE;
	lu_opt_go_back(&x->given, a);
	pthread_mutex_unlock(&x->options);
	return rc;
}

/* Clients start servers in the root or in the home, too: neither is a code base. */
static lu_code check_place(lu_err *e)
{
	const char *home = getenv("HOME");
	struct stat here, other;

	if (stat(".", &here)) return lu_fail(e, LU_EIO, "cannot look at the current folder: %s", strerror(errno));
	for (int i = 0; i < 2; i++) {
		const char *dir = i ? home : "/";

		if (dir && !stat(dir, &other) && here.st_dev == other.st_dev && here.st_ino == other.st_ino)
			return lu_fail(e, LU_EUSAGE,
				       "'%s' is no code base: start it in the folder of one, or run 'lucus sync' here",
				       dir);
	}
	return LU_OK;
}

static lu_code make(void *ctx, const lu_watch *w, lu_err *e)
{
	lu_where where = cmd_base_where();
	lu_paths none = { .n = 0 };
	lu_area at = LU_AREA;
	cmd_syncing how = { .prices = LU_BUF };
	lu_counts c = { .files = 0 };
	lu_arena a = { 0 };
	lu_store *s = NULL;
	lu_code rc = check_place(e);

	if (!rc) rc = lu_paths_open(&none, &where, lu_paths_from(&none, &where), true, &at, &s, e);
	if (!rc) rc = read_making(ctx, s, &how, &a, e);
	if (!rc) rc = lu_area_of(&at, &none, s, e);
	if (!rc) rc = lu_sync(s, at.root.s, at.part, at.n, &how.o, w, &c, e);
	cmd_base_sync_free(&how);
	lu_arena_free(&a);
	lu_area_free(&at);
	lu_store_close(s);
	return rc;
}

/* ---- the service ---- */

static lu_code find_store(const cmd_serving *x, lu_buf *path, lu_err *e)
{
	lu_where w = cmd_base_where();
	bool found;

	return x->make ? lu_where_path(&w, ".", path, &found, e) : lu_where_store(&w, ".", path, e);
}

lu_code cmd_serving_open(cmd_serving *x, lu_opt *opts, lu_service **out, lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_code rc = find_store(x, &path, e);
	lu_service_config c = { .tenant = lu_common.tenant,
				.kb = lu_common.kb,
				.readers = x->readers,
				.set_up = set_up,
				.make = x->make ? make : NULL,
				.ctx = x,
				.pause = x->pause,
				.warn = cmd_base_warn,
				.log = lu_common.verbose ? cmd_base_log : NULL };

	pthread_mutex_init(&x->options, NULL);
	if (!rc) rc = lu_opt_mark(opts, &x->arena, &x->given, e);
	c.db = path.s;
	if (!rc) rc = lu_service_open(&c, out, e);
	lu_buf_free(&path);
	return rc;
}

void cmd_serving_free(cmd_serving *x)
{
	pthread_mutex_destroy(&x->options);
	lu_arena_free(&x->arena);
}
