#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure how much of what answers broad questions is kept by lucus query, for as many tokens: by plain retrieval, by the answer
# that it writes without a language model, and by the lazy graph query with each budget.
#
# Usage: scripts/bench-broad.sh code DIR        questions about trees, with the files that answer them, marked by hand
#        scripts/bench-broad.sh news CLONE      questions about news, with quoted passages that bear the answers out
# DIR holds dev/repos.tsv, whose columns are: name language repository revision root. CLONE is a git directory or a copy of
# https://github.com/microsoft/benchmark-qed, whose articles and questions are read, and never become a part of this project.
# Environment:
#   QUESTIONS   for code: file that says what its columns are (scripts/broad-questions.tsv)
#   NAMES       for code: only these repositories, a list with blanks
#   SOURCES, MIRRORS, GIT_BASE   as of scripts/bench-quality.sh (build/broad/sources, build/broad/clones)
#   BUDGETS     budgets of the lazy graph query ("z100 z500 z1500"; empty: it is not asked)
#   OPTIONS     further options of every lucus query; LAZY: of the lazy graph query
#   LIMITS      numbers of tokens after which is told what is kept ("250 500 1000 2000 4000 8000")
#   HITS        how many hits plain retrieval gives at most (100)
#   OUT         folder for stores and records of the last run (build/broad)
# Ways: hits (the lines of hits, whole, best first), snippets (the lines that are shown of them), answer (the lines that --answer
# cites), and lazy-BUDGET (the sentences that it keeps); of news also chunks (articles that were cut into pieces of 200 tokens, with
# their headline, before they were indexed: what plain retrieval is elsewhere), and published (what the authors' vector search gave).
# Of news a passage is kept when a line of it is, and its sentence when the line is that has most of the claim.
# Exit status 3: the sources of some repositories are missing.
set -eu
. "$(dirname "$0")/quality-lib.sh"
. scripts/clone-lib.sh

[ $# = 2 ] && [ -n "$2" ] || usage 'code DIR | news CLONE'
kind=$1
from=$(path "$2")
lucus=${LUCUS-$B/lucus}
out=$(path "${OUT-}" "$top/$B/broad")
sources=$(path "${SOURCES-}" "$out/sources")
mirrors=$(path "${MIRRORS-}" "$out/clones")
questions=$(path "${QUESTIONS-}" "$top/scripts/broad-questions.tsv")
budgets=${BUDGETS-z100 z500 z1500}
most=${HITS-100}
tab=$(printf '\t')
missing=0
rm -rf "$out/stores" "$out/records"
mkdir -p "$out/stores" "$out/records"

# what is kept, of the records of lucus query: question, way, PATH:FIRST-LAST
hits='select(.record == "hit") | (.snippet | rtrimstr("\n") | split("\n") | length) as $n
	| [.query_id, "hits", "\(.file_path):\(.start_line)-\(.end_line)"],
	  [.query_id, "snippets", "\(.file_path):\(.snippet_line)-\(.snippet_line + $n - 1)"] | @tsv'
cited='select(.record == "answer") | .query_id as $id | .citations[] | [$id, "answer", "\(.path):\(.start_line)-\(.end_line)"] | @tsv'
judged='[.[] | select(.record == "relevance" and .relevant)] | sort_by(-.score)[]
	| [.query_id, $way, "\(.path):\(.start_line)-\(.end_line)"] | @tsv'

# ask NAME: the questions of records/queries to a store; what is kept goes to records/kept, what is found of
# records/gold to the end of records/found
ask() {
	# shellcheck disable=SC2086 # OPTIONS and LAZY are lists
	{
		"$lucus" query --format json --no-cache -k "$most" --db "$out/stores/$1.db" ${OPTIONS-} < "$out/records/queries" |
			jq -r "$hits"
		"$lucus" query --answer --llm-provider none --format json --no-cache --db "$out/stores/$1.db" ${OPTIONS-} \
			< "$out/records/queries" | jq -r "$cited"
		for budget in $budgets; do
			"$lucus" query --lazy-graph --budget "$budget" --trace --llm-provider none --format json --no-cache \
				--db "$out/stores/$1.db" ${OPTIONS-} ${LAZY-} < "$out/records/queries" | jq -rs --arg way "lazy-$budget" "$judged"
		done
		for way in chunks published; do
			[ ! -f "$out/records/$way" ] || cat "$out/records/$way"
		done
	} | sort -t "$tab" -s -k 1,1n -k 2,2 > "$out/records/kept"
	awk -v tree="$sources/$1" -f scripts/kept.awk "$out/records/gold" "$out/records/kept" >> "$out/records/found"
}

# index NAME
index() {
	"$lucus" kb root "$sources/$1" --db "$out/stores/$1.db"
	"$lucus" sync --db "$out/stores/$1.db" -q > /dev/null || [ $? = 3 ]
}

code() {
	[ -f "$from/dev/repos.tsv" ] || {
		echo "bench-broad: $from does not hold dev/repos.tsv" >&2
		exit 1
	}
	tail -n +2 "$from/dev/repos.tsv" | awk -F '\t' 'NR == FNR { asked[$1] = 1; next } $3 in asked' "$questions" - > "$out/records/table"
	while IFS=$tab read -r name _language repository revision root; do
		case " ${NAMES-$name} " in *" $name "*) ;; *) continue ;; esac
		if ! export_tree "$name" "$repository" "$revision" "$root"; then
			echo "bench-broad: no sources of $name: set SOURCES, or MIRRORS or GIT_BASE" >&2
			missing=$((missing + 1))
			continue
		fi
		awk -F '\t' -v repository="$repository" '$1 == repository { print NR "\t" $2 }' "$questions" |
			jq -R -c 'split("\t") | {id: (.[0] | tonumber), query: .[1]}' > "$out/records/queries"
		awk -F '\t' -v repository="$repository" '$1 == repository {
			n = split($3, file, " ")
			for (i = 1; i <= n; i++) print NR "\tfiles\t" i "\t" file[i]
		}' "$questions" > "$out/records/gold"
		index "$name"
		ask "$name"
	done < "$out/records/table"
}

# theirs NAME: a file of the authors'
theirs() {
	if [ -d "$from/datasets" ]; then cat "$from/$1"; else git -C "$from" show "HEAD:$1"; fi
}

news() {
	local=datasets/AP_news/generated_questions_v2/data_local_questions_assertions.json
	contexts=docs/notebooks/example_answers/vector_rag_short_context/data_local_retrieval_results.json
	theirs "$local" > "$out/records/questions" || {
		echo "bench-broad: $from does not hold the questions of BenchmarkQED" >&2
		exit 1
	}
	if [ ! -d "$sources/news" ]; then
		raw=$from
		[ -d "$from/datasets" ] || {
			raw=$out/raw
			rm -rf "$raw"
			mkdir -p "$raw"
			git -C "$from" archive -o "$out/raw.tar" HEAD datasets/AP_news/raw_data
			tar -xf "$out/raw.tar" -C "$raw"
			rm -f "$out/raw.tar"
		}
		rm -rf "$sources/news.part"
		mkdir -p "$sources/news.part"
		# some begin with a byte order mark
		find "$raw/datasets/AP_news/raw_data" -name '*.json' | sort |
			xargs awk 'FNR == 1 { sub(/^\357\273\277/, "") } { print }' | jq -r -L scripts -f scripts/news-articles.jq \
			> "$sources/news.lines"
		awk -F '\t' -v out="$sources/news.part" '
			$1 != file { if (file) close(out "/" file); file = $1 }
			{ print substr($0, length($1) + 2) > (out "/" file) }' "$sources/news.lines"
		mv "$sources/news.part" "$sources/news"
	fi
	if [ ! -d "$sources/news-chunks" ]; then
		rm -rf "$sources/news-chunks.part"
		mkdir -p "$sources/news-chunks.part"
		awk -F '\t' -v out="$sources/news-chunks.part" '
			function put(    to) {
				if (chunk == "") return
				to = out "/" file "." first "-" line ".md"
				print head "\n" chunk > to
				close(to)
				chunk = ""
			}
			$1 != file { put(); file = $1; line = 0; head = "" }
			{ text = substr($0, length($1) + 2) }
			line < 3 { line++; head = head text "\n"; next }
			chunk == "" && text == "" { line++; next }
			{ if (chunk == "") first = line + 1; line++; chunk = chunk text "\n" }
			length(chunk) >= 800 { put() }
			END { put() }' "$sources/news.lines"
		mv "$sources/news-chunks.part" "$sources/news-chunks"
	fi
	jq -c 'to_entries[] | {id: (.key + 1), query: .value.question_text}' "$out/records/questions" > "$out/records/queries"
	jq -r -L scripts -f scripts/news-questions.jq "$out/records/questions" > "$out/records/quotes"
	awk -f scripts/news-passages.awk "$sources/news.lines" "$out/records/quotes" > "$out/records/gold"
	# what their vector search gave is found in the articles as the passages are
	if theirs "$contexts" > "$out/records/contexts" 2> /dev/null; then
		jq '[.[] | {claims: [{statement: "", sources: [.context[] | {text: (.text | capture("firstcreated: (?<day>[^\n]*)\nheadline: (?<head>[^\n]*)\n(?<quote>[\\s\\S]*)$")
			| "headline: \(.head)\nfirstcreated: \(.day)\n\(.quote)")}]}]}]' "$out/records/contexts" |
			jq -r -L scripts -f scripts/news-questions.jq > "$out/records/quotes"
		awk -f scripts/news-passages.awk "$sources/news.lines" "$out/records/quotes" 2> "$out/records/lost" |
			awk -F '\t' '$2 == "passage" { sub(/ .*/, "", $4); print $1 "\tpublished\t" $4 }' > "$out/records/published"
	fi
	index news-chunks
	# shellcheck disable=SC2086 # OPTIONS is a list
	"$lucus" query --by file --format json --no-cache -k "$most" --db "$out/stores/news-chunks.db" ${OPTIONS-} \
		< "$out/records/queries" | jq -r 'select(.record == "hit") | (.file_path | capture("^(?<file>.*)[.](?<lines>[0-9]+-[0-9]+)[.]md$"))
			as $chunk | [.query_id, "chunks", "\($chunk.file):\($chunk.lines)"] | @tsv' > "$out/records/chunks"
	index news
	ask news
}

: > "$out/records/found"
case $kind in
code | news) "$kind" ;;
*) usage 'code DIR | news CLONE' ;;
esac
[ ! -s "$out/records/found" ] || awk -v limits="${LIMITS-250 500 1000 2000 4000 8000}" -v plain='hits snippets chunks' \
	-f scripts/kept-figures.awk "$out/records/found"
if [ "$missing" != 0 ]; then
	echo "bench-broad: $missing repositories were not measured" >&2
	exit 3
fi
