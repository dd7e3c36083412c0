#!/bin/sh
# SPDX-License-Identifier: MIT
# The question is compared word by word with names and documentation.
. "$(dirname "$0")/lib.sh"

mkdir -p app .git
cat > app/store.py <<'EOT'
class Basket:
    def remove_item(self, item):
        """Take something out again."""
        return self.rows.pop(item)

    def count_items(self):
        """Tell how many there are."""
        return len(self.rows)

    def draw(self, canvas):
        """Paint every row. It is removed from the screen before."""
        return canvas.paint(self.rows)
EOT
ok 'index' "$LUCUS" sync --db t.db -q
run "$LUCUS" query 'removing items' -k 10 --explain --db t.db --format json
# value NAME FEATURE: what the feature adds to the score; 0 when it is not there
value() {
	printf '%s\n' "$out" | jq -r --arg name "app.store.Basket.$1" --arg f "$2" 'select(.record == "hit" and .name == $name)
		| [.parts[] | select(.feature == $f) | .value] | add // 0'
}
more() {
	awk -v x="$1" -v y="$2" 'BEGIN { print (x > y ? "more" : "not more") }'
}
is 'a name of both words is near the question' "$(more "$(value remove_item near_name)" "$(value count_items near_name)")" more
is 'one of neither is not' "$(value draw near_name)" 0
is 'only the first sentence of documentation counts by itself' "$(value draw near_doc)" 0
is 'a function' "$(more "$(value remove_item called)" 0)" more
is 'what has both comes first' "$(printf '%s\n' "$out" | jq -r 'select(.record == "hit").name' | head -1)" app.store.Basket.remove_item
run "$LUCUS" query 'delete items' -k 10 --explain --db t.db --format json
is 'what stands for a word is near it' "$(more "$(value remove_item near_name)" "$(value count_items near_name)")" more
is 'it is the first word of the question' "$(more "$(value remove_item near_verb)" "$(value count_items near_verb)")" more

# What the vectors of tokens do not have is known by its number: the word, and its forms.
mkdir odd
cat > odd/m.py <<'EOT'
def frobnicators(a):
    return a


def polar(a):
    return a


def draw(a):
    return a.zworfling + a.lomababa
EOT
ok 'index odd words' "$LUCUS" sync odd --db odd.db -q
near() { # QUERY NAME FEATURE
	"$LUCUS" query "$1" -k 10 --explain --db odd.db --no-cache --format json | jq -r --arg name "odd.m.$2" --arg f "$3" '
		select(.record == "hit" and .name == $name) | [.parts[] | select(.feature == $f) | .value] | add // 0'
}
is 'the singular of a plural' "$(more "$(near frobnicator frobnicators near_name)" 0)" more
is 'another ending' "$(more "$(near zworfled draw near_code)" 0)" more
is 'no other word' "$(near "frobnicast polar" frobnicators near_name)" 0
# their numbers are those of "kcaqe" and of "1304", which the vectors have before them
is 'a word with the number of another one' "$(more "$(near polar polar near_name)" 0)" more
is 'one that the vectors do not have' "$(more "$(near lomababa draw near_code)" 0)" more

# Who has opened the store as an older version left it sees that another one brings it up.
cp odd.db old.db
sqlite3 old.db 'DROP TABLE reads; DROP TABLE words; ALTER TABLE community DROP COLUMN parted; UPDATE kb SET tokenizer = 5; PRAGMA user_version = 10'
mkfifo ready
LAZY_RAG_ENABLED=true "$LUCUS" serve --db old.db --llm-provider none --listen 127.0.0.1:0 > ready 2> log &
server=$!
read -r line < ready
scores() {
	curl -s -m 20 -H 'Content-Type: application/json' -d '{"text":"frobnicator"}' \
		"$(printf '%s\n' "$line" | jq -r .url)/api/v1/lazy-rag/query" | jq -c '[.. | objects | select(.score and .name) | [.name, .score]]'
}
before=$(scores)
like 'an older store is read' "$before" frobnicators
ok 'another one brings it up' "$LUCUS" sync odd --db old.db -q
after=$(scores)
isnt 'who had opened it sees that' "$after" "$before"
sqlite3 old.db 'PRAGMA user_version = 999'
is 'and reads none that a newer one has brought up' "$(scores)" '[]'
kill "$server"
wait "$server"
like 'which its log says' "$(cat log)" 'version 999, made by a newer lucus'

# What is compared is kept beside the full text.
words() {
	sqlite3 "$1" 'SELECT e.uuid, hex(w.data) FROM words w LEFT JOIN element e ON e.id = w.element ORDER BY 1'
}
checked() {
	"$LUCUS" index --check --db t.db | jq 'select(.name == "words").ok'
}
run "$LUCUS" query 'pop a thing' -k 10 --explain --db t.db --format json
is 'words of the code are near the question' "$(more "$(value remove_item near_code)" "$(value draw near_code)")" more
sed -i.old -e 's/Paint every row/Show what there is/' -e '/def count_items/,/return len/d' app/store.py && rm -f app/store.py.old
ok 'an edit' "$LUCUS" sync --db t.db -q
ok 'the same made anew' "$LUCUS" sync --db new.db -q
is 'words after an edit are those of a clean sync' "$(words t.db)" "$(words new.db)"
is 'each element has some' "$(words t.db | grep -c .)" "$(sqlite3 t.db 'SELECT count(*) FROM element')"
sqlite3 t.db 'DELETE FROM words; UPDATE kb SET tokenizer = 5, rowed = 0'
ok 'a store of an older version is brought up' "$LUCUS" sync --db t.db -q
is 'it has the words' "$(words t.db)" "$(words new.db)"
sqlite3 t.db "UPDATE words SET data = x'0001'"
run "$LUCUS" query 'removing items' --db t.db --no-cache
isnt 'damaged words are no answer' "$status" 0
like 'and what helps' "$err" 'rebuild'
is 'the check says so' "$(checked)" false
sqlite3 t.db 'DELETE FROM words WHERE element = (SELECT max(element) FROM words)'
is 'missing ones are told' "$(checked)" false
run "$LUCUS" index --check --db t.db
like 'and what mends that' "$err" 'index --rebuild'
ok 'rebuild' "$LUCUS" index --rebuild --db t.db -q
is 'makes them anew' "$(words t.db)" "$(words new.db)"
is 'the check holds' "$(checked)" true
sqlite3 t.db "INSERT INTO words SELECT 999999, tenant, kb, data FROM words LIMIT 1"
is 'but not with words of nothing' "$(checked)" false
sqlite3 t.db 'DELETE FROM words WHERE element = 999999'
rm app/store.py
printf 'x = 1\n' > app/other.py
ok 'the file is gone' "$LUCUS" sync --db t.db -q
is 'so are its words' "$(sqlite3 t.db 'SELECT count(*) FROM words WHERE element NOT IN (SELECT id FROM element)')" 0
done_testing
