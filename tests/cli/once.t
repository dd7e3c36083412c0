#!/bin/sh
# SPDX-License-Identifier: MIT
# An answer is listed once: of hits that lie in each other one stays in front, and originals before their copies; what fell
# behind is told.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

mkdir -p t/.git t/lib t/vendor/lib t/api/v1 t/api/v2 t/old/lib
cat > t/lib/kettle.py <<'EOF'
"""Kitchen things."""


class Kettle:
    """A kettle that boils water for tea."""

    def __init__(self, litres):
        self.litres = litres

    def boil(self):
        """Boil the water of the kettle until it whistles."""
        heat = 0
        while heat < 100:
            heat += self.warm_up(heat)
        return "whistle"

    def warm_up(self, heat):
        """Warm up the water of the kettle by some degrees."""
        return 10 if heat < 50 else 5

    def pour(self, cup):
        """Pour boiled water of the kettle into a cup."""
        cup.fill(self.litres)
EOF
cat > t/lib/parcel.py <<'EOF'
"""Sending things."""


def weigh_parcel(parcel, scale):
    """Weigh a parcel on the scale and say what its stamp costs."""
    grams = scale.read(parcel)
    if grams > 20000:
        raise ValueError("too heavy to be sent")
    return 3 + grams // 1000


def label_parcel(parcel, street, town):
    """Print a label for the parcel with street and town."""
    return "%s\n%s, %s" % (parcel.name, street, town)
EOF
cp t/lib/*.py t/vendor/lib
cp t/lib/parcel.py t/old/lib
for v in 1 2; do
	cat > t/api/v$v/stamps.py <<EOF
def list_stamps(album, page):
    """List the stamps of an album, a page at a time."""
    first = page * $((v * 10))
    found = album.search(first)
    return [stamp.name for stamp in found]
EOF
done
printf '    \n\ndef swap_stamps(one, other):\n    """Swap two stamps."""\n    one.owner, other.owner = other.owner, one.owner\n' >> t/api/v2/stamps.py
for plant in a b c d e f; do
	printf 'def water_%s(plant_%s):\n    """Water the plant with a can of water, as for %s."""\n    return plant_%s.drink()\n' $plant $plant $plant $plant > t/lib/plants_$plant.py
done
mkdir -p t/mill t/include t/jar
cat > t/mill/wheel.c <<'END'
#include "wheel.h"
int grind_corn(int sacks)
{
	return sacks * 2;
}
END
printf '/* Grind the corn of the sacks. */\nint grind_corn(int sacks);\n' > t/include/wheel.h
printf '/* Grind the corn of the sacks. */\nint grind_corn(int sacks);\n' > t/jar/wheel_private.h
printf 'static int shell_peas(int pods)\n{\n\treturn pods + 1; /* shell the peas of the pods by hand */\n}\n' > t/jar/hand.c
printf 'static int shell_peas(int pods)\n{\n\treturn pods * 9; /* shell the peas of the pods */\n}\n' > t/mill/hand.c
printf '/* Sift the flour through the sieve. */\nvoid sift_flour(int cups);\n' > t/include/sieve.h
printf '/* Sift the flour of the other. */\nstatic void sift_flour(void)\n{\n\tputs("flour, sieve");\n}\n' > t/jar/other.c
printf '/* The scoop of beans. */\nstruct bean_scoop {\n\tint beans;\n};\n/* Scoop the beans. */\nint bean_scoop(const char *sack);\n' > t/mill/scoop.h
cat > t/jar/Baker.java <<'END'
class Baker {
	/** Knead the dough until it is smooth. */
	void kneadDough(int minutes) { turn(minutes); }
	/** Knead the dough until it is smooth. */
	void kneadDough(int minutes, boolean smooth) { turn(minutes); fold(smooth); }
	/** Knead some dough until it is smooth. */
	void kneadDough() { kneadDough(10); }
	/** Knead the dough until it is smooth. */
	void kneadDough(Table table, int minutes) { kneadDough(minutes); }
	/** Knead the dough until it is smooth. */
	void kneadDough(Table table, Helper helper) { helper.knead(table); }
	/** The dough that was kneaded until smooth. */
	int dough() { return 1; }
}
END
cat > t/jar/oven.rs <<'END'
/// The oven that bakes loaves.
pub struct LoafOven {
    heat: u32,
}
impl Bakes for LoafOven {
    fn loaf_oven(&self) -> LoafOven { LoafOven { heat: 1 } }
}
impl LoafOven {
    /// Bake loaves in the oven.
    pub fn bake(&self) -> u32 { self.heat }
}
END
"$LUCUS" sync -q t --db t.db > sync.out

q() {
	run "$LUCUS" query --db t.db --no-cache "$@"
}
hits() {
	jq -r 'select(.record == "hit") | '"$1" "$tmp.out" | tr '\n' ' '
}
# Hits among the first $1 that lie in another of them.
nested() {
	jq -s --argjson k "$1" '[.[] | select(.record == "hit" and .rank <= $k)] as $h | [$h[] | . as $x
		| select(any($h[]; .id != $x.id and .file_path == $x.file_path and .start_line <= $x.start_line and
			.end_line >= $x.end_line))] | length' "$tmp.out"
}

# ---- what lies in another ----

q 'boil the water of the kettle until it whistles' -k 20
cp "$tmp.out" twenty
is 'a method that answers is first' "$(hits .name | cut -d' ' -f1)" 'lib.kettle.Kettle.boil'
is 'neither its class nor its file is beside it' "$(nested 5)" 0
like 'the hit names them' "$(jq -r 'select(.rank == 1) | .inside[] | "\(.type) \(.name) \(.file_path):\(.start_line)-\(.end_line)"' twenty)" \
	'^class lib.kettle.Kettle lib/kettle.py:4-'
like 'and its file' "$(jq -r 'select(.rank == 1) | .inside[].type' twenty)" '^module$'
is 'nothing is lost: what fell behind comes later' "$(jq -s 'map(select(.name == "lib.kettle.Kettle").rank > 5) | all' twenty)" true
is 'scores do not rise' "$(jq -s 'map(select(.record == "hit").score) | . == (sort | reverse)' twenty)" true
is 'ranks are in order' "$(jq -s 'map(select(.record == "hit").rank) | . == [range(1; length + 1)]' twenty)" true
bad=''
for k in 1 2 4 5 6 9 15; do
	q 'boil the water of the kettle until it whistles' -k $k
	jq -c 'select(.record == "hit")' "$tmp.out" > some
	jq -c 'select(.record == "hit")' twenty | head -n $k | cmp -s - some || bad="$bad $k"
done
is 'a larger -k only appends' "$bad" ''
q 'boil the water of the kettle until it whistles' -k 20 -s bm25
is 'a list without the reranker is as it was' "$(hits '.inside // .copies // empty')" ''

q 'Kettle' -k 10
is 'a class that is named is first' "$(hits .name | cut -d' ' -f1)" 'lib.kettle.Kettle'
is 'what lies in it is behind' "$(nested 5)" 0
q 'boil the water of the kettle until it whistles' -k 10 --type class
is 'by type: the class comes' "$(hits .name | cut -d' ' -f1)" 'lib.kettle.Kettle'
q 'boil the water of the kettle until it whistles' -k 20 --type class --type method --path lib
is 'nothing that was asked for by its type falls behind' "$(hits '.inside // empty')" ''
q 'boil the water of the kettle AND weigh a parcel on the scale' -k 10
is 'a question of parts: each once' "$(nested 5)" 0
like 'a question of parts: both' "$(jq -r 'select(.record == "hit" and .rank <= 2).name' "$tmp.out" | sort | tr '\n' ' ')" '^lib\.kettle\.Kettle\.boil lib\.parcel\.weigh_parcel $'
q 'boil the water of the kettle until it whistles' -k 10 --by file
is 'files: as they were' "$(hits '.inside // .copies // empty')" ''
"$LUCUS" query 'boil the water of the kettle until it whistles' -k 20 --db t.db > kept.one
"$LUCUS" query 'boil the water of the kettle until it whistles' -k 20 --db t.db -v > kept.two 2> log
like 'the cache is asked' "$(cat log)" 'cached=yes'
ok 'and keeps what fell behind' cmp kept.one kept.two
like 'there is some' "$(cat kept.two)" '"inside":\['

# ---- copies ----

q 'weigh a parcel on the scale' -k 10
is 'the original is first' "$(jq -r 'select(.rank == 1).file_path' "$tmp.out")" lib/parcel.py
is 'its copies are told' "$(jq -r 'select(.rank == 1).copies | map(.file_path) | sort | join(" ")' "$tmp.out")" \
	'old/lib/parcel.py vendor/lib/parcel.py'
is 'they are not among the first five' "$(jq -r 'select(.rank <= 5 and (.file_path | test("^(vendor|old)/"))).name' "$tmp.out" | grep -c weigh)" 0
q 'weigh a parcel on the scale' -k 1 --format text
like 'people read where else it is' "$out" '^ *also at t/vendor/lib/parcel\.py:[0-9]+$'
q 'weigh a parcel on the scale' -k 3 --path t/vendor
is '--path: the copy' "$(jq -r 'select(.rank == 1) | "\(.name) \(.copies)"' "$tmp.out")" 'vendor.lib.parcel.weigh_parcel null'
q 'weigh a parcel in vendor on the scale' -k 10
is 'a copy that is ranked first gives way' "$(jq -r 'select(.rank == 1).file_path' "$tmp.out")" lib/parcel.py
q 'boil the water of the kettle until it whistles' -k 5
is 'a whole tree: none of the copy' "$(hits '.file_path | select(startswith("vendor/"))')" ''
q 'list the stamps of an album a page at a time' -k 5
is 'of versions the newer' "$(jq -r 'select(.rank == 1).file_path' "$tmp.out")" api/v2/stamps.py
is 'the older one is told' "$(jq -r 'select(.rank == 1).copies | map(.file_path) | join(" ")' "$tmp.out")" api/v1/stamps.py
q 'list the stamps of an album a page at a time' -k 5 --path t/api/v1
is '--path: the older one' "$(jq -r 'select(.rank == 1).file_path' "$tmp.out")" api/v1/stamps.py
q 'water the plant' -k 10
is 'siblings are no copies' "$(jq -s '[.[] | select(.name? // "" | test("water_")) | select(.rank <= 6)] | length' "$tmp.out")" 6

# ---- one thing at several places ----

# thing QUESTION NAME: the first hit of that name, where it is, and what it stands for.
thing() {
	q "$1" -k 20
	jq -c --arg name "$2" 'select(.name == $name) | [.rank, .type, .file_path, (.same // [] | map("\(.type) \(.file_path):\(.start_line)"))]' "$tmp.out"
}
is 'overloads are one hit, the others come later' "$(thing 'knead the dough until it is smooth' Baker.kneadDough | jq -s -r '"\(length) \(.[0][0]) \(.[0][3] | length) \(.[1:] | all(.[0] > 5 or .[0] > 1))"')" '5 1 4 true'
is 'no other is among the first five, while there are some' "$(jq -s '[.[] | select(.name == "Baker.kneadDough" and .rank <= 2)] | length' "$tmp.out")" 1
is 'a definition and its declarations' "$(thing 'grind the corn of the sacks' grind_corn | jq -s -r '[.[0] | .[2], .[3][]] | map(select(test("wheel"))) | length')" 3
is 'the definition stands for both' "$(thing 'grind the corn of the sacks' grind_corn | jq -s -r '.[0][1]')" function
is 'functions of one name in two folders are two' "$(thing 'shell the peas of the pods' shell_peas | jq -s -r 'map(.[3] | length) | join(" ")')" '0 0'
is 'a type stands for what adds to it' "$(thing 'LoafOven' jar.oven.LoafOven | head -n 1 | jq -r '"\(.[1]) \(.[3] | length)"')" 'struct 2'
q 'knead the dough until it is smooth' -k 1 --format text
is 'people read where else it is' "$(printf '%s\n' "$out" | grep -c 'also at t/jar/Baker.java')" 3
like 'of many places three' "$out" '^ *and at 1 more$'
q 'kneadDough(Table, Helper)' -k 5
is 'who tells what it takes is not given one for all' \
	"$(jq -s '[.[] | select(.name == "Baker.kneadDough" and .rank <= 4)] | length' "$tmp.out")" 4
is 'no function of one file for one that is declared for another' \
	"$(thing 'sift the flour through the sieve' sift_flour | jq -s -r 'map(.[3] | length) | join(" ")')" '0 0'
is 'a type is no function of its name' \
	"$(thing 'scoop the beans bean_scoop' bean_scoop | jq -s -r 'map(.[3] | length) | join(" ")')" '0 0'

# ---- what the place of a file says ----

mkdir -p p/.git p/src/dist p/src/test_data
for file in plain.py dist/plain.py orders_pb2.py test_data/plain.py pb2.py; do
	printf 'def pack(orders):\n    """Pack orders."""\n    return list(orders)\n' > "p/src/$file"
done
"$LUCUS" sync -q p --db p.db > sync.out
"$LUCUS" query 'pack orders' -k 10 --by file --db p.db --explain > places
place() {
	jq -r --arg path "src/$1" 'select(.file_path == $path).parts | map(.feature) | map(select(. == "aside" or . == "in_tests")) | join(" ")' places
}
is 'what is built is aside' "$(place dist/plain.py)" aside
is 'what a program has written is aside' "$(place orders_pb2.py)" aside
is 'data of tests are of tests' "$(place test_data/plain.py)" in_tests
is 'others are not' "$(place plain.py)$(place pb2.py)" ''

# Tests may stand beside what they test.
mkdir -p r/.git
cat > r/parcel.rs <<'END'
/// Weigh a parcel.
pub fn weigh_parcel(parcel: &Parcel) -> u32 {
    parcel.grams
}
#[test]
fn weigh_parcel_twice() {
    assert_eq!(weigh_parcel(&parcel()), weigh_parcel(&parcel()));
}
#[cfg(test)]
mod tests {
    use super::*;
    fn parcel_to_weigh() -> Parcel {
        Parcel { grams: 7 }
    }
    #[tokio::test]
    async fn weigh_small_parcel() {
        assert_eq!(weigh_parcel(&parcel_to_weigh()), 7);
    }
}
END
printf 'pub fn weighParcel(grams: u32) u32 {\n    return grams;\n}\ntest "weigh a parcel" {\n    try expect(weighParcel(7) == 7);\n}\n' > r/scale.zig
printf 'impl Parcel {\n    /// Weigh the parcel in hand.\n    pub fn test(&self) -> u32 {\n        1\n    }\n}\n' >> r/parcel.rs
"$LUCUS" sync -q r --db r.db > sync.out
"$LUCUS" query 'weigh a parcel' -k 10 --db r.db --explain > places
of_tests() {
	jq -r --arg of "$1" 'select(.record == "hit" and (.name | endswith($of))).parts | map(.feature) | map(select(. == "in_tests")) | join(" ")' places
}
is 'a test is of tests' "$(of_tests weigh_parcel_twice)" in_tests
is 'so are those of a module of tests, and what helps them' "$(of_tests weigh_small_parcel) $(of_tests parcel_to_weigh)" 'in_tests in_tests'
is "Zig's, too" "$(of_tests 'weigh a parcel')" in_tests
is 'a method of that name is not' "$(of_tests Parcel.test)" ''
is 'what they test is not' "$(of_tests parcel.weigh_parcel)$(of_tests weighParcel)" ''
is 'and it is first' "$(jq -r 'select(.record == "hit" and .rank <= 2).name' places | sort | tr '\n' ' ')" 'parcel.weigh_parcel scale.weighParcel '
printf '#[test]\nfn weigh_nothing() {}\n' >> r/parcel.rs
"$LUCUS" sync -q r --db r.db > sync.out
sed -i '/weigh_nothing/i // nothing' r/parcel.rs
sed -i 's/^#\[test\]$/#[inline]/' r/parcel.rs
"$LUCUS" sync -q r --db r.db > sync.out
"$LUCUS" query 'weigh a parcel' -k 10 --db r.db --explain > places
is 'a test that is none any more is not of tests' "$(of_tests weigh_parcel_twice)" ''

done_testing
