/* SPDX-License-Identifier: MIT
 * Function words of English. Words that name something in a program ("while", "any",
 * "then", "each", "new") are not among them. */
#include <string.h>

#include "core/short_word.h"
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

bool lu_stop_word(lu_str token)
{
	char word[8] = "";
	size_t from = 0, to = sizeof words / sizeof *words;
	uint64_t n;

	if (!token.n || token.n > LONGEST) return false;
	memcpy(word, token.s, token.n);
	n = lu__eight_bytes(word);
	while (from < to) {
		size_t mid = (from + to) / 2;
		uint64_t m = lu__eight_bytes(words[mid]);

		if (m == n) return true;
		if (m < n) from = mid + 1;
		else to = mid;
	}
	return false;
}
