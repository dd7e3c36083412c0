#!/bin/sh
# SPDX-License-Identifier: MIT
# Are the C sources laid out as .clang-format says? Other versions of clang-format lay out a few things in another way, so
# that only the one the sources were laid out with, Debian 12's, is asked.
# Usage: scripts/check-format.sh FILE...
set -eu
VERSION=14
case $(clang-format --version) in
*"version $VERSION."*) ;;
*)
	echo "check-format: not checked, as $(clang-format --version) is not version $VERSION" >&2
	exit 0
	;;
esac
clang-format --dry-run -Werror "$@" || {
	echo "check-format: run make format" >&2
	exit 1
}
