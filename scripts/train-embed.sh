#!/bin/sh
# SPDX-License-Identifier: MIT
# Train the token vectors of the built-in embedding, src/embed/model.bin: get the records of the repositories in LIST,
# make pairs of them, train.
#
# Usage: scripts/train-embed.sh [LIST] [-- OPTION...]     (of train-embed)
# LIST and the environment are those of scripts/train-data.sh, which says what is missing. Besides:
#   TO   the file to write (src/embed/model.bin)
# The same records, options and seed give the same file. "make train-embed" builds the programs that this needs.
set -eu
export LC_ALL=C
top=$(cd "$(dirname "$0")/.." && pwd)
B=${B-$top/build}
OUT=${OUT-$top/build/train/records}
export OUT

for program in lucus train-pairs train-embed; do
	[ -x "$B/$program" ] || {
		echo "train-embed: no $B/$program: run 'make train-embed'" >&2
		exit 1
	}
done
list=$top/scripts/train-repos.txt
if [ $# -gt 0 ] && [ "$1" != -- ]; then
	list=$1
	shift
fi
[ $# = 0 ] || shift
LUCUS=${LUCUS-$B/lucus} "$top/scripts/train-data.sh" "$list"
# in the order of the list
grep -v '^#' "$list" | cut -f 1 | while read -r repository; do
	printf '%s/%s+%s.jsonl\n' "$OUT" "${repository%%/*}" "${repository##*/}"
done > "$OUT/files"
xargs -d '\n' "$B/train-pairs" "$OUT/set" < "$OUT/files"
"$B/train-embed" "$@" "$OUT/set" "$OUT/table"
chmod 644 "$OUT/table"
mv "$OUT/table" "${TO-$top/src/embed/model.bin}"
