#!/bin/sh
# SPDX-License-Identifier: MIT
# Index lucus's own source and a larger tree that the machine already has, and ask each a question.
# The stores are put into OUT, which is build/demo; LUCUS names another program than build/lucus. Exit status 1: an answer is not the one that is known to be right.
set -eu
cd "$(dirname "$0")/.."

lucus=${LUCUS-build/lucus}
out=${OUT-build/demo}
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

# ask STORE TOP WANT QUESTION: fails unless one of the first TOP hits is WANT, an extended regular expression over the
# path and the name.
ask() {
	show query "$4" -k 5 --db "$out/$1.db"
	"$lucus" query "$4" -k "$2" --db "$out/$1.db" --format json |
		sed -n 's/.*"record":"hit"[^[{]*"name":"\([^"]*\)"[^[{]*"file_path":"\([^"]*\)".*/\2 \1/p' > "$out/found"
	grep -Eqx "$3" "$out/found" || {
		echo "demo: the first $2 hits should hold '$3', and are: $(tr '\n' ';' < "$out/found")" >&2
		wrong=1
	}
}
wrong=0

echo "== lucus reads its own source and answers a question about it"
show sync . --db "$out/lucus.db"
# the first may be this file, which says these very words
ask lucus 2 'src/walk/(ignore|rules)\..*' 'how are ignore rules applied'

echo
if tree=$(scripts/system-tree.sh); then
	echo "== the same with a larger tree of this machine: $tree"
	show sync "$tree" --db "$out/tree.db"
	case $tree in
	*/python3*) ask tree 1 'shlex\.py shlex\.split' 'split a shell command line into words' ;;
	*/nodejs | */node_modules) ask tree 5 '.*/satisfies.*' 'does a version satisfy a range' ;;
	*) ask tree 5 '.*pthread_mutex_lock' 'wait until a mutex is free and lock it' ;;
	esac
else
	echo "== this machine has no larger tree of source code to show"
fi

cat <<END

== now with code of your own
  cd YOUR-PROJECT
  $PWD/$lucus sync
  $PWD/$lucus query 'what you want to know'

$lucus help lists the commands; make install puts it on your PATH.
END
exit "$wrong"
