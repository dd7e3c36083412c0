#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus graph communities: what belongs together, what it is called, that edits leave what a clean run makes, and that
# nothing of others is seen.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

# Two subsystems that hardly know each other, side by side in one folder.
system() { # NAME
	for i in 1 2 3 4 5 6; do
		{
			echo "from t.$1_core import $1_open, $1_close"
			for k in 1 2 3 4; do
				printf '\n\ndef %s_step_%s_%s(x):\n    """Do %s of %s."""\n    return %s_close(%s_open(x))\n' \
					"$1" "$i" "$k" "$k" "$1" "$1" "$1"
			done
		} > "t/$1_part$i.py"
	done
	printf '"""The heart of %s."""\n\n\ndef %s_open(x):\n    """Open it."""\n    return x\n\n\ndef %s_close(x):\n    return x\n' \
		"$1" "$1" "$1" > "t/$1_core.py"
}
mkdir t
system invoice
system telescope
printf 'from t.invoice_core import invoice_open\n\n\ndef both(x):\n    return invoice_open(x)\n' >> t/telescope_part1.py
"$LUCUS" sync -q t --db t.db > sync.out

g() {
	run "$LUCUS" graph communities "$@" --db t.db
}

g
is 'status' "$status $err" '0 '
is 'the head says how many there are' "$(printf '%s\n' "$out" | jq -c 'select(.record == "communities") | [.made, .current, .shown == .communities]')" '[true,true,true]'
is 'the subsystems are apart' \
	"$(printf '%s\n' "$out" | jq -r 'select(.record == "community") | .name | test("invoice"), test("telescope")' | sort | uniq -c | tr -s ' ')" \
	"$(printf ' 2 false\n 2 true')"
is 'and all that there is' "$(printf '%s\n' "$out" | jq -s 'map(select(.record == "community").size) | add')" \
	"$(sqlite3 t.db 'SELECT count(*) FROM element')"
is 'one enters at the core' \
	"$(printf '%s\n' "$out" | jq -r 'select(.record == "community" and (.name | test("invoice"))) | .entry_points[0].file_path')" \
	't/invoice_core.py'
like 'a summary is of the documentation' "$(printf '%s\n' "$out" | jq -r 'select(.record == "community").summary')" 'Open it\.'
like 'edges inside are counted' "$(printf '%s\n' "$out" | jq -c 'select(.record == "community").inside')" '"CALLS":4[0-9]'
is 'those between are links' \
	"$(printf '%s\n' "$out" | jq -c 'select(.record == "community" and (.name | test("invoice"))) | [(.links | length), .outside.CALLS]')" '[1,1]'

g invoice_step_3_2
is 'of a name: from the root to a leaf' "$(printf '%s\n' "$out" | jq -c 'select(.record == "community").level' | tr '\n' ' ')" "$(
	n=$(printf '%s\n' "$out" | jq -s '[.[] | select(.record == "community")] | length')
	seq -s ' ' 0 $((n - 1))) "
is 'each is the parent of the next' \
	"$(printf '%s\n' "$out" | jq -s '[.[] | select(.record == "community")] | [.[:-1], .[1:]] | transpose | all(.[0].id == .[1].parent)')" true
leaf=$(printf '%s\n' "$out" | jq -c -s '[.[] | select(.record == "community")][-1]')
is 'the leaf has it' "$(printf '%s\n' "$leaf" | jq '[.members[].name] | index("t.invoice_part3.invoice_step_3_2") != null')" true
is 'and at most ten members, all of them' "$(printf '%s\n' "$leaf" | jq '.size <= 10 and .size == (.members | length)')" true
g invoice_step_3_2 --level 0
is '--level: that one alone' "$(printf '%s\n' "$out" | jq -c 'select(.record == "community").level')" 0
id=$(printf '%s\n' "$out" | jq -r 'select(.record == "community").id')
below=$(printf '%s\n' "$out" | jq -r 'select(.record == "community").below')
g "$id"
is 'of an id: that community and those below it' \
	"$(printf '%s\n' "$out" | jq -c --arg id "$id" -s '[.[] | select(.record == "community")] | [.[0].id == $id, (.[1:] | all(.parent == $id)), length - 1]')" \
	"[true,true,$below]"
g --level 1
is '--level alone: all of it' "$(printf '%s\n' "$out" | jq -s '[.[] | select(.record == "community")] | all(.level == 1)')" true
is 'names are unique among siblings' \
	"$(printf '%s\n' "$out" | jq -s '[.[] | select(.record == "community") | .parent + .name] | length == (unique | length)')" true
g --level 1 --limit 1
is '--limit' "$(printf '%s\n' "$out" | jq -s 'map(select(.record == "community")) | length')" 1
g nothing_like_it
is 'a name that nothing has' "$status" 1
g one two
is 'two names are one too many' "$status" 2

# ---- formats ----

g --format text
like 'text names them' "$out" '^(telescope|invoice|[a-z ]*(telescope|invoice))[a-z ]*  t/  [0-9]* elements, 7 files'
like 'and says where to enter' "$out" 'enter at  t\.invoice_core\.invoice_open'
g --format md
like 'Markdown' "$out" '^## '
g invoice_step_3_2 --format paths
like 'paths' "$out" '^t/invoice_part3.py:[0-9]'
g --dot
ok 'Graphviz: balanced, with an edge' sh -c "printf '%s' '$out' | grep -q -- ' -> ' && printf '%s' '$out' | tail -n 1 | grep -q '^}'"

# ---- edits ----

# Names of elements and files, and nothing of row ids: what dump-store.sh prints of communities.
groups() {
	"$top/scripts/dump-store.sh" "$1" | grep -c '^\["communit'
}
same() {
	rm -f clean.db
	"$LUCUS" sync -q t --db clean.db > clean.out
	same_store "$1" t.db clean.db
}
isnt 'a dump has them' "$(groups t.db)" 0
keys() {
	sqlite3 t.db "SELECT json_extract(t.value, '\$[1]') FROM community, json_each(tree) t UNION
		SELECT json_extract(t.value, '\$[1]') FROM community_file, json_each(tree) t" | sort
}
keys > was
sed -i 's/Do 2 of/Make 2 of/' t/invoice_part2.py
"$LUCUS" sync -q t --db t.db > sync.out
same 'a comment changes'
keys > is
is 'and no community' "$(cmp was is && echo same)" same
printf '\n\ndef bridge(x):\n    return x\n' >> t/telescope_core.py
for i in 1 2 3 4 5; do printf 'from t.telescope_core import bridge\n\n\ndef over_%s(x):\n    return bridge(x)\n' $i >> t/invoice_part$i.py; done
"$LUCUS" sync -q t --db t.db > sync.out
same 'edges between the subsystems'
rm t/invoice_part6.py
mv t/telescope_part6.py t/telescope_part0.py
"$LUCUS" sync -q t --db t.db > sync.out
same 'a file less, and one with another name'
system invoice
system telescope
rm t/telescope_part0.py
printf 'from t.invoice_core import invoice_open\n\n\ndef both(x):\n    return invoice_open(x)\n' >> t/telescope_part1.py
"$LUCUS" sync -q t --db t.db > sync.out
same 'back again'
keys > is
is 'has the communities of the beginning' "$(cmp was is && echo same)" same

# ---- sizes, old stores, damage ----

largest() {
	sqlite3 t.db "SELECT max(json_array_length(t.value) - 3) FROM community_file, json_each(tree) t"
}
is "leaves are of ten at most" "$([ "$(largest)" -le 10 ] && echo yes)" yes
few=$(largest)
"$LUCUS" index -q --community-size 3 --db t.db > sync.out
is '--community-size' "$(largest)" 3
run "$LUCUS" index --check --db t.db
is 'is checked' "$status" 0
"$LUCUS" index -q --db t.db > sync.out
is "without it as before" "$(largest)" "$few"
"$LUCUS" kb set community_size=2 --db t.db > kb.out
"$LUCUS" sync -q t --db t.db > sync.out
is 'or what the knowledge base says' "$(largest)" 2
"$LUCUS" kb unset community_size --db t.db > kb.out
"$LUCUS" sync -q t --db t.db > sync.out
same 'the old size again'
run "$LUCUS" sync t --community-size 0 --db t.db
is 'a size of nothing is refused' "$status" 2

for damage in "community_file SET tree = '[[-1,1,1,77]]'" "community_file SET ties = 'x'" "community SET tree = '[[7,'" \
	"community SET parted = '[7,1,2,0,0]'"; do
	sqlite3 t.db "UPDATE $damage"
	run "$LUCUS" index --check --db t.db
	is "$damage is a finding" "$status $(jq -r 'select(.ok == false).name' "$tmp.out" | tr '\n' ' ')" '4 communities '
	run "$LUCUS" graph communities --level 1 --db t.db
	[ "$status" = 0 ] || like "$damage: a question names what mends it" "$err" 'index --rebuild'
	"$LUCUS" index -q --rebuild --db t.db < /dev/null > sync.out
	run "$LUCUS" index --check --db t.db
	is 'which --rebuild mends' "$status" 0
done
mkdir bare
"$LUCUS" sync -q bare --db bare.db > sync.out
run "$LUCUS" graph communities --db bare.db --format text
is 'of nothing there are none, and no sync makes them' "$status $out" '0 there is nothing in the store to make communities of'
cp t.db old.db
sqlite3 old.db 'DROP TABLE community; DROP TABLE community_file; DROP TABLE concepts; DROP TABLE concept_list; DROP TABLE reads; DROP TABLE words;
	UPDATE kb SET tokenizer = 5; PRAGMA user_version = 7'
run "$LUCUS" graph communities --db old.db --format text
like 'who reads an old store is told' "$status $out" '^0 no communities were made yet'
"$LUCUS" sync -q t --db old.db > sync.out
same_store 'the next sync makes them' old.db t.db

printf 'def late(x):\n    return x\n' >> t/invoice_core.py
"$LUCUS" ast t 2> /dev/null | "$LUCUS" ingest-ast -q --db t.db > ingest.out
g
is 'between phases they are of before' "$status $(printf '%s\n' "$out" | jq 'select(.record == "communities").current')" '0 false'
"$LUCUS" embed -q --db t.db > embed.out
"$LUCUS" index -q --db t.db > index.out
g
is 'and then of now' "$(printf '%s\n' "$out" | jq 'select(.record == "communities").current')" true

# ---- prose: what is spoken of ----

mkdir prose
for i in 1 2 3 4 5 6 7 8; do
	printf '# Note %s\n\nThe fishing fleet left the harbour wall in the morning. A fishing fleet needs a harbour wall and a tide table.\n' $i > prose/a$i.md
	printf '# Note %s\n\nThe tax office answers an income form. An income form of the tax office needs a bank account.\n' $i > prose/b$i.md
	mv prose/b$i.md prose/a${i}b.md # side by side, so that places do not tell them apart
done
"$LUCUS" sync -q prose --no-ignore --db prose.db > sync.out
run "$LUCUS" graph communities --level 0 --limit 50 --db prose.db
is 'files that speak of the same belong together' "$(sqlite3 prose.db "SELECT count(*) FROM (SELECT t.key,
	sum(f.path LIKE '%b.md') AS b, count(*) AS n FROM community, json_each(tree) t, json_each(t.value) m
	JOIN file f ON f.id = m.value WHERE m.key > 2 GROUP BY t.key) WHERE b > 0 AND b < n")" 0
like 'which they share' "$(printf '%s\n' "$out" | jq -c 'select(.record == "community").concepts')" 'fishing fleet'
sed -i 's/tide table/tide tables/; s/fishing fleet left/tax office left/; s/harbour wall in/income form in/' prose/a3.md
for parted in "parted" "'[]'" "'[7,'" "'[7,1,2]'" "replace(parted, '0', '-1')" "'[7,2,2,0,0]'" "'[7,1,9223372036854775807,0]'"; do
	cp prose.db known.db
	sqlite3 known.db "UPDATE community SET parted = $parted"
	"$LUCUS" sync -q prose --no-ignore --db known.db > sync.out
	rm -f clean.db
	"$LUCUS" sync -q prose --no-ignore --db clean.db > clean.out
	same_store "other words, $parted: as a clean run makes it" known.db clean.db
done
# what another version of the program said of the same networks
cp prose.db known.db
sqlite3 known.db 'SELECT parted FROM community' | tr -d '[]' | awk -F , '{
	for (i = 1; i <= NF; i += 3 + $(i + 2)) {
		printf "%s%s,1,%s", i > 1 ? "," : "[", $i, $(i + 2)
		for (k = 0; k < $(i + 2); k++) printf ",0"
	}
	print "]" }' > said
sqlite3 known.db "UPDATE community SET maker = maker - 1, parted = '$(cat said)'"
"$LUCUS" sync -q prose --no-ignore --db known.db > sync.out
same_store 'another version: as a clean run makes it' known.db clean.db

# ---- tenants, names ----

mkdir other
printf 'def secret_plan(x):\n    return secret_plan(x)\n' > other/hidden.py
"$LUCUS" sync -q other --db t.db --tenant eve > sync.out
g
unlike 'another tenant is not seen' "$out" 'secret|hidden'
run "$LUCUS" graph communities --db t.db --tenant eve
like 'and sees its own' "$out" 'secret_plan|hidden'
unlike 'alone' "$out" 'invoice'
g secret_plan
is 'nor asked for' "$status" 1
run "$LUCUS" index --check --db t.db --tenant eve
is 'whose store holds' "$status" 0
"$LUCUS" kb remove --db t.db --tenant eve > kb.out 2>&1
is 'removed with its knowledge base' "$(sqlite3 t.db 'SELECT count(*) FROM community') $(sqlite3 t.db \
	'SELECT count(*) FROM community_file WHERE file NOT IN (SELECT id FROM file)')" '1 0'

mkdir odd
printf 'def f(x):\n    return x\n' > "odd/$(printf 'a\033[31m]\nb').py"
printf '# One\n\ntext \033]0;x\007 here\n\n# Two\n' > odd/read.md
"$LUCUS" sync -q odd --db odd.db > sync.out
run "$LUCUS" graph communities --db odd.db
is 'hostile names in records' "$status $(printf '%s\n' "$out" | jq -s 'map(select(.record == "community").size) | add')" '0 5'
run "$LUCUS" graph communities --db odd.db --dot
is 'nor end a string of Graphviz' "$status" 0
mkdir none
"$LUCUS" sync -q none --db none.db > sync.out
run "$LUCUS" graph communities --db none.db
is 'nothing has no communities' "$status $(printf '%s\n' "$out" | jq -c '[.communities, .made]')" '0 [0,false]'

done_testing
