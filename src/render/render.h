/* SPDX-License-Identifier: MIT
 * Results as they are written. Each kind of result in each format is one function in one table, src/render/table.c; the
 * sink says which format it is. A command gives a sink on stdout, a server one in memory.
 *
 * Records (LU_FORMAT_JSON) are what `lucus help records` describes, whatever else the sink says. A kind of result that
 * has no use for a format is written as text in it, but for LU_FORMAT_DOT: LU_EUSAGE. LU_EIO: the sink's file took no
 * more. */
#ifndef LU_RENDER_RENDER_H
#define LU_RENDER_RENDER_H

#include "eval/answers.h"
#include "rating/rating.h"
#include "lucus/expand.h"
#include "lucus/graph_answer.h"
#include "store/ledger.h"
#include "lucus/session.h"
#include "core/sink.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An answer about the graph. Of several each is given in its order, for what comes before, between and after them. */
lu_code lu_render_graph(lu_sink *o, const lu_graph_answer *q, lu_err *e) LU_MUST_USE;

/* What a diff affects. */
lu_code lu_render_impact(lu_sink *o, const lu_impact *x, lu_err *e) LU_MUST_USE;

/* Communities. */
lu_code lu_render_themes(lu_sink *o, const lu_themes *t, lu_err *e) LU_MUST_USE;

/* Concepts. */
lu_code lu_render_concepts(lu_sink *o, const lu_concepts_shown *x, lu_err *e) LU_MUST_USE;

/* An expansion on its way out. */
typedef struct lu_expansion_shown {
	const lu_expansion *x;
	lu_str id;   /* of the question, as JSON text */
	lu_str text; /* the question; what `text` views in entities has its places listed */
	double weight;
	lu_str extra; /* members of the question's record that are passed on, as JSON text without braces */
} lu_expansion_shown;
lu_code lu_render_expansion(lu_sink *o, const lu_expansion_shown *s, lu_err *e) LU_MUST_USE;

/* The hits of a question. */
typedef struct lu_hits_shown {
	const lu_found *found;        /* with what is shown of its hits */
	const lu_search_options *how; /* by which it was found */
	lu_str id;                    /* of the question, as JSON text */
	bool explain;                 /* show the stages also to people, and what the reranker's score is made of */
	bool several;                 /* name the question in what people read */
	bool numbered;                /* number the hits in text */
	lu_str extra,
		extra_selection; /* members of the question's record that are passed on, as JSON text without braces: by
					* each hit; by the record of how they were chosen */
} lu_hits_shown;
lu_code lu_render_hits(lu_sink *o, const lu_hits_shown *s, lu_err *e) LU_MUST_USE;

/* An answer. */
typedef struct lu_answer_shown {
	const lu_answered *answer;
	lu_str id, text; /* of the question; id: as JSON text */
	bool streamed;   /* its text was written while it came */
	lu_str extra;    /* as in lu_expansion_shown */
} lu_answer_shown;
lu_code lu_render_answer(lu_sink *o, const lu_answer_shown *s, lu_err *e) LU_MUST_USE;
/* What an answer to the question `id` (JSON text) would take. */
lu_code lu_render_estimate(lu_sink *o, lu_str id, const lu_estimate *x, lu_err *e) LU_MUST_USE;
/* A piece of an answer's text, as it comes, of the question `id`. `again`: what was written before it is void. Nothing
 * where only places are shown. */
lu_code lu_render_token(lu_sink *o, lu_str id, lu_str text, bool again, lu_err *e) LU_MUST_USE;

/* What happens in a lazy graph query, as it happens. */
typedef struct lu_event_shown {
	const lu_lazy_event *event;
	lu_str id; /* of the question, as JSON text */
} lu_event_shown;
lu_code lu_render_event(lu_sink *o, const lu_event_shown *s, lu_err *e) LU_MUST_USE;

/* ---- measurements ---- */

/* What a strategy achieved on a set of questions. */
typedef struct lu_measured {
	const lu_qrels *q;
	const size_t *k; /* ascending */
	size_t n_k;
	const lu_series *s;             /* with `shown` */
	const double *seconds, *tokens; /* of each question; NULL: unknown */
	double total;                   /* seconds of all questions, where s->timed */
	bool costs;                     /* report to programs what it cost, too */
} lu_measured;
lu_code lu_render_metrics(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;
/* A record for each question; nothing for people. */
lu_code lu_render_questions(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;
/* The questions of which some target did not come. */
lu_code lu_render_failures(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;

/* What the others of `n` strategies gain over the first; nothing, when there are no others. */
typedef struct lu_compared {
	const size_t *k; /* as in lu_measured */
	size_t n_k;
	const lu_series *v;
	size_t n;
} lu_compared;
lu_code lu_render_differences(lu_sink *o, const lu_compared *x, lu_err *e) LU_MUST_USE;

/* Approaches to answers. */
lu_code lu_render_approaches(lu_sink *o, const lu_approach *v, size_t n, lu_err *e) LU_MUST_USE;
/* What a judge says of an answer; nothing for people. */
typedef struct lu_judgement_shown {
	lu_str id, approach; /* of the question; how it was answered */
	const lu_rated *rated;
	lu_str against;      /* the first way */
	const lu_pair *pair; /* that with this; NULL: it was not compared */
} lu_judgement_shown;
lu_code lu_render_judgement(lu_sink *o, const lu_judgement_shown *s, lu_err *e) LU_MUST_USE;

/* ---- costs ---- */

/* What models were called for; the totals are added. */
typedef struct lu_ledger_shown {
	const lu_ledger_entry *v;
	size_t n;
} lu_ledger_shown;
lu_code lu_render_ledger(lu_sink *o, const lu_ledger_shown *s, lu_err *e) LU_MUST_USE;

/* ---- the store ---- */

/* A record into `w`, which is empty or in an array. */
/* heir: the type that was named, which inherits it; empty: none. stale: its file has changed since it was read. */
void lu_element_record(lu_jw *w, const lu_element *el, lu_str heir, bool stale);
/* state->runs NULL: there is no store. is_default: it runs when none is named. */
void lu_strategy_record(lu_jw *w, const lu_strategy_state *state, bool is_default);
/* `s` has chosen the knowledge base, and says its settings. */
lu_code lu_kb_record(lu_jw *w, lu_store *s, const char *tenant, const lu_kb *k, lu_err *e) LU_MUST_USE;

/* ---- parts of records ---- */

/* Members of a record: commit, synced and behind, each null where it is not known (`files` < 0). */
void lu_origin_write(lu_jw *w, const lu_tree *t, int64_t files);
/* A time as in records, in UTC: "2026-11-22T18:06:33Z". */
#define LU_TIME_TEXT 40
void lu_time_text(int64_t ns, char out[LU_TIME_TEXT]);

#ifdef __cplusplus
}
#endif
#endif
