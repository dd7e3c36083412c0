/* SPDX-License-Identifier: MIT
 * Standard input: records, lists of paths, or nothing that a command reads. */
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base.h"

bool cmd_base_has_input(void)
{
	return !isatty(STDIN_FILENO);
}

static int64_t max_line = LU_LINE_MAX;
lu_opt cmd_opts_input[] = { LU_OPT_INT(0, "max-line", &max_line, "BYTES", 1, INT32_MAX,
				       "refuse lines of input that have more bytes", .env = "LUCUS_MAX_LINE"),
			    LU_OPT_END };

void cmd_base_reader(lu_reader *r, FILE *f, const char *name)
{
	lu_reader_init(r, f, name);
	r->max = (size_t)max_line;
}

/* Is standard input a pipe with data in it, which is ours alone? */
static bool is_piped(void)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
	struct stat own, other;
	char path[64];

	if (fstat(STDIN_FILENO, &own) || (!S_ISFIFO(own.st_mode) && !S_ISSOCK(own.st_mode))) return false;
	if (poll(&p, 1, 0) != 1 || !(p.revents & POLLIN)) return false;
	snprintf(path, sizeof path, "/proc/%ld/fd/0", (long)getppid());
	return !stat(path, &other) && (own.st_dev != other.st_dev || own.st_ino != other.st_ino);
}

lu_code cmd_base_leave_input(const char *what, lu_err *e)
{
	if (!is_piped()) return LU_OK;
	if (!what)
		return lu_fail(e, LU_EUSAGE,
			       "what is piped in is read at the operand '-' only: give it, or pipe nothing in");
	return lu_fail(e, LU_EUSAGE, "%s keeps what is piped in from being read: leave one of both out", what);
}

lu_code cmd_base_left_input(const char *what, lu_err *e)
{
	if (!is_piped()) return LU_OK;
	if (!what) return lu_fail(e, LU_EREJECT, "what is piped in was not read: the operand '-' reads it");
	return lu_fail(e, LU_EREJECT, "what is piped in was not read, because of %s", what);
}
