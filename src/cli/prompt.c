/* SPDX-License-Identifier: MIT
 * Lines that a person types. libedit is used here and nowhere else. */
#include "cli/prompt.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/out.h"
#include "lucus/request.h"

#define REMEMBERED 1000 /* lines */

struct lu_prompt {
	EditLine *el; /* NULL: no terminal */
	History *past;
	const char *text, *file;
	char *line; /* of getline */
	size_t cap;
};

static char *show_prompt(EditLine *el)
{
	lu_prompt *p = NULL;

	el_get(el, EL_CLIENTDATA, &p);
	return (char *)p->text; /* libedit only reads it */
}

static bool start_editing(lu_prompt *p)
{
	HistEvent ev;

	setlocale(LC_CTYPE, ""); /* libedit reads characters, not bytes */
	p->past = history_init();
	p->el = el_init("lucus", stdin, stdout, stderr);
	if (!p->past || !p->el) return false;
	history(p->past, &ev, H_SETSIZE, REMEMBERED);
	history(p->past, &ev, H_SETUNIQUE, 1);
	history(p->past, &ev, H_LOAD, p->file);
	el_set(p->el, EL_CLIENTDATA, p);
	el_set(p->el, EL_PROMPT, show_prompt);
	el_set(p->el, EL_EDITOR, "emacs");
	el_set(p->el, EL_HIST, history, p->past);
	el_source(p->el, NULL); /* the user's own settings, where there are some */
	return true;
}

lu_code lu_prompt_open(lu_prompt **out, const char *text, const char *history, lu_err *e)
{
	lu_prompt *p = calloc(1, sizeof *p);

	if (!p) return lu_nomem(e);
	p->text = text;
	p->file = history;
	if (lu_out_terminal(stdin) && lu_out_terminal(stdout) && !start_editing(p)) {
		lu_prompt_close(p);
		return lu_nomem(e);
	}
	*out = p;
	return LU_OK;
}

static const char *edit_line(lu_prompt *p, size_t *n)
{
	HistEvent ev;
	int count = 0;
	const char *s = el_gets(p->el, &count);

	*n = count > 0 ? (size_t)count : 0;
	if (s && *n && lu_str_trim(lu_strn(s, *n)).n) history(p->past, &ev, H_ENTER, s);
	return *n ? s : NULL;
}

static const char *read_line(lu_prompt *p, size_t *n)
{
	ssize_t count = getline(&p->line, &p->cap, stdin);

	*n = count > 0 ? (size_t)count : 0;
	return *n ? p->line : NULL;
}

lu_code lu_prompt_next(lu_prompt *p, lu_str *line, lu_err *e)
{
	size_t n;
	const char *s = p->el ? edit_line(p, &n) : read_line(p, &n);
	lu_code rc = lu_check_cancel(e);

	if (rc) return rc;
	if (!s && !p->el && ferror(stdin)) return lu_fail(e, LU_EIO, "cannot read input: %s", strerror(errno));
	if (!s) return LU_DONE;
	while (n && (s[n - 1] == '\n' || s[n - 1] == '\r')) n--;
	*line = lu_strn(s, n);
	return LU_OK;
}

void lu_prompt_close(lu_prompt *p)
{
	HistEvent ev;

	if (!p) return;
	if (p->el && p->past) {
		mode_t was = umask(077); /* questions are private: nobody else may read the file */

		history(p->past, &ev, H_SAVE, p->file);
		umask(was);
	}
	if (p->el) el_end(p->el);
	if (p->past) history_end(p->past);
	free(p->line);
	free(p);
}
