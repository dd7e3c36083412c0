#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure what questions cost: whole processes (with and without the cache of answers), many questions that one process
# reads, the traversal of the graph, and vectors, beside ripgrep (or grep) for one literal word in the tree. Medians.
# Usage: scripts/bench-query.sh STORE TREE [STORE TREE]...     STORE was made of TREE by lucus sync
# Environment: N, runs of each command (5); WORD, what ripgrep looks for (temporary); LIMIT, questions of one process (1000)
# The stores are only read. The questions are documentation and names of their elements, always the same.
set -eu
[ $# -ge 2 ] && [ $(($# % 2)) = 0 ] || {
	echo "usage: scripts/bench-query.sh STORE TREE [STORE TREE]... (see its first lines)" >&2
	exit 2
}
B=${B-$(dirname "$0")/../build}
lucus=$B/lucus
word=${WORD-temporary}
limit=${LIMIT-1000}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

row() {
	printf '%-46s %12s   %s\n' "$1" "$2" "${3-}"
}

# Lines of text from elements that are spread over the store.
questions() {
	sqlite3 -readonly "$1" "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20 * $limit)
		SELECT coalesce(substr(docstring, 1, 200), name) FROM n JOIN element
		ON element.id = 1 + (i * 7919) % (SELECT max(id) FROM element) LIMIT 4 * $limit" |
		tr '\t"\\' '   ' | cut -c 1-70 | grep '[A-Za-z]\{3,\}.* [A-Za-z]\{3,\}' | awk '!seen[$0]++' | head -n "$limit"
}

# median PREFIX [FIELD]: that of the medians of the commands with this name and a number, in milliseconds; field 6: CPU time
median() {
	awk -F '\t' -v p="$1" -v f="${2-4}" '$1 ~ "^" p "[0-9]*$" { if ($8) exit 1; print $f * 1000 }' "$tmp/times" | sort -n |
		awk '{ v[NR] = $1 } END { if (!NR) exit 1; printf "%.2f\n", v[int((NR + 1) / 2)] }'
}

# each FIELD: what one of many questions takes
each() {
	median many "$1" | awk -v n="$n" '{ printf "%.2f", $1 / n }'
}

# Several questions in turns, each as one process; all of them in one; one word.
run_all() {
	set -- -n "${N-5}"
	for i in 1 2 3 4 5 6 7 8 9; do
		q=$(sed -n "$((i * n / 10 + 1))p" "$tmp/questions")
		set -- "$@" ::: "new$i" "$lucus" query --no-cache --db "$tmp/store.db" -- "$q" \
			::: "kept$i" "$lucus" query --db "$tmp/store.db" -- "$q"
	done
	if command -v rg > /dev/null 2>&1; then set -- "$@" ::: word rg -c --no-ignore -F "$word" "$tree"
	else set -- "$@" ::: word grep -rcF "$word" "$tree"; fi
	"$B/bench/runtime" "$@" > "$tmp/times"
	# shellcheck disable=SC2016
	"$B/bench/runtime" -n 1 ::: many sh -c '"$0" query --no-cache --db "$1" < "$2" > /dev/null' "$lucus" "$tmp/store.db" \
		"$tmp/records" >> "$tmp/times"
}

measure() {
	store=$(realpath "$1") tree=$2
	rm -f "$tmp"/store*
	ln -s "$store" "$tmp/store.db" # the cache of answers is beside this one
	questions "$store" > "$tmp/questions"
	n=$(wc -l < "$tmp/questions")
	[ "$n" -ge 10 ] || {
		echo "bench-query: $1 has too little documentation to ask about" >&2
		exit 1
	}
	jq -R -c '{query: .}' < "$tmp/questions" > "$tmp/records"
	head -n 1 "$tmp/records" | "$lucus" query --no-cache --db "$store" > /dev/null # says what is wrong, if anything is
	run_all
	elements=$("$lucus" status --db "$store" --format json | jq -s 'map(.elements // empty) | max')
	new=$(median new)
	found=$(median word)
	row 'elements' "$elements" "$1"
	row 'query, whole process' "$new ms" \
		"CPU $(median new 6) ms, target <= 10 ms at 10,000 elements, 25 at 100,000, 150 at 1,000,000"
	row 'query, asked before' "$(median kept) ms" "CPU $(median kept 6) ms"
	row "query, each of $n in one process" "$(each 4) ms" "CPU $(each 6) ms, target <= 2 ms, 5, 40"
	"$B/bench/expand" "$store" < "$tmp/questions" > "$tmp/expand"
	"$B/bench/expand" "$store" 10000 < "$tmp/questions" > "$tmp/expand.all"
	row '2 hops from 10 elements, 50 nodes' "$(cut -f 2 "$tmp/expand") ms" "9th decile $(cut -f 3 "$tmp/expand") ms"
	row "the same, all of them ($(cut -f 4 "$tmp/expand.all"))" "$(cut -f 2 "$tmp/expand.all") ms" \
		"9th decile $(cut -f 3 "$tmp/expand.all") ms, target <= 5 ms at 100,000 elements"
	"$B/bench/vectors" "$store" < "$tmp/questions" > "$tmp/vectors"
	row 'opening the built-in model' "$(cut -f 1 "$tmp/vectors") ms" 'target <= 2 ms'
	row 'elements embedded in a minute, one processor' "$(cut -f 2 "$tmp/vectors")" 'target >= 200,000'
	row 'one scan of all vectors' "$(cut -f 4 "$tmp/vectors") ms" \
		"$(awk '{ printf "%.1f million a second", $3 / $4 / 1e3 }' "$tmp/vectors")"
	row 'bytes of an element: vector, its copy for scans, words' "$(sqlite3 -readonly "$store" "SELECT printf('%d, %d, %d',
		(SELECT avg(length(vector) + 20) FROM embedding), (SELECT sum(length(data)) * 1.0 / sum(n) FROM vector_block),
		(SELECT sum(length(terms) + length(data)) FROM posting) * 1.0 / (SELECT sum(n) FROM segment))")"
	row "$(command -v rg > /dev/null 2>&1 && echo ripgrep || echo grep), the literal word \"$word\"" "$found ms" \
		"query / it: $(awk -v a="$new" -v b="$found" 'BEGIN { printf "%.2f", a / b }')"
}

while [ $# -gt 0 ]; do
	measure "$1" "$2"
	shift 2
	[ $# = 0 ] || echo
done
