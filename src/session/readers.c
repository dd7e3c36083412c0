/* SPDX-License-Identifier: MIT
 * Readers: each a handle of the store in one of its states, with what was opened on it. A reader that is given back is
 * taken next, since what it has in memory is warm; when the store has moved on meanwhile, that is opened anew. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/file.h"
#include "core/waiting.h"
#include "lucus/hash.h"
#include "session/session.h"

#define NOTE_SECONDS 10  /* after which what servers were called for is noted, however long the session lasts */
#define LOOK_S       .05 /* how often who waits for a reader looks whether its request has ended */

/* ---- one reader ---- */

static void drop_retriever(lu__reader *r)
{
	lu_retriever_close(r->retriever);
	r->retriever = NULL;
	r->vectors = false;
}

static void drop(lu__reader *r)
{
	drop_retriever(r);
	lu_cache_close(r->cache);
	r->cache = NULL;
}

void lu__reader_close(lu__reader *r)
{
	if (!r) return;
	if (r->store) lu__note_reader(r);
	drop(r);
	lu_reranker_close(r->reranker);
	lu_embedder_close(r->model);
	lu_store_close(r->store);
	lu_arena_free(&r->arena);
	free(r);
}

/* The file that is at the session's path now. */
static lu_code at_path(const lu_session *s, struct stat *out, lu_err *e)
{
	if (!stat(s->db, out)) return LU_OK;
	return lu_fail(e, errno == ENOENT ? LU_ENOENT : LU_EIO, "cannot open the store '%s': %s", s->db,
		       strerror(errno));
}

lu_code lu__reader_open(lu_session *s, lu__reader **out, lu_err *e)
{
	lu__reader *r = calloc(1, sizeof *r);
	double start = lu_now();
	struct stat st = { .st_ino = 0 };
	lu_code rc;

	if (!r) return lu_nomem(e);
	r->session = s;
	r->noted = start;
	rc = at_path(s, &st, e);
	if (!rc) rc = lu_store_open(&r->store, s->db, LU_STORE_READ, 0, e);
	r->dev = st.st_dev;
	r->ino = st.st_ino;
	if (rc) {
		lu__reader_close(r);
		return rc;
	}
	r->opening = lu_now() - start;
	*out = r;
	return LU_OK;
}

/* A number of all that results depend on: equal ones are one state. */
static uint64_t state_of(const lu_kb *k)
{
	const int64_t v[] = {
		k->id, k->generation, k->resolved, k->embedded, k->rowed, k->indexed, k->unpacked, k->dim
	};

	return lu_digest64(k->model, lu_digest64(lu_strn((const char *)v, sizeof v), 0));
}

/* What the transaction sees of the knowledge base, which may have been made anew. */
static lu_code look(lu__reader *r, lu_err *e)
{
	const lu_session *s = r->session;
	lu_arena a = { 0 };
	lu_kb kb;
	lu_tree tree;
	lu_code rc = lu_store_use(r->store, s->tenant, s->kb, e);

	if (!rc) rc = lu_store_kb(r->store, false, &a, &kb, e);
	if (!rc) rc = lu_store_tree(r->store, &a, &tree, e);
	if (rc) {
		lu_arena_free(&a);
		return rc;
	}
	lu_arena_free(&r->arena);
	r->arena = a;
	r->state = state_of(&kb);
	r->kb = kb;
	r->tree = tree;
	return LU_OK;
}

static void end(lu__reader *r)
{
	lu_err why;

	if (r->begun && lu_store_commit(r->store, &why)) lu_store_rollback(r->store);
	r->begun = false;
}

/* The store has moved on: nothing that was opened is true of it. */
static lu_code open_anew(lu__reader *r, lu_cache **cache, lu_err *e)
{
	lu_code rc;

	drop(r);
	r->version = 0;
	if ((rc = look(r, e))) return rc;
	r->cache = *cache;
	*cache = NULL;
	return LU_OK;
}

/* The cache is known by the files of the store as they were before the transaction. */
static lu_code begin(lu__reader *r, bool anew, lu_err *e)
{
	lu_session *s = r->session;
	lu_cache *cache = NULL;
	int64_t version = 0;
	lu_code rc;

	if (s->models.cache) lu_cache_open(r->store, s->tenant, s->kb, &s->models.embed, &cache);
	r->written = lu_store_is_written(r->store);
	rc = lu_store_begin(r->store, e);
	r->begun = !rc;
	if (!rc) rc = lu_store_version(r->store, &version, e);
	if (!rc && (anew || version != r->version)) rc = open_anew(r, &cache, e);
	lu_cache_close(cache);
	if (!rc) r->version = version;
	else end(r);
	return rc;
}

/* Another file may have been moved to the path of the store: no reader goes on with the one that was there. */
static lu_code follow(lu__reader *r, lu_err *e)
{
	lu_store *store = NULL;
	struct stat st;
	lu_code rc = at_path(r->session, &st, e);

	if (rc || (st.st_dev == r->dev && st.st_ino == r->ino)) return rc;
	if ((rc = lu_store_open(&store, r->session->db, LU_STORE_READ, 0, e))) return rc;
	drop(r);
	lu_store_close(r->store);
	r->store = store;
	r->dev = st.st_dev;
	r->ino = st.st_ino;
	r->version = 0;
	return LU_OK;
}

/* Bring it to the state that it is to have. */
static lu_code renew(lu__reader *r, unsigned epoch, lu_err *e)
{
	double start;
	lu_code rc;

	if (r->begun && r->epoch == epoch) return LU_OK;
	start = lu_now();
	end(r);
	rc = follow(r, e);
	if (!rc) rc = begin(r, r->epoch != epoch || !r->version, e);
	r->epoch = epoch;
	r->opening += lu_now() - start;
	return rc;
}

/* That all of them would meet the same old index is said once. */
void lu__reader_warn(lu__reader *r)
{
	lu_session *s = r->session;
	bool told;

	if (r->kb.indexed == r->kb.generation || r->written || lu_store_is_written(r->store)) return;
	pthread_mutex_lock(&s->lock);
	told = s->warned == r->kb.generation;
	s->warned = r->kb.generation;
	pthread_mutex_unlock(&s->lock);
	if (!told)
		lu__warn(s, r->kb.indexed ? "the index is older than the elements: run 'lucus index'"
					  : "nothing is indexed: run 'lucus sync' or 'lucus index'");
}

/* The time since the program began is reported once, as part of what opening took. */
void lu__reader_began(lu__reader *r)
{
	lu_session *s = r->session;

	pthread_mutex_lock(&s->lock);
	if (s->start > 0) r->opening = lu_now() - s->start;
	s->start = 0;
	pthread_mutex_unlock(&s->lock);
}

lu_code lu__reader_ready(lu__reader *r, bool vectors, lu_err *e)
{
	const lu_session_models *m = &r->session->models;
	double start;
	lu_code rc = LU_OK;

	if (r->retriever && (r->vectors || !vectors)) return LU_OK;
	start = lu_now();
	drop_retriever(r);
	if (vectors && !r->model) rc = lu_embedder_open(&m->embed, &r->model, e);
	if (!rc && m->rerank.provider && !r->reranker) rc = lu_reranker_open(&m->rerank, &r->reranker, e);
	if (!rc) rc = lu_retriever_open(r->store, vectors ? r->model : NULL, &r->retriever, e);
	if (!rc) lu_retriever_share(r->retriever, r->session->vectors);
	r->vectors = vectors && !rc;
	r->opening += lu_now() - start;
	return rc;
}

/* ---- the pool ---- */

/* Wait until a reader may be free; the lock is held. */
static lu_code wait(lu_session *s, lu_err *e)
{
	lu_cond_wait(&s->returned, &s->lock, lu_now() + LOOK_S);
	return lu_check_cancel(e);
}

lu_code lu__reader_take(lu_session *s, lu__reader **out, lu_err *e)
{
	lu__reader *r;
	unsigned epoch;
	lu_code rc = lu_check_cancel(e);

	pthread_mutex_lock(&s->lock);
	while (!rc && !s->free && s->n >= s->most) rc = wait(s, e);
	r = rc ? NULL : s->free;
	if (r) s->free = r->next;
	else if (!rc) s->n++;
	epoch = s->epoch;
	pthread_mutex_unlock(&s->lock);
	if (rc) return rc;
	if (!r && (rc = lu__reader_open(s, &r, e))) {
		pthread_mutex_lock(&s->lock);
		s->n--;
		pthread_cond_signal(&s->returned);
		pthread_mutex_unlock(&s->lock);
		return rc;
	}
	rc = renew(r, epoch, e);
	if (rc) lu__reader_give(r, rc);
	else *out = r;
	return rc;
}

void lu__readers_end(lu_session *s)
{
	pthread_mutex_lock(&s->lock);
	for (lu__reader *r = s->free; r; r = r->next) end(r);
	pthread_mutex_unlock(&s->lock);
}

/* One that is not pinned keeps no old state of the store, which a writer would have to keep, too. What was stopped amid
 * its work is not called again. */
void lu__reader_give(lu__reader *r, lu_code rc)
{
	lu_session *s;

	if (!r) return;
	s = r->session;
	if (rc && rc != LU_EUSAGE) drop_retriever(r);
	if (!s->pinned) end(r);
	if (lu_now() - r->noted > NOTE_SECONDS) lu__note_reader(r);
	pthread_mutex_lock(&s->lock);
	r->next = s->free;
	s->free = r;
	pthread_cond_signal(&s->returned);
	pthread_mutex_unlock(&s->lock);
}
