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
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/scripts/train-lib.sh"

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
learn train-expansion "$list" "${TO-$top/src/retrieve/expansion.txt}" "$@"
