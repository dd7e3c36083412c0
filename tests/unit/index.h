/* SPDX-License-Identifier: MIT
 * What the tests of the phases share: trees and stores on disk, and what a store holds as text. */
#ifndef LU_UNIT_INDEX_H
#define LU_UNIT_INDEX_H

#include "ok.h"
#include "random.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/file.h"
#include "lucus/index.h"
#include "store/postings.h"

static char top[PATH_MAX]; /* the folder of this run */
static lu_embedder *model;

/* ---- trees and stores on disk ---- */

static inline int remove_one(const char *path, const struct stat *st, int type, struct FTW *f)
{
	(void)st, (void)type, (void)f;
	return remove(path);
}

static inline int make_top(void **state)
{
	const char *dir = getenv("TMPDIR");
	static const lu_embed_config config = { .provider = NULL };

	(void)state;
	snprintf(top, sizeof top, "%s/lucus-index-XXXXXX", dir && *dir ? dir : "/tmp");
	if (!mkdtemp(top) || chmod(top, 0755)) return -1;
	return lu_embedder_open(&config, &model, &err) ? -1 : 0;
}

static inline int clear_top(void **state)
{
	(void)state;
	lu_embedder_close(model);
	nftw(top, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return 0;
}

static inline const char *in_top(const char *rel)
{
	static char path[4][2 * PATH_MAX];
	static int i;

	i = (i + 1) % 4;
	snprintf(path[i], sizeof path[i], "%s/%s", top, rel);
	return path[i];
}

static inline void put_n(const char *rel, const char *text, size_t n)
{
	char path[2 * PATH_MAX];
	FILE *f;

	snprintf(path, sizeof path, "%s", in_top(rel));
	for (char *p = path + strlen(top) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		if (mkdir(path, 0755) < 0) assert_int_equal(errno, EEXIST);
		*p = '/';
	}
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static inline void put(const char *rel, const char *text)
{
	put_n(rel, text, strlen(text));
}

static inline lu_store *open_store(const char *name)
{
	lu_store *s = NULL;

	OK(lu_store_open(&s, in_top(name), LU_STORE_WRITE, 0, &err));
	OK(lu_store_use(s, "default", "main", &err));
	return s;
}

static inline lu_store *new_store(const char *name)
{
	static const char *const suffix[] = { "", "-wal", "-shm" };
	char path[PATH_MAX];

	for (size_t i = 0; i < 3; i++) {
		snprintf(path, sizeof path, "%s%s", name, suffix[i]);
		unlink(in_top(path));
	}
	return open_store(name);
}

static inline lu_counts ingest_with(lu_store *s, const char *root, const char *sub, const lu_tree_options *o,
				    const lu_watch *w)
{
	lu_counts c = { 0 };

	OK(lu_ingest_tree(s, in_top(root), sub, o, w, &c, &err));
	return c;
}

static const lu_tree_options plain = { .jobs = 2 };

static inline lu_counts ingest(lu_store *s, const char *root)
{
	return ingest_with(s, root, "", &plain, NULL);
}

/* All phases; vectors and rows on the way or afterwards. */
static inline lu_counts sync_tree(lu_store *s, const char *root, bool on_the_way)
{
	lu_tree_options o = { .jobs = 2, .embed = on_the_way ? model : NULL, .rows = on_the_way };
	lu_counts c = ingest_with(s, root, "", &o, NULL);

	OK(lu_derive(s, model, true, 2, NULL, &c, &err));
	OK(lu_finish_index(s, 0, &c, &err));
	return c;
}

/* ---- a small tree ---- */

static const char tool_py[] =
	"\"\"\"Tools.\"\"\"\n\n\ndef hammer(nail):\n    \"\"\"Hit the nail.\"\"\"\n    return nail\n\n\n"
	"def saw(board):\n    hammer(board)\n    return board\n";

/* A store of one file, tree/tool.py. */
static inline lu_store *tools(const char *name)
{
	lu_store *s = new_store(name);

	put("tree/tool.py", tool_py);
	sync_tree(s, "tree", true);
	return s;
}

#define CHECK_PUT(counts, a, c, u, r) \
	do { \
		lu_put_counts put_ = (counts); \
\
		assert_int_equal(put_.added, a); \
		assert_int_equal(put_.changed, c); \
		assert_int_equal(put_.unchanged, u); \
		assert_int_equal(put_.removed, r); \
	} while (0)

/* ---- what a store holds, without row ids and stat data ---- */

#define UUID(id) "(SELECT uuid FROM element WHERE id = " id ")"

static const char *const content[] = {
	"SELECT 'file', path, language, sha256, size, parser, reason FROM file ORDER BY path",
	"SELECT 'element', e.uuid, f.path, " UUID(
		"e.parent") ", e.parent > 0, e.type, e.name, e.ordinal, e.start_line,"
			    " e.end_line, e.language, e.signature, e.docstring, e.explanation, e.return_type, "
			    "e.is_async, e.parameters,"
			    " e.decorators, e.dependencies, e.methods, e.assignments, e.extra, e.size, e.sha256, "
			    "e.hash, e.text_hash, " UUID(
				    "e.code_of") ", e.code_at, e.code_n, e.parent_uuid, c.code FROM element e LEFT "
						 "JOIN file f ON f.id = e.file"
						 " LEFT JOIN element_code c ON c.id = e.id ORDER BY e.uuid",
	"SELECT 'ref', " UUID("element") " u, seq, kind, name, receiver, module, alias, line, count FROM ref"
					 " ORDER BY u, seq",
	"SELECT 'edge', " UUID("src") " u, seq, " UUID("dst") " v, dst > 0, kind, grade, line, count, reason FROM edge"
							      " ORDER BY u, seq, v",
	"SELECT 'link', d.path, s.path FROM file_link l LEFT JOIN file d ON d.id = l.dst_file LEFT JOIN file s ON"
	" s.id = l.src_file ORDER BY d.path, s.path",
	"SELECT 'most', most_referred FROM kb",
	"SELECT 'group', f.path, c.n, c.key, c.topics, (SELECT group_concat(x) FROM (SELECT d.path || ' ' ||"
	" json_extract(c.ties, '$[' || (t.key + 1) || ']') AS x FROM json_each(c.ties) t LEFT JOIN file d ON d.id = "
	"t.value"
	" WHERE t.key % 2 = 0 ORDER BY d.path)), (SELECT group_concat(json_extract(t.value, '$[0]') || ' ' ||"
	" json_extract(t.value, '$[1]') || ' ' || json_extract(t.value, '$[2]')) FROM json_each(c.tree) t)"
	" FROM community_file c LEFT JOIN file f ON f.id = c.file ORDER BY f.path",
	"SELECT 'groups', (SELECT group_concat(json_extract(t.value, '$[0]') || ' ' || json_extract(t.value, '$[1]') "
	"|| ' ' ||"
	" json_extract(t.value, '$[2]')) FROM json_each(c.tree) t) FROM community c",
	"SELECT 'vector', " UUID("element") " u, hash, scale, hex(vector) FROM embedding ORDER BY u",
};

struct row_line {
	char *text;
};

static inline int by_line(const void *px, const void *py)
{
	return strcmp(((const struct row_line *)px)->text, ((const struct row_line *)py)->text);
}

struct row_lines {
	lu_store *s;
	lu_postings *p;
	const lu_docs *docs;
	struct row_line *v;
	size_t n;
	lu_arena a;
};

static inline lu_code add_line(void *ctx, lu_str token, uint32_t doc, const uint16_t tf[LU_FIELDS], lu_err *e)
{
	struct row_lines *l = ctx;
	lu_buf b = LU_BUF;
	lu_brief el;
	uint64_t hash = 0;

	if (lu_store_brief(l->s, lu_postings_element(l->p, doc), &l->a, &el, e)) return e->code;
	assert_true(lu_store_row_hash(l->s, el.id, &hash));
	lu_buf_addf(&b, "row|%s|%llx|%.*s", el.uuid, (unsigned long long)hash, LU_FMT(token));
	for (int f = 0; f < LU_FIELDS; f++) lu_buf_addf(&b, "|%d %d", tf[f], l->docs->length[doc][f]);
	l->v = lu_arena_grow(&l->a, l->v, l->n, sizeof *l->v);
	l->v[l->n++].text = (char *)lu_arena_dup(&l->a, lu_buf_str(&b)).s;
	lu_buf_free(&b);
	return LU_OK;
}

/* Who holds which token, whatever the order in which they came. */
static inline void dump_rows(lu_store *s, lu_buf *b)
{
	struct row_lines l = { .s = s };
	lu_postings *p = NULL;

	assert_int_equal(lu_postings_open(s, &p, &err), LU_OK);
	l.p = p;
	l.docs = lu_postings_docs(p);
	assert_int_equal(lu_postings_each(p, add_line, &l, &err), LU_OK);
	if (l.n) qsort(l.v, l.n, sizeof *l.v, by_line);
	for (size_t i = 0; i < l.n; i++) lu_buf_addf(b, "%s\n", l.v[i].text);
	lu_buf_addf(b, "%lld rows\n", (long long)l.docs->rows);
	lu_postings_close(p);
	lu_arena_free(&l.a);
}

/* One line for each row; line breaks in values do not matter for a comparison. */
static inline lu_buf dump(lu_store *s)
{
	lu_buf b = LU_BUF;
	sqlite3 *db = NULL;

	dump_rows(s, &b);
	assert_int_equal(sqlite3_open_v2(lu_store_path(s), &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	for (size_t i = 0; i < sizeof content / sizeof *content; i++) {
		sqlite3_stmt *st = NULL;

		if (sqlite3_prepare_v2(db, content[i], -1, &st, NULL)) fail_msg("%s", sqlite3_errmsg(db));
		while (sqlite3_step(st) == SQLITE_ROW) {
			for (int k = 0; k < sqlite3_column_count(st); k++) {
				const char *v = (const char *)sqlite3_column_text(st, k);

				lu_buf_adds(&b, v ? v : "(null)");
				lu_buf_addc(&b, k + 1 < sqlite3_column_count(st) ? '|' : '\n');
			}
		}
		assert_int_equal(sqlite3_finalize(st), SQLITE_OK);
	}
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_false(b.oom);
	return b;
}

static inline void check_equal(lu_store *x, lu_store *y, const char *when)
{
	lu_buf a = dump(x), b = dump(y);
	size_t i = 0, from;

	while (i < a.len && i < b.len && a.s[i] == b.s[i]) i++;
	if (i < a.len || i < b.len) {
		for (from = i; from && a.s[from - 1] != '\n';) from--;
		fail_msg("%s: at byte %zu of the line: '%.600s'\nagainst '%.600s'", when, i - from, a.s + from,
			 b.s + from);
	}
	lu_buf_free(&a);
	lu_buf_free(&b);
}

static inline lu_code check_finding(void *ctx, const char *name, bool ok, const char *detail, lu_err *e)
{
	(void)e;
	if (!ok) fail_msg("check '%s': %s", name, detail ? detail : "");
	++*(int *)ctx;
	return LU_OK;
}

static inline void check_store(lu_store *s)
{
	int n = 0;

	OK(lu_index_check(s, check_finding, &n, &err));
	assert_true(n > 0);
}

/* Elements of file `path`, its reason in `reason`; -1: the store does not know it. */
static inline int elements_of(lu_store *s, const char *path, char *reason, size_t size)
{
	lu_arena a = { 0 };
	lu_file *f = NULL;
	lu_stored *v = NULL;
	size_t n = 0, k = 0;
	int found = -1;

	OK(lu_store_files(s, &a, &f, &n, &err));
	for (size_t i = 0; i < n; i++) {
		if (!lu_str_eqz(f[i].path, path)) continue;
		OK(lu_store_file_elements(s, f[i].id, true, &a, &v, &k, &err));
		found = (int)k;
		if (reason) snprintf(reason, size, "%.*s", LU_FMT(f[i].reason));
	}
	lu_arena_free(&a);
	return found;
}

#endif
