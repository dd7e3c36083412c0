/* SPDX-License-Identifier: MIT
 * Sessions: many threads ask one while another writes the store, two with different options live side by side, and a request
 * ends when it is cancelled, when its time is over, and not before. What is asked and shown is tested in tests/cli. */
#include "index.h"
#include "server.h"

#include <pthread.h>

#include "core/ascii.h"
#include "lucus/session.h"

/* ---- trees that change ---- */

/* Two files that always say the same number. */
static void put_tree(int n)
{
	char text[400];

	snprintf(text, sizeof text,
		 "\"\"\"Kettles.\"\"\"\n\n\ndef boil_kettle(water):\n    \"\"\"Boil the kettle.\"\"\"\n"
		 "    return pour_kettle(water, %d)\n",
		 n);
	put("tree/boil.py", text);
	snprintf(text, sizeof text,
		 "\"\"\"Pouring.\"\"\"\n\n\ndef pour_kettle(water, times):\n    \"\"\"Pour the kettle out.\"\"\"\n"
		 "    return [water] * %d\n",
		 n);
	put("tree/pour.py", text);
}

static void sync_number(int n)
{
	lu_store *s;

	put_tree(n);
	s = open_store("s.db");
	sync_tree(s, "tree", true);
	lu_store_close(s);
}

/* A new store of the tree that says `n`. */
static void make_store(const char *name, int n)
{
	lu_store *s;

	put_tree(n);
	s = new_store(name);
	OK(lu_store_set_root(s, in_top("tree"), &err));
	sync_tree(s, "tree", true);
	lu_store_close(s);
}

static int set_up(void **state)
{
	if (make_top(state)) return -1;
	make_store("s.db", 1);
	return 0;
}

static lu_session_config config_of(int64_t readers)
{
	static char db[2 * PATH_MAX];

	snprintf(db, sizeof db, "%s", in_top("s.db"));
	return (lu_session_config){ .db = db, .tenant = "default", .kb = "main", .readers = readers };
}

static lu_session *open_session(const lu_session_config *c)
{
	lu_session *s = NULL;

	OK(lu_session_open(c, &s, &err));
	return s;
}

static lu_found *search(lu_session *s, const char *text, const lu_search_options *o)
{
	lu_found *f = NULL;

	OK(lu_session_search(s, NULL, lu_strz(text), o, &f, &err));
	return f;
}

/* The number that what is shown ends with; -1: it has none. */
static int number_in(lu_str s)
{
	int n = -1;

	for (size_t i = 0; i < s.n; i++)
		if (lu_is_digit(s.s[i]) && (!i || !lu_is_digit(s.s[i - 1]))) n = (int)strtol(s.s + i, NULL, 10);
	return n;
}

/* The number that its hits say; -1: they do not say the same one, or something is missing. */
static int number_of(const lu_found *f)
{
	int n = 0;

	for (size_t i = 0; i < f->result.n; i++) {
		int one;

		if (!lu_str_eqz(f->result.v[i].el.type, "function")) continue;
		one = number_in(f->shown[i].text);
		if (one < 0 || (n && one != n)) return -1;
		n = one;
	}
	return n ? n : -1;
}

/* ---- results ---- */

static lu_answered *answer_of(lu_session *s, lu_found *f, bool broad)
{
	lu_ask_options o = { .answer = { .mode = LU_ANSWER_COMPACT } };
	lu_lazy_graph_options g;
	lu_answered *a = NULL;

	lu_lazy_graph_options_init(&g);
	if (broad) OK(lu_session_lazy_graph(s, NULL, f, &g, &o.answer, &a, &err));
	else OK(lu_session_answer(s, NULL, f, &o, &a, &err));
	return a;
}

/* Hits and their answer are of one state, whoever writes between them; with the only reader. */
static void an_answer_is_of_the_state_of_its_hits(void **state)
{
	lu_session_config c = config_of(1);
	lu_session *s = open_session(&c);
	lu_search_options o;

	(void)state;
	lu_search_options_init(&o);
	o.stored = true;
	for (int i = 0; i < 4; i++) {
		lu_found *f;
		lu_answered *a;

		sync_number(20 + i);
		o.answers = i < 2;
		f = search(s, "how is the kettle poured", &o);
		assert_int_equal(number_of(f), 20 + i);
		sync_number(40 + i);
		a = answer_of(s, f, i % 2);
		assert_true(a->response.n_cite > 0);
		/* who has not said that an answer follows gets one of the present state */
		assert_int_equal(strstr(a->response.text.s, i % 2   ? i < 2 ? "* 21" : "* 43"
							    : i < 2 ? "* 20"
								    : "* 42") != NULL,
				 true);
		lu_answered_free(a);
		lu_found_free(f);
		f = search(s, "how is the kettle poured", &o); /* which was given back */
		assert_int_equal(number_of(f), 40 + i);
		lu_found_free(f);
	}
	lu_session_close(s);
	sync_number(1);
}

static void a_result_outlives_its_session(void **state)
{
	lu_session_config c = config_of(1);
	lu_session *s = open_session(&c);
	lu_search_options o;
	lu_found *f;

	(void)state;
	lu_search_options_init(&o);
	f = search(s, "boil the kettle", &o);
	lu_session_close(s);
	assert_true(f->result.n >= 2);
	assert_true(lu_str_eqz(f->text, "boil the kettle"));
	assert_true(lu_str_eqz(f->result.v[0].el.name, "boil.boil_kettle"));
	assert_true(f->tokens > 0);
	assert_int_equal(number_of(f), 1);
	assert_true(f->fresh.root.n > 0);
	assert_int_equal(f->fresh.behind, 0);
	assert_false(f->cached);
	lu_found_free(f);
	lu_found_free(NULL);
	lu_session_close(NULL);
}

/* Each keeps to its own: options, models, cache, callbacks. */
static void count_line(void *ctx, const char *stage, const char *text)
{
	(void)text;
	*(int *)ctx += !strcmp(stage, "query");
}

static void two_sessions_differ(void **state)
{
	int lines = 0;
	lu_session_config c = config_of(1), d = config_of(2);
	lu_search_options o, p;
	lu_session *x, *y;

	(void)state;
	c.models.cache = true;
	c.log = count_line;
	c.ctx = &lines;
	d.models.embed.provider = "nobody";
	x = open_session(&c);
	y = open_session(&d);
	lu_search_options_init(&o);
	lu_search_options_init(&p);
	p.query.strategy = "bm25";
	p.query.k = 1;
	p.show = LU_SHOW_PLACES;
	for (int i = 0; i < 3; i++) {
		lu_found *f = search(x, "pour the kettle", &o), *g = search(y, "pour the kettle", &p);

		assert_int_equal(f->cached, i > 0);
		assert_false(g->cached);
		assert_string_equal(g->result.strategy, "bm25");
		assert_string_not_equal(f->result.strategy, "bm25");
		assert_int_equal(g->result.n, 1);
		assert_true(f->result.n > 1);
		assert_null(g->shown);
		lu_found_free(f);
		lu_found_free(g);
	}
	assert_int_equal(lines, 3);
	/* what one of them can not do is no business of the other */
	lu_search_options_init(&p);
	assert_int_equal(lu_session_search(y, NULL, lu_strz("kettle"), &p, &(lu_found *){ NULL }, &err), LU_EUSAGE);
	lu_found_free(search(x, "kettle", &o));
	lu_session_close(y);
	lu_session_close(x);
}

static void what_is_wrong_is_told(void **state)
{
	lu_session_config c = config_of(1);
	lu_search_options o;
	lu_session *s = NULL;
	lu_found *f;

	(void)state;
	c.kb = "none";
	assert_int_equal(lu_session_open(&c, &s, &err), LU_ENOENT);
	c.tenant = c.kb = NULL;
	assert_int_equal(lu_session_open(&c, &s, &err), LU_ENOENT);
	assert_non_null(strstr(err.msg, "'default' of tenant 'default'"));
	c.db = NULL;
	assert_int_equal(lu_session_open(&c, &s, &err), LU_EUSAGE);
	c = config_of(LU_SESSION_READERS_MAX + 1);
	assert_int_equal(lu_session_open(&c, &s, &err), LU_EUSAGE);
	c = config_of(1);
	c.models.rerank_depth = LU_RERANK_MAX + 1;
	assert_int_equal(lu_session_open(&c, &s, &err), LU_EUSAGE);
	c = config_of(1);
	c.db = "/nowhere/absent.db";
	assert_int_equal(lu_session_open(&c, &s, &err), LU_ENOENT);
	c = config_of(1);
	s = open_session(&c);
	lu_search_options_init(&o);
	assert_int_equal(lu_session_search(s, NULL, lu_strz(" "), &o, &f, &err), LU_EUSAGE);
	o.query.strategy = "nonsense";
	assert_int_equal(lu_session_search(s, NULL, lu_strz("kettle"), &o, &f, &err), LU_EUSAGE);
	assert_non_null(strstr(err.msg, "expected one of auto, "));
	lu_session_close(s);
}

/* Not of every allocation: there are thousands. */
static void reports_want_of_memory(void **state)
{
	lu_session_config c = config_of(1);
	lu_search_options o;
	lu_code rc = LU_ENOMEM;
	long n = 0;

	(void)state;
	lu_search_options_init(&o);
	o.query.strategy = "bm25";
	for (; rc; n += 1 + n / 32) {
		lu_session *s = NULL;
		lu_found *f = NULL;

		test_allocs_left = n;
		rc = lu_session_open(&c, &s, &err);
		if (!rc) rc = lu_session_search(s, NULL, lu_strz("kettle"), &o, &f, &err);
		test_allocs_left = -1;
		assert_true(rc == LU_OK || rc == LU_ENOMEM);
		if (!rc) lu_found_free(f);
		lu_session_close(s);
	}
	assert_true(n > 100);
}

/* ---- states of the store ---- */

/* Another store is moved to the path of one that is open: no reader goes on with the file that was there. */
static void a_store_may_be_replaced(void **state)
{
	lu_session_config c = config_of(2);
	lu_search_options o;
	lu_found *f = NULL;
	lu_session *s;

	(void)state;
	s = open_session(&c);
	lu_search_options_init(&o);
	lu_found_free(search(s, "kettle", &o));
	make_store("t.db", 9);
	unlink(in_top("s.db-wal"));
	assert_int_equal(rename(in_top("t.db"), c.db), 0);
	f = search(s, "kettle", &o);
	assert_int_equal(number_of(f), 9);
	lu_found_free(f);
	unlink(c.db);
	assert_int_equal(lu_session_search(s, NULL, lu_strz("kettle"), &o, &f, &err), LU_ENOENT);
	lu_session_close(s);
	make_store("s.db", 1);
}

static void a_pinned_session_stays(void **state)
{
	lu_session_config c = config_of(1), d = config_of(1);
	lu_search_options o;
	lu_session *x, *y;
	lu_found *f;

	(void)state;
	c.pinned = true;
	x = open_session(&c);
	y = open_session(&d);
	lu_search_options_init(&o);
	lu_found_free(search(x, "kettle", &o));
	lu_found_free(search(y, "kettle", &o));
	sync_number(7);
	f = search(x, "kettle", &o);
	assert_int_equal(number_of(f), 1);
	lu_found_free(f);
	f = search(y, "kettle", &o);
	assert_int_equal(number_of(f), 7);
	lu_found_free(f);
	lu_session_renew(x, &(lu_behind){ .state = LU_TREE_THERE, .changed = 3 });
	f = search(x, "kettle", &o);
	assert_int_equal(number_of(f), 7);
	assert_int_equal(f->fresh.behind, 3);
	lu_found_free(f);
	f = search(x, "kettle", &o);
	assert_int_equal(f->fresh.behind, 0);
	lu_found_free(f);
	/* which models are used says nothing of the tree */
	lu_session_renew(x, &(lu_behind){ .state = LU_TREE_THERE, .changed = 3 });
	OK(lu_session_configure(x, &c.models, &err));
	f = search(x, "kettle", &o);
	assert_int_equal(f->fresh.behind, 3);
	lu_found_free(f);
	lu_session_close(x);
	lu_session_close(y);
}

enum { THREADS = 16, SYNCS = 12, FIRST = 100 };

typedef struct crowd {
	lu_session *s;
	int done;  /* the last state is there */
	int asked; /* questions in all */
} crowd;

typedef struct asker {
	pthread_t thread;
	crowd *of;
	int i, last;
	char why[600];
} asker;

/* What is wrong with a result; NULL: nothing. Files are looked at while they change: then hits are stale, or gone. */
static const char *flaw(asker *a, const lu_found *f, bool stored)
{
	int n;

	if (!stored) return NULL;
	n = number_of(f);
	if (n < 0) return "hits of two states, or without their text";
	if (n < a->last) return "an older state than before";
	a->last = n;
	return NULL;
}

static void *ask_on(void *ctx)
{
	static const char *const text[] = { "boil the kettle", "pour_kettle", "who pours the kettle out", "kettle" };
	static const char *const strategy[] = { NULL, "bm25", "hybrid_rrf", "vector_first_graph_augment" };
	asker *a = ctx;
	bool last = false;

	for (int n = a->i; !*a->why && !last; n++) {
		lu_search_options o;
		lu_found *f = NULL;
		lu_err e;
		const char *why;

		last = __atomic_load_n(&a->of->done, __ATOMIC_ACQUIRE) != 0;
		lu_search_options_init(&o);
		o.query.strategy = strategy[n % 4];
		o.query.similarity_threshold = -1;
		o.stored = a->i % 2;
		o.adaptive = n % 3 == 2 && !o.stored;
		if (lu_session_search(a->of->s, NULL, lu_strz(text[n / 4 % 4]), &o, &f, &e)) {
			snprintf(a->why, sizeof a->why, "%s", e.msg);
			break;
		}
		if ((why = flaw(a, f, o.stored)))
			snprintf(a->why, sizeof a->why, "%s (%s, %s)", why, text[n / 4 % 4], f->result.strategy);
		lu_found_free(f);
		__atomic_fetch_add(&a->of->asked, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void sixteen_ask_while_one_syncs(void **state)
{
	lu_session_config c = config_of(6);
	static asker a[THREADS];
	crowd k = { .asked = 0 };

	(void)state;
	c.models.cache = true;
	sync_number(FIRST);
	k.s = open_session(&c);
	for (int i = 0; i < THREADS; i++) {
		a[i] = (asker){ .of = &k, .i = i };
		assert_int_equal(pthread_create(&a[i].thread, NULL, ask_on, &a[i]), 0);
	}
	for (int n = 1; n <= SYNCS; n++) {
		int before = __atomic_load_n(&k.asked, __ATOMIC_RELAXED);

		sync_number(FIRST + n);
		for (int w = 0; w < 120000 && __atomic_load_n(&k.asked, __ATOMIC_RELAXED) < before + 40; w++)
			usleep(1000);
	}
	__atomic_store_n(&k.done, 1, __ATOMIC_RELEASE);
	for (int i = 0; i < THREADS; i++) pthread_join(a[i].thread, NULL);
	for (int i = 0; i < THREADS; i++) {
		if (*a[i].why) fail_msg("thread %d: %s", i, a[i].why);
		if (i % 2) assert_int_equal(a[i].last, FIRST + SYNCS);
	}
	assert_true(k.asked >= 40 * SYNCS);
	lu_session_close(k.s);
}

/* ---- requests that end ---- */

static void a_request_waits_no_longer_than_it_may(void **state)
{
	lu_session_config c = config_of(1);
	lu_session *s = open_session(&c);
	lu_search_options o;
	lu_store *held = NULL;
	lu_request r;
	lu_found *f;
	double start;

	(void)state;
	lu_search_options_init(&o);
	lu_request_init(&r, 0.2);
	OK(lu_session_lend(s, NULL, &held, &err)); /* the only reader */
	start = lu_now();
	assert_int_equal(lu_session_search(s, &r, lu_strz("kettle"), &o, &f, &err), LU_ECANCEL);
	assert_string_equal(err.msg, "the time of the request is over");
	assert_true(lu_request_expired(&r));
	assert_true(lu_now() - start >= 0.2);
	lu_session_return(s, held);
	/* it is over for this request alone */
	assert_int_equal(lu_session_search(s, &r, lu_strz("kettle"), &o, &f, &err), LU_ECANCEL);
	lu_request_init(&r, 60);
	OK(lu_session_search(s, &r, lu_strz("kettle"), &o, &f, &err));
	lu_found_free(f);
	lu_request_cancel(&r);
	assert_int_equal(lu_session_search(s, &r, lu_strz("kettle"), &o, &f, &err), LU_ECANCEL);
	assert_string_equal(err.msg, "cancelled");
	assert_false(lu_cancelled()); /* this thread works on nothing that is */
	lu_session_close(s);
}

static bool is_same(const lu_found *f, const lu_found *g)
{
	bool same = f->result.n == g->result.n;

	for (size_t i = 0; same && i < f->result.n; i++)
		same = !strcmp(f->result.v[i].el.uuid, g->result.v[i].el.uuid) &&
		       f->result.v[i].score == g->result.v[i].score && lu_str_eq(f->shown[i].text, g->shown[i].text);
	return same;
}

/* Wherever it was amid the work, what comes next is as if nothing had been. */
static void a_request_may_end_anywhere(void **state)
{
	lu_session_config c = config_of(1);
	lu_session *s = open_session(&c);
	lu_search_options o;
	lu_found *want, *f;
	int cut = 0, whole = 0;

	(void)state;
	lu_search_options_init(&o);
	want = search(s, "boil the kettle", &o);
	for (double limit = 4e-6; limit < 60 && whole < 20; limit *= 1.02) { /* however slow the machine is */
		lu_request r;
		lu_code rc;

		lu_request_init(&r, limit);
		f = NULL;
		rc = lu_session_search(s, &r, lu_strz("boil the kettle"), &o, &f, &err);
		assert_true(rc == LU_OK || rc == LU_ECANCEL);
		cut += rc == LU_ECANCEL;
		whole += rc == LU_OK;
		if (rc) f = search(s, "boil the kettle", &o);
		assert_true(is_same(f, want));
		lu_found_free(f);
	}
	assert_true(cut >= 10 && whole);
	lu_found_free(want);
	lu_session_close(s);
}

/* An answer that a model takes its time for. */
typedef struct waiting {
	pthread_t thread;
	lu_session *s;
	lu_found *f;
	lu_request r;
	lu_code rc;
	double seconds;
} waiting;

static void *answer_slowly(void *ctx)
{
	waiting *w = ctx;
	lu_ask_options o = { .answer = { .mode = LU_ANSWER_COMPACT } };
	lu_answered *out = NULL;
	double start = lu_now();
	lu_err e;

	w->rc = lu_session_answer(w->s, &w->r, w->f, &o, &out, &e);
	w->seconds = lu_now() - start;
	lu_answered_free(out);
	return NULL;
}

static void a_model_keeps_nobody_waiting(void **state)
{
	lu_session_config c = config_of(1);
	lu_chat_config chat;
	lu_search_options o;
	server api;
	waiting w = { .rc = LU_OK };

	(void)state;
	server_start(&api, "*\tslow\t600\n", "0");
	lu_chat_config_init(&chat);
	chat.provider = "openai";
	chat.url = api.url;
	chat.model = "slow";
	c.models.chat = &chat;
	w.s = open_session(&c);
	lu_search_options_init(&o);
	o.answers = true;
	w.f = search(w.s, "boil the kettle", &o);
	o.answers = false;
	lu_request_init(&w.r, 0);
	assert_int_equal(pthread_create(&w.thread, NULL, answer_slowly, &w), 0);
	for (int i = 0; i < 6000 && !server_log(&api).requests; i++) usleep(10000);
	assert_int_equal(server_log(&api).requests, 1); /* it has asked by now */
	lu_found_free(search(w.s, "pour", &o));         /* with the only reader */
	lu_request_cancel(&w.r);
	pthread_join(w.thread, NULL);
	assert_int_equal(w.rc, LU_ECANCEL);
	lu_request_init(&w.r, 0.3);
	answer_slowly(&w);
	assert_int_equal(w.rc, LU_ECANCEL);
	assert_true(w.seconds >= 0.3 && w.seconds < 60);
	lu_found_free(w.f);
	lu_session_close(w.s);
	server_stop(&api);
}

/* Leave something on the stack, so that what nobody has set is not nothing. */
static __attribute__((noinline)) void leave_garbage(void)
{
	volatile char at[65536];

	for (size_t i = 0; i < sizeof at; i++) at[i] = 0x5a;
}

/* Whatever fails in it, as it does when a client leaves: what was not found is not freed. */
static void a_broad_question_may_fail_anywhere(void **state)
{
	lu_session_config c = config_of(1);
	lu_session *s = open_session(&c);
	lu_search_options o;
	lu_lazy_graph_options broad;
	lu_answer_options answer = { .max_tokens = 0 };
	lu_found *f;
	lu_code rc = LU_ENOMEM;

	(void)state;
	lu_search_options_init(&o);
	lu_lazy_graph_options_init(&broad);
	OK(lu_session_search(s, NULL, lu_strz("how are kettles boiled"), &o, &f, &err));
	for (long n = 0; rc; n += 1 + n / 32) {
		lu_answered *out;

		leave_garbage();
		test_allocs_left = n;
		rc = lu_session_lazy_graph(s, NULL, f, &broad, &answer, &out, &err);
		test_allocs_left = -1;
		assert_true(rc == LU_OK || rc == LU_ENOMEM);
		if (!rc) lu_answered_free(out);
	}
	lu_found_free(f);
	lu_session_close(s);
}

static void keep_warning(void *ctx, const char *text)
{
	lu_buf_adds(ctx, text);
	lu_buf_addc(ctx, '\n');
}

/* Between two stages of somebody who writes the index is older than the elements: that is nothing to warn of until he has left. */
static void an_index_is_old_when_nobody_renews_it(void **state)
{
	lu_buf said = LU_BUF;
	lu_session_config c = config_of(1);
	lu_tree_options o = { .jobs = 1 };
	lu_search_options so;
	lu_session *s;
	lu_store *writer;

	(void)state;
	lu_search_options_init(&so);
	make_store("s.db", 1);
	c.warn = keep_warning;
	c.ctx = &said;
	s = open_session(&c);
	writer = open_store("s.db");
	put_tree(2);
	ingest_with(writer, "tree", "", &o, NULL);
	lu_found_free(search(s, "boil", &so));
	assert_int_equal(said.len, 0);
	lu_store_close(writer);
	lu_found_free(search(s, "boil", &so));
	assert_non_null(strstr(said.s, "the index is older than the elements"));
	lu_session_close(s);
	lu_buf_free(&said);
}

/* Ask a lazy graph query; what it warned of is in `said`. */
static lu_answered *ask_broadly(lu_session *s, const lu_lazy_graph_options *o, lu_buf *said)
{
	lu_answer_options how = { .mode = LU_ANSWER_LAZY_GRAPH };
	lu_search_options so;
	lu_answered *out = NULL;
	lu_found *f;

	lu_search_options_init(&so);
	f = search(s, "how is the kettle boiled, and where is it poured out", &so);
	lu_buf_reset(said);
	OK(lu_session_lazy_graph(s, NULL, f, o, &how, &out, &err));
	lu_found_free(f);
	assert_non_null(out->lazy);
	return out;
}

/* A query that takes long is warned of: how long that is can be set. One from the cache is as it was, and never slow. */
static void a_slow_query_is_warned_of(void **state)
{
	lu_buf said = LU_BUF;
	lu_session_config c = config_of(1);
	lu_lazy_graph_options o;
	lu_answered *first, *again;
	lu_session *s;

	(void)state;
	c.models.cache = true;
	c.warn = keep_warning;
	c.ctx = &said;
	s = open_session(&c);
	lu_lazy_graph_options_init(&o);
	assert_true(o.slow == 30);
	lu_answered_free(ask_broadly(s, &o, &said));
	assert_null(strstr(said.s ? said.s : "", "seconds: a smaller --budget"));
	o.slow = 1e-9;
	o.search.budget = 100; /* another one: this is no answer of the cache */
	first = ask_broadly(s, &o, &said);
	assert_non_null(strstr(said.s, "seconds: a smaller --budget"));
	again = ask_broadly(s, &o, &said);
	assert_true(!first->cached && again->cached);
	assert_null(strstr(said.s ? said.s : "", "seconds"));
	assert_true(lu_str_eq(again->response.text, first->response.text));
	assert_int_equal(again->lazy->n_claim, first->lazy->n_claim);
	assert_int_equal(again->lazy->n_source, first->lazy->n_source);
	assert_int_equal(again->lazy->state.end, first->lazy->state.end);
	for (size_t i = 0; i < first->lazy->n_claim; i++) {
		assert_true(lu_str_eq(again->lazy->claim[i].text, first->lazy->claim[i].text));
		assert_int_equal(again->lazy->claim[i].n_own, first->lazy->claim[i].n_own);
	}
	lu_answered_free(first);
	lu_answered_free(again);
	lu_session_close(s);
	lu_buf_free(&said);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_result_outlives_its_session),
		cmocka_unit_test(an_answer_is_of_the_state_of_its_hits),
		cmocka_unit_test(two_sessions_differ),
		cmocka_unit_test(what_is_wrong_is_told),
		cmocka_unit_test(reports_want_of_memory),
		cmocka_unit_test(a_store_may_be_replaced),
		cmocka_unit_test(a_pinned_session_stays),
		cmocka_unit_test(sixteen_ask_while_one_syncs),
		cmocka_unit_test(a_request_waits_no_longer_than_it_may),
		cmocka_unit_test(a_request_may_end_anywhere),
		cmocka_unit_test(a_model_keeps_nobody_waiting),
		cmocka_unit_test(a_broad_question_may_fail_anywhere),
		cmocka_unit_test(a_slow_query_is_warned_of),
		cmocka_unit_test(an_index_is_old_when_nobody_renews_it),
	};

	return cmocka_run_group_tests(tests, set_up, clear_top);
}
