#!/bin/sh
# SPDX-License-Identifier: MIT
# What measures lucus runs: once, on a small tree. The figures are of no interest here.
. "$(dirname "$0")/lib.sh"

bench=$(dirname "$LUCUS")/bench

tree work
many work 12 4
printf '# Notes\n\nNo grammar reads this.\n' > work/NOTES.md
printf 'Nor this.\n' > work/notes.txt
printf 'Title\n=====\n\nNor this.\n' > work/notes.rst
printf '{"nor": "this"}\n' > work/data.unknown

# ---- parse_only ----

(cd work && find . -type f | sed 's,^\./,,' | sort) > list
code=$(grep -cE '\.(py|c|h|js|ts|go)$' list)
run "$bench/parse_only" work list
is 'parse_only: files without a grammar are left out' "$status $(printf '%s' "$out" | awk '{ print $1 }')" "0 $code"

# ---- runtime ----

run "$bench/runtime" -n 2 ::: yes true ::: - touch prepared ::: no false
is 'runtime: each command that is measured has a line' "$status $(printf '%s\n' "$out" | awk '{ print $1, $2, $8 }' | tr '\n' ' ')" \
	'0 yes 2 0 no 2 1 '
ok 'runtime: the others run, too' test -f prepared

# ---- on a store ----

"$LUCUS" sync -q work --db work.db > sync.out
printf 'stack push\nkeeps the goods\n' > questions
run "$bench/expand" work.db < questions
is 'expand: its figures' "$status $(printf '%s' "$out" | awk '{ print (NF >= 5 && $1 > 0) }')" '0 1'
run "$bench/vectors" work.db < questions
is 'vectors: its figures' "$status $(printf '%s' "$out" | awk '{ print (NF == 4 && $3 > 0) }')" '0 1'

# ---- make bench ----

tree=$PWD/work
run env B="$(dirname "$LUCUS")" N=1 LIMIT=20 WORD=return "$top/scripts/bench.sh" "$tree"
is 'make bench: it ends well' "$status" 0
like 'and has measured sync' "$out" '^sync +[0-9.]+ s '
like 'and what it is compared with' "$out" '^tree-sitter alone, same files and threads +[0-9.]+ s '
[ "$status" = 0 ] || note "$out $err"

done_testing
