/* SPDX-License-Identifier: MIT
 * What documentation means: DOCUMENTS references. Prose is full of words, so a name that says little by itself
 * is looked up only near the element whose documentation it is, and what finds nothing is dropped.
 *
 * The resolution of a name depends on the symbols of the same simple name, on those of the element's own file, and
 * on the paths of files, and on nothing else. */
#include "graph/lookup.h"
#include "graph/modules.h"
#include "core/ascii.h"

#define WORD_MIN 4 /* letters of a name that may be looked for everywhere */

/* A mention taken apart. */
struct mention {
	lu_str name;   /* without "()" */
	lu_str simple; /* its last component */
	bool marked;   /* as a call or a reference */
	bool path;     /* it may be one */
};

static struct mention read_name(lu_str name)
{
	struct mention m = { .name = name, .marked = lu_str_ends(name, "()") };

	if (m.marked) m.name.n -= 2;
	if (lu_str_starts(m.name, "self.") || lu_str_starts(m.name, "this."))
		m.name = lu_strn(m.name.s + 5, m.name.n - 5);
	m.simple = lu_simple_name(m.name);
	m.path = !m.marked && m.simple.n < m.name.n;
	return m;
}

/* ---- tables ---- */

/* The symbols of each simple name, one name after the other, and the files by the last component of their paths. */
void lu__mentions_load(lu__graph *g)
{
	uint32_t *at = lu__new(g, (size_t)g->names.n + 2, sizeof *at);

	g->named = lu__new(g, (size_t)g->n_sym + 1, sizeof *g->named);
	if (!at || !g->named) return;
	for (uint32_t i = 0; i < g->n_sym; i++)
		if (g->info[i].kind & LU__SYMBOL_ANY) at[g->info[i].name + 2]++;
	for (uint32_t i = 2; i < g->names.n + 2; i++) at[i] += at[i - 1];
	for (uint32_t i = 0; i < g->n_sym; i++)
		if (g->info[i].kind & LU__SYMBOL_ANY) g->named[at[g->info[i].name + 1]++] = i;
	g->named_at = at;
	for (uint32_t i = 0; i < g->paths.n; i++)
		lu__multi_add(&g->files_named, lu__tail_key(lu_str_after_last(g->paths.v[i], '/')), i);
}

/* ---- files ---- */

/* "src/x.c": from the folder of the file that says so, from the root, or the end of some path. */
static void find_file(lu__graph *g, uint32_t file, lu_str path, lu__found *f)
{
	lu_str folder = lu_str_before_last(lu__path(g, file), '/');
	uint32_t at = lu__join(g, folder, path) ? lu__file_at(g, lu_buf_str(&g->buf)) : LU__NONE;
	lu__list list;

	lu__note_name(g, lu_str_after_last(path, '/'));
	if (at == LU__NONE) at = lu__file_at(g, path);
	if (at != LU__NONE) {
		if (at == file) return;
		lu__found_add(f, LU__FOUND_FILES, at, 0);
		f->grade = LU_GRADE_EXACT;
		f->reason = "path";
		lu__note_files(g, f);
		return;
	}
	list = lu__multi_list(&g->files_named, lu__tail_key(lu_str_after_last(path, '/')));
	if (list.n > LU__LONG) return;
	for (at = list.first; at; at = g->files_named.node[at].next) {
		uint32_t v = g->files_named.node[at].value;

		if (v != file && lu__has_tail(lu__path(g, v), path)) lu__found_add(f, LU__FOUND_FILES, v, 0);
	}
	f->grade = LU_GRADE_UNIQUE;
	f->reason = "end of a path";
	lu__note_files(g, f);
}

/* ---- symbols ---- */

static bool ends_with_parts(lu_str name, lu_str tail)
{
	if (name.n < tail.n || memcmp(name.s + name.n - tail.n, tail.s, tail.n)) return false;
	return name.n == tail.n || name.s[name.n - tail.n - 1] == '.';
}

/* Do the components of `some` occur in `name` in their order? Those of "flask.Flask" do in "src.flask.app.Flask":
 * packages re-export what their modules define. */
static bool has_parts(lu_str name, lu_str some)
{
	while (some.n) {
		lu_str last = lu_simple_name(some);

		while (name.n && !lu_str_eq(lu_simple_name(name), last)) name = lu_str_before_last(name, '.');
		if (!name.n) return false;
		name = lu_str_before_last(name, '.');
		some = lu_str_before_last(some, '.');
	}
	return true;
}

enum reach { SCOPE, SAME_FILE, WHOLE_NAME, SOME_PARTS, EVERYWHERE };

/* Is symbol `s` what `src` may mean by this name within `reach`? */
static bool fits(const lu__graph *g, uint32_t src, uint32_t s, const struct mention *m, enum reach reach)
{
	bool plain = m->simple.n == m->name.n;
	uint32_t scope = g->info[src].parent;

	switch (reach) {
	case SCOPE:
		if (!plain || g->info[s].parent == LU__NONE) return false;
		return g->info[s].parent == src || g->info[s].parent == scope;
	case SAME_FILE: return plain && g->info[s].file == g->info[src].file;
	case WHOLE_NAME: return !plain && ends_with_parts(g->sym[s].name, m->name);
	case SOME_PARTS: return !plain && has_parts(g->sym[s].name, m->name);
	case EVERYWHERE: return plain;
	}
	return false;
}

static bool is_capital(lu_str s)
{
	return s.n && lu_is_upper(s.s[0]);
}

/* The kinds of symbols that a plain name may mean anywhere. An ordinary word means none; one with a capital
 * may be a type. */
static unsigned kinds_of(const struct mention *m)
{
	if (m->simple.n < WORD_MIN) return 0;
	if (m->marked || lu_is_compound(m->simple)) return LU__SYMBOL_ANY & ~(unsigned)LU__SYMBOL_MODULE;
	return is_capital(m->simple) ? LU__SYMBOL_TYPES : 0;
}

/* A type before what has its name inside it (constructors), functions before fields, and all before declarations. */
static int rank_of(const lu__graph *g, uint32_t s)
{
	uint32_t parent = g->info[s].parent;

	if (g->sym[s].is_prototype || g->sym[s].own_name) return 2;
	if (parent == LU__NONE || !(g->info[parent].kind & LU__SYMBOL_TYPES)) return 0;
	return lu_str_eqz(g->sym[s].type, "field") || g->info[parent].name == g->info[s].name;
}

lu_str lu_mention_sought(lu_str name)
{
	struct mention m = read_name(name);
	bool plain = m.simple.n == m.name.n;

	if (memchr(m.name.s, '/', m.name.n) || (plain && !kinds_of(&m)) || !lu_json_is_plain(m.simple))
		return lu_strn("", 0);
	return m.simple;
}

static void find_symbol(lu__graph *g, uint32_t src, const struct mention *m, enum reach reach, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, m->simple);
	unsigned want = reach == EVERYWHERE ? kinds_of(m) : LU__SYMBOL_ANY;
	bool plain = m->simple.n == m->name.n;

	if (!want) return;
	if (reach >= WHOLE_NAME && plain == (reach == EVERYWHERE)) lu__need_name(g, m->simple);
	if (name == LU__NONE) return;
	if (g->named_at[name + 1] - g->named_at[name] > LU__LONG) return; /* keeps hostile input linear, says nothing */
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		uint32_t s = g->named[at];

		if (s != src && g->info[s].kind & want && fits(g, src, s, m, reach))
			lu__found_add(f, LU__FOUND_SYMBOLS, s, rank_of(g, s));
	}
	if (f->n) lu__need_name(g, m->simple); /* there may be too many of them */
}

/* ---- resolution ---- */

void lu__find_mention(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f)
{
	static const struct {
		enum reach reach;
		lu_grade grade;
		const char *reason;
	} tries[] = {
		{ SCOPE, LU_GRADE_EXACT, "documented beside it" },
		{ SAME_FILE, LU_GRADE_UNIQUE, "only one of that name in the file" },
		{ WHOLE_NAME, LU_GRADE_EXACT, "qualified name" },
		{ SOME_PARTS, LU_GRADE_UNIQUE, "parts of a qualified name" },
		{ EVERYWHERE, LU_GRADE_UNIQUE, "only one of that name" },
	};
	struct mention m = read_name(name);

	*f = lu__no_result("nothing of that name");
	if (memchr(m.name.s, '/', m.name.n)) {
		find_file(g, q->file, m.name, f);
	} else {
		for (size_t i = 0; i < sizeof tries / sizeof *tries && !f->n; i++) {
			find_symbol(g, q->src, &m, tries[i].reach, f);
			f->grade = tries[i].grade;
			f->reason = f->n > 1 ? "several of that name" : tries[i].reason;
		}
		if (!f->n && m.path) find_file(g, q->file, m.name, f);
	}
	if (!f->n) *f = lu__no_result("nothing of that name");
}
