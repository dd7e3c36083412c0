#!/bin/sh
# SPDX-License-Identifier: MIT
# Answers while another process brings the store up to date: each is of one state, and none fails.
. "$(dirname "$0")/lib.sh"

# alone CMD...: the tree is not written while mcp, which takes in what has changed before it answers, may read it
alone() {
	until mkdir lock 2> /dev/null; do sleep .01; done
	"$@"
	rmdir lock
}
# put WORD: a tree all of whose functions have this word; the tree of the other word goes
put() {
	mkdir -p "next/.git"
	for i in 1 2 3 4 5 6 7 8 9 10; do
		printf '"""Module %s."""\nfrom m%s import gauge_%s_%s\n\n\ndef gauge_%s_%s(x):\n    """Read the %s gauge of the boiler."""\n    return gauge_%s_%s(x)\n' \
			"$i" "$((i % 10 + 1))" "$1" "$((i % 10 + 1))" "$1" "$i" "$1" "$1" "$((i % 10 + 1))" > "next/m$i.py"
	done
	mkdir -p t
	alone cp next/m*.py t/
	rm -r next
}
put alpha
"$LUCUS" sync -q t --db t.db > sync.out
LAZY_GRAPH_ENABLED=true "$LUCUS" serve --db t.db --listen 127.0.0.1:0 --rate 100000 > serve.out 2> serve.err &
serve=$!
servers=$serve
await test -s serve.out
url=$(jq -r .url serve.out)
(
	k=0
	until [ $k -ge 6 ] && [ -e asked ]; do # however slow those are who ask
		for word in beta alpha; do
			put $word
			"$LUCUS" sync -q t --db t.db >> sync.out 2>> sync.err || echo "sync: $?" >> sync.err
		done
		k=$((k + 1))
	done
	touch synced
) &
syncs=$!
: > replies
# ask PATH BODY
ask() {
	curl -s -m 120 -w '\n%{http_code}\n' -X POST -H 'Content-Type: application/json' -d "$2" "$url$1" > reply
	# what hits and answers were stored with: files that have changed since are told apart
	jq -Rrs --arg status "$(tail -n 1 reply)" '[(test("gauge_alpha|the alpha gauge")), (test("gauge_beta|the beta gauge"))]
		| $status + (if . == [true, true] then " mixed" elif . == [false, false] then " none" else " one" end)' < reply >> replies
}
mcp() {
	"$LUCUS" mcp --db t.db < mcp.in 2> mcp.err | jq -c 'select(.id == 2) | [.error, .result.isError]' >> mcp.out
}
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' \
	'{"jsonrpc":"2.0","method":"notifications/initialized"}' \
	'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask","arguments":{"question":"how is the gauge of the boiler read"}}}' > mcp.in
asked=0
while [ ! -e synced ]; do
	asked=$((asked + 1))
	ask /query '{"text":"how is the gauge of the boiler read","answer":true}'
	ask /query "{\"text\":\"gauge number $asked of the boiler\"}"
	ask /api/v1/lazy-graph/query "{\"text\":\"how are gauges of the boiler read, $n\"}"
	alone mcp
	[ $asked -lt 3 ] || : > asked
done
wait "$syncs"
is 'replies: no failure, and of one state' "$(sort -u replies)" '200 one'
is 'the same over mcp' "$(sort -u mcp.out)" '[null,false]'
is 'syncs: no failure' "$(cat sync.err)" ''
ask /query '{"text":"how is the gauge of the boiler read","answer":true}'
like 'in the end it answers of the last state' "$(cat reply)" 'gauge_alpha'
kill -TERM "$serve"
wait "$serve"
is 'it ends as ever' "$?" 0
done_testing
