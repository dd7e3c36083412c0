#!/bin/sh
# SPDX-License-Identifier: MIT
# One process writes at a time, several read.
. "$(dirname "$0")/lib.sh"

many one 60 8
many two 40 5
"$LUCUS" sync -q one --db clean.db > /dev/null

# A writer that we can hold: ingest-ast reads its whole input before it takes the lock, so this one takes a
# tree that is slow because it is stopped.
"$LUCUS" sync -q one --db s.db > /dev/null
# PID DB: that process is the writer, or has ended
writes() {
	grep -qx "$1" "$2-lock" 2> /dev/null || ! kill -0 "$1" 2> /dev/null
}
# It is stopped before its work is in the store: a reader that wants the newest finds that it is not there.
amid_work() {
	grep -qx "$writer" s.db-lock && [ "$(sqlite3 s.db 'SELECT count(*) FROM element')" = "$before" ]
}
for more in 1 2 3 4 5 6 7 8 9; do
	before=$(sqlite3 s.db 'SELECT count(*) FROM element')
	many one 60 $((8 + more))
	"$LUCUS" sync -q one --db s.db > slow.out 2> slow.err &
	writer=$!
	await writes "$writer" s.db
	kill -STOP "$writer" 2> /dev/null
	! amid_work || break
	kill -CONT "$writer" 2> /dev/null
	wait "$writer"
done
if amid_work; then
	run "$LUCUS" sync one --db s.db --wait 0
	is "a second writer that may not wait fails" "$status" 1
	like "and names the process that writes" "$err" "^lucus: sync: process $writer is writing the store 's.db'$"
	run "$LUCUS" kb set top=5 --db s.db --wait 0.2
	is "so does a small change" "$status" 1
	ok "a reader does not wait" "$LUCUS" query 'place an item on a level' --db s.db
	ok "nor does status" "$LUCUS" status --db s.db
	run "$LUCUS" query --refresh 'place an item on a level' --db s.db
	is "nor a refresh" "$status" 0
	like "which says so" "$err" "could not be refreshed, and is asked as it is: process $writer is writing"
else
	for t in "a second writer that may not wait fails" "and names the process that writes" "a reader does not wait"; do
		skip "$t" "the writer was done too soon"
	done
fi
kill -CONT "$writer" 2> /dev/null
wait "$writer"
is "the first writer completes" "$?" 0

# Two at once, both may wait: both do their work.
rm -f both.db
"$LUCUS" sync -q one --kb first --db both.db > a.out 2> a.err &
a=$!
"$LUCUS" sync -q two --kb second --db both.db > b.out 2> b.err &
b=$!
wait "$a"
is "the first of two writers is done" "$? $(cat a.err)" '0 '
wait "$b"
is "and the second, too" "$? $(cat b.err)" '0 '
"$LUCUS" sync -q one --kb first --db alone.db > /dev/null
"$LUCUS" sync -q two --kb second --db alone.db > /dev/null
same_store "their store equals one that was written in turns" both.db alone.db

# The same tree by both: the second finds nothing to do, or does it all.
rm -f same.db
"$LUCUS" sync -q one --db same.db > a.out 2> a.err &
a=$!
"$LUCUS" sync -q one --db same.db > b.out 2> b.err
is "two writers of one tree: one is done" "$? $(cat b.err)" '0 '
wait "$a"
is "two writers of one tree: the other is done" "$? $(cat a.err)" '0 '
rm -f clean.db
"$LUCUS" sync -q one --db clean.db > /dev/null
same_store "and the store is a clean one" same.db clean.db

# A lock dies with its process.
for try in 1 2 3 4 5 6 7 8 9; do
	rm -f dead.db*
	"$LUCUS" sync -q one --db dead.db > /dev/null 2>&1 &
	a=$!
	await writes "$a" dead.db
	kill -9 "$a" 2> /dev/null
	wait "$a" 2> /dev/null
	! grep -qx "$a" dead.db-lock || break
done
ok "a writer is killed as it writes" grep -qx "$a" dead.db-lock
run "$LUCUS" sync one --db dead.db --wait 0
is "a killed writer leaves no lock" "$status $err" '0 '
done_testing
