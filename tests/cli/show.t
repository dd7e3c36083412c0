#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus show: sources, records, outlines, what stands around, hits on stdin, files that have changed.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync t --db t.db > sync.out

s() {
	run "$LUCUS" show --db "$tmp/t.db" "$@"
}

numbered() {
	awk -v from="$2" -v to="$3" 'NR >= from && NR <= to { printf "%*d%s%s\n", length(to) + 2, NR, $0 == "" ? "" : "  ", $0 }' "$1"
}

s Account.deposit --format text
is 'the source with its numbers' "$out" "t/lib/bank.py:12  method  lib.bank.Account.deposit
$(numbered t/lib/bank.py 12 15)"
is 'no warning' "$err" ''
cp "$tmp.out" deposit
s Account.deposit
is 'the record' "$(printf '%s\n' "$out" | jq -c '[.record, .name, .start_line, .stale]')" '["element","lib.bank.Account.deposit",12,null]'
id=$(printf '%s\n' "$out" | jq -r .id)
for o in "$id" t/lib/bank.py:13 "$tmp/t/lib/bank.py:12" bank.py:15 'Account::deposit'; do
	s "$o" --format text
	is "show $o" "$out" "$(cat deposit)"
done
cd t/src || exit 1
s ../lib/bank.py:13 --format text
cd "$tmp" || exit 1
is 'from another folder' "$(printf '%s\n' "$out" | head -n 1)" '../lib/bank.py:12  method  lib.bank.Account.deposit'
s t/lib/bank.py --format text
like 'a path: its outline' "$out" '^  12-15  *method  lib\.bank\.Account\.deposit$'
is 'all that it holds' "$(printf '%s\n' "$out" | wc -l)" 8
s Account --outline --format text
is '--outline' "$(printf '%s\n' "$out" | grep -c method)" 3
s lib.bank --format text
like 'the name of a module: its source' "$out" '^   1  """Accounts and transfers\."""$'
s Account.deposit --around 3 --format text
is '--around' "$(printf '%s\n' "$out" | tail -n +2)" "$(numbered t/lib/bank.py 9 18)"
s Account.deposit --around 1000 --format text
is '--around: no more than there is' "$(printf '%s\n' "$out" | tail -n +2)" "$(numbered t/lib/bank.py 1 30)"
s Account.deposit stack_pop --format lines
is 'lines' "$out" 't/lib/bank.py:12: lib.bank.Account.deposit: method
t/src/stack.c:21: stack_pop: function'
printf 'def stack_pop():\n    return 2\n' > t/lib/other.py
"$LUCUS" sync t --db t.db > sync.out
s stack_pop --format text
is 'several: status' "$status" 0
is 'several: a list' "$(printf '%s\n' "$out" | cut -d' ' -f1 | tr '\n' ' ')" 't/lib/other.py:1 t/src/stack.c:21 '
like 'several: what to give' "$err" "^lucus: show: 2 elements have the name 'stack_pop': give PATH:LINE of one$"
s nobody
like 'nobody' "$status $err" "^1 lucus: show: no element 'nobody'"
run sh -c '"$LUCUS" query "add money to the account" -k 3 --db t.db | "$LUCUS" show --db t.db --format text'
is 'query | show: status' "$status$err" 0
like 'query | show' "$out" '^t/lib/bank\.py:12  method  lib\.bank\.Account\.deposit$'
run sh -c '"$LUCUS" query "add money to the account" -k 3 --db t.db | "$LUCUS" show --db t.db'
is 'query | show: records' "$(printf '%s\n' "$out" | jq -r .record | sort | uniq -c | tr -s ' ')" ' 3 element'
run sh -c '"$LUCUS" ast t/src/stack.c --root t | "$LUCUS" show --db t.db'
is 'ast | show' "$status" 0
run sh -c 'printf "{\"record\":\"hit\",\"id\":\"x\"}\n{\"record\":\"hit\"}\n{}x\n" | "$LUCUS" show --db t.db'
is 'bad records: status' "$status $(printf '%s\n' "$out" | jq -r .record | tr '\n' ' ')" '3 error error error '
sed -i 's/amount must be positive/too little/; 1a # more' t/lib/bank.py
s Account.deposit --format text
like 'a file that has changed is told' "$err" "^lucus: show: t/lib/bank\.py has changed since it was stored: run 'lucus sync'$"
is 'and the element found again' "$(printf '%s\n' "$out" | head -n 1)" 't/lib/bank.py:13  method  lib.bank.Account.deposit'
s Account.deposit
is 'records are stale' "$(printf '%s\n' "$out" | jq .stale)" true
rm t/lib/bank.py
s Account.deposit --around 2 --format text
like 'a file that is gone' "$err" '^lucus: show: t/lib/bank\.py is gone since it was stored'
like 'what is stored is shown' "$out" 'def deposit'
s --around -1 x
is 'wrong usage' "$status" 2
if ! script -qec true /dev/null < /dev/null > /dev/null 2>&1; then
	skip 'coloured on a terminal' 'no script(1)'
else
	run script -qec 'TERM=xterm "$LUCUS" show stack_push --db t.db' /dev/null < /dev/null
	like 'coloured on a terminal' "$out" "$(printf '\033')\\[1mstack_push"
fi

done_testing
