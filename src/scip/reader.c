/* SPDX-License-Identifier: MIT
 * A SCIP index is one message of fields that may be as large as the tree. The outermost one is read here, field
 * by field; protobuf-c unpacks the documents, one at a time, into an arena that has a limit: two bytes of input
 * can claim an occurrence, for which a hundred bytes must be kept. */
#include <scip/scip.pb-c.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/ascii.h"
#include "scip/scip.h"
#include "lucus/text.h"

/* Of one document, unpacked: one of a million occurrences takes about 200 MiB. */
#define MAX_UNPACKED ((size_t)1 << 30)

enum { WIRE_VARINT, WIRE_64, WIRE_BYTES, WIRE_32 = 5 };
/* The schema has three fields, and may get more. */
enum { FIELD_METADATA = 1, FIELD_DOCUMENT = 2, MAX_FIELD = 31 };
#define MAX_TOOL 40 /* bytes of a name */

/* ---- the outermost message ---- */

static bool varint(lu_str b, size_t *at, uint64_t *out)
{
	uint64_t v = 0;

	for (int shift = 0; shift < 64; shift += 7) {
		uint8_t c;

		if (*at >= b.n) return false;
		c = (uint8_t)b.s[(*at)++];
		v |= (uint64_t)(c & 0x7f) << shift;
		if (!(c & 0x80)) {
			*out = v;
			return true;
		}
	}
	return false;
}

/* The next field; false: it is damaged. `body` is empty unless it has bytes. */
static bool next_field(lu_str b, size_t *at, uint64_t *tag, lu_str *body)
{
	uint64_t n = 0;

	*body = lu_strn(b.s + *at, 0);
	if (!varint(b, at, tag) || !(*tag >> 3)) return false;
	switch (*tag & 7) {
	case WIRE_VARINT: return varint(b, at, &n);
	case WIRE_64: n = 8; break;
	case WIRE_32: n = 4; break;
	case WIRE_BYTES:
		if (!varint(b, at, &n)) return false;
		break;
	default: return false;
	}
	if (n > b.n - *at) return false;
	if ((*tag & 7) == WIRE_BYTES) *body = lu_strn(b.s + *at, (size_t)n);
	*at += (size_t)n;
	return true;
}

/* ---- memory of a document ---- */

struct memory {
	lu_arena arena;
	bool full, oom;
};

static void *take(void *ctx, size_t n)
{
	struct memory *m = ctx;
	void *p;

	if (n > MAX_UNPACKED || m->arena.total > MAX_UNPACKED - n) {
		m->full = true;
		return NULL;
	}
	p = lu_arena_alloc(&m->arena, n);
	if (!p) m->oom = true;
	return p;
}

static void give_back(void *ctx, void *p)
{
	(void)ctx, (void)p; /* with the arena */
}

/* ---- from its messages to ours ---- */

static lu_str view(const char *s)
{
	return lu_strz(s);
}

static lu_scip_range range_of(const int32_t *v, size_t n)
{
	lu_scip_range r = { .known = false };

	if (n != 3 && n != 4) return r;
	for (size_t i = 0; i < n; i++)
		if (v[i] < 0) return r;
	r = (lu_scip_range){ (uint32_t)v[0], (uint32_t)v[1], (uint32_t)(n == 4 ? v[2] : v[0]), (uint32_t)v[n - 1],
			     true };
	if (r.end_line < r.line || (r.end_line == r.line && r.end_column < r.column)) r.known = false;
	return r;
}

static lu_scip_range any_range(const int32_t *v, size_t n, const Lu__Scip__LineRange *one,
			       const Lu__Scip__LinesRange *several)
{
	if (one) return range_of((int32_t[]){ one->line, one->start_character, one->end_character }, 3);
	if (several)
		return range_of((int32_t[]){ several->start_line, several->start_character, several->end_line,
					     several->end_character },
				4);
	return range_of(v, n);
}

static int by_place(const void *px, const void *py)
{
	const lu_scip_occurrence *x = px, *y = py;
	int c;

	if (x->at.line != y->at.line) return x->at.line < y->at.line ? -1 : 1;
	if (x->at.column != y->at.column) return x->at.column < y->at.column ? -1 : 1;
	c = lu_str_cmp(x->symbol, y->symbol);
	return c ? c : (x->roles > y->roles) - (x->roles < y->roles);
}

static bool take_occurrences(const Lu__Scip__Document *d, lu_scip_document *out, struct memory *m)
{
	lu_scip_occurrence *v = take(m, (d->n_occurrences + 1) * sizeof *v);
	size_t n = 0;

	if (!v) return false;
	for (size_t i = 0; i < d->n_occurrences; i++) {
		const Lu__Scip__Occurrence *o = d->occurrences[i];
		lu_scip_occurrence w = {
			.symbol = view(o->symbol),
			.at = any_range(o->range, o->n_range, o->single_line_range, o->multi_line_range),
			.around = any_range(o->enclosing_range, o->n_enclosing_range, o->single_line_enclosing_range,
					    o->multi_line_enclosing_range),
			.roles = (uint32_t)o->symbol_roles,
		};

		if (w.symbol.n && w.at.known) v[n++] = w;
		else if (w.symbol.n) out->dropped++; /* without a symbol: only there to colour the text */
	}
	if (n) qsort(v, n, sizeof *v, by_place);
	out->occurrences.v = v;
	out->occurrences.n = n;
	return true;
}

static bool join_documentation(const Lu__Scip__SymbolInformation *s, struct memory *m, lu_str *out)
{
	size_t n = 0;
	char *t;

	for (size_t i = 0; i < s->n_documentation; i++) n += strlen(s->documentation[i]) + 2;
	if (!(t = take(m, n + 1))) return false;
	n = 0;
	for (size_t i = 0; i < s->n_documentation; i++) {
		size_t k = strlen(s->documentation[i]);

		if (n && k) t[n++] = '\n', t[n++] = '\n';
		memcpy(t + n, s->documentation[i], k);
		n += k;
	}
	*out = lu_strn(t, n);
	return true;
}

static bool take_symbols(const Lu__Scip__Document *d, lu_scip_document *out, struct memory *m)
{
	lu_scip_symbol *v = take(m, (d->n_symbols + 1) * sizeof *v);

	if (!v) return false;
	for (size_t i = 0; i < d->n_symbols; i++) {
		const Lu__Scip__SymbolInformation *s = d->symbols[i];
		lu_str *to = take(m, (s->n_relationships + 1) * sizeof *to);
		lu_scip_symbol *w = &v[i];

		*w = (lu_scip_symbol){ .symbol = view(s->symbol), .kind = s->kind };
		if (s->signature_documentation) w->signature = view(s->signature_documentation->text);
		if (!to || !join_documentation(s, m, &w->documentation)) return false;
		w->implements.v = to;
		for (size_t k = 0; k < s->n_relationships; k++)
			if (s->relationships[k]->is_implementation)
				to[w->implements.n++] = view(s->relationships[k]->symbol);
	}
	out->symbols.v = v;
	out->symbols.n = d->n_symbols;
	return true;
}

/* The name of the tool, when it can be one; `out` has MAX_TOOL + 1 bytes. */
static void read_tool(lu_str body, char *out)
{
	struct memory m = { .full = false };
	ProtobufCAllocator from = { take, give_back, &m };
	const Lu__Scip__Metadata *d = lu__scip__metadata__unpack(&from, body.n, (const uint8_t *)body.s);
	lu_str name = view(d && d->tool_info ? d->tool_info->name : "");
	bool good = name.n && name.n <= MAX_TOOL;

	for (size_t i = 0; i < name.n; i++) good &= lu_is_ident(name.s[i]) || name.s[i] == '-' || name.s[i] == '.';
	if (good) snprintf(out, MAX_TOOL + 1, "%.*s", LU_FMT(name));
	lu_arena_free(&m.arena);
}

static lu_code read_document(lu_str body, size_t i, const char *tool, const lu_scip_reader *r, lu_err *e)
{
	struct memory m = { .full = false };
	ProtobufCAllocator from = { take, give_back, &m };
	const Lu__Scip__Document *d = lu__scip__document__unpack(&from, body.n, (const uint8_t *)body.s);
	lu_scip_document out = { .tool = tool };
	const char *why = NULL;
	lu_code rc;

	if (d) {
		out.path = view(d->relative_path);
		out.language = view(d->language);
		out.text = view(d->text);
		out.encoding = d->position_encoding;
		if (!out.path.n) why = "the document has no path";
		else if (!lu_utf8_valid(out.path)) why = "the document's path is not UTF-8";
	}
	if (d && !why && take_occurrences(d, &out, &m) && take_symbols(d, &out, &m)) {
		rc = r->document(r->ctx, &out, e);
	} else if (m.oom) {
		rc = lu_nomem(e);
	} else {
		if (m.full) why = "the document needs more than 1 GiB of memory";
		rc = r->reject(r->ctx, i, why ? why : "the document is damaged", e);
	}
	lu_arena_free(&m.arena);
	return rc;
}

lu_code lu_scip_read(lu_str bytes, const lu_scip_reader *r, lu_err *e)
{
	char tool[MAX_TOOL + 1] = "scip";
	size_t at = 0, n = 0;
	lu_code rc = LU_OK;

	while (at < bytes.n && !rc) {
		size_t from = at;
		uint64_t tag = 0;
		lu_str body;

		if (!next_field(bytes, &at, &tag, &body))
			return lu_fail(e, LU_EFORMAT, "not a SCIP index, or cut off: no field at byte %zu", from);
		if (tag >> 3 > MAX_FIELD || (tag & 7) != WIRE_BYTES)
			return lu_fail(e, LU_EFORMAT, "not a SCIP index: a strange field at byte %zu", from);
		if (tag >> 3 == FIELD_METADATA) read_tool(body, tool);
		if (tag >> 3 == FIELD_DOCUMENT) rc = read_document(body, ++n, tool, r, e);
	}
	if (!rc && !n) return lu_fail(e, LU_EFORMAT, "not a SCIP index: it holds no document");
	return rc;
}
