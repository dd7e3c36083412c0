/* SPDX-License-Identifier: MIT
 * Where results are written: a file or memory, with what its reader needs: a format, colours, paths as they open from where
 * a person is. */
#ifndef LU_CORE_SINK_H
#define LU_CORE_SINK_H

#include <stdio.h>

#include "lucus/json.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lu_format {
	LU_FORMAT_AUTO,  /* the caller's choice; a sink takes it for JSON */
	LU_FORMAT_JSON,  /* records, one a line */
	LU_FORMAT_TEXT,  /* for people */
	LU_FORMAT_MD,    /* Markdown */
	LU_FORMAT_PATHS, /* places, one a line */
	LU_FORMAT_LINES, /* places with a name and a text, as compilers write them */
	LU_FORMAT_DOT,   /* Graphviz; no choice of --format, which those before are, in this order */
	LU_FORMATS
} lu_format;

typedef enum lu_color {
	LU_COLOR_PLAIN,
	LU_COLOR_BOLD,
	LU_COLOR_DIM,
	LU_COLOR_RED,
	LU_COLOR_GREEN,
	LU_COLOR_YELLOW,
	LU_COLOR_BLUE,
	LU_COLOR_MAGENTA,
	LU_COLOR_CYAN
} lu_color;

/* Zero-initialise with LU_SINK, and set what differs. One thread at a time. */
typedef struct lu_sink {
	FILE *f;    /* NULL: into `out` */
	lu_buf out; /* the caller's to free */
	lu_format format;
	bool color;    /* texts may have one */
	bool terminal; /* control characters other than newline and tab become '?': names must not steer a terminal */
	void (*show_path)(lu_str path, lu_buf *out); /* append a path of the store as people meet it; NULL: as it is */
	int failed;                                  /* errno of a write that failed */
} lu_sink;
#define LU_SINK \
	{ \
		.out = LU_BUF \
	}

/* Bytes as they are. */
void lu_sink_add(lu_sink *o, lu_str s);
void lu_sink_adds(lu_sink *o, const char *s);
void lu_sink_addf(lu_sink *o, const char *fmt, ...) LU_PRINTF(2, 3);
/* Text in a colour. */
void lu_sink_text(lu_sink *o, lu_color c, lu_str s);
/* The name of an element, in one line wherever it goes: names are made of file names and come in records, which may hold
 * anything. */
void lu_sink_name(lu_sink *o, lu_color c, lu_str name);
/* Sentences that are made of names and sources: they steer nothing, also in a pipe. */
void lu_sink_prose(lu_sink *o, lu_color c, lu_str s);
void lu_sink_textf(lu_sink *o, lu_color c, const char *fmt, ...) LU_PRINTF(3, 4);
/* "path:line", in colours; only "path" when `line` is 0. A path that would break its line is quoted as git does it. */
void lu_sink_path(lu_sink *o, lu_str path, uint32_t line);
/* A path alone, without a colour. */
void lu_sink_path_plain(lu_sink *o, lu_str path);
/* The same as Markdown's code, "`path:line-end`"; `end` 0: without it. */
void lu_sink_path_md(lu_sink *o, lu_str path, uint32_t line, uint32_t end);
/* A line that is only a place: "path:line", in LU_FORMAT_LINES "path:line: name: text". Line breaks in the text become blanks;
 * without a text there is no second colon. */
void lu_sink_place(lu_sink *o, lu_str path, uint32_t line, lu_str name, lu_str text);
/* The JSON that `w` holds as a line; empties it. On a terminal control characters are escaped, which is the same JSON. */
lu_code lu_sink_record(lu_sink *o, lu_jw *w, lu_err *e) LU_MUST_USE;
/* LU_ENOMEM or LU_EIO when something before could not be written. */
lu_code lu_sink_check(const lu_sink *o, lu_err *e) LU_MUST_USE;

/* Bytes of the control character at the start of the `n` bytes `s`, n > 0; 0 when there is none. With `lines`, newline and
 * tab do not count as such. */
size_t lu_control(const char *s, size_t n, bool lines);

#ifdef __cplusplus
}
#endif
#endif
