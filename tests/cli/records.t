#!/bin/sh
# SPDX-License-Identifier: MIT
# The records that the commands print are those that `lucus help records` describes: the same kinds, the
# same fields in the same order, of the types that it names. (The dollars in quotes are those of jq.)
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

# The text of help as one object for each field: a field's line has its name in column 3, its type in 23,
# its meaning in 42; lines below continue the meaning.
table() {
	"$LUCUS" help records | awk '
		function flush() { if (field != "") printf "%s\t%s\t%s\t%s\n", kind, field, type, text }
		/^[a-z]+: / { flush(); field = ""; kind = $1; sub(/:$/, "", kind); next }
		/^  [a-z]/ {
			flush()
			field = $1; type = substr($0, 23, 18); text = substr($0, 42)
			sub(/ +$/, "", type)
			next
		}
		/^ / { sub(/^ +/, ""); text = text " " $0; next }
		END { flush() }' |
		jq -R 'split("\t") | {kind: .[0], field: .[1], type: .[2], text: .[3]}'
}

cp -R "$top/tests/fixtures/shop" shop
cd shop || exit 1
git init -q . > /dev/null 2>&1
git -c user.name=A -c user.email=a@example.org commit -q --allow-empty -m Empty
git add .
git -c user.name=A -c user.email=a@example.org commit -q -m 'A shop'
printf 'def half(: # apply_discount(\n' > shop/broken.py
printf 'class Bell:\n    """It rings."""\n\n\nclass Tower:\n    bell: Bell\n\n    def ringing(self):\n        return self.bell\n\n\nclass Belfry(Tower):\n    pass\n' > shop/tower.py
printf 'bell.on(1, function ringing() { return 1; });\n' > shop/ring.js
printf '# Notes\n\nCall `total_of()` first.\n' > NOTES.md

# Every command that prints records. The exit statuses are the business of other tests.
say() {
	"$LUCUS" "$@" < /dev/null 2> /dev/null >> "$tmp/all"
}
say ast --dry-run
say ast
say ast nowhere shop
say ingest-ast --dry-run
say ingest-ast .
serve
say ingest-ast . --explain --kb explained --llm-provider openai --llm-model tiny --llm-url "$api/v1"
printf 'class Gong\n  include Comparable\n  class << self\n    def strike\n    end\n  end\nend\n' > gong.rb
say ast gong.rb
say ingest-ast .
say embed
say index
say index --check
printf 'def strike_bell(hour, louder):\n    """Strike the bell of the shop."""\n    return hour * louder\n' > shop/bell.py
mkdir vendor
cp shop/bell.py vendor
say sync
say sync --dry-run
say index --dump
say status --config
say status --costs
say kb set top=5
say kb list
say kb alias 'the ring=ring_pop'
say kb alias
say strategies
say prompts
say prompts show answer --format json
(cd / && "$LUCUS" strategies 2> /dev/null) >> "$tmp/all"
say doctor
say graph callers append --unresolved
say graph callers Cart.add
say graph callers Belfry.ringing
say graph callers apply_discount --mentions
say graph callees total --depth 2
say graph impact apply_discount
printf -- '--- a/shop/prices.py\n+++ b/shop/prices.py\n@@ -4 +4 @@\n-def\n+def apply_discount\n' > ../diff
"$LUCUS" graph impact --diff - < ../diff >> "$tmp/all" 2> ../diff.err
say graph path total apply_discount
say graph communities
say graph communities apply_discount
say graph concepts --min-frequency 1 --min-weight 1 --min-degree 0
say graph concepts RingBuffers --min-frequency 1 --min-weight 1 --min-degree 0
say query 'what do the goods cost together'
say query 'zebra ring' --strategy vector --by file
say query 'zebra'
say query 'strike the bell'
say query 'what does the catr cost'
say query '"the goods" in the cart'
say query 'was kostet der Wagen' # in German
say query 'cart' --times
say query 'ring' --explain --by file
say query 'cart' --adaptive --max-tokens 200
say query 'cart' --adaptive --token-budget 1
say expand 'what do the goods in Cart.add cost'
say expand 'NoSuchThing'
say query 'ring' --answer --llm-provider none
printf 'You rate\ttext\t{"accuracy": 1, "completeness": 2, "clarity": 3, "relevance": 4, "reason": "So."}\n' > "$tmp/judge"
serve -r "$tmp/judge"
judge=$api
printf '*\tcut\n' > "$tmp/cut"
serve -r "$tmp/cut"
say query ring --answer --stream --llm-provider openai --llm-model tiny --llm-url "$api/open/v1"
say query 'ring' --lazy --llm-provider none
say query ring --global --dry-run --llm-provider none
say query 'what do the goods cost together' --lazy-graph --trace --llm-provider none --search-policy best-first
say query 'ring' --kb nowhere
find shop -name '*.py' -exec sed -i 's/return /return not /' {} +
say query 'ring cart' -k 30
say show Cart.add
say show Belfry.ringing
say query 'ring cart' --lazy --llm-provider none
find shop -name '*.py' -exec sed -i 's/return not /return /' {} +
mv shop/cart.py ..
say graph callers apply_discount
mv ../cart.py shop
echo '{"query":' | "$LUCUS" query 2> /dev/null >> "$tmp/all"
jq -c '.[] | {id, query}' queries.json | "$LUCUS" query 2> /dev/null >> "$tmp/all"
say eval queries.json --compare answer,extractive --judge --llm-provider openai --llm-model tiny --llm-url "$judge/open/v1"
say eval queries.json --failures -k 1
say eval elements.json --failures -k 1 --strategy bm25,vector --costs --questions
jq -c '.[] | {id, query}' queries.json | "$LUCUS" query | "$LUCUS" eval queries.json --hits - -k 1 --costs --failures --questions >> "$tmp/all"
say ingest-ast --kb foreign elements.jsonl
say query 'shelf' --kb foreign --strategy vector
"$LUCUS" embed --kb foreign < elements.jsonl >> "$tmp/all"
printf '%s\n' '{"type": "section", "name": "Aims", "file_path": "AIMS", "mentions": [{"name": "goal()", "line": 1}],
	"calls": ["goal"], "links": [{"kind": "CALLS", "name": "goal", "target": "0"}]}' | tr -d '\n' |
	"$LUCUS" ingest-ast --kb linked >> "$tmp/all"

say serve token add x --tokens "$tmp/tokens"
say serve token list --tokens "$tmp/tokens"
if ldconfig -p 2> /dev/null | grep -q libmicrohttpd.so.12; then
	mkfifo "$tmp/ready"
	LAZY_RAG_ENABLED=true "$LUCUS" serve --listen "unix:$tmp/socket" > "$tmp/ready" &
	read -r line < "$tmp/ready"
	curl -s --unix-socket "$tmp/socket" http://localhost/api/v1/lazy-rag/status | jq -c .data.status >> "$tmp/all"
	kill $!
	printf '%s\n' "$line" >> "$tmp/all"
else
	echo '{"record":"listening","url":"unix:none"}' >> "$tmp/all"
	echo '{"record":"lazy","kb":"","max_hops":1,"max_entities":1,"communities":true,"model":true}' >> "$tmp/all"
fi

table > "$tmp/table"
ok 'help records can be read' jq -es 'length > 100 and all(.text != "" and .type != "")' "$tmp/table"
ok 'every line of output is a record' jq -es 'all(type == "object" and has("record"))' "$tmp/all"

# check NAME PROGRAM: the program prints nothing; it has the records, $t (the rows) and $of (rows by kind).
check() {
	run jq -rs --slurpfile t "$tmp/table" '
		($t | group_by(.kind) | map({key: .[0].kind, value: .}) | from_entries) as $by
		| ($by + {node: ($by.element + ($by.node | map(select(.field != "record"))))}) as $of
		| [.[] | del(.owner)] as $all | '"$2" "$tmp/all"
	is "$1" "$status $out$err" "0 "
}

check 'all kinds are described' \
	'[$all[].record] | unique - ($of | keys) | .[]'
check 'all fields are described' \
	'[$all[] | .record as $k | keys[] as $f | select([$of[$k][].field] | index($f) | not) | "\($k).\($f)"] | unique[]'
check 'they stand in the order of the description' \
	'[$all[] | .record as $k | [keys_unsorted[] as $f | [$of[$k][].field] | index($f)]
	  | select(. != sort) | $k] | unique[]'
check 'they have the types of the description' '
	def fits($want):
		if $want == "integer" then type == "number" and . == floor
		elif $want == "array of strings" then type == "array" and all(.[]; type == "string")
		elif $want == "array of numbers" then type == "array" and all(.[]; type == "number")
		elif $want == "array of arrays" then type == "array" and all(.[]; type == "array")
		elif $want == "array of objects" then type == "array" and all(.[]; type == "object")
		elif $want | test(" or ") then any(fits($want | split(" or ")[]); .)
		else type == $want end;
	[$all[] | .record as $k | to_entries[] | .key as $f | .value as $v
	 | $of[$k][] | select(.field == $f) | .type as $want | select($v | fits($want) | not)
	 | "\($k).\($f): \($v | tojson | .[:60]) is no \($want)"] | unique[]'
check 'fields that are not optional are always there' '
	[$all[] | select(.record != "summary" or (has("dry_run") | not)) | .record as $k | keys as $have
	 | $of[$k][] | select(.text | startswith("optional: ") | not) | .field
	 | select(. as $f | $have | index($f) | not) | "\($k).\(.)"] | unique[]'
check 'every kind and field was seen, but for those of input' '
	([$all[] | .record as $k | keys[] | "\($k).\(.)"] | unique) as $seen
	| [$of | to_entries[] | select(.key != "query") | .key as $k | .value[] | "\($k).\(.field)"]
	- ["element.links", "node.stale", "node.inherited_by"] - $seen | .[]'
check 'the members of their objects are described' '
	[$all[] | .record as $k | to_entries[] | select(.key != "settings" and .key != "fields") | .key as $f
	 | (.value | if type == "array" then .[] else . end | objects | keys[], (.[] | objects | keys[])) as $m
	 | select($m | test("^[0-9]+$") | not) # a depth k
	 | $of[$k][] | select(.field == $f) | select(.text | test("\\b\($m)\\b") | not) | "\($k).\($f).\($m)"]
	| unique[]'
check 'the words that fields may hold are described' '
	[$all[]
	 | (select(.record == "selection") | ["selection", "stopped_reason", .stopped_reason], ["selection", "policy", .policy]),
	   (select(.record == "summary") | ["summary", "stage", .stage]),
	   (select(.record == "metric") | ["metric", "metric", .metric]),
	   (select(.record == "difference") | ["difference", "measure", .measure], ["difference", "verdict", .verdict]),
	   (select(.record == "failure") | .missing[] | ["failure", "missing", .reason]),
	   (select(.record == "strategy") | (.needs[] | ["strategy", "needs", .]), (.capabilities[] | ["strategy", "capabilities", .])),
	   (select(.record == "element") | ["element", "type", .type]),
	   (select(.record == "node") | .edges[] | ["node", "edges", .kind], ["node", "edges", .grade])
	 | . as [$k, $f, $word] | $of[$k][] | select(.kind == $k and .field == $f)
	 | select(.text | test("\\b\($word)\\b") | not) | "\($k).\($f): \($word)"] | unique[]'

# ---- fields that lucus does not know go from stage to stage ----

is 'a node keeps them' "$("$LUCUS" ingest-ast --kb kept elements.jsonl | jq -r '.owner // empty' | uniq)" storage
is 'an embedding passes them on' "$("$LUCUS" embed --kb kept < elements.jsonl | jq -r '.owner // empty' | uniq)" \
	storage
done_testing
