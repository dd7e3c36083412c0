/* SPDX-License-Identifier: MIT
 * The tools as a model is told of them. Every word of this is read at the start of each conversation, so that it has a
 * budget, which tests/unit/test_mcp.c holds: 1,500 tokens with the instructions. */
#include "mcp/tool.h"

#define STRINGS     "{\"type\":\"array\",\"items\":{\"type\":\"string\"}"
#define MAX_TOKENS  "\"max_tokens\":{\"type\":\"integer\",\"default\":2000,\"minimum\":200,\"maximum\":50000}"
#define NAME        "\"name\":{\"type\":\"string\",\"description\":\"name (Class.method), id or path:line\"}"
#define READ_ONLY   "\"annotations\":{\"readOnlyHint\":true}"
#define INPUT(p, r) "\"inputSchema\":{\"type\":\"object\",\"properties\":{" p "},\"required\":[" r "]},"

const char lu__mcp_output[] = "{\"type\":\"object\",\"properties\":{"
			      "\"items\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
			      "\"role\":{\"type\":\"string\"},\"place\":{\"type\":\"string\"},"
			      "\"text\":{\"type\":\"string\"}}}},"
			      "\"left_out\":{\"type\":\"integer\"},\"notes\":{\"type\":\"string\"},"
			      "\"index\":{\"type\":\"object\"}},\"required\":[\"items\",\"left_out\",\"index\"]}";

const char lu__mcp_instructions[] =
	"lucus knows this code base as a graph of elements (functions, classes, sections ...) that is kept up to date. "
	"Ask it before grep and before reading whole files.\n"
	"- Do not know where something is, or what it is called: search, in plain words; several questions at once.\n"
	"- Know a name or a path:line: context gives its source with callers, callees, tests and neighbours at once. "
	"Before changing something: graph impact, or callers.\n"
	"- A question in words about how or why: ask. Broad ones (how is X organised): mode lazy_graph.\n"
	"Places are path:first-last line from the root and can be given back as names. Edges have grades: exact and "
	"unique "
	"are sure, ambiguous and unresolved may be wrong. Answers keep within max_tokens and say what was left out.";

const lu__tool lu__tools[] = {
	{ "search",
	  "\"description\":\"Find code by meaning, names, error messages or stack traces: the best elements with their "
	  "path:line and lines that match. Better than grep when the exact text is not known.\"," INPUT(
		  "\"query\":{\"anyOf\":[{\"type\":\"string\"}," STRINGS
		  ",\"maxItems\":8}],\"description\":\"a question, "
		  "or several\"},\"paths\":" STRINGS
		  ",\"description\":\"files, folders or globs\"},\"languages\":" STRINGS "},\"types\":" STRINGS
		  ",\"description\":\"function, method, class ...\"},\"limit\":{\"type\":\"integer\",\"default\":10,"
		  "\"minimum\":1,\"maximum\":100}," MAX_TOKENS,
		  "\"query\"") READ_ONLY,
	  lu__tool_search },
	{ "context",
	  "\"description\":\"All that is needed to understand or change one element: source, signature, callers, "
	  "callees, tests and neighbours, in one answer. A path gives what the file holds.\"," INPUT(
		  NAME "," MAX_TOKENS, "\"name\"") READ_ONLY,
	  lu__tool_context },
	{ "graph",
	  "\"description\":\"Who calls, is called by, inherits from or tests an element; what a change of it affects "
	  "(impact; of a diff, too, with the tests to run); how one leads to another (path).\"," INPUT(
		  "\"question\":{\"type\":\"string\",\"enum\":[\"callers\",\"callees\",\"path\",\"inherits\",\"tests\","
		  "\"impact\"]}," NAME
		  ",\"diff\":{\"type\":\"string\",\"description\":\"of impact, instead of a name: a "
		  "unified diff, or a revision such as HEAD that the tree is compared with\"}"
		  ",\"to\":{\"type\":\"string\",\"description\":\"end of the path\"},\"depth\":{\"type\":\"integer\","
		  "\"minimum\":1,\"maximum\":20,\"description\":\"edges in a row\"},\"limit\":{\"type\":\"integer\","
		  "\"default\":30,\"minimum\":1,\"maximum\":1000}," MAX_TOKENS,
		  "\"question\"") READ_ONLY,
	  lu__tool_graph },
	{ "ask",
	  "\"description\":\"Answer a question about the code base in words, with citations. plain: from the best "
	  "hits; lazy: also from what is near them in the graph; lazy_graph: broad questions, slower.\"," INPUT(
		  "\"question\":{\"type\":\"string\"},\"mode\":{\"type\":\"string\",\"enum\":[\"plain\",\"lazy\","
		  "\"lazy_graph\"],"
		  "\"default\":\"plain\"},\"paths\":" STRINGS "}," MAX_TOKENS,
		  "\"question\"") READ_ONLY,
	  lu__tool_ask },
};
