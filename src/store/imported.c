/* SPDX-License-Identifier: MIT
 * What an edit of imports reaches.
 *
 * A local name of a file's imports, "a" in F, is looked up by F, which is due anyway, and by whoever asks the module F
 * for it. In Python there are these ways to ask: `from F import a`, where a local name goes on to others, so that
 * all are due; `F.a`, where "F" is a name that the module is bound to somewhere; and a star import of F. Bases that
 * ask so change what their types have, and then all are due, too. Modules are compared by the last part of their
 * names alone, and names whatever file they stand in: that reaches more files than needed, and none less. */
#include "store/imported.h"

#include <stdlib.h>

#include "core/ascii.h"
#include "store/internal.h"

#define MARK         '\x01' /* no name that is noted by itself holds it */
#define MANY_MODULES 32     /* more of them are not asked one by one */

/* ---- how it is noted ---- */

lu_code lu__import_note(int64_t file, lu_str name, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf b = LU_BUF;

	lu_buf_addf(&b, "%c%lld%c%.*s", MARK, (long long)file, MARK, LU_FMT(name));
	*out = lu_arena_keep(a, &b);
	return out->s ? LU_OK : lu_nomem(e);
}

static bool read_note(lu_str text, int64_t *file, lu_str *name)
{
	const char *end = text.n && text.s[0] == MARK ? memchr(text.s + 1, MARK, text.n - 1) : NULL;

	if (!end) return false;
	*file = strtoll(text.s + 1, NULL, 10);
	*name = lu_strn(end + 1, (size_t)(text.s + text.n - end) - 1);
	return true;
}

static struct lu__module *module_of(struct lu__modules *m, int64_t file, lu_arena *a)
{
	struct lu__module *v;

	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].file == file) return &m->v[i];
	if (!(v = lu_arena_grow(a, m->v, m->n, sizeof *v))) return NULL;
	m->v = v;
	v[m->n] = (struct lu__module){ .file = file };
	return &v[m->n++];
}

static bool add_str(lu_strs *v, lu_str s, lu_arena *a)
{
	lu_str *w;

	for (size_t i = 0; i < v->n; i++)
		if (lu_str_eq(v->v[i], s)) return true;
	if (!(w = lu_arena_grow(a, v->v, v->n, sizeof *w))) return false;
	v->v = w;
	w[v->n++] = s;
	return true;
}

/* "text" of "a/text.py", "a" of "a/__init__.py". */
static void set_stem(struct lu__module *m, lu_str path)
{
	lu_str stem = lu_str_before_last(lu_str_after_last(path, '/'), '.');

	m->package = lu_str_eqz(stem, "__init__");
	if (m->package) stem = lu_str_after_last(lu_str_before_last(path, '/'), '/');
	m->stem = stem;
}

lu_code lu__modules_read(lu_store *s, lu_strs *touched, lu_arena *a, struct lu__modules *out, lu_err *e)
{
	size_t n = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < touched->n; i++) {
		struct lu__module *m;
		lu_str name;
		int64_t file;

		if (!read_note(touched->v[i], &file, &name)) {
			touched->v[n++] = touched->v[i];
			continue;
		}
		m = module_of(out, file, a);
		if (!m || !add_str(&m->names, name, a)) return lu_nomem(e);
	}
	touched->n = n;
	n = 0;
	for (size_t i = 0; i < out->n && !rc; i++) {
		struct lu__module *m = &out->v[n];
		lu_str path;

		*m = out->v[i];
		rc = lu_store_file_path(s, m->file, a, &path, e);
		if (rc == LU_ENOENT) { /* it has gone since, and was noted as that */
			rc = LU_OK;
			continue;
		}
		if (rc) return rc;
		n++;
		set_stem(m, path);
		if (m->stem.n && !add_str(&m->bound, m->stem, a)) rc = lu_nomem(e);
	}
	out->n = n;
	return rc;
}

/* ---- imports of what was touched ---- */

static bool has(const lu_strs *v, lu_str s)
{
	for (size_t i = 0; i < v->n; i++)
		if (lu_str_eq(v->v[i], s)) return true;
	return false;
}

/* Is one of `names` an identifier in `text`? */
static bool has_word(lu_str text, const lu_strs *names)
{
	for (size_t i = 0, n; i < text.n; i += n + 1) {
		for (n = 0; i + n < text.n && lu_is_ident(text.s[i + n]);) n++;
		if (n && has(names, lu_strn(text.s + i, n))) return true;
	}
	return false;
}

/* ---- modules that came or went ---- */

static bool is_module_alone(lu_str word, const lu_strs *tails)
{
	for (size_t i = 0; i < tails->n; i++)
		if (lu_str_eq(lu_str_after_last(tails->v[i], '/'), word)) return true;
	return false;
}

/* The next word of the text from *at on, behind which *at is then; empty: there is none. */
static lu_str next_word(lu_str text, size_t *at)
{
	size_t i = *at, n = 0;

	while (i < text.n && !lu_is_ident(text.s[i])) i++;
	while (i + n < text.n && lu_is_ident(text.s[i + n])) n++;
	*at = i + n;
	return lu_strn(text.s + i, n);
}

/* Is one of its words what the path of such a module ends in? */
static bool has_last_part(lu_str text, const lu_strs *tails)
{
	lu_str word;

	for (size_t at = 0; (word = next_word(text, &at)).n;)
		if (is_module_alone(word, tails)) return true;
	return false;
}

/* Does the text write one of the names otherwise than as that of such a module? */
static bool has_symbol(lu_str text, const lu_strs *names, const lu_strs *tails)
{
	lu_str word;

	for (size_t at = 0; (word = next_word(text, &at)).n;)
		if (has(names, word) && !is_module_alone(word, tails)) return true;
	return false;
}

static bool same_parts(lu_str path, lu_str dotted)
{
	for (size_t i = 0; i < path.n && i < dotted.n; i++)
		if (path.s[i] != (dotted.s[i] == '.' ? '/' : dotted.s[i])) return false;
	return path.n == dotted.n;
}

/* May `module`, as the file at `path` writes it, be what is at `tail`? A relative one is below the folder that it says, others
 * are by the end of the path. */
static bool may_be(lu_str path, lu_str module, lu_str tail)
{
	lu_str folder = path;
	size_t dots = 0, rest;

	while (dots < module.n && module.s[dots] == '.') dots++;
	module = lu_strn(module.s + dots, module.n - dots);
	if (tail.n < module.n) return false;
	rest = tail.n - module.n;
	if (!same_parts(lu_strn(tail.s + rest, module.n), module) || (rest && tail.s[rest - 1] != '/')) return false;
	for (size_t i = 0; i < dots; i++) folder = lu_str_before_last(folder, '/');
	return !dots || lu_str_eq(folder, lu_strn(tail.s, rest ? rest - 1 : 0));
}

static bool is_meant(lu_str path, lu_str module, const lu_strs *tails)
{
	lu_str word;

	for (size_t at = 0; (word = next_word(module, &at)).n;)
		for (size_t i = 0; i < tails->n; i++)
			if (lu_str_eq(lu_str_after_last(tails->v[i], '/'), word) &&
			    may_be(path, lu_strn(module.s, at), tails->v[i]))
				return true;
	return false;
}

/* What an edit touched, for the file that is looked at. */
struct look {
	lu_str path;
	const lu_ref *ref;
	size_t n;
	const lu_strs *names, *tails;
	lu_arena *a;
	bool oom;
};

/* "from a import b" may mean the module a.b. */
bool lu__may_import(lu_str path, const lu_ref *r, const lu_strs *tails, lu_arena *a, bool *oom)
{
	lu_buf b = LU_BUF;
	lu_str whole;

	if (is_meant(path, r->module, tails)) return true;
	if (!has_last_part(r->name, tails)) return false;
	lu_buf_addstr(&b, r->module);
	if (b.len && b.s[b.len - 1] != '.') lu_buf_addc(&b, '.');
	lu_buf_addstr(&b, r->name);
	whole = lu_arena_keep(a, &b);
	*oom |= !whole.s;
	return whole.s && is_meant(path, whole, tails);
}

/* May the import bring in something else now? */
static bool is_import_hit(struct look *x, const lu_ref *r)
{
	if (has_symbol(r->name, x->names, x->tails) || has_symbol(r->module, x->names, x->tails)) return true;
	return lu__may_import(x->path, r, x->tails, x->a, &x->oom);
}

/* May the base be something else now? Not what begins with the name of a module that is imported, and is another one. */
static bool is_base_hit(struct look *x, const lu_ref *r)
{
	lu_str word = lu__first_word(r->name);
	bool bound = false;

	if (!has_word(r->name, x->names)) return false;
	if (has_symbol(r->name, x->names, x->tails) || !is_module_alone(word, x->tails) ||
	    has_word(lu_strn(r->name.s + word.n, r->name.n - word.n), x->names))
		return true;
	for (size_t i = 0; i < x->n; i++) {
		if (x->ref[i].kind != LU_EDGE_DEPENDS_ON) continue;
		if (lu__is_star(&x->ref[i])) return true;
		if (!lu_str_eq(lu__local_name(&x->ref[i]), word)) continue;
		if (is_import_hit(x, &x->ref[i])) return true;
		bound = true;
	}
	return !bound;
}

/* Who goes through `import a.b.c` to c writes it: the local name "a" is none that is to be asked for. Nor is one that is looked
 * for anyway, unless as what a module is called. */
static lu_code add_local(struct lu__modules *m, int64_t file, const struct look *x, const lu_ref *r, lu_err *e)
{
	lu_str local = lu__local_name(r);
	lu_arena *a = x->a;
	struct lu__module *v;

	if (!r->name.n && !r->alias.n) return LU_OK;
	if (has(x->names, local) && !is_module_alone(local, x->tails)) return LU_OK;
	if (!(v = module_of(m, file, a)) || !add_str(&v->names, local, a)) return lu_nomem(e);
	if (v->bound.n) return LU_OK;
	set_stem(v, lu_arena_dup(a, x->path));
	if (!v->stem.s || (v->stem.n && !add_str(&v->bound, v->stem, a))) return lu_nomem(e);
	return LU_OK;
}

lu_code lu__modules_add(struct lu__modules *m, int64_t file, lu_str path, const lu_ref *ref, size_t n,
			const lu_strs *names, const lu_strs *tails, lu_arena *a, bool *any, bool *every, lu_err *e)
{
	struct look x = { path, ref, n, names, tails, a, false };
	const struct lu__module *own = NULL;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		const lu_ref *r = &ref[i];
		bool import = r->kind == LU_EDGE_DEPENDS_ON;

		if (!(import ? is_import_hit(&x, r) : is_base_hit(&x, r))) continue;
		*any = true;
		*every |= !import || lu__is_star(r) || m->n > MANY_MODULES;
		if (!*every) rc = add_local(m, file, &x, r, e);
	}
	if (!rc && x.oom) rc = lu_nomem(e);
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].file == file) own = &m->v[i];
	for (size_t i = 0; own && i < n; i++) /* a base may be told by a local name */
		*every |= ref[i].kind != LU_EDGE_DEPENDS_ON && has_word(ref[i].name, &own->names);
	return rc;
}

/* ---- who asks ---- */

static bool may_mean(const struct lu__module *m, lu_str module)
{
	lu_str last = lu_str_after_last(module, '.');

	return last.n ? lu_str_eq(last, m->stem) : m->package;
}

/* Is `name` written after the dot at `at`, and one of the bound names before it? */
static bool asks_at(const struct lu__module *m, lu_str text, size_t at, lu_str name)
{
	if (text.n - at - 1 < name.n || memcmp(text.s + at + 1, name.s, name.n)) return false;
	if (at + 1 + name.n < text.n && lu_is_ident(text.s[at + 1 + name.n])) return false;
	for (size_t i = 0; i < m->bound.n; i++) {
		lu_str b = m->bound.v[i];

		if (at >= b.n && !memcmp(text.s + at - b.n, b.s, b.n) &&
		    (at == b.n || !lu_is_ident(text.s[at - b.n - 1])))
			return true;
	}
	return false;
}

static bool asks(const struct lu__module *m, lu_str text)
{
	for (size_t i = 0; i < m->bound.n; i++) {
		lu_str b = m->bound.v[i];
		const char *p = text.s, *end = text.s + text.n;

		for (; p < end && (p = memmem(p, (size_t)(end - p), b.s, b.n)); p += b.n) {
			size_t at = (size_t)(p - text.s) + b.n;

			for (size_t k = 0; k < m->names.n && at < text.n && text.s[at] == '.'; k++)
				if (asks_at(m, text, at, m->names.v[k])) return true;
		}
	}
	return false;
}

bool lu__modules_ask(const struct lu__modules *m, lu_str calls)
{
	for (size_t i = 0; i < m->n; i++)
		if (asks(&m->v[i], calls)) return true;
	return false;
}

/* Take in one reference: *more when the module is bound to another name than before. */
static bool learn(struct lu__module *m, const lu_ref *r, lu_arena *a, bool *more, bool *every)
{
	size_t had = m->bound.n;
	bool ok = true;

	if (r->kind != LU_EDGE_DEPENDS_ON) {
		*every |= asks(m, r->name);
		return true;
	}
	if (may_mean(m, r->module)) {
		if (lu__is_star(r)) m->star = true;
		else if (!r->name.n) ok = add_str(&m->bound, r->alias.n ? r->alias : m->stem, a);
		else if (has(&m->names, r->name)) *every = true;
	}
	if (ok && has(&m->bound, r->name) && r->alias.n) ok = add_str(&m->bound, r->alias, a);
	*more |= m->bound.n > had;
	return ok;
}

lu_code lu__modules_learn(struct lu__modules *m, const lu_ref *v, size_t n, lu_arena *a, bool *every, lu_err *e)
{
	for (size_t i = 0; i < m->n; i++) {
		bool more = m->v[i].stem.n;

		*every |= !more;
		for (int pass = 0; more && !*every; pass++) {
			more = false;
			*every = pass == LU__PASSES;
			for (size_t k = 0; k < n && !*every; k++)
				if (!learn(&m->v[i], &v[k], a, &more, every)) return lu_nomem(e);
		}
	}
	return LU_OK;
}
