#!/bin/sh
# SPDX-License-Identifier: MIT
# The trainer of what stands for words, on repositories of our own: what is documented as an automobile is a car in code.
. "$(dirname "$0")/lib.sh"
trainer=train-expansion
. "$top/tests/cli/train-lib.sh"

train first -f 4
is 'status' "$status$out" 0
like 'what four repositories agree on' "$err" ' of 4 repositories or more$'
like 'a car is an automobile' "$(cat first)" '^automobil car [0-9]+'
like 'what is bought was purchased' "$(cat first)" '^purchas (deal|buy) [0-9]+'
nok 'not the other way round' grep -q '^car ' first
nok 'a word does not stand for itself' grep -qE '^([a-z]+) (.* )?\1 ' first
train second -f 4
ok 'the same records, the same table' cmp first second
train third -f 5
nok 'five repositories agree on nothing' grep -q . third
run env B="$B" "$B/train-expansion" -z "$tmp/records/set" "$tmp/no"
is 'a wrong option' "$status" 1

done_testing
