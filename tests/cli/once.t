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

done_testing
