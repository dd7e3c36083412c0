#!/bin/sh
# SPDX-License-Identifier: MIT
# Tokens of code that stand for words of the question: what was learned of them ranks, and is told.
. "$(dirname "$0")/lib.sh"

mkdir -p app .git
cat > app/steps.py <<'EOT'
import os


def alpha(entry, path):
    destroy = entry.target
    os.unlink(path)
    del entry.index[destroy]
    return path


def beta(entry, path):
    planet = entry.target
    os.orbit(path)
    moon = entry.index[planet]
    return path


def path_of_an_entry(entry):
    return entry.path


def count(entry):
    return len(entry.index)
EOT
ok 'index' "$LUCUS" sync --db t.db -q
run "$LUCUS" query 'delete the entry at a path' -k 10 --explain --db t.db --format json
has() {
	printf '%s\n' "$out" | jq -r --arg name "app.steps.$1" 'select(.record == "hit" and .name == $name) | [.parts[].feature] | any(. == "implied")'
}
is 'what unlinks may be meant by "delete"' "$(has alpha)" true
is 'its like without such words is not' "$(has beta)" false
is 'it comes first of the two' "$(printf '%s\n' "$out" | jq -r 'select(.name == "app.steps.alpha" or .name == "app.steps.beta") | .name' | head -1)" app.steps.alpha
run "$LUCUS" query 'deleting the entry at a path' -k 10 --explain --db t.db --format json
is 'another form of the word has the same tokens' "$(has alpha)" true
run "$LUCUS" query 'unlink the entry at a path' -k 10 --explain --db t.db --format json
is 'a word is not taken for itself' "$(printf '%s\n' "$out" | jq -r 'select(.name == "app.steps.beta") | [.parts[].feature] | any(. == "implied")')" false

# What people say, and documentation does not, was written down.
cat > app/places.py <<'EOT'
import os


def alpha(entry):
    dirs = entry.dirname
    return os.isdir(dirs)


def beta(entry):
    moon = entry.planet
    return os.orbit(moon)
EOT
ok 'index' "$LUCUS" sync --db t.db -q
run "$LUCUS" query 'folder of an entry' -k 10 --explain --db t.db --format json
is 'what has directories may be meant by "folder"' "$(printf '%s\n' "$out" | jq -r 'select(.name == "app.places.alpha") | [.parts[].feature] | any(. == "implied")')" true
is 'its like without them is not' "$(printf '%s\n' "$out" | jq -r 'select(.name == "app.places.beta") | [.parts[].feature] | any(. == "implied")')" false

# Two words may mean together what neither says.
cat > app/screen.py <<'EOT'
def open_pty():
    return os.openpty()


def open_moon():
    return os.open_moon()
EOT
ok 'index again' "$LUCUS" sync --db t.db -q
implied() {
	run "$LUCUS" query "$1" -k 20 --explain --db t.db --format json
	printf '%s\n' "$out" | jq -r 'select(.name == "app.screen.open_pty") | [.parts[].feature] | any(. == "implied")'
}
is 'a pseudo terminal is a pty' "$(implied 'open a pseudo terminal')" true
is 'in the other order, too, and with words between them' "$(implied 'open a terminal that is pseudo')" true
is 'and in a short question with many' "$(implied 'open pseudo numbers of some long list at a terminal')" true
is 'not where more is between them' "$(implied 'open pseudo numbers of some long list, sorted by when they were written, at a terminal' | grep -c true)" 0
long="open pseudo numbers of some long list at a terminal, $(seq -s ' and ' -f 'item%g' 30)"
is 'nor so much in a long question' "$(implied "$long" | grep -c true)" 0

# The tables themselves: sorted by stem, for the search by halves; shares from 1 to 255; no word but of letters.
for name in expansion thesaurus; do
	table=$top/src/retrieve/$name.txt
	ok "$name is sorted" sh -c "cut -d' ' -f1 '$table' | LC_ALL=C sort -cu"
	is "$name: lines are a stem or two, then tokens with their shares" \
		"$(grep -cvE '^[a-z]+([+][a-z]+)?( [a-z]+ ([1-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])){1,16}$' "$table")" 0
	nok "$name: no token twice for a word" grep -qE '^[^ ]+ (.* )?([a-z]+) [0-9]+ (.* )?\2 [0-9]' "$table"
done

# more elements hold a word of the question, or are near it, than are looked at
mkdir far
awk 'BEGIN { for (i = 0; i < 700; i++) printf "def phone_%d(book):\n    return book.phone + %d\n\n\n", i, i }' > far/book.py
printf 'def collect_telemetry(machine):\n    return machine.facts()\n' > far/facts.py
"$LUCUS" sync far --db far.db -q > /dev/null
"$LUCUS" query 'does this phone home' -k 10 --db far.db --format json > far.out
is 'what stands for the words brings in what none of them does' \
	"$(jq -r 'select(.name == "far.facts.collect_telemetry") | .stages | keys | join(" ")' far.out)" rerank

done_testing
