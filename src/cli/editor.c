/* SPDX-License-Identifier: MIT
 * Opening a file in the user's editor. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/prompt.h"

#define WORDS 16 /* of the editor's command line */

extern char **environ;

/* Cut `s` at its blanks. Returns the number of words, at most WORDS. */
static size_t split(char *s, char **word)
{
	size_t n = 0;
	char *rest = NULL;

	for (char *w = strtok_r(s, " \t\n", &rest); w && n < WORDS; w = strtok_r(NULL, " \t\n", &rest)) word[n++] = w;
	return n;
}

/* Ctrl-C in the editor is the editor's, and it starts with the signals that we ignore or catch as they were. */
static int spawn(pid_t *pid, char **argv)
{
	posix_spawnattr_t attr;
	sigset_t set;
	int err = posix_spawnattr_init(&attr);

	if (err) return err;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGQUIT);
	sigaddset(&set, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &set);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
	err = posix_spawnp(pid, argv[0], NULL, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	return err;
}

static int spawn_and_wait(char **argv, int *status)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, was_int, was_quit;
	pid_t pid = 0;
	int err;

	sigemptyset(&ignore.sa_mask);
	sigaction(SIGINT, &ignore, &was_int);
	sigaction(SIGQUIT, &ignore, &was_quit);
	err = spawn(&pid, argv);
	while (!err && waitpid(pid, status, 0) < 0) {
		if (errno != EINTR) err = errno;
	}
	sigaction(SIGINT, &was_int, NULL);
	sigaction(SIGQUIT, &was_quit, NULL);
	return err;
}

lu_code lu_edit_file(const char *editor, const char *path, uint32_t line, lu_err *e)
{
	char *argv[WORDS + 3] = { "vi" }, place[16];
	char *copy = strdup(editor ? editor : "");
	size_t n;
	int status = 0, err;
	lu_code rc = LU_OK;

	if (!copy) return lu_nomem(e);
	n = split(copy, argv);
	if (!n) n = 1;
	snprintf(place, sizeof place, "+%u", line ? line : 1);
	argv[n] = place;
	argv[n + 1] = (char *)path; /* only read, as posix_spawn() promises */
	argv[n + 2] = NULL;
	err = spawn_and_wait(argv, &status);
	if (err) rc = lu_fail(e, LU_EIO, "cannot run the editor '%s': %s", argv[0], strerror(err));
	else if (status) rc = lu_fail(e, LU_EIO, "the editor '%s' failed", argv[0]);
	free(copy);
	return rc;
}
