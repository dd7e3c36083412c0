# SPDX-License-Identifier: MIT
# The passages that bear out the answers of BenchmarkQED, from its questions with claims. For each: number of the question, of the
# passage, headline and day of its article, the passage, and the claim.
include "news";

to_entries[] | .key as $i | [.value.claims[] | .statement as $claim | .sources[] + {claim: $claim}]
| reduce .[] as $source ([]; if any(.[]; .text == $source.text) then . else . + [$source] end) | to_entries[]
| (.value.text | capture("^headline: (?<headline>[^\n]*)\nfirstcreated: (?<day>[^T\n]*)[^\n]*\n(?<quote>[\\s\\S]*)$"))
	+ {claim: .value.claim, passage: .key}
| ["\($i + 1)", "\(.passage + 1)", .headline, .day, .quote, .claim] | map(prose) | join("\t")
