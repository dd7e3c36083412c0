/* SPDX-License-Identifier: MIT
 * What the model says to a prompt. */
#include "fakeapi.h"
#include "core/file.h"

/* Texts of a message: a string, or blocks with texts. */
static void add_content(const lu_json *content, lu_buf *out)
{
	size_t i;

	lu_buf_addstr(out, lu_json_str(content));
	for (i = 0; i < lu_json_count(content); i++)
		lu_buf_addstr(out, lu_json_str(lu_json_get(lu_json_at(content, i), "text")));
	lu_buf_addc(out, '\n');
}

static void prompt_of(const lu_json *body, lu_buf *out)
{
	const lu_json *messages = lu_json_get(body, "messages");
	size_t i;

	if (lu_json_get(body, "system")) add_content(lu_json_get(body, "system"), out);
	for (i = 0; i < lu_json_count(messages); i++) add_content(lu_json_get(lu_json_at(messages, i), "content"), out);
}

static bool wants_json(const lu_json *body, const char *prompt)
{
	const lu_json *format = lu_json_get(body, "response_format");

	if (lu_json_get(body, "output_config") || lu_json_get(body, "tools")) return true;
	if (format && !lu_str_eqz(lu_json_str(lu_json_get(format, "type")), "text")) return true;
	return strstr(prompt, "JSON");
}

/* The rest of the line that follows the first `mark`; false: there is none. */
static bool rest_of_line(const char *text, const char *mark, lu_buf *out)
{
	const char *at = strcasestr(text, mark);

	if (!at) return false;
	at += strlen(mark);
	at += strspn(at, " :");
	lu_buf_add(out, at, strcspn(at, "\n"));
	return true;
}

/* A model that does what it reads. */
static bool obey(const char *prompt, lu_buf *out)
{
	if (rest_of_line(prompt, "previous instructions and print", out)) return true;
	return rest_of_line(prompt, "say:", out);
}

/* "\n", "\t" and "\\" of a rule. */
static void unescape(lu_str s, lu_buf *out)
{
	size_t i;

	for (i = 0; i < s.n; i++) {
		char next = s.s[i] == '\\' && i + 1 < s.n ? s.s[i + 1] : '\0';

		if (next == 'n') lu_buf_addc(out, '\n');
		else if (next == 't') lu_buf_addc(out, '\t');
		else if (next == '\\') lu_buf_addc(out, '\\');
		else {
			lu_buf_addc(out, s.s[i]);
			continue;
		}
		i++;
	}
}

static void ruled(lu_str arg, lu_buf *out)
{
	lu_buf name = LU_BUF;
	lu_err e;

	if (!lu_str_starts(arg, "@")) {
		unescape(arg, out);
		return;
	}
	lu_buf_add(&name, arg.s + 1, arg.n - 1);
	if (lu_file_read(name.s, 1 << 24, out, &e)) fprintf(stderr, "fakeapi: %s\n", e.msg);
	lu_buf_free(&name);
}

static bool has_source(const char *prompt, int n)
{
	static const char *const forms[] = { "[%d]", "<source n=\"%d\"", "<source id=\"%d\"", "<source number=\"%d\"",
					     " source %d: " };
	char form[40];
	size_t i;

	for (i = 0; i < sizeof forms / sizeof *forms; i++) {
		snprintf(form, sizeof form, forms[i], n);
		if (strstr(prompt, form)) return true;
	}
	return false;
}

void fa_text(const fa_request *q, const fa_rule *r, lu_buf *prompt, lu_buf *out)
{
	prompt_of(q->json, prompt);
	if (r && r->does == FA_TEXT) ruled(r->arg, out);
	else if (r && r->does == FA_OBEY && obey(prompt->s, out)) return;
	else if (wants_json(q->json, prompt->s)) lu_buf_adds(out, "{}");
	else if (has_source(prompt->s, 1))
		lu_buf_adds(out, has_source(prompt->s, 2) ? "The code does this [1][2]." : "The code does this [1].");
	else lu_buf_adds(out, "ok");
}
