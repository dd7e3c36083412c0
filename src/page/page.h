/* SPDX-License-Identifier: MIT
 * The web page: its files, and the page itself with what was asked, so that it answers without a script, too.
 *
 * Nothing of what is shown is ever read as markup: lu_markup() here, text nodes in the scripts. Threads: any. */
#ifndef LU_PAGE_PAGE_H
#define LU_PAGE_PAGE_H

#include "lucus/session.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the page may do, for Content-Security-Policy: its own files and this server, nothing else. */
#define LU_PAGE_POLICY \
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action " \
	"'self'; " \
	"base-uri 'none'; frame-ancestors 'none'"

typedef struct lu_page_file {
	const char *name; /* "page.css": it is asked for as /page/NAME */
	const char *type; /* "text/css; charset=utf-8" */
	lu_str body;
	char tag[24]; /* a quoted hash of the body, for ETag */
} lu_page_file;

/* *out is the file of that name; LU_ENOENT: there is none. */
lu_code lu_page_find(lu_str name, lu_page_file *out, lu_err *e) LU_MUST_USE;

/* What the page shows. All of it may be absent. */
typedef struct lu_page_shown {
	lu_str question;
	bool answers; /* answers are asked for, and not hits alone */
	lu_strs kbs;  /* knowledge bases to choose from */
	lu_str kb;    /* which of them is asked */
	const lu_found *found;
	const lu_answered *answer;
	const char *problem; /* in one sentence */
} lu_page_shown;

/* Append the page. */
lu_code lu_page_write(const lu_page_shown *p, lu_buf *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
