/* SPDX-License-Identifier: MIT */
#include "ending.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t told;

static void on_overdue(int sig)
{
	static const char text[] = "lucus: what was under way did not end in time, and is given up\n";

	(void)sig;
	(void)!write(STDERR_FILENO, text, sizeof text - 1);
	_exit(CMD_SIGNALLED + told);
}

void cmd_end_within(unsigned seconds, int sig)
{
	struct sigaction a;

	told = sig;
	memset(&a, 0, sizeof a);
	a.sa_handler = on_overdue;
	sigemptyset(&a.sa_mask);
	sigaction(SIGALRM, &a, NULL);
	alarm(seconds ? seconds : 1);
}
