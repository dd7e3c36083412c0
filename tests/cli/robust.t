#!/bin/sh
# SPDX-License-Identifier: MIT
# Hostile, damaged and odd files: each is parsed in part or left out with a reason, the others go on.
. "$(dirname "$0")/lib.sh"

deep=200000 functions=100000 line_mb=50
[ -z "$slow" ] || deep=40000 functions=10000

mkdir -p odd/.git
good='def good_function(x):
    """Stays visible."""
    return x
'
printf '%s' "$good" > odd/good.py
printf '# caf\351 au lait\ndef latin_name(x):\n    return "\351"\n' > odd/latin.py
printf 'def wide_name(x):\n    return x\n' | iconv -t UTF-16LE | (printf '\377\376'; cat) > odd/le.py
printf 'def broad_name(x):\n    return x\n' | iconv -t UTF-16BE | (printf '\376\377'; cat) > odd/be.py
printf '\357\273\277def marked_name(x):\n    return x\n' > odd/bom.py
printf 'def crlf_name(x):\r\n    """Doc."""\r\n    return x\r\n' > odd/crlf.py
printf 'def nul_name(x):\n    return "a\000b"\n' > odd/nul.py
: > odd/empty.py
printf '\n\n\n\n' > odd/newlines.py
printf 'int broken(int a) { return a\n}}}\nint after_error(int b) { return b; }\n((((\n' > odd/errors.c
awk 'BEGIN { for (i = 0; i < 60; i++) { print "def f" i "(x):"; print "    return x +* ;" ; print "" } print "def survivor(x):\n    return x" }' > odd/third.py
printf 'package main\nfunc Truncated(a int) int {\n\tif a > 0 {\n\t\treturn (' > odd/cut.go
printf 'int in_python_file(void) { return 1; }\n' > odd/wrong.py
awk -v n="$((line_mb * 1000000 / 20))" 'BEGIN { printf "x = ["; for (i = 0; i < n; i++) printf "1234567, 7654321, 9, "; print "]" }' > odd/line.py
awk -v n=900000 'BEGIN { printf "var y = ["; for (i = 0; i < n / 8; i++) printf "123456, "; print "];" }' > odd/oneline.js
for l in py c js go ts; do
	awk -v n="$deep" -v l="$l" 'BEGIN {
		pre["py"] = "deep_py = "; pre["c"] = "int deep_c = "; pre["js"] = "var deep_js = "
		pre["go"] = "package p\nvar deep_go = "; pre["ts"] = "let deep_ts = "
		printf "%s", pre[l]
		for (i = 0; i < n; i++) printf "("
		printf "1"
		for (i = 0; i < n; i++) printf ")"
		print (l == "py" || l == "go") ? "" : ";"
	}' > "odd/deep.$l"
done
awk -v n="$deep" 'BEGIN { printf "let deep_type: A"; for (i = 0; i < n; i++) printf "[\"b\"]"; print ";" }' > odd/deeptype.ts
awk -v n="$functions" 'BEGIN { for (i = 0; i < n; i++) printf "function a() {"; for (i = 0; i < n; i++) printf "}"; print "" }' > odd/nest.js
awk 'BEGIN { for (i = 0; i < 3000; i++) { printf "%*sdef n%d():\n", i % 90, "", i } }' > odd/stairs.py
mkfifo odd/pipe.py
ln -s . odd/loop
ln -s good.py odd/link.py
ln -s /dev/zero odd/zero.py
mkdir "odd/with blank" "odd/with
newline"
printf 'def blank_name(x):\n    return x\n' > "odd/with blank/a \"quoted\" 'name'.py"
printf 'def newline_name(x):\n    return x\n' > "odd/with
newline/x.py"
printf 'def bytes_name(x):\n    return x\n' > "$(printf 'odd/na\377me.py')"
for i in 1 2 3 4 5 6 7 8; do
	for e in py c js ts go; do
		awk -v s="$i$e" 'BEGIN { srand(length(s) * 1000 + '"$i"'); for (i = 0; i < 4000; i++) printf "%c", 1 + int(rand() * 254) }' > "odd/random$i.$e"
	done
done

start=$(date +%s)
# sanitizers need address space
if [ "$slow" ]; then run "$LUCUS" sync odd --db odd.db -v
else run sh -c 'ulimit -v 3000000 2> /dev/null; exec "$LUCUS" sync odd --db odd.db -v'
fi
took=$(($(date +%s) - start))
log=$err summary=$out
ok "the run ends normally" test "$status" = 0 -o "$status" = 3
ok "and in time ($took s)" test "$took" -lt 120
names=$(sqlite3 odd.db 'SELECT name FROM element')
for name in good_function latin_name wide_name broad_name marked_name crlf_name blank_name newline_name; do
	like "$name is found" "$names" "$name\$"
done
like "what follows an error is found" "$names" "^after_error\$"
like "so is what follows many errors" "$names" "survivor\$"
like "a truncated file is read as far as it goes" "$names" "Truncated\$"
is "latin-1 becomes UTF-8" "$(sqlite3 odd.db "SELECT code LIKE '%café%' FROM element_code WHERE name = 'latin'")" 1
is "the store holds valid text" "$(sqlite3 odd.db 'PRAGMA integrity_check')" ok
for f in line.py pipe.py loop link.py zero.py; do
	like "$f is left out with a reason" "$log" "stage=skip path=$f.* reason=\"[^\"]"
done
like "a name that is not UTF-8 is left out with a reason" "$log" 'stage=skip path=na.*me.py reason="file name is not UTF-8"'
like "a file with NUL bytes is binary" "$log" 'path=nul.py reason="binary"'
is "a link is not a second file" "$(sqlite3 odd.db "SELECT count(*) FROM file WHERE path LIKE 'loop%'")" 0
for l in py c js go ts; do
	is "deep.$l is either read or left out" \
		"$(sqlite3 odd.db "SELECT count(*) FROM file WHERE path = 'deep.$l'")" 1
done
is "nested functions are cut at a depth" \
	"$(sqlite3 odd.db "SELECT count(*) BETWEEN 0 AND 100 FROM element e JOIN file f ON f.id = e.file WHERE f.path = 'nest.js'")" 1
# shellcheck disable=SC2016
ok "the summary is JSON" sh -c 'printf %s "$1" | tail -n 1 | jq -e ".stage == \"sync\""' x "$summary"
run "$LUCUS" sync odd --db odd.db
is "a second run reads nothing" "$(field read)" 0
run "$LUCUS" query good_function -k 1 --db odd.db
like "and the good file is found" "$out" '"name":"good.good_function"'
run "$LUCUS" ast odd/good.py odd/line.py odd/deep.py
ok "ast takes them by name, too" test "$status" = 0 -o "$status" = 3

# Records: all lines of ast are JSON, whatever the files hold.
"$LUCUS" ast odd > records 2> /dev/null
ok "every record is JSON" jq -e -s 'length > 50' records
ok "every record has its lines in its file" jq -e -s \
	'all(.[]; .start_line >= 1 and .end_line >= .start_line)' records
is "ids are unique" "$(jq -r .id records | sort | uniq -d)" ""

# Source that makes tree-sitter's queries expensive: open matches on every level of a nest, and tokens without a
# name in a row, each of which looks at all that follow it.
mkdir -p dear/.git
awk -v n="$((functions / 4))" 'BEGIN {
	print "package a\nfunc F() {"
	for (i = 0; i < n; i++) print "func() {"
	for (i = 0; i < n; i++) print "}()"
	print "}\nfunc After() {}"
}' > dear/nest.go
awk -v n="$((functions / 5))" 'BEGIN { for (i = 0; i < n; i++) print "struct s {"; for (i = 0; i < n; i++) print "} x;" }' > dear/nest.c
awk -v n="$((deep / 40))" 'BEGIN { for (i = 0; i < n; i++) print "*{" }' > dear/row.c
start=$(date +%s)
"$LUCUS" ast dear > dear.out
is "expensive source is read" "$?" 0
ok "in time ($(($(date +%s) - start)) s)" test "$(($(date +%s) - start))" -lt 60
like "what follows a deep nest is found" "$(jq -r .name dear.out)" 'After$'

awk 'BEGIN { for (i = 0; i < 300000; i++) print "*{" }' > dear/row.c
start=$(date +%s)
# SIGNALS: how many come while a file is parsed. Both at once are one wish, as timeout sends it to a process and its group.
stopped() {
	"$LUCUS" ast -v dear/row.c > stop.out 2> stop.err &
	until grep -q stage=parse stop.err || ! kill -0 $!; do sleep .02; done
	if [ "$1" = 1 ]; then kill -TERM $!; else kill -TERM $! $!; fi # by one command: those of two may be a second apart
	wait $!
	ended="$? $(tail -n 1 stop.err)"
}
stopped 1
is "a signal ends the work on one file" "$ended" "143 lucus: ast: interrupted"
stopped 2
is "one that comes twice at once, too" "$ended" "143 lucus: ast: interrupted"
ok "soon" test "$(($(date +%s) - start))" -lt 60

# Two megabytes that make each step of a parser go over all of the text: the bound counts that, too. What is left are
# blocks of lines, in the language of the file; that is said. Seconds would not be the same on every machine, so the
# limit of processor time is far away.
mkdir hostile
repeat() { # TEXT BYTES
	awk -v s="$1" -v n="$2" 'BEGIN { while (length(t) < 4096) t = t s; for (i = 0; i < n; i += length(t)) printf "%s", t; print "" }'
}
size=1900000
[ -z "$slow" ] || size=400000
{ printf 'x = '; repeat 'do ' $size; } > hostile/do.hs
{ printf 'x :: '; repeat '(' $size; } > hostile/type.hs
repeat '/*' $size > hostile/comment.kt
repeat '/*' $size > hostile/comment.swift
repeat 'R"x(' $size > hostile/errors.cs
{ repeat 'object A{' $size; } > hostile/object.scala
{ printf 'int x = '; repeat 'a<' $size; } > hostile/angles.cpp
seconds=20
[ -z "$slow" ] || seconds=60
for f in do.hs type.hs comment.kt comment.swift object.scala angles.cpp errors.cs; do
	# shellcheck disable=SC2016
	run sh -c 'ulimit -t "$1"; exec "$LUCUS" ast "$2"' x "$seconds" "hostile/$f"
	is "$f ends in time, with blocks, and that is said" "$status $(printf '%s\n' "$out" |
		jq -r 'select(.record == "element") | .type' | sort | uniq -c | tr -s ' \n' ' ')" '3  1 block 1 module '
	is "in an error record" "$(printf '%s\n' "$out" | jq -r 'select(.record == "error") | .file + ": " + .reason')" \
		"hostile/$f: gave up after too many parser steps: read as blocks of lines"
	is "in its language" "$(printf '%s\n' "$out" | jq -r 'select(.type == "block") | .language')" \
		"$(case $f in *.hs) echo haskell ;; *.kt) echo kotlin ;; *.cs) echo csharp ;; *) echo "${f#*.}" ;; esac)"
done
# What makes no level of the parser's stack, as the lines of a preprocessor, is not walked over at each error.
repeat '#a\n' $size > hostile/lines.hs
# shellcheck disable=SC2016
run sh -c 'ulimit -t "$1"; exec "$LUCUS" ast "$2" > lines.out' x "$seconds" hostile/lines.hs
is "lines of a preprocessor alone end in time" "$status" 3
# Where each of many levels can be read in two ways, the ways through all of them are not made one by one.
mkdir ways
for f in a.cs a.java a.cpp; do
	repeat 'a<' 60000 > ways/$f
	# shellcheck disable=SC2016
	run sh -c 'ulimit -t "$1"; exec "$LUCUS" ast "$2"' x $((seconds / 2)) ways/$f
	like "$f of 60 kB ends in time" "$status" '^[03]$'
done
# A nest that never ends is a row of thousands of nodes below one error: nothing goes up from each of them.
awk 'BEGIN { for (i = 0; i < 70000; i++) print "if a; then" }' > ways/if.sh
# shellcheck disable=SC2016
run sh -c 'ulimit -t "$1"; exec "$LUCUS" ast "$2"' x "$seconds" ways/if.sh
is "a nest of shell that never ends is read in time" "$status $(printf '%s\n' "$out" | jq -r '.type' | sort -u)" '0 module'
rm ways/if.sh
# The comment before a function is looked for once, not for each of its parameters; modules in comments have a bound.
mkdir comments
{
	repeat ' \n' 300000
	printf 'function wide('
	seq -s ',' -f 'p%g' 40000
	printf ') { p1.run(); }\n'
} > comments/wide.js
seq -f "//import('%.0f')" 90000 > comments/modules.js
# Annotations of Kotlin have an end, and of a function's objects some are looked at.
repeat 'x)\n data object A\n' 900000 > comments/soft.kt
awk 'BEGIN {
	for (i = 0; i < 480; i++) list = list "k: z,\n"
	for (i = 0; i < 1700; i++) gives = gives "if (q) return a;\nif (q) return b;\n"
	print "function z() {}\nfunction f() { const a = {" list "}; const b = {" list "};\n" gives "}"
}' > comments/objects.js
for f in wide.js modules.js soft.kt objects.js; do
	# shellcheck disable=SC2016
	run sh -c 'ulimit -t "$1"; exec "$LUCUS" ast "$2" > wide.out' x $((seconds / 3)) comments/$f
	like "$f ends in time" "$status" '^[03]$'
done
# Thousands of variables that hold functions stand in one function, or class, and are read.
mkdir held
awk 'BEGIN { print "void f(void) {"; for (i = 0; i < 12000; i++) print "int (*v" i ")(int); v" i "(1);"; print "}" }' > held/f.c
awk 'BEGIN { print "class C {"; for (i = 0; i < 8000; i++) print "var v" i ": ((Int) -> Void)?"; print "}" }' > held/c.swift
run sh -c 'exec "$LUCUS" ast held > held.out'
is "many variables that hold functions are read" "$status $(jq -r 'select(.record == "error") | .reason' held.out)" '0 '
# What is said of a field's type may be anything.
awk 'BEGIN { for (i = 0; i < 200000; i++) { a = a "("; b = b ")" } print a b }' > held/deep.txt
for type in '(' '(?' "$(cat held/deep.txt)"; do
	printf '%s\n' "$type" | jq -Rc '{record: "element", id: "6691339a-7c41-504a-bff7-af4f63256243", type: "class",
		name: "C", file_path: "c.kt", start_line: 1, end_line: 1, language: "kotlin", code: "class C {}",
		fields: {v: .}}' > held/c.jsonl
	# shellcheck disable=SC2016
	run sh -c 'ulimit -t "$1"; exec "$LUCUS" ingest-ast --db held.db held/c.jsonl' x $((seconds * 2))
	is "a field of type $(printf '%.2s' "$type") is taken" "$status" 0
done
if [ -z "$slow" ]; then
	# shellcheck disable=SC2016
	run sh -c 'ulimit -v 2000000; exec "$LUCUS" ast ways'
	is "and needs no gigabytes" "$status" 0
fi
printf '/* find_the_needle */ fun a() {}\n' > hostile/needle.kt
repeat '/*' $size >> hostile/needle.kt
run "$LUCUS" sync hostile --include needle.kt --db hostile.db
is "sync stores such a file" "$status" 0
like "and warns" "$err" '^lucus: sync: hostile/needle.kt: gave up after too many parser steps: read as blocks of lines'
run "$LUCUS" query find_the_needle -k 1 --db hostile.db
like "which is found" "$out" '"type":"block"'

# Thousands of elements on one line: each is without what is inside it, which is not looked for among all that follow.
mkdir -p line/.git
repeat 'class A{}' $((size / 3)) > line/classes.java
# shellcheck disable=SC2016
run sh -c 'ulimit -t "$1"; exec "$LUCUS" sync line --db line.db' x $((seconds * 2))
is "elements on one line are stored in time" "$status $(sqlite3 line.db 'SELECT count(*) > 10000 FROM element')" '0 1'

# Others need not wait for such files, small ones or large, whatever their names: they are stored while those are parsed.
mkdir -p crowd/.git
i=0
while [ $((i += 1)) -le 30 ]; do
	repeat '>& ' 20000 > "crowd/a$i.c"
	repeat '/*' $size > "crowd/b$i.kt"
	printf 'def plain%d(x):\n    return x\n' $i > "crowd/z$i.py"
done
plain() { # SQL; 0 as long as there is nothing
	sqlite3 -readonly crowd.db "SELECT count(*) FROM file WHERE path $1" 2> /dev/null || echo 0
}
"$LUCUS" sync -q crowd --jobs 1 --db crowd.db > crowd.out 2> crowd.err &
while kill -0 $! 2> /dev/null && [ "$(plain "LIKE 'z%'")" != 30 ]; do sleep .05; done
kill -KILL $! 2> /dev/null
wait $! 2> /dev/null
is "ordinary files are stored" "$(plain "LIKE 'z%'")" 30
ok "before the hostile ones ($(plain "NOT LIKE 'z%'"))" test "$(plain "NOT LIKE 'z%'")" -lt 30
rm crowd/a?*.c crowd/b?*.kt
cp hostile/comment.kt crowd/b.kt
repeat '>& ' 20000 > crowd/a.c
run "$LUCUS" sync crowd --jobs 2 --db crowd.db
is "another run ends it" "$status $(plain "LIKE 'z%'") $(sqlite3 crowd.db "SELECT group_concat(type || ' ' || path) FROM
	(SELECT DISTINCT type, path FROM element e JOIN file f ON f.id = e.file WHERE type = 'block' ORDER BY path)")" \
	'0 30 block a.c,block b.kt'
run "$LUCUS" sync crowd --db crowd2.db
is "and stores what one that was not killed does" "$("$top/scripts/dump-store.sh" crowd.db | cksum)" \
	"$("$top/scripts/dump-store.sh" crowd2.db | cksum)"

# A file that may not be read keeps the others from nothing.
printf 'def secret(x):\n    return x\n' > odd/secret.py
chmod 000 odd/secret.py
mkdir -m 777 mine
# shellcheck disable=SC2016
run mean sh -c '"$LUCUS" sync odd --db mine/m.db'
chmod 644 odd/secret.py
if [ "$status" = 99 ]; then skip "an unreadable file is an error with its path" "needs another user"; else
	is "an unreadable file: status 3" "$status" 3
	like "an unreadable file is an error with its path" "$err" "secret.py"
fi
# ---- a line of 60 MB, for who asks for it: a tree of all of it would take 4 GB ----

if [ "$slow" ]; then
	skip 'a line of 60 MB' 'a sanitizer takes more memory'
else
	mkdir vast
	awk 'BEGIN { s = "1,1,1,1,1,1,1,1,1,1,"; for (i = 0; i < 11; i++) s = s s; printf "x = ["; for (i = 0; i < 1500; i++) printf "%s", s; print "1]" }' > vast/a.py
	run sh -c 'ulimit -v 3000000; exec "$@"' - "$LUCUS" sync vast --max-file-size 100000000 --db vast.db
	is 'a line of 60 MB is read in bounded memory' "$status $(printf '%s\n' "$out" | jq -c '[.parsed, .bytes > 60000000]')" '0 [1,true]'
	rm -r vast vast.db
fi
done_testing
