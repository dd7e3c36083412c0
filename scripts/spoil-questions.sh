#!/bin/sh
# SPDX-License-Identifier: MIT
# Spoil questions as people do: what comes out has the answers of what went in, so that the difference between both is what
# the spoiling costs.
#
# Usage: scripts/spoil-questions.sh KIND [SEED] < QUESTIONS > SPOILED
# KIND is typo (one slip in one word of 5 or more letters), typos (one in each of them), chatty (a greeting before the
# question, thanks behind it) or drift (all line numbers of a trace are 20 to 119 lines off, as those of another revision are). A slip leaves a letter out, adds one, takes another one or swaps two neighbours, anywhere in
# the word, each as likely as the others. QUESTIONS are records with a `query`, as scripts/make-questions.sh makes them, or an array of
# them. Each question is spoiled by SEED (1) and its own text alone.
set -eu
kind=${1-} seed=${2-1}
case $#:$kind in
[12]:typo | [12]:typos | [12]:chatty | [12]:drift) ;;
*)
	echo 'usage: scripts/spoil-questions.sh typo|typos|chatty|drift [SEED] < QUESTIONS > SPOILED' >&2
	exit 2
	;;
esac

# shellcheck disable=SC2016
exec jq --arg kind "$kind" --argjson seed "$seed" '
	# Park and Miller: all products are exact in a double.
	def next: . * 48271 % 2147483647;
	def letter: [97 + . % 26] | implode;

	# The word . with a slip; $r is a number drawn.
	def slip($r):
		. as $w | length as $n | ($r | next) as $s | ($s | next) as $t
		| ($s % $n) as $i | ($t % 26) as $l
		| (($l + 97) as $c | if $w[$i:$i + 1] == ([$c] | implode) then $l + 1 else $l end | letter) as $other
		| ($s % ($n - 1)) as $k
		| if $r % 4 == 0 then $w[:$i] + $w[$i + 1:]
		  elif $r % 4 == 1 then $w[:$i] + $other + $w[$i:]
		  elif $r % 4 == 2 or $w[$k:$k + 1] == $w[$k + 1:$k + 2] then $w[:$i] + $other + $w[$i + 1:]
		  else $w[:$k] + $w[$k + 1:$k + 2] + $w[$k:$k + 1] + $w[$k + 2:] end;

	def typos($r; $all):
		[match("[A-Za-z]{5,}"; "g") | [.offset, .length]] as $words
		| . as $text
		| (if $all or ($words | length) == 0 then $words else [$words[($r | next | next) % ($words | length)]] end) as $hit
		| reduce $hit[] as [$at, $n] ({ out: "", from: 0, r: $r };
			.r |= (next | next | next | next)
			| .out += $text[.from:$at] + (.r as $r | $text[$at:$at + $n] | slip($r))
			| .from = $at + $n)
		| .out + $text[.from:];

	def chatty($r):
		["Hi, I am new to this code base and I was wondering: ", "Hello everyone! Sorry if this has been asked before. ",
		 "Hey, quick question from somebody who has just joined the team: ", "Good morning! I have been stuck for hours. ",
		 "Dear maintainers, first of all many thanks for your great work. I would like to know the following. ",
		 "I hope this is the right place to ask. Could anybody please tell me, "] as $before
		| [" Thanks a lot in advance!", " Any help would be much appreciated.", " Cheers, and have a nice weekend!",
		   " Thank you so much for your time.", " I could not find anything about it, sorry for the noise.", " Best regards"] as $behind
		| $before[$r % ($before | length)] + . + $behind[($r | next) % ($behind | length)];

	# "PATH.EXT:12", "PATH.EXT", line 12": up or down
	def drift($r):
		($r % 100 + 20) as $far
		| gsub("(?<path>[.][A-Za-z]+)(?<lead>:|[(]|#L|\"?, line |:line )(?<n>[0-9]+)";
			.path + .lead + (.n | tonumber | if $r % 2 == 0 and . > $far then . - $far else . + $far end | tostring));

	def spoil:
		(reduce (.query | explode[]) as $c ($seed % 1000000 + 1; (. * 131 + $c) % 2147483646 + 1) | next | next) as $r
		| .query |= if $kind == "chatty" then chatty($r) elif $kind == "drift" then drift($r)
			    else typos($r; $kind == "typos") end;

	if type == "array" then map(spoil) else spoil end' -c
