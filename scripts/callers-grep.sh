#!/bin/sh
# SPDX-License-Identifier: MIT
# Does lucus graph callers hide a call that a search for its name finds? For functions and methods whose name is defined once
# in TREE: every place of a file of the store where "NAME(" stands must be the definition, a site of an edge, a site of an
# unresolved or ambiguous call, or a mention. Prints a line for each name that has more places in a file than are told, and
# the sum; status 1 when there is one.
# Usage: scripts/callers-grep.sh TREE [NAMES]      LUCUS names the program, build/lucus otherwise
set -eu
export LC_ALL=C

if [ $# -lt 1 ] || [ ! -d "$1" ]; then
	echo "usage: scripts/callers-grep.sh TREE [NAMES]" >&2
	exit 2
fi
lucus=$(realpath "${LUCUS-$(dirname "$0")/../build/lucus}")
names=${2-60}
work=$(mktemp -d "${TMPDIR-/tmp}/lucus-callers.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

cd "$1"
"$lucus" sync . --db "$work/db" > "$work/sync" 2>&1
cd "$("$lucus" status --db "$work/db" --format json | jq -r 'select(.record == "status").root')"
sqlite3 -batch "$work/db" "SELECT path FROM file WHERE reason IS NULL ORDER BY path" > "$work/files"
# the simple names that one element alone has, of those functions and methods that are called anything special
sqlite3 -batch "$work/db" "SELECT type || char(9) || name FROM element" | awk -F '\t' '
	{ n = split($2, part, "."); name = part[n]; seen[name]++; type[name] = $1 }
	END {
		for (name in seen)
			if (seen[name] == 1 && (type[name] == "function" || type[name] == "method") &&
			    name ~ /^[A-Za-z_][A-Za-z0-9_]*$/ && length(name) > 3)
				print name
	}' | sort > "$work/unique"
# every nth: the same names in every run
awk -v most="$names" 'NR == FNR { n++; next } int(FNR * most / n) > int((FNR - 1) * most / n)' "$work/unique" "$work/unique" \
	> "$work/names"

bad=0
total=0
while read -r name; do
	# path, places of the text
	tr '\n' '\0' < "$work/files" | xargs -0 grep -ZIHoE "(^|[^A-Za-z0-9_])${name}[[:blank:]]*\(" -- /dev/null |
		tr '\0' '\t' | awk -F '\t' '{ n[$1]++ } END { for (f in n) print f "\t" n[f] }' | sort > "$work/text" || true
	# path, places that are told
	"$lucus" graph callers "$name" --db "$work/db" --unresolved --mentions -n 1000000 --format json | jq -r '
		if .record == "graph" then [.file_path, 1]
		elif .record == "edge" then [.src.file_path, .count]
		elif .call then [.file_path, 1] else empty end | @tsv' |
		awk -F '\t' '{ n[$1] += $2 } END { for (f in n) print f "\t" n[f] }' | sort > "$work/told"
	join -t "$(printf '\t')" -a 1 -e 0 -o 0,1.2,2.2 "$work/text" "$work/told" > "$work/both"
	total=$((total + $(awk -F '\t' '{ n += $2 } END { print n + 0 }' "$work/both")))
	awk -F '\t' -v name="$name" '$2 > $3 { print name ": " $1 ": " $2 " places, " $3 " told" }' "$work/both" > "$work/hidden"
	cat "$work/hidden"
	bad=$((bad + $(wc -l < "$work/hidden")))
done < "$work/names"
echo "$(wc -l < "$work/names") names, $total places: $bad files with places that are not told"
[ "$bad" = 0 ]
