/* SPDX-License-Identifier: MIT
 * One glob, compiled: what gitignore(5) calls a pattern, without its '!'. Also the globs of
 * --include and --exclude, and of --path. */
#ifndef LU_CORE_GLOB_H
#define LU_CORE_GLOB_H

#include "lucus/arena.h"

typedef enum lu__glob_kind {
	LU__GLOB_NEVER,   /* malformed, or empty: matches nothing */
	LU__GLOB_LITERAL, /* equals `text` */
	LU__GLOB_SUFFIX,  /* ends with `text` */
	LU__GLOB_CODE,    /* anything else: run `code` */
} lu__glob_kind;

typedef struct lu__glob {
	lu__glob_kind kind;
	bool by_name; /* tested against the base name, else against the path */
	bool dir_only;
	lu_str text;
	const uint32_t *code; /* see glob.c */
	size_t n;
	const uint8_t (*set)[32]; /* a bit for each byte of a character class */
} lu__glob;

/* What it needs later lives in `a`; `pattern` is not kept. Fails only with LU_ENOMEM. */
lu_code lu__glob_compile(lu__glob *g, lu_str pattern, lu_arena *a, lu_err *e) LU_MUST_USE;
/* The same for what git calls a pathspec: always tested against the path, and '*', '?' and '[...]' match a '/', too. */
lu_code lu__glob_compile_spec(lu__glob *g, lu_str pattern, lu_arena *a, lu_err *e) LU_MUST_USE;

/* `path` is relative to the folder that the pattern belongs to, without '/' at its ends; `name` is
 * its last component. */
bool lu__glob_match(const lu__glob *g, lu_str path, lu_str name, bool is_dir);

#endif
