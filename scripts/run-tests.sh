#!/bin/sh
# SPDX-License-Identifier: MIT
# Run the test programs in $B/tests (B=build) and the scripts tests/cli/*.t, several at a time. They
# print TAP; what failed is shown, and the last line is "N passed, M failed" (", K skipped").
# Usage: scripts/run-tests.sh [NAME...]     NAME: test_core, ast, tests/cli/ast.t ...: these only
set -u
cd "$(dirname "$0")/.." || exit 1

B=${B-build}
case $B in /*) abs=$B ;; *) abs=$PWD/$B ;; esac
export B CC CFLAGS
export LUCUS="$abs/lucus"
tap=$abs/tap

# One test: its output goes to $tap/NAME.tap, its exit status to NAME.status.
if [ "${1-}" = --one ]; then
	name=${2##*/}
	name=${name%.t}
	start=$(date +%s)
	case $2 in
	*.t) timeout -k 10 900 sh "$2" ;;
	*) timeout -k 10 900 env CMOCKA_MESSAGE_OUTPUT=TAP "$2" ;;
	esac > "$tap/$name.tap" 2> "$tap/$name.err" < /dev/null
	status=$?
	echo "$status" > "$tap/$name.status"
	printf '  %-7s %s (%d s)\n' TEST "$name" "$(($(date +%s) - start))"
	exit 0
fi

rm -rf "$tap"
mkdir -p "$tap/san"
# The reports of sanitizers go to files: also those of processes whose status nobody looks at count.
export ASAN_OPTIONS="exitcode=99:log_path=$tap/san/report:allocator_may_return_null=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
export UBSAN_OPTIONS="exitcode=99:print_stacktrace=1:log_path=$tap/san/report"

{
	if [ $# -gt 0 ]; then
		for t; do
			t=${t##*/} t=${t%.t}
			if [ -f "tests/cli/$t.t" ]; then echo "tests/cli/$t.t"; else echo "$abs/tests/$t"; fi
		done
	else
		for t in tests/unit/test_*.c; do
			[ -f "$t" ] && t=${t##*/} && echo "$abs/tests/${t%.c}"
		done
		for t in tests/cli/*.t; do [ -f "$t" ] && echo "$t"; done
	fi
} | xargs -r -P "$(nproc 2> /dev/null || echo 2)" -n 1 "$0" --one

# cmocka 1.1.5 prints a skipped test as "not ok N # SKIP".
for f in "$tap"/*.tap; do
	[ -f "$f" ] || continue
	base=${f%.tap}
	awk -v name="${base##*/}" -v status="$(cat "$base.status" 2> /dev/null)" -v errs="$base.err" '
		function bad(what) { failed++; show = 1; print "FAIL " name ": " what }
		/^1\.\.[0-9]+/ {
			plan = substr($1, 4); planned = 1
			if (plan == 0) { skipped++; print "skip " name ": " $0 }
		}
		/^(not )?ok [0-9]/ {
			seen++
			if (/# *[Ss][Kk][Ii][Pp]/) { skipped++; print "skip " name ": " $0 }
			else if (/^ok/) passed++
			else bad($0)
		}
		/^#/ && show { print "     " $0 }
		/^ok/ { show = 0 }
		END {
			if (status != 0 && !failed) bad("exit status " status)
			else if (!planned) bad("no plan: it ended early")
			else if (plan + 0 != seen + 0) bad("planned " plan " tests, ran " seen + 0)
			if (failed) while ((getline line < errs) > 0) print "     " line
			print passed + 0, failed + 0, skipped + 0 > "/dev/stderr"
		}' "$f" 2>> "$tap/counts"
done

reports=0
for f in "$tap"/san/report*; do
	[ -f "$f" ] || continue
	reports=$((reports + 1))
	echo "FAIL sanitizer: ${f##*/}"
	sed -n 's/^/     /; 1,60p' "$f"
done
echo "0 $reports 0" >> "$tap/counts"
awk '{ p += $1; f += $2; s += $3 }
	END {
		if (!p && !f) { print "FAIL no test ran"; f = 1 }
		printf "%d passed, %d failed", p, f
		if (s) printf ", %d skipped", s
		print ""
		exit f > 0
	}' "$tap/counts"
