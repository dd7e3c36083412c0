#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus eval: strategies compared, what they cost, gates of categories, pictures, pages, and the reasons of failures.
. "$(dirname "$0")/lib.sh"

cp -R "$top/tests/fixtures/shop" shop
mkdir shop/.git
(cd shop && "$LUCUS" sync . --db ../s.db) > sync.out

# ---- differences ----

run "$LUCUS" eval shop/queries.json --db s.db -k 1,5 -s bm25,vector,hybrid_rrf
is 'three strategies: status, no word on stderr' "$status $err" '0 '
is 'two are compared with the first' "$(jq -rs '[.[] | select(.record == "difference") | .baseline + "<" + .strategy] | unique | join(" ")' "$tmp.out")" \
	'bm25<hybrid_rrf bm25<vector'
is 'every measure, k and category' "$(jq -rs '[.[] | select(.record == "difference")] | length' "$tmp.out")" \
	"$(jq -rs '[.[] | select(.record == "metric" and .strategy != "bm25")] | length' "$tmp.out")"
is 'a difference is that of the means' "$(jq -s '
	(map(select(.record == "metric")) | map({key: "\(.strategy) \(.category) \(.metric) \(.k)", value: .value}) | from_entries) as $v
	| [.[] | select(.record == "difference")
		| (.value - ($v["\(.strategy) \(.category) \(.measure) \(.k)"] - $v["\(.baseline) \(.category) \(.measure) \(.k)"])) | fabs]
	| max < 0.00001' "$tmp.out")" true
is 'verdicts fit their intervals' "$(jq -s '[.[] | select(.record == "difference")
	| .low <= .value and .value <= .high and .verdict == (if .low > 0 then "better" elif .high < 0 then "worse" else "unclear" end)]
	| all' "$tmp.out")" true
is 'something differs' "$(jq -s '[.[] | select(.record == "difference" and .better + .worse > 0)] | length > 0' "$tmp.out")" true
cp "$tmp.out" first.out
run "$LUCUS" eval shop/queries.json --db s.db -k 1,5 -s bm25,vector,hybrid_rrf
is 'the same again' "$out" "$(cat first.out)"
run "$LUCUS" eval shop/queries.json --db s.db -k 1,5 -s bm25,vector --resamples 0
is 'without resamples nothing is told' "$(jq -rs '[.[] | select(.record == "difference").verdict] | unique | join(" ")' "$tmp.out")" unclear
run "$LUCUS" eval shop/queries.json --db s.db -k 1,5 -s bm25,vector --format text
like 'text: differences' "$out" '^differences from bm25, '
like 'text: a row of them' "$out" '^ +recall +[+-]0\.[0-9]{3}'
run "$LUCUS" eval shop/queries.json --db s.db -k 1,5 -s bm25,vector --format md
like 'Markdown: differences' "$out" '^## Differences from bm25$'
like 'Markdown: a row of them' "$out" '^\| vector \| ndcg \| [+-]0\.[0-9]{3} \['

# ---- costs ----

run "$LUCUS" eval shop/elements.json --db s.db -k 1,2 -s bm25,vector --costs
is '--costs: a record for each strategy' "$(jq -r 'select(.record == "cost") | "\(.strategy) \(.queries) \(.k)"' "$tmp.out" | tr '\n' ' ')" \
	'bm25 3 2 vector 3 2 '
is '--costs: times' "$(jq -s '[.[] | select(.record == "cost") | .seconds > 0 and .seconds <= .seconds_95
	and .seconds_95 <= .seconds_all] | all' "$tmp.out")" true
# the first two hits of the three queries, a quarter of the bytes of their code
jq -r '.[].query' shop/elements.json | while IFS= read -r q; do
	"$LUCUS" query "$q" --db s.db -k 2 -s bm25 | jq 'select(.record == "selection").tokens'
done > tokens
is '--costs: tokens' "$(jq 'select(.record == "cost" and .strategy == "bm25").tokens' "$tmp.out")" \
	"$(awk '{ n += $1 } END { printf "%.6g", n / NR }' tokens)"
is '--costs: a dollar for a million tokens' "$(jq 'select(.record == "cost" and .strategy == "bm25").cost' "$tmp.out")" \
	"$(awk '{ n += $1 } END { printf "%.6g", n / NR / 1000000 }' tokens)"
run "$LUCUS" eval shop/elements.json --db s.db -k 1,2 -s bm25 --costs --token-price 3
is '--costs: --token-price' "$(jq 'select(.record == "cost").cost' "$tmp.out")" \
	"$(awk '{ n += 3 * $1 } END { printf "%.6g", n / NR / 1000000 }' tokens)"
jq -c '.[]' shop/queries.json | "$LUCUS" query --db s.db -k 2 -s bm25 --by file > found.jsonl
run "$LUCUS" eval shop/queries.json --hits found.jsonl -k 2 --costs
is '--costs of --hits: what they tell' "$(jq -c 'select(.record == "cost") | [.strategy, .seconds, .tokens, .cost]' "$tmp.out")" \
	"$(jq -r 'select(.record == "selection") | "\(.tokens) \(.cost)"' found.jsonl |
		awk '{ t += $1; c += $2 } END { printf "[\"bm25\",null,%.6g,%.6g]", t / NR, c / NR }')"

# ---- single questions ----

is 'no record for each question unless they are wanted' "$(jq -r 'select(.record == "question").record' first.out | wc -l | tr -d ' ')" 0
jq -c '.[]' shop/queries.json shop/elements.json | jq -c '.id //= "e\(input_line_number)"' > mixed.jsonl
run "$LUCUS" eval mixed.jsonl --db s.db -k 1,5 -s bm25,vector --questions
is '--questions: one for each question and strategy' "$(jq -r 'select(.record == "question") | "\(.strategy) \(.query_id)"' "$tmp.out" | sort -u | wc -l | tr -d ' ')" \
	"$(($(wc -l < mixed.jsonl) * 2))"
is '--questions: their means are the metrics' "$(jq -s '
	map(select(.record == "question" and .strategy == "bm25")) as $q
	| [.[] | select(.record == "metric" and .strategy == "bm25" and .category == "all")
		| . as $m | ($q | map(.[$m.metric][$m.k | tostring]) | add / length) - $m.value | fabs]
	| length == 10 and max < 0.00001' "$tmp.out")" true
is '--questions: the first hit' "$(jq -s 'map(select(.record == "question"))
	| all(if .first_hit then .mrr["5"] * .first_hit - 1 | fabs < 0.0001 else .mrr["5"] == 0 and .found == 0 end)' "$tmp.out")" true
is '--questions: tokens and time' "$(jq -s 'map(select(.record == "question")) | all(.tokens > 0 and .seconds > 0 and .targets > 0)' "$tmp.out")" true
is '--questions: a table of them' "$(jq -r 'select(.record == "question") | [.query_id, .strategy, .category, .f1["1"], .f1["5"], .first_hit] | @csv' "$tmp.out" |
	grep -c '^"q[0-9]","bm25","[a-z]*",[0-9.]*,[0-9.]*,[0-9]*$')" 3
is 'elements and files in one set: as alone' "$(jq -r 'select(.record == "question" and .strategy == "bm25" and (.query_id | startswith("q"))) | "\(.query_id) \(.ndcg["5"])"' "$tmp.out" | tr '\n' ' ')" \
	"$("$LUCUS" eval shop/queries.json --db s.db -k 1,5 -s bm25 --questions | jq -r 'select(.record == "question") | "\(.query_id) \(.ndcg["5"])"' | tr '\n' ' ')"
is 'elements and files in one set: both kinds are found' "$(jq -s 'map(select(.record == "question" and .strategy == "bm25")) | all(.found > 0)' "$tmp.out")" true

# ---- gates of categories ----

cat > small.jsonl <<'EOF'
{"id": "a", "query": "ring_pop", "relevant_elements": ["ring_pop"], "category": "symbol", "difficulty": "easy"}
{"id": "b", "query": "put goods into the cart", "relevant_elements": ["nothing.like.it"], "category": "prose", "difficulty": "hard"}
EOF
run "$LUCUS" eval small.jsonl --db s.db -k 1 -q -m symbol:mrr@1=1,difficulty=easy:recall@1=1 -m prose:mrr@1=0
is 'gates of categories that hold' "$status $err" '0 '
run "$LUCUS" eval small.jsonl --db s.db -k 1 -q -m symbol:mrr@1=1 -m prose:mrr@2=0.3 -m difficulty=hard:ndcg@1=0.1
is 'gates of categories that do not' "$status" 4
like 'the category is named' "$err" '^lucus: eval: gate prose:mrr@2=0\.3 does not hold: auto has 0\.0000$'
like 'and the difficulty' "$err" '^lucus: eval: gate difficulty=hard:ndcg@1=0\.1 does not hold: auto has 0\.0000$'
unlike 'not the one that holds' "$err" 'symbol'

# ---- what is in the set and not in the store ----

run "$LUCUS" eval small.jsonl --db s.db -k 1
is 'an unknown element: it counts as not found' "$status $(jq -r 'select(.category == "all" and .metric == "recall").value' "$tmp.out")" '0 0.5'
is 'an unknown element: it is named' "$err" "lucus: eval: small.jsonl: query 2: 'nothing.like.it' is not in the store"
jq -cn '{query: "ring_pop", relevant: ["ring.c", "ring.c", "./ring.c", "a.c", "b.c", "c.c", "d.c", "e.c", "f.c", "g.c"]}' > files.jsonl
run "$LUCUS" eval files.jsonl --db s.db -k 1
is 'unknown files: five are named, the others counted' "$(printf '%s\n' "$err" | tail -n 2)" \
	"lucus: eval: files.jsonl: query 1: 'e.c' is not in the store
lucus: eval: files.jsonl: so are 2 further targets"
like 'repeated targets are told' "$err" '^lucus: eval: files\.jsonl: 2 targets are named again in their query, and count once$'
is 'and count once' "$(jq -r 'select(.category == "all" and .metric == "recall").value' "$tmp.out")" 0.125

# ---- failures ----

why() {
	jq -c --arg q "$1" 'select(.record == "failure" and .query == $q) | .missing | map([.target, .reason, .rank])[]' "$tmp.out"
}
cat > fail.jsonl <<'EOF'
{"query": "discount percent", "relevant": ["ring.c", "shop/prices.py", "gone.py"]}
{"query": "amount cart zzzz", "relevant": [{"path": "shop/cart.py", "start_line": 1, "end_line": 2}, "shop/prices.py"]}
EOF
run "$LUCUS" eval fail.jsonl --db s.db -k 1 -s bm25 --failures -q
is 'what bm25 can not find' "$(why 'discount percent' | sort | tr '\n' ' ')" \
	'["gone.py","not in the store",null] ["ring.c","not found",null] '
is 'the words that it lacks' "$(jq -c 'select(.record == "failure" and .query == "discount percent").missing[] | select(.target == "ring.c").lacks' "$tmp.out")" \
	'["discount","percent"]'
like 'other lines' "$(why 'amount cart zzzz')" '^\["shop/cart.py:1-2","other lines",[12]\]$'
is 'words that nothing holds' "$(jq -c 'select(.record == "failure" and .query == "amount cart zzzz").unmatched' "$tmp.out")" '["zzzz"]'
run "$LUCUS" eval shop/elements.json --db s.db -k 1 -s bm25 --failures
is 'nothing fails' "$(jq -c 'select(.record == "failure")' "$tmp.out")" ''
echo '{"query": "cart", "relevant_elements": ["shop.cart.Cart.total", "shop.cart.Cart", "shop.cart.Cart.add"]}' > deep.jsonl
run "$LUCUS" eval deep.jsonl --db s.db -k 1 -s bm25 --failures
is 'what came further down, by its rank' "$(jq -c 'select(.record == "failure").missing | map([.reason, .rank >= 2]) | unique' "$tmp.out")" \
	'[["beyond k",true]]'
rank=$(jq -r 'select(.record == "failure").missing[] | select(.target == "shop.cart.Cart.total").rank' "$tmp.out")
# of Cart and Cart.__init__, which are one name here, the first counts
is 'the rank is that of query, among distinct names' "$rank" \
	"$("$LUCUS" query cart --db s.db -s bm25 -k 50 | jq -rn '[inputs | select(.record == "hit").name | gsub("\\.__init__"; "")]
		| reduce .[] as $n ([]; if index($n) then . else . + [$n] end) | index("shop.cart.Cart.total") + 1')"
run "$LUCUS" eval fail.jsonl --db s.db -k 1 -s bm25 --failures -q --format text
like 'text: the reason' "$out" '^   missing  ring\.c  not found; lacks: discount, percent$'
like 'text: other lines' "$out" 'shop/cart.py:1-2  its file came at rank [12], by other lines'
like 'text: words' "$out" 'no element holds: zzzz$'
echo '{"record":"hit","query_id":1,"rank":1,"name":"f","file_path":"shop/prices.py"}' > one.hits
run "$LUCUS" eval fail.jsonl --hits one.hits -k 1 --failures
is 'hits without a store' "$(why 'discount percent' | head -n 1)" '["ring.c","not among the hits",null]'

# ---- pictures and pages ----

cat > evil.jsonl <<'EOF'
{"query": "<script>alert(1)</script> & discount", "relevant": ["gone/<b>.py"], "category": "<i>"}
{"query": "ring_pop", "relevant": ["ring.c"], "category": "symbol"}
EOF
run "$LUCUS" eval evil.jsonl --db s.db -q -k 1,5,10 -s bm25,hybrid_rrf --plot plot.svg --report page.html
is 'picture and page: status' "$status $err" '0 '
is 'files are their owner'"'"'s' "$(stat -c %a plot.svg page.html | tr '\n' ' ')" '600 600 '
like 'a picture' "$(head -n 2 plot.svg)" '^<svg xmlns='
for word in precision recall f1 mrr ndcg bm25 hybrid_rrf; do like "the picture shows $word" "$(cat plot.svg)" ">$word<"; done
like 'a page' "$(head -n 1 page.html)" '^<!DOCTYPE html>$'
for word in Strategies 'Measures against k' 'F1 by strategy and k' 'Spread of the queries' 'Differences from bm25' Categories 'All figures' Failures; do
	like "the page has: $word" "$(cat page.html)" "<h2>$word"
done
nok 'markup of queries is text' grep -E '<script|<b>|<i>' page.html
ok 'the query is there' grep -F '&lt;script&gt;alert(1)&lt;/script&gt; &amp; discount' page.html
ok 'the reason is there' grep -F '<code>gone/&lt;b&gt;.py</code>: not in the store' page.html
nok 'nothing is loaded' grep -E 'src=|href=|url\(|@import' page.html plot.svg
nok 'no path of this machine' grep -F "$tmp" page.html plot.svg
if command -v xmllint > /dev/null; then ok 'the picture is well-formed' xmllint --noout plot.svg
else skip 'the picture is well-formed' 'no xmllint'; fi
echo old > plot.svg
run "$LUCUS" eval evil.jsonl --db s.db -q -s nope --plot plot.svg --report new.html
is 'what fails replaces nothing' "$status $(cat plot.svg)" '2 old'
nok 'and leaves nothing' test -e new.html
seq 1 20000 > plot.svg
run "$LUCUS" eval evil.jsonl --db s.db -q --plot plot.svg -m mrr@1=1
is 'a gate that does not hold: the picture is there' "$status $(tail -n 1 plot.svg)" '4 </svg>'
if [ -w /dev/full ]; then
	run "$LUCUS" eval evil.jsonl --db s.db -q --report /dev/full
	is 'a full disk' "$status $err" "1 lucus: eval: cannot write '/dev/full': No space left on device"
else skip 'a full disk' 'no /dev/full'; fi
run "$LUCUS" eval fail.jsonl --hits one.hits -k 1 --plot hits.svg --report hits.html
is 'of hits too' "$status $(tail -n 1 hits.svg)$(tail -n 1 hits.html)" '0 </svg></html>'

done_testing
