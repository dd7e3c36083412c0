#!/bin/sh
# SPDX-License-Identifier: MIT
# Paths for people: from the current folder on, both those that are shown and those that are given.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

tree t
mkdir -p t/src/deep 't/a[b]' t/ab
printf 'def money_box():\n    return 1\n' > 't/a[b]/box.py'
printf 'def money_bag():\n    return 1\n' > t/ab/bag.py
ln -s t link
"$LUCUS" sync t --db t.db > sync.out

# in FOLDER ARGS...: run lucus there
in_folder() {
	cd "$tmp/$1" || exit 1
	shift
	run "$LUCUS" "$@" --db "$tmp/t.db"
	cd "$tmp" || exit 1
}

# opens NAME FOLDER: every line of $out is "path:line" or "path", and opens from there
opens() {
	printf '%s\n' "$out" | sed 's/:[0-9]*$//' > "$tmp/list"
	bad=$(cd "$tmp/$2" && while IFS= read -r p; do [ -f "$p" ] || echo "$p"; done < "$tmp/list")
	if [ -s "$tmp/list" ] && [ -n "$out" ]; then is "$1" "$bad" ''; else fail "$1" 'nothing is listed'; fi
}

# ---- what is shown ----

for d in . t t/src t/src/deep t/lib ..; do
	for f in paths lines; do
		[ $f = paths ] || continue
		in_folder $d query 'money stack' -k 8 --format $f
		opens "query --format $f from $d" $d
	done
	in_folder $d query 'money stack' -k 8 --format text
	out=$(printf '%s\n' "$out" | grep -Eo '^[^ ]+:[0-9]+')
	opens "query --format text from $d" $d
	in_folder $d query 'money stack' -k 8 --format md
	out=$(printf '%s\n' "$out" | sed -n 's/^[0-9]*\. `\([^`]*\)`.*/\1/p')
	opens "query --format md from $d" $d
	in_folder $d graph callers escape --depth 2 --format paths
	opens "graph --format paths from $d" $d
	in_folder $d graph impact escape --format text
	out=$(printf '%s\n' "$out" | sed -n 's/^  \([^ ]*\)  [0-9]*$/\1/p')
	opens "graph impact: its files from $d" $d
	in_folder $d expand Account.deposit --format paths
	opens "expand --format paths from $d" $d
	in_folder $d query 'how is money added' --answer --format text
	out=$(printf '%s\n' "$out" | sed -n 's/^\[[0-9]*\] \([^ ]*:[0-9]*\)-.*/\1/p')
	opens "the sources of an answer from $d" $d
	in_folder $d sync --dry-run --format paths
	opens "sync --dry-run --format paths from $d" $d
	in_folder $d sync --dry-run --format text
	out=$(printf '%s\n' "$out" | sed -n 's/^ *[0-9]*  \([^ ]*\)$/\1/p')
	opens "sync --dry-run --format text from $d" $d
done
in_folder /../../../../../../usr query 'money stack' -k 1 --format paths
like 'from elsewhere paths are absolute' "$out" "^$tmp/t/[a-z]+/[a-z]+\\.[a-z]+:[0-9]+$"
in_folder t/lib query 'money stack' -k 8
jq -r 'select(.record == "hit").file_path' "$tmp.out" > records
(cd t && xargs ls < ../records) > listed 2> missing
is 'records have paths from the root' "$(cat missing)" ''
for d in t/lib t .; do
	cd $d || exit 1
	case $d in t/lib) p=../src ;; t) p=src ;; *) p=t/src ;; esac
	run "$LUCUS" ast $p --format paths
	cd "$tmp" || exit 1
	opens "ast --format paths from $d" $d
done
if [ "$(id -u)" != 0 ] || command -v setpriv > /dev/null; then
	mkdir -m 777 shut
	cp -r t shut
	chmod -R a+rwX . && chmod 0 shut/t/lib/bank.py
	run mean sh -c 'cd shut/t/src && "$LUCUS" sync .. --db ../../s.db --format json'
	chmod 644 shut/t/lib/bank.py
	like 'an error names the file as it opens' "$err" "^lucus: sync: \.\./lib/bank\.py: "
	is 'and its record as all records do' "$(printf '%s\n' "$out" | jq -r 'select(.record == "error").file')" lib/bank.py
else
	skip 'an error names the file as it opens' 'no setpriv(1)'
fi
mv t moved
run "$LUCUS" query 'money stack' -k 1 --format paths --db t.db
like 'a root that is gone: paths stay as they are' "$out" '^[a-z]+/[a-z]+\.[a-z]+:[0-9]+$'
mv moved t

# ---- what is given ----

# files FOLDER PATH...: the files of the hits
files() {
	at=$1
	shift
	for p; do set -- "$@" --path "$p"; shift; done
	in_folder "$at" query 'stack push money job' -k 100 "$@"
	got=$(printf '%s\n' "$out" | jq -r 'select(.record == "hit").file_path' | sort -u | tr '\n' ' ')
}

both='src/stack.c src/stack.h '
while read -r at spec want; do
	files "$at" "$spec"
	is "--path $spec from $at" "$got" "${want:+$(printf '%s' "$want" | tr ' ' '\n' | sort | tr '\n' ' ')}"
done << END
t src $both
t src/ $both
t ./src $both
t lib/../src $both
t $tmp/t/src $both
t $tmp/link/src $both
t *.h src/stack.h
t src/*.h src/stack.h
t stack.h
t bank.py
t */bank.py lib/bank.py
t src/stack.h/
t nowhere
t/lib ../src $both
t/lib bank.py lib/bank.py
t/lib *.py lib/bank.py
t/lib . lib/bank.py
t/lib :/src $both
t/lib :(top)src/*.c src/stack.c
t/lib ../*/stack.? $both
t a[b] a[b]/box.py ab/bag.py
t a\\[b] a[b]/box.py
t/a[b] . a[b]/box.py
t/a[b] *.py a[b]/box.py
. t/src $both
. src $both
link/src *.h src/stack.h
END
files t src lib
is '--path twice: either' "$got" 'lib/bank.py src/stack.c src/stack.h '
if command -v git > /dev/null; then
	git init -q t && (cd t && git add -A)
	for at in t t/lib t/src; do
		for spec in . .. ./ ../src '*.py' 's*' 'src/*' '*' '../*/*.h' ':/' ':/lib' ':(top)*.c' '*b*' '[a-z]*' '?*.c' bank.py \
			"$tmp/t/lib" '../[!s]*/*.py' 'nowhere/*'; do
			(cd $at && git ls-files --full-name -- "$spec" 2> git.err) > git.out
			[ -s $at/git.err ] && continue
			files $at "$spec"
			printf '%s\n' "$got" | tr ' ' '\n' | grep . > ours
			# only what the question finds can be among the hits
			grep -Fxf all git.out > theirs 2> /dev/null || {
				in_folder . query 'stack push money job' -k 100
				printf '%s\n' "$out" | jq -r 'select(.record == "hit").file_path' | sort -u > all
				grep -Fxf all git.out > theirs
			}
			is "git agrees on $spec from $at" "$(sort ours)" "$(sort theirs)"
		done
	done
fi
files t ../..
is 'outside of the root: status' "$status" 2
like 'and which root' "$err" "^lucus: query: option '--path': '../..' is outside of the root '$tmp/t'$"
files t ''
like 'an empty path' "$status $err" '^2 .*an empty path: write \. for the current folder$'
files t ':!src'
like 'other magic' "$status $err" "^2 .*':!src' begins with ':', of which only ':/' is known"

# ---- what graph takes ----

for d in t/lib t .; do
	case $d in t/lib) p=bank.py ;; t) p=lib/bank.py ;; *) p=t/lib/bank.py ;; esac
	for q in $p ./$p "$tmp/link/lib/bank.py" "$tmp/t/./lib/bank.py"; do
		in_folder $d graph callers "$q:14"
		is "graph takes $q from $d" "$(printf '%s\n' "$out" | jq -r 'select(.record == "graph").name')" lib.bank.Account.deposit
	done
done

# ---- names that would break their line ----

mkdir odd
printf 'def swindle():\n    return 1\n' > "$(printf 'odd/a\nb.py')"
printf 'def swindle():\n    return 2\n' > "$(printf 'odd/e\033[31m"c.py')"
printf 'def swindle():\n    return 3\n' > "$(printf 'odd/o\302\23331m\303\251.py')"
printf 'def swindle():\n    return 4\n' > "$(printf 'odd/r\342\200\256yp.py')"
"$LUCUS" sync -q odd --db odd.db > sync.out
for f in paths lines; do
	run "$LUCUS" query swindle --type function --db odd.db --format "$f"
	is "--format $f: one hit a line, quoted as git quotes it" "$(printf '%s\n' "$out" | cut -d: -f1 | sort)" \
		'"odd/a\nb.py"
"odd/e\033[31m\"c.py"
"odd/o\302\23331mé.py"
"odd/r\342\200\256yp.py"'
done
is 'JSON has the name' "$("$LUCUS" query swindle --db odd.db --type function |
	jq -r 'select(.record == "hit" and (.file_path | contains("\n"))) | .file_path')" "$(printf 'odd/a\nb.py')"
for c in 'query --answer' 'query --lazy' 'query --lazy-graph' expand; do
	for f in text md; do
		run "$LUCUS" $c 'what does swindle return' --db odd.db --format $f
		like "$c --format $f names the file" "$out" '[^ ]31m'
		unlike 'and its name steers nothing, also in a pipe' "$out" "$(printf '\033')"
	done
done

# ---- a store that is not found from here is told ----

mkdir -p far/sub near
printf 'def far():\n    return 1\n' > far/far.py
cd near || exit 1
run "$LUCUS" sync ../far --format text
is 'the store of another folder is told' "$err" "lucus: sync: the store is $tmp/far/.lucus/lucus.db: ask in that folder, or with --db"
run "$LUCUS" ingest-ast ../far --format text
like 'by ingest-ast, too' "$err" "the store is $tmp/far/\\.lucus/lucus\\.db"
run "$LUCUS" sync ../far -q --format text
is 'not with --quiet' "$err" ''
run "$LUCUS" sync ../far --format json
is 'nor to programs' "$err" ''
run "$LUCUS" sync ../far --db here.db --format text
is 'nor one that was named' "$err" ''
cd "$tmp/far/sub" || exit 1
run "$LUCUS" sync .. --format text
is 'nor one that is found from here' "$err" ''
cd "$tmp" || exit 1

done_testing
