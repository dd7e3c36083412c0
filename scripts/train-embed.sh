#!/bin/sh
# SPDX-License-Identifier: MIT
# Train the token vectors of the built-in embedding, src/embed/model.bin: get the records of the repositories in LIST,
# make pairs of them, train.
#
# Usage: scripts/train-embed.sh [LIST] [-- OPTION...]     (of train-embed)
# LIST and the environment are those of scripts/train-data.sh, which says what is missing. Besides:
#   TO   the file to write (src/embed/model.bin)
# The same records, options and seed give the same file. "make train-embed" builds the programs that this needs.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/scripts/train-lib.sh"

list=$top/scripts/train-repos.txt
if [ $# -gt 0 ] && [ "$1" != -- ]; then
	list=$1
	shift
fi
[ $# = 0 ] || shift
learn train-embed "$list" "${TO-$top/src/embed/model.bin}" "$@"
