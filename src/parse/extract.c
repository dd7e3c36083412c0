/* SPDX-License-Identifier: MIT
 * Running the query: each match becomes a definition, an attribute of one, a site, a comment or an
 * import. */
#include "parse/extract.h"
#include "parse/names.h"

lu_str lu__node_text(TSNode n, lu_str text)
{
	uint32_t a, b;

	if (ts_node_is_null(n)) return lu_strn("", 0);
	a = ts_node_start_byte(n);
	b = ts_node_end_byte(n);
	return a <= b && b <= text.n ? lu_strn(text.s + a, b - a) : lu_strn("", 0);
}

/* The captures of one match, by kind; the first of each kind counts. */
struct match {
	TSNode node[LU__CAPTURES];
	bool has[LU__CAPTURES];
	lu_str type;
	uint16_t pattern;
};

static void read_match(const struct lu__query *q, const TSQueryMatch *m, struct match *out)
{
	memset(out->has, 0, sizeof out->has);
	out->pattern = m->pattern_index;
	for (uint16_t i = 0; i < m->capture_count; i++) {
		const struct lu__capture_info *c = &q->capture[m->captures[i].index];

		if (c->kind == LU__CAPTURES || out->has[c->kind]) continue;
		out->has[c->kind] = true;
		out->node[c->kind] = m->captures[i].node;
		if (c->kind == LU__DEF) out->type = c->type;
	}
}

struct run {
	struct lu__found f;
	lu_str text;
	lu_arena *a;
	lu_err *e;
};

#define PUSH(r, list, ...) \
	do { \
		void *grown_ = lu_arena_grow((r)->a, (r)->f.list.v, (r)->f.list.n, sizeof *(r)->f.list.v); \
		if (!grown_) return lu_nomem((r)->e); \
		(r)->f.list.v = grown_; \
		(r)->f.list.v[(r)->f.list.n++] = __VA_ARGS__; \
	} while (0)

/* Names that assignments give: "exports.x" and "module.exports.x" define x, "A.prototype.m" A.m. */
static lu_str def_name(struct run *r, TSNode n)
{
	static const char *const prefix[] = { "module.exports.", "exports.", "this.", "self." };
	lu_str s = lu__dotted(lu__node_text(n, r->text), r->a);
	lu_buf b = LU_BUF;
	const char *p;

	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
		if (lu_str_starts(s, prefix[i])) return lu_strn(s.s + strlen(prefix[i]), s.n - strlen(prefix[i]));
	p = s.n > 11 ? memmem(s.s, s.n, ".prototype.", 11) : NULL;
	if (!p) return s;
	lu_buf_add(&b, s.s, (size_t)(p - s.s));
	lu_buf_add(&b, p + 10, s.n - (size_t)(p - s.s) - 10);
	s = b.oom ? lu_strn(NULL, 0) : lu_arena_dup(r->a, lu_buf_str(&b));
	lu_buf_free(&b);
	return s;
}

static lu_code add_def(struct run *r, const struct match *m)
{
	TSNode node = m->node[LU__DEF], none = { 0 };
	lu_str name = def_name(r, m->node[LU__NAME]);

	if (!name.s) return lu_nomem(r->e);
	if (!name.n || !m->has[LU__NAME]) return LU_OK;
	PUSH(r, defs, (struct lu__def){
		.node = node, .params = m->has[LU__PARAMS] ? m->node[LU__PARAMS] : none,
		.body = m->has[LU__BODY] ? m->node[LU__BODY] : none, .start = ts_node_start_byte(node),
		.end = ts_node_end_byte(node), .row = ts_node_start_point(node).row,
		.end_row = ts_node_end_point(node).row, .pattern = m->pattern, .type = m->type, .name = name,
		.receiver = m->has[LU__RECEIVER] ? lu__node_text(m->node[LU__RECEIVER], r->text) : lu_strn("", 0),
		.parent = SIZE_MAX });
	return LU_OK;
}

static lu_code add_attr(struct run *r, const struct match *m, enum lu__capture kind)
{
	PUSH(r, attrs, (struct lu__attr){ m->node[LU__OF], kind, m->node[kind] });
	return LU_OK;
}

static lu_code add_site(struct run *r, const struct match *m, enum lu__capture kind)
{
	TSNode n = m->node[kind];
	lu_str type = lu_strn("", 0), text = lu__dotted(lu__node_text(n, r->text), r->a);

	if (!text.s) return lu_nomem(r->e);
	if (m->has[LU__VAR_TYPE]) {
		type = lu__type_name(lu__node_text(m->node[LU__VAR_TYPE], r->text));
	} else if (m->has[LU__VAR_NEW]) {
		/* a call makes an object of a type only if the name looks like one */
		lu_str last;

		type = lu__node_text(m->node[LU__VAR_NEW], r->text);
		last = lu_str_after_last(type, '.');
		if (!last.n || last.s[0] < 'A' || last.s[0] > 'Z') return LU_OK;
	}
	if (kind == LU__VAR_NAME && !type.n) return LU_OK;
	PUSH(r, sites, (struct lu__site){ .start = ts_node_start_byte(n), .row = ts_node_start_point(n).row,
					  .kind = kind, .text = text, .type = type });
	return LU_OK;
}

static lu_str strip_quotes(lu_str s)
{
	if (s.n >= 2 && (s.s[0] == '"' || s.s[0] == '\'' || s.s[0] == '`')) return lu_strn(s.s + 1, s.n - 2);
	return s;
}

static lu_code add_import(struct run *r, const struct match *m)
{
	TSNode module = m->node[LU__IMPORT_MODULE];
	lu_import im = { .module = strip_quotes(lu__node_text(module, r->text)), .name = lu_strn("", 0),
			 .alias = lu_strn("", 0), .line = ts_node_start_point(module).row + 1 };

	if (m->has[LU__IMPORT_NAME]) {
		im.name = lu__node_text(m->node[LU__IMPORT_NAME], r->text);
		if (!lu_str_eqz(im.name, "*")) im.alias = im.name;
	}
	if (m->has[LU__IMPORT_ALIAS]) im.alias = lu__node_text(m->node[LU__IMPORT_ALIAS], r->text);
	if (m->has[LU__IMPORT_SPACE]) im.alias = lu__node_text(m->node[LU__IMPORT_SPACE], r->text);
	if (m->has[LU__IMPORT_DEFAULT]) {
		im.name = lu_strz("default");
		im.alias = lu__node_text(m->node[LU__IMPORT_DEFAULT], r->text);
	}
	PUSH(r, imports, im);
	return LU_OK;
}

static lu_code add_comment(struct run *r, TSNode n)
{
	PUSH(r, comments, (struct lu__comment){ ts_node_start_byte(n), ts_node_end_byte(n),
						ts_node_start_point(n).row, ts_node_end_point(n).row });
	return LU_OK;
}

static lu_code dispatch(struct run *r, const struct match *m)
{
	static const enum lu__capture attrs[] = { LU__BASE, LU__DOC, LU__OUTER };

	if (m->has[LU__DEF]) return add_def(r, m);
	if (m->has[LU__IMPORT_MODULE]) return add_import(r, m);
	if (m->has[LU__CALL]) return add_site(r, m, LU__CALL);
	if (m->has[LU__VAR_NAME]) return add_site(r, m, LU__VAR_NAME);
	if (m->has[LU__ASSIGN]) return add_site(r, m, LU__ASSIGN);
	if (m->has[LU__COMMENT]) return add_comment(r, m->node[LU__COMMENT]);
	if (m->has[LU__PACKAGE]) r->f.package = lu__node_text(m->node[LU__PACKAGE], r->text);
	for (size_t i = 0; i < 3 && m->has[LU__OF]; i++)
		if (m->has[attrs[i]]) return add_attr(r, m, attrs[i]);
	return LU_OK;
}

lu_code lu__extract(const lu_language *l, TSQueryCursor *cursor, TSNode root, lu_str text, lu_arena *a,
		    struct lu__found *out, lu_err *e)
{
	const struct lu__query *q;
	struct run r = { .text = text, .a = a, .e = e };
	TSQueryMatch m;
	lu_code rc = lu__query_get(l, &q, e);

	if (rc) return rc;
	ts_query_cursor_exec(cursor, q->query, root);
	while (!rc && ts_query_cursor_next_match(cursor, &m)) {
		struct match match;

		if (!lu__predicates_hold(q->query, &m, text)) continue;
		read_match(q, &m, &match);
		rc = dispatch(&r, &match);
	}
	if (!rc) *out = r.f;
	return rc;
}
