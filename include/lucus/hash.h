/* SPDX-License-Identifier: MIT
 * Hashes: SHA-256 of contents, name-based UUIDs, and fast 64-bit hashes for tables. Pure functions
 * that never fail: any number of threads may call them. What they write is terminated. */
#ifndef LUCUS_HASH_H
#define LUCUS_HASH_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_SHA256_HEX 65  /* 64 digits and the terminator */
#define LU_UUID       37  /* 36 characters and the terminator */
#define LU_ID         129 /* an id of an element: a UUID, or up to 128 bytes of another tool's, and the terminator */

/* SHA-256 (FIPS 180-4) of `s` as lower-case hex digits: what names the content of a file in the store
 * and in records. */
void lu_sha256_hex(lu_str s, char out[LU_SHA256_HEX]);

/* UUID version 5 (RFC 9562, 5.5) of `name` in the URL namespace, lower case, with dashes. */
void lu_uuid5_url(lu_str name, char out[LU_UUID]);

/* True when `s` has the form of a UUID: 8-4-4-4-12 hex digits. Its version is not looked at. */
bool lu_uuid_valid(lu_str s);

/* True when `s` can be the id of an element: 1 to 128 bytes, none of them a blank or a control
 * character. Ids of other tools need not be UUIDs. */
bool lu_id_valid(lu_str s);

/* A 64-bit hash for hash tables and hashed vectors: FNV-1a with the finaliser of MurmurHash3. The
 * same on every machine; not for hostile input where collisions cost more than time. */
uint64_t lu_hash64(lu_str s, uint64_t seed);
/* The same for long texts: eight bytes at a time. It tells contents apart, not enemies. The value may differ
 * between machines of different byte order. */
uint64_t lu_digest64(lu_str s, uint64_t seed);

#ifdef __cplusplus
}
#endif
#endif
