#!/bin/sh
# SPDX-License-Identifier: MIT
# Every language's fixtures, damaged in each of six ways: what is around the damage is read, or the file is left
# out with a reason; the run ends normally.
. "$(dirname "$0")/lib.sh"

lang=$top/tests/fixtures/lang
line=1000000 deep=100000
[ -z "$slow" ] || line=100000 deep=10000

ends=$(cd "$lang" && find . -type f ! -name '*.expect' ! -name README.md | sort)
mkdir whole cut third wrong mixed line deep
last=txt
for f in $ends; do
	dir=$(dirname "$f") name=$(basename "$f") from=$lang/$f size=$(wc -c < "$lang/$f")
	mkdir -p "whole/$dir" "cut/$dir" "third/$dir" "wrong/$dir" "mixed/$dir" "line/$dir" "deep/$dir"
	cp "$from" "whole/$f"
	head -c $((size * 6 / 10)) "$from" > "cut/$f"
	awk '{ print } NR % 3 == 0 { print "?? = = @ ;" }' "$from" > "third/$f"
	cp "$from" "wrong/$dir/${name%.*}.$last"
	last=${name##*.}
	{
		head -c $((size / 2)) "$from"
		printf '\n\344\366\374 caf\351\n'
		head -c 200 "$from" | iconv -f UTF-8 -t UTF-16LE 2> /dev/null || :
		tail -c $((size / 2)) "$from"
	} > "mixed/$f"
	tr '\n' ' ' < "$from" | awk -v n="$line" '{ while (length(s) < n) s = s $0; print substr(s, 1, n) }' > "line/$f"
	{
		cat "$from"
		awk -v n="$deep" 'BEGIN { for (i = 0; i < n; i++) printf "("; for (i = 0; i < n; i++) printf ")"; print "" }'
	} > "deep/$f"
done

# How many files have elements beside their module, and how many do not say what became of them.
read_files() {
	sqlite3 "$1" "SELECT count(*) FROM file f WHERE f.reason IS NULL AND 1 < (SELECT count(*) FROM element e
		WHERE e.file = f.id)"
}
files=$(printf '%s\n' "$ends" | wc -l)

for way in whole cut third wrong mixed line deep; do
	if [ "$slow" ]; then run "$LUCUS" sync "$way" --db "$way.db"
	else
		# 3 GB of address space are plenty, and show what grows without bound
		run sh -c 'ulimit -v 3000000; exec "$@"' - "$LUCUS" sync "$way" --db "$way.db"
	fi
	is "$way: the run ends normally" "$status" 0
	is "$way: each file is in the store, with its elements or with a reason" \
		"$(sqlite3 "$way.db" "SELECT count(*) FROM file f WHERE f.reason IS NOT NULL OR EXISTS
			(SELECT 1 FROM element e WHERE e.file = f.id)")" "$files"
	sqlite3 "$way.db" "SELECT f.language, count(e.id) FROM file f LEFT JOIN element e ON e.file = f.id
		GROUP BY 1" > "$way.counts"
done
is "whole: every file has elements" "$(read_files whole.db)" "$files"
for way in cut third mixed; do
	lost=$(join -t '|' whole.counts "$way.counts" | awk -F '|' '$3 * 20 < $2 { print $1 }' | tr '\n' ' ')
	is "$way: no language loses more than nineteen of twenty of its elements" "$lost" ""
done
is "wrong: a file of another language is read as what its name says" \
	"$(sqlite3 wrong.db "SELECT count(*) FROM file WHERE language = ''")" 0

# ---- one broad rule ----

mkdir swallowed
printf '*\n' > swallowed/.gitignore
printf 'x = 1\n' > swallowed/a.py
run "$LUCUS" sync swallowed --db swallowed.db
like "a tree of which nothing is read does not look like success" "$err" "nothing was read, all [0-9]* files were left out"

# ---- a store that came with a clone, and does what its tables do not ----

mkdir came
printf 'def clone_name():\n    return 1\n' > came/a.py
"$LUCUS" sync -q came --db came.db > sync.out
cp came.db endless.db
sqlite3 endless.db 'ALTER TABLE element RENAME TO e_; CREATE VIEW element AS
	WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT e_.* FROM e_, r'
for c in 'query clone_name' 'query --answer clone_name' 'graph callers clone_name' 'show clone_name'; do
	# shellcheck disable=SC2086
	run sh -c 'ulimit -t 5; exec "$@"' - "$LUCUS" $c --db endless.db
	is "$c: a view that never ends is not read" "$status" 1
	like "$c: and that is told" "$err" "cannot prepare a statement"
done
sqlite3 came.db "CREATE TRIGGER t AFTER INSERT ON element BEGIN DELETE FROM file; END"
printf 'def other_name():\n    return 1\n' > came/b.py
run "$LUCUS" sync -q came --db came.db
is 'a trigger does not run' "$status $(sqlite3 came.db 'SELECT count(*) FROM file')" '0 2'

# ---- edges of a kind or grade that there is not ----

mkdir kinds
printf 'def called():\n    return 1\n' > kinds/a.py
for i in 1 2 3 4; do printf 'from a import called\ndef caller_%d():\n    return called()\n' $i > kinds/b$i.py; done
"$LUCUS" sync -q kinds --db kinds.db > sync.out
for change in 'kind = 1000000000' 'kind = -1' 'grade = 1000000000'; do
	cp kinds.db kind.db
	sqlite3 kind.db "UPDATE edge_in SET $change"
	for c in 'graph communities' 'graph callers called' 'graph impact called' 'query --lazy called'; do
		# shellcheck disable=SC2086
		run "$LUCUS" $c --db kind.db
		is "$c, $change: an error" "$status $err" "1 lucus: ${c%% *}: an edge is damaged: run 'lucus sync' on an empty store"
	done
done

# ---- an element that ends before it begins ----

sqlite3 kinds.db 'UPDATE element SET end_line = start_line - 1 WHERE start_line > 1; UPDATE file SET mtime_ns = 1, sha256 = 1'
run sh -c 'ulimit -t 5; exec "$LUCUS" index --rebuild --db kinds.db'
is 'an element that ends before it begins is an error' "$status $(printf '%s\n' "$err" | sed 's/element [^ ]*/element X/')" \
	"1 lucus: index: element X ends before it begins: run 'lucus sync' on an empty store"
done_testing
