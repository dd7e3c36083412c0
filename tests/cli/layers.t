#!/bin/sh
# SPDX-License-Identifier: MIT
# The layer table holds for this tree, and the check notices when it does not.
. "$(dirname "$0")/lib.sh"

check=$top/scripts/check-layers.sh
B=${B-build}

ok "the layers hold" "$check" "$top" "$B/obj"

# A tree of two layers; `breaks NAME ERE` expects the check to complain about what was done to it.
make_tree() {
	rm -rf t
	mkdir -p t/scripts t/src/low t/src/high t/include/lucus t/cmd t/obj/src/low t/obj/src/high t/obj/cmd
	cat > t/scripts/layers.txt <<'EOF'
low  | low  |     | jansson.h
high | high | low |
EOF
	echo 'int lu_low(void);' > t/include/lucus/low.h
	echo 'int lu_high(void);' > t/include/lucus/high.h
	echo 'int lu__part(void);' > t/src/low/part.h
	printf '%s\n' '#include "low/part.h"' '#include "lucus/low.h"' 'int lu_low(void) { return lu__part(); }' \
		'int lu__part(void) { return 1; }' > t/src/low/low.c
	printf '%s\n' '#include "lucus/high.h"' '#include "lucus/low.h"' \
		'int lu_high(void) { return lu_low(); }' > t/src/high/high.c
	printf '%s\n' '#include "lucus/high.h"' 'int main(void) { return lu_high(); }' > t/cmd/main.c
}

compile() {
	for f in src/low/low src/high/high cmd/main; do
		"${CC:-cc}" -It/include -It/src -c "t/$f.c" -o "t/obj/$f.o" || return 1
	done
}

breaks() {
	compile || fail "$1: compiles"
	run "$check" "$tmp/t" obj
	isnt "$1" "$status" 0
	like "$1: says so" "$out" "$2"
}

# A sound tree, but for a line more at the end of one file.
breaks_by() {
	make_tree
	printf '%s\n' "$2" >> "t/$1"
	breaks "$3" "$4"
}

make_tree
compile
ok "a sound tree passes" "$check" "$tmp/t" obj

breaks_by src/low/low.c '#include "lucus/high.h"' "an include of a higher layer" \
	'src/low/low.c:5: low may not include high'
breaks_by src/low/low.c 'extern int lu_high(void); int lu__x(void); int lu__x(void) { return lu_high(); }' "a call past the headers" \
	'low uses lu_high of high'
breaks_by src/high/high.c '#include <jansson.h>' "a guarded system header" \
	'high.c:4: <jansson.h> is only for low'
breaks_by src/low/low.c '#include "part.h"' "a header without its layer" \
	'write "LAYER/file.h", not "part.h"'
breaks_by cmd/main.c '#include "low/part.h"' "a private header in cmd" \
	'cmd may not include "low/part.h"'
breaks_by cmd/main.c 'int lu__part(void); int (*cmd_x)(void) = lu__part;' "a private symbol in cmd" \
	'cmd uses lu__part, which is private to low'
breaks_by src/high/high.c 'int count;' "a global of another name" \
	'high defines the global count'
breaks_by src/high/high.c 'int lu_secret;' "a public name that no header declares" \
	'high defines the global lu_secret'

make_tree
echo 'int lu_other(void);' > t/include/lucus/other.h
echo '#include "lucus/other.h"' >> t/src/high/high.c
breaks "a public header without a layer" 'does not say whose "lucus/other.h" is'

# A list of X macros, which is included several times and is no header.
make_tree
sed -i 's/low  | low  |/low  | low list.def |/' t/scripts/layers.txt
echo 'ITEM(one)' > t/include/lucus/list.def
printf '%s\n' '#define ITEM(x) int lu__##x(void);' '#include "lucus/list.def"' > list.inc
cat list.inc >> t/src/high/high.c
compile
ok "a list of X macros that is in the table" "$check" "$tmp/t" obj

make_tree
echo 'ITEM(one)' > t/include/lucus/list.def
cat list.inc >> t/src/high/high.c
breaks "one that is not" 'does not say whose "lucus/list.def" is'

make_tree
sed -i 's/high | high |/high | high list.def |/' t/scripts/layers.txt
echo 'ITEM(one)' > t/include/lucus/list.def
cat list.inc >> t/src/low/low.c
breaks "one of a higher layer" 'src/low/low.c:6: low may not include high .*list.def'

breaks_by src/low/list.def '#include "lucus/high.h"' "an include in such a list" \
	'src/low/list.def:1: low may not include high'

make_tree
sed -i 's/low  | low  |     |/low  | low  | high |/' t/scripts/layers.txt
breaks "a permission that nobody uses" 'low may include high, and does not'

# A second file of `low`, which low.c calls; with an argument low.c is called back.
add_twin() {
	echo 'int lu__twin(void);' >> t/src/low/part.h
	printf '%s\n' '#include "low/part.h"' "int lu__twin(void) { return ${1:-2}; }" > t/src/low/twin.c
	sed -i 's/return lu__part();/return lu__part() + lu__twin();/' t/src/low/low.c
	"${CC:-cc}" -It/include -It/src -c t/src/low/twin.c -o t/obj/src/low/twin.o
}

make_tree
add_twin
compile
ok "files that call one another in one direction" "$check" "$tmp/t" obj

make_tree
add_twin 'lu__part()'
breaks "files that call each other" 'low: 2 files call each other in a loop, 0 may: low twin'
sed -i 's/jansson.h$/jansson.h | 2/' t/scripts/layers.txt
ok "as many as the table says" "$check" "$tmp/t" obj

make_tree
sed -i 's/jansson.h$/jansson.h | 2/' t/scripts/layers.txt
breaks "fewer than the table says" 'low: layers.txt allows 2 files in a loop, there are 0'

make_tree
echo 'int lu__more(void); int lu__more(void) { return 1; }' > t/src/high/low.c
breaks "a name that two folders have" 'src/low/low.c: high has a low as well'
mv t/src/high/low.c t/src/high/high.h
ok "a file and its header" "$check" "$tmp/t" obj

# Files of cmd/ that call each other; `cmd` has no row.
make_tree
echo 'int cmd_twin(void); int cmd_main(void) { return cmd_twin(); }' >> t/cmd/main.c
echo 'int cmd_main(void); int cmd_twin(void) { return cmd_main(); }' > t/cmd/twin.c
"${CC:-cc}" -c t/cmd/twin.c -o t/obj/cmd/twin.o
breaks "files of cmd that call each other" 'cmd: 2 files call each other in a loop, 0 may: main twin'

make_tree
add_twin 'lu__part()'
compile
rm t/src/low/twin.c
sed -i 's/ + lu__twin()//' t/src/low/low.c
compile
ok "an object whose source is gone" "$check" "$tmp/t" obj

done_testing
