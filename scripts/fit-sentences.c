/* SPDX-License-Identifier: MIT
 * Fit how likely it is that a sentence answers a question (src/relevance/sentence.def), and how likely that an answer does
 * (src/answer/confidence.def). scripts/fit-sentences.sh says on what.
 *
 * Usage: fit-sentences sentences LIST DEF      fit sentences, write DEF, and DEF.N for each fold what has not seen it
 *        fit-sentences signals LIST FOLD       print what is known of the answers of a fold
 *        fit-sentences answers SIGNALS DEF     fit answers to what was printed, write DEF
 * LIST: lines "FAMILY NAME STORE FILE" with tabs between them; FAMILY is lines, absent or elements. A line of FILE is a
 * question, a tab, and what answers it (PATH:FIRST-LAST, or names of elements; blanks between them). */
#include <stdio.h>
#include <stdlib.h>

#include "fit-sentences.h"

/* ---- what is read ---- */

void *fit_alloc(void *p)
{
	if (p) return p;
	fputs("fit-sentences: out of memory\n", stderr);
	exit(1);
}

static void check(lu_code rc, const lu_err *e)
{
	if (!rc) return;
	fprintf(stderr, "fit-sentences: %s\n", e->msg);
	exit(1);
}

/* Do lines first to last of `path` meet one of the places "PATH:A-B" of `list`? */
static bool meets(lu_str list, lu_str path, uint32_t first, uint32_t last)
{
	while (list.n) {
		lu_str one = lu_str_take(&list, ' '), file = lu_str_before_last(one, ':');
		unsigned a = 0, b = 0;

		if (!lu_str_eq(file, path)) continue;
		if (sscanf(one.s + file.n + 1, "%u-%u", &a, &b) == 2 && first <= b && last >= a) return true;
	}
	return false;
}

/* Are most lines of one of the places cited? */
static bool shows(lu_str list, const lu_citation *v, size_t n)
{
	while (list.n) {
		lu_str one = lu_str_take(&list, ' '), file = lu_str_before_last(one, ':');
		unsigned a = 0, b = 0, cited = 0;

		if (sscanf(one.s + file.n + 1, "%u-%u", &a, &b) != 2) continue;
		for (unsigned line = a; line <= b; line++) {
			bool is = false;

			for (size_t i = 0; i < n && !is; i++)
				is = v[i].start_line <= line && line <= v[i].end_line && lu_str_eq(v[i].path, file);
			cited += is;
		}
		if (cited * 2 > b - a + 1) return true;
	}
	return false;
}

static bool names(lu_str list, lu_str name)
{
	while (list.n)
		if (lu_str_eq(lu_str_take(&list, ' '), name)) return true;
	return false;
}

static void add_rows(fit_question *q, lu_assessor *m, const lu_source *s, lu_arena *a)
{
	lu_cut_source cut = { .language = s->el.language,
			      .type = s->el.type,
			      .code = lu_strn(s->code.s, s->code.n < 65536 ? s->code.n : 65536),
			      .above = s->above,
			      .docstring = s->docstring,
			      .line = s->el.start_line };
	lu_scene scene = { s->el.name, s->el.type, s->el.path, s->relevance, s->rank };
	bool own = q->family == FIT_ELEMENTS && names(q->gold, s->el.name);
	lu_passages p = { 0 };
	float(*x)[LU_SIGNALS];
	lu_err e;

	check(lu_cut(&cut, a, &p, &e), &e);
	x = fit_alloc(calloc(p.n_sentence + 1, sizeof *x));
	check(lu_assess_signals(m, &scene, p.sentence, p.n_sentence, x, &e), &e);
	q->row = fit_alloc(realloc(q->row, (q->n + p.n_sentence + 1) * sizeof *q->row));
	for (size_t i = 0; i < p.n_sentence; i++) {
		const lu_sentence *t = &p.sentence[i];
		fit_row *r = &q->row[q->n];

		memcpy(r->x, x[i], sizeof r->x);
		r->bytes = (float)t->text.n;
		r->maybe = own;
		r->right = q->family != FIT_ELEMENTS && meets(q->gold, s->el.path, t->first, t->last);
		q->n++;
	}
	free(x);
}

/* What an answer is made of: the hits, and what holds a value, where one is asked for. */
static void find(const fit_question *q, lu_retriever *r, lu_store *store, lu_result *res, lu_sources *src)
{
	lu_query_options o;
	lu_result values = { 0 };
	lu_hit *v;
	size_t n;
	lu_err e;

	lu_query_options_init(&o);
	o.k = LU_ANSWER_DEEP;
	check(lu_retrieve_parts(r, q->text, &o, res, &e), &e);
	check(lu_value_types(q->text, &o.types, &e), &e);
	o.k = LU_ANSWER_VALUES;
	if (o.types.n) check(lu_retrieve_parts(r, q->text, &o, &values, &e), &e);
	v = fit_alloc(calloc(res->n + values.n + 1, sizeof *v));
	n = res->n;
	if (n) memcpy(v, res->v, n * sizeof *v);
	for (size_t i = 0, k; i < values.n; i++) {
		for (k = 0; k < n && v[k].el.id != values.v[i].el.id;) k++;
		if (k < n) continue;
		v[n] = values.v[i];
		v[n].rank = 0;
		v[n++].relevance = 0;
	}
	check(lu_sources_read(store, v, n, src, &e), &e);
	free(v);
	lu_result_free(&values);
}

static void read_question(fit_question *q, lu_retriever *r, lu_store *store)
{
	lu_result res;
	lu_sources src;
	lu_assessor *m = NULL;
	lu_arena a = { 0 };
	lu_err e;

	find(q, r, store, &res, &src);
	check(lu_assessor_open(r, q->text, NULL, &m, &e), &e);
	for (size_t i = 0; i < src.n; i++) add_rows(q, m, &src.v[i], &a);
	lu_assessor_close(m);
	lu_arena_free(&a);
	lu_sources_free(&src);
	lu_result_free(&res);
}

/* The answer as lu_answer_question() makes it, of sources that are as many. */
static void read_answer(fit_question *q, lu_retriever *r, lu_store *store)
{
	lu_result res;
	lu_sources src;
	lu_cover all, cited;
	lu_answer_options how = { 0 };
	lu_response got;
	lu__item item[LU__ITEMS];
	lu_arena a = { 0 };
	lu_err e;
	size_t n;

	find(q, r, store, &res, &src);
	check(lu_sources_assess(&src, r, q->text, &res.corrected, &e), &e);
	check(lu_cover_question(r, store, q->text, &res.corrected, &src, &a, &all, &e), &e);
	check(lu_answer_question(NULL, q->text, &src, &all, &how, &got, &e), &e);
	check(lu_cover_cited(&all, &src, got.cite, got.n_cite, true, &a, &cited, &e), &e);
	n = lu__select_items(&src, item);
	lu__confidence_signals(&src, item, n, &all, q->answer);
	q->nameless = cited.nameless;
	q->hardly = lu__hardly_covers(&all);
	for (size_t i = 0; i < got.n_cite && q->family == FIT_ELEMENTS; i++)
		q->right |= names(q->gold, got.cite[i].name);
	if (q->family == FIT_LINES) q->right = shows(q->gold, got.cite, got.n_cite);
	q->none = !n;
	lu_response_free(&got);
	lu_arena_free(&a);
	lu_sources_free(&src);
	lu_result_free(&res);
}

static void read_file(fit_data *d, fit_family family, size_t set, const char *db, const char *path, bool answers)
{
	lu_store *store = NULL;
	lu_embed_config config = { 0 };
	lu_embedder *m = NULL;
	lu_retriever *r = NULL;
	FILE *f = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;
	lu_err e;

	if (!f) {
		fprintf(stderr, "fit-sentences: no %s\n", path);
		exit(1);
	}
	check(lu_store_open(&store, db, LU_STORE_READ, 0, &e), &e);
	check(lu_store_use(store, "default", "default", &e), &e);
	check(lu_embedder_open(&config, &m, &e), &e);
	check(lu_retriever_open(store, m, &r, &e), &e);
	while (getline(&line, &cap, f) > 0) {
		lu_str rest = lu_str_trim(lu_strz(line));
		fit_question *q;

		d->v = fit_alloc(realloc(d->v, (d->n + 1) * sizeof *d->v));
		q = &d->v[d->n++];
		*q = (fit_question){ .family = family, .set = set };
		q->text = lu_arena_dup(&d->a, lu_str_take(&rest, '\t'));
		q->gold = lu_arena_dup(&d->a, rest);
		if (answers) read_answer(q, r, store);
		else read_question(q, r, store);
	}
	free(line);
	fclose(f);
	lu_retriever_close(r);
	lu_embedder_close(m);
	lu_store_close(store);
}

/* Of the repositories of a fold; FIT_FOLDS: of all. */
static void read_list(fit_data *d, const char *path, bool answers, size_t fold)
{
	static const char *const family[] = { "lines", "absent", "elements" };
	char of[32], name[128], db[1024], file[1024], last[128] = "";
	FILE *f = fopen(path, "r");

	if (!f) {
		fprintf(stderr, "fit-sentences: no %s\n", path);
		exit(1);
	}
	while (fscanf(f, "%31[^\t]\t%127[^\t]\t%1023[^\t]\t%1023[^\n]\n", of, name, db, file) == 4) {
		if (strcmp(name, last) != 0) d->sets++;
		snprintf(last, sizeof last, "%s", name);
		for (int i = 0; i < FIT_FAMILIES; i++)
			if (strcmp(of, family[i]) == 0 && (fold == FIT_FOLDS || (d->sets - 1) % FIT_FOLDS == fold))
				read_file(d, (fit_family)i, d->sets - 1, db, file, answers);
	}
	fclose(f);
}

/* What is known of answers as text: it comes from several programs, each with other sentences. */
static void print_answers(const fit_data *d)
{
	for (size_t i = 0; i < d->n; i++) {
		const fit_question *q = &d->v[i];

		printf("%d %zu %d %d %d %d", (int)q->family, q->set, q->right, q->none, q->nameless, q->hardly);
		for (int k = 0; k < LU__CONFIDENCE; k++) printf(" %.17g", q->answer[k]);
		putchar('\n');
	}
}

static void read_answers(fit_data *d, const char *path)
{
	FILE *f = fopen(path, "r");
	fit_question q = { 0 };
	int v[5];

	if (!f) {
		fprintf(stderr, "fit-sentences: no %s\n", path);
		exit(1);
	}
	while (fscanf(f, "%d %zu %d %d %d %d", &v[0], &q.set, &v[1], &v[2], &v[3], &v[4]) == 6) {
		q.family = (fit_family)v[0];
		q.right = v[1];
		q.none = v[2];
		q.nameless = v[3];
		q.hardly = v[4];
		for (int k = 0; k < LU__CONFIDENCE; k++)
			if (fscanf(f, "%lf", &q.answer[k]) != 1) exit(1);
		d->v = fit_alloc(realloc(d->v, (d->n + 1) * sizeof *d->v));
		d->v[d->n++] = q;
	}
	fclose(f);
}

int main(int argc, char **argv)
{
	fit_data d = { 0 };
	const char *what = argc == 4 ? argv[1] : "";

	if (strcmp(what, "sentences") == 0) {
		read_list(&d, argv[2], false, FIT_FOLDS);
		fit_sentences(&d, argv[3]);
	} else if (strcmp(what, "signals") == 0) {
		read_list(&d, argv[2], true, (size_t)atoi(argv[3]));
		print_answers(&d);
	} else if (strcmp(what, "answers") == 0) {
		read_answers(&d, argv[2]);
		fit_answers(&d, argv[3]);
	} else {
		fputs("usage: fit-sentences sentences LIST DEF | signals LIST FOLD | answers SIGNALS DEF\n", stderr);
		return 2;
	}
	for (size_t i = 0; i < d.n; i++) free(d.v[i].row);
	free(d.v);
	lu_arena_free(&d.a);
	return 0;
}
