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
#   QUESTIONS    folder of scripts/make-questions.sh, one split of it: fit the weights of hits that are elements on its sets
#   ONLY=relevance   fit only what makes a probability of the scores of hits that are elements, as the program gives them now
#   KEEP=elements, KEEP=files   leave the part of hits that are elements, or files, as it is in the tree
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
for of in ${QUESTIONS:+"$(path "$QUESTIONS")"/*/}; do
	name=$(basename "$of")
	for tree in tree bare; do
		(cd "$of$tree" && "${LUCUS-$top/$B/lucus}" kb root . --db "$out/stores/$name.$tree.db" -q &&
			"${LUCUS-$top/$B/lucus}" sync --db "$out/stores/$name.$tree.db" -q) >> "$out/log" || [ $? = 3 ]
	done
	for set in "$of"*.elements.jsonl; do
		case $set in */described.*) tree=bare ;; *) tree=tree ;; esac
		printf '%s\t%s\t%s\n' "$name" "$out/stores/$name.$tree.db" "$set"
	done
done >> "$out/list"
if [ "${ONLY-}" = relevance ]; then
	"$fit" -r "$out/list" > "$out/relevance"
	awk 'NR == FNR { line[NR] = $0; next } /^RELEVANCE\(elements, / { $0 = line[++n] } { print }' \
		"$out/relevance" "$top/src/retrieve/trees.def" > "$out/trees.def"
	cp "$out/trees.def" "$trees"
	exit
fi
# shellcheck disable=SC2086 # nothing, or -a
"$fit" ${2-} "$out/list" "$out/ranking.def" "$out/trees.def"
if [ -n "${KEEP-}" ]; then
	[ "$KEEP" = files ] && column=3 || column=2
	awk -F ', ' -v OFS=', ' -v c="$column" 'NR == FNR { if (/^FEATURE/) had[$1] = $c; next }
		/^FEATURE/ && $1 in had { $c = had[$1] } { print }' \
		"$top/include/lucus/ranking.def" "$out/ranking.def" > "$out/kept.ranking"
	{
		grep -v '(elements, \|(files, ' "$out/trees.def"
		for kind in elements files; do
			[ "$KEEP" = "$kind" ] && from=$top/src/retrieve/trees.def || from=$out/trees.def
			grep "($kind, " "$from"
		done
	} > "$out/kept.trees"
	mv "$out/kept.ranking" "$out/ranking.def"
	mv "$out/kept.trees" "$out/trees.def"
fi
cp "$out/ranking.def" "$to"
cp "$out/trees.def" "$trees"
