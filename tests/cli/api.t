#!/bin/sh
# SPDX-License-Identifier: MIT
# What lucus serve answers: the same as lucus query, member by member; what it refuses; and nothing of another tenant.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

ldconfig -p 2> /dev/null | grep -q libmicrohttpd.so.12 || skip_all 'libmicrohttpd is not installed'

# Start a server of t.db, and wait until it listens: $url is where, $server its process.
start() {
	rm -f "$tmp/ready"
	mkfifo "$tmp/ready"
	"$LUCUS" serve --db t.db --listen 127.0.0.1:0 > "$tmp/ready" 2> "$tmp/log" &
	server=$!
	servers="$servers $server"
	read -r line < "$tmp/ready"
	url=$(printf '%s\n' "$line" | jq -r .url)
}
stop() {
	kill "$server"
	wait "$server"
}

# PATH [ARGS]: $code and $out. post PATH BODY [ARGS]
get() {
	path=$1
	shift
	run curl -s -m 60 -w '\n%{http_code}' "$@" "$url$path"
	code=$(printf '%s\n' "$out" | tail -n 1)
	out=$(printf '%s\n' "$out" | sed '$d')
}
post() {
	path=$1 body=$2
	shift 2
	printf '%s' "$body" > "$tmp/body"
	get "$path" -H 'Content-Type: application/json' --data-binary "@$tmp/body" "$@"
}

# What differs from one time to the next is left out: seconds, and whether it came from a cache.
steady='del(.answer.seconds, .answer.times, .answer.cached, .selection.times)'
# same NAME PATH BODY ARGS...: the reply has what lucus query ARGS prints.
same() {
	name=$1 at=$2 body=$3
	shift 3
	run env LUCUS_NO_CACHE=1 "$LUCUS" query --db t.db --format json "$@" # the server must not find its answers
	[ "$status" = 0 ] || fail "$name: lucus query" "$err"
	printf '%s\n' "$out" | jq -S -s "{hits: map(select(.record == \"hit\")), selection: map(select(.record == \"selection\"))[0],
		answer: map(select(.record == \"answer\"))[0]} | $steady" > want
	post "$at" "$body"
	[ "$code" = 200 ] || fail "$name: status $code" "$out"
	printf '%s\n' "$out" | jq -S ".data | {hits, selection, answer} | $steady" > got
	if cmp -s want got && [ "$(jq '.hits | length' got)" != 0 ]; then pass "$name"; else fail "$name" "$(diff want got)"; fi
}

printf '*\ttext\tMoney goes from one account to another [1]. It is checked first [2].\n' > rules
serve -r rules
tree work
"$LUCUS" sync -q work --db t.db > sync.out
for kb in tuned near broad; do "$LUCUS" sync -q work --db t.db --kb $kb > sync.out; done
"$LUCUS" kb set --db t.db --kb tuned strategy=bm25 adaptive=true k_max=3 rrf_k=10 answer_mode=tree context_tokens=900
"$LUCUS" kb set --db t.db --kb near lazy=true lazy_max_entities=5 top=2
"$LUCUS" kb set --db t.db --kb broad lazy_graph=true lazy_graph_budget=20
export LUCUS_LLM_URL="$api/v1" LUCUS_LLM_MODEL=m LUCUS_LLM_KEY=sk-never-to-be-seen
start

# ---- the same as the command ----

same 'a question' /query '{"text":"add money to the account"}' 'add money to the account'
same 'so many hits' /query '{"text":"stack","k":3}' stack -k 3
same 'files' /query '{"text":"stack","by":"file"}' stack --by file
same 'explained' /query '{"text":"queue of jobs","explain":true}' 'queue of jobs' --explain
same 'sources' /query '{"text":"queue of jobs","max_tokens":200}' 'queue of jobs' --max-tokens 200
same 'adaptive' /query '{"text":"escape text for html","adaptive":true,"k_max":4}' 'escape text for html' --adaptive --k-max 4
same 'as it is written' /query '{"text":"transfr money","correct":false}' 'transfr money' --no-correct
same 'corrected' /query '{"text":"transfr money"}' 'transfr money'
same 'translated' /query '{"text":"Geld auf das Konto"}' 'Geld auf das Konto'
for s in bm25 vector hybrid bm25_graph_vector_rrf_reranked; do
	"$LUCUS" strategies --db t.db --format paths | grep -qx "$s" || continue
	same "strategy $s" /query "{\"text\":\"push a number\",\"strategy\":\"$s\"}" 'push a number' -s "$s"
done
same 'a folder' /query '{"text":"text","filters":{"path":"web/"}}' text --path work/web
same 'a glob, and a language in short' /query '{"text":"text","filters":{"path":["web/*.js"],"language":["java"]}}' \
	text --path 'work/web/*.js' --language java
same 'types in short' /query '{"text":"stack","filters":{"type":["func","proto"]}}' stack --type func --type proto
same 'an answer of the model' /query '{"text":"how is money moved","answer":true}' 'how is money moved' --answer
same 'in another mode' /query '{"text":"how is money moved","answer":true,"mode":"refine","k":6}' \
	'how is money moved' --answer --mode refine -k 6
# each knowledge base has its own settings, and the next one has none of them
for i in 1 2; do
	same "settings of one, $i" /query "{\"text\":\"stack of numbers $i\",\"kb\":\"tuned\"}" "stack of numbers $i" --kb tuned
	same "no settings, $i" /query "{\"text\":\"stack of numbers $i\"}" "stack of numbers $i"
	same "lazy by a setting, $i" /query "{\"text\":\"stack of numbers $i\",\"kb\":\"near\"}" "stack of numbers $i" --kb near
done
same 'an answer in the mode of a setting' /query '{"text":"stack of numbers","kb":"tuned","answer":true}' \
	'stack of numbers' --kb tuned --answer
same 'a lazy answer' /api/v1/lazy-rag/query '{"text":"where is stack_push used","kb":"near","k":4,"max_hops":1}' \
	'where is stack_push used' --kb near --lazy -k 4 --max-hops 1
same 'a lazy graph answer' /api/v1/lazy-graph/query '{"text":"how do accounts and queues work","kb":"broad","max_depth":1}' \
	'how do accounts and queues work' --kb broad --lazy-graph --max-depth 1
requests=$(jq .answer.requests got)
same 'and one with a size of batches' /api/v1/lazy-graph/query '{"text":"how do accounts and queues work","kb":"broad","max_depth":1,"batch_size":3}' \
	'how do accounts and queues work' --kb broad --lazy-graph --max-depth 1 --batch-size 3
ok 'which makes more requests' test "$(jq .answer.requests got)" -gt "$requests"
post /api/v1/lazy-graph/query '{"text":"how do accounts and queues work","kb":"broad","trace":true}'
like 'with its trace' "$(printf '%s\n' "$out" | jq -c '[.data.trace[].record] | unique')" '"relevance","state"'

# ---- what else there is ----

ids=$("$LUCUS" query --db t.db stack_push -k 1 | jq -r 'select(.record == "hit").id')
run "$LUCUS" show --db t.db --format json "$ids"
want=$(printf '%s\n' "$out" | jq -cS .)
get "/api/v1/elements/$ids"
is 'an element' "$(printf '%s\n' "$out" | jq -cS .data.element)" "$want"
run "$LUCUS" strategies --db t.db
want=$(printf '%s\n' "$out" | jq -cS -s .)
get /api/v1/strategies
is 'strategies' "$(printf '%s\n' "$out" | jq -cS .data.strategies)" "$want"
run "$LUCUS" kb list --db t.db
want=$(printf '%s\n' "$out" | jq -cS -s .)
get /api/v1/kbs
is 'knowledge bases' "$(printf '%s\n' "$out" | jq -cS .data.kbs)" "$want"
for g in 'callers grow' 'callees lib.bank.transfer' 'inherits Account' 'impact src/stack.c:7' 'tests grow' communities \
	'communities Account' 'concepts --min-frequency 1'; do
	# shellcheck disable=SC2086 # words
	run "$LUCUS" graph --db t.db --format json $g
	want=$(printf '%s\n' "$out" | jq -cS -s .)
	case $g in *--*) at="concepts?min_frequency=1" ;; *) at=$(echo "$g" | tr ' ' /) ;; esac
	get "/api/v1/graph/$at"
	is "graph $g" "$(printf '%s\n' "$out" | jq -cS .data.records)" "$want"
done
run "$LUCUS" graph --db t.db --format json path lib.bank.transfer check
want=$(printf '%s\n' "$out" | jq -cS -s .)
get '/api/v1/graph/path/lib.bank.transfer?target=check'
is 'graph path' "$(printf '%s\n' "$out" | jq -cS .data.records)" "$want"
run "$LUCUS" expand --db t.db --format json 'where is stack_push used' --max-hops 1
want=$(printf '%s\n' "$out" | jq -cS 'del(.seconds)')
post /api/v1/expand '{"text":"where is stack_push used","max_hops":1}'
is 'an expansion' "$(printf '%s\n' "$out" | jq -cS '.data.expansion | del(.seconds)')" "$want"
get '/api/v1/lazy-rag/status?kb=near'
is 'lazy answers' "$(printf '%s\n' "$out" | jq -c .data.status)" \
	'{"record":"lazy","kb":"near","max_hops":2,"max_entities":5,"communities":true,"model":true}'
get /health
is 'health' "$(printf '%s\n' "$out" | jq -c '[.status, .ready, [.kbs[].name]]')" '["ok",true,["broad","default","near","tuned"]]'

# ---- what is off, missing or wrong ----

post /api/v1/lazy-rag/query '{"text":"x"}'
is 'what is off is not there' "$code" 404
like 'and says how to switch it on' "$out" '"detail":"lazy answers are off: .*LAZY_RAG_ENABLED=true'
post /api/v1/lazy-graph/query '{"text":"x"}'
like 'lazy graph queries, too' "$out" '"status":404,"detail":"lazy graph queries are off: .*LAZY_GRAPH_ENABLED=true'
refused() { # NAME PATH BODY STATUS WORDS
	post "$2" "$3"
	is "$1: $4" "$code" "$4"
	like "$1: says so" "$out" "$5"
}
refused 'no text' /query '{}' 400 "member 'text' is missing"
refused 'another kind' /query '{"text":5}' 400 "member 'text' must be a string, found an integer"
refused 'a number that is none' /query '{"text":"x","k":"5"}' 400 "member 'k' must be an integer, found a string"
refused 'out of range' /query '{"text":"x","k":0}' 400 "member 'k': 0 is out of range 1\.\.1000"
refused 'a fraction' /query '{"text":"x","k":1.5}' 400 "member 'k' must be an integer, found a number"
refused 'unknown' /query '{"text":"x","limit":1}' 400 "unknown member 'limit': expected kb, text, k,"
refused 'unknown inside' /query '{"text":"x","filters":{"lang":"c"}}' 400 "unknown member 'lang' of filters: expected path, language, type"
refused 'no strategy' /query '{"text":"x","strategy":"nope"}' 400 "member 'strategy'.*nope"
refused 'no type' /query '{"text":"x","filters":{"type":"nope"}}' 400 "filter 'type'"
refused 'out of the tree' /query '{"text":"x","filters":{"path":"../.."}}' 400 "filter 'path'"
refused 'twice' /query '{"text":"x","text":"y"}' 400 'duplicate'
refused 'no JSON' /query '{"text":' 400 'not JSON'
refused 'an array' /query '[1]' 400 'the body must be an object, found an array'
refused 'no UTF-8' /query "$(printf '{"text":"\377"}')" 400 'not JSON'
refused 'a mode without an answer' /query '{"text":"x","mode":"tree"}' 400 "member 'mode' needs answer"
refused 'empty' /query '{"text":""}' 400 'the query is empty'
refused 'another knowledge base' /query '{"text":"x","kb":"nope"}' 404 "there is no knowledge base 'nope'"
refused 'a NUL' /query '{"text":"a\u0000b"}' 400 'holds a NUL'
head -c 100000 /dev/zero | tr '\0' '[' > deep
get /query -H 'Content-Type: application/json' --data-binary @deep
is 'deep: 400' "$code" 400
head -c 10000000 /dev/zero | tr '\0' 'a' > large
get /query -H 'Content-Type: application/json' --data-binary @large
is 'large: 413' "$code" 413
get /query -d '{"text":"x"}'
is 'a form: 415' "$code" 415
get /api/v1/graph/callers/grow?depth=x
like 'a parameter of another kind' "$out" "member 'depth': 'x' is not an integer"
get '/api/v1/kbs?x=1'
like 'a parameter where there is none' "$out" "unknown member 'x': expected none"
get /api/v1/graph/nothing/grow
is 'no such question' "$code" 404
get /api/v1/elements/00000000-0000-0000-0000-000000000000
is 'no such element' "$code" 404

# ---- streams ----

post /query '{"text":"how is money moved","answer":true,"k":3}' -H 'Accept: text/event-stream'
is 'a stream: events' "$(printf '%s\n' "$out" | sed -n 's/^event: //p' | uniq | tr '\n' ' ')" 'hit selection token answer '
printf '%s\n' "$out" | sed -n 's/^data: //p' > events
ok 'each is a record' jq -es 'all(has("record"))' events
is 'the pieces are the text' "$(jq -rs 'map(select(.record == "token").text) | add' events)" \
	"$(jq -r 'select(.record == "answer").text' events)"

# ---- the examples of the README ----

sed -n '/^## A service/,/^## Figures/s/^curl /curl -m 60 /p' "$top/README.md" > examples
while read -r example; do
	run sh -c "$(printf '%s\n' "$example" | sed "s,http://127\.0\.0\.1:8642,$url,; s,/NAME,/grow,; s,timeouts are checked,money is moved,")"
	like "$example" "$out" '^[a-zA-Z_.]+$|^event: answer$'
	unlike 'it finds what it says' "$out" '^null$'
done < examples
is 'there are such examples' "$(wc -l < examples | tr -d ' ')" 3

# ---- the page ----

get '/?q=escape+text' -D headers
is 'the page' "$code" 200
like 'with hits' "$out" '<li class="hit">.*escape'
like 'it may nothing but ask here' "$(cat headers)" "^Content-Security-Policy: default-src 'none'; script-src 'self'"
get '/?q=how+is+money+moved&mode=answer'
like 'with an answer' "$out" 'Money goes from one account to another'
get '/?q=how+is+it+paid+for&mode=answer' -H 'Sec-Fetch-Site: cross-site'
unlike 'that a link from elsewhere does not pay for' "$out" 'class="answer"'
get '/?q=x&kb=%3Cscript%3E'
like 'what is wrong is said' "$out" 'role="alert">there is no knowledge base .*&lt;script&gt;'
get /page/main.js -D headers
like 'its files' "$(tr -d '\r' < headers)" '^Content-Type: text/javascript; charset=utf-8$'
get /page/main.js -H "If-None-Match: $(tr -d '\r' < headers | sed -n 's/^ETag: //p')"
is 'that have not changed' "$code" 304
get /page/passwd
is 'and no others' "$code" 404

# ---- the Model Context Protocol ----

initialize='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}'
post /mcp "$initialize" -H 'Accept: application/json, text/event-stream'
is 'mcp: who it is' "$code $(printf '%s\n' "$out" | jq -r '"\(.id) \(.result.protocolVersion) \(.result.serverInfo.name)"')" '200 1 2025-11-25 lucus'
post /mcp '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"escape text"}}}' \
	-H 'MCP-Protocol-Version: 2025-11-25'
like 'mcp: a tool' "$(printf '%s\n' "$out" | jq -r '.result.content[0].text')" 'web/render\.js'
post /mcp '{"jsonrpc":"2.0","method":"notifications/initialized"}'
is 'mcp: a notification has no answer' "$code$out" 202
post '/mcp?kb=nope' "$initialize"
is 'mcp: another knowledge base' "$code" 404
post /mcp '{"jsonrpc":'
is 'mcp: no message' "$code $(printf '%s\n' "$out" | jq .error.code)" '400 -32700'
get /mcp
is 'mcp: there is nothing to get' "$code" 405

# ---- the document ----

get /openapi.json
printf '%s\n' "$out" > openapi.json
is 'OpenAPI' "$(jq -r '"\(.openapi) \(.info.title)"' openapi.json)" '3.1.0 lucus'
is 'each path has operations with replies' "$(jq '[.paths[] | to_entries[] | .value | has("operationId") and has("responses")] | all' openapi.json)" true
is 'each reference leads somewhere' "$(jq -c '. as $d | [.. | objects | ."$ref"? // empty] | unique |
	map(select(. as $r | $d | getpath($r | ltrimstr("#/") | split("/")) == null))' openapi.json)" '[]'
is 'operations have names of their own' "$(jq '[.paths[][].operationId] | length == (unique | length)' openapi.json)" true
post /query '{"text":"stack","answer":true}'
is 'replies have what it says is there' "$(printf '%s\n' "$out" | jq -c --slurpfile d openapi.json \
	'[.data | .hits[], .selection, .answer | . as $r | $d[0].components.schemas[.record].required[] | select(. as $k | $r | has($k) | not)]')" '[]'

# ---- what is counted ----

get /metrics
for m in lazy_rag_query_duration_seconds lazy_rag_entity_count lucus_query_bm25_seconds lucus_query_rerank_seconds; do
	like "a histogram: $m" "$out" "^# TYPE $m histogram\$"
	like "it counts: $m" "$out" "^${m}_count(\{.*\})? [1-9]"
done
like 'requests to models' "$out" '^lazy_rag_llm_calls_total\{mode="[a-z_]+"\} [1-9]'
unlike 'no names, no questions, no keys' "$out" 'tuned|near|broad|money|stack|never'
if command -v promtool > /dev/null; then
	printf '%s\n' "$out" > metrics
	ok 'promtool has nothing to say' promtool check metrics < metrics
else
	skip 'promtool has nothing to say' 'there is no promtool'
fi

# ---- what changes ----

"$LUCUS" kb set --db t.db --kb tuned strategy=vector
kill -HUP "$server"
has_strategy() {
	post /query '{"text":"stack","kb":"tuned"}'
	[ "$(printf '%s\n' "$out" | jq -r .data.selection.strategy)" = "$1" ]
}
if await has_strategy vector; then pass 'SIGHUP: settings are read again'; else fail 'SIGHUP: settings are read again' "$out"; fi
echo 'def withdraw_everything(): pass' > work/lib/more.py
"$LUCUS" sync -q work --db t.db > sync.out
post /query '{"text":"withdraw everything","k":1}'
is 'who reads sees what others write' "$(printf '%s\n' "$out" | jq -r '.data.hits[0].name')" lib.more.withdraw_everything
stop

done_testing
