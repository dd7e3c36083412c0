/* SPDX-License-Identifier: MIT */
#include "cli/records.h"

#include <string.h>

#include "cli/text.h"

#define STRINGS "array of strings"

/* In the order in which the fields are written. A meaning that begins with "optional: " says that the
 * field may be absent. */
const lu_record_field lu_record_fields[] = {
	{ "element", NULL, NULL, "a piece of source code, as lucus ast finds it" },
	{ "element", "record", "string", "the kind of the record; absent means element" },
	{ "element", "id", "string",
	  "UUID version 5 of TYPE:NAME:FILE_PATH in the URL namespace; from the second of "
	  "several elements with the same three parts on, :ORDINAL is appended to them; another "
	  "tool's id is kept as it is" },
	{ "element", "type", "string",
	  "module, class, interface, struct, enum, union, function, method, prototype, constant, "
	  "variable, macro, namespace, type, section (of Markdown and reStructuredText; its name is the "
	  "path of headings), block (lines of another text file), or another word that a producer of records uses" },
	{ "element", "name", "string", "the fully qualified name, its parts joined by full stops" },
	{ "element", "file_path", "string",
	  "path of the file, relative to the root of the knowledge base, with slashes" },
	{ "element", "start_line", "integer", "first line, from 1; 0 is unknown" },
	{ "element", "end_line", "integer", "last line, inclusive" },
	{ "element", "language", "string", "the language in lower case; empty is unknown" },
	{ "element", "parent", "string or null", "id of the element that contains this one; null for modules" },
	{ "element", "ordinal", "integer",
	  "position, from 1, among the elements of the file with the same type and name" },
	{ "element", "signature", "string", "the declaration without its body" },
	{ "element", "parameters", "array of objects",
	  "the parameters in their order: name, type (string or null) and default (string or "
	  "null)" },
	{ "element", "return_type", "string or null", "the return type, where the source gives one" },
	{ "element", "is_async", "boolean", "true for an asynchronous function or method" },
	{ "element", "decorators", STRINGS, "decorators, annotations and attributes, as written" },
	{ "element", "base_classes", STRINGS, "what the element inherits from or implements, as written" },
	{ "element", "methods", STRINGS, "names of the methods of a class" },
	{ "element", "dependencies", STRINGS,
	  "of modules: what they import, as written; of others: the imports that their source "
	  "uses" },
	{ "element", "assignments", STRINGS, "names to which the element assigns" },
	{ "element", "calls", STRINGS, "distinct expressions that are called, in the order of the first call" },
	{ "element", "call_sites", "array of objects",
	  "the calls again: name, line of the first site, count of the sites, and, where the "
	  "source shows it, receiver: the type of what stands before the last full stop, and args: "
	  "the number of arguments" },
	{ "element", "imports", "array of objects",
	  "optional: of modules that import: module, name (a star for all names), alias and "
	  "line; name and alias may be absent" },
	{ "element", "mentions", "array of objects",
	  "optional: what its documentation names: name (an element, its parts joined by full stops, or "
	  "a file's path; () at the end where the text marks it as a call or a reference), line of the "
	  "first place and count of the places; at most 200" },
	{ "element", "links", "array of objects",
	  "optional: references whose target is known: kind (CALLS, INHERITS_FROM, DEPENDS_ON), name and line of a "
	  "call, base class or import of the element, or of a use that is none of them, target (id of an "
	  "element), count, and by (scip: a SCIP index says so)" },
	{ "element", "docstring", "string", "the documentation that belongs to the element, else empty" },
	{ "element", "explanation", "string or null", "a text about the element that a model has written" },
	{ "element", "sha256", "string", "optional: of modules: SHA-256 of the file's bytes in hexadecimal digits" },
	{ "element", "size", "integer", "optional: of modules: the bytes of the file" },
	{ "element", "code", "string", "the source text" },
	{ "element", "unparsed", "array of arrays",
	  "optional: of modules: first and last line of each part from which no call can have been read: where the "
	  "grammar "
	  "found errors, bodies of macros, and what is hidden from the grammar because only a preprocessor could tell "
	  "what "
	  "it is" },
	{ "element", "stale", "boolean",
	  "optional: of lucus show: true: its file has changed, or is gone, since it was stored" },

	{ "node", NULL, NULL,
	  "an element that is in the store, as lucus ingest-ast prints it; it has all fields of "
	  "an element record (record says node), the fields that lucus does not know, and its "
	  "edges" },
	{ "node", "record", "string", "node" },
	{ "node", "edges", "array of objects",
	  "the edges that begin here: kind (CONTAINS, CALLS, DEPENDS_ON, INHERITS_FROM, "
	  "DOCUMENTS, TESTS), name "
	  "(as the source writes it; absent for CONTAINS), target (id of the other element, null "
	  "when it is not in the store), grade (exact, unique, ambiguous, unresolved), reason "
	  "(why the grade) and line (absent for CONTAINS); an ambiguous reference has an edge "
	  "for each candidate" },

	{ "summary", NULL, NULL,
	  "what a stage has done, its last record; with --dry-run it has stage, dry_run, files, "
	  "skipped, bytes, tokens and cost" },
	{ "summary", "record", "string", "summary" },
	{ "summary", "stage", "string", "the command: ingest-ast, embed, index or sync, with --dry-run also ast" },
	{ "summary", "seconds", "number", "how long the stage took" },
	{ "summary", "dry_run", "boolean", "optional: true: nothing was stored" },
	{ "summary", "files", "integer", "files that hold elements, as far as the stage looked at them" },
	{ "summary", "read", "integer", "files whose content was read" },
	{ "summary", "parsed", "integer", "files that were parsed" },
	{ "summary", "unchanged", "integer", "files that are as they were, by their stat data or their hash" },
	{ "summary", "skipped", "integer",
	  "files and folders that are left out: ignored, binary, generated, data, too large" },
	{ "summary", "rejected", "integer", "inputs that could not be used; each has an error record" },
	{ "summary", "partial", "integer",
	  "files with syntax errors, parsed around them, and those that the parser gave up" },
	{ "summary", "removed_files", "integer", "files that are gone, and were removed with their elements" },
	{ "summary", "bytes", "integer", "bytes of the files that were parsed, or would be" },
	{ "summary", "added", "integer", "elements that are new" },
	{ "summary", "changed", "integer", "elements whose content changed" },
	{ "summary", "removed", "integer", "elements that are gone" },
	{ "summary", "embedded", "integer", "vectors that were written" },
	{ "summary", "missing", "integer", "vectors that a provider over the network was asked for and has not made" },
	{ "summary", "indexed", "integer", "elements that were put into the full text" },
	{ "summary", "pruned", "integer", "elements that were taken out of the full text" },
	{ "summary", "blocks", "integer", "blocks of packed vectors that were written" },
	{ "summary", "commits", "integer", "commits whose messages and files were read" },
	{ "summary", "elements", "integer", "elements in the knowledge base" },
	{ "summary", "edges", "integer", "edges in the knowledge base, unresolved ones included" },
	{ "summary", "embeddings", "integer", "vectors in the knowledge base" },
	{ "summary", "explained", "integer", "optional: with --explain: elements that a model has explained now" },
	{ "summary", "known", "integer",
	  "optional: with --explain: elements that got the explanation which was known of their text" },
	{ "summary", "unexplained", "integer", "optional: with --explain: elements that could not be explained" },
	{ "summary", "explain_cost", "number or null",
	  "optional: with --explain: what that cost in dollars; null when it is not known" },
	{ "summary", "tokens", "integer",
	  "optional: with --dry-run: estimated tokens of the texts that have no vector yet" },
	{ "summary", "cost", "number or null",
	  "optional: with --dry-run: estimated cost of that in dollars; null when the model's price is not known" },
	{ "summary", "tokens_all", "integer", "optional: with --dry-run: the same of all texts" },

	{ "file", NULL, NULL, "a file, or a folder that is left out, as --dry-run lists it" },
	{ "file", "record", "string", "file" },
	{ "file", "path", "string", "its path, relative to the root; a folder's ends in a slash" },
	{ "file", "size", "integer", "its size in bytes" },
	{ "file", "language", "string or null", "its language; of what is left out, as far as its name tells" },
	{ "file", "reason", "string or null", "why it is left out; null: it would be read" },
	{ "file", "gave_up", "string or null", "why it would be read as blocks of lines; null: it was parsed" },

	{ "document", NULL, NULL,
	  "what the full text keeps of one element and its file, as lucus index --dump prints it; numbers of tokens "
	  "and lines "
	  "are rounded as they are kept, within 2.2 %" },
	{ "document", "record", "string", "document" },
	{ "document", "id", "string", "id of the element" },
	{ "document", "name", "integer", "optional: tokens in its name" },
	{ "document", "scope", "integer", "optional: in the names of what it is in" },
	{ "document", "stem", "integer", "optional: in the name of its file" },
	{ "document", "folders", "integer", "optional: in the names of its folders" },
	{ "document", "signature", "integer", "optional: in its signature" },
	{ "document", "docstring", "integer", "optional: in its docstring and explanation" },
	{ "document", "body", "integer", "optional: in its own code" },
	{ "document", "imports", "integer", "optional: in what it depends on" },
	{ "document", "literal", "integer", "optional: in the string literals of that code" },
	{ "document", "sort", "integer", "0 a definition, 1 a value, 2 a prototype, 3 a test, 4 a file, 5 prose" },
	{ "document", "place", "integer",
	  "what the path says, added up: 1 tests and examples, 2 copies, generated or old, 4 documents and data" },
	{ "document", "lines", "integer", "lines of the element" },
	{ "document", "file_lines", "integer", "of the longest element of its file" },
	{ "document", "file_definitions", "integer", "elements of its file that are definitions, prototypes or tests" },
	{ "document", "file_words", "integer", "tokens in all docstrings of its file" },

	{ "posting", NULL, NULL,
	  "one element that holds a token, as lucus index --dump prints it: how often each of its fields does" },
	{ "posting", "record", "string", "posting" },
	{ "posting", "term", "string", "the token" },
	{ "posting", "id", "string", "id of the element" },
	{ "posting", "name", "integer", "optional: occurrences in its name" },
	{ "posting", "scope", "integer", "optional: in the names of what it is in" },
	{ "posting", "stem", "integer", "optional: in the name of its file" },
	{ "posting", "folders", "integer", "optional: in the names of its folders" },
	{ "posting", "signature", "integer", "optional: in its signature" },
	{ "posting", "docstring", "integer", "optional: in its docstring and explanation" },
	{ "posting", "body", "integer", "optional: in its own code" },
	{ "posting", "imports", "integer", "optional: in what it depends on" },
	{ "posting", "literal", "integer", "optional: in the string literals of that code" },

	{ "commit", NULL, NULL,
	  "a commit of the tree's repository, as lucus index --dump prints it, the latest first" },
	{ "commit", "record", "string", "commit" },
	{ "commit", "commit", "string", "its id" },
	{ "commit", "message", "string", "its message, without lines that name people" },
	{ "commit", "paths", STRINGS, "the files that it changed; none when there are very many" },
	{ "commit", "words", "integer", "words of the message, those of its first line twice" },
	{ "commit", "width", "integer", "how many files it changed" },
	{ "commit", "files", STRINGS, "those of the paths that are in the store" },

	{ "said", NULL, NULL, "a word of the commits' messages, as lucus index --dump prints it" },
	{ "said", "record", "string", "said" },
	{ "said", "stem", "string", "the stem of the word" },
	{ "said", "by", "array of arrays",
	  "the commits that say it, numbered from 0 in their order, each with how often" },

	{ "embedding", NULL, NULL,
	  "the vector of an element; fields that lucus does not know are passed on from the node "
	  "record" },
	{ "embedding", "record", "string", "embedding" },
	{ "embedding", "id", "string", "id of the element" },
	{ "embedding", "name", "string", "name of the element" },
	{ "embedding", "model", "string", "name and version of the model" },
	{ "embedding", "dimension", "integer", "length of the vector" },
	{ "embedding", "vector", "array of numbers",
	  "the vector, of length 1 or all zeros; lucus index needs only id, model and vector" },

	{ "query", NULL, NULL, "a question, as input of lucus query" },
	{ "query", "record", "string", "query; may be absent" },
	{ "query", "id", "string or integer",
	  "optional: names the question in the answers; without it, questions are numbered by "
	  "their place in the input, from 1" },
	{ "query", "query", "string", "the question, at most 10,000 characters" },
	{ "query", "entities", "array",
	  "optional: what the question is about besides what it names, as another program has found: names, or objects "
	  "with text, "
	  "and if wanted confidence (0 to 1, else 1) and type, that of the elements that are meant where there are "
	  "some" },
	{ "query", "related_documents", "array of objects",
	  "optional: what an expansion says to the question; see there, also for original_entities, expanded_entities "
	  "and "
	  "expansion_weight" },

	{ "hit", NULL, NULL, "an element that answers a question" },
	{ "hit", "record", "string", "hit" },
	{ "hit", "query_id", "string or integer", "id of the question" },
	{ "hit", "rank", "integer", "place in the result, from 1" },
	{ "hit", "score", "number",
	  "score of the last stage; comparable within one question only; of a question of several parts, what "
	  "falls from 1 with the place; what fell behind (inside, copies) has that of the hit before it" },
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
	  "its "
	  "outline, or nothing" },
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
	  "--max-tokens, and "
	  "where no line holds a word of it; 0 is unknown" },
	{ "hit", "stale", "boolean",
	  "optional: true when its file has changed and its text is not in it any more; a hit that only moved has its "
	  "present "
	  "lines" },
	{ "hit", "via", "object",
	  "optional: the edge by which the graph stage has reached it, of several the one that counted most: from (id "
	  "of the "
	  "element where it went on from), name (of that), kind, grade and direction (out: along the edge; in: against "
	  "it)" },
	{ "hit", "inside", "array of objects",
	  "optional: elements that would have been hits near it, and fell behind because an answer is listed once: "
	  "what lies in "
	  "it, and what it lies in; id, type, name, file_path, start_line and end_line of each" },
	{ "hit", "copies", "array of objects",
	  "optional: elements that fell behind it because they are copies of it, by their code and their place; id, "
	  "type, name, "
	  "file_path, start_line and end_line of each" },

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
	  "k: there are as many hits as were asked for; end: there are no more; no_candidates: "
	  "there is none; with --adaptive also probability: the mass is reached; worth: more are not worth their "
	  "tokens; k_max, cost and tokens: one more would "
	  "be over that bound; insufficient_candidates: there are fewer than --k-min; irrelevant: none holds enough of "
	  "the question" },
	{ "selection", "query_class", "string",
	  "optional: with --adaptive, what kind of question it is: symbol, focused, multi-aspect or comprehensive" },
	{ "selection", "mass", "number", "optional: with --adaptive, the probability that was aimed at" },
	{ "selection", "probabilities", "array of numbers",
	  "optional: with --adaptive, the probability of each hit, among all candidates that were looked at" },
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
	  "more "
	  "than 256 files and without --refresh" },
	{ "selection", "files_checked", "integer",
	  "files that were looked at, to see whether they are as in the store" },
	{ "selection", "files_changed", "integer", "of these, files with another content" },
	{ "selection", "files_gone", "integer", "of these, files that are gone: their hits are not given" },
	{ "selection", "corrected", "array of objects",
	  "optional: words of the question that no element holds and that were taken for others, unless --no-correct "
	  "was given: "
	  "from, to; they are not among the unmatched" },
	{ "selection", "quoted", "array of objects",
	  "optional: phrases that the question quotes: text, elements (how many hold it: these come first; 0: its "
	  "words count like "
	  "others), and unread, when there were too many elements with all of its words to read them all" },
	{ "selection", "translated", "object",
	  "optional: how a question in another language than English was read, unless --no-translate was given: "
	  "language (de, es, "
	  "fr, ja, ko, pt, ru, zh), text; corrected and unmatched are words of that text" },
	{ "selection", "times", "object",
	  "optional: with --times, seconds of open (the store and the models), bm25, vector, graph, rerank, select "
	  "(with "
	  "--adaptive) and read (the hits), and whether the answer was cached; this and seconds of other records alone "
	  "depend "
	  "on a clock" },

	{ "expansion", NULL, NULL,
	  "what a question names, and what lies near that in the graph, as lucus expand finds it; lucus query reads it "
	  "as a "
	  "question; fields that lucus does not know are passed on from the query record" },
	{ "expansion", "record", "string", "expansion" },
	{ "expansion", "id", "string or integer", "id of the question, or of that whose hits were expanded" },
	{ "expansion", "query", "string", "the question; of hits, names of what was found" },
	{ "expansion", "original_entities", "array of objects",
	  "what the question names, in its order: text; kind (identifier, path, quoted, date, quarter, version, name: "
	  "plain "
	  "words that are the name of an element, hit, given: an entity of the query record or of --entity); "
	  "confidence, 0 to 1; "
	  "source (rules, model, given); start and end, in "
	  "characters of the question from 0, null when it is not written there; id, name, path and score, 0 to 1, of "
	  "the "
	  "element that is meant most likely, null when there is none; matches, the number of elements that bear the "
	  "name; "
	  "and candidates, the best of them, each with id, type, name, path, line, by (exact, case, form: snake or "
	  "camel "
	  "case, inner: parts of the name are left out, number: plural and singular, alias: by an import, "
	  "synonym: by lucus kb alias) and score" },
	{ "expansion", "expanded_entities", "array of objects",
	  "what was reached from these, best first: id, name, type, path, hop (edges in a row), score, 0 to 1, and "
	  "via: "
	  "id of the element from which it was reached, kind, direction (in: against the edge) and grade of the edge" },
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
	  "an "
	  "extractive answer: of what it gives of it), "
	  "claim: the sentence that it stands for, and stale, as of hits" },
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
	  "name, "
	  "path, size and summary as in community records, and sources (the numbers of those)" },
	{ "answer", "times", "object",
	  "seconds of each step: seed (finding hits), expand (with --lazy), context (all else), model (its requests) "
	  "and "
	  "total; steps that were not needed are left out" },
	{ "answer", "seconds", "number", "times.total again" },
	{ "answer", "budget", "integer", "optional: with --lazy-graph, tests that were allowed" },
	{ "answer", "tests", "integer", "optional: with --lazy-graph, tests that were made" },
	{ "answer", "tests_by_model", "integer",
	  "optional: with --lazy-graph, of them those that the model made; the built-in score made the others" },
	{ "answer", "kept", "integer", "optional: with --lazy-graph, tests that found something relevant" },
	{ "answer", "unknown", "integer", "optional: with --lazy-graph, tests that gave no result" },
	{ "answer", "end", "string",
	  "optional: with --lazy-graph, why the search ended: budget (it was spent), sufficient (enough was relevant), "
	  "exhausted (nothing was left), nothing (nothing was found), or time (the limit was reached)" },
	{ "answer", "subqueries", STRINGS, "optional: with --lazy-graph, what the question was taken apart into" },
	{ "answer", "claims", "integer", "optional: with --lazy-graph, claims that were made of what is relevant" },
	{ "answer", "searched", "object",
	  "optional: with --lazy-graph, elements, passages, sentences and communities that were found, communities "
	  "that "
	  "were visited, and of these descended from, and depth, the level of the last" },
	{ "answer", "concepts", "array of objects",
	  "optional: with --lazy-graph, concepts that relevant sentences speak of together: a, b, and sentences, how "
	  "many do" },
	{ "answer", "query", "string", "the question" },

	{ "subquery", NULL, NULL,
	  "a question that the question of a lazy graph query was taken apart into; with lucus query --lazy-graph "
	  "--trace, "
	  "as are community, relevance, state and claim" },
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

	{ "graph", NULL, NULL,
	  "an answer of lucus graph: what was asked about which element, and what it comes to; its edge "
	  "records follow" },
	{ "graph", "record", "string", "graph" },
	{ "graph", "question", "string", "callers, callees, path, inherits, tests or impact" },
	{ "graph", "id", "string", "id of the element that was asked about; of a path, of its beginning" },
	{ "graph", "type", "string", "its type" },
	{ "graph", "name", "string", "its fully qualified name" },
	{ "graph", "file_path", "string", "path of its file, relative to the root of the knowledge base" },
	{ "graph", "start_line", "integer", "its first line, from 1" },
	{ "graph", "end_line", "integer", "its last line, inclusive" },
	{ "graph", "language", "string", "its language" },
	{ "graph", "matches", "integer", "elements that the given name means; each has an answer, but for paths" },
	{ "graph", "depth", "integer", "how many edges in a row were looked at" },
	{ "graph", "target", "object",
	  "optional: of a path: the other end, with id, type, name, file_path, start_line, end_line and language" },
	{ "graph", "paths", "integer", "optional: of a path: how many there are, all of them of the shortest length" },
	{ "graph", "edges", "integer", "optional: edges that belong to the answer; absent for paths" },
	{ "graph", "shown", "integer", "how many edge records follow; for paths, how many paths" },
	{ "graph", "hops", "integer or null", "optional: of a path: its edges; null when there is none" },
	{ "graph", "complete", "boolean",
	  "optional: of a path: false when none was found and more hops might find one" },
	{ "graph", "elements", "integer", "distinct elements that were reached; for paths, that were looked at" },
	{ "graph", "grades", "object",
	  "optional: number of the edges of each grade: exact, unique, ambiguous, unresolved" },
	{ "graph", "by_depth", "array of numbers",
	  "optional: elements that are reached first after one edge, after two, and so on" },
	{ "graph", "files", "array of objects",
	  "optional: of impact: file_path and the number of elements that were reached there, most first" },
	{ "graph", "unresolved", "integer",
	  "optional: of callers, tests and impact: sites of unresolved calls whose name ends with the simple name; of "
	  "inherits: of unresolved bases" },
	{ "graph", "ambiguous", "integer",
	  "optional: likewise, sites that may mean one of several elements, whether this is one of them or not" },
	{ "graph", "elsewhere", "integer",
	  "optional: likewise, sites that lead to other elements of the name for sure" },
	{ "graph", "mentions", "object",
	  "optional: of callers, tests and impact: what else of the source has the name as a word: places, of these "
	  "calls "
	  "(an opening parenthesis follows) and unparsed (in lines from which no call can have been read)" },
	{ "graph", "coverage", "object",
	  "optional: what was read: files; of these partial (with lines from which no call can have been read), "
	  "unparsed_lines (of these, together), unknown (files of which that is not known) and plain (files of a "
	  "format "
	  "without a grammar, which are lines alone); left_out (files that were not read) and reasons (their numbers "
	  "by why)" },

	{ "communities", NULL, NULL, "the head of what lucus graph communities shows; its community records follow" },
	{ "communities", "record", "string", "communities" },
	{ "communities", "communities", "integer", "communities that belong to the answer" },
	{ "communities", "shown", "integer", "how many records follow" },
	{ "communities", "made", "boolean", "false: the store has none yet; lucus sync and lucus index make them" },
	{ "communities", "current", "boolean",
	  "false: they are of before the last change of the store's elements or edges" },
	{ "communities", "id", "string", "optional: id of the element that the given name means" },
	{ "communities", "type", "string", "optional: its type" },
	{ "communities", "name", "string", "optional: its fully qualified name" },
	{ "communities", "file_path", "string",
	  "optional: path of its file, relative to the root of the knowledge base" },
	{ "communities", "start_line", "integer", "optional: its first line, from 1" },
	{ "communities", "end_line", "integer", "optional: its last line, inclusive" },
	{ "communities", "matches", "integer",
	  "optional: elements that the given name means; the first one was looked for" },

	{ "concepts", NULL, NULL,
	  "the head of what lucus graph concepts shows; its concept records follow, and, of one concept, place "
	  "records" },
	{ "concepts", "record", "string", "concepts" },
	{ "concepts", "concepts", "integer", "concepts that belong to the answer: of one concept, its neighbours" },
	{ "concepts", "shown", "integer", "how many concept records follow" },
	{ "concepts", "made", "boolean", "false: the store has none yet; lucus sync and lucus index make them" },
	{ "concepts", "current", "boolean", "false: they are of before the last change of the store's elements" },
	{ "concepts", "windows", "integer",
	  "stretches of text that speak of a concept: of elements, or of parts of them" },
	{ "concepts", "all", "integer", "concepts that were found, also those that stand once" },
	{ "concepts", "nodes", "integer", "concepts of the pruned graph" },
	{ "concepts", "edges", "integer", "edges of the pruned graph" },
	{ "concepts", "key", "string", "optional: of the concept that was asked for: its canonical form" },
	{ "concepts", "name", "string", "optional: how it is written most often" },
	{ "concepts", "frequency", "integer", "optional: how often it stands" },
	{ "concepts", "degree", "integer", "optional: its neighbours" },
	{ "concepts", "hub", "boolean", "optional: false" },
	{ "concepts", "places", "integer", "optional: elements that speak of it" },

	{ "concept", NULL, NULL,
	  "what documentation, comments and names speak of, or a neighbour of the concept that was asked for" },
	{ "concept", "record", "string", "concept" },
	{ "concept", "key", "string",
	  "its canonical form: small letters, the last word a stem; all ways to write it have the same one" },
	{ "concept", "name", "string", "how it is written most often" },
	{ "concept", "frequency", "integer", "how often it stands" },
	{ "concept", "windows", "integer", "stretches of text that it stands in" },
	{ "concept", "degree", "integer", "concepts that it is joined to, before hubs are taken out for hubs" },
	{ "concept", "hub", "boolean",
	  "it has too many for its edges to tell anything: they are left out (--max-degree-sd)" },
	{ "concept", "score", "number",
	  "optional: frequency times the logarithm of all windows by those with it, less for single words" },
	{ "concept", "npmi", "number",
	  "optional: of a neighbour: normalised pointwise mutual information, from -1 to 1; 0 is chance" },
	{ "concept", "together", "integer", "optional: of a neighbour: windows that hold both" },
	{ "concept", "ties", "array of objects",
	  "edges to those of the following concept records: key, together and npmi" },

	{ "place", NULL, NULL, "an element that speaks of the concept; those first that tell most of it" },
	{ "place", "record", "string", "place" },
	{ "place", "id", "string", "id of the element" },
	{ "place", "type", "string", "its type" },
	{ "place", "name", "string", "its fully qualified name" },
	{ "place", "file_path", "string", "path of its file, relative to the root of the knowledge base" },
	{ "place", "start_line", "integer", "its first line, from 1" },
	{ "place", "end_line", "integer", "its last line, inclusive" },
	{ "place", "line", "integer", "where it speaks of the concept first: a comment may be above the element" },
	{ "place", "count", "integer", "how often it does" },
	{ "place", "score", "number", "count, and for each neighbour in the same windows its npmi" },

	{ "community", NULL, NULL,
	  "elements that belong together, by the edges between them and by where they are: an answer of lucus graph "
	  "communities, or, with lucus query --lazy-graph --trace, one of which something is tested" },
	{ "community", "record", "string", "community" },
	{ "community", "query_id", "string or integer", "optional: id of the question, of a lazy graph query" },
	{ "community", "id", "string or null",
	  "c and 16 hexadecimal digits: of the paths, types and names of its members, so that it stays as long as they "
	  "do; null: of what is in none" },
	{ "community", "name", "string",
	  "optional: unless it is of a lazy graph query, the words that its members have more than those of its "
	  "siblings; unique among these" },
	{ "community", "level", "integer", "levels above it: 0 is a root" },
	{ "community", "parent", "string or null",
	  "optional: unless it is of a lazy graph query, id of the community that it is a part of; null for a root" },
	{ "community", "path", "string",
	  "the file of all its members, or the folder that all are in, with a slash at its end; empty: the root" },
	{ "community", "size", "integer", "optional: unless it is of a lazy graph query, its elements" },
	{ "community", "files", "integer", "optional: unless it is of a lazy graph query, files that these are in" },
	{ "community", "below", "integer",
	  "optional: unless it is of a lazy graph query, communities directly below it; 0 for a leaf" },
	{ "community", "words", STRINGS,
	  "optional: unless it is of a lazy graph query, words that tell it from its siblings, the best first" },
	{ "community", "concepts", STRINGS,
	  "optional: unless it is of a lazy graph query, what several of its files, or places of its one file, speak "
	  "of; "
	  "what tells it from its siblings first" },
	{ "community", "summary", "string",
	  "optional: unless it is of a lazy graph query, sentences of the documentation of its members, of those that "
	  "are referred to most first; may be empty" },
	{ "community", "looked", "integer",
	  "optional: unless it is of a lazy graph query, members whose edges were counted: all, or in a large "
	  "community those of the files that most others refer "
	  "to" },
	{ "community", "inside", "object",
	  "optional: unless it is of a lazy graph query, edges into these from members, by kind: CALLS, DEPENDS_ON, "
	  "INHERITS_FROM, DOCUMENTS and TESTS, as far as "
	  "there are any" },
	{ "community", "outside", "object",
	  "optional: unless it is of a lazy graph query, edges into these from other elements, by kind: CALLS, "
	  "DEPENDS_ON, INHERITS_FROM, DOCUMENTS and TESTS" },
	{ "community", "entry_points", "array of objects",
	  "optional: unless it is of a lazy graph query, members that are referred to most from outside: id, type, "
	  "name, file_path, start_line, end_line, and "
	  "referred, the "
	  "number of edges from outside" },
	{ "community", "members", "array of objects",
	  "optional: unless it is of a lazy graph query, of a leaf: its members, as many as --limit lets through: id, "
	  "type, name, file_path, start_line, end_line "
	  "and referred" },
	{ "community", "links", "array of objects",
	  "optional: unless it is of a lazy graph query, edges into it from other communities of this answer: from, "
	  "the id of one, and edges; most first" },
	{ "community", "score", "number",
	  "optional: of a lazy graph query, the sum of the scores of its passages that were not tested before" },

	{ "mention", NULL, NULL,
	  "a place of the source that has the name that lucus graph --mentions was asked about, and is neither a "
	  "reference "
	  "that was read nor a definition" },
	{ "mention", "record", "string", "mention" },
	{ "mention", "name", "string", "the name, without what it is in" },
	{ "mention", "file_path", "string", "path of the file, relative to the root of the knowledge base" },
	{ "mention", "line", "integer", "its line, from 1" },
	{ "mention", "call", "boolean", "does an opening parenthesis follow?" },
	{ "mention", "unparsed", "boolean", "is it in lines from which no call can have been read?" },
	{ "mention", "text", "string", "the line, trimmed and cut" },

	{ "edge", NULL, NULL, "an edge of an answer of lucus graph" },
	{ "edge", "record", "string", "edge" },
	{ "edge", "src", "object",
	  "the element that refers: id, type, name, file_path, start_line, end_line, language" },
	{ "edge", "dst", "object or null",
	  "the element that is referred to, with id, type, name, file_path, start_line, end_line and language; null "
	  "when it is not in the store" },
	{ "edge", "kind", "string", "CONTAINS, CALLS, DEPENDS_ON, INHERITS_FROM, DOCUMENTS or TESTS" },
	{ "edge", "name", "string", "optional: as the source writes it, of edges that were followed outwards" },
	{ "edge", "grade", "string", "exact, unique, ambiguous or unresolved" },
	{ "edge", "reason", "string", "why the grade" },
	{ "edge", "line", "integer", "line of the first site, in the file of src; 0 is unknown" },
	{ "edge", "count", "integer", "number of the sites" },
	{ "edge", "direction", "string", "in: followed from dst to src; out: from src to dst" },
	{ "edge", "depth", "integer", "its place on the way from the element that was asked about, from 1" },
	{ "edge", "weakest", "string", "the weakest grade on that way, its own included" },
	{ "edge", "path", "integer", "optional: number of the path that it belongs to, from 1" },

	{ "metric", NULL, NULL, "a figure that lucus eval has measured" },
	{ "metric", "record", "string", "metric" },
	{ "metric", "strategy", "string",
	  "the strategy that was measured; with --hits the one that the input names, else hits" },
	{ "metric", "category", "string", "all, a category of the questions, or difficulty=NAME" },
	{ "metric", "metric", "string", "precision, recall, f1, mrr or ndcg" },
	{ "metric", "k", "integer", "how many hits of each question were looked at" },
	{ "metric", "value", "number", "the mean over the questions, 0 to 1" },
	{ "metric", "low", "number", "lower end of the 95% confidence interval" },
	{ "metric", "high", "number", "upper end of the 95% confidence interval" },
	{ "metric", "n", "integer", "the number of questions" },

	{ "question", NULL, NULL,
	  "how a strategy does on one question of lucus eval --questions; each measure is an object with its value at "
	  "every k, "
	  "as in {\"5\": 0.5, \"10\": 0.25}" },
	{ "question", "record", "string", "question" },
	{ "question", "strategy", "string", "the strategy that was measured" },
	{ "question", "query_id", "string or integer", "id of the question, or its number" },
	{ "question", "query", "string", "the question" },
	{ "question", "category", "string", "its category, else empty" },
	{ "question", "difficulty", "string", "its difficulty, else empty" },
	{ "question", "targets", "integer", "the number of its targets" },
	{ "question", "found", "integer",
	  "hits among those of the largest k that meet a target which no earlier one met" },
	{ "question", "first_hit", "integer or null", "rank of the first of these; null: there is none" },
	{ "question", "precision", "object", "precision at every k" },
	{ "question", "recall", "object", "recall at every k" },
	{ "question", "f1", "object", "f1 at every k" },
	{ "question", "mrr", "object", "mrr at every k" },
	{ "question", "ndcg", "object", "ndcg at every k" },
	{ "question", "tokens", "number or null",
	  "estimated tokens of the hits of the largest k; null: --hits do not tell" },
	{ "question", "seconds", "number or null", "time of its answer; null: --hits do not tell" },
	{ "question", "overlap", "object",
	  "for each k the share of its hits that lie in another of them, by their lines" },

	{ "failure", NULL, NULL, "a question of which lucus eval --failures did not find every target" },
	{ "failure", "record", "string", "failure" },
	{ "failure", "strategy", "string", "the strategy that was measured" },
	{ "failure", "query_id", "string or integer", "id of the question, or its number" },
	{ "failure", "query", "string", "the question" },
	{ "failure", "category", "string", "its category, else empty" },
	{ "failure", "expected", STRINGS,
	  "the targets: names of elements, or paths with their lines as PATH:START-END" },
	{ "failure", "found", STRINGS, "what was found, in its order and in the same form" },
	{ "failure", "missing", "array of objects",
	  "the targets that are not among the hits: target, reason (beyond k, other lines: the file was found by "
	  "lines that do not touch the target's, not found, not in the store, not among the hits: of --hits), "
	  "rank (where the target or its file came, else null) and lacks (words of the question, as they are "
	  "indexed, that the target does not hold)" },
	{ "failure", "unmatched", STRINGS, "words of the question that no element holds" },

	{ "cost", NULL, NULL,
	  "what the questions of lucus eval --costs needed of a strategy; null: --hits do not tell" },
	{ "cost", "record", "string", "cost" },
	{ "cost", "strategy", "string", "the strategy" },
	{ "cost", "queries", "integer", "the number of questions" },
	{ "cost", "k", "integer", "the largest k" },
	{ "cost", "tokens", "number or null",
	  "estimated tokens of the first k hits of a question, the mean; a quarter of the bytes of their code" },
	{ "cost", "cost", "number or null", "what these tokens cost, in dollars, at --token-price" },
	{ "cost", "seconds", "number or null", "time of a question, the median" },
	{ "cost", "seconds_95", "number or null", "its 95th percentile" },
	{ "cost", "seconds_all", "number or null", "the time of all questions together" },

	{ "difference", NULL, NULL,
	  "what a strategy gains over the first one of the same run, of each category, measure and k" },
	{ "difference", "record", "string", "difference" },
	{ "difference", "strategy", "string", "the strategy" },
	{ "difference", "baseline", "string", "the first strategy" },
	{ "difference", "category", "string", "as in metric" },
	{ "difference", "measure", "string", "precision, recall, f1, mrr or ndcg" },
	{ "difference", "k", "integer", "how many hits of each question were looked at" },
	{ "difference", "value", "number",
	  "the mean over the questions of the strategy's value less the baseline's, -1 to 1" },
	{ "difference", "low", "number", "lower end of its 95% confidence interval" },
	{ "difference", "high", "number", "upper end of its 95% confidence interval" },
	{ "difference", "n", "integer", "the number of questions" },
	{ "difference", "better", "integer", "questions that the strategy does better" },
	{ "difference", "worse", "integer", "questions that it does worse" },
	{ "difference", "verdict", "string",
	  "better or worse: the interval leaves out 0; unclear: it does not, or there is none" },

	{ "judgement", NULL, NULL, "what a language model says of an answer, with lucus eval --judge" },
	{ "judgement", "record", "string", "judgement" },
	{ "judgement", "query_id", "string", "id of the query" },
	{ "judgement", "approach", "string", "how it was answered" },
	{ "judgement", "accuracy", "number or null",
	  "0 to 10: is it true by what it cites; null, as those below, when the model's reply was of no use" },
	{ "judgement", "completeness", "number or null", "0 to 10: does it cover all that is asked" },
	{ "judgement", "clarity", "number or null", "0 to 10: is it easy to follow" },
	{ "judgement", "relevance", "number or null", "0 to 10: does it answer this question, and nothing else" },
	{ "judgement", "reason", "string or null", "why, in the model's words" },
	{ "judgement", "against", "string",
	  "optional: the approach that it was compared with: the first of --compare" },
	{ "judgement", "better", "string",
	  "optional: approach, against, tie, or unknown: which is better in both orders; a tie when the orders "
	  "disagree" },
	{ "judgement", "swayed", "boolean", "optional: did the order decide? then it is a tie" },

	{ "approach", NULL, NULL, "an approach to answers, as lucus eval --compare measures it; means are of a query" },
	{ "approach", "record", "string", "approach" },
	{ "approach", "approach", "string", "its name: answer, refine, tree, lazy, global or extractive" },
	{ "approach", "queries", "integer", "the number of queries" },
	{ "approach", "failed", "integer", "of them, those where the model was of no use and the code was quoted" },
	{ "approach", "requests", "number", "mean number of requests" },
	{ "approach", "tokens_in", "number or null", "mean number of tokens sent; null: the server does not say" },
	{ "approach", "tokens_out", "number or null", "mean number of tokens received" },
	{ "approach", "cost", "number or null", "mean cost in dollars; null: the price is not known" },
	{ "approach", "seconds", "number", "mean time" },
	{ "approach", "recall", "number", "mean share of the targets that a citation meets" },
	{ "approach", "precision", "number", "mean share of the cited elements that meet a target" },
	{ "approach", "accuracy", "number or null", "mean of the judgements; null, as those below: there are none" },
	{ "approach", "completeness", "number or null", "the same" },
	{ "approach", "clarity", "number or null", "the same" },
	{ "approach", "relevance", "number or null", "the same" },
	{ "approach", "judged", "integer", "answers that have a rating" },
	{ "approach", "malformed", "integer", "ratings and comparisons of which the model's reply was of no use" },
	{ "approach", "wins", "integer", "answers that were better than those of the first approach, in both orders" },
	{ "approach", "losses", "integer", "answers that were worse" },
	{ "approach", "ties", "integer", "answers of which neither holds in both orders" },

	{ "error", NULL, NULL, "an input that was rejected; the others go on, and the exit status is 3" },
	{ "error", "record", "string", "error" },
	{ "error", "file", "string", "the file, or - for standard input" },
	{ "error", "line", "integer or null", "the line, from 1; null for the whole file" },
	{ "error", "reason", "string", "what is wrong with it" },

	{ "kb", NULL, NULL, "a knowledge base, as lucus kb lists it" },
	{ "kb", "record", "string", "kb" },
	{ "kb", "tenant", "string", "the tenant to whom it belongs" },
	{ "kb", "name", "string", "its name" },
	{ "kb", "root", "string or null", "the folder that its paths are relative to" },
	{ "kb", "files", "integer", "the number of its files" },
	{ "kb", "elements", "integer", "the number of its elements" },
	{ "kb", "edges", "integer", "the number of its edges" },
	{ "kb", "embeddings", "integer", "the number of its vectors" },
	{ "kb", "model", "string or null", "the model of its vectors" },
	{ "kb", "settings", "object", "its settings, each a string" },

	{ "alias", NULL, NULL, "a name that a person gave to an element, as lucus kb alias lists it" },
	{ "alias", "record", "string", "alias" },
	{ "alias", "tenant", "string", "the tenant to whom it belongs" },
	{ "alias", "kb", "string", "name of the knowledge base" },
	{ "alias", "name", "string", "the name" },
	{ "alias", "element", "string", "qualified name of the element" },
	{ "alias", "id", "string", "its id" },
	{ "alias", "file_path", "string or null", "path of its file, relative to the root; null when it is gone" },
	{ "alias", "confidence", "number", "0 to 1: how sure it is that the element is meant" },
	{ "alias", "found", "boolean", "false: the element is gone, and the name means nothing until it is back" },

	{ "strategy", NULL, NULL, "a strategy of retrieval, as lucus strategies lists it" },
	{ "strategy", "record", "string", "strategy" },
	{ "strategy", "name", "string", "its name" },
	{ "strategy", "alias", "string or null", "another name of it" },
	{ "strategy", "summary", "string", "what it does" },
	{ "strategy", "needs", STRINGS, "what the store must hold: vectors, edges" },
	{ "strategy", "capabilities", STRINGS,
	  "the stages whose score and rank a hit may have: bm25, vector, rrf, graph, rerank; remote, that of "
	  "--reranker, "
	  "comes with any strategy" },
	{ "strategy", "supported", "boolean or null", "does the store support it; null when there is no store" },
	{ "strategy", "reason", "string or null", "why it is not supported" },
	{ "strategy", "runs", "string or null",
	  "the strategy that runs when this one is asked for; null when there is no store" },
	{ "strategy", "default", "boolean",
	  "true for the one that runs when none is asked for; without a store, auto" },
	{ "strategy", "supports_graph", "boolean", "can it find what its best hits lead to along edges?" },
	{ "strategy", "supports_hybrid", "boolean", "does it join full text and vectors?" },
	{ "strategy", "supports_reranking", "boolean", "does the built-in reranker order its hits?" },
	{ "strategy", "requires_graph_data", "boolean", "must the store hold edges for it?" },

	{ "prompt", NULL, NULL, "what a language model is sent, as lucus prompts lists it" },
	{ "prompt", "record", "string", "prompt" },
	{ "prompt", "name", "string", "its name, which --prompt takes" },
	{ "prompt", "phase", "string", "the purpose under which the ledger has its requests" },
	{ "prompt", "summary", "string", "what it is for" },
	{ "prompt", "required", STRINGS, "the placeholders that its text must have" },
	{ "prompt", "optional", STRINGS, "those that it may have, beside {marker}" },
	{ "prompt", "origin", "string", "built-in, or where --prompt has its value from, as of an option record" },
	{ "prompt", "file", "string or null", "the file with its text; null: the built-in one is used" },
	{ "prompt", "text", "string", "optional: of lucus prompts show: the text" },

	{ "status", NULL, NULL, "the state of a store and of one knowledge base in it" },
	{ "status", "record", "string", "status" },
	{ "status", "db", "string", "path of the store" },
	{ "status", "bytes", "integer", "size of the store's file" },
	{ "status", "tenant", "string", "the tenant" },
	{ "status", "kb", "string", "name of the knowledge base" },
	{ "status", "root", "string or null", "the folder that its paths are relative to" },
	{ "status", "files", "integer", "the number of its files" },
	{ "status", "skipped", "integer", "files that were read, and hold nothing to index (binary, generated ...)" },
	{ "status", "elements", "integer", "the number of its elements" },
	{ "status", "edges", "integer", "the number of its edges" },
	{ "status", "embeddings", "integer", "the number of its vectors" },
	{ "status", "model", "string or null", "the model of its vectors" },
	{ "status", "dimension", "integer", "length of its vectors; 0: there are none" },
	{ "status", "generation", "integer", "rises with every change of elements" },
	{ "status", "indexed", "boolean", "true when the index was made for this generation" },
	{ "status", "state", "string", "up to date, or what is due and the command that does it" },
	{ "status", "commit", "string or null",
	  "the commit of the git repository that was checked out when the tree was read last; null: there was none" },
	{ "status", "synced", "string or null",
	  "when a sync of all that was taken in last stored something, in UTC: 2026-01-31T12:00:00Z; null: never" },
	{ "status", "behind", "integer or null",
	  "files of the tree that are not as in the store; null: there is no tree to look at" },
	{ "status", "files_changed", "integer", "optional: of these, files with another content" },
	{ "status", "files_new", "integer", "optional: files that the last sync would have read, had they been there" },
	{ "status", "files_gone", "integer", "optional: files that are gone, or are left out by now" },
	{ "status", "commits", "integer", "commits whose messages and files are known" },
	{ "status", "commits_to", "string or null", "the last of them; null: there are none" },
	{ "status", "commits_unread", "string or null", "why they could not be read; null: nothing was in the way" },

	{ "ledger", NULL, NULL,
	  "what a model was asked for a knowledge base, and what it cost, as lucus status --costs lists it; the last "
	  "record "
	  "holds the totals" },
	{ "ledger", "record", "string", "ledger" },
	{ "ledger", "purpose", "string",
	  "what was called for: the phase of a prompt (lucus prompts list), embedding or rerank; all in the totals" },
	{ "ledger", "model", "string or null", "the model; null in the totals" },
	{ "ledger", "requests", "integer", "the number of requests that were answered" },
	{ "ledger", "tokens_in", "integer or null",
	  "tokens that were sent, as the server counts them; null when it told none" },
	{ "ledger", "tokens_cached", "integer or null", "those of them that the server had in a cache" },
	{ "ledger", "tokens_out", "integer or null", "tokens that were received" },
	{ "ledger", "cost", "number or null",
	  "US dollars, of the requests whose cost is known; null when that is none" },
	{ "ledger", "uncounted", "integer", "the number of requests whose tokens are not known" },
	{ "ledger", "unpriced", "integer", "the number of requests whose cost is not known" },
	{ "ledger", "cache_hits", "integer", "answers that cost no request, as they were in a cache of lucus" },

	{ "option", NULL, NULL, "an option with its value, as lucus status --config lists it" },
	{ "option", "record", "string", "option" },
	{ "option", "name", "string", "the long name of the option, without dashes" },
	{ "option", "value", "string", "its value; empty when there is none" },
	{ "option", "origin", "string",
	  "where the value comes from: option, environment and the variable's name, knowledge "
	  "base, or default" },
	{ "option", "env", "string or null", "the environment variable that sets it" },
	{ "option", "setting", "string or null", "the setting of the knowledge base that sets it" },

	{ "check", NULL, NULL, "one test that lucus doctor or lucus index --check has made" },
	{ "check", "record", "string", "check" },
	{ "check", "name", "string", "what was tested" },
	{ "check", "ok", "boolean", "true when it holds" },
	{ "check", "detail", "string", "what was found, or what is wrong" },

	{ NULL, NULL, NULL, NULL }
};

static bool has_field(const void *ctx, const char *key)
{
	for (const char *const *kind = ctx; *kind; kind++)
		for (const lu_record_field *r = lu_record_fields; r->kind; r++)
			if (r->field && !strcmp(r->field, key) && !strcmp(r->kind, *kind)) return true;
	return false;
}

void lu_records_pass(lu_jw *w, const lu_json *v, const char *const *kinds)
{
	if (v) lu_jw_rest(w, v, has_field, kinds);
}

void lu_records_help(FILE *f)
{
	for (const lu_record_field *r = lu_record_fields; r->kind; r++) {
		if (!r->field) {
			fprintf(f, "%s%s: ", r == lu_record_fields ? "" : "\n", r->kind);
			lu__wrap(f, r->meaning, (int)strlen(r->kind) + 2, 4, 80);
			continue;
		}
		fprintf(f, "  %-19s %-18s ", r->field, r->type);
		lu__wrap(f, r->meaning, 41, 41, 80);
	}
}

void lu_records_man(FILE *f)
{
	for (const lu_record_field *r = lu_record_fields; r->kind; r++) {
		if (!r->field) {
			if (r != lu_record_fields) fputs(".El\n", f);
			fprintf(f, ".Ss %s\n", r->kind);
			lu__mdoc_sentence(f, r->meaning);
			fputs(".Bl -tag -width Ds\n", f);
			continue;
		}
		fprintf(f, ".It Cm %s Pq %s\n", r->field, r->type);
		lu__mdoc_sentence(f, r->meaning);
	}
	fputs(".El\n", f);
}
