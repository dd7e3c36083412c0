# SPDX-License-Identifier: MIT
# What of what answers a question is kept, and after how many tokens. The first file says what answers: number of the question, measure,
# number, and places, any of which counts: PATH:FIRST-LAST, any line of it, or PATH, any line of the file. The second says what was
# kept, best first: question, way that it was found, PATH:FIRST-LAST. A line that is kept twice is read once; tokens are a quarter of the
# bytes. Prints "found", question, way, measure, number and tokens (-1: it is not kept), and "kept", question, way, tokens and files.
# TREE is where the paths begin.
BEGIN { FS = OFS = "\t" }

function source(path,    line, n) {
	if (path in lines) return
	while ((getline line < (tree "/" path)) > 0) bytes[path, ++n] = length(line) + 1
	close(tree "/" path)
	lines[path] = n + 0
}

function tell(    i, part) {
	if (way == "") return
	for (i = 1; i <= wanted[question]; i++) {
		split(want[question, i], part, OFS)
		print "found", question, way, part[1], part[2], i in at ? at[i] : -1
	}
	print "kept", question, way, int((total + 3) / 4), files
}

NR == FNR {
	want[$1, ++wanted[$1]] = $2 OFS $3
	n = split($4, place, " ")
	for (i = 1; i <= n; i++) {
		if (place[i] !~ /:[0-9]+-[0-9]+$/) {
			of_file[$1, place[i]] = of_file[$1, place[i]] " " wanted[$1]
			continue
		}
		path = place[i]
		sub(/:[0-9]+-[0-9]+$/, "", path)
		split(substr(place[i], length(path) + 2), range, "-")
		for (j = range[1] + 0; j <= range[2] + 0; j++) of_line[$1, path, j] = of_line[$1, path, j] " " wanted[$1]
	}
	next
}
$1 != question || $2 != way {
	tell()
	question = $1
	way = $2
	total = files = 0
	split("", at)
	split("", read)
	split("", opened)
}
{
	path = $3
	sub(/:[0-9]+-[0-9]+$/, "", path)
	split(substr($3, length(path) + 2), range, "-")
	source(path)
	if (!(path in opened)) files++
	opened[path] = 1
	for (i = range[1] + 0; i <= range[2] + 0 && i <= lines[path]; i++) {
		if ((path, i) in read) continue
		read[path, i] = 1
		total += bytes[path, i]
		n = split(of_line[question, path, i] of_file[question, path], met, " ")
		for (j = 1; j <= n; j++) if (!(met[j] in at)) at[met[j]] = int((total + 3) / 4)
	}
}
END { tell() }
