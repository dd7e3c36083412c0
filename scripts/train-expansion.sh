#!/bin/sh
# SPDX-License-Identifier: MIT
# Learn which tokens of code stand for which words, src/retrieve/expansion.txt: get the records of the repositories in LIST,
# make pairs of them, train.
#
# Usage: scripts/train-expansion.sh [LIST] [-- OPTION...]     (of train-expansion)
# LIST and the environment are those of scripts/train-data.sh, which says what is missing. Besides:
#   TO   the file to write (src/retrieve/expansion.txt)
# Without LIST it is scripts/train-repos.txt but for the repositories that questions are asked about: the weights of the
# reranker are fitted to these, and what was learned from their own documentation would count for too much.
# The same records and options give the same file. "make train-embed" builds the programs that this needs.
set -eu
export LC_ALL=C
top=$(cd "$(dirname "$0")/.." && pwd)
B=${B-$top/build}
OUT=${OUT-$top/build/train/records}
export OUT

for program in lucus train-pairs train-expansion; do
	[ -x "$B/$program" ] || {
		echo "train-expansion: no $B/$program: run 'make train-embed'" >&2
		exit 1
	}
done
mkdir -p "$OUT"
if [ $# -gt 0 ] && [ "$1" != -- ]; then
	list=$1
	shift
else
	list=$OUT/expansion-repos
	# the issues of pytest are asked about
	{ grep -v '^#' "$top/scripts/question-repos.txt" | cut -f 1; echo pytest-dev/pytest; } > "$OUT/asked"
	awk -F '\t' 'NR == FNR { asked[$1]; next } !($1 in asked)' "$OUT/asked" "$top/scripts/train-repos.txt" > "$list"
fi
[ $# = 0 ] || shift
LUCUS=${LUCUS-$B/lucus} "$top/scripts/train-data.sh" "$list"
# in the order of the list
grep -v '^#' "$list" | cut -f 1 | while read -r repository; do
	printf '%s/%s+%s.jsonl\n' "$OUT" "${repository%%/*}" "${repository##*/}"
done > "$OUT/files"
xargs -d '\n' "$B/train-pairs" "$OUT/set" < "$OUT/files"
"$B/train-expansion" "$@" "$OUT/set" "$OUT/table"
chmod 644 "$OUT/table"
mv "$OUT/table" "${TO-$top/src/retrieve/expansion.txt}"
