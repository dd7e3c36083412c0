#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/spoil-questions.sh: one slip is one slip, the rest of a record stays, and a seed always gives the same.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

spoil=$top/scripts/spoil-questions.sh
awk 'BEGIN { for (i = 0; i < 60; i++) printf "{\"id\":%d,\"query\":\"this is %s%c number kept\",\"relevant\":[\"a.c\"]}\n", i, "counter", 97 + i % 26 }' > q.jsonl
for kind in typo typos chatty; do
	"$spoil" $kind < q.jsonl > $kind.jsonl
	is "$kind: all else stays" "$(jq -c 'del(.query)' $kind.jsonl)" "$(jq -c 'del(.query)' q.jsonl)"
	"$spoil" $kind 1 < q.jsonl > again
	ok "$kind: the same again" cmp -s $kind.jsonl again
	"$spoil" $kind 2 < q.jsonl > again
	nok "$kind: another seed" cmp -s $kind.jsonl again
	is "$kind: an array is one, with the same questions" "$(jq -s . q.jsonl | "$spoil" $kind | jq -c '.[]')" "$(cat $kind.jsonl)"
done
# Words that are not those of the question, by place.
changed() {
	jq -rn --slurpfile a q.jsonl --slurpfile b "$1" '
		[range($a | length) | . as $i | [$a[$i].query, $b[$i].query | split(" ")] | transpose
		 | [to_entries[] | select(.value[0] != .value[1]).key]] | unique | tostring'
}
is 'typo: one word of 5 letters or more' "$(changed typo.jsonl)" '[[2],[3]]'
is 'typos: each of them, and no other' "$(changed typos.jsonl)" '[[2,3]]'
lengths=$(jq -rn --slurpfile a q.jsonl --slurpfile b typo.jsonl '[range(60) | ($b[.].query | length) - ($a[.].query | length)] | unique | tostring')
is 'typo: a letter less, as many, one more' "$lengths" '[-1,0,1]'
is 'chatty: the question stands in it' "$(jq -rn --slurpfile a q.jsonl --slurpfile b chatty.jsonl '[range(60) | . as $i | $b[$i].query | contains($a[$i].query) and length > 80] | all')" true
jq -cn '{ id: 1, query: "  File \"/a/b.py\", line 12, in f\n    at f (a.js:300:7)\nError: 4 of 5" }' | "$spoil" drift > drift.jsonl
is 'drift: lines are off, all alike, and nothing else' "$(jq -r .query drift.jsonl | sed -E 's/line (3|5|6|7|8|9|1[0-3])[0-9]*,/line N,/; s/js:[0-9]+:7/js:N:7/')" \
	'  File "/a/b.py", line N, in f
    at f (a.js:N:7)
Error: 4 of 5'
is 'drift: by 20 to 119' "$(jq -r .query drift.jsonl | grep -Eo '(line |js:)[0-9]+' | tr -dc '0-9\n' | awk 'NR == 1 { d = $0 - 12 } NR == 2 { e = $0 - 300 }
	END { print (d >= 20 && d <= 119), (e < 0 ? -e : e) == d }')" '1 1'
run "$spoil" sober < q.jsonl
is 'another kind' "$status" 2

done_testing
