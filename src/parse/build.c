/* SPDX-License-Identifier: MIT
 * From what a query found to elements: nesting, qualified names, docstrings, calls, receiver types. */
#include <stdlib.h>

#include "parse/extract.h"
#include "parse/names.h"

/* Definitions nested deeper are part of their surroundings: each level repeats the code inside it. */
#define MAX_DEPTH 24
#define NO_DEF SIZE_MAX
#define SIGNATURE_MAX 1000

struct build {
	const lu_language *l;
	struct lu__found *f;
	lu_str path, text;
	TSNode root;
	lu_arena *a;
	lu_err *e;
	size_t *slot;           /* definition -> element */
	size_t *up;             /* element -> element that contains it */
	lu_str prefix;          /* of qualified names, "" or ending with '.' */
	lu_elements out;
};

static bool one_of(lu_str s, const char *const *list)
{
	for (; *list; list++)
		if (lu_str_eqz(s, *list)) return true;
	return false;
}

static bool is_class(lu_str type)
{
	static const char *const types[] = { "class", "interface", "struct", "enum", "union", "trait", "type", NULL };

	return one_of(type, types);
}

static bool is_function(lu_str type)
{
	static const char *const types[] = { "function", "method", "constructor", NULL };

	return one_of(type, types);
}

/* ---- finding the definition of a node ---- */

static int cmp_node(const struct lu__def *x, const struct lu__def *y)
{
	uint32_t a = ts_node_start_byte(x->node), b = ts_node_start_byte(y->node);

	if (a != b) return a < b ? -1 : 1;
	if (x->node.id != y->node.id) return (uintptr_t)x->node.id < (uintptr_t)y->node.id ? -1 : 1;
	return (x->pattern > y->pattern) - (x->pattern < y->pattern);
}

static int by_node(const void *x, const void *y)
{
	return cmp_node(x, y);
}

static struct lu__def *find_def(struct build *b, TSNode node)
{
	size_t lo = 0, hi = b->f->defs.n;
	struct lu__def key = { .node = node };

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (cmp_node(&b->f->defs.v[mid], &key) < 0) lo = mid + 1;
		else hi = mid;
	}
	return lo < b->f->defs.n && b->f->defs.v[lo].node.id == node.id ? &b->f->defs.v[lo] : NULL;
}

/* One definition for each node: the one of the first pattern. Then what wraps nodes and what documents
 * them; base classes wait until there are elements. */
static lu_code settle_defs(struct build *b)
{
	struct lu__found *f = b->f;
	size_t n = 0;

	if (f->defs.n) qsort(f->defs.v, f->defs.n, sizeof *f->defs.v, by_node);
	for (size_t i = 0; i < f->defs.n; i++)
		if (!n || f->defs.v[n - 1].node.id != f->defs.v[i].node.id ||
		    f->defs.v[n - 1].start != f->defs.v[i].start)
			f->defs.v[n++] = f->defs.v[i];
	f->defs.n = n;
	for (size_t i = 0; i < f->attrs.n; i++) {
		const struct lu__attr *at = &f->attrs.v[i];
		struct lu__def *d = find_def(b, at->of);

		if (!d) continue;
		if (at->kind == LU__DOC && !d->doc.n) {
			d->doc = lu__unquote(lu__node_text(at->node, b->text), b->a);
			if (!d->doc.s) return lu_nomem(b->e);
		}
		if (at->kind != LU__OUTER || ts_node_start_byte(at->node) > d->start) continue;
		d->start = ts_node_start_byte(at->node);
		d->row = ts_node_start_point(at->node).row;
		if (ts_node_end_byte(at->node) > d->end) {
			d->end = ts_node_end_byte(at->node);
			d->end_row = ts_node_end_point(at->node).row;
		}
	}
	return LU_OK;
}

/* ---- nesting ---- */

static int by_range(const void *px, const void *py)
{
	const struct lu__def *x = px, *y = py;

	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	if (x->end != y->end) return x->end > y->end ? -1 : 1;
	return (x->pattern > y->pattern) - (x->pattern < y->pattern);
}

static bool inside_function(const struct lu__def *v, size_t i)
{
	for (i = v[i].parent; i != NO_DEF; i = v[i].parent)
		if (is_function(v[i].type)) return true;
	return false;
}

/* Local variables and prototypes are no elements; the struct inside "typedef struct x {} x" is the
 * typedef. */
static bool drop(struct lu__def *v, size_t i)
{
	static const char *const local[] = { "variable", "constant", "prototype", NULL };
	struct lu__def *d = &v[i], *p = d->parent == NO_DEF ? NULL : &v[d->parent];

	if (d->depth > MAX_DEPTH) return true;
	if (one_of(d->type, local) && inside_function(v, i)) return true;
	if (p && lu_str_eqz(p->type, "type") && lu_str_eq(p->name, d->name)) {
		p->type = d->type;
		return true;
	}
	return false;
}

static void nest(struct lu__def *v, size_t n)
{
	size_t open = NO_DEF;

	for (size_t i = 0; i < n; i++) {
		while (open != NO_DEF && v[i].start >= v[open].end) open = v[open].parent;
		/* overlapping without nesting comes from damaged trees: take the next outer one */
		while (open != NO_DEF && v[i].end > v[open].end) open = v[open].parent;
		v[i].parent = open;
		v[i].depth = open == NO_DEF ? 1 : v[open].depth + 1;
		v[i].dropped = drop(v, i);
		if (!v[i].dropped) open = i;
		if (v[i].parent != NO_DEF && is_class(v[v[i].parent].type) && lu_str_eqz(v[i].type, "function"))
			v[i].type = lu_strz("method");
	}
}

/* ---- sites: which definition, which receiver ---- */

static int by_start(const void *px, const void *py)
{
	const struct lu__site *x = px, *y = py;

	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

static void place_sites(struct lu__found *f)
{
	size_t d = 0, open = NO_DEF;

	if (f->sites.n) qsort(f->sites.v, f->sites.n, sizeof *f->sites.v, by_start);
	for (size_t i = 0; i < f->sites.n; i++) {
		struct lu__site *s = &f->sites.v[i];

		for (; d < f->defs.n && f->defs.v[d].start <= s->start; d++)
			if (!f->defs.v[d].dropped) open = d;
		while (open != NO_DEF && s->start >= f->defs.v[open].end) open = f->defs.v[open].parent;
		s->def = open;
	}
}

static size_t class_of(const struct lu__found *f, size_t d)
{
	while (d != NO_DEF && !is_class(f->defs.v[d].type)) d = f->defs.v[d].parent;
	return d;
}

static bool on_self(lu_str name)
{
	return lu_str_starts(name, "self.") || lu_str_starts(name, "this.");
}

/* Typed variables, by scope and name: a fact that two assignments contradict is none. */
struct typed {
	size_t scope;
	lu_str name, type;
};

static int by_scope(const void *px, const void *py)
{
	const struct typed *x = px, *y = py;

	if (x->scope != y->scope) return x->scope < y->scope ? -1 : 1;
	return lu_str_cmp(x->name, y->name);
}

static lu_code collect_types(struct build *b, struct typed **out, size_t *n)
{
	struct lu__found *f = b->f;
	struct typed *v = NULL;
	size_t k = 0, m = 0;

	for (size_t i = 0; i < f->sites.n; i++) {
		const struct lu__site *s = &f->sites.v[i];
		struct typed *w;

		if (s->kind != LU__VAR_NAME) continue;
		if (!(w = lu_arena_grow(b->a, v, k, sizeof *w))) return lu_nomem(b->e);
		(v = w)[k++] = (struct typed){ on_self(s->text) ? class_of(f, s->def) : s->def, s->text, s->type };
	}
	if (k) qsort(v, k, sizeof *v, by_scope);
	for (size_t i = 0; i < k; i++) {
		if (m && !by_scope(&v[m - 1], &v[i])) {
			if (!lu_str_eq(v[m - 1].type, v[i].type)) v[m - 1].type = lu_strn("", 0);
		} else {
			v[m++] = v[i];
		}
	}
	*out = v;
	*n = m;
	return LU_OK;
}

static lu_str type_of(const struct lu__found *f, const struct typed *v, size_t n, lu_str name, size_t def)
{
	size_t scope = on_self(name) ? class_of(f, def) : def;

	if (!n || !name.n) return lu_strn("", 0);
	for (;; scope = f->defs.v[scope].parent) {
		struct typed key = { scope, name, { NULL, 0 } };
		const struct typed *hit = bsearch(&key, v, n, sizeof *v, by_scope);

		if (hit) return hit->type;
		if (scope == NO_DEF || on_self(name)) return lu_strn("", 0);
	}
}

/* ---- text around definitions ---- */

static bool only_blank_before(lu_str text, uint32_t at)
{
	while (at && text.s[at - 1] != '\n') {
		char c = text.s[--at];

		if (c != ' ' && c != '\t') return false;
	}
	return true;
}

/* The comments that stand directly above row `row`, as one view. */
static lu_str comments_above(const struct build *b, uint32_t row)
{
	const struct lu__comment *v = b->f->comments.v;
	size_t lo = 0, hi = b->f->comments.n, first;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (v[mid].end_row < row) lo = mid + 1;
		else hi = mid;
	}
	first = lo;
	while (first && v[first - 1].end_row + 1 >= row && only_blank_before(b->text, v[first - 1].start))
		row = v[--first].row;
	if (first == lo) return lu_strn("", 0);
	return lu_strn(b->text.s + v[first].start, v[lo - 1].end - v[first].start);
}

/* The comments at the top of a file, the #! line and licence lines apart, up to the first gap. */
static lu_str comments_at_top(const struct build *b)
{
	const struct lu__comment *v = b->f->comments.v;
	size_t n = b->f->comments.n, i = 0, last;

	if (!n || v[0].row > 1) return lu_strn("", 0);
	if (lu_str_starts(lu_strn(b->text.s + v[0].start, b->text.n - v[0].start), "#!") && n > 1) i = 1;
	for (last = i; last + 1 < n && v[last + 1].row <= v[last].end_row + 1; last++) { }
	return lu_strn(b->text.s + v[i].start, v[last].end - v[i].start);
}

/* The text before the body, without what wraps the definition. */
static lu_str signature(const struct build *b, const struct lu__def *d)
{
	uint32_t from = ts_node_start_byte(d->node), to = ts_node_end_byte(d->node);
	lu_str s;

	if (!ts_node_is_null(d->body) && ts_node_start_byte(d->body) >= from) to = ts_node_start_byte(d->body);
	s = lu_strn(b->text.s + from, to - from);
	if (ts_node_is_null(d->body)) { /* a type, a constant: its first line says enough */
		size_t n = 0;

		while (n < s.n && s.s[n] != '\n' && s.s[n] != '{') n++;
		s.n = n;
	}
	if (s.n > SIGNATURE_MAX) {
		s.n = SIGNATURE_MAX;
		while (s.n && (s.s[s.n] & 0xc0) == 0x80) s.n--; /* not inside a character */
	}
	s = lu_str_trim(s);
	while (s.n && strchr(":{;", s.s[s.n - 1])) s = lu_str_trim(lu_strn(s.s, s.n - 1));
	return lu__collapse(s, b->a);
}

/* ---- elements ---- */

static lu_code push_str(struct build *b, lu_strs *list, lu_str s)
{
	lu_str *v;

	for (size_t i = 0; i < list->n; i++)
		if (lu_str_eq(list->v[i], s)) return LU_OK;
	if (!(v = lu_arena_grow(b->a, list->v, list->n, sizeof *v))) return lu_nomem(b->e);
	v[list->n++] = s;
	list->v = v;
	return LU_OK;
}

/* Decorators and `async` are children of the node, or of what wraps it. */
static lu_code read_marks(struct build *b, TSNode n, lu_element *el)
{
	TSTreeCursor c = ts_tree_cursor_new(n);
	lu_code rc = LU_OK;
	unsigned seen = 0;

	for (bool more = ts_tree_cursor_goto_first_child(&c); more && !rc && seen < 40;
	     more = ts_tree_cursor_goto_next_sibling(&c), seen++) {
		TSNode k = ts_tree_cursor_current_node(&c);
		const char *t = ts_node_type(k);

		if (!strcmp(t, "async")) el->is_async = true;
		if (!strcmp(t, "decorator")) {
			lu_str s = lu_str_trim(lu__node_text(k, b->text));

			if (s.n && s.s[0] == '@') s = lu_strn(s.s + 1, s.n - 1);
			s = lu__collapse(s, b->a);
			rc = s.s ? push_str(b, &el->decorators, s) : lu_nomem(b->e);
		}
	}
	ts_tree_cursor_delete(&c);
	return rc;
}

static lu_code join(struct build *b, lu_str first, lu_str middle, lu_str last, lu_str *out)
{
	lu_buf t = LU_BUF;

	lu_buf_addstr(&t, first);
	if (middle.n) {
		lu_buf_addstr(&t, middle);
		lu_buf_addc(&t, '.');
	}
	lu_buf_addstr(&t, last);
	*out = t.oom ? lu_strn(NULL, 0) : lu_arena_dup(b->a, lu_buf_str(&t));
	lu_buf_free(&t);
	return out->s ? LU_OK : lu_nomem(b->e);
}

static lu_str return_type(const struct build *b, const struct lu__def *d)
{
	TSNode n = ts_node_child_by_field_name(d->node, b->l->return_field, (uint32_t)strlen(b->l->return_field));
	lu_str s;

	if (ts_node_is_null(n) && !ts_node_is_null(d->params)) {
		TSNode value = ts_node_child_by_field_name(d->node, "value", 5); /* const f = (): T => ... */

		if (!ts_node_is_null(value))
			n = ts_node_child_by_field_name(value, b->l->return_field, (uint32_t)strlen(b->l->return_field));
	}
	s = lu_str_trim(lu__node_text(n, b->text));
	if (s.n && s.s[0] == ':') s = lu_str_trim(lu_strn(s.s + 1, s.n - 1));
	return lu__collapse(s, b->a);
}

/* Parent of a definition: what is around it, or the type that a Go method names. */
static size_t parent_of(const struct build *b, size_t i)
{
	const struct lu__def *d = &b->f->defs.v[i];

	if (d->receiver.n)
		for (size_t k = 0; k < b->f->defs.n; k++)
			if (!b->f->defs.v[k].dropped && is_class(b->f->defs.v[k].type) &&
			    lu_str_eq(b->f->defs.v[k].name, d->receiver))
				return k;
	return d->parent;
}

static lu_code fill_element(struct build *b, size_t i, lu_element *el)
{
	struct lu__def *d = &b->f->defs.v[i];
	size_t up = parent_of(b, i);
	lu_str none = { "", 0 }, doc;
	lu_code rc;

	*el = (lu_element){ .ordinal = 1, .size = -1, .type = d->type, .file_path = b->path,
			    .language = lu_strz(b->l->name), .start_line = d->row + 1, .end_line = d->end_row + 1,
			    .code = lu_strn(b->text.s + d->start, d->end - d->start), .docstring = d->doc };
	if (up == NO_DEF) rc = join(b, b->prefix, d->receiver, d->name, &el->name);
	else rc = join(b, none, b->out.v[b->slot[up]].name, d->name, &el->name);
	if (rc) return rc;
	b->up[b->out.n] = up == NO_DEF ? 0 : b->slot[up];
	if (!el->docstring.n) {
		doc = comments_above(b, d->row);
		el->docstring = lu__comment_text(doc, b->a);
	}
	el->signature = signature(b, d);
	if (is_function(d->type) || lu_str_eqz(d->type, "prototype")) el->return_type = return_type(b, d);
	if (!el->docstring.s || !el->signature.s || (is_function(d->type) && !el->return_type.s))
		return lu_nomem(b->e);
	rc = lu__parameters(d->params, b->text, b->a, el, b->e);
	if (!rc) rc = read_marks(b, d->node, el);
	if (!rc && d->start < ts_node_start_byte(d->node)) {
		TSNode wrap = ts_node_parent(d->node);

		if (!ts_node_is_null(wrap)) rc = read_marks(b, wrap, el);
	}
	if (!rc && !ts_node_is_null(d->params) && !el->is_async) { /* const f = async () => ... */
		TSNode value = ts_node_child_by_field_name(d->node, "value", 5);

		if (!ts_node_is_null(value)) rc = read_marks(b, value, el);
	}
	return rc;
}

static bool listed_as_method(const lu_element *parent, const lu_element *el)
{
	return is_class(parent->type) && is_function(el->type);
}

static lu_code add_element(struct build *b, size_t i)
{
	lu_element *el = &b->out.v[b->out.n];
	size_t up = parent_of(b, i);
	lu_element *parent = &b->out.v[up == NO_DEF ? 0 : b->slot[up]];
	lu_code rc = fill_element(b, i, el);

	if (rc) return rc;
	if (listed_as_method(parent, el) && (rc = push_str(b, &parent->methods, lu_simple_name(el->name)))) return rc;
	b->slot[i] = b->out.n++;
	return LU_OK;
}

static lu_code add_module(struct build *b)
{
	lu_element *el = &b->out.v[b->out.n++];
	lu_str stem = lu__module_name(b->path, b->l->index, b->a), none = { "", 0 };
	lu_code rc = LU_OK;

	if (!stem.s) return lu_nomem(b->e);
	*el = (lu_element){ .ordinal = 1, .size = -1, .type = lu_strz("module"), .file_path = b->path,
			    .language = lu_strz(b->l->name), .start_line = 1, .code = b->text, .parent = none,
			    .name = stem };
	el->end_line = 1;
	for (size_t i = 0; i + 1 < b->text.n; i++) el->end_line += b->text.s[i] == '\n';
	if (b->l->naming == LU__NAME_PLAIN) el->name = b->path;
	if (b->l->naming == LU__NAME_PACKAGE && b->f->package.n)
		rc = join(b, none, b->f->package, lu_simple_name(stem), &el->name);
	if (!rc && b->l->naming == LU__NAME_PATH) rc = join(b, none, el->name, none, &b->prefix);
	if (!rc && b->l->naming == LU__NAME_PACKAGE && b->f->package.n)
		rc = join(b, none, b->f->package, none, &b->prefix);
	for (size_t i = 0; i < b->f->attrs.n && !rc; i++)
		if (b->f->attrs.v[i].kind == LU__DOC && ts_node_eq(b->f->attrs.v[i].of, b->root) && !el->docstring.n)
			el->docstring = lu__unquote(lu__node_text(b->f->attrs.v[i].node, b->text), b->a);
	if (!rc && !el->docstring.n) el->docstring = lu__comment_text(comments_at_top(b), b->a);
	if (!rc && !el->docstring.s) rc = lu_nomem(b->e);
	el->imports.v = b->f->imports.v;
	el->imports.n = b->f->imports.n;
	return rc ? rc : lu_element_set_id(el, b->e);
}

/* Twins (equal type and name in one file) are numbered in the order of the source; then come the ids, and
 * with them the parents. */
static int by_twin(const void *px, const void *py)
{
	const lu_element *x = *(const lu_element *const *)px, *y = *(const lu_element *const *)py;
	int c = lu_str_cmp(x->type, y->type);

	if (!c) c = lu_str_cmp(x->name, y->name);
	if (c) return c;
	return (x > y) - (x < y);
}

static lu_code number_twins(struct build *b)
{
	lu_element **v = lu_arena_calloc(b->a, b->out.n, sizeof(lu_element *));
	lu_code rc = LU_OK;

	if (!v) return lu_nomem(b->e);
	for (size_t i = 0; i < b->out.n; i++) v[i] = &b->out.v[i];
	qsort(v, b->out.n, sizeof *v, by_twin);
	for (size_t i = 1; i < b->out.n; i++)
		if (lu_str_eq(v[i]->type, v[i - 1]->type) && lu_str_eq(v[i]->name, v[i - 1]->name))
			v[i]->ordinal = v[i - 1]->ordinal + 1;
	for (size_t i = 1; i < b->out.n && !rc; i++) rc = lu_element_set_id(&b->out.v[i], b->e);
	for (size_t i = 1; i < b->out.n; i++) b->out.v[i].parent = lu_strz(b->out.v[b->up[i]].id);
	return rc;
}

static lu_code make_elements(struct build *b)
{
	struct lu__found *f = b->f;
	lu_code rc = add_module(b);

	/* methods that name their type come after the types */
	for (int late = 0; late < 2; late++)
		for (size_t i = 0; i < f->defs.n && !rc; i++)
			if (!f->defs.v[i].dropped && (f->defs.v[i].receiver.n > 0) == late) rc = add_element(b, i);
	return rc ? rc : number_twins(b);
}

static size_t element_of(const struct build *b, size_t def)
{
	return def == NO_DEF ? 0 : b->slot[def];
}

static lu_code add_bases(struct build *b)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < b->f->attrs.n && !rc; i++) {
		const struct lu__attr *at = &b->f->attrs.v[i];
		lu_str base;

		if (at->kind != LU__BASE) continue;
		for (size_t d = 0; d < b->f->defs.n; d++) {
			if (b->f->defs.v[d].dropped || b->f->defs.v[d].node.id != at->of.id ||
			    ts_node_start_byte(b->f->defs.v[d].node) != ts_node_start_byte(at->of))
				continue;
			base = lu__dotted(lu__type_name(lu__node_text(at->node, b->text)), b->a);
			rc = base.s ? push_str(b, &b->out.v[b->slot[d]].base_classes, base) : lu_nomem(b->e);
			break;
		}
	}
	return rc;
}

/* Calls of one element, equal names (and receivers) counted. Sites come in the order of the source, so
 * that those of one element are found by sorting on (element, name). */
struct call_key {
	size_t el, order;
	lu_call call;
};

static int by_call(const void *px, const void *py)
{
	const struct call_key *x = px, *y = py;
	int c;

	if (x->el != y->el) return x->el < y->el ? -1 : 1;
	if ((c = lu_str_cmp(x->call.name, y->call.name))) return c;
	if ((c = lu_str_cmp(x->call.receiver, y->call.receiver))) return c;
	return x->order < y->order ? -1 : 1;
}

static int by_order(const void *px, const void *py)
{
	const struct call_key *x = px, *y = py;

	if (x->el != y->el) return x->el < y->el ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

static lu_code add_calls(struct build *b)
{
	struct lu__found *f = b->f;
	struct call_key *v = lu_arena_calloc(b->a, f->sites.n + 1, sizeof *v);
	struct typed *types = NULL;
	size_t n_types = 0, n = 0, m = 0;
	lu_code rc = v ? collect_types(b, &types, &n_types) : lu_nomem(b->e);

	for (size_t i = 0; i < f->sites.n && !rc; i++) {
		const struct lu__site *s = &f->sites.v[i];

		if (s->kind != LU__CALL || !s->text.n) continue;
		v[n] = (struct call_key){ element_of(b, s->def), n, { s->text, { "", 0 }, s->row + 1, 1 } };
		v[n].call.receiver = type_of(f, types, n_types, lu_str_before_last(s->text, '.'), s->def);
		n++;
	}
	if (rc) return rc;
	if (n) qsort(v, n, sizeof *v, by_call);
	for (size_t i = 0; i < n; i++) {
		struct call_key *p = m ? &v[m - 1] : NULL;

		if (p && p->el == v[i].el && lu_str_eq(p->call.name, v[i].call.name) &&
		    lu_str_eq(p->call.receiver, v[i].call.receiver))
			p->call.count++;
		else v[m++] = v[i];
	}
	if (m) qsort(v, m, sizeof *v, by_order);
	for (size_t i = 0; i < m && !rc; i++) {
		lu_element *el = &b->out.v[v[i].el];
		lu_call *w = lu_arena_grow(b->a, el->calls.v, el->calls.n, sizeof *w);

		if (!w) return lu_nomem(b->e);
		(el->calls.v = w)[el->calls.n++] = v[i].call;
	}
	return rc;
}

/* Distinct targets of assignments, each element's own; long lists say little more. */
static lu_code add_assignments(struct build *b)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < b->f->sites.n && !rc; i++) {
		const struct lu__site *s = &b->f->sites.v[i];
		lu_element *el = &b->out.v[element_of(b, s->def)];

		if (s->kind == LU__ASSIGN && el->assignments.n < 100 && s->text.n < 100)
			rc = push_str(b, &el->assignments, s->text);
	}
	return rc;
}

/* ---- dependencies: the imports that an element uses ---- */

struct bound {
	lu_str local, dependency;
};

static int by_local(const void *px, const void *py)
{
	return lu_str_cmp(((const struct bound *)px)->local, ((const struct bound *)py)->local);
}

static lu_str head(lu_str name)
{
	size_t n = 0;

	while (n < name.n && name.s[n] != '.' && name.s[n] != '(' && name.s[n] != '[') n++;
	return lu_strn(name.s, n);
}

static lu_code use(struct build *b, lu_element *el, const struct bound *v, size_t n, lu_str name)
{
	struct bound key = { head(lu__type_name(name)), { NULL, 0 } };
	const struct bound *hit = n && key.local.n ? bsearch(&key, v, n, sizeof *v, by_local) : NULL;

	return hit ? push_str(b, &el->dependencies, hit->dependency) : LU_OK;
}

static lu_code bind_imports(struct build *b, struct bound **out, size_t *n)
{
	const lu_element *m = &b->out.v[0];
	struct bound *v = lu_arena_calloc(b->a, m->imports.n + 1, sizeof *v);
	size_t k = 0;

	if (!v) return lu_nomem(b->e);
	for (size_t i = 0; i < m->imports.n; i++) {
		const lu_import *im = &m->imports.v[i];
		bool named = im->name.n && !lu_str_eqz(im->name, "*") && !lu_str_eqz(im->name, "default");
		lu_str local = im->alias;

		if (!local.n && b->l->naming == LU__NAME_PACKAGE) local = lu_str_after_last(im->module, '/');
		else if (!local.n && !im->name.n) local = head(im->module);
		if (!local.n) continue;
		v[k].local = local;
		v[k].dependency = im->module;
		if (named) {
			bool dots = im->module.n && im->module.s[im->module.n - 1] == '.'; /* from . import x */
			lu_str none = { "", 0 };
			lu_code rc = join(b, none, dots ? none : im->module, im->name, &v[k].dependency);

			if (!rc && dots) rc = join(b, im->module, none, im->name, &v[k].dependency);
			if (rc) return rc;
		}
		k++;
	}
	if (k) qsort(v, k, sizeof *v, by_local);
	*out = v;
	*n = k;
	return LU_OK;
}

static lu_code add_dependencies(struct build *b)
{
	lu_element *m = &b->out.v[0];
	struct bound *v = NULL;
	size_t n = 0;
	lu_code rc = bind_imports(b, &v, &n);

	for (size_t i = 0; i < m->imports.n && !rc; i++) rc = push_str(b, &m->dependencies, m->imports.v[i].module);
	for (size_t i = 1; i < b->out.n && !rc; i++) {
		lu_element *el = &b->out.v[i];

		for (size_t k = 0; k < el->base_classes.n && !rc; k++) rc = use(b, el, v, n, el->base_classes.v[k]);
		for (size_t k = 0; k < el->decorators.n && !rc; k++) rc = use(b, el, v, n, el->decorators.v[k]);
		for (size_t k = 0; k < el->parameters.n && !rc; k++) rc = use(b, el, v, n, el->parameters.v[k].type);
		if (!rc) rc = use(b, el, v, n, el->return_type);
		for (size_t k = 0; k < el->calls.n && !rc; k++) rc = use(b, el, v, n, el->calls.v[k].name);
	}
	return rc;
}

lu_code lu__build(const lu_language *l, struct lu__found *f, TSNode root, lu_str path, lu_str text, lu_arena *a,
		  lu_elements *out, lu_err *e)
{
	struct build b = { .l = l, .f = f, .path = path, .text = text, .root = root, .a = a, .e = e,
			   .prefix = { "", 0 } };
	lu_code rc = settle_defs(&b);

	if (rc) return rc;
	if (f->defs.n) qsort(f->defs.v, f->defs.n, sizeof *f->defs.v, by_range);
	nest(f->defs.v, f->defs.n);
	place_sites(f);
	b.slot = lu_arena_calloc(a, f->defs.n + 1, sizeof *b.slot);
	b.up = lu_arena_calloc(a, f->defs.n + 1, sizeof *b.up);
	b.out.v = lu_arena_calloc(a, f->defs.n + 1, sizeof *b.out.v);
	if (!b.slot || !b.up || !b.out.v) return lu_nomem(e);
	rc = make_elements(&b);
	if (!rc) rc = add_bases(&b);
	if (!rc) rc = add_calls(&b);
	if (!rc) rc = add_assignments(&b);
	if (!rc) rc = add_dependencies(&b);
	if (!rc) *out = b.out;
	return rc;
}
