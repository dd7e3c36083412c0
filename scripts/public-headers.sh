#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the public headers, one a line as a path below include/: lucus/session.h and all that it includes. A program outside
# needs no others, and no others are installed.
set -eu
cd "$(dirname "$0")/../include"
known=lucus/session.h
todo=$known
while [ "$todo" ]; do
	# shellcheck disable=SC2086 # lists of names
	next=$(sed -n 's/^#include "\(lucus\/[^"]*\)"$/\1/p' $todo | sort -u)
	todo=
	for h in $next; do
		case " $known " in *" $h "*) continue ;; esac
		known="$known $h" todo="$todo $h"
	done
done
# shellcheck disable=SC2086
printf '%s\n' $known | sort
