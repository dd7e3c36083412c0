/* SPDX-License-Identifier: MIT
 * The records of questions, hits and answers. */
#include "cli/record_tables.h"

#define STRINGS "array of strings"

const lu_record_field lu__record_answers[] = {
	{ "query", NULL, NULL, "a question, as input of lucus query" },
	{ "query", "record", "string", "query; may be absent" },
	{ "query", "id", "string or integer",
	  "optional: names the question in the answers; without it, questions are numbered by their place in the "
	  "input, from 1" },
	{ "query", "query", "string", "the question, at most 10,000 characters" },
	{ "query", "entities", "array",
	  "optional: what the question is about besides what it names, as another program has found: names, or objects "
	  "with text, and if wanted confidence (0 to 1, else 1) and type, that of the elements that are meant where "
	  "there are some" },
	{ "query", "related_documents", "array of objects",
	  "optional: what an expansion says to the question; see there, also for original_entities, expanded_entities "
	  "and expansion_weight" },

	{ "hit", NULL, NULL, "an element that answers a question" },
	{ "hit", "record", "string", "hit" },
	{ "hit", "query_id", "string or integer", "id of the question" },
	{ "hit", "rank", "integer", "place in the result, from 1" },
	{ "hit", "score", "number",
	  "score of the last stage; comparable within one question only; of a question of several parts, what falls "
	  "from 1 with the place; what fell behind (inside, copies) has that of the hit before it" },
	{ "hit", "relevance", "number",
	  "optional: of a hit that was reranked, the probability that it is right, with --by file that its file is, as "
	  "annotated questions about other code bases have it" },
	{ "hit", "id", "string", "id of the element" },
	{ "hit", "type", "string", "type of the element" },
	{ "hit", "name", "string", "fully qualified name of the element" },
	{ "hit", "file_path", "string", "path of its file, relative to the root of the knowledge base" },
	{ "hit", "start_line", "integer", "its first line, from 1" },
	{ "hit", "end_line", "integer", "its last line, inclusive" },
	{ "hit", "language", "string", "its language" },
	{ "hit", "snippet", "string",
	  "the lines of it that matter most, at most six, as they are indented; with --max-tokens its whole source, "
	  "its outline, or nothing" },
	{ "hit", "fit", "string",
	  "optional: with --max-tokens what the snippet is: whole; outline (the signature), because the whole did not "
	  "fit; inside (nothing), because an earlier hit that is whole holds it; none, because not even the outline "
	  "fitted" },
	{ "hit", "stages", "object",
	  "for each stage that saw the element its name (bm25, vector, rrf, graph, rerank, remote with --reranker, "
	  "expansion), and there an object with score and rank; elements with equal scores share a rank" },
	{ "hit", "parts", "array of objects",
	  "optional: with --explain, of a hit that was reranked, what that score is the sum of, those that count most "
	  "first: the feature, or hidden, a layer that looks at all features; and its value" },
	{ "hit", "snippet_line", "integer",
	  "the line of the file that holds most of the question, one of the snippet's; the first line with "
	  "--max-tokens, and where no line holds a word of it; 0 is unknown" },
	{ "hit", "snippet_start", "integer",
	  "the line of the file where the snippet begins; 0 is unknown, or it is an outline" },
	{ "hit", "stale", "boolean",
	  "optional: true when its file has changed and its text is not in it any more; a hit that only moved has its "
	  "present lines" },
	{ "hit", "via", "object",
	  "optional: the edge by which the graph stage has reached it, of several the one that counted most: from (id "
	  "of the element where it went on from), name (of that), kind, grade and direction (out: along the edge; in: "
	  "against it)" },
	{ "hit", "inside", "array of objects",
	  "optional: elements that would have been hits near it, and fell behind because an answer is listed once: "
	  "what lies in it, and what it lies in; id, type, name, file_path, start_line and end_line of each" },
	{ "hit", "copies", "array of objects",
	  "optional: elements that fell behind it because they are copies of it, by their code and their place; id, "
	  "type, name, file_path, start_line and end_line of each" },
	{ "hit", "same", "array of objects",
	  "optional: elements that fell behind it because they are of the same thing and have its name: its "
	  "declaration or "
	  "definition, overloads, other blocks of its type; id, type, name, file_path, start_line and end_line of "
	  "each" },

	{ "selection", NULL, NULL, "how the hits of a question were chosen; it follows them" },
	{ "selection", "record", "string", "selection" },
	{ "selection", "query_id", "string or integer", "id of the question" },
	{ "selection", "strategy", "string", "the strategy that ran" },
	{ "selection", "policy", "string",
	  "how the number of hits was decided: fixed, by --top; with --adaptive, softmax or calibrated" },
	{ "selection", "selected_k", "integer", "the number of hits" },
	{ "selection", "tokens", "integer",
	  "estimated tokens of the hits' code together, for each a quarter of its bytes; with --max-tokens of what is "
	  "shown, with its headings" },
	{ "selection", "cost", "number", "what these tokens cost, in dollars, at --token-price" },
	{ "selection", "stopped_reason", "string",
	  "k: there are as many hits as were asked for; end: there are no more; no_candidates: there is none; with "
	  "--adaptive also probability: the mass is reached; worth: the others are not worth their tokens; k_max and "
	  "cost: one more would be over that bound; tokens: what was passed over would be; insufficient_candidates: "
	  "there are fewer than --k-min; "
	  "irrelevant: none holds enough of the question" },
	{ "selection", "query_class", "string",
	  "optional: with --adaptive, what kind of question it is: symbol, focused, multi-aspect or comprehensive" },
	{ "selection", "mass", "number", "optional: with --adaptive, the probability that was aimed at" },
	{ "selection", "probabilities", "array of numbers",
	  "optional: with --adaptive, the probability of each hit, among all candidates that were looked at" },
	{ "selection", "passed_over", "integer",
	  "optional: with --token-budget, hits that would be given if they were not over that bound with those before "
	  "them" },
	{ "selection", "fallback", "string or null",
	  "why another strategy ran than the one that was asked for, or why the reranker did not; null when they ran" },
	{ "selection", "unmatched", STRINGS, "words of the question that no element holds" },
	{ "selection", "root", "string or null", "the folder that paths are relative to" },
	{ "selection", "commit", "string or null",
	  "the commit of the git repository that was checked out when the tree was read last; null: there was none" },
	{ "selection", "synced", "string or null",
	  "when a sync of all that was taken in last stored something, in UTC: 2026-01-31T12:00:00Z; null: never" },
	{ "selection", "behind", "integer or null",
	  "files of the tree that are not as in the store; null: only the files of the hits were looked at, as with "
	  "more than 256 files and without --refresh" },
	{ "selection", "files_checked", "integer",
	  "files that were looked at, to see whether they are as in the store" },
	{ "selection", "files_changed", "integer", "of these, files with another content" },
	{ "selection", "files_gone", "integer", "of these, files that are gone: their hits are not given" },
	{ "selection", "corrected", "array of objects",
	  "optional: words of the question that no element holds and that were taken for others, unless --no-correct "
	  "was given: from, to; they are not among the unmatched" },
	{ "selection", "quoted", "array of objects",
	  "optional: phrases that the question quotes: text, elements (how many hold it: these come first; 0: its "
	  "words count like others), and unread, when there were too many elements with all of its words to read them "
	  "all" },
	{ "selection", "translated", "object",
	  "optional: how a question in another language than English was read, unless --no-translate was given: "
	  "language (de, es, fr, ja, ko, pt, ru, zh), text; corrected and unmatched are words of that text" },
	{ "selection", "times", "object",
	  "optional: with --times, seconds of open (the store and the models), bm25, vector, graph, rerank, select "
	  "(with --adaptive) and read (the hits), and whether the answer was cached; this and seconds of other records "
	  "alone depend on a clock" },

	{ "expansion", NULL, NULL,
	  "what a question names, and what lies near that in the graph, as lucus expand finds it; lucus query reads it "
	  "as a question; fields that lucus does not know are passed on from the query record" },
	{ "expansion", "record", "string", "expansion" },
	{ "expansion", "id", "string or integer", "id of the question, or of that whose hits were expanded" },
	{ "expansion", "query", "string", "the question; of hits, names of what was found" },
	{ "expansion", "original_entities", "array of objects",
	  "what the question names, in its order: text; kind (identifier, path, quoted, date, quarter, version, name: "
	  "plain words that are the name of an element, hit, given: an entity of the query record or of --entity); "
	  "confidence, 0 to 1; source (rules, model, given); start and end, in characters of the question from 0, null "
	  "when it is not written there; id, name, path and score, 0 to 1, of the element that is meant most likely, "
	  "null when there is none; matches, the number of elements that bear the name; and candidates, the best of "
	  "them, each with id, type, name, path, line, by (exact, case, form: snake or camel case, inner: parts of the "
	  "name are left out, number: plural and singular, alias: by an import, synonym: by lucus kb alias) and "
	  "score" },
	{ "expansion", "expanded_entities", "array of objects",
	  "what was reached from these, best first: id, name, type, path, hop (edges in a row), score, 0 to 1, and "
	  "via: id of the element from which it was reached, kind, direction (in: against the edge) and grade of the "
	  "edge" },
	{ "expansion", "related_documents", "array of objects",
	  "the files of all of these, best first: path, score, 0 to 1, and elements, the names of the best eight "
	  "there" },
	{ "expansion", "entity_context", "array of objects",
	  "what the entities are: text, id and context (signature, owner, the first sentence of the documentation, "
	  "neighbours)" },
	{ "expansion", "expansion_path", "array of objects",
	  "the edges that led there: from and to, ids of elements, and hop" },
	{ "expansion", "expanded_query", "string", "the question, and the best names that it lacks" },
	{ "expansion", "expansion_weight", "number", "how much the expansion counts in the order of hits, 0 to 1" },
	{ "expansion", "warning", "string or null",
	  "names that no element bears, or why a language model was of no help" },

	{ "estimate", NULL, NULL, "what an answer would take, as lucus query --global --dry-run tells it" },
	{ "estimate", "record", "string", "estimate" },
	{ "estimate", "query_id", "string or integer", "id of the question" },
	{ "estimate", "mode", "string", "global" },
	{ "estimate", "level", "integer", "the level of the communities" },
	{ "estimate", "communities", "integer", "how many there are at that level, with those that end above it" },
	{ "estimate", "phases", "array of objects",
	  "what is left to do: phase (community_summary, of summaries that are not known yet, global_map, "
	  "global_reduce), requests, tokens_in and tokens_out" },
	{ "estimate", "requests", "integer", "the sum of these" },
	{ "estimate", "tokens_in", "integer", "tokens that would be sent, a token being taken for four bytes" },
	{ "estimate", "tokens_out", "integer", "tokens that are likely to come" },

	{ "token", NULL, NULL,
	  "a piece of an answer's text as it comes, with lucus query --stream; the pieces joined are the text of the "
	  "answer record that follows" },
	{ "token", "record", "string", "token" },
	{ "token", "query_id", "string or integer", "id of the question" },
	{ "token", "text", "string", "the piece" },
	{ "token", "again", "boolean",
	  "optional: true: the model has failed amid its text: all pieces before are void, and another text begins" },

	{ "answer", NULL, NULL,
	  "a text that answers a question from its hits, with citations; with lucus query --answer, --lazy or "
	  "--lazy-graph it follows the selection" },
	{ "answer", "record", "string", "answer" },
	{ "answer", "query_id", "string or integer", "id of the question" },
	{ "answer", "mode", "string",
	  "how it was made: compact, refine, tree or lazy, by a language model; extractive, of sentences of the code; "
	  "lazy_graph, from claims, by a model or, when model is null, of sentences of the code" },
	{ "answer", "text", "string", "the answer; [N] cites the source with that number" },
	{ "answer", "citations", "array of objects",
	  "in the order of the text: source (its number), id, name, path, start_line and end_line of the element (of "
	  "an extractive answer: of what it gives of it), claim: the sentence that it stands for, and stale, as of "
	  "hits" },
	{ "answer", "confidence", "number",
	  "0 to 1: of an extractive answer how likely it is that what it cites answers the question; of one by a model "
	  "how much of the question its sources cover, and of its names and citations they bear out; below 0.35 it is "
	  "low" },
	{ "answer", "missing", STRINGS, "names, words and parts of the question that nothing of this holds" },
	{ "answer", "removed", STRINGS, "citations of what is no source, which were taken out of the text" },
	{ "answer", "unsupported", STRINGS, "names in the text that neither a source nor the question holds" },
	{ "answer", "model", "string or null", "the model, as the server names it; null: none was asked" },
	{ "answer", "fallback", "string or null",
	  "why the model failed, and the text is extractive; null: it did not" },
	{ "answer", "requests", "integer", "answers that the model gave; 0 from the cache" },
	{ "answer", "tokens", "object",
	  "tokens of these: in, cached (of these) and out, as the server counts them; null: it does not tell" },
	{ "answer", "cost", "number or null", "what they cost, in dollars; null: the price is not known" },
	{ "answer", "cached", "boolean", "does the answer come from the cache?" },
	{ "answer", "entities", "array of objects",
	  "optional: with --lazy, the sources: source (its number), id, type, name, path, start_line, end_line, hop "
	  "(edges from the nearest hit), score, and stale, as of hits" },
	{ "answer", "relationships", "array of objects",
	  "optional: with --lazy, edges between them: from and to (numbers of sources), kind and grade" },
	{ "answer", "communities", "array of objects",
	  "optional: with --lazy, the five communities that are best by the scores of the sources in them, score: id, "
	  "name, path, size and summary as in community records, and sources (the numbers of those)" },
	{ "answer", "times", "object",
	  "seconds of each step: seed (finding hits), expand (with --lazy), context (all else), model (its requests) "
	  "and total; steps that were not needed are left out" },
	{ "answer", "seconds", "number", "times.total again" },
	{ "answer", "budget", "integer", "optional: with --lazy-graph, tests that were allowed" },
	{ "answer", "tests", "integer", "optional: with --lazy-graph, tests that were made" },
	{ "answer", "tests_by_model", "integer",
	  "optional: with --lazy-graph, of them those that the model made; the built-in score made the others" },
	{ "answer", "kept", "integer", "optional: with --lazy-graph, tests that found something relevant" },
	{ "answer", "unknown", "integer", "optional: with --lazy-graph, tests that gave no result" },
	{ "answer", "end", "string",
	  "optional: with --lazy-graph, why the search ended: budget (it was spent), sufficient (enough was relevant), "
	  "exhausted (nothing was left that seemed worth it), irrelevant (the same, and nothing that was tested was "
	  "relevant), nothing (nothing was found), or time (the limit was reached)" },
	{ "answer", "subqueries", STRINGS, "optional: with --lazy-graph, what the question was taken apart into" },
	{ "answer", "claims", "integer", "optional: with --lazy-graph, claims that were made of what is relevant" },
	{ "answer", "searched", "object",
	  "optional: with --lazy-graph, elements, passages, sentences and communities that were found, communities "
	  "that were visited, and of these descended from, and depth, the level of the last" },
	{ "answer", "concepts", "array of objects",
	  "optional: with --lazy-graph, concepts that relevant sentences speak of together: a, b, and sentences, how "
	  "many do" },
	{ "answer", "query", "string", "the question" },

	{ "subquery", NULL, NULL,
	  "a question that the question of a lazy graph query was taken apart into; with lucus query --lazy-graph "
	  "--trace, as are community, relevance, state and claim" },
	{ "subquery", "record", "string", "subquery" },
	{ "subquery", "query_id", "string or integer", "id of the question" },
	{ "subquery", "text", "string", "the subquery" },
	{ "subquery", "score", "number", "0 to 1: what it adds" },
	{ "subquery", "kept", "boolean", "is it used?" },
	{ "subquery", "why", "string or null", "why not: weak, repeated or too many; null: it is used" },
	{ "subquery", "by", "string", "model or rules" },

	{ "relevance", NULL, NULL, "the test of a sentence, or with --test-unit passage of a passage" },
	{ "relevance", "record", "string", "relevance" },
	{ "relevance", "query_id", "string or integer", "id of the question" },
	{ "relevance", "test", "integer", "number of the test, from 1" },
	{ "relevance", "community", "string or null", "id of the community from which it came; null: none" },
	{ "relevance", "path", "string", "path of its file" },
	{ "relevance", "start_line", "integer", "its first line, from 1" },
	{ "relevance", "end_line", "integer", "its last line, inclusive" },
	{ "relevance", "score", "integer or null", "0 to 10; null: the test gave no result" },
	{ "relevance", "relevant", "boolean", "is it kept?" },
	{ "relevance", "by", "string", "model or builtin" },
	{ "relevance", "text", "string", "what was tested, on one line" },

	{ "state", NULL, NULL, "the state of a lazy graph query, after each wave of tests and each phase" },
	{ "state", "record", "string", "state" },
	{ "state", "query_id", "string or integer", "id of the question" },
	{ "state", "phase", "string", "subqueries, gathering, relevance or claims" },
	{ "state", "tests", "integer", "tests that were made" },
	{ "state", "left", "integer", "tests that the budget has left" },
	{ "state", "kept", "integer", "tests that found something relevant" },
	{ "state", "unknown", "integer", "tests that gave no result" },
	{ "state", "zeros", "integer", "results of 0 in a row, of what was tested last" },
	{ "state", "depth", "integer", "level of the communities that were tested last" },
	{ "state", "visited", "integer", "communities of which something was tested" },
	{ "state", "descended", "integer", "communities that were left for those below them" },
	{ "state", "end", "string or null", "why the search has ended, as of answer, or cancelled; null: it has not" },
	{ "state", "dropped", "string or null", "what was left out of a model's replies; null: nothing" },

	{ "claim", NULL, NULL, "what relevant passages say" },
	{ "claim", "record", "string", "claim" },
	{ "claim", "query_id", "string or integer", "id of the question" },
	{ "claim", "text", "string", "the claim: by a model, else a sentence of the passage" },
	{ "claim", "score", "number", "0 to 1" },
	{ "claim", "subquery", "integer", "index of the subquery that it suits best, in subqueries of the answer" },
	{ "claim", "merged", "integer", "claims that say the same, with it" },
	{ "claim", "sources", "array of objects",
	  "passages that bear it out: source (its number in the answer), name of the element, path, start_line and "
	  "end_line" },

	{ NULL, NULL, NULL, NULL }
};
