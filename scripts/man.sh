#!/bin/sh
# SPDX-License-Identifier: MIT
# Fill in the generated parts of the manual pages: what stands between the lines
#	.\" BEGIN GENERATED [LIST]
#	.\" END GENERATED
# comes from `lucus help --man LIST`, LIST being the page's name where none is given, and between <!-- BEGIN GENERATED --> and <!-- END GENERATED --> in README.md
# from `lucus help languages`. With --check nothing is written: the differences are shown, and the
# exit status is 1 when a page is stale, or when a page or a command is missing.
#
# usage: scripts/man.sh [--check]	(LUCUS names the program, build/lucus by default)
set -eu

cd "$(dirname "$0")/.."
lucus=${LUCUS:-build/lucus}
check=no
status=0

case ${1-} in
--check) check=yes ;;
'') ;;
*)
	echo "usage: scripts/man.sh [--check]" >&2
	exit 2
	;;
esac

complain()
{
	echo "man.sh: $*" >&2
	status=1
}

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

# fill PAGE: the page with the text of $tmp/part in its region, and of $tmp/part.LIST in that of LIST, goes to
# $tmp/page; fails when the page has not one region of its own, or a region has no end
fill()
{
	awk -v part="$tmp/part" '
		/^\.\\" BEGIN GENERATED [a-z]+$/ || $0 == ".\\\" BEGIN GENERATED" || $0 == "<!-- BEGIN GENERATED -->" {
			list = ($1 == ".\\\"" && NF == 4) ? $4 : ""
			begins += list == ""
			all++
			print
			while ((getline line < (list == "" ? part : part "." list)) > 0) print line
			inside = 1
			next
		}
		$0 == ".\\\" END GENERATED" || $0 == "<!-- END GENERATED -->" { if (!inside) stray = 1; inside = 0; ends++ }
		!inside { print }
		END { exit begins != 1 || ends != all || stray }
	' "$1" >"$tmp/page"
}

# page NAME FILE
page()
{
	if [ ! -f "$2" ]; then
		complain "$2 is missing"
		return
	fi
	if ! "$lucus" help --man "$1" >"$tmp/part"; then
		complain "$2: there is no such command"
		return
	fi
	sed -n 's/^\.\\" BEGIN GENERATED \([a-z]*\)$/\1/p' "$2" >"$tmp/lists"
	while read -r list; do
		"$lucus" help --man "$list" >"$tmp/part.$list" || complain "$2: there is no list $list"
	done <"$tmp/lists"
	region "$2"
}

# region FILE: its region gets the text of $tmp/part
region()
{
	if ! fill "$1"; then
		complain "$1: it needs one BEGIN GENERATED line and one END GENERATED line after it"
		return
	fi
	if cmp -s "$1" "$tmp/page"; then
		return
	fi
	if [ "$check" = no ]; then
		cat "$tmp/page" >"$1"
		return
	fi
	complain "$1 is stale: run 'make man'"
	diff -u "$1" "$tmp/page" || :
}

"$lucus" help --list >"$tmp/commands"
while read -r name; do
	page "$name" "man/lucus-$name.1"
done <"$tmp/commands"
page records man/lucus-records.5
page lucus man/lucus.1
"$lucus" help languages >"$tmp/part"
region README.md
for file in man/lucus-*.1; do
	[ -e "$file" ] || continue
	name=${file#man/lucus-}
	name=${name%.1}
	grep -qx "$name" "$tmp/commands" || complain "$file: there is no such command"
done
exit $status
