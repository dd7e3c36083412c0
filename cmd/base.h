/* SPDX-License-Identifier: MIT
 * What commands share: finding and opening the store, settings, the embedding model, trees, summaries. */
#ifndef LU_CMD_BASE_H
#define LU_CMD_BASE_H

#include "cli/opt.h"
#include "lucus/fresh.h"
#include "lucus/graph_answer.h"
#include "lucus/index.h"

struct lu_paths;
struct lu_area;
struct lu_session;

/* ---- the store ---- */

/* The path of the store: --db, LUCUS_DB, else the nearest .lucus/lucus.db from `from` (a folder or a
 * file) upward. *found tells whether there is one; otherwise the path is where a new one belongs: in the root that
 * `from` has then (lu_area_find()). */
lu_code lu_base_path(const char *from, lu_buf *path, bool *found, lu_err *e) LU_MUST_USE;
/* The path of a store to read. LU_ENOENT says what to run. */
lu_code lu_base_find(lu_buf *path, lu_err *e) LU_MUST_USE;
/* People read and write paths from the current folder on: lu_place_enter() with the root of what `s` uses. */
lu_code lu_base_enter(lu_store *s, lu_err *e) LU_MUST_USE;
/* Open it and use --tenant and --kb, as lu_base_find() and lu_base_enter(). */
lu_code lu_base_read(lu_store **s, lu_err *e) LU_MUST_USE;
/* Open it for writing, creating it (and the .lucus folder, which git is told to ignore) when `create`. */
lu_code lu_base_write(lu_store **s, const char *from, bool create, lu_err *e) LU_MUST_USE;
/* Close a store that was written and open it again for reading: others may write now. On failure *s is NULL
 * or closes as usual. */
lu_code lu_base_reopen(lu_store **s, lu_err *e) LU_MUST_USE;
/* Apply the knowledge base's settings to the options that were not given. Where no provider of vectors was given either,
 * it is the one that made the stored ones, when that is asked over the network: they have cost something. */
lu_code lu_base_settings(lu_store *s, lu_opt *opts, lu_err *e) LU_MUST_USE;

/* An operand that names an element, as it is meant in the current folder; to be called after lu_base_read(). */
lu_code lu_base_name(const char *operand, lu_arena *a, lu_graph_name *out, lu_err *e) LU_MUST_USE;

extern lu_opt lu_opts_wait[]; /* --wait: of commands that write */

/* ---- the embedding model ---- */

extern lu_opt lu_opts_model[]; /* --provider --model --embed-... */
lu_embed_config lu_base_embed_config(void);
lu_code lu_base_embedder(lu_embedder **m, lu_err *e) LU_MUST_USE;
/* The key for a server from the environment, or NULL. The variable `own` holds the provider's, which goes to its own server
 * (`url` is NULL) and to this machine alone; `any` is of the server that a person has chosen, and goes there. A server that
 * the knowledge base names gets none, unless it is one of these: the store may come from somebody else. */
const char *lu_base_key(const char *any, const char *own, const char *url, lu_origin of_url);
/* Note in the knowledge base which address has made its vectors, so that questions find it. */
lu_code lu_base_embed_note(lu_store *s, lu_err *e) LU_MUST_USE;

/* ---- trees ---- */

extern lu_opt lu_opts_tree[]; /* --include --exclude --max-file-size --no-ignore -j --dry-run */
extern lu_opt lu_opts_jobs[]; /* -j */
lu_tree_options lu_base_tree(void);
bool lu_base_dry_run(void);

/* --dry-run: list what would be read there, and tell what it would take to embed what has no vector in `s` yet (NULL: there
 * is no store). It reads and parses, and writes nothing. */
lu_code lu_base_list(lu_store *s, const struct lu_area *p, const char *stage, lu_err *e) LU_MUST_USE;

/* --dry-run of a command that works on a knowledge base: list what it would read for the operands, with the root and the
 * settings that are there, and write nothing. */
lu_code lu_base_plan(const struct lu_paths *o, lu_opt *opts, const char *stage, lu_err *e) LU_MUST_USE;

/* ---- running ---- */

/* A watch that reports rejected input as error records, shows progress, and logs what is skipped. */
typedef struct lu_running {
	lu_watch watch;
	lu_counts counts;
	double start;
	bool rejected;
	const struct lu_area *area;       /* what of it is left out is told when it was named; NULL: nothing was */
	struct lu_explain_sum *explained; /* what --explain has done; NULL without it */
} lu_running;
void lu_running_init(lu_running *r);
/* Take the progress bar from the terminal. */
void lu_running_end(void);
/* Print the summary of `stage` (a record, or a line for people) with the totals of `s`, which may be NULL;
 * then LU_ENET when vectors are missing, LU_EREJECT when something was rejected. */
lu_code lu_running_summary(lu_running *r, const char *stage, lu_store *s, lu_err *e) LU_MUST_USE;

/* Bring in what changed in the `n` parts of the tree at `root`, and in its history (`history` is as the bound
 * of lu_sync_history()). `walk` NULL: the options say how. */
lu_code lu_base_sync(lu_store *s, const char *root, const lu_tree_part *part, size_t n, const lu_walk_options *walk,
		     int64_t history, lu_running *r, lu_err *e) LU_MUST_USE;
/* Bring the store of a session up to date with its tree, as the last sync walked it. What stands in the way of that is a
 * warning. */
lu_code lu_base_refresh(struct lu_session *s, lu_err *e) LU_MUST_USE;

/* ---- standard input ---- */

/* Standard input holds records unless it is a terminal. */
bool lu_base_has_input(void);
/* A command that does not read standard input because of `what`: LU_EUSAGE when somebody has piped something into it. That
 * is a pipe with data in it, not shared with the process that started us (as in a loop of a shell over its own input),
 * where the system can tell (Linux). Nothing is read, and nobody waits. NULL: because the operand '-' is not given. */
lu_code lu_base_leave_input(const char *what, lu_err *e) LU_MUST_USE;
/* The same after the work, for what came meanwhile: LU_EREJECT. */
lu_code lu_base_left_input(const char *what, lu_err *e) LU_MUST_USE;
extern lu_opt lu_opts_input[]; /* --max-line */
/* lu_reader_init(), with the limit of --max-line. */
void lu_base_reader(lu_reader *r, FILE *f, const char *name);

#endif
