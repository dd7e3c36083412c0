#!/bin/sh
# SPDX-License-Identifier: MIT
# Count the tokens of answers to a broad question, without a model: by the lazy graph query with each budget, and by map-reduce over the
# summaries of communities. Both ask a local server that gives fixed replies of the usual length and counts a quarter of the bytes; of
# many communities (ASKED) the map-reduce is not run, lucus query --global --dry-run tells what it would take. Of ten sentences the server
# rates two 3, and RELEVANT 8: of one 500 tests are spent whole, of two, which is about the share of the built-in score, 250.
#
# Usage: scripts/bench-tokens.sh TREE...
# Environment:
#   QUESTION   what is asked ("how is error handling organised here?")
#   RELEVANT   how many sentences of ten the server calls relevant (1)
#   BUDGETS    budgets of the lazy graph query ("z100 z500 z1500")
#   OPTIONS    options of lucus sync, such as --no-ignore
#   STORES     stores that are there already, a list with blanks: they are asked, too
#   LEVELS     levels of communities whose summaries the map-reduce reads ("2")
#   ASKED      communities of which the map-reduce is run (5000)
#   OUT        folder for stores and records of the last run (build/tokens)
# A line for each tree and way: requests, tokens in, tokens out, their sum, and what share that is of the map-reduce at each level: of one
# question, when all summaries are known, and of the first one, which makes them.
set -eu
. "$(dirname "$0")/quality-lib.sh"

[ $# -gt 0 ] || [ -n "${STORES-}" ] || usage 'TREE...'
lucus=${LUCUS-$B/lucus}
out=$(path "${OUT-}" "$top/$B/tokens")
question=${QUESTION-how is error handling organised here?}
rm -rf "$out"
mkdir -p "$out"

words() { # N: a text of so many words
	awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "%s%s", i ? " " : "", substr("summaryofcommunitypart", 1 + i % 15, 4 + i % 5) }'
}
# a request is known by how its instructions begin: data that say the like have other quotes
begins() { # WORDS REPLY
	printf '"role":"system","content":"%s\ttext\t%s\n' "$1" "$2"
}
# said NAME RATING OF COUNT: so many claims, or points
said() {
	jq -nc --arg s "$(words 20)" --arg name "$1" --arg rating "$2" --arg of "$3" --argjson n "$4" \
		'{($name): [range(1; $n + 1) | {text: "\($s) \(.)", ($rating): 7, ($of): [if $name == "points" then "NUMBER" else . end]}]}'
}
{
	begins 'You rate how relevant' "$(jq -nc '{relevant: [range(0; 80) | select(. % 10 < $n + 2) | [. + 1, (if . % 10 < $n then 8 else 3 end)]]}' \
		--argjson n "${RELEVANT-1}")"
	begins 'You take a question' "$(jq -nc '{subqueries: [range(1; 6) | {text: "which part of error handling is number \(.)?", score: (11 - .)}]}')"
	# more is said of more passages; a request for tests, whose lines are numbered as well, has been met above
	printf '%s\ttext\t%s\n' '\n33. ' "$(said claims score passages 12)"
	begins 'You read numbered passages' "$(said claims score passages 6)"
	begins 'You summarise a part' "$(words 115)"
	# points are of a summary that the request has: it has about 36 of them
	awk -v all="${ASKED-5000}" -v points="$(said points rating summaries 6)" 'BEGIN {
		for (i = all - all % 25; i > 0; i -= 25) { s = points; gsub(/"NUMBER"/, i, s); print "summary " i "\\n\ttext\t" s }
	}'
	begins 'You read summaries' "$(said points rating summaries 6 | sed 's/"NUMBER"/1/g')"
	printf '*\ttext\t%s [1]\n' "$(words 115)"
} > "$out/rules"
mkfifo "$out/url" "$out/end"
# it ends with its standard input
exec 3<> "$out/end"
"$B/tests/fakeapi" -r "$out/rules" > "$out/url" < "$out/end" 3>&- &
read -r url < "$out/url"

# query STORE OPTION...
query() {
	of=$1
	shift
	LUCUS_LLM_KEY=none "$lucus" query "$question" --db "$of" --no-cache --format json --llm-provider openai --llm-url "$url" \
		--llm-model fixed "$@"
}

# count NAME STORE: what each way takes, to the end of records
count() {
	for budget in ${BUDGETS-z100 z500 z1500}; do
		query "$2" --lazy-graph --budget "$budget" | jq -r --arg tree "$1" --arg way "lazy-$budget" 'select(.record == "answer")
			| [$tree, $way, .requests, .tokens.in, .tokens.out] | @tsv'
	done >> "$out/records"
	for level in ${LEVELS-2}; do
		query "$2" --global --level "$level" --dry-run > "$out/estimate"
		if [ "$(jq 'select(.record == "estimate").communities' "$out/estimate")" -gt "${ASKED-5000}" ]; then
			jq -r --arg tree "$1" --arg level "$level" 'select(.record == "estimate") | .phases
				| (map(select(.phase != "community_summary")) | [$tree, "global-" + $level]
					+ [(map(.requests), map(.tokens_in), map(.tokens_out)) | add]),
				  ([$tree, "global-" + $level + ", the first"] + [(map(.requests), map(.tokens_in), map(.tokens_out)) | add])
				| @tsv' "$out/estimate"
			continue
		fi
		# the summaries that the first one makes are kept in the store
		for way in ', the first' ''; do
			query "$2" --global --level "$level" | jq -r --arg tree "$1" --arg way "global-$level$way" 'select(.record == "answer")
				| [$tree, $way, .requests, .tokens.in, .tokens.out] | @tsv'
		done > "$out/run"
		tail -n 1 "$out/run"
		head -n 1 "$out/run"
	done >> "$out/records"
}

: > "$out/records"
n=0
for tree; do
	tree=$(path "$tree")
	n=$((n + 1))
	store=$out/$n.db
	# shellcheck disable=SC2086 # OPTIONS is a list
	"$lucus" sync "$tree" --db "$store" -q ${OPTIONS-} > /dev/null || [ $? = 3 ]
	count "$n-${tree##*/}" "$store"
done
for store in ${STORES-}; do
	n=$((n + 1))
	count "$n-${store##*/}" "$(path "$store")"
done
exec 3>&-
awk -F '\t' '
	{ at[NR] = $0; sum[$1, $2] = $4 + $5; if ($2 ~ /^global/ && !($2 in seen)) { seen[$2] = 1; whole[++wholes] = $2 } }
	END {
		printf "%-24s %-20s %9s %10s %10s %10s", "tree", "way", "requests", "in", "out", "tokens"
		for (j = 1; j <= wholes; j++) printf "  of %-19s", whole[j]
		printf "\n"
		for (i = 1; i <= NR; i++) {
			split(at[i], f, "\t")
			printf "%-24.24s %-20s %9d %10d %10d %10d", f[1], f[2], f[3], f[4], f[5], f[4] + f[5]
			for (j = 1; j <= wholes; j++) printf "  %-22s", sprintf("%.1f%%", (f[4] + f[5]) * 100 / sum[f[1], whole[j]])
			printf "\n"
		}
	}' "$out/records"
