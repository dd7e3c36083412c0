/* SPDX-License-Identifier: MIT
 * The program: finds the command, runs it, and is the one place that prints errors and decides the
 * exit status: 0 done, 1 failed, 2 usage, 3 some input was rejected, 4 a gate did not hold, 130
 * interrupted (143 by SIGTERM), 141 the reader of the output went away. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/out.h"
#include "cli/pager.h"
#include "cli/place.h"
#include "configure.h"
#include "ending.h"
#include "lucus/arena.h"
#include "core/file.h"
#include "lucus/request.h"

#ifndef LUCUS_VERSION
#define LUCUS_VERSION "unknown"
#endif

enum { FAILED = 1, USAGE = 2, REJECTED = 3, GATE = 4 };

#define CMD(id) extern const lu_cmd cmd_##id;
#include "commands.def"
#undef CMD

static const lu_cmd *const all[] = {
#define CMD(id) &cmd_##id,
#include "commands.def"
#undef CMD
	NULL
};

static volatile sig_atomic_t caught; /* the signal that stopped us */

#define SAME_NS 500000000 /* signals so close together are one wish: timeout(1) sends each one twice */

/* The first signal stops the command after its committed work, or what does not look for it after a while; the next one kills. */
static void on_signal(int sig)
{
	static struct timespec first;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!caught) {
		first = now;
		caught = sig;
		lu_cancel();
		cmd_end_within(CMD_PATIENCE, sig);
	} else if ((now.tv_sec - first.tv_sec) * 1000000000LL + now.tv_nsec - first.tv_nsec > SAME_NS) {
		signal(sig, SIG_DFL);
		raise(sig); /* it comes when this returns */
	}
}

/* What is mapped and was cut short can not be read, and zeros in its place would make wrong answers. */
static void on_lost_file(int sig)
{
	static const char text[] = "lucus: a file that is being read was cut short, or can not be read any more: was a "
				   "store written over? "
				   "(To replace one, rename another one to its name.)\n";

	(void)sig;
	if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(FAILED);
	_exit(FAILED);
}

/* Without SA_RESTART, so that a read that waits for input ends. A closed pipe is an error of a write. */
static void set_signals(void)
{
	static const int stop[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction a = { .sa_handler = on_signal };
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction lost = { .sa_handler = on_lost_file };
	struct sigaction was;

	sigemptyset(&a.sa_mask);
	for (size_t i = 0; i < sizeof stop / sizeof *stop; i++) sigaddset(&a.sa_mask, stop[i]);
	sigemptyset(&ignore.sa_mask);
	sigemptyset(&lost.sa_mask);
	for (size_t i = 0; i < sizeof stop / sizeof *stop; i++) {
		/* nohup and background jobs ignore some of them: leave it so */
		if (sigaction(stop[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN) sigaction(stop[i], &a, NULL);
	}
	sigaction(SIGPIPE, &ignore, NULL);
	sigaction(SIGXFSZ, &ignore, NULL); /* as is one of a file that may not grow */
	sigaction(SIGBUS, &lost, NULL);
}

/* A standard stream that is closed would hand its number to the next file that we open, and output
 * would go there. Take these numbers, in a mode in which the stream fails as a closed one does. */
static void hold_standard_streams(void)
{
	for (int fd = 0; fd <= 2; fd++) {
		if (fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
		if (open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd) _exit(FAILED);
	}
}

/* Has the reader of our output gone? */
static bool output_is_closed(void)
{
	struct pollfd p = { .fd = STDOUT_FILENO, .events = POLLOUT };

	return poll(&p, 1, 0) == 1 && (p.revents & (POLLERR | POLLHUP));
}

/* Print why the command failed; the exit status for it. */
static int report(lu_code rc, const lu_err *e)
{
	if (rc != LU_OK && lu_cancelled()) {
		lu_out_fail("%s", rc == LU_ECANCEL && *e->msg ? e->msg : "interrupted");
		return CMD_SIGNALLED + (caught ? caught : SIGINT);
	}
	switch (rc) {
	case LU_OK:
	case LU_DONE: return EXIT_SUCCESS;
	case LU_EREJECT:
		if (*e->msg) lu_out_fail("%s", e->msg);
		return REJECTED;
	case LU_EGATE:
		if (*e->msg) lu_out_fail("%s", e->msg);
		return GATE;
	case LU_EUSAGE:
		lu_out_fail("%s", e->msg);
		if (*lu_common.command) lu_out_fail("see 'lucus %s --help'", lu_common.command);
		else lu_out_fail("see 'lucus help'");
		return USAGE;
	default: lu_out_fail("%s", *e->msg ? e->msg : "failed"); return FAILED;
	}
}

/* Write what is still in the buffer; a full disk may show only now. `told`: a failed write has been
 * reported already. */
static int finish_output(int status, bool told)
{
	bool failed = ferror(stdout) != 0;

	errno = 0;
	if (fflush(stdout) || (!failed && close(STDOUT_FILENO))) failed = true;
	if (!failed) return status;
	if (output_is_closed()) return CMD_SIGNALLED + SIGPIPE;
	if (!told && errno) lu_out_fail("cannot write output: %s", strerror(errno));
	else if (!told) lu_out_fail("cannot write output");
	return status && status != REJECTED ? status : FAILED;
}

/* The store of a command that works on a tree is the one of that tree. */
static lu_code configure(const lu_cmd *cmd, int argc, char **argv, lu_err *e)
{
	bool there = cmd->of_tree && argc && lu_file_exists(argv[0]);

	return cmd_configure(cmd->opts, there ? argv[0] : ".", e);
}

static int run_command(const lu_cmd *cmd, int argc, char **argv)
{
	lu_err e = { 0 }, why;
	lu_help help = LU_HELP_NONE;
	bool told;
	lu_code rc, shown;
	int status = FAILED;

	lu_common.command = cmd->name;
	rc = lu_opt_parse(cmd->opts, &argc, argv, &help, &e);
	if (!rc && !help) rc = configure(cmd, argc, argv, &e);
	if (!rc && (help || cmd->pages)) lu_pager_begin();
	if (!rc) rc = help ? lu_cmd_help(cmd, help, stdout, &e) : cmd->run(argc, argv, &e);
	shown = lu_pager_end(&why);
	if (shown && !rc) {
		rc = shown;
		e = why;
	}
	told = rc == LU_EIO && ferror(stdout);
	if (!told || !output_is_closed()) status = report(rc, &e);
	status = finish_output(status, told);
	lu_opt_free(cmd->opts);
	lu_place_leave();
	return status;
}

static int unknown_command(const char *name)
{
	lu_err e = { 0 };

	if (*name == '-') return report(lu_fail(&e, LU_EUSAGE, "unknown option '%s'", name), &e);
	return report(lu_cmd_unknown(lu_commands, name, &e), &e);
}

int main(int argc, char **argv)
{
	const lu_cmd *cmd;

	lu_commands = all;
	lu_large_heap();
	hold_standard_streams();
	set_signals();
	lu_common.start = lu_now();
	if (argc < 2) {
		lu_cmds_help(lu_commands, stderr);
		return USAGE;
	}
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help")) return run_command(&cmd_help, argc - 2, argv + 2);
	if (!strcmp(argv[1], "-V") || !strcmp(argv[1], "--version")) {
		puts("lucus " LUCUS_VERSION);
		return finish_output(EXIT_SUCCESS, false);
	}
	cmd = lu_cmd_find(lu_commands, argv[1]);
	return cmd ? run_command(cmd, argc - 2, argv + 2) : unknown_command(argv[1]);
}
