#!/bin/sh
# SPDX-License-Identifier: MIT
# The name of the language that nearly all code is in tells nothing: who types it, as into any search, gets what stands there
# without it. Where the code is about that language, or in several, it is a word as any other.
. "$(dirname "$0")/lib.sh"

mkdir -p one mixed go
for name in lists numbers words files; do
	cat > "one/$name.py" <<END
def sort_$name(values):
    """Put $name in order."""
    return sorted(values)


def count_$name(values):
    """How many there are."""
    return len(values)
END
done
cat > one/setup.py <<'END'
def interpreter():
    """Find the python that runs this program, or any python that is new enough."""
    return "python"
END
cp one/lists.py one/setup.py mixed/
for name in numbers words files; do
	printf 'package %s\n\n// Sort puts %s in order.\nfunc Sort(v []int) []int { return v }\n' "$name" "$name" > "mixed/$name.go"
done
cp mixed/*.go go/
cat > go/route.go <<'END'
package route

// Follow tells where a packet has to go.
func Follow(v []int) int { return v[0] }
END
for tree in one mixed go; do
	(cd "$tree" && "$LUCUS" kb root . --db "$tmp/$tree.db" -q && "$LUCUS" sync --db "$tmp/$tree.db" -q > "$tmp/sync.out")
done
hits() {
	"$LUCUS" query "$2" --db "$tmp/$1.db" -k 5 --format json --no-cache |
		jq -r 'select(.record == "hit") | "\(.name) \(.score)"' | tr '\n' ';'
}

missing() {
	"$LUCUS" query --answer "$1" --db "$tmp/one.db" --format json | jq -c 'select(.record == "answer") | .missing'
}

plain=$(hits one 'sort lists in order')
isnt 'there are hits' "$plain" ''
is 'the first word' "$(hits one 'python sort lists in order')" "$plain"
is 'with a version' "$(hits one 'python 3 sort lists in order')" "$plain"
is 'behind "in"' "$(hits one 'sort lists in order in python')" "$plain"
is 'as a short name' "$(hits one 'sort lists in order in py')" "$plain"
isnt 'alone it is what is asked for' "$(hits one python)" ''
like 'and finds what speaks of it' "$(hits one python)" '^setup\.interpreter '
isnt 'amid others it is asked about' "$(hits one 'which python versions run')" "$(hits one 'which versions run')"
isnt 'in quotes it stays' "$(hits one 'sort lists in order "python"')" "$plain"
unlike 'another language is missed' "$(missing 'sort lists in order in python')" python
like 'as such a one is' "$(missing 'sort lists in order in fortran')" fortran
is 'a word that means other things, behind "in"' "$(hits go 'put numbers in order in go')" "$(hits go 'put numbers in order')"
is 'what nobody else means by it' "$(hits go 'golang put numbers in order')" "$(hits go 'put numbers in order')"
isnt 'elsewhere that word is one as any other' "$(hits go 'where does a packet go')" "$(hits go 'where does a packet')"
isnt 'where code is in several languages it tells them apart' \
	"$(hits mixed 'python sort lists in order')" "$(hits mixed 'sort lists in order')"

done_testing
