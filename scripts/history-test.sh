#!/bin/sh
# SPDX-License-Identifier: MIT
# Does an incremental sync make what a clean one makes? Check out commits of a repository into one tree,
# damage the tree and its manifests in between as people and tools do, sync one store after each step, and compare it with a
# store that is made anew: all that a query can read (dump-store.sh), what 'index --check' says, and the answers to
# 50 questions (same-answers.sh).
# Usage: scripts/history-test.sh [--every N] [--keep DIR] [--order next|random] REPO [STEPS] [SEED]
#   REPO     a git repository, bare or not; only read
#   STEPS    how many steps (100); each is synced
#   SEED     of all that is done by chance (1); the same seed does the same again
#   --every  compare after each N steps (1), and after the last
#   --keep   the folder for the tree and the dumps; it stays (without: a temporary one, which stays only when
#            something differs)
#   --order  commits in their order with jumps now and then (next), or any (random)
# The last line is "N steps, M comparisons, D differences"; exit status 1 when D > 0.
set -u
export LC_ALL=C TZ=UTC
top=$(cd "$(dirname "$0")/.." && pwd)
LUCUS=${LUCUS-$top/build/lucus}
case $LUCUS in /*) ;; *) LUCUS=$PWD/$LUCUS ;; esac

usage() {
	sed -n 's/^# Usage: /usage: /p' "$0" >&2
	exit 2
}

die() {
	echo "history-test: $*" >&2
	exit 1
}

window=60 # commits whose messages are kept: few, so that they come and go
every=1 keep='' order=next
while [ $# -gt 0 ]; do
	case $1 in
	--every) every=${2-} && shift 2 || usage ;;
	--keep) keep=${2-} && shift 2 || usage ;;
	--order) order=${2-} && shift 2 || usage ;;
	-*) usage ;;
	*) break ;;
	esac
done
[ $# -ge 1 ] && [ $# -le 3 ] || usage
repo=$1 steps=${2-100} seed=${3-1}
case "$every/$steps/$seed/$order" in
*[!0-9]*/*/*/* | */*[!0-9]*/*/* | */*/*[!0-9]*/* | 0/*/*/*) usage ;;
*/next | */random) ;;
*) usage ;;
esac
dir=$(git -C "$repo" rev-parse --absolute-git-dir 2> /dev/null) || die "'$repo' is no git repository"

if [ -n "$keep" ]; then
	mkdir -p "$keep" && work=$(cd "$keep" && pwd) || die "cannot make '$keep'"
	rm -rf "$work/tree" "$work/inc.db"* "$work/clean.db"* "$work/index"
else
	work=$(mktemp -d "${TMPDIR-/tmp}/lucus-history.XXXXXX") || exit 1
fi
tree=$work/tree
rm -rf "$work/git"
mkdir "$tree" "$work/git" || exit 1
echo "$dir" > "$work/git/commondir"
differences=0
end() {
	if [ -z "$keep" ] && [ "$differences" = 0 ]; then rm -rf "$work"; fi
}
trap end EXIT
trap 'exit 1' HUP INT TERM

# An index of our own: the repository is only read.
checkout() {
	GIT_DIR=$dir GIT_WORK_TREE=$tree GIT_INDEX_FILE=$work/index GIT_LFS_SKIP_SMUDGE=1 \
		git -c core.hooksPath=/dev/null -c core.autocrlf=false -c advice.detachedHead=false \
		read-tree --reset -u "$1" 2> "$work/git.err" || die "cannot check out $1: $(cat "$work/git.err")"
	# as a worktree has it: sync reads the commits that lead here
	git -C "$dir" rev-parse "$1" > "$work/git/HEAD"
	echo "gitdir: $work/git" > "$tree/.git"
}

state=$((seed * 7919 + 17))
roll() { # $r: 0 ... $1 - 1
	state=$(((state * 1103515245 + 12345) % 2147483648))
	r=$((state / 1024 % $1))
}

# A file (-type f) or folder (-type d) of the tree by chance: $got, relative, or empty.
pick() {
	(cd "$tree" && find . "$@" ! -path './.git*' ! -name '*
*' | sed -n 's,^\./,,p' | sort) > "$work/list"
	n=$(wc -l < "$work/list")
	got=''
	[ "$n" -gt 0 ] || return 1
	roll "$n"
	got=$(sed -n "$((r + 1))p" "$work/list")
}

pick_source() {
	roll 4
	if [ "$r" = 0 ]; then pick -type f; else
		pick -type f \( -name '*.py' -o -name '*.[ch]' -o -name '*.cc' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.js' \
			-o -name '*.ts' -o -name '*.tsx' -o -name '*.go' -o -name '*.java' -o -name '*.rs' -o -name '*.rb' \
			-o -name '*.php' -o -name '*.kt' -o -name '*.scala' -o -name '*.swift' -o -name '*.lua' \
			-o -name '*.sh' -o -name '*.hs' -o -name '*.ex' -o -name '*.exs' -o -name '*.zig' -o -name '*.cs' \) ||
			pick -type f
	fi
}

# Replace file $1 by standard input, with the same inode and mode.
rewrite() {
	cat > "$work/new" && cat "$work/new" > "$tree/$1"
}

act_touch() {
	pick_source || return
	roll 2
	if [ "$r" = 0 ]; then touch "$tree/$got"; else touch -d "200$((state % 9))-02-03 04:05:06" "$tree/$got"; fi
}
act_renew() {
	find "$tree" -type f -exec touch {} + # as in a fresh clone
}
act_rename() {
	pick_source || return
	from=$got
	pick -type d || got=.
	roll 2
	name=${from##*/}
	[ "$r" = 0 ] || name=moved$((state % 97))$name
	did="rename $from to $got/$name"
	[ -e "$tree/$got/$name" ] || mv "$tree/$from" "$tree/$got/$name"
}
act_move_folder() {
	pick -mindepth 1 -type d || return
	did="move folder $got"
	mv "$tree/$got" "$tree/$got.moved$((state % 7))"
}
act_delete() {
	pick_source || return
	did="delete $got"
	rm "$tree/$got"
}
act_delete_folder() {
	pick -mindepth 2 -type d || return
	did="delete folder $got"
	rm -rf "${tree:?}/$got"
}
act_ignore() {
	pick -mindepth 1 || return
	roll 3
	case $r in
	0) rule=/$got ;;
	1) rule=${got##*/} ;;
	*) rule="*.${got##*.}" ;;
	esac
	roll 2
	if [ "$r" = 0 ]; then rules=.gitignore; else rules=.lucusignore; fi
	did="$rules: $rule"
	printf '%s\n' "$rule" >> "$tree/$rules"
}
act_unignore() {
	rm -f "$tree/.gitignore" "$tree/.lucusignore"
}
act_truncate() {
	pick_source || return
	size=$(wc -c < "$tree/$got")
	roll $((size + 1))
	did="truncate $got to $r"
	head -c "$r" "$tree/$got" | rewrite "$got"
}
act_duplicate() {
	pick_source || return
	did="duplicate $got"
	cp "$tree/$got" "$tree/${got%/*}.copy$((state % 5)).${got##*.}" 2> /dev/null
}
act_swap() {
	pick_source || return
	one=$got
	pick_source || return
	[ "$one" != "$got" ] || return
	did="swap $one and $got"
	mv "$tree/$one" "$work/swap" && mv "$tree/$got" "$tree/$one" && mv "$work/swap" "$tree/$got"
}
act_type() {
	pick_source || return
	roll 3
	did="$got becomes another type ($r)"
	case $r in
	0) mv "$tree/$got" "$tree/$got.was" && ln -s "${got##*/}.was" "$tree/$got" ;;
	1) mv "$tree/$got" "$work/swap" && mkdir "$tree/$got" && mv "$work/swap" "$tree/$got/${got##*/}" ;;
	2) printf '\000\001' >> "$tree/$got" ;;
	esac
}
act_drop_lines() {
	pick_source || return
	roll 9
	did="drop lines of $got"
	awk -v at="$r" 'NR % 9 != at' "$tree/$got" | rewrite "$got"
}
act_rename_word() { # a word of one file that stands before "(" or after "import", "class" ...
	pick_source || return
	tr -c 'A-Za-z0-9_' '\n' < "$tree/$got" | grep -E '^[A-Za-z_]{4,20}$' | sort -u > "$work/words"
	n=$(wc -l < "$work/words")
	[ "$n" -gt 0 ] || return
	roll "$n"
	word=$(sed -n "$((r + 1))p" "$work/words")
	did="rename $word in $got"
	sed "s/\\b$word\\b/${word}_x/g" "$tree/$got" | rewrite "$got"
}
act_manifest() { # one of those that say what packages and modules are called: a word renamed, lines away, another place
	pick -type f \( -name package.json -o -name 'tsconfig*.json' -o -name jsconfig.json -o -name Cargo.toml \
		-o -name go.mod -o -name go.work -o -name pyproject.toml -o -name setup.cfg -o -name composer.json \
		-o -name 'pom.xml' -o -name '*.csproj' -o -name mix.exs -o -name '*.cabal' -o -name CMakeLists.txt \) || return
	roll 4
	kind=$r
	case $kind in
	0 | 1)
		tr -c 'A-Za-z0-9_' '\n' < "$tree/$got" | grep -E '^[A-Za-z_]{3,30}$' | sort -u > "$work/words"
		n=$(wc -l < "$work/words")
		[ "$n" -gt 0 ] || return
		roll "$n"
		word=$(sed -n "$((r + 1))p" "$work/words")
		sed "s/\\b$word\\b/${word}x/g" "$tree/$got" | rewrite "$got"
		;;
	2)
		roll 9
		awk -v at="$r" 'NR % 9 != at' "$tree/$got" | rewrite "$got"
		;;
	3) rm "$tree/$got" ;;
	esac
	did="manifest $got ($kind)"
}
act_reorder() { # paragraphs of one file, the last first
	pick_source || return
	did="reorder $got"
	awk -v RS= '{ p[NR] = $0 } END { for (i = NR; i; i--) print p[i] "\n" }' "$tree/$got" | rewrite "$got"
}
act_append() {
	pick_source || return
	one=$got
	pick_source || return
	did="append $one to $got"
	{ cat "$tree/$got"; echo; cat "$tree/$one"; } | rewrite "$got"
}
act_clean() {
	rm -rf "${tree:?}" "$work/index"
	mkdir "$tree"
	checkout "$commit"
}

# What comes by chance: a commit, or an edit by hand.
go_to() {
	if [ "$order" = random ]; then
		roll "$commits"
		pos=$((r + 1))
	else
		roll 12
		case $r in
		0) pos=$((pos + 50)) ;;
		1) pos=$((pos - 50)) ;;
		2) pos=$((pos - 1)) ;;
		3 | 4 | 5) pos=$((pos + 5)) ;;
		*) pos=$((pos + 1)) ;;
		esac
		[ "$pos" -gt 0 ] || pos=1
		[ "$pos" -le "$commits" ] || pos=$((commits - 60))
		[ "$pos" -gt 0 ] || pos=1
	fi
	commit=$(sed -n "${pos}p" "$work/commits")
	did="commit $commit"
	checkout "$commit"
	roll 4
	[ "$r" != 0 ] || act_renew
}

step_of() {
	did=''
	roll 36
	case $r in
	0) action='touch' ;; 1) action=renew ;; 2) action=rename ;; 3) action=move_folder ;; 4) action=delete ;;
	5) action=delete_folder ;; 6) action=ignore ;; 7) action=unignore ;; 8) action=truncate ;;
	9) action=duplicate ;; 10) action=swap ;; 11) action='type' ;; 12) action=drop_lines ;;
	13 | 14) action=rename_word ;; 15) action=reorder ;; 16) action=append ;; 17) action=clean ;;
	18 | 19 | 20) action=manifest ;;
	*)
		go_to
		return
		;;
	esac
	act_$action
	[ -n "$did" ] || did="$action $got"
}

report() {
	differences=$((differences + 1))
	echo "step $step ($did): the stores differ ($(grep -c '^[<>]' "$work/diff") lines)"
	cut -c 1-300 "$work/diff" | head -n 12
	for one in inc clean; do
		mv "$work/$one.dump" "$work/$one.$step.dump"
		cp "$work/$one.db" "$work/$one.$step.db"
	done
	echo "dumps: $work/inc.$step.dump $work/clean.$step.dump (and .db); all of the difference: $work/$step.diff"
	mv "$work/diff" "$work/$step.diff"
	echo "again: scripts/history-test.sh --order $order $repo $step $seed"
}

# From inside, so that paths say nothing of where the tree lies.
sync_into() {
	(cd "$tree" && exec "$LUCUS" sync -q --history "$window" --db "$work/$1.db" .) > "$work/out" 2> "$work/err"
}

compare() {
	rm -f "$work/clean.db"*
	sync_into clean || [ $? = 3 ] || die "step $step ($did): a clean sync failed: $(cat "$work/err")"
	LUCUS=$LUCUS "$top/scripts/dump-store.sh" "$work/inc.db" > "$work/inc.dump" || exit 1
	LUCUS=$LUCUS "$top/scripts/dump-store.sh" "$work/clean.db" > "$work/clean.dump" || exit 1
	comparisons=$((comparisons + 1))
	{
		diff "$work/inc.dump" "$work/clean.dump"
		"$LUCUS" index --check --format text --db "$work/inc.db" 2>&1 | grep -v '^ok ' | sed 's/^/< /'
		LUCUS=$LUCUS "$top/scripts/same-answers.sh" "$work/inc.db" "$work/clean.db" "$((seed + step))" || [ $? = 1 ] ||
			echo '< no answer'
	} > "$work/diff" 2>&1
	[ ! -s "$work/diff" ] || report
}

git -C "$repo" rev-list --first-parent --reverse HEAD > "$work/commits" || die "'$repo' has no commits"
commits=$(wc -l < "$work/commits")
roll "$commits"
pos=$((r + 1))
commit=$(sed -n "${pos}p" "$work/commits")
checkout "$commit"
step=0 comparisons=0 got='' did="commit $commit"
while :; do
	sync_into inc || [ $? = 3 ] || die "step $step ($did): sync failed: $(cat "$work/err")"
	[ -z "${VERBOSE-}" ] || echo "$step: $did"
	if [ "$((step % every))" = 0 ] || [ "$step" = "$steps" ]; then compare; fi
	# Another difference may follow from this one: go on with a store that is right.
	if [ "$differences" -gt 0 ] && [ -f "$work/clean.db" ] && [ ! -f "$work/clean.dump" ]; then
		rm -f "$work/inc.db"*
		cp "$work/clean.db" "$work/inc.db"
	fi
	[ "$step" -lt "$steps" ] || break
	step=$((step + 1))
	step_of
done
echo "$steps steps, $comparisons comparisons, $differences differences"
[ "$differences" = 0 ]
