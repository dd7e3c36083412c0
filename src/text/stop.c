/* SPDX-License-Identifier: MIT
 * Function words of English. Words that name something in a program ("while", "any",
 * "then", "each", "new") are not among them. */
#include <string.h>

#include "lucus/text.h"

/* Sorted in byte order. A word is compared as one number: each word of the code of all candidates is looked up. */
static const char words[][8] = {
	"a",     "about",  "am",     "an",    "and",  "are",  "as",   "at",    "be",   "been",  "being",
	"but",   "by",     "can",    "could", "did",  "do",   "does", "doing", "for",  "from",  "had",
	"has",   "have",   "having", "he",    "her",  "his",  "how",  "i",     "in",   "into",  "is",
	"it",    "its",    "me",     "my",    "of",   "on",   "onto", "or",    "our",  "ours",  "shall",
	"she",   "should", "so",     "such",  "than", "that", "the",  "their", "them", "there", "these",
	"they",  "this",   "those",  "to",    "us",   "was",  "we",   "were",  "what", "when",  "where",
	"which", "who",    "whom",   "whose", "why",  "will", "with", "would", "you",  "your",
};

#define LONGEST 6

/* In the order of memcmp(). Compilers make one load of it. */
static uint64_t number_of(const char word[8])
{
	const uint8_t *w = (const uint8_t *)word;

	return (uint64_t)w[0] << 56 | (uint64_t)w[1] << 48 | (uint64_t)w[2] << 40 | (uint64_t)w[3] << 32 |
	       (uint64_t)w[4] << 24 | (uint64_t)w[5] << 16 | (uint64_t)w[6] << 8 | w[7];
}

bool lu_stop_word(lu_str token)
{
	char word[8] = "";
	size_t from = 0, to = sizeof words / sizeof *words;
	uint64_t n;

	if (!token.n || token.n > LONGEST) return false;
	memcpy(word, token.s, token.n);
	n = number_of(word);
	while (from < to) {
		size_t mid = (from + to) / 2;
		uint64_t m = number_of(words[mid]);

		if (m == n) return true;
		if (m < n) from = mid + 1;
		else to = mid;
	}
	return false;
}
