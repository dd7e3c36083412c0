/* SPDX-License-Identifier: MIT
 * Make the training set of the built-in embedding from element records.
 *
 * Usage: train-pairs OUT RECORDS... (files of lucus ast, one for each repository)
 *
 * A pair is a question and the element that answers it: a sentence of its documentation, the words of its name, a line
 * of a document that names it, what calls it, what tests it, a comment inside of it. References are resolved by names
 * that one element of the repository has. Elements that an earlier repository has, too, make no pairs. Of a repository
 * that would make more than CAP_KIND pairs of a kind, these are those of the smallest hashes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "lucus/json.h"
#include "train-pairs.h"

#define CAP_KIND    5000
#define MAX_ENTRIES 400 /* of an element: those that count most */
#define MIN_WORDS   2   /* a question has at least as many that count */
#define MAX_WORDS   40

/* ---- the set that grows ---- */

static uint32_t token_number(maker *m, lu_str s, bool couple)
{
	uint32_t *at = map_at(&m->token_of, lu_digest64(s, 0), UINT32_MAX);

	if (*at != UINT32_MAX) return *at;
	*at = (uint32_t)m->token.n;
	push(&m->token, &(set_token){ .at = (uint32_t)m->text.n, .n = (uint32_t)s.n, .couple = couple });
	for (size_t i = 0; i < s.n; i++) push(&m->text, s.s + i);
	if (m->token.n > m->cap_last) {
		size_t cap = m->cap_last ? m->cap_last * 2 : 1 << 16;

		m->last = realloc(m->last, cap * sizeof *m->last);
		m->df = realloc(m->df, cap * sizeof *m->df);
		if (!m->last || !m->df) die("out of memory");
		memset(m->last + m->cap_last, 0, (cap - m->cap_last) * sizeof *m->last);
		memset(m->df + m->cap_last, 0, (cap - m->cap_last) * sizeof *m->df);
		m->cap_last = cap;
	}
	return *at;
}

/* ---- a repository ---- */

static int by_weight(const void *px, const void *py)
{
	const set_entry *x = px, *y = py;
	int a = 0, b = 0;

	for (int g = 0; g < LU__GROUPS; g++) a += x->part[g], b += y->part[g];
	return a != b ? b - a : (x->token > y->token) - (x->token < y->token);
}

static void count_token(repository *r, uint32_t t)
{
	set_token *v = AT(r->m->token, set_token, t);

	if (r->m->last[t] != r->number) {
		r->m->last[t] = r->number;
		r->m->df[t] = 0;
		v->repositories++;
	}
	r->m->df[t]++;
	v->count++;
}

/* What an element holds, as the provider weighs it. */
static void read_entries(repository *r, item *it)
{
	float *part;
	lu_err e;

	if (!lu_str_eq(r->path, it->el.file_path)) lu_bag_file(&r->bag);
	r->path = it->el.file_path;
	if (lu_element_bag(&it->el, lu_str_before_last(it->el.name, '.'), &r->bag, &e) ||
	    lu__group_parts(r->cache, &r->bag, &part, &e))
		die("out of memory");
	it->entry.size = sizeof(set_entry);
	for (size_t i = 0; i < r->bag.n_entry; i++) {
		set_entry v = { .token = token_number(r->m, lu_bag_text(&r->bag, r->bag.entry[i].term), false) };
		int sum = 0;

		for (int g = 0; g < LU__GROUPS; g++) {
			v.part[g] = (uint8_t)(255 * part[(size_t)g * r->bag.n_entry + i] + .5f);
			sum += v.part[g];
		}
		count_token(r, v.token);
		if (sum) push(&it->entry, &v);
	}
	if (it->entry.n) qsort(it->entry.v, it->entry.n, sizeof(set_entry), by_weight);
	if (it->entry.n > MAX_ENTRIES) it->entry.n = MAX_ENTRIES;
}

bool holds(lu_str s, const char *word)
{
	return s.n && memmem(s.s, s.n, word, strlen(word));
}

static bool is_test(const lu_element *el)
{
	static const char *const marks[] = { "test", "spec", "Test", "Spec" };

	if (lu_str_eqz(el->type, "test")) return true;
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (holds(el->file_path, marks[i])) return true;
	return false;
}

/* Where documentation is part of the code, as in Python, the answer is what is around it. */
static lu_str without_docs(lu_arena *a, lu_str code, lu_str doc)
{
	lu_str first = lu_strn(doc.s, 0), last;
	char *from, *to, *v;

	doc = lu_str_trim(doc);
	while (first.n < doc.n && doc.s[first.n] != '\n') first.n++;
	first.s = doc.s;
	last = lu_str_trim(lu_str_after_last(doc, '\n'));
	if (first.n < 8 || !(from = memmem(code.s, code.n, first.s, first.n))) return code;
	to = memmem(from, code.n - (size_t)(from - code.s), last.s, last.n);
	if (!to) return code;
	to += last.n;
	if (!(v = lu_arena_alloc(a, code.n))) die("out of memory");
	memcpy(v, code.s, (size_t)(from - code.s));
	memcpy(v + (from - code.s), to, code.n - (size_t)(to - code.s));
	return lu_strn(v, code.n - (size_t)(to - from));
}

static void add_item(repository *r, const lu_json *record)
{
	item it = { .fresh = true };
	uint32_t *first;
	lu_err e;

	if (lu_element_read(record, &r->arena, &it.el, &e)) return;
	it.el.name = lu_arena_dup(&r->arena, it.el.name);
	it.el.type = lu_arena_dup(&r->arena, it.el.type);
	it.el.file_path = lu_arena_dup(&r->arena, it.el.file_path);
	it.el.signature = lu_arena_dup(&r->arena, it.el.signature);
	it.el.docstring = lu_arena_dup(&r->arena, it.el.docstring);
	it.el.code = without_docs(&r->arena, lu_arena_dup(&r->arena, it.el.code), it.el.docstring);
	for (size_t i = 0; i < it.el.calls.n; i++)
		it.el.calls.v[i].name = lu_arena_dup(&r->arena, it.el.calls.v[i].name);
	for (size_t i = 0; i < it.el.mentions.n; i++)
		it.el.mentions.v[i].name = lu_arena_dup(&r->arena, it.el.mentions.v[i].name);
	it.title = lu_digest64(lu_element_title(&it.el), 7);
	it.test = is_test(&it.el);
	it.prose = lu_str_eqz(it.el.type, "section");
	first = map_at(&r->m->seen, lu_digest64(it.el.code, it.title), r->number);
	it.fresh = *first == r->number;
	read_entries(r, &it);
	it.el.dependencies = (lu_strs){ NULL, 0 };
	push(&r->item, &it);
}

/* ---- questions ---- */

typedef struct df_context {
	const repository *r;
	bool own; /* the element itself holds the words */
} df_context;

static bool df_of(void *ctx, lu_str token, int64_t *df, int64_t *total)
{
	const df_context *c = ctx;
	const maker *m = c->r->m;
	uint32_t t = map_get(&m->token_of, lu_digest64(token, 0), UINT32_MAX);

	*total = (int64_t)c->r->item.n;
	*df = t != UINT32_MAX && m->last[t] == c->r->number ? m->df[t] : 0;
	if (c->own && *df) --*df;
	return true;
}

static bool add_couple(void *ctx, lu_str couple)
{
	repository *r = ctx;
	set_word w = { token_number(r->m, couple, true), LU__COUPLE };
	set_token *t = AT(r->m->token, set_token, w.token);

	if (r->m->last[w.token] != r->number) {
		r->m->last[w.token] = r->number;
		r->m->df[w.token] = 0;
		t->repositories++;
	}
	t->count++;
	push(&r->m->query_entry, &w);
	return true;
}

/* The words of a question go to the end of the set; false, and nothing does, when they are too few. */
static bool add_question(repository *r, lu_str text, bool own)
{
	lu_bag bag = LU_BAG;
	df_context c = { r, own };
	size_t from = r->m->query_entry.n, words = 0;
	lu_err e;

	lu_bag_file(&bag);
	if (lu_bag_read(&bag, text, LU_FIELD_BODY, &e)) die("out of memory");
	for (size_t i = 0; i < bag.n_entry && words < MAX_WORDS; i++) {
		lu_str token = lu_bag_text(&bag, bag.entry[i].term);
		set_word w = { 0, lu__query_weight(&bag.entry[i], token, df_of, &c) };

		if (!(w.weight > 0)) continue;
		w.token = token_number(r->m, token, false);
		AT(r->m->token, set_token, w.token)->count++;
		push(&r->m->query_entry, &w);
		words++;
	}
	lu_bag_free(&bag);
	if (words < MIN_WORDS) {
		r->m->query_entry.n = from;
		return false;
	}
	if (lu__couples(lu_strn(text.s, text.n < 400 ? text.n : 400), add_couple, r, &e)) die("out of memory");
	push(&r->m->query_at, &(uint64_t){ r->m->query_entry.n });
	return true;
}

static uint32_t put_element(repository *r, item *it)
{
	if (!it->number) {
		for (size_t i = 0; i < it->entry.n; i++) push(&r->m->element_entry, AT(it->entry, set_entry, i));
		push(&r->m->element_at, &(uint64_t){ r->m->element_entry.n });
		it->number = (uint32_t)r->m->element_at.n - 1;
	}
	return it->number - 1;
}

void ask(repository *r, lu_str text, uint32_t i, uint8_t kind, uint8_t hide, uint8_t overlap)
{
	uint64_t hash = lu_digest64(text, kind);
	candidate c = { .query = r->question.n, .item = i, .kind = kind, .hide = hide, .overlap = overlap };
	uint32_t *times = map_at(&r->asked, hash ^ (kind == KIND_DOC ? 0 : AT(r->item, item, i)->title), 0);

	/* what is said twice says little */
	if ((*times)++ || !AT(r->item, item, i)->entry.n) return;
	c.order = lu_hash64(lu_strn((const char *)&hash, sizeof hash), i);
	push(&r->question, &text);
	push(&r->candidate, &c);
}

static int by_order(const void *px, const void *py)
{
	const candidate *x = px, *y = py;

	return x->order != y->order ? (x->order > y->order) - (x->order < y->order)
				    : (x->item > y->item) - (x->item < y->item);
}

/* The pairs of a kind that were found, as many as a repository may have. */
static void settle(repository *r, enum pair_kind kind)
{
	size_t n = 0;

	if (r->candidate.n) qsort(r->candidate.v, r->candidate.n, sizeof(candidate), by_order);
	for (size_t i = 0; i < r->candidate.n && n < CAP_KIND; i++) {
		candidate *c = AT(r->candidate, candidate, i);
		item *it = AT(r->item, item, c->item);
		set_pair p = { .kind = c->kind, .hide = c->hide, .overlap = c->overlap, .name = (uint32_t)it->title };

		if (!add_question(r, *AT(r->question, lu_str, c->query), kind == KIND_DOC)) continue;
		p.query = (uint32_t)r->m->query_at.n - 2;
		p.element = put_element(r, it);
		push(&r->m->pair, &p);
		n++;
	}
	r->m->made[kind] += n;
	r->candidate.n = r->question.n = 0;
}

/* ---- all of it ---- */

static void read_records(repository *r, const char *path)
{
	FILE *f = fopen(path, "r");
	lu_reader in;
	lu_json *v;
	lu_code rc;
	lu_err e;

	if (!f) die(path);
	lu_reader_init(&in, f, path);
	while (!(rc = lu_reader_next(&in, &v, &e))) {
		add_item(r, v);
		lu_json_free(v);
	}
	if (rc != LU_DONE) die(e.msg);
	lu_reader_free(&in);
	fclose(f);
}

/* Which titles one element alone has, and how often those are called. */
static void index_titles(repository *r)
{
	for (uint32_t i = 0; i < r->item.n; i++) {
		const item *it = AT(r->item, item, i);
		uint32_t *at;

		if (it->prose || lu_str_eqz(it->el.type, "module") || lu_str_eqz(it->el.type, "block")) continue;
		at = map_at(&r->by_title, it->title, UINT32_MAX);
		*at = *at == UINT32_MAX ? i + 1 : 0;
	}
	for (uint32_t i = 0; i < r->item.n; i++) {
		const item *it = AT(r->item, item, i);

		for (size_t k = 0; k < it->el.calls.n; k++) {
			uint32_t to = resolve(r, it->el.calls.v[k].name);

			if (to != UINT32_MAX) AT(r->item, item, to)->callers++;
		}
	}
}

static void make_pairs(repository *r)
{
	for (int kind = 0; kind < KIND_COUNT; kind++) {
		for (uint32_t i = 0; i < r->item.n; i++) {
			if (!AT(r->item, item, i)->fresh || lu_str_eqz(AT(r->item, item, i)->el.type, "block"))
				continue;
			if (kind == KIND_DOC) from_docs(r, i);
			else if (kind == KIND_NAME) from_name(r, i);
			else if (kind == KIND_SECTION) from_mentions(r, i);
			else if (kind == KIND_COMMENT) from_comments(r, i);
			else from_calls(r, i, kind == KIND_TEST);
		}
		settle(r, (enum pair_kind)kind);
	}
}

static void add_repository(maker *m, const char *path)
{
	repository r = { .m = m,
			 .number = (uint32_t)m->repository.n + 1,
			 .item = { .size = sizeof(item) },
			 .candidate = { .size = sizeof(candidate) },
			 .question = { .size = sizeof(lu_str) },
			 .bag = LU_BAG };
	set_repository s = { .pair = m->pair.n, .element = m->element_at.n - 1 };
	lu_str name = lu_str_after_last(lu_strz(path), '/');
	lu_err e;

	if (lu_embed_cache_new(&r.cache, &e)) die("out of memory");
	read_records(&r, path);
	index_titles(&r);
	make_pairs(&r);
	snprintf(s.name, sizeof s.name, "%.*s", LU_FMT(lu_str_before_last(name, '.')));
	s.pairs = m->pair.n - s.pair;
	s.elements = m->element_at.n - 1 - s.element;
	push(&m->repository, &s);
	fprintf(stderr, "%s: %zu elements, %llu pairs\n", s.name, r.item.n, (unsigned long long)s.pairs);
	for (size_t i = 0; i < r.item.n; i++) free(AT(r.item, item, i)->entry.v);
	free(r.item.v);
	free(r.candidate.v);
	free(r.question.v);
	map_clear(&r.by_title);
	map_clear(&r.asked);
	lu_bag_free(&r.bag);
	lu_embed_cache_free(r.cache);
	lu_arena_free(&r.arena);
}

static void write_set(const maker *m, const char *path)
{
	const vec *part[] = { &m->token,    &m->text,        &m->element_at, &m->element_entry,
			      &m->query_at, &m->query_entry, &m->pair,       &m->repository };
	set_head h = { .tokens = m->token.n,
		       .text = (m->text.n + 7) & ~7u,
		       .elements = m->element_at.n - 1,
		       .element_entries = m->element_entry.n,
		       .queries = m->query_at.n - 1,
		       .query_entries = m->query_entry.n,
		       .pairs = m->pair.n,
		       .repositories = m->repository.n };
	FILE *f = fopen(path, "wb");
	bool ok = f != NULL;

	memcpy(h.magic, SET_MAGIC, sizeof h.magic);
	ok = ok && fwrite(&h, sizeof h, 1, f) == 1;
	for (size_t i = 0; i < sizeof part / sizeof *part && ok; i++) {
		static const char zeros[8];
		size_t bytes = part[i]->n * part[i]->size;

		ok = (!bytes || fwrite(part[i]->v, bytes, 1, f) == 1) &&
		     (!(-bytes & 7) || fwrite(zeros, -bytes & 7, 1, f) == 1);
	}
	if (!ok || fclose(f)) die("cannot write the set");
}

int main(int argc, char **argv)
{
	maker m = { .token.size = sizeof(set_token),
		    .text.size = 1,
		    .element_at.size = sizeof(uint64_t),
		    .element_entry.size = sizeof(set_entry),
		    .query_at.size = sizeof(uint64_t),
		    .query_entry.size = sizeof(set_word),
		    .pair.size = sizeof(set_pair),
		    .repository.size = sizeof(set_repository) };
	static const char *const kinds[] = {
#define KIND(name, what) what,
		KINDS(KIND)
#undef KIND
	};

	if (argc < 3) die("usage: train-pairs OUT RECORDS...");
	push(&m.element_at, &(uint64_t){ 0 });
	push(&m.query_at, &(uint64_t){ 0 });
	for (int i = 2; i < argc; i++) add_repository(&m, argv[i]);
	write_set(&m, argv[1]);
	for (int k = 0; k < KIND_COUNT; k++) fprintf(stderr, "%9llu %s\n", (unsigned long long)m.made[k], kinds[k]);
	fprintf(stderr, "%9zu pairs, %zu elements, %zu tokens\n", m.pair.n, m.element_at.n - 1, m.token.n);
	return 0;
}
