# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What every tests/cli/NAME.t reads first:   . "$(dirname "$0")/lib.sh"
#
# A test is a sh script that prints TAP. It runs alone (sh tests/cli/NAME.t), with prove, or with all
# others (make check). It finds here
#   $top     the top of the source tree         $LUCUS   the program under test
#   $tmp     an empty folder of its own, the current one, removed at the end
#   run CMD...              run; sets $status, $out and $err (also in $tmp.out and $tmp.err)
#   await CMD...            wait until CMD succeeds, for two minutes: it fails when that never comes
#   amid SIGNAL FACT CMD... as run does, but CMD gets the signal once FACT, text for eval, holds; $pid is its process
#   ok NAME CMD...          passes when CMD succeeds       nok NAME CMD...   when it fails
#   is NAME GOT WANT        equal strings                  isnt NAME GOT OTHER
#   like NAME GOT ERE       some line matches              unlike NAME GOT ERE
#   pass NAME, fail NAME [TEXT], skip NAME REASON, skip_all REASON, note TEXT
#   tree DIR                makes a small project of four languages
#   many DIR N [K]          makes N files there with K functions each, which call each other
#   dump DB FILE            writes the content of a store (scripts/dump-store.sh)
#   same_store NAME DB DB2  equal contents
#   field KEY               a field of the last record in $out
#   mean CMD...             run as a user without privileges; fails with status 99 where that can not be done
#   serve [ARGS]            starts tests/fakeapi (tests/server/main.c says what it can): $api is its URL, $log its log,
#                           one JSON line for each request; it ends with the test
#   packages NAME           $modules has what npm makes of tests/NAME/package.json, once (in build/NAME-tests), $bin its programs;
#                           skips the test where there is no npm, or no way to have them
#   q [ARGS]                asks t.db, as run does: lucus query --db t.db ARGS
#   compiled NAME FILE...   the last run, which was of make, had no trouble and compiled these, in order
#   $slow                   not empty in a build with sanitizers (or with LUCUS_TEST_SLOW=1): use less
#   done_testing            the last line of every test
set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
LUCUS=${LUCUS-$top/build/lucus}
case $LUCUS in /*) ;; *) LUCUS=$PWD/$LUCUS ;; esac
export LUCUS
fakeapi=$(dirname "$LUCUS")/tests/fakeapi

slow=${LUCUS_TEST_SLOW-}
# shellcheck disable=SC2034 # tests use it
case $LUCUS in */san/*) slow=1 ;; esac

# Nothing of the caller's surroundings may change what the program does.
for v in $(env | sed -n 's/^\(LUCUS_[A-Z_]*\)=.*/\1/p') NO_COLOR CLICOLOR_FORCE \
	ANTHROPIC_API_KEY OPENAI_API_KEY VOYAGE_API_KEY COHERE_API_KEY JINA_API_KEY; do unset "$v"; done
export LC_ALL=C.UTF-8 TERM=dumb TZ=UTC XDG_CONFIG_HOME=/nowhere
export LUCUS_PAGER= # nobody would end one

tmp=$(mktemp -d "${TMPDIR-/tmp}/lucus-test.XXXXXX") || exit 1
tmp=$(cd "$tmp" && pwd -P)
cleanup() {
	chmod -R u+rwx "$tmp" 2> /dev/null
	[ -z "$servers" ] || kill $servers 2> /dev/null
	rm -rf "$tmp" "$tmp.out" "$tmp.err" "$tmp.one" "$tmp.two" "$tmp.bin" "$tmp.in" "$tmp.url" "$tmp".log*
}
servers=''
trap cleanup EXIT
trap 'exit 1' HUP INT TERM
cd "$tmp" || exit 1

n=0 failed=0 status=0 out='' err=''

note() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

pass() {
	n=$((n + 1))
	printf 'ok %d - %s\n' "$n" "$1"
}

fail() {
	n=$((n + 1)) failed=$((failed + 1))
	printf 'not ok %d - %s\n' "$n" "$1"
	[ $# -lt 2 ] || note "$(printf '%s\n' "$2" | cut -c 1-500 | head -n 30)"
}

skip() {
	n=$((n + 1))
	printf 'ok %d - %s # SKIP %s\n' "$n" "$1" "$2"
}

skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

done_testing() {
	echo "1..$n"
	[ "$failed" = 0 ]
	exit
}

run() {
	"$@" > "$tmp.out" 2> "$tmp.err"
	status=$?
	out=$(tr -d '\000' < "$tmp.out")
	err=$(tr -d '\000' < "$tmp.err")
}

# A test waits for what it needs, never for a time in which that should have come: machines may be slow, and stop for seconds.
await() {
	await_end=$(($(date +%s) + 120))
	until "$@"; do
		[ "$(date +%s)" -lt "$await_end" ] || return 1
		sleep .05
	done
}

# The shell makes its background jobs ignore SIGINT, which the program would leave so.
amid() {
	signal=$1 fact=$2
	shift 2
	perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV or die' -- "$@" > "$tmp.out" 2> "$tmp.err" &
	pid=$!
	await eval "{ $fact; } || ! kill -0 $pid" 2> /dev/null
	kill "-$signal" "$pid" 2> /dev/null
	wait "$pid" 2> /dev/null
	status=$?
	out=$(tr -d '\000' < "$tmp.out")
	err=$(tr -d '\000' < "$tmp.err")
}

q() {
	run "$LUCUS" query --db t.db "$@"
}

ok() {
	name=$1
	shift
	if run "$@"; [ "$status" = 0 ]; then pass "$name"; else
		fail "$name" "exit status $status of: $*
$out
$err"
	fi
}

nok() {
	name=$1
	shift
	if run "$@"; [ "$status" != 0 ]; then pass "$name"; else
		fail "$name" "should fail: $*
$out
$err"
	fi
}

is() {
	if [ "$2" = "$3" ]; then pass "$1"; else
		fail "$1" "got:  $2
want: $3"
	fi
}

isnt() {
	if [ "$2" != "$3" ]; then pass "$1"; else fail "$1" "got: $2"; fi
}

like() {
	if printf '%s\n' "$2" | grep -Eq -e "$3"; then pass "$1"; else
		fail "$1" "no line matches: $3
in: $2"
	fi
}

unlike() {
	if printf '%s\n' "$2" | grep -Eq -e "$3"; then
		fail "$1" "a line matches: $3
in: $2"
	else pass "$1"; fi
}

# Its standard input is a FIFO that this shell holds open: the server ends when the test does, however that ends.
serve() {
	[ -p "$tmp.in" ] || {
		mkfifo "$tmp.in" "$tmp.url"
		exec 9<> "$tmp.in"
	}
	log=$tmp.log$(echo "$servers" | wc -w)
	: > "$log"
	"$fakeapi" -l "$log" "$@" < "$tmp.in" > "$tmp.url" 9>&- &
	servers="$servers $!"
	read -r api < "$tmp.url" || {
		fail "fakeapi starts: $*"
		api=http://127.0.0.1:9
	}
}

packages() {
	command -v npm > /dev/null || skip_all 'there is no npm'
	modules=$top/build/$1-tests
	bin=$modules/node_modules/.bin
	cmp -s "$top/tests/$1/package.json" "$modules/package.json" && return
	rm -rf "$modules" "$modules.new"
	mkdir -p "$modules.new"
	cp "$top/tests/$1/package.json" "$modules.new/"
	# the package of node puts its program into place with a script
	(cd "$modules.new" && timeout 300 npm install --no-package-lock --no-audit --no-fund --ignore-scripts=false \
		--loglevel=error) > npm.log 2>&1 || {
		rm -rf "$modules.new"
		skip_all "npm can not have the packages: $(tail -n 1 npm.log)"
	}
	mv "$modules.new" "$modules"
}

dump() {
	"$top/scripts/dump-store.sh" "$1" > "$2"
}

same_store() {
	if ! dump "$2" "$tmp.one" || ! dump "$3" "$tmp.two"; then
		fail "$1" "cannot dump $2 and $3"
	elif [ ! -s "$tmp.one" ]; then
		fail "$1" "$2 holds nothing"
	elif cmp -s "$tmp.one" "$tmp.two"; then
		pass "$1"
	else
		fail "$1" "$(diff "$tmp.one" "$tmp.two" | cut -c1-400 | head -n 12)"
	fi
}

field() {
	printf '%s\n' "$out" | tail -n 1 | jq -r ".$1"
}

# Root may read and write everything: what depends on permissions runs as nobody, on a copy of the program that
# nobody can reach.
mean() {
	if [ "$(id -u)" != 0 ]; then
		"$@"
		return
	fi
	command -v setpriv > /dev/null || return 99
	[ -x "$tmp.bin/lucus" ] || {
		mkdir -p "$tmp.bin"
		cp "$LUCUS" "$tmp.bin/lucus"
		chmod 755 "$tmp" "$tmp.bin" "$tmp.bin/lucus"
	}
	LUCUS=$tmp.bin/lucus setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}

# $2 files of four languages below $1, each with $3 (6) functions that call each other and those of the
# file before.
many() {
	mkdir -p "$1/.git" "$1/py" "$1/c" "$1/js" "$1/go"
	awk -v dir="$1" -v files="$2" -v k="${3-6}" '
		function prev(i) { return i < 4 ? i : i - 4 }
		function py(i, f,    j) {
			f = dir "/py/mod" i ".py"
			print "\"\"\"Module " i " of the warehouse.\"\"\"\nimport os\nfrom py.mod" prev(i) " import Shelf" prev(i) "\n\n" > f
			print "class Shelf" i ":\n    \"\"\"Keeps the goods of row " i ".\"\"\"\n" > f
			for (j = 0; j < k; j++)
				print "    def place" j "(self, item, amount=" j "):\n        \"\"\"Put an item on level " j ".\"\"\"\n        total = amount + len(item)\n        return self.place" (j + 1) % k "(item, total)\n" > f
			close(f)
		}
		function c(i, f,    j) {
			f = dir "/c/part" i ".c"
			print "/* Part " i " of the engine. */\n#include <stdio.h>\n" > f
			for (j = k - 1; j >= 0; j--)
				print "/* Turn wheel " j " by some steps. */\nint turn_" i "_" j "(int steps)\n{\n\tint angle = steps * " j ";\n\n\tprintf(\"%d\\n\", angle);\n\treturn " (j < k - 1 ? "turn_" i "_" j + 1 "(angle)" : "turn_" prev(i) "_0(angle)") ";\n}\n" > f
			close(f)
		}
		function js(i, f,    j) {
			f = dir "/js/view" i ".js"
			print "import { draw0 as before } from \"./view" prev(i) ".js\";\n" > f
			for (j = 0; j < k; j++)
				print "/** Draw layer " j " of view " i ". */\nexport function draw" j "(canvas, depth) {\n\tconst next = depth + " i ";\n\treturn " (j ? "draw" j - 1 : "before") "(canvas, next);\n}\n" > f
			close(f)
		}
		function go(i, f,    j) {
			f = dir "/go/job" i ".go"
			print "package jobs\n\nimport \"fmt\"\n\n// Job" i " waits in the queue.\ntype Job" i " struct {\n\tname string\n}\n" > f
			for (j = 0; j < k; j++)
				print "// Step" j " runs one step of the job.\nfunc (x *Job" i ") Step" j "(n int) int {\n\tfmt.Println(x.name, n)\n\treturn x.Step" (j + 1) % k "(n + 1)\n}\n" > f
			close(f)
		}
		BEGIN {
			for (i = 0; i < files; i++)
				if (i % 4 == 0) py(i); else if (i % 4 == 1) c(i); else if (i % 4 == 2) js(i); else go(i)
		}'
}

# A project of four languages below $1.
tree() {
	mkdir -p "$1/.git" "$1/src" "$1/lib" "$1/web" "$1/svc"
	cat > "$1/src/stack.h" <<'EOF'
/* A stack of numbers. */
#ifndef STACK_H
#define STACK_H
struct stack { int *v; int n; };
int stack_push(struct stack *s, int x);
int stack_pop(struct stack *s);
#endif
EOF
	cat > "$1/src/stack.c" <<'EOF'
#include "stack.h"

#include <stdlib.h>

/* Make room for one more number. */
static int grow(struct stack *s)
{
	int *v = realloc(s->v, (s->n + 1) * sizeof *v);

	if (v) s->v = v;
	return v != NULL;
}

int stack_push(struct stack *s, int x)
{
	if (!grow(s)) return -1;
	s->v[s->n++] = x;
	return 0;
}

int stack_pop(struct stack *s)
{
	return s->n ? s->v[--s->n] : 0;
}
EOF
	cat > "$1/lib/bank.py" <<'EOF'
"""Accounts and transfers."""
import decimal


class Account:
    """Holds money."""

    def __init__(self, owner):
        self.owner = owner
        self.balance = decimal.Decimal(0)

    def deposit(self, amount):
        """Add money to the account."""
        self.check(amount)
        self.balance += amount

    def check(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")


class Savings(Account):
    def interest(self, rate):
        self.deposit(self.balance * rate)


def transfer(source, target, amount):
    """Move money from one account to another."""
    source.balance -= amount
    target.deposit(amount)
EOF
	cat > "$1/web/app.ts" <<'EOF'
import { render } from "./render";

export interface Route { path: string; title: string }

export class Router {
	private routes: Route[] = [];

	/** Register a route under its path. */
	add(route: Route): void {
		this.routes.push(route);
	}

	open(path: string): string {
		const r = this.routes.find((x) => x.path === path);
		return render(r ? r.title : "not found");
	}
}
EOF
	cat > "$1/web/render.js" <<'EOF'
/** Escape text for HTML. */
function escape(text) {
	return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

export function render(title) {
	return "<h1>" + escape(title) + "</h1>";
}
EOF
	cat > "$1/svc/queue.go" <<'EOF'
package svc

import "errors"

// Queue holds jobs in the order of their arrival.
type Queue struct {
	jobs []string
}

// Put adds a job at the end.
func (q *Queue) Put(job string) {
	q.jobs = append(q.jobs, job)
}

// Take removes the first job.
func (q *Queue) Take() (string, error) {
	if len(q.jobs) == 0 {
		return "", errors.New("queue is empty")
	}
	job := q.jobs[0]
	q.jobs = q.jobs[1:]
	return job, nil
}
EOF
}

compiled() {
	[ "$status" = 0 ] || note "$out
$err"
	unlike 'the compiler has nothing to say' "$err" 'warning|error'
	what=$1
	shift
	is "$what" "$(grep '^  CC ' "$tmp.out" | awk '{ print $2 }' | sort | tr '\n' ' ')" "$* "
}

# Copy the sources and what was built of them here, so that make does again only what changes, and writes nothing elsewhere.
copy_sources() {
	cp -a "$top/Makefile" "$top/package.json" "$top/package-lock.json" "$top/cmd" "$top/src" "$top/include" "$top/scripts" .
	mkdir build
	for f in "$top"/build/*; do
		case ${f##*/} in
		obj | vobj | gen | *.mk | flags | vflags | objects) cp -a "$f" build ;;
		vendor) ln -s "$f" build ;;
		esac
	done
	# The flags of the build that is there: run-tests.sh hands them on also where nobody set any.
	unset MAKEFLAGS MAKELEVEL MFLAGS
	case $(cat build/vobj/flags) in *' -O1 -fPIC -std=c11 -w') unset CFLAGS ;; esac
	case $(cat build/flags) in *' -Werror'*) export W=1 ;; esac
}
