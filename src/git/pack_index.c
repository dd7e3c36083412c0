/* SPDX-License-Identifier: MIT
 * Indexes are checked before libgit2 maps them: it trusts the places of objects in a pack, and reads what lies behind the end
 * of it. */
#include "git/pack_index.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lucus/str.h"

#define ID        20          /* bytes of an id */
#define FAN       (256 * 4)   /* bytes of the table of how many objects there are up to each first byte of an id */
#define LARGE     0x80000000u /* a place is the number of one of eight bytes */
#define PACK_HEAD 12
#define PART      (4096 * (ID + 4)) /* bytes that are read at once: whole entries of either version */

struct index {
	int fd;
	uint64_t pack, large; /* bytes of the pack; places of eight bytes */
	uint64_t n;           /* objects */
	unsigned char part[PART];
};

static uint64_t number(const unsigned char *p, int bytes)
{
	uint64_t v = 0;

	while (bytes--) v = v << 8 | *p++;
	return v;
}

static bool read_at(struct index *x, uint64_t at, size_t n)
{
	size_t have = 0;

	while (have < n) {
		ssize_t got = pread(x->fd, x->part + have, n - have, (off_t)(at + have));

		if (got < 0 && errno == EINTR) continue;
		if (got <= 0) return false;
		have += (size_t)got;
	}
	return true;
}

static bool is_place(const struct index *x, uint64_t at)
{
	return at >= PACK_HEAD && at < x->pack - ID;
}

/* `n` entries of `step` bytes from `at` on, which begin with a place of `bytes` bytes. */
static bool check_places(struct index *x, uint64_t at, uint64_t n, size_t step, int bytes)
{
	for (uint64_t i = 0; i < n;) {
		size_t some = n - i < PART / step ? (size_t)(n - i) : PART / step;

		if (!read_at(x, at + i * step, some * step)) return false;
		for (size_t k = 0; k < some; k++) {
			uint64_t v = number(x->part + k * step, bytes);

			if (bytes == 4 && step == 4 && v & LARGE ? (v & ~LARGE) >= x->large : !is_place(x, v))
				return false;
		}
		i += some;
	}
	return true;
}

/* The second version begins with a mark, and has the ids, a sum of each object and the places in tables of their own; the
 * first one has places with their ids behind them. */
static bool check(struct index *x, uint64_t size)
{
	static const char mark[] = "\377tOc\0\0\0\2";
	uint64_t head, places;
	bool second;

	if (!read_at(x, 0, 8)) return false;
	second = !memcmp(x->part, mark, 8);
	head = (second ? 8 : 0) + FAN;
	if (size < head + 2 * ID || !read_at(x, head - 4, 4)) return false;
	x->n = number(x->part, 4);
	if (!second) return size == head + x->n * (ID + 4) + 2 * ID && check_places(x, head, x->n, ID + 4, 4);
	places = head + x->n * (ID + 4);
	if (size < places + x->n * 4 + 2 * ID) return false;
	x->large = (size - places - x->n * 4 - 2 * ID) / 8;
	return check_places(x, places, x->n, 4, 4) && check_places(x, places + x->n * 4, x->large, 8, 8);
}

/* What is no index, or has no pack, libgit2 leaves alone. */
lu_code lu__git_check_index(const char *path, lu_err *e)
{
	struct index x = { .fd = -1 };
	lu_buf pack = LU_BUF;
	struct stat st, of_pack;
	lu_code rc = LU_OK;

	lu_buf_addf(&pack, "%.*s.pack", (int)(strlen(path) - strlen(".idx")), path);
	if (pack.oom) rc = lu_nomem(e);
	if (!rc && stat(pack.s, &of_pack) == 0) {
		x.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
		x.pack = (uint64_t)of_pack.st_size;
		if (x.fd < 0 || fstat(x.fd, &st) || x.pack < PACK_HEAD + ID || !check(&x, (uint64_t)st.st_size))
			rc = lu_fail(e, LU_EREJECT, "the index '%.300s' is damaged", path);
		if (x.fd >= 0) close(x.fd);
	}
	lu_buf_free(&pack);
	return rc;
}
