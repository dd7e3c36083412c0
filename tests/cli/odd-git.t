#!/bin/sh
# SPDX-License-Identifier: MIT
# Repositories as a crash, a stranger or another git leaves them: nothing hangs or crashes, and what was not read is told.
. "$(dirname "$0")/lib.sh"

command -v git > /dev/null || skip_all 'git is not installed'
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null HOME=$tmp GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org \
	GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org

git init -q -b main r
for i in 1 2 3 4; do
	printf 'def handle_%s(value):\n    return value\n' $i >> r/a.py
	git -C r add a.py
	git -C r commit -q -m "Handle $i"
done
file_of() { # REPOSITORY REVISION: the file of an object
	git -C r rev-parse "$2" | sed "s|^\\(..\\)|$1/.git/objects/\\1/|"
}
copy() { rm -rf "$1" && cp -R r "$1"; }
# A sync of $2 comes to its end, with this word about the history; $1 says what is wrong there.
unread() { # NAME DIR PATTERN
	rm -f o.db*
	run timeout -k 1 120 "$LUCUS" sync "$2" --db o.db
	is "$1: sync goes on" "$status" 0
	like "$1: with a word" "$err" "the history was not read: $3"
	like "$1: which status repeats" "$("$LUCUS" status --format json --db o.db | jq -r '"\(.commits) \(.commits_unread)"')" "^0 $3"
}
# What differs from $3 there is not known either.
unknown() { # NAME DIR REVISION PATTERN
	run timeout -k 1 120 "$LUCUS" graph impact --diff "$3" --db o.db
	is "$1: no answer" "$status $out" '1 '
	like "$1: and why" "$err" "$4"
}

# ---- objects with a file of their own ----

for of in HEAD~1 'HEAD~1^{tree}'; do
	copy cut
	file=$(file_of cut "$of")
	chmod u+w "$file"
	size=$(wc -c < "$file")
	for cut in 0 1 2 20 $((size / 2)) $((size - 5)) $((size - 1)); do
		head -c "$cut" "$(file_of r "$of")" > "$file"
		unread "$of cut after $cut of $size bytes" cut 'cannot read a (commit|tree): '
		unknown "$of cut after $cut of $size bytes" cut HEAD~1 'cannot read a (commit|tree): '
	done
done
copy cut
file=$(file_of cut HEAD~1:a.py)
chmod u+w "$file"
head -c 30 "$(file_of r HEAD~1:a.py)" > "$file"
rm -f o.db*
run "$LUCUS" sync cut --db o.db
is 'a file that is cut: no commit needs it' "$(field commits)" 4
unknown 'a file that is cut' cut HEAD~1 "cannot read a file: '.*' is damaged"

copy fifo
file=$(file_of fifo HEAD)
rm -f "$file"
mkfifo "$file"
unread 'an object that is a FIFO' fifo '.* is no regular file'
copy fifo
mkfifo fifo/.git/objects/info/alternates
unread 'so is what names other folders' fifo '.* is no regular file'
unknown 'so is what names other folders' fifo HEAD 'is no regular file'
copy round
echo "$tmp/round/.git/objects" > round/.git/objects/info/alternates
rm -f o.db*
run timeout -k 1 120 "$LUCUS" sync round --db o.db
is 'a repository that borrows from itself' "$status $err $(field commits)" '0  4'
git clone -q --shared r borrows
rm -f o.db*
run "$LUCUS" sync borrows --db o.db
is 'one that borrows from another' "$status $err $(field commits)" '0  4'
rm -f "$(file_of borrows HEAD)"
copy lost
rm -f "$(file_of lost HEAD)"
unread 'a commit that is gone' lost 'the commit that is checked out is not there'

# ---- packs ----

copy packed
git -C packed gc -q
rm -f o.db*
run "$LUCUS" sync packed --db o.db
is 'packed objects' "$status $err $(field commits)" '0  4'
index=$(echo packed/.git/objects/pack/*.idx)
cp "$index" whole.idx
chmod u+w "$index"
objects=$(git -C packed count-objects -v | sed -n 's/^in-pack: //p')
for place in '\000\314\037\224' '\323\000\010\256' '\177\377\377\377' '\000\000\000\000'; do
	cp whole.idx "$index"
	i=0
	while [ "$i" -lt "$objects" ]; do
		# shellcheck disable=SC2059
		printf "$place" | dd of="$index" bs=1 seek=$((8 + 1024 + 24 * objects + 4 * i)) conv=notrunc 2> /dev/null
		i=$((i + 1))
	done
	unread "places outside of the pack, $place" packed "the index '.*' is damaged"
done
head -c 900 whole.idx > "$index"
unread 'an index that is cut' packed "the index '.*' is damaged"

# Two entries that differ from one another, by their ids, and an index of the first version.
many() { # N TEXT
	# shellcheck disable=SC2059
	i=0
	while [ "$i" -lt "$1" ]; do printf "$2"; i=$((i + 1)); done
}
differs_from() { # OCTAL: an entry that differs from the object of this id, and says that it is the same
	printf '\164'; many 20 "$1"; printf '\170\001\001\004\000\373\377\004\004\220\004\001\104\000\235'
}
git init -q -b main ring
cp r/a.py ring
mkdir -p ring/.git/refs/heads
pack=ring/.git/objects/pack/pack-1111111111111111111111111111111111111111
{ printf 'PACK\000\000\000\002\000\000\000\002'; differs_from '\042'; differs_from '\021'; many 20 '\000'; } > $pack.pack
{
	many 17 '\000\000\000\000'; many 17 '\000\000\000\001'; many 222 '\000\000\000\002'
	printf '\000\000\000\014'; many 20 '\021'
	printf '\000\000\000\060'; many 20 '\042'
	many 40 '\000'
} > $pack.idx
echo 1111111111111111111111111111111111111111 > ring/.git/refs/heads/main
unread 'differences that lead round' ring 'cannot read a commit: its pack is damaged: it is made of itself'
unknown 'differences that lead round' ring HEAD 'it is made of itself'

# ---- few objects that stand for very many files ----

git init -q -b main bomb
tree=$(git -C bomb mktree < /dev/null)
for i in 1 2 3 4 5 6 7 8; do
	tree=$(for k in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\td%s\n' "$tree" $k; done | git -C bomb mktree)
done
git -C bomb update-ref HEAD "$(git -C bomb commit-tree -m 'All of it' "$tree")"
cp r/a.py bomb
rm -f o.db*
run timeout -k 1 120 "$LUCUS" sync bomb --db o.db
is 'folders in folders: sync comes to an end' "$status $err $(field commits)" '0  1'
unknown 'folders in folders' bomb HEAD 'the commit has more than 2000000 files and folders'

# ---- references ----

git -C r tag -a -m 'One' one HEAD~1
git -C r -c advice.nestedTag=false tag -a -m 'Of another' two one
rm -f o.db*
"$LUCUS" sync -q r --db o.db > /dev/null
run "$LUCUS" graph impact --diff two --db o.db
is 'a tag of a tag is a commit' "$status $(printf '%s\n' "$out" | jq -r 'select(.record == "touched").name')" '0 a.handle_4'
git -C r tag file HEAD:a.py
unknown 'a tag of a file' r file 'it names no commit'
copy tables
mkdir tables/.git/reftable
echo 'ref: refs/heads/.invalid' > tables/.git/HEAD
unread 'references in tables' tables 'its references are kept in reftables'
run "$LUCUS" sync tables --db o.db
is 'references in tables: once' "$status $err" '0 '
done_testing
