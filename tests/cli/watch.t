#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus sync --watch: after each change of the tree the store is what a clean sync makes, and between the rounds
# it is free.
. "$(dirname "$0")/lib.sh"

[ "$(uname -s)" = Linux ] || skip_all 'only Linux tells of changes below a folder'

start() { # ARGS: in the background; the output goes to $tmp/log
	: > "$tmp/log"
	: > "$tmp/log.err"
	"$LUCUS" sync --watch --db "$tmp/inc.db" "$@" > "$tmp/log" 2> "$tmp/log.err" &
	pid=$!
	rounds=0
}

lines() {
	wc -l < "$tmp/log" | tr -d ' '
}

# The next summary has come; it is $out.
next_round() {
	await eval '[ "$(lines)" -gt "$rounds" ]' || return 1
	rounds=$(lines)
	out=$(tail -n 1 "$tmp/log")
}

# After the edit: a round, and then a store as a clean one.
round() {
	if next_round; then pass "$1: a round"; else
		fail "$1: a round" "$(cat "$tmp/log" "$tmp/log.err")"
		return
	fi
	# an edit of several steps may take several rounds
	await eval 'rm -f clean.db*; "$LUCUS" sync -q --db clean.db "$tree" > clean.out && dump inc.db one.dump &&
		dump clean.db two.dump && cmp -s one.dump two.dump'
	same_store "$1: the store is a clean one" inc.db clean.db
	rounds=$(lines)
}

gone() {
	! kill -0 "$pid" 2> /dev/null
}

stop() { # SIGNAL; a program that does not end must not stop the test
	kill "-$1" "$pid"
	await gone || kill -KILL "$pid"
	wait "$pid"
	status=$?
}

tree=$tmp/work
tree work
rm work/web/app.ts # compiling the query of a language takes time
mkdir -p work/build/deep
echo '/build/' > work/.gitignore
echo 'int noise;' > work/build/deep/noise.c

# ---- edits ----

start work
round 'the start'
is 'the first round reads all' "$(field 'files == .read')" true
if [ -r "/proc/$pid/fdinfo" ]; then
	watched=$(cat /proc/$pid/fdinfo/* 2> /dev/null | grep -c '^inotify')
	is 'the folders that are read are watched, and no others' "$watched" "$(find work -type d ! -path '*/build*' ! -name .git | wc -l)"
else
	skip 'the folders that are read are watched, and no others' 'no /proc here'
fi
echo 'def added(): return transfer(1, 2, 3)' >> work/lib/bank.py
round 'an edit'
is 'one file is read' "$(field read)" 1
ok 'another process may write between the rounds' await "$LUCUS" kb set strategy=bm25 --db inc.db --wait 0
ok 'and take that back' await "$LUCUS" kb unset strategy --db inc.db --wait 0
mkdir -p work/new/er/est
echo 'def newest(): return 1' > work/new/er/est/far.py
round 'new folders'
echo 'def newest(): return 2' > work/new/er/est/far.py
round 'an edit below them'
mv work/new work/moved
round 'a moved folder'
echo 'def newest(): return 3' > work/moved/er/est/far.py
round 'an edit below it'
mkdir "$tmp/outside"
echo 'def outer(): return 1' > "$tmp/outside/outer.py"
mv "$tmp/outside" work/inside
round 'a folder that comes from outside'
mv work/inside "$tmp/outside"
round 'and goes there again'
echo 'def outer(): return 2' > "$tmp/outside/outer.py"
rm -r work/moved
round 'a folder that is removed'
echo '/svc/' >> work/.gitignore
round 'rules that leave out a folder'
before=$(lines)
echo 'int more;' >> work/build/deep/noise.c
echo 'package svc' >> work/svc/queue.go
touch "$tmp/outside/outer.py"
sleep 1
is 'changes of what is left out make no round' "$(lines)" "$before"
: > work/.gitignore
round 'rules that let all folders in'
is 'with the build folder' "$(sqlite3 inc.db "SELECT count(*) FROM file WHERE path = 'build/deep/noise.c'")" 1
echo 'int most;' >> work/build/deep/noise.c
round 'an edit of what was let in'

# ---- many edits at once, and a writer that never rests ----

for i in 1 2 3 4 5 6 7 8 9; do echo "def f$i(): return f$((i - 1))()" > "work/lib/f$i.py"; done
round 'nine files'
: > busy
(
	i=0
	while [ -e busy ]; do
		echo "def busy$i(): return 1" > work/lib/busy.py
		i=$((i + 1))
		sleep 0.05
	done
) &
writer=$!
if next_round; then pass 'edits that go on are not waited for'; else
	fail 'edits that go on are not waited for' "$(cat "$tmp/log.err")"
fi
rm busy
wait "$writer"
round 'the last of them' 2> /dev/null || :

# ---- the store in the tree, and one that another process holds ----

stop TERM
is 'SIGTERM ends it well' "$status" 0
is 'without a word' "$(cat "$tmp/log.err")" ''
rm -f inc.db*
start work
next_round
stop TERM
is 'again' "$status" 0

cd work || exit 1
"$LUCUS" sync --watch --db own.db > "$tmp/log" 2> "$tmp/log.err" &
pid=$!
cd ..
rounds=0
next_round
sleep 1
is 'a store in the tree is no change of it' "$(lines)" 1
used() {
	awk '{ print $14 + $15 }' "/proc/$pid/stat" 2> /dev/null
}
for _ in 1 2 3 4 5 6 7 8 9; do # what a round leaves to do may take a while
	before=$(used)
	sleep 1
	after=$(used)
	[ "$after" != "$before" ] || break
done
is 'and waiting costs nothing' "$after" "$before"
echo 'def once(): return 1' > work/lib/once.py
ok 'an edit is taken in' next_round
stop TERM
rm -f work/own.db*

# ---- the end of the tree ----

start work
next_round
mv work elsewhere
await gone || kill "$pid"
wait "$pid"
is 'a root that is moved ends it' "$?" 1
like 'with a message' "$(cat "$tmp/log.err")" "the folder '.*/work' is gone"
mv elsewhere work

# ---- more folders than may be watched ----

limit='echo 3 > /proc/sys/user/max_inotify_watches && exec "$@"'
if unshare -Ur sh -c "$limit" sh true 2> /dev/null; then
	: > "$tmp/log"
	unshare -Ur sh -c "$limit" sh "$LUCUS" sync --watch --db "$tmp/inc.db" work > "$tmp/log" 2> "$tmp/log.err" &
	pid=$!
	rounds=0
	next_round || note "$(cat "$tmp/log.err")"
	like 'too many folders: it says so' "$(cat "$tmp/log.err")" 'too many folders to watch .*every 2 seconds'
	sleep 2
	echo 'def walked(): return 1' > work/lib/walked.py
	rounds=$(lines)
	round 'too many folders: an edit'
	stop TERM
	is 'too many folders: SIGTERM ends it well' "$status" 0
else
	skip 'too many folders' 'the limit can not be changed here'
fi

nok '--watch and --dry-run' "$LUCUS" sync --watch --dry-run --db inc.db work

done_testing
