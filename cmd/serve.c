/* SPDX-License-Identifier: MIT
 * lucus serve: answer over HTTP; lucus serve token: who may ask. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "api/api.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "core/file.h"
#include "ending.h"
#include "serve.h"
#include "serving.h"
#include "serve/listener.h"
#include "serve/serve.h"

extern const lu_cmd cmd_serve;

enum { LISTENERS_MAX = 16, PEM_MAX = 1 << 20 };
#define WATCH_S .5 /* between two looks at the trees */

static lu_strs listen_at, hosts, origins;
static const char *tls_cert, *tls_key;
static bool auth, watch;
static double grace = 10, seconds = 120, rate = 50;
static int64_t workers, waiting = 1024, connections = 2048, body = 1 << 20;

static lu_opt opts[] = {
	LU_OPT_LIST(
		'l', "listen", &listen_at, "WHERE",
		"listen on ADDRESS:PORT or unix:PATH; repeatable (default: 127.0.0.1:8642, or the sockets of systemd)",
		.env = "LUCUS_LISTEN", .heading = "Listening", .daily = true),
	LU_OPT_LIST(0, "host", &hosts, "NAME", "answer requests that call this server NAME; repeatable",
		    .env = "LUCUS_SERVE_HOST"),
	LU_OPT_LIST(0, "origin", &origins, "ORIGIN", "let web pages of ORIGIN (https://NAME) ask; repeatable",
		    .env = "LUCUS_SERVE_ORIGIN"),
	LU_OPT_STR(0, "tls-cert", &tls_cert, "FILE", "speak TLS with the certificate in FILE (PEM)",
		   .env = "LUCUS_TLS_CERT"),
	LU_OPT_STR(0, "tls-key", &tls_key, "FILE", "the certificate's key (PEM)", .env = "LUCUS_TLS_KEY"),
	LU_OPT_FLAG(0, "auth", &auth, "let nobody ask without a token, on this machine either",
		    .env = "LUCUS_SERVE_AUTH", .heading = "Who may ask", .daily = true),
	LU_OPT_STR(0, "tokens", &cmd_serve_tokens, "FILE",
		   "the file of tokens (default: serve-tokens beside the user's configuration file)",
		   .env = "LUCUS_SERVE_TOKENS"),
	LU_OPT_REAL(0, "rate", &rate, "N", 0, 1e6, "answer N requests a second of one token; 0: any number",
		    .env = "LUCUS_SERVE_RATE", .heading = "Limits"),
	LU_OPT_REAL(0, "request-time", &seconds, "SECONDS", .1, 86400, "stop work on a request after SECONDS",
		    .env = "LUCUS_SERVE_REQUEST_TIME"),
	LU_OPT_INT(0, "workers", &workers, "N", 0, 1024,
		   "work on N requests at once; 0: two for each processor, and at least four",
		   .env = "LUCUS_SERVE_WORKERS"),
	LU_OPT_INT(0, "waiting", &waiting, "N", 1, 100000,
		   "let N requests wait for that, with bodies of 64 MiB together, and refuse more",
		   .env = "LUCUS_SERVE_WAITING"),
	LU_OPT_INT(0, "connections", &connections, "N", 1, 60000,
		   "hold N connections open, half of them of one address", .env = "LUCUS_SERVE_CONNECTIONS"),
	LU_OPT_INT(0, "body", &body, "BYTES", 1, 64 << 20, "refuse requests with a larger body",
		   .env = "LUCUS_SERVE_BODY"),
	LU_OPT_REAL(0, "grace", &grace, "SECONDS", 0, 3600, "when told to end, let requests finish for SECONDS",
		    .env = "LUCUS_SERVE_GRACE"),
	LU_OPT_FLAG(0, "watch", &watch, "keep the knowledge bases that are asked up to date with their trees",
		    .env = "LUCUS_SERVE_WATCH", .heading = "Knowledge bases", .daily = true),
	LU_OPT_GROUP(cmd_opts_serving),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* ---- listening ---- */

struct server {
	lu_listener *listener[LISTENERS_MAX];
	size_t n_listener;
	lu_buf cert, key;
	lu_access_tokens *tokens; /* NULL: none are needed */
	lu_metrics *metrics;
	cmd_serving serving;
	lu_service *service;
	lu_api *api;
	lu_server *server;
};

static lu_code open_listeners(struct server *s, lu_err *e)
{
	static const lu_str usual = { "127.0.0.1:8642", 14 };
	lu_strs at = listen_at;
	lu_code rc = LU_OK;

	if (!at.n) rc = lu_listener_inherited(s->listener, LISTENERS_MAX, &s->n_listener, e);
	if (!at.n && !s->n_listener) at = (lu_strs){ (lu_str *)&usual, 1 };
	if (at.n > LISTENERS_MAX) return lu_fail(e, LU_EUSAGE, "--listen may be given %d times", LISTENERS_MAX);
	for (size_t i = 0; i < at.n && !rc; i++) {
		lu_buf where = LU_BUF;

		lu_buf_addstr(&where, at.v[i]);
		rc = where.oom ? lu_nomem(e) : lu_listener_open(where.s, &s->listener[s->n_listener], e);
		if (!rc) s->n_listener++;
		lu_buf_free(&where);
	}
	return rc;
}

static bool all_local(const struct server *s)
{
	for (size_t i = 0; i < s->n_listener; i++)
		if (!lu_listener_local(s->listener[i])) return false;
	return true;
}

/* Needed off this machine, and where they were asked for. */
static lu_code read_tokens(struct server *s, lu_err *e)
{
	lu_code rc;

	if (!auth && all_local(s)) return LU_OK;
	s->tokens = calloc(1, sizeof *s->tokens);
	if (!s->tokens) return lu_nomem(e);
	rc = cmd_tokens_read(s->tokens, e);
	if (!rc && !s->tokens->n)
		rc = lu_fail(e, LU_EUSAGE, "%s without tokens nobody may ask: see 'lucus serve token add'",
			     auth ? "with --auth, and" : "others reach this address, and");
	return rc;
}

static lu_code read_tls(struct server *s, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!tls_cert != !tls_key) return lu_fail(e, LU_EUSAGE, "--tls-cert and --tls-key need each other");
	if (tls_cert) rc = lu_file_read(tls_cert, PEM_MAX, &s->cert, e);
	if (tls_key && !rc) rc = lu_file_read(tls_key, PEM_MAX, &s->key, e);
	return rc;
}

/* From the server's threads: a line is one write. */
static void log_line(void *ctx, bool failure, const char *line)
{
	lu_sink o = LU_SINK;

	(void)ctx;
	if (!failure && !lu_common.verbose) return;
	o.terminal = true;
	lu_sink_addf(&o, "lucus: time=%.3f stage=serve %s", lu_now() - lu_common.start, line);
	lu_sink_adds(&o, "\n");
	if (!o.out.oom) fwrite(o.out.s, 1, o.out.len, stderr);
	lu_buf_free(&o.out);
}

static lu_code show_listener(const lu_listener *l, bool tls, lu_err *e)
{
	const char *address = lu_listener_address(l);
	bool six = strchr(address, ':') != NULL && !lu_listener_unix(l);
	lu_buf url = LU_BUF;
	lu_jw w;
	lu_code rc;

	if (lu_listener_unix(l)) lu_buf_addf(&url, "unix:%s", address);
	else
		lu_buf_addf(&url, "http%s://%s%s%s:%d", tls ? "s" : "", six ? "[" : "", address, six ? "]" : "",
			    lu_listener_port(l));
	if (url.oom) return lu_nomem(e);
	if (!lu_out_is_json()) {
		lu_out_textf(stdout, LU_COLOR_PLAIN, "listening on %s\n", url.s);
		lu_buf_free(&url);
		return LU_OK;
	}
	lu_jw_record(&w, "listening");
	lu_jw_strz(&w, "url", url.s);
	lu_jw_close(&w, '}');
	rc = lu_jw_flush(&w, stdout, e);
	lu_jw_free(&w);
	lu_buf_free(&url);
	return rc;
}

/* Whoever waits for it reads a pipe. */
static lu_code tell(const struct server *s, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < s->n_listener && !rc; i++) rc = show_listener(s->listener[i], tls_cert != NULL, e);
	if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	return rc;
}

/* Each connection is a file. */
static void raise_files(void)
{
	struct rlimit r;

	if (getrlimit(RLIMIT_NOFILE, &r)) return;
	r.rlim_cur = r.rlim_max;
	(void)!setrlimit(RLIMIT_NOFILE, &r);
}

/* ---- signals: main's handler would cancel all work at once, and for ever; here requests finish first ---- */

static void block_signals(sigset_t *before, sigset_t *ours)
{
	static const int stop[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction was;

	sigemptyset(ours);
	for (size_t i = 0; i < sizeof stop / sizeof *stop; i++)
		if (!sigaction(stop[i], NULL, &was) && was.sa_handler != SIG_IGN) sigaddset(ours, stop[i]);
	pthread_sigmask(SIG_BLOCK, ours, before);
}

/* Those that can not be read leave the former ones. */
static void renew_tokens(struct server *s)
{
	lu_access_tokens *t = s->tokens ? calloc(1, sizeof *t) : NULL, *before = s->tokens;
	lu_err e = { 0 };

	if (!t) return;
	if (cmd_tokens_read(t, &e)) {
		lu_out_warn("the former tokens still count: %s", e.msg);
		before = t;
	} else {
		lu_server_set_tokens(s->server, t);
		s->tokens = t;
	}
	lu_access_tokens_free(before);
	free(before);
}

static void wait_for_end(struct server *s, const sigset_t *ours)
{
	int sig = SIGHUP;

	while (sig == SIGHUP) {
		if (sigwait(ours, &sig)) return;
		if (sig != SIGHUP) continue;
		renew_tokens(s);
		lu_service_renew(s->service); /* settings, too */
	}
	lu_log("serve", "ends=1 requests=%zu", lu_server_busy(s->server));
	cmd_end_within((unsigned)grace + 1 + CMD_PATIENCE, sig);
}

static lu_code serve(struct server *s, lu_err *e)
{
	lu_serve_config k = { .hosts = hosts,
			      .origins = origins,
			      .tokens = s->tokens,
			      .tls_cert = lu_buf_str(&s->cert),
			      .tls_key = lu_buf_str(&s->key),
			      .workers = (size_t)workers,
			      .waiting = (size_t)waiting,
			      .connections = (size_t)connections,
			      .body = (size_t)body,
			      .seconds = seconds,
			      .rate = rate,
			      .metrics = s->metrics,
			      .log = log_line };
	size_t n = s->n_listener, n_route;
	const lu_route *routes = lu_api_routes(s->api, &n_route);
	sigset_t before, ours;
	lu_code rc;

	block_signals(&before, &ours);
	raise_files();
	s->n_listener = 0; /* they are the server's */
	rc = lu_server_start(&k, routes, n_route, s->listener, n, &s->server, e);
	if (!rc) {
		s->n_listener = n;
		rc = tell(s, e);
		s->n_listener = 0;
	}
	if (!rc) wait_for_end(s, &ours);
	pthread_sigmask(SIG_SETMASK, &before, NULL); /* another signal does not wait for anything */
	lu_server_stop(s->server, rc ? 0 : grace);
	return rc;
}

static lu_code open_api(struct server *s, lu_err *e)
{
	lu_api_config c = { .metrics = s->metrics, .tokens = s->tokens != NULL, .version = LUCUS_VERSION };
	lu_code rc;

	s->serving.pause = watch ? WATCH_S : 0;
	rc = cmd_serving_open(&s->serving, opts, &s->service, e);
	c.service = s->service;
	return rc ? rc : lu_api_open(&c, &s->api, e);
}

static lu_code run(int argc, char **argv, lu_err *e)
{
	struct server s = { .cert = LU_BUF, .key = LU_BUF };
	lu_code rc;

	if (argc && !strcmp(argv[0], "token")) return cmd_token(argc - 1, argv + 1, e);
	rc = lu_cmd_operands(&cmd_serve, argc, argv, 0, 0, e);
	if (!rc) rc = open_listeners(&s, e);
	if (!rc) rc = read_tokens(&s, e);
	if (!rc) rc = read_tls(&s, e);
	if (!rc) rc = lu_metrics_new(&s.metrics, e);
	if (!rc) rc = open_api(&s, e);
	if (!rc) rc = serve(&s, e);
	lu_api_close(s.api);
	lu_service_close(s.service);
	cmd_serving_free(&s.serving);
	while (s.n_listener) lu_listener_close(s.listener[--s.n_listener]);
	lu_metrics_free(s.metrics);
	if (s.tokens) lu_access_tokens_free(s.tokens);
	free(s.tokens);
	lu_buf_free(&s.cert);
	lu_buf_free(&s.key);
	return rc;
}

static const char *const examples[] = { "lucus serve token list", NULL };
static const char *const words[] = { "token", NULL };

const lu_cmd cmd_serve = {
	.name = "serve",
	.summary = "answer questions over HTTP",
	.args = "[token add|list|remove [NAME]]",
	.opts = opts,
	.run = run,
	.examples = examples,
	.words = words,
};
