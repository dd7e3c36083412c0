#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual pages fit the program, are sound mdoc, and their examples work.
. "$(dirname "$0")/lib.sh"

cd "$top" || exit 1
ok "the option lists are those of the program" scripts/man.sh --check
for page in man/*.[135]; do
	run mandoc -T lint -W warning "$page"
	is "$page: mandoc finds nothing" "$out$err" ""
	# Quotes around an argument of a macro are not shown: those that are meant are \(dq.
	is "$page: no quotes around what is literal" "$(grep -nE '^\.(Ql|Dl|Li|Cm|Pa) .*[ {]"' "$page")" ""
	# What it makes of macros that stand in one another, or in headings, is sound all the same, and reads oddly.
	mandoc -T utf8 "$page" | sed "s/.$(printf '\b')//g" > "$tmp/read"
	# shellcheck disable=SC1112
	is "$page: no quotes within quotes, and headings are words" "$(grep -E '’’|^   [<‘“]' "$tmp/read")" ""
done

run "$LUCUS" help --list
listed=$(printf '%s\n' "$out" | sort)
is "help --list names the commands of cmd/commands.def" "$listed" \
	"$(sed -n 's/^CMD(\([a-z_]*\)).*/\1/p' cmd/commands.def | tr _ - | sort)"
is "each command has its file in cmd/" "$listed" \
	"$(grep -l '^const lu_cmd cmd_' cmd/*.c | sed 's,cmd/\(.*\)\.c,\1,' | tr _ - | sort)"
is "each command has its page" "$listed" \
	"$(for f in man/lucus-*.1; do f=${f#man/lucus-}; echo "${f%.1}"; done | sort)"

# The prose names what there is: what the program lists when it is asked for something else.
mkdir -p "$tmp/one" && echo 'x = 1' > "$tmp/one/x.py"
"$LUCUS" sync -q "$tmp/one" --db "$tmp/one.db" > /dev/null
run "$LUCUS" embed --provider nobody --db "$tmp/one.db"
providers=$(printf '%s\n' "$err" | sed -n 's/.*expected one of: //p' | tr -d ,)
isnt 'there are providers' "$providers" ''
for p in $providers; do
	like "lucus-embed(1) tells of the provider $p" "$(sed -n '/^\.Ss Models/,/^\.Sh/p' man/lucus-embed.1)" "^\\.Cm $p( ,|\$)"
done
for m in $(sed -n 's/^\t\.model = "\(.*\)",/\1/p' src/embed/wire.c); do
	like "lucus-embed(1) tells of the model $m" "$(cat man/lucus-embed.1)" "^\\.Cm $m( ,|\$)"
done

"$LUCUS" index --check --db "$tmp/one.db" | sed 's/.*"name":"\([^"]*\)".*/\1/' | sort > "$tmp/checks"
is 'lucus-index(1) tells of each check, and of no other' \
	"$(sed -n '/^\.Ss Checks/,/^\.Sh/s/^\.It Cm //p' man/lucus-index.1 | sort)" "$(cat "$tmp/checks")"

# The lines "$ COMMAND" of the literal blocks under EXAMPLES, as a shell takes them. A line that ends in
# a backslash goes on in the next.
examples() {
	awk '
		/^\.Sh/ { inside = /EXAMPLES/; literal = 0; next }
		!inside { next }
		/^\.Bd.*-literal/ { literal = 1; next }
		/^\.Ed/ { literal = 0; next }
		literal && (more || /^\$ /) {
			sub(/^\$ /, "")
			gsub(/\\\(aq/, "\047"); gsub(/\\\(dq/, "\""); gsub(/\\\(ha/, "^"); gsub(/\\\(ti/, "~")
			gsub(/\\&/, ""); gsub(/\\-/, "-"); gsub(/\\e/, "\\")
			more = sub(/\\$/, "")
			printf "%s%s", $0, more ? "" : "\n"
		}' "$1"
}

# Each page gets a project that is indexed, and questions about it.
PATH=$(dirname "$LUCUS"):$PATH
export PATH
make_project() {
	cd "$tmp" || exit 1
	rm -rf project
	tree project
	cd project || exit 1
	cat > questions.jsonl <<'EOF'
{"query": "add money to an account", "relevant": ["lib/bank.py"], "category": "plain"}
{"query": "stack_push", "relevant": ["src/stack.c"], "category": "symbol"}
EOF
	"$(dirname "$LUCUS")/tests/test_scip" --write index.scip || exit 1
	"$LUCUS" sync . > "$tmp/sync.out" 2>&1 || cat "$tmp/sync.out"
}

for page in "$top"/man/*.[135]; do
	base=${page##*/}
	examples "$page" > "$tmp/examples"
	case $base in lucus-*.1) isnt "$base has examples" "$(cat "$tmp/examples")" "" ;; esac
	[ -s "$tmp/examples" ] || continue
	make_project
	while IFS= read -r line; do
		ok "$base: $line" sh -c "$line" < /dev/null
	done < "$tmp/examples"
done
done_testing
