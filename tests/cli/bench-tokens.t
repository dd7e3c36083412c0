#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/bench-tokens.sh: tokens of each way for a tree and for a store, with the shares that they are.
# shellcheck disable=SC2046,SC2086
. "$(dirname "$0")/lib.sh"

tree one
"$LUCUS" sync one --db one.db > sync.out
run env B="$(dirname "$LUCUS")" OUT="$tmp/out" BUDGETS=z100 LEVELS='0 1' STORES="$tmp/one.db" "$top/scripts/bench-tokens.sh" "$tmp/one"
is 'status' "$status $err" '0 '
rows() {
	printf '%s\n' "$out" | awk -v name="$1" 'substr($0, 1, length(name)) == name' | cut -c 26-88 | sed 's/  *$//'
}
is 'ways of a tree' "$(rows 1-one | cut -c 1-20 | sed 's/ *$//' | tr '\n' '|')" \
	'lazy-z100|global-0|global-0, the first|global-1|global-1, the first|'
is 'a store that was there has the same' "$(rows 2-one.db)" "$(rows 1-one)"
is 'the sum' "$(rows 1-one | awk '{ n = NF; if ($n != $(n - 1) + $(n - 2)) print }')" ''
like 'a share' "$out" '^1-one +global-0 .* 100\.0% '
estimate=$("$LUCUS" query 'how is error handling organised here?' --global --level 0 --dry-run --db one.db --format json |
	jq -r 'select(.record == "estimate") | [.requests, .tokens_in, .tokens_out] | @tsv' | tr '\t' ' ')
first() {
	rows 1-one | awk '/^global-0, the first/ { print $(NF - 3), $(NF - 2), $(NF - 1) }'
}
set -- $(first) $estimate
is 'the first question makes the requests of the estimate' "$1" "$4"
ok 'and takes about its tokens' test "$2" -gt $(($5 * 8 / 10)) -a "$2" -lt $(($5 * 12 / 10)) -a "$3" -gt $(($6 * 8 / 10)) -a "$3" -lt $(($6 * 12 / 10))
run env B="$(dirname "$LUCUS")" OUT="$tmp/out" BUDGETS=z100 LEVELS=0 ASKED=0 "$top/scripts/bench-tokens.sh" "$tmp/one"
is 'of many communities it is the estimate' "$(first)" "$estimate"
run env B="$(dirname "$LUCUS")" OUT="$tmp/out" BUDGETS=z100 LEVELS=0 "$top/scripts/bench-tokens.sh" "$tmp/one"

like 'the lazy query sends its tests' "$(rows 1-one | head -n 1)" '^lazy-z100 +[1-9][0-9]* +[1-9][0-9]* '

run "$top/scripts/bench-tokens.sh"
is 'no tree: status' "$status" 2

done_testing
