/* SPDX-License-Identifier: MIT
 * The element of a record, which may come from another tool: what is missing has a default, what is wrong is refused by the
 * name of its field, and what is unknown travels along. */
#include "core/ascii.h"
#include "lucus/record.h"

typedef struct reading {
	const lu_json *v;
	lu_arena *a;
	lu_err *e;
	lu_code rc;
} reading;

static void wrong(reading *r, const char *field, const char *want, const lu_json *got)
{
	if (!r->rc)
		r->rc = lu_fail(r->e, LU_EFORMAT, "field '%s' must be %s, not %s", field, want,
				lu_json_kind_name(lu_json_type(got)));
}

static lu_str get_str(reading *r, const lu_json *o, const char *key, const char *field)
{
	const lu_json *m = lu_json_get(o, key);

	if (lu_json_type(m) == LU_JSON_STR) return lu_json_str(m);
	if (lu_json_type(m) != LU_JSON_NULL) wrong(r, field, "a string", m);
	return lu_strn("", 0);
}

static uint32_t get_u32(reading *r, const lu_json *o, const char *key, uint32_t otherwise)
{
	const lu_json *m = lu_json_get(o, key);
	int64_t i;

	if (lu_json_type(m) == LU_JSON_NULL) return otherwise;
	i = lu_json_int(m, -1);
	if (i < 0 || i > UINT32_MAX) {
		if (!r->rc)
			r->rc = lu_fail(r->e, LU_EFORMAT, "field '%s' must be an integer from 0 to %u", key,
					UINT32_MAX);
		return otherwise;
	}
	return (uint32_t)i;
}

/* The array `key`, or NULL; *n is its length. Sets *out to cleared memory for its items. */
static const lu_json *get_array(reading *r, const char *key, size_t size, void **out, size_t *n)
{
	const lu_json *m = lu_json_get(r->v, key);

	*n = 0;
	if (lu_json_type(m) == LU_JSON_NULL) return NULL;
	if (lu_json_type(m) != LU_JSON_ARRAY) {
		wrong(r, key, "an array", m);
		return NULL;
	}
	if (!lu_json_count(m)) return NULL;
	*out = lu_arena_calloc(r->a, lu_json_count(m), size);
	if (!*out) {
		if (!r->rc) r->rc = lu_nomem(r->e);
		return NULL;
	}
	*n = lu_json_count(m);
	return m;
}

static lu_strs get_strs(reading *r, const char *key)
{
	lu_strs s = { 0 };
	const lu_json *m = get_array(r, key, sizeof *s.v, (void **)&s.v, &s.n);

	for (size_t i = 0; i < s.n; i++) {
		const lu_json *item = lu_json_at(m, i);

		if (lu_json_type(item) != LU_JSON_STR) wrong(r, key, "an array of strings", item);
		s.v[i] = lu_json_str(item);
	}
	return s;
}

static void get_parameters(reading *r, lu_element *el)
{
	const lu_json *m =
		get_array(r, "parameters", sizeof *el->parameters.v, (void **)&el->parameters.v, &el->parameters.n);

	for (size_t i = 0; i < el->parameters.n; i++) {
		const lu_json *o = lu_json_at(m, i);
		lu_param *p = &el->parameters.v[i];

		if (lu_json_type(o) == LU_JSON_STR) { /* a bare name */
			p->name = lu_json_str(o);
			p->type = p->def = lu_strn("", 0);
			continue;
		}
		if (lu_json_type(o) != LU_JSON_OBJECT) wrong(r, "parameters", "an array of objects", o);
		p->name = get_str(r, o, "name", "parameters.name");
		p->type = get_str(r, o, "type", "parameters.type");
		p->def = get_str(r, o, "default", "parameters.default");
	}
}

static void get_calls(reading *r, lu_element *el)
{
	const lu_json *m = get_array(r, "call_sites", sizeof *el->calls.v, (void **)&el->calls.v, &el->calls.n);
	lu_strs names;

	for (size_t i = 0; i < el->calls.n; i++) {
		const lu_json *o = lu_json_at(m, i);
		lu_call *c = &el->calls.v[i];

		c->name = get_str(r, o, "name", "call_sites.name");
		c->receiver = get_str(r, o, "receiver", "call_sites.receiver");
		c->line = get_u32(r, o, "line", el->start_line);
		c->count = get_u32(r, o, "count", 1);
		c->args = lu_json_get(o, "args") ? get_u32(r, o, "args", 0) + 1 : 0;
		c->types = get_str(r, o, "types", "call_sites.types");
	}
	if (m) return;
	names = get_strs(r, "calls"); /* other tools give names alone */
	if (!names.n) return;
	el->calls.v = lu_arena_calloc(r->a, names.n, sizeof *el->calls.v);
	if (!el->calls.v) {
		if (!r->rc) r->rc = lu_nomem(r->e);
		return;
	}
	el->calls.n = names.n;
	for (size_t i = 0; i < names.n; i++)
		el->calls.v[i] = (lu_call){ names.v[i], lu_strn("", 0), el->start_line, 1, 0, lu_strn("", 0) };
}

/* Other tools give their imports as names alone. */
static void imports_of_names(reading *r, lu_element *el)
{
	if (!el->dependencies.n || lu_json_get(r->v, "imports") || lu_json_get(r->v, "call_sites")) return;
	el->imports.v = lu_arena_calloc(r->a, el->dependencies.n, sizeof *el->imports.v);
	if (!el->imports.v) {
		if (!r->rc) r->rc = lu_nomem(r->e);
		return;
	}
	el->imports.n = el->dependencies.n;
	for (size_t i = 0; i < el->imports.n; i++)
		el->imports.v[i] = (lu_import){ .module = el->dependencies.v[i], .line = el->start_line };
}

static void get_imports(reading *r, lu_element *el)
{
	const lu_json *m = get_array(r, "imports", sizeof *el->imports.v, (void **)&el->imports.v, &el->imports.n);

	for (size_t i = 0; i < el->imports.n; i++) {
		const lu_json *o = lu_json_at(m, i);
		lu_import *im = &el->imports.v[i];

		im->module = get_str(r, o, "module", "imports.module");
		im->name = get_str(r, o, "name", "imports.name");
		im->alias = get_str(r, o, "alias", "imports.alias");
		im->line = get_u32(r, o, "line", 0);
	}
}

static void get_mentions(reading *r, lu_element *el)
{
	const lu_json *m = get_array(r, "mentions", sizeof *el->mentions.v, (void **)&el->mentions.v, &el->mentions.n);

	for (size_t i = 0; i < el->mentions.n; i++) {
		const lu_json *o = lu_json_at(m, i);
		lu_mention *x = &el->mentions.v[i];

		x->name = get_str(r, o, "name", "mentions.name");
		x->line = get_u32(r, o, "line", el->start_line);
		x->count = get_u32(r, o, "count", 1);
	}
}

/* The name of a tool: a word that can stand where reasons do. */
static lu_str tool_name(lu_str s)
{
	bool good = s.n && s.n <= LU_LINK_BY && !lu_str_eqz(s, "given");

	for (size_t i = 0; i < s.n; i++) good &= lu_is_ident(s.s[i]) || s.s[i] == '-' || s.s[i] == '.';
	return good ? s : lu_strn("", 0);
}

static void get_links(reading *r, lu_element *el)
{
	const lu_json *m = get_array(r, "links", sizeof *el->links.v, (void **)&el->links.v, &el->links.n);

	for (size_t i = 0; i < el->links.n; i++) {
		const lu_json *o = lu_json_at(m, i);
		lu_link *k = &el->links.v[i];

		k->kind = get_str(r, o, "kind", "links.kind");
		k->target = get_str(r, o, "target", "links.target");
		k->name = get_str(r, o, "name", "links.name");
		if (!k->name.n) k->name = k->target;
		k->line = get_u32(r, o, "line", 0);
		k->count = get_u32(r, o, "count", 1);
		k->by = tool_name(get_str(r, o, "by", "links.by"));
		if (r->rc) return;
		if (!lu_str_eqz(k->kind, "CALLS") && !lu_str_eqz(k->kind, "INHERITS_FROM") &&
		    !lu_str_eqz(k->kind, "DEPENDS_ON"))
			r->rc = lu_fail(r->e, LU_EFORMAT,
					"field 'links.kind' is '%.*s', not CALLS, INHERITS_FROM or"
					" DEPENDS_ON",
					LU_FMT(k->kind));
		else if (!lu_id_valid(k->target) && (k->target.n || !k->by.n))
			r->rc = lu_fail(r->e, LU_EFORMAT, "field 'links.target' is not an id: '%.*s'",
					LU_FMT(k->target));
	}
	if (!r->rc && el->links.n) r->rc = lu_links_settle(el, r->a, r->e);
}

static bool is_known(const void *ctx, const char *key)
{
	static const char *const known[] = {
		"record",     "id",           "type",    "name",         "file_path",   "start_line",  "end_line",
		"language",   "parent",       "ordinal", "signature",    "parameters",  "return_type", "is_async",
		"decorators", "base_classes", "methods", "dependencies", "assignments", "calls",       "call_sites",
		"imports",    "mentions",     "links",   "docstring",    "explanation", "sha256",      "size",
		"code",       "edges",        NULL
	};
	size_t i = 0;

	(void)ctx;
	while (known[i] && strcmp(known[i], key)) i++;
	return known[i] != NULL;
}

/* Members that no field of lu_element holds, kept as text so that a stage passes them on. The edges of a
 * node are derived: a store that reads them makes its own. */
static void get_extra(reading *r, lu_element *el)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_rest(&w, r->v, is_known, NULL);
	if (w.out.len || w.out.oom) {
		el->extra = lu_arena_dup(r->a, lu_buf_str(&w.out));
		if ((!el->extra.s || w.out.oom) && !r->rc) r->rc = lu_nomem(r->e);
	}
	lu_jw_free(&w);
}

/* `path` without ".", empty components and what ".." takes back. One that leads out of the root is refused: it names a
 * file that is none of the knowledge base's. */
static lu_str plain_path(reading *r, lu_str path)
{
	lu_buf b = LU_BUF;
	lu_str rest = path, out = path;

	while (rest.n && !r->rc) {
		const char *slash = memchr(rest.s, '/', rest.n);
		lu_str part = lu_strn(rest.s, slash ? (size_t)(slash - rest.s) : rest.n);

		rest = lu_strn(rest.s + part.n + (slash != NULL), rest.n - part.n - (slash != NULL));
		if (!part.n || lu_str_eqz(part, ".")) continue;
		if (!lu_str_eqz(part, "..")) {
			if (b.len) lu_buf_addc(&b, '/');
			lu_buf_addstr(&b, part);
		} else if (b.len) {
			lu_buf_trunc(&b, lu_str_before_last(lu_buf_str(&b), '/').n);
		} else {
			r->rc = lu_fail(r->e, LU_EFORMAT, "field 'file_path' leads out of the root: '%.*s'",
					LU_FMT(path));
		}
	}
	if (!r->rc && !lu_str_eq(lu_buf_str(&b), path)) out = lu_arena_dup(r->a, lu_buf_str(&b));
	if (!r->rc && (b.oom || !out.s)) r->rc = lu_nomem(r->e);
	lu_buf_free(&b);
	return out;
}

lu_code lu_element_read(const lu_json *v, lu_arena *a, lu_element *out, lu_err *e)
{
	reading r = { v, a, e, LU_OK };
	lu_element el = { .ordinal = 1, .size = -1 };
	lu_str id;

	el.type = get_str(&r, v, "type", "type");
	el.name = get_str(&r, v, "name", "name");
	if (r.rc) return r.rc;
	if (!el.name.n) return lu_fail(e, LU_EFORMAT, "field 'name' is missing or empty");
	if (!el.type.n) return lu_fail(e, LU_EFORMAT, "field 'type' is missing or empty");
	el.file_path = get_str(&r, v, "file_path", "file_path");
	if (el.file_path.n && el.file_path.s[0] != '/') el.file_path = plain_path(&r, el.file_path);
	el.start_line = get_u32(&r, v, "start_line", 0);
	el.end_line = get_u32(&r, v, "end_line", el.start_line);
	el.language = get_str(&r, v, "language", "language");
	el.parent = get_str(&r, v, "parent", "parent");
	el.ordinal = get_u32(&r, v, "ordinal", 1);
	el.signature = get_str(&r, v, "signature", "signature");
	get_parameters(&r, &el);
	el.return_type = get_str(&r, v, "return_type", "return_type");
	el.is_async = lu_json_bool(lu_json_get(v, "is_async"), false);
	el.decorators = get_strs(&r, "decorators");
	el.base_classes = get_strs(&r, "base_classes");
	el.methods = get_strs(&r, "methods");
	el.dependencies = get_strs(&r, "dependencies");
	el.assignments = get_strs(&r, "assignments");
	get_calls(&r, &el);
	get_imports(&r, &el);
	get_mentions(&r, &el);
	imports_of_names(&r, &el);
	get_links(&r, &el);
	el.docstring = get_str(&r, v, "docstring", "docstring");
	el.explanation = get_str(&r, v, "explanation", "explanation");
	el.sha256 = get_str(&r, v, "sha256", "sha256");
	el.size = lu_json_int(lu_json_get(v, "size"), -1);
	el.code = get_str(&r, v, "code", "code");
	get_extra(&r, &el);
	if (r.rc) return r.rc;
	if (el.end_line < el.start_line)
		return lu_fail(e, LU_EFORMAT, "field 'end_line' is %u, before start_line %u", el.end_line,
			       el.start_line);
	id = get_str(&r, v, "id", "id");
	if (lu_id_valid(id)) {
		memcpy(el.id, id.s, id.n);
		el.id[id.n] = '\0';
	} else if (id.n) {
		return lu_fail(e, LU_EFORMAT, "field 'id' must have at most %d bytes and no blanks: '%.*s'", LU_ID - 1,
			       LU_FMT(id));
	} else if ((r.rc = lu_element_set_id(&el, e))) {
		return r.rc;
	}
	*out = el;
	return LU_OK;
}
