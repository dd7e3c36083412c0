#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus query: its formats, its questions, its strategies, and that the same store and question give the
# same answer.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync t --db t.db > sync.out

# ---- JSON lines ----

q 'add money to the account' -k 3
is 'a question: status' "$status" 0
is 'no word on stderr' "$err" ''
cp "$tmp.out" json.out
ok 'every line is JSON' jq -es 'length == 4 and all(type == "object")' json.out
is 'hits, then their selection' "$(jq -r .record json.out | tr '\n' ' ')" 'hit hit hit selection '
is 'ranks count from 1' "$(jq -r 'select(.record == "hit").rank' json.out | tr '\n' ' ')" '1 2 3 '
is 'scores do not rise' "$(jq -rs '[.[] | select(.record == "hit").score] | . == (sort | reverse)' json.out)" true
like 'the element with these words is there' "$(cat json.out)" '"name":"lib.bank.Account.deposit"'
is 'it is where it says' "$(jq -r 'select(.name == "lib.bank.Account.deposit") | "\(.file_path):\(.start_line)"' json.out)" \
	"lib/bank.py:$(grep -n 'def deposit' t/lib/bank.py | cut -d: -f1)"
is 'the selection' "$(tail -n 1 json.out | jq -c '[.selected_k, .policy, .stopped_reason, .fallback]')" '[3,"fixed","k",null]'
q 'add money to the account' -k 3
is 'the same again' "$out" "$(cat json.out)"

# ---- times ----

is 'no times unless asked: two answers are equal' "$(grep -c times json.out)" 0
q 'add money to the account' -k 3 --times --no-cache
is '--times: the stages' "$(tail -n 1 "$tmp.out" | jq -c '.times | keys_unsorted')" \
	'["open","bm25","vector","graph","rerank","select","read","cached"]'
is 'each that ran has some' "$(tail -n 1 "$tmp.out" | jq -c '.times | [.open, .bm25, .vector, .graph, .rerank, .read] | all(. > 0 and . < 60)')" true
is 'none had to be selected' "$(tail -n 1 "$tmp.out" | jq -c '.times | [.select, .cached]')" '[0,false]'
is 'the rest is the same' "$(jq -c 'del(.times)' "$tmp.out")" "$(jq -c . json.out)"
q 'add money to the account' -k 3 --times --no-cache --adaptive
is 'with --adaptive that takes time' "$(tail -n 1 "$tmp.out" | jq '.times.select > 0')" true
q 'add money to the account' -k 3 --times
is 'a cached answer says so' "$(tail -n 1 "$tmp.out" | jq -c '.times | [.cached, .bm25, .vector, .rerank]')" '[true,0,0,0]'
q 'add money to the account' -k 3 -v --no-cache
like '-v logs them' "$err" 'stage=times open=0\.[0-9]+ bm25=0\.[0-9]+ vector=0\.[0-9]+ graph=0\.[0-9]+ rerank=0\.[0-9]+ select=0\.0+ read=0\.[0-9]+$'
is '-v changes no record' "$out" "$(cat json.out)"
printf '{"query": "deposit"}\n{"query": "stack_push"}\n' > two.jsonl
run sh -c '"$LUCUS" query --db t.db --times --no-cache < two.jsonl'
is 'a second question opens nothing' "$(jq -s '[.[] | select(.times).times.open] | .[0] > 10 * .[1]' "$tmp.out")" true
q 'deposit' -k 1000
is 'fewer hits than asked for' "$(field stopped_reason) $(field selected_k)" "end $(jq -s 'map(select(.record == "hit")) | length' "$tmp.out")"

# ---- other formats ----

jq -r 'select(.record == "hit") | "t/\(.file_path):\(.snippet_line)"' json.out > places
q 'add money to the account' -k 3 --format paths
is 'paths: the places, and nothing else' "$out$err" "$(cat places)"
q 'add money to the account' -k 3 --format text
is 'text: path:line begins each hit' "$(printf '%s\n' "$out" | grep -Eo '^t/[a-z]+/[a-z.]+:[0-9]+')" "$(cat places)"
like 'text: the name' "$out" '^t/lib/bank.py:[0-9]+  method  lib\.bank\.Account\.deposit  '
like 'text: the lines that matter' "$out" '^ +[0-9]+  +"""Add money to the account."""$'
printf '%s\n' "$out" | awk '
	/^t\// { split($1, p, ":"); file = p[1]; best = p[2]; next }
	!NF { next }
	{
		for (i = 0; i < $1; i++) getline line < file
		close(file)
		sub(/^ *[0-9]+[ \t]*/, "")
		sub(/^[ \t]*/, "", line)
		print line == $0 ? "same" : "not " file ":" $0
	}' | sort | uniq -c > lines.out
like 'text: lines have the numbers of the file' "$(cat lines.out)" '^ +1[0-9] same$'
is 'text: all of them' "$(wc -l < lines.out)" 1
is 'snippet_line: the line that has most of the question' \
	"$(jq -r 'select(.rank == 1).snippet_line' json.out)" "$(grep -n 'Add money to the account' t/lib/bank.py | cut -d: -f1)"
jq -j 'select(.name == "lib.bank.Account.deposit").snippet' json.out > snippet
is 'a snippet: its first line is as it is indented' "$(cat snippet)" "$(grep -A 3 'def deposit' t/lib/bank.py)"
q 'add money to the account' -k 3 --format text --max-tokens 1000
like 'text: whole elements have numbers, too' "$out" '^  27  def transfer\(source, target, amount\):$'
q 'add money to the account' -k 3 --format text
like 'text: all of a method begins where it is indented least' "$out" '^  12  def deposit\(self, amount\):$'
esc=$(printf '\033')
unlike 'text: no colours in a file' "$out" "$esc"
printf '%s\n' "$out" > plain.out
NO_COLOR=1 && export NO_COLOR
q 'add money to the account' -k 3 --format text
is 'text: NO_COLOR changes nothing in a file' "$out" "$(cat plain.out)"
q 'add money to the account' -k 3 --format text --color always
unset NO_COLOR
like 'text: --color always colours the path' "$out" "^$esc\[[0-9]+mt/lib/bank.py$esc\[0m:$esc\["
like 'text: the words that matched stand out' "$out" "$esc\[[0-9;]+mmoney$esc\[0m to the $esc"
is 'text: colours are all that it adds' "$(printf '%s\n' "$out" | sed "s/$esc\[[0-9;]*m//g")" "$(cat plain.out)"
q 'add money to the account' -k 3 --format text --color never
is 'text: --color never' "$out" "$(cat plain.out)"
q 'add money to the account' -k 3 --format text --explain
for s in bm25 vector rrf; do
	like "text: --explain shows $s" "$out" "^ +$s +rank [0-9]+ +score [0-9.]+$"
done
like 'text: and what the reranker went by' "$out" '^ +[+][0-9.]+ +[a-z_]+: [a-z]'
q 'add money to the account' -k 3 --explain --by file
is 'parts make the score of the reranker' "$(jq -s '[.[] | select(.record == "hit") | ([.parts[].value] | add) - .stages.rerank.score |
	fabs < 0.001] | unique' -c "$tmp.out")" '[true]'
is 'parts: those that count most first' "$(jq -s '[.[] | select(.record == "hit") | [.parts[].value | fabs] | . == (sort | reverse)] |
	unique' -c "$tmp.out")" '[true]'
is 'parts: the hidden layer is one' "$(jq -s '[.[] | select(.record == "hit") | .parts | any(.feature == "hidden")] | unique' -c "$tmp.out")" '[true]'
q 'add money to the account' -k 3 --explain --strategy hybrid_rrf
unlike 'no parts where nothing is reranked' "$out" '"parts"'
q 'add money to the account' -k 3 --format md
is 'md: a numbered list of places' "$(printf '%s\n' "$out" | sed -n 's/^[0-9]*\. `\([^`]*\)` .*/\1/p')" "$(cat places)"
is 'md: its numbers' "$(printf '%s\n' "$out" | sed -n 's/^\([0-9]*\)\. `.*/\1/p' | tr '\n' ' ')" '1 2 3 '
like 'md: code in a fence' "$out" '^```python$'
is 'md: as many fences are closed' "$(printf '%s\n' "$out" | grep -c '^```$')" 3

# ---- how many ----

for s in bm25 vector vector_only hybrid_rrf; do
	for by in element file; do
		case $by:$s in file:bm25 | file:vector_only) continue ;; esac
		q 'put a job into the queue' -s $s --by $by -k 10 --vector-top-k 1000 --similarity-threshold -1
		jq -c 'select(.record == "hit")' "$tmp.out" > ten
		bad=''
		for k in 1 4; do
			q 'put a job into the queue' -s $s --by $by -k $k --vector-top-k 1000 --similarity-threshold -1
			jq -c 'select(.record == "hit")' "$tmp.out" > some
			head -n $k ten | cmp -s - some || bad="$bad $k"
		done
		[ -s ten ] || bad='no hits'
		is "$s by $by: a larger -k only appends" "$bad" ''
	done
done

q 'deposit' --by file -k 100
paths=$(jq -r 'select(.record == "hit").file_path' "$tmp.out")
is '--by file: each file once' "$(printf '%s\n' "$paths" | sort)" "$(printf '%s\n' "$paths" | sort -u)"
is '--by file: the best first' "$(printf '%s\n' "$paths" | head -n 1)" lib/bank.py
isnt '--by file: more than one' "$(printf '%s\n' "$paths" | wc -l | tr -d ' ')" 1
q 'deposit' -k 1
jq -r 'select(.record == "hit").id' "$tmp.out" > best
q 'deposit' -k 1 --by file
is '--by file: a file stands as its best element' "$(jq -r 'select(.record == "hit").id' "$tmp.out")" "$(cat best)"

# ---- strategies ----

for s in bm25 vector vector_only hybrid_rrf; do
	q 'add money to the account' -s $s --similarity-threshold 0.3
	is "$s: what ran" "$status $(field strategy) $(field fallback)" "0 $s null"
	like "$s: finds it" "$out" '"name":"lib.bank.Account.deposit"'
	case $s in
	bm25) want=bm25 ;; vector*) want=vector ;; *) want=bm25,rrf,vector ;;
	esac
	is "$s: its stages" "$(jq -rs '[.[] | select(.record == "hit").stages | keys[]] | unique | join(",")' "$tmp.out")" $want
done
q 'deposit' -s auto
is 'auto: what ran' "$(field strategy) $(field fallback)" 'bm25_graph_vector_rrf_reranked null'
is 'auto: its stages' "$(jq -rs '[.[] | select(.record == "hit").stages | keys[]] | unique | join(",")' "$tmp.out")" bm25,graph,rerank,rrf,vector
q 'deposit' -s vector_only --similarity-threshold 0.99
is 'vector_only: nothing is so near' "$status $(field selected_k) $(field stopped_reason)" '0 0 no_candidates'
q 'deposit' -s vector_only --similarity-threshold -1 --vector-top-k 2
is 'vector_only: --vector-top-k' "$(field selected_k)" 2
q 'deposit' -s nope
is 'an unknown strategy: status' "$status" 2
is 'no output' "$out" ''
for s in auto bm25 vector vector_only hybrid_rrf; do
	like "its message names $s" "$err" "expected one of .*\\b$s\\b"
done

# ---- words that are nowhere ----

q 'zebra xylophone' -s bm25
is 'nonsense: no hit' "$status $(field selected_k) $(field stopped_reason)" '0 0 no_candidates'
is 'nonsense: its words' "$(field 'unmatched | join(" ")')" 'zebra xylophone'
q 'zebra xylophone'
is 'nonsense with vectors: no hit' "$status $(field selected_k) $(field 'unmatched | join(" ")')" '0 0 zebra xylophone'
q 'zebra deposit'
is 'some words: the others' "$(field 'unmatched | join(" ")')" zebra
like 'some words: hits' "$out" '"name":"lib.bank.Account.deposit"'
q 'zebra xylophone' --format text
is 'nonsense as text: no output' "$status $out" '0 '
like 'nonsense as text: its words' "$err" '^lucus: query: no element holds: zebra, xylophone$'
like 'nonsense as text: nothing' "$err" '^lucus: query: nothing found$'
q 'add money' --format text --path lib --path nosuch
unlike 'a path that nothing fits beside one that has hits: no word of it' "$err" 'fits'
q 'add money' --format text --path nosuch/deep
like 'nothing found: which path no file fits' "$err" "^lucus: query: no file that is stored fits --path 'nosuch/deep', from the root$"
q xyzzy --format text --path lib
unlike 'nothing found where files fit: it is not the path' "$err" 'fits'
q 'what happens, and how do I find zebra' --format text
like 'words that ask are not told' "$err" '^lucus: query: no element holds: zebra$'

# ---- questions on stdin ----

printf '%s\n' '{"id":"a","query":"stack push"}' '{"query":"queue"}' '{"record":"query","id":7,"query":"router"}' > in.jsonl
ok 'questions of a file' sh -c '"$LUCUS" query --db t.db -k 1 < in.jsonl'
is 'ids, and numbers in place of them' "$(jq -c 'select(.record == "selection").query_id' "$tmp.out" | tr '\n' ' ')" '"a" 2 7 '
is 'hits have them too' "$(jq -c 'select(.record == "hit").query_id' "$tmp.out" | tr '\n' ' ')" '"a" 2 7 '
jq -c 'select(.query_id == "a") | .query_id = 1' "$tmp.out" > a.out
q 'stack push' -k 1
is 'as the same question alone' "$(jq -c . "$tmp.out")" "$(cat a.out)"
ok 'questions as text' sh -c '"$LUCUS" query --db t.db -k 1 --format text < in.jsonl'
is 'each stands above its hits' "$(grep '^# ' "$tmp.out" | tr '\n' ' ')" '# stack push # queue # router '

# ---- a store without vectors ----

"$LUCUS" ast t | "$LUCUS" ingest-ast --db n.db --summary > ingest.out
"$LUCUS" index --db n.db > index.out
for s in auto vector vector_only hybrid_rrf; do
	case $s in
	auto) first=bm25_graph_vector_rrf_reranked then=bm25_graph_expanded_reranked ;;
	*) first=$s then=bm25 ;;
	esac
	run "$LUCUS" query 'deposit money' --db n.db -s $s
	is "without vectors, $s: what runs" "$status $(field strategy)" "0 $then"
	is "without vectors, $s: why" "$(field fallback)" "$first: the store has no vectors, run 'lucus embed'"
	like "without vectors, $s: finds it" "$out" '"name":"lib.bank.Account.deposit"'
done
run "$LUCUS" query 'deposit money' --db n.db -s bm25
is 'without vectors, bm25 is no fallback' "$(field strategy) $(field fallback)" 'bm25 null'
# the choice of the knowledge base gives way in eval as it does here, and what ran is named
"$LUCUS" kb set strategy=hybrid_rrf --db n.db > kb.out
run "$LUCUS" query 'deposit money' --db n.db
ran=$(field strategy) why=$(field fallback)
printf '{"query":"deposit money","relevant":["lib.bank.Account.deposit"]}\n' > deposit.jsonl
run "$LUCUS" eval deposit.jsonl --db n.db -k 10 --format json
is 'without vectors, eval takes what takes over the choice of the knowledge base' \
	"$status $(jq -r 'select(.record == "metric").strategy' "$tmp.out" | sort -u)" "0 $ran"
is 'and says so' "$(printf '%s\n' "$err" | head -n 1)" "lucus: eval: used $ran instead of $why"
run "$LUCUS" eval deposit.jsonl --db n.db -k 10 -s hybrid_rrf
is 'but not when it was asked for' "$status" 2
"$LUCUS" kb set strategy=bm25 --db n.db > kb.out
run "$LUCUS" eval deposit.jsonl --db n.db -k 10 --format json
is 'a choice that is supported runs' "$(jq -r 'select(.record == "metric").strategy' "$tmp.out" | sort -u)" bm25
unlike 'without a word about another' "$err" instead
"$LUCUS" kb set strategy=auto --db n.db > kb.out
run "$LUCUS" query 'deposit money' --db n.db --format paths
like 'without vectors: a person is told' "$err" '^lucus: query: used bm25_graph_expanded_reranked instead of bm25_graph_vector_rrf_reranked: the store has no vectors'
run "$LUCUS" query 'deposit money' --db n.db --format paths -q
is 'but with -q' "$err" ''

# ---- the way to a store does not matter ----

sed 's/deposit/pay_in/g' t/lib/bank.py > t/lib/new.py
mv t/lib/new.py t/lib/bank.py
mv t/svc/queue.go t/svc/line.go
rm t/web/render.js
printf 'def late(cart):\n    """Pay for the cart at the end."""\n    return cart.total\n' > t/lib/late.py
ok 'sync after changes' "$LUCUS" sync t --db t.db
ok 'a new store' "$LUCUS" sync t --db clean.db
printf '{"query":"%s"}\n' 'pay in money' 'put a job into the queue' 'stack push' 'escape html' 'cart total' 'route path' > in.jsonl
for s in bm25 vector hybrid_rrf auto; do
	"$LUCUS" query --db t.db -s $s < in.jsonl | jq -c 'del(.synced)' > one
	"$LUCUS" query --db clean.db -s $s < in.jsonl | jq -c 'del(.synced)' > two
	ok "$s: the same answers from both" cmp one two
	like "$s: what is new is found" "$(cat one)" '"name":"lib.late.late"'
done
unlike 'what is gone is not' "$(cat one)" 'web/render.js|svc/queue.go'

# ---- a terminal ----

if ! script -qec true /dev/null < /dev/null > /dev/null 2>&1; then
	skip 'a terminal shows colours' 'no script(1)'
else
	run script -qec 'TERM=xterm "$LUCUS" query stack --db t.db -k 1' /dev/null
	like 'a terminal shows text in colours' "$out" "^$esc\[[0-9]+mt/src/stack\.[ch]$esc\[0m:$esc\[[0-9]+m[0-9]+$esc\[0m"
	like 'and path:line' "$(printf '%s\n' "$out" | sed "s/$esc\[[0-9;]*m//g")" '^t/src/stack\.[ch]:[0-9]+  '
	run script -qec 'NO_COLOR=1 TERM=xterm "$LUCUS" query stack --db t.db -k 1' /dev/null
	like 'NO_COLOR: text' "$out" '^t/src/stack\.[ch]:[0-9]+  '
	unlike 'NO_COLOR: no colours' "$out" "$esc\["
	run script -qec 'TERM=xterm "$LUCUS" query stack --db t.db -k 1 --format json' /dev/null
	is 'json on a terminal is json' "$(printf '%s\n' "$out" | tr -d '\r' | jq -r .record | tr '\n' ' ')" 'hit selection '

	# names of files, code and documentation that would steer the terminal
	mkdir -p "evil/d${esc}[31m"
	printf 'def odd_place():\n    """An odd place %s[2J%s]0;owned\007 \342\200\256 now."""\n    return "%s[31m"\n\n\ndef near_it():\n    odd_place()\n' \
		"$esc" "$esc" "$esc" > "evil/d${esc}[31m/f.py"
	"$LUCUS" sync -q evil --db evil.db > sync.out
	for f in text md; do
		for c in 'query odd_place' 'query odd_place --answer' 'query odd_place --lazy' 'expand odd_place' 'graph callers odd_place'; do
			cmd="NO_COLOR=1 TERM=xterm \"\$LUCUS\" $c --db evil.db --format $f"
			run script -qec "$cmd" /dev/null
			like "$c, $f: is shown" "$out" 'odd_place'
			unlike "$c, $f: nothing steers the terminal" "$out" "$esc|$(printf '\007|\342\200\256')"
		done
	done
fi

# ---- how many are wanted ----

mkdir amounts
printf 'class AllError(Exception):\n    """All of all errors: all."""\n\n\ndef all_errors():\n    """All."""\n    return all(every)\n' > amounts/all.py
printf 'class StackException(Exception):\n    """Raised by the stack."""\n\n\nclass QueueException(Exception):\n    """Raised by the queue."""\n' > amounts/errors.py
"$LUCUS" sync amounts --db amounts.db > sync.out
scores() {
	run "$LUCUS" query "$1" -k 9 --db amounts.db
	jq -c 'select(.record == "hit") | [.name, .score]' "$tmp.out" > "$2"
}
scores 'list exception classes' bare.out
for w in all every 'all the' All; do
	scores "list $w exception classes" some.out
	is "'$w' is no word that is looked for" "$(cat some.out)" "$(cat bare.out)"
done
scores 'keep exception classes' bare.out
scores 'keep all exception classes' some.out
isnt 'it is one of what is done' "$(cat some.out)" "$(cat bare.out)"
scores 'list exception classes' bare.out
scores 'list "all" exception classes' some.out
isnt 'quoted it is one' "$(cat some.out)" "$(cat bare.out)"
run "$LUCUS" query 'all_errors' -k 1 --db amounts.db
is 'as part of a name it is one' "$(jq -r 'select(.record == "hit").name' "$tmp.out")" amounts.all.all_errors

done_testing
