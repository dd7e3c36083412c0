#!/bin/sh
# SPDX-License-Identifier: MIT
# One rule for paths: what the pipeline stores is what sync stores, wherever both are started, and lists of
# paths on standard input.
. "$(dirname "$0")/lib.sh"

tree repo
mkdir -p plain
cp -R repo/src repo/lib plain
ln -s repo link
paths() {
	"$LUCUS" ast "$@" | jq -r .file_path | sort -u | tr '\n' ' '
}
pipe() { # DB PATH...
	db=$1
	shift
	"$LUCUS" ast "$@" --db "$db" | "$LUCUS" ingest-ast --db "$db" | "$LUCUS" embed --db "$db" |
		"$LUCUS" index --db "$db" > "$tmp/pipe.out"
}

# ---- where nothing is stored ----

is 'a folder of a repository: from its top' "$(paths repo/src)" 'src/stack.c src/stack.h '
is 'a file of a repository' "$(paths repo/src/stack.c)" 'src/stack.c '
is 'from inside' "$(cd repo/src && paths . ../lib)" 'lib/bank.py src/stack.c src/stack.h '
is 'an absolute path' "$(cd / && paths "$tmp/repo/src")" 'src/stack.c src/stack.h '
is 'a symbolic link on the way' "$(paths link/lib)" 'lib/bank.py '
is 'without a repository: from the current folder' "$(paths plain/src)" 'plain/src/stack.c plain/src/stack.h '
is 'and so a file' "$(cd plain && paths src/stack.c)" 'src/stack.c '
is 'a tree elsewhere: from itself' "$(cd plain/lib && paths ../src)" 'stack.c stack.h '
is 'a file elsewhere' "$(cd plain/lib && paths ../src/stack.h)" 'stack.h '
is 'trees of two repositories: from the current folder' "$(paths repo/lib plain/lib)" 'plain/lib/bank.py repo/lib/bank.py '
mkdir -p repo/out/pkg
echo 'int f;' > repo/out/pkg/f.c
echo /out > repo/.gitignore
is 'what the repository ignores: from itself' "$(paths repo/out/pkg)" 'f.c '
is 'from inside it, too' "$(cd repo/out && paths pkg/f.c)" 'f.c '
rm -r repo/.gitignore repo/out
is '--root' "$(paths --root repo/src repo/src)" 'stack.c stack.h '
is 'ast makes no store' "$(find . -name .lucus)" ''

# ---- the pipeline and sync make the same store ----

"$LUCUS" sync repo --db whole.db > sync.out
"$LUCUS" sync repo/src --db part.db > sync.out
is 'a part has the paths that it has in the whole' "$(sqlite3 part.db 'SELECT path FROM file ORDER BY path' | tr '\n' ' ')" \
	'src/stack.c src/stack.h '
pipe new.db repo/src
same_store 'a part, into a new store' part.db new.db
(cd repo/src && pipe "$tmp/inside.db" .)
same_store 'from inside' part.db inside.db
(cd / && pipe "$tmp/away.db" "$tmp/link/src")
same_store 'from elsewhere, through a link' part.db away.db
same_store_after() { # NAME DIR PATH...
	name=$1 from=$2
	shift 2
	cp whole.db again.db
	(cd "$from" && pipe "$tmp/again.db" "$@")
	same_store "after sync: $name" whole.db again.db
}
same_store_after 'a folder' . repo/src
same_store_after 'from inside' repo/src .
same_store_after 'a file' repo/lib bank.py
same_store_after 'an absolute path' / "$tmp/repo"
same_store_after 'a link' . link/lib/bank.py
same_store_after 'several' repo lib src/stack.c web
cp whole.db moved.db
"$LUCUS" sync plain --db plain.db > sync.out
(cd plain && pipe "$tmp/plain.db" src)
is 'without a repository the root of the store counts, not the current folder' \
	"$(sqlite3 plain.db 'SELECT path FROM file ORDER BY path' | tr '\n' ' ')" \
	'plain/lib/bank.py plain/src/stack.c plain/src/stack.h '

# ---- the store that the folder leads to ----

(cd repo && "$LUCUS" sync > ../sync.out && "$LUCUS" kb root src && cd lib && "$LUCUS" kb root .. )
(cd repo/web && "$LUCUS" ast ../src | "$LUCUS" ingest-ast | "$LUCUS" embed | "$LUCUS" index > /dev/null)
same_store 'the default store' whole.db repo/.lucus/lucus.db
mkdir other
(cd plain && "$LUCUS" sync > ../sync.out)
is 'a store is made where paths are relative to' "$(find plain -name lucus.db)" plain/.lucus/lucus.db
is 'its root counts from below' "$(cd plain/src && paths .)" 'src/stack.c src/stack.h '
rm -r plain/.lucus
(cd other && mkdir in && echo 'int f;' > in/f.c && "$LUCUS" sync in > ../sync.out)
is 'so is the store of a part' "$(find other -name lucus.db)" other/.lucus/lucus.db
echo damaged > other/.lucus/lucus.db
is 'a damaged store keeps nobody from parsing' "$(cd other && paths in)" 'in/f.c '
rm -r other/.lucus
mkdir -p other/.lucus/lucus.db
is 'nor does a folder' "$(cd other && paths in)" 'in/f.c '
is 'nor one that does not exist' "$(cd other && paths in --db nowhere.db)$(ls other)" 'in/f.c in'

# ---- lists ----

cp -R repo work
rm -rf work/.lucus
cd work || exit 1
is 'ast: lines' "$(printf 'src/stack.h\n\nlib\n' | paths -)" 'lib/bank.py src/stack.h '
is 'ast: -0' "$(printf 'src/stack.h\0lib\0' | paths -0 -)" 'lib/bank.py src/stack.h '
is 'with operands' "$(echo lib | paths src/stack.h -)" 'lib/bank.py src/stack.h '
is 'a path is parsed once' "$(printf 'lib\nlib/bank.py\n' | "$LUCUS" ast - | sha256sum)" "$("$LUCUS" ast lib | sha256sum)"
is 'from below: from there, or from the top' "$(cd src && printf 'stack.h\nlib/bank.py\n' | paths -)" 'lib/bank.py src/stack.h '
run "$LUCUS" ast - < /dev/null
is 'an empty list is nothing' "$status$out" 0
run "$LUCUS" ast -0 src
is '-0 without a list' "$status" 2
like 'it says so' "$err" '^lucus: ast: option -0 needs the operand -'
run sh -c 'printf "src/stack.h\0lib\0" | "$LUCUS" ast -'
is 'NUL without -0' "$status" 2
like 'it says so, too' "$err" 'hold NUL: is -0 missing'

run sh -c 'echo lib | "$LUCUS" ingest-ast -'
is 'ingest-ast reads a list, not records' "$status $(field added)" "0 $("$LUCUS" ast lib | wc -l | tr -d ' ')"
"$LUCUS" sync > ../sync.out
same_store 'then all of it' "$tmp/whole.db" .lucus/lucus.db

echo 'int more(void) { return 2; }' >> src/stack.c
echo 'x = 1' >> lib/bank.py
rm svc/queue.go
mkdir img
printf '\211PNG\r\n\032\n\0' > img/a.png
run sh -c 'printf "src/stack.c\0svc/queue.go\0old/gone.png\0img/a.png\0" | "$LUCUS" sync -0 -'
is 'sync -0 -: just these' "$status $(field '| [.read, .parsed, .removed_files, .rejected] | map(tostring) | join(" ")')" '0 1 1 1 0'
like 'what is not there is told' "$err" "^lucus: sync: 'old/gone.png' is not there, nor is it in the store"
like 'what is left out is told' "$err" "^lucus: sync: 'img/a.png' is left out: binary"
run sh -c 'printf "../repo/lib/bank.py\nsrc/stack.c\n" | "$LUCUS" sync -'
is 'outside of the root: told, and not fatal' "$status $(field files) $(field rejected)" '3 1 1'
like 'it says what' "$err" "^lucus: sync: ../repo/lib/bank.py: .* is not below the root"
run sh -c '"$LUCUS" sync - < /dev/null'
is 'an empty list changes nothing' "$status $(field files) $(field removed_files)" '0 0 0'
ok 'then the rest' "$LUCUS" sync
is 'it was one file' "$(field read) $(field removed_files)" '1 0'
rm web/app.ts
ok 'a deleted file as an operand' "$LUCUS" sync web/app.ts
is 'is removed' "$(field removed_files)" 1
nok 'but not one that never was' "$LUCUS" sync web/never.ts
like 'which is told' "$err" "'web/never.ts': No such file"
rm -r web
run sh -c 'cd lib && echo web | "$LUCUS" sync -'
is 'a deleted folder, from the root' "$(field removed_files)" 1
"$LUCUS" sync --db clean.db > ../sync.out
same_store 'what is left is what a clean sync makes' clean.db .lucus/lucus.db
run "$LUCUS" sync --dry-run src lib
is '--dry-run of several' "$status $(field files)" '0 3'
run sh -c 'echo src | "$LUCUS" sync --watch -'
is '--watch takes no list' "$status" 2
cd ..
mkdir empty
cd empty || exit 1
run "$LUCUS" sync nowhere
is 'a mistyped path makes no store' "$status $(ls -A)" '1 '
run sh -c '"$LUCUS" sync - < /dev/null'
is 'nor does an empty list' "$status $(ls -A)" '1 '
cd ..

if command -v git > /dev/null; then
	git init -q hist
	cd hist || exit 1
	cp -R ../repo/src ../repo/lib .
	git add . && git -c user.name=t -c user.email=t@t commit -qm one
	"$LUCUS" sync > ../sync.out
	echo 'x = 1' >> lib/bank.py
	git rm -q src/stack.h
	cd lib || exit 1
	run sh -c 'git diff HEAD --name-only -z | "$LUCUS" sync -0 -'
	is 'what git prints is taken from the top' "$status $(field parsed) $(field removed_files) $err" '0 1 1 '
	cd ../..
fi

done_testing
