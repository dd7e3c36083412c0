#!/bin/sh
# SPDX-License-Identifier: MIT
# The edges of small trees, one for each language and one of several, are those written by hand (tests/fixtures/graph).
. "$(dirname "$0")/lib.sh"

command -v sqlite3 > /dev/null || skip_all 'no sqlite3'

# Of several functions of one name in a file: which of them.
twin="CASE WHEN (SELECT count(*) FROM element t WHERE t.file = d.file AND t.name = d.name AND t.type IN
	('method', 'function') AND d.type = t.type) > 1 THEN ':' || d.start_line ELSE '' END"
edges="SELECT s.name || ' ' || k.name || ' ' || coalesce(d.name || $twin, '?' || e.name)
	|| ' ' || CASE e.grade WHEN 0 THEN 'exact' WHEN 1 THEN 'unique' WHEN 2 THEN 'ambiguous' ELSE 'unresolved' END
	|| ' @' || e.line
	FROM edge e JOIN edge_kind k ON k.id = e.kind JOIN element s ON s.id = e.src
	LEFT JOIN element d ON d.id = e.dst AND e.dst > 0
	WHERE k.name <> 'CONTAINS'"

for dir in "$top"/tests/fixtures/graph/*/; do
	lang=$(basename "$dir")
	cp -r "$dir" "$tmp/$lang"
	rm -f "$tmp/$lang/edges.expect"
	mkdir -p "$tmp/$lang/.git"
	run "$LUCUS" sync --db "$tmp/$lang.db" "$tmp/$lang"
	sqlite3 "$tmp/$lang.db" "$edges" | LC_ALL=C sort > "$tmp/$lang.got"
	LC_ALL=C sort "$dir/edges.expect" > "$tmp/$lang.want"
	ok "edges of $lang" diff "$tmp/$lang.want" "$tmp/$lang.got"
	[ -s "$tmp/$lang.want" ] || fail "edges of $lang are expected"
done

done_testing
