#!/bin/sh
# SPDX-License-Identifier: MIT
# The trainer of what stands for words, on repositories of our own: what is documented as an automobile is a car in code.
. "$(dirname "$0")/lib.sh"

[ -n "$slow" ] && skip_all 'a build with sanitizers: training takes long'
B=${B-build}
case $B in /*) ;; *) B=$top/$B ;; esac
[ -x "$B/train-expansion" ] || skip_all "no $B/train-expansion"

# Four repositories, in which documentation says "automobile" and code "car", documentation "purchase" and code "buy".
for r in one two three four; do
	mkdir -p "trees/$r"
	awk -v r="$r" 'BEGIN {
		n = split("red blue slow fast old new big small wide narrow", kind, " ")
		for (i = 1; i <= n; i++) {
			k = kind[i]
			print "def f_" r "_" i "(x, " k "):\n    \"\"\"Steer an automobile, the " k " one.\"\"\"\n    car = x.car(" k ")\n    car.go(" i ")\n    return car\n"
			print "def g_" r "_" i "(y, " k "):\n    \"\"\"Purchase a house, the " k " one.\"\"\"\n    deal = y.buy(" k ")\n    deal.sign(" i ")\n    return deal\n"
		}
	}' > "trees/$r/code.py"
done
for r in one two three four; do
	git -C "trees/$r" init -q
	git -C "trees/$r" add .
	git -C "trees/$r" -c user.name=t -c user.email=t@example.org commit -qm first
	mkdir -p "clones/us+$r"
	mv "trees/$r" "clones/us+$r/repo"
	printf 'us/%s\t%s\tMIT\tpython\n' "$r" "$(git -C "clones/us+$r/repo" rev-parse HEAD)"
done > list

train() {
	to=$1
	shift
	run env B="$B" LUCUS="$LUCUS" OUT="$tmp/records" MIRRORS="$tmp/clones" TO="$tmp/$to" \
		"$top/scripts/train-expansion.sh" "$tmp/list" -- "$@"
}

train first -f 4
is 'status' "$status$out" 0
like 'what four repositories agree on' "$err" ' of 4 repositories or more$'
like 'a car is an automobile' "$(cat first)" '^automobil car [0-9]+'
like 'what is bought was purchased' "$(cat first)" '^purchas (deal|buy) [0-9]+'
nok 'not the other way round' grep -q '^car ' first
nok 'a word does not stand for itself' grep -qE '^([a-z]+) (.* )?\1 ' first
train second -f 4
ok 'the same records, the same table' cmp first second
train third -f 5
nok 'five repositories agree on nothing' grep -q . third
run env B="$B" "$B/train-expansion" -z "$tmp/records/set" "$tmp/no"
is 'a wrong option' "$status" 1

done_testing
