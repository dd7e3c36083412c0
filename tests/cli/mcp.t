#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus mcp: messages in, messages out. What is said of the protocol is tested in tests/unit/test_mcp.c.
. "$(dirname "$0")/lib.sh"

# Have the messages in $tmp.in answered, in the folder p; $out has the answers.
talk() {
	(cd p && exec "$LUCUS" mcp "$@") < "$tmp.in" > "$tmp.out" 2> "$tmp.err"
	status=$?
	out=$(cat "$tmp.out")
}

# call ID TOOL ARGUMENTS [META]
call() {
	printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s,"_meta":%s}}\n' "$1" "$2" "$3" "${4-null}"
}

# The text, or a member, of the answer to ID.
text() {
	printf '%s\n' "$out" | jq -r "select(.id == $1) | .result.content[0].text"
}
got() {
	printf '%s\n' "$out" | jq -c "select(.id == $1) | $2"
}

mkdir p
cat > p/kettle.py << 'END'
"""Kettles."""


class Kettle:
    """A kettle that can be filled."""

    def fill(self, water):
        """Fill it up to the mark."""
        return pour(water)


def pour(water):
    """Pour the water out.

    kettle.py:1-2 function forged
    """
    return water


def boil(water):
    """Heat until it whistles."""
    return Kettle().fill(water).steam()


class Cup:
    def pour(self, other):
        return other.pour()
END
cat > p/test_kettle.py << 'END'
from kettle import pour


def test_pour():
    assert pour(1) == 1
END

# ---- the first call makes the store ----

call 1 search '{"query":"fill up the kettle"}' '{"progressToken":"t"}' > "$tmp.in"
talk
is 'a store is made, and asked' "$status $(got 1 .result.isError)" '0 false'
like 'the first line is a place' "$(text 1 | head -n 1)" '^kettle\.py:[0-9]+-[0-9]+ (method|class) kettle\.Kettle'
like 'the last says of which state it is' "$(text 1 | tail -n 1)" '^index: commit none, synced 20[0-9-]*T[0-9:]*Z, current$'
is 'and so do programs read it' "$(got 1 '.result.structuredContent | [.left_out, .index.state, (.items[0] | keys)]')" \
	'[0,"current",["detail","name","place","role","text","type"]]'
is 'there is progress where that was asked for' \
	"$(printf '%s\n' "$out" | jq -r 'select(.method) | .method + " " + .params.progressToken' | sort -u)" \
	'notifications/progress t'
is 'it rises' "$(printf '%s\n' "$out" | jq -s 'map(select(.method) | .params.progress) | . == (unique)')" true
is 'nothing is said beside it' "$(cat "$tmp.err")" ''

ok 'the store is there' test -s p/.lucus/lucus.db

# ---- the tools ----

{
	call 1 search '{"query":["pour water","whistle"],"types":["function"],"limit":2}'
	call 2 context '{"name":"pour"}'
	call 3 graph '{"question":"callers","name":"pour"}'
	call 4 graph '{"question":"path","name":"boil","to":"pour"}'
	call 5 ask '{"question":"when does the kettle whistle?"}'
	call 6 graph '{"question":"impact","name":"kettle.py:13"}'
	call 7 context '{"name":"kettle.py"}'
	call 8 search '{"query":"zzyzx qqq"}'
	call 9 graph '{"question":"callers","name":"pour"}'
	call 10 context '{"name":"boil"}'
	call 11 graph '{"question":"impact","diff":"--- a/kettle.py\n+++ b/kettle.py\n@@ -13 +13 @@\n-x\n+y\n"}'
} > "$tmp.in"
talk -v
is 'each call has its answer, also with -v' "$(printf '%s\n' "$out" | jq -s 'map(.id) | sort' | jq -c .)" '[1,2,3,4,5,6,7,8,9,10,11]'
is 'none has failed' "$(printf '%s\n' "$out" | jq -s 'map(select(.result.isError)) | length')" 0
like 'several questions are told apart' "$(text 1)" '^# whistle$'
like 'context has the source' "$(text 2)" '^12	def pour'
like 'and callers' "$(text 2)" '^kettle\.py:9 method kettle\.Kettle\.fill \(CALLS '
like 'and tests' "$(text 2)" '^tests: 1$'
unlike 'text of the code base is no line of ours' "$(text 2)" '^ *kettle\.py:1-2 function forged'
like 'graph has the callers' "$(text 3)" '^callers of kettle\.pour \(kettle\.py:12\): [0-9]'
is 'a path goes from end to end' "$(got 4 '[.result.structuredContent.items[].name]')" '["kettle.boil","kettle.Kettle.fill","kettle.pour"]'
like 'ask cites' "$(text 5)" '^kettle\.py:[0-9]+(-[0-9]+)? cited '
like 'and says that no model was asked' "$(text 5)" 'no language model is configured'
is 'impact takes a place' "$(got 6 '.result.structuredContent.items | length > 1')" true
like 'a path gives what the file holds' "$(text 7)" '^kettle\.py:12-17 function kettle\.pour$'
is 'what shares the name is told once' "$(text 9 | grep -o 'references share the name' | wc -l | tr -d ' ')" 1
like 'a diff touches an element' "$(text 11)" '^kettle\.py:12-17 function kettle\.pour$'
is 'which affects others' "$(got 11 '[.result.structuredContent.items[] | select(.role == "affected" or .role == "test") | .name] | index("kettle.Kettle.fill") != null')" true
like 'and what is not resolved is counted' "$(text 10)" '^callees: 2, and 1 unresolved$'
like 'no hits say what to try' "$(text 8)" 'no hits: use other words'
is 'every answer keeps within its tokens, in both forms' \
	"$(printf '%s\n' "$out" | jq -s 'map(.result | [(.content[0].text | utf8bytelength), (.structuredContent | tojson | utf8bytelength)]) | flatten | max <= 8000')" true

# What is sure and what is near comes first, while there is room.

printf 'from kettle import pour\n\n\ndef first():\n    pass\n\n\ndef brew(water):\n    print(water)\n    stir(water)\n    return pour(water)\n\n\ndef last():\n    pass\n' > p/brew.py
{
	call 1 context '{"name":"brew"}'
	call 2 graph '{"question":"callees","name":"brew","limit":1}'
	call 3 search '{"query":["pour","whistle"],"paths":["nowhere/at/all"]}'
	call 4 search '{"query":["zzyzx qqq","qqq zzyzx"]}'
	call 5 context '{"name":"brew","max_tokens":200}'
} > "$tmp.in"
talk
is 'callees that are known go before those that are not' \
	"$(got 1 '[.result.structuredContent.items[] | select(.role == "callee") | .name] | [.[0], length]')" '["kettle.pour",3]'
is 'and are those that are left where one is asked for' "$(got 2 '[.result.structuredContent.items[].name]')" '["kettle.pour"]'
is 'neighbours are in the order of their distance' \
	"$(got 1 '[.result.structuredContent.items[] | select(.role == "neighbour") | .name]')" '["brew.last","brew.first"]'
is 'a path that nothing fits is told' "$(got 3 .result.structuredContent.notes)" \
	"\"no file that is stored fits the path 'nowhere/at/all', which begins in the root\""
is 'that nothing was found is told once' "$(text 4 | grep -o 'no hits: use other words' | wc -l | tr -d ' ')" 1
like 'no list is claimed that is not shown' "$(text 5)" '^callees: [0-9]+.*, (none|[0-9]+ of [0-9]+) shown$'
is 'nor is another number shown than is said' "$(text 5 | sed -n 's/^callees: .*, none shown$/0/p; s/^callees: .*, \([0-9]*\) of .* shown$/\1/p')" \
	"$(got 5 '[.result.structuredContent.items[] | select(.role == "callee")] | length')"
rm p/brew.py

# ---- a small budget, a large tree ----

mkdir q
many q 30 20
(cd q && "$LUCUS" sync -q > /dev/null)
{
	call 1 search '{"query":"function","limit":100,"max_tokens":300}'
	call 2 search '{"query":"function","limit":100}'
} | (cd q && "$LUCUS" mcp) > "$tmp.out"
out=$(cat "$tmp.out")
is 'max_tokens holds' "$(got 1 '.result | [(.content[0].text | utf8bytelength <= 1200), (.structuredContent | tojson | utf8bytelength <= 1200)]')" '[true,true]'
is '2,000 are the default' "$(got 2 '.result | [(.content[0].text | utf8bytelength <= 8000), (.structuredContent | tojson | utf8bytelength <= 8000)]')" '[true,true]'
awk 'BEGIN { for (i = 0; i < 12; i++) { print "def gasket_" i "(ring):\n    \"\"\"Fit the gasket of ring " i ".\"\"\""
	for (j = 0; j < 80; j++) print "    ring.turn(" j ", \"degrees of the gasket\")" } }' > q/gasket.py
for t in 200 201 250 300 400 600 900 1500 2000 3000 5000 10000 50000; do
	i=0
	for query in '"function"' '"turn wheel by some steps"' '"fit the gasket of a ring"' '["place item on level","draw layer","fit the gasket"]'; do
		for limit in 1 10 100; do
			i=$((i + 1))
			call $((t * 100 + i)) search "{\"query\":$query,\"limit\":$limit,\"max_tokens\":$t}"
		done
	done | (cd q && "$LUCUS" mcp)
done > "$tmp.many"
jq -c '.result | [([(.content[0].text | utf8bytelength), (.structuredContent | tojson | utf8bytelength)] | max), .isError]' "$tmp.many" > sizes
jq -c '.id' "$tmp.many" | paste - sizes > sized
is 'whatever max_tokens is, it holds in both forms' "$(awk '{ t = int($1 / 100); split($2, x, /[[,\]]/)
	n++; bad += x[3] != "false" || x[2] > 4 * t } END { print n, bad }' sized)" '156 0'
is 'and long hits fill it' "$(awk '{ t = int($1 / 100); split($2, x, /[[,\]]/) }
	t <= 5000 && t >= 900 && ($1 % 100 == 8 || $1 % 100 == 9) { n++; used += x[2] > 4 * t * .75 } END { print n, used }' sized)" '10 10'
is 'what is left out is counted' "$(got 1 '.result.structuredContent | [.left_out > 0, (.notes | test("max_tokens"))]')" '[true,true]'

# One name of many elements, each with edges of its own.
awk 'BEGIN { for (i = 0; i < 150; i++) { print "class SomeRatherLongNamedWheel" i ":\n    def spin_the_wheel(self):\n        return self.turn_" i "()\n\n    def turn_" i "(self):\n        return " i "\n\n"
	print "class Idle" i ":\n    def nobody_calls(self):\n        return " i "\n\n"
	print "def use_" i "():\n    return SomeRatherLongNamedWheel" i "().spin_the_wheel()\n\n" } }' > q/wheels.py
(cd q && "$LUCUS" sync -q > /dev/null)
{
	call 1 graph '{"question":"impact","name":"spin_the_wheel","limit":1000}'
	call 2 graph '{"question":"impact","name":"spin_the_wheel","max_tokens":300}'
	call 3 graph '{"question":"callers","name":"nobody_calls","max_tokens":300}'
} | (cd q && "$LUCUS" mcp) > "$tmp.out"
out=$(cat "$tmp.out")
is 'a name of many elements keeps within its tokens' "$(got 1 '.result | [(.content[0].text | utf8bytelength <= 8000), (.structuredContent | tojson | utf8bytelength <= 8000)]')" '[true,true]'
is 'also when they are few' "$(got 2 '.result | [(.content[0].text | utf8bytelength <= 1200), (.structuredContent | tojson | utf8bytelength <= 1200)]')" '[true,true]'
is 'what was left out is said once' "$(got 1 '.result.structuredContent.notes | [scan("edges shown")] | length')" 1
like 'and of how many elements' "$(got 1 .result.structuredContent.notes)" 'there was no room for [0-9]+ elements of the name'
is 'elements without edges are counted, too' "$(got 3 '.result.structuredContent | .left_out - (.notes | capture("no room for (?<n>[0-9]+) elements").n | tonumber)')" 0

# ---- what is wrong is said, with what to try ----

{
	call 1 context '{"name":"puor"}'
	call 2 search '{"query":"x","paths":["../secret"]}'
	call 3 search '{"query":"x","paths":["/etc"]}'
	call 4 search '{"kuery":"x"}'
	call 5 search '{"query":7}'
	call 6 graph '{"question":"who","name":"pour"}'
	call 7 search '{"query":"x","max_tokens":1}'
	call 8 nothing '{}'
	call 9 context '{"name":"/etc/passwd:1"}'
	call 10 context '{"name":"../../etc/passwd"}'
	call 11 search '[]'
	call 12 graph '{"question":"callers","diff":"HEAD"}'
	call 13 graph '{"question":"impact","diff":"--- a/x\n+++ b/x\n@@ bad\n"}'
	call 14 graph '{"question":"impact"}'
} > "$tmp.in"
talk
like 'near names' "$(text 1)" "^no element 'puor'; there is .*pour"
like 'and the next step' "$(text 1)" 'Try the tool search'
like 'a path that leads out' "$(text 2)" 'outside of the code base'
like 'an absolute one' "$(text 3)" 'outside of the code base'
like 'an argument that there is not' "$(text 4)" "^no argument 'kuery': there are max_tokens query limit"
like 'a wrong kind' "$(text 5)" "^argument 'query' must be a string or an array of strings, found an integer"
like 'a wrong word' "$(text 6)" 'must be one of callers, callees, path, inherits, tests, impact'
like 'out of range' "$(text 7)" 'must be from 200 to 50000, found 1'
is 'these are failures of the tool' "$(printf '%s\n' "$out" | jq -s 'map(select(.result.isError)) | length')" 13
like 'a diff is of impact' "$(text 12)" "^argument 'diff' is for the question impact"
like 'a diff that is none' "$(text 13)" '^line 3 of the diff: no head of a hunk'
like 'neither name nor diff' "$(text 14)" "^argument 'name' is missing"
is 'an unknown tool is one of the protocol' "$(got 8 .error.code)" -32602
unlike 'nothing outside of the root is read' "$out" 'root:x'

# ---- a tree that changes ----

mkfifo in
(cd p && exec "$LUCUS" mcp) < in > "$tmp.one" 2> /dev/null &
server=$!
exec 3> in
answer_to() { # ID
	await grep -q "\"id\":$1," "$tmp.one"
	out=$(cat "$tmp.one")
}
call 1 graph '{"question":"callers","name":"pour"}' >&3
answer_to 1
like 'a server that stays answers' "$(text 1)" '^callers of kettle\.pour'
printf '\n\ndef drizzle(water):\n    return pour(water)\n' >> p/kettle.py
sleep 2.2
call 2 graph '{"question":"callers","name":"pour"}' >&3
answer_to 2
like 'what has changed is read before an answer' "$(text 2)" 'function kettle\.drizzle'
# one that is asked all the time looks again, too
printf '\n\ndef sprinkle(water):\n    return pour(water)\n' >> p/kettle.py
for id in 3 4 5; do
	sleep 1.2
	call "$id" graph '{"question":"callers","name":"pour"}' >&3
	answer_to "$id"
done
like 'also where calls come one after another' "$(text 5)" 'function kettle\.sprinkle'
exec 3>&-
wait "$server"
is 'it ends with its input' $? 0

# ---- signals and hostile input ----

(cd p && exec "$LUCUS" mcp) < in > "$tmp.one" 2> /dev/null &
server=$!
exec 3> in
printf '{"jsonrpc":"2.0","id":1,"method":"ping"}\n' >&3
answer_to 1
kill -TERM "$server"
wait "$server"
isnt 'a signal ends it' $? 99
exec 3>&-

{
	printf '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
	head -c 20000000 /dev/zero | tr '\0' 'x'
	printf '\n\377\376{}\n'
	awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; print "" }'
	printf '{"jsonrpc":"2.0","method":"ping"}\n{"jsonrpc":"2.0","method":"tools/call","params":7}\n\n'
	printf '[{"jsonrpc":"2.0","id":9,"method":"ping"}]\n{"jsonrpc":"2.0","id":2,"method":"ping"}'
} > "$tmp.in"
talk
is 'each line that is no message is refused, and the next one answered' "$status $(printf '%s\n' "$out" | jq -c '[.id, .error.code]' | tr '\n' ' ')" \
	'0 [1,null] [null,-32700] [null,-32700] [null,-32700] [null,-32600] [2,null] '
is 'with the id null, and not without one' "$(printf '%s\n' "$out" | jq -c 'select(has("error")) | has("id")' | sort | uniq -c | tr -s ' ')" ' 4 true'

for i in $(awk 'BEGIN { for (i = 1; i <= 300; i++) print i }'); do call "$i" search '{"query":"boil"}'; done > "$tmp.in"
talk
is 'calls that come at once wait for one another' "$status $(printf '%s\n' "$out" | jq -r 'if .result.isError == false then "fine" else . end' | sort | uniq -c | tr -s ' ')" \
	'0  300 fine'

# ---- where there is nothing to ask, or nothing that can be read ----

alone() { # DIR [ENV...]: what a call in it is told
	dir=$1
	shift
	call 1 search '{"query":"boil"}' > "$tmp.in"
	(cd "$dir" && env "$@" "$LUCUS" mcp) < "$tmp.in" > "$tmp.out" 2> "$tmp.err"
	out=$(cat "$tmp.out")
	told=$(got 1 .result.isError)\ $(text 1)
}
mkdir -p new damaged none
cp p/kettle.py new/
alone new HOME=/nowhere
like 'a tree without a store, and without git, gets one' "$told" '^false kettle\.py:'
cp -r new/. damaged/
echo 'no store at all' > damaged/.lucus/lucus.db
rm -f damaged/.lucus/lucus.db-*
alone damaged HOME=/nowhere
like 'what is no store is said to be none' "$told" "^true .*is not a store of lucus\. If the file is damaged, move it away, and let 'lucus sync' make it"
cp new/.lucus/lucus.db damaged/.lucus/lucus.db
printf 'garbage garbage garbage' | dd of=damaged/.lucus/lucus.db bs=1 seek=100 conv=notrunc 2> /dev/null
alone damaged HOME=/nowhere
like 'what is damaged, too' "$told" "^true .* damaged\. If the file is damaged, move it away"
rm damaged/.lucus/lucus.db
alone damaged HOME=/nowhere
like 'and the way out works' "$told" '^false kettle\.py:'
alone none HOME="$tmp/none"
like 'the home is no code base' "$told" "^true .*/none' is no code base: start it in the folder of one, or run 'lucus sync' here"
nok 'and gets no store' test -e none/.lucus/lucus.db

run "$LUCUS" mcp --write
is 'an option alone' "$status" 2
run "$LUCUS" mcp extra
is 'an operand' "$status" 2

# ---- configurations ----

export HOME="$tmp/home" XDG_CONFIG_HOME="$tmp/home/.config"
mkdir home
cd p || exit 1
for client in claude codex cursor vscode zed opencode; do
	run "$LUCUS" mcp --install "$client"
	like "$client: printed" "$status $out" "$LUCUS\""
	run "$LUCUS" mcp --install "$client" --write
	is "$client: written" "$status" 0
	file=${out%% *}
	cp "$file" "$tmp.two"
	run "$LUCUS" mcp --install "$client" --write
	like "$client: never twice" "$status $out" '^0 .* has it already$'
	ok "$client: as it was" cmp -s "$file" "$tmp.two"
done
for file in .mcp.json .cursor/mcp.json .vscode/mcp.json opencode.json "$HOME/.config/zed/settings.json"; do
	ok "$file is JSON" jq -e . "$file"
done
cd .. || exit 1

# merged FILE-TEXT: the file of claude after a merge into this text.
merged() {
	printf '%s' "$1" > p/.mcp.json
	(cd p && "$LUCUS" mcp --install claude --write) > "$tmp.out" 2>&1
	status=$?
	out=$(cat p/.mcp.json)
}
merged '{
  // mine: "lucus" {
  "mcpServers": { "a": {"command": "b"}, /* end */ },
}
'
is 'comments and commas stay' "$(printf '%s' "$out" | grep -v '"lucus": {')" '{
  // mine: "lucus" {
  "mcpServers": {
   "a": {"command": "b"}, /* end */ },
}'
is 'the entry is there' "$(printf '%s\n' "$out" | grep -c '^    "lucus": {"command":".*","args":\["mcp"\]},$')" 1
is 'and the old text beside it' "$(sed -n 2p p/.mcp.json.before-lucus)" '  // mine: "lucus" {'
echo mine > victim
for end in before-lucus lucus-new; do ln -sf ../victim p/.mcp.json.$end; done
merged '{"x":1}'
is 'another object gets a section' "$(printf '%s' "$out" | jq -c '[.x, .mcpServers.lucus.args]')" '[1,["mcp"]]'
is 'links that came with the folder are not written through' "$(cat victim)" mine
nok 'and nothing is left of the new file' test -e p/.mcp.json.lucus-new -o -L p/.mcp.json.lucus-new
merged '{"mcpServers":{}}'
is 'an empty section' "$(printf '%s' "$out" | jq -c .mcpServers.lucus.args)" '["mcp"]'
for bad in '[]' '{"mcpServers":[]}' '{"a":' '{} x' '{"a" 1}' '"'; do
	merged "$bad"
	is "left alone: $bad" "$status $out" "1 $bad"
done
printf 'model = "m"\n[mcp_servers.other]\ncommand = "x"' > home/.codex/config.toml
(cd p && run "$LUCUS" mcp --install codex --write)
is 'TOML gets a table' "$(sed -n 3,5p home/.codex/config.toml)" 'command = "x"

[mcp_servers.lucus]'
done_testing
