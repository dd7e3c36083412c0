/* SPDX-License-Identifier: MIT
 * Measure commands: run each N times, in turns, so that a change of the machine's load meets all of them.
 *
 *	runtime [-n N] ::: NAME COMMAND ARG... ::: NAME COMMAND ARG... ...
 *
 * A command with the name "-" prepares the next one and is not measured. Standard output and error of
 * the commands are dropped. One line each, fields separated by tabs: name, runs, wall time in seconds
 * (least, median, most), median of CPU time, peak memory in KiB of the largest run, and the worst exit
 * status. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_COMMANDS = 64, MAX_RUNS = 1000 };

struct command {
	char **argv; /* ends with NULL; [0] is the name */
	double wall[MAX_RUNS], cpu[MAX_RUNS];
	long rss;
	int status;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static int run(struct command *c, int i)
{
	double start = now();
	struct rusage u;
	int status;
	pid_t pid = fork();

	if (pid < 0) {
		perror("runtime: fork");
		return -1;
	}
	if (pid == 0) {
		int null = open("/dev/null", O_RDWR);

		if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0) _exit(126);
		execvp(c->argv[1], c->argv + 1);
		_exit(127);
	}
	while (wait4(pid, &status, 0, &u) < 0) {
		if (errno == EINTR) continue;
		perror("runtime: wait4");
		return -1;
	}
	c->wall[i] = now() - start;
	c->cpu[i] = seconds(u.ru_utime) + seconds(u.ru_stime);
	if (u.ru_maxrss > c->rss) c->rss = u.ru_maxrss;
	status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	if (status > c->status) c->status = status;
	if (status == 127) {
		fprintf(stderr, "runtime: cannot run '%s'\n", c->argv[1]);
		return -1;
	}
	return 0;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, int n)
{
	qsort(v, (size_t)n, sizeof *v, ascending);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static void report(struct command *c, int n)
{
	double wall = median(c->wall, n), cpu = median(c->cpu, n);

	printf("%s\t%d\t%.6f\t%.6f\t%.6f\t%.6f\t%ld\t%d\n", c->argv[0], n, c->wall[0], wall, c->wall[n - 1], cpu,
	       c->rss, c->status);
}

/* Cut the arguments at ":::" into commands; their number, or -1. */
static int split(char **argv, struct command *c)
{
	int n = 0;

	while (*argv) {
		if (strcmp(*argv, ":::") || n == MAX_COMMANDS || !argv[1] || !argv[2]) return -1;
		*argv++ = NULL;
		c[n++].argv = argv;
		while (*argv && strcmp(*argv, ":::")) argv++;
	}
	return n;
}

int main(int argc, char **argv)
{
	static struct command c[MAX_COMMANDS];
	int runs = 5, n;

	if (argc > 2 && !strcmp(argv[1], "-n")) {
		runs = atoi(argv[2]);
		argv += 2;
	}
	n = split(argv + 1, c);
	if (n <= 0 || runs < 1 || runs > MAX_RUNS) {
		fprintf(stderr, "usage: runtime [-n N] ::: NAME COMMAND ARG... ::: ...\n");
		return 2;
	}
	for (int i = 0; i < runs; i++)
		for (int k = 0; k < n; k++)
			if (run(&c[k], i)) return 1;
	for (int k = 0; k < n; k++)
		if (strcmp(c[k].argv[0], "-")) report(&c[k], runs);
	return 0;
}
