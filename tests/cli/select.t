#!/bin/sh
# SPDX-License-Identifier: MIT
# How many hits lucus query gives, which of the elements, how much of them, and the parts of a question.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync t --db t.db > sync.out

hits() {
	jq -r "select(.record == \"hit\") | $1" "$tmp.out" | tr '\n' ' '
}

# ---- filters ----

q 'stack push money job' -k 100
all=$(hits .id)
q 'stack push money job' -k 100 --language python
is '--language' "$(hits .language | tr ' ' '\n' | sort -u | tr -d '\n')" python
q 'stack push money job' -k 1 --language go
is '--language works before -k' "$(hits .language)" 'go '
q 'stack push money job' -k 100 --language python --language go
is '--language twice: either' "$(hits .language | tr ' ' '\n' | sort -u | tr '\n' ' ')" 'go python '
q 'stack push money job' -k 100 --type method
is '--type' "$(hits .type | tr ' ' '\n' | sort -u | tr -d '\n')" method
q 'stack push money job' -k 100 --type method --language go
is '--type and --language: both' "$(hits '"\(.type)\(.language)"' | tr ' ' '\n' | sort -u | tr -d '\n')" methodgo
# any case, and a beginning that one name alone has
q 'stack push money job' -k 100 --language PYTH --type Met
is '--language and --type are found in any case, by their beginnings' \
	"$(hits '"\(.type)\(.language)"' | tr ' ' '\n' | sort -u | tr -d '\n')" methodpython
# wrong MESSAGE OPTION...
wrong() {
	want=$1
	shift
	q 'stack push money job' "$@"
	is "$*: status, no output" "$status $out" '2 '
	like "$*: message" "$err" "^lucus: query: option $want\$"
}
wrong "'--language': 'rust' is not one of c, go, javascript, python, typescript" --language rust
wrong "'--language': 'pyhton' is not one of c, go, javascript, python, typescript \\(did you mean 'python'\\?\\)" --language pyhton
wrong "'--language': 'GOO' is not one of c, go, javascript, python, typescript \\(did you mean 'go'\\?\\)" --language GOO
wrong "'--language': '' is not one of c, go, javascript, python, typescript" --language ''
wrong "'--type': 'metod' is not one of .*method.* \\(did you mean 'method'\\?\\)" --type metod
wrong "'--type': 'm' may be any of method, module" --type m
for p in src src/ ./src t/src :/src ':(top)src' "$PWD/t/src" "$PWD/t/lib/../src" 'src/*' 'sr?' '*stack.?' '**/src/stack.c' 't/src/**'; do
	q 'stack push money job' -k 100 --path "$p"
	is "--path $p" "$(hits .file_path | tr ' ' '\n' | cut -d/ -f1 | sort -u | tr -d '\n')" src
done
q 'stack push money job' -k 100 --path src --path svc
is '--path twice: either' "$(hits .file_path | tr ' ' '\n' | cut -d/ -f1 | sort -u | tr '\n' ' ')" 'src svc '
q 'stack push money job' -k 100 --path '*'
is '--path * leaves out nothing' "$(hits .id)" "$all"
q 'stack push money job' -k 100 --path nowhere
is '--path of nothing: status' "$status $(field selected_k) $(field stopped_reason)" '0 0 no_candidates'
q 'stack push money job' --path 'a['
is 'a pattern that is none: status' "$status" 2
like 'its message' "$err" "^lucus: query: 'a\[' is no pattern that a path could match$"
for s in bm25 vector hybrid_rrf; do
	q 'put a job into the queue' -s $s -k 8 --language go --language python
	jq -c 'select(.record == "hit")' "$tmp.out" > eight
	q 'put a job into the queue' -s $s -k 3 --language go --language python
	jq -c 'select(.record == "hit")' "$tmp.out" > three
	head -n 3 eight > first
	is "$s with filters: a larger -k only appends" "$(cat three)" "$(cat first)"
done

# ---- parts ----

q 'deposit money AND escape html' -k 3
like 'each part has its share: the one' "$(hits .name)" 'lib\.bank\.Account\.deposit '
like 'each part has its share: the other' "$(hits .name)" 'web\.render\.escape '
q 'deposit money AND escape html AND queue of jobs' -k 9
jq -c 'select(.record == "hit")' "$tmp.out" > nine
is 'parts: scores do not rise' "$(jq -s 'map(.score) | . == (sort | reverse)' nine)" true
bad=''
for k in 1 2 3 4 5; do
	q 'deposit money AND escape html AND queue of jobs' -k $k
	jq -c 'select(.record == "hit")' "$tmp.out" > some
	head -n $k nine | cmp -s - some || bad="$bad $k"
done
is 'parts: a larger -k only appends' "$bad" ''
q 'deposit money AND escape html' -k 5 --whole
whole=$(hits .score)
q 'deposit money escape html' -k 5 --whole
isnt '--whole: one question' "$whole" ''
is '--whole: AND is no word' "$(hits .score)" "$whole"

# ---- adaptive ----

q 'stack_push' --adaptive
is 'adaptive: policy' "$status $(field policy) $(field query_class)" '0 calibrated symbol'
is 'adaptive: as many hits as it says' "$(hits .rank | wc -w | tr -d ' ')" "$(field selected_k)"
is 'adaptive: a probability for each' "$(field 'probabilities | length')" "$(field selected_k)"
is 'adaptive: the mass that is aimed at' "$(field mass)" 0.7
is 'adaptive: tokens are those of the hits' "$(field tokens)" \
	"$("$LUCUS" query --db t.db stack_push -k "$(field selected_k)" | tail -n 1 | jq .tokens)"
many=$(field selected_k)
q 'stack_push' -k "$many"
jq -c 'select(.record == "hit")' "$tmp.out" > fixed
q 'stack_push' --adaptive --mass 0.7
is 'adaptive: they reach a mass that is asked for' "$(field 'stopped_reason == "probability" and (.probabilities | add) >= 0.7')" true
q 'stack_push' --adaptive -k 1
is 'adaptive: the hits of a fixed number' "$(jq -c 'select(.record == "hit")' "$tmp.out")" "$(cat fixed)"
mkdir long
awk 'BEGIN { for (f = 1; f <= 6; f++) { printf "def weigh_cargo_%d(ship):\n", f
	for (i = 0; i < 300; i++) printf "    ship.load(%d, \"crate\", %d)\n", i, f } }' > long/cargo.py
"$LUCUS" sync long --db long.db > /dev/null
run "$LUCUS" query --db long.db 'how do we weigh the cargo' --adaptive
is 'adaptive: others are not worth their tokens' "$(field stopped_reason) $(field 'selected_k < 6')" 'worth true'
printf 'def cargo_is_weighed(ship):\n    return ship.weighed\n' > long/short.py
"$LUCUS" sync long --db long.db > /dev/null
run "$LUCUS" query --db long.db 'how do we weigh the cargo' --adaptive
is 'adaptive: dear ones are passed over for a short one' \
	"$(field stopped_reason) $(hits '"\(.rank) \(.stages.rerank.rank) \(.name | sub("_[0-9]$"; ""))"')" \
	'worth 1 1 long.cargo.weigh_cargo 2 7 long.short.cargo_is_weighed '
# what is over the budget makes room for what is not
run "$LUCUS" query --db long.db 'how do we weigh the cargo' --adaptive --token-budget 60
is '--token-budget: what does not fit is passed over' \
	"$(hits .name) $(field 'tokens <= 60') $(field 'passed_over > 0') $(field stopped_reason)" 'long.short.cargo_is_weighed  true true tokens'
run "$LUCUS" query --db long.db 'how do we weigh the cargo' --adaptive --token-budget 60 --format text
like '--token-budget as text: what was passed over' "$err" '^lucus: query: passed over [0-9]+ hits? that would not fit into --token-budget$'
run "$LUCUS" query --db long.db 'how do we weigh the cargo' --adaptive --token-budget 60 --k-min 1
is '--token-budget: as many as one asks for are given' "$(field 'tokens > 60')" true
run "$LUCUS" query --db long.db 'how do we weigh the cargo' --adaptive --token-budget 6
is '--token-budget: nothing fits' "$status $(field selected_k) $(field stopped_reason)" '0 0 tokens'
# less of the same thing is no other answer, and a part of what is dear is the better one
mkdir dear
awk 'BEGIN { for (f = 1; f <= 4; f++) { printf "/* Weigh the cargo of the ship. */\nint weigh_cargo_%d(struct ship *ship)\n{\n", f
	for (i = 0; i < 400; i++) printf "\tship_load(ship, %d, \"crate\", %d);\n", i, f
	print "\treturn 0;\n}\n" } }' > dear/cargo.c
for f in 1 2 3 4; do
	printf '/* Weigh the cargo of the ship. */\nint weigh_cargo_%s(struct ship *ship);\n\n' $f
done > dear/cargo.h
{ printf 'class HarbourReader:\n    """The HarbourReader: how it reads, and how it does skip a value, or peek at a value. HarbourReader never does skip a value twice."""\n\n    def skip_value(self):\n        self.at += 1\n'
	awk 'BEGIN { for (i = 0; i < 2500; i++) printf "\n    def peek_%d(self):\n        return self.at + %d\n", i, i }'; } > dear/reader.py
"$LUCUS" sync dear --db dear.db > /dev/null
run "$LUCUS" query --db dear.db 'weigh the cargo of the ship' --adaptive
is 'adaptive: no declaration in place of what was passed over' "$(hits .type)" 'function '
run "$LUCUS" query --db dear.db 'how does class HarbourReader skip a value' -k 5
is 'the class comes first' "$(hits .name | cut -d' ' -f1)" dear.reader.HarbourReader
run "$LUCUS" query --db dear.db 'how does class HarbourReader skip a value' --adaptive
like 'adaptive: a method in place of a class that is dear' "$(hits .name)" '^dear\.reader\.HarbourReader\.skip_value '
q 'overview of all that an account does' --adaptive
is 'adaptive: a comprehensive question' "$(field query_class) $(field mass)" 'comprehensive 0.9'
q 'deposit money AND escape html' --adaptive
is 'adaptive: several aspects' "$(field query_class) $(field mass)" 'multi-aspect 0.85'
q 'deposit money AND escape html AND queue of jobs' --adaptive --mass 0.01
is 'adaptive: one hit at least for each part' "$(field selected_k)" 3
# the shares of softmax are all of the first hit's where scores are far apart; how likely hits are is known of what was reranked
for p in softmax calibrated; do
	[ "$p" = softmax ] && s=hybrid_rrf || s=bm25
	q 'deposit' -s $s --adaptive --policy $p --k-min 2 --mass 0.01
	is "$p: --k-min" "$(field policy) $(field selected_k) $(field stopped_reason)" "$p 2 probability"
	q 'deposit' -s $s --adaptive --policy $p --k-max 2 --mass 1
	is "$p: --k-max" "$(field selected_k) $(field stopped_reason)" '2 k_max'
	q 'deposit' -s $s --adaptive --policy $p --mass 1 --max-cost 0.00003 --k-min 1
	is "$p: --max-cost" "$(field stopped_reason) $(field 'cost <= 0.00003 or .selected_k == 1')" 'cost true'
	q 'deposit' -s $s --adaptive --policy $p --mass 1 --max-cost 0.00003 --k-min 1 --token-price 0
	is "$p: --token-price" "$(field cost) $(field 'stopped_reason != "cost"')" '0 true'
	q 'deposit' -s $s --adaptive --policy $p --mass 1 --token-budget 60 --k-min 1
	is "$p: --token-budget" "$(field stopped_reason) $(field 'tokens <= 60 or .selected_k == 1')" 'tokens true'
	q 'zebra xylophone' -s $s --adaptive --policy $p
	is "$p: no candidates" "$status $(field selected_k) $(field stopped_reason) $(field probabilities)" '0 0 no_candidates []'
done
q 'deposit' --adaptive --policy softmax -s hybrid_rrf --k-max 8
is 'softmax: fused ranks run to k_max' "$(field selected_k) $(field stopped_reason)" '8 k_max'
q 'deposit' --adaptive --policy softmax -s vector_only --vector-top-k 1 --similarity-threshold -1
is 'softmax: too few candidates' "$(field selected_k) $(field stopped_reason)" '1 insufficient_candidates'
q 'zebra xylophone giraffe umbrella wombat money' --adaptive
is 'nothing relevant' "$status $(field selected_k) $(field stopped_reason)" '0 0 irrelevant'
q 'zebra xylophone giraffe umbrella wombat money' --adaptive --min-coverage 0
isnt 'nothing relevant: unless one says so' "$(field selected_k)" 0
q 'zebra xylophone giraffe umbrella wombat money' --adaptive --format text
is 'nothing relevant as text: no output' "$status$out" 0
like 'nothing relevant as text: why' "$err" '^lucus: query: nothing relevant: '
q 'deposit' --adaptive --k-min 11
is '--k-min above --k-max: status' "$status" 2
like '--k-min above --k-max: the range' "$err" "^lucus: query: option '--k-min': 11 is out of range 0..10, which --k-max allows$"
q 'deposit' --adaptive --policy nope
like 'no such policy' "$status $err" "^2 lucus: query: option '--policy': 'nope' is not one of softmax, calibrated$"
q 'deposit' --adaptive --mass 1.5
like '--mass out of range' "$status $err" "^2 lucus: query: option '--mass': 1.5 is out of range 0..1$"
cp t.db s.db
ok 'settings of a knowledge base' "$LUCUS" kb set strategy=hybrid_rrf adaptive=true policy=softmax mass=1 k_max=3 --db s.db
run "$LUCUS" query deposit --db s.db
is 'its settings hold' "$(field policy) $(field mass) $(field selected_k) $(field stopped_reason)" 'softmax 1 3 k_max'

# ---- fitting ----

q 'class Account' -k 20 --max-tokens 10000
is '--max-tokens: all is whole, or inside of what is' "$(hits .fit | tr ' ' '\n' | sort -u | tr '\n' ' ')" 'inside whole '
is '--max-tokens: a source is there to its end' \
	"$(jq -r 'select(.name == "lib.bank.Account" and .fit == "whole").snippet' "$tmp.out" | tail -n 1)" \
	'            raise ValueError("amount must be positive")'
bad=''
for max in 1 20 40 60 100 150 250 400; do
	q 'account deposit money' -k 8 --max-tokens $max
	[ "$(field tokens)" -le $max ] || bad="$bad tokens:$max"
	given=$(jq -s 'map(select(.record == "hit") | .snippet | utf8bytelength / 4) | add | floor' "$tmp.out")
	[ "$given" -le $max ] || bad="$bad given:$max"
done
is '--max-tokens: no more is given' "$bad" ''
bad=''
for max in 200 300 400 600; do
	given=$(cd t && "$LUCUS" query --db ../t.db 'account deposit money stack push' -k 6 --max-tokens $max --format text | wc -c)
	[ $((given / 4)) -le $max ] || bad="$bad $max:$((given / 4))"
done
is '--max-tokens as text: with headings and line numbers no more is printed' "$bad" ''
# Below the folder with a long name, and copies: each path has what leads to the root, and where else the source is.
mkdir -p t/a-folder-with-a-name-that-is-long-as-those-of-packages-are t/copy-of-bank t/again t/once-more
for copy in copy-of-bank again once-more; do cp t/lib/bank.py "t/$copy/"; done
"$LUCUS" sync -q t --db copies.db > sync.out
bad=''
for how in '' --explain; do
	for format in text md; do
		for max in 1300 1600 2000; do
			given=$(cd t/a-folder-with-a-name-that-is-long-as-those-of-packages-are &&
				"$LUCUS" query --db ../../copies.db 'account deposit money stack push' $how -k 6 --max-tokens $max --format $format |
				tee "$tmp/given" | wc -c)
			[ $((given / 4)) -le $max ] || bad="$bad $how:$format:$max:$((given / 4))"
			[ -n "$how" ] || [ $format = md ] || grep -q '    also at \.\./' "$tmp/given" || bad="$bad no-copies"
		done
	done
done
is '--max-tokens for people: nor with paths from here, copies and what explains the hits' "$bad" ''
for max in 120 140 160 180 200 220 240; do
	q 'account deposit money' -k 8 --max-tokens $max
	case $(hits .fit) in *whole*outline* | *outline*whole*) break ;; esac
done
like '--max-tokens: outlines of what does not fit' "$(hits .fit)" 'whole.*outline|outline.*whole'
is '--max-tokens: an outline is short, and not empty' \
	"$(jq -s 'map(select(.fit == "outline") | .snippet | select(length == 0 or length > 80)) | length' "$tmp.out")" 0
q 'account deposit money' -k 8 --max-tokens 60
is '--max-tokens: nothing of the others' \
	"$(jq -r 'select(.fit == "none" or .fit == "inside").snippet' "$tmp.out" | tr -d '\n')" ''
like '--max-tokens: there are others' "$(hits .fit)" none
q 'def deposit' -k 1 --max-tokens 1000 --format md
like '--max-tokens as Markdown: the whole source' "$out" '^ *self\.balance \+= amount$'
q 'def deposit' -k 1 --max-tokens 1000 --format text
like '--max-tokens as text: the whole source' "$out" ' self\.balance \+= amount$'

done_testing
