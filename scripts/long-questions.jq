# SPDX-License-Identifier: MIT
# Long questions: the messages of commits that explain themselves, with the elements whose lines they wrote. Input: what
# git log prints as RS, commit, US, subject, US, body. $small: the commits, one a line; $wrote: commit, element and file.

# What tools put below a message says nothing about the code.
def trailer: test("^ *([A-Z][A-Za-z]+(-[A-Za-z]+)+: |[Ff]ix(e[sd])?:? +#?[0-9]+\\.?$|[Cc]lose[sd]?:? +#?[0-9]+\\.?$|git-svn-id:|PiperOrigin|GitOrigin|Cr-|BUG=|R=|\\(cherry picked)");

def body: gsub("\r"; "") | split("\n") | map(select(trailer | not)) | join("\n")
	| gsub("<!--.*?-->"; ""; "m") | gsub("\n\n\n+"; "\n\n") | gsub("^\\s+|\\s+$"; "");

# Prose, not a list of the commits that were joined into this one.
def explains: ([scan("[A-Za-z]{2,}")] | length) >= 25 and ([split("\n")[] | select(test("^ *[-*] "))] | length) * 3 <= (split("\n") | length);

($wrote | split("\n") | map(select(. != "") | split("\t")) | group_by(.[0]) | map({ key: .[0][0], value: . }) | from_entries) as $of
	| ($small | split("\n") | map({ key: ., value: true }) | from_entries) as $few
	| split("\u001e")[] | select(. != "") | split("\u001f") | . as [$commit, $subject, $rest]
	| select($few[$commit])
	| { subject: ($subject | gsub(" *\\([#!][0-9]*\\)$"; "")), body: ($rest | body) }
	| select((.body | explains) and (.body | length) <= 6000)
	| select(.subject | ascii_downcase | test("typo|changelog|copyright|version|release|format|lint|style|revert|bump|merge|readme") | not)
	| { kind: "long", query: "\(.subject)\n\n\(.body)", elements: ([$of[$commit][][1]] | unique), files: ([$of[$commit][][2]] | unique),
	    id: "\($name)-long-\($commit[0:10])", h: $commit }
