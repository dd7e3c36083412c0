#!/bin/sh
# SPDX-License-Identifier: MIT
# Draw resolved CALLS edges at random, to be judged by reading the source. A line each, its parts separated
# by tabs: grade, reason, caller's path:line, caller, callee as written, the element that it is taken for, path:line.
# Usage: scripts/sample-edges.sh DB LANGUAGE GRADE N [SEED]     GRADE: exact or unique
set -eu
export LC_ALL=C

if [ $# -lt 4 ] || [ ! -f "$1" ]; then
	echo "usage: scripts/sample-edges.sh DB LANGUAGE GRADE N [SEED]" >&2
	exit 2
fi
db=$1 language=$2 grade=$3 n=$4 seed=${5-1}

# The same seed draws the same edges: the order of the lines is fixed, the bytes that shuffle them are too.
noise() {
	awk -v seed="$seed" 'BEGIN { srand(seed); for (i = 0; i < 1000000; i++) printf "%c", 33 + int(rand() * 90) }'
}

noise > "${TMPDIR-/tmp}/lucus-noise.$$"
trap 'rm -f "${TMPDIR-/tmp}/lucus-noise.$$"' EXIT
sqlite3 -batch -separator "$(printf '\t')" "$db" "
SELECT q.name, g.reason, f.path || ':' || g.line, s.name, g.name, d.name, df.path || ':' || d.start_line
 FROM edge g JOIN edge_kind k ON k.id = g.kind JOIN edge_grade q ON q.id = g.grade
 JOIN element s ON s.id = g.src JOIN file f ON f.id = s.file
 JOIN element d ON d.id = g.dst JOIN file df ON df.id = d.file
 WHERE k.name = 'CALLS' AND q.name = '$grade' AND s.language = '$language'
 ORDER BY 3, 4, 5, 6, 7" | shuf -n "$n" --random-source="${TMPDIR-/tmp}/lucus-noise.$$"
