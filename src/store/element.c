/* SPDX-License-Identifier: MIT
 * Elements of files: writing. */
#include <stdlib.h>

#include "lucus/hash.h"
#include "core/binary_search.h"
#include "store/segment.h"

static lu_code remove_element(lu_store *s, int64_t id, lu_err *e)
{
	static const char *const sql[] = {
		"DELETE FROM element WHERE tenant = ? AND kb = ? AND id = ?",
		"DELETE FROM embedding WHERE tenant = ? AND kb = ? AND element = ?",
		"DELETE FROM words WHERE tenant = ? AND kb = ? AND element = ?",
		"INSERT INTO gone(tenant, kb, element) VALUES(?, ?, ?)",
	};
	lu_code rc = lu__bump(s, e);

	if (!rc) rc = lu__run_each(s, sql, sizeof sql / sizeof *sql, &id, "remove an element", e);
	return rc ? rc : lu__dirty(s, id, e);
}

lu_code lu_store_file_remove(lu_store *s, int64_t id, int64_t *removed, lu_err *e)
{
	lu_arena a = { 0 };
	sqlite3_stmt *st = NULL;
	int64_t *ids = NULL;
	size_t n = 0;
	lu_code rc = lu__stmt(s,
			      "SELECT id FROM element INDEXED BY element_file"
			      " WHERE tenant = ? AND kb = ? AND file = ?",
			      &st, e, "ki", id);

	if (!rc) rc = lu__ids(s, st, &a, &ids, &n, "list the file's elements", e);
	for (size_t i = 0; i < n && !rc; i++) rc = remove_element(s, ids[i], e);
	if (!rc) rc = lu__answer_remove(s, id, e);
	if (!rc) rc = lu__outline_remove(s, id, e);
	if (!rc) rc = lu__concepts_forget(s, id, e);
	if (!rc) rc = lu__stmt(s, "DELETE FROM file WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "ki", id);
	if (!rc) rc = lu__run(s, st, "remove the file", e);
	if (!rc) *removed += (int64_t)n;
	lu_arena_free(&a);
	return rc;
}

/* An id and where it stands. */
typedef struct place {
	const char *uuid;
	size_t at;
} place;

/* One call of lu_store_put(). */
typedef struct put {
	lu_store *s;
	int64_t file;
	lu_stored *v;
	size_t n;
	lu_put_counts *c;
	const lu_element *module;
	int64_t module_row;
	size_t *line; /* offsets of the module's lines */
	size_t n_lines;
	size_t search;       /* bytes that may still be searched for code */
	struct place *place; /* of each element, by id */
	size_t *last;        /* last[i]: the last element with the id of element i */
	int64_t *bare;       /* rows that have no text any more */
	size_t n_bare;
	lu_arena a;
	lu_err *e;
} put;

/* The rows that the file has now. */
typedef struct old_row {
	char uuid[LU_ID];
	int64_t id, parent, code_of, code_at;
	uint64_t hash;
	bool seen, text; /* text: a vector and a full-text row may be made of it */
} old_row;

static int by_uuid(const void *px, const void *py)
{
	return strcmp(((const old_row *)px)->uuid, ((const old_row *)py)->uuid);
}

static lu_code read_old(put *p, old_row **out, size_t *n)
{
	sqlite3_stmt *st = NULL;
	old_row *v = NULL;
	size_t count = 0;
	lu_code rc = lu__stmt(p->s,
			      "SELECT uuid, id, hash, code_of, code_at, parent, text_hash <> 0 FROM element"
			      " INDEXED BY element_file WHERE tenant = ? AND kb = ? AND file = ?",
			      &st, p->e, "ki", p->file);

	while (!rc && !(rc = lu__step(p->s, st, "list the file's elements", p->e))) {
		old_row *w = lu_arena_grow(&p->a, v, count, sizeof *w);
		lu_str uuid = lu__text(st, 0);

		if (!w) {
			rc = lu_nomem(p->e);
			break;
		}
		w[count] = (old_row){ .id = sqlite3_column_int64(st, 1),
				      .hash = (uint64_t)sqlite3_column_int64(st, 2),
				      .code_of = sqlite3_column_int64(st, 3),
				      .code_at = sqlite3_column_int64(st, 4),
				      .parent = sqlite3_column_int64(st, 5),
				      .text = sqlite3_column_int(st, 6) != 0 };
		if (uuid.n < LU_ID) memcpy(w[count].uuid, uuid.s, uuid.n);
		count++;
		v = w;
	}
	if ((rc = lu__end(st, rc))) return rc;
	if (count) qsort(v, count, sizeof *v, by_uuid);
	*out = v;
	*n = count;
	return LU_OK;
}

static old_row *find_old(old_row *v, size_t n, const char *uuid)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, n, strcmp(v[at].uuid, uuid) < 0);
	return at < n && !strcmp(v[at].uuid, uuid) ? &v[at] : NULL;
}

/* A list as JSON text, NULL-able when empty; views live in the arena. */
static lu_code list_text(put *p, lu_strs v, lu_str *out)
{
	lu_jw w;

	*out = lu_strn(NULL, 0);
	if (!v.n) return LU_OK;
	lu_jw_init(&w);
	lu_jw_strs(&w, NULL, v);
	if (!w.out.oom) *out = lu_arena_dup(&p->a, lu_buf_str(&w.out));
	lu_jw_free(&w);
	return out->s ? LU_OK : lu_nomem(p->e);
}

static lu_code parameters_text(put *p, const lu_element *el, lu_str *out)
{
	lu_jw w;

	*out = lu_strn(NULL, 0);
	if (!el->parameters.n) return LU_OK;
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '[');
	for (size_t i = 0; i < el->parameters.n; i++) {
		const lu_param *q = &el->parameters.v[i];

		lu_jw_open(&w, NULL, '[');
		lu_jw_str(&w, NULL, q->name);
		lu_jw_str(&w, NULL, q->type);
		lu_jw_str(&w, NULL, q->def);
		lu_jw_close(&w, ']');
	}
	lu_jw_close(&w, ']');
	if (!w.out.oom) *out = lu_arena_dup(&p->a, lu_buf_str(&w.out));
	lu_jw_free(&w);
	return out->s ? LU_OK : lu_nomem(p->e);
}

/* Where the code of `el` stands in the module's: the first place on its start line. Ten thousand elements on
 * one long line are not worth the search. */
static bool find_code(put *p, const lu_element *el, int64_t *at)
{
	lu_str m;
	size_t from, to;
	const char *hit;

	if (!p->module || el == p->module || !el->code.n || el->start_line == 0 || el->start_line > p->n_lines)
		return false;
	m = p->module->code;
	if (el->code.s >= m.s && el->code.s + el->code.n <= m.s + m.n) { /* as the parser gives it */
		*at = el->code.s - m.s;
		return true;
	}
	from = p->line[el->start_line - 1];
	to = el->start_line < p->n_lines ? p->line[el->start_line] : m.n;
	to = el->code.n <= m.n - to ? to + el->code.n - 1 : m.n;
	if (p->search < to - from) return false;
	hit = memmem(m.s + from, to - from, el->code.s, el->code.n);
	p->search -= hit ? (size_t)(hit - m.s) - from : to - from;
	*at = hit ? hit - m.s : 0;
	return hit != NULL;
}

static lu_code find_lines(put *p)
{
	lu_str m = p->module->code;
	size_t n = 1;

	for (size_t i = 0; i < m.n; i++) n += m.s[i] == '\n';
	p->line = lu_arena_calloc(&p->a, n, sizeof *p->line);
	if (!p->line) return lu_nomem(p->e);
	for (size_t i = 0; i < m.n; i++)
		if (m.s[i] == '\n') p->line[++p->n_lines] = i + 1;
	p->n_lines++;
	p->search = 64 * m.n + (1 << 20);
	return LU_OK;
}

static int64_t parent_row(const put *p, size_t i)
{
	lu_str parent = p->v[i].el.parent;
	size_t at;

	LU_LOWER_BOUND(at, 0, parent.n ? p->n : 0, lu_str_cmp(lu_strz(p->place[at].uuid), parent) < 0);
	if (!parent.n || at == p->n || !lu_str_eqz(parent, p->place[at].uuid)) return 0;
	at = p->last[p->place[at].at];
	return at < i ? p->v[at].id : 0;
}

/* Insert element `i`, or rewrite its row when `row` is not 0. */
static lu_code write_element(put *p, size_t i, int64_t row)
{
	static const char drop[] = "DELETE FROM element WHERE tenant = ? AND kb = ? AND id = ?";
	static const char add[] =
		"INSERT INTO element(id, tenant, kb, file, parent, uuid_key, name_key, uuid, type, name, ordinal,"
		" start_line, end_line, language, signature, docstring, explanation, return_type, is_async,"
		" parameters, decorators, dependencies, methods, assignments, extra, size, sha256, hash,"
		" text_hash, code_of, code_at, code_n, parent_uuid, code)"
		" VALUES(nullif(?3, 0), ?1, ?2, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
		" ?19, ?20, ?21, ?22, ?23, ?24, ?25, nullif(?26, -1), ?27, ?28, ?29, nullif(?30, 0), ?31, ?32, ?33,"
		" ?34)";
	const lu_stored *v = &p->v[i];
	const lu_element *el = &v->el;
	lu_str params, decorators, deps, methods, assigns;
	int64_t at = 0, parent = p->v[i].parent_id;
	bool slice = find_code(p, el, &at);
	sqlite3_stmt *st = NULL;
	lu_code rc = parameters_text(p, el, &params);

	if (!rc) rc = list_text(p, el->decorators, &decorators);
	if (!rc) rc = list_text(p, el->dependencies, &deps);
	if (!rc) rc = list_text(p, el->methods, &methods);
	if (!rc) rc = list_text(p, el->assignments, &assigns);
	if (!rc && row) rc = lu__stmt(p->s, drop, &st, p->e, "ki", row);
	if (!rc && row) rc = lu__run(p->s, st, "rewrite an element", p->e);
	if (!rc)
		rc = lu__stmt(p->s, add, &st, p->e, "kiiiiitttiiitTTTTiTTTTTTiTiiiiiTT", row, p->file, parent,
			      lu__uuid_key(lu_strz(el->id)), lu__name_key(el->name), lu_strz(el->id), el->type,
			      el->name, (int64_t)el->ordinal, (int64_t)el->start_line, (int64_t)el->end_line,
			      el->language, el->signature, el->docstring, el->explanation, el->return_type,
			      (int64_t)el->is_async, params, decorators, deps, methods, assigns, el->extra, el->size,
			      el->sha256, (int64_t)v->hash, (int64_t)v->text_hash, slice ? p->module_row : (int64_t)0,
			      slice ? at : (int64_t)0, slice ? (int64_t)el->code.n : (int64_t)0,
			      parent ? lu_strn(NULL, 0) : el->parent, slice ? lu_strn(NULL, 0) : el->code);
	if (!rc) rc = lu__run(p->s, st, "write an element", p->e);
	if (rc) return rc;
	p->v[i].fresh = row == 0;
	if (!row) row = sqlite3_last_insert_rowid(p->s->db);
	p->v[i].id = row;
	if (el == p->module) p->module_row = row;
	return LU_OK;
}

/* An element that moved in from another file (one id, two files, as other tools' records may have it)
 * leaves its old row. Code that is a part of its text must be kept. */
static lu_code take_over(put *p, const char *uuid)
{
	static const char keep[] =
		"UPDATE element AS e SET code = CAST(substr(CAST(m.code AS BLOB), e.code_at + 1, e.code_n) AS TEXT),"
		" code_of = NULL, code_at = NULL, code_n = NULL FROM element AS m WHERE e.tenant = ?1 AND e.kb = ?2"
		" AND e.code_of = ?3 AND m.id = ?3 AND m.tenant = ?1 AND m.kb = ?2 AND m.file = e.file";
	sqlite3_stmt *st = NULL;
	int64_t id = 0, file = 0;
	lu_code rc = lu_store_find(p->s, lu_strz(uuid), &id, p->e);

	if (rc || !id) return rc;
	rc = lu__stmt(p->s, keep, &st, p->e, "ki", id);
	if (!rc) rc = lu__run(p->s, st, "keep the code of elements", p->e);
	if (rc) return rc;
	p->c->removed++;
	rc = lu__stmt(p->s, "SELECT file FROM element WHERE tenant = ? AND kb = ? AND id = ?", &st, p->e, "ki", id);
	if (!rc) rc = lu__int(p->s, st, 0, &file, "find an element", p->e);
	if (!rc) rc = remove_element(p->s, id, p->e);
	return rc ? rc : lu__outline_drop(p->s, file, id, p->e);
}

/* An equal element whose place in the module's text moved: its row must say where it is now. */
static bool moved(put *p, size_t i, const old_row *o)
{
	int64_t at = 0;
	bool slice = find_code(p, &p->v[i].el, &at);

	return slice ? o->code_of != p->module_row || o->code_at != at : o->code_of != 0;
}

static lu_code note_bare(put *p, int64_t id)
{
	int64_t *v = lu_arena_grow(&p->a, p->bare, p->n_bare, sizeof *v);

	if (!v) return lu_nomem(p->e);
	p->bare = v;
	v[p->n_bare++] = id;
	return LU_OK;
}

static lu_code put_element(put *p, size_t i, old_row *old, size_t n_old)
{
	old_row *o = find_old(old, n_old, p->v[i].el.id);
	lu_code rc;

	p->v[i].parent_id = parent_row(p, i);
	p->v[i].fresh = false;
	if (o) o->seen = true;
	if (o && o->hash == p->v[i].hash) {
		/* equal, but what it names as its parent came or went */
		bool adopted = p->v[i].parent_id != o->parent;

		p->v[i].id = o->id;
		if (&p->v[i].el == p->module) p->module_row = o->id;
		p->c->unchanged++;
		if (adopted && (rc = lu__bump(p->s, p->e))) return rc;
		return adopted || moved(p, i, o) ? write_element(p, i, o->id) : LU_OK;
	}
	if ((rc = lu__bump(p->s, p->e))) return rc;
	if (!o && (rc = take_over(p, p->v[i].el.id))) return rc;
	if (o && o->text && !p->v[i].text_hash && (rc = note_bare(p, o->id))) return rc;
	if (o) p->c->changed++;
	else p->c->added++;
	return write_element(p, i, o ? o->id : 0);
}

/* The module must be written first: the others refer to its text. */
static void find_module(put *p)
{
	for (size_t i = 0; i < p->n && !p->module; i++)
		if (!p->v[i].el.parent.n && p->v[i].el.sha256.n) p->module = &p->v[i].el;
	if (p->n && (p->module != &p->v[0].el || p->last[0])) p->module = NULL;
}

static int by_place(const void *px, const void *py)
{
	const place *x = px, *y = py;
	int c = strcmp(x->uuid, y->uuid);

	return c ? c : (x->at > y->at) - (x->at < y->at);
}

static lu_code find_twins(put *p)
{
	place *v = lu_arena_calloc(&p->a, p->n + 1, sizeof *v);

	p->place = v;
	p->last = lu_arena_calloc(&p->a, p->n + 1, sizeof *p->last);
	if (!v || !p->last) return lu_nomem(p->e);
	for (size_t i = 0; i < p->n; i++) {
		v[i] = (place){ p->v[i].el.id, i };
		p->v[i].id = 0;
	}
	qsort(v, p->n, sizeof *v, by_place);
	for (size_t i = p->n; i-- > 0;) {
		bool twin = i + 1 < p->n && strcmp(v[i].uuid, v[i + 1].uuid) == 0;

		p->last[v[i].at] = twin ? p->last[v[i + 1].at] : v[i].at;
	}
	return LU_OK;
}

static lu_code need_file(put *p, lu_str *language)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(p->s, "SELECT language FROM file WHERE tenant = ? AND kb = ? AND id = ?", &st, p->e, "ki",
			      p->file);

	if (!rc) rc = lu__step(p->s, st, "find the file", p->e);
	if (rc == LU_DONE) return lu_fail(p->e, LU_ENOENT, "file %lld is gone", (long long)p->file);
	if (rc) return rc;
	*language = lu__copy(st, 0, &p->a);
	sqlite3_reset(st);
	return language->s ? LU_OK : lu_nomem(p->e);
}

/* What has no text has neither a vector nor a full-text row. */
static lu_code drop_derived(put *p)
{
	lu_code rc = p->n_bare ? lu__docs_remove(p->s, p->bare, p->n_bare, p->e) : LU_OK;

	for (size_t i = 0; i < p->n_bare && !rc; i++) {
		static const char *const sql[] = {
			"DELETE FROM embedding WHERE tenant = ? AND kb = ? AND element = ?",
			"DELETE FROM words WHERE tenant = ? AND kb = ? AND element = ?",
		};

		rc = lu__run_each(p->s, sql, sizeof sql / sizeof *sql, &p->bare[i], "drop what was made of an element",
				  p->e);
		if (!rc) rc = lu__dirty(p->s, p->bare[i], p->e);
	}
	return rc;
}

/* The outline takes each element once, and counts those that have no symbol. */
static lu_code put_outline(put *p, lu_str language)
{
	lu_stored *v = lu_arena_calloc(&p->a, p->n, sizeof *v);
	size_t n = 0;
	int64_t listed = 0;

	if (!v) return lu_nomem(p->e);
	for (size_t i = 0; i < p->n; i++) {
		if (p->last[i] != i) continue;
		if (p->v[i].listed) listed += p->v[i].parent_id != 0;
		else v[n++] = p->v[i];
	}
	return lu__outline_put(p->s, p->file, language, v, n, listed, p->e);
}

/* How much of the file was not understood; what other tools have read does not tell. */
static lu_code put_unparsed(put *p)
{
	sqlite3_stmt *st = NULL;
	lu_lines *v = NULL;
	size_t n = 0;
	int64_t sum = -1;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n && sum < 0 && !rc; i++) {
		const lu_element *el = &p->v[i].el;

		if (el->parent.n || !el->sha256.n) continue;
		rc = lu_unparsed_lines(el->extra, &p->a, &v, &n, p->e);
		sum = 0;
	}
	for (size_t i = 0; i < n; i++) sum += (int64_t)v[i].last - v[i].first + 1;
	if (!rc)
		rc = lu__stmt(p->s,
			      "UPDATE file SET unparsed = nullif(?3, -1) WHERE tenant = ?1 AND kb = ?2 AND id = ?4 AND"
			      " unparsed IS NOT nullif(?3, -1)",
			      &st, p->e, "kii", sum, p->file);
	return rc ? rc : lu__run(p->s, st, "note what was not parsed", p->e);
}

lu_code lu_store_put(lu_store *s, int64_t file, lu_stored *v, size_t n, lu_put_counts *c, lu_err *e)
{
	put p = { .s = s, .file = file, .v = v, .n = n, .c = c, .e = e };
	old_row *old = NULL;
	size_t n_old = 0;
	lu_str language = { NULL, 0 };
	lu_put_counts before = *c;
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = need_file(&p, &language);
	if (!rc) rc = find_twins(&p);
	if (!rc) rc = read_old(&p, &old, &n_old);
	if (!rc) find_module(&p);
	if (!rc && p.module) rc = find_lines(&p);
	for (size_t i = 0; i < n && !rc; i++)
		if (p.last[i] == i) rc = put_element(&p, i, old, n_old);
	if (!rc) rc = drop_derived(&p);
	for (size_t i = 0; i < n && !rc; i++) {
		v[i].id = v[p.last[i]].id;
		v[i].file = file;
	}
	for (size_t i = 0; i < n_old && !rc; i++) {
		if (old[i].seen) continue;
		c->removed++;
		rc = remove_element(s, old[i].id, e);
	}
	if (!rc && (c->added != before.added || c->changed != before.changed || c->removed != before.removed))
		rc = lu__concepts_forget(s, file, e);
	if (!rc) rc = put_outline(&p, language);
	if (!rc) rc = put_unparsed(&p);
	lu_arena_free(&p.a);
	return rc;
}
