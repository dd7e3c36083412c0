#!/bin/sh
# SPDX-License-Identifier: MIT
# Make build/lucus-VERSION.tar.gz from the files that git tracks and the third-party sources, which
# go to vendor/. Equal sources give an equal file: names sorted, owners and times fixed.
# Usage: scripts/dist.sh VERSION VENDOR-FOLDER
set -eu
cd "$(dirname "$0")/.."

name=lucus-$1
vendor=$2
tmp=$(mktemp -d build/dist.XXXXXX)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

if [ -e .git ]; then
	git ls-files -z > "$tmp/files"
	time=${SOURCE_DATE_EPOCH-$(git log -1 --format=%ct)}
else    # a release makes itself again
	find . -type f ! -path './build/*' ! -path './vendor/*' -print0 > "$tmp/files"
	time=${SOURCE_DATE_EPOCH-$(stat -c %Y Makefile)}
fi
mkdir "$tmp/$name"
tar -c --null -T "$tmp/files" | tar -x -C "$tmp/$name"
mkdir "$tmp/$name/vendor"
tar -c -C "$vendor" . | tar -x -C "$tmp/$name/vendor"
rm -f "$tmp/$name/vendor/lock"

tar -c -C "$tmp" --sort=name --format=ustar --mtime="@$time" --owner=0 --group=0 --numeric-owner \
	--mode=u+rwX,go+rX,go-w "$name" | gzip -9n > "build/$name.tar.gz"
echo "build/$name.tar.gz"
