#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus graph: the questions, what a name means, the formats, and that nothing is dropped, guessed or leaked.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

tree t
mkdir -p t/py t/go t/deep/er
cat > t/py/base.py <<'EOF'
class Shape:
    def area(self):
        return self.measure()

    def measure(self):
        return 0


class Square(Shape):
    pass


class Tile(Stranger, Square):  # a stranger comes first, and may have the method
    def turn(self):
        return self.area()
EOF
cat > t/py/loop.py <<'EOF'
from py.base import Tile


def ping(n):
    return pong(n - 1)


def pong(n):
    return ping(n) if n else again(n)


def again(n):
    return again(n - 1)


def lonely(n):
    return n


def wishes(x):
    x.lonely()
    x.first().lonely(1)
    x.lonely_not()


def make():
    return Tile()
EOF
cat > t/py/test_loop.py <<'EOF'
from py.loop import ping


def test_ping():
    assert ping(0) is None
EOF
cat > t/deep/er/stack.c <<'EOF'
static int helper(int x) { return x; }
int other_stack(int x) { return helper(x); }
EOF
cat > t/deep/a.c <<'EOF'
int twin(void) { return 1; }
EOF
cat > t/deep/b.c <<'EOF'
int twin(void) { return 2; }
EOF
cat > t/deep/c.c <<'EOF'
int twin(void);
int user(void) { return twin(); }
EOF
"$LUCUS" sync t --db t.db > sync.out 2>&1

g() {
	run "$LUCUS" graph "$@" --db t.db
}
# "src -> dst grade" of the edge records, sorted
edges() {
	printf '%s\n' "$out" | jq -r 'select(.record == "edge") | "\(.src.name) -> \(.dst.name // .name) \(.grade)"' | sort
}
count() {
	printf '%s\n' "$out" | jq -s "map(select(.record == \"$1\")) | length"
}
head_of() {
	printf '%s\n' "$out" | head -n 1 | jq -c "$1"
}

# ---- callers ----

g callers deposit
is 'callers: status' "$status" 0
is 'no word on stderr' "$err" ''
is 'callers: the edges' "$(edges)" 'lib.bank.Savings.interest -> lib.bank.Account.deposit exact
lib.bank.transfer -> lib.bank.Account.deposit unique'
is 'the first record is the question' "$(head_of '[.record, .question, .name, .edges, .shown, .elements, .matches]')" \
	'["graph","callers","lib.bank.Account.deposit",2,2,2,1]'
is 'the line is that of the call' "$(printf '%s\n' "$out" | jq -r 'select(.src.name == "lib.bank.transfer") | .line')" \
	"$(grep -n 'target.deposit' t/lib/bank.py | cut -d: -f1)"
is 'each grade is counted' "$(head_of .grades)" '{"exact":1,"unique":1,"ambiguous":0,"unresolved":0}'
g callers deposit --grade exact
is '--grade leaves out what is worse' "$(edges)" 'lib.bank.Savings.interest -> lib.bank.Account.deposit exact'
g callers escape --depth 2
is 'callers of callers' "$(edges)" 'web.app.Router.open -> web.render.render exact
web.render.render -> web.render.escape exact'
is 'with their depth' "$(printf '%s\n' "$out" | jq -c 'select(.record == "edge") | .depth' | tr '\n' ' ')" '1 2 '
g callers grow
is 'C' "$(edges)" 'stack_push -> grow exact'
g callers twin
is 'an ambiguous call is there for each candidate, with its grade' "$(edges)" 'user -> twin ambiguous
user -> twin ambiguous'
is 'both definitions are asked about, and no prototype' "$(printf '%s\n' "$out" | jq -r 'select(.record == "graph").file_path' | tr '\n' ' ')" \
	'deep/a.c deep/b.c '
g callers twin --first
is '--first' "$(count graph) $(head_of '[.file_path, .matches]')" '1 ["deep/a.c",2]'

# ---- no bare zero ----

g callers lonely
is 'no callers: unresolved calls of the name are counted' "$(head_of '[.edges, .unresolved]') $(count edge)" '[0,2] 0'
g callers lonely --format text
is 'as text' "$(printf '%s\n' "$out" | sed 1d)" "callers: none known
2 unresolved calls share the name (--unresolved); no other place mentions it
read: 13 files"
g callers lonely --unresolved
is '--unresolved lists them' "$(edges)" 'py.loop.wishes -> x.first().lonely unresolved
py.loop.wishes -> x.lonely unresolved'
is 'and no target' "$(printf '%s\n' "$out" | jq -c 'select(.record == "edge") | .dst' | sort -u)" null
g callers transfer --format text
like 'none at all' "$out" '^callers: none known$'
like 'and nothing that is open' "$out" '^no unresolved or ambiguous call shares the name; no other place mentions it$'
g callees lonely --format text
like 'calls nothing' "$out" '^calls: none known$'

# ---- what an answer leaves open is counted, also when some callers are known ----

mkdir open
cat > open/core.c <<'EOF'
int odd_one(int x) { return x; }
int twin_of(void) { return 1; }
int knows(void) { return odd_one(1) + odd_one(2); }
#define HIDES(x) odd_one(x)
static int (*table[])(int) = { odd_one };
struct ops { int (*odd_one)(int); };
int asks(struct ops *o) { return o->odd_one(3); }
/* odd_one(4) is no call */
int broken(void) { return (odd_one(5) @@ ; }
int (3 odd_one(8)
EOF
cat > open/other.c <<'EOF'
int twin_of(void) { return 2; }
EOF
cat > open/third.c <<'EOF'
int twin_of(void);
int user(void) { return twin_of(); }
EOF
printf 'Call odd_one(6) first.\n' > open/notes.txt
printf 'a\000odd_one(7)\n' > open/binary.c
"$LUCUS" sync open --db open.db > /dev/null 2>&1
o() {
	run "$LUCUS" graph "$@" --db open.db
}
o callers odd_one
like 'callers are known' "$(edges)" '^knows -> odd_one exact$'
is 'unresolved sites are counted all the same' "$(head_of '[.unresolved, .ambiguous, .elsewhere]')" '[1,0,0]'
is 'and every other place that has the name' "$(head_of .mentions)" '{"places":4,"calls":3,"unparsed":1}'
is 'what was read, and what not' "$(head_of '.coverage')" \
	'{"files":4,"partial":1,"unparsed_lines":3,"unknown":0,"plain":1,"left_out":1,"reasons":{"binary":1}}'
o callers odd_one --mentions
is '--mentions lists them' "$(printf '%s\n' "$out" | jq -r 'select(.record == "mention") | "\(.file_path):\(.line) \(.call) \(.unparsed)"')" \
	'open/core.c:6 false false
open/core.c:8 true false
open/core.c:10 true true
open/notes.txt:1 true false'
is 'they count as shown' "$(head_of .shown)" "$(printf '%s\n' "$out" | sed 1d | wc -l)"
o callers odd_one --unresolved --mentions --format text
is 'as text' "$(printf '%s\n' "$out" | sed -n '6,$p')" "├─ asks  function  open/core.c:7  calls o.odd_one  unresolved  receiver of unknown type
├─ open/core.c:6  mentions it  struct ops { int (*odd_one)(int); };
├─ open/core.c:8  mentions it  /* odd_one(4) is no call */
├─ open/core.c:10  mentions it, not parsed  int (3 odd_one(8)
└─ open/notes.txt:1  mentions it  Call odd_one(6) first.
4 callers (3 exact, 1 unique)
1 unresolved call shares the name; 4 other places mention it, 3 like a call, 1 in text that was not parsed
read: 4 files, 1 as lines alone, 1 in part: 3 lines were not parsed; left out: 1 (1 binary)"
o callers odd_one --mentions --format paths
like 'their places' "$out" '(^|/)notes.txt:1$'
for q in callers impact tests; do
	o $q twin_of --first
	is "$q: an ambiguous site is counted" "$(head_of '[.unresolved, .ambiguous]')" '[0,1]'
done
o impact asks --format text
like 'impact of what nobody is known to use' "$out" '^affected: none known$'
like 'impact: with its coverage' "$out" '^read: 4 files'
o inherits twin_of --first
is 'inherits: bases of the name' "$(head_of '[.unresolved, .ambiguous, .mentions]')" '[0,0,null]'

ok 'a search for names finds no call that is not told' "$top/scripts/callers-grep.sh" open
is 'of how many it looked' "$out" '4 names, 12 places: 0 files with places that are not told'

# a store that nobody has indexed reads all of its files
sqlite3 open.db "UPDATE kb SET rowed = rowed - 1"
o callers odd_one
is 'without full text the places are the same' "$(head_of .mentions)" '{"places":4,"calls":3,"unparsed":1}'

mkdir wrap
cat > wrap/deco.py <<'END'
def again(fn):
    return fn


@again
def first():
    return 'a@again'


class Many:
    @again
    def second(self):
        return 2
END
"$LUCUS" sync -q wrap --db wrap.db > sync.out
run "$LUCUS" graph callers again --db wrap.db --format json
is 'a decorator looks like a call' "$(head_of .mentions)" '{"places":3,"calls":2,"unparsed":0}'

# ---- circles ----

g callers ping --depth 50
is 'a circle ends' "$status $(printf '%s\n' "$out" | jq -r 'select(.record == "edge" and .kind == "CALLS") | "\(.src.name)>\(.dst.name)"' | grep -v test_ | tr '\n' ' ')" \
	'0 py.loop.pong>py.loop.ping py.loop.ping>py.loop.pong '
g callers again
is 'recursion is a call' "$(edges)" 'py.loop.again -> py.loop.again exact
py.loop.pong -> py.loop.again exact'
g callers again --depth 9 --format text
is 'a tree with a circle ends' "$(printf '%s\n' "$out" | grep -c '(again)')" 2

# ---- callees, inherits, tests, impact, path ----

g callees wishes
like 'what is unresolved is shown by name' "$(edges)" '^py.loop.wishes -> x.lonely_not unresolved$'
g inherits Shape
is 'subclasses of subclasses' "$(edges)" 'py.base.Square -> py.base.Shape exact
py.base.Tile -> py.base.Square exact'
g inherits Tile
is 'bases of bases, and what is not in the store' "$(edges)" 'py.base.Square -> py.base.Shape exact
py.base.Tile -> Stranger unresolved
py.base.Tile -> py.base.Square exact'
g tests ping
is 'tests' "$(edges)" 'py.test_loop.test_ping -> py.loop.ping exact'
g tests ping --format text
is 'tests are counted, though a call leads to them first' "$(printf '%s\n' "$out" | sed -n 2,3p)" \
	"└─ py.test_loop.test_ping  function  t/py/test_loop.py:5  tests  exact  call
1 test (1 exact)"
g tests pong --depth 2 --format text
like 'and those further away' "$out" '^1 test by 2 edges'
g impact ping --depth 1
is 'impact names a test once' "$(printf '%s\n' "$out" | jq -r 'select(.record == "edge" and .src.name == "py.test_loop.test_ping").kind')" TESTS
g tests ping
is 'they are TESTS edges' "$(printf '%s\n' "$out" | jq -r 'select(.record == "edge").kind')" TESTS
g tests pong
is 'no test of it' "$(count edge)" 0
g tests pong --format text
like 'what a caller is tested by was not looked at, and it says so' "$out" '^tests: none known so near \(--depth 3 looks farther\)$'
g tests pong --depth 2
is 'tests of its callers, and the way there' "$(edges)" 'py.loop.ping -> py.loop.pong exact
py.test_loop.test_ping -> py.loop.ping exact'
g tests transfer --format text
like 'no tests, as text' "$out" '^tests: none known$'
g impact measure
is 'impact: callers of callers' "$(edges)" 'py.base.Shape.area -> py.base.Shape.measure exact
py.base.Tile.turn -> py.base.Shape.area unique'
is 'by depth and file' "$(head_of '[.by_depth, .files]')" '[[1,1],[{"file_path":"py/base.py","elements":2}]]'
is 'the weakest grade on the way' "$(printf '%s\n' "$out" | jq -r 'select(.record == "edge").weakest' | tr '\n' ' ')" 'exact unique '
g impact t/py/base.py --kind depends_on --depth 1
is 'impact of a file: who imports from it' "$(head_of .files)" '[{"file_path":"py/loop.py","elements":1}]'
g impact Square
like 'impact of a class: its subclasses' "$(edges)" '^py.base.Tile -> py.base.Square exact$'
g path Router.open escape
is 'a path' "$(edges)" 'web.app.Router.open -> web.render.render exact
web.render.render -> web.render.escape exact'
is 'its length' "$(head_of '[.hops, .paths, .target.name]')" '[2,1,"web.render.escape"]'
g path Router escape
is 'a path begins in what the element holds' "$(head_of .hops)" 2
g path escape Router
is 'no path: it says how far it looked' "$status $(head_of '[.hops, .paths, .complete]') $(count edge)" '0 [null,0,true] 0'
run "$LUCUS" graph path escape Router --format text --db t.db
like 'in words' "$out" '^no path from web.render.escape to web.app.Router: nothing leads there$'
run "$LUCUS" graph callers escape --level 1 --db t.db
is 'an option of another question' "$status $err" "2 lucus: graph: option '--level' is of communities alone
lucus: graph: see 'lucus graph --help'"
g path Router.open escape --max-hops 1
is 'too far' "$(head_of '[.hops, .complete, .depth]')" '[null,false,1]'
g path Router.open escape --max-hops 1 --format text
like 'too far, as text' "$out" 'no path .* so near.*--max-hops'
g path deposit Account
is 'a part of it is there already' "$(head_of .hops) $(count edge)" '0 0'

# ---- members that a type has from its bases ----

mkdir heirs
cat > heirs/a.py <<'EOF'
class Base:
    def run(self):
        return 1

    def stop(self):
        return 2


class Left(Base):
    pass


class Right(Base):
    def run(self):
        return 3


class Sub(Left, Right):
    def go(self):
        return self.stop()


class Outside(Unknown):
    pass


def use():
    Sub().stop()
EOF
cat > heirs/A.java <<'EOF'
class Upper { int size() { return 1; } int size(int n) { return n; } }
class Lower extends Upper { int twice() { return 2 * size(); } }
EOF
"$LUCUS" sync -q heirs --db heirs.db > sync.out
h() {
	run "$LUCUS" "$@" --db heirs.db
}
for name in Sub.stop a.Sub.stop 'Sub::stop' 'Sub#stop()'; do
	h graph callers "$name"
	is "$name is what the base defines" "$(head_of '[.name, .inherited_by, .matches]') $(edges | wc -l)" '["heirs.a.Base.stop","heirs.a.Sub",1] 2'
done
h graph callers Base.stop
is 'of what was named itself nothing of the kind is said' "$(head_of '[.name, .inherited_by]')" '["heirs.a.Base.stop",null]'
h graph callers Sub.stop --format text
like 'as text' "$out" '^heirs\.a\.Base\.stop  method  heirs/a\.py:5  inherited by heirs\.a\.Sub$'
h graph callers Sub.stop --format md
like 'in Markdown' "$out" '^## callers: .*heirs\.a\.Base\.stop.*inherited by heirs\.a\.Sub$'
h graph callers Sub.run
is 'what a base overrides is not meant' "$(printf '%s\n' "$out" | jq -r 'select(.record == "graph") | "\(.name) \(.inherited_by)"')" 'heirs.a.Right.run heirs.a.Sub'
h graph callers Left.run
is 'but where nothing does' "$(head_of '[.name, .inherited_by]')" '["heirs.a.Base.run","heirs.a.Left"]'
h graph callers Lower.size
is 'overloads are inherited together' "$(printf '%s\n' "$out" | jq -r 'select(.record == "graph") | "\(.name) \(.inherited_by) \(.matches)"' | uniq -c | tr -s ' ')" \
	' 2 Upper.size Lower 2'
h graph path use Sub.stop
is 'the end of a path' "$(head_of '[.name, .inherited_by, .target.name, .target.inherited_by, .hops]')" '["heirs.a.use",null,"heirs.a.Base.stop","heirs.a.Sub",1]'
h graph path use Sub.stop --format text
is 'as text' "$(printf '%s\n' "$out" | head -n 1)" 'heirs.a.Base.stop  method  heirs/a.py:5  inherited by heirs.a.Sub'
h show Sub.stop --format text
is 'show: the head' "$(printf '%s\n' "$out" | head -n 1)" 'heirs/a.py:5  method  heirs.a.Base.stop  inherited by heirs.a.Sub'
h show Sub.stop Base.stop
is 'show: the record' "$(printf '%s\n' "$out" | jq -c '[.name, .inherited_by]' | tr '\n' ' ')" '["heirs.a.Base.stop","heirs.a.Sub"] ["heirs.a.Base.stop",null] '
printf 'class Ring(Round):\n    def roll(self):\n        return 1\n\n\nclass Round(Ring):\n    pass\n' > heirs/ring.py
"$LUCUS" sync -q heirs --db heirs.db > sync.out
h graph callers Round.roll
is 'also where types inherit from one another in a circle' "$(head_of '[.name, .inherited_by]')" '["heirs.ring.Ring.roll","heirs.ring.Round"]'
h graph callers Outside.stop
like 'a base that is not there has nothing' "$status $err" "^1 lucus: graph: no element 'Outside.stop'; there is heirs.a.Base.stop"

# ---- names and places ----

for name in Account.deposit Account::deposit 'Account#deposit' 'account.DEPOSIT' 'deposit()' lib/bank.py:14 \
	bank.py:14 t/lib/bank.py:14 "$PWD/t/lib/bank.py:14"; do
	g callers "$name"
	is "$name" "$(head_of .name)" '"lib.bank.Account.deposit"'
done
id=$(head_of .id | tr -d '"')
g callers "$id"
is 'an id' "$(head_of .name)" '"lib.bank.Account.deposit"'
g callers stack.c:1
is 'two files: which one?' "$status $(printf '%s' "$err" | grep -c 'deep/er/stack.c')" '1 1'
g callers er/stack.c:1
is 'more of the path chooses' "$(head_of .name)" '"helper"'
g callers lib/bank.py:4000
is 'a line that is not there' "$status $out" '1 '
for pair in 'stackpush stack_push' 'stak_push stack_push' 'deposits lib.bank.Account.deposit' 'Bank.deposit lib.bank.Account.deposit' \
	'interes lib.bank.Savings.interest'; do
	g callers "${pair% *}"
	is "unknown: ${pair% *}" "$status $out" '1 '
	like "${pair% *}: it names ${pair#* }" "$err" "^lucus: graph: no element '${pair% *}'; there is .*${pair#* }"
done
for name in 'no such thing' "a'; DROP TABLE element; --" '%' '*' '_' '.' '..' '::' '/' ':1' '$(id)' '"' '\' 'x:99999999999999999999' \
	"$(printf 'a\nb\033[31m')" "$(printf '\377\376')" "$(printf '%5000d' 1)"; do
	g callers "$name"
	is "not there: $(printf '%s' "$name" | tr -cd '[:print:]' | cut -c 1-20)" "$status $(printf '%s\n' "$err" | wc -l)" '1 1'
done
g callers ''
is 'an empty name is wrong usage' "$status" 2
for args in '' 'callers' 'nothing x' 'path a' 'callers a b' 'callers a --kind zebra' 'callers a --depth 1001'; do
	# shellcheck disable=SC2086
	g $args
	is "wrong usage: graph $args" "$status" 2
done

g callers nothing --kind zebra
like 'an unknown kind: those that there are' "$err" "option '--kind': 'zebra' is not one of CONTAINS, CALLS, "
g callers nothing --kind CALS
like 'an unknown kind: the near one' "$err" "\\(did you mean 'CALLS'\\?\\)"
g callers nothing --kind d
like 'a kind that is cut too short' "$err" "option '--kind': 'd' may be any of DEPENDS_ON, DOCUMENTS"
g impact t/py/base.py --kind DEP --depth 1
is 'a kind by its beginning' "$status" 0

# ---- formats ----

g callers escape --depth 2 --format text
is 'a tree' "$out" "web.render.escape  function  t/web/render.js:2
└─ web.render.render  function  t/web/render.js:7  exact  same file
   └─ web.app.Router.open  method  t/web/app.ts:15  exact  import
2 callers (2 exact)
no unresolved or ambiguous call shares the name; no other place mentions it
read: 13 files"
g callers escape --format text --color always
like 'grades have colours' "$out" "$(printf '\033')\\[32mexact"
g callers escape --depth 2 --format paths
is 'places' "$out" 't/web/render.js:7
t/web/app.ts:15'
g callers deposit --format md
like 'Markdown' "$out" '^- \*\*lib.bank.transfer\*\* function `t/lib/bank.py:30`'
g callers deposit -n 1
is '--limit: the rest is counted' "$(head_of '[.edges, .shown]') $(count edge)" '[2,1] 1'
g callers deposit -n 1 --format text
like '--limit, as text' "$out" '; 1 more edge: --limit 2$'
mkdir late
printf 'def known():\n    pass\n\n\ndef caller(x):\n    x.a()\n    x.b()\n    known()\n    known.c()\n' > late/m.py
"$LUCUS" sync -q --db late.db late > /dev/null
run "$LUCUS" graph callees caller -n 2 --format text --db late.db
is '--limit: what leads somewhere is among those that are shown' "$(printf '%s\n' "$out" | grep -Eo '─ [a-z.]+')" "$(printf '─ x.a\n─ late.m.known')"
if command -v dot > /dev/null; then
	for q in 'callees wishes' 'inherits Tile' 'path Router.open escape' 'callers twin' 'impact measure' 'callers lonely'; do
		# shellcheck disable=SC2086
		"$LUCUS" graph $q --dot --db t.db > g.dot
		ok "dot takes: $q" dot -Tsvg -o g.svg g.dot
		is "dot has no word on: $q" "$out$err" ''
	done
	like 'an unresolved end is in the picture' "$("$LUCUS" graph callees wishes --dot --db t.db | dot -Tsvg)" 'x.lonely_not'
else
	skip 'dot takes what --dot writes' 'no dot here'
fi
g callers nothing_of_the_kind --dot
is 'no half graph when there is no such element' "$status $out" '1 '

# ---- names that are no names: records of other tools may hold anything ----

cat > odd.jsonl <<'EOF'
{"record":"element","type":"function","name":"odd.\"q\\uote\"<b>&amp;{|}","file_path":"odd \"&\\n\\.x","start_line":1,"end_line":2,"language":"x","code":"","calls":["odd.callee\n\u001b[31m"]}
{"record":"element","type":"function","name":"odd.callee\n\u001b[31m","file_path":"odd.y","start_line":1,"end_line":2,"language":"x","code":"","calls":["odd.\"q\\uote\"<b>&amp;{|}"]}
EOF
"$LUCUS" ingest-ast odd.jsonl --db t.db --kb odd > /dev/null 2>&1
for f in json text md paths; do
	run "$LUCUS" graph callees 'odd."q\uote"<b>&amp;{|}' --db t.db --kb odd --format $f
	is "odd names: $f" "$status" 0
done
if command -v dot > /dev/null; then
	"$LUCUS" graph callees 'odd."q\uote"<b>&amp;{|}' --db t.db --kb odd --dot > g.dot
	ok 'odd names: dot' dot -Tsvg -o g.svg g.dot
	is 'odd names: dot has no word' "$out$err" ''
fi

# ---- one knowledge base, one tenant ----

cp -R t u
printf 'def stranger():\n    return transfer()\n' >> u/lib/bank.py
for where in '--kb two' '--tenant rival'; do
	# shellcheck disable=SC2086
	"$LUCUS" sync u --db t.db $where > /dev/null 2>&1
	# shellcheck disable=SC2086
	run "$LUCUS" graph callers transfer --db t.db $where
	is "$where has its own edges" "$(edges)" 'lib.bank.stranger -> lib.bank.transfer exact'
done
g callers transfer
is 'the first has none of them' "$(head_of '[.edges, .matches, .unresolved]')" '[0,1,0]'
g callers stranger
is 'nor their elements' "$status" 1
g callers stranger_
unlike 'nor are their names told' "$err" 'lib.bank.stranger'
id=$("$LUCUS" graph callers stranger --db t.db --tenant rival | jq -r 'select(.record == "graph").id')
g callers "$id"
is 'nor can they be had by id' "$status" 1

# ---- the reader goes away; the order of writing does not matter ----

many big 40 12
"$LUCUS" sync big --db big.db > /dev/null 2>&1
{ "$LUCUS" graph impact Shelf0 --depth 100 -n 1000000 --db big.db 2> err.txt; echo $? > code; } | head -n 1 > /dev/null
like 'a broken pipe ends quietly' "$(cat code) $(cat err.txt)" '^(0|141) $'
run sh -c '"$LUCUS" graph impact Shelf0 --db big.db > /dev/full'
is 'a full disk is an error' "$status" 1
a=$("$LUCUS" graph impact Shelf0 --depth 9 --db big.db | cksum)
rm -f big.db*
"$LUCUS" sync big --db big.db -j 1 > /dev/null 2>&1
is 'the answer depends on the content alone' "$("$LUCUS" graph impact Shelf0 --depth 9 --db big.db | cksum)" "$a"

# ---- ids of other tools ----

long=$(awk 'BEGIN { for (i = 0; i < 60; i++) printf "a" }')
printf '{"id":"%s","type":"function","name":"m.f","file_path":"m.py","calls":["g"]}\n%s\n' "$long" \
	'{"id":"short","type":"function","name":"m.g","file_path":"m.py"}' > given.jsonl
run "$LUCUS" ingest-ast --db given.db given.jsonl
is 'the caller keeps the id that another tool gave it' \
	"$("$LUCUS" graph callers m.g --db given.db | jq -r '.src.id // empty')" "$long"
done_testing
