/* SPDX-License-Identifier: MIT
 * For unit tests that ask a server: tests/server, started with rules, and what its log says. */
#ifndef LU_TEST_SERVER_H
#define LU_TEST_SERVER_H

#include "test.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lucus/json.h"

typedef struct server {
	pid_t pid;
	int in; /* it ends when this is closed */
	char url[64];
	char dir[64]; /* of its rules and its log */
} server;

static inline void server_path(const server *s, const char *name, char *out, size_t size)
{
	snprintf(out, size, "%s/%s", s->dir, name);
}

/* Beside this program. */
static inline void server_program(char *out, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", out, size - 1);
	char *slash;

	assert_true(n > 0);
	out[n] = '\0';
	slash = strrchr(out, '/');
	assert_non_null(slash);
	snprintf(slash + 1, size - (size_t)(slash + 1 - out), "fakeapi");
}

static inline void server_start(server *s, const char *rules, const char *delay)
{
	char exe[4096], rules_path[100], log_path[100];
	char *argv[] = { exe, "-r", rules_path, "-l", log_path, "-d", (char *)delay, NULL };
	posix_spawn_file_actions_t act;
	int in[2], out[2];
	FILE *f;

	snprintf(s->dir, sizeof s->dir, "/tmp/lucus-http.XXXXXX");
	assert_non_null(mkdtemp(s->dir));
	server_path(s, "rules", rules_path, sizeof rules_path);
	server_path(s, "log", log_path, sizeof log_path);
	f = fopen(rules_path, "w");
	assert_non_null(f);
	fputs(rules, f);
	fclose(f);
	server_program(exe, sizeof exe);
	assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC), 0);
	posix_spawn_file_actions_init(&act);
	posix_spawn_file_actions_adddup2(&act, in[0], 0);
	posix_spawn_file_actions_adddup2(&act, out[1], 1);
	assert_int_equal(posix_spawn(&s->pid, exe, &act, NULL, argv, environ), 0);
	posix_spawn_file_actions_destroy(&act);
	close(in[0]);
	close(out[1]);
	s->in = in[1];
	f = fdopen(out[0], "r");
	assert_non_null(fgets(s->url, sizeof s->url, f));
	s->url[strcspn(s->url, "\n")] = '\0';
	fclose(f);
}

static inline void server_stop(server *s)
{
	char path[100];
	int status;

	close(s->in);
	assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
	assert_int_equal(status, 0);
	server_path(s, "rules", path, sizeof path);
	unlink(path);
	server_path(s, "log", path, sizeof path);
	unlink(path);
	rmdir(s->dir);
}

/* Of all requests: their number, the most in flight, the number of connections, and the time of request `n`. */
typedef struct server_seen {
	int64_t requests, in_flight, connections;
	double at[40];
} server_seen;

static inline server_seen server_log(const server *s)
{
	server_seen r = { 0 };
	char path[100];
	lu_reader in;
	lu_json *v;
	lu_err e;
	FILE *f;

	server_path(s, "log", path, sizeof path);
	f = fopen(path, "r");
	assert_non_null(f);
	lu_reader_init(&in, f, path);
	while (lu_reader_next(&in, &v, &e) == LU_OK) {
		int64_t flying = lu_json_int(lu_json_get(v, "in_flight"), 0),
			c = lu_json_int(lu_json_get(v, "connection"), 0);

		if (r.requests < 40) r.at[r.requests] = lu_json_real(lu_json_get(v, "at"), 0);
		r.requests++;
		if (flying > r.in_flight) r.in_flight = flying;
		if (c > r.connections) r.connections = c;
		assert_string_equal(lu_json_str(lu_json_get(lu_json_get(v, "headers"), "content-type")).s,
				    "application/json");
		lu_json_free(v);
	}
	lu_reader_free(&in);
	fclose(f);
	return r;
}

#endif
