/* SPDX-License-Identifier: MIT
 * What commands share: finding and opening the store, settings, the embedding model, trees, summaries. */
#ifndef LU_CMD_BASE_H
#define LU_CMD_BASE_H

#include "cli/opt.h"
#include "lucus/graph_answer.h"
#include "lucus/sync.h"

struct lu_session;

/* ---- the store ---- */

/* What --db, --tenant, --kb and --wait say. */
lu_where cmd_base_where(void);
/* What a layer warns of or logs, as `warn` and `log` of its configuration. `ctx` is not looked at. */
void cmd_base_warn(void *ctx, const char *text);
void cmd_base_log(void *ctx, const char *stage, const char *text);
/* A session of one reader that calls no model, and sees one state of the store. Paths are read and written from the current
 * folder on. */
lu_code cmd_base_session(struct lu_session **out, lu_err *e) LU_MUST_USE;
/* A handle alone; the same of paths. */
lu_code cmd_base_read(lu_store **s, lu_err *e) LU_MUST_USE;
lu_code cmd_base_write(lu_store **s, bool create, lu_err *e) LU_MUST_USE;
/* Apply the knowledge base's settings to the options that were not given. Where no provider of vectors was given
 * either, it is the one that made the stored ones, when that is called over the network: they have cost something. */
lu_code cmd_base_settings(lu_store *s, lu_opt *opts, lu_err *e) LU_MUST_USE;

/* An operand that names an element, as it is meant in the current folder; to be called after cmd_base_read(). */
lu_code cmd_base_name(const char *operand, lu_arena *a, lu_graph_name *out, lu_err *e) LU_MUST_USE;

extern lu_opt cmd_opts_wait[]; /* --wait: of commands that write */

/* ---- the embedding model ---- */

extern lu_opt cmd_opts_model[]; /* --provider --model --embed-... */
lu_embed_config cmd_base_embed_config(void);
lu_code cmd_base_embedder(lu_embedder **m, lu_err *e) LU_MUST_USE;
/* The key for a server from the environment, or NULL. The variable `own` holds the provider's, which goes to its own
 * server (`url` is NULL) and to this machine alone; `any` is of the server that a person has chosen, and goes there. A
 * server that the knowledge base names gets none, unless it is one of these: the store may come from somebody else. */
const char *cmd_base_key(const char *any, const char *own, const char *url, lu_origin of_url);

/* ---- trees ---- */

extern lu_opt cmd_opts_tree[]; /* --include --exclude --max-file-size --no-ignore -j --dry-run */
extern lu_opt cmd_opts_jobs[]; /* -j */
lu_tree_options cmd_base_tree(void);
bool cmd_base_dry_run(void);

/* --dry-run: list what would be read there, and say what it would take to embed what has no vector in `s` yet (NULL:
 * there is no store). It reads and parses, and writes nothing. */
lu_code cmd_base_list(lu_store *s, const lu_area *p, const char *stage, lu_err *e) LU_MUST_USE;

/* --dry-run of a command that works on a knowledge base: list what it would read for the operands, with the root and
 * the settings that are there, and write nothing. */
lu_code cmd_base_plan(const lu_paths *o, lu_opt *opts, const char *stage, lu_err *e) LU_MUST_USE;

/* ---- running ---- */

/* A watch that reports rejected input as error records, shows progress, and logs what is skipped. */
typedef struct cmd_running {
	lu_watch watch;
	lu_counts counts;
	double start;
	bool rejected;
	const lu_area *area;              /* what of it is left out is reported when it was named; NULL: nothing was */
	struct lu_explain_sum *explained; /* what --explain has done; NULL without it */
} cmd_running;
void cmd_running_init(cmd_running *r);
/* Take the progress bar from the terminal. */
void cmd_running_end(void);
/* Print the summary of `stage` (a record, or a line for people) with the totals of `s`, which may be NULL;
 * then LU_ENET when vectors are missing, LU_EREJECT when something was rejected. */
lu_code cmd_running_summary(cmd_running *r, const char *stage, lu_store *s, lu_err *e) LU_MUST_USE;

extern lu_opt cmd_opts_communities[]; /* --community-size */
uint32_t cmd_base_community_size(void);

/* What the options say of a sync, but for --community-size: communities stay as large as they are; `history` is as the bound of lu_sync_history(). Release with cmd_base_sync_free(). */
typedef struct cmd_syncing {
	lu_sync_options o;
	lu_buf prices;
} cmd_syncing;
lu_code cmd_base_sync(cmd_syncing *x, int64_t history, lu_err *e) LU_MUST_USE;
void cmd_base_sync_free(cmd_syncing *x);
/* Bring the store of a session up to date with its tree, as the last sync walked it. What is in the way of that is a
 * warning. */
lu_code cmd_base_refresh(struct lu_session *s, lu_err *e) LU_MUST_USE;

/* ---- standard input ---- */

/* Standard input holds records unless it is a terminal. */
bool cmd_base_has_input(void);
/* A command that does not read standard input because of `what`: LU_EUSAGE when somebody has piped something into it.
 * That is a pipe with data in it, not shared with the process that started us (as in a loop of a shell over its own
 * input), where the system knows (Linux). Nothing is read, and nobody waits. NULL: because the operand '-' is not
 * given. */
lu_code cmd_base_leave_input(const char *what, lu_err *e) LU_MUST_USE;
/* The same after the work, for what came meanwhile: LU_EREJECT. */
lu_code cmd_base_left_input(const char *what, lu_err *e) LU_MUST_USE;
extern lu_opt cmd_opts_input[]; /* --max-line */
/* lu_reader_init(), with the limit of --max-line. */
void cmd_base_reader(lu_reader *r, FILE *f, const char *name);

#endif
