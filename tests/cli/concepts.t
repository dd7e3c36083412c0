#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus graph concepts: what a tree speaks of, one concept however it is written, pruning, and that nothing of others is seen.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

mkdir t
cat > t/budget.py <<'EOT'
"""Relevance budgets bound a lazy query."""


class RelevanceBudget:
    """The relevance budget of a lazy query, spent on relevance tests."""

    def spend_budget(self):
        # A relevance test costs one model call of the lazy query.
        return 1
EOT
cat > t/guide.md <<'EOT'
# Guide

The relevance budget is spent on communities. Each relevance test asks the language model once.

## Caches

The page cache keeps pages. A lazy query reads the page cache before the write barrier.
EOT
cat > t/store.c <<'EOT'
/* Copyright 2020 Jane Doe. Licensed under the Apache License. */

/* The page cache of the store: a write barrier keeps it. */
int page_cache_size;
EOT
"$LUCUS" sync -q t --db t.db > sync.out

g() {
	run "$LUCUS" graph concepts "$@" --db t.db
}
records() { # KIND FILTER
	printf '%s\n' "$out" | jq -r "select(.record == \"$1\") | $2"
}

g
is 'status' "$status $err" '0 '
is 'the head' "$(records concepts '[.made, .current, .concepts == .shown] | @csv')" 'true,true,true'
is 'what it speaks of, what tells most first' "$(records concept .name | sort | tr '\n' '|')" \
	'lazy query|relevance budget|relevance test|'
unlike 'no licences' "$out" 'Apache|Jane'
is 'the order is that of the scores' "$(records concept .score)" "$(records concept .score | sort -rn)"
is 'with what stands near' "$(records concept '[.key, .degree] | @tsv' | sort | head -n 1)" 'lazy queri	2'

# ---- one concept ----

for name in 'relevance budgets' RelevanceBudget relevance_budget relevance-budget 'Relevance Budget'; do
	g "$name"
	is "'$name' is the same" "$(records concepts '[.key, .name, .frequency] | @csv')" '"relevance budget","relevance budget",4'
done
is 'its places' "$(records place '"\(.file_path):\(.line) \(.name) \(.count)"' | sort)" "t/budget.py:1 t.budget 1
t/budget.py:4 t.budget.RelevanceBudget 2
t/guide.md:3 Guide 1"
is 'that which tells most is first' "$(records place .name | head -n 1)" t.budget.RelevanceBudget
is 'its neighbours, by their mutual information' "$(records concept '[.name, .together] | @csv')" '"relevance test",2
"lazy query",2'
is 'which are those of the list' "$(records concept .npmi)" "$(records concept .npmi | sort -rn)"
g 'page cache' --format text
like 'for people' "$out" 'page cache  3 in 2, 2 elements'
g 'page cache' --format paths
is 'places alone' "$out" "t/guide.md:7
t/store.c:3"
g 'page cache' --format md
like 'with neighbours' "$("$LUCUS" graph concepts 'page cache' --min-degree 1 --format text --db t.db)" '^    write barrier  1\.000, 2 together'
like 'in Markdown' "$out" '## page cache'
g relevance
is 'a word finds those with it' "$(records concept .name | sort | tr '\n' '|')" 'relevance budget|relevance test|'
g 'no such thing'
is 'nothing else' "$status" 1
like 'is said so' "$err" "no concept 'no such thing'"
g '--' '-_-'
is 'nor what has no words' "$status" 2
g one two
is 'one name or none' "$status" 2

# ---- pruning ----

g --min-frequency 4 --min-degree 0
is 'what stands less often goes' "$(records concept .name | sort | tr '\n' '|')" 'lazy query|relevance budget|'
g --min-weight 1 --min-frequency 1 --min-degree 0
like 'what stands once comes in' "$(records concept .name | tr '\n' '|')" 'language model\|'
g --min-degree 100
is 'no node has so many edges' "$(records concepts .concepts)" 0
g --max-degree-sd .5
is 'hubs are listed' "$(records concept 'select(.hub) | .name' | wc -l | awk '{ print ($1 > 0) }')" 1
is 'and joined to none' "$(records concept 'select(.hub) | .ties[]')" ''
g --max-degree-sd 0
is 'unless none are' "$(records concept 'select(.hub) | .name')" ''
g --min-percentile 101
is 'a percentile is one' "$status" 2
g -n 1
is 'a limit' "$(records concepts '[.concepts > 1, .shown] | @csv')" 'true,1'

g --dot
like 'for Graphviz' "$out" '^graph lucus \{'
like 'with edges' "$out" '"lazy queri" -- "relevance budget"|"relevance budget" -- "lazy queri"'

# ---- edits ----

printf '\nThe write barrier of the free list.\n' >> t/guide.md
rm t/store.c
"$LUCUS" sync -q t --db t.db > sync.out
"$LUCUS" sync -q t --db clean.db > sync.out
g --min-frequency 1 --min-degree 0
after=$out
run "$LUCUS" graph concepts --min-frequency 1 --min-degree 0 --db clean.db
is 'after an edit it is as after a clean run' "$after" "$out"
run "$LUCUS" index --check --db t.db
is 'and the check holds' "$status" 0
sqlite3 t.db "UPDATE concept_list SET data = x'0000' WHERE file = (SELECT id FROM file WHERE path = 't/guide.md')"
run "$LUCUS" index --check --db t.db
is 'but not with another list' "$status" 4
like 'which is told' "$out" '"name":"concepts","ok":false'
sqlite3 t.db "UPDATE concept_list SET data = x'05' WHERE file = (SELECT id FROM file WHERE path = 't/guide.md')"
g
is 'damage is told' "$status" 1
like 'with the file' "$err" 't/guide.md'
sqlite3 t.db 'DELETE FROM concept_list; DELETE FROM concepts'
g
is 'a store without concepts has none' "$status $(records concepts .made)" '0 false'
"$LUCUS" sync -q t --db t.db > sync.out
g --min-frequency 1 --min-degree 0
is 'they are made by the next sync' "$out" "$after"

sqlite3 t.db 'UPDATE concepts SET maker = 0'
"$LUCUS" sync -q t --db t.db > sync.out
g --min-frequency 1 --min-degree 0
is 'another version makes them anew' "$out" "$after"
run "$LUCUS" index --check --db t.db
is 'and what is made of them' "$status" 0

# ---- others ----

mkdir other odd
printf '# Plan\n\nThe secret garden of the secret gardens.\n' > other/plan.md
"$LUCUS" sync -q other --db t.db --tenant eve > sync.out
g --min-frequency 1 --min-degree 0
unlike 'another tenant is not seen' "$out" secret
g 'secret garden'
is 'nor asked for' "$status" 1
run "$LUCUS" graph concepts 'secret garden' --db t.db --tenant eve
is 'and sees its own' "$status $(records place .file_path)" '0 other/plan.md'
run "$LUCUS" graph concepts 'page cache' --db t.db --tenant eve
is 'alone' "$status" 1
"$LUCUS" kb remove --db t.db --tenant eve > kb.out 2>&1
is 'which goes with it' "$(sqlite3 t.db 'SELECT count(*) FROM concept_list WHERE file NOT IN (SELECT id FROM file)') $(sqlite3 t.db \
	'SELECT count(*) FROM concepts')" '0 1'

printf 'The page \033[31mcache line\033[0m and "quote\\ lines" of the page cache, page cache.\n' > "odd/$(printf 'a\033[31mb').txt"
"$LUCUS" sync -q odd --db odd.db > sync.out
run "$LUCUS" graph concepts 'page cache' --format text --db odd.db
unlike 'no escapes reach a terminal' "$out" "$(printf '\033')"
run "$LUCUS" graph concepts --min-frequency 1 --min-degree 0 --dot --db odd.db
is 'nor Graphviz' "$status" 0
mkdir none
"$LUCUS" sync -q none --db none.db > sync.out
run "$LUCUS" graph concepts --db none.db
is 'nothing speaks of nothing' "$status $(records concepts .concepts)" '0 0'
done_testing
