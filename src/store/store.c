/* SPDX-License-Identifier: MIT
 * Opening, and transactions. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "store/internal.h"

#define APPLICATION_ID 0x4c554355 /* "LUCU" */

static lu_code pragma_int(lu_store *s, const char *sql, int64_t *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = LU_OK;

	if (sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) || sqlite3_step(st) != SQLITE_ROW)
		rc = lu__db_fail(s, "read the store", e);
	else *out = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return rc;
}

/* Views are off in every handle; who writes says so before it begins. Those of our schema are named. */
static lu_code refuse_views(lu_store *s, lu_err *e)
{
	int64_t views;
	lu_code rc = pragma_int(s,
				"SELECT count(*) FROM sqlite_schema WHERE type = 'view'"
				" AND name NOT IN ('element_code', 'ref', 'edge')",
				&views, e);

	if (rc || !views) return rc;
	return lu_fail(e, LU_EFORMAT, "'%s' is not a store of lucus: it has a view in place of a table", s->path);
}

static lu_code refuse_newer(const lu_store *s, lu_err *e)
{
	if (s->version <= lu__schema_version) return LU_OK;
	return lu_fail(e, LU_EFORMAT, "the store '%s' has version %lld, made by a newer lucus (this one knows %d)",
		       s->path, (long long)s->version, lu__schema_version);
}

/* Whose file is it, and which version? An empty one has version 0 and no tables. */
static lu_code identify(lu_store *s, lu_err *e)
{
	int64_t app = 0, tables = 0;
	lu_code rc = pragma_int(s, "PRAGMA application_id", &app, e);

	if (!rc) rc = pragma_int(s, "PRAGMA user_version", &s->version, e);
	if (!rc && app != APPLICATION_ID) rc = pragma_int(s, "SELECT count(*) FROM sqlite_schema", &tables, e);
	if (rc) return rc;
	if (app != APPLICATION_ID && (app || tables || !s->write))
		return lu_fail(e, LU_EFORMAT, "'%s' is not a store of lucus", s->path);
	rc = refuse_newer(s, e);
	return rc || !s->write ? rc : refuse_views(s, e);
}

void lu__distrust(sqlite3 *db)
{
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

/* SQLite would wait for who writes to a FIFO, and no signal ends that. What it has beside the store it opens without
 * following links, and what it has no name for it keeps in memory. */
static lu_code check_files(const lu_store *s, lu_err *e)
{
	static const char *const beside[] = { "-journal", "-wal", "-shm" };
	lu_buf path = LU_BUF;
	struct stat st;
	size_t n;
	lu_code rc = LU_OK;

	if (!*s->path || !strcmp(s->path, ":memory:"))
		return lu_fail(e, LU_EUSAGE, "'%s' is no name for the file of a store", s->path);
	if (!stat(s->path, &st) && !S_ISREG(st.st_mode))
		return lu_fail(e, LU_EFORMAT, "'%s' is not a store of lucus: no regular file", s->path);
	rc = lu_file_place(s->path, &path, e);
	n = path.len;
	for (size_t i = 0; !rc && i < sizeof beside / sizeof *beside; i++) {
		lu_buf_trunc(&path, n);
		lu_buf_adds(&path, beside[i]);
		if (path.oom) rc = lu_nomem(e);
		else if (!lstat(path.s, &st) && !S_ISREG(st.st_mode))
			rc = lu_fail(e, LU_EFORMAT, "'%s', which is beside the store, is no regular file", path.s);
	}
	lu_buf_free(&path);
	return rc;
}

static lu_code open_db(lu_store *s, int flags, const char *name, lu_err *e)
{
	sqlite3_close(s->db);
	s->db = NULL;
	if (sqlite3_open_v2(name, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK) {
		sqlite3_extended_result_codes(s->db, 1);
		sqlite3_busy_timeout(s->db, 10000);
		lu__distrust(s->db);
		return LU_OK;
	}
	if (!s->db) return lu_nomem(e);
	return lu_fail(e, LU_EIO, "cannot open the store '%s': %s", s->path, sqlite3_errmsg(s->db));
}

/* Did SQLite fail for want of the -shm file, which it can not make? */
static bool lacks_shm(const lu_store *s)
{
	int code = sqlite3_errcode(s->db) & 0xff;

	return code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
}

/* Are there commits in the -wal file that are not in the store's own yet? */
static bool wal_waits(const lu_store *s)
{
	lu_buf path = LU_BUF;
	struct stat st;
	bool waits;

	waits = lu_file_place(s->path, &path, NULL) != LU_OK; /* SQLite follows links, too */
	lu_buf_adds(&path, "-wal");
	waits = waits || path.oom || (stat(path.s, &st) == 0 && st.st_size > 0);
	lu_buf_free(&path);
	return waits;
}

/* A reader needs the -shm file; where the folder can not be written and no -wal waits, the file can not
 * change under us either, and SQLite may read it alone. */
static lu_code open_immutable(lu_store *s, lu_err *e)
{
	lu_buf uri = LU_BUF;
	lu_code rc = LU_OK;

	lu_buf_adds(&uri, s->path[0] == '/' ? "file://" : "file:");
	for (const char *p = s->path; *p; p++) {
		if (strchr("%?#", *p)) lu_buf_addf(&uri, "%%%02x", (unsigned char)*p);
		else lu_buf_addc(&uri, *p);
	}
	lu_buf_adds(&uri, "?immutable=1");
	if (uri.oom) rc = lu_nomem(e);
	else rc = open_db(s, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, uri.s, e);
	lu_buf_free(&uri);
	return rc;
}

/* ---- mapped pages ---- */

/* Each fault maps 64 KB, a page of the store is 8 KB: to copy one that is read here or there takes half the time. A small store
 * is soon mapped as a whole, and who has read as much goes on to read it. */
#define SMALL (32 << 20) /* bytes */
#define MUCH  4096       /* pages */

static void map(lu_store *s, bool mapped)
{
	sqlite3_int64 most = mapped ? 2147418112 : 0;

	sqlite3_file_control(s->db, "main", SQLITE_FCNTL_MMAP_SIZE, &most);
	s->mapped = mapped;
}

static bool has_read_much(const lu_store *s)
{
	int pages = 0, most;

	return !sqlite3_db_status(s->db, SQLITE_DBSTATUS_CACHE_MISS, &pages, &most, 0) && pages >= MUCH;
}

void lu__map(lu_store *s)
{
	if (!s->write && !s->mapped) map(s, true);
}

void lu_store_read_scattered(lu_store *s)
{
	if (!s->write && !s->small && s->mapped && !has_read_much(s)) map(s, false);
}

/* ---- opening ---- */

static lu_code open_read(lu_store *s, lu_err *e)
{
	struct stat st;
	lu_code rc;

	if (access(s->path, R_OK)) {
		if (errno == ENOENT || errno == ENOTDIR) return lu_fail(e, LU_ENOENT, "no store at '%s'", s->path);
		return lu_fail(e, LU_EIO, "cannot read the store '%s': %s", s->path, strerror(errno));
	}
	rc = open_db(s, SQLITE_OPEN_READONLY, s->path, e);
	if (!rc) rc = identify(s, e);
	if (rc && s->db && lacks_shm(s) && !wal_waits(s)) {
		rc = open_immutable(s, e);
		if (!rc) rc = identify(s, e);
	}
	if (!rc && s->version < lu__schema_readable)
		rc = lu_fail(e, LU_EFORMAT, "the store '%s' is of an older version: run 'lucus sync' to migrate it",
			     s->path);
	if (!rc) rc = lu__exec(s, "PRAGMA mmap_size = 2147418112", "set up the store", e);
	s->mapped = true;
	s->small = stat(s->path, &st) || st.st_size <= SMALL;
	return rc;
}

static lu_code open_write(lu_store *s, double wait_s, lu_err *e)
{
	mode_t mask;
	lu_code rc = lu__lock_take(&s->lock, s->path, LU__LOCK_OFD, wait_s, e);

	if (rc) return rc;
	mask = umask(077);
	rc = open_db(s, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, s->path, e);
	if (!rc) rc = identify(s, e);
	if (!rc && s->version == 0)
		rc = lu__exec(s, "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL", "set up the store", e);
	umask(mask);
	if (!rc)
		rc = lu__exec(s,
			      "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;"
			      "PRAGMA mmap_size = 134217728; PRAGMA wal_autocheckpoint = 4000",
			      "set up the store", e);
	if (!rc && s->version < lu__schema_version) rc = lu__migrate(s, (int)s->version, e);
	if (!rc) s->version = lu__schema_version;
	return rc;
}

/* Statistics of SQLite's memory cost a lock for each allocation, and nobody reads them. Who reads from mapped memory
 * needs no pages on hand. */
static void configure(void)
{
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
	sqlite3_config(SQLITE_CONFIG_URI, 0); /* "file:x" is a file of that name, unless we say otherwise */
}

lu_code lu_store_open(lu_store **out, const char *path, lu_store_mode mode, double wait_s, lu_err *e)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	lu_store *s = calloc(1, sizeof *s);
	lu_code rc;

	*out = NULL;
	if (!s) return lu_nomem(e);
	pthread_once(&once, configure);
	s->pid = getpid();
	s->where_block = -1;
	s->write = mode == LU_STORE_WRITE;
	s->path = malloc(strlen(path) + 1);
	if (!s->path) {
		rc = lu_nomem(e);
	} else {
		memcpy(s->path, path, strlen(path) + 1);
		rc = check_files(s, e);
		if (!rc) rc = s->write ? open_write(s, wait_s, e) : open_read(s, e);
	}
	if (rc) lu_store_close(s);
	else *out = s;
	return rc;
}

lu_code lu_store_twin(lu_store *s, lu_store **out, lu_err *e)
{
	lu_store *twin = NULL;
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = lu_store_open(&twin, s->path, LU_STORE_READ, 0, e);
	if (rc) return rc;
	twin->tenant = s->tenant;
	twin->kb = s->kb;
	twin->dim = s->dim;
	*out = twin;
	return LU_OK;
}

void lu_store_close(lu_store *s)
{
	if (!s) return;
	lu__rows_forget(s);
	free(s->where);
	if (s->pid == getpid()) {
		if (s->in_txn) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
		lu__stmts_free(s);
		sqlite3_close(s->db);
	}
	lu__lock_drop(s->lock);
	free(s->path);
	free(s);
}

const char *lu_store_path(const lu_store *s)
{
	return s->path;
}

bool lu_store_is_written(const lu_store *s)
{
	return s->lock || lu__lock_held(s->path);
}

/* Who reads for long sees the store migrated by others. */
static lu_code see_version(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "PRAGMA user_version", &st, e, "");

	if (!rc) rc = lu__int(s, st, s->version, &s->version, "read the version of the store", e);
	return rc ? rc : refuse_newer(s, e);
}

lu_code lu_store_begin(lu_store *s, lu_err *e)
{
	lu_code rc = s->lock ? lu__lock_check(s->lock, e) : LU_OK;

	if (!rc) rc = lu__exec(s, s->write ? "BEGIN IMMEDIATE" : "BEGIN", "begin a transaction", e);
	if (rc) return rc;
	s->in_txn = true;
	s->bumped = s->touched = s->unread = false;
	s->n_came = s->n_changed = 0;
	s->dirty = -1;
	lu__map(s);
	if (!s->write && (rc = see_version(s, e))) lu_store_rollback(s);
	return rc;
}

lu_code lu_store_commit(lu_store *s, lu_err *e)
{
	lu_code rc = lu__exec(s, "COMMIT", "commit", e);

	if (rc) return rc;
	s->in_txn = false;
	return LU_OK;
}

lu_code lu_store_version(lu_store *s, int64_t *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "PRAGMA data_version", &st, e, "");

	return rc ? rc : lu__int(s, st, 0, out, "read the version of the store", e);
}

/* What the handle remembers of its knowledge base may have changed in the transaction; the knowledge
 * base itself may have been made there. */
static void forget_changes(lu_store *s)
{
	sqlite3_stmt *st;
	int64_t dim = -1;

	if (lu__stmt(s, "SELECT dim FROM kb WHERE tenant = ? AND id = ?", &st, NULL, "k") ||
	    lu__int(s, st, -1, &dim, "read the knowledge base", NULL) || dim < 0)
		s->tenant = s->kb = 0;
	s->dim = dim < 0 ? 0 : dim;
}

void lu_store_rollback(lu_store *s)
{
	if (!s->in_txn) return;
	sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	s->in_txn = false;
	s->where_block = -1;
	lu__rows_forget(s);
	if (s->write) forget_changes(s); /* who reads has changed nothing, and may be cut short again */
}

int64_t lu_store_changes(const lu_store *s)
{
	return sqlite3_total_changes64(s->db);
}
