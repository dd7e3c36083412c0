#!/bin/sh
# SPDX-License-Identifier: MIT
# "Adding a strategy" in CONTRIBUTING.md: its steps, followed to the letter on a copy of the sources, give a strategy that
# is listed, that answers, and that gives way.
. "$(dirname "$0")/lib.sh"

[ -n "$slow" ] && skip_all 'a build with sanitizers: the steps are those of the plain one'
[ -x "$top/build/lucus" ] && [ -d "$top/build/obj" ] || skip_all 'no plain build to start from'

copy_sources

# Each fenced block goes where its first line says; one of shell commands is a script.
cp "$top/CONTRIBUTING.md" .
awk '
	/^## / { inside = $0 == "## Adding a strategy" }
	!inside { next }
	/^ *```/ {
		if (to) { close(to); to = "" }
		else { match($0, /^ */); indent = RLENGTH; to = $1 == "```sh" ? "steps.sh" : $2; print to > "blocks" }
		next
	}
	to { line = substr($0, 1, indent) ~ /[^ ]/ ? $0 : substr($0, indent + 1); print line >> to }
' CONTRIBUTING.md
is 'the document says what to write and what to run' "$(tr '\n' ' ' < blocks)" \
	'src/retrieve/vector_graph.c src/retrieve/strategies.def steps.sh '
is 'it adds one line to the registry' "$(diff "$top/src/retrieve/strategies.def" src/retrieve/strategies.def | grep -c '^[<>]')" 1

run sh -eu steps.sh
is 'its commands succeed' "$status" 0
compiled 'only what changed was compiled' src/retrieve/registry.c src/retrieve/vector_graph.c
grep '^{' "$tmp.out" > records
is 'the strategy is listed' "$(jq -c 'select(.name == "vector_graph" and .record == "strategy") | [.needs, .capabilities, .supported]' records)" \
	'[["vectors","edges"],["vector","rrf","graph"],true]'
is 'it answers' "$(jq -r 'select(.record == "selection") | "\(.strategy) \(.fallback)"' records)" 'vector_graph null'
is 'its hits have the stages that it says' \
	"$(jq -rs '[.[] | select(.record == "hit").stages | keys[]] | unique | join(" ")' records)" 'graph rrf vector'
ok 'a store without vectors' sh -c 'build/lucus ast src/core | build/lucus ingest-ast --db n.db && build/lucus index --db n.db'
run build/lucus query 'read a file' --db n.db -s vector_graph
is 'there it gives way' "$(field strategy) $(field fallback)" "bm25 vector_graph: the store has no vectors, run 'lucus embed'"

done_testing
