#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus query -i: questions one after the other, hits in the editor, the history.
# shellcheck disable=SC2016,SC2059
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync t --db t.db > sync.out
cat > edit.sh <<'EOF'
#!/bin/sh
printf '<%s>' "$@" >> opened
echo >> opened
[ ! -e fail ]
EOF
chmod +x edit.sh

talk() {
	printf "$1" > lines
	shift
	rm -f opened
	run sh -c '"$LUCUS" query -i --db t.db "$@" < lines' sh "$@"
}

talk 'add money to the account\n' -k 2
is 'a question: status' "$status" 0
is 'its hits are numbered' "$(printf '%s\n' "$out" | grep -Eo '^[0-9]+\. t/[a-z]+/[a-z.]+:[0-9]+')" \
	"$("$LUCUS" query 'add money to the account' --db t.db -k 2 --format paths | awk '{ print NR ". " $0 }')"
is 'no prompt where nobody types' "$(printf '%s\n' "$out" | grep -c 'lucus>')" 0
line=$("$LUCUS" query 'def deposit' --db t.db -k 1 --format paths | cut -d: -f2)
isnt 'the best line is not the first of the file' "$line" 1
EDITOR='./edit.sh -f  --wait' talk 'def deposit\n1\n' -k 1
is 'a number opens that hit, at its line' "$(cat opened)" "<-f><--wait><+$line><$tmp/t/lib/bank.py>"
EDITOR='./edit.sh; touch shell' talk 'def deposit\n1\n' -k 1
like 'no shell sees it' "$err" "cannot run the editor './edit.sh;': No such file or directory"
nok 'nothing was run' test -e shell
touch fail
EDITOR=./edit.sh talk 'def deposit\n1\nstack\n' -k 1
rm fail
like 'an editor that fails is reported' "$err" "^lucus: query: the editor './edit.sh' failed$"
like 'and the talk goes on' "$out" '1\. t/src/stack\.[ch]:'
EDITOR=./edit.sh talk '1\ndef deposit\n2\n"1"\n0\n99999999999999999999\n' -k 1
is 'numbers of no hit open nothing' "$status $(cat opened 2> /dev/null)" '0 '
like 'and say so' "$err" '^lucus: query: there is no hit 2$'
EDITOR=./edit.sh talk 'q\ndef deposit\n1\n' -k 1
is 'q ends' "$status$out$(cat opened 2> /dev/null)" 0
talk '\n  \n?\n' -k 1
like '? helps' "$out" 'opens that hit in \$EDITOR'
EDITOR=./edit.sh talk '1\n' 'def deposit' -k 1
is 'TEXT is the first question' "$(cat opened)" "<+$line><$tmp/t/lib/bank.py>"
talk "$(awk 'BEGIN { while (i++ < 10001) printf "x" }')\nstack\n" -k 1
like 'a bad question is reported' "$err" 'the query has 10001 characters'
like 'and the next one answered' "$out" '1\. t/src/stack\.[ch]:'
is 'no history where nobody types' "$(ls t.db.history 2> /dev/null)" ''

if ! script -qec true /dev/null < /dev/null > /dev/null 2>&1; then
	skip 'a terminal: history' 'no script(1)'
else
	export TERM=xterm
	answers() { # N
		[ "$(grep -c 'lib/bank.py:' tty.out)" -ge "$1" ]
	}
	{
		await grep -q 'lucus>' tty.out
		printf 'deposit money\n'
		await answers 1
		printf '\033[A\n'
		await answers 2
		printf 'q\n'
	} 2> /dev/null | script -qec '"$LUCUS" query -i --db t.db -k 1 --color never' /dev/null > tty.out
	like 'a terminal: a prompt' "$(cat tty.out)" '^lucus> '
	is 'a terminal: arrow up asks again' "$(grep -c 'lib/bank.py:' tty.out)" 2
	like 'a terminal: the history stays' "$(cat t.db.history)" 'deposit'
	is 'a terminal: for its owner alone' "$(stat -c %a t.db.history)" 600
fi

done_testing
