/* SPDX-License-Identifier: MIT */
#include "cli/spawn.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Move the word at `*s` to `to` without its quotes, and end it. *s: what follows it. */
static void unquote(char **s, char *to)
{
	char quote = '\0', *p = *s;
	bool end;

	for (; *p && (quote || (*p != ' ' && *p != '\t' && *p != '\n')); p++) {
		if (*p == quote) quote = '\0';
		else if (!quote && (*p == '"' || *p == '\'')) quote = *p;
		else if (*p == '\\' && quote != '\'' && p[1]) *to++ = *++p;
		else *to++ = *p;
	}
	end = !*p; /* `to` may be here */
	*to = '\0';
	*s = end ? p : p + 1;
}

size_t lu__words(char *s, char *word[LU__WORDS])
{
	size_t n = 0;

	while (n < LU__WORDS) {
		while (*s == ' ' || *s == '\t' || *s == '\n') s++;
		if (!*s) break;
		word[n++] = s;
		unquote(&s, s);
	}
	return n;
}

/* It starts with the signals that we ignore or catch as they were. */
static int start(pid_t *pid, char **argv, int in)
{
	posix_spawnattr_t attr;
	posix_spawn_file_actions_t files;
	sigset_t set;
	int err = posix_spawnattr_init(&attr);

	if (err) return err;
	err = posix_spawn_file_actions_init(&files);
	if (err) {
		posix_spawnattr_destroy(&attr);
		return err;
	}
	if (in >= 0) err = posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGQUIT);
	sigaddset(&set, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &set);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
	if (!err) err = posix_spawnp(pid, argv[0], &files, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	return err;
}

int lu__spawn(char **argv, int in, int *status)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, was_int, was_quit;
	pid_t pid = 0;
	int err;

	sigemptyset(&ignore.sa_mask);
	sigaction(SIGINT, &ignore, &was_int);
	sigaction(SIGQUIT, &ignore, &was_quit);
	err = start(&pid, argv, in);
	while (!err && waitpid(pid, status, 0) < 0) {
		if (errno != EINTR) err = errno;
	}
	sigaction(SIGINT, &was_int, NULL);
	sigaction(SIGQUIT, &was_quit, NULL);
	return err;
}
