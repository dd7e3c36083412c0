/* SPDX-License-Identifier: MIT */
#include "paths.h"

#include <string.h>

#include "base.h"
#include "cli/out.h"
#include "cli/place.h"

static bool nul;

lu_opt cmd_opts_paths[] = {
	LU_OPT_FLAG('0', "null", &nul,
		    "the paths on standard input, which the operand - stands for, end with NUL, not with lines"),
	LU_OPT_END
};

static lu_code add_operand(lu_paths *o, const char *path, bool listed, lu_err *e)
{
	lu_path *v = lu_arena_grow(&o->arena, o->v, o->n, sizeof *v);

	if (!v) return lu_nomem(e);
	o->v = v;
	v[o->n++] = (lu_path){ path, listed };
	return LU_OK;
}

static lu_code read_list(lu_paths *o, lu_err *e)
{
	lu_reader in;
	lu_str line;
	lu_code rc;

	cmd_base_reader(&in, stdin, "-");
	while (!(rc = lu_reader_line(&in, nul ? '\0' : '\n', &line, e))) {
		lu_str path = lu_arena_dup(&o->arena, line);

		if (!path.s) rc = lu_nomem(e);
		else if (memchr(line.s, '\0', line.n))
			rc = lu_fail(e, LU_EUSAGE, "paths on standard input hold NUL: is -0 missing?");
		else if (path.n) rc = add_operand(o, path.s, true, e);
		if (rc) break;
	}
	lu_reader_free(&in);
	return rc == LU_DONE ? LU_OK : rc;
}

lu_code cmd_operands_read(lu_paths *o, int argc, char **argv, lu_err *e)
{
	bool list = false;
	lu_code rc = LU_OK;

	*o = (lu_paths){ .any = argc > 0 };
	for (int i = 0; i < argc; i++) list |= !strcmp(argv[i], "-");
	o->list = list;
	if (nul && !list) return lu_fail(e, LU_EUSAGE, "option -0 needs the operand -");
	for (int i = 0; i < argc && !rc; i++)
		rc = strcmp(argv[i], "-") ? add_operand(o, argv[i], false, e) : read_list(o, e);
	o->given = o->n;
	return rc;
}

static lu_code tell(const lu_area *p, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n_refused && !rc; i++) {
		if (p->refused[i].bad) rc = lu_out_error(p->refused[i].path, 0, p->refused[i].why.s, e);
		else lu_out_warn("%s", p->refused[i].why.s);
	}
	return rc;
}

lu_code cmd_operands_enter(const lu_area *p, lu_code rc, lu_err *e)
{
	lu_err why;
	lu_code told = tell(p, rc ? &why : e);

	if (!rc && !told) rc = lu_place_enter(lu_buf_str(&p->root), e);
	return rc ? rc : told;
}

lu_code cmd_operands_open(const lu_paths *o, const char *from, bool create, lu_store **s, lu_err *e)
{
	lu_where w = cmd_base_where();
	lu_area p = LU_AREA;
	lu_code rc = lu_paths_open(o, &w, from, create, &p, s, e);

	rc = rc ? cmd_operands_enter(&p, rc, e) : LU_OK;
	lu_area_free(&p);
	return rc;
}

lu_code cmd_operands_area(const lu_paths *o, lu_store *s, lu_area *p, lu_err *e)
{
	return cmd_operands_enter(p, lu_area_of(p, o, s, e), e);
}
