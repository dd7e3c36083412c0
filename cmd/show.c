/* SPDX-License-Identifier: MIT
 * lucus show: the source of elements, or their records. */
#include <stdio.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "cli/place.h"
#include "lucus/request.h"
#include "show.h"

static bool outline;
static int64_t around;

static lu_opt opts[] = {
	LU_OPT_FLAG(0, "outline", &outline, "show the elements that it holds, with their lines, instead of the source",
		    .daily = true),
	LU_OPT_INT(0, "around", &around, "N", 0, 100000, "show also N lines of the file on either side", .daily = true),
	LU_OPT_GROUP(cmd_opts_input),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

typedef struct showing {
	lu_store *store;
	lu_fresh *fresh;
	lu_str root;         /* of the knowledge base */
	lu_arena lasting, a; /* a: of one operand */
	lu_strs told;        /* files that are said to have changed */
	size_t shown;
} showing;

/* ---- is it still so? ---- */

/* Say it once of each file. */
static lu_code tell(showing *k, const lu_brief *el, const lu_location *at, lu_err *e)
{
	lu_buf shown = LU_BUF;
	lu_str *v;

	if (at->file == LU_FILE_SAME) return LU_OK;
	for (size_t i = 0; i < k->told.n; i++)
		if (lu_str_eq(k->told.v[i], el->path)) return LU_OK;
	if (!(v = lu_arena_grow(&k->lasting, k->told.v, k->told.n, sizeof *v))) return lu_nomem(e);
	k->told.v = v;
	v[k->told.n] = lu_arena_dup(&k->lasting, el->path);
	if (!v[k->told.n++].s) return lu_nomem(e);
	lu_place_show(el->path, &shown);
	lu_out_warn("%s %s since it was stored: run 'lucus sync'", shown.s,
		    at->file == LU_FILE_GONE ? "is gone" : "has changed");
	lu_buf_free(&shown);
	return LU_OK;
}

static lu_code print_source(showing *k, const lu_brief *el, lu_str heir, const lu_location *at, lu_err *e)
{
	lu_listing x;
	lu_code rc;

	cmd_element_head(el, heir, at);
	rc = lu_listing_read(k->store, el, at, k->root, around, &k->a, &x, e);
	if (!rc && x.text.n) cmd_element_source(&x);
	return rc;
}

/* ---- an element ---- */

enum form { SOURCE, IN_OUTLINE, LISTED };

/* heir: the type that was named, which inherits the element; empty: there is none. */
static lu_code show(showing *k, const lu_brief *el, lu_str heir, enum form form, lu_err *e)
{
	lu_location at;
	lu_code rc = lu_fresh_place(k->fresh, el, &at, e);

	if (!rc && !lu_out_is_json()) rc = tell(k, el, &at, e);
	if (rc) return rc;
	if (lu_out_is_json()) return cmd_element_record(k->store, el, heir, &at, &k->a, e);
	if (lu_out_is_places()) lu_out_place(el->path, at.start_line, el->name, el->type);
	else if (form == IN_OUTLINE) cmd_element_line(el);
	else if (form == LISTED) cmd_element_head(el, heir, &at);
	else return print_source(k, el, heir, &at, e);
	return LU_OK;
}

/* What it holds, at any depth, in the order of the file. */
static lu_code show_outline(showing *k, const lu_brief *el, lu_str heir, lu_err *e)
{
	lu_brief *v = NULL;
	size_t n = 0;
	lu_str none = { NULL, 0 };
	lu_code rc = lu_listing_outline(k->store, el, &k->a, &v, &n, e);

	if (!rc) rc = show(k, el, heir, LISTED, e);
	for (size_t i = 0; i < n && !rc; i++) rc = show(k, &v[i], none, IN_OUTLINE, e);
	return rc;
}

static lu_code show_all(showing *k, const char *operand, const lu_graph_meant *m, lu_err *e)
{
	lu_str none = { NULL, 0 };
	lu_code rc = LU_OK;

	if (k->shown++ && !lu_out_is_json() && !lu_out_is_places()) putchar('\n');
	if (m->n == 1 && (outline || lu_listing_is_path(m->v, operand)))
		return show_outline(k, m->v, m->heir ? *m->heir : none, e);
	for (size_t i = 0; i < m->n && !rc; i++)
		rc = show(k, &m->v[i], m->heir ? m->heir[i] : none, m->n == 1 ? SOURCE : LISTED, e);
	if (!rc && m->n > 1 && !lu_out_is_json())
		lu_out_warn("%zu elements have the name '%s': give PATH:LINE of one", m->n, operand);
	return rc;
}

static lu_code show_operand(showing *k, const char *operand, lu_err *e)
{
	lu_graph_meant m;
	lu_graph_name name;
	lu_code rc = cmd_base_name(operand, &k->a, &name, e);

	if (!rc) rc = lu_graph_find(k->store, &name, &k->a, &m, e);
	if (!rc) rc = show_all(k, operand, &m, e);
	lu_arena_free(&k->a);
	return rc;
}

/* ---- records ---- */

/* Records without an id of an element, as selections are, are passed over. */
static lu_code show_record(showing *k, const lu_json *v, lu_err *e)
{
	static const char *const kinds[] = { "hit", "element", "node", "edge" };
	lu_str kind = lu_record_kind(v), id = lu_json_str(lu_json_get(v, "id"));
	lu_brief el;
	int64_t row = 0;
	size_t i = 0;
	lu_code rc;

	while (i < sizeof kinds / sizeof *kinds && !lu_str_eqz(kind, kinds[i])) i++;
	if (i == sizeof kinds / sizeof *kinds) return LU_OK;
	if (!id.n) return lu_fail(e, LU_EFORMAT, "a record of kind %s without an 'id'", kinds[i]);
	rc = lu_store_find(k->store, id, &row, e);
	if (!rc && !row) rc = lu_fail(e, LU_EFORMAT, "no element '%.*s'", LU_FMT(id));
	if (!rc) rc = lu_store_brief(k->store, row, &k->a, &el, e);
	if (!rc) rc = show_all(k, el.uuid, &(lu_graph_meant){ .v = &el, .n = 1 }, e);
	lu_arena_free(&k->a);
	return rc;
}

static lu_code show_records(showing *k, lu_err *e)
{
	lu_reader in;
	bool rejected = false;
	lu_code rc = LU_OK;

	cmd_base_reader(&in, stdin, "-");
	while (!rc) {
		lu_json *v = NULL;

		rc = lu_reader_next(&in, &v, e);
		if (!rc) rc = show_record(k, v, e);
		lu_json_free(v);
		if (rc == LU_EFORMAT) {
			rejected = true;
			rc = lu_out_error("-", in.line, e->msg, e);
		}
		if (!rc) rc = lu_check_cancel(e);
	}
	lu_reader_free(&in);
	if (rc != LU_DONE) return rc;
	if (rejected) e->msg[0] = '\0';
	return rejected ? LU_EREJECT : LU_OK;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	showing k = { .shown = 0 };
	lu_kb kb;
	lu_code rc = LU_OK;

	if (!argc && !cmd_base_has_input()) return lu_fail(e, LU_EUSAGE, "no element is named, and no records come in");
	if (argc) rc = cmd_base_leave_input("an operand", e);
	if (!rc) rc = cmd_base_read(&k.store, e);
	if (!rc) rc = lu_store_begin(k.store, e);
	if (!rc) rc = lu_store_kb(k.store, false, &k.lasting, &kb, e);
	if (!rc) rc = lu_fresh_open(k.store, &k.fresh, e);
	if (!rc) k.root = kb.root;
	for (int i = 0; i < argc && !rc; i++) rc = show_operand(&k, argv[i], e);
	if (!rc && !argc) rc = show_records(&k, e);
	lu_fresh_close(k.fresh);
	lu_arena_free(&k.a);
	lu_arena_free(&k.lasting);
	lu_store_close(k.store);
	return rc;
}

static const char *const examples[] = { "lucus show Account.deposit", "lucus show src/stack.c:14 --around 3",
					"lucus query 'escape text' -k 1 | lucus show", NULL };

extern const lu_cmd cmd_show;
const lu_cmd cmd_show = {
	.name = "show",
	.summary = "show the source of elements, or what a file holds",
	.args = "[ID | NAME | PATH[:LINE]]...",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
	.operands = LU_OPERANDS_FILES,
};
