/* SPDX-License-Identifier: MIT
 * The schema, and how a store gets from one version to the next.
 *
 * One file holds many knowledge bases. `tenant` and `kb` are in every table, in every key that is
 * not a row id, and in every statement: a statement without both is a defect. Row ids never leave the
 * store; what others see is the UUID. Those of elements and knowledge bases are never used again: what
 * still speaks of a removed one (edges until they are resolved, full text until it is pruned, a reader's
 * handle) must not meet another.
 *
 *   file       every file that was looked at, with the stat data that saves reading it again, the hash
 *              that decides whether it changed, and the reason when it is not indexed. unparsed: its lines that no
 *              call can have been read from, as its module's record says; NULL: not known.
 *   element    the code elements. Lists are JSON text, NULL when empty. `hash` covers the whole record
 *              and text_hash, and decides whether a row must be written; `text_hash` covers the text that vectors
 *              and full text are made of, with the names of what the element is in. Source is stored once: the
 *              module element holds the file's text, the others refer to a range of it (code_of, code_at, code_n, in
 *              bytes), unless their code is not there (records of other tools). The view `element_code` joins them.
 *   outline    what the resolver needs of a file, packed (pack.h): its symbols; its imports and bases; its
 *              calls and mentions as written. The view `ref` shows the references as rows. `listed` counts the
 *              contained elements that have no symbol: entries of long tables, whose text_hash is 0.
 *   due        the dirty files, whose references must be resolved again. touched: the changed names, which a file
 *              began or ceased to define since the last time, so that files which write them are dirty too; an
 *              empty name means every name, and the path of a module that came or went stands for its name (outline.h). (Tables and columns keep the names that they were released with.)
 *   answer     the resolutions of a file's references, packed, made by the resolver from the outlines alone, with
 *              the number of edges of each grade. The view `edge` shows them as rows, together with the
 *              CONTAINS edges that element.parent gives.
 *   reads      what the answers of a file have read (reached.c): row ids of files, rising, and hashes of names that were looked for in
 *              all files, as distances in varints, behind the number of the files. No row: any edit may reach the file.
 *   edge_in    the other way round: who refers to an element, one row for each source and kind. It follows
 *              from `answer`.
 *   file_link  dst_file has something that an edge of src_file leads to, which is another file: an edge of kind
 *              CALLS, DEPENDS_ON or INHERITS_FROM, and of grade exact or unique. answer.files are the links of a
 *              file, sorted. kb.most_referred is the largest number of links to one file, NULL until it is counted.
 *   embedding  an int8 vector with its scale for each element, and the text_hash that it was made for.
 *   vector_block  the same vectors packed for scanning: block b holds the elements with row ids from
 *              1024 b to 1024 b + 1023, so that an edit rewrites only the blocks of what it changed;
 *              vector_dirty lists those.
 *   segment, posting, doc_block  the inverted index of full text; segment.h explains them. segment.dead has the
 *              tombstones of its rows, dead_n their number. gone: removed
 *              elements whose rows are still to be pruned.
 *   tree       how the tree of a knowledge base was walked last: the folders and the options (JSON text), the commit that was
 *              checked out, and the time when what that walk changed was stored; NULL while the first has not ended.
 *   explanation  what models said of contents, by a hash of what they were shown (index/explained.h) and by maker: the model
 *              and the version of the prompt, or nothing when it came with a record. That of the highest id was made or
 *              used last. A row stays when its content is gone: it may come back, and was paid for.
 *   synonym    names that people gave to elements (lucus kb alias), with the id and the qualified name that these had
 *              then. A row stays when its element is gone: it may come back, and whoever gave the name hears of it.
 *   history_commit  the last commits of the tree's repository, without merges: what each says, and the paths that it changed
 *              (a line each). open: these were not all there, and are looked up again.
 *   history    an index of their words, packed (history.c), with what it was made of: how many commits were wanted, the
 *              commit that was checked out, why nothing was read, and the generation of the files that it names, with a hash of their
 *              ids and paths.
 *   community_file  what communities are made of (grouping.h): ties of a file to others, by its edges; topics, hashes of the
 *              concepts that it has most often; and the communities of its elements, packed (pack.h). n: elements in them, key: of these. Whoever writes
 *              elements or edges of a file drops its row.
 *   community  the communities above files, packed. generation: that of the knowledge base for which they are true;
 *              maker: version of what has made them, size_max: elements of a leaf; digest: of all that they were made of, which they are a function of;
 *              parted: networks of files that were parted on the way, by digests, so that an edit parts again only what it changed.
 *   concept_list  the concepts of a file (concept_pack.c): of its documentation, comments and names. Elements are numbered in the order of
 *              the file. concepts: for which generation they are there, and the version that made them.
 *   words      the distinct words of an element, packed (words.c), written with its full-text row.
 *
 * kb.generation rises with every transaction that changes elements; kb.resolved, kb.embedded,
 * kb.rowed and kb.indexed remember the generation that edges, vectors, full-text rows and packed index were made for. A kill between two
 * commits leaves them behind, and the next run goes on from there. */
#include "store/internal.h"

#include <stdio.h>

static const char v1[] =
	"CREATE TABLE tenant(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;"
	"CREATE TABLE kb(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, name TEXT NOT NULL,"
	" root TEXT, model TEXT, dim INTEGER NOT NULL DEFAULT 0, tokenizer INTEGER NOT NULL DEFAULT 0,"
	" generation INTEGER NOT NULL DEFAULT 0, resolved INTEGER NOT NULL DEFAULT 0,"
	" embedded INTEGER NOT NULL DEFAULT 0, rowed INTEGER NOT NULL DEFAULT 0,"
	" indexed INTEGER NOT NULL DEFAULT 0,"
	" rows INTEGER NOT NULL DEFAULT 0, most_referred INTEGER DEFAULT 0, UNIQUE(tenant, name)) STRICT;"
	"CREATE TABLE setting(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, key TEXT NOT NULL,"
	" value TEXT NOT NULL, PRIMARY KEY(tenant, kb, key)) STRICT, WITHOUT ROWID;"
	"CREATE TABLE file(id INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" path TEXT NOT NULL, language TEXT NOT NULL, sha256 TEXT, size INTEGER NOT NULL,"
	" mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL, inode INTEGER NOT NULL,"
	" parser INTEGER NOT NULL, reason TEXT, UNIQUE(tenant, kb, path)) STRICT;"
	"CREATE TABLE element(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" file INTEGER NOT NULL, parent INTEGER NOT NULL, uuid_key INTEGER NOT NULL,"
	" name_key INTEGER NOT NULL, uuid TEXT NOT NULL, type TEXT NOT NULL,"
	" name TEXT NOT NULL, ordinal INTEGER NOT NULL, start_line INTEGER NOT NULL,"
	" end_line INTEGER NOT NULL, language TEXT NOT NULL, signature TEXT, docstring TEXT,"
	" explanation TEXT, return_type TEXT, is_async INTEGER NOT NULL, parameters TEXT,"
	" decorators TEXT, dependencies TEXT, methods TEXT, assignments TEXT, extra TEXT,"
	" size INTEGER, sha256 TEXT, hash INTEGER NOT NULL, text_hash INTEGER NOT NULL,"
	" code_of INTEGER, code_at INTEGER, code_n INTEGER, parent_uuid TEXT, code TEXT) STRICT;"
	"CREATE INDEX element_uuid ON element(tenant, kb, uuid_key);"
	"CREATE INDEX element_name ON element(tenant, kb, name_key);"
	"CREATE INDEX element_file ON element(tenant, kb, file, parent);"
	"CREATE VIEW element_code AS SELECT e.id, e.tenant, e.kb, e.uuid, e.name,"
	" CASE WHEN e.code_of IS NULL THEN e.code ELSE"
	" CAST(substr(CAST(m.code AS BLOB), e.code_at + 1, e.code_n) AS TEXT) END AS code"
	" FROM element e LEFT JOIN element m ON m.id = e.code_of AND m.tenant = e.tenant AND m.kb = e.kb;"
	"CREATE TABLE outline(file INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" listed INTEGER NOT NULL, symbols TEXT NOT NULL, links TEXT NOT NULL, calls TEXT NOT NULL) STRICT;"
	"CREATE TABLE due(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, file INTEGER NOT NULL,"
	" PRIMARY KEY(tenant, kb, file)) STRICT, WITHOUT ROWID;"
	"CREATE TABLE touched(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, name TEXT NOT NULL,"
	" PRIMARY KEY(tenant, kb, name)) STRICT, WITHOUT ROWID;"
	"CREATE TABLE answer(file INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" contains INTEGER NOT NULL, n_exact INTEGER NOT NULL, n_unique INTEGER NOT NULL,"
	" n_ambiguous INTEGER NOT NULL, n_unresolved INTEGER NOT NULL, files TEXT NOT NULL, edges TEXT NOT NULL) "
	"STRICT;"
	"CREATE TABLE edge_in(dst INTEGER NOT NULL, src INTEGER NOT NULL, kind INTEGER NOT NULL,"
	" tenant INTEGER NOT NULL, kb INTEGER NOT NULL, grade INTEGER NOT NULL, reason INTEGER NOT NULL,"
	" line INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY(tenant, kb, dst, src, kind)) STRICT, WITHOUT "
	"ROWID;"
	"CREATE TABLE edge_reason(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;";

static const char v1_views[] =
	"CREATE VIEW ref AS SELECT o.tenant, o.kb, o.file, json_extract(r.value, '$[0]') AS element, r.key AS seq,"
	" json_extract(r.value, '$[1]') AS kind, json_extract(r.value, '$[2]') AS name,"
	" json_extract(r.value, '$[3]') AS line, iif(json_extract(r.value, '$[1]') = 2,"
	" json_extract(r.value, '$[4]'), NULL) AS module, json_extract(r.value, '$[5]') AS alias,"
	" NULL AS receiver, coalesce(json_extract(r.value, '$[7]'), 1) AS count,"
	" json_extract(r.value, iif(json_extract(r.value, '$[1]') = 2, '$[6]', '$[4]')) AS target"
	" FROM outline o, json_each(o.links) r UNION ALL"
	" SELECT o.tenant, o.kb, o.file, json_extract(r.value, '$[0]'), json_array_length(o.links) + r.key,"
	" json_extract(r.value, '$[1]'), json_extract(r.value, '$[2]'), json_extract(r.value, '$[3]'), NULL, NULL,"
	" json_extract(r.value, '$[5]'), json_extract(r.value, '$[4]'),"
	" json_extract(r.value, iif(json_type(r.value, '$[6]') = 'text', '$[6]', '$[7]')) FROM outline o, "
	"json_each(o.calls) r;"
	"CREATE VIEW edge AS SELECT e.tenant, e.kb, e.parent AS src, -1 AS seq, e.id AS dst, 0 AS kind, 0 AS grade,"
	" 'parent' AS reason, 0 AS line, 1 AS count, '' AS name FROM element e WHERE e.parent > 0 UNION ALL"
	" SELECT a.tenant, a.kb, json_extract(g.value, '$[0]'), g.key, coalesce(d.value, 0),"
	" json_extract(g.value, '$[1]'), json_extract(g.value, '$[2]'), r.text, json_extract(g.value, '$[4]'),"
	" json_extract(g.value, '$[5]'), json_extract(g.value, '$[6]')"
	" FROM answer a, json_each(a.edges) g LEFT JOIN json_each(g.value) d ON d.key > 6"
	" LEFT JOIN edge_reason r ON r.id = json_extract(g.value, '$[3]');";

static const char v1_rest[] =
	"CREATE TABLE file_link(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, dst_file INTEGER NOT NULL,"
	" src_file INTEGER NOT NULL, PRIMARY KEY(tenant, kb, dst_file, src_file)) STRICT, WITHOUT ROWID;"
	"CREATE TABLE edge_kind(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;"
	"CREATE TABLE edge_grade(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;"
	"CREATE TABLE embedding(element INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" hash INTEGER NOT NULL, scale REAL NOT NULL, vector BLOB NOT NULL) STRICT;"
	"CREATE TABLE vector_block(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, block INTEGER NOT NULL,"
	" n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(tenant, kb, block)) STRICT;"
	"CREATE TABLE vector_dirty(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, block INTEGER NOT NULL,"
	" PRIMARY KEY(tenant, kb, block)) STRICT, WITHOUT ROWID;"
	"CREATE TABLE gone(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, element INTEGER NOT NULL,"
	" PRIMARY KEY(tenant, kb, element)) STRICT, WITHOUT ROWID;"
	"CREATE TABLE segment(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" n INTEGER NOT NULL, dead_n INTEGER NOT NULL, bytes INTEGER NOT NULL, dead BLOB NOT NULL,"
	" sums BLOB NOT NULL, runs BLOB NOT NULL, docs BLOB NOT NULL) STRICT;"
	"CREATE INDEX segment_kb ON segment(tenant, kb);"
	"CREATE TABLE posting(id INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" segment INTEGER NOT NULL, first TEXT NOT NULL, terms BLOB NOT NULL, data BLOB NOT NULL) STRICT;"
	"CREATE UNIQUE INDEX posting_first ON posting(tenant, kb, segment, first);"
	"CREATE TABLE doc_block(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, block INTEGER NOT NULL,"
	" n INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(tenant, kb, block)) STRICT;";

static const char v2[] =
	"CREATE TABLE explanation(id INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" key TEXT NOT NULL, maker TEXT NOT NULL, text TEXT NOT NULL, UNIQUE(tenant, kb, key, maker)) STRICT;";

static const char v3[] =
	"CREATE TABLE tree(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, walk TEXT NOT NULL, commit_id TEXT,"
	" synced_ns INTEGER, PRIMARY KEY(tenant, kb)) STRICT, WITHOUT ROWID;";

static const char v4[] = "ALTER TABLE file ADD COLUMN unparsed INTEGER;";

static const char v5[] =
	"CREATE TABLE synonym(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, name TEXT NOT NULL, uuid TEXT NOT NULL,"
	" element TEXT NOT NULL, confidence REAL NOT NULL, PRIMARY KEY(tenant, kb, name, uuid)) STRICT, WITHOUT ROWID;";

static const char v6[] =
	"CREATE TABLE history_commit(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, id TEXT NOT NULL, time INTEGER NOT "
	"NULL,"
	" message TEXT NOT NULL, files TEXT NOT NULL, open INTEGER NOT NULL, PRIMARY KEY(tenant, kb, id)) STRICT;"
	"CREATE TABLE history(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, bound INTEGER NOT NULL, tip TEXT NOT NULL,"
	" why TEXT NOT NULL, commits INTEGER NOT NULL, open INTEGER NOT NULL, generation INTEGER NOT NULL, data BLOB "
	"NOT NULL,"
	" PRIMARY KEY(tenant, kb)) STRICT;";

static const char v7[] = "ALTER TABLE history ADD COLUMN files INTEGER NOT NULL DEFAULT 0;";

static const char v8[] =
	"CREATE TABLE community_file(file INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" n INTEGER NOT NULL, key INTEGER NOT NULL, ties TEXT NOT NULL, tree TEXT NOT NULL) STRICT;"
	"CREATE TABLE community(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, generation INTEGER NOT NULL,"
	" maker INTEGER NOT NULL, size_max INTEGER NOT NULL, digest INTEGER NOT NULL, tree TEXT NOT NULL, PRIMARY "
	"KEY(tenant, kb)) STRICT;";

static const char v9[] =
	"CREATE TABLE concept_list(file INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" data BLOB NOT NULL) STRICT;"
	"CREATE TABLE concepts(tenant INTEGER NOT NULL, kb INTEGER NOT NULL, generation INTEGER NOT NULL,"
	" maker INTEGER NOT NULL, PRIMARY KEY(tenant, kb)) STRICT, WITHOUT ROWID;";

static const char v10[] = "ALTER TABLE community_file ADD COLUMN topics TEXT NOT NULL DEFAULT '[]';";

static const char v11[] =
	"CREATE TABLE words(element INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
	" data BLOB NOT NULL) STRICT;";

static const char v12[] = "ALTER TABLE community ADD COLUMN parted TEXT NOT NULL DEFAULT '[]';";

static const char v13[] = "CREATE TABLE reads(file INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kb INTEGER NOT NULL,"
			  " data BLOB NOT NULL) STRICT;";

/* Step i brings a store from version i to version i + 1. Only ever append. (C wants no longer strings.) */
static const char *const steps[][4] = { { v1, v1_views, v1_rest },
					{ v2 },
					{ v3 },
					{ v4 },
					{ v5 },
					{ v6 },
					{ v7 },
					{ v8 },
					{ v9 },
					{ v10 },
					{ v11 },
					{ v12 },
					{ v13 } };
const int lu__schema_version = sizeof steps / sizeof *steps;
/* What came since is not read by who only reads. */
const int lu__schema_readable = 1;

/* Names of the numbers in edge.kind and edge.grade, for people who read with the shell. */
static lu_code fill_names(lu_store *s, lu_err *e)
{
	lu_code rc = LU_OK;
	sqlite3_stmt *st;

	for (int i = 0; i < LU_EDGE_KINDS && !rc; i++) {
		rc = lu__stmt(s, "INSERT OR REPLACE INTO edge_kind(id, name) VALUES(?, ?)", &st, e, "it", (int64_t)i,
			      lu_strz(lu_edge_kind_name((lu_edge_kind)i)));
		if (!rc) rc = lu__run(s, st, "name the edge kinds", e);
	}
	for (int i = 0; i < LU_GRADES && !rc; i++) {
		rc = lu__stmt(s, "INSERT OR REPLACE INTO edge_grade(id, name) VALUES(?, ?)", &st, e, "it", (int64_t)i,
			      lu_strz(lu_grade_name((lu_grade)i)));
		if (!rc) rc = lu__run(s, st, "name the edge grades", e);
	}
	return rc;
}

lu_code lu__migrate(lu_store *s, int from, lu_err *e)
{
	lu_code rc = lu__exec(s, "BEGIN IMMEDIATE", "begin", e);
	char sql[80];

	if (rc) return rc;
	for (int i = from; i < lu__schema_version; i++)
		for (size_t k = 0; steps[i][k] && !rc; k++) rc = lu__exec(s, steps[i][k], "make the tables", e);
	if (!rc) rc = fill_names(s, e);
	snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", 0x4c554355,
		 lu__schema_version);
	if (!rc) rc = lu__exec(s, sql, "mark the store", e);
	if (!rc) rc = lu__exec(s, "COMMIT", "commit", e);
	if (rc) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}
