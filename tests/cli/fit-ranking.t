#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/fit-ranking.sh on a set of our own: the files that it writes have the features of those in the tree, with weights
# and hidden units that rank what was annotated first.
. "$(dirname "$0")/lib.sh"

[ -n "$slow" ] && skip_all 'a build with sanitizers: fitting takes long'
B=${B-build}
case $B in /*) ;; *) B=$top/$B ;; esac
[ -x "$B/fit-ranking" ] || skip_all "no $B/fit-ranking"
fit=$top/scripts/fit-ranking.sh
def=$top/include/lucus/ranking.def
hidden=$top/src/retrieve/hidden.def

mkdir -p sets/dev/annotations sets/lucusrag sources/lucusrag
cp -R "$top/tests/fixtures/shop" sources/shop
tree sources/other
cp -R "$top/tests/fixtures/shop" sources/lucusrag/
printf 'name\tlanguage\trepository\trevision\troot\n' > sets/dev/repos.tsv
printf '%s\tpython\tus/none\tmain\t.\n' shop other >> sets/dev/repos.tsv
cat > sets/dev/annotations/shop.json <<'EOF'
[{"query": "take a percentage off", "relevant": ["shop/prices.py"], "category": "semantic"},
 {"query": "ring_pop", "relevant": ["ring.c"], "category": "symbol"}]
EOF
cat > sets/dev/annotations/other.json <<'EOF'
[{"query": "add money to an account", "relevant": ["lib/bank.py"], "category": "semantic"},
 {"query": "Queue", "relevant": ["svc/queue.go"], "category": "symbol"}]
EOF
cp "$top/tests/fixtures/shop/elements.json" sets/lucusrag/queries.json

fit() {
	run env B="$B" SOURCES="$tmp/sources" OUT="$tmp/out" TO="$tmp/new.def" HIDDEN="$tmp/new.hidden" ELEMENTS=1 "$@"
}
shape() {
	sed 's/-\{0,1\}[0-9.]*f\([,)]\)/W\1/g' "$1"
}

cp "$def" old.def
cp "$hidden" old.hidden
fit "$fit" sets
is 'status' "$status$out" 0
is 'the same features, each with two weights' "$(shape new.def)" "$(shape "$def")"
isnt 'other weights' "$(cat new.def)" "$(cat "$def")"
is 'the one in the tree is as it was' "$(cat "$def" "$hidden")" "$(cat old.def old.hidden)"
is 'as many units as in the tree' "$(grep -c '^UNIT(' new.hidden)" "$(grep -c '^UNIT(' "$hidden")"
is 'each with a weight for each feature' "$(sed -n '/^UNIT/s/[^,]//gp' new.hidden | sort -u | tr -d '\n' | wc -c)" \
	"$(($(grep -c '^FEATURE(' new.def) + 2))"
is 'what makes probabilities' "$(grep '^RELEVANCE(' new.hidden | sed 's/-\{0,1\}[0-9][0-9.]*f/W/g' | tr '\n' ' ')" \
	'RELEVANCE(elements, symbols, W, W, W, W, W) RELEVANCE(elements, others, W, W, W, W, W) RELEVANCE(files, symbols, W, W, W, W, W) RELEVANCE(files, others, W, W, W, W, W) '
like 'how true they are' "$err" '^files: relevance of [0-9]+ hits: expected calibration error 0\.'
like 'those of elements, too' "$err" '^elements: relevance of [0-9]+ hits: expected calibration error 0\.'
like 'figures of files' "$err" '^files: cross-validated (0\.[0-9]+|1\.0000) of files$'
like 'figures of a class' "$err" '^files: symbol +[0-9]+ queries: [01]\.[0-9]+$'
like 'figures of names' "$err" '^elements: fitted: [01]\.[0-9]+ of files, [01]\.[0-9]+ of names$'
like 'what was annotated comes first' "$err" '^files: fitted: (0\.9[0-9]*|1\.0000) of files'
is 'repositories in the order of the table' "$(cut -f 1 out/list | tr '\n' ' ')" 'shop other lucusrag '
cp new.def first.def
cp new.hidden first.hidden
fit "$fit" sets
ok 'the same again' cmp first.def new.def
ok 'the same units again' cmp first.hidden new.hidden
fit ELEMENTS= "$fit" sets
is 'without ELEMENTS only the file sets' "$status $(cut -f 1 out/list | tr '\n' ' ')" '0 shop other '
unlike 'no names then' "$err" 'of names'
mkdir -p questions/shop
cp -R sources/shop questions/shop/tree
cp -R sources/shop questions/shop/bare
echo '{"id": "1", "query": "take a percentage off", "category": "message", "relevant_elements": ["prices.discount"]}' |
	tee questions/shop/message.elements.jsonl > questions/shop/described.elements.jsonl
echo '{"id": "1", "query": "take a percentage off", "category": "message", "relevant": ["prices.py"]}' > questions/shop/message.files.jsonl
fit ELEMENTS= QUESTIONS=questions "$fit" sets
is 'sets of questions' "$status $(cut -f 1,2 out/list | sed "s,$tmp/,,; s,\t, ,g" | tail -n 3 | tr '\n' ' ')" \
	'0 shop out/stores/shop.bare.db shop out/stores/shop.tree.db shop out/stores/shop.tree.db '
like 'are figures of names' "$err" '^elements: message +2 queries: '
like 'and of files' "$err" '^files: cross-validated [01]\.[0-9]+ of files that were asked about$'
mkdir cosqa
cat > cosqa/code_idx_map.txt <<'EOF'
{"def discount(price):\n    # take off a percentage\n    return price * .9\n": 7, "def ring():\n    return []": 12}
EOF
echo '[{"doc": "python lower a price", "retrieval_idx": 7}, {"doc": "make a ring", "retrieval_idx": 12}]' > cosqa/cosqa-retrieval-dev-500.json
run "$top/scripts/web-questions.sh" cosqa web
is 'web questions: status' "$status$err" 0
is 'a file for each function' "$(cd web/tree && echo *)" 'f00007.py f00012.py'
is 'as it is' "$(sed -n 3p web/tree/f00007.py)" '    return price * .9'
is 'what is asked' "$(jq -c '[.id, .query, .relevant[]]' web/web.files.jsonl | tr '\n' ' ')" \
	'["web-1","python lower a price","f00007.py"] ["web-2","make a ring","f00012.py"] '
fit ELEMENTS= WEB=web "$fit" sets
is 'sets of web questions' "$status $(cut -f 1,4 out/list | tr '\t\n' '  ')" '0 shop other web.1 web web.2 web '
like 'are cross-validated' "$err" '^files: cross-validated [01]\.[0-9]+ of what was typed into a search$'
run "$top/scripts/web-questions.sh" cosqa
is 'web questions: usage' "$status" 2
printf 'gone\tc\tus/none\tmain\t.\n' >> sets/dev/repos.tsv
cp sets/dev/annotations/other.json sets/dev/annotations/gone.json
rm -f new.def new.hidden
fit "$fit" sets
is 'sources are missing: status' "$status" 1
like 'sources are missing: whose' "$err" 'no sources of gone: '
nok 'sources are missing: nothing is written' test -e new.def -o -e new.hidden
fit "$fit"
is 'usage' "$status" 2
fit "$fit" nowhere
is 'a folder that is none' "$status" 1

done_testing
