#!/bin/sh
# SPDX-License-Identifier: MIT
# Vectors and rerankers over the network, against a server of the test's own: what fails is asked for again and
# what was stored is not, whatever happens in between; models are not mixed; keys stay in the environment.
. "$(dirname "$0")/lib.sh"
[ -x "$fakeapi" ] || skip_all 'tests/fakeapi is not built'

unset OPENAI_API_KEY VOYAGE_API_KEY COHERE_API_KEY JINA_API_KEY
secret=sk-secret-0123456789abcdef
rm -f "$tmp/everything"
# run, and keep all that was said
say() {
	run "$@"
	cat "$tmp.out" "$tmp.err" >> "$tmp/everything"
}

# 20 files of 49 functions: 1,000 elements, with a name of its own each.
mkdir -p t/.git
awk 'BEGIN {
	for (i = 0; i < 20; i++) {
		f = sprintf("t/part%02d.py", i)
		print "\"\"\"Part " i " of the mill.\"\"\"\n" > f
		for (j = 0; j < 49; j++)
			printf "def grind_%d_%d(grain):\n    \"\"\"Grind sort %d.\"\"\"\n    return grain * %d\n\n\n", i, j, j, i * 49 + j > f
		close(f)
	}
}'

# What the server was asked, and what it answered, since the last mark.
seen=0
mark() {
	seen=$(wc -l < "$log")
}
asked() { # ARGS OF jq
	tail -n +$((seen + 1)) "$log" | jq "$@"
}
server() {
	serve "$@"
	seen=0
}
texts() { # STATUS-TEST
	asked -r "select(.path | endswith(\"/embeddings\")) | select($1) | .body.input[]?" | grep '^name: '
}
names() {
	texts "$1" | sed 's/^name: //' | sort
}
vectors() { # DB
	sqlite3 "$1" 'SELECT count(*) FROM embedding'
}

# ---- 1,000 elements, every fifth request fails ----

printf '*\tfail\t20\n' > rules
server -r rules -s 3 -d 0.02
export VOYAGE_API_KEY=$secret LUCUS_EMBED_URL=$api/v1
say "$LUCUS" ingest-ast -q t --db v.db
elements=$(sqlite3 v.db 'SELECT count(*) FROM element')
is '1,000 elements' "$elements" 1000
say "$LUCUS" embed --provider voyage --embed-batch 20 --db v.db
is 'all are embedded' "$status $(printf '%s\n' "$out" | tail -n 1 | jq -r '[.stage, .embedded] | join(" ")')" '0 embed 1000'
cp "$tmp.out" embedded
is 'all are stored' "$(vectors v.db)" 1000
failed_n=$(asked -s 'map(select(.status == 503)) | length')
note "$failed_n of $(wc -l < "$log") requests failed"
is 'some requests did fail' "$((failed_n > 3))" 1
is 'each text was answered once' "$(names '.status == 200' | uniq -c | awk '{ n[$1]++ } END { for (i in n) print i, n[i] }')" '1 1000'
is 'and never asked for again' "$(asked -s '[.[] | select(.body.input) | {s: .status, i: .body.input[]}] | group_by(.i) |
	map(select(.[:-1] | any(.s == 200))) | length')" 0
is 'at most five requests in flight, and more than one' "$(asked -s 'map(.in_flight) | max | . <= 5 and . > 1')" true
is 'in batches' "$(asked -s 'map(.body.input | length) | max')" 20
is 'as documents' "$(asked -rs 'map(.body.input_type) | unique | join(" ")')" document
is 'the key is in the header' "$(asked -rs 'map(.headers.authorization) | unique | join(" ")')" "Bearer $secret"

# Each vector is the one that the server makes of the text of that name.
asked -c 'select(.status == 200 and .body.input) | .body' > bodies
while read -r body; do
	curl -sS --noproxy '*' -H "Authorization: Bearer $secret" -H 'Content-Type: application/json' -d "$body" \
		"$api/v1/embeddings" > reply
	while ! jq -e .data reply > reply.ok; do
		curl -sS --noproxy '*' -H "Authorization: Bearer $secret" -H 'Content-Type: application/json' -d "$body" \
			"$api/v1/embeddings" > reply
	done
	printf '%s\n' "$body" | jq -c --slurpfile r reply '. as $b | range(0; .input | length) as $i |
		{name: ($b.input[$i] | split("\n")[0] | ltrimstr("name: ")), v: ($r[0].data | map(select(.index == $i))[0].embedding)}'
done < bodies > want
is 'vectors are those of their texts' "$(jq -n --slurpfile w want --slurpfile g embedded '
	($w | map({(.name): .v}) | add) as $want | $g | map(select(.record == "embedding")) |
	map(. as $x | ($x.vector | length) as $n | [range(0; $n)] |
		all(. as $i | ($x.vector[$i] - $want[$x.name][$i]) | fabs < 0.005)) | [length, all] | tostring')" '"[1000,true]"'
say "$LUCUS" status --db v.db
is 'the model and its dimension are stored' "$(field model) $(field dimension)" 'voyage-2:voyage-code-3 8'

# ---- again, and changes ----

mark
say "$LUCUS" embed --summary --db v.db
is 'a second run: the provider is known' "$status $(field embedded)" '0 0'
is 'and asked for nothing' "$(asked -s length)" 0
printf 'def sieve(flour):\n    """Sieve it."""\n    return flour\n' >> t/part00.py
say "$LUCUS" sync t --db v.db
is 'sync embeds what changed' "$status $(names 'true' | uniq | tr '\n' ' ')" '0 part00.sieve '
say "$LUCUS" sync t --db v.db
say "$LUCUS" index --check --db v.db
is 'the store is whole' "$status" 0
mark
say "$LUCUS" query --no-cache -s vector_only --similarity-threshold -1 'grind the grain' --db v.db
is 'a question is embedded by the same provider' "$(asked -rs 'map([.body.input_type, .body.model, .body.input[0]] | join(" ")) | unique | join(";")')" \
	'query voyage-code-3 grind the grain'
is 'and finds the nearest' "$status $(printf '%s\n' "$out" | grep -c '"record":"hit"')" '0 10'

say "$LUCUS" query --no-cache 'xyzzy plugh' --db v.db
is 'words that no element holds may still mean something' "$status $(printf '%s\n' "$out" | grep -c '"record":"hit"')" '0 10'

# ---- models are not mixed ----

say "$LUCUS" query --provider builtin 'grind' --db v.db
is 'a question by another model is refused' "$status" 2
like 'with both names' "$err" "model 'voyage-2:voyage-code-3', not 'builtin-2"
say "$LUCUS" query --embed-dim 16 'grind' --db v.db
is 'another dimension, too' "$status" 2
like 'with both numbers' "$err" 'have 8 components, not 16'
cp v.db w.db
say "$LUCUS" embed --summary --embed-dim 16 --db w.db
is 'another dimension embeds all again' "$(field embedded) $(sqlite3 w.db 'SELECT dim, count(DISTINCT length(vector)), count(*) FROM embedding, kb')" '1001 16|1|1001'
say "$LUCUS" embed --summary --provider builtin --db w.db
is 'another provider, too' "$status $(field embedded)" '0 1001'
say "$LUCUS" query --db w.db grind
is 'and it is asked from then on' "$status" 0
is 'nothing was sent for that' "$(asked -s 'map(select(.body.input[0] == "grind")) | length')" 0

# ---- the server is away ----

export LUCUS_EMBED_URL=http://127.0.0.1:9/v1
say "$LUCUS" query --db v.db 'grind the grain'
is 'without a server there are hits' "$status $(printf '%s\n' "$out" | grep -c '"record":"hit"')" '0 10'
like 'by the text strategies' "$(field fallback)" 'the question could not be embedded: '
is 'which one ran' "$(field strategy)" bm25_graph_expanded_reranked
say "$LUCUS" query --db v.db --format text 'grind the grain'
like 'and people are told' "$err" 'used bm25.* could not be embedded'
say "$LUCUS" query -v --db v.db 'grind the grain'
like 'that answer is not kept' "$err" 'cached=no'
LUCUS_EMBED_URL=$api/v1
say "$LUCUS" query -v --db v.db 'grind the grain'
is 'when it is back, its vectors are used' "$(field fallback)" null
VOYAGE_API_KEY=''
say "$LUCUS" embed --provider voyage --embed-dim 32 --db v.db
is 'a missing key where the server wants one' "$status" 1
like 'is told' "$err" '1001 elements have no vector'
is 'and the old vectors stay' "$(sqlite3 v.db 'SELECT dim FROM kb')" 8
unset LUCUS_EMBED_URL
say "$LUCUS" kb set embed_url= --db v.db
say "$LUCUS" embed --provider voyage --embed-dim 32 --db v.db
is 'no key for the provider itself' "$status" 1
like 'says where to put it' "$err" 'set LUCUS_EMBED_KEY or VOYAGE_API_KEY'
say "$LUCUS" sync t --provider voyage --db n.db
is 'nor for a sync' "$status $(field embedded 2> /dev/null) $(field missing)" '1 0 1001'
say "$LUCUS" query --provider voyage --no-cache 'grind the grain' --db n.db
is 'which has made all else' "$status $(printf '%s\n' "$out" | grep -c '"record":"hit"')$err" '0 10'
say "$LUCUS" embed --provider nobody --db v.db
like 'an unknown provider' "$status $err" '^2 .*expected one of: builtin, voyage, openai'
export VOYAGE_API_KEY=$secret LUCUS_EMBED_URL=$api/v1

# ---- batches that fail for good ----

printf 'grind_3_7\tstatus\t500\n' > rules
server -r rules
LUCUS_EMBED_URL=$api/v1
say "$LUCUS" ingest-ast -q t --db f.db
say "$LUCUS" embed --summary --provider voyage --embed-batch 20 --db f.db
is 'a request that always fails: the others go on' "$status $(vectors f.db)" '1 981'
like 'it is a warning' "$err" '20 elements have got no vectors: .*500'
like 'and told at the end' "$err" "20 elements have no vector: run 'lucus embed' again"
is 'it was tried four times' "$(asked -s 'map(select(.status == 500)) | length')" 4
: > rules.none
server -r rules.none
LUCUS_EMBED_URL=$api/v1
say "$LUCUS" embed --summary --embed-batch 20 --db f.db
is 'the next run makes those' "$status $(vectors f.db) $(names true | wc -l)" '0 1001 20'
is 'and no others' "$(asked -s 'length')" 1

# One text that the server refuses does not take the others along.
printf 'grind_3_7(\tstatus\t400\n' > rules
server -r rules
LUCUS_EMBED_URL=$api/v1
say "$LUCUS" ingest-ast -q t --db g.db
say "$LUCUS" embed --summary --provider voyage --db g.db
is 'one text that is refused' "$status $(vectors g.db)" '0 1001'
is 'all but it are asked for once' "$(names '.status == 200' | uniq -c | awk '{ n[$1]++ } END { for (i in n) print i, n[i] }')" '1 1001'

printf '*\tmalformed\n' > rules
server -r rules
LUCUS_EMBED_URL=$api/v1
say "$LUCUS" ingest-ast -q t --db h.db
say "$LUCUS" embed --summary --provider voyage --embed-batch 1 --db h.db
is 'a server that never answers properly' "$status" 1
like 'is given up' "$err" 'too many requests have failed in a row'
like 'with the number of what is missing' "$err" '1001 elements have no vector'
is 'soon' "$(asked -s 'length < 30')" true
say "$LUCUS" query --db h.db grind
is 'and nothing is broken' "$status" 0

VOYAGE_API_KEY=bad-$secret
server
LUCUS_EMBED_URL=$api/v1
say "$LUCUS" embed --summary --provider voyage --db h.db
is 'a key that is refused' "$status $(asked -s 'length <= 5')" '1 true'
VOYAGE_API_KEY=$secret

# ---- a signal ----

# Ten answers come to their end, no others: when five more are asked for, all ten have come.
printf '*\t10:slow\t0\n*\tstall\n' > rules
server -r rules
LUCUS_EMBED_URL=$api/v1
say "$LUCUS" ingest-ast -q t --db s.db
amid INT '[ "$(wc -l < "$log")" = 15 ]' "$LUCUS" embed --summary --provider voyage --embed-batch 20 --db s.db
cat "$tmp.out" "$tmp.err" >> everything
is 'SIGINT' "$status" 130
stored=$(vectors s.db)
like 'says what was done' "$err" "interrupted: $stored of 1001 vectors are stored"
is 'some are, some are not' "$stored" 200
is 'the store is valid' "$(sqlite3 s.db 'PRAGMA integrity_check')" ok
server
LUCUS_EMBED_URL=$api/v1
say "$LUCUS" embed --summary --db s.db
is 'the next run makes the others' "$status $(field embedded) $(vectors s.db)" "0 $((1001 - stored)) 1001"
is 'and asks for no more than those' "$(names true | wc -l)" "$((1001 - stored))"

server -r rules
LUCUS_EMBED_URL=$api/v1
amid KILL '[ "$(sqlite3 s.db "SELECT count(*) > 0 AND max(length(vector)) = 16 FROM embedding")" = 1 ]' \
	"$LUCUS" embed --summary --embed-dim 16 --embed-batch 20 --db s.db
is 'a kill: some are of the new dimension' "$(sqlite3 s.db 'SELECT count(*) > 0 AND count(*) < 1001, min(length(vector)) FROM embedding')" '1|16'
is 'the store is valid after a kill' "$(sqlite3 s.db 'PRAGMA integrity_check')" ok
server
LUCUS_EMBED_URL=$api/v1
say "$LUCUS" embed --summary --embed-dim 16 --db s.db
is 'and completed' "$status $(sqlite3 s.db 'SELECT count(*), max(length(vector)), min(length(vector)) FROM embedding')" '0 1001|16|16'

# ---- OpenAI and compatible servers ----

server
tree o
unset LUCUS_EMBED_URL
export OPENAI_API_KEY=$secret
say "$LUCUS" sync o --db o.db --provider openai --embed-url "$api/v1" --embed-dim 24
is 'openai' "$status $(asked -rs 'map(.body | [.model, .encoding_format, .dimensions] | join(" ")) | unique | join(";")')" \
	'0 text-embedding-3-small float 24'
mark
say "$LUCUS" sync o --db p.db --provider openai --embed-url "$api/open/v1/" --embed-model nomic-embed-text --embed-tokens 20
is 'a compatible server' "$status $(asked -rs 'map(.body | [.model, .dimensions] | tostring) | unique | join(";")')" '0 ["nomic-embed-text",null]'
is 'texts are cut' "$(asked -s 'map(.body.input[] | length) | max <= 60')" true
mark
say "$LUCUS" query --no-cache --db p.db 'stack push'
is 'its address is known to the next question' "$status $(field fallback) $(asked -rs 'map(.path) | unique | join(" ")')" '0 null /open/v1/embeddings'
# The server as a proxy: what would go to another machine.
cp p.db q.db
say "$LUCUS" kb set embed_url=http://models.example/v1 --db q.db
mark
LUCUS_EMBED_KEY=$secret http_proxy=$api say "$LUCUS" query --no-cache --db q.db 'stack push'
is 'no key goes to a machine that a store names' "$(asked -s 'map([(.path | contains("models.example")), (.headers | has("authorization"))]) | unique | tostring')" \
	'"[[true,false]]"'
mark
LUCUS_EMBED_KEY=$secret http_proxy=$api LUCUS_EMBED_URL=http://models.example/v1 say "$LUCUS" query --no-cache --db q.db 'stack push'
is 'and none goes to another machine in the clear' "$(asked -s length)" 0
say "$LUCUS" status --config --db p.db
like 'the configuration says so' "$out" '"name":"provider","value":"openai","origin":"knowledge base"'

# ---- rerankers ----

"$LUCUS" sync -q o --db r.db > r.out
q='push a job to the queue'
say "$LUCUS" query --no-cache -k 10 "$q" --db r.db
printf '%s\n' "$out" | jq -r 'select(.record == "hit") | .id' > plain
export COHERE_API_KEY=$secret JINA_API_KEY=$secret
for as in cohere voyage jina; do
	mark
	say "$LUCUS" query --no-cache -k 10 "$q" --db r.db --reranker $as --rerank-url "$api/v1/rerank?as=$as/rerank"
	case $as in cohere) path=v2 ;; *) path=v1 ;; esac
	say "$LUCUS" query --no-cache -k 10 "$q" --db r.db --reranker $as --rerank-url "$api/$path"
	printf '%s\n' "$out" | jq -r 'select(.record == "hit") | .id' > ranked
	is "$as" "$status $(field fallback) $(wc -l < ranked)" '0 null 10'
	is "$as: hits are in the order of its scores" "$(printf '%s\n' "$out" | jq -s 'map(select(.record == "hit").stages.remote.score) | . == (sort | reverse) and (length == 10)')" true
	nok "$as: which is another order" cmp -s plain ranked
	mark
	say "$LUCUS" query --no-cache -k 3 "$q" --db r.db --reranker $as --rerank-url "$api/$path"
	is "$as: fewer hits are the first of those" "$(printf '%s\n' "$out" | jq -r 'select(.record == "hit") | .id')" "$(head -n 3 ranked)"
	is "$as: the request" "$(asked -r '[.body.query, (.body.documents | length >= 10), (.body.top_n // .body.top_k) == (.body.documents | length), .headers.authorization] | tostring')" \
		"[\"$q\",true,true,\"Bearer $secret\"]"
	like "$as: documents tell path, name and code" "$(asked -r '.body.documents[]')" '^src/stack.c$'
	is "$as: of bounded length" "$(asked '.body.documents | map(length) | max <= 2000')" true
done
say "$LUCUS" query --no-cache -k 10 "$q" --db r.db --reranker jina --rerank-url "$api/v1" --rerank-depth 4
is 'a depth of four: four are scored' "$(printf '%s\n' "$out" | jq -s 'map(select(.record == "hit") | .stages.remote != null) | tostring')" \
	'"[true,true,true,true,false,false,false,false,false,false]"'
is 'the others stay behind, as they were' "$(printf '%s\n' "$out" | jq -r 'select(.record == "hit") | .id' | tail -n 6)" "$(tail -n 6 plain)"
is 'and scores fall' "$(printf '%s\n' "$out" | jq -s 'map(select(.record == "hit") | .score) | . == (sort | reverse)')" true
say "$LUCUS" query --no-cache "$q" --db r.db --reranker jina --rerank-url "$api/v1" --adaptive --by file
is 'with --adaptive and files' "$status" 0
is 'what the built-in reranker held for likely is not told' "$(printf '%s\n' "$out" | jq -s 'map(select(.relevance)) | length')" 0
say "$LUCUS" query --no-cache "$q" --db r.db --reranker jina --rerank-url "$api/v1" --explain --format text
like 'people see the stage' "$out" '^ *remote +rank 1 '

say "$LUCUS" query -v "$q" --db r.db
say "$LUCUS" query -v "$q" --db r.db --reranker jina --rerank-url "$api/v1"
like 'the cache knows the reranker' "$err" 'cached=no'
say "$LUCUS" query -v "$q" --db r.db --reranker jina --rerank-url "$api/v1"
like 'and keeps its answer' "$err" 'cached=yes'
say "$LUCUS" query -v "$q" --db r.db --reranker jina --rerank-url "$api/v1" --rerank-model jina-other
like 'of that model' "$err" 'cached=no'

say "$LUCUS" query -k 10 "$q" --db r.db --reranker cohere --rerank-url http://127.0.0.1:9/v2
is 'a reranker that is away leaves the order' "$status $(printf '%s\n' "$out" | jq -r 'select(.record == "hit") | .id')" "0 $(cat plain)"
like 'and the record says so' "$(field fallback)" '^reranker cohere: '
say "$LUCUS" query -v -k 10 "$q" --db r.db --reranker cohere --rerank-url http://127.0.0.1:9/v2
like 'and that answer is not kept' "$err" 'cached=no'
say "$LUCUS" query -k 10 "$q" --db r.db --reranker cohere --rerank-url http://127.0.0.1:9/v2 --format text
like 'and people are told' "$err" 'instead of reranker cohere: '
say "$LUCUS" query "$q" --db r.db --reranker nobody
like 'an unknown one' "$status $err" '^2 .*expected one of: cohere, voyage, jina'
printf '{"query":"push","relevant_elements":["stack.stack_push"]}\n' > qrels
say "$LUCUS" eval qrels --db r.db --reranker cohere --rerank-url http://127.0.0.1:9/v2
is 'figures without the reranker do not stand under its name' "$status" 2

# ---- what it cost ----

say "$LUCUS" sync --dry-run t --provider voyage --db none.db
is 'an estimate before anything is spent' "$(printf '%s\n' "$out" | tail -n 1 | jq -r '[.tokens > 1000, (.cost * 1e6 / .tokens * 100 | round)] | tostring')" \
	'[true,18]'
say "$LUCUS" sync --dry-run t --provider openai --embed-model nobody-knows --db none.db --format text
like 'or that there is none' "$out" 'the price of nobody-knows is not known'
say "$LUCUS" status --costs --db v.db
is 'the ledger knows the tokens and what they cost' "$(printf '%s\n' "$out" | jq -r 'select(.purpose == "embedding") |
	[.model, .requests > 50, .tokens_in > 1000, (.cost * 1e6 / .tokens_in * 100 | round)] | tostring')" '["voyage-code-3",true,true,18]'
say "$LUCUS" status --costs --db r.db
is 'of rerankers, too' "$(printf '%s\n' "$out" | jq -r 'select(.purpose == "rerank") | .model' | sort -u | tr '\n' ' ')" \
	'jina-other jina-reranker-v2-base-multilingual rerank-2.5 rerank-v3.5 '

# ---- answers that are too large ----

printf '*\thuge\t40000000\n' > rules
server -r rules
say "$LUCUS" query --no-cache "$q" --db r.db --reranker jina --rerank-url "$api/v1"
like 'of a reranker' "$status $(field fallback)" '^0 reranker jina: the answer of .* is larger than '
say "$LUCUS" query --no-cache 'grind the grain' --db v.db --embed-url "$api/v1"
like 'of a model' "$status $(field fallback)" '^0 .*could not be embedded: the answer of .* is larger than '

# ---- nobody there ----

printf '*\tdrop\n' > rules
server -r rules
say "$LUCUS" ingest-ast -q t --db n.db
say env LUCUS_EMBED_KEY=$secret "$LUCUS" embed --summary --db n.db --provider openai --embed-url "$api/v1" --embed-model m --embed-batch 10
like 'a server that has not answered once is not waited for again and again' "$err" 'nobody answers: '
ok 'the first five were tried four times, and few others' test "$(asked -s length)" -le 30

# ---- a person waits ----

printf '*\tstatus\t429 60\n' > rules
server -r rules
began=$(date +%s)
say "$LUCUS" query --no-cache "$q" --db r.db --reranker jina --rerank-url "$api/v1" --rerank-timeout 50
like 'a reranker that wants to wait for longer than its time is given up' "$status $(field fallback)" '^0 reranker jina: .* answered 429'
say "$LUCUS" query --no-cache 'grind the grain' --db v.db --embed-url "$api/v1" --embed-timeout 50
like 'as is a model' "$status $(field fallback)" '^0 .*could not be embedded: .* answered 429'
is 'at once' "$(($(date +%s) - began < 45))" 1
is 'and asked once' "$(asked -s length)" 2

# ---- keys ----

printf '*\techo\n' > rules
server -r rules
say "$LUCUS" embed -v --provider voyage --embed-url "$api/v1" --db h.db
say "$LUCUS" query -v "$q" --db r.db --reranker cohere --rerank-url "$api/v2"
say "$LUCUS" status --config --db v.db
say "$LUCUS" kb --db v.db
grep -q "$secret" "$log" && pass 'the server saw the key' || fail 'the server saw the key'
is 'no output shows it' "$(grep -c 'sk-secret' everything)" 0
is 'no store holds it' "$(grep -la 'sk-secret' ./*.db ./*.db-* 2> /dev/null)" ''
done_testing
