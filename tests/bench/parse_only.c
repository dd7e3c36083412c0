/* SPDX-License-Identifier: MIT
 * What `lucus sync` is measured against: read the listed files and parse them with tree-sitter on all
 * processors, nothing else.
 *
 *	parse_only ROOT LIST     LIST: a file of paths relative to ROOT, one a line
 *
 * Prints the number of files that were parsed and their bytes. Files that no language is known for, or one without a
 * grammar, are left out. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tree_sitter/api.h>

#include "language/row.h"
#include "lucus/arena.h"
#include "core/file.h"

struct work {
	const char *root;
	lu_strs paths;
	atomic_size_t next, files, bytes;
	atomic_bool failed;
};

static bool parse_file(struct work *w, TSParser *p, lu_str path, lu_buf *name, lu_buf *text)
{
	const lu_language *l;
	TSTree *tree;
	lu_err e;

	lu_buf_reset(name);
	lu_buf_addf(name, "%s/%.*s", w->root, LU_FMT(path));
	if (name->oom || lu_file_read(name->s, UINT32_MAX / 2, text, &e)) {
		fprintf(stderr, "parse_only: %s\n", name->oom ? "out of memory" : e.msg);
		return false;
	}
	l = lu_language_for(path, lu_buf_str(text));
	if (!l || !l->grammar) return true;
	if (!ts_parser_set_language(p, l->grammar())) return false;
	tree = ts_parser_parse_string(p, NULL, text->s, (uint32_t)text->len);
	if (!tree) return false;
	ts_tree_delete(tree);
	w->files++;
	w->bytes += text->len;
	return true;
}

static void *worker(void *arg)
{
	struct work *w = arg;
	lu_buf name = LU_BUF, text = LU_BUF;
	TSParser *p = ts_parser_new();
	size_t i;

	while (p && (i = w->next++) < w->paths.n)
		if (!parse_file(w, p, w->paths.v[i], &name, &text)) w->failed = true;
	if (!p) w->failed = true;
	ts_parser_delete(p);
	lu_buf_free(&name);
	lu_buf_free(&text);
	return NULL;
}

/* The lines of `text`. */
static lu_strs lines(lu_str text, lu_arena *a)
{
	lu_strs v = { 0 };
	size_t from = 0;

	for (size_t i = 0; i < text.n; i++) {
		if (text.s[i] != '\n') continue;
		v.v = lu_arena_grow(a, v.v, v.n, sizeof *v.v);
		if (!v.v) return (lu_strs){ 0 };
		v.v[v.n++] = lu_strn(text.s + from, i - from);
		from = i + 1;
	}
	return v;
}

int main(int argc, char **argv)
{
	struct work w = { 0 };
	lu_arena a = { 0 };
	lu_buf list = LU_BUF;
	pthread_t thread[1024];
	int n = lu_cpus(), started = 0;
	lu_err e;

	if (argc != 3) {
		fprintf(stderr, "usage: parse_only ROOT LIST\n");
		return 2;
	}
	if (lu_file_read(argv[2], SIZE_MAX / 2, &list, &e)) {
		fprintf(stderr, "parse_only: %s\n", e.msg);
		return 1;
	}
	w.root = argv[1];
	w.paths = lines(lu_buf_str(&list), &a);
	while (started < n && !pthread_create(&thread[started], NULL, worker, &w)) started++;
	if (!started) w.failed = true;
	for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
	printf("%zu\t%zu\n", (size_t)w.files, (size_t)w.bytes);
	lu_arena_free(&a);
	lu_buf_free(&list);
	return w.failed || !w.files;
}
