/* SPDX-License-Identifier: MIT
 * How likely it is that a sentence answers a question. */
#include "index.h"

#include <math.h>

#include "relevance/assess.h"

static const char pool[] = "\"\"\"Workers that run jobs.\"\"\"\n\n"
			   "DEFAULT_WORKERS = 12\n\n\n"
			   "class Pool:\n"
			   "    def submit(self, job):\n"
			   "        \"\"\"Queue a job.\"\"\"\n"
			   "        if len(self.jobs) > 500:\n"
			   "            raise OverflowError(\"too many jobs wait\")\n"
			   "        self.jobs.append(job)\n\n"
			   "    def shutdown(self):\n"
			   "        self.closed = True\n";

typedef struct base {
	lu_store *store;
	lu_retriever *r;
	lu_arena a;
	lu_passages p;
} base;

static base open_base(const char *name)
{
	base b = { .store = new_store(name) };
	lu_cut_source s = {
		.language = lu_strz("python"), .type = lu_strz("module"), .code = lu_strz(pool), .line = 1
	};

	put("code/pool.py", pool);
	sync_tree(b.store, "code", true);
	OK(lu_retriever_open(b.store, model, &b.r, &err));
	OK(lu_cut(&s, &b.a, &b.p, &err));
	return b;
}

static void close_base(base *b)
{
	lu_arena_free(&b->a);
	lu_retriever_close(b->r);
	lu_store_close(b->store);
}

static const lu_scene at = { { "pool", 4 }, { "module", 6 }, { "pool.py", 7 }, .5f, 1 };

/* The chances of all sentences; returns the likeliest. */
static const lu_sentence *best(const base *b, const char *question, float *p)
{
	lu_assessor *m = NULL;
	size_t most = 0;

	OK(lu_assessor_open(b->r, lu_strz(question), NULL, &m, &err));
	OK(lu_assess_sentences(m, &at, b->p.sentence, b->p.n_sentence, p, &err));
	lu_assessor_close(m);
	for (size_t i = 0; i < b->p.n_sentence; i++) {
		assert_true(p[i] >= 0 && p[i] <= 1);
		if (p[i] > p[most]) most = i;
	}
	return &b->p.sentence[most];
}

static void what_answers_is_likeliest(void **state)
{
	static const struct {
		const char *question, *want;
	} v[] = {
		{ "what is the default number of workers", "DEFAULT_WORKERS = 12" },
		{ "what is raised when too many jobs wait", "raise OverflowError" },
		{ "queue a job", "ueue a job." },
	};
	base b = open_base("relevance.db");
	float p[64];

	(void)state;
	assert_true(b.p.n_sentence < 64);
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		const lu_sentence *s = best(&b, v[i].question, p);

		if (!memmem(s->text.s, s->text.n, v[i].want, strlen(v[i].want)))
			fail_msg("%s: '%.*s'", v[i].question, LU_FMT(s->text));
	}
	close_base(&b);
}

/* The same question gives the same chances, and what a code base has nothing of less than what it has. */
static void absent_subjects_are_unlikely(void **state)
{
	base b = open_base("unlikely.db");
	float p[64], q[64], r[64];
	size_t here, there;

	(void)state;
	here = (size_t)(best(&b, "what is the default number of workers", p) - b.p.sentence);
	best(&b, "what is the default number of workers", q);
	assert_memory_equal(p, q, b.p.n_sentence * sizeof *p);
	there = (size_t)(best(&b, "how are invoices printed", r) - b.p.sentence);
	assert_true(r[there] < p[here] / 2);
	close_base(&b);
}

static void signals_are_numbers(void **state)
{
	base b = open_base("signals.db");
	lu_assessor *m = NULL;
	float x[64][LU_SIGNALS];

	(void)state;
	OK(lu_assessor_open(b.r, lu_strz("how many workers, and what is the `DEFAULT_WORKERS`"), NULL, &m, &err));
	assert_true(lu_assessor_asked(m).value && lu_assessor_asked(m).standard);
	OK(lu_assess_signals(m, &at, b.p.sentence, b.p.n_sentence, x, &err));
	for (size_t i = 0; i < b.p.n_sentence; i++)
		for (int k = 0; k < LU_SIGNALS; k++)
			if (!isfinite(x[i][k]) || fabsf(x[i][k]) > 4)
				fail_msg("%s is %g", lu_signal_name((lu_signal)k), (double)x[i][k]);
	lu_assessor_close(m);
	assert_int_equal(lu_assessor_open(b.r, lu_strz(""), NULL, &m, &err), LU_EUSAGE);
	close_base(&b);
}

/* Words count as such: the beginning of another one asks for nothing. */
static void what_is_asked_for(void **state)
{
	static const struct {
		const char *text;
		bool reason, time;
	} v[] = {
		{ "What format do the jobs have?", false, false },
		{ "Is 500 a reasonable limit of jobs?", false, false },
		{ "What is the second argument of submit?", false, false },
		{ "Where is the secondary pool of workers?", false, false },
		{ "Where are workers used, and what for?", true, false },
		{ "What for are workers counted?", true, false },
		{ "Why are workers counted?", true, false },
		{ "What is the reason that the pool is closed?", true, false },
		{ "The pool is closed: for what reason?", true, false },
		{ "How many seconds does a job wait?", false, true },
		{ "After what number of seconds is the pool closed?", false, true },
	};
	base b = open_base("asked.db");

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		lu_assessor *m = NULL;
		lu_asked_for got;

		OK(lu_assessor_open(b.r, lu_strz(v[i].text), NULL, &m, &err));
		got = lu_assessor_asked(m);
		if (got.reason != v[i].reason || got.time != v[i].time)
			fail_msg("%s: reason %d, time %d", v[i].text, got.reason, got.time);
		lu_assessor_close(m);
	}
	close_base(&b);
}

static void one_fact_or_more(void **state)
{
	static const struct {
		const char *text;
		bool fact;
	} v[] = {
		{ "How many jobs wait?", true },
		{ "In which year was the pool closed?", true },
		{ "Who was named director?", true },
		{ "What condition did they say it had?", true },
		{ "What is the maximum time of a job?", true },
		{ "how are errors handled", false },
		{ "which types put text together", false },
		{ "which are the stages", false },
		{ "what happens when a job fails", false },
		{ "what is cached, and where", false },
		{ "How does the pool count how many jobs wait?", false },
		{ "Why does the job have which id?", false },
		{ "which", false },
		{ "", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		lu_asked_for got;

		OK(lu_question_asks(lu_strz(v[i].text), &got, &err));
		if (got.fact != v[i].fact) fail_msg("%s", v[i].text);
	}
}

static void gifts_are_seen(void **state)
{
	static const struct {
		const char *text;
		lu_gives want;
	} v[] = {
		{ "x = 12", { .number = true, .assignment = true } },
		{ "x == 1", { 0 } },
		{ "if x > MAX_SIZE:", { .constant = true, .condition = true } },
		{ "raise ValueError(\"no\")", { .error = true, .string = true } },
		{ "return -EINVAL;", { .error = true, .constant = true } },
		{ "port: 8080", { .number = true, .assignment = true } },
		{ "it's done", { 0 } },
		{ "version = 1.1", { .number = true, .assignment = true, .word = true } },
		{ "x.1", { 0 } },
		{ "limit = 1;", { .assignment = true, .word = true } },
		{ "strict: false", { .assignment = true, .word = true } },
		{ "limit = other", { .assignment = true } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		lu_sentence s = { .text = lu_strz(v[i].text), .kind = LU_SENTENCE_CODE };
		lu_gives g = lu_sentence_gives(&s);

		if (memcmp(&g, &v[i].want, sizeof g) != 0)
			fail_msg("%s: %d %d %d %d %d %d", v[i].text, g.number, g.string, g.constant, g.assignment,
				 g.condition, g.error);
	}
}

static void allocation_failures_are_reported(void **state)
{
	base b = open_base("failing.db");
	float p[64];
	lu_code rc;

	(void)state;
	best(&b, "how many workers", p); /* what the store keeps for the next questions is there now */
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_assessor *m = NULL;

		rc = lu_assessor_open(b.r, lu_strz("how many workers"), NULL, &m, NULL);
		if (!rc) rc = lu_assess_sentences(m, &at, b.p.sentence, b.p.n_sentence, p, NULL);
		lu_assessor_close(m);
	});
	close_base(&b);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_answers_is_likeliest),
		cmocka_unit_test(absent_subjects_are_unlikely),
		cmocka_unit_test(signals_are_numbers),
		cmocka_unit_test(what_is_asked_for),
		cmocka_unit_test(one_fact_or_more),
		cmocka_unit_test(gifts_are_seen),
		cmocka_unit_test(allocation_failures_are_reported),
	};

	return cmocka_run_group_tests(tests, make_top, clear_top);
}
