#!/bin/sh
# SPDX-License-Identifier: MIT
# Fit the built-in reranker on sets of annotated queries: weights for include/lucus/ranking.def, trees for
# src/retrieve/trees.def.
#
# Usage: scripts/fit-ranking.sh DIR [-a]
# DIR is that of scripts/bench-quality.sh, which indexes its repositories and understands SOURCES, MIRRORS, GIT_BASE and
# NAMES. -a: also tell what each group of features is worth. The features are those that the program was built with: after
# a change of them, build first, and again afterwards (make).
# Environment:
#   OUT   folder for stores and records (build/fit)
#   TO    the file to write the weights to (include/lucus/ranking.def)
#   TREES and the trees (src/retrieve/trees.def)
#   ELEMENTS=1   fit the weights of hits that are elements on DIR/lucusrag, too: what is measured on that set with
#         these weights says nothing about questions that were not seen
#   KEEP=elements   write the part of hits that are files alone, and leave that of elements as it is in the tree
# On stderr: cross-validated figures. All repositories must be there: weights of some of them would be others.
set -eu
. "$(dirname "$0")/quality-lib.sh"

[ $# = 1 ] || { [ $# = 2 ] && [ "$2" = -a ]; } || usage 'DIR [-a]'
[ -n "$1" ] || usage 'DIR [-a]'
dir=$(path "$1")
fit=$B/fit-ranking
out=$(path "${OUT-}" "$top/$B/fit")
to=$(path "${TO-}" "$top/include/lucus/ranking.def")
trees=$(path "${TREES-}" "$top/src/retrieve/trees.def")
[ -x "$fit" ] || {
	echo "fit-ranking: no $fit: run 'make fit-ranking'" >&2
	exit 1
}

cd "$start"
rm -rf "$out/sets"
mkdir -p "$out/sets"
for set in dev ${ELEMENTS:+lucusrag}; do
	[ ! -d "$dir/$set" ] || ln -s "$(cd "$dir/$set" && pwd)" "$out/sets/$set"
done
OUT=$out STRATEGIES=bm25 "$top/scripts/bench-quality.sh" "$out/sets" > "$out/log" || {
	echo "fit-ranking: not all repositories could be indexed, see $out/log" >&2
	exit 1
}
cd "$top"

# Repositories in the order of the table: the folds are made by it.
for name in $(tail -n +2 "$out/sets/dev/repos.tsv" 2> /dev/null | cut -f 1); do
	[ ! -f "$out/stores/$name.db" ] || printf '%s\t%s\t%s\n' "$name" "$out/stores/$name.db" "$out/sets/dev/annotations/$name.json"
done > "$out/list"
[ ! -f "$out/stores/lucusrag.db" ] ||
	printf '%s\t%s\t%s\n' lucusrag "$out/stores/lucusrag.db" "$out/sets/lucusrag/queries.json" >> "$out/list"
# shellcheck disable=SC2086 # nothing, or -a
"$fit" ${2-} "$out/list" "$out/ranking.def" "$out/trees.def"
if [ "${KEEP-}" = elements ]; then
	awk -F ', ' 'NR == FNR { if (/^FEATURE/) had[$1] = $2; next }
		/^FEATURE/ && $1 in had { sub(/, [^,]*/, ", " had[$1]) } { print }' \
		"$top/include/lucus/ranking.def" "$out/ranking.def" > "$out/kept.ranking"
	{
		grep -v '(elements, \|(files, ' "$out/trees.def"
		grep '(elements, ' "$top/src/retrieve/trees.def"
		grep '(files, ' "$out/trees.def"
	} > "$out/kept.trees"
	mv "$out/kept.ranking" "$out/ranking.def"
	mv "$out/kept.trees" "$out/trees.def"
fi
cp "$out/ranking.def" "$to"
cp "$out/trees.def" "$trees"
