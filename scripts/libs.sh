#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the libraries to link the program with, so that it starts fast: from their archives those whose archives are
# installed and can be linked, the others shared. To load a dozen shared libraries takes longer than many an answer.
# Usage: scripts/libs.sh FILE CC [FLAG]...     the compiler and the flags that the program is linked with
# FILE is written, a part of the linker's script. In the archive of libstemmer a table refers to all languages, whose
# tables in turn are full of pointers, each to be set when a process starts; we speak English alone, the others are 0.
# Exit status: 1 when a library can not be linked at all.
set -eu
script=$1
shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# Library, a function of it that leads to the rest, and what its archive needs besides the C library's own.
table() {
	cat <<'EOF'
sqlite3    sqlite3_open_v2
utf8proc   utf8proc_decompose
jansson    json_loadb
cmark      cmark_parse_document
protobuf-c protobuf_c_message_unpack
edit       el_init                   tinfo bsd md
stemmer    sb_stemmer_new
md         SHA256Data
EOF
}

# links FUNCTION LIBS CC FLAG...: can a program that calls FUNCTION be linked with LIBS?
links() {
	libs=$2
	echo "char $1(void); int main(void) { return $1(); }" > "$tmp/try.c"
	shift 2
	# shellcheck disable=SC2086 # a list of flags
	"$@" -w -o "$tmp/try" "$tmp/try.c" $libs -lm -lpthread > "$tmp/log" 2>&1
}

# The functions of other languages, as symbols that are there already.
others() {
	nm "$("$1" -print-file-name=libstemmer.a)" |
		sed -n '/ SN_/d; / english_UTF_8_/d; s/^ *U \(.*_\(create_env\|close_env\|stem\)\)$/\1 = 0;/p' | sort -u
}

table > "$tmp/table"
static='' shared=''
while read -r lib function needs; do
	archives="-l$lib"
	for need in $needs; do archives="$archives -l$need"; done
	if links "$function" "-Wl,-Bstatic $archives -Wl,-Bdynamic" "$@"; then static="$static $archives"
	elif links "$function" "-l$lib" "$@"; then shared="$shared -l$lib"
	else exit 1
	fi
done < "$tmp/table"
if others "$1" > "$script" 2> "$tmp/log" && links sb_stemmer_new "$script -Wl,-Bstatic -lstemmer -Wl,-Bdynamic" "$@"; then
	static=" $script$static"
fi
echo "${static:+-Wl,-Bstatic$static -Wl,-Bdynamic}$shared -lm -lpthread -ldl"
