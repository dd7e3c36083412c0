#!/bin/sh
# SPDX-License-Identifier: MIT
# Precision of resolved calls, from samples that were judged by reading: tests/precision/LANGUAGE.tsv, which
# scripts/sample-edges.sh draws. Fails when a grade is below its target (exact 0.97, unique 0.93), and when a file
# can not be read as such. A line each: language, grade, right, judged, precision, target.
# Usage: scripts/precision.sh [FILE...]
set -eu
export LC_ALL=C

[ $# -gt 0 ] || set -- "$(dirname "$0")"/../tests/precision/*.tsv
status=0
for file; do
	awk -F '\t' -v language="$(basename "$file" .tsv)" -v file="$file" '
		/^#/ || !NF { next }
		NF < 8 || NF > 9 || ($1 != "exact" && $1 != "unique") || ($8 != "right" && $8 != "wrong") ||
			($8 == "wrong" && $9 == "") {
			printf "%s:%d: no judged edge\n", file, NR > "/dev/stderr"
			bad = 1
			next
		}
		{ n[$1]++; right[$1] += $8 == "right" }
		END {
			target["exact"] = 0.97
			target["unique"] = 0.93
			split("exact unique", grade, " ")
			for (i = 1; i <= 2; i++) {
				g = grade[i]
				if (!n[g]) continue
				all++
				printf "%-12s %-7s %3d of %3d %.3f (target %.2f)\n", language, g, right[g], n[g],
					right[g] / n[g], target[g]
				if (right[g] / n[g] < target[g]) bad = 1
			}
			if (!all) printf "%s: nothing is judged\n", file > "/dev/stderr"
			exit bad || !all
		}' "$file" || status=1
done
exit $status
