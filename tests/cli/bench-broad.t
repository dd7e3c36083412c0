#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/bench-broad.sh: what counts as kept, the figures, and whole runs on trees and on articles of our own.
. "$(dirname "$0")/lib.sh"

command -v git > /dev/null || skip_all 'no git'
bench=$top/scripts/bench-broad.sh

# ---- what is kept, after how many tokens ----

mkdir -p tree/src
printf '1234567\n%.0s' 1 2 3 4 5 6 7 8 > tree/src/a.txt # two tokens a line
cp tree/src/a.txt tree/src/b.txt
{
	printf '1\tfiles\t1\tsrc/a.txt\n1\tfiles\t2\tsrc/b.txt\n'
	printf '2\tpassage\t1\tsrc/a.txt:3-4 src/b.txt:7-7\n2\tpassage\t2\tsrc/a.txt:8-8\n'
} > gold
{
	printf '1\thits\tsrc/b.txt:2-4\n1\thits\tsrc/a.txt:1-1\n'
	printf '1\tsnippets\tsrc/b.txt:1-1\n1\tsnippets\tsrc/b.txt:1-2\n'
	printf '2\thits\tsrc/a.txt:1-5\n2\tlazy\tsrc/b.txt:7-99\n2\tlazy\tsrc/a.txt:8-8\n'
} > kept
awk -v tree=tree -f "$top/scripts/kept.awk" gold kept > found
is 'a file, from its first line on' "$(grep "^found	1	hits" found | cut -f 5,6 | tr '\t\n' ': ')" '1:8 2:2 '
is 'a line that is kept twice is read once' "$(grep '^kept	1	snippets' found)" 'kept	1	snippets	4	1'
is 'a file that is not kept' "$(grep '^found	1	snippets' found | cut -f 5,6 | tr '\t\n' ': ')" '1:-1 2:2 '
is 'lines, the first of them' "$(grep '^found	2	hits' found | cut -f 5,6 | tr '\t\n' ': ')" '1:6 2:-1 '
is 'lines at another place, and none behind the end' "$(grep '	2	lazy' found | cut -f 4- | tr '\t\n' ': ')" \
	'passage:1:2 passage:2:6 6:2 '

# Two questions with two files each: of the first one at 10 tokens and one at 30, of the second none at all; the lazy way has both
# after 20 and 5 tokens.
{
	printf 'found\t1\thits\tfiles\t1\t10\nfound\t1\thits\tfiles\t2\t30\nkept\t1\thits\t40\t2\n'
	printf 'found\t1\tlazy\tfiles\t1\t5\nfound\t1\tlazy\tfiles\t2\t20\nkept\t1\tlazy\t20\t4\n'
	printf 'found\t2\thits\tfiles\t1\t-1\nfound\t2\thits\tfiles\t2\t-1\nkept\t2\thits\t40\t2\n'
	printf 'found\t2\tlazy\tfiles\t1\t5\nfound\t2\tlazy\tfiles\t2\t-1\nkept\t2\tlazy\t10\t2\n'
} > found
out=$(awk -v limits='10 30' -v plain=hits -f "$top/scripts/kept-figures.awk" found)
like 'shares after so many tokens' "$out" '^hits +0\.250 +0\.500 +0\.500 +40 +2\.0$'
like 'of the other' "$out" '^lazy +0\.500 +0\.750 +0\.750 +15 +3\.0$'
like 'with as many tokens' "$out" '^lazy +15 +0\.750 +0\.250 x +3\.00 \( *[0-9.]+ \.\. +[0-9.]+\)$'

# ---- trees ----

mkdir -p sets/dev mirrors/us
git_quietly() {
	git -c user.name=t -c user.email=t@example.org -c init.defaultBranch=main "$@" > git.out 2>&1 || {
		cat git.out
		exit 1
	}
}
mkdir shop
cp -R "$top/tests/fixtures/shop/shop" shop/src
git_quietly init -q shop
git_quietly -C shop add .
git_quietly -C shop commit -qm one
git_quietly clone -q --bare shop mirrors/us/shop.git
revision=$(git -C shop rev-parse HEAD)
printf 'name\tlanguage\trepository\trevision\troot\n' > sets/dev/repos.tsv
printf '%s\tpython\tus/%s\t%s\tsrc\n' shop shop "$revision" gone gone "$revision" >> sets/dev/repos.tsv
printf '# repository, question, files\nus/shop\thow are prices and the cart computed\tsrc/prices.py src/cart.py\n' > questions
printf 'us/gone\thow\tsrc/prices.py\n' >> questions
measure() {
	run env OUT="$tmp/out" MIRRORS="$tmp/mirrors" QUESTIONS="$tmp/questions" "$@"
}
measure "$bench" code sets
is 'a repository that is nowhere: status' "$status" 3
like 'it is named' "$err" '^bench-broad: no sources of gone: '
measure NAMES=shop "$bench" code sets
is 'without it: status' "$status $err" '0 '
like 'one question' "$out" '^files kept of 1 questions, by tokens$'
like 'all files are in the hits' "$out" '^hits .* 1\.000 +1\.000 +[0-9]+ +[0-9.]+$'
like 'a lazy query keeps sentences' "$out" '^lazy-z500 .* [01]\.[0-9]{3} +[1-9][0-9]* +[0-9.]+$'
like 'the answer is set against them' "$out" '^answer +[0-9]+ +[01]\.[0-9]{3} +[01]\.[0-9]{3} x +1\.00 \( +1\.00 \.\. +1\.00\) '

# ---- articles: the quotation is cut, and has marks that the article has, too ----

mkdir -p news/datasets/AP_news/raw_data/2024 news/datasets/AP_news/generated_questions_v2
article() { # ID HEADLINE BODY
	printf '\357\273\277{"altids": {"itemid": "%s"}, "firstcreated": "2024-01-02T03:04:05Z", "headline": "%s", "body_nitf": "%s"}\n' \
		"$1" "$2" "$3" > "news/datasets/AP_news/raw_data/2024/$1.json"
}
article moon0000000000 'Cheese &amp; the moon' '<p>The moon has been looked at for long. Dr. Rind of the <a href=\"http://x/?a=1&amp;b=2\">Dairy Institute</a> said on Monday that it is made of 40% cheese.</p><p>Others doubt it, and want to see for themselves what it is made of.</p>'
article sun00000000000 'The sun' '<p>The sun is far away. It is warm, and nobody has been there.</p>'
cat > news/datasets/AP_news/generated_questions_v2/data_local_questions_assertions.json <<'EOT'
[{"question_text": "What share of the moon is cheese?", "claims": [{"statement": "Of the moon 40% are cheese.", "sources": [
 {"text": "headline: Cheese & the moon\nfirstcreated: 2024-01-02T03:04:05Z\nooked at for long. Dr. Rind of the <a href=\"http://x/?a=1&amp;b=2\">Dairy Institute</a> said on Monday that it is made of 40% cheese.</p><p>Others doubt it, and wa"},
 {"text": "headline: Gone\nfirstcreated: 2024-01-02T03:04:05Z\nNobody knows where this stands, or whether it was ever printed at all."}]}]}]
EOT
measure "$bench" news news
is 'articles: status' "$status" 0
is 'a passage that no article has is told' "$err" 'no article has the passage 2 of question 1: Gone'
is 'an article, a sentence a line' "$(cat out/sources/news/2024-01-02-moon00000000.md)" "# Cheese & the moon

2024-01-02

The moon has been looked at for long.
Dr. Rind of the Dairy Institute said on Monday that it is made of 40% cheese.

Others doubt it, and want to see for themselves what it is made of."
is 'where the passage stands: a line of which less than half is quoted is not of it' "$(cut -f 2- out/records/gold)" \
	"passage	1	2024-01-02-moon00000000.md:6-6
sentence	1	2024-01-02-moon00000000.md:6-6"
is 'a chunk of it' "$(cat out/sources/news-chunks/2024-01-02-moon00000000.md.5-8.md)" "$(cat out/sources/news/2024-01-02-moon00000000.md)"
like 'a chunk stands for lines of the article' "$out" '^chunks .* 1\.000 +1\.000 +[0-9]+ +1\.0$'
like 'passages' "$out" '^passage kept of 1 questions, by tokens$'
like 'and sentences are measured' "$out" '^sentence kept of 1 questions, by tokens$'
like 'the hits hold it' "$out" '^hits .* 1\.000 +1\.000 +[0-9]+ +[0-9.]+$'

run "$bench" code nowhere
is 'no table: status' "$status" 1
run "$bench" songs sets
is 'no such kind: status' "$status" 2
run "$bench"
is 'no folder: status' "$status" 2

done_testing
