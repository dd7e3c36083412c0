/* SPDX-License-Identifier: MIT
 * lucus prompts: what language models are sent, and what a user sends instead. */
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "prompt_files.h"

extern const lu_cmd cmd_prompts;

static const char *const actions[] = { "list", "show", "check", NULL };

static lu_opt opts[] = { LU_OPT_GROUP(cmd_opts_prompt), LU_OPT_GROUP(lu_opts_store), LU_OPT_GROUP(lu_opts_output),
			 LU_OPT_END };

/* What the knowledge base says, where there is one. */
static lu_code take_settings(lu_err *e)
{
	lu_where here = cmd_base_where();
	lu_buf path = LU_BUF;
	lu_store *s = NULL;
	bool found = false;
	lu_code rc = lu_where_path(&here, ".", &path, &found, e);

	if (!rc && (found || lu_common.db)) rc = cmd_base_read(&s, e);
	if (!rc && s) rc = cmd_base_settings(s, opts, e);
	lu_store_close(s);
	lu_buf_free(&path);
	return rc;
}

/* ---- one prompt ---- */

/* "option", "knowledge base" ...; "built-in" */
static void put_origin(lu_prompt_id p, lu_buf *out)
{
	if (cmd_prompts_file(p).n) lu_opt_origin(&cmd_opts_prompt[0], out);
	else lu_buf_adds(out, "built-in");
}

static void write_words(lu_jw *w, const char *key, const char *words)
{
	lu_str rest = lu_strz(words);

	lu_jw_open(w, key, '[');
	while (rest.n) lu_jw_str(w, NULL, lu_str_take(&rest, ' '));
	lu_jw_close(w, ']');
}

/* `text` NULL: without it. */
static lu_code print_record(lu_prompt_id p, const lu_str *text, lu_err *e)
{
	const lu_prompt_info *i = lu_prompts_info(p);
	lu_str file = cmd_prompts_file(p);
	lu_buf origin = LU_BUF;
	lu_jw w;
	lu_code rc;

	put_origin(p, &origin);
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_strz(&w, "record", "prompt");
	lu_jw_strz(&w, "name", i->name);
	lu_jw_strz(&w, "phase", i->phase);
	lu_jw_strz(&w, "summary", i->summary);
	write_words(&w, "required", i->required);
	write_words(&w, "optional", i->optional);
	lu_jw_str(&w, "origin", lu_buf_str(&origin));
	if (file.n) lu_jw_str(&w, "file", file);
	else lu_jw_null(&w, "file");
	if (text) lu_jw_str(&w, "text", *text);
	lu_jw_close(&w, '}');
	rc = origin.oom ? lu_nomem(e) : lu_jw_flush(&w, stdout, e);
	lu_jw_free(&w);
	lu_buf_free(&origin);
	return rc;
}

static void print_placeholders(const char *words, const char *before, const char *after)
{
	lu_str rest = lu_strz(words);

	while (rest.n) {
		lu_str word = lu_str_take(&rest, ' ');

		lu_out_textf(stdout, LU_COLOR_PLAIN, " %s{%.*s}%s", before, LU_FMT(word), after);
	}
}

static void print_text(lu_prompt_id p)
{
	const lu_prompt_info *i = lu_prompts_info(p);
	lu_str file = cmd_prompts_file(p);
	lu_buf origin = LU_BUF;

	put_origin(p, &origin);
	lu_out_textf(stdout, LU_COLOR_BOLD, "%-18s", i->name);
	lu_out_textf(stdout, LU_COLOR_PLAIN, "  %s\n%20s", i->summary, "");
	lu_out_textf(stdout, file.n ? LU_COLOR_GREEN : LU_COLOR_DIM, "%s%s%.*s:", origin.s, file.n ? ", " : "",
		     LU_FMT(file));
	print_placeholders(i->required, "", "");
	print_placeholders(i->optional, "[", "]");
	lu_out_text(stdout, LU_COLOR_PLAIN, lu_strz("\n"));
	lu_buf_free(&origin);
}

/* ---- actions ---- */

static lu_code list(lu_err *e)
{
	lu_code rc = LU_OK;

	for (int p = 0; p < LU_PROMPTS && !rc; p++) {
		if (lu_out_is_json()) rc = print_record((lu_prompt_id)p, NULL, e);
		else if (lu_out_is_places())
			lu_out_textf(stdout, LU_COLOR_PLAIN, "%s\n", lu_prompts_info((lu_prompt_id)p)->name);
		else print_text((lu_prompt_id)p);
	}
	return rc;
}

/* The text alone, which is to become a file, unless a record is asked for. */
static lu_code show(const char *name, lu_err *e)
{
	const lu_prompts *own = NULL;
	lu_prompt_id p = LU_PROMPTS;
	lu_str text;
	lu_code rc = lu_prompts_find(lu_strz(name), &p, e);

	if (!rc) rc = cmd_prompts_given(&own, e);
	if (rc) return rc;
	text = lu_prompts_text(own, p);
	if (lu_common.format == LU_FORMAT_JSON) return print_record(p, &text, e);
	lu_out_text(stdout, LU_COLOR_PLAIN, text);
	return LU_OK;
}

/* Report what is wrong with one, and go on. */
static lu_code check_one(lu_str given, lu_arena *a, bool *rejected, lu_err *e)
{
	cmd_prompt_file x;
	lu_str file = given, name = lu_str_take(&file, '=');
	lu_code rc = cmd_prompt_read(given, a, &x, e);
	lu_buf path = LU_BUF;

	if (rc == LU_EUSAGE) {
		*rejected = true;
		lu_buf_addstr(&path, file.n ? file : name);
		rc = path.oom ? lu_nomem(e) : lu_out_error(path.s, 0, e->msg, e);
		lu_buf_free(&path);
		return rc;
	}
	if (!rc && !lu_out_is_json())
		lu_out_textf(stdout, LU_COLOR_PLAIN, "%.*s: good for %s\n", LU_FMT(x.file),
			     lu_prompts_info(x.prompt)->name);
	return rc;
}

/* What is given here, else what --prompt names. */
static lu_code check(int argc, char **argv, lu_err *e)
{
	const lu_strs *files = cmd_opts_prompt[0].to.list;
	lu_arena a = { 0 };
	bool rejected = false;
	lu_code rc = LU_OK;

	for (int i = 0; i < argc && !rc; i++) rc = check_one(lu_strz(argv[i]), &a, &rejected, e);
	for (size_t i = 0; i < files->n && !argc && !rc; i++) rc = check_one(files->v[i], &a, &rejected, e);
	lu_arena_free(&a);
	if (rc || !rejected) return rc;
	e->msg[0] = '\0';
	return LU_EREJECT;
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	const char *action = argc ? argv[0] : "list";
	int n = argc - 1;
	lu_code rc = take_settings(e);

	if (rc) return rc;
	if (!strcmp(action, "list") && n <= 0) return list(e);
	if (!strcmp(action, "show") && n == 1) return show(argv[1], e);
	if (!strcmp(action, "check")) return check(n, argv + 1, e);
	return lu_fail(e, LU_EUSAGE, "expected list, show NAME, or check [NAME=FILE...]; found '%s' with %d operands",
		       action, n);
}

static const char *const examples[] = { "lucus prompts", "lucus prompts show answer > mine.txt",
					"lucus prompts check answer=mine.txt", NULL };

const lu_cmd cmd_prompts = {
	.name = "prompts",
	.summary = "list, show and check what language models are sent",
	.args = "[list | show NAME | check [NAME=FILE...]]",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
	.words = actions,
};
