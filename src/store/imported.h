/* SPDX-License-Identifier: MIT
 * Local names of imports that an edit touched, and who asks their modules for them. For Python alone. */
#ifndef LU_STORE_IMPORTED_H
#define LU_STORE_IMPORTED_H

#include "lucus/store.h"

#define LU__PASSES 8 /* ways from name to name that are followed */

/* A file whose imports were edited, as a module. */
struct lu__module {
	int64_t file;
	lu_str stem; /* the last part of its name */
	bool package;
	lu_strs names; /* local names of its imports that differ */
	lu_strs bound; /* what it is called, anywhere */
	bool star;     /* somebody takes over all its names */
};

struct lu__modules {
	struct lu__module *v;
	size_t n;
};

/* ---- imports_differ.c ---- */

/* Does the import bring in all names of its module? */
bool lu__is_star(const lu_ref *r);
/* The name by which the file knows what it imports; "*" of a star import. */
lu_str lu__local_name(const lu_ref *r);
/* The identifier that `s` begins with; empty when it begins with none. */
lu_str lu__first_word(lu_str s);
/* The local names whose imports differ between the links of two outlines of a file; *all when that does not tell
 * what is reached. */
lu_code lu__imports_differ(const lu_ref *x, size_t nx, const lu_ref *y, size_t ny, lu_arena *a, lu_strs *out, bool *all,
			   lu_err *e);

/* ---- imported.c ---- */

/* How such a name is noted among the names that were touched. */
lu_code lu__import_note(int64_t file, lu_str name, lu_arena *a, lu_str *out, lu_err *e);
/* Take such notes out of `touched`. */
lu_code lu__modules_read(lu_store *s, lu_strs *touched, lu_arena *a, struct lu__modules *out, lu_err *e);
/* Note that what the imports `ref` of `file` bring in may be another thing, as far as they write one of `names`: that is
 * a local name of the module where it is none of `names` itself. `tails` are the paths, without extensions, of modules that
 * came or went, whose last parts are in `names` for them alone: to write one as a module is to mean a path that ends so.
 * *any: some do; *every: that does not tell what is reached. */
lu_code lu__modules_add(struct lu__modules *m, int64_t file, lu_str path, const lu_ref *ref, size_t n,
			const lu_strs *names, const lu_strs *tails, lu_arena *a, bool *any, bool *every, lu_err *e);
/* May the import of the file at `path` mean one of the modules that came or went? */
bool lu__may_import(lu_str path, const lu_ref *r, const lu_strs *tails, lu_arena *a, bool *oom);
/* Find out from the links of all files by which names the modules are known. *every: all files are due. */
lu_code lu__modules_learn(struct lu__modules *m, const lu_ref *v, size_t n, lu_arena *a, bool *every, lu_err *e);
/* Does the packed text ask one of the modules for one of its names? After lu__modules_learn(). */
bool lu__modules_ask(const struct lu__modules *m, lu_str calls);

#endif
