/* SPDX-License-Identifier: MIT
 * What people type who know other programs, and what it is called here. */
#include "cli/text.h"

/* The first one counts whose option the command has. */
static const struct habit {
	const char *typed;  /* without dashes */
	const char *option; /* long name */
	const char *say;
} habits[] = {
	{ "n", "top", "-k" },
	{ "n", "dry-run", "--dry-run" },
	{ "limit", "top", "--top" },
	{ "count", "top", "--top" },
	{ "num", "top", "--top" },
	{ "max", "top", "--top" },
	{ "max-results", "top", "--top" },
	{ "max-count", "top", "--top" },
	{ "results", "top", "--top" },
	{ "hits", "top", "--top" },
	{ "top", "limit", "--limit" },
	{ "k", "limit", "-n" },
	{ "json", "format", "--format json" },
	{ "jsonl", "format", "--format json" },
	{ "ndjson", "format", "--format json" },
	{ "text", "format", "--format text" },
	{ "plain", "format", "--format text" },
	{ "md", "format", "--format md" },
	{ "markdown", "format", "--format md" },
	{ "paths", "format", "--format paths" },
	{ "files-with-matches", "format", "--format paths" },
	{ "l", "format", "--format paths" },
	{ "output", "format", "--format" },
	{ "o", "format", "--format" },
	{ "f", "format", "--format" },
	{ "no-color", "color", "--color never" },
	{ "no-colour", "color", "--color never" },
	{ "colour", "color", "--color" },
	{ "silent", "quiet", "--quiet" },
	{ "debug", "verbose", "--verbose" },
	{ "database", "db", "--db" },
	{ "store", "db", "--db" },
	{ "d", "db", "--db" },
	{ "glob", "path", "--path" },
	{ "g", "path", "--path" },
	{ "file", "path", "--path" },
	{ "dir", "path", "--path" },
	{ "t", "type", "--type" },
	{ "L", "language", "--language" },
	{ "ignore", "exclude", "--exclude" },
	{ "skip", "exclude", "--exclude" },
	{ "threads", "jobs", "--jobs" },
	{ "workers", "jobs", "--jobs" },
	{ "force", "rebuild", "--rebuild" },
	{ "full", "rebuild", "--rebuild" },
	{ "w", "watch", "--watch" },
	{ "follow", "watch", "--watch" },
	{ "hops", "max-hops", "--max-hops" },
	{ "max-depth", "depth", "--depth" },
	{ "api-url", "llm-url", "--llm-url" },
	{ "base-url", "llm-url", "--llm-url" },
};

static bool has_option(lu_opt *table, const char *name)
{
	lu_opt_iter it = lu_opt_begin(table);
	const lu_opt *o;

	while ((o = lu_opt_next(&it)))
		if (!strcmp(o->name, name)) return true;
	return false;
}

const char *lu__habit(lu_opt *table, const char *typed, size_t len)
{
	for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
		const struct habit *h = &habits[i];

		if (strlen(h->typed) == len && !memcmp(h->typed, typed, len) && has_option(table, h->option))
			return h->say;
	}
	return NULL;
}

static const struct {
	const char *typed;
	const char *command; /* and what stands behind it */
} commands[] = {
	{ "search", "query" },
	{ "find", "query" },
	{ "grep", "query" },
	{ "ask", "query" },
	{ "answer", "query --answer" },
	{ "init", "sync" },
	{ "update", "sync" },
	{ "refresh", "sync" },
	{ "add", "sync" },
	{ "watch", "sync --watch" },
	{ "reindex", "index --rebuild" },
	{ "check", "index --check" },
	{ "verify", "index --check" },
	{ "parse", "ast" },
	{ "import", "ingest-ast" },
	{ "cat", "show" },
	{ "view", "show" },
	{ "references", "graph callers" },
	{ "usages", "graph callers" },
	{ "diff", "graph impact --diff" },
	{ "info", "status" },
	{ "stats", "status" },
	{ "config", "status --config" },
	{ "costs", "status --costs" },
	{ "evaluate", "eval" },
	{ "server", "serve" },
	{ "start", "serve" },
	{ "man", "help" },
	{ "completion", "help --completion" },
};

const char *lu__habit_command(lu_cmds cmds, const char *typed)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		const char *command = commands[i].command;
		size_t n = strcspn(command, " ");

		if (strcmp(commands[i].typed, typed) != 0) continue;
		for (lu_cmds c = cmds; *c; c++)
			if (strlen((*c)->name) == n && !strncmp((*c)->name, command, n)) return command;
	}
	return NULL;
}
