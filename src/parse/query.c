/* SPDX-License-Identifier: MIT
 * Queries: compiling them once for all threads, the meaning of captures, predicates. */
#include <pthread.h>
#include <stdlib.h>

#include "parse/language.h"
#include "parse/queries.h"

static const struct {
	const char *name;
	enum lu__capture kind;
} capture_names[] = {
	{ "name", LU__NAME },
	{ "name.part", LU__NAME_PART },
	{ "name.word", LU__NAME_WORD },
	{ "anonymous", LU__ANONYMOUS },
	{ "declarator", LU__DECLARATOR },
	{ "body", LU__BODY },
	{ "params", LU__PARAMS },
	{ "receiver", LU__RECEIVER },
	{ "outer", LU__OUTER },
	{ "of", LU__OF },
	{ "next", LU__NEXT },
	{ "base", LU__BASE },
	{ "doc", LU__DOC },
	{ "signature", LU__SIGNATURE },
	{ "returns", LU__RETURNS },
	{ "decorator", LU__DECORATOR },
	{ "call", LU__CALL },
	{ "call.tokens", LU__CALL_TOKENS },
	{ "call.on", LU__CALL_ON },
	{ "call.type", LU__CALL_TYPE },
	{ "call.bare", LU__CALL_BARE },
	{ "assign", LU__ASSIGN },
	{ "local", LU__LOCAL },
	{ "var.name", LU__VAR_NAME },
	{ "var.field", LU__VAR_FIELD },
	{ "var.type", LU__VAR_TYPE },
	{ "var.new", LU__VAR_NEW },
	{ "var.from", LU__VAR_FROM },
	{ "var.none", LU__VAR_NONE },
	{ "var.unknown", LU__VAR_UNKNOWN },
	{ "comment", LU__COMMENT },
	{ "ignore", LU__IGNORE },
	{ "package", LU__PACKAGE },
	{ "subpackage", LU__SUBPACKAGE },
	{ "import.module", LU__IMPORT_MODULE },
	{ "import.prefix", LU__IMPORT_PREFIX },
	{ "import.all", LU__IMPORT_ALL },
	{ "import.last", LU__IMPORT_LAST },
	{ "import.name", LU__IMPORT_NAME },
	{ "import.alias", LU__IMPORT_ALIAS },
	{ "import.default", LU__IMPORT_DEFAULT },
	{ "import.space", LU__IMPORT_SPACE },
	{ "import.tree", LU__IMPORT_TREE },
	{ "import.here", LU__IMPORT_HERE },
	{ "import.list", LU__IMPORT_LIST },
};

static const char *query_text(lu_str name)
{
	for (const struct lu__query_file *f = lu__query_files; f->name; f++)
		if (lu_str_eqz(name, f->name)) return f->text;
	return NULL;
}

static bool classify(lu_str name, struct lu__capture_info *out)
{
	out->kind = LU__CAPTURES;
	if (lu_str_starts(name, "_")) return true;
	if (lu_str_starts(name, "def.")) {
		out->kind = LU__DEF;
		out->type = lu_strn(name.s + 4, name.n - 4);
		return true;
	}
	for (size_t i = 0; i < sizeof capture_names / sizeof *capture_names; i++)
		if (lu_str_eqz(name, capture_names[i].name)) out->kind = capture_names[i].kind;
	return out->kind != LU__CAPTURES;
}

/* The files of a language as one text. */
static lu_code join_files(const lu_language *l, lu_buf *text, lu_err *e)
{
	for (const char *p = l->queries; *p;) {
		size_t n = strcspn(p, " ");
		const char *file = query_text(lu_strn(p, n));

		if (!file)
			return lu_fail(e, LU_EFORMAT, "the query '%.*s' of language '%s' is missing", (int)n,
				       p, l->name);
		lu_buf_adds(text, file);
		p += n + (p[n] == ' ');
	}
	return text->oom ? lu_nomem(e) : LU_OK;
}

static lu_code compile(const lu_language *l, struct lu__query *q, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_code rc = join_files(l, &text, e);
	TSQueryError error = TSQueryErrorNone;
	uint32_t at = 0, n;

	if (!rc) q->query = ts_query_new(l->grammar(), text.s, (uint32_t)text.len, &at, &error);
	if (!rc && !q->query)
		rc = lu_fail(e, LU_EFORMAT, "the query of language '%s' has error %d near '%.40s'", l->name,
			     (int)error, text.s + at);
	lu_buf_free(&text);
	if (rc) return rc;
	n = ts_query_capture_count(q->query);
	q->capture = calloc(n + 1, sizeof *q->capture);
	if (!q->capture) rc = lu_nomem(e);
	for (uint32_t i = 0; i < n && !rc; i++) {
		uint32_t len = 0;
		const char *name = ts_query_capture_name_for_id(q->query, i, &len);

		if (!classify(lu_strn(name, len), &q->capture[i]))
			rc = lu_fail(e, LU_EFORMAT,
				     "the query of language '%s' has the unknown capture '@%.*s'", l->name,
				     (int)len, name);
	}
	return rc;
}

lu_code lu__query_get(const lu_language *l, const struct lu__query **out, lu_err *e)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct lu__query compiled[64]; /* by place in the table */
	size_t i = 0;
	lu_code rc = LU_OK;

	while (lu_language_at(i) != l) i++;
	pthread_mutex_lock(&lock);
	if (!compiled[i].capture) {
		rc = compile(l, &compiled[i], e);
		if (rc) {
			free(compiled[i].capture);
			if (compiled[i].query) ts_query_delete(compiled[i].query);
			compiled[i] = (struct lu__query){ 0 };
		}
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
static lu_str argument(const TSQuery *q, const TSQueryMatch *m, const TSQueryPredicateStep *step, lu_str text)
{
	uint32_t len = 0;
	const char *s;

	if (step->type == TSQueryPredicateStepTypeCapture) {
		for (uint16_t i = 0; i < m->capture_count; i++)
			if (m->captures[i].index == step->value_id)
				return node_text(m->captures[i].node, text);
		return lu_strn("", 0);
	}
	s = ts_query_string_value_for_id(q, step->value_id, &len);
	return lu_strn(s, len);
}

/* The name of a constant: no lower-case letter, at least one upper-case one. */
static bool is_upper(lu_str s)
{
	bool upper = false;

	for (size_t i = 0; i < s.n; i++) {
		if (s.s[i] >= 'a' && s.s[i] <= 'z') return false;
		if (s.s[i] >= 'A' && s.s[i] <= 'Z') upper = true;
	}
	return upper;
}

/* Does none of the strings from `from` occur in `s`? */
static bool lacks(const TSQuery *q, const TSQueryMatch *m, const TSQueryPredicateStep *from,
		  const TSQueryPredicateStep *to, lu_str s, lu_str text)
{
	for (; from < to; from++) {
		lu_str word = argument(q, m, from, text);

		if (word.n && memmem(s.s, s.n, word.s, word.n)) return false;
	}
	return true;
}

static bool holds_for(const TSQuery *q, const TSQueryMatch *m, const TSQueryPredicateStep *p, uint32_t n,
		      lu_str subject, lu_str text)
{
	lu_str name = argument(q, m, &p[0], text);
	bool starts = lu_str_ends(name, "starts?"), ends = lu_str_ends(name, "ends?"), hit = false;

	if (lu_str_eqz(name, "upper?")) return is_upper(subject);
	if (lu_str_eqz(name, "capital?")) return subject.n && subject.s[0] >= 'A' && subject.s[0] <= 'Z';
	if (lu_str_eqz(name, "lacks?")) return lacks(q, m, p + 2, p + n, subject, text);
	if (lu_str_eqz(name, "eq?")) return n > 2 && lu_str_eq(subject, argument(q, m, &p[2], text));
	if (lu_str_eqz(name, "not-eq?")) return n > 2 && !lu_str_eq(subject, argument(q, m, &p[2], text));
	for (uint32_t i = 2; i < n && !hit; i++) {
		lu_str other = argument(q, m, &p[i], text);

		if (starts) hit = subject.n >= other.n && lu_str_eq(lu_strn(subject.s, other.n), other);
		else if (ends)
			hit = subject.n >= other.n &&
			      lu_str_eq(lu_strn(subject.s + subject.n - other.n, other.n), other);
		else hit = lu_str_eq(subject, other);
	}
	return hit != lu_str_starts(name, "not-");
}

/* A repeated capture has several nodes: it has to hold for all of them. */
static bool holds(const TSQuery *q, const TSQueryMatch *m, const TSQueryPredicateStep *p, uint32_t n,
		  lu_str text)
{
	bool capture = n > 1 && p[1].type == TSQueryPredicateStepTypeCapture, any = false;

	for (uint16_t i = 0; capture && i < m->capture_count; i++) {
		if (m->captures[i].index != p[1].value_id) continue;
		any = true;
		if (!holds_for(q, m, p, n, node_text(m->captures[i].node, text), text)) return false;
	}
	return any || holds_for(q, m, p, n, n > 1 ? argument(q, m, &p[1], text) : lu_strn("", 0), text);
}

bool lu__predicates_hold(const TSQuery *q, const TSQueryMatch *m, lu_str text)
{
	uint32_t n = 0, from = 0;
	const TSQueryPredicateStep *p = ts_query_predicates_for_pattern(q, m->pattern_index, &n);

	for (uint32_t i = 0; i < n; i++) {
		if (p[i].type != TSQueryPredicateStepTypeDone) continue;
		if (!holds(q, m, p + from, i - from, text)) return false;
		from = i + 1;
	}
	return true;
}
