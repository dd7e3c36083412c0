#!/bin/sh
# SPDX-License-Identifier: MIT
# Make a set of the questions of CoSQA that are for developing (dev; its test questions measure what was made): 500 that people
# typed into a web search, each answered by one of some thousand Python functions, of which each is a file of its own.
#
# Usage: scripts/web-questions.sh DATA OUT
# DATA  a git clone of Jun-jie-Huang/CoCLR, or its folder data/search
# OUT   folder to write to: OUT/tree, the functions, and OUT/web.files.jsonl for lucus eval and the variable WEB of
#       scripts/fit-ranking.sh
set -eu
[ $# = 2 ] || {
	echo 'usage: scripts/web-questions.sh DATA OUT' >&2
	exit 2
}
data=$1
out=$2

# part NAME
part() {
	if [ -f "$data/$1" ]; then
		cat "$data/$1"
	else
		git -C "$data" show "HEAD:data/search/$1"
	fi
}

rm -rf "$out/tree"
mkdir -p "$out/tree"
part code_idx_map.txt > "$out/map"
part cosqa-retrieval-dev-500.json > "$out/questions"
jq -r 'to_entries[] | "=\(.value)", (.key | split("\n")[] | "|" + .)' "$out/map" > "$out/lines"
awk -v dir="$out/tree" '
	/^=/ { if (file) close(file); file = sprintf("%s/f%05d.py", dir, substr($0, 2)); next }
	{ print substr($0, 2) > file }' "$out/lines"
jq -c 'to_entries[] | { id: "web-\(.key + 1)", query: .value.doc, category: "web",
	relevant: ["f\("0000\(.value.retrieval_idx)"[-5:]).py"] }' "$out/questions" > "$out/web.files.jsonl"
rm -f "$out/map" "$out/lines" "$out/questions"
