/* SPDX-License-Identifier: MIT
 * The net layer against servers that mean no good or are not there: what is refused and what is said; proxies,
 * certificates, signals, memory that is out. */
#include "ask.h"
#include "lucus/request.h"

/* ---- what is refused ---- */

static void other_types_are_refused(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\ttype\ttext/html\n", &o, false, NULL);

	(void)state;
	assert_true(r.rc == LU_ENET && r.attempts == 1 && r.status == 200);
	assert_says(&r, "127.0.0.1:P answered with text/html instead of application/json: is the URL right?");
	r = ask_ruled("*\ttype\tapplication/json\n", &o, true, NULL);
	assert_true(r.rc == LU_ENET && r.pieces == 0);
	r = ask_ruled("*\ttype\tBearer " KEY "\n", &o, false, NULL);
	assert_true(r.rc == LU_ENET);
}

static void redirects_are_followed_here_alone(void **state)
{
	lu_http_options o = options();
	server s, other;
	char rules[200], name[100];
	result r;

	(void)state;
	server_start(&s,
		     "/v1/chat\t1:redirect\t308 /open/v1/chat/completions\n/v1/chat\t1:redirect\t301 "
		     "/v1/chat/completions\n",
		     "0");
	r = ask_at(s.url, &o, false);
	assert_true(r.rc == LU_OK && r.attempts == 1);
	assert_non_null(strstr(r.body, "\"ok\"")); /* still a POST with its body */
	assert_int_equal(server_log(&s).requests, 3);
	snprintf(rules, sizeof rules, "*\tredirect\t%s/v1/chat/completions\n", s.url);
	server_start(&other, rules, "0");
	r = ask_at(other.url, &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 1 && r.status == 307);
	snprintf(name, sizeof name, "127.0.0.1:P redirects to another host, %s, which is not followed",
		 "http://127.0.0.1:P");
	assert_says(&r, name);
	assert_int_equal(server_log(&s).requests, 3);
	server_stop(&other);
	server_stop(&s);
	r = ask_ruled("*\tredirect\thttps://evil.example/" KEY "\n", &o, false, NULL);
	assert_says(&r, "127.0.0.1:P redirects to another host, evil.example, which is not followed");
	r = ask_ruled("*\tredirect\tfile:///etc/passwd\n", &o, false, NULL);
	assert_says(&r, "127.0.0.1:P redirects to what is no URL");
	r = ask_ruled("*\tredirect\t/v1/chat/completions\n", &o, false, NULL);
	assert_says(&r, "127.0.0.1:P redirects more than 5 times");
}

static void headers_have_a_bound(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\thead\t100000\n", &o, false, NULL);

	(void)state;
	assert_int_equal(r.rc, LU_OK);
	r = ask_ruled("*\thead\t140000\n", &o, false, NULL);
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	assert_says(&r, "127.0.0.1:P sends headers without end");
}

static void nobody_is_there(void **state)
{
	lu_http_options o = options();
	result r;

	(void)state;
	o.retries = 1;
	r = ask_at("http://127.0.0.1:9", &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 2 && r.status == 0);
	assert_string_equal(r.msg, "cannot reach 127.0.0.1:9: Connection refused");
	o.connect = 3;
	r = ask_at("https://nobody.invalid/v1", &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 2);
	/* Where no name server answers, nobody knows. */
	if (strcmp(r.msg, "cannot reach nobody.invalid within 3 s") != 0)
		assert_string_equal(r.msg, "cannot reach nobody.invalid: no machine of that name is known");
}

static void keys_stay_here(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\techo\n", &o, false, NULL); /* on_done() looks for the key */

	(void)state;
	assert_says(&r, "127.0.0.1:P answered 400: this key is not accepted here: Bearer ***");
	r = ask_ruled("*\techo\n", &o, true, NULL);
	assert_int_equal(r.rc, LU_ENET);
}

static void memory_may_be_out(void **state)
{
	lu_http_options o = options();
	server s;
	char url[100];
	lu_code rc;
	lu_err e;

	(void)state;
	server_start(&s, "", "0");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		result r = { 0 };
		lu_http_request q;
		lu_http *h = NULL;

		request(&q, url, &r);
		rc = lu_http_new(&o, &h, &e);
		if (!rc) rc = lu_http_add(h, &q, &e);
		if (!rc) rc = lu_http_run(h, &e);
		assert_int_equal(r.calls, rc == LU_OK);
		lu_http_free(h);
	});
	server_stop(&s);
}

static void takers_may_stop(void **state)
{
	lu_http_options o = options();
	server s;
	char url[100];
	result r = { .enough = 1 };
	lu_http_request q;
	lu_http *h;
	lu_err e;

	(void)state;
	server_start(&s, "*\tdrip\t0.2\n", "0");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	request(&q, url, &r);
	q.piece = on_piece;
	assert_int_equal(lu_http_new(&o, &h, &e), LU_OK);
	assert_int_equal(lu_http_add(h, &q, &e), LU_OK);
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	assert_true(r.calls == 1 && r.rc == LU_EGATE && r.pieces == 1);
	assert_string_equal(r.msg, "enough");
	lu_http_free(h);
	server_stop(&s);
}

/* ---- surroundings ---- */

static void proxies_are_those_of_the_environment(void **state)
{
	lu_http_options o = options();
	server s;
	result r = { 0 };
	lu_http_request q;
	lu_http *h;
	lu_err e;

	(void)state;
	server_start(&s, "", "0");
	setenv("http_proxy", s.url, 1);
	request(&q, "http://api.example.invalid/v1/chat/completions", &r);
	q.secret = lu_strn(NULL, 0);
	assert_int_equal(lu_http_new(&o, &h, &e), LU_OK);
	assert_int_equal(lu_http_add(h, &q, &e), LU_OK);
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	assert_int_equal(r.rc, LU_OK); /* the server took it for its own */
	lu_http_free(h);
	setenv("http_proxy", "http://127.0.0.1:9", 1);
	r = ask_at(s.url, &o, false); /* what is for this machine goes through none */
	assert_int_equal(r.rc, LU_OK);
	unsetenv("http_proxy");
	setenv("https_proxy", s.url, 1); /* it lets nobody through */
	r = ask_at("https://api.example.invalid/v1", &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	assert_string_equal(r.msg, "cannot reach api.example.invalid: the proxy answered 404");
	unsetenv("https_proxy");
	server_stop(&s);
}

/* With a limit: should this test fail, nothing is left. */
static pid_t run_openssl(char *const *argv, int in, int out)
{
	posix_spawn_file_actions_t act;
	pid_t pid = -1;

	posix_spawn_file_actions_init(&act);
	if (in >= 0) posix_spawn_file_actions_adddup2(&act, in, 0);
	if (out >= 0) posix_spawn_file_actions_adddup2(&act, out, 1);
	posix_spawn_file_actions_addopen(&act, 2, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&pid, "timeout", &act, NULL, argv, environ)) pid = -1;
	posix_spawn_file_actions_destroy(&act);
	return pid;
}

/* A certificate of our own in `file`, with its key; false: openssl is not there. */
static bool certificate(char *file)
{
	char *argv[] = { "timeout",
			 "60",
			 "openssl",
			 "req",
			 "-x509",
			 "-newkey",
			 "ec",
			 "-pkeyopt",
			 "ec_paramgen_curve:P-256",
			 "-nodes",
			 "-keyout",
			 file,
			 "-out",
			 file,
			 "-subj",
			 "/CN=localhost",
			 "-addext",
			 "subjectAltName=DNS:localhost",
			 "-days",
			 "2",
			 NULL };
	pid_t pid = run_openssl(argv, -1, -1);
	int status = -1;

	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* A server with TLS that says what is written to `in`, whatever it is asked. */
static pid_t tls_server(char *file, int *in, int *port)
{
	char *argv[] = { "timeout", "60", "openssl", "s_server", "-accept", "127.0.0.1:0",
			 "-cert",   file, "-key",    file,       NULL };
	char line[200];
	int to[2], from[2];
	pid_t pid;
	FILE *f;

	assert_int_equal(pipe2(to, O_CLOEXEC) | pipe2(from, O_CLOEXEC), 0);
	pid = run_openssl(argv, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	f = fdopen(from[0], "r");
	*port = 0;
	while (!*port && fgets(line, sizeof line, f)) sscanf(line, "ACCEPT 127.0.0.1:%d", port);
	*in = to[1];
	fclose(f);
	assert_true(pid > 0 && *port > 0);
	return pid;
}

static void tls_stop(pid_t pid, int in)
{
	kill(pid, SIGTERM);
	waitpid(pid, NULL, 0);
	close(in);
}

static void certificates_are_verified(void **state)
{
	static const char good[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}\n";
	char dir[] = "/tmp/lucus-tls.XXXXXX", file[64], url[64];
	lu_http_options o = options();
	int in, port;
	pid_t pid;
	result r;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(file, sizeof file, "%s/c.pem", dir);
	if (!certificate(file)) {
		unlink(file);
		rmdir(dir);
		skip();
	}
	pid = tls_server(file, &in, &port);
	snprintf(url, sizeof url, "https://localhost:%d/v1", port);
	r = ask_at(url, &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	assert_non_null(strstr(r.msg, "the certificate of localhost:"));
	setenv("SSL_CERT_FILE", file, 1);
	snprintf(url, sizeof url, "https://127.0.0.1:%d/v1", port); /* trusted, but of another name */
	r = ask_at(url, &o, false);
	assert_non_null(strstr(r.msg, "the certificate of 127.0.0.1:"));
	tls_stop(pid, in);
	pid = tls_server(file, &in, &port); /* whose first connection this is: it gets what is written */
	snprintf(url, sizeof url, "https://localhost:%d/v1", port);
	assert_int_equal(write(in, good, sizeof good - 1), sizeof good - 1);
	r = ask_at(url, &o, false);
	assert_int_equal(r.rc, LU_OK);
	assert_string_equal(r.body, "{}");
	unsetenv("SSL_CERT_FILE");
	tls_stop(pid, in);
	unlink(file);
	rmdir(dir);
}

/* ---- signals ---- */

static void on_alarm(int signal)
{
	(void)signal;
	lu_cancel();
}

enum { LATE = 99 };

/* In a process of its own: nothing takes a cancellation back. 0: all is as it should be. */
static int cancelled(const char *url)
{
	struct sigaction act = { .sa_handler = on_alarm };
	lu_http_options o = options();
	result r[8] = { 0 };
	lu_http *h;
	lu_err e;
	double began = lu_now(), took;
	int i;

	sigaction(SIGALRM, &act, NULL);
	h = queued(url, &o, r, 8);
	ualarm(300000, 0);
	if (lu_http_run(h, &e) != LU_ECANCEL) return 3;
	took = lu_now() - began;
	if (took < .3 || took > .8) return LATE;
	for (i = 0; i < 8; i++)
		if (r[i].calls) return 5;
	if (lu_http_run(h, &e)) return 6; /* nothing is left */
	lu_http_free(h);
	return 0;
}

static void signals_end_all(void **state)
{
	server s;
	char url[100];
	int status = -1, tries = 5; /* the machine may have other work */

	(void)state;
	server_start(&s, "", "10");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	do {
		pid_t pid = fork();

		if (pid == 0) _exit(cancelled(url));
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFEXITED(status));
	} while (WEXITSTATUS(status) == LATE && --tries);
	assert_int_equal(WEXITSTATUS(status), 0);
	server_stop(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_types_are_refused),
		cmocka_unit_test(redirects_are_followed_here_alone),
		cmocka_unit_test(headers_have_a_bound),
		cmocka_unit_test(nobody_is_there),
		cmocka_unit_test(keys_stay_here),
		cmocka_unit_test(memory_may_be_out),
		cmocka_unit_test(takers_may_stop),
		cmocka_unit_test(proxies_are_those_of_the_environment),
		cmocka_unit_test(certificates_are_verified),
		cmocka_unit_test(signals_end_all),
	};

	ask_begin();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
