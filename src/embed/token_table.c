/* SPDX-License-Identifier: MIT
 * The token-vector table: mapping and checking one, and looking tokens up. */
#include "embed/token_table.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lucus/hash.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the table is mapped as it lies in the file, which is little-endian"
#endif

struct lu_table {
	void *map; /* NULL: part of the program */
	size_t size;
	lu__table_head head;
	lu__table_parts part;
};

bool lu__table_layout(const void *base, const lu__table_head *h, lu__table_parts *p, uint64_t *size)
{
	const char *at = (const char *)base + sizeof *h;
	uint64_t rows = (uint64_t)h->count * h->dim, n;

	/* count < 2^32 and dim <= 4096: nothing below overflows 64 bits but text_bytes */
	n = sizeof *h + 4 * (uint64_t)h->slots + 4 * ((uint64_t)h->count + 1) + 12 * (uint64_t)h->count + rows;
	*size = 0;
	if (h->text_bytes > UINT64_MAX - n || n + h->text_bytes > SIZE_MAX) return false;
	*size = n + h->text_bytes;
	if (!p) return true;
	p->slot = (const uint32_t *)(const void *)at;
	p->offset = p->slot + h->slots;
	p->scale = (const float *)(p->offset + h->count + 1);
	p->weight_code = p->scale + h->count;
	p->weight_query = p->weight_code + h->count;
	p->row = (const int8_t *)(p->weight_query + h->count);
	p->text = (const char *)p->row + rows;
	return true;
}

uint64_t lu__table_sum(const void *p, size_t n)
{
	uint64_t lane[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, word[8];

	for (size_t i = 0; i < n; i += sizeof word) {
		size_t m = n - i < sizeof word ? n - i : sizeof word;

		memset(word, 0, sizeof word);
		memcpy(word, (const char *)p + i, m);
		for (int k = 0; k < 8; k++) lane[k] = (lane[k] ^ word[k]) * 0x9e3779b97f4a7c15u;
		for (int k = 0; k < 8; k++) lane[k] ^= lane[k] >> 29;
	}
	return lu_hash64(lu_strn((const char *)lane, sizeof lane), n);
}

static const char *check_head(const lu__table_head *h, uint64_t size)
{
	uint64_t want;

	if (memcmp(h->magic, LU__TABLE_MAGIC, sizeof h->magic)) return "not a token-vector table";
	if (h->version != 1) return "made by another version";
	if (h->dim < 1 || h->dim > 4096) return "damaged: dimension out of range";
	if (h->count == UINT32_MAX) return "damaged: too many tokens";
	if (h->count ? h->slots <= h->count || h->slots & (h->slots - 1) : h->slots != 0)
		return "damaged: hash table of a wrong size";
	if (!lu__table_layout(h, h, NULL, &want) || size < want) return "truncated";
	if (size > want) return "damaged: longer than its header says";
	return NULL;
}

/* What is inside must be checked, too: a lookup trusts slots and offsets. */
static const char *check_parts(const lu__table_head *h, const lu__table_parts *p, size_t size)
{
	uint64_t used = 0;

	if (lu__table_sum(p->slot, size - sizeof *h) != h->check) return "damaged: its checksum does not match";
	for (uint32_t i = 0; i < h->slots; i++) {
		if (p->slot[i] > h->count) return "damaged: slot out of range";
		used += p->slot[i] != 0;
	}
	if (used != h->count) return "damaged: tokens and slots differ";
	if (p->offset[0] != 0 || p->offset[h->count] != h->text_bytes) return "damaged: offsets out of range";
	for (uint32_t i = 0; i < h->count; i++) {
		if (p->offset[i] > p->offset[i + 1]) return "damaged: offsets out of order";
		if (!isfinite(p->scale[i]) || !isfinite(p->weight_code[i]) || !isfinite(p->weight_query[i]))
			return "damaged: a number that is not finite";
	}
	return NULL;
}

static lu_code map_file(const char *path, lu_table *t, lu_err *e)
{
	lu_code rc = LU_OK;
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0) return lu_fail(e, LU_EIO, "cannot open '%s': %s", path, strerror(errno));
	if (fstat(fd, &st) < 0) {
		rc = lu_fail(e, LU_EIO, "cannot stat '%s': %s", path, strerror(errno));
	} else if (!S_ISREG(st.st_mode)) {
		rc = lu_fail(e, LU_EFORMAT, "cannot read '%s': not a regular file", path);
	} else if ((uint64_t)st.st_size < sizeof(lu__table_head) || (uint64_t)st.st_size > SIZE_MAX) {
		rc = lu_fail(e, LU_EFORMAT, "cannot use '%s': too short for a token-vector table", path);
	} else {
		t->size = (size_t)st.st_size;
		t->map = mmap(NULL, t->size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (t->map == MAP_FAILED) {
			t->map = NULL;
			rc = lu_fail(e, LU_EIO, "cannot map '%s': %s", path, strerror(errno));
		}
	}
	close(fd);
	return rc;
}

lu_code lu_table_open(const char *path, lu_table **out, lu_err *e)
{
	lu_table *t = calloc(1, sizeof *t);
	const char *why;
	uint64_t size;
	lu_code rc;

	if (!t) return lu_nomem(e);
	rc = map_file(path, t, e);
	if (rc) goto done;
	memcpy(&t->head, t->map, sizeof t->head);
	why = check_head(&t->head, t->size);
	if (!why) {
		lu__table_layout(t->map, &t->head, &t->part, &size);
		why = check_parts(&t->head, &t->part, t->size);
	}
	if (why) {
		rc = lu_fail(e, LU_EFORMAT, "cannot use '%s': %s", path, why);
		goto done;
	}
	*out = t;
	t = NULL;
done:
	lu_table_close(t);
	return rc;
}

/* It is as true as the rest of the program: to check all of it would cost more than a query. */
lu_code lu_table_builtin(lu_table **out, lu_err *e)
{
	lu_table *t = calloc(1, sizeof *t);
	uint64_t size;
	const char *why;

	if (!t) return lu_nomem(e);
	t->size = (size_t)(lu__model_end - lu__model);
	if (t->size >= sizeof t->head) memcpy(&t->head, lu__model, sizeof t->head);
	why = check_head(&t->head, t->size);
	if (why) {
		free(t);
		return lu_fail(e, LU_EFORMAT, "cannot use the built-in token vectors: %s", why);
	}
	lu__table_layout(lu__model, &t->head, &t->part, &size);
	*out = t;
	return LU_OK;
}

void lu_table_close(lu_table *t)
{
	if (!t) return;
	if (t->map) munmap(t->map, t->size);
	free(t);
}

size_t lu_table_dim(const lu_table *t)
{
	return t->head.dim;
}

size_t lu_table_count(const lu_table *t)
{
	return t->head.count;
}

uint64_t lu_table_check(const lu_table *t)
{
	return t->head.check;
}

int64_t lu_table_find(const lu_table *t, lu_str token)
{
	const lu__table_parts *p = &t->part;
	uint32_t mask = t->head.slots - 1;

	if (!t->head.count) return -1;
	/* ends: a slot is empty, because there are more slots than tokens */
	for (uint32_t i = (uint32_t)lu_hash64(token, 0) & mask; p->slot[i]; i = (i + 1) & mask) {
		uint32_t k = p->slot[i] - 1;

		if (lu_str_eq(token, lu_strn(p->text + p->offset[k], p->offset[k + 1] - p->offset[k]))) return k;
	}
	return -1;
}

int64_t lu_table_find_hash(const lu_table *t, uint32_t hash, unsigned bits)
{
	const lu__table_parts *p = &t->part;
	uint32_t mask = t->head.slots - 1, all = (uint32_t)(((uint64_t)1 << bits) - 1);

	if (!t->head.count || mask > all) return -1;
	for (uint32_t i = hash & mask; p->slot[i]; i = (i + 1) & mask) {
		uint32_t k = p->slot[i] - 1;

		if (((uint32_t)lu_hash64(lu_table_token(t, k), 0) & all) == hash) return k;
	}
	return -1;
}

void lu_table_expect(const lu_table *t, const uint32_t *hash, size_t n, unsigned bits)
{
	const lu__table_parts *p = &t->part;
	uint32_t mask = t->head.slots - 1, all = (uint32_t)(((uint64_t)1 << bits) - 1);

	if (!t->head.count || mask > all) return;
	for (size_t i = 0; i < n; i++) __builtin_prefetch(&p->slot[hash[i] & mask]);
	for (size_t i = 0; i < n; i++) {
		uint32_t k = p->slot[hash[i] & mask];

		if (!k) continue;
		__builtin_prefetch(&p->offset[k - 1]);
		for (size_t at = 0; at < t->head.dim; at += 64)
			__builtin_prefetch(p->row + (size_t)(k - 1) * t->head.dim + at);
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t k = p->slot[hash[i] & mask];

		if (k) __builtin_prefetch(p->text + p->offset[k - 1]);
	}
}

lu_str lu_table_token(const lu_table *t, int64_t i)
{
	return lu_strn(t->part.text + t->part.offset[i], t->part.offset[i + 1] - t->part.offset[i]);
}

const int8_t *lu_table_row(const lu_table *t, int64_t i, float *scale, float *weight_code, float *weight_query)
{
	*scale = t->part.scale[i];
	*weight_code = t->part.weight_code[i];
	*weight_query = t->part.weight_query[i];
	return t->part.row + (size_t)i * t->head.dim;
}
