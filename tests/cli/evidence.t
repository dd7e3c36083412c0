#!/bin/sh
# SPDX-License-Identifier: MIT
# What a question holds literally: the wording of a message, the frames of a stack trace, places, paths.
. "$(dirname "$0")/lib.sh"

mkdir -p app/store app/net .git
cat > app/store/vault.py <<'EOT'
"""Vaults: open them, lock them, count what is in a vault; a vault can be full, a vault can be empty."""


class Vault:
    """A vault with a door, a lock and a limit; opening a vault, closing a vault, counting a vault."""

    def __init__(self, limit):
        self.limit = limit
        self.items = []

    def put(self, item):
        """Put an item into the vault."""
        if len(self.items) >= self.limit:
            raise RuntimeError("vault %s holds %d items and takes no more" % (self, self.limit))
        self.items.append(item)

    def take(self):
        """Take an item out of the vault."""
        if not self.items:
            raise RuntimeError(f"nothing left in {self}: ask again when items came in")
        return self.items.pop()
EOT
cat > app/net/port.py <<'EOT'
from app.store.vault import Vault


def items_of_a_vault(vault):
    """The items that a vault holds, and how many more items the vault takes."""
    return [item for item in vault.items if item]


def serve(vault, requests):
    """Serve requests."""
    for request in requests:
        vault.put(request)
EOT
ok 'index' "$LUCUS" sync --db t.db -q
"$LUCUS" index --dump --db t.db | jq -r 'select(.record == "posting" and .literal) | .term' | sort | tr '\n' ' ' > said
is 'what string literals say is a field of its own' "$(cat said)" 'again and ask came holds in items items left more no nothing takes vault when '
first() {
	run "$LUCUS" query "$1" -k "${2-1}" --db t.db --format json
	printf '%s\n' "$out" | jq -r 'select(.record == "hit") | .name'
}
is 'a message with its values' "$(first 'ERROR vault <app.Vault object> holds 12 items and takes no more')" app.store.vault.Vault.put
is 'another one' "$(first 'nothing left in vault 7: ask again when items came in')" app.store.vault.Vault.take
is 'its words in another order are a question like others' "$(first 'how many items a vault holds')" app.net.port.items_of_a_vault
trace='Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/app/net/port.py", line 12, in serve
    vault.put(request)
  File "/usr/lib/python3/site-packages/app/store/vault.py", line 14, in put
RuntimeError: vault full'
is 'a trace: the frame that failed, then its caller' "$(first "$trace" 2 | tr '\n' ' ')" 'app.store.vault.Vault.put app.net.port.serve '
is 'others put that frame first' "$(first 'Error: full
    at put (/srv/app/store/vault.py:14:3)
    at serve (/srv/app/net/port.py:12:9)' 2 | tr '\n' ' ')" 'app.store.vault.Vault.put app.net.port.serve '
# A trace comes from another revision more often than not: the function of that name is meant, not what has its line by now.
# drifted TRACE: line 20 is in Vault.take, 14 in Vault.put
drifted() {
	is "a frame of another revision: $1" "$(first "$1")" "${2-app.store.vault.Vault.put}"
}
drifted '  File "/usr/lib/app/store/vault.py", line 20, in put'
drifted '/srv/app/store/vault.py:20: in put'
drifted "vault.rb: app/store/vault.py:20:in \`put': full (RuntimeError)"
drifted "app/store/vault.py:20:in 'block (2 levels) in Vault#put'"
drifted "app/store/vault.py:20: in function 'put'"
drifted '    (app 0.1.0) app/store/vault.py:20: App.Vault.put/2'
drifted '#1  0x0000555 in put (self=0x7, items=12) at app/store/vault.py:20'
drifted '#0 put () at vault.py:20'
drifted '    #0 0x4c5 in app::Vault::put(int, char const*) const /srv/app/store/vault.py:20:5'
drifted '    at async Vault.put [as add] (/srv/app/store/vault.py:20:3)'
drifted 'put@http://localhost:80/app/store/vault.py:20:3'
drifted '	at x.y.Outer$Vault.put(vault.py:20)'
drifted '	at x.y.Vault.lambda$put$0(vault.py:20)'
drifted '	at x.y.Vault.<init>(vault.py:20)' app.store.vault.Vault
drifted '   at X.Vault.put(String s) in C:\app\store\vault.py:line 20'
drifted 'x.org/app.(*Vault).put(0xc0000, 0x12)
	/srv/app/store/vault.py:20 +0x1d'
drifted 'x.org/app.put.func1.2()
	/srv/app/store/vault.py:20 +0x1d'
drifted '  12: app::vault::put::{{closure}}
             at ./app/store/vault.py:20:5'
drifted '  File "/usr/lib/app/store/vault.py", line 9999, in put'
drifted '  File "/usr/lib/app/store/vault.py", line 20, in <module>' app.store.vault.Vault.take
drifted '  File "/usr/lib/app/store/vault.py", line 20, in gone' app.store.vault.Vault.take
drifted '#0 /srv/app/store/vault.py(20): Vault->put(1)' app.store.vault.Vault.take
drifted 'what is on app/store/vault.py:9999' app.store.vault
# or what prints the message behind the place
drifted "thread 'main' panicked at app/store/vault.py:20:9:
vault 7 holds 12 items and takes no more
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace"
drifted 'app/store/vault.py:8: vault 7 holds 12 items and takes no more'
drifted 'app/store/vault.py:8: no such message' app.store.vault.Vault.__init__
drifted '  File "/usr/lib/app/store/vault.py", line 20, in take
RuntimeError: vault 7 holds 12 items and takes no more' app.store.vault.Vault.take
run "$LUCUS" query 'Error: at put (vault.py:20:31) 0x7ffe0042
    at take (vault.py:9998:7)' --db t.db --format json
is 'lines and columns of frames, and addresses, are no words that nothing holds' "$(printf '%s\n' "$out" | jq -c 'select(.unmatched) | .unmatched')" '[]'
for at in 'vault.py(20,9): error' '/app/store/vault.py: (20, 9): x'; do
	run "$LUCUS" query "$at" --db t.db --format json
	is "nor are columns behind a comma: $at" "$(printf '%s\n' "$out" | jq -r 'select(.unmatched) | .unmatched[]' | grep -c '[0-9]')" 0
done
run "$LUCUS" query 'https://github.com/x/y/blob/main/app/store/vault.py#L20-L22' --db t.db --format json
is 'nor are those of a link' "$(printf '%s\n' "$out" | jq -r 'select(.unmatched) | .unmatched[]' | grep -c '[0-9]')" 0
is 'PATH:LINE' "$(first app/store/vault.py:20)" app.store.vault.Vault.take
is 'NAME:LINE' "$(first 'what happens at vault.py:8?')" app.store.vault.Vault.__init__
is 'a path' "$(first app/net/port.py)" app.net.port
# in all the ways in which tools and people write a place of a file
place() {
	is "a place: $1" "$(first "$1") $("$LUCUS" query "$1" -k 1 --by file --db t.db --format json | jq -r 'select(.record == "hit") | .file_path')" "$2 app/store/vault.py"
}
for at in 'app\store\vault.py:20' 'C:\srv\app\store\vault.py:20:3' 'vault.py:20:9' 'app/store/vault.py:L20' 'app/store/vault.py:20-22' \
	'app/store/vault.py, line 20' 'app/store/vault.py lines 20-22' 'what does line 20 of vault.py do' '`app/store/vault.py`:20' \
	'https://github.com/x/y/blob/main/app/store/vault.py#L20-L22' 'https://gitlab.com/x/y/-/blob/v1.0/app/store/vault.py#L20' \
	'at f (file:///srv/app/store/vault.py:20:3)' 'at webpack:///./app/store/vault.py?1a2b:20:3' '#0 /var/www/app/store/vault.py(20): f()' \
	'   at X.F() in C:\src\store\vault.py:line 20' '    (app 0.1.0) app/store/vault.py:20: X.f/2' 'gems/app/store/vault.py:20:in `f'"'"': x' \
	'x/app/store/vault.py:20 +0x1d' '	at x.y.Z.f(vault.py:20)' "thread 'main' panicked at app/store/vault.py:20:9:" \
	'app/store/vault.py:20:5: error: expected x' '#1 0x1f in f () at ../app/store/vault.py:20' 'f() at /src/vault.py:20' \
	'Warning: x in /var/www/app/store/vault.py on line 20' 'app/store/vault.py: line 20: x' 'p: app/store/vault.py:(20,9)-(22,3): x' \
	'e: /app/store/vault.py: (20, 9): x' "Script '/app/store/vault.py' line: 20"; do
	place "$at" app.store.vault.Vault.take
done
for at in 'see app/store/vault.py.' 'see (app/store/vault.py), please' ./app/store/vault.py /other/top/app/store/vault.py \
	'**app/store/vault.py**' '"app/store/vault.py"' 'a/app/store/vault.py b/app/store/vault.py' 'app\store\vault.py' vault.py 'is it in vault.py?'; do
	place "$at" app.store.vault
done
# a file at the top has the same name: what is written with folders, or with a line that it has not, is the other one
mkdir -p top/.git
cp -R app top/app
printf 'def vault():\n    """Of the top."""\n    return vault\n' > top/vault.py
"$LUCUS" sync top --db top.db -q > sync.out
for at in app/store/vault.py:20 ./app/store/vault.py:20 /srv/go/x@v1.2/app/store/vault.py:20 other/vault.py:20 vault.py:20; do
	is "beside a file of that name at the top: $at" "$("$LUCUS" query "$at" -k 1 --db top.db | jq -r 'select(.record == "hit") | .name')" \
		app.store.vault.Vault.take
done
for at in vault.py:2 ./vault.py:2 /srv/top/vault.py:2; do
	is "the file at the top: $at" "$("$LUCUS" query "$at" -k 1 --db top.db | jq -r 'select(.record == "hit") | .name')" vault.vault
done
# names with what they are in: the element, and not the class that holds it
mkdir -p named/.git
cat > named/wire.ts <<'EOT'
/** A wire, and how a wire is opened: opening a wire opens the wire. */
export class Wire {
	open(): number {
		return this.#pull();
	}

	#pull(): number {
		return 1;
	}
}
EOT
cat > named/ky.ts <<'EOT'
/** Ky: fetch what ky fetches. */
export class Ky {
	/** To fetch. */
	#fetch(): number {
		return 1;
	}
}

/** An error of ky's fetch. */
export class KyError extends Error {
	get isKyError(): boolean {
		return fetch !== undefined;
	}
}
EOT
cat > named/adaptor.cpp <<'EOT'
struct Adaptor {
	int count;
	int operator()(int x) { return x + count; }
};
EOT
"$LUCUS" sync named --db named.db -q > sync.out
for name in Vault.put 'Vault.put()' '`Vault.put`' Vault::put 'Vault#put' vault.Vault.put app.store.vault.Vault.put 'what does Vault.put do?' \
	'where is Vault.put(item) called'; do
	is "a qualified name: $name" "$(first "$name")" app.store.vault.Vault.put
done
for name in Wire.open 'what does Wire.open do'; do
	is "a qualified name: $name" "$("$LUCUS" query "$name" -k 1 --db named.db | jq -r 'select(.record == "hit") | .name')" wire.Wire.open
done
for name in 'wire.Wire.#pull' 'ky.Ky.#fetch' 'Adaptor.operator()'; do
	is "called by signs: $name" "$("$LUCUS" query "${name#*y.}" -k 1 --db named.db | jq -r 'select(.record == "hit") | .name')" "$name"
done
is 'a qualified name that nothing bears is words' "$(first 'Vault.serve')" app.net.port.serve
is 'a path that is not there is no evidence' "$(first 'nowhere.py:3 serve requests')" app.net.port.serve
# a message that tests expect is sought where it comes from, tests where they are asked for
mkdir -p expects/src expects/tests expects/.git
cat > expects/src/reader.py <<'EOT'
class Reader:
    """Reads values."""

    def push_scope(self, scope):
        if len(self.scopes) == 256:
            raise ValueError(f"Nesting too deep at {self.path}")
        self.scopes.append(scope)
EOT
cat > expects/tests/test_reader.py <<'EOT'
from src.reader import Reader


def test_too_deeply_nested_arrays():
    try:
        nest(Reader())
    except ValueError as e:
        assert str(e) == "Nesting too deep at $" + "[0]" * 255


def test_too_deeply_nested_objects():
    try:
        nest(Reader())
    except ValueError as e:
        assert str(e) == "Nesting too deep at $" + ".a" * 255
EOT
"$LUCUS" sync expects --db expects.db -q > sync.out
for message in 'Nesting too deep at' 'Nesting too deep at $.a.b' 'ValueError: Nesting too deep at $.users.items'; do
	is "a message that tests expect: $message" "$("$LUCUS" query -q "$message" -k 1 --db expects.db | jq -r 'select(.record == "hit") | .name')" \
		src.reader.Reader.push_scope
done
like 'tests that are asked for' "$("$LUCUS" query -q 'which tests check that nesting is too deep' -k 1 --db expects.db |
	jq -r 'select(.record == "hit") | .name')" '^tests\.test_reader\.test_too'
# callers in a trace stay in sight, whatever else has the words of the message
mkdir -p panics/lib panics/.git
cat > panics/lib/work.go <<'EOT'
package lib

func (a *Worker) hit(n int) int {
	return a.next.value
}

func (a *Worker) loop(n int) {
	for range n {
		a.hit(n)
	}
}

func (a *Worker) Begin(n int) {
	go a.loop(n)
}
EOT
{
	printf 'package lib\n'
	while read -r name text; do
		printf '\n// %s is for %s.\nfunc %s(addr string) error {\n\treturn fmt.Errorf("%s: %%s", addr)\n}\n' "$name" "$text" "$name" "$text"
	done <<'EOT'
invalidAddress invalid memory address
nilPointer nil pointer dereference of memory
memoryAddress a runtime error for an invalid address
runtimeError runtime error: invalid memory
signalAddr signal: segmentation violation at addr
pointerDereference invalid nil pointer dereference
goroutineRunning goroutine running
EOT
} > panics/lib/errs.go
"$LUCUS" sync panics --db panics.db -q > sync.out
run "$LUCUS" query -q -k 5 --db panics.db 'panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x6d2f3a]

goroutine 19 [running]:
lib.(*Worker).hit(0xc0000b6000)
	/src/lib/work.go:4 +0x1a
lib.(*Worker).loop(0xc0000b6000)
	/src/lib/work.go:9 +0x95
created by lib.(*Worker).Begin
	/src/lib/work.go:14 +0x95'
printf '%s\n' "$out" | jq -r 'select(.record == "hit") | .name' > names
is 'a trace: the frame that failed is first' "$(head -n 1 names)" lib.Worker.hit
is 'and its callers are in sight' "$(grep Worker names | sort | tr '\n' ' ')" 'lib.Worker.Begin lib.Worker.hit lib.Worker.loop '
# what is said to be created by nothing was not created by "by"
mkdir -p nobody/.git
printf 'def by():\n    return 1\n\n\ndef start():\n    return 2\n' > nobody/maker.py
"$LUCUS" sync nobody --db nobody.db -q > sync.out
is 'a trace that leaves out the name' "$("$LUCUS" query -q -k 1 --db nobody.db --format json 'created by in goroutine 5
	/src/maker.py:6 +0x95' | jq -r 'select(.record == "hit") | .name')" maker.start
is 'a folder, which the question ends with' "$("$LUCUS" query -q -k 1 --db nobody.db --format json 'start in src/' | jq -r 'select(.record == "hit") | .name')" maker.start
# files without an ending
mkdir -p scripts/bin scripts/.git
printf '#!/bin/sh\nstart() {\n\techo start\n}\n\nhalt() {\n\techo halt\n}\n' > scripts/bin/ctl
printf 'all: start\n\nhalt:\n\techo halt\n' > scripts/Makefile
"$LUCUS" sync scripts --db scripts.db -q > sync.out
for at in bin/ctl:7 './bin/ctl: line 7: foo: command not found' 'ctl: 7: foo: not found' '/usr/bin/ctl: line 7: syntax error'; do
	is "a script: $at" "$("$LUCUS" query -q "$at" -k 1 --db scripts.db | jq -r 'select(.record == "hit") | .name')" bin.ctl.halt
done
is 'a makefile' "$("$LUCUS" query 'Makefile:4: *** missing separator.  Stop.' -k 1 --db scripts.db | jq -r 'select(.record == "hit") | "\(.file_path):\(.snippet_line)"')" Makefile:4
is 'neither is a line a word that nothing holds, nor as the web has it' "$("$LUCUS" query -q 'x/app/store/vault.py#L20 ctl: line 7: y' -k 1 --db t.db |
	jq -c 'select(.record == "selection") | .unmatched')" '["ctl","line","7","y"]'
# What was copied out of some code is where it was copied from, not what it calls or how that is documented.
mkdir copied
cat > copied/pump.py <<'EOT'
def open_valve(valve, pressure):
    """Open a valve: if pressure of the valve is none, the valve and its pressure are opened by hand."""
    return valve


def valve_pressure(valve):
    """The pressure of a valve, none when a valve has no pressure."""
    return None


def run(tank):
    for valve in tank:
        pressure = valve_pressure(valve) if valve.pressure else None
        if pressure is None:
            open_valve(valve, pressure)
EOT
ok 'index' sh -c 'cd copied && "$LUCUS" sync --db ../copied.db -q'
for code in 'pressure = valve_pressure(valve) if valve.pressure else None' 'if pressure is None: open_valve(valve, pressure)' 'if pressure is None:
    open_valve(valve, pressure)'; do
	run "$LUCUS" query "$code" -k 1 --db copied.db --format json
	is "copied: $code" "$(printf '%s\n' "$out" | jq -r 'select(.record == "hit") | .name | sub("^copied[.]"; "")')" pump.run
done

# Who writes what an element is in in front of its name means that one, neither its class nor what is called alike.
mkdir -p named/pkg
cat > named/pkg/reader.py <<'EOT'
"""A reader of tokens: the reader peeks, the reader skips; who peeks at a reader, and who reads what the reader peeks at."""


class Reader:
    """Reader: peeks at tokens, peeks again, and is peeked at; a reader to peek and to skip with."""

    def __init__(self, peek):
        self.peeked = peek

    def peek(self):
        return self.peeked

    def skip(self):
        """Skip what the reader would peek at: peek, then peek once more."""
        return self.peek()


class TreeReader(Reader):
    """Peek at a tree."""

    def peek(self):
        """Peek: what a reader of trees peeks at."""
        return self.tree
EOT
printf 'class Safe\n  # Is the safe full? Full is full.\n  def full\n    @full\n  end\n\n  def full?\n    @n\n  end\n\n  def full!\n    @n = 1\n  end\nend\n' > named/safe.rb
printf 'struct Box {\n\t/* a box of a box, boxes in a box */\n\tBox(int box);\n\t~Box() { close(); }\n\tvoid close();\n};\n' > named/box.cpp
printf 'package pipe\n\n// Pipe is a pipe of pipes, to drain a pipe with.\ntype Pipe struct{}\n\nfunc (p *Pipe) Drain() {}\n' > named/pipe.go
ok 'index' sh -c 'cd named && "$LUCUS" sync --db ../named.db -q'
named() {
	run "$LUCUS" query "$1" -k 1 --db named.db --format json
	is "a qualified name: $1" "$(printf '%s\n' "$out" | jq -r 'select(.record == "hit") | .name | sub("^named[.]"; "")')" "$2"
}
for q in Reader.peek 'Reader.peek()' Reader#peek Reader::peek '`Reader->peek`' 'Reader().peek()' '(*Reader).peek' pkg.reader.Reader.peek org.other.Reader.peek \
	'how does Reader.peek work' 'who calls Reader.peek?' 'what is the difference between Reader.peek and skipping'; do
	named "$q" pkg.reader.Reader.peek
done
for q in 'peek of Reader' 'Reader peek' 'what does the peek method of the Reader class return' "Reader's peek" 'where is peek in Reader'; do
	named "$q" pkg.reader.Reader.peek
done
named 'TreeReader peek' pkg.reader.TreeReader.peek
isnt 'two words are not a name' "$("$LUCUS" query 'reader peek' -k 1 --db named.db --format json | jq -r 'select(.record == "hit") | .stages.rerank.score > 20')" true
named 'TreeReader.peek' pkg.reader.TreeReader.peek
named 'Reader.gone' pkg.reader.Reader
named 'Safe#full?' Safe.full?
named 'what does Safe.full! do' Safe.full!
named 'what is Safe.full?' Safe.full?
named 'Safe.full' Safe.full
named 'Box::~Box' 'Box.~Box'
named '(*Pipe).Drain' pipe.Pipe.Drain

# phrases in quotes
is 'a quoted phrase comes before all that lacks it' "$(first '"again when items" requests vault' | head -1)" app.store.vault.Vault.take
hits() {
	"$LUCUS" query "$@" --db t.db --format json > hits
	jq -r 'select(.record == "hit") | .name' hits
}
quoted() {
	jq -c 'select(.record == "selection") | .quoted' hits
}
hits 'where is "items and takes no" said' > names
is 'so it is in the middle of a question' "$(head -n 1 names)" app.store.vault.Vault.put
is 'and told' "$(quoted)" '[{"text":"items and takes no","elements":1}]'
hits 'requests “Takes; no, MORE” vault' > names
is 'by words, in typographic quotes' "$(head -n 1 names)" app.store.vault.Vault.put
hits '"nothing left in" serve requests' --strategy bm25 > names
is 'whatever strategy runs' "$(head -n 1 names)" app.store.vault.Vault.take
hits '"app.store.vault" items of a vault' -k 1 > names
is 'a word alone when the question begins with it' "$(cat names) $(quoted)" 'app.net.port [{"text":"app.store.vault","elements":1}]'
hits '"takes no more" "nothing left"' > names
is 'of two phrases either' "$(head -n 2 names | sort | tr '\n' ' ')" 'app.store.vault.Vault.put app.store.vault.Vault.take '
mkdir refused
cat > refused/net.py <<'EOT'
def limits_of_retry():
    """Retry limits."""
    return retry_limits


def beta():
    raise OSError("connection refused")


def retry():
    """Retry."""
    return limits


def gamma():
    raise OSError("the connection refused by the peer")


def delta():
    raise IOError("connection refused again")
EOT
"$LUCUS" sync refused --db refused.db -q > sync.out
is 'a question that quotes is not split at its AND' "$("$LUCUS" query '"connection refused" AND retry limits' -k 3 --db refused.db --format json |
	jq -r 'select(.record == "hit") | .name | split(".") | last' | sort | tr '\n' ' ')" 'beta delta gamma '
run "$LUCUS" query 'vault "more takes no" items' -k 1 --db t.db --format text
like 'what nothing holds is told' "$err" 'no element holds the phrase "more takes no": its words count like others$'
like 'and other hits come' "$out" vault
for pasted in '{"error": "takes no more"}' 'put("takes no more")' 'File "app/net/port.py", line 3' 'x = "takes no more"' 'a "b c
d" e' 'no vault "alpha" for "beta"'; do
	hits "$pasted" > names
	is "no quoting: $(printf '%s' "$pasted" | tr '\n' ' ')" "$(quoted)" null
done

for at in 'Vault.put#' 'Vault.put~'; do
	run "$LUCUS" query "$at" -k 1 --db t.db --explain --format text
	like "a sign behind a name is no part of it: $at" "$out" ' placed: '
done
run "$LUCUS" query app/store/vault.py:20 -k 1 --db t.db --explain --format text
like 'it is told why' "$out" '\+[0-9.]+ +placed: the query names its place$'

# a line that no element of its own has is the module's, and what is shown is that line
run "$LUCUS" query app/store/vault.py:2 -k 1 --db t.db --format json
is 'a blank line: the module, at that line' "$(printf '%s\n' "$out" |
	jq -r 'select(.record == "hit") | "\(.type) \(.file_path):\(.snippet_line) \(.snippet_start)"')" 'module app/store/vault.py:2 1'
is 'the number of a line is no word that nothing holds' "$(printf '%s\n' "$out" |
	jq -c 'select(.record == "selection") | .unmatched')" '[]'
run "$LUCUS" query app/store/vault.py:21 -k 1 --db t.db --format paths
is 'a line of a method: that line' "$out" app/store/vault.py:21
run "$LUCUS" query 'app\store\vault.py:21' -k 1 --db t.db --format paths
is 'a path as Windows writes it: that line' "$out" app/store/vault.py:21
run "$LUCUS" query app/store/vault.py:99 -k 1 --db t.db
is 'one that is not there is not known' "$(printf '%s\n' "$out" | jq -c 'select(.record == "selection") | .unmatched')" '["99"]'
run "$LUCUS" query 'C:\zork\vault.py:21' -k 1 --db t.db
is 'a folder and a drive of another machine are no words that nothing holds' "$(printf '%s\n' "$out" |
	jq -c 'select(.record == "selection") | .unmatched')" '[]'

done_testing
