/* SPDX-License-Identifier: MIT
 * Writing a token-vector table: built in memory, written beside its place, then renamed. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "embed/token_table.h"
#include "lucus/hash.h"
#include "lucus/vector.h"

static lu_code check_entries(const lu_table_entry *v, size_t n, size_t dim, uint64_t *text, lu_err *e)
{
	*text = 0;
	if (dim < 1 || dim > 4096) return lu_fail(e, LU_EUSAGE, "dimension %zu is not in 1..4096", dim);
	if (n > UINT32_MAX / 4) return lu_fail(e, LU_EUSAGE, "%zu tokens are too many for a table", n);
	for (size_t i = 0; i < n; i++) {
		bool finite = isfinite(v[i].weight_code) && isfinite(v[i].weight_query);

		for (size_t d = 0; d < dim; d++) finite = finite && isfinite(v[i].v[d]);
		if (!finite)
			return lu_fail(e, LU_EFORMAT, "token '%.*s' has a number that is not finite",
				       LU_FMT(v[i].token));
		*text += v[i].token.n;
	}
	return *text > UINT32_MAX ? lu_fail(e, LU_EUSAGE, "the tokens are too long for a table") : LU_OK;
}

static lu_code add_token(const lu__table_head *h, const lu__table_parts *p, const lu_table_entry *v, uint32_t i,
			 uint32_t *slot, lu_err *e)
{
	uint32_t mask = h->slots - 1, s = (uint32_t)lu_hash64(v[i].token, 0) & mask;

	for (; slot[s]; s = (s + 1) & mask)
		if (lu_str_eq(v[i].token, v[slot[s] - 1].token))
			return lu_fail(e, LU_EFORMAT, "token '%.*s' is given twice", LU_FMT(v[i].token));
	slot[s] = i + 1;
	if (v[i].token.n) memcpy((char *)(uintptr_t)p->text + p->offset[i], v[i].token.s, v[i].token.n);
	return LU_OK;
}

/* Fill the image whose header is at `base`. The parts are read-only views for the reader; here the
 * memory is ours, so they are written through. */
static lu_code fill(char *base, lu__table_head *h, const lu_table_entry *v, uint64_t size, lu_err *e)
{
	lu__table_parts p;
	uint32_t *offset;
	lu_code rc;

	lu__table_layout(base, h, &p, &size);
	offset = (uint32_t *)(uintptr_t)p.offset;
	for (uint32_t i = 0; i < h->count; i++) {
		offset[i + 1] = offset[i] + (uint32_t)v[i].token.n;
		rc = add_token(h, &p, v, i, (uint32_t *)(uintptr_t)p.slot, e);
		if (rc) return rc;
		((float *)(uintptr_t)p.weight_code)[i] = v[i].weight_code;
		((float *)(uintptr_t)p.weight_query)[i] = v[i].weight_query;
		lu_vec_quantise(v[i].v, h->dim, (int8_t *)(uintptr_t)p.row + (size_t)i * h->dim,
				(float *)(uintptr_t)p.scale + i);
	}
	h->check = lu__table_sum(base + sizeof *h, (size_t)size - sizeof *h);
	memcpy(base, h, sizeof *h);
	return LU_OK;
}

static bool write_all(int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t w = write(fd, p, n);

		if (w < 0 && errno == EINTR) continue;
		if (w < 0) return false;
		p += w;
		n -= (size_t)w;
	}
	return fsync(fd) == 0;
}

static lu_code write_file(const char *path, const char *image, size_t size, lu_err *e)
{
	lu_buf tmp = LU_BUF;
	lu_code rc = LU_OK;
	bool ok;
	int fd;

	lu_buf_addf(&tmp, "%s.tmp%ld", path, (long)getpid());
	if (tmp.oom) {
		rc = lu_nomem(e);
		goto done;
	}
	fd = open(tmp.s, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0) {
		rc = lu_fail(e, LU_EIO, "cannot create '%s': %s", tmp.s, strerror(errno));
		goto done;
	}
	ok = write_all(fd, image, size);
	if (close(fd) != 0) ok = false;
	if (!ok || rename(tmp.s, path) != 0) {
		rc = lu_fail(e, LU_EIO, "cannot write '%s': %s", path, strerror(errno));
		unlink(tmp.s);
	}
done:
	lu_buf_free(&tmp);
	return rc;
}

lu_code lu_table_write(const char *path, const lu_table_entry *v, size_t n, size_t dim, lu_err *e)
{
	lu__table_head h = { .version = 1 };
	char *base;
	uint64_t size;
	lu_code rc = check_entries(v, n, dim, &h.text_bytes, e);

	if (rc) return rc;
	memcpy(h.magic, LU__TABLE_MAGIC, sizeof h.magic);
	h.dim = (uint32_t)dim;
	h.count = (uint32_t)n;
	if (n)
		for (h.slots = 4; h.slots < n * 2; h.slots *= 2) {
		}
	if (!lu__table_layout(&h, &h, NULL, &size)) return lu_nomem(e);
	base = calloc(1, (size_t)size);
	if (!base) return lu_nomem(e);
	rc = fill(base, &h, v, size, e);
	if (!rc) rc = write_file(path, base, (size_t)size, e);
	free(base);
	return rc;
}
