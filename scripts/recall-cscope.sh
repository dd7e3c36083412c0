#!/bin/sh
# SPDX-License-Identifier: MIT
# Compare the function calls that `lucus ast` finds in a folder of C with those that cscope finds, macros apart.
# A call of cscope's is a line of a file that calls a name; ours count only inside functions. cscope's callers are
# not compared: after an #else that repeats a brace it goes on in the function before. What it takes for a call
# and is none is left out: lines that begin in the first column without a brace (prototypes), and what
# preprocessor lines and attributes hold, and lines that do not hold the name (at the end of a file it may go on in the next one
# with the name of the first).
# Usage: scripts/recall-cscope.sh DIR [MISSES]     MISSES: a file that gets what lucus does not find, as
#                                                  FILE NAME CSCOPE'S-LINES LUCUS'-CALLS LINE...
set -eu

[ $# -ge 1 ] && [ -d "$1" ] || {
	echo "usage: scripts/recall-cscope.sh DIR [MISSES]" >&2
	exit 2
}
case ${B-build} in /*) lucus=$B/lucus ;; *) lucus=$(cd "$(dirname "$0")/.." && pwd)/${B-build}/lucus ;; esac
misses=${2-/dev/null}
export LC_ALL=C
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

(cd "$1" && find . -name '*.[ch]' | sed 's|^\./||' | sort) > "$tmp/files"
(cd "$1" && cscope -b -c -k -f "$tmp/db" -i "$tmp/files")

# The database holds the names of the functions ("$") and of the macros ("#") that are defined.
grep -a "^	\\$" "$tmp/db" | cut -c3- | sort -u > "$tmp/callers"
grep -a '^	#' "$tmp/db" | cut -c3- | sort -u > "$tmp/macros"

# Question 2, "functions called by this function", answers FILE NAME LINE TEXT.
(cd "$1" && sed 's/^/2/' "$tmp/callers" | cscope -d -l -f "$tmp/db") |
	sed 's/^\(>> \)*//' | awk '!/^Unable to/ && !/^cscope: / && NF >= 3 { print $1, $2, $3 }' |
	sort -u > "$tmp/lines"
(cd "$1" && awk '
	FILENAME == ARGV[1] { macro[$1] = 1; next }
	FILENAME == ARGV[2] { text[$1 ":" $3] = ""; want[n++] = $0; file[$1] = 1; next }
	END {
		for (f in file)
			for (row = 1; (getline line < f) > 0; row++)
				if ((f ":" row) in text) text[f ":" row] = line
		for (i = 0; i < n; i++) {
			split(want[i], w, " ")
			line = text[w[1] ":" w[3]]
			if (w[2] == "defined" || !index(line, w[2])) continue
			if (w[2] in macro || line ~ /__attribute__|^[ \t]*#/) continue
			if (line ~ /^[^ \t]/ && line !~ /{/) continue
			print want[i]
		}
	}' "$tmp/macros" "$tmp/lines") | sort > "$tmp/calls"
awk '{ n[$1 " " $2]++; at[$1 " " $2] = at[$1 " " $2] " " $3 }
	END { for (k in n) print k, n[k] at[k] }' "$tmp/calls" | sort > "$tmp/theirs"

# cscope names a member that is called as it names a function: by its last component.
(cd "$1" && tr '\n' '\0' < "$tmp/files" | xargs -0 -n 10000 "$lucus" ast -q --root .) > "$tmp/ast" || [ $? -eq 123 ]
jq -r 'select(.type == "function" or .type == "method" or .type == "test") | .file_path as $f | .call_sites[] |
	"\($f) \(.name | sub(".*\\."; "") | sub("[(\\[].*"; "")) \(.count // 1)"' "$tmp/ast" |
	awk '{ n[$1 " " $2] += $3 } END { for (k in n) print k, n[k] }' > "$tmp/ours"

awk -v misses="$misses" '
	FILENAME == ARGV[1] { ours[$1 " " $2] = $3; next }
	{
		got = ours[$1 " " $2] + 0
		all += $3
		found += got < $3 ? got : $3
		if (got >= $3) next
		line = $1 " " $2 " " $3 " " got
		for (i = 4; i <= NF; i++) line = line " " $i
		print line > misses
	}
	END { printf "calls %d found %d recall %.5f\n", all, found, all ? found / all : 1 }
' "$tmp/ours" "$tmp/theirs"
