#!/bin/sh
# SPDX-License-Identifier: MIT
# The scripts: shellcheck finds nothing, and each says what it is for.
. "$(dirname "$0")/lib.sh"

cd "$top" || exit 1
for s in scripts/bootstrap scripts/*.sh .ci/run tests/cli/*.sh tests/cli/*.t; do
	like "$s has a licence line" "$(head -3 "$s")" '^# SPDX-License-Identifier: MIT$'
	if command -v shellcheck > /dev/null; then
		# a test and what it sources are checked apart, so neither sees all uses
		ok "$s: shellcheck" shellcheck -S warning -e SC1091,SC2154,SC2034 "$s"
	else
		skip "$s: shellcheck" "not installed"
	fi
done
done_testing
