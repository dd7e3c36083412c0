/* SPDX-License-Identifier: MIT
 * Queries: compiling them once for all threads, the meaning of captures, predicates. */
#include <pthread.h>

#include "parse/queries.h"
#include "parse/query.h"
#include "core/ascii.h"

static const struct {
	const char *name;
	enum lu__capture kind;
} capture_names[] = {
	{ "name", LU__CAPTURE_NAME },
	{ "name.part", LU__CAPTURE_NAME_PART },
	{ "name.word", LU__CAPTURE_NAME_WORD },
	{ "name.told", LU__CAPTURE_NAME_TOLD },
	{ "anonymous", LU__CAPTURE_ANONYMOUS },
	{ "declarator", LU__CAPTURE_DECLARATOR },
	{ "body", LU__CAPTURE_BODY },
	{ "params", LU__CAPTURE_PARAMS },
	{ "receiver", LU__CAPTURE_RECEIVER },
	{ "outer", LU__CAPTURE_OUTER },
	{ "of", LU__CAPTURE_OF },
	{ "next", LU__CAPTURE_NEXT },
	{ "base", LU__CAPTURE_BASE },
	{ "doc", LU__CAPTURE_DOC },
	{ "signature", LU__CAPTURE_SIGNATURE },
	{ "returns", LU__CAPTURE_RETURNS },
	{ "decorator", LU__CAPTURE_DECORATOR },
	{ "call", LU__CAPTURE_CALL },
	{ "call.tokens", LU__CAPTURE_CALL_TOKENS },
	{ "call.on", LU__CAPTURE_CALL_ON },
	{ "call.type", LU__CAPTURE_CALL_TYPE },
	{ "call.args", LU__CAPTURE_CALL_ARGS },
	{ "call.bare", LU__CAPTURE_CALL_BARE },
	{ "value", LU__CAPTURE_VALUE },
	{ "value.here", LU__CAPTURE_VALUE_HERE },
	{ "assign", LU__CAPTURE_ASSIGN },
	{ "local", LU__CAPTURE_LOCAL },
	{ "var.name", LU__CAPTURE_VAR_NAME },
	{ "gives", LU__CAPTURE_GIVES },
	{ "var.set", LU__CAPTURE_VAR_SET },
	{ "var.field", LU__CAPTURE_VAR_FIELD },
	{ "var.implied", LU__CAPTURE_VAR_IMPLIED },
	{ "var.this", LU__CAPTURE_VAR_THIS },
	{ "bound.name", LU__CAPTURE_BOUND_NAME },
	{ "bound.type", LU__CAPTURE_BOUND_TYPE },
	{ "var.type", LU__CAPTURE_VAR_TYPE },
	{ "var.new", LU__CAPTURE_VAR_NEW },
	{ "var.from", LU__CAPTURE_VAR_FROM },
	{ "var.of", LU__CAPTURE_VAR_OF },
	{ "var.each", LU__CAPTURE_VAR_EACH },
	{ "var.item", LU__CAPTURE_VAR_ITEM },
	{ "var.entered", LU__CAPTURE_VAR_ENTERED },
	{ "var.second", LU__CAPTURE_VAR_SECOND },
	{ "var.around", LU__CAPTURE_VAR_AROUND },
	{ "var.none", LU__CAPTURE_VAR_NONE },
	{ "var.made", LU__CAPTURE_VAR_MADE },
	{ "var.unknown", LU__CAPTURE_VAR_UNKNOWN },
	{ "callable", LU__CAPTURE_CALLABLE },
	{ "returned", LU__CAPTURE_RETURNED },
	{ "comment", LU__CAPTURE_COMMENT },
	{ "ignore", LU__CAPTURE_IGNORE },
	{ "block", LU__CAPTURE_BLOCK },
	{ "frame", LU__CAPTURE_FRAME },
	{ "export", LU__CAPTURE_EXPORT },
	{ "package", LU__CAPTURE_PACKAGE },
	{ "subpackage", LU__CAPTURE_SUBPACKAGE },
	{ "import.module", LU__CAPTURE_IMPORT_MODULE },
	{ "import.prefix", LU__CAPTURE_IMPORT_PREFIX },
	{ "import.all", LU__CAPTURE_IMPORT_ALL },
	{ "import.last", LU__CAPTURE_IMPORT_LAST },
	{ "import.name", LU__CAPTURE_IMPORT_NAME },
	{ "import.alias", LU__CAPTURE_IMPORT_ALIAS },
	{ "import.default", LU__CAPTURE_IMPORT_DEFAULT },
	{ "import.space", LU__CAPTURE_IMPORT_SPACE },
	{ "import.tree", LU__CAPTURE_IMPORT_TREE },
	{ "import.here", LU__CAPTURE_IMPORT_HERE },
	{ "import.list", LU__CAPTURE_IMPORT_LIST },
	{ "import.through", LU__CAPTURE_IMPORT_THROUGH },
	{ "import.load", LU__CAPTURE_IMPORT_LOAD },
};

static const struct lu__query_file *query_file(lu_str name)
{
	for (const struct lu__query_file *f = lu__query_files; f->name; f++)
		if (lu_str_eqz(name, f->name)) return f;
	return NULL;
}

static bool classify(lu_str name, struct lu__capture_info *out)
{
	out->kind = LU__CAPTURES;
	if (lu_str_starts(name, "_")) return true;
	if (lu_str_starts(name, "def.")) {
		out->kind = LU__CAPTURE_DEF;
		out->type = lu_strn(name.s + 4, name.n - 4);
		return true;
	}
	for (size_t i = 0; i < sizeof capture_names / sizeof *capture_names; i++)
		if (lu_str_eqz(name, capture_names[i].name)) out->kind = capture_names[i].kind;
	return out->kind != LU__CAPTURES;
}

/* Read the files of a language. */
static lu_code read_files(const lu_language *l, struct lu__patterns *p, lu_err *e)
{
	lu_code rc = LU_OK;

	for (const char *at = l->queries; *at && !rc;) {
		size_t n = strcspn(at, " ");
		const struct lu__query_file *file = query_file(lu_strn(at, n));

		if (!file)
			return lu_fail(e, LU_EFORMAT, "the query '%.*s' of language '%s' is missing", (int)n, at,
				       l->name);
		rc = lu__patterns_add(p, file->name, file->text, e);
		at += n + (at[n] == ' ');
	}
	return rc;
}

static lu_code compile(const lu_language *l, struct lu__query *q, lu_err *e)
{
	lu_code rc = lu__patterns_init(&q->patterns, l->grammar(), e);
	const lu_strs *names = &q->patterns.captures;

	if (!rc) rc = read_files(l, &q->patterns, e);
	if (!rc) rc = lu__patterns_finish(&q->patterns, e);
	if (rc) return rc;
	q->capture = lu_arena_calloc(&q->patterns.arena, names->n + 1, sizeof *q->capture);
	if (!q->capture) return lu_nomem(e);
	for (size_t i = 0; i < names->n && !rc; i++)
		if (!classify(names->v[i], &q->capture[i]))
			rc = lu_fail(e, LU_EFORMAT, "the query of language '%s' has the unknown capture '@%.*s'",
				     l->name, LU_FMT(names->v[i]));
	return rc;
}

lu_code lu__query_get(const lu_language *l, const struct lu__query **out, lu_err *e)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct lu__query compiled[64]; /* by place in the table */
	static bool ready[64];
	size_t i = 0;
	lu_code rc = LU_OK;

	while (lu_language_at(i) != l) i++;
	pthread_mutex_lock(&lock);
	if (!ready[i]) {
		rc = compile(l, &compiled[i], e);
		if (rc) lu__patterns_free(&compiled[i].patterns);
		ready[i] = !rc;
	}
	pthread_mutex_unlock(&lock);
	if (!rc) *out = &compiled[i];
	return rc;
}

/* ---- predicates ---- */

static lu_str node_text(TSNode n, lu_str text)
{
	uint32_t a = ts_node_start_byte(n), b = ts_node_end_byte(n);

	return b <= text.n && a <= b ? lu_strn(text.s + a, b - a) : lu_strn("", 0);
}

/* Text of an argument: a string of the query, or the first node of a capture. */
static lu_str argument(const struct lu__match *m, const struct lu__pword *w, lu_str text)
{
	if (!w->capture) return w->text;
	for (size_t i = 0; i < m->n; i++)
		if (m->captures[i].id == w->id) return node_text(m->captures[i].node, text);
	return lu_strn("", 0);
}

/* The name of a constant: no lower-case letter, at least one upper-case one. */
static bool is_upper(lu_str s)
{
	bool upper = false;

	for (size_t i = 0; i < s.n; i++) {
		if (lu_is_lower(s.s[i])) return false;
		if (lu_is_upper(s.s[i])) upper = true;
	}
	return upper;
}

/* Does none of the strings from `from` occur in `s`? */
static bool lacks(const struct lu__match *m, const struct lu__pword *from, const struct lu__pword *to, lu_str s,
		  lu_str text)
{
	for (; from < to; from++) {
		lu_str word = argument(m, from, text);

		if (word.n && memmem(s.s, s.n, word.s, word.n)) return false;
	}
	return true;
}

static bool holds_for(const struct lu__match *m, const struct lu__pword *p, size_t n, lu_str subject, lu_str text)
{
	lu_str name = argument(m, &p[0], text);
	bool starts = lu_str_ends(name, "starts?"), ends = lu_str_ends(name, "ends?"), hit = false;

	if (lu_str_eqz(name, "upper?")) return is_upper(subject);
	if (lu_str_eqz(name, "capital?")) return subject.n && lu_is_upper(subject.s[0]);
	if (lu_str_eqz(name, "lacks?")) return lacks(m, p + 2, p + n, subject, text);
	if (lu_str_eqz(name, "eq?")) return n > 2 && lu_str_eq(subject, argument(m, &p[2], text));
	if (lu_str_eqz(name, "not-eq?")) return n > 2 && !lu_str_eq(subject, argument(m, &p[2], text));
	for (size_t i = 2; i < n && !hit; i++) {
		lu_str other = argument(m, &p[i], text);

		if (starts) hit = subject.n >= other.n && lu_str_eq(lu_strn(subject.s, other.n), other);
		else if (ends)
			hit = subject.n >= other.n &&
			      lu_str_eq(lu_strn(subject.s + subject.n - other.n, other.n), other);
		else hit = lu_str_eq(subject, other);
	}
	return hit != lu_str_starts(name, "not-");
}

/* A repeated capture has several nodes: it has to hold for all of them. */
static bool holds(const struct lu__match *m, const struct lu__pword *p, size_t n, lu_str text)
{
	bool capture = n > 1 && p[1].capture, any = false;

	for (size_t i = 0; capture && i < m->n; i++) {
		if (m->captures[i].id != p[1].id) continue;
		any = true;
		if (!holds_for(m, p, n, node_text(m->captures[i].node, text), text)) return false;
	}
	return any || holds_for(m, p, n, n > 1 ? argument(m, &p[1], text) : lu_strn("", 0), text);
}

bool lu__predicates_hold(const struct lu__patterns *p, const struct lu__match *m, lu_str text)
{
	const struct lu__pattern *pattern = &p->patterns.v[m->pattern];

	for (size_t i = 0; i < pattern->predicates.n; i++)
		if (!holds(m, pattern->predicates.v[i].v, pattern->predicates.v[i].n, text)) return false;
	return true;
}
