/* SPDX-License-Identifier: MIT */
#include "core/ascii.h"
#include "lucus/hash.h"

#include <sha1.h>
#include <sha2.h>
#include <stdio.h>

static void hex(const uint8_t *p, size_t n, char *out)
{
	static const char digit[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		*out++ = digit[p[i] >> 4];
		*out++ = digit[p[i] & 15];
	}
	*out = '\0';
}

void lu_sha256_hex(lu_str s, char out[LU_SHA256_HEX])
{
	SHA2_CTX ctx;
	uint8_t md[SHA256_DIGEST_LENGTH];

	SHA256Init(&ctx);
	SHA256Update(&ctx, (const uint8_t *)(s.n ? s.s : ""), s.n);
	SHA256Final(md, &ctx);
	hex(md, sizeof md, out);
}

void lu_uuid5_url(lu_str name, char out[LU_UUID])
{
	/* 6ba7b811-9dad-11d1-80b4-00c04fd430c8, RFC 9562 section 6.6 */
	static const uint8_t ns[16] = { 0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1,
					0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8 };
	SHA1_CTX ctx;
	uint8_t md[SHA1_DIGEST_LENGTH];
	char h[33];

	SHA1Init(&ctx);
	SHA1Update(&ctx, ns, sizeof ns);
	SHA1Update(&ctx, (const uint8_t *)(name.n ? name.s : ""), name.n);
	SHA1Final(md, &ctx);
	md[6] = (uint8_t)((md[6] & 0x0f) | 0x50); /* version 5 */
	md[8] = (uint8_t)((md[8] & 0x3f) | 0x80); /* variant of the RFC */
	hex(md, 16, h);
	snprintf(out, LU_UUID, "%.8s-%.4s-%.4s-%.4s-%.12s", h, h + 8, h + 12, h + 16, h + 20);
}

bool lu_id_valid(lu_str s)
{
	if (!s.n || s.n >= LU_ID) return false;
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.s[i] <= ' ' || s.s[i] == 0x7f) return false;
	return true;
}

bool lu_uuid_valid(lu_str s)
{
	if (s.n != LU_UUID - 1) return false;
	for (size_t i = 0; i < s.n; i++) {
		char c = s.s[i];

		if (i == 8 || i == 13 || i == 18 || i == 23) {
			if (c != '-') return false;
		} else if (!lu_is_hex(c)) {
			return false;
		}
	}
	return true;
}

uint64_t lu_hash64(lu_str s, uint64_t seed)
{
	uint64_t h = 0xcbf29ce484222325u ^ seed;

	for (size_t i = 0; i < s.n; i++) h = (h ^ (uint8_t)s.s[i]) * 0x100000001b3u;
	h ^= h >> 33;
	h *= 0xff51afd7ed558ccdu;
	h ^= h >> 33;
	h *= 0xc4ceb9fe1a85ec53u;
	return h ^ h >> 33;
}

__extension__ typedef unsigned __int128 lu__u128;

/* Multiply to 128 bits and fold. */
static uint64_t fold(uint64_t a, uint64_t b)
{
	lu__u128 r = (lu__u128)a * b;

	return (uint64_t)r ^ (uint64_t)(r >> 64);
}

uint64_t lu_digest64(lu_str s, uint64_t seed)
{
	uint64_t h = seed ^ 0x9e3779b97f4a7c15u, w;
	size_t i = 0;

	for (; s.n - i >= 8; i += 8) {
		memcpy(&w, s.s + i, 8);
		h = fold(h ^ w, 0xd6e8feb86659fd93u) + 0xa0761d6478bd642fu;
	}
	w = 0;
	if (i < s.n) memcpy(&w, s.s + i, s.n - i);
	h = fold(h ^ w, 0xe7037ed1a0b428dbu);
	return fold(h ^ s.n, 0x8ebc6af09c88c6e3u);
}
