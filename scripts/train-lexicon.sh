#!/bin/sh
# SPDX-License-Identifier: MIT
# Learn the lexicon of other languages, src/translate/lexicon.bin: make pairs of the catalogs in LIST, train.
#
# Usage: scripts/train-lexicon.sh [LIST]
#        scripts/train-lexicon.sh --again    only give the terms (scripts/lexicon-terms.tsv) to the lexicon that there is
# LIST and the environment are those of scripts/lexicon-data.sh, which says what is missing. Besides:
#   TO   the file to write (src/translate/lexicon.bin)
# The same catalogs give the same file. "make train-embed" builds the program that this needs; --again
# takes the lexicon that is linked into it.
set -eu
export LC_ALL=C
top=$(cd "$(dirname "$0")/.." && pwd)
B=${B-$top/build}
to=${TO-$top/src/translate/lexicon.bin}

[ -x "$B/train-lexicon" ] || {
	echo "train-lexicon: no $B/train-lexicon: run 'make train-embed'" >&2
	exit 1
}
if [ "${1-}" = --again ]; then
	"$B/train-lexicon" --again "$to.part" "$top/scripts/lexicon-words.txt" "$top/scripts/lexicon-terms.tsv"
else
	"$top/scripts/lexicon-data.sh" "$@" > "$to.pairs"
	"$B/train-lexicon" "$to.part" "$top/scripts/lexicon-words.txt" "$top/scripts/lexicon-terms.tsv" < "$to.pairs"
	rm "$to.pairs"
fi
chmod 644 "$to.part"
mv "$to.part" "$to"
