/* SPDX-License-Identifier: MIT
 * Entities of questions, what names mean, walks, and merging. */
#include "index.h"

#include "lucus/expand.h"

/* ---- entities ---- */

/* What is found, as "kind:text@confidence", separated by "; ". */
static void list_entities(const char *query, lu_buf *b)
{
	lu_arena a = { 0 };
	lu_entity *v = NULL;
	size_t n = 0;
	const char *end = query;

	lu_buf_reset(b);
	OK(lu_entities(lu_strz(query), &a, &v, &n, &err));
	for (size_t i = 0; i < n; i++) {
		lu_buf_addf(b, "%s%s:%.*s", i ? "; " : "", lu_entity_kind_name(v[i].kind), LU_FMT(v[i].text));
		assert_true(v[i].confidence > 0 && v[i].confidence <= 1);
		assert_true(v[i].text.s >= end && v[i].text.s + v[i].text.n <= query + strlen(query));
		end = v[i].text.s + v[i].text.n;
	}
	lu_arena_free(&a);
}

static void entities_of_questions(void **state)
{
	static const struct {
		const char *query, *want;
	} cases[] = {
		{ "why does UserStore.get retry", "identifier:UserStore.get" },
		{ "Who calls parse_file()?", "identifier:parse_file()" },
		{ "what does getUserById(id, now) return", "identifier:getUserById(id, now)" },
		{ "std::vector and a->b, Foo#bar.", "identifier:std::vector; identifier:a->b; identifier:Foo#bar" },
		{ "UserStore's lock (see HTTPServer, LU_MAX).",
		  "identifier:UserStore; identifier:HTTPServer; identifier:LU_MAX" },
		{ "look at src/store/find.c:57 and ./run", "path:src/store/find.c:57; path:./run" },
		{ "what is in store.h?", "path:store.h" },
		{ "read/write or and/or", "path:read/write; path:and/or" },
		{ "see https://example.org/a/b.c for it", "" },
		{ "where is \"connection refused\" raised", "quoted:connection refused" },
		{ "what do `retry` and `a b` mean", "identifier:retry; quoted:a b" },
		{ "`src/a.c` or \"user_store\" or 'x_y'", "path:src/a.c; identifier:user_store; identifier:x_y" },
		{ "it's what we don't know", "" },
		{ "an open \"quote never ends", "" },
		{ "changes since 2024-03-01 and in March 2024", "date:2024-03-01; date:March 2024" },
		{ "on 1 March 2024, or March 12, 2024, or 2024-13-01", "date:1 March 2024; date:March 12, 2024" },
		{ "the march of 2024", "" },
		{ "revenue in Q3 2024 and 2023-Q1, Q2", "quarter:Q3 2024; quarter:2023-Q1; quarter:Q2" },
		{ "new in v1.2.3, 2.0.0-rc1 and version 3.11", "version:v1.2.3; version:2.0.0-rc1; version:3.11" },
		{ "costs 10 or 1.2.3.4.5.6", "" },
		{ "how are requests retried", "" },
		{ "", "" },
		{ "??"
		  "?!! ... ((([[[ \"\" `` ''",
		  "" },
		{ "\xff\xfe\xc3 \x01 \xe2\x82", "" },
	};
	lu_buf b = LU_BUF;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		list_entities(cases[i].query, &b);
		assert_string_equal(b.s, cases[i].want);
	}
	lu_buf_free(&b);
}

/* Sure ones are above the threshold for a model, others are not. */
static void sure_entities_need_no_model(void **state)
{
	static const char *const sure[] = {
		"parse_file()", "UserStore.get", "a/b.c", "v1.2.3", "2024-03-01", "`retry`"
	};
	static const char *const unsure[] = { "and/or", "Q3", "v2", "3.11" };
	lu_arena a = { 0 };
	lu_entity *v = NULL;
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < sizeof sure / sizeof *sure; i++) {
		OK(lu_entities(lu_strz(sure[i]), &a, &v, &n, &err));
		assert_int_equal(n, 1);
		assert_true(v[0].confidence >= LU_SURE);
	}
	for (size_t i = 0; i < sizeof unsure / sizeof *unsure; i++) {
		OK(lu_entities(lu_strz(unsure[i]), &a, &v, &n, &err));
		assert_int_equal(n, 1);
		assert_true(v[0].confidence < LU_SURE);
	}
	lu_arena_free(&a);
}

/* Time is linear in what an enemy may send, and no more than LU_ENTITIES are found. */
static void entities_are_found_in_linear_time(void **state)
{
	static const char *const piece[] = { "\"", "`a ", "(",  "f((", "a.b ",      "a/",
					     "1.", "'x ", "->", "a_",  "<question>" };
	lu_buf b = LU_BUF;
	lu_arena a = { 0 };
	lu_entity *v = NULL;
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < sizeof piece / sizeof *piece; i++) {
		lu_buf_reset(&b);
		while (b.len < 200000) lu_buf_adds(&b, piece[i]);
		OK(lu_entities(lu_buf_str(&b), &a, &v, &n, &err));
		assert_true(n <= LU_ENTITIES);
		lu_arena_free(&a);
	}
	lu_buf_free(&b);
}

/* ---- a code base ---- */

static const char store_py[] = "\"\"\"Stores.\"\"\"\n\n"
			       "class UserStore:\n"
			       "    \"\"\"Keeps users. And more.\"\"\"\n"
			       "    def get(self, key):\n        return self.retry(key)\n\n"
			       "    def retry(self, key):\n        return hub(key)\n\n"
			       "    def save_all(self, key):\n        return hub(key)\n\n"
			       "class HTTPServer(UserStore):\n"
			       "    def serve(self):\n        return self.serve()\n\n"
			       "def hub(x):\n    return x\n\n"
			       "def request(x):\n    return ping(x)\n\n"
			       "def ping(x):\n    return pong(x)\n\n"
			       "def pong(x):\n    return ping(x)\n";
static const char main_py[] = "import app.store as st\n"
			      "from app.store import UserStore as Keeper\n\n"
			      "def start():\n    return st.HTTPServer()\n\n"
			      "def retry():\n    return 1\n";

/* The two files, and `users` functions that call hub(). */
static lu_store *store_of_app(size_t users)
{
	lu_store *s = new_store("app.db");
	lu_buf text = LU_BUF;

	lu_buf_adds(&text, "from app.store import hub\n");
	for (size_t i = 0; i < users; i++) lu_buf_addf(&text, "\n\ndef user_%zu(x):\n    return hub(x)\n", i);
	put("app/app/store.py", store_py);
	put("app/app/main.py", main_py);
	put("app/app/users.py", text.s);
	sync_tree(s, "app", true);
	lu_buf_free(&text);
	return s;
}

static void names_mean_elements(void **state)
{
	static const struct {
		const char *text, *name;
		lu_meant_by by;
	} cases[] = {
		{ "UserStore", "app.store.UserStore", LU_BY_EXACT },
		{ "app.store.UserStore", "app.store.UserStore", LU_BY_EXACT },
		{ "UserStore.get", "app.store.UserStore.get", LU_BY_EXACT },
		{ "UserStore::get()", "app.store.UserStore.get", LU_BY_EXACT },
		{ "UserStore.get(key, 1)", "app.store.UserStore.get", LU_BY_EXACT },
		{ "userstore.GET", "app.store.UserStore.get", LU_BY_CASE },
		{ "user_store", "app.store.UserStore", LU_BY_FORM },
		{ "user-store", "app.store.UserStore", LU_BY_FORM },
		{ "http_server", "app.store.HTTPServer", LU_BY_FORM },
		{ "saveAll", "app.store.UserStore.save_all", LU_BY_FORM },
		{ "user_store.save_all", "app.store.UserStore.save_all", LU_BY_FORM },
		{ "UserStores", "app.store.UserStore", LU_BY_NUMBER },
		{ "requests", "app.store.request", LU_BY_NUMBER },
		{ "app.get", "app.store.UserStore.get", LU_BY_INNER },
		{ "Keeper", "app.store.UserStore", LU_BY_ALIAS },
		{ "st.hub", "app.store.hub", LU_BY_ALIAS },
		{ "st", "app.store", LU_BY_ALIAS },
		{ "app/store.py", "app.store", LU_BY_EXACT },
		{ "store.py:15", "app.store.HTTPServer.serve", LU_BY_EXACT },
	};
	lu_store *s = store_of_app(1);
	lu_arena a = { 0 };
	lu_meant *v = NULL;
	size_t n = 0, total = 0;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		OK(lu_meant_by_text(s, lu_strz(cases[i].text), &a, &v, &n, &total, &err));
		if (!n) fail_msg("%s means nothing", cases[i].text);
		if (!lu_str_eqz(v[0].el.name, cases[i].name) || v[0].by != cases[i].by)
			fail_msg("%s is %.*s by %s", cases[i].text, LU_FMT(v[0].el.name), lu_meant_by_name(v[0].by));
		assert_true(v[0].score > 0 && v[0].score <= 1 && total >= n);
	}
	lu_arena_free(&a);
	lu_store_close(s);
}

static void strangers_mean_nothing(void **state)
{
	static const char *const text[] = { "NoSuch",
					    "Other.get",
					    "store.UserStore.get.more",
					    "nowhere/x.py",
					    "a'; DROP TABLE element; --",
					    "%",
					    "()",
					    ".",
					    "\xff\xfe",
					    "np",
					    "statu" };
	lu_store *s = store_of_app(1);
	lu_arena a = { 0 };
	lu_meant *v = NULL;
	size_t n = 9, total = 9;

	(void)state;
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		OK(lu_meant_by_text(s, lu_strz(text[i]), &a, &v, &n, &total, &err));
		if (n || total) fail_msg("%s means %.*s", text[i], LU_FMT(v[0].el.name));
	}
	lu_arena_free(&a);
	lu_store_close(s);
}

/* Of several, what others use comes first. */
static void candidates_are_ranked(void **state)
{
	lu_store *s = store_of_app(1);
	lu_arena a = { 0 };
	lu_meant *v = NULL;
	size_t n = 0, total = 0;

	(void)state;
	OK(lu_meant_by_text(s, lu_strz("retry"), &a, &v, &n, &total, &err));
	assert_int_equal(n, 2);
	assert_int_equal(total, 2);
	assert_true(lu_str_eqz(v[0].el.name, "app.store.UserStore.retry"));
	assert_int_equal(v[0].users, 1);
	assert_true(v[0].score > v[1].score);
	lu_arena_free(&a);
	lu_store_close(s);
}

static const lu_original *original(const lu_expansion *x, const char *text)
{
	for (size_t i = 0; i < x->n_original; i++)
		if (lu_str_eqz(x->original[i].entity.text, text)) return &x->original[i];
	fail_msg("no entity %s", text);
	return NULL;
}

static const lu_expanded *reached(const lu_expansion *x, const char *name)
{
	for (size_t i = 0; i < x->n_node; i++)
		if (lu_str_eqz(x->node[i].el.name, name)) return &x->node[i];
	return NULL;
}

static void plain_words_name_elements(void **state)
{
	lu_expand_options o;
	lu_store *s = store_of_app(1);
	lu_expansion x;

	(void)state;
	lu_expand_options_init(&o);
	OK(lu_expand(s, lu_strz("How does the http server use user stores?"), &o, &x, &err));
	assert_int_equal(original(&x, "http server")->entity.kind, LU_ENTITY_NAME);
	assert_true(lu_str_eqz(original(&x, "http server")->v[0].el.name, "app.store.HTTPServer"));
	assert_true(lu_str_eqz(original(&x, "user stores")->v[0].el.name, "app.store.UserStore"));
	assert_int_equal(x.warning.n, 0);
	lu_expansion_free(&x);
	OK(lu_expand(s, lu_strz("what is the weather of today like"), &o, &x, &err));
	assert_int_equal(x.n_original, 0);
	assert_int_equal(x.n_node, 0);
	assert_int_equal(x.n_document, 0);
	assert_true(x.warning.n > 0);
	lu_expansion_free(&x);
	lu_store_close(s);
}

/* A circle ends, a hub is not left by those who refer to it, hops are counted, and what leads to an element scores more. */
static void walks_are_bounded(void **state)
{
	lu_expand_options o;
	lu_store *s = store_of_app(100);
	lu_expansion x;

	(void)state;
	lu_expand_options_init(&o);
	OK(lu_expand(s, lu_strz("ping()"), &o, &x, &err));
	assert_int_equal(reached(&x, "app.store.ping")->hop, 0);
	assert_int_equal(reached(&x, "app.store.pong")->hop, 1);
	assert_int_equal(reached(&x, "app.store.request")->hop, 1);
	lu_expansion_free(&x);

	OK(lu_expand(s, lu_strz("hub()"), &o, &x, &err));
	assert_null(reached(&x, "app.users.user_7"));
	assert_non_null(reached(&x, "app.store"));
	lu_expansion_free(&x);

	OK(lu_expand(s, lu_strz("UserStore.get"), &o, &x, &err));
	assert_int_equal(reached(&x, "app.store.UserStore.retry")->hop, 1);
	assert_int_equal(reached(&x, "app.store.hub")->hop, 2);
	assert_null(reached(&x, "app.users.user_7"));
	for (size_t i = 0; i < x.n_node; i++) {
		assert_true(x.node[i].score > 0 && x.node[i].score <= 1);
		if (!x.node[i].hop) continue;
		assert_true(x.node[i].from < i);
		assert_true(x.node[i].score <= x.node[x.node[i].from].score);
		assert_int_equal(x.node[i].hop, x.node[x.node[i].from].hop + 1);
		if (i > x.n_seed) assert_true(x.node[i].score <= x.node[i - 1].score);
	}
	lu_expansion_free(&x);

	o.max_hops = 1;
	OK(lu_expand(s, lu_strz("UserStore.get"), &o, &x, &err));
	assert_null(reached(&x, "app.store.hub"));
	lu_expansion_free(&x);
	o.max_hops = 5;
	o.max_entities = 2;
	OK(lu_expand(s, lu_strz("UserStore.get"), &o, &x, &err));
	assert_int_equal(x.n_node, x.n_seed + 2);
	lu_expansion_free(&x);
	o.max_hops = 6;
	assert_int_equal(lu_expand(s, lu_strz("a"), &o, &x, &err), LU_EUSAGE);
	o.max_hops = 1;
	o.max_entities = 201;
	assert_int_equal(lu_expand(s, lu_strz("a"), &o, &x, &err), LU_EUSAGE);
	lu_store_close(s);
}

static void what_is_found_is_described(void **state)
{
	lu_expand_options o;
	lu_store *s = store_of_app(1);
	lu_expansion x;

	(void)state;
	lu_expand_options_init(&o);
	OK(lu_expand(s, lu_strz("UserStore and NoSuchThing"), &o, &x, &err));
	assert_string_equal(
		original(&x, "UserStore")->context.s,
		"class app.store.UserStore (app/store.py:3): class UserStore; in app.store. Keeps users. It is "
		"inherited by app.store.HTTPServer, holds app.store.UserStore.get, app.store.UserStore.save_all, "
		"app.store.UserStore.retry.");
	assert_true(lu_str_eqz(x.document[0].path, "app/store.py"));
	assert_true(lu_str_eqz(x.document[0].elements.v[0], "app.store.UserStore"));
	assert_string_equal(x.warning.s, "no element here is called: NoSuchThing");
	assert_true(lu_str_starts(x.query, "UserStore and NoSuchThing HTTPServer "));
	lu_expansion_free(&x);
	lu_store_close(s);
}

/* ---- merging ---- */

static lu_hit hit_of(lu_store *s, const char *name, lu_arena *a)
{
	lu_hit h = { .score = 1 };
	lu_brief *v = NULL;
	size_t n = 0;

	OK(lu_store_named(s, lu_strz(name), a, &v, &n, &err));
	assert_int_equal(n, 1);
	h.el = v[0];
	return h;
}

/* The simple names of an answer of five hits with what `record` says, `k` of them. */
static void merged(lu_store *s, const char *record, size_t k, lu_query_options *o, lu_buf *out)
{
	static const char *const own[] = { "hub", "ping", "pong", "start", "request" };
	lu_result r = { .n = 5 };
	lu_json *v = NULL;
	lu_boost b;

	r.v = lu_arena_calloc(&r.arena, 5, sizeof *r.v);
	for (size_t i = 0; i < 5; i++) {
		r.v[i] = hit_of(s, own[i], &r.arena);
		r.v[i].rank = (uint32_t)(i + 1);
	}
	OK(lu_json_parse(lu_strz(record), &v, &err));
	OK(lu_boost_read(v, &r.arena, &b, &err));
	OK(lu_boost_merge(s, &b, o, k, &r, &err));
	lu_buf_reset(out);
	for (size_t i = 0; i < r.n; i++) {
		assert_int_equal(r.v[i].rank, i + 1);
		if (i) assert_true(r.v[i].score <= r.v[i - 1].score);
		lu_buf_addf(out, "%s%.*s", i ? " " : "", LU_FMT(lu_simple_name(r.v[i].el.name)));
	}
	lu_json_free(v);
	lu_result_free(&r);
}

static void expansions_are_merged(void **state)
{
	lu_store *s = store_of_app(1);
	lu_arena a = { 0 };
	lu_query_options o;
	lu_buf out = LU_BUF, all = LU_BUF, record = LU_BUF;
	lu_hit pong = hit_of(s, "pong", &a), get = hit_of(s, "UserStore.get", &a);

	(void)state;
	lu_query_options_init(&o);
	merged(s, "{}", 3, &o, &out);
	assert_string_equal(out.s, "hub ping pong");
	lu_buf_addf(&record,
		    "{\"expanded_entities\":[{\"id\":\"%s\",\"score\":0.9},{\"id\":\"%s\",\"score\":0.8},{\"id\":"
		    "\"nobody\"}],"
		    "\"expansion_weight\":0.4}",
		    pong.el.uuid, get.el.uuid);
	merged(s, record.s, 10, &o, &all);
	assert_string_equal(all.s, "pong hub ping start request get");
	for (size_t k = 1; k < 6; k++) { /* a larger k only appends */
		merged(s, record.s, k, &o, &out);
		assert_memory_equal(out.s, all.s, out.len);
		assert_true(all.s[out.len] == ' ');
	}
	o.types =
		(lu_strs){ &(lu_str){ "function", 8 }, 1 }; /* what only the expansion knows passes the filters, too */
	merged(s, record.s, 10, &o, &out);
	assert_string_equal(out.s, "pong hub ping start request");
	o.types.n = 0;
	merged(s, "{\"related_documents\":[{\"path\":\"app/main.py\",\"score\":1}],\"expansion_weight\":0.9}", 10, &o,
	       &out);
	assert_string_equal(out.s, "start hub ping pong request");
	merged(s, "{\"related_documents\":[{\"path\":\"app/main.py\",\"score\":1}],\"expansion_weight\":0}", 10, &o,
	       &out);
	assert_string_equal(out.s, "hub ping pong start request");
	lu_buf_free(&out);
	lu_buf_free(&all);
	lu_buf_free(&record);
	lu_arena_free(&a);
	lu_store_close(s);
}

static void bad_expansions_are_refused(void **state)
{
	static const char *const bad[] = { "{\"expansion_weight\":\"x\"}",
					   "{\"expansion_weight\":1.5}",
					   "{\"related_documents\":3}",
					   "{\"related_documents\":[3]}",
					   "{\"expanded_entities\":[{\"id\":1}]}",
					   "{\"expanded_entities\":[{\"id\":\"a\",\"score\":-1}]}" };
	lu_arena a = { 0 };
	lu_boost b;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		lu_json *v = NULL;

		OK(lu_json_parse(lu_strz(bad[i]), &v, &err));
		assert_int_equal(lu_boost_read(v, &a, &b, &err), LU_EFORMAT);
		lu_json_free(v);
	}
	lu_arena_free(&a);
}

static void call(lu_store *s, const char *name, const char *element, double sure)
{
	lu_arena a = { 0 };
	lu_hit h = hit_of(s, element, &a);

	OK(lu_store_begin(s, &err));
	OK(lu_store_synonym_put(s, &(lu_synonym){ lu_strz(name), lu_strz(h.el.uuid), h.el.name, sure }, &err));
	OK(lu_store_commit(s, &err));
	lu_arena_free(&a);
}

/* Names of people are found as words of their own, in any case, and mean what was told, beside what bears the name. */
static void people_give_names(void **state)
{
	lu_store *s = store_of_app(1);
	lu_arena a = { 0 };
	lu_expand_options o;
	lu_synonym *v;
	lu_expansion x;
	lu_meant *m;
	size_t n, total;
	int64_t gone;

	(void)state;
	lu_expand_options_init(&o);
	call(s, "Big  Wheel", "hub", .6);
	call(s, "Big  Wheel", "hub", .7);
	call(s, "big wheel", "ping", .5);
	call(s, "pong", "ping", .99);
	OK(lu_store_synonyms(s, &a, &v, &n, &err));
	assert_int_equal(n, 3);
	OK(lu_expand(s, lu_strz("does the BIG_wheel turn bigwheels?"), &o, &x, &err));
	assert_int_equal(x.n_original, 1);
	assert_int_equal(x.original[0].n, 2);
	assert_true(lu_str_eqz(lu_simple_name(x.original[0].v[0].el.name), "hub") && x.original[0].v[0].score == .7);
	lu_expansion_free(&x);
	OK(lu_meant_by_text(s, lu_strz("pong"), &a, &m, &n, &total, &err));
	assert_true(n == 2 && m[0].by == LU_BY_SYNONYM && m[1].by == LU_BY_EXACT);
	OK(lu_store_use(s, "default", "other", &err));
	OK(lu_store_synonyms(s, &a, &v, &n, &err));
	assert_int_equal(n, 0);
	OK(lu_store_use(s, "default", "main", &err));
	OK(lu_store_begin(s, &err));
	OK(lu_store_synonym_remove(s, lu_strz("pong"), &gone, &err));
	assert_int_equal(gone, 1);
	OK(lu_store_synonym_remove(s, lu_strz("pong"), &gone, &err));
	assert_int_equal(gone, 0);
	/* neither the id nor the name is there any more */
	OK(lu_store_synonym_put(s, &(lu_synonym){ lu_strz("old one"), lu_strz("x"), lu_strz("nothing.like.it"), 1 },
				&err));
	OK(lu_store_commit(s, &err));
	OK(lu_expand(s, lu_strz("what is the old one"), &o, &x, &err));
	assert_int_equal(x.n_seed, 0);
	assert_non_null(strstr(x.warning.s, "the alias 'old one' is of an element that is gone: nothing.like.it"));
	lu_expansion_free(&x);
	lu_arena_free(&a);
	lu_store_close(s);
}

static void memory_may_be_out(void **state)
{
	lu_given given = { lu_strz("hub"), lu_strz("function"), .5 };
	lu_expand_options o;
	lu_store *s = store_of_app(3);
	lu_expansion x;
	lu_code rc;

	(void)state;
	lu_expand_options_init(&o);
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_expand(s, lu_strz("st.hub and the http server"), &o, &x, &err));
	assert_int_equal(x.n_original, 2);
	lu_expansion_free(&x);
	call(s, "big wheel", "hub", .6);
	o.given = &given;
	o.n_given = 1;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_expand(s, lu_strz("a big wheel"), &o, &x, &err));
	assert_int_equal(x.n_original, 2);
	lu_expansion_free(&x);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entities_of_questions),
		cmocka_unit_test(sure_entities_need_no_model),
		cmocka_unit_test(entities_are_found_in_linear_time),
		cmocka_unit_test(names_mean_elements),
		cmocka_unit_test(strangers_mean_nothing),
		cmocka_unit_test(candidates_are_ranked),
		cmocka_unit_test(plain_words_name_elements),
		cmocka_unit_test(walks_are_bounded),
		cmocka_unit_test(what_is_found_is_described),
		cmocka_unit_test(expansions_are_merged),
		cmocka_unit_test(bad_expansions_are_refused),
		cmocka_unit_test(people_give_names),
		cmocka_unit_test(memory_may_be_out),
	};

	return cmocka_run_group_tests(tests, make_top, clear_top);
}
