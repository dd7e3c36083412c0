/* SPDX-License-Identifier: MIT
 * Ruby: which modules a class takes in, by what word and in which order they are looked at; and what is said below "class << self". */
#include <stdlib.h>

#include "lucus/json.h"
#include "parse/build.h"
#include "parse/names.h"

struct mixin {
	size_t el, how;          /* index of the element, and of `words` */
	uint32_t call, argument; /* where they stand */
	lu_str name;
};

/* The words, as the record has them: of the class itself, and then of the class as an object. */
static const char *const words[] = { "prepend", "include", "class_prepend", "class_include", "extend" };

#define WORDS (sizeof words / sizeof *words)

/* Elements together, and the words of each; the last call counts first, the first of its arguments too. */
static int by_order(const void *px, const void *py)
{
	const struct mixin *x = px, *y = py;

	if (x->el != y->el) return x->el < y->el ? -1 : 1;
	if (x->how != y->how) return x->how < y->how ? -1 : 1;
	if (x->call != y->call) return x->call > y->call ? -1 : 1;
	return (x->argument > y->argument) - (x->argument < y->argument);
}

/* Is the next class around it, which has no name, "class << self"? */
static bool is_of_class(TSNode n)
{
	for (n = ts_node_parent(n); !ts_node_is_null(n); n = ts_node_parent(n)) {
		lu_str kind = lu_strz(ts_node_type(n));

		if (lu_str_eqz(kind, "singleton_class")) return true;
		if (lu_str_in_words(kind, "class module method singleton_method")) return false;
	}
	return false;
}

/* Which word takes in what node `n` names: WORDS where none does. */
static size_t word_of(const struct lu__build *b, TSNode n, TSNode *call)
{
	bool of_class = is_of_class(n);
	size_t how = 0;
	lu_str word;

	*call = ts_node_parent(ts_node_parent(n));
	if (ts_node_is_null(*call) || strcmp(ts_node_type(*call), "call") != 0) return WORDS;
	word = lu__node_text(lu__field(*call, "method"), b->text);
	while (how < WORDS && !lu_str_eqz(word, words[how])) how++;
	return of_class && how < 2 ? how + 2 : how;
}

static lu_code collect(struct lu__build *b, struct mixin *v, size_t *n)
{
	*n = 0;
	for (size_t i = 0; i < b->f->attrs.n; i++) {
		const struct lu__attr *at = &b->f->attrs.v[i];
		size_t d = at->kind != LU__CAPTURE_BASE || at->def == LU__NO_DEF ? LU__NO_DEF : b->by_number[at->def];
		TSNode call;
		struct mixin m;

		if (d == LU__NO_DEF || b->slot[d] == LU__NO_DEF || (m.how = word_of(b, at->node, &call)) == WORDS)
			continue;
		m.el = b->slot[d];
		m.call = ts_node_start_byte(call);
		m.argument = ts_node_start_byte(at->node);
		m.name = lu__dotted(lu__type_name(lu__node_text(at->node, b->text)), b->a);
		if (!m.name.s) return lu_nomem(b->e);
		v[(*n)++] = m;
	}
	if (*n) qsort(v, *n, sizeof *v, by_order);
	return LU_OK;
}

/* The member of one element, whose mixins these are. */
static lu_code add_mixins(struct lu__build *b, const struct mixin *v, size_t n)
{
	lu_code rc;
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_open(&w, "mixins", '{');
	for (size_t i = 0, k; i < n; i = k) {
		lu_jw_open(&w, words[v[i].how], '[');
		for (k = i; k < n && v[k].how == v[i].how; k++) lu_jw_str(&w, NULL, v[k].name);
		lu_jw_close(&w, ']');
	}
	lu_jw_close(&w, '}');
	rc = lu__add_extra(b, &b->out.v[v->el], &w);
	lu_jw_free(&w);
	return rc;
}

lu_code lu__add_mixins(struct lu__build *b)
{
	struct mixin *v = lu_arena_calloc(b->a, b->f->attrs.n + 1, sizeof *v);
	size_t n = 0;
	lu_code rc = v ? collect(b, v, &n) : lu_nomem(b->e);

	for (size_t i = 0, k; i < n && !rc; i = k) {
		for (k = i; k < n && v[k].el == v[i].el;) k++;
		rc = add_mixins(b, v + i, k - i);
	}
	for (size_t i = 0; i < b->f->defs.n && !rc; i++) {
		const struct lu__def *d = &b->f->defs.v[i];

		if (b->slot[i] != LU__NO_DEF && lu_str_eqz(d->type, "method") && is_of_class(d->node))
			rc = lu__add_mark(b, &b->out.v[b->slot[i]], "of_class");
	}
	return rc;
}
