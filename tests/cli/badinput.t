#!/bin/sh
# SPDX-License-Identifier: MIT
# What can not be used gives one clear line with its place; what was stored before stays, and the other
# inputs go on.
# The dollars in quotes are those of jq and of inner shells.
# shellcheck disable=SC2016,SC1003
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync -q t --db t.db > t.out
"$LUCUS" ast t > elements.jsonl
"$LUCUS" ingest-ast --db copy.db < elements.jsonl > nodes.jsonl
"$LUCUS" embed --db copy.db < nodes.jsonl | grep '"record":"embedding"' > vectors.jsonl
"$LUCUS" index --db copy.db < /dev/null > t.out

# expect NAME STATUS ERE: of the last run; the lines on stderr that are no warnings are one, and it matches.
expect() {
	is "$1: status" "$status" "$2"
	is "$1: one line" "$(printf '%s\n' "$err" | grep -cv ": see 'lucus")" 1
	like "$1: which says what and where" "$err" "^lucus: $3"
}

# An input that is rejected is an error record as well.
rejects() {
	expect "$1" 3 "$2"
	is "$1: an error record" "$(printf '%s\n' "$out" | jq -r 'select(.record == "error") |
		.file + (if .line then ":\(.line)" else "" end) + ": " + .reason')" \
		"$(printf '%s\n' "$err" | sed 's/^lucus: [a-z-]*: //')"
}

# ---- paths ----

run "$LUCUS" ast nowhere
expect 'ast: no such path' 1 "ast: .*'nowhere': No such file"
run "$LUCUS" ast nowhere t
rejects 'ast: one path of two' 'ast: nowhere: .*No such file'
is 'the other path is read' "$(printf '%s\n' "$out" | grep -c '"record":"element"')" "$(wc -l < elements.jsonl | tr -d ' ')"
run "$LUCUS" sync nowhere --db new.db
expect 'sync: no such path' 1 "sync: .*'nowhere': No such file"
ok 'a mistyped path makes no store' test ! -e new.db
run "$LUCUS" ingest-ast nowhere nowhere.jsonl --db new.db
is 'ingest-ast: no path at all' "$status" 1
like 'it says so' "$err" '^lucus: ingest-ast: no path could be read$'
run "$LUCUS" ingest-ast nowhere t --db new.db
rejects 'ingest-ast: one tree of two' 'ingest-ast: nowhere: .*No such file'
is 'the other tree is stored' "$(field added) $(field rejected)" "$(wc -l < elements.jsonl | tr -d ' ') 1"
run "$LUCUS" ingest-ast nowhere.jsonl elements.jsonl --summary --db new2.db
rejects 'ingest-ast: one file of two' 'ingest-ast: nowhere.jsonl: .*No such file'
is 'the other file is stored' "$(field elements)" "$(wc -l < elements.jsonl | tr -d ' ')"

mv t gone
run "$LUCUS" sync --db t.db
expect 'sync: the tree is gone' 1 'sync: the root .* is not there: .*kb root'
mv gone t
same_store 'the store is as it was' t.db copy.db

# ---- element records ----

good() {
	printf '{"type":"function","name":"good%s","file_path":"x.py","code":"x"}\n' "$1"
}
printf '%s\n' '{"type":"function","name":"kept","file_path":"x.py"}' |
	"$LUCUS" ingest-ast --kb records --db t.db > kept.out

# bad NAME REASON RECORD: it stands between two good ones.
bad() {
	{ good 1; printf '%s\n' "$3"; good 2; } > in.jsonl
	run "$LUCUS" ingest-ast --kb records --db t.db in.jsonl
	rejects "$1" "ingest-ast: in.jsonl:2: $2"
	is "$1: the others are stored" "$(printf '%s\n' "$out" |
		jq -r 'select(.record == "node" and .name != "kept").name' | sort | tr '\n' ' ')" 'good1 good2 '
}
bad 'not JSON' 'not JSON: .*' 'def f(): pass'
bad 'a truncated record' 'not JSON: .*column' '{"type":"function","na'
bad 'an array' 'not a record: expected an object, found an array' '["type"]'
bad 'no name' "field 'name' is missing" '{"type":"function","file_path":"x.py"}'
bad 'an empty name' "field 'name' is missing" '{"type":"function","name":"","file_path":"x.py"}'
bad 'no type' "field 'type' is missing" '{"name":"f","file_path":"x.py"}'
bad 'a name that is a number' "field 'name' must be a string, not an integer" '{"type":"function","name":1,"file_path":"x.py"}'
bad 'no path' "field 'file_path' is missing" '{"type":"function","name":"f"}'
bad 'a path that is not relative' "field 'file_path' must be relative.*'/etc/passwd'" '{"type":"function","name":"f","file_path":"/etc/passwd"}'
bad 'a bad id' "field 'id' must have at most 128 bytes and no blanks: 'x y'" '{"type":"function","name":"f","file_path":"x.py","id":"x y"}'
bad 'lines that run backwards' "field 'end_line' is 3, before start_line 9" '{"type":"function","name":"f","file_path":"x.py","start_line":9,"end_line":3}'
bad 'a negative line' "field 'start_line' must be an integer from 0" '{"type":"function","name":"f","file_path":"x.py","start_line":-1}'
bad 'another record' "expected an element record, found 'hit'" '{"record":"hit","name":"f"}'
bad 'bytes that are not UTF-8' 'not JSON: .*0xff' "$(printf '{"type":"function","name":"\377","file_path":"x.py"}')"
is 'what was stored before is still there' "$(sqlite3 t.db "SELECT count(*) FROM element WHERE name = 'kept'")" 1

{ good 1; good 2; printf '{"type":"function","na'; } > in.jsonl
run "$LUCUS" ingest-ast --kb records --db t.db < in.jsonl
rejects 'truncated input' 'ingest-ast: -:3: not JSON'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; print "" }' > in.jsonl
good 3 >> in.jsonl
run "$LUCUS" ingest-ast --kb records --db t.db in.jsonl
rejects 'a record of 100,000 brackets' 'ingest-ast: in.jsonl:1: not JSON'
: > empty.jsonl
ok 'an empty file of records' "$LUCUS" ingest-ast --kb records --db t.db empty.jsonl
is 'takes nothing away' "$(sqlite3 t.db "SELECT count(*) FROM element WHERE name = 'kept'")" 1

# Reasons of edges are numbered in 16 bits: what comes from more tools than anybody has says "given".
{
	printf '{"type":"function","name":"goal","file_path":"g.py","id":"GOAL","code":"x"}\n'
	awk 'BEGIN { for (i = 0; i < 1100; i++) printf "{\"type\":\"function\",\"name\":\"f%d\",\"file_path\":\"f.py\"," \
		"\"links\":[{\"kind\":\"CALLS\",\"name\":\"goal\",\"target\":\"GOAL\",\"by\":\"tool-%d\"}]}\n", i, i }'
} > tools.jsonl
ok 'records of 1,100 tools' "$LUCUS" ingest-ast --kb tools --db tools.db tools.jsonl
is 'have some thousand reasons' "$(sqlite3 tools.db 'SELECT count(*) BETWEEN 1000 AND 1050 FROM edge_reason')" 1
is 'and all their edges' "$("$LUCUS" graph callers goal --kb tools --db tools.db --format json --limit 2000 |
	jq -r 'select(.record == "edge") | .reason' | sed 's/-[0-9]*$//' | sort | uniq -c | awk '{ print $2 }' | tr '\n' ' ')" 'given tool '

# ---- vectors ----

dump copy.db copy.dump
# vector NAME REASON FILTER: of three records the first is spoilt.
vector() {
	{ head -n 1 vectors.jsonl | sed "$3"; sed -n 2,3p vectors.jsonl; } > in.jsonl
	run "$LUCUS" index --db copy.db < in.jsonl
	rejects "$1" "index: -:1: $2"
}
vector 'a vector that is too short' "field 'vector' has 255 components, model '[^']*' has 256" 's/"vector":\[[^,]*,/"vector":[/'
vector 'a vector that is too long' "field 'vector' has 257 components, model '[^']*' has 256" 's/"vector":\[/"vector":[0,/'
vector 'an empty vector' "field 'vector' must be an array of numbers" 's/"vector":\[[^]]*/"vector":[/'
vector 'no vector' "field 'vector' must be an array of numbers" 's/"vector"/"vektor"/'
vector 'NaN' 'not JSON: .*NaN' 's/"vector":\[[^,]*/"vector":[NaN/'
vector 'infinity' 'not JSON: .*overflow' 's/"vector":\[[^,]*/"vector":[1e400/'
vector 'a string' "field 'vector' has no finite number at position 0" 's/"vector":\[[^,]*/"vector":["1"/'
vector 'null' "field 'vector' has no finite number at position 0" 's/"vector":\[[^,]*/"vector":[null/'
vector 'a huge number' "field 'vector' has no finite number at position 0" 's/"vector":\[[^,]*/"vector":[1e39/'
vector 'another model' "model 'other' is mixed with" 's/"model":"[^"]*"/"model":"other"/'
vector 'no model' "field 'model' is missing" 's/"model":"[^"]*",//'
vector 'an unknown element' "no element '00000000-0000-5000-8000-000000000000' in the store" \
	's/"id":"[^"]*"/"id":"00000000-0000-5000-8000-000000000000"/'
vector 'a bad id of a vector' "field 'id' must be the id of an element" 's/"id":"[^"]*"/"id":"x y"/'
vector 'a truncated vector' 'not JSON: ' 's/.\{60\}$//'
vector 'a record that is no embedding' "expected an embedding record, found 'node'" 's/"record":"[^"]*"/"record":"node"/'
sed -n '2,3s/"model":"[^"]*"/"model":"other"/p' vectors.jsonl > in.jsonl
run "$LUCUS" index --db copy.db < in.jsonl
expect 'some vectors of another model' 1 "index: vectors of model 'other' for 2 of [0-9]* elements can not replace"
dump copy.db copy2.dump
is 'all that changed nothing' "$(sha256sum < copy2.dump)" "$(sha256sum < copy.dump)"
sed 's/"model":"[^"]*"/"model":"other"/' vectors.jsonl > in.jsonl
ok 'vectors of another model for all elements replace the old ones' sh -c '"$LUCUS" index --db copy.db < in.jsonl'
ok 'and back' sh -c '"$LUCUS" index --db copy.db < vectors.jsonl'

head -n 1 nodes.jsonl | sed 's/"id":"[^"]*"/"id":"00000000-0000-5000-8000-000000000000"/' > in.jsonl
sed -n 2p nodes.jsonl >> in.jsonl
run "$LUCUS" embed --db copy.db < in.jsonl
rejects 'embed: an unknown element' "embed: -:1: no element '00000000-0000-5000-8000-000000000000'"
is 'embed: the other one goes on' "$(printf '%s\n' "$out" | grep -c '"record":"embedding"')" 1

# ---- stores that are none ----

echo 'These are not the pages of a database.' > text.db
head -c 20000 /dev/zero | tr '\0' 'x' > noise.db
sqlite3 foreign.db 'CREATE TABLE bird(name); PRAGMA user_version = 1'
cp t.db newer.db
sqlite3 newer.db 'PRAGMA user_version = 999' 'PRAGMA wal_checkpoint(TRUNCATE)' > newer.out
head -c 5000 t.db > cut.db
for d in text:'is not a store of lucus' noise:'is not a store of lucus' foreign:'is not a store of lucus' \
	newer:'made by a newer lucus' cut:'is damaged'; do
	db=${d%%:*}.db
	before=$(sha256sum < "$db")
	for c in 'query stack' status 'kb list' 'index --check' 'sync t' 'ingest-ast elements.jsonl' embed 'kb set top=5'; do
		# shellcheck disable=SC2086
		run "$LUCUS" $c --db "$db" < /dev/null
		expect "$c with $db" 1 "${c%% *}: .*'$db'.*${d#*:}"
	done
	is "$db is as it was" "$(sha256sum < "$db")" "$before"
done
run "$LUCUS" query x --db nowhere.db
expect 'no store' 1 "query: no store 'nowhere.db': run 'lucus sync"
run "$LUCUS" sync t --db nowhere/x.db
expect 'no folder for the store' 1 "sync: cannot create 'nowhere/x.db.*No such file"
run "$LUCUS" sync t --db t
expect 'a folder as store' 1 "sync: .*'t'"
mkdir empty
run sh -c 'cd empty && "$LUCUS" query x'
expect 'no store here or above' 1 "query: no store here or above: run 'lucus sync', or give --db"

# ---- usage ----

# usage ERE ARG...: exit 2, the message, and where help is.
usage() {
	want=$1
	shift
	run "$LUCUS" "$@"
	is "usage, lucus $*: status" "$status" 2
	like "usage, lucus $*: message" "$(printf '%s\n' "$err" | head -n 1)" "^lucus: $want"
	like "usage, lucus $*: help" "$err" "^lucus: .*see 'lucus"
	is "usage, lucus $*: no output" "$out" ''
}
usage "unknown command 'qury' \(did you mean 'query'\?\)" qury x
usage "unknown option '--frob'" --frob
usage "query: unknown option '--topp' \(did you mean '--top'\?\)" query --topp 3 x
usage "query: unknown option '-z'" query -z x
usage "query: option '-k': 0 is out of range 1..1000" query -k 0 x --db t.db
usage "query: option '--top': 1001 is out of range 1..1000" query --top=1001 x --db t.db
usage "query: option '-k': 99999999999999999999 is out of range" query -k 99999999999999999999 x
usage "query: option '-k': 'ten' is not an integer" query -k ten x
usage "query: option '-k' needs a value N" query x -k
usage "query: option '--k-max': 0 is out of range 1..1000" query --adaptive --k-max 0 x --db t.db
usage "query: option '--k-min': 3 is out of range 0..2, which --k-max allows" query --adaptive --k-min 3 --k-max 2 x --db t.db
usage "query: option '--max-tokens': -1 is out of range" query --max-tokens -1 x --db t.db
usage "query: option '--max-cost': 'nan' is not a number" query --adaptive --max-cost nan x --db t.db
usage "query: '\[' is no pattern that a path could match" query --path '[' x --db t.db
usage "query: option '--by': 'fil' is not one of element, file \(did you mean 'file'\?\)" query --by fil x
usage "query: option '--similarity-threshold': 2 is out of range -1..1" query --similarity-threshold 2 x
usage "query: option '--similarity-threshold': 'nan' is not a number" query --similarity-threshold nan x
usage "query: option '--explain' takes no value" query --explain=yes x
usage "query: option '-s': no strategy 'bm52': expected one of auto, bm25" query -s bm52 x --db t.db
usage "sync: option '--max-file-size': 0 is out of range 1..2147483647" sync --max-file-size 0
usage "sync: option '-j': 999 is out of range 0..256" sync -j 999
usage "sync: option '--wait': -1 is out of range 0..86400" sync --wait -1
usage "embed: unexpected operand 'x'" embed x
usage "eval: missing operand: expected QRELS" eval
usage "kb: expected list, set KEY=VALUE" kb frob
usage "kb: expected KEY=VALUE, found 'top'" kb set top --db t.db
usage "status: unexpected operand 'x'" status x
usage "help: unknown command 'qurey' \(did you mean 'query'\?\)" help qurey
LUCUS_STRATEGY=nope && export LUCUS_STRATEGY
usage "query: environment LUCUS_STRATEGY: no strategy 'nope'" query x --db t.db
unset LUCUS_STRATEGY
LUCUS_JOBS=x && export LUCUS_JOBS
usage "sync: environment LUCUS_JOBS: 'x' is not an integer" sync t
unset LUCUS_JOBS
run "$LUCUS"
is 'no command: status' "$status" 2
like 'no command: the list on stderr' "$err" '^  query '

# ---- queries ----

long=$(awk 'BEGIN { for (i = 0; i < 10000; i++) printf "a" }')
wide=$(awk 'BEGIN { for (i = 0; i < 10000; i++) printf "\303\274" }')
ok 'a query of 10,000 letters' "$LUCUS" query "$long" --db t.db
ok 'a query of 10,000 letters of two bytes' "$LUCUS" query "$wide" --db t.db
run "$LUCUS" query "${long}a" --db t.db
is 'a query of 10,001 letters' "$status" 2
like 'is refused' "$err" '^lucus: query: the query has 10001 characters, more than 10000$'
for q in '' '   ' "$(printf '\t\n')"; do
	run "$LUCUS" query "$q" --db t.db
	is 'a blank query' "$status" 2
	like 'is refused' "$err" '^lucus: query: the query is empty$'
done
for q in 'the of and' 'how is it' 'AND' '?'; do
	ok "nothing but words that ask: $q" "$LUCUS" query "$q" --db t.db
	is 'is answered' "$(field record)" selection
	ok "and with --adaptive: $q" "$LUCUS" query "$q" --db t.db --adaptive
done
run "$LUCUS" query "$(printf 'stack \377')" --db t.db
is 'a query that is not UTF-8' "$status" 2
like 'is refused' "$err" '^lucus: query: the query is not UTF-8$'
for q in '"' "'; DROP TABLE element; --" '*' '()' 'AND OR NOT' 'NEAR(a b)' 'name:stack' '-stack' '^' "$(printf 'a\001b')" '%' '\'; do
	ok "a query is no syntax: $q" "$LUCUS" query --db t.db -- "$q"
done

printf '%s\n' '{"query":"stack"}' '{junk' '{"query":5}' '{"query":" "}' '{"id":[1],"query":"x"}' "{\"query\":\"${long}a\"}" \
	'{"record":"hit","query":"x"}' '{"query":"push"}' > in.jsonl
run "$LUCUS" query --db t.db < in.jsonl
is 'bad questions among others: status' "$status" 3
is 'each is reported with its place' "$(printf '%s\n' "$err" | sed 's/^lucus: query: \(-:[0-9]*\): .*/\1/' | tr '\n' ' ')" \
	'-:2 -:3 -:4 -:5 -:6 -:7 '
is 'the others are answered' "$(printf '%s\n' "$out" | jq -r 'select(.record == "selection").query_id' | tr '\n' ' ')" '1 8 '

# ---- output that can not be written ----

printf '[{"query":"stack","relevant":["src/stack.c"]}]' > qrels.json
while read -r c; do
	# shellcheck disable=SC2086
	"$LUCUS" $c > /dev/full 2> err.txt < /dev/null
	is "a full disk: lucus $c: status" $? 1
	like "a full disk: lucus $c: message" "$(cat err.txt)" '^lucus: .*cannot write output: No space left on device$'
	# shellcheck disable=SC2086
	"$LUCUS" $c >&- 2> err.txt < /dev/null
	is "no output: lucus $c: status" $? 1
	like "no output: lucus $c: message" "$(cat err.txt)" '^lucus: .*cannot write output'
done <<'END'
ast t
ingest-ast t --db full.db
query stack --db t.db
query stack --db t.db --format text
query stack --db t.db --format md
query stack --db t.db --format paths
eval qrels.json --db t.db
eval qrels.json --db t.db --format text
sync t --db t.db
status --db t.db
status --config --db t.db
kb --db t.db
index --check --db t.db
help
help --list
help records
query --help
--help
--version
END
is 'what was stored stays' "$("$LUCUS" status --db full.db | jq .elements)" "$(wc -l < elements.jsonl | tr -d ' ')"
ok 'no error output' sh -c '"$LUCUS" status --db t.db 2>&-'
ok 'no input' sh -c '"$LUCUS" status --db t.db <&-'

many big 24
for c in 'ast big' 'ast --format text big' 'ingest-ast big --db big.db' 'help records'; do
	# shellcheck disable=SC2086
	{ "$LUCUS" $c 2> err.txt; echo $? > code; } | head -n 1 > head.out
	like "| head -n 1: lucus $c" "$(cat code) $(cat err.txt)" '^(0|141) $'
	# shellcheck disable=SC2086
	{ "$LUCUS" $c 2> err.txt; echo $? > code; } | :
	like "| :      : lucus $c" "$(cat code) $(cat err.txt)" '^(0|141) $'
done
awk 'BEGIN { for (i = 0; i < 500; i++) print "{\"query\":\"stack push pop deposit transfer\"}" }' > many.jsonl
{ "$LUCUS" query --db t.db < many.jsonl 2> err.txt; echo $? > code; } | head -n 1 > head.out
is '| head -n 1: many queries end at once' "$(cat code) $(cat err.txt)" '141 '

# ---- a store that is no file ----

mkfifo pipe.db
mkdir folder.db
for d in pipe.db folder.db; do
	for c in "query stack --db $d" "sync -q t --db $d"; do
		# shellcheck disable=SC2086
		run timeout -s KILL 120 "$LUCUS" $c
		is "$c: status" "$status" 1
		like "$c: at once" "$err" "^lucus: [a-z]*: '$d' is not a store of lucus: no regular file$"
	done
done

# ---- what begins like a comment and does not end ----

mkdir comments
seconds=2 # one that searches to the end for each takes more
[ -z "$slow" ] || seconds=20
for c in '//a' '/*a'; do
	awk -v c="$c" 'BEGIN { printf "interface I { a: {b: \""; for (i = 0; i < 349000; i++) printf "%s", c; print "\"}; (c: A): B }" }' \
		> comments/a.ts
	run sh -c 'ulimit -t "$1"; exec "$LUCUS" ast comments' x "$seconds"
	is "$c in a type: read at once" "$status" 0
done

# ---- permissions ----

mkdir ro
cp t.db ro
chmod 444 ro/t.db
chmod 555 ro
run mean sh -c 'cd ro && "$LUCUS" query stack --db t.db'
if [ "$status" = 99 ]; then
	skip 'a store in a folder that can not be written' 'no setpriv'
else
	is 'a store in a folder that can not be written answers' "$status $err" '0 '
	like 'with hits' "$out" '"name":"stack_push"'
	run mean sh -c 'cd ro && "$LUCUS" sync ../t --db t.db'
	expect 'and is not written' 1 'sync: .*Permission denied'
	chmod 000 ro/t.db
	run mean sh -c 'cd ro && "$LUCUS" query stack --db t.db'
	expect 'a store that can not be read' 1 "query: .*'t.db'"
fi

done_testing
