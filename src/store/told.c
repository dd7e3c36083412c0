/* SPDX-License-Identifier: MIT
 * What the resolver is told of types: lu_symbol.gives, lu_symbol.takes. */
#include "core/ascii.h"
#include "core/type_object.h"
#include "core/type_params.h"
#include "core/type_takes.h"
#include "core/type_text.h"
#include "language/row.h"
#include "store/told.h"

#include "lucus/json.h"

#define MOST_PARAMETERS 10 /* of a type */

/* Types that have no members in any tree. */
static bool is_plain(lu_str type)
{
	static const char *const v[] = { "void",    "bool",   "boolean", "int",    "str",    "string", "String",
					 "float",   "double", "long",    "error",  "object", "Object", "number",
					 "char",    "bytes",  "None",    "Any",    "any",    "t.Any",  "typing.Any",
					 "unknown", "never",  "byte",    "size_t", "usize",  "u8",     "u32",
					 "u64",     "i32",    "i64",     "Unit",   "auto",   "var",    NULL };

	return lu_str_one_of(type, v);
}

/* Names of types may be quoted. s == NULL: out of memory. */
static lu_str unquoted(lu_str t, lu_arena *a)
{
	char *w;
	size_t n = 0;

	if (!t.n || !memchr(t.s, '"', t.n)) return t.s ? t : lu_strn("", 0);
	if (!(w = lu_arena_alloc(a, t.n))) return lu_strn(NULL, 0);
	for (size_t i = 0; i < t.n; i++)
		if (t.s[i] != '"') w[n++] = t.s[i];
	return lu_strn(w, n);
}

bool lu__is_writable(lu_str type)
{
	size_t most = lu_str_starts(type, LU_OBJECT_MADE) ? LU_OBJECT_MOST + 1 : LU__LONGEST_TYPE;

	return type.n && type.n < most && !memchr(type.s, ';', type.n) && lu_json_is_plain(type);
}

static lu_str parameters_of(const lu_element *el)
{
	return lu_type_parameters(el->signature, lu_simple_name(el->name));
}

/* Is `name` a type parameter of the first of these, or of what is around it? */
static bool is_bound(const lu_element *const *in, size_t n, lu_str name, lu_str *bound)
{
	for (size_t i = 0; i < n; i++)
		if (lu_type_bound(parameters_of(in[i]), name, bound)) return true;
	return false;
}

/* Where functions of one name differ by their arguments, it counts which plain type these are of. */
bool lu__takes_arguments(const lu_element *el)
{
	return lu__language_of_names(el->language)->rules & (LU__RULE_ARITY | LU__RULE_COUNTED);
}

/* Is it a function of C# that is called on its first argument? */
static bool is_extension(const lu_element *el)
{
	lu_str s = el->signature;

	return s.n && (memmem(s.s, s.n, "(this ", 6) || memmem(s.s, s.n, "( this ", 7));
}

/* The name that the expression behind '=' begins with. */
static lu_str head_of(lu_str t)
{
	size_t n = 1;

	while (n < t.n && lu_is_ident(t.s[n])) n++;
	return lu_strn(t.s + 1, n - 1);
}

static bool has_word(lu_str text, lu_str word)
{
	for (size_t i = 0, n; i < text.n; i += n + 1) {
		for (n = 0; i + n < text.n && lu_is_ident(text.s[i + n]);) n++;
		if (lu_str_eq(lu_strn(text.s + i, n), word)) return true;
	}
	return false;
}

/* "class Builder<T, B extends Builder<T, B>>": B is the type that a method is called on. */
static bool is_own(const lu_element *const *in, size_t n, lu_str name, lu_str bound)
{
	lu_str other, of = lu_type_named(bound), args = lu_strn(bound.s + of.n, bound.n - of.n);

	for (size_t i = 1; of.n && args.n > name.n && i < n; i++)
		if (lu_type_bound(parameters_of(in[i]), name, &other))
			return lu_str_eq(of, lu_simple_name(in[i]->name)) && lu_str_ends(args, ">") &&
			       has_word(args, name);
	return false;
}

/* The type parameter `name` of what `list` is of, "<1>Bound": whoever extends that may tell a type for it. s == NULL: out of
 * memory. */
static lu_str by_parameter(lu_str list, lu_str name, lu_str bound, lu_arena *a)
{
	lu_buf w = LU_BUF;
	lu_str other;
	size_t k = 0;

	while (k < MOST_PARAMETERS && !lu_type_bound(lu_type_entry(list, k), name, &other)) k++;
	if (k == MOST_PARAMETERS) return lu__is_writable(bound) ? bound : lu_strn("", 0);
	lu_buf_addf(&w, "<%zu>%.*s", k, LU_FMT(lu__is_writable(bound) ? bound : lu_strn("", 0)));
	return lu_arena_keep(a, &w);
}

/* Is in[1] a type, of which `name` is a parameter, and not one of the function itself? */
static bool is_of_type(const lu_element *const *in, size_t n, lu_str name)
{
	lu_str bound;

	return n > 1 && lu_str_in_words(in[1]->type, "class interface struct") && !lu__is_cpp_element(in[0]) &&
	       !lu_type_bound(parameters_of(in[0]), name, &bound) && lu_type_bound(parameters_of(in[1]), name, &bound);
}

/* A type of objects of TypeScript, with ',' for ';', or any other type as it is; empty: it is too long. s == NULL: out of memory. */
static lu_str object_told(const lu_element *el, lu_str t, lu_arena *a)
{
	char *w;

	if (!t.n || !lu_type_is_object(t) || !(lu__language_of_names(el->language)->rules & LU__RULE_TYPED)) return t;
	if (t.n >= LU__LONGEST_TYPE) return lu_strn("", 0);
	if (!(w = lu_arena_alloc(a, t.n))) return lu_strn(NULL, 0);
	for (size_t i = 0; i < t.n; i++) w[i] = t.s[i] == ';' ? ',' : t.s[i];
	return lu__is_writable(lu_strn(w, t.n)) ? lu_strn(w, t.n) : lu_strn("", 0);
}

/* What gives a value of type `t`, which may be "=" and an expression, as others are told of it. */
static lu_str gives_of_type(const lu_element *const *in, size_t n, lu_str t, lu_arena *a)
{
	lu_str name, bound, none = { "", 0 };
	bool plain = lu__takes_arguments(in[0]);

	if (lu_type_is_object(t)) return object_told(in[0], t, a);
	if (!lu__is_writable(t) || (!plain && is_plain(t))) return none;
	if (lu_str_starts(t, LU_OBJECT_MADE)) return t;
	if (t.s[0] == '=') return is_bound(in, n, head_of(t), &bound) ? none : t;
	name = lu_type_named(t);
	if (!name.n) return lu_type_element(t).n || memmem(t.s, t.n, "Callable[", 9) ? t : none;
	if (is_bound(in, n, name, &bound)) {
		if (lu_str_eq(t, name) && is_own(in, n, name, bound)) return lu_strz("Self");
		if (lu_str_eq(lu__without_nothing(t), name) && is_of_type(in, n, name))
			return by_parameter(parameters_of(in[1]), name, bound, a);
		return lu__is_writable(bound) ? bound : none;
	}
	return !plain && is_plain(name) && t.s[0] != '(' ? none : t;
}

lu_str lu__gives_of_call(const lu_element *const *in, size_t n, lu_arena *a)
{
	lu_str t = unquoted(lu_str_trim(in[0]->return_type), a);

	if (t.n >= LU__LONGEST_TYPE && !lu_str_starts(t, LU_OBJECT_MADE)) t = lu_type_named(t);
	return t.s ? gives_of_type(in, n, t, a) : t;
}

/* ---- what functions take ---- */

/* Type `t` without its type arguments: "Map.Entry<K, V>[]" gives "Map.Entry[]". */
static void add_erased(lu_buf *w, lu_str t)
{
	size_t depth = 0;

	for (size_t i = 0; i < t.n; i++) {
		if (t.s[i] == '<') depth++;
		else if (t.s[i] == '>' && depth) depth--;
		else if (!depth && !lu_is_space(t.s[i])) lu_buf_addc(w, t.s[i]);
	}
}

bool lu__takes_many(lu_str type)
{
	return lu_str_starts(type, "vararg ") || lu_str_starts(type, "params ");
}

static lu_str without_words(lu_str t)
{
	static const char *const words[] = { "final ", "vararg ", "params ",   "ref ",
					     "out ",   "in ",     "noinline ", "crossinline " };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (lu_str_starts(t, words[i]))
			t = lu_str_trim(lu_strn(t.s + strlen(words[i]), t.n - strlen(words[i])));
	while (t.n && t.s[0] == '@')
		t = lu_str_trim(lu_strn(t.s + lu_str_before_first(t, ' ').n, t.n - lu_str_before_first(t, ' ').n));
	return t;
}

static void add_taken(lu_buf *w, const lu_element *const *in, size_t n, const lu_param *p)
{
	lu_str t = without_words(lu_str_trim(p->type)), bound;
	lu_str name = lu_type_named(lu_str_ends(t, "...") ? lu_strn(t.s, t.n - 3) : t);
	size_t end = t.n;

	if (!lu__is_writable(t)) return;
	if (lu_str_starts(p->type, "params ") && lu_str_ends(t, "[]")) end = t.n -= 2;
	while (end && strchr(".[] ?", t.s[end - 1])) end--;
	if (!name.n) name = lu_strn(t.s, end);
	if (name.n == end && is_bound(in, n, name, &bound)) {
		lu_buf_addc(w, '*');
		add_erased(w, lu_str_before_first(bound, '&'));
		t = lu_strn(t.s + end, t.n - end);
	}
	add_erased(w, t);
	if (lu__takes_many(p->type)) lu_buf_adds(w, "...");
}

lu_str lu__takes_of_call(const lu_element *const *in, size_t n, lu_arena *a)
{
	const lu_element *el = in[0];
	const lu_language *l = lu__language_of_names(el->language);
	lu_str out = { "", 0 }, list = parameters_of(el);
	lu_buf w = LU_BUF;
	size_t given = 0;

	if (lu__is_cpp_element(el)) return lu__takes_of_cpp(el, a);
	if (l->rules & LU__RULE_TYPED) return lu__takes_of_typed(in, n, a);
	if (l->rules & LU__RULE_LABELS) return lu__takes_of_labelled(el, a);
	if (l->modules == LU__MODULES_CRATE) return lu__takes_of_build(el, a);
	while (l->group == LU__GROUP_CSHARP && !lu_str_eqz(el->type, "class") && lu_type_entry(list, given).n) given++;
	if (!lu__takes_arguments(el) || (!el->parameters.n && !given)) return out;
	if (is_extension(el)) lu_buf_adds(&w, "this ");
	for (size_t i = 0; i < el->parameters.n; i++) {
		if (i) lu_buf_addc(&w, ';');
		add_taken(&w, in, n, &el->parameters.v[i]);
	}
	if (given) lu_buf_addf(&w, "%s#%zu", el->parameters.n ? ";" : "", given);
	return lu_arena_keep(a, &w);
}

static void add_field(lu_buf *w, lu_str name, lu_str type, lu_str parameters, bool plain, lu_arena *a)
{
	lu_str named = lu_str_starts(type, "=") ? lu_strn("", 0) : lu_type_named(type), bound;

	w->oom |= !type.s;
	if (lu__add_arrow(w, name, type) || (!plain && lu__add_callable(w, name, type, parameters))) return;
	if (!name.n || !lu__is_writable(name) || memchr(name.s, ':', name.n) || !lu__is_writable(type) ||
	    (!plain && is_plain(type)))
		return;
	if (!named.n && !lu_str_starts(type, "=") && !lu_type_element(type).n && !lu_type_is_object(type)) return;
	if (!plain && is_plain(named)) return;
	if (type.s[0] == '=' && lu_type_bound(parameters, head_of(type), &bound)) return;
	if (named.n && lu_type_bound(parameters, named, &bound)) {
		type = lu_str_eq(lu__without_nothing(type), named) ? by_parameter(parameters, named, bound, a) : bound;
		w->oom |= !type.s;
		if (!lu__is_writable(type)) return;
	}
	lu_buf_addstr(w, name);
	lu_buf_addc(w, ':');
	lu_buf_addstr(w, type);
	lu_buf_addc(w, ';');
}

static const char returned[] = "\"returned\":";

bool lu__gives_what_returns(const lu_element *el)
{
	return el->extra.n && lu_str_starts(el->extra, returned);
}

lu_code lu__gives_of_returned(const lu_element *const *in, size_t n, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf text = LU_BUF;
	lu_json *v = NULL;
	lu_code rc;

	*out = lu_strn("", 0);
	lu_buf_addf(&text, "{%.*s}", LU_FMT(in[0]->extra));
	rc = text.oom ? LU_ENOMEM : lu_json_parse(lu_buf_str(&text), &v, NULL);
	lu_buf_free(&text);
	if (rc) return rc == LU_ENOMEM ? lu_nomem(e) : LU_OK;
	*out = lu_arena_dup(a, lu_json_str(lu_json_get(v, "returned")));
	lu_json_free(v);
	if (out->s) *out = unquoted(*out, a);
	if (out->s) *out = gives_of_type(in, n, *out, a);
	return out->s ? LU_OK : lu_nomem(e);
}

lu_code lu__gives_of_fields(const lu_element *el, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf text = LU_BUF, w = LU_BUF;
	lu_json *v = NULL, *value;
	const char *key;
	void *it = NULL;
	lu_code rc;

	lu__add_base_arguments(&w, el);
	*out = lu_arena_dup(a, lu_buf_str(&w));
	if (!el->extra.n || !(memmem(el->extra.s, el->extra.n, "\"fields\":", 9) ||
			      memmem(el->extra.s, el->extra.n, "\"mixins\":", 9))) {
		rc = w.oom || !out->s ? lu_nomem(e) : LU_OK;
		lu_buf_free(&w);
		return rc;
	}
	lu_buf_addf(&text, "{%.*s}", LU_FMT(el->extra));
	rc = text.oom ? LU_ENOMEM : lu_json_parse(lu_buf_str(&text), &v, NULL);
	lu_buf_free(&text);
	if (rc) lu_buf_free(&w);
	if (rc) return rc == LU_ENOMEM ? lu_nomem(e) : LU_OK;
	lu__add_mixins_told(&w, lu_json_get(v, "mixins"));
	while (lu_json_each(lu_json_get(v, "fields"), &it, &key, &value))
		add_field(&w, lu_strz(key), object_told(el, unquoted(lu_json_str(value), a), a), parameters_of(el),
			  lu__takes_arguments(el), a);
	lu_json_free(v);
	*out = lu_arena_dup(a, lu_buf_str(&w));
	rc = w.oom || !out->s ? lu_nomem(e) : LU_OK;
	lu_buf_free(&w);
	return rc;
}

bool lu__has_fields(const lu_symbol *s)
{
	static const char *const calls[] = { "method", "prototype", "function", "test", "macro", NULL };
	size_t i = 0;

	while (calls[i] && !lu_str_eqz(s->type, calls[i])) i++;
	return !calls[i];
}

/* ---- what depends on names ---- */

/* Is one of `names` an identifier in `text`? */
static bool has_any(lu_str text, const struct lu__sought *names)
{
	for (size_t i = 0, n; i < text.n; i += n + 1) {
		for (n = 0; i + n < text.n && (lu_is_ident(text.s[i + n]) || text.s[i + n] == '$');) n++;
		if (lu__is_sought(names, lu_strn(text.s + i, n))) return true;
	}
	return false;
}

static lu_code add_name(lu_strs *names, lu_str name, lu_arena *a, lu_err *e)
{
	lu_str *w;

	for (size_t i = 0; i < names->n; i++)
		if (lu_str_eq(names->v[i], name)) return LU_OK;
	if (!(w = lu_arena_grow(a, names->v, names->n, sizeof *w))) return lu_nomem(e);
	names->v = w;
	w[names->n] = lu_arena_dup(a, name);
	return w[names->n++].s ? LU_OK : lu_nomem(e);
}

/* The name in the packed row, [id,parent,"type","name",...], that holds `at`; empty: it is none. */
static lu_str name_in_row(lu_str symbols, const char *at)
{
	const char *end = symbols.s + symbols.n, *p = at, *from;

	while (p - symbols.s >= 2 && memcmp(p - 2, ",[", 2) != 0 && memcmp(p - 2, "[[", 2) != 0) p--;
	for (int quotes = 0; p < end && quotes < 3; p++) quotes += *p == '"';
	for (from = p; p < end && *p != '"'; p++) p += *p == '\\' && p + 1 < end;
	return p < at ? lu_simple_name(lu_strn(from, (size_t)(p - from))) : lu_strn("", 0);
}

/* Those that `expr`, up to a quote or the end of a field, tells the type of: a field by its name, or what gives it. */
static lu_code add_told_by(lu_str symbols, const char *at, const struct lu__sought *names, lu_strs *out, lu_arena *a,
			   lu_err *e)
{
	const char *end = symbols.s + symbols.n, *from = at, *to = at;
	lu_str name;

	while (from > symbols.s && !strchr(";\"", from[-1])) from--;
	while (to < end && !strchr(";\"", *to)) to++;
	if (!has_any(lu_strn(at, (size_t)(to - at)), names)) return LU_OK;
	name = from < at ? lu_str_before_last(lu_strn(from, (size_t)(at - from)), ':') : name_in_row(symbols, at);
	return name.n ? add_name(out, name, a, e) : LU_OK;
}

lu_code lu__add_told(lu_str symbols, const struct lu__sought *names, lu_strs *out, lu_arena *a, lu_err *e)
{
	const char *p = symbols.s, *end = p + symbols.n;
	lu_code rc = LU_OK;

	for (; p && p < end && !rc && (p = memchr(p, '=', (size_t)(end - p))); p++)
		if (p > symbols.s && strchr(":\"", p[-1])) rc = add_told_by(symbols, p, names, out, a, e);
	return rc;
}

lu_code lu__add_typed(const lu_symbol *sym, size_t n, const struct lu__sought *names, lu_strs *out, lu_arena *a,
		      lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		lu_str rest = sym[i].gives;

		if (!lu__has_fields(&sym[i])) {
			if (has_any(rest, names) || (lu_str_starts(sym[i].takes, "~(") && has_any(sym[i].takes, names)))
				rc = add_name(out, lu_simple_name(sym[i].name), a, e);
			continue;
		}
		while (rest.n && !rc) {
			lu_str field = lu_str_take(&rest, ';'), name = lu_str_before_first(field, ':');

			if (has_any(lu_strn(field.s + name.n, field.n - name.n), names)) rc = add_name(out, name, a, e);
		}
	}
	return rc;
}
