#!/bin/sh
# SPDX-License-Identifier: MIT
# Index lucus's own source and a larger tree that the machine already has, and ask each a question.
# The stores are put into build/demo.
set -eu
cd "$(dirname "$0")/.."

lucus=build/lucus
out=build/demo
rm -rf "$out"
mkdir -p "$out"

# Show a command, then run it. In a terminal lucus colours by itself.
show() {
	printf '\n$ lucus'
	for a; do
		case $a in *[!A-Za-z0-9_./=-]*) printf " '%s'" "$a" ;; *) printf ' %s' "$a" ;; esac
	done
	printf '\n'
	if [ -t 1 ]; then "$lucus" "$@"; else "$lucus" "$@" --format text; fi
}

echo "== lucus reads its own source and answers a question about it"
show sync . --db "$out/lucus.db"
show query 'how are ignore rules applied' -k 5 --db "$out/lucus.db"

echo
if tree=$(scripts/system-tree.sh); then
	case $tree in
	*/python3*) question='split a shell command line into words' ;;
	*/nodejs | */node_modules) question='does a version satisfy a range' ;;
	*) question='wait until a mutex is free and lock it' ;;
	esac
	echo "== the same with a larger tree of this machine: $tree"
	show sync "$tree" --db "$out/tree.db"
	show query "$question" -k 5 --db "$out/tree.db"
else
	echo "== this machine has no larger tree of source code to show"
fi

cat <<EOF

== now with code of your own
  cd YOUR-PROJECT
  $PWD/$lucus sync
  $PWD/$lucus query 'what you want to know'

$lucus help lists the commands; make install puts it on your PATH.
EOF
