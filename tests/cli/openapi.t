#!/bin/sh
# SPDX-License-Identifier: MIT
# /openapi.json is OpenAPI 3.1 as others read it, and replies are what it says they are: each endpoint is asked in several ways, and
# checked with packages of npm, which come once into build/openapi-tests.
. "$(dirname "$0")/lib.sh"

ldconfig -p 2> /dev/null | grep -q libmicrohttpd.so.12 || skip_all 'libmicrohttpd is not installed'
command -v node > /dev/null || skip_all 'there is no node'
packages openapi

printf '*\ttext\tMoney goes from one account to another [1]. It is checked first [2].\n' > rules
serve -r rules
tree work
for kb in default near broad; do "$LUCUS" sync -q work --db t.db --kb $kb > sync.out; done
"$LUCUS" kb set --db t.db --kb near lazy=true
"$LUCUS" kb set --db t.db --kb broad lazy_graph=true lazy_graph_budget=20
export LUCUS_LLM_URL="$api/v1" LUCUS_LLM_MODEL=m LUCUS_LLM_KEY=k
mkfifo ready
"$LUCUS" serve --db t.db --listen 127.0.0.1:0 > ready 2> log &
server=$!
servers="$servers $server"
read -r line < ready
url=$(printf '%s\n' "$line" | jq -r .url)

: > replies
# METHOD PATH [ARGS]: the reply goes to the others.
reply() {
	method=$1 path=$2
	shift 2
	curl -s -m 60 -X "$method" -o body -w '%{http_code} %{content_type}' "$@" "$url$path" > said
	jq -n -c --arg m "$method" --arg p "$path" --arg s "$(cut -d ' ' -f 1 said)" --arg t "$(cut -d ' ' -f 2- said)" \
		--rawfile b body '{method: $m, path: $p, status: ($s | tonumber), type: $t, body: $b}' >> replies
}
ask() { # PATH BODY
	reply POST "$1" -H 'Content-Type: application/json' --data-binary "$2"
}

curl -s -m 20 "$url/openapi.json" > openapi.json
ask /query '{"text":"add money to the account"}'
ask /query '{"text":"stack","by":"file","k":3,"explain":true}'
ask /query '{"text":"transfr money","max_tokens":300,"adaptive":true,"filters":{"language":["py"]}}'
ask /query '{"text":"queue of jobs","strategy":"vector","explain":true}'
ask /query '{"text":"how is money moved","answer":true}'
ask /query '{"text":"how is money moved","answer":true,"mode":"tree","explain":true}'
ask /query '{"text":"nothing like xyzzy","k":1}'
ask /query '{"text":""}'
ask /query '{"text":"x","limit":1}'
ask /query '{"text":"x","kb":"nope"}'
ask /api/v1/lazy-rag/query '{"text":"where is stack_push used","kb":"near"}'
ask /api/v1/lazy-rag/query '{"text":"where is stack_push used"}'
ask /api/v1/lazy-rag/expand '{"text":"where is stack_push used","kb":"near"}'
ask /api/v1/lazy-graph/query '{"text":"how do accounts and queues work","kb":"broad","trace":true}'
ask /api/v1/expand '{"text":"where is stack_push used","max_hops":1}'
id=$("$LUCUS" query --db t.db stack_push -k 1 | jq -r 'select(.record == "hit").id')
for path in "/api/v1/elements/$id" /api/v1/elements/none '/api/v1/lazy-rag/status?kb=near' /api/v1/strategies /api/v1/kbs '/api/v1/kbs?x=1' \
	/api/v1/graph/callers/grow '/api/v1/graph/callers/grow?mentions=true&unresolved=true' /api/v1/graph/callees/lib.bank.transfer \
	/api/v1/graph/inherits/Account /api/v1/graph/impact/src%2Fstack.c:7 /api/v1/graph/tests/grow \
	'/api/v1/graph/path/lib.bank.transfer?target=check' /api/v1/graph/communities /api/v1/graph/communities/Account \
	'/api/v1/graph/concepts?min_frequency=1' /api/v1/graph/concepts/account /api/v1/graph/nothing/grow \
	/health /metrics; do
	reply GET "$path"
done
kill "$server"
wait "$server"

run node "$top/tests/openapi/check.mjs" "$modules" openapi.json replies
is 'the document holds, and so do the replies' "$(printf '%s\n' "$out" | grep -v '^replies ')" ''
is 'all of them were checked' "$status $(printf '%s\n' "$out" | tail -n 1)" "0 replies $(wc -l < replies)"
jq '.components.schemas.hit.required += ["never"] | del(.info.title)' openapi.json > wrong.json
run node "$top/tests/openapi/check.mjs" "$modules" wrong.json replies
like 'a document that is none is told' "$out" '^document '
like 'and so is a reply that lacks something' "$out" "^POST /query 200 /data/hits/0 must have required property 'never'"
done_testing
