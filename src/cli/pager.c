/* SPDX-License-Identifier: MIT */
#include "cli/pager.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/out.h"
#include "cli/spawn.h"
#include "lucus/request.h"

/* The program, or NULL. */
static const char *pager(void)
{
	const char *p = getenv("LUCUS_PAGER");

	if (!p) p = getenv("PAGER");
	if (!p) p = "less";
	p += strspn(p, " \t\n");
	return *p && strcmp(p, "cat") ? p : NULL;
}

void lu_pager_begin(void)
{
	FILE *f;
	int tty;

	if (lu_common.tty >= 0 || lu_common.no_pager || !lu_out_terminal(stdout) || !pager() || fflush(stdout)) return;
	if (!(f = tmpfile())) return; /* then it is shown as it comes */
	tty = dup(STDOUT_FILENO);
	if (tty >= 0 && dup2(fileno(f), STDOUT_FILENO) >= 0) lu_common.tty = tty;
	else if (tty >= 0) close(tty);
	fclose(f);
}

/* ---- is it too tall? ---- */

/* Bytes of the escape sequence at `s`, or 0. */
static size_t escape(const char *s, size_t n)
{
	size_t i = 2;

	if (n < 2 || s[0] != '\033' || s[1] != '[') return 0;
	while (i < n && (s[i] < 0x40 || s[i] > 0x7e)) i++;
	return i < n ? i + 1 : n;
}

/* The rows that `n` bytes of text take on a terminal of `columns`; escape sequences take no room. */
static size_t count_rows(const char *text, size_t n, size_t columns)
{
	size_t rows = 0, at = 0;

	for (size_t i = 0, skip; i < n; i++) {
		if ((skip = escape(text + i, n - i))) {
			i += skip - 1;
		} else if (text[i] == '\n') {
			rows += 1 + (at && columns ? (at - 1) / columns : 0);
			at = 0;
		} else if (text[i] == '\t') {
			at = (at / 8 + 1) * 8;
		} else if (((unsigned char)text[i] & 0xc0) != 0x80) {
			at++;
		}
	}
	return rows + (at ? 1 + (columns ? (at - 1) / columns : 0) : 0);
}

static void size_of(int tty, size_t *rows, size_t *columns)
{
	struct winsize ws = { .ws_row = 0 };

	if (ioctl(tty, TIOCGWINSZ, &ws) < 0) ws.ws_row = ws.ws_col = 0;
	*rows = ws.ws_row ? ws.ws_row : 24;
	*columns = ws.ws_col ? ws.ws_col : 80;
}

/* The row of the prompt counts. */
static bool is_tall(int file, int tty)
{
	size_t rows, columns, seen = 0, n = 0;
	char part[65536];
	ssize_t got;

	size_of(tty, &rows, &columns);
	if (lseek(file, 0, SEEK_SET) < 0) return false;
	/* what is longer than this has more rows than a terminal, or none could count them */
	while (n < sizeof part && (got = read(file, part + n, sizeof part - n)) > 0) n += (size_t)got;
	seen = count_rows(part, n, columns);
	return n == sizeof part || seen >= rows;
}

/* ---- showing it ---- */

static lu_code copy(int file, lu_err *e)
{
	char part[65536];
	ssize_t n;

	if (lseek(file, 0, SEEK_SET) < 0) return lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	while ((n = read(file, part, sizeof part)) > 0) {
		for (ssize_t at = 0, w; at < n; at += w) {
			w = write(STDOUT_FILENO, part + at, (size_t)(n - at));
			if (w < 0 && errno == EINTR && !lu_cancelled()) w = 0;
			if (w < 0) return lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
		}
	}
	return LU_OK;
}

/* False: it could not be run. */
static bool page(int file)
{
	char *argv[LU__WORDS + 1], *line = strdup(pager());
	int status, err = ENOMEM;

	if (line && lseek(file, 0, SEEK_SET) == 0) {
		argv[lu__words(line, argv)] = NULL;
		/* as git does: what fits is shown at once, and colours stay */
		if (setenv("LESS", "FRX", 0) == 0 && setenv("LV", "-c", 0) == 0) err = lu__spawn(argv, file, &status);
		if (err && (getenv("LUCUS_PAGER") || getenv("PAGER")))
			lu_out_warn("cannot run the pager '%s': %s", argv[0], strerror(err));
	}
	free(line);
	return !err;
}

lu_code lu_pager_end(lu_err *e)
{
	int tty = lu_common.tty, file;
	lu_code rc = LU_OK;

	if (tty < 0) return LU_OK;
	if (fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	lu_common.tty = -1;
	file = dup(STDOUT_FILENO);
	if (file < 0 || dup2(tty, STDOUT_FILENO) < 0)
		rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	else if (lu_cancelled() || !is_tall(file, tty) || !page(file)) rc = copy(file, e);
	if (file >= 0) close(file);
	close(tty);
	return rc;
}
