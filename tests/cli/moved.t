#!/bin/sh
# SPDX-License-Identifier: MIT
# Trees that are renamed or copied with the store in them, stores that lie elsewhere, files that may not grow.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

mkdir -p old/src old/.git
printf 'def first_thing():\n    return 1\n' > old/src/a.py
printf 'def second_thing():\n    return 2\n' > old/src/b.py
ok 'index' sh -c 'cd old && "$LUCUS" sync -q > /dev/null'

# in_tree FOLDER ARGS...: run lucus there
in_tree() {
	cd "$tmp/$1" || exit 1
	shift
	run "$LUCUS" "$@"
	cd "$tmp" || exit 1
}

root() {
	in_tree "$1" status
	printf '%s\n' "$out" | jq -r '"\(.root | sub(".*/"; "")) \(.state // .tree.state)"'
}

# ---- a copy ----

cp -r old copy
printf 'def only_in_copy():\n    return 3\n' > copy/src/c.py
is 'a copy is asked as itself, and not as what it was copied of' "$(root copy | cut -d' ' -f1) $(root old | cut -d' ' -f1)" 'copy old'
in_tree copy sync --format text
like 'and synced so' "$out" '^sync: 3 files \(1 parsed, 2 unchanged'
in_tree copy query only_in_copy -k 1 --format paths
is 'paths open there' "$status $out $err" '0 src/c.py:1 '
in_tree old status
is 'nothing happens to the other one' "$(printf '%s\n' "$out" | jq -r .files)" 2

# ---- another name ----

mv old new
in_tree new query second_thing -k 1 --format text
is 'a renamed tree: nothing is missing' "$status $err" '0 '
printf 'def third_thing():\n    return 3\n' >> new/src/a.py
in_tree new/src sync --format text
like 'from a folder of it' "$out" '^sync: 2 files \(1 parsed, 1 unchanged'
is 'the root is where it is now' "$(sqlite3 new/.lucus/lucus.db 'SELECT root FROM kb' | sed 's|.*/||')" new
in_tree new kb root "$tmp/copy"
is 'another root is refused, and why' "$status $err" \
	"2 lucus: kb: the store is in '$tmp/new', which has its files: make one for '$tmp/copy' with --db FILE
lucus: kb: see 'lucus kb --help'"

# ---- elsewhere ----

mkdir -p alone/.lucus far
cp new/.lucus/lucus.db alone/.lucus/
"$LUCUS" sync -q far --db alone.db > /dev/null
is 'a store without its tree keeps its root' "$(root alone | cut -d' ' -f1)" new
mv new gone
in_tree alone sync
is 'who can not find the tree is told how to say where it is' "$status $err" \
	"1 lucus: sync: the root '$tmp/new' is not there: if the tree has moved, run 'lucus kb root DIR'"
in_tree alone kb root "$tmp/gone"
in_tree alone sync --format text
like 'which helps' "$out" '^sync: 2 files \(0 parsed, 2 unchanged'

# ---- a file that may not grow ----

mkdir big
for i in 1 2 3; do seq 20000 | sed 's/^/word/' > big/$i.txt; done
(
	ulimit -f 100
	"$LUCUS" sync big --db big.db > big.out 2> big.err
	echo $? > big.rc
)
is 'is an error, and no end without a word' "$(cat big.rc) $(grep -c '^lucus: sync: ' big.err)" '1 1'
ok 'and the store can be used when it may' "$LUCUS" sync -q big --db big.db

# ---- a view in place of a table ----

sqlite3 alone.db "ALTER TABLE file RENAME TO other; CREATE VIEW file AS
	WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT other.* FROM other, c"
run timeout -k 5 120 "$LUCUS" sync far --db alone.db
is 'who writes reads no view of a stranger' "$status $err" "1 lucus: sync: 'alone.db' is not a store of lucus: it has a view in place of a table"
sqlite3 alone.db 'ALTER TABLE community_file DROP COLUMN topics; PRAGMA user_version = 9'
run timeout -k 5 120 "$LUCUS" sync far --db alone.db
is 'nor does it bring such a store to the version of today' "$status $err $(sqlite3 alone.db 'PRAGMA user_version')" \
	"1 lucus: sync: 'alone.db' is not a store of lucus: it has a view in place of a table 9"

done_testing
