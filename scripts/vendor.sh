#!/bin/sh
# SPDX-License-Identifier: MIT
# Put the C sources of the tree-sitter core and its grammars where the Makefile compiles them, and
# write build/vendor.mk, which says where that is. The packages are pinned with their hashes in
# package-lock.json; what the build does not need of them is left behind. A release tarball has the
# result in vendor/ already. Quick and silent when nothing is missing.
# Usage: scripts/vendor.sh [--missing]     --missing: exit 0 when sources would have to be fetched
set -eu
cd "$(dirname "$0")/.."

to=build/vendor

have() {
	[ -d vendor/tree-sitter ] && to=vendor && return 0
	[ -f "$to/lock" ] && cmp -s package-lock.json "$to/lock"
}

# Copy the C sources, headers and licences below $1 to $2.
copy() {
	from=$1 into=$2
	(cd "$from" && find . -type f \( -name '*.c' -o -name '*.h' -o -name LICENSE \)) | while read -r f; do
		mkdir -p "$into/$(dirname "$f")"
		cp "$from/$f" "$into/$f"
	done
}

fetch() {
	command -v npm > /dev/null || {
		echo "vendor: npm is missing: run scripts/bootstrap" >&2
		exit 1
	}
	mkdir -p build
	tmp=$(mktemp -d build/vendor.XXXXXX)
	tmp=$PWD/$tmp
	trap 'rm -rf "$tmp"' EXIT
	trap 'exit 1' HUP INT TERM
	echo "vendor: fetching the pinned grammars with npm" >&2
	cp package.json package-lock.json .npmrc "$tmp/"
	(cd "$tmp" && npm ci --ignore-scripts --loglevel=error > npm.log 2>&1) || {
		cat "$tmp/npm.log" >&2
		echo "vendor: npm ci failed" >&2
		exit 1
	}
	new=$tmp/vendor
	copy "$tmp/node_modules/tree-sitter/vendor/tree-sitter/lib" "$new/tree-sitter/lib"
	cp "$tmp/node_modules/tree-sitter/LICENSE" "$new/tree-sitter/LICENSE"
	for p in "$tmp"/node_modules/tree-sitter-* "$tmp"/node_modules/@*/tree-sitter-*; do
		[ -d "$p" ] || continue
		name=${p##*/}
		for s in "$p" "$p"/*; do
			case $s in "$p") d= ;; *) d=/${s##*/} ;; esac
			[ -f "$s/src/parser.c" ] && copy "$s/src" "$new/$name$d/src"
		done
		[ -d "$p/common" ] && copy "$p/common" "$new/$name/common"
		[ ! -d "$new/$name" ] || cp "$p"/LICENSE* "$new/$name/"
	done
	cp package-lock.json "$new/lock"
	rm -rf "$to"
	mv "$new" "$to"
}

if [ "${1-}" = --missing ]; then
	have && exit 1
	exit 0
fi
have || fetch
mkdir -p build
printf 'VENDOR := %s\n' "$to" > build/vendor.mk
