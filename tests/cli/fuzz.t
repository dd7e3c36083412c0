#!/bin/sh
# SPDX-License-Identifier: MIT
# What fuzzing has found, and what it began with, once more: every file of tests/fuzz/corpus.
. "$(dirname "$0")/lib.sh"

for target in "$top"/tests/fuzz/fuzz_*.c; do
	name=$(basename "$target" .c)
	run env TMPDIR="$tmp" "$(dirname "$LUCUS")/tests/$name" "$top/tests/fuzz/corpus/${name#fuzz_}"
	is "$name: every file of its corpus is read or rejected" "$status $(printf '%s\n' "$out" | grep -c '^not ok')" '0 0'
	isnt "$name: there are such files" "$(printf '%s\n' "$out" | grep -c '^ok')" 0
done
done_testing
