#!/bin/sh
# SPDX-License-Identifier: MIT
# What a person sees: one hit a line for editors, and the pager for what is taller than the terminal.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

tree t
"$LUCUS" sync t --db t.db > sync.out

# ---- --format lines ----

# check NAME: every line of $out is "path:line: name: text", and the line is there
check() {
	bad=$(printf '%s\n' "$out" | while IFS= read -r l; do
		p=${l%%:*} rest=${l#*:}
		n=${rest%%:*}
		[ -f "$p" ] && [ "$n" -ge 1 ] && [ "$n" -le "$(wc -l < "$p")" ] || echo "$l"
	done)
	if [ -n "$out" ]; then is "$1" "$bad" ''; else fail "$1" 'nothing is listed'; fi
}

run "$LUCUS" query 'add money to the account' -k 4 --db t.db --format lines
check 'query --format lines'
is 'a line has the place, the name and the best line' "$(printf '%s\n' "$out" | grep deposit: | head -n 1)" \
	't/lib/bank.py:13: lib.bank.Account.deposit: """Add money to the account."""'
run "$LUCUS" query 'add money to the account' -k 4 --db t.db --format paths
cp "$tmp.out" paths
run "$LUCUS" query 'add money to the account' -k 4 --db t.db --format lines
is 'the places are those of paths' "$(printf '%s\n' "$out" | cut -d: -f1,2)" "$(cat paths)"
run "$LUCUS" graph callers escape --depth 2 --db t.db --format lines
is 'graph --format lines' "$out" 't/web/render.js:7: web.render.render: calls web.render.escape (exact)
t/web/app.ts:15: web.app.Router.open: calls web.render.render (exact)'
run "$LUCUS" graph callees render --db t.db --format lines
is 'graph callees --format lines' "$out" 't/web/render.js:2: web.render.escape: web.render.render calls it (exact)'
run "$LUCUS" graph path Router.open escape --db t.db --format lines
check 'graph path --format lines'
for c in 'impact escape' 'inherits Account' 'callers lost --unresolved'; do
	run "$LUCUS" graph $c --db t.db --format lines
	[ -z "$out" ] || check "graph $c --format lines"
done
run "$LUCUS" expand Account.deposit --db t.db --format lines
check 'expand --format lines'
run "$LUCUS" query 'how is money added' --answer --db t.db --format lines
check 'the sources of an answer --format lines'
run "$LUCUS" ast t --format lines
check 'ast --format lines'
like 'with the signature' "$out" '^t/src/stack\.c:14: stack_push: int stack_push\(struct stack \*s, int x\)$'
run "$LUCUS" sync t --db t.db --format lines
is 'a summary is no place' "$status $out" '0 '
if command -v vim > /dev/null; then
	"$LUCUS" query 'add money' --db t.db --format lines > errors
	vim -e -s -u NONE -c 'set efm=%f:%l:\ %m' -c 'cgetfile errors' -c 'call writefile(map(getqflist(), "v:val.lnum"), "vim.out")' -c 'qa!'
	is 'vim reads them' "$(cat vim.out)" "$(cut -d: -f2 errors)"
fi

# ---- the pager ----

if ! script -qec true /dev/null < /dev/null > /dev/null 2>&1; then
	skip 'a pager' 'no script(1)'
	done_testing
fi
export TERM=xterm
cat > page.sh <<'EOP'
#!/bin/sh
printf '<%s>' "$@" > args
echo "$LESS $LV" > env
cat > paged
echo PAGED
exit 3
EOP
chmod +x page.sh

# tty ROWS CMD: run it on a terminal of so many rows; sets $out
tty() {
	rm -f paged args env
	size=$1
	shift
	out=$(timeout 120 script -qec "stty rows $size cols 200; $*" /dev/null < /dev/null | tr -d '\r')
}

ask='"$LUCUS" query "add money to the account" -k 10 --db t.db'
export LUCUS_PAGER='./page.sh -a "b  c" d\ e'
unset LESS LV
tty 10 "$ask"
is 'tall: the pager has it' "$(printf '%s\n' "$out" | tail -n 1)" PAGED
is 'its words' "$(cat args)" '<-a><b  c><d e>'
is 'less and lv know colours' "$(cat env)" 'FRX -c'
like 'it gets colours' "$(cat paged)" "$(printf '\033')\\[35mt/lib/bank.py"
is "the status is ours, not the pager's" "$(script -qec "stty rows 10; $ask > /dev/tty; echo \$?" /dev/null < /dev/null | tail -n 1 | tr -d '\r')" 0
cp paged whole
tty 200 "$ask"
printf '%s\n' "$out" > out.txt
nok 'what fits is not paged' test -e paged
sed "s,\r,,g" whole > whole.txt
is 'it is the same' "$(cat out.txt)" "$(cat whole.txt)"
tty 10 "$ask --no-pager"
nok '--no-pager' test -e paged
tty 10 "$ask | cat"
nok 'a pipe is no terminal' test -e paged
tty 10 "$ask --color never --format lines"
nok 'ten lines and no more: 10 rows are too few' test ! -e paged
tty 11 "$ask --color never --format lines"
nok '11 are enough' test -e paged
tty 10 "LUCUS_PAGER= $ask"
nok 'an empty LUCUS_PAGER: none' test -e paged
tty 10 "LUCUS_PAGER=cat PAGER=./page.sh $ask"
nok 'cat: none' test -e paged
tty 10 "unset LUCUS_PAGER; PAGER=./page.sh $ask"
ok 'PAGER' test -e paged
tty 10 "LESS=-S LV=x $ask"
is 'LESS and LV that are set stay' "$(cat env)" '-S x'
tty 10 "LUCUS_PAGER='./page.sh; touch shell' $ask"
nok 'no shell sees it' test -e shell
tty 10 "LUCUS_PAGER=./nobody $ask"
like 'a pager that is not there is told' "$out" "^lucus: query: cannot run the pager './nobody': No such file"
like 'and the output shown' "$out" 't/lib/bank.py.*13'
printf '#!/bin/sh\nexec < /dev/null\nexit 0\n' > quit.sh
chmod +x quit.sh
tty 10 "LUCUS_PAGER=./quit.sh $ask; echo status \$?"
is 'a pager that ends early is no error' "$out" 'status 0'

# ---- records on a terminal ----

mkdir odd
printf 'def turn():\n    """Turns \342\200\256 around \302\233 it."""\n' > odd/a.py
"$LUCUS" sync -q odd --db odd.db > sync.out
tty 50 "'$LUCUS' query turn --db odd.db --format json --no-pager"
like 'what would steer it is escaped' "$out" 'Turns ..202e around ..009b it'
"$LUCUS" query turn --db odd.db --format json > piped
is 'in a pipe it is as it was' "$(grep -c "$(printf '\342\200\256')" piped)" 2
tty 10 '"$LUCUS" query "add money to the account xyzzyx plugh" -k 10 --db t.db'
like 'warnings are read where they belong' "$(tail -n 2 paged)" 'lucus: query: no element holds'
tty 10 '"$LUCUS" query "" --db t.db; echo status $?'
like 'an error is told without it' "$out" '^status 2$'
nok 'and nothing paged' test -e paged
tty 10 '"$LUCUS" query --help'
ok 'help is paged' test -e paged
tty 10 '"$LUCUS" ast t'
ok 'ast is paged' test -e paged
tty 10 'printf "{\"query\":\"stack money\"}\n" | "$LUCUS" query --db t.db'
nok 'answers to questions from stdin are shown as they come' test -e paged

# ---- places of an answer open from the current folder ----

mkdir -p from/src from/docs
printf 'LIMIT = 50\n\n\ndef put_user(users, user):\n    if len(users) >= LIMIT:\n        raise ValueError("too many users")\n' > from/src/users.py
printf '# Notes\n\nA page.\n' > from/docs/notes.md
(cd from && "$LUCUS" sync -q > ../sync.out)
for way in --answer --lazy-graph; do
	run sh -c 'cd from/docs && exec "$@"' - "$LUCUS" query "$way" 'when are there too many users' --format text
	like "$way: the text" "$out" '^`?\.\./src/users.py'
	is "$way: none is from the root" "$(printf '%s\n' "$out" | grep -c '^`*src/users.py')" 0
done

# ---- names that are made of file names stay in their line ----

mkdir forged
printf 'def plain_name(x):\n    return x\n\n\ndef outer_name(x):\n    return plain_name(x)\n' > "$(printf 'forged/a\nok.py:1  function  \033[31mok.py')"
"$LUCUS" sync -q forged --db forged.db > sync.out
for c in 'query plain_name' 'query plain_name --format md' 'query plain_name --explain' 'query --answer plain_name' 'graph callers plain_name' \
	'graph callers plain_name --format md' 'graph impact plain_name' 'graph path outer_name plain_name' 'graph path plain_name outer_name' \
	'graph communities' 'expand plain_name' 'show plain_name'; do
	case $c in *--format*) f= ;; *) f='--format text' ;; esac
	# shellcheck disable=SC2086
	run "$LUCUS" $c $f --db forged.db
	is "$c: no line is another's" "$(printf '%s\n' "$out" | grep -c '^ok.py')" 0
	case $c in expand* | *--answer*) continue ;; esac
	is "$c: nothing steers" "$(printf '%s\n' "$out" | grep -c "$(printf '\033')")" 0
done

done_testing
