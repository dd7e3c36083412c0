#!/bin/sh
# SPDX-License-Identifier: MIT
# After any sequence of edits the store is what a clean sync would make, and only what changed was read.
. "$(dirname "$0")/lib.sh"

tree work
rm work/web/app.ts # compiling the query of a language takes time, in each of the runs below
many work 12 4
mkdir work/docs
printf 'notes\n' > work/docs/notes.txt
cp -R work first

# Everything of the store that is on disk.
bytes_of() {
	cat "$1" "$1-wal" 2> /dev/null | sha256sum
}

counts() {
	field '| [.read, .parsed, .added, .changed, .removed, .removed_files] | map(tostring) | join(" ")'
}

# Sync; $2 are the expected counts (read parsed added changed removed removed_files). Then the store must
# equal a clean one, and a second sync find nothing to do.
step() {
	run "$LUCUS" sync work --db inc.db
	is "$1: status" "$status $err" "0 ${3-}"
	[ -z "$2" ] || is "$1: counts" "$(counts)" "$2"
	rm -f clean.db
	"$LUCUS" sync -q -j 1 work --db clean.db > clean.out
	same_store "$1: equals a clean store" inc.db clean.db
	is "$1: and gives the same answers" "$("$top/scripts/same-answers.sh" inc.db clean.db 1 20)" ''
	before=$(bytes_of inc.db)
	run "$LUCUS" sync work --db inc.db
	is "$1: nothing to do then" "$(field '| [.read, .parsed, .embedded, .indexed, .pruned, .blocks] | add')" 0
	is "$1: and nothing written" "$(bytes_of inc.db)" "$before"
}

# How many elements the files have that are there now.
elements() {
	"$LUCUS" ast --root "${1%%/*}" "$1" | wc -l | tr -d ' '
}

files=$(find work -name '*.*' -type f | wc -l | tr -d ' ')
step first "$files $files $(elements work) 0 0 0"
dump inc.db first.dump

sed -i 's/total = amount + len(item)/total = amount - len(item)/' work/py/mod4.py
step edit "1 1 0 6 0 0"

many extra 1 5
mkdir work/new
cp extra/py/mod0.py work/new/stock.py
step add "1 1 $(elements work/new/stock.py) 0 0 0"

printf '\n\ndef audit(account):\n    return transfer(account, account, 1)\n' >> work/lib/bank.py
printf 'from lib.bank import audit\n\n\ndef check_all(accounts):\n    for a in accounts:\n        audit(a)\n' > work/new/check.py
step 'a call across files' '2 2 3 1 0 0'
is 'the call is resolved' "$(grep -c '"CALLS".*"import.*"audit"\]$' "$tmp.one")" 1

# Another file takes away what a reference led to; then it comes back under the same name elsewhere.
sed -i '/^def audit/,$d' work/lib/bank.py
step 'an inbound edge loses its target' '1 1 0 1 1 0'
is 'the call is unresolved' "$(grep -c '"CALLS",null,1,"unresolved".*"audit"\]$' "$tmp.one")" 1

size=$(elements work/new/stock.py)
mv work/new/stock.py work/new/store.py
step rename "1 1 $size 0 $size 1"

size=$(elements work/c/part5.c)
rm work/c/part5.c
step delete "0 0 0 0 $size 1"

touch -d '2020-02-02 02:02:02' work/src/stack.c
step 'touch: read, and not parsed' '1 0 0 0 0 0'
chmod 640 work/src/stack.h
step 'chmod: read, and not parsed' '1 0 0 0 0 0'

size=$(elements work/js)
mv work/js work/pages
step 'move a folder' "3 3 $size 0 $size 3"

size=$(elements work/go)
printf '/go/\n' > work/.gitignore
step 'ignore a folder (and look at the file that says so)' "1 1 2 0 $size 3"
rm work/.gitignore
step 'no longer ignore it' "3 3 $size 0 2 1"

{ echo; cat first/py/mod8.py; } > work/py/mod8.py
run "$LUCUS" sync work --db inc.db
is 'lines that move keep their vectors' "$(field '| [.parsed, .changed > 4, .embedded <= 1, .indexed <= 1] | map(tostring) | join(" ")')" \
	'1 true true true'
step 'lines that moved' '0 0 0 0 0 0'

mv work/py/mod0.py swap
mv work/py/mod4.py work/py/mod0.py
mv swap work/py/mod4.py
step 'two files change places' ''

printf '\000\001' >> work/web/render.js
step 'a file becomes binary' "1 0 0 0 $(elements first/web/render.js) 0"
cp first/web/render.js work/web/render.js
step 'and text again' ''

rm work/py/mod8.py
ln -s ../../first/py/mod8.py work/py/mod8.py
step 'a file becomes a link' ''

rm work/py/mod8.py
mkdir work/py/mod8.py
cp first/py/mod8.py work/py/mod8.py/mod8.py
step 'and a folder' ''

printf 'int added(void) { return 1; }\n' >> work/src/stack.c
printf 'def added():\n    return 1\n' >> work/lib/bank.py
run "$LUCUS" sync work/lib --db inc.db
is 'sync of a part' "$(field '| [.read, .parsed] | map(tostring) | join(" ")')" '1 1'
is 'leaves the rest alone' "$(sqlite3 inc.db "SELECT count(*) FROM element WHERE name LIKE '%added'")" 1
step 'and then of all' '1 1 1 1 0 0'

run "$LUCUS" sync work --db inc.db --exclude 'py' --exclude '*.go'
is 'options that leave out files take them away' \
	"$(sqlite3 inc.db "SELECT count(*) FROM file WHERE path GLOB 'py/*' OR path GLOB '*.go'")" 0
step 'and without them they come back' ''

# ---- edits that stat data hardly show ----

cp -p work/svc/queue.go mark
sed -i 's/Put adds a job/Set adds a job/' work/svc/queue.go
touch -r mark work/svc/queue.go
step 'equal size, equal time of modification' '1 1 0 2 0 0'

missed=0
for i in 1 2 3 4 5 6 7 8; do
	printf 'def racy_%s(a):\n    return a\n' "$i" > work/racy.py
	"$LUCUS" sync -q work --db inc.db > racy.out
	[ "$(sqlite3 inc.db "SELECT count(*) FROM element WHERE name = 'racy.racy_$i'")" = 1 ] || missed=$((missed + 1))
done
is 'edits of equal size within a tick of the clock are noticed' "$missed" 0
touch -d '+1 day' work/racy.py
run "$LUCUS" sync work --db inc.db
printf 'def racy_9(a):\n    return a\n' > work/racy.py
touch -d '+1 day' work/racy.py
run "$LUCUS" sync work --db inc.db
is 'also in a file of the future' "$(sqlite3 inc.db "SELECT name FROM element WHERE name LIKE 'racy.%'")" racy.racy_9
rm work/racy.py
"$LUCUS" sync -q work --db inc.db > racy.out

# ---- what is made of others ----

# The names of what an element is in are a part of its text: of all of them, not of its parent alone.
mkdir work/deep
printf 'struct S {\n  int g() { return 1; }\n} first_name;\n' > work/deep/a.cpp
step 'a name within names' ''
sed -i s/first_name/second_name/ work/deep/a.cpp
step 'the outermost is renamed' ''
run "$LUCUS" index --check --db inc.db
is 'what is in it has a vector and a row of its present text' "$status" 0

# A class and a module are as long as what is in them, though their own text stays.
{
	printf 'class Box:\n    """Holds things."""\n\n    def first(self):\n        return 1\n\n    def last(self):\n'
	printf '        return 2\n'
} > work/deep/box.py
step 'a class' ''
sed -i 's/        return 1/        a = 1\n        b = 2\n        c = 3\n        d = 4\n        e = 5\n        return a/' work/deep/box.py
step 'one of its methods grows' ''
is 'so do the class and the file' "$("$LUCUS" index --dump --db inc.db | jq -r 'select(.record == "document").lines' |
	sort -n | tail -n 2 | head -n 1)" "$("$LUCUS" index --dump --db clean.db |
	jq -r 'select(.record == "document").lines' | sort -n | tail -n 2 | head -n 1)"

# Entries of a long table have neither vector nor row: those that had one before the table grew, too.
table() {
	awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) print "#define REG_" i " " i }' > work/deep/r.h
}
table 199
step 'a table' ''
table 203
step 'it becomes a long one' ''
run "$LUCUS" index --check --db inc.db
is 'what is stored of it is as it should be' "$status" 0
table 150
step 'and a short one again' ''
rm -r work/deep

# ---- damage ----

"$LUCUS" sync -q work --db inc.db > racy.out
run "$LUCUS" query audit --db inc.db
cp "$tmp.out" whole.out
sqlite3 inc.db "UPDATE posting SET terms = x'ff'"
run "$LUCUS" index --check --db inc.db
is 'damaged postings are a finding' "$status $(jq -r 'select(.ok == false).name' "$tmp.out" | tr '\n' ' ')" '4 rows '
run "$LUCUS" query audit --db inc.db
like 'a question names what mends them' "$err" 'index --rebuild'
run "$LUCUS" index --rebuild --db inc.db
is 'index --rebuild: status' "$status" 0
run "$LUCUS" query audit --db inc.db
is 'the answer is the one of before' "$(sha256sum < "$tmp.out")" "$(sha256sum < whole.out)"
for damage in "data = x'00'" 'n = 4611686018427387904' 'block = 9223372036854775807'; do
	sqlite3 inc.db "UPDATE vector_block SET $damage"
	run "$LUCUS" index --check --db inc.db
	is "$damage in a vector block is a finding" "$status $(jq -r 'select(.ok == false).name' "$tmp.out" | grep blocks)" '4 blocks'
	run "$LUCUS" query audit --strategy vector --no-cache --db inc.db
	[ "$status" = 0 ] || like "$damage: a question names what mends it" "$err" 'a vector block is damaged.*index --rebuild'
	run "$LUCUS" index --rebuild --db inc.db
	run "$LUCUS" index --check --db inc.db
	is "$damage: index --rebuild mends it" "$status" 0
done

# ---- types that other files tell ----

mkdir work/typed
for f in y z; do
	printf 'class K:\n    def m(self):\n        pass\n\n\nclass L:\n    def m(self):\n        pass\n' > work/typed/$f.py
done
printf 'from typed.y import K\n\n\ndef f() -> K:\n    return K()\n' > work/typed/a.py
printf 'from typed.a import f\n\n\nclass S:\n    def __init__(self):\n        self.k = f()\n' > work/typed/s.py
printf 'from typed.a import f\nfrom typed.s import S\n\n\ndef go():\n    f().m()\n    s = S()\n    s.k.m()\n' > work/typed/c.py
step 'types across files' ''
led() {
	"$LUCUS" graph callers --db inc.db "$1" | grep -c typed.c.go
}
is 'lead to the method' "$(led typed.y.K.m)" 1
sed -i 's/-> K/-> L/; s/import K/import K, L/' work/typed/a.py
step 'another return type' ''
is 'leads to another method' "$(led typed.y.K.m) $(led typed.y.L.m)" '0 1'
sed -i 's/typed.y/typed.z/' work/typed/a.py
step 'a type that is imported from elsewhere' ''
is 'leads to the one there' "$(led typed.y.L.m) $(led typed.z.L.m)" '0 1'
sed -i 's/self.k = f()/self.k = 1/' work/typed/s.py
step 'a field without a type' ''
is 'leads nowhere' "$(led typed.z.L.m)" 1
rm -r work/typed
step 'without them' ''

# ---- macros: what their bodies call is called where they are used ----

mkdir work/mac
printf 'void far(void);\nvoid near(void);\n#define INNER() far()\n#define CALL_IT() do { INNER(); } while (0)\n' > work/mac/m.h
printf '#include "m.h"\n\nvoid far(void) {}\n' > work/mac/far.c
printf '#include "m.h"\n\nvoid near(void) {}\n' > work/mac/near.c
printf '#include "m.h"\n\nvoid uses_it(void)\n{\n\tCALL_IT();\n}\n' > work/mac/use.c
step 'a macro in a macro' ''
passes() {
	"$LUCUS" graph callers --db inc.db "$1" | grep -c uses_it
}
is 'passes its call on' "$(passes far) $(passes near)" '1 0'
sed -i 's/INNER() far/INNER() near/' work/mac/m.h
step 'another body' ''
is 'passes another call on' "$(passes far) $(passes near)" '0 1'
sed -i 's/void near(void) {}//' work/mac/near.c
step 'what it calls goes' ''
printf 'void near(void) {}\n' >> work/mac/use.c
step 'and comes back elsewhere' ''
is 'and is found there' "$(passes near)" 1
rm -r work/mac
step 'without macros' ''
# ---- constructors: who calls a class does not write their names ----

mkdir work/made
printf 'class A:\n    pass\n\n\nclass B(A):\n    pass\n' > work/made/a.py
printf 'from made.a import B\n\n\ndef go():\n    return B(1)\n' > work/made/c.py
step 'a class without a constructor' ''
makes() {
	"$LUCUS" graph callers --db inc.db "$1" 2> /dev/null | grep -c made.c.go
}
is 'runs none' "$(makes made.a.A.__init__)" 0
printf 'class A:\n    def __init__(self, n):\n        pass\n\n\nclass B(A):\n    pass\n' > work/made/a.py
step 'its base gets one' ''
is 'runs it' "$(makes made.a.A.__init__)" 1
sed -i '1i\
\
' work/made/c.py
step 'lines above the call' ''
is 'change nothing' "$(makes made.a.A.__init__)" 1
printf 'class A:\n    def __init__(self, n):\n        pass\n\n\nclass B(A):\n    def __init__(self, n):\n        pass\n' > work/made/a.py
step 'it gets one of its own' ''
is 'runs that' "$(makes made.a.A.__init__) $(makes made.a.B.__init__)" '0 1'
rm -r work/made
mkdir work/over
printf 'class Box {\n    Box(int n) { }\n    Box(String s) { }\n    void put(int n) { }\n    void put(String s) { }\n}\n' > work/over/Box.java
printf 'class Use {\n    void go(Box b) { b.put(1); new Box("a"); }\n}\n' > work/over/Use.java
step 'overloads' ''
sed -i 's/put(int n)/put(long n)/; s/Box(String s)/Box(Object s)/' work/over/Box.java
step 'that take other types' ''
sed -i 's/void put(String s)/void put(int n)/; s/Box(int n)/Box(String n)/' work/over/Box.java
step 'and others again' ''
rm -r work/over
mkdir work/cards
printf 'struct Card {\n    init(of number: Int) {}\n}\n' > work/cards/Card.swift
printf 'func deal() {\n    _ = Card(of: 1)\n}\n' > work/cards/Deal.swift
step 'labels' ''
is 'tell what is called' "$("$LUCUS" graph callers --db inc.db Card.init 2> /dev/null | grep -c deal)" 1
sed -i 's/of number/at number/' work/cards/Card.swift
step 'that change' ''
is 'and others do not' "$("$LUCUS" graph callers --db inc.db Card.init 2> /dev/null | grep -c deal)" 0
rm -r work/cards
mkdir -p work/feat/src
printf '[package]\nname = "feat"\n\n[features]\ndefault = ["log"]\nlog = []\n' > work/feat/Cargo.toml
printf '#[cfg(feature = "log")]\nuse log;\n\n#[cfg(not(feature = "log"))]\nmod log {\n    pub fn tell() {}\n}\n\nfn go() {\n    log::tell();\n}\n' > work/feat/src/lib.rs
tells() {
	"$LUCUS" graph callers --db inc.db feat.src.log.tell 2> /dev/null | grep -o '"grade":"[a-z]*"'
}
step 'a feature that a build has' ''
is 'leaves out what is there without it' "$(tells)" '"grade":"ambiguous"'
sed -i 's/default = \["log"\]/default = []/' work/feat/Cargo.toml
step 'and has no more' ''
is 'is gone with the manifest' "$(tells)" '"grade":"exact"'
rm -r work/feat
mkdir work/held
printf 'class Door {\n    operator fun invoke() {}\n}\n' > work/held/Door.kt
printf 'class Hall(val door: Door) {\n    fun go() { door() }\n}\n\nfun door() {}\n' > work/held/Hall.kt
step 'objects that are called' ''
sed -i 's/invoke/open/' work/held/Door.kt
step 'and can not be called' ''
sed -i 's/open/invoke/' work/held/Door.kt
step 'and can again' ''
rm -r work/held
step 'without those' ''

# ---- tests that their marks tell, in files that no path calls tests ----

mkdir -p work/marks
cat > work/marks/Checks.java << 'END'
package marks;

class Checks {
	@ParameterizedTest
	void testNarrow(int width) {
	}
}
END
printf 'package marks;\n\nclass Page {\n}\n' > work/marks/Page.java
step 'a marked test' ''
is 'it has nothing to test' "$(grep '"TESTS".*"name"' "$tmp.one")" ''
printf 'package marks;\n\nclass Page {\n\tstatic int narrow(int width) {\n\t\treturn width;\n\t}\n}\n' > work/marks/Page.java
step 'what it is named after comes' ''
ok 'it is tested' grep -q '"TESTS".*"name"' "$tmp.one"

# ---- other names for types, and namespaces that macros open ----

mkdir work/alias
printf '#define BEGIN_IT namespace it {\n#define END_IT }\nBEGIN_IT\nstruct one {\n\tint turn() { return 1; }\n};\nstruct two {\n\tint turn() { return 2; }\n};\nEND_IT\n' > work/alias/it.hpp
printf '#include "it.hpp"\n\nusing item = it::one;\n' > work/alias/item.hpp
printf '#include "item.hpp"\n\nint turns_it(item *i)\n{\n\treturn i->turn();\n}\n' > work/alias/use.cpp
step 'a type of another name' ''
turned() {
	"$LUCUS" graph callers --db inc.db "$1" | grep -c turns_it
}
is 'has its methods' "$(turned one.turn) $(turned two.turn)" '1 0'
sed -i 's/it::one/it::two/' work/alias/item.hpp
step 'a name for another type' ''
is 'has those of the other' "$(turned one.turn) $(turned two.turn)" '0 1'
sed -i 's/define BEGIN_IT namespace it/define BEGIN_IT namespace that/' work/alias/it.hpp
step 'another namespace' ''
rm -r work/alias
step 'without other names' ''

# Scripts import files of any format by their whole names, and others come between a module and its name.

mkdir work/page
printf 'import View from "./View.vue"\nimport { route } from "./route"\n\nexport function show(): number {\n\treturn route(View)\n}\n' > work/page/show.ts
printf 'export function route(x: unknown): number {\n\treturn x ? 1 : 0\n}\n' > work/page/route.ts
printf '. ./lib\nturn() {\n\tlib_turn\n}\n' > work/page/turn.sh
printf 'lib_turn() {\n\t:\n}\n' > work/page/lib.sh
step 'a module that is not there' ''
imports_of() { # the modules of page/$1.ts
	"$LUCUS" graph callees --kind depends_on --db inc.db "work/page/$1" |
		jq -r 'select(.record == "edge") | .dst.file_path // "-"' | sort -u | tr '\n' ' '
}
is 'leads nowhere' "$(imports_of show.ts)" '- page/route.ts '
printf '<template>\n<p>hi</p>\n</template>\n' > work/page/View.vue
step 'it comes, in a format that has no modules' ''
is 'and is imported' "$(imports_of show.ts)" 'page/View.vue page/route.ts '
printf 'notes\n' > work/page/route
printf 'notes\n' > work/page/lib
step 'texts of the names of modules' ''
is 'are none for TypeScript' "$(imports_of show.ts)" 'page/View.vue page/route.ts '
printf '#!/usr/bin/env node\nexports.route = function route() {}\n' > work/page/route
step 'nor is a script' ''
is 'without an ending' "$(imports_of show.ts)" 'page/View.vue page/route.ts '
rm -r work/page
step 'no module is left' ''

# ---- there and back ----

rm -rf work
cp -R first work
run "$LUCUS" sync work --db inc.db
dump inc.db back.dump
is 'after all edits are taken back the store is the first one' "$(sha256sum < back.dump)" "$(sha256sum < first.dump)"
rm -rf work/*
step 'an empty tree' '' "lucus: sync: nothing was found below '$PWD/work'"
is 'has no elements' "$(field elements)" 0

done_testing
