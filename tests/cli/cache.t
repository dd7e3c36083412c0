#!/bin/sh
# SPDX-License-Identifier: MIT
# Answers that are kept: the same bytes as computed ones, none that a change could have altered, none of another
# tenant, and nothing that the state of the file could break.
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync -q t --db t.db > sync.out

# Ask with -v; $cached tells where the answer came from.
q() {
	run "$LUCUS" query -v --db t.db "$@"
	cached=$(printf '%s\n' "$err" | sed -n 's/.* stage=query .*cached=\([a-z]*\).*/\1/p')
}

# The same question has this origin, and the answer of one that is computed.
from() {
	name=$1 want=$2
	shift 2
	q "$@"
	cp "$tmp.out" answer
	is "$name: from the cache: $want" "$cached $status" "$want 0"
	"$LUCUS" query --no-cache --db t.db "$@" > computed 2> computed.err
	ok "$name: the answer is that of a search" cmp answer computed
}

from 'a first question' no 'stack push money job'
from 'a second time' yes 'stack push money job'
ok 'the cache is a file for its owner' test "$(stat -c %a t.db-cache)" = 600
from 'another question' no 'stack push money jobs'
from 'another strategy' no 'stack push money job' --strategy bm25
from 'another number' no 'stack push money job' -k 3
from 'files' no 'stack push money job' --by file
from 'a filter' no 'stack push money job' --language python
from 'another filter' no 'stack push money job' --language go
from 'a path of that name' no 'stack push money job' --path go
from 'an option of strategies' no 'stack push money job' --rrf-k 7
from 'adaptive' no 'stack push money job' --adaptive
from 'adaptive, again' yes 'stack push money job' --adaptive
from 'adaptive to another mass' no 'stack push money job' --adaptive --mass 0.3
from 'as a whole' no 'stack push money job' --whole
from 'the first one is still there' yes 'stack push money job'
# what is only shown differently is the same answer
from 'JSON' yes 'stack push money job' --format json
from 'explained' yes 'stack push money job' --explain
from 'whole elements' yes 'stack push money job' --max-tokens 300
from 'Markdown, adaptive' yes 'stack push money job' --adaptive --format md
from 'an option of the default value' yes 'stack push money job' --rrf-k 60

q 'xyzzy stack'
is 'a word that is not held: computed' "$cached" no
q 'xyzzy stack' --format text
like 'is warned of' "$err" 'no element holds: xyzzy'
q 'xyzzy stack' --format json
is 'and again' "$cached" yes
is 'what matched nothing is in the record' "$(tail -n 1 "$tmp.out" | jq -c .unmatched)" '["xyzzy"]'
q 'xyzzy plugh'
q 'xyzzy plugh' --format text
is 'no hits are an answer, too' "$cached" yes
like 'with its warning' "$err" 'nothing found'
q ''
is 'a question that is none is no answer' "$status$cached" 2

printf '{"query":"stack push money job"}\n{"query":"job queue"}\n{"query":"stack push money job"}\n' > three
"$LUCUS" query -v --db t.db < three > three.out 2> three.err
is 'questions from stdin: each from where it is' "$(sed -n 's/.*cached=\([a-z]*\).*/\1/p' three.err | tr '\n' ' ')" 'yes no yes '
"$LUCUS" query --no-cache --db t.db < three > three.computed
ok 'and the same answers' cmp -s three.out three.computed

# ---- changes ----

from 'before an edit' yes 'stack push money job'
printf 'def push_money_job(stack):\n    """Push a money job on the stack."""\n    return stack\n' > t/added.py
"$LUCUS" sync -q t --db t.db > sync.out
from 'after an edit' no 'stack push money job'
like 'it is found' "$(cat answer)" push_money_job
from 'after an edit, again' yes 'stack push money job'
"$LUCUS" sync -q t --db t.db > sync.out
from 'a sync that finds nothing new' yes 'stack push money job'
"$LUCUS" kb set strategy=bm25 --db t.db > kb.out
from 'after kb set strategy' no 'stack push money job'
"$LUCUS" kb set strategy=auto --db t.db > kb.out
"$LUCUS" kb set top=2 --db t.db > kb.out
from 'after kb set top' no 'stack push money job'
is 'the setting counts' "$(grep -c '"record":"hit"' answer)" 2
rm -f t.db t.db-wal t.db-shm t.db-lock
mv t u
mkdir t
printf 'def other(stack):\n    """Push money."""\n    return stack\n' > t/other.py
"$LUCUS" sync -q t --db t.db > sync.out
from 'another store in its place' no 'stack push money job'
rm -rf t
mv u t
"$LUCUS" sync -q t --db t.db > sync.out
from 'and the old tree again' no 'stack push money job'

# An answer that was kept while a part of the store is behind would not be true later.
cp t.db behind.db
sqlite3 behind.db 'UPDATE kb SET generation = generation + 1'
"$LUCUS" query stack --db behind.db > behind.out 2> behind.err
nok 'nothing is kept while the index is behind' test -e behind.db-cache

# ---- tenants ----

mkdir amber birch
printf 'def vault(key):\n    """Open the amber vault."""\n    return key\n' > amber/main.py
printf 'def vault(key):\n    """Open the birch vault."""\n    return key\n' > birch/main.py
"$LUCUS" sync -q amber --db two.db --tenant one > sync.out
"$LUCUS" sync -q birch --db two.db --tenant two > sync.out
"$LUCUS" sync -q birch --db two.db --tenant one --kb more > sync.out
two() {
	run "$LUCUS" query -v 'open the vault' --db two.db "$@"
	cached=$(printf '%s\n' "$err" | sed -n 's/.* stage=query .*cached=\([a-z]*\).*/\1/p')
}
two --tenant one
two --tenant one
like 'a tenant has its answer' "$cached $out" 'yes .*amber'
two --tenant two
like 'another one does not get it' "$cached $out" 'no .*birch'
unlike 'nor anything of it' "$out" amber
two --tenant one --kb more
like 'nor does another knowledge base' "$cached $out" 'no .*birch'
# even when its row of the table is that of the other: the key is compared
two --tenant two
is 'the second has its own by now' "$cached" yes

# ---- the file ----

# Overwrite N bytes of the cache at OFFSET.
damage() {
	head -c "$2" /dev/zero | tr '\000' '\252' | dd of=t.db-cache bs=1 seek="$1" conv=notrunc 2> /dev/null
}
q 'stack of quartz'
slot=$(grep -abo 'stack of quartz' t.db-cache | head -n 1 | cut -d: -f1)
from 'before it is damaged' yes 'stack of quartz'
damage "$((slot + 200))" 40
from 'a damaged answer' no 'stack of quartz'
from 'is replaced' yes 'stack of quartz'
truncate -s $((slot + 30)) t.db-cache
from 'a file that is cut off' no 'stack of quartz'
from 'is filled again' yes 'stack of quartz'
damage 16 16384
from 'a table of nonsense' no 'stack push money job'
for i in 1 2 3 4 5 6 7 8; do q "stack $i"; done
is 'does no harm' "$status" 0
printf 'my own notes\n' > t.db-cache
from 'a file that is not ours' no 'stack push money job'
is 'is left alone' "$(cat t.db-cache)" 'my own notes'
rm t.db-cache
ln -s "$tmp/elsewhere" t.db-cache
from 'a link' no 'stack push money job'
nok 'is not followed' test -e elsewhere
rm t.db-cache
mkfifo t.db-cache
from 'a pipe' no 'stack push money job'
rm t.db-cache

"$LUCUS" query 'stack push' --db t.db --no-cache > none.out
nok '--no-cache keeps nothing' test -e t.db-cache
LUCUS_NO_CACHE=1 "$LUCUS" query 'stack push' --db t.db > none.out
nok 'nor does LUCUS_NO_CACHE' test -e t.db-cache
"$LUCUS" strategies --db t.db > none.out
printf '{"query":"stack push","relevant":["t"]}\n' > eval.in
"$LUCUS" eval --db t.db < eval.in > none.out 2>&1
nok 'nor lucus eval' test -e t.db-cache

mkdir -m 755 shut
cp t.db shut/t.db
chmod 644 shut/t.db
chmod 555 shut
# shellcheck disable=SC2016
run mean sh -c '"$LUCUS" query "stack push" --db shut/t.db --format paths'
chmod 755 shut
if [ "$status" = 99 ]; then skip 'a folder that can not be written' 'needs another user'; else
	is 'a folder that can not be written: the answer' "$status $out" "0 $("$LUCUS" query --no-cache 'stack push' --db t.db --format paths)"
	is 'without a word about it' "$err" ''
	nok 'and nothing is kept' test -e shut/t.db-cache
fi

# Ask many questions from several processes at once: every answer is right, and the file keeps its bound.
many=1500
[ -z "$slow" ] || many=300
awk -v n="$many" 'BEGIN { for (i = 0; i < n; i++) printf "{\"query\":\"stack push number %d\"}\n", i % 500 }' > many.in
"$LUCUS" query --no-cache -k 2 --db t.db < many.in > many.computed
for p in 1 2 3 4; do
	"$LUCUS" query -v -k 2 --db t.db < many.in > "many.$p" 2> "many.err$p" &
done
wait
for p in 1 2 3 4; do
	ok "process $p of 4 has the right answers" cmp -s many.computed "many.$p"
done
like 'some of them from the cache' "$(cat many.err1)" 'cached=yes'
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "{\"query\":\"stack %d\"}\n", i }' > all.in
"$LUCUS" query -k 1 --db t.db < all.in > all.out
ok 'the file is bounded' test "$(stat -c %s t.db-cache)" -le $((32768 * 1025))
ok 'and so is what it takes' test "$(du -k t.db-cache | cut -f1)" -le $((32 * 1025))
tail -n 100 all.in > last.in
"$LUCUS" query -v -k 1 --db t.db < last.in 2> last.err > last.out
ok 'the last answers are still there' test "$(grep -c cached=yes last.err)" -ge 90
head -n 100 all.in > first.in
"$LUCUS" query -v -k 1 --db t.db < first.in 2> first.err > first.out
ok 'the first ones have given way' test "$(grep -c cached=yes first.err)" -le 10
done_testing
