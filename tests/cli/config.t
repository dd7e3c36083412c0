#!/bin/sh
# SPDX-License-Identifier: MIT
# Where the values of options come from: every setting has a variable and is shown, configuration files have their
# place among the origins, and a file that came with a tree sets nothing that could harm.
. "$(dirname "$0")/lib.sh"

# ---- all tables ----

# What the option lists of the manual say: COMMAND OPTION VARIABLE SETTING, a '-' for what there is not.
"$LUCUS" help --list > commands
while read -r c; do
	"$LUCUS" help --man "$c" | awk -v c="$c" '
		function out() { if (name != "") print c, name, env, key }
		/^\.It Fl / { out(); name = $0; sub(/ Ns = .*/, "", name); sub(/.* Fl -/, "", name); sub(/^\.It Fl -/, "", name); env = key = "-" }
		/^\.Ev / { env = $2 }
		/^\.Cm / { key = $2 }
		END { out() }'
done < commands > table
isnt 'there are settings' "$(awk '$4 != "-"' table | wc -l | tr -d ' ')" 0
is 'each setting has a variable' "$(awk '$4 != "-" && $3 == "-"' table)" ''
is 'a variable belongs to one setting' "$(awk '$3 != "-" && $4 != "-" { print $3, $4 }' table | sort -u | cut -d' ' -f1 | uniq -d)" ''
is 'a setting has one variable' "$(awk '$3 != "-" && $4 != "-" { print $4, $3 }' table | sort -u | cut -d' ' -f1 | uniq -d)" ''
ok 'status --config' "$LUCUS" status --config --format json
jq -r 'select(.record == "option") | .env' "$tmp.out" | sort > shown
is 'shows each variable once' "$(uniq -d shown)" ''
is 'shows each that an option has' "$(awk '$3 != "-" { print $3 }' table | sort -u | comm -3 - shown)" ''
is 'names each setting' "$(awk '$4 != "-" { print $4 }' table | sort -u)" \
	"$(jq -r 'select(.record == "option" and .setting) | .setting' "$tmp.out" | sort)"
is 'each variable is in lucus(1)' "$(awk '/^\.It Ev/ { print $3 }' "$top/man/lucus.1" | sort -u | comm -13 - shown)" ''
is 'each setting is in lucus-kb(1)' "$(awk '/^\.It Cm/ { print $3 }' "$top/man/lucus-kb.1" | sort -u > in.kb
	awk '$4 != "-" { print $4 }' table | sort -u | comm -13 in.kb -)" ''

# ---- the sample ----

ok 'help --config' "$LUCUS" help --config
cp "$tmp.out" sample
is 'no wide lines' "$(awk 'length > 120' sample)" ''
mkdir -p home/.config/lucus one
XDG_CONFIG_HOME=$tmp/home/.config
export XDG_CONFIG_HOME
user=$XDG_CONFIG_HOME/lucus/config
cp sample "$user"
run "$LUCUS" status --config --format json
is 'a copy of it changes nothing' "$(jq -r 'select(.record == "option") | .origin' "$tmp.out" | sort -u)" default
sed 's/^#\([a-z.-]* =\)/\1/' sample > "$user"
cp "$tmp.out" before
run "$LUCUS" status --config --format json
is 'all of it: status' "$status $err" '0 '
is 'has the values of the defaults' "$(jq -c 'select(.record == "option") | [.name, .env, .value]' "$tmp.out")" \
	"$(jq -c 'select(.record == "option") | [.name, .env, .value]' before)"
like 'and an origin with a line' "$(jq -r 'select(.name == "top") | .origin' "$tmp.out")" "^$user:[0-9]+\$"
is 'it names all that has a variable' "$(grep -c '^#[a-z.-]* =' sample)" "$(wc -l < shown | tr -d ' ')"
rm "$user"

# ---- origins ----

tree one
cd one || exit 1
ok 'sync' "$LUCUS" sync .
origin() {
	run "$LUCUS" status --config --format json
	jq -r 'select(.record == "option" and .name == "top") | "\(.value) \(.origin)"' "$tmp.out"
}
is 'the default' "$(origin)" '10 default'
"$LUCUS" kb set top=2
is 'over it the knowledge base' "$(origin)" '2 knowledge base'
printf '# of mine\ntop = 3\n' > "$user"
is 'over it the user'\''s file' "$(origin)" "3 $user:2"
printf 'top = 4\n' > .lucus/config
is 'over it the file beside the store' "$(origin)" "4 $tmp/one/.lucus/config:1"
hits() {
	"$LUCUS" query 'push a value' --format json "$@" | grep -c '"record":"hit"'
}
is 'query obeys it' "$(hits)" 4
is 'from a folder below, too' "$(cd lib && hits)" 4
is 'from outside with --db' "$(cd .. && hits --db one/.lucus/lucus.db)" 4
is 'over it the environment' "$(LUCUS_TOP=5 origin)" '5 environment LUCUS_TOP'
is 'query obeys it' "$(LUCUS_TOP=5 hits)" 5
is 'over it the option' "$(LUCUS_TOP=5 hits -k 1)" 1
echo 'query.top = 1' >> .lucus/config
is 'one command may be meant' "$(hits)" 1
rm .lucus/config
cp .lucus/lucus.db plain.db
echo 'top = 7' > config
is 'beside another store nothing is read' "$(hits --db plain.db)" 3
rm "$user" config plain.db

# sync and ingest-ast: of the tree they are given
mkdir -p ../two/.lucus
tree ../two
echo 'exclude = *.py' > ../two/.lucus/config
ok 'sync of another tree' "$LUCUS" sync ../two
unlike 'obeys the file there' "$(sqlite3 ../two/.lucus/lucus.db 'SELECT path FROM file' 2> /dev/null || "$LUCUS" query push --db ../two/.lucus/lucus.db --format paths -k 100)" '\.py'
rm -r ../two

# ---- what is refused ----

# refuse FILE TEXT ERE: every command with settings says so
refuse() {
	printf '%s\n' "$2" > "$1"
	run "$LUCUS" query push
	is "$2: status" "$status $out" '2 '
	like "$2: message" "$err" "^lucus: query: $1:[0-9]+: $3"
	rm "$1"
}
tree_file=$tmp/one/.lucus/config
echo 'top = 0' > "$user"
ok 'help is shown all the same' "$LUCUS" query --help
rm "$user"
for f in "$user" "$tree_file"; do
	refuse "$f" 'topp = 3' "unknown name 'topp' \\(did you mean 'top'\\?\\)"
	refuse "$f" 'top = 0' "'top': 0 is out of range 1..1000"
	refuse "$f" 'max-file-size = x' "'max-file-size': 'x' is not an integer"
	refuse "$f" 'strategy = bm52' "'strategy': no strategy 'bm52': expected one of"
	refuse "$f" 'llm-key = sk-1' "'llm-key': keys stand in no file: set LUCUS_LLM_KEY"
	refuse "$f" 'ANTHROPIC_API_KEY = sk-1' "'ANTHROPIC_API_KEY': keys stand in no file"
	refuse "$f" 'top' 'expected NAME = VALUE'
	refuse "$f" 'format = json' "'format' is an option of the command line alone"
done
refuse "$user" 'llm-url = https://me:secret@host/v1' "'llm-url': a password stands in no file"
unlike 'a key is not shown' "$err" 'sk-1|secret'
for o in llm-url embed-url rerank-url llm-provider provider reranker llm-model embed-model rerank-model summary-model \
	model prices db kb tenant jobs wait no-cache lazy lazy-graph budget; do
	refuse "$tree_file" "$o = x" "'$o' is not taken from a file of the tree"
done
# Whatever is added: a name that may stand there has neither a server, a file nor a command for its value.
is 'the sample says what a tree may not set' "$(sed 's/^#\([a-z.-]* =\)/\1/' ../sample | awk '
	/^# / { text = text substr($0, 2) } /^[a-z]/ { if (text !~ /not in .lucus\/config/ && $1 ~ /(url|provider|reranker|prices|pager|editor|key|db)$/) print $1; text = "" }')" ''

# A key goes to no server that came with a tree, whatever it tries.
serve
printf 'llm-url = %s\n' "$api/v1" > "$tree_file"
run env LUCUS_LLM_KEY=sk-secret "$LUCUS" query --answer 'push a value'
is 'a server of the tree: status' "$status" 2
is 'it is not asked' "$(cat "$log")" ''
rm "$tree_file"
printf 'llm-url = %s\nllm-provider = openai\nllm-model = m\n' "$api/v1" > "$user"
run env LUCUS_LLM_KEY=sk-secret "$LUCUS" query --answer 'push a value'
like 'a server of the user: it is asked, with the key' "$(cat "$log")" 'sk-secret'
rm "$user"

# What is no regular file is not read.
mkfifo "$tree_file"
run "$LUCUS" query push
isnt 'a FIFO: it fails' "$status" 0
like 'a FIFO: message' "$err" 'not a regular file'
rm "$tree_file"

# ---- the provider that a key stands for ----

provider() {
	run "$LUCUS" status --config --format json
	jq -r 'select(.record == "option" and .name == "llm-provider") | "\(.value) \(.origin)"' "$tmp.out"
}
is 'no key' "$(provider)" ' default'
is 'a key' "$(ANTHROPIC_API_KEY=k provider)" 'anthropic its key ANTHROPIC_API_KEY'
is 'another one' "$(OPENAI_API_KEY=k provider)" 'openai its key OPENAI_API_KEY'
is 'the general one' "$(LUCUS_LLM_KEY=sk-ant-1 provider)" 'anthropic its key LUCUS_LLM_KEY'
is 'a name goes before it' "$(LUCUS_LLM_PROVIDER=ollama OPENAI_API_KEY=k provider)" 'ollama environment LUCUS_LLM_PROVIDER'

# ---- installed ----

# Not by make, which would build anew where its flags are others than those of this build.
like 'make install installs the sample' "$(sed -n '/^install:/,/^$/p' "$top/Makefile")" \
	'install .*build/config\.sample .*/share/lucus$'
like 'which is that of help --config' "$(sed -n '/^build\/config.sample:/,/^$/p' "$top/Makefile")" '\$< help --config > \$@'

done_testing
