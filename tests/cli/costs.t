#!/bin/sh
# SPDX-License-Identifier: MIT
# What models were asked, and what it cost: lucus status --costs.
. "$(dirname "$0")/lib.sh"

tree src
"$LUCUS" sync -q src --db s.db > /dev/null

ok "status --costs of a store that asked nobody" "$LUCUS" status --costs --db s.db
is "is a status record, and totals of nothing" "$(printf '%s\n' "$out" | jq -c '[.record, .purpose, .requests, .cost]')" \
	'["status",null,null,null]
["ledger","all",0,0]'
nok "and makes no ledger" test -e s.db-ledger
unlike "without --costs there is none" "$("$LUCUS" status --db s.db)" ledger

# Rows as the program writes them (tests/unit/test_ledger.c), and those of another tenant.
sqlite3 s.db-ledger "CREATE TABLE ledger(tenant TEXT NOT NULL, kb TEXT NOT NULL, purpose TEXT NOT NULL,
 model TEXT NOT NULL, requests INTEGER NOT NULL, tokens_in INTEGER NOT NULL, tokens_cached INTEGER NOT NULL,
 tokens_out INTEGER NOT NULL, cost REAL NOT NULL, cache_hits INTEGER NOT NULL, uncounted INTEGER NOT NULL,
 unpriced INTEGER NOT NULL, PRIMARY KEY(tenant, kb, purpose, model)) STRICT, WITHOUT ROWID;
 INSERT INTO ledger VALUES('default', 'default', 'answer', 'large', 4, 4000, 100, 800, 0.25, 2, 0, 1),
 ('default', 'default', 'embedding', 'vectors', 2, 0, 0, 0, 0, 0, 2, 2),
 ('default', 'default', 'explanation', 'small', 10, 900, 0, 300, 0.125, 7, 0, 0),
 ('other', 'default', 'answer', 'secret', 1, 1, 1, 1, 100, 0, 0, 0),
 ('default', 'second', 'answer', 'secret', 1, 1, 1, 1, 100, 0, 0, 0);"
ok "status --costs" "$LUCUS" status --costs --db s.db
rows=$(printf '%s\n' "$out" | jq -c 'select(.record == "ledger") | [.purpose, .model, .requests, .tokens_in,
	.tokens_cached, .tokens_out, .cost, .uncounted, .unpriced, .cache_hits]')
is "lists purposes and models, then the totals; what is not known is null" "$rows" \
	'["answer","large",4,4000,100,800,0.25,0,1,2]
["embedding","vectors",2,null,null,null,null,2,2,0]
["explanation","small",10,900,0,300,0.125,0,0,7]
["all",null,16,4900,100,1100,0.375,2,3,9]'
unlike "rows of others can not be reached" "$out" secret

ok "for people" "$LUCUS" status --costs --db s.db --format text
like "costs of which a part is known" "$out" '^answer +large +4 +4000 +800 +2 +\$0.2500 and 1 of unknown cost$'
like "costs that are unknown are no zero" "$out" '^embedding +vectors +2 +unknown +unknown +0 +unknown$'
like "known costs" "$out" '^explanation +small +10 +900 +300 +7 +\$0.1250$'
like "the totals" "$out" '^all +16 +4900 +1100 +9 +\$0.3750 and 3 of unknown cost$'

"$LUCUS" sync -q src --db s.db --kb second > /dev/null
"$LUCUS" status --costs --db s.db --kb second > second
is "another knowledge base has its own" "$(jq -c 'select(.purpose == "all") | .cost' second)" 100

printf 'no ledger at all, but a text of some length that stands where the ledger should be' > s.db-ledger
nok "a damaged ledger is an error" "$LUCUS" status --costs --db s.db
like "which names it" "$err" "^lucus: status: cannot read the ledger in '.*s.db-ledger': "
ok "that does not matter to a query" "$LUCUS" query stack --db s.db

# Prices are for what is asked of servers: where nobody is, a file that is not there keeps nobody from working.
ok "prices that are not there do not matter to a sync in process" env LUCUS_PRICES=none.json "$LUCUS" sync --db s.db src
is "and nobody hears of them" "$err" ''
# What is spent is counted by phase, as the server counts it, whatever becomes of the question.
LUCUS_LLM_KEY=sk-quiet && export LUCUS_LLM_KEY
"$LUCUS" sync -q src --db p.db > /dev/null
tab=$(printf '\t')
printf '%s\n' "earlier draft${tab}2:text${tab}Better [1]." "earlier draft${tab}slow${tab}600" > rules
serve -r rules
ask() {
	"$LUCUS" query 'money and numbers' -k 12 --no-cache --db p.db --llm-provider openai --llm-url "$api/v1" --llm-model m "$@" > asked.out 2>&1
}
phases() {
	"$LUCUS" status --costs --db p.db | jq -r 'select(.record == "ledger" and .model) | "\(.purpose) \(.requests)"' | tr '\n' ' '
}
same() {
	is "$1" "$("$LUCUS" status --costs --db p.db | jq -c 'select(.purpose == "all") | [.tokens_in, .tokens_out]')" \
		"$(jq -sc '[([.[].tokens_in] | add), ([.[].tokens_out] | add)]' "$log")"
}
ask --answer
ask --answer --mode refine
ask --answer --mode tree
ask --lazy
is "each phase of an answer" "$(phases)" 'answer 2 join 1 lazy 1 part 3 refine 2 '
same "the sum is what the server counted"
amid TERM '[ "$(grep -c "earlier draft" "$log")" -gt 2 ]' "$LUCUS" query 'money and numbers' -k 12 --no-cache --db p.db \
	--llm-provider openai --llm-url "$api/v1" --llm-model m --answer --mode refine
is "of a question that was interrupted, too" "$(phases)" 'answer 3 join 1 lazy 1 part 3 refine 2 '

done_testing
