#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus kb: several knowledge bases of several tenants in one store do not see each other; each has a root and
# settings of its own, which stand between the environment and the defaults.
. "$(dirname "$0")/lib.sh"

# Three trees with the same names, each with a word of its own.
for w in amber birch cedar; do
	mkdir -p "$w/.git" "$w/src"
	cat > "$w/src/main.py" <<EOF
"""Keeps the $w vault."""


class Vault:
    """A vault made of $w."""

    def open_$w(self, key):
        """Open the $w vault with a key."""
        return self.turn(key)

    def turn(self, key):
        return key


def ${w}_only(key):
    return Vault().open_$w(key)
EOF
done

# The words of the trees other than $1, as ERE.
others() {
	case $1 in
	amber) echo 'birch|cedar' ;;
	birch) echo 'amber|cedar' ;;
	cedar) echo 'amber|birch' ;;
	esac
}

# in_kb WORD COMMAND...: the command in the knowledge base of this tree.
in_kb() {
	case $1 in
	amber) tenant=default kb=default ;;
	birch) tenant=acme kb=default ;;
	cedar) tenant=acme kb=side ;;
	esac
	shift
	run "$LUCUS" "$@" --tenant $tenant --kb $kb --db s.db
}
for w in amber birch cedar; do
	in_kb $w ingest-ast $w
	cp "$tmp.out" "nodes.$w"
	is "$w: stored" "$status $(field added)" '0 5'
	in_kb $w sync $w
	is "$w: indexed" "$status $(field embedded) $(field indexed)" '0 5 5'
done

# ---- kb list ----

names() {
	jq -r '"\(.tenant)/\(.name)"' "$tmp.out" | tr '\n' ' '
}
ok 'kb list' "$LUCUS" kb list --db s.db
is 'kb list: those of the tenant' "$(names)" 'default/default '
is 'kb list: what is in it' "$(field files) $(field elements) $(field embeddings) $(field root)" "1 5 5 $tmp/amber"
printf '%s\n' "$out" > list.out
ok 'kb alone' "$LUCUS" kb --db s.db
is 'kb alone is kb list' "$out" "$(cat list.out)"
ok 'kb list of a tenant' "$LUCUS" kb list --db s.db --tenant acme
is 'its knowledge bases' "$(names)" 'acme/default acme/side '
is 'their roots' "$(jq -r .root "$tmp.out" | tr '\n' ' ')" "$tmp/birch $tmp/cedar "
ok 'kb list of an unknown tenant' "$LUCUS" kb list --db s.db --tenant nobody
is 'there is nothing' "$out" ''
LUCUS_TENANT=acme
export LUCUS_TENANT
ok 'LUCUS_TENANT' "$LUCUS" kb list --db s.db
is 'is the tenant' "$(names)" 'acme/default acme/side '
unset LUCUS_TENANT
ok 'kb list as text' "$LUCUS" kb list --db s.db --tenant acme --format text
like 'it names one' "$out" '^side  1 file, 5 elements'

# ---- nothing of another is found ----

for w in amber birch cedar; do
	for s in bm25 vector hybrid_rrf; do
		in_kb $w query 'open the amber birch cedar vault with a key' -s $s -k 100
		like "$w, $s: its own" "$out" "\"name\":\"src.main.${w}_only\""
		unlike "$w, $s: nothing of the others" "$(jq -c 'select(.record == "hit")' "$tmp.out")" "$(others $w)"
	done
	in_kb $w query "$(others $w | tr '|' ' ')" -s bm25
	is "$w: the words of the others match nothing" "$(field selected_k) $(field 'unmatched | length')" '0 2'
	in_kb $w status
	is "$w: status counts its own" "$(field elements) $(field files) $(field root)" "5 1 $tmp/$w"
	in_kb $w query "${w} vault" -k 100
	jq -r 'select(.record == "hit").id' "$tmp.out" | sort > "ids.$w"
	is "$w: its elements" "$(wc -l < "ids.$w" | tr -d ' ')" 5
done
echo '[{"query":"amber vault","relevant_elements":["src.main.amber_only"]}]' > amber.json
in_kb amber eval amber.json -k 10 -s bm25,vector --resamples 0 --no-categories
is 'eval: found where it is' "$(jq -r 'select(.metric == "recall").value' "$tmp.out" | tr '\n' ' ')" '1 1 '
for w in birch cedar; do
	in_kb $w eval amber.json -k 10 -s bm25,vector --resamples 0 --no-categories
	is "eval: not in $w" "$(jq -r 'select(.metric == "recall").value' "$tmp.out" | tr '\n' ' ')" '0 0 '
done

# Records of one that are given to another.
for w in amber birch cedar; do
	unlike "node records of $w: nothing of the others" "$(cat "nodes.$w")" "$(others $w)"
	is "edges of $w lead to its own" "$(jq -r 'select(.record == "node") | .id, .edges[].target | strings' "nodes.$w" | sort -u)" \
		"$(cat "ids.$w")"
done
jq -c 'select(.record == "node" and .name == "src.main.amber_only")' nodes.amber > one.jsonl
in_kb amber query amber_only -k 1
jq -c 'select(.record == "hit")' "$tmp.out" > one.hits
echo '[{"query":"x","relevant_elements":["src.main.amber_only"]}]' > x.json
for w in birch cedar; do
	in_kb $w embed < one.jsonl
	is "a node of amber is none of $w: status" "$status" 3
	like "a node of amber is none of $w: message" "$err" 'embed: -:1: no element'
	in_kb $w eval x.json --hits one.hits --roll-up
	is "a hit of amber is none of $w: status" "$status" 3
	like "a hit of amber is none of $w: message" "$err" "eval: one.hits:1: no element 'src.main.amber_only' in the store"
done

for c in 'query vault' status 'index --check' embed 'eval x.json'; do
	# shellcheck disable=SC2086
	run "$LUCUS" $c --db s.db --kb side < /dev/null
	is "$c: not the side of another tenant: status" "$status" 1
	like "$c: not the side of another tenant: message" "$err" "^lucus: ${c%% *}: no knowledge base 'side' of tenant 'default' in 's.db'"
done

# ---- changes stay where they are ----

answers() {
	for w in $1; do
		in_kb "$w" query 'open the vault' -k 100
		printf '%s\n' "$out"
		in_kb "$w" status
		printf '%s\n' "$out" | jq -c 'del(.bytes)'
	done
}
answers 'birch cedar' > before
printf 'def amber_late():\n    """Open the vault late."""\n' >> amber/src/main.py
in_kb amber sync
is 'sync goes to the root of the knowledge base' "$status $(field read) $(field added)" '0 1 1'
answers 'birch cedar' > after
ok 'sync of one leaves the others' cmp before after
answers 'amber birch' > before
in_kb cedar kb remove
is 'kb remove' "$status $out$err" '0 '
answers 'amber birch' > after
ok 'kb remove leaves the others' cmp before after
in_kb cedar status
is 'it is gone: status' "$status" 1
ok 'kb list after that' "$LUCUS" kb list --db s.db --tenant acme
is 'it is gone from the list' "$(names)" 'acme/default '
is 'nothing of it is left in the store' "$(sqlite3 s.db .dump | grep -c 'cedar_only')" 0
in_kb cedar kb remove
is 'kb remove of what is not there: status' "$status" 1
like 'kb remove of what is not there: message' "$err" "^lucus: kb: no knowledge base 'side' of tenant 'acme'"
in_kb cedar sync cedar
is 'it can be made again' "$status $(field added)" '0 5'

# ---- root ----

cp -R birch moved
in_kb birch kb root moved
is 'kb root' "$status $out$err" '0 '
in_kb birch status
is 'status shows it' "$(field root)" "$tmp/moved"
in_kb birch sync
is 'sync goes there' "$status $(field files) $(field added) $(field removed)" '0 1 0 0'
in_kb birch kb root nowhere
is 'a root that is not there: status' "$status" 2
like 'a root that is not there: message' "$err" "^lucus: kb: no folder 'nowhere'"
in_kb birch status
is 'the root stays' "$(field root)" "$tmp/moved"

# ---- settings ----

# option NAME: its value and where it comes from.
option() {
	jq -r --arg n "$1" 'select(.record == "option" and .name == $n) | "\(.value) \(.origin)"' "$tmp.out"
}
in_kb amber status --config
is 'default' "$(option top), $(option strategy)" '10 default, auto default'
in_kb amber kb set top=3 strategy=bm25 exclude='*.tmp'
is 'kb set' "$status $out$err" '0 '
in_kb amber status --config
is 'the knowledge base goes before the default' "$(option top), $(option strategy), $(option exclude)" \
	'3 knowledge base, bm25 knowledge base, *.tmp knowledge base'
in_kb amber kb list
is 'kb list shows settings' "$(jq -c .settings "$tmp.out")" '{"exclude":"*.tmp","strategy":"bm25","top":"3"}'
in_kb amber query 'open the vault'
is 'query obeys them' "$(field selected_k) $(field strategy)" '3 bm25'
in_kb birch status --config
is 'another knowledge base has its own' "$(option top), $(option strategy)" '10 default, auto default'
LUCUS_STRATEGY=vector
export LUCUS_STRATEGY
in_kb amber status --config
is 'the environment goes before the knowledge base' "$(option strategy)" 'vector environment LUCUS_STRATEGY'
in_kb amber query 'open the vault'
is 'query obeys it' "$(field selected_k) $(field strategy)" '3 vector'
in_kb amber query 'open the vault' -s hybrid_rrf -k 2
is 'an option goes before all' "$(field selected_k) $(field strategy)" '2 hybrid_rrf'
unset LUCUS_STRATEGY
LUCUS_KB=side LUCUS_TENANT=acme
export LUCUS_KB LUCUS_TENANT
run "$LUCUS" status --config --db s.db
is 'environment' "$(option kb), $(option tenant)" 'side environment LUCUS_KB, acme environment LUCUS_TENANT'
run "$LUCUS" status --config --db s.db --kb default --tenant default
is 'an option goes before the environment' "$(option kb), $(option tenant), $(option db)" \
	'default option, default option, s.db option'
unset LUCUS_KB LUCUS_TENANT
in_kb amber kb unset top strategy
is 'kb unset' "$status $out$err" '0 '
in_kb amber status --config
is 'is the default again' "$(option top), $(option strategy), $(option exclude)" \
	'10 default, auto default, *.tmp knowledge base'

# refuse MESSAGE OPERAND...
refuse() {
	want=$1
	shift
	in_kb amber kb "$@"
	is "kb $*: status, no output" "$status $out" '2 '
	like "kb $*: message" "$err" "^lucus: kb: $want"
}
refuse "setting 'top': 0 is out of range 1\\.\\.1000" set top=0
refuse "setting 'top': 1001 is out of range 1\\.\\.1000" set top=1001
refuse "setting 'top': 'many' is not an integer" set top=many
refuse "setting 'similarity_threshold': 1.5 is out of range" set similarity_threshold=1.5
refuse "setting 'rrf_k': -1 is out of range" set rrf_k=-1
refuse "setting 'max_file_size': 0 is out of range" set max_file_size=0
refuse "setting 'strategy': no strategy 'nope': expected one of auto, bm25" set strategy=nope
refuse "unknown setting 'frob'" set frob=1
refuse "unknown setting 'frob'" set rrf_k=5 frob=1
refuse "expected KEY=VALUE, found 'top'" set top
refuse 'expected list, set KEY=VALUE' set
refuse 'expected list, set KEY=VALUE' frob
refuse 'list takes no operand' list all
in_kb amber kb list
is 'all that changed nothing' "$(jq -c .settings "$tmp.out")" '{"exclude":"*.tmp"}'
run "$LUCUS" kb set frob=1 --db s.db --kb typo
is 'a refused setting makes no knowledge base' "$status $("$LUCUS" kb --db s.db | jq -r .name | tr '\n' ' ')" '2 default '
run "$LUCUS" kb set top=0 --db new.db
is 'and no store' "$status $(ls new.db* 2> /dev/null)" '2 '

# ---- a full disk ----

cp -R "$top/tests/fixtures/shop" goods
mkdir disk
cat > full.sh <<'X'
mount -t tmpfs -o size=4m none disk || exit 99
"$LUCUS" sync goods --db disk/x.db > sync.out
dd if=/dev/zero of=disk/fill bs=1k 2> dd.err
"$LUCUS" kb remove --db disk/x.db 2> full.err
echo "$?"
rm disk/fill
"$LUCUS" kb remove --db disk/x.db
echo "$?"
"$LUCUS" kb --db disk/x.db
X
if unshare -Urm sh -c 'mount -t tmpfs -o size=4m none disk' 2> unshare.err; then
	run unshare -Urm sh full.sh
	is 'kb remove on a full disk fails, and works when there is room' "$out" '1
0'
	like 'it says how much' "$(cat full.err)" "^lucus: kb: no space left to remove it: free up to [0-9]+ KB beside 'disk/x.db'"
else skip 'a full disk' 'unshare can mount nothing here'; fi

done_testing
