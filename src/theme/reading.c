/* SPDX-License-Identifier: MIT
 * What communities are about: siblings are read together, for a name tells one from the others. */
#include "theme/reading.h"

#include <stdio.h>
#include <string.h>

#include "lucus/text.h"
#include "theme/naming.h"

#define NAMED     300 /* members whose names are read of a community */
#define SENTENCES 3   /* of a summary */
#define SENTENCE  300 /* bytes of one: what is longer is hardly one */

/* The id that people see of a community. */
static void theme_id(const lu_communities *c, uint32_t number, char out[LU_THEME_ID])
{
	snprintf(out, LU_THEME_ID, "c%016llx", (unsigned long long)lu_communities_get(c, number).key);
}

lu_code lu_theme_find(lu_communities *c, lu_str id, uint32_t *out, lu_err *e)
{
	lu_arena a = { 0 };
	uint32_t *todo = NULL;
	size_t n = 0;
	lu_code rc = LU_OK;

	*out = LU_COMMUNITY_NONE;
	if (id.n != LU_THEME_ID - 1) return LU_OK;
	for (uint32_t at = LU_COMMUNITY_NONE;; at = todo[--n]) {
		const uint32_t *child = NULL;
		size_t children = 0;
		char has[LU_THEME_ID];

		if (at != LU_COMMUNITY_NONE) theme_id(c, at, has);
		if (at != LU_COMMUNITY_NONE && lu_str_eqz(id, has)) *out = at;
		if (*out == LU_COMMUNITY_NONE) rc = lu_communities_children(c, at, &child, &children, e);
		for (size_t i = children; i-- > 0 && !rc;) {
			uint32_t *v = lu_arena_grow(&a, todo, n, sizeof *v);

			if (!v) rc = lu_nomem(e);
			else (todo = v)[n++] = child[i];
		}
		if (rc || !n || *out != LU_COMMUNITY_NONE) break;
	}
	lu_arena_free(&a);
	return rc;
}

/* ---- places ---- */

/* What all paths begin with, up to the last '/'; of one file its path. */
static lu_code place_of(lu_store *s, lu_communities *c, uint32_t number, lu_arena *a, lu_theme *out, lu_err *e)
{
	int64_t *file = NULL;
	size_t n = 0;
	lu_code rc = lu_communities_files(c, number, a, &file, &n, e);

	out->files = (int64_t)n;
	out->path = lu_strn("", 0);
	for (size_t i = 0; i < n && !rc; i++) {
		lu_str path = { "", 0 };
		size_t same = 0;

		rc = lu_store_file_path(s, file[i], a, &path, e);
		if (rc == LU_ENOENT) rc = LU_OK;
		if (n == 1) out->path = path;
		else if (!i) out->path = lu_strn(path.s, path.n - lu_str_after_last(path, '/').n);
		for (size_t k = 0; n > 1 && k < path.n && k < out->path.n && path.s[k] == out->path.s[k]; k++)
			if (path.s[k] == '/') same = k + 1;
		if (n > 1) out->path.n = same;
	}
	return rc;
}

/* ---- words ---- */

static lu_code count_element(lu_store *s, int64_t id, lu__vocabulary *v, lu__word_list *list, lu_err *e)
{
	lu_arena a = { 0 };
	lu_brief b;
	lu_code rc = lu_store_brief(s, id, &a, &b, e);

	if (!rc && !lu_str_eqz(b.type, "block")) rc = lu__count_words(v, lu_simple_name(b.name), 1, list, e);
	lu_arena_free(&a);
	return rc == LU_ENOENT ? LU_OK : rc;
}

/* Of many members some do, evenly spread. */
static lu_code count_members(lu_store *s, lu_communities *c, uint32_t number, lu__vocabulary *v, lu__word_list *list,
			     lu_err *e)
{
	lu_arena a = { 0 };
	int64_t *id = NULL, *file = NULL;
	size_t n = 0, n_file = 0, some;
	lu_code rc = lu__looked_members(s, c, number, &a, &id, &n, e);

	some = n < NAMED ? n : NAMED;
	v->lists++;
	for (size_t i = 0; i < some && !rc; i++) rc = count_element(s, id[i * n / some], v, list, e);
	if (!rc) rc = lu_communities_files(c, number, &a, &file, &n_file, e);
	some = n_file < NAMED ? n_file : NAMED;
	for (size_t i = 0; i < some && !rc; i++) {
		lu_str path;

		rc = lu_store_file_path(s, file[i * n_file / some], &a, &path, e);
		if (!rc) rc = lu__count_words(v, path, 1, list, e);
		if (!rc) rc = lu__count_words(v, lu_str_after_last(path, '/'), 1, list, e);
		if (rc == LU_ENOENT) rc = LU_OK;
	}
	lu_arena_free(&a);
	return rc;
}

/* ---- siblings ---- */

/* Communities of one parent, with their names. */
struct family {
	uint32_t parent;
	const uint32_t *child;
	size_t n;
	lu_theme *theme; /* name, words and place of each */
};

static lu_code read_family(lu_store *s, lu_communities *c, uint32_t parent, lu_arena *a, struct family *f, lu_err *e)
{
	lu__vocabulary v = { .a = a }, spoken = { .a = a };
	lu__word_list *list, *concepts;
	lu_strs *words;
	lu_str *path, *name;
	lu_code rc = lu_communities_children(c, parent, &f->child, &f->n, e);

	if (rc) return rc;
	f->parent = parent;
	f->theme = lu_arena_calloc(a, f->n, sizeof *f->theme);
	list = lu_arena_calloc(a, f->n, sizeof *list);
	concepts = lu_arena_calloc(a, f->n, sizeof *concepts);
	words = lu_arena_calloc(a, f->n, sizeof *words);
	path = lu_arena_calloc(a, f->n, sizeof *path);
	name = lu_arena_calloc(a, f->n, sizeof *name);
	if (!f->theme || !list || !concepts || !words || !path || !name) return lu_nomem(e);
	for (size_t i = 0; i < f->n && !rc; i++) {
		rc = place_of(s, c, f->child[i], a, &f->theme[i], e);
		path[i] = f->theme[i].path;
		if (!rc) rc = count_members(s, c, f->child[i], &v, &list[i], e);
		if (!rc) rc = lu__count_concepts(s, c, f->child[i], &spoken, &concepts[i], e);
	}
	for (size_t i = 0; i < f->n && !rc; i++) {
		rc = lu__telling_words(&v, &list[i], 1, LU__WORDS, &words[i], e);
		if (!rc) rc = lu__telling_words(&spoken, &concepts[i], 2, LU__CONCEPTS, &f->theme[i].concepts, e);
	}
	if (!rc) rc = lu__make_names(words, path, f->n, a, name, e);
	for (size_t i = 0; i < f->n && !rc; i++) {
		f->theme[i].name = name[i];
		f->theme[i].words = words[i];
	}
	return rc;
}

/* The family of the communities with that parent; read once. */
static lu_code family_of(lu_store *s, lu_communities *c, uint32_t parent, lu_arena *a, struct family **v, size_t *n,
			 const struct family **out, lu_err *e)
{
	struct family *w;
	lu_code rc;

	for (size_t i = 0; i < *n; i++)
		if ((*v)[i].parent == parent) {
			*out = &(*v)[i];
			return LU_OK;
		}
	if (!(w = lu_arena_grow(a, *v, *n, sizeof *w))) return lu_nomem(e);
	*v = w;
	rc = read_family(s, c, parent, a, &w[*n], e);
	if (!rc) *out = &w[(*n)++];
	return rc;
}

static void copy_name(const struct family *f, uint32_t number, lu_theme *out)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->child[i] == number) *out = f->theme[i];
}

/* ---- members ---- */

static lu_code read_members(lu_store *s, lu_communities *c, uint32_t number, size_t most, lu_arena *a, lu_theme *out,
			    lu_err *e)
{
	int64_t *id = NULL;
	size_t n = 0;
	lu_code rc = most ? lu_communities_members(c, number, a, &id, &n, e) : LU_OK;

	if (rc) return rc;
	if (n > most) n = most;
	if (!(out->member = lu_arena_calloc(a, n, sizeof *out->member))) return lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) {
		rc = lu_store_brief(s, id[i], a, &out->member[out->n_member].el, e);
		if (!rc) out->n_member++;
		if (rc == LU_ENOENT) rc = LU_OK;
	}
	return rc;
}

/* What a section says below its heading. */
static lu_str without_heading(lu_str text)
{
	text = lu_str_trim(text);
	while (text.n && text.s[0] == '#') {
		(void)lu_str_take(&text, '\n');
		text = lu_str_trim(text);
	}
	return text;
}

/* Sentences of what is documented: the entry points, then the first members that are. */
static lu_code add_sentence(lu_store *s, int64_t id, lu_buf *b, int *n, lu_err *e)
{
	lu_arena a = { 0 };
	lu_stored el;
	lu_code rc = lu_store_source(s, id, &a, &el, e);
	lu_str text = rc ? lu_strn("", 0) : lu_str_trim(lu_first_sentence(el.el.docstring));

	if (!rc && !text.n && lu_str_eqz(el.el.type, "section"))
		text = lu_str_trim(lu_first_sentence(without_heading(el.el.code)));
	if (text.n && text.n <= SENTENCE && !(b->len && memmem(b->s, b->len, text.s, text.n))) {
		if (b->len) lu_buf_addc(b, ' ');
		for (size_t i = 0; i < text.n; i++) lu_buf_addc(b, text.s[i] == '\n' ? ' ' : text.s[i]);
		++*n;
	}
	lu_arena_free(&a);
	return rc == LU_ENOENT ? LU_OK : rc;
}

static lu_code summarise(lu_store *s, lu_communities *c, uint32_t number, lu_arena *a, lu_theme *out, lu_err *e)
{
	lu_buf b = LU_BUF;
	int64_t *id = NULL;
	size_t n = 0;
	int sentences = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < out->n_entry && sentences < SENTENCES && !rc; i++)
		rc = add_sentence(s, out->entry[i].el.id, &b, &sentences, e);
	if (!rc && sentences < SENTENCES) rc = lu__looked_members(s, c, number, a, &id, &n, e);
	for (size_t i = 0; i < n && i < NAMED && sentences < SENTENCES && !rc; i++)
		rc = add_sentence(s, id[i], &b, &sentences, e);
	if (!rc && b.oom) rc = lu_nomem(e);
	if (!rc && !(out->summary = lu_arena_dup(a, lu_buf_str(&b))).s) rc = lu_nomem(e);
	lu_buf_free(&b);
	return rc;
}

/* ---- all of it ---- */

static lu_code read_theme(lu_store *s, lu_communities *c, uint32_t number, size_t members, lu_arena *a, lu_theme *out,
			  lu_err *e)
{
	lu_community x;
	const uint32_t *child = NULL;
	size_t n = 0;
	lu_code rc = lu_communities_children(c, number, &child, &n, e);

	x = lu_communities_get(c, number);
	theme_id(c, number, out->id);
	if (x.parent != LU_COMMUNITY_NONE) theme_id(c, x.parent, out->parent);
	out->level = x.level;
	out->size = x.size;
	out->below = (int64_t)n;
	return rc || !x.leaf ? rc : read_members(s, c, number, members, a, out, e);
}

lu_code lu_themes_read(lu_store *s, lu_communities *c, const uint32_t *number, size_t n, size_t members, lu_arena *a,
		       lu_theme *out, lu_err *e)
{
	struct family *family = NULL;
	size_t families = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		const struct family *f = NULL;

		out[i] = (lu_theme){ .size = 0 };
		rc = family_of(s, c, lu_communities_get(c, number[i]).parent, a, &family, &families, &f, e);
		if (!rc) copy_name(f, number[i], &out[i]);
		if (!rc) rc = read_theme(s, c, number[i], members, a, &out[i], e);
	}
	if (!rc) rc = lu__read_ties(s, c, number, n, a, out, e);
	for (size_t i = 0; i < n && !rc; i++) rc = summarise(s, c, number[i], a, &out[i], e);
	return rc;
}
