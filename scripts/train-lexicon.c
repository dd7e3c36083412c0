/* SPDX-License-Identifier: MIT
 * Learn the lexicon of other languages (src/translate/lexicon.h) of pairs that scripts/lexicon-data.sh makes.
 *
 * Usage: train-lexicon OUT WORDS TERMS < PAIRS
 *        train-lexicon --again OUT WORDS TERMS
 * WORDS (scripts/lexicon-words.txt) are what is not to be learned, but given. TERMS (scripts/lexicon-terms.tsv) are given as
 * well: they stand before what is learned of the same word, or of one with the same stem. --again: nothing is learned, they
 * are given to the lexicon that the program has now; that is done in a second and needs no catalogs.
 *
 * What goes with what is found in two steps. For each unit of a language (a stem; where there are no blanks, each run of up to
 * LU__UNIT_MAX characters that is frequent) those English stems become candidates that have the highest Dice coefficient with
 * it: twice the pairs that have both, divided by the pairs that have the one and those that have the other. Texts without
 * blanks are then cut so that the sum of length times coefficient is largest. Over these candidates IBM model 1 is trained in
 * both directions (Brown et al. 1993, "The mathematics of statistical machine translation"), and a unit's translations are
 * those with the highest geometric mean of both probabilities.
 * The same pairs give the same file. */
#include "train-lexicon.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	corpus all = { 0 };
	listing out[LU__LANGUAGES] = { 0 };
	bool again = argc > 1 && strcmp(argv[1], "--again") == 0, good;

	argv += again;
	if (argc - again != 4) {
		fputs("usage: train-lexicon [--again] OUT WORDS TERMS [< PAIRS]\n", stderr);
		return 2;
	}
	if (lu_table_builtin(&all.table, NULL)) return 1;
	if (again) read_learned(&all, out);
	else read_pairs(&all, stdin);
	read_terms(&all, argv[3]);
	read_seeds(&all, argv[2]);
	for (int l = 0; l < LU__LANGUAGES; l++) {
		if (again) give_again(&all, l, &out[l]);
		else learn(&all, l, &out[l]);
	}
	good = write_lexicon(argv[1], &all, out);
	if (!good) perror(argv[1]);
	return good ? 0 : 1;
}
