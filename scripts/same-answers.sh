#!/bin/sh
# SPDX-License-Identifier: MIT
# Do two stores answer alike? Ask both the same questions, made of names, signatures and documentation that the second
# one holds, and compare the records, the parts of each score included.
# Usage: scripts/same-answers.sh DB DB [SEED] [N]      LUCUS names the program that asks, build/lucus otherwise
#   SEED  of the choice of questions (1)
#   N     how many (50)
# What differs goes to the standard output, and the exit status is 1. Left out is what tells of the run rather than of what
# is stored: root, synced, times, seconds.
set -eu
export LC_ALL=C

if [ $# -lt 2 ] || [ $# -gt 4 ] || [ ! -f "$1" ] || [ ! -f "$2" ]; then
	sed -n 's/^# Usage: /usage: /p' "$0" >&2
	exit 2
fi
lucus=${LUCUS-$(dirname "$0")/../build/lucus}
work=$(mktemp -d "${TMPDIR-/tmp}/lucus-answers.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

column() { # $1: an expression of it; a line for each element that has it, in an order that is the content's
	sqlite3 -bail -batch -noheader -cmd '.mode list' -cmd '.timeout 10000' "$db" \
		"SELECT replace(replace($1, char(10), ' '), char(0), ' ') FROM element WHERE $1 <> '' ORDER BY uuid"
}

db=$2
column name > "$work/name"
column signature > "$work/signature"
column "trim(substr(docstring, 1, instr(docstring || char(10), char(10)) - 1))" > "$work/doc"
awk -v seed="${3-1}" -v n="${4-50}" '
	function roll(k) { state = state * 16807 % 2147483647; return int(state / 2147483647 * k) }
	function one(kind) { return count[kind] ? line[kind, roll(count[kind])] : line["name", roll(count["name"])] }
	function words(s) { # as people write a name
		gsub(/[^A-Za-z0-9\200-\377]+/, " ", s)
		while (match(s, /[a-z][A-Z]/)) s = substr(s, 1, RSTART) " " tolower(substr(s, RSTART + 1, 1)) substr(s, RSTART + 2)
		return s
	}
	FNR == 1 { kind = FILENAME; sub(".*/", "", kind) }
	{ line[kind, count[kind]++] = $0 }
	END {
		state = (seed * 7919 + 17) % 2147483646 + 1
		for (i = 0; i < n && count["name"]; i++) {
			what = roll(7)
			if (what < 2) q = one("name")
			else if (what < 4) q = one("doc")
			else if (what < 5) q = words(one("name"))
			else if (what < 6) q = "how does " words(one("name")) " use " one("name")
			else q = one("signature")
			print substr(q, 1, 300)
		}
	}' "$work/name" "$work/signature" "$work/doc" | jq -cR '{ query: . }' > "$work/questions"

ask() {
	"$lucus" query --explain --no-cache --format json --db "$1" < "$work/questions" > "$work/out" || [ $? = 3 ]
	jq -c 'del(.root, .synced, .times, .seconds)' "$work/out" > "$2"
}

[ -s "$work/questions" ] || exit 0
ask "$1" "$work/1"
ask "$2" "$work/2"
if ! diff "$work/1" "$work/2" > "$work/diff"; then
	cat "$work/diff"
	exit 1
fi
