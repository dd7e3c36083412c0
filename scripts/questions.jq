# SPDX-License-Identifier: MIT
# Questions of several kinds, made of the element records of a repository (lucus ast), with the elements that answer them:
#   jq -n -c --arg repo NAME --argjson most N -f scripts/questions.jq RECORDS
# Each line is {kind, id, query, elements: [name], files: [path]}; at most N of a kind, chosen by a hash of what they are made of.
#
# message     what a string literal of raise, throw, panic, printf, log ... says, with its placeholders filled in
# trace       a stack trace that ends in such a line, as the language prints it
# identifier  the name of an element, as it is written
# qualified   the same with what it is in, in the ways in which people and languages write that
# words       some of the words of such a name, as people type them
# code        a line of an element, copied
# place       PATH:LINE inside an element
# described   the first sentence of an element's documentation

def hash: reduce explode[] as $c (7; (. * 31 + $c) % 1000003);
def number: reduce explode[] as $c (7; (. * 131 + $c) % 999999937); # of the lowest hashes two may be one
def pick($list): $list[hash % ($list | length)];
def trim: gsub("^\\s+|\\s+$"; "");
def words: [match("[A-Za-z]{2,}"; "g").string];
def simple: split(".") | .[-1];

def prose: IN("markdown", "rst", "json", "yaml", "toml", "ini", "xml", "html", "css", "text", "make", "cmake", "proto", "sql", "dockerfile");
def callable: IN("function", "method", "macro");
# Copies, tests and examples are not what a question is about.
def aside: test("(^|/)(tests?|spec|specs|examples?|bench(marks?)?|fixtures?|testdata|vendor|third_party|docs?)/|_test\\.|[Tt]est[s]?\\.[a-z]+$|\\.min\\.");
# Nor are those that stand beside what they test.
def test_in_source: .type == "test" or (.language == "rust" and ((.name | test("\\.tests?\\.")) or (.type == "namespace" and (.name | test("\\.tests?$"))))) or any(.decorators[]?; test("\\btest\\b") and (test("cfg") | not));

# ---- messages ----

def call: "\\b(?:raise|throw|panic|fail|failwith|error|err|fatal|abort|die|warn|warning|bail|ensure|expect|invariant|reject|log|logf?|logger|info|debug|trace|notice|critical|alert|print|println|printf|fprintf|sprintf|snprintf|format|puts|echo|say|assert|require|precondition|[A-Za-z_.:]*(?:Error|Exception|Errorf|Err|Fatal|Warning|Printf|Logf?|Panic|throwable))\\b";
def literal: call + "!?[ (][^\"'`\n;]{0,60}\"(?<text>(?:[^\"\\\\\n]|\\\\.){12,180})\"";

def values: ["42", "foo.txt", "admin", "/tmp/data", "localhost", "name", "7", "user_id", "main", "3.5", "abc", "default", "127.0.0.1", "None", "items"];
def fill: . as $all
	| gsub("\\\\[nrt]"; " ") | gsub("\\\\(?<c>.)"; .c)
	| [splits("%[-+ #0]*[0-9.*]*(?:hh|h|ll|l|z|j|t|L)?[diouxXeEfgGaAcspqvTwr@]|%\\([a-z_]+\\)[sdr]|%\\{[a-zA-Z_]+\\}|[$#]\\{[^}]*\\}|\\{[^{} ]*\\}|\\\\\\([^)]*\\)|\\$[A-Za-z_>.\\[\\]-]*[A-Za-z_]")] as $parts
	| reduce range(1; $parts | length) as $i ($parts[0]; . + ("\($all)\($i)" | pick(values)) + $parts[$i])
	| gsub("\\s+"; " ") | trim;
def plain_words: gsub("%[-+ #0]*[0-9.*]*(?:hh|h|ll|l|z)?[a-zA-Z]|[$#]?\\{[^}]*\\}|\\\\."; " ") | words;
# As it is found in a terminal, a log or a ticket.
def dress($name): . as $m | ($m | hash % 5) as $way
	| if $way == 0 then "2026-03-01 12:00:01,123 ERROR \($m)"
	elif $way == 1 then "Error: \($m)"
	elif $way == 2 then "\($name): \($m)"
	else $m end;

# ---- traces ----

def frames($of; $at; $message): . as $lang
	| ($of.file_path) as $p | ($of.name | simple) as $f | ($p | split("/") | .[-1]) as $base
	| if $lang == "python" then "Traceback (most recent call last):\n  File \"/srv/app/run.py\", line 12, in <module>\n    main()\n  File \"/usr/lib/python3/site-packages/\($p)\", line \($at), in \($f)\nRuntimeError: \($message)"
	elif IN($lang; "javascript", "typescript", "tsx") then "Error: \($message)\n    at \($f) (/srv/app/node_modules/\($p):\($at):11)\n    at processTicksAndRejections (node:internal/process/task_queues:95:5)"
	elif IN($lang; "java", "kotlin", "scala") then "Exception in thread \"main\" java.lang.IllegalStateException: \($message)\n\tat \($of.name)(\($base):\($at))\n\tat java.base/java.lang.Thread.run(Thread.java:833)"
	elif $lang == "go" then "panic: \($message)\n\ngoroutine 1 [running]:\nmain.\($f)(...)\n\t/go/src/\($p):\($at) +0x1d\nexit status 2"
	elif $lang == "ruby" then "/usr/lib/ruby/gems/3.1.0/\($p):\($at):in `\($f)': \($message) (RuntimeError)\n\tfrom run.rb:3:in `<main>'"
	elif $lang == "rust" then "thread 'main' panicked at \($p):\($at):9:\n\($message)\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace"
	elif $lang == "php" then "PHP Fatal error:  Uncaught Exception: \($message) in /var/www/\($p):\($at)\nStack trace:\n#0 /var/www/index.php(8): \($f)()\n#1 {main}"
	elif $lang == "csharp" then "Unhandled exception. System.InvalidOperationException: \($message)\n   at \($of.name)() in /src/\($p):line \($at)"
	elif $lang == "elixir" then "** (RuntimeError) \($message)\n    (app 0.1.0) \($p):\($at): \($of.name)/2"
	else "\($p):\($at): \($message)" end;

# ---- names ----

def parts: gsub("(?<a>[a-z0-9])(?<b>[A-Z])"; .a + " " + .b) | gsub("[_:!?.-]+"; " ") | ascii_downcase | trim;

def first_sentence: split("\n\n")[0] | gsub("\\s+"; " ") | trim
	| gsub("^[@\\\\](brief|summary|doc)\\s+"; "") | gsub("</?[a-zA-Z]+ ?[^>]*>"; "") | gsub("\\{@\\w+ (?<x>[^}]*)\\}"; .x)
	| [match("^.*?[.!?](?=\\s|$)").string][0] // . | gsub("[`*]"; "") | trim;

def lines_before($code; $offset): [$code[0:$offset] | match("\n"; "g")] | length;

[inputs | select(.record == "element") | select((.file_path | aside | not) and (.language | prose | not) and (test_in_source | not))] as $all
| ($all | map(select(.type | callable))) as $fun
| ($all | map(select(.type | IN("module", "block", "section") | not)) | group_by(.name | simple)) as $named
# the elements that hold a literal
| ([$fun[] as $e | ($e.code | [match(literal; "g")] | .[0:4][])
	| (.captures[] | select(.name == "text")) as $t
	| select($t.string | plain_words | length >= 4)
	| { text: $t.string, name: $e.name, e: $e, at: ($e.start_line + lines_before($e.code; .offset)) }] | group_by(.text)) as $literals
| (
	($literals[] | select(map(.name) | unique | length <= 2)
	| . as $l | ($l[0].text | fill) as $m
	| { kind: "message", query: ($m | dress($repo)), elements: (map(.name) | unique), files: (map(.e.file_path) | unique) },
	  (if ($m | hash % 3) == 0 and (map(.name) | unique | length) == 1
	   then { kind: "trace", query: ($l[0].e.language | frames($l[0].e; $l[0].at; $m)), elements: [$l[0].name], files: [$l[0].e.file_path] }
	   else empty end)),
	($named[] | select(length <= 2) | . as $g | ($g[0].name | simple) as $n
	| select(($n | length) >= 6 and ($n | parts | split(" ") | length) >= 2)
	| { kind: "identifier", query: $n, elements: (map(.name) | unique), files: (map(.file_path) | unique) },
	  ($n | parts | split(" ")) as $w
	  | select(($w | length) >= 3 and ($n | hash % 2) == 0)
	  | { kind: "words", query: ($w | if length > 3 then .[0:3] else . end | join(" ")), elements: ($g | map(.name) | unique), files: ($g | map(.file_path) | unique) }),
	($fun | map(select(.name | split(".") | length >= 2)) | group_by(.name | split(".")[-2:])[]
	| (.[0].name | split(".")[-2:]) as [$in, $n]
	| select((map(.name) | unique | length <= 2) and ($n | test("^[A-Za-z_][A-Za-z_0-9]+$")) and ($in | test("^[A-Za-z_][A-Za-z_0-9]+$")))
	| { kind: "qualified", query: (.[0].name | pick(["\($in).\($n)", "\($in)::\($n)", "\($in)#\($n)", "\($in).\($n)()", "how does \($in).\($n) work"])),
	    elements: (map(.name) | unique), files: (map(.file_path) | unique) }),
	([$fun[] | select(.end_line - .start_line >= 6)
	| (.code | split("\n")) as $l | { name, file_path, line: ($l[($l | length) / 2 | floor] | trim) }
	| select((.line | words | length >= 4) and (.line | test("^[*#/]|^--|//|/[*]") | not))]
	| group_by(.line)[] | select(map(.name) | unique | length <= 2)
	| { kind: "code", query: .[0].line, elements: (map(.name) | unique), files: (map(.file_path) | unique) }),
	($fun[] | select(.end_line - .start_line >= 4)
	| { kind: "place", query: "\(.file_path):\(.start_line + ((.name | hash) % (.end_line - .start_line)))", elements: [.name], files: [.file_path], start: .start_line, end: .end_line }),
	($all[] | select(.type != "module" and (.docstring // "") != "")
	| (.docstring | first_sentence) as $s | select(($s | words | length) >= 5 and ($s | length) <= 200)
	| { kind: "described", query: $s, elements: [.name], files: [.file_path] })
  )
| select(.query | length <= 1500)
| . + { h: (.query | hash), id: "\($repo)-\(.kind)-\(.query | number)" }
