#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus eval: both forms of annotation, measures that can be computed by hand, gates, and what is refused.
. "$(dirname "$0")/lib.sh"

cp -R "$top/tests/fixtures/shop" shop
mkdir shop/.git
(cd shop && "$LUCUS" sync . --db ../s.db) > sync.out

# value STRATEGY CATEGORY METRIC K: from the records of the last run.
value() {
	jq -r --arg s "$1" --arg c "$2" --arg m "$3" --argjson k "$4" \
		'select(.record == "metric" and .strategy == $s and .category == $c and .metric == $m and .k == $k).value' "$tmp.out"
}

# ---- measures ----

# Question a has two targets; the second hit is one of them. Of b the first hit is the only target. Of the
# third, which has no id and so is number 3, nothing was found.
cat > small.jsonl <<'EOF'
{"id": "a", "query": "one", "relevant_elements": ["m.f", "m.g"], "category": "x", "difficulty": "easy"}

{"id": "b", "query": "two", "relevant_elements": ["m.h"], "category": "y", "difficulty": "easy"}
{"query": "three", "relevant_elements": ["m.i"], "category": "y", "difficulty": "hard"}
EOF
# The order of lines does not matter, their ranks do; a name that comes again counts once.
cat > small.hits <<'EOF'
{"record":"hit","query_id":"a","rank":3,"name":"m.g","file_path":"m.py"}
{"record":"hit","query_id":"b","rank":1,"name":"m.h","file_path":"m.py"}
{"record":"hit","query_id":"a","rank":2,"name":"m.g","file_path":"m.py"}
{"record":"hit","query_id":"a","rank":1,"name":"m.z","file_path":"m.py"}
{"record":"hit","query_id":3,"rank":1,"name":"m.z","file_path":"m.py"}
EOF
small() {
	run "$LUCUS" eval small.jsonl --hits small.hits "$@"
}
small -k 2,1 -k 4
is 'small set: status, no word on stderr' "$status $err" '0 '
is 'small set: only metrics' "$(jq -r .record "$tmp.out" | sort -u)" metric
is 'small set: depths rise' "$(jq -r 'select(.category == "all" and .metric == "mrr").k' "$tmp.out" | tr '\n' ' ')" '1 2 4 '
# ndcg@2 of a: (1 / log2 3) / (1 + 1 / log2 3) = 0.386853
while read -r c m k want; do
	is "$m@$k of $c" "$(value hits "$c" "$m" "$k")" "$want"
done <<'EOF'
all precision 1 0.333333
all precision 2 0.333333
all precision 4 0.166667
all recall 1 0.333333
all recall 2 0.5
all recall 4 0.5
all f1 1 0.333333
all f1 2 0.388889
all mrr 1 0.333333
all mrr 2 0.5
all ndcg 1 0.333333
all ndcg 2 0.462284
x precision 2 0.5
x f1 2 0.5
x mrr 2 0.5
x ndcg 1 0
x ndcg 2 0.386853
x ndcg 4 0.386853
y recall 1 0.5
y mrr 4 0.5
difficulty=easy recall 2 0.75
difficulty=hard recall 4 0
EOF
is 'how many questions' "$(jq -r 'select(.metric == "mrr" and .k == 1) | "\(.category)=\(.n)"' "$tmp.out" | tr '\n' ' ')" \
	'all=3 x=1 y=2 difficulty=easy=2 difficulty=hard=1 '
is 'means lie in their intervals' "$(jq -s 'all(0 <= .low and .low <= .value and .value <= .high and .high <= 1)' "$tmp.out")" true
is 'intervals have a width' "$(jq -s 'any(.low < .value)' "$tmp.out")" true
printf '%s\n' "$out" > small.out
small -k 2,1 -k 4
is 'the same again' "$out" "$(cat small.out)"
small -k 1,2,4 --resamples 0 --no-categories
is '--no-categories' "$(jq -r .category "$tmp.out" | sort -u)" all
is '--resamples 0' "$(jq -s 'all(.low == .value and .high == .value)' "$tmp.out")" true
small -k 4 --failures
is '--failures' "$(jq -c 'select(.record == "failure") | [.query_id, .expected, .found]' "$tmp.out" | tr '\n' ' ')" \
	'["a",["m.f","m.g"],["m.z","m.g"]] [3,["m.i"],["m.z"]] '
run sh -c '"$LUCUS" eval small.jsonl --hits - -k 2,1 -k 4 < small.hits'
is 'hits on stdin' "$status $out" "0 $(cat small.out)"
jq -sc . small.jsonl > small.json
run "$LUCUS" eval small.json --hits small.hits -k 2,1 -k 4
is 'a JSON array is the same set' "$status $out" "0 $(cat small.out)"
run sh -c '"$LUCUS" eval - --hits small.hits -k 2,1 -k 4 < small.json'
is 'and on stdin' "$status $out" "0 $(cat small.out)"
small -k 1,2 --format text
like 'text: the questions' "$out" '^hits: 3 queries$'
like 'text: a line of figures' "$out" ' recall +0\.333 +0\.500$'

# Files and spans: the first target is a span that the hit overlaps, the second a whole file.
cat > span.json <<'EOF'
[{"query": "one", "relevant": [{"path": "src/m.c", "start_line": 10, "end_line": 20}], "secondary": ["src/n.c"]},
 {"query": "two", "relevant": [{"path": "src/m.c", "start_line": 10, "end_line": 20}]}]
EOF
cat > span.hits <<'EOF'
{"record":"hit","query_id":1,"rank":1,"name":"f","file_path":"src/m.c","start_line":20,"end_line":30}
{"record":"hit","query_id":1,"rank":2,"name":"g","file_path":"src/n.c","start_line":1,"end_line":2}
{"record":"hit","query_id":2,"rank":1,"name":"f","file_path":"src/m.c","start_line":21,"end_line":30}
EOF
run "$LUCUS" eval span.json --hits span.hits -k 1,2
is 'spans: recall' "$(value hits all recall 1) $(value hits all recall 2)" '0.25 0.5'
is 'spans: mrr' "$(value hits all mrr 2)" 0.5

# ---- gates ----

small -k 1 -m mrr@2=0.5 -m recall@1=0.3,ndcg@2=0.46 -q
is 'gates that hold' "$status $err" '0 '
small -k 1 -m mrr@2=0.5 -m recall@2=0.51 -m precision@9=0.2
is 'gates that do not: status' "$status" 4
like 'the first is named' "$err" '^lucus: eval: gate recall@2=0\.51 does not hold: hits has 0\.5000$'
like 'the other too' "$err" '^lucus: eval: gate precision@9=0\.2 does not hold: hits has 0\.0741$'
unlike 'those that hold are not' "$err" 'mrr'
is 'the figures are printed all the same' "$(value hits all mrr 1)" 0.333333

# ---- a store ----

for set in queries.json elements.json; do
	run "$LUCUS" eval "shop/$set" --db s.db -k 5 -m recall@5=1
	is "$set: all is found" "$status $err" '0 '
	printf '%s\n' "$out" > array.out
	run "$LUCUS" eval "shop/$set" --db s.db -k 5 -m recall@5=1
	is "$set: the same again" "$out" "$(cat array.out)"
	jq -c '.[]' "shop/$set" > lines.jsonl
	run "$LUCUS" eval lines.jsonl --db s.db -k 5
	is "$set: the same as JSON lines" "$out" "$(cat array.out)"
done

run "$LUCUS" eval shop/elements.json --db s.db -k 1,5 -s bm25,vector -s hybrid_rrf,bm25
is 'several strategies, each once, in their order' "$(jq -rs 'reduce .[].strategy as $s ([]; if index($s) then . else . + [$s] end) | join(" ")' "$tmp.out")" \
	'bm25 vector hybrid_rrf'
jq -c 'select(.record == "metric" and .strategy == "vector")' "$tmp.out" > vector.out
run "$LUCUS" eval shop/elements.json --db s.db -k 1,5 -s vector
is 'each as it is alone' "$(jq -c . "$tmp.out")" "$(cat vector.out)"
run "$LUCUS" eval shop/elements.json --db s.db -k 1 -s bm25,vector -m mrr@1=1.01
is 'a gate above 1 is refused: status' "$status" 2
run "$LUCUS" eval small.jsonl --db s.db -k 1 -s bm25,vector -m mrr@1=0.9
is 'gates are for each strategy: status' "$status" 4
for s in bm25 vector; do
	like "gates are for each strategy: $s" "$err" "^lucus: eval: gate mrr@1=0.9 does not hold: $s has 0\\.0000\$"
done

# What query finds is what eval judges.
jq -c '.[]' shop/queries.json | "$LUCUS" query --db s.db -k 20 -s bm25 --by file > found.jsonl
run "$LUCUS" eval shop/queries.json --hits found.jsonl -k 5,1
printf '%s\n' "$out" > hits.out
is 'the selection names the strategy' "$(jq -r .strategy hits.out | sort -u)" bm25
run "$LUCUS" eval shop/queries.json --db s.db -k 1,5 -s bm25
is 'the hits of query give the same figures' "$out" "$(cat hits.out)"

# ---- --roll-up ----

echo '[{"query": "put goods into the cart", "relevant_elements": ["shop.cart.Cart"]}]' > class.json
"$LUCUS" query 'put goods into the cart' --db s.db -k 20 |
	jq -c 'select(.name == "shop.cart.Cart.add") | .rank = 1' > add.hits
is 'the method is found' "$(wc -l < add.hits | tr -d ' ')" 1
run "$LUCUS" eval class.json --db s.db --hits add.hits -k 1
is 'a method is not its class' "$status $(value hits all recall 1)" '0 0'
run "$LUCUS" eval class.json --db s.db --hits add.hits -k 1 --roll-up
is '--roll-up: it counts for its class' "$status $(value hits all recall 1)" '0 1'
run "$LUCUS" eval class.json --db s.db -k 1 --roll-up
is '--roll-up with a strategy' "$status $(value auto all recall 1)" '0 1'
sed 's/"id":"[^"]*"/"id":"00000000-0000-5000-8000-000000000000"/' add.hits > unknown.hits
run "$LUCUS" eval class.json --db s.db --hits unknown.hits -k 1 --roll-up
is '--roll-up of an unknown element: status' "$status" 3
like '--roll-up of an unknown element: message' "$err" "^lucus: eval: unknown.hits:1: no element 'shop.cart.Cart.add' in the store"

# ---- what is refused ----

# refuse STATUS ERE ARG...
refuse() {
	want=$1 message=$2
	shift 2
	run "$LUCUS" eval "$@" --db s.db
	is "eval $*: status, no output" "$status $out" "$want "
	like "eval $*: message" "$err" "^lucus: eval: $message"
}
# One that is not sound: an error record, and the others are measured.
leave() { # STATUS QUERIES LINE ERE FILE
	run "$LUCUS" eval "$5" -q --db s.db -k 1
	is "eval $5: the others are measured" "$status $(printf '%s\n' "$out" | jq -s -c '[first | .record, .line], (map(select(.record == "metric") | .n) | max)' |
		tr '\n' ' ')" "$1 [\"error\",$3] $2 "
	like "eval $5: message" "$err" "^lucus: eval: $4"
}
echo '[{"query":"a","relevant":["x"]},{"query":"b"}]' > bad1.json
leave 3 1 null 'bad1.json: query 2: no targets: expected ' bad1.json
printf '{"query":"a","relevant":["x"]}\n\njunk\n' > bad2.jsonl
leave 3 1 3 'bad2.jsonl:3: not JSON: ' bad2.jsonl
printf '{"query":"a","relevant":["x"]}\n{"query":"b","relevant_elements":["y"]}\n' > bad3.jsonl
run "$LUCUS" eval bad3.jsonl -q --db s.db
is 'elements and files may be mixed' "$status" 0
echo '[{"query":5,"relevant":["x"]}]' > bad4.json
leave 1 null null "bad4.json: query 1: field 'query' must be a string, found an integer" bad4.json
echo '[{"query":"a","relevant":[{"path":"x","start_line":9,"end_line":3}]}]' > bad5.json
leave 1 null null "bad5.json: query 1: a span in field 'relevant' ends before it starts" bad5.json
echo '[{"query":"a","relevant":["x"]}, 7]' > bad6.json
leave 3 1 null 'bad6.json: query 2: expected an object, found an integer' bad6.json
echo '[{"id":"q","query":"a","relevant":["x"]},{"query":"b","relevant":["x"]},{"id":"q","query":"c","relevant":["x"]}]' > twice.json
: > empty.json
refuse 1 'empty.json: no queries' empty.json
refuse 1 "cannot open 'nowhere.json': No such file" nowhere.json
refuse 1 "cannot open 'nowhere.hits': No such file" small.jsonl --hits nowhere.hits
refuse 2 "'ndcg=1' is no gate: expected " small.jsonl -m ndcg=1
refuse 2 "gate 'foo@1=1': no such measure: expected precision, recall, f1, mrr or ndcg" small.jsonl -m foo@1=1
refuse 2 "option --top: '0' is not a number from 1 to 1000" small.jsonl -k 5,0
refuse 2 "option --top: '1.5' is not a number from 1 to 1000" small.jsonl -k 1.5
refuse 2 "option --top: '1001' is not a number from 1 to 1000" small.jsonl -k 1001
refuse 2 "option --top needs a number" small.jsonl -k ,
refuse 2 "gate on 'z': no query is of that category: there are all, x, y, difficulty=easy, difficulty=hard" \
	small.jsonl -m z:mrr@1=0.5
printf '{"query":"a","relevant":["x"]}\nno\n{"query":"b","relevant":["x"]}\n' > number.jsonl
run "$LUCUS" eval number.jsonl -q --db s.db --failures -k 1
is 'a rejected query does not move the numbers of the others' "$status $(printf '%s\n' "$out" |
	jq -c 'select(.record == "failure") | .query_id' | tr '\n' ' ')" '3 1 3 '
leave 3 2 null 'twice.json: queries 1 and 3 have one id,' twice.json
refuse 1 "cannot write 'nowhere/plot.svg': No such file" small.jsonl --plot nowhere/plot.svg
refuse 1 "cannot write '.': Is a directory" small.jsonl --report .
refuse 2 "option --roll-up is for sets that name elements" shop/queries.json --roll-up
refuse 2 "no strategy 'nope': expected one of auto, bm25" small.jsonl -s bm25,nope
refuse 2 'only one of QRELS and --hits can be standard input' - --hits -

# A hit that is wrong is reported with its place, the others count.
{ head -n 2 small.hits; echo '{"record":"hit","query_id":"zz","rank":1,"name":"x"}'; echo junk; sed -n '3,$p' small.hits
	echo '{"record":"hit","query_id":"a","rank":0,"name":"x"}'
	echo '{"record":"hit","query_id":"a","rank":7}'; } > bad.hits
run "$LUCUS" eval small.jsonl --hits bad.hits -k 1,2,4
is 'bad hits among good ones: status' "$status" 3
is 'their places' "$(printf '%s\n' "$err" | sed 's/^lucus: eval: \(bad.hits:[0-9]*\): .*/\1/' | tr '\n' ' ')" \
	'bad.hits:3 bad.hits:4 bad.hits:8 bad.hits:9 '
is 'they are errors of the output' "$(jq -r 'select(.record == "error") | "\(.file):\(.line)"' "$tmp.out" | tr '\n' ' ')" \
	'bad.hits:3 bad.hits:4 bad.hits:8 bad.hits:9 '
is 'the others count' "$(jq -c 'select(.record == "metric")' "$tmp.out")" "$(cat small.out)"

done_testing
