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
run "$spoil" sober < q.jsonl
is 'another kind' "$status" 2

done_testing
