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
