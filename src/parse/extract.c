/* SPDX-License-Identifier: MIT
 * Running the query: each match becomes a definition, an attribute of one, a site, a comment or an
 * import. */
#include "parse/extract.h"
#include "parse/names.h"
#include "core/ascii.h"

/* Of the tree's levels that are looked at; written source stays below 300. */
#define MAX_DEPTH 1000

/* The captures of one match, by kind; the first of each kind counts. */
struct match {
	TSNode node[LU__CAPTURES];
	bool has[LU__CAPTURES];
	lu_str type;
	uint16_t pattern;
};

static void read_match(const struct lu__query *q, const struct lu__match *m, struct match *out)
{
	memset(out->has, 0, sizeof out->has);
	out->pattern = m->pattern;
	for (size_t i = 0; i < m->n; i++) {
		const struct lu__capture_info *c = &q->capture[m->captures[i].id];

		if (c->kind == LU__CAPTURES || out->has[c->kind]) continue;
		out->has[c->kind] = true;
		out->node[c->kind] = m->captures[i].node;
		if (c->kind == LU__CAPTURE_DEF) out->type = c->type;
	}
}

struct run {
	struct lu__found f;
	const lu_language *l;
	lu_str text;
	const struct lu__mask *mask;
	lu_arena *a;
	lu_err *e;
};

#define PUSH(r, list, ...) \
	do { \
		void *grown_ = lu_arena_grow((r)->a, (r)->f.list.v, (r)->f.list.n, sizeof *(r)->f.list.v); \
		if (!grown_) return lu_nomem((r)->e); \
		(r)->f.list.v = grown_; \
		(r)->f.list.v[(r)->f.list.n++] = __VA_ARGS__; \
	} while (0)

static lu_str join(lu_arena *a, lu_str x, const char *middle, lu_str y)
{
	lu_buf b = LU_BUF;

	lu_buf_addstr(&b, x);
	lu_buf_adds(&b, middle);
	lu_buf_addstr(&b, y);
	x = b.oom ? lu_strn(NULL, 0) : lu_arena_dup(a, lu_buf_str(&b));
	lu_buf_free(&b);
	return x;
}

/* "[Symbol.iterator]" is called "[iterator]", "'a-b'" is called "a-b". */
static lu_str odd_name(struct run *r, TSNode n, lu_str s)
{
	lu_buf b = LU_BUF;

	if (strstr(ts_node_type(n), "string") && s.n >= 2) return lu_strn(s.s + 1, s.n - 2);
	s = lu__dotted(lu_strn(s.s + 1, s.n >= 2 ? s.n - 2 : 0), r->a);
	if (!s.s) return s;
	lu_buf_addc(&b, '[');
	lu_buf_addstr(&b, lu_str_after_last(s, '.'));
	lu_buf_addc(&b, ']');
	s = b.oom ? lu_strn(NULL, 0) : lu_arena_dup(r->a, lu_buf_str(&b));
	lu_buf_free(&b);
	return s;
}

/* An operator: no letter, no bracket, no quote. */
static bool is_symbolic(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!strchr("!#$%&*+-./:<=>?@\\^|~", s.s[i])) return false;
	return s.n > 0;
}

/* The operator in "(+)", the function in "`elem`". */
static lu_str bare_operator(lu_str s)
{
	char a = s.n > 2 ? s.s[0] : 0, z = s.n > 2 ? s.s[s.n - 1] : 0;
	bool wrapped = (a == '(' && z == ')') || (a == '`' && z == '`');

	return wrapped ? lu_str_trim(lu_strn(s.s + 1, s.n - 2)) : s;
}

/* A node that is a single word of the source, which may have characters that are operators elsewhere: Ruby's
 * "empty?", "==" and "name=", the shell's "my-fn", Elixir's "fetch!". */
static bool is_word(const char *kind)
{
	static const char *const kinds[] = { "identifier", "constant", "operator", "setter", "word", "name", NULL };

	for (size_t i = 0; kinds[i]; i++)
		if (!strcmp(kind, kinds[i])) return true;
	return false;
}

/* `s` with what the language says for the object itself as records say it: "$this->x" as "this->x". */
static lu_str with_self(struct run *r, lu_str s)
{
	const char *mark = r->l->member_mark;
	size_t m = mark ? strlen(mark) : 0;
	lu_str rest = s;

	if (!m || !lu_str_starts(s, mark)) return s;
	while (lu_str_starts(rest, mark)) rest = lu_strn(rest.s + m, rest.n - m);
	if (mark[0] == '$' && rest.n && rest.s[0] != '-' && rest.s[0] != '?') return s; /* "$thistle" */
	return join(r->a, lu_strz(r->l->member_says), "", rest);
}

/* Go's "new(T).f" is about a T, as "T().f" is. */
static lu_str made_by_new(lu_str s, lu_arena *a)
{
	lu_str rest, type;
	const char *end;

	if (!lu_str_starts(s, "new(")) return s;
	rest = lu_strn(s.s + 4, s.n - 4);
	if (!(end = memchr(rest.s, ')', rest.n))) return s;
	type = lu_strn(rest.s, (size_t)(end - rest.s));
	rest = lu_strn(end + 1, rest.n - type.n - 1);
	for (size_t i = 0; i < type.n; i++)
		if (!lu_is_ident(type.s[i]) && type.s[i] != '.') return s;
	return rest.n ? join(a, type, "()", rest) : s;
}

/* The name of a definition or callee, an expression as records name it; s == NULL: out of memory. */
static lu_str plain_name(struct run *r, TSNode n)
{
	lu_str s = lu__node_text(n, r->text);
	const char *kind = ts_node_type(n);
	bool op = !strcmp(kind, "prefix_id") || !strcmp(kind, "infix_id");

	if (s.n > 2 && (op || s.s[0] == '`')) s = bare_operator(s);
	else if (lu_str_starts(s, "@\"") && s.n > 3) s = lu_strn(s.s + 2, s.n - 3); /* Zig's quoted names */
	if (is_word(kind) || is_symbolic(s)) return s;
	if (!strcmp(kind, "simple_symbol") && s.n) return lu_strn(s.s + 1, s.n - 1);
	/* foldl' in Haskell, A.fetch! in Elixir */
	if ((!strcmp(kind, "variable") || !strcmp(kind, "qualified")) && lu__is_marked_name(s, "'", "")) return s;
	if (!strcmp(kind, "dot") && lu__is_marked_name(s, "", "?!")) return s;
	if (lu_str_starts(s, "::")) s = lu_strn(s.s + 2, s.n - 2); /* from the outermost scope */
	s = with_self(r, s);
	if (s.s && r->l->modules == LU__MODULES_FOLDER) s = made_by_new(s, r->a);
	if (s.s && (r->l->syntax & LU__SYNTAX_ANGLES)) s = lu__without_angles(s, r->a);
	if (!s.s) return s;
	return r->l->rules & LU__RULE_ARITY ? lu__counted(s, r->a) : lu__dotted(s, r->a);
}

/* Append what else a name is made of: the type that an instance is for. */
static lu_code extend_name(struct run *r, const struct match *m, struct lu__def *d)
{
	static const enum lu__capture kind[] = { LU__CAPTURE_NAME_PART, LU__CAPTURE_NAME_WORD };
	static const char with[] = { '.', ' ' };

	for (size_t i = 0; i < sizeof with; i++) {
		lu_buf b = LU_BUF;

		if (!m->has[kind[i]]) continue;
		lu_buf_addstr(&b, d->name);
		lu_buf_addc(&b, with[i]);
		lu_buf_addstr(&b, lu__node_text(m->node[kind[i]], r->text));
		d->name = b.oom ? lu_strn(NULL, 0) : lu__collapse(lu_buf_str(&b), r->a);
		lu_buf_free(&b);
		if (!d->name.s) return lu_nomem(r->e);
	}
	return LU_OK;
}

/* A name that begins with a keyword ends where its parameters begin. */
static lu_str keyword_name(struct run *r, TSNode n)
{
	TSNode params = lu__field(ts_node_parent(n), "parameters");
	uint32_t from = ts_node_start_byte(n);

	if (ts_node_is_null(params) || ts_node_start_byte(params) <= from) return lu__node_text(n, r->text);
	return lu__collapse(lu_strn(r->text.s + from, ts_node_start_byte(params) - from), r->a);
}

/* Swift's "[T]" is Array<T>, "[K: V]" is Dictionary<K, V>. */
static lu_str extended_name(struct run *r, lu_str s)
{
	if (!lu_str_starts(s, "[")) return lu__dotted(lu__type_name(s), r->a);
	return lu_strz(memchr(s.s, ':', s.n) ? "Dictionary" : "Array");
}

/* Names that assignments give: "exports.x" and "module.exports.x" define x, "module.exports" is the default,
 * "A.prototype.m" defines m of A, "this.m" defines m of the class around it. */
static bool read_name(struct run *r, TSNode n, struct lu__def *d)
{
	static const char *const prefix[] = { "module.exports.", "exports.", "this.", "self." };
	lu_str s = lu__node_text(n, r->text);
	const char *p, *kind = ts_node_type(n);
	bool plain = false; /* an operator, a keyword */

	if (!strcmp(kind, "operator") || !strcmp(kind, "~")) s = keyword_name(r, n);
	else if (!ts_node_is_named(n) || strstr(kind, "operator")) plain = true;
	else if (!strcmp(kind, "string") || !strcmp(kind, "raw_string") || !strcmp(kind, "computed_property_name"))
		s = odd_name(r, n, s);
	else if (lu_str_eqz(d->type, "extension")) s = extended_name(r, s);
	else s = plain_name(r, n);
	while (s.n > 1 && s.s[0] == '.' && !is_symbolic(s)) s = lu_strn(s.s + 1, s.n - 1); /* "\Name" */
	d->name_at = ts_node_start_byte(n);
	d->name = s;
	if (plain || lu_str_eqz(d->type, "test")) return s.s != NULL;
	for (size_t i = 0; i < sizeof prefix / sizeof *prefix && s.s; i++) {
		if (!lu_str_starts(s, prefix[i])) continue;
		s = lu_strn(s.s + strlen(prefix[i]), s.n - strlen(prefix[i]));
		d->of_self = i > 1;
	}
	if (lu_str_eqz(s, "module.exports")) s = lu_strz("default");
	if (s.s && !s.n && lu_str_eqz(d->type, "impl")) s = lu__collapse(lu__node_text(n, r->text), r->a);
	p = s.n > 11 ? memmem(s.s, s.n, ".prototype.", 11) : NULL;
	if (p) {
		d->receiver = lu_strn(s.s, (size_t)(p - s.s));
		s = lu_strn(p + 11, s.n - d->receiver.n - 11);
	}
	if ((p || d->of_self) && lu_str_eqz(d->type, "function")) d->type = lu_strz("method");
	d->name = s;
	return s.s != NULL;
}

/* The macros before a definition that are hidden from the grammar belong to it, down to an empty line. */
static void take_hidden(const struct run *r, struct lu__def *d)
{
	const char *seen = r->mask->text.s, *text = r->text.s;
	unsigned rows = 0, empty = 0;
	struct lu__def was = *d;

	if (!r->l->macros || seen == text || lu_str_eqz(d->type, "macro")) return;
	for (uint32_t i = d->start; i && empty < 2 && strchr(" \t\n", seen[i - 1]); i--) {
		if (text[i - 1] == '\n') {
			rows++;
			empty++;
			was = *d;
		} else if (seen[i - 1] != text[i - 1] && text[i - 1] == '#') { /* an #if */
			*d = was;
			return;
		} else if (seen[i - 1] != text[i - 1]) {
			d->start = d->head = i - 1;
			d->row -= rows;
			rows = empty = 0;
		}
	}
}

/* An anonymous class is called "<T>" after the type that it is of: no other name looks so. */
static bool name_anonymous(struct run *r, TSNode n, struct lu__def *d)
{
	lu_str s = lu_str_after_last(lu__type_name(lu__node_text(n, r->text)), '.');
	lu_buf b = LU_BUF;

	lu_buf_addc(&b, '<');
	lu_buf_addstr(&b, s.n ? s : d->type);
	lu_buf_addc(&b, '>');
	d->name = b.oom ? lu_strn(NULL, 0) : lu_arena_dup(r->a, lu_buf_str(&b));
	lu_buf_free(&b);
	d->name_at = ts_node_start_byte(n);
	return d->name.s != NULL;
}

/* Where blocks are told by indentation, a node may end where the next one begins: it ends with its last
 * word. The end of its own line stays. */
static void trim_end(struct run *r, struct lu__def *d)
{
	uint32_t end = d->end, rows = 0;

	while (end > d->start && strchr(" \t\r\n", r->text.s[end - 1])) rows += r->text.s[--end] == '\n';
	if (!rows || d->end - end < 2) return;
	d->end = end;
	d->end_row -= rows;
}

/* "else if (f(a)) {" after an #endif looks like a function; so do "else if (a) {" and a macro that loops, without
 * parameters. A macro that defines a function begins its line. */
static bool is_statement(const struct lu__def *d, lu_str name)
{
	if (lu_str_eqz(name, "if") || lu_str_eqz(name, "while") || lu_str_eqz(name, "switch")) return true;
	return ts_node_is_null(d->params) && lu_str_eqz(d->type, "function") && ts_node_start_point(d->node).column;
}

static lu_code add_def(struct run *r, const struct match *m)
{
	TSNode node = m->node[LU__CAPTURE_DEF], none = { 0 };
	struct lu__def d = { .node = node,
			     .params = m->has[LU__CAPTURE_PARAMS] ? m->node[LU__CAPTURE_PARAMS] : none,
			     .body = m->has[LU__CAPTURE_BODY] ? m->node[LU__CAPTURE_BODY] : none,
			     .start = ts_node_start_byte(node),
			     .head = ts_node_start_byte(node),
			     .end = ts_node_end_byte(node),
			     .row = ts_node_start_point(node).row,
			     .end_row = ts_node_end_point(node).row,
			     .pattern = m->pattern,
			     .type = m->type,
			     .receiver = m->has[LU__CAPTURE_RECEIVER]
						 ? lu__type_name(lu__node_text(m->node[LU__CAPTURE_RECEIVER], r->text))
						 : lu_strn("", 0),
			     .last = SIZE_MAX,
			     .parent = SIZE_MAX };
	const struct lu__macro_def *macro;
	TSNode name = m->node[LU__CAPTURE_NAME];

	trim_end(r, &d);
	if (m->has[LU__CAPTURE_DECLARATOR]) {
		name = lu__declared_name(m->node[LU__CAPTURE_DECLARATOR]);
		if (!lu__is_name(name)) return LU_OK;
		d.params = lu__declared_params(m->node[LU__CAPTURE_DECLARATOR]);
		/* what a pattern takes for a variable may declare a function */
		if (!ts_node_is_null(d.params) && lu_str_eqz(d.type, "variable")) d.type = lu_strz("prototype");
		if (ts_node_is_null(d.params) && lu_str_eqz(d.type, "prototype")) return LU_OK; /* a field */
	} else if (m->has[LU__CAPTURE_ANONYMOUS]) {
		if (!name_anonymous(r, m->node[LU__CAPTURE_ANONYMOUS], &d)) return lu_nomem(r->e);
		PUSH(r, defs, d);
		return LU_OK;
	} else if (!m->has[LU__CAPTURE_NAME]) {
		return LU_OK;
	}
	macro = lu__macro_at(r->mask, ts_node_start_byte(name));
	if (macro) {
		d.macro = true;
		d.name = macro->name;
		d.receiver = macro->group;
		if (macro->test) d.type = lu_strz("test");
	} else if (m->has[LU__CAPTURE_DECLARATOR]) {
		lu_code rc = lu__split_name(name, r->text, r->a, &d.receiver, &d.name, r->e);

		if (rc) return rc;
		d.name_at = ts_node_start_byte(name);
		if (is_statement(&d, d.name)) return LU_OK;
		/* outside of functions a variable of another scope is defined twice: in its class */
		if (d.receiver.n && lu_str_eqz(d.type, "function")) d.type = lu_strz("method");
	} else if (!read_name(r, name, &d)) {
		return lu_nomem(r->e);
	}
	if (extend_name(r, m, &d)) return LU_ENOMEM;
	take_hidden(r, &d);
	if (d.name.n) PUSH(r, defs, d);
	return LU_OK;
}

static lu_code add_attr(struct run *r, const struct match *m, enum lu__capture kind)
{
	struct lu__attr at = { .kind = kind, .node = m->node[kind], .receiver = { "", 0 }, .def = SIZE_MAX };

	at.next = m->has[LU__CAPTURE_NEXT];
	if (at.next) at.of = m->node[LU__CAPTURE_NEXT];
	else if (m->has[LU__CAPTURE_OF]) at.of = m->node[LU__CAPTURE_OF];
	else at.receiver = lu__node_text(m->node[LU__CAPTURE_RECEIVER], r->text);
	PUSH(r, attrs, at);
	return LU_OK;
}

/* A match may hold several decorators. */
static lu_code add_decorators(struct run *r, const struct lu__query *q, const struct lu__match *m,
			      const struct match *match)
{
	bool next = match->has[LU__CAPTURE_NEXT];

	for (size_t i = 0; i < m->n; i++)
		if (q->capture[m->captures[i].id].kind == LU__CAPTURE_DECORATOR)
			PUSH(r, attrs,
			     (struct lu__attr){ .of = match->node[next ? LU__CAPTURE_NEXT : LU__CAPTURE_OF],
						.kind = LU__CAPTURE_DECORATOR,
						.node = m->captures[i].node,
						.next = next,
						.receiver = { "", 0 },
						.def = SIZE_MAX });
	return LU_OK;
}

/* The callee of a call whose receiver is a node of its own: "receiver.method". A receiver that is no name
 * is "?". */
static lu_str received(struct run *r, TSNode on, lu_str method)
{
	lu_str s = plain_name(r, on);

	for (size_t i = 0; s.s && i + 1 < s.n; i++)
		if (s.s[i] == '?' && s.s[i + 1] != '.') s = lu_strz("?");
	if (!s.s) return s;
	if (lu_str_starts(s, ".(")) s = lu_strz("?"); /* of a function literal */
	return join(r->a, s.n ? s : lu_strz("?"), ".", method);
}

/* A callee that has no name: a function literal, a value in parentheses. */
static bool nameless(lu_str callee)
{
	lu_str last = lu_str_after_last(callee, '.');

	return !last.n || memchr(last.s, '?', last.n);
}

/* A name that stands in the source as it is. */
static bool is_verbatim(TSNode n, lu_str text, lu_str name)
{
	return name.n && lu_str_eq(name, lu__node_text(n, text)) && name.s[name.n - 1] != '.';
}

static struct lu__site site_at(struct run *r, TSNode n, enum lu__capture kind)
{
	return (struct lu__site){ .start = ts_node_start_byte(n),
				  .row = ts_node_start_point(n).row,
				  .kind = kind,
				  .to = UINT32_MAX,
				  .text = plain_name(r, n),
				  .type = { "", 0 } };
}

static lu_code add_site(struct run *r, TSNode n, enum lu__capture kind)
{
	struct lu__site s = site_at(r, n, kind);

	if (!s.text.s) return lu_nomem(r->e);
	PUSH(r, sites, s);
	return LU_OK;
}

/* The callee is the name in a declarator, or the node itself. */
static lu_code add_call(struct run *r, const struct match *m)
{
	bool declares = r->l->modules != LU__MODULES_SCRIPT;
	TSNode n = declares ? lu__declared_name(m->node[LU__CAPTURE_CALL]) : m->node[LU__CAPTURE_CALL];
	struct lu__site s = site_at(r, n, LU__CAPTURE_CALL);

	if (s.text.s && !is_verbatim(n, r->text, s.text) && nameless(s.text)) return LU_OK;
	/* "::f()" is that of the outermost scope */
	if (s.text.s && r->l->macros == LU__MACROS_CPP && !memchr(s.text.s, '.', s.text.n) &&
	    lu_str_starts(lu__node_text(n, r->text), "::"))
		s.text = join(r->a, lu_strz("."), "", s.text);
	if (s.text.s && m->has[LU__CAPTURE_CALL_ON]) s.text = received(r, m->node[LU__CAPTURE_CALL_ON], s.text);
	if (m->has[LU__CAPTURE_CALL_TYPE])
		s.type = lu__type_name(lu__node_text(m->node[LU__CAPTURE_CALL_TYPE], r->text));
	if (!s.text.s) return lu_nomem(r->e);
	if (m->has[LU__CAPTURE_CALL_ARGS]) {
		s.types = lu__argument_types(r->l, m->node[LU__CAPTURE_CALL_ARGS], r->text, r->a, &s.args);
		if (!s.types.s) return lu_nomem(r->e);
	}
	PUSH(r, sites, s);
	return LU_OK;
}

static bool has_lower(lu_str s)
{
	size_t i = 0;

	while (i < s.n && !lu_is_lower(s.s[i])) i++;
	return i < s.n;
}

/* "#define strdup my_strdup": another name of a function, as both are written like functions. What stands for a name in capitals
 * may be a function. */
static bool stands_for(lu_str body, lu_str name, enum lu__capture *kind)
{
	body = lu_str_trim(body);
	for (size_t i = 0; i < body.n; i++)
		if (!lu_is_ident(body.s[i])) return false;
	*kind = has_lower(name) ? LU__CAPTURE_CALL : LU__CAPTURE_VALUE;
	return body.n && !lu_is_digit(body.s[0]) && has_lower(body) && !lu_str_eq(body, name);
}

/* "SELECT(__VA_ARGS__, F_2, F_1)(__VA_ARGS__)": a macro that is given to another may be used by that. */
static lu_code add_macro_values(struct run *r, const struct lu__def *d, lu_str body, lu_str params)
{
	struct lu__macro_call at = { .end = 0 };

	while (lu__next_macro_value(body, params, &at)) {
		struct lu__site s = site_at(r, d->node, LU__CAPTURE_VALUE);

		s.text = lu_strn(body.s + at.start, at.end - at.start);
		if (!lu_str_eq(s.text, d->name)) PUSH(r, sites, s);
	}
	return LU_OK;
}

/* What a macro calls, wherever it is used. */
static lu_code add_macro_calls(struct run *r, const struct lu__def *d)
{
	TSNode value = lu__field(d->node, "value");
	struct lu__macro_call at = { .end = 0 };
	lu_str body = lu__node_text(value, r->text), params = lu__node_text(d->params, r->text), name = d->name;
	enum lu__capture kind;
	size_t seen = 0;
	uint32_t row;

	if (ts_node_is_null(value) || !body.n) return LU_OK;
	row = ts_node_start_point(value).row;
	if (stands_for(body, name, &kind)) {
		struct lu__site s = site_at(r, value, kind);

		s.text = lu_str_trim(body);
		PUSH(r, sites, s);
		return LU_OK;
	}
	while (lu__next_macro_call(body, params, &at)) {
		struct lu__site s = { .start = ts_node_start_byte(value) + (uint32_t)at.start,
				      .kind = LU__CAPTURE_CALL,
				      .text = lu__dotted(lu_strn(body.s + at.start, at.end - at.start), r->a),
				      .type = { "", 0 } };

		if (!s.text.s) return lu_nomem(r->e);
		for (; seen < at.start; seen++) row += body.s[seen] == '\n';
		s.row = row;
		if (!lu_str_eq(s.text, name)) PUSH(r, sites, s);
	}
	return add_macro_values(r, d, body, params);
}

/* A call that the grammar sees as single tokens. */
static lu_code add_tokens_call(struct run *r, TSNode n)
{
	struct lu__site s = { .start = ts_node_start_byte(n),
			      .row = ts_node_start_point(n).row,
			      .kind = LU__CAPTURE_CALL,
			      .text = lu__callee_tokens(r->text, ts_node_start_byte(n), ts_node_end_byte(n), r->a),
			      .type = { "", 0 } };

	if (!s.text.s) return lu_nomem(r->e);
	if (!nameless(s.text)) PUSH(r, sites, s);
	return LU_OK;
}

/* What stands behind an expression where a variable has not its value, but what is in it: see types.c. */
static const char *mark_of(enum lu__capture how)
{
	switch (how) {
	case LU__CAPTURE_VAR_EACH: return "*";
	case LU__CAPTURE_VAR_ITEM: return "[]";
	case LU__CAPTURE_VAR_ENTERED: return "^";
	case LU__CAPTURE_VAR_SECOND: return "+";
	default: return "";
	}
}

/* Is the variable what an import gives it? */
static bool is_required(const struct run *r, TSNode name)
{
	TSNode up = ts_node_parent(name);
	lu_str value;

	if (r->l->modules != LU__MODULES_SCRIPT) return false;
	for (int level = 0; level < 3 && strstr(ts_node_type(up), "_pattern"); level++) up = ts_node_parent(up);
	value = lu__node_text(lu__field(up, "value"), r->text);
	return lu_str_starts(value, "require(") || lu_str_starts(value, "await import(");
}

/* "new Map<K, V>()" tells what is in it. */
static void add_type_arguments(const struct run *r, TSNode constructor, struct lu__site *s)
{
	TSNode made = ts_node_parent(constructor), list;
	uint32_t from = ts_node_start_byte(constructor);

	if (strcmp(ts_node_type(made), "new_expression") != 0) return;
	list = lu__field(made, "type_arguments");
	if (!ts_node_is_null(list))
		s->whole = lu__collapse(lu_strn(r->text.s + from, ts_node_end_byte(list) - from), r->a);
}

/* A variable of visible type. A call makes an object of a type only if the name looks like one. */
static lu_code add_variable(struct run *r, const struct match *m)
{
	static const enum lu__capture how[] = { LU__CAPTURE_VAR_TYPE,    LU__CAPTURE_VAR_NEW,    LU__CAPTURE_VAR_FROM,
						LU__CAPTURE_VAR_OF,      LU__CAPTURE_VAR_EACH,   LU__CAPTURE_VAR_ITEM,
						LU__CAPTURE_VAR_ENTERED, LU__CAPTURE_VAR_SECOND, LU__CAPTURE_VAR_NONE,
						LU__CAPTURE_VAR_UNKNOWN };
	bool field = m->has[LU__CAPTURE_VAR_FIELD], gives = m->has[LU__CAPTURE_GIVES];
	bool set = m->has[LU__CAPTURE_VAR_SET];
	TSNode given = m->node[field   ? LU__CAPTURE_VAR_FIELD
			       : set   ? LU__CAPTURE_VAR_SET
			       : gives ? LU__CAPTURE_GIVES
				       : LU__CAPTURE_VAR_NAME];
	bool declares = r->l->modules != LU__MODULES_SCRIPT; /* as C does, with what wraps the name */
	TSNode n = declares ? lu__declared_name(given) : given;
	struct lu__site s = { .start = ts_node_start_byte(n),
			      .row = ts_node_start_point(n).row,
			      .kind = gives ? LU__CAPTURE_GIVES : LU__CAPTURE_VAR_NAME,
			      .field = field,
			      .to = UINT32_MAX,
			      .set = set,
			      .type = { "", 0 },
			      .text = gives ? lu_strn("", 0) : plain_name(r, n) };
	lu_str last;

	if (declares && !ts_node_is_null(lu__declared_params(given))) return LU_OK;
	for (size_t i = 0; i < sizeof how / sizeof *how && !s.how; i++)
		if (m->has[how[i]]) s.how = how[i];
	if (!gives && is_required(r, n)) s.how = LU__CAPTURE_VAR_NONE; /* it says nothing, and that is known */
	if (m->has[LU__CAPTURE_VAR_AROUND]) {
		TSNode around = ts_node_parent(m->node[LU__CAPTURE_VAR_AROUND]);

		s.from = ts_node_start_byte(around);
		s.to = ts_node_end_byte(around);
	}
	if (s.how == LU__CAPTURE_VAR_TYPE) s.whole = lu__collapse(lu__node_text(m->node[s.how], r->text), r->a);
	if (s.how == LU__CAPTURE_VAR_OF) s.type = join(r->a, plain_name(r, m->node[s.how]), ".", s.text);
	else if (s.how == LU__CAPTURE_VAR_FROM || *mark_of(s.how)) s.type = plain_name(r, m->node[s.how]);
	else if (s.how != LU__CAPTURE_VAR_NONE && s.how != LU__CAPTURE_VAR_UNKNOWN)
		s.type = lu__dotted(lu__type_name(lu__node_text(m->node[s.how], r->text)), r->a);
	if (s.how == LU__CAPTURE_VAR_NEW || s.how == LU__CAPTURE_VAR_TYPE) add_type_arguments(r, m->node[s.how], &s);
	if (!s.text.s || !s.type.s) return lu_nomem(r->e);
	last = lu_str_after_last(s.type, '.');
	if (s.how == LU__CAPTURE_VAR_NEW && lu_str_eqz(last, "require")) return LU_OK; /* an import */
	if (s.how == LU__CAPTURE_VAR_NEW && (!last.n || !lu_is_upper(last.s[0]))) {
		s.how = LU__CAPTURE_VAR_FROM;
		s.type = join(r->a, plain_name(r, m->node[LU__CAPTURE_VAR_NEW]), "()", lu_strn("", 0));
	} else if (s.how == LU__CAPTURE_VAR_OF) {
		s.how = LU__CAPTURE_VAR_FROM;
	} else if (*mark_of(s.how)) {
		s.type = join(r->a, s.type, mark_of(s.how), lu_strn("", 0));
		s.how = LU__CAPTURE_VAR_FROM;
	}
	if (!s.type.s) return lu_nomem(r->e);
	PUSH(r, sites, s);
	return LU_OK;
}

/* What a function without a declared type gives: the variable LU__RETURNED of the function, of which nothing is known when it is
 * no value that a name tells. */
static lu_code add_returned(struct run *r, TSNode n)
{
	static const char *const told[] = { "call",
					    "identifier",
					    "attribute",
					    "subscript",
					    "await",
					    "call_expression",
					    "navigation_expression",
					    "simple_identifier",
					    "field_expression",
					    "instance_expression",
					    "generic_function",
					    NULL };
	struct lu__site s = { .start = ts_node_start_byte(n),
			      .row = ts_node_start_point(n).row,
			      .kind = LU__CAPTURE_VAR_NAME,
			      .how = LU__CAPTURE_VAR_UNKNOWN,
			      .to = UINT32_MAX,
			      .type = { "", 0 },
			      .text = lu_strz(LU__RETURNED) };

	if (!strcmp(ts_node_type(n), "none")) return LU_OK;
	for (size_t i = 0; told[i]; i++)
		if (!strcmp(ts_node_type(n), told[i])) s.how = LU__CAPTURE_VAR_FROM;
	if (s.how == LU__CAPTURE_VAR_FROM) s.type = plain_name(r, n);
	if (!s.type.s) return lu_nomem(r->e);
	PUSH(r, sites, s);
	return LU_OK;
}

static lu_str strip_quotes(lu_str s)
{
	if (s.n >= 2 && (s.s[0] == '"' || s.s[0] == '\'' || s.s[0] == '`')) return lu_strn(s.s + 1, s.n - 2);
	return s;
}

/* The name in a list of imports: "(+)", "map: 2". */
static lu_str listed_name(lu_str s)
{
	s = bare_operator(lu_str_trim(s));
	return s.n > 1 && s.s[s.n - 1] == ':' && !is_symbolic(s) ? lu_strn(s.s, s.n - 1) : s;
}

/* "using a::b::c" imports c of a.b, "using namespace a::b" all of it. */
static lu_code scoped_import(struct run *r, TSNode module, struct lu__import *im)
{
	bool split = !im->import.name.n && !strcmp(ts_node_type(module), "qualified_identifier");

	im->import.module = lu__dotted(im->import.module, r->a);
	if (!im->import.module.s) return lu_nomem(r->e);
	if (!split || im->bound != UINT32_MAX) return LU_OK;
	im->import.name = im->import.alias = lu_str_after_last(im->import.module, '.');
	im->import.module = lu_str_before_last(im->import.module, '.');
	im->bound = im->at;
	return LU_OK;
}

/* The module of an import as records name it: PHP's "\App\User" is "App.User", the prefix of a group is part
 * of each of its names, and a path that counts from the file begins with "./". */
static lu_str module_of(struct run *r, const struct match *m)
{
	TSNode n = m->node[LU__CAPTURE_IMPORT_MODULE];
	lu_str s = strip_quotes(lu__node_text(n, r->text)), prefix;

	if (strstr(ts_node_type(n), "name")) s = plain_name(r, n);
	while (s.n && s.s[0] == '.' && !strcmp(ts_node_type(n), "qualified_name")) s = lu_strn(s.s + 1, s.n - 1);
	if (s.s && m->has[LU__CAPTURE_IMPORT_PREFIX]) {
		prefix = plain_name(r, m->node[LU__CAPTURE_IMPORT_PREFIX]);
		while (prefix.n && prefix.s[0] == '.') prefix = lu_strn(prefix.s + 1, prefix.n - 1);
		s = prefix.s ? join(r->a, prefix, ".", s) : prefix;
	}
	if (s.n && m->has[LU__CAPTURE_IMPORT_HERE] && s.s[0] != '.')
		s = join(r->a, lu_strz("."), s.s[0] == '/' ? "" : "/", s);
	return s;
}

static lu_code add_import(struct run *r, const struct match *m)
{
	static const enum lu__capture local[] = { LU__CAPTURE_IMPORT_DEFAULT, LU__CAPTURE_IMPORT_SPACE,
						  LU__CAPTURE_IMPORT_ALIAS, LU__CAPTURE_IMPORT_NAME,
						  LU__CAPTURE_IMPORT_LAST };
	TSNode module = m->node[LU__CAPTURE_IMPORT_MODULE];
	struct lu__import im = { .at = ts_node_start_byte(module),
				 .bound = UINT32_MAX,
				 .order = r->f.imports.n,
				 .through = m->has[LU__CAPTURE_IMPORT_THROUGH] };
	lu_str none = { "", 0 };

	im.import = (lu_import){
		.module = module_of(r, m), .name = none, .alias = none, .line = ts_node_start_point(module).row + 1
	};
	if (m->has[LU__CAPTURE_IMPORT_NAME])
		im.import.name = listed_name(lu__node_text(m->node[LU__CAPTURE_IMPORT_NAME], r->text));
	if (m->has[LU__CAPTURE_IMPORT_ALL]) im.import.name = lu_strz("*");
	if (m->has[LU__CAPTURE_IMPORT_DEFAULT]) im.import.name = lu_strz("default");
	if (!im.import.module.s) return lu_nomem(r->e);
	for (size_t i = 0; i < sizeof local / sizeof *local && im.bound == UINT32_MAX; i++) {
		if (!m->has[local[i]]) continue;
		im.bound = ts_node_start_byte(m->node[local[i]]);
		im.import.alias = listed_name(lu__node_text(m->node[local[i]], r->text));
		if (local[i] == LU__CAPTURE_IMPORT_LAST) im.import.alias = lu_str_after_last(im.import.alias, '.');
	}
	if (lu_str_eqz(im.import.alias, "*")) im.import.alias = none;
	if (im.import.module.n && strchr("<", im.import.module.s[0]) == NULL &&
	    memmem(im.import.module.s, im.import.module.n, "::", 2)) {
		lu_code rc = scoped_import(r, module, &im);

		if (rc) return rc;
	}
	PUSH(r, imports, im);
	return LU_OK;
}

static lu_code add_imports(struct run *r, const struct lu__imports *found)
{
	for (size_t i = 0; i < found->n; i++) {
		found->v[i].order = r->f.imports.n;
		PUSH(r, imports, found->v[i]);
	}
	return LU_OK;
}

static lu_code add_import_tree(struct run *r, TSNode n)
{
	struct lu__imports found = { NULL, 0 };
	lu_code rc = lu__import_tree(n, r->text, r->a, &found, r->e);

	return rc ? rc : add_imports(r, &found);
}

static lu_code add_import_list(struct run *r, TSNode n)
{
	struct lu__imports found = { NULL, 0 };
	lu_code rc = lu__import_list(lu__node_text(n, r->text), ts_node_start_byte(n), ts_node_start_point(n).row + 1,
				     r->a, &found, r->e);

	return rc ? rc : add_imports(r, &found);
}

/* "package a" and below it "package b": a.b */
static lu_code add_subpackage(struct run *r, TSNode n)
{
	lu_str s = join(r->a, r->f.package, ".", lu__node_text(n, r->text));

	if (!s.s) return lu_nomem(r->e);
	if (r->f.package.n && s.n < 1000) r->f.package = s;
	return LU_OK;
}

/* Some grammars count the end of the line as part of a comment. */
static lu_code add_comment(struct run *r, TSNode n)
{
	uint32_t start = ts_node_start_byte(n), end = ts_node_end_byte(n);
	uint32_t row = ts_node_start_point(n).row, end_row = ts_node_end_point(n).row;

	if (end > start && r->text.s[end - 1] == '\n' && end_row > row) {
		end--;
		end_row--;
	}
	PUSH(r, comments, (struct lu__comment){ start, end, row, end_row });
	return LU_OK;
}

static lu_code add_mark(struct run *r, TSNode n)
{
	PUSH(r, marks, n);
	return LU_OK;
}

static lu_code add_block(struct run *r, TSNode n)
{
	PUSH(r, blocks, (struct lu__range){ ts_node_start_byte(n), ts_node_end_byte(n) });
	return LU_OK;
}

static lu_code add_frame(struct run *r, TSNode n)
{
	PUSH(r, frames, (struct lu__range){ ts_node_start_byte(n), ts_node_end_byte(n) });
	return LU_OK;
}

/* A name of the file that others know by another: an import of itself. */
static lu_code add_export(struct run *r, const struct match *m)
{
	TSNode n = m->node[LU__CAPTURE_IMPORT_NAME];
	struct lu__import im = { .at = ts_node_start_byte(n), .bound = UINT32_MAX };

	im.import =
		(lu_import){ .module = lu_strz(""),
			     .name = lu__node_text(n, r->text),
			     .alias = m->has[LU__CAPTURE_IMPORT_ALIAS]
					      ? strip_quotes(lu__node_text(m->node[LU__CAPTURE_IMPORT_ALIAS], r->text))
					      : lu_strz("default"),
			     .line = ts_node_start_point(n).row + 1 };
	PUSH(r, imports, im);
	return LU_OK;
}

static lu_code add_ignored(struct run *r, TSNode n)
{
	PUSH(r, ignored, (struct lu__range){ ts_node_start_byte(n), ts_node_end_byte(n) });
	return LU_OK;
}

/* Names that are bound inside of a function: all those in a pattern. */
static lu_code add_locals(struct run *r, TSNode pattern)
{
	TSTreeCursor c = ts_tree_cursor_new(pattern);
	lu_code rc = LU_OK;

	for (bool more = true; more && !rc;) {
		TSNode n = ts_tree_cursor_current_node(&c);
		const char *kind = ts_node_type(n);

		if (!strcmp(kind, "variable") || !strcmp(kind, "identifier")) rc = add_site(r, n, LU__CAPTURE_LOCAL);
		more = ts_tree_cursor_goto_first_child(&c);
		while (!more && !ts_node_eq(ts_tree_cursor_current_node(&c), pattern)) {
			more = ts_tree_cursor_goto_next_sibling(&c);
			if (!more && !ts_tree_cursor_goto_parent(&c)) break;
		}
	}
	ts_tree_cursor_delete(&c);
	return rc;
}

static lu_code dispatch(struct run *r, const struct lu__query *q, const struct lu__match *m, const struct match *match)
{
	static const enum lu__capture attrs[] = { LU__CAPTURE_BASE, LU__CAPTURE_DOC, LU__CAPTURE_SIGNATURE,
						  LU__CAPTURE_RETURNS, LU__CAPTURE_OUTER };
	const bool *has = match->has;
	bool of = has[LU__CAPTURE_OF] || has[LU__CAPTURE_NEXT];

	if (has[LU__CAPTURE_DEF]) {
		size_t n = r->f.defs.n;
		lu_code rc = add_def(r, match);

		if (rc || !r->l->macros || r->f.defs.n == n || !lu_str_eqz(r->f.defs.v[n].type, "macro")) return rc;
		return add_macro_calls(r, &r->f.defs.v[n]);
	}
	if (has[LU__CAPTURE_IMPORT_MODULE]) return add_import(r, match);
	if (has[LU__CAPTURE_IMPORT_TREE]) return add_import_tree(r, match->node[LU__CAPTURE_IMPORT_TREE]);
	if (has[LU__CAPTURE_IMPORT_LIST]) return add_import_list(r, match->node[LU__CAPTURE_IMPORT_LIST]);
	if (has[LU__CAPTURE_SUBPACKAGE]) return add_subpackage(r, match->node[LU__CAPTURE_SUBPACKAGE]);
	if (has[LU__CAPTURE_CALL]) return add_call(r, match);
	if (has[LU__CAPTURE_CALL_TOKENS]) return add_tokens_call(r, match->node[LU__CAPTURE_CALL_TOKENS]);
	if (has[LU__CAPTURE_VAR_NAME] || has[LU__CAPTURE_GIVES] || has[LU__CAPTURE_VAR_SET] ||
	    has[LU__CAPTURE_VAR_FIELD])
		return add_variable(r, match);
	if (has[LU__CAPTURE_RETURNED]) return add_returned(r, match->node[LU__CAPTURE_RETURNED]);
	if (has[LU__CAPTURE_LOCAL]) return add_locals(r, match->node[LU__CAPTURE_LOCAL]);
	if (has[LU__CAPTURE_ASSIGN])
		return add_site(r, lu__declared_name(match->node[LU__CAPTURE_ASSIGN]), LU__CAPTURE_ASSIGN);
	if (has[LU__CAPTURE_CALL_BARE]) return add_site(r, match->node[LU__CAPTURE_CALL_BARE], LU__CAPTURE_CALL_BARE);
	if (has[LU__CAPTURE_VALUE]) return add_site(r, match->node[LU__CAPTURE_VALUE], LU__CAPTURE_VALUE);
	if (has[LU__CAPTURE_VALUE_HERE])
		return add_site(r, match->node[LU__CAPTURE_VALUE_HERE], LU__CAPTURE_VALUE_HERE);
	if (has[LU__CAPTURE_COMMENT]) return add_comment(r, match->node[LU__CAPTURE_COMMENT]);
	if (has[LU__CAPTURE_BLOCK]) return add_block(r, match->node[LU__CAPTURE_BLOCK]);
	if (has[LU__CAPTURE_FRAME]) return add_frame(r, match->node[LU__CAPTURE_FRAME]);
	if (has[LU__CAPTURE_EXPORT]) return add_export(r, match);
	if (has[LU__CAPTURE_IGNORE]) return add_ignored(r, match->node[LU__CAPTURE_IGNORE]);
	if (has[LU__CAPTURE_PACKAGE] && !r->f.package.n) {
		r->f.package = plain_name(r, match->node[LU__CAPTURE_PACKAGE]);
		if (!r->f.package.s) return lu_nomem(r->e);
		r->f.package_row = ts_node_start_point(match->node[LU__CAPTURE_PACKAGE]).row;
	}
	if (has[LU__CAPTURE_BASE] && has[LU__CAPTURE_RECEIVER]) return add_attr(r, match, LU__CAPTURE_BASE);
	if (has[LU__CAPTURE_DECORATOR] && of) return add_decorators(r, q, m, match);
	if (has[LU__CAPTURE_DECORATOR]) return add_mark(r, match->node[LU__CAPTURE_DECORATOR]);
	for (size_t i = 0; i < sizeof attrs / sizeof *attrs && of; i++)
		if (has[attrs[i]] && add_attr(r, match, attrs[i])) return LU_ENOMEM;
	return LU_OK;
}

lu_code lu__extract(const lu_language *l, struct lu__matcher *matcher, TSNode root, lu_str text,
		    const struct lu__mask *mask, struct lu__budget *budget, lu_arena *a, struct lu__found *out,
		    lu_err *e)
{
	const struct lu__query *q;
	struct run r = { .f = *out, .l = l, .text = text, .mask = mask, .a = a, .e = e };
	struct lu__match m;
	bool found = true;
	lu_code rc = lu__query_get(l, &q, e);

	if (!rc) rc = lu__matcher_start(matcher, &q->patterns, root, MAX_DEPTH, lu__spend_matching, budget, e);
	while (!rc && !(rc = lu__matcher_next(matcher, &m, &found, e)) && found) {
		struct match match;

		if (!lu__predicates_hold(&q->patterns, &m, text)) continue;
		read_match(q, &m, &match);
		if (lu__spend_found(budget)) break;
		rc = dispatch(&r, q, &m, &match);
	}
	if (!rc && budget->spent) rc = lu_fail(e, LU_EFORMAT, "%s", lu__gave_up);
	r.f.seen = mask->text;
	if (!rc) *out = r.f;
	return rc;
}
