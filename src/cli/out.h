/* SPDX-License-Identifier: MIT
 * Output for people and programs: formats, colours, warnings, log lines, error records, progress.
 *
 * Everything here is for the main thread. What goes to a terminal, and every line on stderr, has
 * its control characters replaced: names of files and texts of a code base must not steer a
 * terminal. */
#ifndef LU_CLI_OUT_H
#define LU_CLI_OUT_H

#include "cli/opt.h"
#include "core/sink.h"

/* The format of stdout: --format, else text on a terminal and JSON lines otherwise. Never AUTO. */
lu_format lu_out_format(void);
bool lu_out_is_json(void);
/* Is it nothing but places, one a line (--format paths, lines)? */
bool lu_out_is_places(void);
/* Is `f` a terminal, or held back for one by lu_pager_begin()? */
bool lu_out_terminal(FILE *f);
/* Are colours wanted on `f`? --color, else on terminals unless NO_COLOR is set or TERM is dumb. */
bool lu_out_color(FILE *f);

/* What is written to `f` as the options say: the format, colours, paths as they open from the current folder. */
lu_sink lu_out_sink(FILE *f);

/* Write text in a colour (plain where none are wanted). Control characters other than newline and
 * tab become '?' when `f` is a terminal, and stay as they are otherwise. */
void lu_out_text(FILE *f, lu_color c, lu_str s);
/* A name of an element, in one line (lu_sink_name()). */
void lu_out_name(FILE *f, lu_color c, lu_str name);
void lu_out_textf(FILE *f, lu_color c, const char *fmt, ...) LU_PRINTF(3, 4);
/* "path:line", coloured on a terminal; only "path" when `line` is 0. A path that is relative to the root is shown as it
 * opens from the current folder (cli/place.h). */
void lu_out_path(FILE *f, lu_str path, uint32_t line);
/* A line that is only a place: "path:line", with --format lines "path:line: name: text". Line breaks in both become
 * blanks; without a text there is no second colon. */
void lu_out_place(lu_str path, uint32_t line, lu_str name, lu_str text);

/* "lucus: COMMAND: ..." on stderr, a running progress bar being moved out of the way. Not for
 * errors that end the command: those are returned, and main prints them. Warnings are kept back by
 * --quiet. */
void lu_out_warn(const char *fmt, ...) LU_PRINTF(1, 2);
/* The same line, printed whatever the options say; main's way to report what a command returned. */
void lu_out_fail(const char *fmt, ...) LU_PRINTF(1, 2);

/* With --verbose: "lucus: time=1.234 stage=STAGE ..." on stderr, the time in seconds since the
 * program started; `fmt` gives further key=value pairs ("files=%d seconds=%.3f"). Otherwise
 * nothing. */
void lu_log(const char *stage, const char *fmt, ...) LU_PRINTF(2, 3);

/* Some of the input was rejected: writes an `error` record to stdout when the format is JSON, and
 * always the line "lucus: COMMAND: FILE:LINE: REASON" to stderr. `line` 0: the whole file. A reason
 * that begins with "FILE:LINE: " (as those of lu_reader_next do) is cut after it. The command goes
 * on, and returns LU_EREJECT with an empty message at its end. */
lu_code lu_out_error(const char *file, long line, const char *reason, lu_err *e) LU_MUST_USE;
/* The same of a file of the tree: `path` is relative to the root, as the record has it. */
lu_code lu_out_error_below(const char *path, long line, const char *reason, lu_err *e) LU_MUST_USE;

/* A progress bar on stderr: only when stderr is a terminal, without --quiet, at most ten times a
 * second, from the first tenth of a second on. Zero-initialised is an ended one. */
typedef struct lu_progress {
	const char *what, *unit; /* "parse", "files" */
	int64_t done, total;     /* total 0: unknown */
	double start, last;
	bool on, shown;
} lu_progress;

void lu_progress_start(lu_progress *p, const char *what, const char *unit, int64_t total);
void lu_progress_to(lu_progress *p, int64_t done);
/* Clears the line. May be called twice. */
void lu_progress_end(lu_progress *p);

/* The line that a bar of `width` columns shows `elapsed` seconds after its start. */
void lu_progress_line(const lu_progress *p, double elapsed, int width, lu_buf *out);

#endif
