#!/bin/sh
# SPDX-License-Identifier: MIT
# "Adding a language" in CONTRIBUTING.md: a row of the table and a query file are all that the program needs. A second name for
# a grammar that is there, with a suffix of its own, is added to a copy of the sources; its files become elements, its imports
# and bases are followed, and edits lead to the store that a clean run makes.
. "$(dirname "$0")/lib.sh"

[ -n "$slow" ] && skip_all 'a build with sanitizers: the steps are those of the plain one'
[ -x "$top/build/lucus" ] && [ -d "$top/build/obj" ] || skip_all 'no plain build to start from'

# Objects that are there are not made again, and nothing is written outside of this folder.
copy_sources
like 'the document names the table' "$(sed -n '/^## Adding a language/,/^## Adding a strategy/p' "$top/CONTRIBUTING.md")" \
	'row to `src/language/languages.c`.*`src/language/row.h`'
# shellcheck disable=SC2016
is 'the document tells of each capture, and of no other' \
	"$(sed -n '/captures of a pattern/,/^$/p' "$top/CONTRIBUTING.md" | grep -o '`@[a-z.]*`' | tr -d '`@' | sort -u)" \
	"$(sed -n '/^} capture_names/,/^}/s/.*{ "\([a-z.]*\)", LU__CAPTURE.*/\1/p' src/parse/query.c | sort)"

# Step 2: a row, before those without a grammar. Step 3: its query file, here that of the grammar's other name.
awk '/\.name = "markdown"/ {
	print "\t{ .name = \"copper\", .extensions = \"copper\", .grammar = tree_sitter_lua, .queries = \"copper\","
	print "\t  .index = \"init\", .naming = LU__NAME_PATH, .return_field = \"return_type\","
	print "\t  .modules = LU__MODULES_PATH, .endings = \".copper /init.copper\","
	print "\t  .callable = LU__CALLABLE_VALUE,"
	print "\t  .rules = LU__RULE_GUESSES | LU__RULE_OBJECTS | LU__RULE_RETURNED | LU__RULE_DOTS,"
	print "\t  .self = \"self\","
	print "\t  .literals = { \"--\", { \"--[[\", \"]]\" }, \"\\\"\", \"\", \"\", \"\", \"\", LU__LITERAL_LONG } },"
}
{ print }' "$top/src/language/languages.c" > src/language/languages.c
cp src/parse/queries/lua.scm src/parse/queries/copper.scm
run make
is 'it builds' "$status" 0
compiled 'one file of the sources is compiled' src/language/languages.c
like 'it is one of the languages' "$(build/lucus help languages)" '^\| copper \| .*`?\.copper`?.* \| elements \|$'

# A module that is imported by its dotted path, a method, a call of each, and a literal.
mkdir -p t/lib
cat > t/lib/stock.copper << 'EOF'
local Stock = {}

-- Counts what is there.
function Stock.count(items)
  return #items
end

function Stock:add(item)
  log("added a crate of copper")
  return Stock.count(self)
end

return Stock
EOF
cat > t/main.copper << 'EOF'
local stock = require("lib.stock")

local function fill(items)
  return stock.count(items)
end

function run()
  return fill({})
end
EOF
printf 'def other():\n    return 1\n' > t/other.py

sync_into() {
	ok "sync $1" build/lucus sync t -q --db "$1"
}
same_as_clean() {
	rm -f clean.db*
	sync_into clean.db
	for db in inc clean; do LUCUS=$PWD/build/lucus "$top/scripts/dump-store.sh" $db.db > $db.dump; done
	ok "$1: as a clean run has it" cmp inc.dump clean.dump
}

sync_into inc.db
callers() {
	build/lucus graph callers "$1" --db inc.db --format json | jq -r 'select(.record == "edge") | .src.name' | sort | tr '\n' ' '
}
is 'its elements are there' "$(sqlite3 inc.db "SELECT group_concat(name, ' ') FROM (SELECT name FROM element
	WHERE language = 'copper' AND type IN ('function', 'method') ORDER BY name)")" \
	't.lib.stock.Stock.add t.lib.stock.Stock.count t.main.fill t.main.run'
is 'a call goes through the import, and one through the table' "$(callers Stock.count)" 't.lib.stock.Stock.add t.main.fill '
same_as_clean 'the first run'

sed -i 's/function run()/function start()/' t/main.copper
sync_into inc.db
same_as_clean 'a function has another name'
sed -i 's/^function Stock.count/function Stock.total/; s/Stock.count(self)/Stock.total(self)/' t/lib/stock.copper
sync_into inc.db
same_as_clean 'what is called through an import has another name'
mkdir -p t/lib/stock
mv t/lib/stock.copper t/lib/stock/init.copper
sync_into inc.db
same_as_clean 'the module is a folder now'

done_testing
