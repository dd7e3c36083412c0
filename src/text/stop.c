/* SPDX-License-Identifier: MIT
 * Function words of English. Words that name something in a program ("while", "any",
 * "then", "each", "new") are not among them. */
#include <stdlib.h>

#include "lucus/text.h"

/* Sorted in byte order, for bsearch(). */
static const char *const words[] = {
	"a",     "about",  "am",     "an",    "and",  "are",  "as",   "at",    "be",   "been",  "being",
	"but",   "by",     "can",    "could", "did",  "do",   "does", "doing", "for",  "from",  "had",
	"has",   "have",   "having", "he",    "her",  "his",  "how",  "i",     "in",   "into",  "is",
	"it",    "its",    "me",     "my",    "of",   "on",   "onto", "or",    "our",  "ours",  "shall",
	"she",   "should", "so",     "such",  "than", "that", "the",  "their", "them", "there", "these",
	"they",  "this",   "those",  "to",    "us",   "was",  "we",   "were",  "what", "when",  "where",
	"which", "who",    "whom",   "whose", "why",  "will", "with", "would", "you",  "your",
};

#define LONGEST 6

static int compare(const void *key, const void *item)
{
	const lu_str *k = key;
	const char *word = *(const char *const *)item;

	return lu_str_cmp(*k, lu_strz(word));
}

bool lu_stop_word(lu_str token)
{
	if (!token.n || token.n > LONGEST) return false;
	return bsearch(&token, words, sizeof words / sizeof *words, sizeof *words, compare) != NULL;
}
