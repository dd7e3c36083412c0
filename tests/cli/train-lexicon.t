#!/bin/sh
# SPDX-License-Identifier: MIT
# The trainer of the lexicon on pairs of our own: words go with what they mean, texts without blanks are cut, what is given
# is taken before it, English is left out, and the same pairs give the same file.
. "$(dirname "$0")/lib.sh"

B=${B-build}
case $B in /*) ;; *) B=$top/$B ;; esac
[ -x "$B/train-lexicon" ] || skip_all "no $B/train-lexicon"
# it learns once and ends: what it holds then is not freed, and is no leak
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS

# Each noun with each verb, as catalogs have them.
awk 'BEGIN {
	n = split("file:Datei:文件 window:Fenster:窗口 folder:Ordner:目录 password:Kennwort:密码", noun, " ")
	m = split("open:öffnen:打开 close:schließen:关闭 delete:löschen:删除 search:suchen:搜索", verb, " ")
	for (i = 1; i <= n; i++)
		for (j = 1; j <= m; j++) {
			split(noun[i], a, ":"); split(verb[j], b, ":")
			print "de\t" b[1] " the " a[1] "\tdie " a[2] " " b[2]
			print "zh\t" b[1] " the " a[1] "\t" b[3] a[3]
			print "de\t" b[1] " httpd\thttpd " b[2]
		}
}' > pairs
printf 'de\twie\thow\nde\tdie\t\n' > words
printf 'en\tde\tru\nroute\tMarschweg\tкэшировать\nchild process\tTochterprozess\t\nwindow\tDatei\t\n' > terms
run "$B/train-lexicon" first words terms < pairs
is 'status' "$status$out" 0
like 'words are counted' "$err" '^de: [1-9][0-9]* words, '
like 'in each language' "$err" '^zh: [1-9][0-9]* words, '
"$B/train-lexicon" second words terms < pairs 2> /dev/null
ok 'the same pairs, the same file' cmp first second
for word in datei offnen kennwort wie marschweg tochterprozess кэширует 文件 打开; do
	ok "$word is in it" grep -aq "$word" first
done
sed 's/^window/folder/' terms > other
"$B/train-lexicon" third words other < pairs 2> /dev/null
nok 'a term is taken rather than what is learned' cmp -s first third
run "$B/train-lexicon" fourth words missing < pairs
is 'terms that can not be read are told' "$status" 1
nok 'what cuts through two words is not' grep -aq '开文' first
run "$B/train-lexicon" missing/first words terms < pairs
is 'what can not be written is told' "$status" 1
run "$B/train-lexicon"
is 'usage' "$status" 2
done_testing
