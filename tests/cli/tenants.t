#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus serve for two tenants at once: nothing of one reaches the other. --watch, and a server that is killed while it writes.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

ldconfig -p 2> /dev/null | grep -q libmicrohttpd.so.12 || skip_all 'libmicrohttpd is not installed'

start() {
	rm -f "$tmp/ready"
	mkfifo "$tmp/ready"
	"$LUCUS" serve --db t.db --listen 127.0.0.1:0 "$@" > "$tmp/ready" 2> "$tmp/log" &
	server=$!
	servers="$servers $server"
	read -r line < "$tmp/ready"
	url=$(printf '%s\n' "$line" | jq -r .url)
}

# ---- two tenants ----

# What only one of them has: a name, and words.
for who in amber cobalt; do
	mkdir -p $who/.git
	cat > $who/$who.py <<EOT
"""The ${who} ledger keeps ${who}marks."""


def ${who}_secret(entry):
	"""Write an entry of the shared ledger for ${who}."""
	return ${who}_helper(entry)


def ${who}_helper(entry):
	return entry
EOT
	"$LUCUS" sync -q $who --db t.db --tenant $who > sync.out
	"$LUCUS" sync -q $who --db t.db --tenant $who --kb ${who}2 > sync.out
	eval "$who=$("$LUCUS" serve token add $who --tenant $who --kb default --tokens tokens | jq -r .token)"
	"$LUCUS" query --db t.db --tenant $who ${who}_secret -k 1 | jq -r 'select(.record == "hit").id' > $who.id
done
"$LUCUS" sync -q amber --db t.db > sync.out
all=$("$LUCUS" serve token add all --tenant cobalt --tokens tokens | jq -r .token)
owner=$("$LUCUS" serve token add owner --tenant default --tokens tokens | jq -r .token)
start --auth --tokens tokens --rate 0

as() { # TOKEN PATH [ARGS]: $code and $out
	token=$1 path=$2
	shift 2
	run curl -s -m 60 -w '\n%{http_code}' -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@" "$url$path"
	code=$(printf '%s\n' "$out" | tail -n 1)
	out=$(printf '%s\n' "$out" | sed '$d')
}
# shellcheck disable=SC2154 # set by eval
{
	as "$amber" /query -d '{"text":"amber_secret"}'
	is 'one has its own' "$(printf '%s\n' "$out" | jq -r '.data.hits[0].name')" amber.amber_secret
	as "$cobalt" "/api/v1/elements/$(cat cobalt.id)"
	is 'so has the other' "$code" 200
	as "$cobalt" "/api/v1/elements/$(cat amber.id)"
	theirs=$(printf '%s\n' "$out" | jq -c '[.status, (.detail | sub("[0-9a-f-]{36}"; "ID"))]')
	as "$cobalt" /api/v1/elements/00000000-0000-0000-0000-000000000000
	is 'an id of the other is an id of nobody' "$theirs" "$(printf '%s\n' "$out" | jq -c '[.status, (.detail | sub("[0-9a-f-]{36}"; "ID"))]')"
	as "$cobalt" /query -d '{"text":"x","kb":"cobalt2"}'
	theirs=$(printf '%s\n' "$out" | jq -c '[.status, (.detail | sub("cobalt2"; "KB"))]')
	as "$cobalt" /query -d '{"text":"x","kb":"nowhere"}'
	is 'a knowledge base that it may not see is none' "$theirs" "$(printf '%s\n' "$out" | jq -c '[.status, (.detail | sub("nowhere"; "KB"))]')"
	as "$cobalt" '/mcp?kb=cobalt2' -d '{"jsonrpc":"2.0","id":1,"method":"ping"}'
	is 'by MCP, too' "$code" 404
	as "$all" /query -d '{"text":"cobalt_secret","kb":"cobalt2"}'
	is 'a token of the whole tenant may' "$code" 200
	as "$cobalt" /api/v1/kbs
	is 'knowledge bases: its own' "$(printf '%s\n' "$out" | jq -c '[.data.kbs[] | [.tenant, .name]]')" '[["cobalt","default"]]'
	as "$all" /api/v1/kbs
	is 'knowledge bases: all of the tenant' "$(printf '%s\n' "$out" | jq -c '[.data.kbs[].name]')" '["cobalt2","default"]'
	as "$cobalt" /health
	unlike 'health' "$out" 'amber'
	as "$amber" /metrics
	is 'metrics of all are for neither' "$code" 403
	as "$owner" /metrics
	is 'but for a token of the own tenant' "$code" 200
	unlike 'and name neither' "$out" 'amber|cobalt'
	run curl -s "$url/?q=amber_secret"
	unlike 'the page asks nothing without a token' "$out" 'amber\.py'

	# Side by side, with names and ids of each other; each question a new one, so that no cache has it.
	many=${slow:+200}
	many=${many:-2000}
	for who in amber cobalt; do
		[ $who = amber ] && other=cobalt token=$amber || other=amber token=$cobalt
		awk -v n=$((many / 2)) -v who=$who -v other=$other -v id="$(cat $other.id)" -v url="$url" -v token="$token" '
			function body(path, b) {
				printf "url = \"%s%s\"\ndata = \"%s\"\n", url, path, b
			}
			BEGIN {
				for (i = 0; i < n; i++) {
					if (i) print "next"
					printf "silent\nheader = \"Authorization: Bearer %s\"\nheader = \"Content-Type: application/json\"\n", token
					k = i % 8
					if (k == 0) body("/query", "{\\\"text\\\":\\\"" other "_secret ledger " i "\\\"}")
					else if (k == 1) body("/query", "{\\\"text\\\":\\\"" who " ledger marks " i "\\\",\\\"answer\\\":true}")
					else if (k == 2) printf "url = \"%s/api/v1/elements/%s\"\n", url, id
					else if (k == 3) printf "url = \"%s/api/v1/graph/callers/%s_helper\"\n", url, other
					else if (k == 4) body("/api/v1/expand", "{\\\"text\\\":\\\"where is " other "_helper used " i "\\\"}")
					else if (k == 5) body("/query", "{\\\"text\\\":\\\"ledger\\\",\\\"kb\\\":\\\"" other "2\\\"}")
					else if (k == 6) body("/mcp", "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":" i ",\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"search\\\",\\\"arguments\\\":{\\\"query\\\":\\\"shared ledger entry " i "\\\"}}}")
					else body("/query", "{\\\"text\\\":\\\"entry of the shared ledger " i "\\\"}")
				}
			}' > $who.curl
		curl -Z --parallel-max 8 -K $who.curl > $who.got 2> $who.err &
		eval "${who}_pid=$!"
	done
	wait "$amber_pid" "$cobalt_pid"
}
for who in amber cobalt; do
	[ $who = amber ] && other=cobalt || other=amber
	# what was asked comes back in words: the names; what is stored does not
	is "$who: there are answers of its own" "$(grep -c "${who}\\.py" $who.got | awk '{ print ($1 > 0) }')" 1
	is "$who: each request has a reply" "$(grep -oE '"requestId":|"jsonrpc":' $who.got | wc -l)" $((many / 2))
	unlike "$who: nothing of the other" "$(cat $who.got)" "${other}\\.py|${other}marks|entry of the shared ledger for ${other}|\"root\":\"[^\"]*/${other}\""
	unlike "$who: nothing went wrong inside" "$(cat $who.got)" '"status":5'
done
kill "$server"
wait "$server"

# ---- --watch ----

finds() { # TEXT NAME: the first hit
	run curl -s -m 60 -H 'Content-Type: application/json' -d "{\"text\":\"$1\",\"k\":1}" "$url/query"
	[ "$(printf '%s\n' "$out" | jq -r '.data.hits[0].name')" = "$2" ]
}
start --watch
ok 'before' await finds amber_secret amber.amber_secret
echo 'def freshly_written(): pass' > amber/fresh.py
ok 'watched: what is new is found' await finds freshly_written fresh.freshly_written
rm amber/fresh.py
ok 'watched: what is gone is not' await finds freshly_written amber.amber_secret

# ---- killed under load while it writes ----

many amber 120 6
for i in 1 2 3 4; do
	curl -s -m 60 -H 'Content-Type: application/json' -d '{"text":"shelf wheel canvas job"}' "$url/query?[1-200]" > load$i 2>&1 &
	loads="${loads-} $!"
done
await test -s load1 # the load is there; what --watch is at by then differs from run to run
kill -9 "$server"
wait "$server" 2> /dev/null
# shellcheck disable=SC2086 # words
wait $loads
run "$LUCUS" index --check --db t.db
note "after the kill: exit status $status"
is 'killed: the store is no damaged one' "$(sqlite3 t.db 'PRAGMA integrity_check')" ok
start --watch
ok 'the next one serves' await finds amber_secret amber.amber_secret
ok 'and goes on' await finds turn_1_0 turn_1_0
kill "$server"
wait "$server"
"$LUCUS" sync -q amber --db t.db > sync.out
"$LUCUS" sync -q amber --db clean.db > sync.out
ok 'the store is sound' "$LUCUS" index --check --db t.db
is 'and holds what a clean one does' "$("$LUCUS" status --db t.db | jq -c '[.files, .elements, .edges, .embeddings]')" \
	"$("$LUCUS" status --db clean.db | jq -c '[.files, .elements, .edges, .embeddings]')"

done_testing
