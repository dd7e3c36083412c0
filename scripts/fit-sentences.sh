#!/bin/sh
# SPDX-License-Identifier: MIT
# Fit how likely it is that a sentence answers a question, and that an answer does, on questions about the repositories of the
# train and validation splits: facts with their lines (scripts/line-questions.tsv), plain questions with their elements
# (scripts/plain-questions.tsv), and questions about other repositories. Writes src/relevance/sentence.def and src/answer/confidence.def, and tells what holds for repositories that were
# not seen.
#
# Usage: scripts/fit-sentences.sh QUESTIONS
# QUESTIONS: the folder that scripts/make-questions.sh writes.
# Environment:
#   OUT       folder for stores and lists (build/sentences); stores that are there are kept
#   LINES     file with facts (scripts/line-questions.tsv)
#   REPOS     table of repositories (scripts/question-repos.txt)
set -eu
. "$(dirname "$0")/quality-lib.sh"

[ $# = 1 ] && [ -d "$1" ] || usage 'QUESTIONS'
questions=$(path "$1")
out=$(path "${OUT-}" "$top/$B/sentences")
lines=$(path "${LINES-}" "$top/scripts/line-questions.tsv")
repos=$(path "${REPOS-}" "$top/scripts/question-repos.txt")
lucus=$(path "${LUCUS-$top/$B/lucus}")
fit=$top/$B/fit-sentences
tab=$(printf '\t')
[ -x "$fit" ] || {
	echo "fit-sentences: no $fit: run 'make fit-sentences'" >&2
	exit 1
}
mkdir -p "$out"
cd "$top"

# What a repository is asked: FAMILY and file, if there are any.
add() {
	[ ! -s "$out/$2.$1" ] || printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$out/$2.db" "$out/$2.$1"
}

grep -v '^#' "$repos" | while IFS=$tab read -r repository revision language folder split; do
	: "$revision" "$language" "$folder"
	name=${repository##*/}
	tree=$questions/$split/$name/tree
	[ "$split" != test ] && [ -d "$tree" ] || continue
	if [ ! -f "$out/$name.db" ]; then
		"$lucus" kb root "$tree" --db "$out/$name.db" -q
		"$lucus" sync --db "$out/$name.db" -q > /dev/null || [ $? = 3 ]
	fi
	awk -F '\t' -v OFS='\t' -v repository="$repository" '$1 == repository && $4 != "absent" { print $2, $3 }' "$lines" \
		> "$out/$name.lines"
	awk -F '\t' -v OFS='\t' -v repository="$repository" '$1 == repository && $4 == "absent" { print $2, "-" }' "$lines" \
		> "$out/$name.absent"
	: > "$out/$name.elements"
	[ ! -s "$questions/$split/$name/plain.elements.jsonl" ] ||
		jq -r '[.query, (.relevant_elements | join(" "))] | join("\t")' "$questions/$split/$name/plain.elements.jsonl" \
			> "$out/$name.elements"
	add lines "$name"
	add absent "$name"
	add elements "$name"
done > "$out/list"
"$fit" sentences "$out/list" "$out/sentence.def"
# an answer is worth what it is to a repository that its sentences were not fitted to
: > "$out/signals"
for fold in 0 1 2 3 4; do
	cp "$out/sentence.def.$fold" src/relevance/sentence.def
	make -s "$B/fit-sentences" B="$B"
	"$fit" signals "$out/list" "$fold" >> "$out/signals"
done
cp "$out/sentence.def" src/relevance/sentence.def
make -s "$B/fit-sentences" B="$B"
"$fit" answers "$out/signals" "$out/confidence.def"
cp "$out/confidence.def" src/answer/confidence.def
