# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What tests of trainers read behind lib.sh, with $trainer set to the name of one: repositories of our own, named in $tmp/list, and
#   train NAME [OPTION...]   learn from them with scripts/$trainer.sh; $tmp/NAME is the table
# All is skipped where the trainer is not built, and in builds with sanitizers.
[ -n "$slow" ] && skip_all 'a build with sanitizers: training takes long'
B=${B-build}
case $B in /*) ;; *) B=$top/$B ;; esac
[ -x "$B/$trainer" ] || skip_all "no $B/$trainer"

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
		"$top/scripts/$trainer.sh" "$tmp/list" -- "$@"
}
