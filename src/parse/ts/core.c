/* SPDX-License-Identifier: MIT
 * tree-sitter's core as its lib.c puts it together, with a count of the work that its own count of operations does not
 * show: memory that is asked for, and entries of the parse table that are looked up. An operation that shifts a token
 * looks up one; one that meets an error tries all tokens of the grammar in several states. (A summary of the stack is
 * made at each error, and nowhere else.) */
#include <stdint.h>
#include <stdlib.h>

_Thread_local uint64_t lu__ts_work; /* in bytes of memory; src/parse/budget.c reads it */

/* In bytes of memory that take as long: an entry, for each token of the grammar what is done at an error, and a piece of
 * memory however small, with its release. */
#define LOOKUP 10
#define ERROR  120
#define PIECE  40

static inline void *counted_malloc(size_t n)
{
	lu__ts_work += PIECE + n;
	return malloc(n);
}

static inline void *counted_calloc(size_t n, size_t size)
{
	lu__ts_work += PIECE + n * size;
	return calloc(n, size);
}

static inline void *counted_realloc(void *p, size_t n)
{
	lu__ts_work += n;
	return realloc(p, n);
}

#define malloc(n)       counted_malloc(n)
#define calloc(n, size) counted_calloc(n, size)
#define realloc(p, n)   counted_realloc(p, n)
#include <alloc.c>
#undef malloc
#undef calloc
#undef realloc

#include <get_changed_ranges.c>
#include <language.c>
#include <lexer.c>
#include <node.c>
#include <stack.c>

/* The ways from the top of the stack to its end, of which the parser takes the best. Where each level can be read in two
 * ways they double with each: they are counted in gigabytes for 60 kB of "a<a<". The first of them are enough. */
#define WAYS 64

static StackAction take_way(void *payload, const StackIterator *way)
{
	unsigned *left = payload;

	if (!*left) return StackActionStop;
	if (way->node->link_count) return StackActionNone;
	--*left;
	return StackActionPop;
}

static StackSliceArray pop_ways(Stack *self, StackVersion version)
{
	unsigned left = WAYS;

	return stack__iter(self, version, take_way, &left, 0);
}

/* The states that the stack had at its last few levels, which an error may go back to. What is extra (comments, the lines of a
 * preprocessor) makes no level: below a megabyte of them each error would walk over all. */
#define WALK 1024
#define NODE 10 /* bytes of memory that take as long as a node of the stack */

struct levels {
	SummarizeStackSession of;
	unsigned left;
};

static StackAction take_level(void *payload, const StackIterator *way)
{
	struct levels *l = payload;

	if (!l->left) return StackActionStop;
	l->left--;
	lu__ts_work += NODE;
	return summarize_stack_callback(&l->of, way);
}

static void record_levels(Stack *self, StackVersion version, unsigned depth)
{
	struct levels l = { { ts_malloc(sizeof(StackSummary)), depth }, WALK };
	StackHead *head = array_get(&self->heads, version);

	array_init(l.of.summary);
	stack__iter(self, version, take_level, &l, -1);
	if (head->summary) {
		array_delete(head->summary);
		ts_free(head->summary);
	}
	head->summary = l.of.summary;
}

#define ts_language_table_entry(...) (lu__ts_work += LOOKUP, ts_language_table_entry(__VA_ARGS__))
#define ts_language_next_state(...)  (lu__ts_work += LOOKUP, ts_language_next_state(__VA_ARGS__))
#define ts_stack_record_summary(...) \
	(lu__ts_work += ERROR * self->language->token_count, record_levels(__VA_ARGS__))
#define ts_stack_pop_all(...) pop_ways(__VA_ARGS__)
#include <parser.c>
#undef ts_language_table_entry
#undef ts_language_next_state
#undef ts_stack_record_summary

#include <query.c>
#include <subtree.c>
#include <tree.c>
#include <tree_cursor.c>
#include <wasm_store.c>
