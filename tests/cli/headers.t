#!/bin/sh
# SPDX-License-Identifier: MIT
# Each public header compiles alone, as C11 and as C++.
. "$(dirname "$0")/lib.sh"

cc=${CC:-cc}
cxx=$(command -v g++ || command -v clang++)

for h in "$top"/include/lucus/*.h; do
	name=lucus/${h##*/}
	echo "#include \"$name\"" > one.c
	cp one.c one.cc
	ok "$name is C11" "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -I "$top/include" -fsyntax-only one.c
	if [ "$cxx" ]; then
		ok "$name is C++" "$cxx" -std=c++11 -Wall -Wextra -Werror -I "$top/include" -fsyntax-only one.cc
	else
		skip "$name is C++" "no C++ compiler"
	fi
done

echo '#include "lucus/err.h"
nonsense;' > one.c
nok "a header that does not compile is noticed" "$cc" -std=c11 -Werror -I "$top/include" -fsyntax-only one.c

done_testing
