#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/bench-answers.sh: what counts as shown, the figures of texts that were judged, and a whole run on a tree of our own.
. "$(dirname "$0")/lib.sh"

command -v git > /dev/null || skip_all 'no git'

# ---- which lines a text shows ----

mkdir -p tree/src
cat > tree/src/tries.py <<'EOT'
"""Try again."""

MAX_TRIES = 3
PAUSE_SECONDS = 20


def may_try(n):
    """May a call be made once more?

    It may while fewer than
    the most tries were made, and
    the caller does not stop.
    """
    return n < MAX_TRIES
EOT
{
	printf '1\thow often\tsrc/tries.py:3-3\tdefault\n'
	printf '2\twhen\tsrc/tries.py:10-12\tcondition\n'
	printf '3\thow long\tsrc/other.py:1-1 src/tries.py:4-4\tdefault\n'
	printf '4\tabsent\t-\tabsent\n'
} > asked
judge() { # NUMBER TEXT-NAME TEXT PLACES: at which citation, and after how many tokens
	printf '%s\t%s\t0.5\t%s\t%s\n' "$1" "$2" "$3" "$4" > texts
	awk -v tree=tree -v language=python -f "$top/scripts/answer-lines.awk" asked texts | cut -f 6-8 | tr '\t' ' '
}
all=1-14:src/tries.py
is 'a line that stands in the text' "$(judge 1 answer 'tries: `MAX_TRIES = 3` [1]' "$all")" '1 6 7'
is 'with other signs between its words' "$(judge 1 answer 'MAX-TRIES: 3' "$all")" '1 3 3'
is 'without its digit' "$(judge 1 answer 'MAX_TRIES, which is small' "$all")" '0 0 7'
is 'by a citation that covers it, the second' "$(judge 1 answer 'MAX_TRIES = 3' "7-14:src/tries.py 3-3:src/tries.py")" '2 4 4'
is 'that no citation covers' "$(judge 1 answer 'MAX_TRIES = 3' 7-14:src/tries.py)" '0 0 4'
is 'two of three lines' "$(judge 2 answer 'It may while fewer than the most tries were made.' "$all")" '1 12 13'
is 'one of three lines' "$(judge 2 answer 'It may while fewer than many.' "$all")" '0 0 8'
is 'six of ten words of a line' "$(judge 2 answer 'while fewer than; the most tries were' "$all")" '1 10 10'
is 'the second of two places' "$(judge 3 answer 'PAUSE_SECONDS = 20' "$all")" '1 5 5'
is 'nothing answers' "$(judge 4 answer 'MAX_TRIES = 3' "$all")" '0 0 4'
is 'whole lines, until the one that answers ends' "$(judge 1 cited '' "$all")" '1 8 58'
is 'and of the second place' "$(judge 1 hits '' "7-14:src/tries.py 1-4:src/tries.py")" '2 53 58'

# ---- figures ----

for i in 1 2 3 4; do # two right at .9, one wrong at .9, one wrong at .2
	printf '%d\tpython\tdefault\tanswer\t%s\t%d\t%d\t100\n' "$i" "$(echo .9 .9 .9 .2 | cut -d ' ' -f $i)" \
		"$(echo 1 6 0 0 | cut -d ' ' -f $i)" "$(echo 10 500 0 0 | cut -d ' ' -f $i)"
done > judged
printf '5\tpython\tabsent\tanswer\t.2\t0\t0\t10\n6\tpython\tabsent\tanswer\t.1\t0\t0\t10\n' >> judged
out=$(awk -F '\t' -v tokens=400 -f "$top/scripts/answer-figures.awk" judged)
like 'shares of the questions' "$out" '^answer +4 +0\.250 +0\.250 +0\.500 +100$'
like 'by kind' "$out" '^default +4 +0\.250 +0\.250 +0\.500 +100$'
like 'a bin' "$out" '^0\.9 to 1\.0 +3 +0\.900 +0\.667$'
like 'the calibration error' "$out" '^expected calibration error 0\.225 '
like 'and what chance alone makes' "$out" '^by chance alone 0\.189: '
like 'present against absent' "$out" '^auroc 0\.938 of 4 questions against 2 absent ones$'
like 'right against wrong' "$out" '^auroc 0\.750 of 2 right answers against 2 others$'

# ---- a whole run ----

mkdir -p sets/dev mirrors/us
for command in 'init -q tree' '-C tree add .' '-C tree -c user.name=t -c user.email=t@example.org commit -qm one' \
	'clone -q --bare tree mirrors/us/tries.git'; do
	# shellcheck disable=SC2086 # a command and its arguments
	git $command > git.out 2>&1 || cat git.out
done
revision=$(git -C tree rev-parse HEAD)
printf 'name\tlanguage\trepository\trevision\troot\n' > sets/dev/repos.tsv
printf '%s\tpython\tus/%s\t%s\tsrc\n' tries tries "$revision" gone gone "$revision" >> sets/dev/repos.tsv
printf '# repository, question, lines, kind\n' > questions
printf 'us/tries\thow many tries may be made\tsrc/tries.py:3-3\tdefault\n' >> questions
printf 'us/tries\twhich colour has the moon\t-\tabsent\nus/gone\twhat\tsrc/tries.py:3-3\tdefault\n' >> questions
measure() {
	run env OUT="$tmp/out" MIRRORS="$tmp/mirrors" QUESTIONS="$tmp/questions" "$@" "$top/scripts/bench-answers.sh" sets
}
measure
is 'a repository that is nowhere: status' "$status" 3
like 'it is named' "$err" '^bench-answers: no sources of gone: '
measure NAMES=tries
is 'without it: status' "$status $err" '0 '
like 'what the hits hold' "$out" '^hits, whole +1 +1\.000 +1\.000 +1\.000 +[0-9]+$'
like 'of one question' "$out" '^auroc [01]\.[0-9]{3} of 1 questions against 1 absent ones$'
printf 'us/tries\t%s\tpython\tsrc\tvalidation\n' "$revision" > repos
measure REPOS="$tmp/repos" SPLIT=validation
is 'a split of other repositories: status' "$status $err" '0 '
like 'is measured likewise' "$out" '^hits, whole +1 +1\.000 '

# sentences of documentation: a line of the body answers, the first line does not
mkdir -p split/one
cp -R tree split/one/bare
printf '{"query":"may a call be made once more","relevant_elements":["src.tries.may_try"],"category":"described"}\n' \
	> split/one/described.elements.jsonl
run env OUT="$tmp/out" "$top/scripts/bench-answers.sh" split
is 'sentences of documentation: status' "$status $err" '0 '
like 'they are questions' "$out" '^described +1 '
like 'without absent ones' "$out" '^auroc [01]\.[0-9]{3} of [01] right answers against [01] others$'
is 'which lines answer' "$(cut -f 3 out/records/asked)" "$(for i in 8 9 10 11 12 13 14; do printf 'src/tries.py:%d-%d ' $i $i; done | sed 's/ $//')"

run "$top/scripts/bench-answers.sh" nowhere
is 'no table: status' "$status" 1
run "$top/scripts/bench-answers.sh"
is 'no folder: status' "$status" 2

done_testing
