# SPDX-License-Identifier: MIT
# Judge the texts of scripts/bench-answers.sh, which says what is shown. The first file holds questions (number, question, lines
# that answer, kind), the second texts. For each text a line: number, language, kind, text, confidence, at which citation or hit the
# answer is shown (0: nowhere), after how many tokens, and the tokens of all.
BEGIN { FS = "\t" }

# the words of s, into v[1..]; where each ends into at[1..]
function words(s, v, at,    n, before) {
	for (n = before = 0; match(s, /[A-Za-z0-9]+/); s = substr(s, RSTART + RLENGTH)) {
		v[++n] = substr(s, RSTART, RLENGTH)
		at[n] = before += RSTART + RLENGTH - 1
	}
	return n
}

# line number of the file, read once; its size is what the file takes until its end
function source(path, number,    line, n) {
	if (!(path in lines)) {
		n = 0
		bytes[path, 0] = 0
		while ((getline line < (tree "/" path)) > 0) {
			text_of[path, ++n] = line
			bytes[path, n] = bytes[path, n - 1] + length(line) + 1
		}
		close(tree "/" path)
		lines[path] = n
	}
	return number <= lines[path] ? text_of[path, number] : ""
}

# Where in the text, of whose words there are n, the line ends that has these m words; 0: it is not there.
function stands(line,    m, i, j, k, digits, held, best) {
	m = words(line, want, unused)
	for (i = 1; i <= m; i++) digits += want[i] ~ /[0-9]/
	for (j = 1; j <= m; j++)
		for (i = 1; i <= n; i++) {
			if (have[i] != want[j]) continue
			held = 0
			for (k = 0; i + k <= n && j + k <= m && have[i + k] == want[j + k]; k++) held += want[j + k] ~ /[0-9]/
			if (k * 10 >= m * 6 && held == digits && (k > 1 || m == 1) && (!best || ends[i + k - 1] < best)) best = ends[i + k - 1]
		}
	return best
}

# The span is shown where the middle one of its lines is, in this order; sets first and byte.
function judge(span, whole,    path, from, to, i, j, k, c, before, m, most, line, at_citation, at_byte, t) {
	path = span
	sub(/:[0-9]+-[0-9]+$/, "", path)
	from = to = substr(span, length(path) + 2)
	sub(/-.*/, "", from)
	sub(/.*-/, "", to)
	m = most = 0
	for (i = from + 0; i <= to + 0; i++) {
		line = source(path, i)
		if (line !~ /[A-Za-z0-9]/) continue
		most++
		before = 0
		for (c = 1; c <= places; c++) {
			if (path_of[c] == path && first_of[c] <= i && i <= last_of[c]) {
				t = whole ? before + bytes[path, i] - bytes[path, first_of[c] - 1] : stands(line)
				if (t) {
					at_citation[++m] = c
					at_byte[m] = t
					break
				}
			}
			if (whole) before += size_of[c]
		}
	}
	if (!most || m < int(most / 2) + 1) return
	for (i = 2; i <= m; i++)
		for (j = i; j > 1 && at_byte[j] < at_byte[j - 1]; j--) {
			t = at_byte[j]; at_byte[j] = at_byte[j - 1]; at_byte[j - 1] = t
			t = at_citation[j]; at_citation[j] = at_citation[j - 1]; at_citation[j - 1] = t
		}
	k = int(most / 2) + 1
	for (i = c = 1; i <= k; i++) if (at_citation[i] > c) c = at_citation[i]
	if (!first || at_byte[k] < byte) byte = at_byte[k]
	if (!first || c < first) first = c
}

NR == FNR {
	gold[$1] = $3
	kind[$1] = $4
	next
}
{
	whole = $2 == "cited" || $2 == "hits"
	n = whole ? 0 : words($4, have, ends)
	places = split($5, place, " ")
	total = length($4)
	for (c = 1; c <= places; c++) {
		path_of[c] = place[c]
		sub(/^[0-9]+-[0-9]+:/, "", path_of[c])
		first_of[c] = last_of[c] = place[c]
		sub(/-.*/, "", first_of[c])
		sub(/:.*/, "", last_of[c])
		sub(/.*-/, "", last_of[c])
		first_of[c] += 0
		last_of[c] += 0
		gsub(/\001/, " ", path_of[c])
		source(path_of[c], 1)
		if (last_of[c] > lines[path_of[c]]) last_of[c] = lines[path_of[c]]
		size_of[c] = bytes[path_of[c], last_of[c]] - bytes[path_of[c], first_of[c] - 1]
		if (whole) total += size_of[c]
	}
	first = byte = 0
	spans = gold[$1] == "-" ? 0 : split(gold[$1], span, " ")
	for (s = 1; s <= spans; s++) judge(span[s], whole)
	printf "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\n", $1, language, kind[$1], $2, $3, first, int((byte + 3) / 4), int((total + 3) / 4)
}
