#!/bin/sh
# SPDX-License-Identifier: MIT
# The history of a tree: which commits are read, what they say of files, and that nothing of a repository does harm.
. "$(dirname "$0")/lib.sh"

command -v git > /dev/null || skip_all 'git is not installed'
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null HOME=$tmp GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org \
	GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org

clock=1700000000
commit() { # DIR MESSAGE: all of its changes, a minute after the last commit
	clock=$((clock + 60))
	git -C "$1" add -A &&
		GIT_AUTHOR_DATE="$clock +0000" GIT_COMMITTER_DATE="$clock +0000" git -C "$1" commit -q --allow-empty -m "$2"
}
sync() { # DIR DB [OPTION...]
	dir=$1 db=$tmp/$2
	shift 2
	(cd "$dir" && exec "$LUCUS" sync --format json --db "$db" "$@" .)
}
status() { "$LUCUS" status --format json --db "$1" | jq -c '[.commits, .commits_unread]'; }
of_store() { "$LUCUS" index --dump --db "$1" | jq -c "select(.record == \"$2\")"; }
as_clean() { # NAME DIR DB [OPTION...]: the store is what a new one would be
	name=$1 dir=$2 of=$3
	shift 3
	rm -f clean.db*
	sync "$dir" clean.db "$@" > /dev/null 2>&1
	same_store "$name" "$of" clean.db
}

# ---- what is read ----

git init -q -b main r
for f in one two three; do
	printf 'def handle_%s(value):\n    return value\n' $f > r/$f.py
done
commit r 'Begin'
echo '# more' >> r/two.py
commit r 'Survive a brownout of the value mains

When the current drops, values are kept.

Signed-off-by: Zebedee Quux <z@example.org>
Change-Id: I0123'
echo '# more' >> r/three.py
commit r 'Another thing'
run sync r a.db
is 'the first sync reads all commits' "$(field commits)" 3
is 'status says how many, and up to which' "$("$LUCUS" status --format json --db a.db | jq -r '"\(.commits) \(.commits_to)"')" \
	"3 $(git -C r rev-parse HEAD)"
run "$LUCUS" status --format text --db a.db
like 'also to people' "$out" '^history +3 commits up to [0-9a-f]{40}$'
is 'a message is kept without who signed it' "$(of_store a.db commit | jq -r .message | sed -n '2,4p')" \
	"$(printf 'Survive a brownout of the value mains\n\nWhen the current drops, values are kept.')"
is 'and what it changed' "$(of_store a.db commit | jq -c .files)" '["three.py"]
["two.py"]
["one.py","three.py","two.py"]'
is 'a word leads to its commit, twice from the first line' "$(of_store a.db said | jq -c 'select(.stem == "brownout").by')" '[[1,2]]'
is 'no name leads anywhere' "$(of_store a.db said | grep -ci zebedee)" 0
cp a.db before.db
run sync r a.db
is 'nothing new: nothing is read' "$(field commits)" 0
ok 'nor written' cmp a.db before.db

# What the commit said counts for the file that it changed, and for no other.
run "$LUCUS" query --no-cache --explain --format json --by file -k 3 --db a.db 'value brownout'
is 'a commit with these words counts for what it changed' \
	"$(printf '%s\n' "$out" | jq -r 'select(.record == "hit") | select(.parts | any(.feature == "history" and .value > 0)).file_path')" two.py

# Answers are kept, but not beyond a commit, which need not change a file.
scores() { "$LUCUS" query --format json --by file -k 3 --db a.db "$@" 'value overheating' | jq -c 'select(.record == "hit") | [.file_path, .score]'; }
echo '# warm' >> r/three.py
sleep .1 # what was written this instant may be written again unseen: such an answer is not kept
sync r a.db > /dev/null
scores > was
commit r 'Overheating of the value'
run sync r a.db
is 'a commit of what is there changes no element' "$(field commits) $(field changed)" '1 0'
scores --no-cache > new
scores > is
nok 'but the scores' cmp -s was new
ok 'and the answer is no old one' cmp is new

# ---- new commits, other commits ----

echo '# most' >> r/one.py
commit r 'Fourth'
run sync r a.db
is 'only the new commit is read' "$(field commits)" 1
as_clean 'the store is that of a clean sync' r a.db
git -C r checkout -q -b side HEAD~2
echo '# aside' >> r/one.py
commit r 'On the side'
sync r a.db > /dev/null
as_clean 'on another branch' r a.db
git -C r checkout -q main
git -C r -c merge.ff=false merge -q -m 'Merge the side' side 2> /dev/null || {
	git -C r checkout -q --theirs . && commit r 'Merge the side'
}
sync r a.db > /dev/null
is 'a merge itself is not kept' "$(of_store a.db commit | jq -r .message | grep -c Merge)" 0
is 'what it brings is' "$(status a.db)" '[6,null]'
as_clean 'after a merge' r a.db
git -C r reset -q --hard HEAD~1
echo '# other' >> r/two.py
commit r 'Rewritten'
sync r a.db > /dev/null
as_clean 'after a rewrite' r a.db
git -C r mv two.py four.py
sync r a.db > /dev/null
as_clean 'after a file has moved without a commit' r a.db
is 'which has no history under its new name' "$(of_store a.db commit | jq -r '.files[]' | grep -c two)" 0

# ---- how many ----

run sync r a.db --history 2
is 'a smaller bound reads nothing' "$(field commits)" 0
is 'and forgets what is older' "$(status a.db)" '[2,null]'
as_clean 'as if it had always been so' r a.db --history 2
sync r a.db --history 0 > /dev/null
is '0 keeps none' "$(status a.db)" '[0,null]'
like 'and says so' "$("$LUCUS" status --format text --db a.db)" '^history +off'
as_clean 'as if there had never been any' r a.db --history 0
is 'no row is left' "$(sqlite3 a.db 'SELECT count(*) FROM history_commit')" 0
echo 'x = 1' >> r/one.py
run "$LUCUS" query -q --no-cache --format json --refresh --db a.db value
is 'a refresh does not read what was turned off' "$status $(status a.db)" '0 [0,null]'
sync r a.db > /dev/null
is 'the next sync does' "$(status a.db)" '[6,null]'
"$LUCUS" kb set history=1 --db a.db -q > /dev/null
sync r a.db > /dev/null
is 'the setting of the knowledge base counts' "$(status a.db)" '[1,null]'
nok 'the bound has bounds' sync r a.db --history 100001
git -C r checkout -q -- . && git -C r reset -q --hard

# ---- a part of a repository, worktrees, submodules ----

git init -q -b main mono
mkdir -p mono/apps/web mono/lib
echo 'def page(): pass' > mono/apps/web/page.py
echo 'def core(): pass' > mono/lib/core.py
commit mono 'Both'
echo '# x' >> mono/lib/core.py
commit mono 'The library alone'
(cd mono/apps/web && "$LUCUS" kb root . --db "$tmp/part.db" -q && "$LUCUS" sync -q --db "$tmp/part.db") > /dev/null
is 'of a folder of a repository, paths are those from the folder' "$(of_store part.db commit | jq -c .paths)" '[]
["page.py"]'
git -C r worktree add -q "$tmp/wt" side
sync wt wt.db > /dev/null
is 'a worktree has the commits of its branch' "$(status wt.db)" "[$(git -C r rev-list --no-merges --count side),null]"
git -C mono -c protocol.file.allow=always submodule add -q "$tmp/r" sub 2> /dev/null
commit mono 'A submodule'
sync mono/sub sub.db > /dev/null
is 'a submodule has its own' "$(status sub.db)" "[$(git -C mono/sub rev-list --no-merges --count HEAD),null]"
sync mono mono.db > /dev/null
is 'and is no file of the other' "$(of_store mono.db commit | jq -c .paths | head -n 1)" '[".gitmodules"]'

# ---- not all of it is there ----

git clone -q --depth 1 "file://$tmp/r" shallow
sync shallow sh.db > /dev/null
is 'a shallow clone: what is there' "$(status sh.db)" '[1,null]'
is 'what its last commit changed is not known' "$(of_store sh.db commit | jq -c .paths)" '[]'
git -C shallow fetch -q --deepen 2
sync shallow sh.db > /dev/null
isnt 'it grows' "$(status sh.db)" '[1,null]'
as_clean 'as if it had always been so deep' shallow sh.db
git -C shallow fetch -q --unshallow
sync shallow sh.db > /dev/null
as_clean 'all of it' shallow sh.db
is 'is as in the original' "$(of_store sh.db commit | jq -c .commit)" "$(sync r o.db > /dev/null; of_store o.db commit | jq -c .commit)"

# ---- nothing to read ----

mkdir plain
echo 'def f(): pass' > plain/f.py
run sync plain p.db
is 'without git nothing is said' "$status $err $(field commits) $(status p.db)" '0  0 [0,null]'
is 'nor kept' "$(sqlite3 p.db 'SELECT count(*) FROM history')" 0
git init -q unborn
cp plain/f.py unborn
run sync unborn ub.db
is 'a repository without a commit is none' "$status $err $(status ub.db)" '0  [0,null]'
git init -q bare.git --bare
cp plain/f.py bare.git
run sync bare.git b.db
is 'nor is a bare one' "$status $err $(status b.db)" '0  [0,null]'

# ---- repositories of strangers ----

git init -q -b main evil
echo 'def f(): pass' > evil/f.py
commit evil 'Fine'
printf 'Bad bytes: \377\376 \033[31mred\r\nand more' > m
GIT_COMMITTER_DATE="$((clock + 30)) +0000" git -C evil commit -q --allow-empty -F "$tmp/m" 2> /dev/null
echo '# x' >> evil/f.py
awk 'BEGIN { for (i = 0; i < 200000; i++) printf "word%d ", i }' > m
git -C evil add -A
GIT_COMMITTER_DATE="$((clock + 40)) +0000" git -C evil commit -q -F "$tmp/m"
mkdir evil/many
i=0
while [ $i -lt 150 ]; do echo "x = $i" > evil/many/m$i.py; i=$((i + 1)); done
commit evil 'Many files at once'
mkfifo pipe
for hook in post-checkout reference-transaction post-index-change fsmonitor-watchman; do
	printf '#!/bin/sh\ntouch %s\n' "$tmp/ran" > evil/.git/hooks/$hook
	chmod +x evil/.git/hooks/$hook
done
cat >> evil/.git/config << END
[include]
	path = $tmp/pipe
[core]
	fsmonitor = touch $tmp/ran
	hooksPath = $tmp/hooks
	sshCommand = touch $tmp/ran
[filter "x"]
	clean = touch $tmp/ran
	smudge = touch $tmp/ran
[extensions]
	partialClone = origin
[remote "origin"]
	url = ext::touch $tmp/ran
	promisor = true
END
echo '* filter=x' > evil/.gitattributes
run timeout 300 env LUCUS="$LUCUS" sh -c 'cd evil && exec "$LUCUS" sync --format json --db ../e.db .'
is 'hooks, filters and settings of a repository are not read' "$status $err" '0 '
nok 'nothing of it was run' test -e ran
is 'its messages become UTF-8' "$(of_store e.db commit | jq -r .message | iconv -f UTF-8 -t UTF-8 > /dev/null && echo yes)" yes
is 'of a long one the beginning is kept' "$(of_store e.db commit | jq '.message | utf8bytelength' | sort -n | tail -n 1)" 2000
is 'a commit of very many files is of none' "$(of_store e.db commit | jq -c '[.message, .paths]' | head -n 1)" '["Many files at once",[]]'

damaged() { # NAME PATTERN: a copy of `r` whose commit or tree is broken
	run sync broken br.db
	is "$1: sync goes on" "$status" 0
	like "$1: with a word" "$err" "$2"
	like "$1: which status repeats" "$(status br.db)" '^\[0,"[^"]+"\]$'
	run sync broken br.db
	is "$1: once" "$status $err" '0 '
	rm -rf br.db*
}
break_object() { # ID
	rm -rf broken
	git clone -q --no-local "$tmp/r" broken
	(cd broken/.git/objects/pack && for p in *.pack; do mv "$p" "$tmp/p" && git -C "$tmp/broken" unpack-objects -q < "$tmp/p"; done)
	rm -f broken/.git/objects/pack/*
	object=broken/.git/objects/$(echo "$1" | cut -c 1-2)/$(echo "$1" | cut -c 3-)
	chmod u+w "$object" && printf 'not zlib at all, and short' > "$object"
}
break_object "$(git -C r rev-parse HEAD~1)"
damaged 'a damaged commit' 'history was not read: cannot read a commit'
break_object "$(git -C r rev-parse 'HEAD~1^{tree}')"
damaged 'a damaged tree' 'history was not read: cannot read a tree'
break_object "$(git -C r rev-parse HEAD)"
blob=$(git -C r rev-parse HEAD:one.py)
git -C broken rev-parse HEAD > /dev/null 2>&1
echo "$blob" > broken/.git/HEAD
damaged 'a file where a commit should be' 'history was not read: cannot read a commit: it is something else'
rm -rf broken/.git/objects
mv broken/.git/HEAD h && git -C r rev-parse HEAD > broken/.git/HEAD
damaged 'no objects' 'history was not read: the repository has no objects'
rm -rf broken/.git
echo 'gitdir: /dev' > broken/.git
run sync broken br.db
is 'a .git that leads nowhere is none' "$status $err $(status br.db)" '0  [0,null]'
echo 'gitdir: ../broken/.git' > broken/.git
run sync broken br.db
is 'nor one that leads to itself' "$status $err" '0 '

# a repository of somebody else
if [ "$(id -u)" = 0 ] && chown -R 12345 evil 2> /dev/null; then
	rm -f e.db*
	run sync evil e.db
	is 'a repository of another user: sync goes on' "$status" 0
	like 'with a word' "$err" 'history was not read: the repository belongs to another user'
	is 'which status repeats' "$(status e.db)" '[0,"the repository belongs to another user"]'
else
	skip 'a repository of another user' 'files can not be given away here'
fi

done_testing
