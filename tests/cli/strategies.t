#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus strategies: the list, what a store supports of it, and what its marks promise: each strategy answers, with the
# stages that it says, or gives way to the one that it names. Options of strategies at their bounds.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync t --db t.db > sync.out
"$LUCUS" ast t | "$LUCUS" ingest-ast --db n.db --summary > ingest.out
"$LUCUS" index --db n.db > index.out
names=$(sed -n 's/^STRATEGY(\(.*\))$/\1/p' "$top/src/retrieve/strategies.def" | tr '\n' ' ')
no_vectors="the store has no vectors, run 'lucus embed'"
no_edges="the store has no edges, run 'lucus sync'"

# of NAME PROGRAM: what jq says of its record in $tmp.out
of() {
	jq -c --arg n "$1" "select(.record == \"strategy\" and .name == \$n) | $2" "$tmp.out"
}

q() {
	run "$LUCUS" query --db t.db "$@"
}

# ---- records ----

run "$LUCUS" strategies --db t.db
is 'status, no word on stderr' "$status $err" '0 '
is 'a record for each strategy of the registry, in its order' "$(jq -r .name "$tmp.out" | tr '\n' ' ')" "$names"
is 'their fields' "$(jq -c keys_unsorted "$tmp.out" | sort -u)" \
	'["record","name","alias","summary","needs","capabilities","supported","reason","runs","default"]'
is 'a store with all supports all' "$(jq -s 'all(.supported and .reason == null)' "$tmp.out")" true
is 'each runs itself, auto the best' "$(jq -r 'select(.name != .runs) | "\(.name) \(.runs)"' "$tmp.out")" \
	'auto bm25_graph_vector_rrf_reranked'
is 'which is the default' "$(jq -r 'select(.default).name' "$tmp.out")" bm25_graph_vector_rrf_reranked
is 'needs: nothing' "$(of bm25 .needs)$(of auto .needs)" '[][]'
is 'needs: one or both' "$(of vector .needs)$(of bm25_graph_expanded .needs)$(of parallel_merge .needs)" \
	'["vectors"]["edges"]["vectors","edges"]'
is 'capabilities' "$(of bm25 .capabilities)$(of vector_first_graph_augment .capabilities)$(of hybrid_rrf_reranked .capabilities)" \
	'["bm25"]["vector","graph"]["bm25","vector","rrf","rerank"]'
is 'an alias' "$(jq -c 'select(.alias) | [.name, .alias]' "$tmp.out")" '["bm25_graph_vector_rrf_reranked","hybrid_graph_expanded"]'
is 'nothing is said twice' "$(jq -r .summary "$tmp.out" | sort | uniq -d)" ''
cp "$tmp.out" all.out

# ---- for people ----

run "$LUCUS" strategies --db t.db --format paths
is 'paths: the names' "$(printf '%s\n' "$out" | tr '\n' ' ')" "$names"
run "$LUCUS" strategies --db t.db --format text
is 'text: two lines for each, below a heading' "$(printf '%s\n' "$out" | wc -l | tr -d ' ')" \
	"$((1 + 2 * $(wc -l < all.out)))"
is 'text: their names' "$(printf '%s\n' "$out" | tail -n +2 | sed -n 's/^[* ] \([a-z0-9_]\{1,\}\) .*/\1/p' | tr '\n' ' ')" "$names"
like 'text: the default is marked' "$out" '^\* bm25_graph_vector_rrf_reranked +bm25 vector rrf graph rerank +yes$'
is 'text: one is' "$(printf '%s\n' "$out" | grep -c '^\*')" 1
like 'text: the alias' "$out" '; also called hybrid_graph_expanded$'
run "$LUCUS" strategies --db n.db --format text
like 'text: what is not supported' "$out" '^  vector_only +vector +no$'
like 'text: why, and what runs instead' "$out" "^ +$no_vectors; bm25 runs instead\$"
run "$LUCUS" strategies extra --db t.db
is 'operands are refused' "$status$out" 2

# ---- without a store ----

mkdir empty
cd empty || exit 1
run "$LUCUS" strategies
is 'no store: status, no word' "$status $err" '0 '
is 'no store: all are listed' "$(jq -r .name "$tmp.out" | tr '\n' ' ')" "$names"
is 'no store: nothing is known of support' "$(jq -c '[.supported, .reason, .runs]' "$tmp.out" | sort -u)" '[null,null,null]'
is 'no store: auto is the default' "$(jq -r 'select(.default).name' "$tmp.out")" auto
run "$LUCUS" strategies --db none.db
is 'a store that is named must be there' "$status$out" 1
cd "$tmp" || exit 1
run "$LUCUS" strategies --db t.db --kb nowhere
is 'so must a knowledge base' "$status$out" 1

# ---- a store that lacks something ----

# lacks DB NAME: what runs in the place of each strategy is what `lucus strategies` says; the marks are in $tmp.out
lacks() {
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
	cp marks "$tmp.out"
}

lacks t.db 'vectors and edges'
lacks n.db 'no vectors'
is 'no vectors: what is not supported' "$(jq -r 'select(.supported | not).name' "$tmp.out" | tr '\n' ' ')" \
	'vector vector_reranked vector_only vector_first_graph_augment parallel_merge hybrid_rrf hybrid_rrf_reranked bm25_graph_vector_rrf_reranked '
is 'no vectors: why' "$(jq -r 'select(.supported | not).reason' "$tmp.out" | sort -u)" "$no_vectors"
is 'no vectors: the default' "$(jq -r 'select(.default).name' "$tmp.out")" bm25_graph_expanded_reranked
for d in t n; do
	cp $d.db ${d}e.db
	sqlite3 ${d}e.db "DELETE FROM edge_in; UPDATE answer SET edges = '[]'; UPDATE element SET parent = 0"
done
lacks te.db 'no edges'
is 'no edges: what is not supported' "$(jq -r 'select(.supported | not).name' "$tmp.out" | tr '\n' ' ')" \
	'bm25_graph_expanded bm25_graph_expanded_reranked vector_first_graph_augment parallel_merge bm25_graph_vector_rrf_reranked '
is 'no edges: why' "$(jq -r 'select(.supported | not).reason' "$tmp.out" | sort -u)" "$no_edges"
is 'no edges: the default' "$(jq -r 'select(.default).name' "$tmp.out")" hybrid_rrf_reranked
lacks ne.db 'neither'
is 'neither: the default' "$(jq -r 'select(.default).name' "$tmp.out")" bm25_reranked
is 'neither: what needs both lacks vectors first' "$(of parallel_merge '[.reason, .runs]')" "[\"$no_vectors\",\"bm25\"]"

# ---- the choice of a knowledge base ----

cp t.db own.db
ok 'a strategy is chosen' "$LUCUS" kb set strategy=hybrid_graph_expanded --db own.db
run "$LUCUS" strategies --db own.db
is 'by its alias: it is the default' "$(jq -r 'select(.default).name' "$tmp.out")" bm25_graph_vector_rrf_reranked
"$LUCUS" kb set strategy=vector --db own.db > set.out
run "$LUCUS" strategies --db own.db
is 'another one' "$(jq -r 'select(.default).name' "$tmp.out") $(of auto .runs)" 'vector "vector"'
run "$LUCUS" query deposit --db own.db
is 'it runs when none is asked for' "$(field strategy) $(field fallback)" 'vector null'
run "$LUCUS" query deposit --db own.db -s bm25
is 'and not when one is' "$(field strategy)" bm25
run "$LUCUS" query deposit --db t.db -s hybrid_graph_expanded
is 'an alias can be asked for' "$(field strategy) $(field fallback)" 'bm25_graph_vector_rrf_reranked null'

# ---- each answers, with all of its stages ----

for s in $names; do
	q 'add money to the account of a savings transfer' -s "$s" -k 100 --similarity-threshold 0
	runs=$(jq -r --arg n "$s" 'select(.name == $n).runs' all.out)
	like "$s: finds it" "$out" '"name":"lib.bank.Account.deposit"'
	is "$s: all stages that it says" "$(jq -cs '[.[] | select(.record == "hit").stages | keys[]] | unique' "$tmp.out")" \
		"$(jq -c --arg n "$runs" 'select(.name == $n).capabilities | sort' all.out)"
	is "$s: the score is that of the last stage" "$(jq -s 'map(select(.record == "hit")
		| if .stages.rerank then .score == .stages.rerank.score elif .stages.rrf then .score == .stages.rrf.score
			elif .stages.bm25 then .score == .stages.bm25.score else true end) | all' "$tmp.out")" true
done

# ---- options ----

# bounds NAME MIN MAX BELOW ABOVE
bounds() {
	bad=''
	for s in bm25_graph_expanded vector_first_graph_augment parallel_merge hybrid_rrf_reranked; do
		for v in "$2" "$3"; do
			q deposit -s $s "--$1=$v"
			[ "$status $(field strategy)" = "0 $s" ] || bad="$bad $s:$v:$status"
		done
	done
	for v in "$4" "$5" x ''; do
		q deposit "--$1=$v"
		case "$status $out$err" in "2 lucus: query: option '--$1': "*) ;; *) bad="$bad $v:$status:$err" ;; esac
	done
	is "--$1: from $2 to $3" "$bad" ''
	var=LUCUS_$(printf %s "$1" | tr a-z- A-Z_)
	run env "$var=$5" "$LUCUS" query deposit --db t.db
	is "$var has these bounds, too" "$status" 2
	key=$(printf %s "$1" | tr - _)
	nok "so has the setting $key" "$LUCUS" kb set "$key=$5" --db own.db
}

bounds rrf-k 0 1000000 -1 1000001
bounds vector-top-k 1 1000 0 1001
bounds similarity-threshold -1 1 -1.01 1.01
bounds graph-expansion-depth 1 8 0 9
bounds max-expansion-nodes 0 10000 -1 10001
bounds max-augmented-chunks 0 1000 -1 1001
bounds include-graph-context false true no 2

# count STAGE: hits that it saw
count() {
	jq -s --arg s "$1" 'map(select(.record == "hit" and .stages[$s])) | length' "$tmp.out"
}
# only STAGE: hits that nothing but it saw (fusion apart)
only() {
	jq -s --arg s "$1" 'map(select(.record == "hit" and (.stages | keys - ["rrf"]) == [$s])) | length' "$tmp.out"
}

q 'interest' -s bm25_graph_expanded -k 100
near=$(only graph)
isnt 'the graph leads on' "$near" 0
q 'interest' -s bm25_graph_expanded -k 100 --graph-expansion-depth 3
is '--graph-expansion-depth: and on' "$([ "$(only graph)" -gt "$near" ] && echo more)" more
q 'interest' -s bm25_graph_expanded -k 100 --graph-expansion-depth 3 --max-expansion-nodes 2
is '--max-expansion-nodes: so many' "$(count graph)" 2
q 'interest' -s bm25_graph_expanded -k 100 --max-expansion-nodes 0
is '--max-expansion-nodes 0: none' "$(count graph)" 0
q 'interest' -s bm25_graph_expanded -k 100 --include-graph-context false
is '--include-graph-context false: nothing that only the graph leads to' "$(only graph) $([ "$(count bm25)" -gt 0 ] && echo some)" '0 some'
for more in 0 1 2; do
	q 'interest' -s vector_first_graph_augment -k 100 --vector-top-k 2 --max-augmented-chunks $more --similarity-threshold -1
	is "--vector-top-k 2 --max-augmented-chunks $more: what is near, then what is added" "$(jq -r 'select(.record == "hit").stages
		| if .vector then "near" else "added" end' "$tmp.out" | tr '\n' ' ')" "near near $(printf "%${more}s" '' | sed 's/ /added /g')"
done
q 'interest' -s hybrid_rrf -k 100 --rrf-k 0
is '--rrf-k 0: a rank is worth its inverse, of vectors twice' "$(jq -s 'map(select(.record == "hit")
	| .score - ((if .stages.bm25 then 1 / .stages.bm25.rank else 0 end) + (if .stages.vector then 2 / .stages.vector.rank else 0 end))
	| fabs) | length > 1 and max < 0.0001' "$tmp.out")" true
"$LUCUS" kb set strategy=bm25_graph_expanded max_expansion_nodes=1 --db own.db > set.out
run "$LUCUS" query interest --db own.db -k 100
is 'settings of a knowledge base hold' "$(field strategy) $(count graph)" 'bm25_graph_expanded 1'
run env LUCUS_MAX_EXPANSION_NODES=2 LUCUS_GRAPH_EXPANSION_DEPTH=2 "$LUCUS" query interest --db own.db -k 100
is 'the environment goes before them' "$(count graph)" 2

done_testing
