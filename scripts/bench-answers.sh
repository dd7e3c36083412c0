#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure the answers that lucus query --answer gives without a language model, on questions about facts whose answering lines
# are known: are these lines shown, how early, and what is the confidence worth? Indexes each repository at its revision.
#
# Usage: scripts/bench-answers.sh DIR
# DIR holds one or both of
#   dev/repos.tsv                               columns: name language repository revision root
#   NAME/described.elements.jsonl, NAME/bare    a split of scripts/make-questions.sh: sentences of documentation, asked of a tree
#                                               that lacks them; each line of the element behind its first one answers
# Environment:
#   QUESTIONS   file that says what its columns are (scripts/line-questions.tsv)
#   REPOS       a table like scripts/question-repos.txt, for repositories that dev/repos.tsv lacks (that one)
#   SPLIT       only repositories of REPOS of this split, such as validation, instead of those of dev/repos.tsv
#   SOURCES     folder with the exported sources, SOURCES/NAME (build/answers/sources)
#   MIRRORS     folder with git clones, as OWNER/NAME.git: what SOURCES lacks is exported from there (build/answers/clones)
#   GIT_BASE    URL, such as https://github.com: what MIRRORS lacks is cloned from GIT_BASE/OWNER/NAME.git
#   NAMES       only these repositories, a list with blanks
#   OPTIONS     further options of lucus query
#   TOKENS      the first tokens of a text that are read (400)
#   OUT         folder for stores and records of the last run (build/answers)
# A line of the source is shown when a citation covers it and its words stand in the text, in their order: six of ten of them, and
# all that have a digit. Lines that answer are shown when more than half of them are, those without a word aside. Tokens are the
# bytes of the text up to there, a quarter of them, as lucus counts. Four texts of each question are judged:
#   answer      what --answer writes: the first five are its first five citations
#   cited       the lines that the answer cites, whole, in its order
#   snippets    the hits as lucus query shows them, a few lines of each
#   hits        the lines of the hits, whole
# Exit status 3: the sources of some repositories are missing.
set -eu
. "$(dirname "$0")/quality-lib.sh"
. scripts/clone-lib.sh

[ $# = 1 ] && [ -n "$1" ] || usage 'DIR'
dir=$(path "$1")
lucus=${LUCUS-$B/lucus}
out=$(path "${OUT-}" "$top/$B/answers")
sources=$(path "${SOURCES-}" "$out/sources")
mirrors=$(path "${MIRRORS-}" "$out/clones")
questions=$(path "${QUESTIONS-}" "$top/scripts/line-questions.tsv")
repos=$(path "${REPOS-}" "$top/scripts/question-repos.txt")
tokens=${TOKENS-400}
tab=$(printf '\t')
missing=0
described=$(find "$dir" -mindepth 2 -maxdepth 2 -name described.elements.jsonl 2> /dev/null | sort)
[ -f "$dir/dev/repos.tsv" ] || [ -n "$described" ] || {
	echo "bench-answers: $dir holds neither dev/repos.tsv nor NAME/described.elements.jsonl" >&2
	exit 1
}
rm -rf "$out/stores" "$out/records"
mkdir -p "$out/stores" "$out/records"
: > "$out/records/table"

# name, language, repository, revision, folder of what is asked about
if [ -n "${SPLIT-}" ]; then
	grep -v '^#' "$repos" | awk -F '\t' -v OFS='\t' -v split_name="$SPLIT" \
		'$5 == split_name { name = $1; sub(/.*\//, "", name); print name, $3, $1, $2, $4 }'
elif [ -f "$dir/dev/repos.tsv" ]; then
	tail -n +2 "$dir/dev/repos.tsv"
fi | awk -F '\t' 'NR == FNR { asked[$1] = 1; next } $3 in asked' "$questions" - > "$out/records/table"

# The texts of one answer, each a line: number of the question, text that is judged, confidence, the text itself (of answer and
# snippets), and the lines that it goes through, as FIRST-LAST:PATH with blanks between that stand for none in a path.
texts='
	def plain: gsub("[\t\n\r]"; " ");
	def place($path): "\(.start_line)-\(.end_line):\($path | gsub(" "; "\u0001"))";
	group_by(.query_id)[] | (map(select(.record == "hit"))) as $hits | (map(select(.record == "answer"))[0]) as $a
	| ([$a.citations[] | place(.path)] | join(" ")) as $cited
	| [$a.query_id, "answer", $a.confidence, ($a.text | plain), $cited],
	  [$a.query_id, "cited", $a.confidence, "", $cited],
	  [$a.query_id, "snippets", $a.confidence, ($hits | map("\(.file_path):\(.snippet_line) \(.name) \(.snippet)") | join(" ") | plain),
		($hits | map(. as $h | {start_line: .snippet_line, end_line: (.snippet_line + ($h.snippet | split("\n") | length) - 1)}
			| place($h.file_path)) | join(" "))],
	  [$a.query_id, "hits", $a.confidence, "", ($hits | map(place(.file_path)) | join(" "))]
	| join("\t")'

# ask NAME LANGUAGE TREE: the questions of records/asked (number, question, lines, kind); what comes of it goes to the end of
# records/judged
ask() {
	"$lucus" kb root "$3" --db "$out/stores/$1.db"
	"$lucus" sync --db "$out/stores/$1.db" -q > /dev/null || [ $? = 3 ]
	# shellcheck disable=SC2086 # OPTIONS is a list
	jq -R -c 'split("\t") | {id: (.[0] | tonumber), query: .[1]}' "$out/records/asked" |
		"$lucus" query --answer --llm-provider none --format json --no-cache --db "$out/stores/$1.db" ${OPTIONS-} \
			> "$out/records/$1.answers"
	jq -rs "$texts" "$out/records/$1.answers" > "$out/records/texts"
	awk -v tree="$3" -v language="$2" -v tokens="$tokens" -f scripts/answer-lines.awk "$out/records/asked" "$out/records/texts" \
		>> "$out/records/judged"
}

: > "$out/records/judged"
while IFS=$tab read -r name language repository revision root; do
	case " ${NAMES-$name} " in *" $name "*) ;; *) continue ;; esac
	if ! export_tree "$name" "$repository" "$revision" "$root"; then
		echo "bench-answers: no sources of $name: set SOURCES, or MIRRORS or GIT_BASE" >&2
		missing=$((missing + 1))
		continue
	fi
	awk -F '\t' -v repository="$repository" '$1 == repository { printf "%d\t%s\t%s\t%s\n", NR, $2, $3, $4 }' "$questions" \
		> "$out/records/asked"
	ask "$name" "$language" "$sources/$name"
done < "$out/records/table"
for set in $described; do
	of=${set%/*}
	name=${of##*/}
	case " ${NAMES-$name} " in *" $name "*) ;; *) continue ;; esac
	"$lucus" ast -q --root "$of/bare" "$of/bare" > "$out/records/elements" || [ $? = 3 ]
	jq -r 'select(.record == "element") | [.name, .file_path, .start_line, .end_line, .language] | @tsv' "$out/records/elements" \
		> "$out/records/spans"
	jq -r '[.query, .relevant_elements[0]] | map(gsub("[\t\n]"; " ")) | @tsv' "$set" | awk -F '\t' '
		NR == FNR { for (i = $3 + ($3 < $4); i <= $4; i++) lines[$1] = lines[$1] " " $2 ":" i "-" i; next }
		lines[$2] != "" { print ++n "\t" $1 "\t" substr(lines[$2], 2) "\tdescribed" }' "$out/records/spans" - > "$out/records/asked"
	ask "$name" "$(cut -f 5 "$out/records/spans" | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }')" "$of/bare"
done

[ ! -s "$out/records/judged" ] || awk -F '\t' -v tokens="$tokens" -f scripts/answer-figures.awk "$out/records/judged"
if [ "$missing" != 0 ]; then
	echo "bench-answers: $missing repositories were not measured" >&2
	exit 3
fi
