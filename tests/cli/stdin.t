#!/bin/sh
# SPDX-License-Identifier: MIT
# What comes on standard input: unknown fields pass through, lines are questions, what would be ignored is an error.
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync t --db t.db > sync.out
j() {
	printf '%s\n' "$out" | jq -c "$@"
}

# ---- unknown fields ----

tag='{"query":"add money to the account","id":"q1","tag":{"deep":[1,null,"ü"]},"score":7,"text":"mine","name":"mine"}'
printf '%s\n' "$tag" > tag.jsonl
run "$LUCUS" query --db t.db -k 2 --answer < tag.jsonl
is 'query: a tag is on hits, selection and answer' "$(j '[.record, .tag.deep]')" '["hit",[1,null,"ü"]]
["hit",[1,null,"ü"]]
["selection",[1,null,"ü"]]
["answer",[1,null,"ü"]]'
is 'but not over their own fields' "$(j 'select(.record == "hit") | .score == 7 or .name == "mine"' | sort -u) $(j '
	select(.record == "answer") | .text == "mine"')" 'false false'
is 'no field stands twice' "$(printf '%s\n' "$out" | grep -c '"score":.*"score":7')" 0
is 'a second question does not have the tag of the first' \
	"$(printf '%s\n{"query":"money"}\n' "$tag" | "$LUCUS" query --db t.db -k 1 | jq -c 'select(.query_id == 2) | .tag' | sort -u)" null
run sh -c '"$LUCUS" expand --db t.db < tag.jsonl | "$LUCUS" query --db t.db -k 2'
is 'through expand | query' "$(j '[.record, .tag.deep[0]]')" '["hit",1]
["hit",1]
["selection",1]'
run sh -c '"$LUCUS" query --db t.db -k 2 < tag.jsonl | "$LUCUS" expand --db t.db'
is 'through query | expand' "$(j '[.record, .tag.deep[0]]')" '["expansion",1]'

# ---- questions ----

run "$LUCUS" query --db t.db -k 3 add money
a=$(j 'del(.query_id)')
run "$LUCUS" query --db t.db -k 3 'add money'
is 'query: operands are one question' "$a" "$(j 'del(.query_id)')"
run "$LUCUS" expand --db t.db Account.deposit transfer
is 'expand: so are its' "$(j .query)" '"Account.deposit transfer"'
printf 'add money\n\n  take the first job  \n{"query":"escape text","id":"x"}\nüber\n' > lines
run "$LUCUS" query --db t.db -k 1 < lines
is 'lines without a record are questions' "$status $(j 'select(.record == "selection") | .query_id' | tr '\n' ' ')" '0 1 2 "x" 4 '
is 'trimmed' "$(j 'select(.query_id == 2 and .record == "hit") | .name')" '"svc.Queue.Take"'
run "$LUCUS" expand --db t.db < lines
is 'expand: so they are' "$(j '[.id, .query]' | tr '\n' ' ')" \
	'[1,"add money"] [2,"take the first job"] ["x","escape text"] [4,"über"] '
run sh -c 'printf "a\377b\nadd money\n" | "$LUCUS" query --db t.db -k 1'
is 'what is not UTF-8 is rejected' "$status $(j .record | tr '\n' ' ')" '3 "error" "hit" "selection" '
like 'with its line' "$err" '^lucus: query: -:1: the question is not UTF-8'

# ---- a line has a limit ----

awk 'BEGIN { printf "{\"query\":\""; for (i = 0; i < 2000; i++) printf "x"; print "\"}"; print "{\"query\":\"money\"}" }' > long.jsonl
run "$LUCUS" query --db t.db -k 1 --max-line 1000 < long.jsonl
is 'a line that is too long is rejected' "$status $(j '[.record, .line]' | tr '\n' ' ')" '3 ["error",1] ["hit",null] ["selection",null] '
like 'with its number, its length and the limit' "$err" 'query: -:1: the line has 2012 bytes, more than the 1000'
run env LUCUS_MAX_LINE=100 "$LUCUS" ingest-ast --db new.db < long.jsonl
is 'of other stages, too' "$status $(j 'select(.record == "error") | .line' | tr '\n' ' ')" '3 1 2 '
awk 'BEGIN { s = "xxxxxxxxxxxxxxxx"; while (length(s) < 1048576) s = s s; printf "{\"query\":\""; for (i = 0; i < 17; i++) printf "%s", s; print "\"}" }' > huge
# a sanitizer's own memory is beyond any limit
if [ -n "$slow" ]; then run sh -c 'exec "$LUCUS" expand --db t.db < huge'
else run sh -c 'ulimit -v 200000 2> /dev/null; exec "$LUCUS" expand --db t.db < huge'; fi
[ "$slow" ] || is '16 MiB without a word' "$status $(j .line)" '3 1'

# ---- controls ----

run "$LUCUS" expand --db t.db <<'X'
{"query":"a\u009bb\u007f","t\u0085":"\u0090"}
X
unlike 'C1 controls of JSON are escaped' "$(printf '%s' "$out" | od -An -tx1 | tr -d '\n')" 'c2 [89]|7f'
is 'and come back' "$(j '[.query, .["t\u0085"]]')" "$(jq -nc '["a\u009bb\u007f","\u0090"]')"

# ---- paths of records ----

printf '{"type":"function","name":"f","file_path":"%s","code":"x"}\n' ./a.py b//c/../d.py x/../../out.py .. a.py/ e/.. > odd.jsonl
run "$LUCUS" ingest-ast --db odd.db < odd.jsonl
is 'paths that leave the root are refused' "$status $(j 'select(.record == "error") | .line' | tr '\n' ' ')" '3 3 4 6 '
like 'with the reason' "$err" "-:3: field 'file_path' leads out of the root: 'x/../../out.py'"
is 'others are made plain' "$(j 'select(.record == "node") | .file_path' | tr '\n' ' ')" '"a.py" "b/d.py" '
is 'and so are the ids made of them' "$(j 'select(.file_path == "a.py") | .id')" \
	"$(printf '{"type":"function","name":"f","file_path":"a.py"}\n' | "$LUCUS" ingest-ast --db one.db | jq -c 'select(.record == "node") | .id')"

# ---- a store in its tree, and one that may not be read ----

tree in
(cd in && "$LUCUS" sync --db x.db && echo '{"query":"money"}' | "$LUCUS" query --db x.db) > in.out
touch in/x.db-ledger in/x.db-ledger-wal in/x.db-journal
is 'none of its files is in the store' "$(cd in && "$LUCUS" sync --db x.db > ../in.out; sqlite3 x.db "SELECT path FROM file WHERE path LIKE 'x.db%' AND reason IS NULL")" ''
is 'nor is one parsed' "$(cd in && "$LUCUS" ast | jq -r .file_path | grep -c x.db)" 0
mkdir -m 777 shut
cp t.db shut/t.db
chmod 644 shut/t.db
chmod 000 shut/t.db
mean "$LUCUS" query --db shut/t.db money > mean.out 2> mean.err
s=$?
if [ "$s" = 99 ]; then skip 'a store that may not be read' 'no setpriv'; else
	is 'a store that may not be read' "$s" 1
	like 'is told as that' "$(cat mean.err)" 'Permission denied'
fi

# ---- what would be ignored ----

written='until [ -e written ]; do sleep .02; done'
if [ -e "/proc/$$/fd/0" ]; then
	piped() { # NAME COMMAND: data is in the pipe before the command starts
		rm -f written
		run sh -c "{ echo x; : > written; } | { $written; exec \"\$LUCUS\" $2; }"
		is "$1: piped and ignored" "$status" 2
		like "$1: it says so" "$err" "${3-keeps what is piped in from being read}"
	}
	# the shell in between holds the pipe, too, until it becomes the program
	piped query 'query --db t.db -k 1 money'
	piped expand 'expand --db t.db money'
	piped ast 'ast t/src' "^lucus: ast: what is piped in is read at the operand '-' only"
	piped ingest-ast 'ingest-ast t --db new.db'
	piped sync 'sync t --db t.db' "^lucus: sync: what is piped in is read at the operand '-' only"
	piped show 'show deposit --db t.db'
	piped index 'index --check --db t.db'
fi
printf 'money\naccount\nqueue\n' > words
# shellcheck disable=SC2016
loop='while read -r x; do "$LUCUS" query --db t.db -k 1 --format paths "$x" || exit; done'
run sh -c "$loop < words"
is 'a loop over a file is none' "$status $(printf '%s\n' "$out" | wc -l | tr -d ' ')" '0 3'
rm -f written
run sh -c "{ cat words; : > written; } | { $written; $loop; }"
is 'nor one over a pipe' "$status $(printf '%s\n' "$out" | wc -l | tr -d ' ')" '0 3'
run "$LUCUS" query --db t.db -k 1 money < words
is 'nor a file' "$status" 0
run "$LUCUS" query --db t.db -k 1 money < /dev/null
is 'nor nothing' "$status" 0
run sh -c ': | "$LUCUS" query --db t.db -k 1 money'
is 'nor an empty pipe' "$status" 0
run sh -c 'sleep 2 | "$LUCUS" query --db t.db -k 1 money'
is 'nor one that nobody writes to yet' "$status" 0

done_testing
