#!/bin/sh
# SPDX-License-Identifier: MIT
# Is what a search finds called without known callers, and does lucus graph callers say why? Names of functions and methods
# whose name stands before "(" more often than there are definitions of it are asked for. With callers known all is well;
# with "none known" the answer must count what the search has found: unresolved or ambiguous calls of the name, calls of
# another element of the name, or places that look like a call.
# Usage: scripts/bench-graph/callers.sh TREE [NAMES]      LUCUS names the program, build/lucus otherwise
# Prints a line for each name without callers: told, silent, or defined (a declaration was found, no call), the name, what is
# counted, a place; and the sum. NAMES: how many
# (200). Exit status 1 when one is silent.
set -eu
export LC_ALL=C

if [ $# -lt 1 ] || [ ! -d "$1" ]; then
	echo "usage: scripts/bench-graph/callers.sh TREE [NAMES]" >&2
	exit 2
fi
lucus=$(realpath "${LUCUS-$(dirname "$0")/../../build/lucus}")
most=${2-200}
work=$(mktemp -d "${TMPDIR-/tmp}/lucus-callers.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

cd "$1"
"$lucus" ingest-ast -q . --db "$work/db" > "$work/nodes" || [ $? = 3 ]
# the files that were parsed, and the simple names of what can be called
jq -r 'select(.record == "node" and .type == "module") | .file_path' "$work/nodes" | sort > "$work/files"
jq -r 'select(.record == "node" and (.type == "function" or .type == "method" or .type == "prototype")) | .name |
	split(".")[-1]' "$work/nodes" | grep -xE '[A-Za-z_][A-Za-z0-9_]{2,}' | sort | uniq -c > "$work/defined"
# every nth of those that are called: the same names in every run
jq -r 'select(.record == "node" and (.type == "function" or .type == "method")) | .file_path' "$work/nodes" | sort -u |
	tr '\n' '\0' | xargs -0 grep -IhoE '[A-Za-z_][A-Za-z0-9_]*[[:blank:]]*\(' -- /dev/null | tr -d ' \t(' | sort | uniq -c |
	awk 'NR == FNR { n[$2] = $1; next } $2 in n && $1 > n[$2] { print $2 }' "$work/defined" - > "$work/called"
awk -v most="$most" 'NR == FNR { n++; next } int(FNR * most / n) > int((FNR - 1) * most / n)' "$work/called" "$work/called" \
	> "$work/names"

while read -r name; do
	"$lucus" graph callers "$name" --db "$work/db" -q -n 1000000 --format json < /dev/null | jq -rn --arg name "$name" '
		[inputs | select(.record == "graph")] as $g |
		{ callers: ($g | map(.edges) | add), unresolved: ($g | map(.unresolved) | max), ambiguous: ($g | map(.ambiguous) | max),
		  elsewhere: ($g | map(.elsewhere) | max), calls: ($g | map(.mentions.calls) | max) } |
		(if .callers > 0 then "known" elif .unresolved + .ambiguous + .elsewhere + .calls > 0 then "told" else "silent" end) as $v |
		[$v, $name, "\(.unresolved) unresolved, \(.ambiguous) ambiguous, \(.elsewhere) of others, \(.calls) like calls"] | @tsv'
done < "$work/names" > "$work/answers"

# What stands behind a type, or a word that defines, is no call: a silent name needs another place.
words='return|else|await|new|throw|yield|case|do|then|if|unless|while|until|not|and|or|in|defer|go|try|when|puts|print|echo'
grep -v '^known' "$work/answers" | while read -r verdict name rest; do
	place=$(tr '\n' '\0' < "$work/files" | xargs -0 grep -InE "(^|[^A-Za-z0-9_])${name}[[:blank:]]*\(" -- /dev/null 2> "$work/grep" |
		awk -v name="$name" -v words="^($words)\$" '{
			text = $0
			sub(/^[^:]*:[0-9]*:/, "", text)
			head = substr(text, 1, match(text, "(^|[^A-Za-z0-9_])" name "[ \t]*[(]"))
			gsub(/[*&]/, " ", head)
			n = split(head, word, /[ \t]+/)
			while (n && word[n] == "") n--
			if (n && word[n] ~ /^[A-Za-z_][A-Za-z0-9_<>:,\[\]]*$/ && word[n] !~ words && head ~ /[ \t]$/) next
			print substr($0, 1, 120)
			exit
		}')
	[ "$verdict" = told ] || [ "$place" ] || verdict=defined
	printf '%s\t%s\t%s\t%s\n' "$verdict" "$name" "$rest" "$place"
done > "$work/shown"
cat "$work/shown"
{ grep '^known' "$work/answers" || :; cat "$work/shown"; } | awk -F '\t' -v tree="$(basename "$PWD")" '{ n[$1]++ }
	END {
		printf "%s: %d names that a search finds called, %d with callers, %d without that say why, %d silent\n", tree,
			NR - n["defined"], n["known"], n["told"], n["silent"]
		exit n["silent"] > 0
	}'
