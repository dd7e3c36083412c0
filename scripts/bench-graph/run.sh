#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure the call graph against compilers: what scip-typescript, scip-python, go/types, javac, gcc and clang say that each
# call of a repository calls, beside lucus's CALLS edges (compare.py says what counts).
# Usage: scripts/bench-graph/run.sh [NAME...]
#   NAME    repositories of repositories.tsv; without, all of them
# Environment:
#   MIRRORS   folder with git clones, as OWNER/NAME.git: sources are exported from there (build/bench-graph/clones)
#   GIT_BASE  URL, such as https://github.com: what MIRRORS lacks is cloned from GIT_BASE/OWNER/NAME.git
#   LUCUS     the program (build/lucus)
# Ends with a table; build/bench-graph keeps NAME.calls (what the compiler says), NAME.txt (figures, causes, samples), NAME.tsv
# (all that is missed and wrong), and adds a line of JSON to results.jsonl for each repository. Exit status 3: sources are missing, or
# an oracle failed; the others are measured.
set -eu
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$top/scripts/clone-lib.sh"

lucus=$(realpath "${LUCUS-$top/build/lucus}")
out=$top/build/bench-graph
sources=$out/sources
mirrors=$(realpath -m "${MIRRORS:-$out/clones}")
tab=$(printf '\t')
mkdir -p "$out"
work=$(mktemp -d "${TMPDIR-/tmp}/lucus-bench-graph.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# The indexers of package-lock.json.
tools() {
	[ -x "$out/tools/node_modules/.bin/scip-python" ] && cmp -s "$here/package-lock.json" "$out/tools/package-lock.json" && return
	mkdir -p "$out/tools"
	cp "$here/package.json" "$here/package-lock.json" "$top/.npmrc" "$out/tools"
	(cd "$out/tools" && npm ci --loglevel=error > npm.log 2>&1) || {
		cat "$out/tools/npm.log" >&2
		rm -f "$out/tools/package-lock.json"
		return 1
	}
}

# What the compiler of a language says of the calls of $tree, which it may change; options are those of the table.
oracle_ts() {
	tools
	[ -f "$tree/package.json" ] || echo '{"name": "tree", "version": "1.0.0"}' > "$tree/package.json"
	project=.
	if [ -n "${1-}" ]; then
		project=tsconfig.bench.json
		printf '%s\n' "$1" > "$tree/$project"
	fi
	(cd "$tree" && "$out/tools/node_modules/.bin/scip-typescript" index --no-progress-bar --output "$work/scip" "$project") >&2
	node "$here/aliases.js" "$out/tools" "$tree" "$project" > "$work/aliases" &&
		python3 "$here/scip_calls.py" "$tree" "$work/scip" "$work/aliases"
}
oracle_py() {
	tools
	[ -z "${1-}" ] || printf '%s\n' "$1" > "$tree/pyrightconfig.json"
	(cd "$tree" && "$out/tools/node_modules/.bin/scip-python" index . --quiet --project-name "$name" --project-version 1 \
		--output "$work/scip") >&2
	python3 "$here/scip_calls.py" "$tree" "$work/scip"
}
oracle_go() {
	GO111MODULE=off go build -o "$work/calls" "$here/calls.go"
	"$work/calls" "$tree"
}
oracle_java() {
	java "$here/Calls.java" "$tree" "$@"
}
oracle_c() {
	python3 "$here/gcc_calls.py" "$tree" "$@"
}

# It writes a file itself: TREE FILE OPTION...
oracle_cpp() {
	python3 "$here/clang_oracle.py" "$tree" "$work/own.tsv" "$@" >&2 &&
		cat "$work/own.tsv"
}

# The calls of one row, unless the row and the scripts are those they were made with.
# shellcheck disable=SC2120 # its arguments are those of the row
calls() {
	key=$(cat "$here"/*calls.py "$here"/aliases.js "$here"/*_oracle.py "$here"/*.go "$here"/*.java "$here/package-lock.json" | sha256sum)
	key="$key $name $language $repository $revision $folder $options"
	[ -f "$out/$name.calls" ] && [ "$(cat "$out/$name.key" 2> /dev/null)" = "$key" ] && return
	tree=$work/$name
	rm -rf "$tree"
	cp -R "$sources/$name" "$tree"
	eval "set -- $options"
	"oracle_$language" "$@" > "$work/calls.tsv" 2> "$out/$name.log" || {
		tail -n 20 "$out/$name.log" >&2
		echo "bench-graph: $name: the oracle failed, see $out/$name.log" >&2
		return 1
	}
	mv "$work/calls.tsv" "$out/$name.calls"
	printf '%s\n' "$key" > "$out/$name.key"
	rm -rf "$tree"
}

"$top/scripts/bootstrap" graph
missing=0
: > "$work/results"
while IFS="$tab" read -r name language repository revision folder options; do
	case $name in '#'*) continue ;; esac
	case " $* " in '  ' | *" $name "*) ;; *) continue ;; esac
	export_tree "$name" "$repository" "$revision" "$folder" || {
		echo "bench-graph: no sources of $repository at $revision: set MIRRORS or GIT_BASE" >&2
		missing=3
		continue
	}
	echo "bench-graph: $name" >&2
	calls < /dev/null || {
		missing=3
		continue
	}
	python3 "$here/compare.py" --name "$name" --json "$work/results" --list "$out/$name.tsv" "$lucus" "$sources/$name" \
		"$out/$name.calls" > "$out/$name.txt"
done < "$here/repositories.tsv"
jq -c --arg lucus "$("$lucus" --version | head -n 1)" --arg time "$(date -u +%Y-%m-%dT%H:%M:%SZ)" \
	'{time: $time, lucus: $lucus} + .' "$work/results" >> "$out/results.jsonl"
printf '%-10s %6s %6s %6s  %6s %6s %6s  %s\n' repository pairs recall amb exact unique amb 'what is missed most'
jq -r '[.repository, .pairs, .recall, .recall_ambiguous, .precision.exact.percent, .precision.unique.percent,
	.precision.ambiguous.percent, (.causes[:2] | map("\(.pairs) \(.cause)") | join("; "))] |
	map(. // "-") | @tsv' "$work/results" | while IFS="$tab" read -r a b c d e f g h; do
	printf '%-10s %6s %6s %6s  %6s %6s %6s  %s\n' "$a" "$b" "$c" "$d" "$e" "$f" "$g" "$h"
done
exit $missing
