# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What every tests/cli/NAME.t reads first:   . "$(dirname "$0")/lib.sh"
#
# A test is a sh script that prints TAP. It runs alone (sh tests/cli/NAME.t), with prove, or with all
# others (make check). It finds here
#   $top     the top of the source tree         $LUCUS   the program under test
#   $tmp     an empty folder of its own, the current one, removed at the end
#   run CMD...              run; sets $status, $out and $err (also in $tmp.out and $tmp.err)
#   ok NAME CMD...          passes when CMD succeeds       nok NAME CMD...   when it fails
#   is NAME GOT WANT        equal strings                  isnt NAME GOT OTHER
#   like NAME GOT ERE       some line matches              unlike NAME GOT ERE
#   pass NAME, fail NAME [TEXT], skip NAME REASON, skip_all REASON, note TEXT
#   tree DIR                makes a small project of four languages
#   done_testing            the last line of every test
set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
LUCUS=${LUCUS-$top/build/lucus}
case $LUCUS in /*) ;; *) LUCUS=$PWD/$LUCUS ;; esac
export LUCUS

# Nothing of the caller's surroundings may change what the program does.
for v in $(env | sed -n 's/^\(LUCUS_[A-Z_]*\)=.*/\1/p') NO_COLOR CLICOLOR_FORCE; do unset "$v"; done
export LC_ALL=C.UTF-8 TERM=dumb TZ=UTC

tmp=$(mktemp -d "${TMPDIR-/tmp}/lucus-test.XXXXXX") || exit 1
tmp=$(cd "$tmp" && pwd -P)
cleanup() {
	chmod -R u+rwx "$tmp" 2> /dev/null
	rm -rf "$tmp" "$tmp.out" "$tmp.err"
}
trap cleanup EXIT
trap 'exit 1' HUP INT TERM
cd "$tmp" || exit 1

n=0 failed=0 status=0 out='' err=''

note() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

pass() {
	n=$((n + 1))
	echo "ok $n - $1"
}

fail() {
	n=$((n + 1)) failed=$((failed + 1))
	echo "not ok $n - $1"
	[ $# -lt 2 ] || note "$2"
}

skip() {
	n=$((n + 1))
	echo "ok $n - $1 # SKIP $2"
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

# A project of four languages below $1.
tree() {
	mkdir -p "$1/src" "$1/lib" "$1/web" "$1/svc"
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
