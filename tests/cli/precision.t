#!/bin/sh
# SPDX-License-Identifier: MIT
# The judged samples of resolved calls reach their targets, and the script that says so notices when they do not.
. "$(dirname "$0")/lib.sh"

precision=$top/scripts/precision.sh

ok "all judged samples reach their targets" "$precision"

# judged N RIGHT GRADE: a file of N edges, RIGHT of them right
judged() {
	awk -v n="$1" -v right="$2" -v grade="$3" 'BEGIN {
		OFS = "\t"
		print "# comment"
		for (i = 0; i < n; i++)
			print grade, "import", "a.py:1", "a.f", "g", "b.g", "b.py:2", i < right ? "right" : "wrong",
				i < right ? "" : "why"
	}'
}

judged 100 97 exact > exact.tsv
run "$precision" exact.tsv
is "97 of 100 are enough" "$status $out" "0 exact        exact    97 of 100 0.970 (target 0.97)"
judged 100 96 exact > exact.tsv
nok "96 of 100 are not" "$precision" exact.tsv
judged 100 93 unique > unique.tsv
ok "93 of 100 guesses are enough" "$precision" unique.tsv
judged 100 92 unique > unique.tsv
nok "92 of 100 guesses are not" "$precision" unique.tsv
judged 100 100 unique > good.tsv
nok "one bad file of two is noticed" "$precision" unique.tsv good.tsv
judged 10 10 exact | sed 's/right/likely/' > odd.tsv
nok "another verdict is none" "$precision" odd.tsv
echo '# nothing' > empty.tsv
nok "an empty sample proves nothing" "$precision" empty.tsv

done_testing
