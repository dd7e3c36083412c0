/* SPDX-License-Identifier: MIT
 * Calls, those of macros too. */
#include "parse/extraction.h"
#include "parse/mask_scan.h"
#include "parse/names.h"
#include "core/ascii.h"

/* The callee of a call whose receiver is a node of its own: "receiver.method". A receiver that is no name
 * is "?". */
static lu_str received(struct lu__extraction *r, TSNode on, lu_str method)
{
	lu_str s = lu__plain_name(r, on);

	for (size_t i = 0; s.s && i + 1 < s.n; i++)
		if (s.s[i] == '?' && s.s[i + 1] != '.') s = lu_strz("?");
	if (!s.s) return s;
	if (lu_str_starts(s, ".(")) s = lu_strz("?"); /* of a function literal */
	return lu__join_strs(r->a, s.n ? s : lu_strz("?"), ".", method);
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

static struct lu__site site_at(struct lu__extraction *r, TSNode n, enum lu__capture kind)
{
	return (struct lu__site){ .start = ts_node_start_byte(n),
				  .row = ts_node_start_point(n).row,
				  .kind = kind,
				  .to = UINT32_MAX,
				  .text = lu__plain_name(r, n),
				  .type = { "", 0 } };
}

lu_code lu__take_site(struct lu__extraction *r, TSNode n, enum lu__capture kind)
{
	struct lu__site s = site_at(r, n, kind);

	if (!s.text.s) return lu_nomem(r->e);
	LU__PUSH(r, sites, s);
	return LU_OK;
}

static bool is_operator(TSNode n, const char *operator)
{
	TSNode op = lu__field(n, "operator");

	return !ts_node_is_null(op) && !strcmp(ts_node_type(op), operator);
}

static bool is_kind(TSNode n, const char *kind)
{
	return !ts_node_is_null(n) && !strcmp(ts_node_type(n), kind);
}

/* "module.exports = f", "module.exports = { f }": what a module of JavaScript gives on is told as that, and used by nobody yet. */
static bool is_given_on(struct lu__extraction *r, TSNode n)
{
	uint32_t at = ts_node_start_byte(n);
	TSNode up;
	lu_str left;

	/* going up the tree is slow, and most names are arguments, most files without these words */
	while (at && lu_is_space(r->text.s[at - 1])) at--;
	if (!at ||
	    (r->text.s[at - 1] != ':' && r->text.s[at - 1] != '=' && !is_kind(n, "shorthand_property_identifier")))
		return false;
	if (!r->looked)
		r->gives_on = memmem(r->text.s, r->text.n, "exports", 7) ||
			      memmem(r->text.s, r->text.n, "export default", 14);
	r->looked = true;
	if (!r->gives_on) return false;
	up = ts_node_parent(n);
	if (is_kind(up, "pair")) up = ts_node_parent(up);
	if (is_kind(up, "object")) up = ts_node_parent(up);
	if (is_kind(up, "export_statement")) return true;
	if (!is_kind(up, "assignment_expression")) return false;
	left = lu__node_text(lu__field(up, "left"), r->text);
	return lu_str_starts(left, "exports") || lu_str_starts(left, "module.exports");
}

/* "f", "a.f", "this.f" */
static bool has_one_dot(lu_str s)
{
	size_t dots = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (!lu_is_ident(s.s[i]) && s.s[i] != '$' && s.s[i] != '.' && s.s[i] != '#') return false;
		dots += s.s[i] == '.';
	}
	return dots <= 1;
}

lu_code lu__take_value_here(struct lu__extraction *r, TSNode n)
{
	struct lu__site s = { .start = ts_node_start_byte(n),
			      .row = ts_node_start_point(n).row,
			      .kind = LU__CAPTURE_VALUE_HERE,
			      .to = UINT32_MAX,
			      .text = lu__node_text(n, r->text),
			      .type = { "", 0 } };

	if (!(r->l->rules & LU__RULE_OBJECTS)) return lu__take_site(r, n, LU__CAPTURE_VALUE_HERE);
	if (has_one_dot(s.text) && !is_given_on(r, n)) LU__PUSH(r, sites, s);
	return LU_OK;
}

/* "f.bind(x)", "f.call(x)" take f as a value. */
static lu_code take_bound(struct lu__extraction *r, const struct lu__site *call)
{
	lu_str last = lu_str_after_last(call->text, '.');
	struct lu__site s = *call;

	if (!(r->l->rules & LU__RULE_OBJECTS) || last.n == call->text.n) return LU_OK;
	if (!lu_str_eqz(last, "bind") && !lu_str_eqz(last, "call") && !lu_str_eqz(last, "apply")) return LU_OK;
	s.text = lu_str_before_last(call->text, '.');
	s.kind = LU__CAPTURE_VALUE_HERE;
	s.type = lu_strn("", 0);
	if (has_one_dot(s.text)) LU__PUSH(r, sites, s);
	return LU_OK;
}

/* How many arguments stand with the call of `callee`; its block is one of those with keywords. */
static uint32_t written_arguments(TSNode call)
{
	uint32_t n = 0;
	bool keywords = false, block = false;

	for (uint32_t i = 0, end = ts_node_named_child_count(call); i < end; i++) {
		TSNode list = ts_node_named_child(call, i);

		block |= is_kind(list, "do_block");
		if (!is_kind(list, "arguments")) continue;
		for (uint32_t k = 0, last = ts_node_named_child_count(list); k < last; k++) {
			TSNode one = ts_node_named_child(list, k);

			n += !is_kind(one, "comment");
			keywords = is_kind(one, "keywords");
		}
	}
	return n + (block && !keywords);
}

/* The number of arguments and 1 of what is called by the node, what is piped to it among them; 0: it can not be told. */
static uint32_t piped_arguments(TSNode callee, lu_str text)
{
	TSNode call = ts_node_parent(callee), up;
	uint32_t n = 0;

	if (is_kind(call, "call")) n = written_arguments(call);
	else call = callee;
	up = ts_node_parent(call);
	if (is_operator(up, "/") && is_operator(ts_node_parent(up), "&")) { /* "&f/2" */
		lu_str digit = lu__node_text(lu__field(up, "right"), text);

		return digit.n == 1 && lu_is_digit(digit.s[0]) ? (uint32_t)(digit.s[0] - '0') + 1 : 0;
	}
	if (is_kind(up, "binary_operator") && is_operator(up, "|>") && ts_node_eq(lu__field(up, "right"), call)) n++;
	else if (ts_node_eq(call, callee)) return 0;
	return n + 1;
}

/* Ruby's "::A.f" is of the outermost scope, too. */
static bool is_rooted(const struct lu__extraction *r, const struct lu__taken *m)
{
	return (r->l->rules & LU__RULE_MIXINS) && m->has[LU__CAPTURE_CALL_ON] &&
	       lu_str_starts(lu__node_text(m->node[LU__CAPTURE_CALL_ON], r->text), "::");
}

/* Is it the "f[A]" of "f[A](x)", which is taken with its arguments? */
static bool is_called_further(const struct lu__extraction *r, const struct lu__taken *m)
{
	TSNode up, call;

	if (!(r->l->syntax & LU__SYNTAX_LISTS) || m->has[LU__CAPTURE_CALL_ARGS]) return false;
	up = ts_node_parent(m->node[LU__CAPTURE_CALL]);
	if (!is_kind(up, "generic_function")) return false;
	call = ts_node_parent(up);
	return is_kind(call, "call_expression") && ts_node_eq(lu__field(call, "function"), up);
}

/* "MACRO(f(x))": the macro, behind its mark, as it may say more of the name. Empty: it is no such call. */
static lu_str given_to_macro(struct lu__extraction *r, uint32_t at)
{
	static const char *const tests[] = { "ASSERT", "EXPECT", "CHECK", "REQUIRE", "DCHECK", "TEST" };
	lu_str none = { "", 0 };
	uint32_t end, from;

	while (at && lu_is_blank(r->text.s[at - 1])) at--;
	if (!at || r->text.s[at - 1] != '(') return none;
	for (end = from = at - 1; from && (lu_is_upper(r->text.s[from - 1]) || r->text.s[from - 1] == '_' ||
					   lu_is_digit(r->text.s[from - 1]));)
		from--;
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
		if (lu_str_starts(lu_strn(r->text.s + from, end - from), tests[i])) return none;
	if (end < from + 2 || (from && lu_is_ident(r->text.s[from - 1]))) return none;
	return lu__join_strs(r->a, lu_strz(LU_GIVEN), "", lu_strn(r->text.s + from, end - from));
}

/* The callee is the name in a declarator, or the node itself. */
lu_code lu__take_call(struct lu__extraction *r, const struct lu__taken *m)
{
	bool declares = r->l->modules != LU__MODULES_SCRIPT;
	TSNode n = declares ? lu__declared_name(m->node[LU__CAPTURE_CALL]) : m->node[LU__CAPTURE_CALL];
	struct lu__site s = site_at(r, n, LU__CAPTURE_CALL);

	if (is_called_further(r, m)) return LU_OK;
	if (s.text.s && !is_verbatim(n, r->text, s.text) && nameless(s.text)) return LU_OK;
	/* "::f()" is that of the outermost scope */
	if (s.text.s && r->l->macros == LU__MACROS_CPP && !memchr(s.text.s, '.', s.text.n) &&
	    lu_str_starts(lu__node_text(n, r->text), "::"))
		s.text = lu__join_strs(r->a, lu_strz("."), "", s.text);
	if (r->l->macros == LU__MACROS_CPP && s.text.n && !memchr(s.text.s, '.', s.text.n)) {
		s.whole = given_to_macro(r, s.start);
		if (!s.whole.s) return lu_nomem(r->e);
	}
	if (s.text.s && m->has[LU__CAPTURE_CALL_ON]) {
		TSNode on = m->node[LU__CAPTURE_CALL_ON];

		/* Java's "Outer.super.f()" */
		if (is_kind(ts_node_next_named_sibling(on), "super"))
			s.text = lu__join_strs(r->a, lu_strz("super."), "", s.text);
		if (s.text.s) s.text = received(r, on, s.text);
	}
	if (s.text.s && is_rooted(r, m)) s.text = lu__join_strs(r->a, lu_strz("."), "", s.text);
	if (m->has[LU__CAPTURE_CALL_TYPE])
		s.type = lu__type_name(lu__node_text(m->node[LU__CAPTURE_CALL_TYPE], r->text));
	if (!s.text.s) return lu_nomem(r->e);
	if (r->l->macros && lu__is_split_type(s.text)) return LU_OK; /* "unsigned(x)": no function */
	if (m->has[LU__CAPTURE_CALL_ARGS]) {
		s.types = lu__argument_types(r->l, m->node[LU__CAPTURE_CALL_ARGS], r->text, r->a, &s.args);
		if (!s.types.s) return lu_nomem(r->e);
	}
	/* C#'s "new A { ... }" gives none; going up the tree is slow */
	else if (r->l->syntax & LU__SYNTAX_BARE_NEW &&
		 is_kind(ts_node_parent(m->node[LU__CAPTURE_CALL]), "object_creation_expression"))
		s.args = 1;
	if (r->l->syntax & LU__SYNTAX_PIPES) s.args = piped_arguments(n, r->text);
	LU__PUSH(r, sites, s);
	return take_bound(r, &s);
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
static lu_code add_macro_values(struct lu__extraction *r, const struct lu__def *d, lu_str body, lu_str params)
{
	struct lu__macro_call at = { .end = 0 };

	while (lu__next_macro_value(body, params, &at)) {
		struct lu__site s = site_at(r, d->node, LU__CAPTURE_VALUE);

		s.text = lu_strn(body.s + at.start, at.end - at.start);
		if (!lu_str_eq(s.text, d->name)) LU__PUSH(r, sites, s);
	}
	return LU_OK;
}

/* What a macro calls, wherever it is used. */
lu_code lu__take_macro_calls(struct lu__extraction *r, const struct lu__def *d)
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
		LU__PUSH(r, sites, s);
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
		if (!lu_str_eq(s.text, name)) LU__PUSH(r, sites, s);
	}
	return add_macro_values(r, d, body, params);
}

/* A call that the grammar sees as single tokens. */
lu_code lu__take_tokens_call(struct lu__extraction *r, TSNode n)
{
	struct lu__site s = { .start = ts_node_start_byte(n),
			      .row = ts_node_start_point(n).row,
			      .kind = LU__CAPTURE_CALL,
			      .text = lu__callee_tokens(r->text, ts_node_start_byte(n), ts_node_end_byte(n), r->a),
			      .type = { "", 0 } };

	if (!s.text.s) return lu_nomem(r->e);
	if (!nameless(s.text)) LU__PUSH(r, sites, s);
	return LU_OK;
}
