#!/bin/sh
# SPDX-License-Identifier: MIT
# The system around a store at its worst: names that are none, what is no file, links, a full disk, streams that are closed.
# Nothing hangs, nothing that belongs to others is touched, and no failure looks like success.
. "$(dirname "$0")/lib.sh"

mkdir tree
printf 'def push_item(stack, item):\n    """Pushes an item."""\n    stack.append(item)\n' > tree/a.py
printf 'from a import push_item\n\ndef fill(stack):\n    push_item(stack, 1)\n' > tree/b.py
"$LUCUS" sync -q tree --db good.db > /dev/null
want=$(dump good.db dumped && cat dumped)

limited() { run timeout -k 1 120 "$@"; }

# ---- names ----

for name in '' :memory:; do
	limited "$LUCUS" sync tree --db "$name"
	is "'$name' is no store" "$status $out" '2 '
	like "'$name': and why" "$err" "'$name' is no name for the file of a store"
done
is 'nothing is left of them' "$(find . -name '*-lock' ! -name 'good.db-lock')" ''
for name in 'file:x.db?mode=memory' '-x.db' 'a%20b?c#d.db' "new
line.db"; do
	shown=$(printf %s "$name" | tr '\n' ' ')
	limited "$LUCUS" sync -q tree --db="$name"
	is "'$shown' is a name as any other" "$status $err" '0 '
	cp "./$name" named.db
	same_store "'$shown': what it holds" named.db good.db
	q_out=$("$LUCUS" query -k 1 --format paths --db="$name" push_item)
	is "'$shown' can be asked" "$q_out" tree/a.py:1
done

# ---- what is no file ----

mkdir folder
mkfifo fifo
ln -s round round
for name in folder fifo /dev/zero; do
	for c in 'sync tree' 'query push_item' status 'kb list'; do
		# shellcheck disable=SC2086
		limited "$LUCUS" $c --db $name
		is "$c of $name fails" "$status $out" '1 '
		like "$c of $name says why" "$err" "'$name' is not a store of lucus: no regular file"
	done
done
nok 'nothing is left beside it' test -e folder-lock -o -e fifo-lock
limited "$LUCUS" sync tree --db round
is 'a link to itself fails' "$status $out" '1 '

mkdir beside
for end in journal wal shm; do
	for what in mkfifo mkdir 'ln -s ../victim'; do
		echo mine > victim
		rm -rf beside/*
		cp good.db beside/s.db
		# shellcheck disable=SC2086
		$what beside/s.db-$end
		for c in 'sync tree' 'query push_item'; do
			# shellcheck disable=SC2086
			limited "$LUCUS" $c --db beside/s.db
			is "$c, by $what s.db-$end: fails" "$status $out" '1 '
			like "$c, by $what s.db-$end: says why" "$err" "s.db-$end', which is beside the store, is no regular file"
		done
		is "$what s.db-$end: what a link names is left alone" "$(cat victim)" mine
	done
done
rm -rf beside/*
cp good.db beside/s.db
for end in lock cache ledger; do
	rm -f beside/s.db-*
	mkfifo beside/s.db-$end
	limited "$LUCUS" query -k 1 --format paths push_item --db beside/s.db
	is "a FIFO s.db-$end holds up no question" "$status $out" '0 tree/a.py:1'
	limited "$LUCUS" sync -q tree --db beside/s.db
	is "nor a sync" "$status $err" '0 '
done

# ---- links ----

mkdir far
ln -s far/s.db near.db
"$LUCUS" sync -q tree --db near.db > /dev/null
ok 'a store is made where a link leads' test -s far/s.db
is 'its lock lies there, too, from the first run on' "$(echo far/*-lock near*-lock)" 'far/s.db-lock near*-lock'
mkdir -p came/.lucus
printf 'x = 1\n' > came/x.py
ln -s "$tmp/written" came/.lucus/.gitignore
(cd came && "$LUCUS" sync -q) > /dev/null
nok 'a link that came with a tree is not written through' test -e written
ok 'the store is made' test -s came/.lucus/lucus.db
mkdir made
printf 'x = 1\n' > made/x.py
(cd made && "$LUCUS" sync -q) > /dev/null
is 'elsewhere git leaves it alone' "$(cat made/.lucus/.gitignore)" '*'

# A reader that may not write the folder of a linked store sees what waits in its -wal.
if ! mean true; then skip 'a store behind a link' 'no other user'; else
	mkdir shut
	"$LUCUS" sync -q tree --db shut/s.db > /dev/null
	sqlite3 shut/s.db ".dbconfig no_ckpt_on_close on" 'PRAGMA wal_autocheckpoint = 0' \
		"INSERT INTO setting SELECT tenant, id, 'top', '1' FROM kb" > sqlite.out
	ln -s shut/s.db link.db
	if [ -s shut/s.db-wal ]; then
		rm -f shut/s.db-shm
		chmod 444 shut/*
		chmod 755 . shut
		chmod 555 shut
		run mean "$LUCUS" query --db link.db item
		unlike 'what waits beside a linked store is not passed over' "$status $(printf '%s\n' "$out" | grep -c '"record":"hit"')" '^0 [2-9]'
		chmod 755 shut
	else
		skip 'what waits beside a linked store is not passed over' 'sqlite3 left no -wal'
	fi
fi

# ---- no space ----

many much 60 8
"$LUCUS" sync -q much --db whole.db > /dev/null
for k in 1 8 40 200 400; do
	rm -f small.db*
	run sh -c 'ulimit -f "$1"; shift; exec "$@"' - "$k" "$LUCUS" sync much --db small.db
	is "files of at most $k blocks: no sync" "$status $out" '1 '
	like "files of at most $k blocks: and why" "$err" '^lucus: sync: cannot .*(no space left|disk I/O error)'
	run "$LUCUS" sync -q much --db small.db
	is "after $k blocks: the next one goes on" "$status $err" '0 '
	same_store "after $k blocks: and makes what a clean one makes" small.db whole.db
done

# ---- a store that is written over while it is asked ----

many large 60 8
"$LUCUS" sync -q large --db other.db > /dev/null
for how in 'cut off' 'overwritten' 'replaced' 'removed'; do
	rm -f over.db* asked
	cp other.db over.db
	mkfifo asked
	timeout -k 1 120 "$LUCUS" query --no-cache --db over.db --format json < asked > told 2> told.err &
	exec 3> asked
	echo '{"query": "turn a wheel"}' >&3
	await grep -q selection told
	case $how in
	cut\ off) : > over.db ;;
	overwritten) cat good.db > over.db ;;
	replaced) cp good.db new.db && mv new.db over.db ;;
	*) rm over.db ;;
	esac
	echo '{"query": "push_item of a stack"}' >&3
	exec 3>&-
	wait $!
	ended=$?
	is "$how: it does not crash, and says what is wrong where it fails" \
		"$([ $ended = 0 ] || { [ $ended = 1 ] && grep -q '^lucus: ' told.err; } && echo yes)" yes
done

# ---- streams ----

for c in 'query push_item' 'query push_item --answer' 'query push_item --lazy-graph' 'query push_item --format text' \
	'graph callers push_item' 'graph communities' 'expand push_item' 'show push_item' status 'sync tree' 'sync tree --dry-run' \
	'index --check' 'index --dump' 'kb list' strategies doctor 'help records' 'index tree' 'embed tree'; do
	set -- $c
	case $c in index\ tree | embed\ tree) c=$1 ;; *) ;; esac
	case $c in help*) set -- "$LUCUS" $c ;; *) set -- "$LUCUS" $c --db good.db ;; esac
	if [ -w /dev/full ]; then
		"$@" > /dev/full 2> full.err < /dev/null
		is "$c on a full disk fails" "$?" 1
		like "$c on a full disk says so" "$(cat full.err)" 'cannot write output: No space left on device'
	fi
	"$@" >&- 2> full.err < /dev/null
	is "$c without an output fails" "$?" 1
	like "$c without an output says so" "$(cat full.err)" 'cannot write output: Bad file descriptor'
	"$@" > full.out 2>&- < /dev/null
	is "$c without a place for errors works" "$? $(test -s full.out && echo yes)" '0 yes'
	"$@" <&- >&- 2>&-
	is "$c without any stream fails" "$?" 1
done
dump good.db dumped
is 'none of this has changed the store' "$(cat dumped)" "$want"
done_testing
