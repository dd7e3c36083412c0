/* SPDX-License-Identifier: MIT
 * lucus graph: who calls what, what leads where, what a change may affect. */
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "behind.h"
#include "cli/cmd.h"
#include "cli/near.h"
#include "cli/out.h"
#include "graph.h"
#include "render/render.h"
#include "lucus/session.h"

static int64_t depth, max_hops = 8, limit = 100, level = -1;
static int64_t min_frequency = 2, min_weight = 2, min_degree = 2;
static double max_degree_sd = 3, percentile;
static int grade = LU_GRADE_UNRESOLVED;
static lu_strs kinds;
static int64_t most_affected = -1;
static bool first, unresolved, mentions, dot, diff;

static const char *const grades[] = { "exact", "unique", "ambiguous", "unresolved", NULL };

static lu_opt opts[] = {
	LU_OPT_INT(0, "depth", &depth, "N", 0, LU_GRAPH_DEPTH_MAX,
		   "follow at most N edges in a row; 0 means 3 for impact, all for inherits, else 1", .daily = true),
	LU_OPT_INT(0, "max-hops", &max_hops, "N", 1, LU_GRAPH_DEPTH_MAX, "look for paths of at most N edges"),
	LU_OPT_INT(0, "level", &level, "N", -1, 100,
		   "of communities: show those of level N, 0 being the roots; -1 means the roots, with a name all that "
		   "it is in"),
	LU_OPT_INT(0, "min-frequency", &min_frequency, "N", 1, 1000000000,
		   "of concepts: leave out those that stand less often"),
	LU_OPT_INT(0, "min-weight", &min_weight, "N", 1, 1000000000,
		   "of concepts: join those that stand together in N stretches of text"),
	LU_OPT_REAL(0, "min-percentile", &percentile, "P", 0, 100,
		    "of concepts: join those whose mutual information is not below this percentile"),
	LU_OPT_INT(0, "min-degree", &min_degree, "N", 0, 1000000000, "of concepts: leave out those with fewer edges"),
	LU_OPT_REAL(0, "max-degree-sd", &max_degree_sd, "X", 0, 1000,
		    "of concepts: join none with more edges than the mean and X standard deviations; 0 means all"),
	LU_OPT_LIST(0, "kind", &kinds, "KIND",
		    "follow edges of this kind instead of those that suit the question: calls, depends_on, "
		    "inherits_from, documents, tests or contains",
		    .daily = true),
	LU_OPT_CHOICE(0, "grade", &grade, "GRADE", grades, "follow only edges of this grade or a better one",
		      .daily = true),
	LU_OPT_FLAG(0, "unresolved", &unresolved,
		    "list the unresolved and ambiguous references that share the name, too", .daily = true),
	LU_OPT_FLAG(0, "mentions", &mentions,
		    "list the other places of the source that have the name, too: text, and what was not parsed"),
	LU_OPT_FLAG(
		0, "diff", &diff,
		"of impact: ask what a diff affects: the operand is a revision, from which the tree differs (HEAD when "
		"it is not given), or - for a unified diff on standard input",
		.daily = true),
	LU_OPT_INT(0, "max", &most_affected, "N", -1, 1000000000,
		   "with --diff: exit with status 4 when more than N elements are affected; -1 means any number"),
	LU_OPT_FLAG(0, "first", &first, "of several elements with the name, take the first", .daily = true),
	LU_OPT_INT('n', "limit", &limit, "N", 1, 1000000,
		   "show at most N edges of an element, communities or concepts, and count the rest", .daily = true),
	LU_OPT_FLAG(0, "dot", &dot, "write a graph for Graphviz"),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

static lu_code read_kinds(unsigned *out, lu_err *e)
{
	lu_str name[LU_EDGE_KINDS];
	lu_strs names = { name, LU_EDGE_KINDS };

	for (int k = 0; k < LU_EDGE_KINDS; k++) name[k] = lu_strz(lu_edge_kind_name((lu_edge_kind)k));
	*out = 0;
	for (size_t i = 0; i < kinds.n; i++) {
		size_t k = 0;
		lu_code rc = lu_name_pick(&names, kinds.v[i], &k, e);

		if (rc) return rc == LU_EUSAGE ? lu_wrap(e, rc, "option '--kind'") : rc;
		*out |= LU_KIND_BIT(k);
	}
	return LU_OK;
}

static lu_code print(void *ctx, const lu_graph_answer *q, lu_arena *a, lu_err *e)
{
	const lu_graph_options *asked = ctx;
	lu_sink o = lu_out_sink(stdout);

	(void)a;
	if (!q->number && q->answers < q->matches && q->asked != LU_ASK_PATH && !first)
		lu_out_warn("%zu elements have the name '%s': the first %zu are shown", q->matches, asked->name.text,
			    q->answers);
	if (dot) o.format = LU_FORMAT_DOT;
	return lu_render_graph(&o, q, e);
}

static const char *const questions[] = { "callers", "callees",     "path",     "inherits", "tests",
					 "impact",  "communities", "concepts", NULL };

static lu_code no_question(const char *question, lu_err *e)
{
	lu_nearest near = lu_nearest_to(question, strlen(question));

	for (size_t i = 0; questions[i]; i++) lu_nearest_try(&near, questions[i]);
	return lu_fail(e, LU_EUSAGE,
		       "no question '%s': expected callers, callees, path, inherits, tests, impact, communities or "
		       "concepts%s%s%s",
		       question, near.best ? " (did you mean '" : "", near.best ? near.best : "",
		       near.best ? "'?)" : "");
}

static lu_code read_options(lu_graph_options *o, const char *question, lu_err *e)
{
	lu_graph_question asked = 0;

	while (asked < LU_ASK_QUESTIONS && strcmp(question, lu_graph_questions[asked]) != 0) asked++;
	if (asked == LU_ASK_QUESTIONS) return no_question(question, e);
	*o = lu_graph_defaults(asked);
	o->grade = (lu_grade)grade;
	o->depth = (uint32_t)depth;
	o->max_hops = (uint32_t)max_hops;
	o->limit = (size_t)limit;
	o->first = first;
	o->unresolved = unresolved;
	o->mentions = mentions;
	/* it is counted where the count is shown */
	o->sharing = !dot && (lu_out_format() != LU_FORMAT_PATHS || unresolved || mentions);
	return LU_OK;
}

static lu_code read_names(lu_graph_options *o, char **argv, lu_arena *a, lu_err *e)
{
	lu_code rc = cmd_base_name(argv[1], a, &o->name, e);

	if (!rc && o->asked == LU_ASK_PATH) rc = cmd_base_name(argv[2], a, &o->target, e);
	return rc;
}

extern const lu_cmd cmd_graph;

static lu_code ask(char **argv, lu_graph_options *o, lu_err *e)
{
	lu_session *s = NULL;
	lu_freshness fresh;
	lu_arena a = { 0 };
	lu_code rc = cmd_base_session(&s, e);

	if (!rc) lu_log("open", "db=%s", lu_session_path(s));
	if (!rc) rc = read_names(o, argv, &a, e);
	if (!rc) rc = lu_session_graph(s, NULL, o, print, o, &a, &fresh, e);
	if (!rc) cmd_warn_of_tree(fresh.root, fresh.state, fresh.behind, fresh.changed + fresh.gone);
	lu_log("graph", "question=%s", argv[0]);
	lu_arena_free(&a);
	lu_session_close(s);
	return rc;
}

/* ---- communities and concepts ---- */

static lu_code ask_themes(const char *name, lu_err *e)
{
	lu_themes_options o = { .level = level, .limit = (size_t)limit, .first = first };

	return cmd_graph_themes(name, &o, dot, e);
}

static lu_code ask_concepts(const char *name, lu_err *e)
{
	lu_concepts_options o = { .name = name,
				  .min_frequency = (uint32_t)min_frequency,
				  .min_weight = (uint32_t)min_weight,
				  .min_degree = (uint32_t)min_degree,
				  .max_degree_sd = max_degree_sd,
				  .percentile = percentile,
				  .limit = (size_t)limit };

	return cmd_graph_concepts(&o, dot, e);
}

/* ---- what a diff affects ---- */

static lu_code ask_impact(int argc, char **argv, lu_err *e)
{
	lu_impact_options o = { .grade = (lu_grade)grade, .depth = (uint32_t)depth, .limit = (size_t)limit };
	lu_code rc = LU_OK;

	if (argc > 2)
		return lu_fail(e, LU_EUSAGE, "impact --diff takes one revision, '-' or nothing, found %d operands",
			       argc - 1);
	if (dot) return lu_fail(e, LU_EUSAGE, "option '--dot': impact --diff has no drawing");
	rc = read_kinds(&o.kinds, e);
	return rc ? rc : cmd_graph_impact(argc > 1 ? argv[1] : "HEAD", &o, most_affected, e);
}

/* An option of one question says nothing to another: refuse it where it was typed. */
static lu_code refuse_others(const char *question, lu_err *e)
{
	static const struct {
		const char *option, *question;
	} only[] = {
		{ "level", "communities" },       { "min-frequency", "concepts" }, { "min-weight", "concepts" },
		{ "min-percentile", "concepts" }, { "min-degree", "concepts" },    { "max-degree-sd", "concepts" },
		{ "max-hops", "path" },
	};

	for (size_t i = 0; i < sizeof only / sizeof *only; i++)
		for (const lu_opt *o = opts; o->kind != LU_KIND_END; o++)
			if (o->name && !strcmp(o->name, only[i].option) && o->origin == LU_FROM_OPTION &&
			    strcmp(question, only[i].question) != 0)
				return lu_fail(e, LU_EUSAGE, "option '--%s' is of %s alone", only[i].option,
					       only[i].question);
	return LU_OK;
}

/* Questions that need no name: *done says whether this is one. */
static lu_code ask_sets(int argc, char **argv, bool *done, lu_err *e)
{
	bool concepts = !strcmp(argv[0], "concepts");

	*done = diff || concepts || !strcmp(argv[0], "communities");
	if (!*done) return most_affected < 0 ? LU_OK : lu_fail(e, LU_EUSAGE, "option '--max' needs '--diff'");
	if (diff && strcmp(argv[0], lu_graph_questions[LU_ASK_IMPACT]) != 0)
		return lu_fail(e, LU_EUSAGE, "option '--diff' is of impact alone");
	if (diff) return ask_impact(argc, argv, e);
	if (argc > 2) return lu_fail(e, LU_EUSAGE, "%s takes one name or none, found %d operands", argv[0], argc - 1);
	return concepts ? ask_concepts(argc > 1 ? argv[1] : NULL, e) : ask_themes(argc > 1 ? argv[1] : NULL, e);
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	lu_graph_options o;
	int operands;
	bool done = false;
	lu_code rc = lu_cmd_operands(&cmd_graph, argc, argv, 1, 3, e);

	if (!rc) rc = refuse_others(argv[0], e);
	if (!rc) rc = ask_sets(argc, argv, &done, e);
	if (!rc && !done) rc = read_options(&o, argv[0], e);
	if (rc || done) return rc;
	operands = o.asked == LU_ASK_PATH ? 3 : 2;
	if (argc != operands)
		return lu_fail(e, LU_EUSAGE, "%s takes %s, found %d operands", argv[0],
			       operands == 3 ? "two names" : "one name", argc - 1);
	rc = read_kinds(&o.kinds, e);
	return rc ? rc : ask(argv, &o, e);
}

static const char *const examples[] = { "lucus graph callers stack_push", "lucus graph impact src/stack.c:9",
					"lucus graph path Router.open escape", "lucus graph communities", NULL };

const lu_cmd cmd_graph = {
	.name = "graph",
	.summary = "ask who calls what, what a change affects, what belongs together",
	.args = "QUESTION [NAME] [NAME]",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
	.words = questions,
};
