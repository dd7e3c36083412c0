#!/bin/sh
# SPDX-License-Identifier: MIT
# A store never claims more than it knows of its tree.
. "$(dirname "$0")/lib.sh"

# Sync a folder into a store whose root it is.
take() {
	(cd "$1" && "$LUCUS" sync -q . --db "$tmp/$2" > "$tmp/sync.out")
}

# ---- status and index --check ----

tree work
mkdir -p work/.git
printf '0123456789abcdef0123456789abcdef01234567\n' > work/.git/HEAD
"$LUCUS" sync -q work --db db > sync.out
state() {
	run "$LUCUS" status --db db --format json
	printf '%s' "$(field '| [.behind, .files_changed, .files_new, .files_gone] | map(tostring) | join(" ")')"
}
checksum() {
	cat db db-wal 2> /dev/null | sha256sum
}

is 'nothing is behind after a sync' "$(state)" '0 0 0 0'
run "$LUCUS" status --db db --format json
is 'the commit is told' "$(field commit)" 0123456789abcdef0123456789abcdef01234567
like 'and the time' "$(field synced)" '^20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z$'
is 'it is up to date' "$(field state)" 'up to date'
run "$LUCUS" index --check --db db
is 'and index --check passes' "$status" 0

before=$(checksum)
printf '# more\n' >> work/lib/bank.py
cp work/lib/bank.py work/lib/new.py
rm work/web/app.ts
is 'changed, new and gone files are counted' "$(state)" '3 1 1 1'
run "$LUCUS" status --db db --format json
is 'it is not up to date' "$(field state)" "the tree has moved on: run 'lucus sync'"
run "$LUCUS" status --db db --format text
like 'people are told' "$out" "^tree +3 files are not as in the store .1 changed, 1 new, 1 gone.: run 'lucus sync'$"
run "$LUCUS" index --check --db db --format text
is 'index --check fails' "$status" 4
like 'and says why' "$out" '^FAILED tree: 3 files'
is 'nothing is written' "$(checksum)" "$before"

"$LUCUS" sync -q work --db db > sync.out
is 'a sync brings it up to date' "$(state)" '0 0 0 0'
"$LUCUS" sync -q work --db db --include '*.py' > sync.out
is 'what was left out by options is not new' "$(state)" '0 0 0 0'
cp work/lib/bank.py work/lib/newer.py
cp work/lib/bank.py work/lib/newer.txt
is 'what they let through is' "$(state)" '1 0 1 0'

mv work away
run "$LUCUS" status --db db --format json
is 'a root that is missing is no change' "$(field behind) $(field state)" 'null the root is missing or empty'
run "$LUCUS" index --check --db db --format text
is 'nor a damage' "$status" 0
like 'but it is told' "$out" "^ok +tree: the root '.*/work' is missing or empty"
mkdir work
is 'nor is an empty one' "$(state)" 'null null null null'
rmdir work
mv away work

"$LUCUS" ast work | jq -c 'select(.record == "element") | .file_path = "far/" + .file_path | del(.sha256, .parent_id, .id)' > far.jsonl
"$LUCUS" ingest-ast --db far.db < far.jsonl > far.out
run "$LUCUS" status --db far.db --format json
is 'records without files are not behind' "$(field behind)" null

# ---- query ----

mkdir ask
for what in money cash gold silver; do
	printf 'def transfer_%s(a):\n    """Transfers %s by wire."""\n    return a\n' $what $what > ask/$what.py
done
take ask ask.db
hits() {
	jq -r 'select(.record == "hit") | "\(.rank) \(.file_path):\(.start_line)-\(.end_line)\(if .stale then " stale" else "" end)"' \
		"$tmp.out" | tr '\n' ' '
}
ask() {
	run "$LUCUS" query --db ask.db --type function --format json "$@"
}

ask -k 2 'transfer by wire'
first=$(hits)
second=$(jq -r 'select(.rank == 2).file_path' "$tmp.out")
is 'two hits' "$(printf '%s' "$first" | wc -w)" 4
is 'the record says what was looked at' \
	"$(field '| [.root, .commit, .behind, .files_checked, .files_changed, .files_gone] | map(tostring) | join(" ")')" \
	"$tmp/ask null 0 2 0 0"
like 'and when the tree was read' "$(field synced)" '^20[0-9][0-9]-.*Z$'
is 'people are told nothing then' "$err" ''

top1=$(printf '%s' "$first" | sed 's/^1 //; s/:.*//')
for cached in '' --no-cache; do
	cp "ask/$top1" was.py
	printf 'import os\nimport sys\n' | cat - was.py > "ask/$top1"
	ask -k 2 'transfer by wire' $cached
	is "a hit that moved has its lines $cached" "$(hits)" "$(printf '%s' "$first" | sed 's/^\([^:]*\):1-3/\1:3-5/')"
	is "its file is counted $cached" "$(field files_changed)" 1
	run "$LUCUS" query --db ask.db --format text -k 1 'transfer by wire' $cached
	is "people are told $cached" "$err" \
		"lucus: query: 1 file is not as in the store: run 'lucus sync' (or query --refresh)"
	sed -i 's/return a/return a + 1/' "ask/$top1"
	ask -k 2 'transfer by wire' $cached
	is "one whose text is gone is marked $cached" "$(hits)" \
		"$(printf '%s' "$first" | sed 's/^\([^:]*\):1-3/\1:3-5 stale/')"
	cp was.py "ask/$top1"
	ask -k 2 'transfer by wire' $cached
	is "and not when it is back $cached" "$(hits)" "$first"
	mv "ask/$second" away.py
	ask -k 3 'transfer by wire' $cached
	is "a missing file has no hits, others move up $cached" "$(printf '%s' "$(hits)" | wc -w) $(hits | grep -c "$second")" '6 0'
	three=$(hits)
	ask -k 2 'transfer by wire' $cached
	is "and more hits only append $cached" "$(hits)" "$(printf '%s' "$three" | cut -d ' ' -f 1-4) "
	ask -k 2 'transfer by wire' --by file $cached
	is "by file, too $cached" "$(hits | grep -c "$second")" 0
	ask --adaptive 'transfer by wire' $cached
	is "and with --adaptive $cached" "$(hits | grep -c "$second") $(field 'probabilities | length')" "0 $(field selected_k)"
	ask --answer 'transfer by wire' $cached
	is "no answer cites it $cached" "$(jq -r 'select(.record == "answer").citations[].path' "$tmp.out" | grep -c "$second")" 0
	ask --lazy 'transfer by wire' $cached
	is "nor a lazy one $cached" "$(jq -r 'select(.record == "answer") | .citations[].path, .entities[].path' "$tmp.out" |
		grep -c "$second")" 0
	mv away.py "ask/$second"
done

# What is near the hits is looked at as well, also where the answer is kept.
printf 'from money import transfer_money\n\n\ndef unrelated_caller(x):\n    return transfer_money(x)\n' > ask/caller.py
take ask ask.db
lazy() {
	run "$LUCUS" query --db ask.db --format json -k 1 --lazy 'transfer money'
	jq -r 'select(.record == "answer").entities[] | select(.name == "caller.unrelated_caller") |
		"\(.start_line) \(.stale)"' "$tmp.out"
}
is 'a neighbour' "$(lazy)" '4 null'
is 'again' "$(lazy; field cached)" '4 null
true'
sed -i 's/(x)/(y)/' ask/caller.py
is 'it is marked when it changed' "$(lazy)" '4 true'
rm ask/caller.py
is 'and is not given when it is gone' "$(lazy)" ''

ask -k 2 'transfer by wire'
first=$(hits)
mv ask gone
ask -k 2 'transfer by wire'
is 'without the tree all hits are given' "$(hits)" "$first"
run "$LUCUS" query --db ask.db --format text -k 1 'transfer by wire'
like 'and people are told' "$err" "the root '.*/ask' is missing or empty: what is shown may not be there"
mv gone ask

# ---- graph ----

run "$LUCUS" graph callers transfer_cash --db ask.db
like 'graph tells of the tree what query does' "$err" "graph: 1 file is not as in the store"
is 'and marks nothing' "$(printf '%s\n' "$out" | grep -c '"gone"')" 0
printf '# more\n' >> ask/cash.py
run "$LUCUS" graph callers transfer_cash --db ask.db
is 'and of what has changed since' "$status $err" \
	"0 lucus: graph: 2 files are not as in the store: run 'lucus sync' (or query --refresh)"
mkdir left
for f in one two three; do printf 'from base import count_coins\n\ndef use_%s():\n    return count_coins()\n' $f > left/$f.py; done
printf 'def count_coins():\n    return 1\n' > left/base.py
take left left.db
rm left/two.py
for f in one three; do printf '# more\n' >> left/$f.py; done
run "$LUCUS" graph callers count_coins --db left.db --format text
is 'what is said of the tree is what status says' "$err" \
	"lucus: graph: 3 files are not as in the store: run 'lucus sync' (or query --refresh)"
is 'a caller whose file is gone is marked, and no other' "$(printf '%s\n' "$out" | grep 'file is gone' | cut -d' ' -f2)" two.use_two
run "$LUCUS" graph callers count_coins --db left.db
is 'in records, too' "$(printf '%s\n' "$out" | jq -r 'select(.gone) | .src.name')" two.use_two

# ---- query --refresh ----

sed -i 's/return a/return a + 2/' "ask/$top1"
printf 'def transfer_copper(a):\n    """Transfers copper by wire."""\n    return a\n' > ask/copper.py
ask -k 1 'transfer copper' --refresh
is 'a new file is found after a refresh' "$(hits)" '1 copper.py:1-3 '
is 'and nothing is behind' "$(field behind)" 0
ask -k 9 'transfer by wire'
is 'nothing is stale any more' "$(hits | grep -c stale) $(field files_changed)" '0 0'
cp -R ask fresh
take fresh fresh.db
same_store 'the store is what a sync makes' ask.db fresh.db
before=$(cat ask.db ask.db-wal 2> /dev/null | sha256sum)
ask -k 1 'transfer copper' --refresh
is 'a refresh with nothing to do writes nothing' "$(cat ask.db ask.db-wal 2> /dev/null | sha256sum)" "$before"
printf '# more\n' >> ask/copper.py
ok 'a refresh can be a setting' "$LUCUS" kb set --db ask.db refresh=true
ask -k 1 'transfer copper'
is 'which works' "$(field behind)" 0
"$LUCUS" kb set --db ask.db refresh=false > set.out
printf '# more\n' >> ask/copper.py
LUCUS_REFRESH=true ask -k 1 'transfer copper'
is 'and so does the environment' "$(field behind)" 0

# A folder below the root: what is beside it does not belong to the store.
mkdir part
cp ask/copper.py part/one.py
"$LUCUS" sync -q part --db part.db > sync.out
cp ask/copper.py part/two.py
run "$LUCUS" status --db part.db --format json
is 'a new file of a folder that was taken in is known' "$(field '| [.root, .behind, .files_new] | map(tostring) | join(" ")')" "$tmp 1 1"
run "$LUCUS" query -k 3 'transfer copper' --type function --refresh --db part.db --format json
is 'nothing is behind after a refresh of it' "$(field behind)" 0
is 'which took it in, and nothing beside it' "$(hits | grep -o 'part/[a-z]*.py:1-3' | sort | tr '\n' ' ')" 'part/one.py:1-3 part/two.py:1-3 '

# How far a small store is behind is known without a refresh, of a large one it is not, nor of one in a large tree.
mkdir few
printf 'def transfer_tin(a):\n    return a\n' > few/tin.py
take few few.db
printf 'def transfer_iron(a):\n    return a\n' > few/iron.py
run "$LUCUS" query -k 1 'transfer tin' --db few.db --format json
is 'a new file counts, without a refresh' "$(field '| [.behind, .files_checked, .files_changed] | map(tostring) | join(" ")')" '1 1 0'
run "$LUCUS" query -k 1 'transfer tin' --db few.db --format text
is 'and people are told' "$err" "lucus: query: 1 file is not as in the store: run 'lucus sync' (or query --refresh)"

# Who asks many may edit between them: the second question comes when the first is answered.
mkfifo asked
"$LUCUS" query 'transfer tin' --db few.db > /dev/null 2>&1
for refresh in '' --refresh; do
	"$LUCUS" query --db few.db --format json $refresh < asked > told 2> "$tmp.err" &
	exec 3> asked
	echo '{"query": "transfer tin"}' >&3
	await grep -q selection told
	mv few/tin.py away.py
	echo '{"query": "transfer tin"}' >&3
	exec 3>&-
	wait $!
	is "each of many questions has its own state $refresh" \
		"$(jq -r 'select(.record == "selection") | "\(.behind) \(.files_gone)"' told | tr '\n' ' ')" \
		"$([ "$refresh" ] && echo '0 0 1 1' || echo '1 0 2 1') "
	mv away.py few/tin.py
done
rm few/iron.py
take few few.db
printf 'def transfer_iron(a):\n    return a\n' > few/iron.py
for i in $(seq 300); do : > few/$i.dat; done
run "$LUCUS" query -k 1 'transfer tin' --db few.db --format json
is 'a tree of more files is not walked for that' "$status $(field behind)" '0 null'
for i in $(seq 300); do printf 'x = %d\n' "$i" > few/$i.py; rm few/$i.dat; done
take few few.db
printf '# more\n' >> few/tin.py
run "$LUCUS" query -k 1 'transfer tin' --db few.db --format json
is 'nor is that of a store of more files' "$(field '| [.behind, .files_checked, .files_changed] | map(tostring) | join(" ")')" 'null 1 1'
run "$LUCUS" query -k 1 'transfer tin' --db few.db --format text
is 'but the files of the hits are looked at' "$err" \
	"lucus: query: 1 of the files shown is changed or gone since the last sync: run 'lucus sync' (or query --refresh)"

# A store that can not be written is asked as it is; lock.t has one that another process writes.
printf '# more\n' >> ask/copper.py
mkdir fixed
take ask fixed/ask.db
printf '# more\n' >> ask/copper.py
chmod 555 fixed
chmod 444 fixed/*
run mean "$LUCUS" query -k 1 'transfer copper' --type function --refresh --db fixed/ask.db --format json
if [ "$status" = 99 ]; then
	skip 'a refresh of what can not be written' 'no other user'
else
	is 'a refresh of what can not be written goes on' "$status $(hits)" '0 1 copper.py:1-3 '
	like 'and says so' "$err" 'could not be refreshed, and is asked as it is: '
	is 'the record, too' "$(field behind)" 1
fi

# A tree in which there is nothing has been read all the same.
mkdir none
run sh -c 'cd none && exec "$LUCUS" sync'
is 'an empty tree is synced' "$status" 0
like 'and where nothing was found is said' "$err" "^lucus: sync: nothing was found below '/.*/none'$"
run sh -c 'cd none && exec "$LUCUS" status --format json'
is 'nothing is behind' "$(field behind)" 0
like 'its state is no call for a sync' "$(field state)" '^synced, and nothing was found below the root'
printf 'def late(x):\n    return x\n' > none/late.py
run sh -c 'cd none && exec "$LUCUS" status --format json'
is 'what comes is told' "$(field files_new) $(field state)" "1 the tree has moved on: run 'lucus sync'"

done_testing
