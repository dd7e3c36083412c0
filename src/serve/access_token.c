/* SPDX-License-Identifier: MIT */
#include "serve/access_token.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/ascii.h"
#include "core/file.h"
#include "lucus/json.h"

enum { FILE_MAX = 4 << 20 };

static bool copy_strs(lu_arena *a, lu_strs from, lu_strs *to)
{
	*to = (lu_strs){ lu_arena_calloc(a, from.n + 1, sizeof *to->v), 0 };
	if (!to->v) return false;
	for (; to->n < from.n; to->n++)
		if (!(to->v[to->n] = lu_arena_dup(a, from.v[to->n])).s) return false;
	return true;
}

static lu_code append(lu_access_tokens *t, const lu_access_token *x, lu_err *e)
{
	lu_access_token *v = lu_arena_grow(&t->arena, t->v, t->n, sizeof *v);
	lu_access_token copy = *x;

	if (v) t->v = v;
	copy.name = lu_arena_dup(&t->arena, lu_strn(x->name.n ? x->name.s : "", x->name.n));
	copy.tenant = lu_arena_dup(&t->arena, lu_strn(x->tenant.n ? x->tenant.s : "", x->tenant.n));
	if (!v || !copy.name.s || !copy.tenant.s || !copy_strs(&t->arena, x->kbs, &copy.kbs)) return lu_nomem(e);
	v[t->n++] = copy;
	return LU_OK;
}

static bool name_is_one(lu_str s)
{
	if (!s.n || s.n > 64) return false;
	for (size_t i = 0; i < s.n; i++)
		if (!lu_is_alnum(s.s[i]) && (!s.s[i] || !strchr("._-", s.s[i]))) return false;
	return true;
}

static bool hash_is_one(lu_str s)
{
	if (s.n != LU_SHA256_HEX - 1) return false;
	for (size_t i = 0; i < s.n; i++)
		if (!s.s[i] || !strchr("0123456789abcdef", s.s[i])) return false;
	return true;
}

static lu_code read_kbs(const lu_json *v, lu_access_token *x, lu_arena *a, lu_err *e)
{
	size_t n = lu_json_count(v);

	x->kbs.v = lu_arena_calloc(a, n + 1, sizeof *x->kbs.v);
	if (!x->kbs.v) return lu_nomem(e);
	for (; x->kbs.n < n; x->kbs.n++) {
		lu_str kb = lu_json_str(lu_json_at(v, x->kbs.n));

		if (!kb.n) return lu_fail(e, LU_EFORMAT, "a knowledge base has no name");
		x->kbs.v[x->kbs.n] = kb;
	}
	return LU_OK;
}

static lu_code read_one(lu_access_tokens *t, const lu_json *v, lu_err *e)
{
	const lu_json *kbs = lu_json_get(v, "kbs");
	lu_str hash = lu_json_str(lu_json_get(v, "sha256"));
	lu_access_token x = { .name = lu_json_str(lu_json_get(v, "name")),
			      .tenant = lu_json_str(lu_json_get(v, "tenant")) };
	lu_arena a = { 0 };
	lu_code rc;

	/* What is misread must not give more than was meant. */
	if (!name_is_one(x.name) || !x.tenant.n || !hash_is_one(hash) || !kbs || lu_json_type(kbs) != LU_JSON_ARRAY)
		return lu_fail(e, LU_EFORMAT, "a token needs name, tenant, kbs and sha256");
	memcpy(x.hash, hash.s, hash.n);
	rc = read_kbs(kbs, &x, &a, e);
	if (!rc) rc = append(t, &x, e);
	lu_arena_free(&a);
	return rc;
}

static lu_code check_mode(const char *path, FILE *f, lu_err *e)
{
	struct stat st;

	if (fstat(fileno(f), &st)) return lu_fail(e, LU_EIO, "cannot read '%s': %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode)) return lu_fail(e, LU_EFORMAT, "'%s' is no file", path);
	if (st.st_size > FILE_MAX) return lu_fail(e, LU_EFORMAT, "'%s' is too large for a file of tokens", path);
	if (st.st_mode & 077)
		return lu_fail(e, LU_EUSAGE, "others may read or change the tokens in '%s': chmod 600 it", path);
	return LU_OK;
}

lu_code lu_access_tokens_read(const char *path, lu_access_tokens *t, lu_err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	lu_reader r;
	lu_json *v;
	lu_code rc;

	if (!f) {
		if (fd >= 0) close(fd);
		return errno == ENOENT ? LU_OK : lu_fail(e, LU_EIO, "cannot read '%s': %s", path, strerror(errno));
	}
	rc = check_mode(path, f, e);
	lu_reader_init(&r, f, path);
	while (!rc && !(rc = lu_reader_next(&r, &v, e))) {
		rc = read_one(t, v, e);
		if (rc) lu_wrap(e, rc, "%s:%ld", path, r.line);
		lu_json_free(v);
	}
	lu_reader_free(&r);
	fclose(f);
	return rc == LU_DONE ? LU_OK : rc;
}

static lu_code write_all(const lu_access_tokens *t, FILE *f, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < t->n && !rc; i++) {
		lu_jw w;

		lu_jw_init(&w);
		lu_jw_open(&w, NULL, '{');
		lu_jw_str(&w, "name", t->v[i].name);
		lu_jw_str(&w, "tenant", t->v[i].tenant);
		lu_jw_strs(&w, "kbs", t->v[i].kbs);
		lu_jw_strz(&w, "sha256", t->v[i].hash);
		lu_jw_close(&w, '}');
		rc = lu_jw_flush(&w, f, e);
		lu_jw_free(&w);
	}
	if (!rc && (fflush(f) || fsync(fileno(f)))) rc = lu_fail(e, LU_EIO, "%s", strerror(errno));
	return rc;
}

lu_code lu_access_tokens_write(const char *path, const lu_access_tokens *t, lu_err *e)
{
	lu_buf name = LU_BUF;
	FILE *f = NULL;
	int fd;
	lu_code rc = LU_OK;

	lu_buf_addf(&name, "%s.XXXXXX", path);
	if (name.oom) return lu_nomem(e);
	fd = mkostemp(name.s, O_CLOEXEC); /* of mode 0600 */
	if (fd < 0 || !(f = fdopen(fd, "w"))) rc = lu_fail(e, LU_EIO, "%s", strerror(errno));
	if (!rc) rc = write_all(t, f, e);
	if (f && fclose(f) && !rc) rc = lu_fail(e, LU_EIO, "%s", strerror(errno));
	else if (!f && fd >= 0) close(fd);
	if (!rc && rename(name.s, path)) rc = lu_fail(e, LU_EIO, "%s", strerror(errno));
	if (rc && fd >= 0) unlink(name.s);
	lu_buf_free(&name);
	return rc ? lu_wrap(e, rc, "cannot write '%s'", path) : LU_OK;
}

void lu_access_tokens_free(lu_access_tokens *t)
{
	lu_arena_free(&t->arena);
	*t = (lu_access_tokens){ 0 };
}

static lu_code make(char out[LU_TOKEN_SIZE], lu_err *e)
{
	unsigned char r[32];
	size_t at = strlen(LU_TOKEN_PREFIX);

	if (getrandom(r, sizeof r, 0) != sizeof r) return lu_fail(e, LU_EIO, "the system gives no random numbers");
	memcpy(out, LU_TOKEN_PREFIX, at);
	for (size_t i = 0; i < sizeof r; i++) snprintf(out + at + 2 * i, 3, "%02x", r[i]);
	return LU_OK;
}

lu_code lu_access_tokens_add(lu_access_tokens *t, const lu_access_token *x, char out[LU_TOKEN_SIZE], lu_err *e)
{
	lu_access_token copy = *x;
	lu_code rc;

	if (!name_is_one(x->name))
		return lu_fail(e, LU_EUSAGE, "'%.*s' is no name for a token: letters, digits, '.', '-' and '_'",
			       LU_FMT(x->name));
	for (size_t i = 0; i < t->n; i++)
		if (lu_str_eq(t->v[i].name, x->name))
			return lu_fail(e, LU_EUSAGE, "there is a token '%.*s' already", LU_FMT(x->name));
	rc = make(out, e);
	if (rc) return rc;
	lu_sha256_hex(lu_strz(out), copy.hash);
	return append(t, &copy, e);
}

lu_code lu_access_tokens_remove(lu_access_tokens *t, const char *name, lu_err *e)
{
	for (size_t i = 0; i < t->n; i++) {
		if (!lu_str_eqz(t->v[i].name, name)) continue;
		memmove(&t->v[i], &t->v[i + 1], (t->n - i - 1) * sizeof *t->v);
		t->n--;
		return LU_OK;
	}
	return lu_fail(e, LU_ENOENT, "no token '%s'", name);
}

/* Looks at all bytes of all: the time says nothing of how much fits. */
const lu_access_token *lu_access_tokens_find(const lu_access_tokens *t, lu_str secret)
{
	char hash[LU_SHA256_HEX];
	const lu_access_token *found = NULL;

	lu_sha256_hex(secret, hash);
	for (size_t i = 0; i < t->n; i++) {
		unsigned differ = 0;

		for (size_t k = 0; k < sizeof hash - 1; k++) differ |= (unsigned char)(hash[k] ^ t->v[i].hash[k]);
		if (!differ) found = &t->v[i];
	}
	return found;
}
