/* SPDX-License-Identifier: MIT
 * TypeScript: functions without types of their own are of the type that is expected where they stand. What tells that is an
 * expression, like those of types.c, in which "~1" is what parameter 1 of a function is: in "app.use('/', (c) => ...)" the
 * variable c is "=app.use~1~0". The types that are expected are told by declarations (core/type_takes.h). */
#include "core/ascii.h"
#include "core/type_params.h"
#include "core/type_takes.h"
#include "core/type_text.h"
#include "parse/extraction.h"
#include "parse/names.h"

#define LEVELS     8  /* objects and functions that are looked at around a function */
#define DEPTH      64 /* nodes around a function */
#define MOST       8  /* parameters, arguments */
#define SIGNATURES 64
#define NAMED      32 /* children of a list, comments and all */
#define LONGEST    160
#define OVERLOADS  190  /* bytes of what the overloads of a type take */
#define LINE       8192 /* bytes in which the comment of a line ends: what begins like one may stand in a string */

static bool is(TSNode n, const char *kind)
{
	return !ts_node_is_null(n) && !strcmp(ts_node_type(n), kind);
}

/* The place of `n` among the named children of `list`; MOST: it is not there, or what it is there is not told. */
static unsigned place_in(TSNode list, TSNode n)
{
	unsigned k = 0;

	for (uint32_t i = 0; i < ts_node_named_child_count(list) && i < NAMED && k < MOST; i++) {
		TSNode one = ts_node_named_child(list, i);

		if (ts_node_eq(one, n)) return k;
		if (is(one, "spread_element")) return MOST;
		if (is(one, "required_parameter") && is(lu__field(one, "pattern"), "this")) continue;
		k += !ts_node_is_extra(one);
	}
	return MOST;
}

static lu_str with_place(lu_arena *a, lu_str of, unsigned k)
{
	const char mark[] = { '~', (char)('0' + k), 0 };

	return of.s && (k == MOST || !of.n || of.n > LONGEST) ? lu_strn("", 0)
							      : lu__join_strs(a, of, mark, lu_strn("", 0));
}

/* The type behind ':' as an expression may begin with it. */
static lu_str declared(struct lu__extraction *r, TSNode annotation)
{
	TSNode type = is(annotation, "type_annotation") ? ts_node_named_child(annotation, 0) : annotation;

	if (!is(type, "type_identifier") && !is(type, "generic_type") && !is(type, "nested_type_identifier"))
		return lu_strn("", 0);
	return lu__dotted(lu__type_name(lu__node_text(type, r->text)), r->a);
}

/* A node and what is around it: at[n - 1] is the node, the one before is around that. */
struct around {
	TSNode at[DEPTH];
	size_t n;
};

/* Of a tree that is deeper only the innermost nodes are kept. */
static void look_around(struct around *p, TSNode node)
{
	p->n = 0;
	for (TSNode up = ts_tree_root_node(node.tree); !ts_node_is_null(up);
	     up = ts_node_child_with_descendant(up, node)) {
		if (p->n == DEPTH) memmove(p->at, p->at + DEPTH / 2, (p->n = DEPTH / 2) * sizeof *p->at);
		p->at[p->n++] = up;
		if (ts_node_eq(up, node)) break;
	}
}

/* The node around number `i`. */
static TSNode above(const struct around *p, size_t i)
{
	TSNode none = { 0 };

	return i ? p->at[i - 1] : none;
}

static lu_str expected(struct lu__extraction *r, const struct around *p, size_t i, int level);

/* The type of what the function around number `i` gives, as it declares that itself. */
static lu_str returned(struct lu__extraction *r, const struct around *p, size_t i)
{
	for (size_t k = i + 1; k-- > 0;)
		if (is(p->at[k], "arrow_function") || is(p->at[k], "function_declaration") ||
		    is(p->at[k], "function_expression") || is(p->at[k], "method_definition"))
			return declared(r, lu__field(p->at[k], "return_type"));
	return lu_strn("", 0);
}

/* What is expected of the member `key` of the object that number `i` may be. */
static lu_str member(struct lu__extraction *r, const struct around *p, size_t i, TSNode key, int level)
{
	lu_str of, name = lu__node_text(key, r->text);

	if (!is(key, "property_identifier") || !is(p->at[i], "object")) return lu_strn("", 0);
	of = expected(r, p, i, level - 1);
	return of.n && of.n <= LONGEST ? lu__join_strs(r->a, of, ".", name) : lu_strn(of.s ? "" : NULL, 0);
}

/* What is expected of what stands in the array that number `i` is: "x.hooks[]", or A of "A[]". */
static lu_str in_array(struct lu__extraction *r, const struct around *p, size_t i, int level)
{
	TSNode up = above(p, i), type = { 0 };
	lu_str of;

	if (is(up, "variable_declarator") || is(up, "public_field_definition")) type = lu__field(up, "type");
	if (!ts_node_is_null(type)) type = ts_node_named_child(type, 0);
	if (is(type, "array_type")) return declared(r, ts_node_named_child(type, 0));
	of = expected(r, p, i, level - 1);
	return of.n && of.n <= LONGEST ? lu__join_strs(r->a, of, "[]", lu_strn("", 0)) : lu_strn(of.s ? "" : NULL, 0);
}

/* An expression for the type that is expected where number `i` stands; empty: nothing tells it. s == NULL: out of memory. */
static lu_str expected(struct lu__extraction *r, const struct around *p, size_t i, int level)
{
	TSNode up = above(p, i);
	lu_str none = { "", 0 };

	if (level <= 0 || i < 2) return none;
	if (is(up, "arguments")) {
		TSNode call = p->at[i - 2],
		       callee = lu__field(call, is(call, "new_expression") ? "constructor" : "function");

		if (!is(callee, "identifier") && !is(callee, "member_expression")) return none;
		return with_place(r->a, lu__plain_name(r, callee), place_in(up, p->at[i]));
	}
	if (is(up, "pair")) return member(r, p, i - 2, lu__field(up, "key"), level);
	if (is(up, "variable_declarator") || is(up, "public_field_definition"))
		return declared(r, lu__field(up, "type"));
	if (is(up, "assignment_expression") && is(lu__field(up, "left"), "member_expression"))
		return lu__plain_name(r, lu__field(up, "left"));
	if (is(up, "return_statement") || is(up, "arrow_function")) return returned(r, p, i - 1);
	if (is(up, "array")) return in_array(r, p, i - 1, level);
	if (is(up, "parenthesized_expression") || is(up, "ternary_expression") || is(up, "binary_expression"))
		return expected(r, p, i - 1, level - 1);
	if (is(up, "satisfies_expression")) return declared(r, ts_node_named_child(up, 1));
	return none;
}

/* The number of the function whose parameter number `i` is; 0: it is none, or has a type of its own. *place: which one it is. */
static size_t function_of(const struct around *p, size_t i, unsigned *place)
{
	TSNode up = above(p, i);

	*place = 0;
	if (is(up, "arrow_function")) return ts_node_eq(lu__field(up, "parameter"), p->at[i]) ? i - 1 : 0;
	if (i < 3 || (!is(up, "required_parameter") && !is(up, "optional_parameter"))) return 0;
	if (!is(p->at[i - 3], "arrow_function") && !is(p->at[i - 3], "function_expression") &&
	    !is(p->at[i - 3], "method_definition"))
		return 0;
	*place = place_in(p->at[i - 2], up);
	return *place == MOST ? 0 : i - 3;
}

/* Is it, as the pattern that found it says, a variable that no function takes? */
static bool is_elsewhere(TSNode around)
{
	static const char *const kinds[] = { "variable_declarator", "for_in_statement", "catch_clause", "array_pattern",
					     "rest_pattern" };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (is(around, kinds[i])) return true;
	return !ts_node_is_null(lu__field(around, "type"));
}

lu_str lu__expected_type(struct lu__extraction *r, TSNode n, TSNode around, uint32_t *at)
{
	lu_str taken = { "", 0 }, of;
	struct around p;
	size_t i, function;
	unsigned place;

	if (is_elsewhere(around)) return taken;
	look_around(&p, n);
	i = p.n - 1;
	if (is(above(&p, i), "object_assignment_pattern")) i--;
	/* "({ app: a, path }) => ..." */
	if (is(above(&p, i), "pair_pattern") && i > 1) {
		if (!is(lu__field(above(&p, i), "key"), "property_identifier")) return taken;
		taken = lu__node_text(lu__field(above(&p, i), "key"), r->text);
		i -= 2;
	} else if (is(above(&p, i), "object_pattern")) {
		taken = lu__node_text(n, r->text);
		i--;
	}
	function = function_of(&p, i, &place);
	if (!function) return lu_strn("", 0);
	*at = ts_node_start_byte(p.at[function]) - (ts_node_start_byte(p.at[function]) > 0);
	of = is(p.at[function], "method_definition")
		     ? member(r, &p, function - 1, lu__field(p.at[function], "name"), LEVELS)
		     : expected(r, &p, function, LEVELS);
	of = with_place(r->a, of, place);
	return of.n && taken.n ? lu__join_strs(r->a, of, ".", taken) : of;
}

/* ---- types that can be called ---- */

/* Write "H<A, B>..." as "H...", unless it is there: the overloads of a type are many, and alike. */
static void add_overload(lu_buf *w, lu_str takes)
{
	size_t depth = 0, had = w->len, from = had + (had > 0);

	if (had) lu_buf_addc(w, '|');
	for (size_t i = 0; i < takes.n; i++) {
		depth += takes.s[i] == '<';
		if (!depth) lu_buf_addc(w, takes.s[i]);
		depth -= takes.s[i] == '>' && depth;
	}
	if (!takes.n || w->len > OVERLOADS || memmem(w->s, had, w->s + from, w->len - from)) lu_buf_trunc(w, had);
}

/* Past the blanks and comments at `i`; *line: there was the end of one. */
static size_t skip_blanks(lu_str s, size_t i, bool *line)
{
	for (; i < s.n; i++) {
		lu_str rest = lu_strn(s.s + i, s.n - i);
		const char *end = NULL;

		if (lu_str_starts(rest, "//")) end = memchr(rest.s, '\n', rest.n < LINE ? rest.n : LINE);
		else if (lu_str_starts(rest, "/*")) {
			if (!(end = memmem(rest.s, rest.n, "*/", 2))) return s.n;
		} else if (!lu_is_space(s.s[i])) break;
		if (end) i = (size_t)(end - s.s) + (*end == '*');
		*line |= i < s.n && s.s[i] == '\n';
	}
	return i;
}

/* Place after the bracket that is opened at `i`; s.n when nothing closes it. */
static size_t past(lu_str s, size_t i)
{
	size_t depth = 0;
	bool line = false;

	for (; i < s.n; i++) {
		if (s.s[i] == '/' && skip_blanks(s, i, &line) > i) i = skip_blanks(s, i, &line);
		if (i == s.n) break;
		if (strchr("([{<", s.s[i])) depth++;
		else if (strchr(")]}", s.s[i]) || (s.s[i] == '>' && s.s[i - 1] != '=')) depth--;
		if (!depth) return i + 1;
	}
	return s.n;
}

/* A signature without a name, "<T>(a: A): B", at `i`; past it, or `i`: it is none. */
static size_t add_signature(lu_str s, size_t i, lu_str outer, lu_buf *w, lu_buf *takes)
{
	lu_type_lists lists = { .n = 0 };
	size_t from = i, end;
	bool line = false;

	if (s.s[i] == '<') {
		from = past(s, i);
		if (from < i + 2) return i;
		lists.v[lists.n++] = lu_strn(s.s + i + 1, from - i - 2);
		from = skip_blanks(s, from, &line);
	}
	if (from >= s.n || s.s[from] != '(') return i;
	end = past(s, from);
	if (skip_blanks(s, end, &line) >= s.n || s.s[skip_blanks(s, end, &line)] != ':') return i;
	if (outer.n > 2) lists.v[lists.n++] = lu_strn(outer.s + 1, outer.n - 2);
	lu_buf_reset(takes);
	lu_type_add_takes(takes, lu_strn(s.s + from, end - from), &lists);
	add_overload(w, lu_buf_str(takes));
	return end;
}

/* The signatures in the body of an interface. The grammar does not see the second of two without a semicolon between. */
static void add_signatures(lu_str s, lu_str outer, lu_buf *w, lu_buf *takes)
{
	bool begins = true;

	for (size_t i = 1, n = 0, end; i < s.n && s.s[i] != '}' && w->len < OVERLOADS && n < SIGNATURES; i = end) {
		end = skip_blanks(s, i, &begins);
		if (end > i) continue;
		if (strchr("(<", s.s[i]) && begins) end = add_signature(s, i, outer, w, takes), n++;
		begins = strchr(";,", s.s[i]) != NULL;
		if (end == i) end = strchr("([{<", s.s[i]) ? past(s, i) : i + 1;
	}
}

/* What calls of a value of the type give; empty where its signatures differ, or give what they are told. */
static lu_str result_of(struct lu__extraction *r, TSNode type)
{
	lu_str out = { "", 0 }, one, bound;

	if (is(type, "function_type")) return lu_type_result(lu__node_text(type, r->text));
	for (uint32_t i = 0, n = ts_node_named_child_count(type); i < n && i < SIGNATURES; i++) {
		TSNode child = ts_node_named_child(type, i), list, result;

		if (!is(child, "call_signature")) continue;
		result = lu__field(child, "return_type");
		list = lu__field(child, "type_parameters");
		if (ts_node_is_null(result)) return lu_strn("", 0);
		one = lu__node_text(result, r->text);
		if (lu_str_starts(one, ":")) one = lu_str_trim(lu_strn(one.s + 1, one.n - 1));
		if (n > 1 && one.n && strchr("(<", one.s[0])) continue; /* "create<T>()(x)" is called twice */
		if (!ts_node_is_null(list)) {
			lu_str own = lu__node_text(list, r->text);

			if (own.n > 2 && lu_type_bound(lu_strn(own.s + 1, own.n - 2), lu_type_named(one), &bound))
				return lu_strn("", 0);
		}
		if (out.n && !lu_str_eq(lu_type_named(out), lu_type_named(one))) return lu_strn("", 0);
		if (!out.n) out = one;
	}
	return out;
}

/* A field of the type that no source writes. */
static lu_code add_field(struct lu__extraction *r, struct lu__site s, const char *name, lu_str type, lu_str whole)
{
	s.text = lu_strz(name);
	s.type = type;
	s.whole = whole;
	LU__PUSH(r, sites, s);
	return LU_OK;
}

/* "unknown | A" may be anything, and tells nothing of A. */
static bool is_anything(TSNode type, lu_str text)
{
	while (is(type, "union_type") && text.n)
		if (lu_str_in_words(lu_str_trim(lu_type_take(&text)), "unknown any")) return true;
	return false;
}

lu_code lu__take_callable(struct lu__extraction *r, TSNode type)
{
	lu_str outer = lu__node_text(lu__field(ts_node_parent(type), "type_parameters"), r->text),
	       text = lu__node_text(type, r->text);
	struct lu__site s = { .kind = LU__CAPTURE_VAR_NAME,
			      .how = LU__CAPTURE_VAR_TYPE,
			      .start = ts_node_start_byte(type) + 1,
			      .row = ts_node_start_point(type).row,
			      .to = UINT32_MAX,
			      .type = { "", 0 },
			      .whole = { "", 0 } };
	lu_type_lists lists = { { outer.n > 2 ? lu_strn(outer.s + 1, outer.n - 2) : outer }, outer.n > 2 };
	lu_buf w = LU_BUF, takes = LU_BUF;
	lu_str result = result_of(r, type), queried;

	if (is_anything(type, text)) return LU_OK;
	if (is(type, "type_query") || is(type, "generic_type")) {
		queried = lu__queried_type(r, lu__collapse(text, r->a));
		if (!queried.s) return lu_nomem(r->e);
		return queried.n ? add_field(r, s, "using", queried, lu_strn("", 0)) : LU_OK;
	}
	if (result.n && result.s[0] != '(') {
		result = lu__collapse(result, r->a);
		if (!result.s || add_field(r, s, LU_FIELD_GIVES, lu_strn("", 0), result)) return lu_nomem(r->e);
	}
	if (lu_str_starts(text, "{")) add_signatures(text, outer, &w, &takes);
	else if (is(type, "function_type") || is(type, "union_type")) lu_type_add_taken(&w, text, &lists);
	if (w.len > OVERLOADS) { /* without type arguments it may be short enough */
		lu_buf_addstr(&takes, lu_buf_str(&w));
		lu_buf_trunc(&w, 0);
		add_overload(&w, lu_buf_str(&takes));
	}
	if (w.len) s.whole = lu_arena_dup(r->a, lu_buf_str(&w));
	if (w.oom || takes.oom) s.whole = lu_strn(NULL, 0);
	lu_buf_free(&takes);
	lu_buf_free(&w);
	if (!s.whole.s) return lu_nomem(r->e);
	return s.whole.n ? add_field(r, s, LU_FIELD_CALLED, s.type, s.whole) : LU_OK;
}
