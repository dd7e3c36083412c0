#!/bin/sh
# SPDX-License-Identifier: MIT
# Fit the built-in reranker on sets of annotated queries: weights for include/lucus/ranking.def, a hidden
# layer for src/retrieve/hidden.def.
#
# Usage: scripts/fit-ranking.sh DIR
# DIR is that of scripts/bench-quality.sh, which indexes its repositories and understands SOURCES, MIRRORS, GIT_BASE and
# NAMES. The features are those that the program was built with: after a change of them, build first, and again afterwards
# (make).
# Environment:
#   OUT   folder for stores and records (build/fit)
#   TO    the file to write the weights to (include/lucus/ranking.def)
#   HIDDEN and the hidden layer (src/retrieve/hidden.def)
#   ELEMENTS=1   fit the weights of hits that are elements on DIR/lucusrag, too: what is measured on that set with
#         these weights says nothing about questions that were not seen
#   QUESTIONS    folder of scripts/make-questions.sh, one split of it: fit on its sets, too
#   WEB          folder of scripts/web-questions.sh: and on these questions, in five parts, so that each is cross-validated
# On stderr: cross-validated figures. All repositories must be there: weights of some of them would be others.
set -eu
. "$(dirname "$0")/quality-lib.sh"

[ $# = 1 ] && [ -n "$1" ] || usage DIR
dir=$(path "$1")
fit=$B/fit-ranking
out=$(path "${OUT-}" "$top/$B/fit")
to=$(path "${TO-}" "$top/include/lucus/ranking.def")
hidden=$(path "${HIDDEN-}" "$top/src/retrieve/hidden.def")
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
	for set in "$of"*.elements.jsonl "$of"*.files.jsonl; do
		case $set in */described.*) tree=bare ;; *) tree=tree ;; esac
		[ ! -s "$set" ] || printf '%s\t%s\t%s\tasked\n' "$name" "$out/stores/$name.$tree.db" "$set"
	done
done >> "$out/list"
if [ -n "${WEB-}" ]; then
	of=$(path "$WEB")
	(cd "$of/tree" && "${LUCUS-$top/$B/lucus}" kb root . --db "$out/stores/web.db" -q &&
		"${LUCUS-$top/$B/lucus}" sync --db "$out/stores/web.db" -q) >> "$out/log" || [ $? = 3 ]
	for part in 0 1 2 3 4; do
		awk -v part=$part 'NR % 5 == part' "$of/web.files.jsonl" > "$out/web.$part.jsonl"
		[ ! -s "$out/web.$part.jsonl" ] || printf 'web.%s\t%s\t%s\tweb\n' $part "$out/stores/web.db" "$out/web.$part.jsonl"
	done >> "$out/list"
fi
"$fit" "$out/list" "$out/ranking.def" "$out/hidden.def"
cp "$out/ranking.def" "$to"
cp "$out/hidden.def" "$hidden"
