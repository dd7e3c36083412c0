# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What make bench-graph counts, by a tree and calls that were written by hand: each line of shop.calls has its reason behind it.
. "$(dirname "$0")/lib.sh"

command -v python3 > /dev/null || skip_all 'python3 is missing'
measure="python3 -B $top/scripts/bench-graph/compare.py"
mkdir -p shop/.git
cat > shop/goods.py <<'END'
import json


class Thing:
    def __init__(self, name):
        self.name = name

    def price(self):
        return len(self.name)


class Box(Thing):
    def price(self):
        return 2


def load(text):
    return json.loads(text)


def both(a, b):
    return load(a), load(b)
END
cat > shop/till.py <<'END'
from goods import Thing, both, load as read


def total(x):
    thing = Thing("a")
    both("a", "b")
    read("b")
    return x.price() + thing.price()


def again(f):
    f()
    return total(read("c"))
END
# A call of a library, two calls of one pair, a class that stands for its constructor, an alias, a receiver that nothing
# tells, one of a visible type, an answer that the compiler does not have, a value, and a definition that is none.
tab=$(printf '\t')
sed 's/ *| */'"$tab"'/g' > shop.calls <<'END'
# path | line | name | kind | targets | its name
goods.py|18|loads|ext|
goods.py|22|load|func|goods.py:17
goods.py|22|load|func|goods.py:17
till.py|5|Thing|func|goods.py:4
till.py|6|both|func|goods.py:21
till.py|7|read|func|goods.py:17|load
till.py|8|price|func|goods.py:8 goods.py:13
till.py|12|f|var|
till.py|13|total|unknown|
till.py|13|read|func|goods.py:17|load
till.py|13|lost|func|goods.py:99
END
run $measure --name shop --json shop.json --list shop.tsv "$LUCUS" shop shop.calls
is 'compare: status' "$status $err" '0 '
is 'calls, pairs, what is no element' "$(jq -r '"\(.calls) \(.pairs) \(.lost)"' shop.json)" '11 6 1'
is 'recall of what is sure, and of what is ambiguous' "$(jq -r '"\(.recall) \(.recall_ambiguous)"' shop.json)" '100 0'
is 'exact answers: right, known, unknown' \
	"$(jq -r '.precision.exact | "\(.right) \(.known) \(.unknown)"' shop.json)" '6 6 1'
is 'unresolved ones: a library and a value are right, a method of the tree is not, of len() nothing is said' \
	"$(jq -r '.precision.unresolved | "\(.right) \(.known) \(.unknown)"' shop.json)" '2 3 1'
is 'the list names what is lost' "$(cut -f 1-3 shop.tsv)" "lost${tab}till.py:13${tab}lost"
is 'the edges are those that lucus graph tells' \
	"$("$LUCUS" sync -q shop --db g.db > sync.out && "$LUCUS" graph callees total --db g.db --grade unique |
		jq -r 'select(.record == "edge") | "\(.line) \(.name) \(.grade)"')" \
	"$("$LUCUS" ingest-ast shop --db n.db | jq -r 'select(.record == "node" and .name == "till.total") | .edges[] |
		select(.kind == "CALLS" and (.grade == "exact" or .grade == "unique")) | "\(.line) \(.name) \(.grade)"')"

# The same calls with other answers: each figure falls.
sed 's/goods.py:17/goods.py:21/; s/goods.py:4$/till.py:11/; /both/s/goods.py:21/goods.py:12/' shop.calls > wrong.calls
rm shop.json
run $measure --json shop.json --list shop.tsv "$LUCUS" shop wrong.calls
is 'targets that are not called are not found' "$(jq -r '"\(.calls) \(.pairs) \(.recall)"' shop.json)" '11 1 100'
sed "s/goods.py:17/goods.py:13/; s/${tab}load$/${tab}price/; /both/s/goods.py:21/goods.py:17${tab}load/" shop.calls > wrong.calls
rm shop.json
run $measure --json shop.json --list shop.tsv "$LUCUS" shop wrong.calls
like 'an edge to another target is wrong' "$out" 'wrong .*exact, import: the compiler says func'
like 'and the pair is missed, with what there is' "$out" 'missed .*: another target, exact'
printf 'goods.py\tx\n' > bad.calls
run $measure "$LUCUS" shop bad.calls
is 'what is no call is an error with its line' "$status $err" '1 compare: bad.calls:1: no call'

# An index becomes calls: what stands before a list of arguments, and no definition.
writer=$(dirname "$LUCUS")/tests/test_scip
if [ -x "$writer" ]; then
	mkdir code
	printf 'class Base:\n    def price(self):\n        return 1\n\ndef price(x):\n    return x\n' > code/goods.py
	cat > code/till.py <<'END'
from goods import Base as B
import goods

class Book(B):
    def total(self, other):
        s = 'é🚀'; a = other.price()
        f = goods.price
        return a + other.price()
END
	"$writer" --write code/index.scip
	is 'the calls of an index' "$(python3 -B "$top/scripts/bench-graph/scip_calls.py" code code/index.scip)" \
		"till.py${tab}6${tab}price${tab}func${tab}goods.py:2${tab}
till.py${tab}8${tab}price${tab}func${tab}goods.py:2${tab}"
else skip 'the calls of an index' "$writer was not built"; fi

done_testing
