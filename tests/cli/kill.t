#!/bin/sh
# SPDX-License-Identifier: MIT
# A kill at any moment leaves a valid store, and the next run completes it.
. "$(dirname "$0")/lib.sh"

many work 160 12
rounds=14
"$LUCUS" sync -q work --db clean.db > /dev/null
rm -f time.db
start=$(date +%s%N)
"$LUCUS" sync -q work --db time.db > /dev/null
took=$((($(date +%s%N) - start) / 1000000))
note "an undisturbed sync takes $took ms"

# Kill each round a little later: together the rounds cover the whole run.
killed=0 i=1
while [ "$i" -le "$rounds" ]; do
	"$LUCUS" sync -q work --db kill.db > kill.out 2> kill.err &
	pid=$!
	sleep "$(awk -v t="$took" -v i="$i" -v n="$rounds" 'BEGIN { printf "%.3f", t / 1000 * i / n }')"
	kill -9 "$pid" 2> /dev/null && killed=$((killed + 1))
	wait "$pid" 2> /dev/null
	if [ -s kill.db ]; then
		is "killed after $i/$rounds of the time: the store is whole" \
			"$(sqlite3 kill.db 'PRAGMA integrity_check' 2>&1)" ok
		# before the first commit there is nothing to show
		tables=$(sqlite3 kill.db 'SELECT count(*) FROM sqlite_schema')
		[ "$tables" = 0 ] || nok "killed after $i/$rounds: nothing but the last batch is missing" \
			sh -c "sqlite3 kill.db \"SELECT e.id FROM element e LEFT JOIN file f ON f.id = e.file WHERE f.id IS NULL\" | grep ."
	fi
	# from the start again every third time, else from where it was left
	if [ $((i % 3)) = 0 ]; then
		run "$LUCUS" sync work --db kill.db
		is "killed after $i/$rounds: the next run completes it" "$status $err" '0 '
		same_store "killed after $i/$rounds: and equals a clean store" kill.db clean.db
		rm -f kill.db kill.db-wal kill.db-shm
	fi
	i=$((i + 1))
done
ok "some runs were killed before their end" test "$killed" -ge 5
run "$LUCUS" sync work --db kill.db
is "the last one is completed" "$status" 0
same_store "and equals a clean store" kill.db clean.db
ok "its index holds" "$LUCUS" index --check --db kill.db

# A sync into $1.db was ended and exited with $2, which should be $3: it says why, and the next one completes its work.
ended() {
	is "$1: an ended sync exits with $3" "$2" "$3"
	is "$1: and says that it was" "$(cat "$1.err")" "lucus: sync: interrupted"
	is "$1: what it committed stays whole" "$(sqlite3 "$1.db" 'PRAGMA integrity_check')" ok
	run "$LUCUS" sync work --db "$1.db"
	is "$1: the next run completes it" "$status" 0
	same_store "$1: and equals a clean store after that" "$1.db" clean.db
}

# An interrupt is an orderly end. (timeout hands SIGINT on also where a shell makes its background jobs ignore it.)
rm -f int.db
third=$(awk -v t="$took" 'BEGIN { printf "%.3f", t / 3000 }')
timeout --foreground --preserve-status -s INT "$third" "$LUCUS" sync -q work --db int.db > int.out 2> int.err
ended int "$?" 130
rm -f term.db
"$LUCUS" sync -q work --db term.db > term.out 2> term.err &
pid=$!
sleep "$third"
kill -TERM "$pid"
wait "$pid"
ended term "$?" 143
done_testing
