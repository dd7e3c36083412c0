#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure `lucus sync` as a whole process, beside parsing alone: medians of N runs (N=5) taken in turns, and the targets.
# Then scripts/bench-query.sh measures questions on the same tree.
# Usage: scripts/bench.sh [TREE]     TREE: a folder of source code; default: one that the machine has
set -eu
cd "$(dirname "$0")/.."

B=${B-build}
lucus=$(realpath "$B")/lucus
tree=${1-$(scripts/system-tree.sh)} || {
	echo "bench: this machine has no tree of 300 source files: name one" >&2
	exit 1
}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# paths are those that open from the current folder
(cd "$tree" && "$lucus" sync . --db "$tmp/list.db" --dry-run --format paths) > "$tmp/list"
files=$(wc -l < "$tmp/list")
bytes=$(cd "$tree" && tr '\n' '\0' < "$tmp/list" | xargs -0 stat -c %s | awk '{ n += $1 } END { print n + 0 }')
parsed=$("$B/bench/parse_only" "$tree" "$tmp/list")
[ "$files" -gt 0 ] || {
	echo "bench: nothing to read in $tree" >&2
	exit 1
}

# A first run fills the caches, and leaves the store that the queries ask.
"$lucus" sync "$tree" --db "$tmp/query.db" --format json > "$tmp/summary" || [ $? -eq 3 ]
set -- -n "${N-5}" \
	::: - rm -f "$tmp/new.db" "$tmp/new.db-wal" "$tmp/new.db-shm" \
	::: sync "$lucus" sync "$tree" --db "$tmp/new.db" \
	::: parse "$B/bench/parse_only" "$tree" "$tmp/list" \
	::: again "$lucus" sync "$tree" --db "$tmp/new.db"
"$B/bench/runtime" "$@" > "$tmp/times"

grep -Eo '"(elements|edges)": *[0-9]+' "$tmp/summary" | tr -d '" ' | tr ':' '\t' | sort -u > "$tmp/counts"
echo "tree     $tree"
echo "machine  $(nproc) processors"
awk -F '\t' -v files="$files" -v bytes="$bytes" -v parsed="$parsed" '
	FILENAME ~ /counts$/ { count[$1] = $2; next }
	{ min[$1] = $3; med[$1] = $4; max[$1] = $5; cpu[$1] = $6; rss[$1] = $7; status[$1] = $8; runs = $2 }
	function row(what, value, target) { printf "%-42s %14s   %s\n", what, value, target }
	function times(k) { return sprintf("%.3f s", med[k]) }
	END {
		split(parsed, p, "\t")
		printf "medians of %d runs; in brackets the least and the most\n\n", runs
		row("files read", files)
		row("bytes read", sprintf("%.1f MB", bytes / 1e6))
		row("files and bytes that a grammar reads", sprintf("%d, %.1f MB", p[1], p[2] / 1e6))
		for (k in count) row(k " in the store", count[k])
		row("sync", times("sync"), sprintf("[%.3f, %.3f]", min["sync"], max["sync"]))
		row("sync, files a second", sprintf("%.0f", files / med["sync"]))
		row("sync, MB a second", sprintf("%.2f", bytes / 1e6 / med["sync"]))
		row("sync, CPU time", sprintf("%.3f s", cpu["sync"]))
		row("sync, peak memory", sprintf("%.1f MB", rss["sync"] * 1024 / 1e6))
		row("tree-sitter alone, same files and threads", times("parse"),
			sprintf("[%.3f, %.3f]", min["parse"], max["parse"]))
		row("sync / tree-sitter alone", sprintf("%.2f", med["sync"] / med["parse"]), "target <= 3.0")
		row("sync / tree-sitter alone, CPU time", sprintf("%.2f", cpu["sync"] / cpu["parse"]))
		row("sync again, nothing changed", times("again"))
		row("sync again / sync", sprintf("%.3f", med["again"] / med["sync"]), "target < 0.1")
		for (k in status)
			if (status[k] != 0 && status[k] != 3) {
				printf "bench: %s ended with exit status %d\n", k, status[k]
				failed = 1
			}
		exit failed
	}' "$tmp/counts" "$tmp/times"
echo
B=$B scripts/bench-query.sh "$tmp/query.db" "$tree"
