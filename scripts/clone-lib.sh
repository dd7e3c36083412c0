# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# clone_of REPOSITORY REVISION: print a git directory that has the revision, one in $mirrors, into which it is cloned from
# $GIT_BASE when it lacks it; fails when there is none
clone_of() {
	for git in "$mirrors/$1.git" "$mirrors/$1" "$mirrors/${1%%/*}+${1##*/}/repo" "$mirrors/${1##*/}"; do
		if git -C "$git" cat-file -e "$2^{commit}" 2> /dev/null; then
			printf '%s\n' "$git"
			return
		fi
	done
	[ -n "${GIT_BASE-}" ] || return 1
	[ -d "$mirrors/$1.git" ] || git clone -q --bare "$GIT_BASE/$1.git" "$mirrors/$1.git" >&2 || return 1
	git -C "$mirrors/$1.git" cat-file -e "$2^{commit}" 2> /dev/null || return 1
	printf '%s\n' "$mirrors/$1.git"
}

# export_tree NAME REPOSITORY REVISION FOLDER: fill $sources/NAME unless it is there; fails when there is no clone
export_tree() {
	[ ! -d "$sources/$1" ] || return 0
	git=$(clone_of "$2" "$3") || return 1
	mkdir -p "$sources"
	rm -rf "$sources/$1.part"
	mkdir "$sources/$1.part"
	git -C "$git" archive -o "$sources/$1.tar" "$3" "$4" &&
		tar -xf "$sources/$1.tar" -C "$sources/$1.part" || return 1
	rm -f "$sources/$1.tar"
	mv "$sources/$1.part" "$sources/$1"
}
