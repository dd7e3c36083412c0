#!/bin/sh
# SPDX-License-Identifier: MIT
# Random edits: after each the store is what a clean sync makes. Small trees in which the same few names
# meet in many files, so that an edit reaches others in every way that there is; then the history of this
# project. HISTORY_STEPS, HISTORY_SEED and HISTORY_LANGS ("py c h") do more of it, or other things; with HISTORY_MANIFESTS
# ("package.json go.mod") each second step writes, breaks, deletes or restores one of these, too.
. "$(dirname "$0")/lib.sh"
export LC_ALL=C

state=1
roll() { # $r: 0 ... $1 - 1
	state=$(((state * 1103515245 + 12345) % 2147483648))
	r=$((state / 1024 % $1))
}

edit() { # OP FILE: the file's new text to standard output
	awk -v op="$1" -v lang="${2##*.}" -v path="$2" -v seed="$state" -v packages="$manifests" \
		-f "$top/tests/cli/edits.awk" < "${3-$2}"
}

one_of() { # $got
	roll $#
	shift "$r"
	got=$1
}

# A place for a file of one of the languages.
place() {
	# shellcheck disable=SC2086
	one_of $langs
	lang=$got
	one_of a/ b/
	folder=$got
	[ -z "$manifests" ] || { roll 3; [ "$r" != 0 ] || folder=${folder}src/; }
	one_of m0 m1
	[ "$lang" != py ] || { roll 4; [ "$r" != 0 ] || got=__init__; }
	case $lang in js | ts) roll 4; [ "$r" != 0 ] || got=index ;; esac
	[ "$lang" != rs ] || { roll 3; [ "$r" != 0 ] || got=lib; }
	got=$folder$got.$lang
}

any_file() {
	find . -type f ! -name '.*' | sed 's,^\./,,' | sort > ../files
	count=$(wc -l < ../files)
	[ "$count" -gt 0 ] || return 1
	roll "$count"
	got=$(sed -n "$((r + 1))p" ../files)
}

# A manifest of the root or of a folder is written anew, broken, lost, or as it was when it was whole.
change_manifest() {
	# shellcheck disable=SC2086
	one_of $manifests
	from=$got
	one_of '' '' a/ b/ a/src/
	got=$got$from
	[ ! -d "$got" ] || return
	mkdir -p "$(dirname "$got")" "$(dirname "../whole/$got")"
	roll 8
	op=manifest$r
	case $r in
	0) rm -f "$got" ;;
	1) [ ! -f "../whole/$got" ] || cp "../whole/$got" "$got" ;;
	2) [ ! -f "$got" ] || { roll 200; head -c "$r" "$got" > ../new && cat ../new > "$got"; } ;;
	3) printf '%s\n' '{ ] = [' > "$got" ;;
	*)
		awk -v path="$got" -v seed="$state" -f "$top/tests/cli/manifests.awk" < /dev/null > "$got"
		cp "$got" "../whole/$got"
		;;
	esac
}

change() {
	one_of insert insert insert insert insert remove remove remove remove replace replace replace replace \
		replace swap swap swap swap rename rename rename break make move move_folder delete ignore unignore \
		copy renew none
	op=$got
	case $op in
	make)
		place
		mkdir -p "$(dirname "$got")"
		[ -d "$got" ] || edit new "$got" /dev/null > ../new && mv ../new "$got"
		;;
	ignore)
		one_of '/a/' 'm0.*' '*.md' '/b/m1.*' '!m0.*' 'index.js'
		echo "$got" >> .lucusignore
		;;
	unignore) rm -f .lucusignore ;;
	move_folder)
		one_of a b
		from=$got
		one_of a b c
		mv "$from" "$got/" 2> /dev/null || mv "$got" "$from" 2> /dev/null || :
		;;
	renew) find . -type f -exec touch {} + ;;
	none) ;;
	*)
		any_file || return
		from=$got
		case $op in
		move | copy)
			place
			[ "${got##*.}" = "${from##*.}" ] || got=$(dirname "$from")/moved.${from##*.}
			mkdir -p "$(dirname "$got")"
			if [ "$op" = move ]; then mv -f "$from" "$got"; else cp -f "$from" "$got"; fi 2> /dev/null
			;;
		delete) rm "$from" ;;
		*)
			roll 97
			edit "$op" "$from" > ../new
			cat ../new > "$from"
			;;
		esac
		;;
	esac
}

sync() {
	"$LUCUS" sync -q -j 2 --db "$1" tree > "$tmp.out" 2> "$tmp.err" || [ $? = 3 ]
}

# $1 steps with seed $2 in the languages $3...
random_edits() {
	last=$1 from_seed=$2
	shift 2
	langs=$* state=$((from_seed * 7919 + 17))
	rm -rf tree inc.db* done.txt whole
	mkdir tree
	cd tree || exit 1
	for k in 1 2 3 4 5 6 7 8; do
		op='make'
		place
		mkdir -p "$(dirname "$got")"
		edit new "$got" /dev/null > ../new && mv ../new "$got"
		[ -z "$manifests" ] || change_manifest
	done
	cd ..
	step=0 wrong=''
	while :; do
		sync inc.db || wrong="sync failed: $(cat "$tmp.err")"
		rm -f clean.db*
		sync clean.db || wrong="a clean sync failed: $(cat "$tmp.err")"
		dump inc.db inc.dump
		dump clean.db clean.dump
		[ -s clean.dump ] && cmp -s inc.dump clean.dump ||
			wrong=${wrong:-$(diff inc.dump clean.dump | cut -c 1-300 | head -n 12)}
		[ -z "$wrong" ] || break
		[ "$step" -lt "$last" ] || break
		step=$((step + 1))
		[ -z "${HISTORY_KEEP-}" ] || { rm -rf before; cp -R tree before; cp inc.db before.db; }
		cd tree || exit 1
		change
		roll 3
		[ "$r" != 0 ] || change
		roll 2
		[ -z "$manifests" ] || [ "$r" = 0 ] || change_manifest
		cd ..
	done
	if [ -z "$wrong" ]; then pass "$last random edits of $langs (seed $from_seed)"; else
		fail "$last random edits of $langs (seed $from_seed)" "after step $step ($op ${from-} ${got-}):
$wrong"
		[ -z "${HISTORY_KEEP-}" ] || { rm -rf "$HISTORY_KEEP"; cp -R . "$HISTORY_KEEP"; }
	fi
}

manifests=${HISTORY_MANIFESTS-}
if [ -n "${HISTORY_LANGS-}" ]; then
	# shellcheck disable=SC2086
	random_edits "${HISTORY_STEPS-60}" "${HISTORY_SEED-1}" $HISTORY_LANGS
	done_testing
fi

steps=${HISTORY_STEPS-14}
seed=${HISTORY_SEED-1}
random_edits "$steps" "$seed" py md
random_edits "$steps" "$((seed + 1))" c h
random_edits "$steps" "$((seed + 2))" js
random_edits "$steps" "$((seed + 3))" go md
random_edits "$((steps / 2))" "$((seed + 4))" py c h go java rb
random_edits "$((steps / 2))" "$((seed + 7))" swift cs scala kt lua zig hs ex sh
manifests='package.json tsconfig.json pnpm-workspace.yaml'
random_edits "$steps" "$((seed + 5))" ts js
manifests='package.json tsconfig.json jsconfig.json Cargo.toml go.mod go.work pyproject.toml composer.json'
random_edits "$steps" "$((seed + 6))" ts js rs go py php
manifests=''

# ---- edits that reach files which do not write what was edited ----

same() {
	sync inc.db
	rm -f clean.db*
	sync clean.db
	same_store "$1" inc.db clean.db
}
rm -rf tree inc.db*
mkdir -p tree/a tree/w
echo 'def load(x): return 1' > tree/a/m0.py
echo 'def load(x): return 2' > tree/a/m2.py
echo 'from .m0 import load' > tree/a/m1.py
printf 'from a.m1 import load as fetch\ndef use(x):\n    return fetch(x)\n' > tree/use.py
echo 'export function draw(x) { return 1; }' > tree/w/m0.js
echo 'export function draw(x) { return 2; }' > tree/w/m2.js
echo "export { draw as paint } from './m0.js';" > tree/w/m1.js
printf "import { paint as brush } from './m1.js';\nfunction use(x) { return brush(x); }\n" > tree/w/use.js
same 'names through two files'
is 'lead to their definitions' "$(grep -c '"CALLS",".*"exact".*"\(fetch\|brush\)"' "$tmp.one")" 2
echo 'from .m2 import load' > tree/a/m1.py
same 'a file between hands on the name of another module'
echo "export { draw as paint } from './m2.js';" > tree/w/m1.js
same 'in JavaScript, too'
echo 'def other(x): return 2' > tree/a/m2.py
same 'the definition at the end of the way is gone'
is 'so the call leads nowhere' "$(grep -c '"CALLS",null.*"fetch"' "$tmp.one")" 1
echo 'def load(x): return 2' > tree/a/m2.py
same 'and comes back'

mkdir tree/j
echo 'package j; class Base<T> { T get() { return null; } } class First { void run() {} } class Other { void go() {} }' > tree/j/Base.java
echo 'package j; class Leaf extends Base<First> {}' > tree/j/Leaf.java
echo 'package j; class Use { void use(Leaf leaf) { leaf.get().run(); leaf.get().go(); } }' > tree/j/Use.java
same 'what a class tells its base'
is 'is what the base gives' "$(grep -c '"CALLS",".*"exact".*"leaf.get().run"' "$tmp.one")" 1
echo 'package j; class Leaf extends Base<Other> {}' > tree/j/Leaf.java
same 'something else is told'
is 'and given' "$(grep -c '"CALLS",".*"exact".*"leaf.get().go"' "$tmp.one")" 1

# a folder without a repository, and no history wanted: a file moves
mkdir plain
echo 'def load(x): return 1' > plain/a.py
"$LUCUS" sync plain --db plain.db --history 0 > sync.out
mv plain/a.py plain/b.py
"$LUCUS" sync plain --db plain.db --history 0 > sync.out
"$LUCUS" sync plain --db anew.db --history 0 > sync.out
dump plain.db plain.dump
dump anew.db anew.dump
is 'a file moves, no history is kept: the store of a clean sync' "$(diff plain.dump anew.dump)" ''

if git -C "$top" rev-parse --verify -q HEAD > rev 2>&1; then
	ok 'the history of this project' "$top/scripts/history-test.sh" --every 5 --keep "$tmp/own" "$top" 20 "$seed"
else
	skip 'the history of this project' 'no git repository here'
fi

done_testing
