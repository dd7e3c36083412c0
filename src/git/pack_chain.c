/* SPDX-License-Identifier: MIT
 * Follows the differences that objects in packs are made of, without reading one. Only those that name their base by its id
 * can lead round, but these may come anywhere on the way. What else may be wrong is left to who reads the object. */
#include "git/pack_chain.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lucus/str.h"

#define ID        20
#define FAN       (256 * 4)
#define LARGE     0x80000000u
#define CHAIN_MAX 5000 /* git itself makes none longer than 4095 */
#define HEAD_MAX  64   /* bytes of an entry before what is compressed: 10, and an id or a distance */
#define OFS_DELTA 6
#define REF_DELTA 7

struct lu__git_pack {
	struct lu__git_pack *next;
	const char *path;         /* of the pack */
	const unsigned char *map; /* its index */
	size_t size;
	const unsigned char *fan, *ids, *places;
	size_t step; /* from an id to the next, and from a place to the next */
	size_t place_step;
	uint64_t n, large;
};

static uint64_t number(const unsigned char *p, int bytes)
{
	uint64_t v = 0;

	while (bytes--) v = v << 8 | *p++;
	return v;
}

/* Where its tables are; false: they do not fit into it. */
static bool find_tables(struct lu__git_pack *p)
{
	bool second = p->size >= 8 && !memcmp(p->map, "\377tOc\0\0\0\2", 8);
	size_t head = (second ? 8 : 0) + FAN;

	if (p->size < head + 2 * ID) return false;
	p->fan = p->map + head - FAN;
	p->n = number(p->map + head - 4, 4);
	if (p->n * (ID + 4) > p->size - head - 2 * ID) return false;
	p->step = second ? ID : ID + 4;
	p->place_step = second ? 4 : ID + 4;
	p->ids = p->map + head + (second ? 0 : 4);
	p->places = p->map + head + (second ? p->n * (ID + 4) : 0);
	if (!second) return true;
	if (p->n * (ID + 8) > p->size - head - 2 * ID) return false;
	p->large = (p->size - head - 2 * ID - p->n * (ID + 8)) / 8;
	return true;
}

lu_code lu__git_pack_add(lu__git_packs *s, const char *path, lu_arena *a, lu_err *e)
{
	struct lu__git_pack *p = lu_arena_alloc(a, sizeof *p);
	lu_buf pack = LU_BUF;
	struct stat st;
	void *map = MAP_FAILED;
	int fd = -1;

	lu_buf_addf(&pack, "%.*s.pack", (int)(strlen(path) - strlen(".idx")), path);
	if (!p || pack.oom) goto nomem;
	*p = (struct lu__git_pack){ .path = lu_arena_dup(a, lu_buf_str(&pack)).s };
	if (!p->path) goto nomem;
	lu_buf_free(&pack);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0)
		map = mmap(NULL, p->size = (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (fd >= 0) close(fd);
	if (map == MAP_FAILED) return LU_OK;
	p->map = map;
	if (!find_tables(p)) {
		munmap(map, p->size);
		return LU_OK;
	}
	p->next = s->first;
	s->first = p;
	return LU_OK;
nomem:
	lu_buf_free(&pack);
	return lu_nomem(e);
}

void lu__git_packs_free(lu__git_packs *s)
{
	for (struct lu__git_pack *p = s->first; p; p = p->next) munmap((void *)p->map, p->size);
	if (s->fd >= 0) close(s->fd);
}

/* The place of an object in the pack. */
static bool find(const struct lu__git_pack *p, const unsigned char *id, uint64_t *at)
{
	uint64_t lo = id[0] ? number(p->fan + 4 * (id[0] - 1), 4) : 0, hi = number(p->fan + 4 * id[0], 4);

	if (hi > p->n) return false;
	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;
		int order = memcmp(p->ids + mid * p->step, id, ID);

		if (order < 0) lo = mid + 1;
		else if (order > 0) hi = mid;
		else {
			*at = number(p->places + mid * p->place_step, 4);
			if (p->step > ID || !(*at & LARGE)) return true;
			*at &= ~(uint64_t)LARGE;
			if (*at >= p->large) return false;
			*at = number(p->places + p->n * 4 + *at * 8, 8);
			return true;
		}
	}
	return false;
}

/* The beginning of the entry at `at`, with zeros behind the end of the pack. */
static bool read_head(lu__git_packs *s, const struct lu__git_pack *p, uint64_t at, unsigned char *head)
{
	ssize_t got;

	if (s->open != p) {
		if (s->fd >= 0) close(s->fd);
		s->fd = open(p->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
		s->open = p;
	}
	memset(head, 0, HEAD_MAX);
	do got = pread(s->fd, head, HEAD_MAX, (off_t)at);
	while (got < 0 && errno == EINTR);
	return got > 0;
}

/* The place of what the entry at *at differs from; false: it is whole, or can not be read. */
static bool step(lu__git_packs *s, const struct lu__git_pack *p, uint64_t *at)
{
	unsigned char head[HEAD_MAX];
	int i = 0, type;
	uint64_t back;

	if (!read_head(s, p, *at, head)) return false;
	type = head[0] >> 4 & 7;
	while (head[i++] & 0x80)
		if (i == 10) return false;
	if (type == REF_DELTA) return find(p, head + i, at);
	if (type != OFS_DELTA) return false;
	for (back = head[i] & 0x7f; head[i++] & 0x80; back = (back + 1) << 7 | (head[i] & 0x7f))
		if (i == 20) return false;
	if (!back || back >= *at) return false;
	*at -= back;
	return true;
}

bool lu__git_chain_ends(lu__git_packs *s, const git_oid *id)
{
	for (const struct lu__git_pack *p = s->first; p; p = p->next) {
		uint64_t at;
		int n = 0;

		if (!find(p, id->id, &at)) continue;
		while (n < CHAIN_MAX && step(s, p, &at)) n++;
		if (n == CHAIN_MAX) return false;
	}
	return true;
}
