/* SPDX-License-Identifier: MIT */
#include "prompt_files.h"

#include "core/file.h"

static lu_strs files;

lu_opt cmd_opts_prompt[] = {
	LU_OPT_LIST(0, "prompt", &files, "NAME=FILE",
		    "send the text in FILE for the prompt NAME, one of those that lucus prompts lists; may be given "
		    "again",
		    .env = "LUCUS_PROMPT", .setting = "prompt", .guarded = true),
	LU_OPT_END
};

static lu_code read_text(const cmd_prompt_file *x, lu_buf *out, lu_err *e)
{
	lu_code rc = lu_file_read(x->file.s, LU_PROMPT_MAX, out, e);

	if (rc == LU_EFORMAT || rc == LU_ENOENT || rc == LU_EIO)
		return lu_wrap(e, LU_EUSAGE, "the prompt %s", lu_prompts_info(x->prompt)->name);
	return rc ? rc : lu_prompts_check(x->prompt, lu_buf_str(out), e);
}

lu_code cmd_prompt_read(lu_str given, lu_arena *a, cmd_prompt_file *out, lu_err *e)
{
	cmd_prompt_file x = { .file = given };
	lu_str name = lu_str_trim(lu_str_take(&x.file, '='));
	lu_buf text = LU_BUF;
	lu_code rc;

	x.file = lu_arena_dup(a, lu_str_trim(x.file));
	if (!x.file.s) return lu_nomem(e);
	if (!name.n || !x.file.n) return lu_fail(e, LU_EUSAGE, "expected NAME=FILE, found '%.*s'", LU_FMT(given));
	rc = lu_prompts_find(name, &x.prompt, e);
	if (!rc) rc = read_text(&x, &text, e);
	if (!rc && !(x.text = lu_arena_dup(a, lu_buf_str(&text))).s) rc = lu_nomem(e);
	lu_buf_free(&text);
	if (!rc) *out = x;
	return rc;
}

lu_code cmd_prompts_given(const lu_prompts **out, lu_err *e)
{
	static lu_prompts own; /* as the variables of options are */
	lu_code rc = LU_OK;

	own = (lu_prompts){ .text = { { NULL, 0 } } };
	for (size_t i = 0; i < files.n && !rc; i++) {
		cmd_prompt_file x;

		rc = cmd_prompt_read(files.v[i], &cmd_opts_prompt[0].lent, &x, e);
		if (rc == LU_EUSAGE) return lu_wrap(e, rc, "option '--prompt': '%.*s'", LU_FMT(files.v[i]));
		if (!rc) own.text[x.prompt] = x.text;
	}
	if (!rc) *out = files.n ? &own : NULL;
	return rc;
}

lu_str cmd_prompts_file(lu_prompt_id p)
{
	for (size_t i = files.n; i-- > 0;) {
		lu_str file = files.v[i], name = lu_str_trim(lu_str_take(&file, '='));

		if (lu_str_eqz(name, lu_prompts_info(p)->name)) return lu_str_trim(file);
	}
	return lu_strn("", 0);
}
