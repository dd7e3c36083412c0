#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus serve --watch is killed while it answers and writes: the store is whole, the next one serves it, and what a sync makes of it
# then is what a clean one makes. With kills=N in its environment: so many times.
. "$(dirname "$0")/lib.sh"

ldconfig -p 2> /dev/null | grep -q libmicrohttpd.so.12 || skip_all 'libmicrohttpd is not installed'

kills=${kills:-4}
many work 120 6
"$LUCUS" sync -q work --db t.db > /dev/null

start() {
	rm -f ready
	mkfifo ready
	"$LUCUS" serve --db t.db --listen 127.0.0.1:0 --watch > ready 2> log &
	server=$!
	servers="$servers $server"
	read -r line < ready
	url=$(printf '%s\n' "$line" | jq -r .url)
}

# Ask as long as $1 is there: what comes back, 200 or not, counts for $1.replies.
ask_always() {
	while [ -e "$1" ]; do
		curl -s -m 60 -o "$1.body" -w '%{http_code}\n' -H 'Content-Type: application/json' \
			-d "{\"text\":\"turn wheel $2 by some steps\",\"k\":3}" "$url/query" >> "$1.replies"
	done
}

# Change the tree as long as $1 is there: functions come, names change, files come and go.
edit_always() {
	i=0
	while [ -e "$1" ]; do
		i=$((i + 1))
		for f in work/py/mod$((4 * (i % 30))).py work/c/part$((4 * (i % 30) + 1)).c; do
			case $f in
			*.py) printf '\n\ndef later_%s(x):\n    return Shelf0().place0(x)\n' "$2_$i" >> "$f" ;;
			*) printf '\nint later_%s(int n)\n{\n\treturn turn_1_0(n);\n}\n' "$2_$i" >> "$f" ;;
			esac
		done
		echo "def extra_$i(): pass" > work/py/extra$((i % 7)).py
		rm -f work/py/extra$(((i + 3) % 7)).py
		sleep .02
	done
}

generation() {
	sqlite3 -readonly -cmd '.timeout 10000' t.db 'SELECT max(generation) FROM kb'
}
has_written() {
	[ "$(generation)" != "$before" ]
}

seed=$$
note "seed $seed"
round=1
while [ $round -le "$kills" ]; do
	: > busy
	: > busy.replies
	before=$(generation)
	start
	for i in 1 2 3; do ask_always busy $i & asking="${asking-} $!"; done
	edit_always busy $round &
	asking="$asking $!"
	await grep -q 200 busy.replies
	await has_written
	wrote=$?
	sleep "$(awk -v s=$((seed + round)) 'BEGIN { srand(s); printf "%.3f", 1.6 * rand() }')"
	kill -KILL "$server"
	wait "$server" 2> /dev/null
	rm busy
	# shellcheck disable=SC2086 # processes
	wait $asking
	asking=''
	ok "$round: it answered before" grep -q 200 busy.replies
	is "$round: and wrote" "$wrote" 0
	is "$round: the store is whole" "$(sqlite3 t.db 'PRAGMA integrity_check' 2>&1)" ok
	ok "$round: and says what it holds" "$LUCUS" status --db t.db
	start
	run curl -s -m 60 -o body -w '%{http_code}' -H 'Content-Type: application/json' -d '{"text":"turn wheel","k":3}' "$url/query"
	is "$round: the next one serves it" "$out $(jq '.data.hits | length' body)" '200 3'
	kill "$server"
	wait "$server"
	is "$round: and ends as it is told" $? 0
	ok "$round: a sync completes it" "$LUCUS" sync -q work --db t.db
	rm -f clean.db*
	"$LUCUS" sync -q work --db clean.db > /dev/null
	same_store "$round: as a clean one" t.db clean.db
	ok "$round: its index holds" "$LUCUS" index --check --db t.db
	round=$((round + 1))
done
done_testing
