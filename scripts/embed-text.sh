#!/bin/sh
# SPDX-License-Identifier: MIT
# Print C source that holds the given text files, and the table that src/parse/queries.h declares.
# Arrays of numbers, because compilers need to accept string literals of 4095 bytes only.
# Usage: scripts/embed-text.sh FILE...
set -eu

cname() {
	printf 'lu__query_%s' "$(printf %s "$1" | tr -c 'A-Za-z0-9' '_')"
}

stem() {
	s=${1##*/}
	printf %s "${s%.*}"
}

printf '/* Made by scripts/embed-text.sh; do not edit. */\n'
printf '#include "parse/queries.h"\n\n#include <stddef.h>\n'
for f; do
	printf '\nstatic const char %s[] = {' "$(cname "$(stem "$f")")"
	od -An -v -td1 "$f" | awk '
		{ gsub(/ +/, ","); sub(/^,/, ""); sub(/,$/, ""); if ($0 != "") printf "\n\t%s,", $0 }'
	printf '\n\t0\n};\n'
done
printf '\nconst struct lu__query_file lu__query_files[] = {\n'
for f; do
	printf '\t{ "%s", %s },\n' "$(stem "$f")" "$(cname "$(stem "$f")")"
done
printf '\t{ NULL, NULL }\n};\n'
