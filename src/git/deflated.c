/* SPDX-License-Identifier: MIT
 * The length of what a zlib stream holds (RFC 1950 and 1951). What the bytes are is not kept, since no code depends on
 * them. Codes that no compressor makes may pass: the question is whether all of the stream is there. */
#include "git/deflated.h"

#define BITS_MAX 15  /* of a code */
#define SYMBOLS  288 /* of an alphabet */
#define END      256 /* the symbol that ends a block */

struct stream {
	const unsigned char *at, *end;
	unsigned bits, n_bits; /* what was read of a byte and not used yet */
	size_t out, max;
	bool bad;
};

/* Codes of one length follow one another, those of the next one after them: the first of each says all. */
struct alphabet {
	unsigned first[BITS_MAX + 1], n[BITS_MAX + 1], start[BITS_MAX + 1];
	unsigned short symbol[SYMBOLS];
};

static unsigned take(struct stream *s, unsigned n)
{
	unsigned v;

	while (s->n_bits < n && s->at < s->end) {
		s->bits |= (unsigned)*s->at++ << s->n_bits;
		s->n_bits += 8;
	}
	if (s->n_bits < n) {
		s->bad = true;
		return 0;
	}
	v = s->bits & ((1u << n) - 1);
	s->bits >>= n;
	s->n_bits -= n;
	return v;
}

static void give(struct stream *s, size_t n)
{
	if (n > s->max - s->out) s->bad = true;
	else s->out += n;
}

static void set_alphabet(struct alphabet *a, const unsigned char *bits, unsigned n)
{
	unsigned next[BITS_MAX + 1] = { 0 };

	*a = (struct alphabet){ .n = { 0 } };
	for (unsigned i = 0; i < n; i++) a->n[bits[i]]++;
	a->n[0] = 0;
	for (unsigned k = 1; k <= BITS_MAX; k++) {
		a->first[k] = (a->first[k - 1] + a->n[k - 1]) << 1;
		a->start[k] = next[k] = a->start[k - 1] + a->n[k - 1];
	}
	for (unsigned i = 0; i < n; i++)
		if (bits[i]) a->symbol[next[bits[i]]++] = (unsigned short)i;
}

static unsigned decode(struct stream *s, const struct alphabet *a)
{
	unsigned code = 0;

	for (unsigned k = 1; k <= BITS_MAX && !s->bad; k++) {
		code = code << 1 | take(s, 1);
		if (code >= a->first[k] && code - a->first[k] < a->n[k])
			return a->symbol[a->start[k] + code - a->first[k]];
	}
	s->bad = true;
	return END;
}

/* How many bytes a symbol behind END repeats. */
static size_t repeated(struct stream *s, unsigned symbol)
{
	unsigned k = symbol - (END + 1), extra = k >= 8 && k < 28 ? k / 4 - 1 : 0;

	if (k > 28) s->bad = true;
	if (k == 28) return 258;
	return k < 8 ? k + 3 : ((4 + k % 4) << extra) + 3 + take(s, extra);
}

static void read_codes(struct stream *s, const struct alphabet *literals, const struct alphabet *distances)
{
	while (!s->bad) {
		unsigned symbol = decode(s, literals), distance;

		if (symbol == END) return;
		if (symbol < END) {
			give(s, 1);
			continue;
		}
		give(s, repeated(s, symbol));
		distance = decode(s, distances);
		if (distance > 29) s->bad = true;
		else if (distance >= 4) take(s, distance / 2 - 1);
	}
}

static void read_fixed(struct stream *s)
{
	unsigned char bits[SYMBOLS], five[30];
	struct alphabet literals, distances;

	memset(bits, 8, sizeof bits);
	memset(bits + 144, 9, 112);
	memset(bits + END, 7, 24);
	memset(five, 5, sizeof five);
	set_alphabet(&literals, bits, sizeof bits);
	set_alphabet(&distances, five, sizeof five);
	read_codes(s, &literals, &distances);
}

/* The lengths of the codes of both alphabets, which are coded themselves. */
static void read_lengths(struct stream *s, const struct alphabet *a, unsigned char *bits, unsigned n)
{
	for (unsigned i = 0; i < n && !s->bad;) {
		unsigned symbol = decode(s, a), times = 1;
		unsigned char v = 0;

		if (symbol < 16) v = (unsigned char)symbol;
		else if (symbol == 16) times = 3 + take(s, 2);
		else times = symbol == 17 ? 3 + take(s, 3) : 11 + take(s, 7);
		if (times > n - i || (symbol == 16 && !i)) {
			s->bad = true;
			return;
		}
		if (symbol == 16) v = bits[i - 1];
		memset(bits + i, v, times);
		i += times;
	}
}

static void read_dynamic(struct stream *s)
{
	static const unsigned char order[] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };
	unsigned char bits[SYMBOLS + 32] = { 0 }, of_lengths[sizeof order] = { 0 };
	unsigned n = 257 + take(s, 5), n_distances = 1 + take(s, 5), n_lengths = 4 + take(s, 4);
	struct alphabet a, distances;

	for (unsigned i = 0; i < n_lengths; i++) of_lengths[order[i]] = (unsigned char)take(s, 3);
	if (n > SYMBOLS || s->bad) {
		s->bad = true;
		return;
	}
	set_alphabet(&a, of_lengths, sizeof of_lengths);
	read_lengths(s, &a, bits, n + n_distances);
	set_alphabet(&a, bits, n);
	set_alphabet(&distances, bits + n, n_distances);
	read_codes(s, &a, &distances);
}

/* Bytes as they are, from the next whole byte on. */
static void read_stored(struct stream *s)
{
	size_t n;

	s->bits = s->n_bits = 0; /* never as much as a byte */
	n = take(s, 16);
	if ((take(s, 16) ^ n) != 0xffff || n > (size_t)(s->end - s->at)) s->bad = true;
	if (s->bad) return;
	s->at += n;
	give(s, n);
}

static void read_block(struct stream *s)
{
	switch (take(s, 2)) {
	case 0: read_stored(s); break;
	case 1: read_fixed(s); break;
	case 2: read_dynamic(s); break;
	default: s->bad = true;
	}
}

bool lu__deflated_size(lu_str in, size_t max, size_t *n)
{
	struct stream s = { .at = (const unsigned char *)in.s, .max = max };
	unsigned head;

	s.end = s.at + in.n;
	head = take(&s, 8) << 8;
	head |= take(&s, 8);
	if ((head & 0x8f20) != 0x0800 || head % 31) return false; /* deflated, without a dictionary */
	for (bool last = false; !last && !s.bad;) {
		last = take(&s, 1);
		read_block(&s);
	}
	if (s.bad || s.end - s.at < 4) return false; /* a checksum ends it */
	*n = s.out;
	return true;
}
