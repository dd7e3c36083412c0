# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What scripts/train-embed.sh and scripts/train-expansion.sh begin with, which have set `top` to the top of the tree. It sets
#   $B   the folder of what is built     $OUT   that of the records
: "${top:?}"
export LC_ALL=C
B=${B-$top/build}
OUT=${OUT-$top/build/train/records}
export OUT
mkdir -p "$OUT"

# learn PROGRAM LIST TO [OPTION...]: make pairs of the records of the repositories in LIST, in this order, and TO of these
learn() {
	program=$1
	list=$2
	to=$3
	shift 3
	for needed in lucus train-pairs "$program"; do
		[ -x "$B/$needed" ] && continue
		echo "$program: no $B/$needed: run 'make train-embed'" >&2
		return 1
	done
	LUCUS=${LUCUS-$B/lucus} "$top/scripts/train-data.sh" "$list"
	grep -v '^#' "$list" | cut -f 1 | while read -r repository; do
		printf '%s/%s+%s.jsonl\n' "$OUT" "${repository%%/*}" "${repository##*/}"
	done > "$OUT/files"
	xargs -d '\n' "$B/train-pairs" "$OUT/set" < "$OUT/files"
	"$B/$program" "$@" "$OUT/set" "$OUT/table"
	chmod 644 "$OUT/table"
	mv "$OUT/table" "$to"
}
