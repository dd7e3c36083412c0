#!/bin/sh
# SPDX-License-Identifier: MIT
# A store never claims more than it knows of its tree (G11).
. "$(dirname "$0")/lib.sh"

# ---- status and index --check ----

tree work
mkdir work/.git
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

done_testing
