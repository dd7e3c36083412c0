# SPDX-License-Identifier: MIT
# The figures of scripts/bench-broad.sh, of the lines that scripts/kept.awk prints: means over the questions of the share that is kept,
# after so many tokens (LIMITS, a list), and of each way against the plain ones (PLAIN, a list) cut at its tokens, question by question:
# how many times as much, with a 95% interval (bootstrap over questions, seed 1).
BEGIN {
	FS = "\t"
	steps = split(limits, limit, " ")
	plains = split(plain, plain_way, " ") # those of them that there are
}
function add(list, seen, key) { if (!(key in seen)) { seen[key] = 1; list[++list[0]] = key } }
# the share of the question's that the way has after so many tokens; below 0: after all
function share(question, way, measure, tokens,    n, i, part, held) {
	n = split(found[question, way, measure], part, " ")
	for (i = 1; i <= n; i++) held += part[i] >= 0 && (tokens < 0 || part[i] <= tokens)
	return n ? held / n : 0
}
function drawn(n) { state = state * 16807 % 2147483647; return 1 + int(state / 2147483647 * n) }
# sets low and high: what sum(a) / sum(b) is of n pairs drawn with replacement
function interval(a, b, way, n,    i, j, k, t, x, sum, ratio) {
	state = 1
	for (i = 1; i <= 1000; i++) {
		x = sum = 0
		for (j = 1; j <= n; j++) { t = drawn(n); x += a[t]; sum += b[way, t] }
		t = sum ? x / sum : 0
		for (k = i; k > 1 && ratio[k - 1] > t; k--) ratio[k] = ratio[k - 1]
		ratio[k] = t
	}
	low = ratio[26]
	high = ratio[975]
}
$1 == "found" {
	add(questions, q, $2); add(ways, w, $3); add(measures, m, $4)
	found[$2, $3, $4] = found[$2, $3, $4] " " $6
}
$1 == "kept" { kept[$2, $3] = $4; files[$2, $3] = $5 }
END {
	for (i = n = 0; i++ < plains;) if (plain_way[i] in w) plain_way[++n] = plain_way[i]
	plains = n
	for (a = 1; a <= measures[0]; a++) {
		measure = measures[a]
		printf "%s%s kept of %d questions, by tokens\n%-28s", (a > 1 ? "\n" : ""), measure, questions[0], "way"
		for (i = 1; i <= steps; i++) printf " %7d", limit[i]
		printf " %7s %7s %7s\n", "all", "tokens", "files"
		for (b = 1; b <= ways[0]; b++) {
			printf "%-28s", ways[b]
			for (i = 1; i <= steps + 1; i++) {
				sum = 0
				for (c = 1; c <= questions[0]; c++) sum += share(questions[c], ways[b], measure, (i > steps) ? -1 : limit[i])
				printf " %7.3f", sum / questions[0]
			}
			sum = opened = 0
			for (c = 1; c <= questions[0]; c++) { sum += kept[questions[c], ways[b]]; opened += files[questions[c], ways[b]] }
			printf " %7.0f %7.1f\n", sum / questions[0], opened / questions[0]
		}
	}
	for (a = 1; a <= measures[0]; a++) {
		measure = measures[a]
		head = 0
		for (b = 1; b <= ways[0]; b++) {
			if (index(" " plain " ", " " ways[b] " ")) continue
			if (!head++) {
				printf "\n%s kept, against the plain ways with as many tokens for each question\n%-28s %7s %7s", measure, "way", "tokens",
					"kept"
				for (i = 1; i <= plains; i++) printf "  %32s", plain_way[i]
				printf "\n"
			}
			sum = mine = 0
			split("", other)
			for (c = 1; c <= questions[0]; c++) {
				sum += kept[questions[c], ways[b]]
				mine += a_share[c] = share(questions[c], ways[b], measure, -1)
				for (i = 1; i <= plains; i++)
					other[i] += b_share[i, c] = share(questions[c], plain_way[i], measure, kept[questions[c], ways[b]])
			}
			printf "%-28s %7.0f %7.3f", ways[b], sum / questions[0], mine / questions[0]
			for (i = 1; i <= plains; i++) {
				interval(a_share, b_share, i, questions[0])
				printf "  %7.3f x %5.2f (%5.2f .. %5.2f)", other[i] / questions[0], (other[i] ? mine / other[i] : 0), low, high
			}
			printf "\n"
		}
	}
}
