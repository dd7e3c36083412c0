#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/bench-quality.sh on a set of our own: sources exported from clones at their revisions, and means over
# repositories, languages and categories that can be worked out from the figures of each.
. "$(dirname "$0")/lib.sh"

command -v git > /dev/null || skip_all 'no git'
bench=$top/scripts/bench-quality.sh
git_quietly() {
	git -c user.name=t -c user.email=t@example.org -c init.defaultBranch=main "$@" > git.out 2>&1 || {
		cat git.out
		exit 1
	}
}

# Two repositories: their last commit is not the one of the table, and only one folder counts.
for r in shop other; do
	mkdir -p "work/$r/src"
	git_quietly init -q "work/$r"
done
cp -R "$top/tests/fixtures/shop/shop" work/shop/src/
cp "$top/tests/fixtures/shop/ring.c" work/other/src/
for r in shop other; do
	git_quietly -C "work/$r" add .
	git_quietly -C "work/$r" commit -qm one
	git -C "work/$r" rev-parse HEAD > "$r.rev"
	git_quietly -C "work/$r" rm -qr src
	git_quietly -C "work/$r" commit -qm two
done
mkdir -p served/us sets/dev/annotations sets/lucusrag
git_quietly clone -q --bare work/shop served/us/shop.git
mkdir mirrors
git_quietly clone -q --bare work/other mirrors/other
printf 'name\tlanguage\trepository\trevision\troot\n' > sets/dev/repos.tsv
printf 'shop\tpython\tus/shop\t%s\tsrc\n' "$(cat shop.rev)" >> sets/dev/repos.tsv
printf 'other\tc\tus/other\t%s\tsrc\n' "$(cat other.rev)" >> sets/dev/repos.tsv
printf 'gone\tc\tus/gone\t%s\tsrc\n' "$(cat other.rev)" >> sets/dev/repos.tsv
cat > sets/dev/annotations/shop.json <<'EOF'
[{"query": "take a percentage off", "relevant": ["src/shop/prices.py"], "category": "semantic"},
 {"query": "put goods into the cart", "relevant": ["src/shop/cart.py", "src/shop/nothing.py"], "category": "semantic"},
 {"query": "apply_discount", "relevant": ["src/shop/nothing.py"], "category": "symbol"}]
EOF
cat > sets/dev/annotations/other.json <<'EOF'
[{"query": "ring_push", "relevant": ["src/ring.c"], "category": "symbol"}]
EOF
cp sets/dev/annotations/other.json sets/dev/annotations/gone.json

measure() {
	run env OUT="$tmp/out" MIRRORS="$tmp/mirrors" STRATEGIES=bm25,vector "$@" "$bench" sets
}
measure GIT_BASE="file://$tmp/served"
is 'a repository that is nowhere: status' "$status" 3
like 'it is named' "$err" '^bench-quality: no sources of gone: '
is 'sources are those of the revision' "$(cd out/sources && find shop other -type f | sort | tr '\n' ' ')" \
	'other/src/ring.c shop/src/shop/__init__.py shop/src/shop/cart.py shop/src/shop/prices.py '

# ndcg@10 of shop: 1, 1 / (1 + 1 / log2 3) and 0, as far as the first hits are the targets
line() {
	printf '%s\n' "$out" | awk -v part="$1" -v name="$2" '
		index($0, part) == 1 { in_part = 1; next } NF == 0 { in_part = 0 } in_part && $1 == name { print $2; exit }'
}
for r in shop other; do
	"$LUCUS" sync "out/sources/$r" --db "$r.db" > sync.out
	"$LUCUS" eval "sets/dev/annotations/$r.json" --db "$r.db" -s bm25 -k 10 -q > "$r.eval"
done
value() {
	jq -r --arg c "$2" 'select(.record == "metric" and .metric == "ndcg" and .category == $c).value' "$1.eval"
}
four() {
	awk "BEGIN { printf \"%.4f\", $1 }"
}
is 'figures of a repository are those of eval' "$(line 'NDCG@10 by repository' shop)" "$(four "$(value shop all)")"
is 'the mean is that of the repositories' "$(line 'strategy  ' bm25)" "$(four "($(value shop all) + $(value other all)) / 2")"
is 'of a language' "$(line 'NDCG@10 by language' python)" "$(four "$(value shop all)")"
is 'of a category in one of them' "$(line 'NDCG@10 by category' semantic)" "$(four "$(value shop semantic)")"
is 'of a category in both' "$(line 'NDCG@10 by category' symbol)" "$(four "($(value shop symbol) + $(value other symbol)) / 2")"
like 'elements that lie in others' "$(line 'elements of these' bm25)" '^0\.[0-9]{4}$'
like 'steps' "$out" '^vector +[+-]0\.[0-9]{4}  [+-]0\.[0-9]{4} \.\. [+-]0\.[0-9]{4}  better in [0-2], worse in [0-2]: '
printf '%s\n' "$out" | sed 's/ [0-9.]*$//' > first
measure NAMES='shop other'
is 'sources that are there need no clone' "$status $err" '0 '
is 'the same figures but for the times' "$(printf '%s\n' "$out" | sed 's/ [0-9.]*$//')" "$(cat first)"

measure NAMES=shop SPOILED=typos
is 'spoiled: status' "$status $err" '0 '
like 'questions as they are' "$out" '^files dev +bm25 +[0-9. ]+ 3$'
like 'and spoiled' "$out" '^files dev:typos +bm25 +[0-9. ]+ 3$'
is 'they are others' "$(grep -c percentage out/records/spoiled)" 0

# The element set.
cp -R "$top/tests/fixtures/shop" lucusrag
mv lucusrag out/sources/lucusrag
cp "$top/tests/fixtures/shop/elements.json" sets/lucusrag/queries.json
measure NAMES=-
is 'elements: status' "$status $err" '0 '
like 'elements: the set' "$out" '^elements: 3 queries$'
like 'elements: k and the five measures' "$out" '^ +3 +0\.3333 +1\.0000 +0\.5000 +1\.0000 +1\.0000$'
like 'elements: methods as their class' "$out" '^elements, --roll-up: 3 queries$'
like 'elements: categories' "$out" '^symbol +1 +[01]\.[0-9]{4} +[01]\.[0-9]{4}$'

# A set of a kind, whose figures are those of eval; the first five of one file lie in it.
mkdir -p kinds/shop
cp -R "$top/tests/fixtures/shop" kinds/shop/tree
printf '{"query":"take a percentage off","relevant_elements":["apply_discount"],"category":"words"}\n' > kinds/shop/words.elements.jsonl
printf '{"query":"take a percentage off","relevant":["shop/prices.py"],"category":"words"}\n' > kinds/shop/words.files.jsonl
run env OUT="$tmp/out" STRATEGIES=bm25 "$bench" kinds
is 'kinds: status' "$status $err" '0 '
overlap=$("$LUCUS" eval kinds/shop/words.elements.jsonl --db "$tmp/out/stores/shop.tree.db" -s bm25 -k 5 --questions --format json -q |
	jq -r 'select(.record == "question").overlap["5"]')
like 'kinds: hits of a list without the reranker lie in others' "$overlap" '^0\.[2468]'
is 'kinds: the share of them' "$(printf '%s\n' "$out" | awk '$1 == "elements" && $2 == "words" { print $(NF - 1) }')" "$(four "$overlap")"
is 'kinds: files lie in none' "$(printf '%s\n' "$out" | awk '$1 == "files" && $2 == "words" { print $(NF - 1) }')" 0.0000

run "$bench" nowhere
is 'no sets: status' "$status" 1
like 'no sets: message' "$err" '^bench-quality: .*/nowhere holds neither dev/repos.tsv nor '
run "$bench"
is 'no folder: status' "$status" 2

done_testing
