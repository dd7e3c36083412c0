#!/bin/sh
# SPDX-License-Identifier: MIT
# What the documents must say, and what no file may contain.
. "$(dirname "$0")/lib.sh"

cd "$top" || exit 1
files() {
	if [ -e .git ]; then
		git -c safe.directory="$top" ls-files -co --exclude-standard
	else
		find . -type f ! -path './build/*' ! -path './vendor/*'
	fi
}

readme=$(cat README.md)
for word in 'make demo' 'make check' 'make install'; do
	like "README.md shows $word" "$readme" "$word"
done
deps=$(sed -n 's/^LIBS *:= *//p' Makefile | sed 's/sqlite3/sqlite/; s/libutf8proc/utf8proc/')
for dep in $deps cmocka tree-sitter; do
	like "README.md names $dep" "$(printf '%s' "$readme" | tr '[:upper:]' '[:lower:]')" "$dep"
done

# Where something comes from is the business of the machine that builds, not of the sources.
nok "package-lock.json names no host" grep -q '://' package-lock.json
is "package-lock.json pins every package by SHA-512" \
	"$(grep -c '"integrity": "sha512-' package-lock.json)" \
	"$(grep -c '"node_modules/' package-lock.json)"
files > "$tmp/files"
ok "there are files" test -s "$tmp/files"
is "no file names the folder that it lies in" \
	"$(tr '\n' '\0' < "$tmp/files" | xargs -0 grep -lF -e "$top/" -- 2> /dev/null)" ""
case ${HOME-/} in
/) skip "no file names a home folder" "no home folder" ;;
*) is "no file names a home folder" \
	"$(tr '\n' '\0' < "$tmp/files" | xargs -0 grep -lF -e "$HOME/" -- 2> /dev/null)" "" ;;
esac
is "every C file, header and script has its licence line" \
	"$(grep -E '\.([ch]|sh|t)$' "$tmp/files" | grep -v '^tests/fixtures/' | while read -r f; do
		head -4 "$f" | grep -q 'SPDX-License-Identifier: MIT' || echo "$f"
	done)" ""
done_testing
