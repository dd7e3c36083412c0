#!/bin/sh
# SPDX-License-Identifier: MIT
# The stages of a pipeline and lucus sync make the same store.
. "$(dirname "$0")/lib.sh"

# The project's own sources, so that nobody changes them while we look.
mkdir own
if [ "$slow" ]; then
	mkdir own/src
	cp -R "$top/src/core" "$top/src/store" own/src
else
	cp -R "$top/src" "$top/cmd" "$top/include" "$top/scripts" own
fi
tree gen
many gen/more 24

pipe() {
	"$LUCUS" ast "$1" | "$LUCUS" ingest-ast --db "$2" | "$LUCUS" embed --db "$2" | "$LUCUS" index --db "$2"
}

for t in own gen; do
	ok "$t: sync" "$LUCUS" sync "$t" --db "$t-sync.db"
	run pipe "$t" "$t-pipe.db"
	is "$t: the pipeline ends well" "$status" 0
	is "$t: and quietly" "$err" ''
	is "$t: the last stage prints its summary" "$(field stage) $(field embedded)" 'index 0'
	same_store "$t: ast | ingest-ast | embed | index makes what sync makes" "$t-sync.db" "$t-pipe.db"
	is "$t: index --check is content" "$("$LUCUS" index --check --db "$t-pipe.db" < /dev/null |
		jq -r 'select(.ok | not) | .name')" ''
done

# ---- one stage after the other, through files ----

ok 'ast into a file' "$LUCUS" ast gen
cp "$tmp.out" elements.jsonl
ok 'ingest-ast FILE' "$LUCUS" ingest-ast elements.jsonl --db steps.db
cp "$tmp.out" nodes.jsonl
is 'it says what it did' "$(field stage) $(field added) $(field rejected)" \
	"ingest-ast $(wc -l < elements.jsonl | tr -d ' ') 0"
nok 'index --check before the vectors are made' "$LUCUS" index --check --db steps.db
is 'fails with status 4' "$status" 4
like 'and says what to do' "$err" "^lucus: index: .*run 'lucus (sync|index)'"
"$LUCUS" embed --db steps.db < nodes.jsonl > vectors.jsonl
is 'embed passes on every node' "$(grep -c '"record":"embedding"' vectors.jsonl)" \
	"$(wc -l < elements.jsonl | tr -d ' ')"
"$LUCUS" index --db steps.db < vectors.jsonl > summary.jsonl
is 'index prints its summary only' "$(jq -r .record summary.jsonl)" summary
same_store 'the same store' gen-sync.db steps.db
is 'a node record is its element record, and edges' \
	"$(jq -cS 'select(.record == "node") | del(.record, .edges)' nodes.jsonl | sort | sha256sum)" \
	"$(jq -cS 'del(.record)' elements.jsonl | sort | sha256sum)"
like 'the edges of a node name their targets' "$(jq -c 'select(.record == "node") | .edges[]' nodes.jsonl |
	head -n 50)" '"kind":"CALLS".*"target":"[0-9a-f-]{36}","grade":"exact"'

# Each stage alone works on everything that is due.
"$LUCUS" ingest-ast gen --db alone.db > alone.out
"$LUCUS" embed --db alone.db < /dev/null > alone.out
is 'embed without records prints what it embedded' "$(grep -c '"record":"embedding"' alone.out)" \
	"$(wc -l < elements.jsonl | tr -d ' ')"
"$LUCUS" index --db alone.db < /dev/null > alone.out
same_store 'stages that got no records make the same store' gen-sync.db alone.db
"$LUCUS" embed --db alone.db < /dev/null > alone.out
is 'embed again: nothing is due' "$(jq -r '.record + " " + (.embedded | tostring)' alone.out)" 'summary 0'
is 'ingest-ast again, in the tree of the store: nothing changed' \
	"$("$LUCUS" ingest-ast --db alone.db < /dev/null | jq -c '[.record, .read, .added, .changed, .removed]')" \
	'["summary",0,0,0,0]'
is '--summary prints only the summary' \
	"$("$LUCUS" ingest-ast --summary elements.jsonl --db summary.db | jq -r .record | uniq -c | tr -d ' ')" 1summary

# ---- unknown fields, order, repetition ----

extra='{"team":"x","model":"mine","vector":7,"note":{"deep":[1,2.5,null,true,"\u00fc"]}}'
jq -c ". + $extra" elements.jsonl > extra.jsonl
"$LUCUS" ingest-ast --db extra.db < extra.jsonl > extra-nodes.jsonl
is 'ingest-ast passes on unknown fields' \
	"$(jq -cS 'select(.record == "node") | {team, note}' extra-nodes.jsonl | sort -u)" \
	"$(printf %s "$extra" | jq -cS '{team, note}')"
"$LUCUS" embed --db extra.db < extra-nodes.jsonl > extra-vectors.jsonl
is 'embed passes on unknown fields' \
	"$(jq -cS 'select(.record == "embedding") | {team, note}' extra-vectors.jsonl | sort -u)" \
	"$(printf %s "$extra" | jq -cS '{team, note}')"
is 'but not over its own' "$(jq -r 'select(.record == "embedding") | "\(.model) \(.vector | length)"' extra-vectors.jsonl | sort -u)" \
	"$(jq -r 'select(.record == "embedding") | "\(.model) \(.vector | length)"' vectors.jsonl | sort -u)"
# shellcheck disable=SC2016
ok 'index takes records with unknown fields' sh -c '"$LUCUS" index --db extra.db < extra-vectors.jsonl'
is 'they are in the store' "$(sqlite3 extra.db "SELECT DISTINCT '{' || extra || '}' ->> '\$.team' FROM element")" x
dump extra.db extra.dump
dump gen-sync.db gen.dump
is 'and change nothing else' \
	"$(jq -c 'if type == "array" and .[0] == "element" then del(.[21, 24]) else . end' extra.dump | sha256sum)" \
	"$(jq -c 'if type == "array" and .[0] == "element" then del(.[21, 24]) else . end' gen.dump | sha256sum)"

awk '{ print (NR * 7919) % 10007 "\t" $0 }' elements.jsonl | sort -n | cut -f 2- > shuffled.jsonl
isnt 'the records are shuffled' "$(sha256sum < shuffled.jsonl)" "$(sha256sum < elements.jsonl)"
# ---- vectors that are as they were, of another text ----

mkdir blank
printf 'def f(a):\n    return a\n' > blank/a.py
"$LUCUS" ast blank | "$LUCUS" ingest-ast --db blank.db > blank.out
"$LUCUS" embed --db blank.db < /dev/null > blank.out
"$LUCUS" ast blank | "$LUCUS" ingest-ast --db blank.db | "$LUCUS" embed --db blank.db > blank-vectors.jsonl
"$LUCUS" index --db blank.db < blank-vectors.jsonl > blank.out
printf 'def f(a):\n    return   a\n' > blank/a.py
"$LUCUS" ast blank | "$LUCUS" ingest-ast --db blank.db > blank.out
run "$LUCUS" index --check --db blank.db
is 'a text that changes wants a vector' "$status $(jq -r 'select(.ok == false).name' "$tmp.out" | tr '\n' ' ')" \
	'4 embeddings indexed fulltext communities concepts '
"$LUCUS" index --db blank.db < blank-vectors.jsonl > blank.out
run "$LUCUS" index --check --db blank.db
is 'one that comes with the same numbers is of the present text' "$status $(jq -r 'select(.ok == false).name' "$tmp.out")" '0 '

for s in ingest-ast embed index; do
	case $s in ingest-ast) in=shuffled.jsonl ;; *) in=/dev/null ;; esac
	"$LUCUS" "$s" --db shuffled.db < "$in" > shuffled.out
done
same_store 'the order of the records does not matter' gen-sync.db shuffled.db

cat elements.jsonl shuffled.jsonl | "$LUCUS" ingest-ast --summary --db twice.db > twice.out
is 'a record that comes twice counts once' "$(jq .elements twice.out)" "$(wc -l < elements.jsonl | tr -d ' ')"
run "$LUCUS" ingest-ast --summary nodes.jsonl --db steps.db
is 'nodes that come back change nothing' "$(field added) $(field changed) $(field removed)" '0 0 0'
same_store 'in the store either' gen-sync.db steps.db

# ---- determinism ----

is 'ast prints the same with any number of threads' "$("$LUCUS" ast -j 1 gen | sha256sum)" \
	"$("$LUCUS" ast -j 7 gen | sha256sum)"
is 'and what it printed before' "$("$LUCUS" ast gen | sha256sum)" "$(sha256sum < elements.jsonl)"
"$LUCUS" ingest-ast -j 1 gen --db again.db > again.out
is 'nodes come out the same, from a tree as from records' \
	"$(grep -v '"record":"summary"' again.out | sha256sum)" "$(grep -v '"record":"summary"' nodes.jsonl | sha256sum)"
"$LUCUS" embed -j 1 --db again.db < again.out > again-vectors.out
is 'vectors come out the same' "$(grep -v '"record":"summary"' again-vectors.out | sha256sum)" \
	"$(grep -v '"record":"summary"' vectors.jsonl | sha256sum)"

done_testing
