/* SPDX-License-Identifier: MIT
 * What a client may send to lucus serve, whatever its bytes: a connection each, which stops to send then. Replies are whole, of
 * statuses that are meant, with no header that we do not send, their bodies are what they say they are, and nothing of a
 * knowledge base that the token may not see is in them. A '!' before the bytes asks the server that wants tokens. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "api/api.h"
#include "lucus/hash.h"
#include "lucus/json.h"
#include "lucus/sync.h"
#include "serve/access_token.h"
#include "serve/listener.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BODY = 4096 };
#define SECRET "zanzibar_vault" /* an element that the token may not see */

static char dir[64];
static struct sockaddr_un at[2] = { { .sun_family = AF_UNIX }, { .sun_family = AF_UNIX } };
static lu_access_tokens tokens;
static lu_server *server[2];
static char reply[4 << 20];

static void must(bool ok)
{
	if (!ok) abort();
}

/* ---- a server ---- */

static void put(const char *sub, const char *name, const char *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s/%s", dir, sub, name);
	f = fopen(path, "w");
	must(f && fputs(text, f) >= 0 && !fclose(f));
}

static void fill(lu_store *s, const char *kb)
{
	lu_sync_options o = { .embed = { .provider = "builtin" } };
	lu_tree_part all = { .sub = "" };
	lu_watch w = { .ctx = NULL };
	lu_counts n = { .files = 0 };
	char root[128];

	snprintf(root, sizeof root, "%s/%s", dir, kb);
	must(!lu_store_use(s, "default", kb, NULL) && !lu_store_set_root(s, root, NULL));
	must(!lu_sync(s, root, &all, 1, &o, &w, &n, NULL));
}

static void make_store(const char *db)
{
	static const char *const kbs[] = { "main", "hidden" };
	lu_store *s = NULL;
	char path[128];

	for (size_t i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, kbs[i]);
		must(mkdir(path, 0700) == 0);
	}
	put("main", "boil.py", "def boil_kettle(water):\n    \"\"\"Boil it.\"\"\"\n    return pour_kettle(water)\n");
	put("main", "pour.py",
	    "def pour_kettle(water):\n    return water\n\n\nclass Kettle:\n    def fill(self):\n        pass\n");
	put("hidden", "vault.py", "def " SECRET "(key):\n    \"\"\"Open it.\"\"\"\n    return key\n");
	must(!lu_store_open(&s, db, LU_STORE_WRITE, 0, NULL));
	for (size_t i = 0; i < 2; i++) fill(s, kbs[i]);
	lu_store_close(s);
}

static lu_code set_up(void *ctx, lu_base *b, lu_err *e)
{
	(void)ctx;
	lu_search_options_init(&b->search);
	lu_lazy_options_init(&b->ask.near);
	lu_lazy_graph_options_init(&b->lazy_graph);
	lu_expand_options_init(&b->expand);
	b->lazy = b->lazy_is_graph = true;
	return lu_session_configure(b->session, &(lu_session_models){ .embed.provider = "builtin" }, e);
}

static void start(lu_service *service, int i)
{
	lu_api_config c = { .service = service, .tokens = i == 1, .version = "0" };
	lu_serve_config k = { .workers = 1, .seconds = 20, .body = BODY, .tokens = i ? &tokens : NULL };
	lu_listener *l = NULL;
	const lu_route *routes;
	lu_api *api = NULL;
	char name[120];
	size_t n;

	snprintf(at[i].sun_path, sizeof at[i].sun_path, "%.64s/%d", dir, i);
	snprintf(name, sizeof name, "unix:%s", at[i].sun_path);
	must(!lu_metrics_new(&c.metrics, NULL) && !lu_api_open(&c, &api, NULL));
	k.metrics = c.metrics;
	routes = lu_api_routes(api, &n);
	must(!lu_listener_open(name, &l, NULL) && !lu_server_start(&k, routes, n, &l, 1, &server[i], NULL));
}

/* The token is "lucus_" and 64 zeros. */
static void make_token(void)
{
	lu_str kbs[] = { lu_strz("main") };
	lu_access_token t = { .name = lu_strz("t"), .tenant = lu_strz("default"), .kbs = { kbs, 1 } };
	char secret[LU_TOKEN_SIZE];

	must(!lu_access_tokens_add(&tokens, &t, secret, NULL));
	snprintf(secret, sizeof secret, LU_TOKEN_PREFIX "%064d", 0);
	lu_sha256_hex(lu_strz(secret), tokens.v[0].hash);
}

static void start_both(void)
{
	lu_service_config c = { .set_up = set_up, .kb = "main" };
	lu_service *service = NULL;
	char db[80];

	signal(SIGPIPE, SIG_IGN);
	snprintf(dir, sizeof dir, "%.40s/lucus-fuzz.XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	must(mkdtemp(dir) != NULL);
	snprintf(db, sizeof db, "%s/s.db", dir);
	make_store(db);
	make_token();
	c.db = db;
	must(!lu_service_open(&c, &service, NULL));
	for (int i = 0; i < 2; i++) start(service, i);
}

/* ---- what comes back ---- */

static bool in(const char *const *names, size_t n, lu_str s)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(names[i]) == s.n && !strncasecmp(names[i], s.s, s.n)) return true;
	return false;
}

/* The head of a reply. */
struct head {
	int status;
	bool ours; /* libmicrohttpd refuses by itself what is no request */
	lu_str type, length;
};

static void read_field(lu_str line, struct head *h)
{
	static const char *const known[] = { "Date",          "Connection",        "Content-Length",
					     "Content-Type",  "Transfer-Encoding", "X-Request-Id",
					     "Retry-After",   "traceparent",       "X-Content-Type-Options",
					     "Cache-Control", "WWW-Authenticate",  "Allow",
					     "ETag",          "Referrer-Policy",   "Content-Security-Policy" };
	lu_str name = lu_str_before_first(line, ':'), value = lu_strn(line.s + name.n, line.n - name.n);

	must(value.n > 1 && in(known, sizeof known / sizeof *known, name));
	value = lu_str_trim(lu_strn(value.s + 1, value.n - 1));
	if (!strncasecmp(name.s, "X-Request-Id", name.n)) h->ours = true;
	if (!strncasecmp(name.s, "Content-Type", name.n)) h->type = value;
	if (!strncasecmp(name.s, "Content-Length", name.n)) h->length = value;
}

static struct head read_head(lu_str text)
{
	struct head h = { .status = 0 };
	lu_str line = lu_str_take(&text, '\n');

	must(lu_str_starts(line, "HTTP/1.1 ") || lu_str_starts(line, "HTTP/1.0 "));
	h.status = atoi(line.s + 9);
	must(h.status >= 100 && h.status < 505 + 1 && h.status != 500);
	while (text.n) read_field(lu_str_trim(lu_str_take(&text, '\n')), &h);
	return h;
}

static void check_body(const struct head *h, lu_str body)
{
	bool problem = lu_str_eqz(h->type, "application/problem+json");
	lu_json *v = NULL;

	must(h->status < 400 || problem || lu_str_starts(h->type, "application/json") || !body.n);
	if (!problem && !lu_str_eqz(h->type, "application/json")) return;
	must(!lu_json_parse(body, &v, NULL));
	if (problem) must(lu_json_int(lu_json_get(v, "status"), 0) == h->status);
	lu_json_free(v);
}

/* All replies of a connection, as far as their ends are known: what is cut short is the client's own doing. */
static void check(lu_str rest)
{
	while (rest.n) {
		char *end = memmem(rest.s, rest.n, "\r\n\r\n", 4);
		size_t n = end ? (size_t)(end - rest.s) : 0, size;
		struct head h;

		if (!end) return;
		h = read_head(lu_strn(rest.s, n));
		rest = lu_strn(rest.s + n + 4, rest.n - n - 4);
		if (h.status == 100) continue;
		must(h.ours || h.status >= 400);
		size = h.length.n ? (size_t)strtoul(h.length.s, NULL, 10) : 0;
		if (!h.ours || !h.length.n || size > rest.n) return;
		if (lu_str_starts(rest, "HTTP/1.")) continue; /* of HEAD */
		check_body(&h, lu_strn(rest.s, size));
		rest = lu_strn(rest.s + size, rest.n - size);
	}
}

/* ---- a connection ---- */

static void say(int fd, const void *data, size_t size)
{
	for (ssize_t n; size > 0; size -= (size_t)n, data = (const char *)data + n)
		if ((n = send(fd, data, size, MSG_NOSIGNAL)) <= 0) return; /* it has heard enough */
}

static size_t ask(int i, const uint8_t *data, size_t size)
{
	static char more[BODY]; /* so that nothing is waited for: lines that end a header, and bytes of a body */
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	size_t n = 0;
	ssize_t got;

	must(fd >= 0 && !connect(fd, (struct sockaddr *)&at[i], sizeof at[i]));
	say(fd, data, size);
	*more = 'x';
	for (size_t j = 1; j < sizeof more; j++) more[j] = "\n\r"[j % 2];
	say(fd, more, sizeof more);
	shutdown(fd, SHUT_WR);
	while (n < sizeof reply && (got = recv(fd, reply + n, sizeof reply - n, 0)) > 0) n += (size_t)got;
	close(fd);
	return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int i = size && *data == '!';
	size_t n;

	if (!server[0]) start_both();
	if (size > 64 << 10) return 0;
	n = ask(i, data + i, size - (size_t)i);
	if (i) must(!memmem(reply, n, SECRET, strlen(SECRET)));
	check(lu_strn(reply, n));
	return 0;
}
