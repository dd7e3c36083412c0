/* SPDX-License-Identifier: MIT */
#include "index/topics.h"

#include <stdlib.h>
#include <string.h>

#include "core/sorting.h"
#include "lucus/hash.h"
#include "store/concept_lists.h"

static int by_count(const void *px, const void *py)
{
	const lu_file_topic *x = px, *y = py;

	if (x->count != y->count) return x->count > y->count ? -1 : 1;
	return (x->concept > y->concept) - (x->concept < y->concept);
}

/* Surface forms of one canonical form become one topic. */
static size_t add_up(lu_file_topic *v, size_t n)
{
	size_t k = 0;

	if (n) qsort(v, n, sizeof *v, lu_int64_order);
	for (size_t i = 0; i < n; i++) {
		if (k && v[k - 1].concept == v[i].concept) v[k - 1].count += v[i].count;
		else v[k++] = v[i];
	}
	return k;
}

static lu_code name_topics(lu_concepts *c, const lu_concept_list *l, lu_file_topic *v, lu_err *e)
{
	lu_buf key = LU_BUF;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < l->n && !rc; i++) {
		lu_buf_reset(&key);
		rc = lu_concept_key(c, l->surface[i], &key, e);
		v[i].concept = (int64_t)(lu_hash64(lu_buf_str(&key), 0) >> 1);
	}
	for (size_t i = 0; i < l->n_use; i++) v[l->use[i].concept].count += l->use[i].count;
	lu_buf_free(&key);
	return rc;
}

lu_code lu__read_topics(lu_store *s, lu_concepts *c, lu_arena *scratch, lu_arena *a, lu_grouped_file *f, lu_err *e)
{
	lu_concept_list l = { .n = 0 };
	lu_str bytes;
	bool there = false;
	lu_file_topic *v;
	size_t n;
	lu_code rc = lu_store_concept_list(s, f->file, scratch, &bytes, &there, e);

	f->topic = NULL;
	f->n_topic = 0;
	if (!rc && there) rc = lu_concepts_unpack(bytes, scratch, &l, e);
	if (rc || !there) return rc;
	if (!(v = lu_arena_calloc(scratch, l.n, sizeof *v))) return lu_nomem(e);
	if ((rc = name_topics(c, &l, v, e))) return rc;
	n = add_up(v, l.n);
	if (n) qsort(v, n, sizeof *v, by_count);
	if (n > LU__TOPICS) n = LU__TOPICS;
	if (n) qsort(v, n, sizeof *v, lu_int64_order);
	if (!(f->topic = lu_arena_calloc(a, n, sizeof *v))) return lu_nomem(e);
	if (n) memcpy(f->topic, v, n * sizeof *v);
	f->n_topic = n;
	return LU_OK;
}
