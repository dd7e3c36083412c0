#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus graph impact --diff: which elements a diff touches, before a sync and after it, what that affects, and what can not
# be a diff.
. "$(dirname "$0")/lib.sh"

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' \
	GIT_COMMITTER_DATE='2026-01-01T00:00:00Z'

mkdir -p r/src
cat > r/src/base.py <<'EOF'
LIMIT = 3


def low(n):
    return n + 1


def gone(n):
    return n


def high(n):
    return low(n)
EOF
cat > r/src/use.py <<'EOF'
from src.base import high


def top():
    return high(2)
EOF
cat > r/test_use.py <<'EOF'
from src.use import top


def test_top():
    assert top() == 3
EOF
printf 'def tab():\n    return 1\n' > "r/src/a\"b.py"
g() {
	git -C r -c user.name=a -c user.email=a@b -c core.quotePath=true "$@"
}
g init -q -b main && g add . && g commit -q -m one
"$LUCUS" sync r --db t.db > sync.out 2>&1

ask() {
	run "$LUCUS" graph impact --diff "$@" --db t.db
}
names() { # RECORD: their names, in order
	printf '%s\n' "$out" | jq -r "select(.record == \"$1\") | .name" | tr '\n' ' '
}
sides() {
	printf '%s\n' "$out" | jq -r 'select(.record == "impact") | .files[] | .file_path + "=" + .side' | tr '\n' ' '
}

ask
is 'nothing has changed: status' "$status" 0
is 'nothing has changed' "$(names touched)$(names affected)" ''

sed -i 's/n + 1/n + 2/' r/src/base.py
ask HEAD
is 'before a sync: the side' "$(sides)" 'src/base.py=old '
is 'before a sync: touched' "$(names touched)" 'src.base.low '
is 'affected, nearest first' "$(names affected)" 'src.base.high src.use.top test_use.test_top '
is 'the tests' "$(printf '%s\n' "$out" | jq -r 'select(.test) | .name')" test_use.test_top
like 'the files have changed since' "$err" '1 file is not as in the store'
was=$(names touched)$(names affected)
for rev in main @ "$(g rev-parse HEAD)" "$(g rev-parse --short HEAD)"; do
	ask "$rev"
	is "the same from $rev" "$(names touched)$(names affected)" "$was"
done
g diff > d
ask - < d
is 'the same from standard input' "$(names touched)$(names affected)" "$was"
sed 's/$/\r/' d > d.crlf
ask - < d.crlf
is 'the same with CRLF' "$(names touched)$(names affected)" "$was"
g diff --no-prefix > d.plain
ask - < d.plain
is 'the same without prefixes' "$(names touched)$(names affected)" "$was"
ask - --depth 1 < d
is 'depth' "$(names affected)" 'src.base.high '
ask - --max 3 < d
is '--max, as many as that' "$status" 0
ask - --max 2 < d
is '--max, too many' "$status" 4
like '--max says it' "$err" '3 elements are affected, more than 2'
is '--max shows them all the same' "$(names touched)" 'src.base.low '

"$LUCUS" sync r --db t.db > sync.out 2>&1
ask
is 'after a sync: the side' "$(sides)" 'src/base.py=new '
is 'after a sync: the same' "$(names touched)$(names affected)" "$was"
run "$LUCUS" graph impact --diff --format text --db t.db
like 'as text' "$out" '^affected: 3 elements'
like 'as text: a test' "$out" 'test_use.test_top .*test$'
g commit -q -a -m two
ask HEAD~1
is 'a commit before the last one' "$(names touched)$(names affected)" "$was"

# lines that are gone, with all of their function: what they were in, after a sync
sed -i '/^def gone/,/^    return n$/d' r/src/base.py
ask
is 'a function that is gone, before a sync' "$(names touched)" 'src.base.gone '
"$LUCUS" sync r --db t.db > sync.out 2>&1
ask
is 'a function that is gone, after a sync' "$(names touched)" 'src.base '
g commit -q -a -m three

# names with quotes, renames, files that are new, gone, binary, elsewhere
printf 'def tab():\n    return 2' > "r/src/a\"b.py"
g mv src/use.py src/used.py
printf 'a\0b' > r/x.bin
printf 'def fresh():\n    return 1\n' > r/src/fresh.py
rm r/test_use.py
g add -A
g diff HEAD > d
like 'git quotes' "$(cat d)" 'a\\"b'
ask - < d
is 'sides' "$(sides)" \
	'src/a"b.py=old src/fresh.py=absent src/use.py=old test_use.py=old x.bin=absent '
is 'touched' "$(names touched)" 'src.a"b.tab src.use test_use test_use.test_top '
sed 's,\([ab]\)/src/fresh,\1//etc/fresh,' d > d.out
ask - < d.out
like 'files elsewhere' "$(sides)" '/etc/fresh.py=outside'
g commit -q -m four

# a knowledge base of a folder: paths from the top of the repository
mkdir -p z/part && printf 'def low(n):\n    return n\n' > z/part/base.py && printf 'def o():\n    return 1\n' > z/o.py
(cd z/part && "$LUCUS" sync . --db "$tmp/s.db") > sync.out 2>&1
(cd z && git init -q -b main && git add . && git -c user.name=a -c user.email=a@b commit -q -m one)
sed -i 's/return n/return n + 1/' z/part/base.py z/o.py
sed -i 's/return 1/return 2/' z/o.py
git -C z diff > d
run "$LUCUS" graph impact --diff - --db s.db < d
is 'of a folder' "$(sides)" 'o.py=outside base.py=old '
git -C z/part diff --relative > d
run "$LUCUS" graph impact --diff - --db s.db < d
is 'of a folder, by paths from there' "$(sides)" 'base.py=old '
run "$LUCUS" graph impact --diff --db s.db
is 'of a folder, by its objects' "$(sides)" 'base.py=old '

# what is none
bad() { # NAME TEXT ERE
	printf -- "$2" > d
	ask - < d
	is "$1: status" "$status" 1
	like "$1" "$err" "$3"
}
# shellcheck disable=SC2016
bad 'a hunk without a file' '\n@@ -1 +1 @@\n-a\n+b\n' 'line 2 of the diff: a hunk without a file'
h='--- a/x\n+++ b/x\n'
bad 'no numbers' "${h}@@ -x +1 @@\n" 'line 3 of the diff: no head of a hunk'
bad 'too large a number' "${h}@@ -99999999999999999999 +1 @@\n" 'line 3 of the diff: no head'
bad 'the end is missing' "${h}@@ -1,2 +1 @@\n-a\n" 'the diff ends within a hunk'
bad 'more lines than it says' "${h}@@ -1 +1,2 @@\n-a\n-b\n+c\n+d\n" 'line 5 of the diff: a hunk has more lines'
bad 'another line' "${h}@@ -1 +1 @@\n-a\n*b\n" 'line 5 of the diff: it belongs to a hunk'
bad 'a merge' 'diff --cc x\n' 'line 1 of the diff: a diff of a merge'
bad 'an escape' 'diff --git "a/\\q" "b/\\q"\n' 'line 1 of the diff: a path with an unknown escape'
bad 'an open quote' 'diff --git "a/q\n' 'line 1 of the diff: a quoted path without its end'
none='no diff: no line begins with "diff --git"'
bad 'text without a diff' 'Subject: nothing\n\n--- \nno diff\n' "$none"
bad 'a source file' "$(cat r/src/base.py)\n" "$none"
bad 'a context diff' '*** a/src/base.py\n--- b/src/base.py\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n' "$none"
bad 'a diff in colours' '\033[1mdiff --git a/x b/x\033[m\n\033[1m--- a/x\033[m\n\033[1m+++ b/x\033[m\n' "$none"
bad 'a diff in UTF-16' 'd\0i\0f\0f\0 \0-\0-\0g\0i\0t\0' "$none"
bad 'a file without a name' 'diff --git a b c\n' "$none"
bad 'NULs' '\0\0\0\0' "$none"
bad 'a merge without its diff' 'commit 0123456789012345678901234567890123456789\nMerge: 1 2\n' 'a merge without its diff'
bad 'a word of git' 'commit message\n' "$none"
for text in '' '\n' ' \r\n\n'; do
	# shellcheck disable=SC2059
	printf "$text" > d
	ask - --max 0 < d
	is "an empty diff: '$text'" "$status$(names touched)" 0
done
g commit -q --allow-empty -m empty
g show > d
ask - < d
is 'a commit that changes nothing' "$status$(names touched)" 0
g format-patch -q --always -1 --stdout > d
ask - < d
is 'as a mail' "$status$(names touched)" 0
g reset -q --hard HEAD~1
ask nothing-of-that-name
like 'no such revision' "$err" "no commit 'nothing-of-that-name'"
ask HEAD~99
like 'too far back' "$err" 'no commit so far back'
ask HEAD HEAD
is 'two operands' "$status" 2
run "$LUCUS" graph callers low --diff --db t.db
is 'of impact alone' "$status" 2
run "$LUCUS" graph impact low --max 1 --db t.db
is '--max needs --diff' "$status" 2
done_testing
