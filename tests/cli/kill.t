#!/bin/sh
# SPDX-License-Identifier: MIT
# A kill at any moment leaves a valid store, and the next run completes it.
. "$(dirname "$0")/lib.sh"

[ -r "/proc/$$/stat" ] || skip_all 'no /proc here'
tick=$((1000 / $(getconf CLK_TCK)))
# Moments are told by the processor's time, so that they are parts of the work, whatever else the machine is at.
past() { # MS: process $pid has had these
	read -r line 2> /dev/null < "/proc/$pid/stat" || return
	# shellcheck disable=SC2086 # fields
	set -- "$1" ${line##*) }
	[ $(((${13} + ${14}) * tick)) -ge "$1" ]
}

many work 160 12
rounds=14
"$LUCUS" sync -q work --db clean.db > /dev/null
# shellcheck disable=SC2016
took=$(sh -c '"$LUCUS" sync -q work --db time.db > time.out; times' | tail -n 1 | tr ms '  ' |
	awk '{ print int((60 * ($1 + $3) + $2 + $4) * 1000) }')
note "an undisturbed sync takes $took ms of the processor's time"

# Kill each round a little later: together the rounds cover the whole run.
killed=0 i=1
while [ "$i" -le "$rounds" ]; do
	"$LUCUS" sync -q work --db kill.db > kill.out 2> kill.err &
	pid=$!
	until past $((took * i / rounds)) || ! kill -0 "$pid" 2> /dev/null; do sleep .01; done
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

# A sync into $1.db gets the signal $1 amid its work and exits with $2: it says why, and the next one completes its work.
ended() {
	for try in 1 2 3 4 5 6 7 8 9; do
		rm -f "$1.db"*
		amid "$1" "past $((took / 3))" "$LUCUS" sync -q work --db "$1.db"
		[ "$status" = 0 ] || break # it was done before the signal came
	done
	is "$1: an ended sync exits with $2" "$status" "$2"
	is "$1: and says that it was" "$err" "lucus: sync: interrupted"
	is "$1: what it committed stays whole" "$(sqlite3 "$1.db" 'PRAGMA integrity_check')" ok
	run "$LUCUS" sync work --db "$1.db"
	is "$1: the next run completes it" "$status" 0
	same_store "$1: and equals a clean store after that" "$1.db" clean.db
}

# An interrupt is an orderly end.
ended INT 130
ended TERM 143
done_testing
