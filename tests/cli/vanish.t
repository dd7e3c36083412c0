#!/bin/sh
# SPDX-License-Identifier: MIT
# Files and folders that go away between the moment when they are listed and that when they are read, as those that editors
# and builds make do: they are gone, and nothing was rejected. A tree that goes away as a whole is another matter.
. "$(dirname "$0")/lib.sh"

mkdir -p tree/deep
printf 'def stay(x):\n    return go(x)\n' > tree/stay.py
printf 'def go(x):\n    return x\n' > tree/go.py
printf 'def below(x):\n    return x\n' > tree/deep/below.py

# Each round makes and removes files while it is read; what comes of it is what a clean run makes of the end.
: > busy
while [ -e busy ]; do
	for i in 1 2 3 4 5 6 7 8; do
		mkdir -p tree/fold$i
		printf 'def short_lived_%s(): pass\n' $i > tree/fold$i/x.py
		printf 'def brief_%s(): pass\n' $i > tree/brief$i.py
	done
	rm -rf tree/fold* tree/brief*
done &
busy=$!
bad=''
for i in $(seq 25); do
	run "$LUCUS" sync tree --db race.db
	[ "$status $err" = '0 ' ] || bad="$bad $status $err"
done
rm busy
wait $busy
is 'what goes away while a tree is read is not rejected' "$bad" ''
"$LUCUS" sync -q tree --db race.db > /dev/null
"$LUCUS" sync -q tree --db clean.db > /dev/null
same_store 'nor does it leave anything' race.db clean.db

# The sanitizer of leaks is a debugger, too, and there can be one only.
if [ -n "$slow" ] || ! strace -o trace true 2> /dev/null; then
	skip 'one file' 'strace can not be used'
	done_testing
fi

# The tree is seen by names below an open folder, and read by whole paths: those of what $1 names fail from here on.
without() {
	path=$1
	shift
	run strace -f -o trace -P "$path" -e trace=openat,newfstatat,stat -e inject=openat,newfstatat,stat:error=ENOENT "$LUCUS" "$@"
}
touch tree/go.py
without "$tmp/tree/go.py" sync tree --db race.db
is 'a file that is gone when it is read: no failure' "$status $err" '0 '
is 'it is taken out' "$(field '| "\(.files) \(.rejected) \(.removed_files)"')" '2 0 1'
mv tree/go.py away.py
rm -f clean.db
"$LUCUS" sync -q tree --db clean.db > /dev/null
same_store 'as a clean run would have it' race.db clean.db
mv away.py tree/go.py
"$LUCUS" sync -q tree --db race.db > /dev/null
for times in '1 3 0 0' '1+ 2 0 1'; do
	touch tree/go.py
	run strace -f -o trace -P "$tmp/tree/go.py" -e trace=openat -e "inject=openat:error=ENOENT:when=${times%% *}" \
		"$LUCUS" sync tree --db race.db
	is "one that is back when that is looked into, openings that fail: ${times%% *}" \
		"$status $err$(field '| "\(.files) \(.rejected) \(.removed_files)"')" "0 ${times#* }"
done
"$LUCUS" sync -q tree --db race.db > /dev/null
touch tree/go.py
run strace -f -o trace -P "$tmp/tree/go.py" -e trace=openat -e inject=openat:error=EIO "$LUCUS" sync tree --db race.db
is 'one that is there and can not be read is rejected' "$status $(field '| "\(.rejected) \(.removed_files)"')" '3 1 0'
like 'with the reason' "$err" 'Input/output error'
done_testing
