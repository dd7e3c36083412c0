#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus eval --compare and --judge: what approaches to answers cost and cite, what a judge says of them, in both orders, and what
# a judge does wrong. (The dollars in quotes are those of jq.)
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

LUCUS_LLM_KEY=sk-quiet && export LUCUS_LLM_KEY
tree t
"$LUCUS" sync -q t --db t.db > sync.out
printf '%s\n' '{"id": "one", "query": "how is money deposited", "relevant_elements": ["lib.bank.Account.deposit"]}' \
	'{"query": "how is a stack pushed", "relevant": ["src/stack.c", "lib/bank.py"]}' > set.jsonl
tab=$(printf '\t')
rated='{"accuracy": 8, "completeness": 6, "clarity": 9.5, "relevance": 10, "reason": "It says it."}'
rules() {
	printf '%s\n' "$@" "summarise a part${tab}text${tab}A part." \
		"points that they make${tab}text${tab}{\"points\": [{\"text\": \"Things\", \"rating\": 50, \"summaries\": [1, 2]}]}" \
		"points that were found${tab}text${tab}All of it [1]." \
		"take a question about${tab}text${tab}{\"subqueries\": [{\"text\": \"deposit of money\", \"score\": 9}]}" \
		"rate how relevant${tab}text${tab}{\"scores\": [{\"n\": 1, \"score\": 9}]}" \
		"write down what they say${tab}text${tab}{\"claims\": [{\"text\": \"Deposits add.\", \"score\": 9, \"passages\": [1]}]}" \
		"from the claims${tab}text${tab}Deposits add [1]." > rules
	serve -r rules
}
compare() {
	run "$LUCUS" eval set.jsonl --db t.db --llm-provider openai --llm-url "$api/v1" --llm-model m "$@"
	res=$out
}
of() {
	printf '%s\n' "$res" | jq -c "select(.record == \"$1\") | $2"
}

# ---- costs and citations ----

rules
compare --compare lazy-graph,answer,lazy,global,extractive --report page.html
is 'an approach each' "$status $(of approach .approach | tr '\n' ' ')" '0 "lazy-graph" "answer" "lazy" "global" "extractive" '
is 'requests: one, one, more for everything and for a search, none' \
	"$(of approach '[.approach, .requests == 1, .requests > 2]' | tr '\n' ' ')" \
	'["lazy-graph",false,true] ["answer",true,false] ["lazy",true,false] ["global",false,true] ["extractive",false,false] '
is 'a search has all its phases in the ledger' \
	"$("$LUCUS" status --costs --db t.db | jq -r 'select(.purpose | IN("subqueries", "relevance", "claims")) | .purpose' | sort -u | tr '\n' ' ')" \
	'claims relevance subqueries '
ok 'and cites what it claims' test "$(of approach 'select(.approach == "lazy-graph") | .failed == 0 and .recall > 0 and .seconds > 0')" = true
is 'without a model nothing is sent' "$(of approach 'select(.approach == "extractive") | [.requests, .tokens_in]')" '[0,0]'
sum=$(of approach '.tokens_in * .queries' | jq -s 'add | round')
spent=$("$LUCUS" status --costs --db t.db | jq -s '[.[] | select(.purpose == "all")][0].tokens_in')
server=$(jq -s '[.[].tokens_in] | add' "$log")
is 'the ledger has all of it' "$spent" "$server"
is 'and the report' "$sum" "$server"
is 'shares are shares' "$(of approach '[.recall, .precision] | all(. >= 0 and . <= 1)' | sort -u)" true
ok 'something is cited' test "$(of approach 'select(.approach == "answer") | .recall > 0')" = true
is 'nobody has judged' "$(of approach '[.judged, .accuracy, .wins]' | sort -u)" '[0,null,0]'
like 'the page' "$(cat page.html)" '<td>lazy</td>'
like 'the page loads nothing' "$(cat page.html)" "default-src 'none'"
compare --compare answer,lazy --format text
like 'for people' "$out" '^lazy +1\.0 +[0-9]+ '
compare --compare answer,nothing
is 'an approach that is none' "$status" 2
like 'those there are' "$err" "no approach 'nothing' .*answer, refine, tree, lazy, lazy-graph, global, extractive"
run "$LUCUS" eval set.jsonl --db t.db --compare answer,lazy-graph,extractive --llm-provider none
res=$out
is 'without a model: sentences from the code' "$status $(of approach '[.requests, .tokens_in]' | uniq -c | tr -s ' ')" '0  3 [0,0]'

# ---- judging ----

rules "You compare two answers${tab}text${tab}{\"better\": \"second\"}" "You rate an answer${tab}text${tab}Well: $rated"
compare --judge
is 'a judgement of each' "$status $(of judgement '[.query_id, .approach, .accuracy, .clarity, .reason, .better]' | tr '\n' ' ')" \
	'0 ["one","answer",8,9.5,"It says it.",null] ["2","answer",8,9.5,"It says it.",null] '
is 'their means' "$(of approach '[.judged, .accuracy, .completeness, .clarity, .relevance, .malformed]')" '[2,8,6,9.5,10,0]'
rated_request=$(grep 'You rate an answer' "$log" | tail -n 1 | jq -r '.body.messages[-1].content')
like 'the judge sees the answer as data' "$rated_request" '^=== S[0-9a-f]{16} answer$'
like 'and the code that is cited' "$rated_request" '^=== S[0-9a-f]{16} sources$'
compare --compare answer,lazy --judge
is 'who takes the second in either order is swayed: ties' "$(of judgement 'select(.approach == "lazy") | [.against, .better, .swayed]' | sort -u)" '["answer","tie",true]'
is 'both orders were asked' "$(grep -c 'You compare two answers' "$log")" 4
is 'ties are counted' "$(of approach 'select(.approach == "lazy") | [.wins, .losses, .ties]')" '[0,0,2]'
rules "how things are in the graph${tab}text${tab}no" "You rate an answer${tab}text${tab}$rated" "You compare two answers${tab}text${tab}{\"better\": \"tie\"}"
compare --compare answer,extractive --judge
is 'a tie in both orders is one, and nobody is swayed' "$(of judgement 'select(.approach == "extractive") | [.better, .swayed]' | sort -u)" '["tie",false]'
is 'the ledger has the judge' "$("$LUCUS" status --costs --db t.db | jq -r 'select(.purpose == "judge") | .requests > 0')" true

# ---- a judge that does wrong ----

for reply in 'I will not.' '{"accuracy": 11, "completeness": 1, "clarity": 1, "relevance": 1}' '{"accuracy": 3}' '[1, 2, 3, 4]' '{"accuracy": "8"'; do
	rules "You rate an answer${tab}text${tab}$reply" "You compare two answers${tab}text${tab}$reply"
	compare --compare answer,lazy --judge
	is "a judge that says $reply: the run goes on" "$status" 0
	is "a judge that says $reply: is counted" "$(of approach '[.judged, .malformed]' | tr '\n' ' ')" '[0,2] [0,4] '
done
is 'what is not known is null' "$(of judgement 'select(.approach == "lazy") | [.accuracy, .reason, .better]' | sort -u)" '[null,null,"unknown"]'
rules "You rate an answer${tab}1:huge${tab}10000000" "You rate an answer${tab}text${tab}$rated"
compare --judge
is '10 MB: one has no rating' "$status $(of approach '[.judged, .malformed]')" '0 [1,1]'
run "$LUCUS" eval set.jsonl --db t.db --judge --llm-provider none
is 'no model: no judge' "$status" 2
like 'as is said' "$err" 'a judge is a language model, and none is configured'
ok 'another prompt' "$LUCUS" prompts show judge
printf '%s\n' "$out" > own.txt
before=$(grep -c . "$log")
sed 's/{answer}//' own.txt > lacks.txt
compare --judge --prompt judge=lacks.txt
is 'a prompt that lacks something: nothing is sent' "$status $(($(grep -c . "$log") - before))" '2 0'

done_testing
