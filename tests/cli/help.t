#!/bin/sh
# SPDX-License-Identifier: MIT
# Help: every command has it, it names all commands and records, shells can read the completions, and a slip
# of the finger gets a suggestion.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

sed -n 's/^CMD(\(.*\))$/\1/p' "$top/cmd/commands.def" | tr _ - > commands
isnt 'there are commands' "$(wc -l < commands | tr -d ' ')" 0

# ---- the list ----

ok 'help --list' "$LUCUS" help --list
is 'has the commands in their order' "$out" "$(cat commands)"
ok 'help' "$LUCUS" help
cp "$tmp.out" all
like 'help begins with the usage' "$(head -n 1 all)" '^Usage: lucus COMMAND '
is 'help lists the same commands' "$(sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' all)" "$(cat commands)"
for o in --help -h; do
	ok "lucus $o" "$LUCUS" $o
	is "is the same help: $o" "$out" "$(cat all)"
done
run "$LUCUS"
is 'no command: usage' "$status $out" '2 '
like 'the list is on stderr' "$err" '^  query +find '
ok 'lucus --version' "$LUCUS" --version
like 'is one line with a number' "$out" '^lucus [0-9]+\.[0-9]+'

# ---- each command ----

while read -r c; do
	run "$LUCUS" "$c" --help
	is "$c --help: status, no error output" "$status $err" '0 '
	like "$c --help: usage" "$(printf '%s\n' "$out" | head -n 1)" "^Usage: lucus $c( |\$)"
	like "$c --help: itself" "$out" '^  -h, --help +show the options of every day, or all$'
	like "$c --help: the manual page" "$out" "lucus-$c\\(1\\)"
	is "$c --help: no wider than a terminal" "$(printf '%s\n' "$out" | awk 'NR > 1 && length > 80')" ''
	cp "$tmp.out" one
	run "$LUCUS" "$c" -h
	is "$c -h: status, no error output" "$status $err" '0 '
	is "$c -h: one screen" "$(printf '%s\n' "$out" | awk 'length > 80 { print } END { if (NR > 23) print NR " lines" }')" ''
	like "$c -h: where the rest is" "$out" "^'lucus $c --help' shows all options, and lucus-$c\\(1\\) says more\\.\$"
	run "$LUCUS" help "$c"
	is "help $c is the same" "$status $out" "0 $(cat one)"
	# Each option has a line and a meaning.
	is "$c --help: every option is explained" \
		"$(awk 'name { if (!/^            /) print name; name = "" }
			/^  (-.,|   ) --/ && !/--[a-z-]+( [^ ]+)?  +[^ ]/ { name = $0 }' one)" ''
done < commands

run "$LUCUS" -h
is 'lucus -h: one screen, with the line of the shell' "$(printf '%s\n' "$out" | awk 'length > 80 { print } END { if (NR > 23) print NR " lines" }')" ''

# ---- examples ----

PATH=$(dirname "$LUCUS"):$PATH
export PATH
while read -r c; do
	"$LUCUS" "$c" -h | awk '/^$/ { inside = 0 } inside { sub(/^  /, ""); print } /^Examples:$/ { inside = 1 }' > "$c.examples"
	isnt "$c -h has examples" "$(cat "$c.examples")" ''
	"$LUCUS" "$c" --help > one
	is "$c --help has them, too" "$(sed 's/^/  /' "$c.examples" | grep -Fxvf one)" ''
	tree project
	printf '{"query": "stack_push", "relevant": ["src/stack.c"], "category": "symbol"}\n' > project/questions.jsonl
	(cd project && "$LUCUS" sync .) > sync.out 2>&1 || fail "$c: sync" "$(cat sync.out)"
	while IFS= read -r line; do
		ok "$line" sh -c "cd project && $line" < /dev/null
	done < "$c.examples"
	rm -rf project
done < commands

# ---- records ----

ok 'help records' "$LUCUS" help records
cp "$tmp.out" records
sed -n 's/^\([a-z]*\): .*/\1/p' records > kinds
for k in element node summary file embedding query hit selection answer metric failure error kb status option check; do
	ok "help records: $k" grep -qx $k kinds
done
is 'every kind once' "$(sort kinds | uniq -d)" ''
# The kinds that the sources write: lu_jw_strz(w, "record", "KIND").
grep -Eho 'lu_jw_strz\([a-z&]+, "record", "[a-z]+"' "$top"/cmd/*.c "$top"/src/*/*.c | cut -d'"' -f4 | sort -u > written
isnt 'the sources write records' "$(cat written)" ''
is 'help records has them all' "$(sort kinds | comm -13 - written)" ''

# ---- completions ----

for sh in bash zsh fish; do
	ok "completion of $sh" "$LUCUS" help --completion $sh
	cp "$tmp.out" "script.$sh"
	bad=''
	while read -r c; do
		grep -Eq "(^|[^a-z-])$c([^a-z-]|\$)" "script.$sh" || bad="$bad $c"
	done < commands
	is "$sh: names all commands" "$bad" ''
	like "$sh: names an option" "$(cat "script.$sh")" 'similarity-threshold'
	if ! command -v $sh > shell.path; then
		skip "$sh reads it" "no $sh"
		continue
	fi
	run $sh -n "script.$sh"
	is "$sh reads it" "$status $err" '0 '
done
if command -v bash > shell.path; then
	# complete WORD...: what bash offers for the last word.
	cat > try.bash <<'EOF'
. ./script.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
f=$(complete -p lucus | sed 's/.*-F \([^ ]*\).*/\1/')
$f lucus "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
EOF
	run bash try.bash lucus que
	like 'bash completes a command' "$out" '^query ?$'
	run bash try.bash lucus query --sim
	like 'bash completes an option' "$out" '^--similarity-threshold ?=?$'
	run bash try.bash lucus query --by f
	like 'bash completes a value' "$out" '^file ?$'
else
	skip 'bash completes a command' 'no bash'
fi
run "$LUCUS" help --completion tcsh
is 'an unknown shell: status' "$status" 2
like 'an unknown shell: the known ones' "$err" "'tcsh' is not one of bash, zsh, fish"

# ---- slips ----

# slip ERE ARG...: exit 2, this message, where help is, and no output.
slip() {
	want=$1
	shift
	run "$LUCUS" "$@"
	is "lucus $*: status, no output" "$status $out" '2 '
	like "lucus $*: message" "$err" "^lucus: $want\$"
	like "lucus $*: where help is" "$err" "^lucus: .*see 'lucus .*help'"
}
slip "unknown command 'evla' \(did you mean 'eval'\?\)" evla
slip "unknown command 'ingest' \(did you mean 'ingest-ast'\?\)" ingest
slip "unknown command 'xyzzyx'" xyzzyx
# what is a word of a command, or is called so elsewhere
slip "unknown command 'callers' \(did you mean 'graph callers'\?\)" callers x
slip "unknown command 'caller' \(did you mean 'graph callers'\?\)" caller x
slip "unknown command 'communities' \(did you mean 'graph communities'\?\)" communities
slip "unknown command 'list' \(did you mean 'kb list' or 'prompts list'\?\)" list
slip "unknown command 'records' \(did you mean 'help records'\?\)" records
slip "unknown command 'search' \(did you mean 'query'\?\)" search x
slip "unknown command 'config' \(did you mean 'status --config'\?\)" config
slip "graph: no question 'calers': expected callers, .* or concepts \(did you mean 'callers'\?\)" graph calers x
slip "help: unknown command 'stauts' \(did you mean 'status'\?\)" help stauts
slip "query: unknown option '--stratgy' \(did you mean '--strategy'\?\)" query --stratgy bm25 x
slip "sync: unknown option '--incldue' \(did you mean '--include'\?\)" sync --incldue '*.c'
slip "kb: unknown option '--xyzzyx'" kb --xyzzyx
# what other programs call it: of options that there are
while read -r c; do "$LUCUS" help --man "$c"; done < commands | sed -n 's/^\.It .*Fl -\([a-z-]*\).*/\1/p' | sort -u > options
sed -n 's/^\t{ "[^"]*", "\([^" ]*\)\([^"]*\)" },$/\1 \2/p' "$top/src/cli/habits.c" > meant
ok 'habits lead to commands' test "$(wc -l < meant)" -gt 20
while read -r c more; do
	"$LUCUS" help "$c" > options.of 2>&1 || echo "no command $c"
	case $more in
	*--*) grep -q -e "  --${more#*--}\b\|, --${more#*--}\b" options.of || echo "$c has no $more" ;;
	esac
done < meant > meant.bad
is 'which have their options' "$(cat meant.bad)" ''
is 'habits lead to options' "$(sed -n 's/^\t{ "[^"]*", "\([^"]*\)", .*/\1/p' "$top/src/cli/habits.c" | sort -u | comm -23 - options)" ''
slip "query: unknown option '-n' \(did you mean '-k'\?\)" query -n 5 x
slip "query: unknown option '--limit' \(did you mean '--top'\?\)" query --limit 5 x
slip "query: unknown option '--limit' \(did you mean '--top'\?\)" query --limit=5 x
slip "query: unknown option '--json' \(did you mean '--format json'\?\)" query --json x
slip "query: unknown option '--lang' \(did you mean '--language'\?\)" query --lang c x
slip "query: unknown option '-t' \(did you mean '--type'\?\)" query -t class x
slip "status: unknown option '--json' \(did you mean '--format json'\?\)" status --json
slip "graph: unknown option '-k' \(did you mean '-n'\?\)" graph callers x -k 3
slip "graph: unknown option '--max-depth' \(did you mean '--depth'\?\)" graph callers x --max-depth 3
slip "sync: unknown option '-n' \(did you mean '--dry-run'\?\)" sync -n
slip "sync: unknown option '--ignore' \(did you mean '--exclude'\?\)" sync --ignore '*.c'
slip "eval: unknown option '-Z'" eval -Z
slip "query: option '--format': 'jsn' is not one of .* \(did you mean 'json'\?\)" query --format jsn x

done_testing
