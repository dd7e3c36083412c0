#!/bin/sh
# SPDX-License-Identifier: MIT
# The trainer of the built-in embedding on repositories of our own: what one calls an automobile and the other a car
# comes near, the table is the same again, and so it is with two threads.
. "$(dirname "$0")/lib.sh"
trainer=train-embed
. "$top/tests/cli/train-lib.sh"

learn() {
	train "$@" -n 300 -r 0.01 -m 1 -x 0
}

learn first -e 20 -j 1
is 'status' "$status$out" 0
like 'pairs are counted by kind' "$err" '^ +80 sentence of the documentation -> code$'
like 'and the loss falls' "$err" '^epoch 20 of 20, .* loss [012]\.'
learn second -e 20 -j 2
ok 'two threads, the same table' cmp first second
learn third -e 20 -s 2
nok 'another seed, another table' cmp -s first third
learn begun -e 0

mkdir fresh
cat > fresh/garage.py <<'EOF'
def wash(z):
    car = z.car()
    return car

def trade(z):
    deal = z.buy()
    return deal

def paint(automobile):
    return automobile.red
EOF
score() {
	rm -rf fresh/.lucus
	LUCUS_MODEL=$1 "$LUCUS" sync fresh -q > /dev/null
	(cd fresh && LUCUS_MODEL=$1 "$LUCUS" query "$2" -s vector -k 10 --format json) |
		jq -r --arg name "$3" 'select(.record == "hit" and (.name | endswith($name))) | .score' | head -n 1
}
more() {
	awk -v a="${1:-0}" -v b="${2:-0}" -v by="$3" 'BEGIN { exit !(a > b + by) }'
}
before=$(score "$tmp/begun" automobile wash)
after=$(score "$tmp/first" automobile wash)
other=$(score "$tmp/first" automobile trade)
ok "a synonym is learned: $before, $after" more "$after" "$before" 0.1
ok "of the one alone: $other" more "$after" "$other" 0.1

learn again -e 0 -i "$tmp/first"
ok 'a table that is gone on with begins where it was' cmp first again
learn on -e 2 -r 0.001 -i "$tmp/first"
nok 'and goes on' cmp -s first on
gone_on=$(score "$tmp/on" automobile wash)
ok "with what it knew: $gone_on" more "$gone_on" "$before" 0.1
learn wide -e 0 -n 1 -i "$top/src/embed/model.bin"
ok 'what the set lacks stays' [ "$(wc -c < wide)" -ge "$(wc -c < "$top/src/embed/model.bin")" ]
learn narrow -e 0 -i "$tmp/list"
is 'no table: status' "$status" 1
like 'it is told' "$err" '^train-embed: cannot use .*list'

printf 'us/gone\t1234567890\tMIT\tc\n' >> list
learn gone -e 1
is 'a repository that is missing: status' "$status" 3
like 'it is named' "$err" '^train-data: no us/gone at 1234567890$'
printf 'US/Two\n' > never
run env NEVER="$tmp/never" OUT="$tmp/records" MIRRORS="$tmp/clones" "$top/scripts/train-data.sh" "$tmp/list"
is 'a repository that must not be trained on: status' "$status" 1
like 'it is named, too' "$err" '^us/two'
run "$B/train-embed" list
is 'usage: status' "$status" 1
like 'usage' "$err" '^train-embed: usage:'
run "$B/train-embed" list table
like 'no set' "$err" '^train-embed: no training set'
done_testing
