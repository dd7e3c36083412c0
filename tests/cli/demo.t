#!/bin/sh
# SPDX-License-Identifier: MIT
# make demo checks what it shows: its questions are answered rightly, and it fails when they are not.
. "$(dirname "$0")/lib.sh"

[ -z "$slow" ] || skip_all 'the demo indexes a large tree'

OUT=$tmp/demo
export OUT
run "$top/scripts/demo.sh"
is 'the demo ends well' "$status $err" '0 '
promised=$(sed -n "s/^[$] lucus query '\(.*\)' -k 5.*/\1/p" "$top/README.md")
[ -z "$promised" ] || like "it asks the README's question" "$out" "^[$] lucus query '$promised' "

# the same program, but for hits: those of another question
cat > wrong <<END
#!/bin/sh
[ "\$1" != query ] || { shift 2; set -- query 'wait for a child process' "\$@"; }
exec "$LUCUS" "\$@"
END
chmod +x wrong
LUCUS=$tmp/wrong
run "$top/scripts/demo.sh"
is 'wrong answers end it with status 1' "$status" 1
like 'and are told' "$err" '^demo: the first [0-9]* hits should hold '

done_testing
