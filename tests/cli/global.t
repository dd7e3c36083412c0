#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus query --global: summaries of communities, which are made once and kept by content, the points that they make, the answer
# with its citations, what a model does wrong, and what it would take.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

LUCUS_LLM_KEY=sk-quiet && export LUCUS_LLM_KEY
tree t
many t/many 12 4
"$LUCUS" sync -q t --db t.db > sync.out
tab=$(printf '\t')
good="summarise a part${tab}text${tab}This part keeps things in \`Account\`.
points that they make${tab}text${tab}Here: {\"points\": [{\"text\": \"Deposits are checked\", \"rating\": 80, \"summaries\": [1]}, {\"text\": \"Nothing of it\", \"rating\": 0, \"summaries\": [1]},
points that were found${tab}text${tab}Deposits are checked [1], \`Account\` says [99]."
good=$(printf '%s' "$good" | sed 's/\[1\]},$/[1]}, {"text": "It is logged", "rating": 30, "summaries": [2, 1, 2, 77]}, {"text": "", "rating": 3, "summaries": [1]}, {"text": "of none", "rating": 9, "summaries": [500]}, 7]}/')
printf '%s\n' "$good" > rules
serve -r rules
g() {
	q 'how are deposits checked' --llm-provider openai --llm-url "$api/v1" --llm-model m --global --level 1 "$@"
	ans=$(printf '%s\n' "$out" | tail -n 1)
}
get() {
	printf '%s\n' "$ans" | jq -r "$1"
}
count() {
	grep -c "$1" "$log" || true
}

# ---- what it would take ----

g --dry-run
is 'dry run: an estimate' "$status $(get .record)" '0 estimate'
is 'dry run: the phases' "$(get '[.phases[].phase] | join(" ")')" 'community_summary global_map global_reduce'
is 'dry run: they add up' "$(get '([.phases[].requests] | add) == .requests and ([.phases[].tokens_in] | add) == .tokens_in')" true
parts=$(get .communities)
is 'dry run: all communities have to be summarised' "$(get '.phases[0].requests')" "$parts"
is 'dry run: nothing is sent' "$(count .)" 0
q 'how are deposits checked' --global --level 0 --dry-run --llm-provider none --format text
like 'dry run: for people, without a model' "$out" '^community_summary +[0-9]+ +[0-9]+ +[0-9]+$'

# ---- an answer ----

g
is 'an answer' "$status $(get '.record + " " + .mode')" '0 answer global'
is 'its text, its citations' "$(get .text)" 'Deposits are checked [1], `Account` says.'
is 'what is no source is taken out' "$(get '.removed | join(" ")')" 99
is 'names of summaries are known' "$(get '.unsupported | length')" 0
is 'a citation is an element that is there' "$(get '.citations[0] | "\(.path):\(.start_line)"' | sed "s,^,t/,;s,:.*,,")" \
	"$(get '.citations[0].path' | sed 's,^,t/,' | xargs ls 2> /dev/null)"
is 'each community is summarised' "$(count 'summarise a part')" "$parts"
is 'one answer of the points' "$(count 'points that were found')" 1
is 'its requests are all that were sent' "$(get .requests) $(get .tokens.in)" "$(count .) $(jq -s '[.[].tokens_in] | add' "$log")"
sent=$(grep 'points that were found' "$log" | tail -n 1 | jq -r '.body.messages[-1].content')
like 'the best point comes first' "$(printf '%s\n' "$sent" | sed -n 2p)" '^- \(80\) Deposits are checked \[1\]$'
like 'its sources, each once, of those that were shown' "$sent" '^- \(30\) It is logged \[1, 2\]$'
unlike 'points of no use are left out' "$sent" 'Nothing of it|of none'
like 'what was dropped is said' "$err" 'replies or points of the model were of no use'
like 'members are data' "$(grep 'summarise a part' "$log" | head -n 1 | jq -r '.body.messages[-1].content')" '^=== S[0-9a-f]{16} members$'

q 'what do widgets of parliaments say to umbrellas' --llm-provider openai --llm-url "$api/v1" --llm-model m --global --level 1
unlike 'what the cited elements lack may be in others: nothing is said to be missing' "$out" '(There is nothing|Nothing was found)'
unlike 'nor is the model told so' "$(tail -n 1 "$log" | jq -r '.body.messages[0].content')" '(There is nothing|Nothing was found) in'

# ---- what is kept ----

g
is 'again: the answer is kept' "$(get .cached) $(count 'points that were found')" 'true 2'
g --no-cache
is 'another answer: the summaries are kept' "$(count 'summarise a part') $(count 'points that were found')" "$parts 3"
is 'the estimate knows' "$(g --dry-run; get '[.phases[].phase] | join(" ")')" 'global_map global_reduce'
sed -i 's/self.balance += amount/self.balance += amount * 1/' t/lib/bank.py
"$LUCUS" sync -q t --db t.db > sync.out
g
is 'after an edit of a body: no summary is due, its content is as before' "$(count 'summarise a part')" "$parts"
printf '\n\ndef brand_new_thing(x):\n    """Something new."""\n    return x\n' >> t/lib/bank.py
"$LUCUS" sync -q t --db t.db > sync.out
g
some=$(count 'summarise a part')
ok 'a new member: that community alone' test "$some" -gt "$parts" -a "$some" -lt $((parts * 2))
is 'the file of summaries is private' "$(stat -c %a t.db-summaries)" 600
is 'rows are of the tenant and the knowledge base' "$(sqlite3 t.db-summaries 'SELECT DISTINCT tenant, kb FROM summary')" 'default|default'
"$LUCUS" sync -q t --db t.db --tenant other > sync.out
before=$(count 'summarise a part')
g --tenant other
ok 'another tenant has its own' test "$(count 'summarise a part')" -gt "$before"
"$LUCUS" prompts show community_summary | sed 's/You summarise a part/Now summarise a part/' > own.txt
before=$(count 'summarise a part')
g --prompt community_summary=own.txt
ok 'another prompt: all are made anew' test "$(count 'summarise a part')" -ge $((before + parts))

# ---- tokens ----

cp "$log" counted
ledger() {
	"$LUCUS" status --costs --db t.db --tenant "$1" | jq -s "[.[] | select(.purpose == \"all\") | $2] | add"
}
is 'the ledger has what the server counted: in' "$(($(ledger default .tokens_in) + $(ledger other .tokens_in)))" "$(jq -s '[.[].tokens_in] | add' counted)"
is 'and out' "$(($(ledger default .tokens_out) + $(ledger other .tokens_out)))" "$(jq -s '[.[].tokens_out] | add' counted)"
is 'by phase' "$("$LUCUS" status --costs --db t.db | jq -r 'select(.record == "ledger" and .model) | .purpose' | tr '\n' ' ')" 'community_summary global_map global_reduce '
is 'of which the requests are' "$("$LUCUS" status --costs --db t.db --tenant other | jq -c 'select(.purpose == "global_reduce") | .requests')" 1

# ---- what a model does wrong ----

bad() {
	printf '%s\n' "$1" > bad-rules
	printf '%s\n' "$good" >> bad-rules
	serve -r bad-rules
	g --no-cache
}
for reply in 'I can not tell.' '{"points": "none"}' '[]' '{"points": [{"rating": 5}, null, []]}' '```json\n{"points": []}\n```'; do
	bad "points that they make${tab}text${tab}$reply"
	is "points as '$reply': an answer all the same" "$status $(get .record)" '0 answer'
done
is 'no points: the code is not asked again' "$(count 'points that were found')" 0
bad "points that they make${tab}text${tab}\`\`\`json\\n[{\"text\": \"Fine\", \"rating\": 7, \"summaries\": [1]}]\\n\`\`\`"
is 'a fenced array will do' "$(get .mode)" global
bad "points that they make${tab}huge${tab}10000000"
is '10 MB: an answer from the code' "$status $(get .mode)" '0 extractive'
isnt 'which says why' "$(get .fallback)" null
bad "points that were found${tab}status${tab}400"
is 'no last answer: one from the code' "$status $(get .mode)" '0 extractive'
rm t.db-summaries
bad "summarise a part${tab}1:status${tab}400"
is 'a summary that fails' "$status $(get .mode)" '0 global'
like 'is said' "$err" '1 of [0-9]+ communities have no summary'
before=$(count 'summarise a part')
g --no-cache
is 'and made the next time' "$(($(count 'summarise a part') - before))" 1
q 'how are deposits checked' --global --llm-provider none
is 'without a model: from the code' "$status $(printf '%s\n' "$out" | tail -n 1 | jq -r .mode)" '0 extractive'
like 'which its text says' "$(printf '%s\n' "$out" | tail -n 1 | jq -r .text)" '^A global answer needs a language model'
like 'and a warning' "$err" 'a global answer needs a language model'
q 'how are deposits checked' --global --llm-provider none
like 'also of one that is kept' "$err" 'a global answer needs a language model'

# ---- options ----

for o in '--level 2' --dry-run; do
	# shellcheck disable=SC2086
	q deposits $o
	is "$o alone: a usage error" "$status" 2
	like "$o alone: says what is needed" "$err" 'needs --global'
done
q deposits --global --lazy
is 'two ways to answer: a usage error' "$status" 2
q deposits --global --lazy-graph
is 'so is a search' "$status" 2
like 'and says which two' "$err" "'--global' and '--lazy-graph' exclude each other"
q deposits --global --mode tree
is 'a mode, too' "$status" 2
LAZY_RAG_ENABLED=true run "$LUCUS" query --db t.db deposits --global --dry-run --llm-provider none
is 'who asks for it gets it, whatever is set' "$(printf '%s\n' "$out" | tail -n 1 | jq -r .record)" estimate
LAZY_GRAPH_ENABLED=true run "$LUCUS" query --db t.db deposits --global --llm-provider openai --llm-url "$api/v1" --llm-model m
is 'also where a search is set' "$(printf '%s\n' "$out" | tail -n 1 | jq -r .mode)" global
q deposits --stream
like 'what is streamed may be global' "$err" '--stream. needs .*--global'
q deposits --global --level 21
like 'the range of levels' "$err" '0\.\.20'

done_testing
