#!/bin/sh
# SPDX-License-Identifier: MIT
# A program outside of lucus, against the library as it is installed: it builds, and finds what lucus query finds.
. "$(dirname "$0")/lib.sh"

cc=${CC:-cc}
to=$PWD/root
built=${LUCUS%/*}
ok 'installed' "$top/scripts/install-library.sh" "$built/lib/liblucus.a" 1.2.3 /usr "$to"

# ---- what is installed ----

is 'no more headers than the session needs' "$(cd "$to/usr/include" && echo lucus/* | tr ' ' '\n')" \
	"$("$top/scripts/public-headers.sh")"
pkg() {
	PKG_CONFIG_PATH="$to/usr/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR='' pkg-config --define-variable=prefix="$to/usr" "$@" lucus
}
is 'pkg-config knows it' "$(pkg --modversion)" 1.2.3

# ---- a program ----

san=$(grep -o -- '-fsanitize=[a-z,]*' "$built/flags" | head -n 1)
# shellcheck disable=SC2046,SC2086 # lists of flags
ok 'a program of 40 lines builds without a warning' "$cc" -std=c11 -Wall -Wextra -Werror $san -o ask \
	"$top/tests/library/ask.c" $(pkg --cflags --libs)
tree work
"$LUCUS" sync -q work --db work.db > sync.out
question='push a value onto the stack'
is 'it finds what lucus query finds' "$(./ask work.db "$question")" \
	"$("$LUCUS" query --db work.db -k 3 --format json "$question" |
		jq -r 'select(.record == "hit") | "\(.file_path):\(.start_line) \(.name)"')"
run ./ask none.db "$question"
is 'no store: status' "$status" 1
like 'no store: what is wrong' "$err" '^ask: .*none\.db'
is 'a wrong question: status' "$(./ask work.db '' > /dev/null 2> wrong; echo $?)" 1
like 'a wrong question: what is wrong' "$(cat wrong)" 'empty'

done_testing
