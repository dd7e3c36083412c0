# SPDX-License-Identifier: MIT
# Where the passages of scripts/news-questions.jq stand. The first file holds the lines of scripts/news-articles.jq, the second the
# passages. For each passage two lines as scripts/kept.awk takes them: the passage itself, any line of which counts, and the
# sentence of it that has most of the claim (a number counts threefold). What is not found goes to the error output.
BEGIN { FS = "\t" }

function words(s, v,    n) {
	for (n = 0; match(s, /[A-Za-z0-9\200-\377]+/); s = substr(s, RSTART + RLENGTH)) v[++n] = tolower(substr(s, RSTART, RLENGTH))
	return n
}

# Where in the article the run of the n words quote[from..] begins: the number of its word; 0: nowhere.
function begins(file, from, n,    i, j) {
	for (i = 1; i + n - 1 <= size[file]; i++) {
		for (j = 0; j < n && word[file, i + j] == quote[from + j]; j++) ;
		if (j == n) return i
	}
	return 0
}

NR == FNR {
	if ($1 != file) {
		file = $1
		line = 0
		title = ""
		m = words($2, unused)
		for (i = 1; i <= m; i++) title = title unused[i] " "
		articles[title] = articles[title] file "\t"
	}
	text[file, ++line] = $2
	m = words($2, unused)
	for (i = 1; i <= m; i++) {
		word[file, ++size[file]] = unused[i]
		line_of[file, size[file]] = line
		length_of[file, line]++
	}
	next
}
{
	title = ""
	m = words($3, unused)
	for (i = 1; i <= m; i++) title = title unused[i] " "
	n = words($5, quote)
	claims = words($6, claim)
	split("", claimed)
	for (i = 1; i <= claims; i++) if (length(claim[i]) > 3 || claim[i] ~ /[0-9]/) claimed[claim[i]] = claim[i] ~ /[0-9]/ ? 3 : 1
	spans = keys = ""
	files = split(articles[title], candidate, "\t") - 1
	for (f = 1; f <= files; f++) {
		file = candidate[f]
		# its first and last words may be cut
		first = begins(file, 3, 6)
		last = begins(file, n - 7, 6)
		if (!first && !last) continue
		if (!first) first = last - n + 10 > 1 ? last - n + 10 : 1
		last = last ? last + 5 : first + n - 5
		if (last > size[file]) last = size[file]
		split("", held)
		for (i = first; i <= last; i++) held[line_of[file, i]]++
		from = line_of[file, first]
		to = line_of[file, last]
		if (from < to && held[from] * 2 < length_of[file, from]) from++
		while (from < to && !length_of[file, from]) from++
		if (from < to && held[to] * 2 < length_of[file, to]) to--
		while (from < to && !length_of[file, to]) to--
		best = -1
		for (i = from; i <= to; i++) {
			split("", seen)
			score = 0
			m = words(text[file, i], unused)
			for (j = 1; j <= m; j++)
				if ((unused[j] in claimed) && !(unused[j] in seen)) { seen[unused[j]] = 1; score += claimed[unused[j]] }
			if (score > best) { best = score; key = i }
		}
		spans = spans (spans == "" ? "" : " ") file ":" from "-" to
		keys = keys (keys == "" ? "" : " ") file ":" key "-" key
	}
	if (spans == "") {
		print "no article has the passage " $2 " of question " $1 ": " $3 > "/dev/stderr"
		next
	}
	print $1 "\tpassage\t" $2 "\t" spans
	print $1 "\tsentence\t" $2 "\t" keys
}
