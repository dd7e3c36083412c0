#!/bin/sh
# SPDX-License-Identifier: MIT
# The Model Context Protocol with what others have made: its conformance suite in two revisions asks lucus serve, the inspector
# and the client ask lucus mcp.
# They come by npm, once, into build/mcp-tests.
. "$(dirname "$0")/lib.sh"

[ -z "$slow" ] || skip_all 'it runs with the plain build'
packages mcp
"$bin/node" --version > /dev/null 2>&1 || skip_all 'node does not run here'
PATH=$bin:$PATH

mkdir p
cat > p/kettle.py << 'END'
def pour(water):
    """Pour the water out."""
    return water


def boil(water):
    """Heat it until it whistles."""
    return pour(water)
END
(cd p && "$LUCUS" sync -q) > /dev/null

# ---- the suite, against POST /mcp of lucus serve ----

suite() {
	mkfifo ready
	(cd p && exec "$LUCUS" serve --listen 127.0.0.1:0) > ready 2> serve.log &
	server=$!
	servers="$servers $server"
	read -r line < ready
	url=$(printf '%s\n' "$line" | jq -r .url)
	for revision in 2026-07-28 2025-11-25; do
		timeout 200 conformance server --url "$url/mcp" --requirements $revision -o "$tmp/$revision" > $revision.log 2>&1
	done
	kill "$server"
	wait "$server"
	is 'the server ends as it is told' $? 0

	# What has failed, as "scenario check".
	for dir in 2026-07-28/* 2025-11-25/*; do
		scenario=$(basename "$dir" | sed 's/^server-\(.*\)-20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T.*/\1/')
		jq -r --arg s "$scenario" '.[] | select(.status == "FAILURE") | $s + "\t" + .id' "$dir/checks.json"
	done | sort -u > failed
	grep -v '^#' "$top/tests/mcp/exceptions.txt" | cut -f 1,2 > expected
	awk -F '\t' 'NR == FNR { ok[$1 FS $2]; next } !($0 in ok) && !(($1 FS "*") in ok)' expected failed > unexpected
	is 'nothing fails that is not listed' "$(cat unexpected)" ''
	awk -F '\t' 'NR == FNR { bad[$0]; all[$1]; next } $2 == "*" ? !($1 in all) : !($0 in bad)' failed expected > stale
	is 'and all that is listed fails' "$(cat stale)" ''
	note "2026-07-28: $(passed 2026-07-28) checks passed, 2025-11-25: $(passed 2025-11-25)"
	ok '2026-07-28: most were tried' test "$(passed 2026-07-28)" -gt 70
	ok '2025-11-25: most were tried' test "$(passed 2025-11-25)" -gt 25
}
passed() {
	cat "$1"/*/checks.json | jq -s 'map(.[] | select(.status == "SUCCESS")) | length'
}
if ldconfig -p 2> /dev/null | grep -q libmicrohttpd.so.12; then
	suite
else
	skip 'the suite' 'libmicrohttpd is not installed'
fi

# ---- the client ----

run timeout 100 node "$top/tests/mcp/client.mjs" "$modules" "$LUCUS" "$tmp/p"
is 'the client negotiates the new era' "$status $(printf '%s\n' "$out" | head -n 2 | tr '\n' ' ')" \
	'0 era 2026-07-28 tools search context graph ask '
is 'and calls each tool' "$(printf '%s\n' "$out" | tail -n +3 | cut -d ' ' -f 1 | tr '\n' ' ')" 'search context graph ask '

# ---- the inspector ----

inspect() {
	(cd p && timeout 100 mcp-inspector --cli "$LUCUS" mcp --method "$@") > "$tmp.out" 2> "$tmp.err"
	status=$?
	out=$(cat "$tmp.out")
}
export HOME="$tmp"
inspect tools/list --strict
is 'the inspector lists the tools, and finds no fault with them' "$status $(printf '%s\n' "$out" | jq -r '[.tools[].name] | join(" ")')" \
	'0 search context graph ask'
inspect tools/call --tool-name search --tool-arg query=whistle
like 'it calls search' "$status $(printf '%s\n' "$out" | jq -r '.content[0].text')" '^0 kettle\.py:[0-9]'
inspect tools/call --tool-name context --tool-arg name=pour
like 'and context' "$(printf '%s\n' "$out" | jq -r '.content[0].text')" '^callers: 1$'
inspect tools/call --tool-name graph --tool-arg question=callers --tool-arg name=pour
like 'and graph' "$(printf '%s\n' "$out" | jq -r '.content[0].text')" 'kettle\.boil'
inspect tools/call --tool-name ask --tool-arg 'question=what whistles?'
like 'and ask' "$(printf '%s\n' "$out" | jq -r '.content[0].text')" '^notes: confidence'
done_testing
