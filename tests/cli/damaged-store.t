#!/bin/sh
# SPDX-License-Identifier: MIT
# Stores that were cut short, or have other bytes in places: whoever works on one ends normally, with an answer or an error. And a
# signal amid eval, which reads one for long.
. "$(dirname "$0")/lib.sh"

many t 3 4
"$LUCUS" sync -q t --db whole.db > sync.out
sqlite3 whole.db "PRAGMA wal_checkpoint(TRUNCATE)" > checkpoint.out
: > empty
bytes=$(wc -c < whole.db)
printf '%s\n' '{"query":"how is an item put on a level of a shelf","relevant":["py/mod1.py"]}' > queries

# damaged SEED: d.db, damaged in a way that depends on the number alone
damaged() {
	rm -f d.db d.db-*
	cp whole.db d.db
	awk -v seed="$1" -v bytes="$bytes" 'BEGIN {
		srand(seed)
		if (seed % 4 == 0) print "cut", int(rand() * bytes)
		else if (seed % 4 == 1) print "page", int(rand() * bytes / 4096)
		else for (i = 0; i < (seed % 4 == 2 ? 3 : 200); i++) print "byte", 100 + int(rand() * (bytes - 100))
	}' > damage
	while read -r what at; do
		case $what in
		cut) truncate -s "$at" d.db ;;
		page) head -c 4096 whole.db | tr '\000-\377' '\101-\377\000-\100' | dd of=d.db bs=4096 seek="$at" conv=notrunc 2> dd.err ;;
		byte) printf 'Z' | dd of=d.db bs=1 seek="$at" conv=notrunc 2> dd.err ;;
		esac
	done < damage
}

# ended WHAT STATUS: 0 or 1, or 143 of what ran until it was told to end
ended() {
	case $2 in
	0 | 1 | 3 | 4 | 143) ;;
	*) echo "seed $seed: $1: status $2: $(tail -n 2 "$tmp.one")" >> wrong ;;
	esac
}
# sh within CMD...: a minute of processor time, five of the clock
cat > within << 'EOF'
ulimit -t 60
exec timeout -k 5 300 "$@"
EOF
listens() { # FILE: process $pid has said there where, or has ended
	[ -s "$1" ] || ! kill -0 "$pid" 2> kill.err
}

seeds=10
[ -z "$slow" ] || seeds=4
: > wrong
for seed in $(seq "$seeds"); do
	for c in embed 'index' 'eval queries' 'eval queries --compare answer,lazy-graph --llm-provider none' 'sync t'; do
		damaged "$seed"
		# shellcheck disable=SC2086
		sh within "$LUCUS" $c -q --db d.db < empty > out 2> "$tmp.one"
		ended "$c" $?
	done
	damaged "$seed"
	LAZY_GRAPH_ENABLED=true sh within "$LUCUS" serve --watch --db d.db --listen 127.0.0.1:0 --grace 1 > out 2> "$tmp.one" &
	pid=$!
	await listens out
	url=$(jq -r .url out 2> jq.err)
	for path in query api/v1/lazy-graph/query; do
		[ "$url" ] || break
		code=$(curl -s -m 120 -o reply -w '%{http_code}' -H 'Content-Type: application/json' -d '{"text":"how is an item put on a level"}' "$url/$path")
		case $code in 200 | 404 | 500 | 503) ;; *) echo "seed $seed: $path: $code $(cat reply)" >> wrong ;; esac
	done
	kill -TERM "$pid" 2> kill.err
	wait "$pid"
	ended serve $?
	damaged "$seed"
	sh within "$LUCUS" sync t --watch -q --db d.db > out 2> "$tmp.one" &
	pid=$!
	sleep .3
	printf 'def changed_%s():\n    return 1\n' "$seed" > t/py/changed.py
	sleep .3
	kill -TERM "$pid" 2> kill.err
	wait "$pid"
	ended watch $?
done
is "damaged in $seeds ways: all end normally" "$(cat wrong)" ''

# What is wrong with the store is no mistake of who asks.
cp whole.db none.db
"$LUCUS" serve --db none.db --listen 127.0.0.1:0 > none.out 2> none.err &
pid=$!
servers=$pid
await listens none.out
head -c 4096 /dev/zero > none.new
tail -c +4097 whole.db >> none.new
mv none.new none.db
ask() {
	curl -s -m 120 -o reply -w '%{http_code}' -H 'Content-Type: application/json' -d "$1" "$(jq -r .url none.out)/query"
}
is 'a store that is none: the server failed' "$(ask '{"text":"how is an item put on a level"}')" 500
is 'a body that is none: who asks did' "$(ask '{"text":')" 400
kill -TERM "$pid"
wait "$pid"

# ---- a signal amid eval ----

many big 12 30
"$LUCUS" sync -q big --db big.db > sync.out
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "{\"query\":\"how is item %d put on a level of shelf %d\",\"relevant\":[\"py/mod1.py\"]}\n", i, i % 12 }' > many.jsonl
for sig in INT TERM HUP; do
	case $sig in INT) want=130 ;; TERM) want=143 ;; *) want=129 ;; esac
	for how in '' '--compare answer,lazy-graph --llm-provider none'; do
		rm -f page.html
		# shellcheck disable=SC2016,SC2086
		amid "$sig" 'ls -l "/proc/$pid/fd" | grep -q big.db && sleep .3' "$LUCUS" eval many.jsonl -q --db big.db $how --report page.html
		is "SIG$sig amid eval $how: the status says which" "$status" "$want"
		is "SIG$sig amid eval $how: no line is cut, and no page is left" "$(jq -c . < "$tmp.out" > lines 2>&1; echo "$?") $(ls page.html* 2> ls.err)" '0 '
	done
done
run "$LUCUS" index --check --db big.db
is 'the store is as it was' "$status" 0
# What would be answered differently without a word is found by a check.
many fine 3 4
"$LUCUS" sync -q fine --db fine.db > sync.out
sqlite3 fine.db "PRAGMA wal_checkpoint(TRUNCATE)" > checkpoint.out
"$LUCUS" index --check --db fine.db > check.out 2> check.err
is 'a store that is whole' "$? $(jq -r 'select(.ok == false).name' check.out)" '0 '
while IFS='|' read -r name sql; do
	cp fine.db d.db
	rm -f d.db-*
	sqlite3 d.db "$sql"
	"$LUCUS" index --check --db d.db > check.out 2> check.err
	is "found: $sql" "$? $(jq -r 'select(.ok == false).name' check.out | grep -x "$name")" "4 $name"
done << 'EOF'
elements|UPDATE element SET signature = 'def other()' WHERE id = (SELECT max(id) FROM element)
elements|UPDATE element SET docstring = 'It says something else.' WHERE id = (SELECT max(id) FROM element)
elements|UPDATE element SET end_line = end_line - 1 WHERE id = (SELECT max(id) FROM element)
elements|UPDATE element SET code = replace(code, 'return', 'retort') WHERE code IS NOT NULL
elements|UPDATE element SET uuid = 'z' || substr(uuid, 2) WHERE id = (SELECT max(id) FROM element)
element words|UPDATE words SET data = CAST(substr(data, 1, length(data) - 1) || x'00' AS BLOB)
EOF
done_testing
