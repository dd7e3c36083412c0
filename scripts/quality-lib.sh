# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What scripts/bench-quality.sh and scripts/fit-ranking.sh begin with. It goes to the top of the tree and sets
#   $start   the caller's folder     $top   the top     $B   the folder of what is built
export LC_ALL=C
start=$PWD
cd "$(dirname "$0")/.." || exit
top=$PWD
B=${B-build}

# usage ARGUMENTS: say how the script is called, and end it
usage() {
	echo "usage: scripts/${0##*/} $1 (see its first lines)" >&2
	exit 2
}
# path NAME [DEFAULT]: a path of the caller's, whose folder this no longer is; without a name the default
path() {
	case $1 in
	'') printf '%s\n' "${2-}" ;;
	/*) printf '%s\n' "$1" ;;
	*) printf '%s\n' "$start/$1" ;;
	esac
}
