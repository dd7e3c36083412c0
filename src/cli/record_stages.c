/* SPDX-License-Identifier: MIT
 * The records that the stages of the pipeline pass on, and what the index keeps. */
#include "cli/record_tables.h"

#define STRINGS "array of strings"

const lu_record_field lu__record_stages[] = {
	{ "element", NULL, NULL, "a piece of source code, as lucus ast finds it" },
	{ "element", "record", "string", "the kind of the record; absent means element" },
	{ "element", "id", "string",
	  "UUID version 5 of TYPE:NAME:FILE_PATH in the URL namespace; from the second of several elements with the "
	  "same three parts on, :ORDINAL is appended to them; another tool's id is kept as it is" },
	{ "element", "type", "string",
	  "module, class, interface, struct, enum, union, function, method, prototype, constant, variable, field, "
	  "property, macro, namespace, type, section (of Markdown and reStructuredText; its name is the path of "
	  "headings), block (lines of another text file), or another word that a producer of records uses" },
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
	  "the parameters in their order: name, type (string or null) and default (string or null)" },
	{ "element", "return_type", "string or null", "the return type, where the source gives one" },
	{ "element", "is_async", "boolean", "true for an asynchronous function or method" },
	{ "element", "decorators", STRINGS, "decorators, annotations and attributes, as written" },
	{ "element", "base_classes", STRINGS, "what the element inherits from or implements, as written" },
	{ "element", "methods", STRINGS, "names of the methods of a class" },
	{ "element", "dependencies", STRINGS,
	  "of modules: what they import, as written; of others: the imports that their source uses" },
	{ "element", "assignments", STRINGS, "names to which the element assigns" },
	{ "element", "calls", STRINGS, "distinct expressions that are called, in the order of the first call" },
	{ "element", "call_sites", "array of objects",
	  "the calls again: name, line of the first site, count of the sites, and, where the source shows it, "
	  "receiver: the type of what stands before the last full stop, or & where a function is taken as a value, "
	  "args: the number of arguments, and types: theirs, with semicolons between, empty where it is not told, "
	  "null, or -> for a function, of Swift their labels, _ where there is none and { for a closure behind the "
	  "list; a receiver or a type that begins with = is an expression that gives it, or nothing more where a local "
	  "variable of unknown type hides what else has its name" },
	{ "element", "imports", "array of objects",
	  "optional: of modules that import: module, name (a star for all names), alias and line; name and alias may "
	  "be absent; of package.json, tsconfig.json, pnpm-workspace.yaml, Cargo.toml and go.mod what they say of "
	  "names: alias is the name, module what it leads to, name the part of the file" },
	{ "element", "mentions", "array of objects",
	  "optional: what its documentation names: name (an element, its parts joined by full stops, or a file's path; "
	  "() at the end where the text marks it as a call or a reference), line of the first place and count of the "
	  "places; at most 200" },
	{ "element", "links", "array of objects",
	  "optional: references whose target is known: kind (CALLS, INHERITS_FROM, DEPENDS_ON), name and line of a "
	  "call, base class or import of the element, or of a use that is none of them, target (id of an element, "
	  "null when it is outside of the tree), count, and by (the tool whose SCIP index says so, scip where it has "
	  "no name)" },
	{ "element", "docstring", "string", "the documentation that belongs to the element, else empty" },
	{ "element", "explanation", "string or null", "a text about the element that a model has written" },
	{ "element", "sha256", "string", "optional: of modules: SHA-256 of the file's bytes in hexadecimal digits" },
	{ "element", "size", "integer", "optional: of modules: the bytes of the file" },
	{ "element", "code", "string", "the source text" },
	{ "element", "unparsed", "array of arrays",
	  "optional: of modules: first and last line of each part from which no call can have been read: where the "
	  "grammar found errors, bodies of macros, and what is hidden from the grammar because only a preprocessor "
	  "could tell what it is" },
	{ "element", "fields", "object",
	  "optional: of types and modules: their fields and variables, with their types as written, or = and an "
	  "expression that gives them; () is what functions of the type take, as ~(A,B...) or |; -> is a function "
	  "whose type is not written" },
	{ "element", "returned", "string",
	  "optional: of functions that declare no type: the type of what they return, or = and an expression that "
	  "gives it; {} is an object that they write down" },
	{ "element", "own_name", "boolean",
	  "optional: true: of function expressions, such as arguments, whose name is seen in them alone; what they are "
	  "written in has a call of them with the receiver &" },

	{ "element", "mixins", "object",
	  "optional: of Ruby's classes and modules: the modules that they take in, those that are looked at first in "
	  "front, by the word that does it (prepend, include, extend); class_prepend and class_include are said below "
	  "class << self" },
	{ "element", "of_class", "boolean", "optional: true: of methods that stand below Ruby's class << self" },
	{ "element", "inherited_by", "string",
	  "optional: of lucus show: name of the type that was asked for, as TYPE.MEMBER, and has the element from a "
	  "base" },
	{ "element", "stale", "boolean",
	  "optional: of lucus show: true: its file has changed, or is gone, since it was stored" },

	{ "node", NULL, NULL,
	  "an element that is in the store, as lucus ingest-ast prints it; it has all fields of an element record "
	  "(record says node), the fields that lucus does not know, and its edges" },
	{ "node", "record", "string", "node" },
	{ "node", "edges", "array of objects",
	  "the edges that begin here: kind (CONTAINS, CALLS, DEPENDS_ON, INHERITS_FROM, DOCUMENTS, TESTS), name (as "
	  "the source writes it; absent for CONTAINS), target (id of the other element, null when it is not in the "
	  "store), grade (exact, unique, ambiguous, unresolved), reason (why the grade) and line (absent for "
	  "CONTAINS); an ambiguous reference has an edge for each candidate" },

	{ "summary", NULL, NULL,
	  "what a stage has done, its last record; with --dry-run it has stage, dry_run, files, skipped, bytes, tokens "
	  "and cost" },
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
	  "and lines are rounded as they are kept, within 2.2 %" },
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
	  "the vector of an element; fields that lucus does not know are passed on from the node record" },
	{ "embedding", "record", "string", "embedding" },
	{ "embedding", "id", "string", "id of the element" },
	{ "embedding", "name", "string", "name of the element" },
	{ "embedding", "model", "string", "name and version of the model" },
	{ "embedding", "dimension", "integer", "length of the vector" },
	{ "embedding", "vector", "array of numbers",
	  "the vector, of length 1 or all zeros; lucus index needs only id, model and vector" },

	{ NULL, NULL, NULL, NULL }
};
