# SPDX-License-Identifier: MIT
# The figures of scripts/bench-answers.sh, of the lines that scripts/answer-lines.awk writes.
function share(x, of) { return of ? x / of : 0 }
function count(key) {
	if (!(key in asked)) order[++keys] = key
	asked[key]++
	five[key] += first && first <= 5
	early[key] += first && after <= tokens
	found[key] += first > 0
	size[key] += total
}
function row(key, title) {
	printf "%-22s %9d %9.3f %9.3f %9.3f %9.0f\n", title, asked[key], share(five[key], asked[key]), share(early[key], asked[key]),
		share(found[key], asked[key]), share(size[key], asked[key])
}
function heads(title) {
	printf "\n%-22s %9s %9s %9s %9s %9s\n", title, "questions", "first 5", "in " tokens, "anywhere", "tokens"
}
# the chance that one of a[1..na] is above one of b[1..nb], ties for half
function auroc(a, na, b, nb,    i, j, sum) {
	for (i = 1; i <= na; i++) for (j = 1; j <= nb; j++) sum += a[i] > b[j] ? 1 : a[i] == b[j] ? .5 : 0
	return share(sum, na * nb)
}
{
	language = $2; kind = $3; text = $4; confidence = $5; first = $6; after = $7; total = $8
	if (kind == "absent") {
		if (text == "answer") absent[++absents] = confidence
		next
	}
	count("text:" text)
	if (text != "answer") next
	count("kind:" kind)
	count("language:" language)
	present[++presents] = confidence
	if (first) right[++rights] = confidence
	else wrong[++wrongs] = confidence
	b = int(confidence * 10)
	if (b > 9) b = 9
	bin[b]++
	bin_sum[b] += confidence
	bin_right[b] += first > 0
}

# The mean of |k/n - p| for k of n, each with chance p.
function spread(n, p,    k, chance, sum) {
	if (p <= 0 || p >= 1) return 0
	chance = exp(n * log(1 - p))
	for (k = 0; k <= n; k++) {
		sum += chance * (k / n > p ? k / n - p : p - k / n)
		chance *= (n - k) / (k + 1) * p / (1 - p)
	}
	return sum
}
END {
	heads("text")
	row("text:answer", "answer")
	row("text:cited", "cited, whole")
	row("text:snippets", "snippets of hits")
	row("text:hits", "hits, whole")
	heads("answers by kind")
	for (i = 1; i <= keys; i++) if (order[i] ~ /^kind:/) row(order[i], substr(order[i], 6))
	heads("answers by language")
	for (i = 1; i <= keys; i++) if (order[i] ~ /^language:/) row(order[i], substr(order[i], 10))
	printf "\n%-22s %9s %9s %9s\n", "confidence", "questions", "mean", "right"
	for (b = 0; b < 10; b++) {
		if (!bin[b]) continue
		printf "%-22s %9d %9.3f %9.3f\n", sprintf("%.1f to %.1f", b / 10, (b + 1) / 10), bin[b], bin_sum[b] / bin[b],
			bin_right[b] / bin[b]
		chance += bin[b] / presents * spread(bin[b], bin_sum[b] / bin[b])
		error += (bin_sum[b] > bin_right[b] ? bin_sum[b] - bin_right[b] : bin_right[b] - bin_sum[b]) / presents
	}
	printf "expected calibration error %.3f over 10 bins; right: the answer shows the lines anywhere\n", error
	printf "by chance alone %.3f: what a confidence that is exactly right would show of so few questions\n", chance
	if (absents) printf "auroc %.3f of %d questions against %d absent ones\n", auroc(present, presents, absent, absents), presents, absents
	printf "auroc %.3f of %d right answers against %d others\n", auroc(right, rights, wrong, wrongs), rights, wrongs
}
