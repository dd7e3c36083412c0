/* SPDX-License-Identifier: MIT
 * What a test tests. Which element is a test is decided here alone: by its type, by what decorates it, or by its
 * name in a file that is a test file by its path. What it calls and what is no test is tested; when it calls nothing,
 * the name may decide; a test module tests the modules that it imports. */
#include <stdlib.h>

#include "graph/tests_of.h"
#include "core/ascii.h"

/* ---- which files and elements are tests ---- */

static bool is_test_base(lu_str base)
{
	static const char *const ends[] = { "_test",    "_tests", "_unittest", "_unittests", "_spec", "Test",  "Tests",
					    "TestCase", "Spec",   "Specs",     ".test",      ".spec", "-test", NULL };
	lu_str stem = lu_str_before_last(base, '.');

	if (lu_str_starts(base, "test_") || lu_str_eqz(stem, "tests") || lu_str_eqz(stem, "conftest")) return true;
	if (!stem.n || !strchr("tsec", stem.s[stem.n - 1]))
		return false; /* no end ends otherwise: it is asked of every file */
	for (size_t i = 0; ends[i]; i++)
		if (lu_str_ends(stem, ends[i])) return true;
	return false;
}

bool lu_is_test_path(lu_str path)
{
	static const char *const folders[] = { "test",  "tests",     "Test",    "Tests",     "spec",
					       "specs", "__tests__", "testing", "unittests", NULL };

	for (size_t i = 0, n; i < path.n; i += n + 1) {
		for (n = 0; i + n < path.n && path.s[i + n] != '/';) n++;
		if (i + n == path.n) return is_test_base(lu_strn(path.s + i, n));
		if (n && strchr("tTs_u", path.s[i]) && lu_str_one_of(lu_strn(path.s + i, n), folders)) return true;
	}
	return false;
}

bool lu_marks_test(lu_str decorators)
{
	static const char *const words[] = { "Test",   "ParameterizedTest", "RepeatedTest", "TestFactory",    "Fact",
					     "Theory", "TestMethod",        "TestCase",     "DataTestMethod", "test",
					     "rstest", "proptest",          "test_case",    "parametrize",    NULL };

	for (size_t i = 0, n; i < decorators.n; i += n + 1) {
		for (n = 0; i + n < decorators.n && lu_is_word(decorators.s[i + n]);) n++;
		/* "cfg(test)" only says when it is built */
		if (n && lu_str_one_of(lu_strn(decorators.s + i, n), words) &&
		    !(i >= 4 && memcmp(decorators.s + i - 4, "cfg(", 4) == 0))
			return true;
	}
	return false;
}

bool lu_is_marked_test(const lu_element *el)
{
	for (size_t i = 0; i < el->decorators.n; i++)
		if (lu_marks_test(el->decorators.v[i])) return true;
	return false;
}

lu_str lu_test_subject(lu_str name)
{
	static const char *const ends[] = { "TestCase", "Tests", "Test", "_tests", "_test", "Spec", "_spec" };

	if (lu_str_starts(name, "test_") || lu_str_starts(name, "Test_")) return lu_strn(name.s + 5, name.n - 5);
	if ((lu_str_starts(name, "Test") || lu_str_starts(name, "test")) && name.n > 4 && lu_is_upper(name.s[4]))
		return lu_strn(name.s + 4, name.n - 4);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (lu_str_ends(name, ends[i]) && name.n > strlen(ends[i]))
			return lu_strn(name.s, name.n - strlen(ends[i]));
	return lu_strz("");
}

lu_str lu_small_subject(lu_str subject, char small[LU_SUBJECT_MAX])
{
	if (!subject.n || subject.n > LU_SUBJECT_MAX || !lu_is_upper(subject.s[0])) return lu_strn("", 0);
	memcpy(small, subject.s, subject.n);
	small[0] = (char)lu_lower(small[0]);
	return lu_strn(small, subject.n);
}

bool lu__is_test(const lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];

	if (lu_str_eqz(g->sym[s].type, "test") || g->sym[s].is_test) return true;
	if (!g->is_test_file[i->file]) return false;
	if (i->kind == LU__SYMBOL_MODULE) return i->parent == LU__NONE;
	return (i->kind & (LU__SYMBOL_FUNC | LU__SYMBOL_TYPES)) && lu_test_subject(g->names.v[i->name]).n;
}

/* ---- what the model holds for tests ---- */

#define SEVERAL (LU__NONE - 1)

/* Could `s` be tested? */
static bool is_subject(const lu__graph *g, uint32_t s)
{
	return (g->info[s].kind & (LU__SYMBOL_FUNC | LU__SYMBOL_TYPES)) && !g->is_test_file[g->info[s].file] &&
	       !lu__is_test(g, s);
}

/* "Foo" as it may be called: "foo", too. */
static uint32_t subject_name(const lu__graph *g, uint32_t s, bool lower, bool needed)
{
	lu_str name = lu_test_subject(g->names.v[g->info[s].name]);
	char small[LU_SUBJECT_MAX];

	if (lower) name = lu_small_subject(name, small);
	if (!name.n) return LU__NONE;
	if (needed) lu__need_name(g, name);
	return lu__names_find(&g->names, name);
}

void lu__tests_learn(lu__graph *g)
{
	uint8_t *wanted;
	bool any = false;

	g->is_test_file = lu__new(g, g->paths.n, sizeof *g->is_test_file);
	g->subject = lu__new(g, g->names.n, sizeof *g->subject);
	wanted = lu__new(g, g->names.n, sizeof *wanted);
	if (!g->is_test_file || !g->subject || !wanted) return;
	for (uint32_t i = 0; i < g->paths.n; i++) g->is_test_file[i] = lu_is_test_path(lu__path(g, i));
	for (uint32_t i = 0; i < g->names.n; i++) g->subject[i] = LU__NONE;
	for (uint32_t i = 0; i < g->n_sym; i++) {
		if (!lu__is_dirty(g, g->info[i].file)) continue;
		for (int lower = 0; lower < 2 && lu__is_test(g, i); lower++) {
			uint32_t name = subject_name(g, i, lower, false);

			if (name == LU__NONE) continue;
			wanted[name] = 1;
			any = true;
		}
	}
	for (uint32_t i = 0; any && i < g->n_sym; i++) {
		uint32_t name = g->info[i].name;

		if (!wanted[name] || !is_subject(g, i) || g->sym[i].is_prototype || g->sym[i].own_name ||
		    g->info[i].whole != i)
			continue;
		g->subject[name] = g->subject[name] == LU__NONE ? i : SEVERAL;
	}
}

/* ---- the edges of one test ---- */

static bool contains(const lu__graph *g, uint32_t outer, uint32_t s)
{
	for (int level = 0; s != LU__NONE && level < LU__LEVELS; level++, s = g->info[s].parent)
		if (s == outer) return true;
	return false;
}

static int by_target(const void *pa, const void *pb)
{
	const lu_edge *a = pa, *b = pb;

	if (a->dst != b->dst) return a->dst < b->dst ? -1 : 1;
	if (a->reason[0] != b->reason[0]) return a->reason[0] < b->reason[0] ? -1 : 1; /* "call", "import" */
	if (a->grade != b->grade) return a->grade < b->grade ? -1 : 1;
	if (a->line != b->line) return a->line < b->line ? -1 : 1;
	return (a->ref > b->ref) - (a->ref < b->ref);
}

static int by_ref(const void *pa, const void *pb)
{
	const lu_edge *a = pa, *b = pb;

	return (a->ref > b->ref) - (a->ref < b->ref);
}

/* The name decides, when exactly one element has it. */
static bool by_name(const lu__graph *g, uint32_t test, lu_edge *out)
{
	for (int lower = 0; lower < 2 && g->info[test].kind != LU__SYMBOL_MODULE; lower++) {
		uint32_t name = subject_name(g, test, lower, true);
		uint32_t s = name == LU__NONE ? LU__NONE : g->subject[name];

		if (s == LU__NONE || s == SEVERAL) continue;
		if (g->file[g->info[s].file].language != g->file[g->info[test].file].language) continue;
		*out = (lu_edge){ .src = g->sym[test].id,
				  .dst = g->sym[s].id,
				  .kind = LU_EDGE_TESTS,
				  .grade = LU_GRADE_UNIQUE,
				  .count = 1,
				  .ref = SIZE_MAX,
				  .name = lu_strz(""),
				  .reason = "name" };
		return true;
	}
	return false;
}

size_t lu__tests_of(const lu__graph *g, uint32_t test, const lu_edge *const *edge, size_t n, lu_edge *out)
{
	size_t k = 0, m = 0;

	for (size_t i = 0; i < n; i++) {
		const lu_edge *e = edge[i];
		bool call = e->kind == LU_EDGE_CALLS, import = e->kind == LU_EDGE_DEPENDS_ON;
		uint32_t s =
			e->dst && (call || import) && e->grade <= LU_GRADE_UNIQUE ? lu__symbol_of(g, e->dst) : LU__NONE;

		if (call && !strcmp(e->reason, LU_REASON_CONSTRUCTOR)) continue; /* the class is what it tests */
		if (s == LU__NONE || contains(g, test, s) || g->is_test_file[g->info[s].file]) continue;
		if (lu__is_test(g, s) || (call && !is_subject(g, s))) continue;
		out[k] = *e;
		out[k].kind = LU_EDGE_TESTS;
		out[k].ref = i;
		out[k].name = lu_strz("");
		out[k++].reason = call ? "call" : "import";
	}
	if (!k) return by_name(g, test, out);
	qsort(out, k, sizeof *out, by_target);
	for (size_t i = 0; i < k; i++) {
		if (m && out[m - 1].dst == out[i].dst) out[m - 1].count += out[i].count;
		else out[m++] = out[i];
	}
	/* in the order of the test's own text: the order of row ids is that of the edits which led here */
	qsort(out, m, sizeof *out, by_ref);
	for (size_t i = 0; i < m; i++) out[i].ref = SIZE_MAX;
	return m;
}
