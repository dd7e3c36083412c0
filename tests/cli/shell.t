#!/bin/sh
# SPDX-License-Identifier: MIT
# The scripts: shellcheck finds nothing, and each says what it is for.
. "$(dirname "$0")/lib.sh"

cd "$top" || exit 1
for s in scripts/bootstrap scripts/*.sh .ci/run tests/cli/*.sh tests/cli/*.t; do
	like "$s has a licence line" "$(head -3 "$s")" '^# SPDX-License-Identifier: MIT$'
	if command -v shellcheck > /dev/null; then
		# what a test sources is checked by itself
		ok "$s: shellcheck" shellcheck -e SC1091,SC2154 "$s"
	else
		skip "$s: shellcheck" "not installed"
	fi
done
done_testing
