#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus query --lazy: what it takes along the graph, its limits, what the model is shown, and what is kept.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

unset ANTHROPIC_API_KEY OPENAI_API_KEY
tree t
mkdir -p t/chain
cat > t/chain/steps.py <<'EOF'
def first_step(x):
    """The zeroth grain is weighed."""
    return second_step(x)


def second_step(x):
    return third_step(x + 1)


def third_step(x):
    return fourth_step(x + 2)


def fourth_step(x):
    return x
EOF
"$LUCUS" sync -q t --db t.db > sync.out

q() {
	run "$LUCUS" query --db t.db "$@"
	ans=$(printf '%s\n' "$out" | tail -n 1)
}
get() {
	printf '%s\n' "$ans" | jq -r "$1"
}

# ---- off, unless asked for ----

q 'zeroth grain'
is 'off: hits and a selection' "$(printf '%s\n' "$out" | jq -r .record | sort -u | tr '\n' ' ')" 'hit selection '
for o in '--max-hops 3' '--max-entities 9' '--communities false' '--summary-model x'; do
	# shellcheck disable=SC2086
	q 'zeroth grain' $o
	is "$o while it is off: a usage error" "$status" 2
	like "$o while it is off: a clear message" "$err" 'lazy answers, which are off: give --lazy, or set LAZY_RAG_ENABLED=true, or the setting lazy'
done
LAZY_RAG_ENABLED=true run "$LUCUS" query --db t.db 'zeroth grain'
is 'LAZY_RAG_ENABLED' "$(printf '%s\n' "$out" | tail -n 1 | jq -r 'has("entities")')" true
LAZY_RAG_ENABLED=false run "$LUCUS" query --db t.db 'zeroth grain'
is 'LAZY_RAG_ENABLED=false' "$(printf '%s\n' "$out" | tail -n 1 | jq -r .record)" selection
LAZY_RAG_ENABLED=true run "$LUCUS" query --db t.db 'zeroth grain' --answer --mode tree
is 'who asks for a mode gets it' "$(printf '%s\n' "$out" | tail -n 1 | jq -r 'has("entities")')" false
q 'zeroth grain' --lazy --mode tree
is 'both: a usage error' "$status" 2

# ---- settings of the knowledge base ----

"$LUCUS" sync -q t --db set.db > sync.out
run "$LUCUS" kb set lazy=true lazy_max_hops=1 lazy_max_entities=2 lazy_use_communities=false lazy_summary_model=tiny --db set.db
is 'kb set' "$status $err" '0 '
run "$LUCUS" query --db set.db 'first_step zeroth grain' -k 1 --llm-provider none
is 'lazy by the setting, in its limits' "$(printf '%s\n' "$out" | tail -n 1 | jq -r '"\(.record) \(.entities | length) \([.entities[].hop] | max)"')" 'answer 2 1'
is 'the answer has the question' "$(printf '%s\n' "$out" | tail -n 1 | jq -r .query)" 'first_step zeroth grain'
run "$LUCUS" query --db set.db 'first_step zeroth grain' --answer --mode tree --llm-provider none
is 'who asks for a mode gets it, whatever is set' "$(printf '%s\n' "$out" | tail -n 1 | jq -r 'has("entities")')" false
LAZY_RAG_ENABLED=false run "$LUCUS" query --db set.db 'first_step zeroth grain'
is 'the environment is stronger' "$(printf '%s\n' "$out" | tail -n 1 | jq -r .record)" selection
run "$LUCUS" status --config --db set.db --format text
for o in lazy max-hops max-entities communities summary-model; do
	like "status --config: $o" "$out" "$o.*(true|1|2|false|tiny).*knowledge base"
done
for v in 'lazy_max_hops 6 1\.\.5' 'lazy_max_entities 0 1\.\.200' 'lazy maybe true' 'lazy_use_communities 7 true'; do
	# shellcheck disable=SC2086
	set -- $v
	run "$LUCUS" kb set "$1=$2" --db set.db
	is "$1=$2 is refused" "$status" 2
	like "$1=$2: with what there is" "$err" "$1.*$3"
done

# ---- limits, at both ends ----

for l in 'max-hops LAZY_RAG_MAX_HOPS 1 5' 'max-entities LAZY_RAG_MAX_ENTITIES 1 200'; do
	# shellcheck disable=SC2086
	set -- $l
	for v in $(($3 - 1)) $(($4 + 1)) -1; do
		q 'zeroth grain' --lazy "--$1=$v"
		is "--$1=$v is refused" "$status" 2
		like "--$1=$v: with the range" "$err" "$3\.\.$4"
		run env "$2=$v" "$LUCUS" query --db t.db 'zeroth grain' --lazy
		is "$2=$v is refused" "$status" 2
		like "$2=$v: with the range" "$err" "$2.*$3\.\.$4"
	done
	for v in "$3" "$4"; do
		q 'zeroth grain' --lazy "--$1=$v"
		is "--$1=$v is taken" "$status" 0
		run env "$2=$v" "$LUCUS" query --db t.db 'zeroth grain' --lazy
		is "$2=$v is taken" "$status" 0
	done
done

# ---- what it takes ----

hops() {
	q 'first_step zeroth grain' -k 1 --lazy --llm-provider none "$@"
	printf '%s\n' "$ans" | jq -r '[.entities[] | select(.name | test("step$")) | "\(.name | sub(".*[.]"; "")):\(.hop)"] | join(" ")'
}
is 'two hops' "$(hops --no-cache | tr ' ' '\n' | grep -v fourth | sort | tr '\n' ' ')" 'first_step:0 second_step:1 third_step:2 '
like 'three hops go further' "$(hops --max-hops 3 --communities true)" 'fourth_step'
hops --max-entities 2 > few
is 'no more entities than wanted' "$(get '.entities | length')" 2
hops > all
is 'entities: the fields' "$(get '.entities[0] | keys_unsorted | join(" ")')" 'source id type name path start_line end_line hop score'
is 'relationships are between them' "$(get '(.entities | length) as $n | .relationships | length > 0 and all(.from >= 1 and .from <= $n and .to >= 1 and .to <= $n)')" true
is 'a call is one of them' "$(get '[.entities[].name] as $e | [.relationships[] | select(.kind == "CALLS") |
	"\($e[.from - 1])>\($e[.to - 1])" | gsub("[a-z.]*[.]"; "")] | index("first_step>second_step") != null')" true
is 'times of the steps' "$(get '.times | keys_unsorted | join(" ")')" 'seed expand context total'
is 'confidence and missing' "$(get '"\(.confidence > 0.35) \(.missing)"')" 'true []'
cat > t/chain/gate.py <<'EOT'
from lib.bank import deposit


def open_gate(x):
    """A gate that opens."""
    return deposit(x, 1)
EOT
"$LUCUS" sync -q t --db t.db > sync.out
q 'how is the account balance changed by a deposit' --lazy --max-hops 5 --llm-provider none
like 'without filters it goes far' "$(get '[.entities[].path] | unique | join(" ")')" 'lib/bank.py'
everywhere=$(get .confidence)
q 'how is the account balance changed by a deposit' --lazy --max-hops 5 --path chain --llm-provider none
is 'filters bound what is near, too' "$(get '[.entities[].path] | unique | join(" ")')" 'chain/gate.py chain/steps.py'
is 'the confidence is that of what is cited' "$(get ".confidence < 0.35 and .confidence < $everywhere")" true
like 'which the text says' "$(get .text)" 'Nothing was found in what the filters let through about'
q 'how is the account balance changed by a deposit' --lazy --path CHAIN --llm-provider none
is 'a path in another case: nothing, and no confidence' "$(get '"\(.confidence) \(.citations | length) \(.entities | length)"')" '0 0 0'
like 'nor a word of the whole code base' "$(get .text)" 'Nothing was found in what the filters let through about'
q 'how is the account balance changed by a deposit' --lazy --language javascript --llm-provider none
is 'a language' "$(get '[.entities[].path | select(endswith(".js") | not)] | length')" 0
q 'how is the account balance changed by a deposit' --lazy --type class --llm-provider none
is 'a type' "$(get '[.entities[].type] | unique | join(" ")')" class
q 'what does ZeppelinDocker do' --lazy
is 'absent: low, and missing' "$(get '"\(.confidence < 0.35) \(.missing[0])"')" 'true ZeppelinDocker'

# ---- with a model ----

LUCUS_LLM_KEY=sk-never && export LUCUS_LLM_KEY
serve
m() {
	q "$@" --lazy --llm-url "$api/v1" --llm-model big
}
m 'first_step zeroth grain' -k 1
is 'one request, cited' "$(get '"\(.mode) \(.requests) \([.citations[].source] | join(","))"')" 'lazy 1 1,2'
prompt=$(tail -n 1 "$log" | jq -r '.body.messages[-1].content')
like 'communities: the sources by community' "$prompt" ', chain/, [0-9]+ elements \([0-9]+ relations inside, [0-9]+ to others\):.* \[1\]'
is 'communities: in the answer, the same sources' \
	"$(get '.communities | "\(length <= 5) \(all(.id | test("^c[0-9a-f]{16}$"))) \(.[0].path) \([.[].sources[]] | index(1) != null) \([.[].sources[]] | length == (unique | length))"')" \
	'true true chain/ true true'
like 'communities: their relations' "$prompt" '^\[[0-9]+\] CALLS \[[0-9]+\]$'
is 'the model' "$(tail -n 1 "$log" | jq -r .body.model)" big
m 'first_step zeroth grain' -k 1 --communities false
unlike 'no communities' "$(tail -n 1 "$log" | jq -r '.body.messages[-1].content')" 'relations inside|CALLS'
LAZY_RAG_USE_COMMUNITIES=false LAZY_RAG_SUMMARY_MODEL=small run "$LUCUS" query --db t.db 'second_step' --lazy --llm-url "$api/v1" --llm-model big
is 'LAZY_RAG_SUMMARY_MODEL' "$(tail -n 1 "$log" | jq -r .body.model)" small
unlike 'LAZY_RAG_USE_COMMUNITIES' "$(tail -n 1 "$log" | jq -r '.body.messages[-1].content')" 'relations inside'
before=$(wc -l < "$log")
m 'first_step zeroth grain' -k 1
is 'again: from the cache' "$(get '"\(.cached) \(.requests) \(.entities | length > 2)"') $(($(wc -l < "$log") - before))" 'true 0 true 0'
m 'first_step zeroth grain' -k 1 --max-hops 1
is 'other limits: asked' "$(get .cached)" false
printf '*\tstatus\t400\n' > failing
serve -r failing
m 'third_step'
is 'failing: an extractive summary, which says so' "$(get '"\(.mode) \(.fallback != null) \(.entities | length > 1)"')" 'extractive true true'
like 'failing: in the text' "$(get .text)" '^The language model failed \('

# ---- how long it takes ----

if [ -n "$slow" ]; then
	skip 'time' 'slow build'
	done_testing
fi
many big 200 50
"$LUCUS" sync -q big --db big.db > sync.out
elements=$("$LUCUS" status --db big.db --format json | jq -s 'map(.elements // 0) | max')
ok "a large store: $elements elements" test "$elements" -ge 10000
serve -d 2
lap() {
	from=$(date +%s%N)
	run "$LUCUS" query --db big.db --lazy --llm-url "$api/v1" --llm-model m "$@"
	ms=$((($(date +%s%N) - from) / 1000000))
	ans=$(printf '%s\n' "$out" | tail -n 1)
}
lap 'how does function 7 of file 12 call others'
is 'large: fifty entities' "$(get '.entities | length')" 50
note "with a model that takes 2 s: $ms ms; $(get '.times | tostring')"
asked=$(wc -l < "$log")
lap 'how does function 7 of file 12 call others'
note "from the cache: $ms ms"
is 'large: from the cache' "$(get .cached)" true
is 'large: and the model is not asked again' "$(wc -l < "$log")" "$asked"
is 'large: one request in all' "$(wc -l < "$log" | tr -d ' ')" 1

done_testing
