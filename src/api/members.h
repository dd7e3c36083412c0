/* SPDX-License-Identifier: MIT
 * What a request may say: one table for each kind of it. A body is read by it, a query string is, and the OpenAPI document
 * is made of it. */
#ifndef LU_API_MEMBERS_H
#define LU_API_MEMBERS_H

#include "lucus/json.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lu__member_kind {
	LU__MEMBER_END,
	LU__MEMBER_TEXT,   /* const char *, terminated; `check` says which */
	LU__MEMBER_INT,    /* int64_t, min to max */
	LU__MEMBER_REAL,   /* double, min to max */
	LU__MEMBER_BOOL,   /* bool */
	LU__MEMBER_CHOICE, /* int: an index of `choices` */
	LU__MEMBER_WORDS   /* lu_strs; also a single string, and in a query string several of the name */
} lu__member_kind;

/* A member, and where its value goes. Tables end with LU__MEMBER_END. */
typedef struct lu__member {
	lu__member_kind kind;
	const char *name;
	const char *within;  /* the member, an object, that it is a member of; NULL: of the body itself */
	size_t at;           /* its offset in what is filled */
	double min, max;     /* of numbers, both allowed */
	bool needed;         /* a request without it is none */
	const char *meaning; /* lower case, no full stop */
	const char *const *choices;
	lu_code (*check)(const char *value, lu_err *e); /* LU_EUSAGE: no such word; NULL: any text */
} lu__member;

/* Several tables, as one; NULL at the end. */
typedef const lu__member *const *lu__members;

/* A member at a time, in order; zero-initialise `at`. NULL at the end. */
typedef struct lu__member_iter {
	lu__members tables;
	size_t table, row;
} lu__member_iter;
const lu__member *lu__member_next(lu__member_iter *it);

/* Fill `to` by the members of a body; what it does not say stays. LU_EUSAGE: a member that is not known, is missing, of another kind, or
 * out of its range, by its name. Texts are views of `body`, or live in `a`. */
lu_code lu__members_read(lu__members tables, const lu_json *body, void *to, lu_arena *a, lu_err *e) LU_MUST_USE;
/* The same for one parameter of a query string, whose members have no objects around them. */
lu_code lu__members_take(lu__members tables, lu_str name, lu_str value, void *to, lu_arena *a, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
