#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus strategies, and strategies in lucus query: what a store supports, their options from every origin, the choice of a
# knowledge base, and what takes over.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync t --db t.db > sync.out
"$LUCUS" ast t | "$LUCUS" ingest-ast --db n.db --summary > ingest.out # no vectors
"$LUCUS" index --db n.db >> ingest.out
# no edges: nothing holds anything, nothing calls
for w in apple pear plum; do
	printf '{"type":"function","name":"f.%s","file_path":"f.py","start_line":1,"end_line":2,"language":"python","code":"def %s(): pass"}\n' $w $w
done > lone.jsonl
"$LUCUS" ingest-ast --db e.db --summary < lone.jsonl > ingest.out
"$LUCUS" embed --db e.db < /dev/null > embed.out
"$LUCUS" index --db e.db < /dev/null > index.out

all='auto bm25 bm25_reranked bm25_graph_expanded bm25_graph_expanded_reranked vector vector_reranked vector_only
vector_first_graph_augment parallel_merge hybrid_rrf hybrid_rrf_reranked bm25_graph_vector_rrf_reranked'

# what auto takes: of all there is, without edges, without vectors
best=bm25_graph_vector_rrf_reranked no_edge=hybrid_rrf_reranked no_vector=bm25_graph_expanded_reranked

# ---- the list ----

rows() {
	jq -r "$1" "$tmp.out" | tr '\n' ' '
}
ok 'strategies' "$LUCUS" strategies --db t.db
is 'they are all there' "$(rows .name)" "$(echo $all) "
is 'each is one record' "$(rows .record | tr ' ' '\n' | sort -u | tr -d '\n')" strategy
is 'an alias' "$(rows 'select(.alias) | "\(.alias) \(.name)"')" 'hybrid_graph_expanded bm25_graph_vector_rrf_reranked '
is 'a full store supports all' "$(rows 'select(.supported != true or .reason != null).name')" ''
is 'what runs is what is asked for' "$(rows 'select(.runs != .name) | "\(.name) \(.runs)"')" "auto $best "
is 'the default' "$(rows 'select(.default).name')" "$best "
is 'needs' "$(rows 'select(.name == "parallel_merge").needs | join(",")')" 'vectors,edges '
is 'capabilities' "$(rows 'select(.name == "bm25_graph_expanded").capabilities | join(",")')" 'bm25,rrf,graph '
is 'by name: the graph' "$(rows 'select(.supports_graph != (.capabilities | index("graph") != null)).name')" ''
is 'by name: two lists' "$(rows 'select(.supports_hybrid).name')" \
	"auto parallel_merge hybrid_rrf hybrid_rrf_reranked $best "
is 'by name: the reranker' "$(rows 'select(.supports_reranking != (.capabilities | index("rerank") != null)).name')" ''
is 'by name: edges' "$(rows 'select(.requires_graph_data != (.needs | index("edges") != null)).name')" ''
ok 'as text' "$LUCUS" strategies --db t.db --format text
like 'text: a mark, the stages, yes' "$out" '^\* bm25_graph_vector_rrf_reranked +bm25 vector rrf graph rerank +yes$'
like 'text: others are not marked' "$out" '^  bm25  +bm25  +yes$'
ok 'as paths' "$LUCUS" strategies --db t.db --format paths
is 'paths: the names alone' "$(echo $out)" "$(echo $all)"

# lacks WHAT DB REASON NAME>RUNS...: which strategies a store without that does not support, what runs instead, and why.
lacks() {
	what=$1 db=$2 why=$3
	shift 3
	ok "without $what" "$LUCUS" strategies --db "$db"
	is "without $what: not supported" "$(rows 'select(.supported | not) | "\(.name)>\(.runs)"')" "$* "
	is "without $what: why" "$(jq -r 'select(.supported | not).reason' "$tmp.out" | sort -u)" "$why"
}

lacks vectors n.db "the store has no vectors, run 'lucus embed'" \
	'vector>bm25' 'vector_reranked>bm25_reranked' 'vector_only>bm25' 'vector_first_graph_augment>bm25' 'parallel_merge>bm25_graph_expanded' 'hybrid_rrf>bm25' 'hybrid_rrf_reranked>bm25_reranked' 'bm25_graph_vector_rrf_reranked>bm25_graph_expanded_reranked'
is 'without vectors: the default' "$(rows 'select(.default).name')" "$no_vector "
ok 'without vectors, as text' "$LUCUS" strategies --db n.db --format text
like 'text: why not, and what runs' "$out" "^    the store has no vectors, run 'lucus embed'; bm25 runs instead$"

lacks edges e.db "the store has no edges, run 'lucus sync'" \
	'bm25_graph_expanded>bm25' 'bm25_graph_expanded_reranked>bm25_reranked' 'vector_first_graph_augment>vector_only' 'parallel_merge>hybrid_rrf' 'bm25_graph_vector_rrf_reranked>hybrid_rrf_reranked'

mkdir empty
cd empty || exit 1
ok 'without a store' "$LUCUS" strategies
is 'without a store: nothing is said of one' "$(rows '"\(.supported) \(.runs) \(.reason)"' | sed 's/null //g')" ''
is 'without a store: the default' "$(rows 'select(.default).name')" 'auto '
cd .. || exit 1
run "$LUCUS" strategies --db nowhere.db
is 'a store that is not there: status' "$status $out" '1 '
run "$LUCUS" strategies --db t.db --kb other
is 'a knowledge base that is not there: status' "$status $out" '1 '
like 'a knowledge base that is not there: message' "$err" "^lucus: strategies: no knowledge base 'other'"
run "$LUCUS" strategies --db t.db more
is 'an operand: status' "$status $out" '2 '
sqlite3 t.db "UPDATE kb SET model = 'other-1'"
ok 'vectors of another model' "$LUCUS" strategies --db t.db
is 'another model: the others are supported' "$(rows 'select(.supported and (.needs | index("vectors") | not)).name')" \
	'auto bm25 bm25_reranked bm25_graph_expanded bm25_graph_expanded_reranked '
like 'another model: why' "$(rows 'select(.name == "vector").reason')" \
	"^the stored vectors are of model 'other-1', not '.*': run 'lucus embed' $"
"$LUCUS" sync t --db clean.db > sync.out
model=$("$LUCUS" status --db clean.db | jq -r .model)
sqlite3 t.db "UPDATE kb SET model = '$model'"

# ---- asking by each ----

for s in $all hybrid_graph_expanded; do
	run "$LUCUS" query 'add money to the account' --db t.db -s $s --similarity-threshold 0 -k 50
	want=$(echo $s | sed "s/^auto\$/$best/; s/^hybrid_graph_expanded\$/bm25_graph_vector_rrf_reranked/")
	is "$s runs" "$status $(field strategy) $(field fallback)" "0 $want null"
	like "$s finds it" "$out" '"name":"lib.bank.Account.deposit"'
	is "$s: its stages are its capabilities" \
		"$(jq -rs '[.[] | select(.record == "hit").stages | keys_unsorted[]] | unique | join(" ")' "$tmp.out")" \
		"$("$LUCUS" strategies --db t.db | jq -r --arg s $want 'select(.name == $s).capabilities | sort | join(" ")')"
done
run "$LUCUS" query 'add money to the account' --db t.db -s bm25_graph_expanded --explain --format text
like '--explain shows the graph' "$out" '^ +graph +rank [0-9]+ +score [0-9.]+$'
run "$LUCUS" query x --db t.db -s hybrid_graph
is 'an unknown strategy: status' "$status" 2
like 'its message names the alias' "$err" 'hybrid_graph_expanded'
for s in $all; do
	like "its message names $s" "$err" "expected one of .*\\b$s\\b"
done
echo '[{"query":"add money to the account","relevant_elements":["lib.bank.Account.deposit"]}]' > q.json
run "$LUCUS" eval q.json --db t.db -s "$(echo $all | tr ' ' ,)" -k 10 --resamples 0 --similarity-threshold 0
is 'eval measures all of them' "$status $(jq -r 'select(.metric == "recall" and .category == "all").value' "$tmp.out" | sort | uniq -c | tr -s ' ')" '0  13 1'

# ---- what the marks promise ----

# promises DB NAME DEFAULT: what runs in the place of each strategy is what `lucus strategies` says
promises() {
	run "$LUCUS" strategies --db "$1"
	cp "$tmp.out" marks
	bad=''
	jq -r '"\(.name) \(.runs) \(.supported) \(.reason)"' marks > pairs
	while read -r name runs supported reason; do
		run "$LUCUS" query 'deposit money' --db "$1" -s "$name" --similarity-threshold 0
		[ "$status $(field strategy)" = "0 $runs" ] || bad="$bad $name:$status:$(field strategy)"
		[ "$supported" = true ] || case $(field fallback) in "$name: $reason"*) ;; *) bad="$bad $name:$(field fallback)" ;; esac
		[ "$supported" = false ] || [ "$name" = auto ] || [ "$(field fallback)" = null ] || bad="$bad $name:$(field fallback)"
		jq -e --slurpfile m marks -s '[.[] | select(.record == "hit").stages | keys[]] | unique as $seen | ($seen | length > 0) and
			($seen - [$m[] | select(.name == "'"$runs"'").capabilities[]] == [])' "$tmp.out" > said || bad="$bad $name:stages"
	done < pairs
	is "$2: what is marked is what runs" "$bad" ''
	is "$2: the default" "$(jq -r 'select(.default).name' marks)" "$3"
}

promises t.db 'vectors and edges' $best
promises n.db 'no vectors' $no_vector
for d in t n; do
	cp $d.db ${d}e.db
	sqlite3 ${d}e.db "DELETE FROM edge_in; UPDATE answer SET edges = '[]'; UPDATE element SET parent = 0"
done
promises te.db 'no edges' $no_edge
promises ne.db 'neither' bm25_reranked

# ---- options ----

run "$LUCUS" query 'add money to the account' --db t.db -s hybrid_rrf -k 100 --rrf-k 0
is '--rrf-k 0: a rank is worth its inverse, of vectors twice' "$(jq -s 'map(select(.record == "hit") | .stages as $s
	| .score - ((if $s.bm25 then 1 / $s.bm25.rank else 0 end) + (if $s.vector then 2 / $s.vector.rank else 0 end)) | fabs)
	| length > 1 and max < 0.0001' "$tmp.out")" true

# count OPTION...: hits by vector_first_graph_augment, one of them by vector
count() {
	run "$LUCUS" query 'add money to the account' --db t.db -s vector_first_graph_augment --vector-top-k 1 \
		--similarity-threshold 0 -k 100 "$@"
	field selected_k
}
is '--max-augmented-chunks 0' "$(count --max-augmented-chunks 0)" 1
is '--max-augmented-chunks 2' "$(count --max-augmented-chunks 2)" 3
is '--max-expansion-nodes 1' "$(count --max-expansion-nodes 1)" 2
is '--include-graph-context false' "$(count --include-graph-context false)" 1
one=$(count --max-augmented-chunks 1000)
two=$(count --max-augmented-chunks 1000 --graph-expansion-depth 2)
ok '--graph-expansion-depth 2 reaches more' test "$two" -gt "$one"
is 'its hits are those of 1 and others' "$one" "$(count --max-augmented-chunks 1000 --graph-expansion-depth 1)"
kb_set() {
	run "$LUCUS" kb set "$@" --db t.db
	is "kb set $*" "$status$err" 0
}
kb_set max_augmented_chunks=1
is 'a setting of the knowledge base' "$(count)" 2
LUCUS_MAX_AUGMENTED_CHUNKS=2
export LUCUS_MAX_AUGMENTED_CHUNKS
is 'the environment goes before it' "$(count)" 3
is 'an option goes before both' "$(count --max-augmented-chunks 0)" 1
run "$LUCUS" status --config --db t.db
is 'status tells' "$(jq -r 'select(.name == "max-augmented-chunks") | "\(.value) \(.origin)"' "$tmp.out")" \
	'2 environment LUCUS_MAX_AUGMENTED_CHUNKS'
unset LUCUS_MAX_AUGMENTED_CHUNKS
"$LUCUS" kb unset max_augmented_chunks --db t.db
kb_set include_graph_context=false
is 'include_graph_context as a setting' "$(count)" 1
"$LUCUS" kb unset include_graph_context --db t.db

while read -r name key min max; do
	for v in $min $max; do
		run "$LUCUS" query deposit --db t.db -s parallel_merge "--$name=$v"
		is "--$name $v" "$status $(field strategy)" '0 parallel_merge'
		kb_set "$key=$v"
		"$LUCUS" kb unset "$key" --db t.db
	done
	for v in $(echo "$min $max" | awk '{ print $1 - 1, $2 + 1 }'); do
		run "$LUCUS" query deposit --db t.db "--$name=$v"
		is "--$name $v: status" "$status" 2
		like "--$name $v: its range" "$err" "'--$name': $v is out of range $min\\.\\.$max"
		run "$LUCUS" kb set "$key=$v" --db t.db
		is "kb set $key=$v: status" "$status" 2
		like "kb set $key=$v: its range" "$err" "'$key': $v is out of range $min\\.\\.$max"
	done
done <<EOF
rrf-k rrf_k 0 1000000
vector-top-k vector_top_k 1 1000
vector-scan-max vector_scan_max 0 1000000000
graph-expansion-depth graph_expansion_depth 1 8
max-expansion-nodes max_expansion_nodes 0 10000
max-augmented-chunks max_augmented_chunks 0 1000
similarity-threshold similarity_threshold -1 1
EOF
run "$LUCUS" query deposit --db t.db --include-graph-context maybe
is '--include-graph-context maybe: status' "$status" 2
run "$LUCUS" kb set include_graph_context=maybe --db t.db
is 'kb set include_graph_context=maybe: status' "$status" 2

# ---- the choice of a knowledge base ----

ran() {
	run "$LUCUS" query 'apple deposit money' "$@"
	echo "$(field strategy) $(field fallback)"
}
kb_set strategy=bm25_graph_expanded
is 'its choice runs' "$(ran --db t.db)" 'bm25_graph_expanded null'
is 'also as auto' "$(ran --db t.db -s auto)" 'bm25_graph_expanded null'
is 'not where another one is asked for' "$(ran --db t.db -s bm25)" 'bm25 null'
run "$LUCUS" strategies --db t.db
is 'it is the default' "$(rows 'select(.default).name')" 'bm25_graph_expanded '
ok 'the same choice, without edges' "$LUCUS" kb set strategy=bm25_graph_expanded --db e.db
is 'without edges: the best instead' "$(ran --db e.db)" \
	"$no_edge bm25_graph_expanded: the store has no edges, run 'lucus sync'"
ok 'another choice, without vectors' "$LUCUS" kb set strategy=hybrid_graph_expanded --db n.db
is 'without vectors: the best instead' "$(ran --db n.db)" \
	"$no_vector bm25_graph_vector_rrf_reranked: the store has no vectors, run 'lucus embed'"
run "$LUCUS" query 'deposit money' --db n.db --format paths
like 'a person is told' "$err" "^lucus: query: used $no_vector instead of bm25_graph_vector_rrf_reranked: the store has no vectors"
kb_set strategy=bm25
sqlite3 t.db "UPDATE kb SET model = 'other-1'"
is 'a choice without vectors does not mind their model' "$(ran --db t.db)" 'bm25 null'

# ---- by which edge ----

via() {
	"$LUCUS" query 'move money between accounts' --strategy bm25_graph_expanded -k 50 --db t.db "$@" | jq -c 'select(.record == "hit")'
}
via --no-cache > via.out
is 'a hit tells the edge by which the graph stage has reached it' \
	"$(jq -r 'select((.via != null) != (.stages.graph != null)).name' via.out)" ''
like 'and from where' "$(jq -r '.name as $n | select(.via) | .via | "\($n) \(.direction) \(.kind) \(.grade) \(.name)"' via.out)" \
	'^lib.bank.Account.deposit out CALLS unique lib.bank.transfer$'
ok 'the element is in the store' "$LUCUS" graph callees "$(jq -rs 'map(select(.via))[0].via.from' via.out)" --db t.db
via > first.out
via > second.out
ok 'answers of the cache tell it, too' cmp via.out second.out
like 'as text with --explain' "$("$LUCUS" query 'move money between accounts' --strategy bm25_graph_expanded --explain --db t.db --format text)" \
	'^ +via +CALLS lib.bank.transfer  unique$'

done_testing
