#!/bin/sh
# SPDX-License-Identifier: MIT
# Print what a store holds, one JSON array a line, sorted: two stores with the same content print the
# same. All that a query can read is in it. Left out is what may differ between them: row ids, stat data,
# generations, roots, the files that were looked at and not indexed, and which model wrote an explanation (element
# records do not tell). What stands in packed blobs (vector blocks) is decoded.
# Usage: scripts/dump-store.sh DB      LUCUS names the program that reads postings, build/lucus otherwise
set -eu
export LC_ALL=C

if [ $# != 1 ] || [ ! -f "$1" ]; then
	echo "usage: scripts/dump-store.sh DB" >&2
	exit 2
fi
db=$1
lucus=${LUCUS-$(dirname "$0")/../build/lucus}
work=$(mktemp -d "${TMPDIR-/tmp}/lucus-dump.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

sql() {
	sqlite3 -bail -batch -noheader -cmd '.mode list' -cmd '.timeout 10000' "$db" "$@"
}

# One line a row: its first member says what it is, the next two whose.
rows() {
	sql "
CREATE TEMP VIEW own AS SELECT k.tenant, k.id AS kb, t.name AS tname, k.name AS kname
 FROM kb k JOIN tenant t ON t.id = k.tenant;
SELECT json_array('kb', o.tname, o.kname, k.model, k.dim, k.tokenizer, k.rows, k.resolved = k.generation,
 k.embedded = k.generation, k.rowed = k.generation, k.indexed = k.generation, k.most_referred)
 FROM kb k JOIN own o ON o.kb = k.id;
SELECT json_array('setting', o.tname, o.kname, s.key, s.value) FROM setting s JOIN own o USING(tenant, kb);
SELECT json_array('file', o.tname, o.kname, f.path, f.language, f.sha256, f.size, f.unparsed)
 FROM file f JOIN own o USING(tenant, kb) WHERE f.reason IS NULL;
SELECT json_array('element', o.tname, o.kname, e.uuid, e.type, e.name, e.ordinal, f.path, e.start_line,
 e.end_line, e.language, e.signature, e.docstring, e.explanation, e.return_type, e.is_async, e.parameters,
 e.decorators, e.dependencies, e.methods, e.assignments, e.extra, e.size, e.sha256, e.hash, e.text_hash,
 e.parent_uuid, p.uuid, c.code)
 FROM element e JOIN own o USING(tenant, kb) JOIN element_code c ON c.id = e.id
 LEFT JOIN file f ON f.id = e.file LEFT JOIN element p ON p.id = e.parent;
SELECT json_array('words', o.tname, o.kname, e.uuid, hex(w.data)) FROM words w JOIN own o USING(tenant, kb)
 LEFT JOIN element e ON e.id = w.element;
SELECT json_array('ref', o.tname, o.kname, e.uuid, r.seq, k.name, r.name, r.receiver, r.module, r.alias,
 r.line, r.count, r.target)
 FROM ref r JOIN own o USING(tenant, kb) LEFT JOIN element e ON e.id = r.element
 LEFT JOIN edge_kind k ON k.id = r.kind;
SELECT json_array('edge', o.tname, o.kname, s.uuid, k.name, d.uuid, g.dst = 0, q.name, g.line, g.count,
 g.reason, g.seq, g.name)
 FROM edge g JOIN own o USING(tenant, kb) LEFT JOIN element s ON s.id = g.src
 LEFT JOIN element d ON d.id = g.dst LEFT JOIN edge_kind k ON k.id = g.kind
 LEFT JOIN edge_grade q ON q.id = g.grade;
SELECT json_array('targets', o.tname, o.kname, f.path, g.key,
 (SELECT json_group_array(d.uuid) FROM json_each(g.value) t LEFT JOIN element d ON d.id = t.value WHERE t.key > 6))
 FROM answer a JOIN own o USING(tenant, kb) JOIN file f ON f.id = a.file, json_each(a.edges) g
 WHERE json_array_length(g.value) > 8;
SELECT json_array('answers', o.tname, o.kname, f.path, a.contains, a.n_exact, a.n_unique, a.n_ambiguous,
 a.n_unresolved, (SELECT json_group_array(path) FROM (SELECT p.path FROM json_each(a.files) t
 LEFT JOIN file p ON p.id = t.value ORDER BY p.path)))
 FROM answer a JOIN own o USING(tenant, kb) JOIN file f ON f.id = a.file;
SELECT json_array('symbol', o.tname, o.kname, f.path, s.key, e.uuid)
 FROM outline l JOIN own o USING(tenant, kb) JOIN file f ON f.id = l.file, json_each(l.symbols) s
 LEFT JOIN element e ON e.id = json_extract(s.value, '\$[0]');
SELECT json_array('in', o.tname, o.kname, d.uuid, s.uuid, k.name, q.name, g.line, g.count, r.text)
 FROM edge_in g JOIN own o USING(tenant, kb) LEFT JOIN element s ON s.id = g.src
 LEFT JOIN element d ON d.id = g.dst LEFT JOIN edge_kind k ON k.id = g.kind
 LEFT JOIN edge_grade q ON q.id = g.grade LEFT JOIN edge_reason r ON r.id = g.reason;
SELECT json_array('link', o.tname, o.kname, d.path, f.path)
 FROM file_link l JOIN own o USING(tenant, kb) LEFT JOIN file d ON d.id = l.dst_file
 LEFT JOIN file f ON f.id = l.src_file;
SELECT json_array('outline', o.tname, o.kname, f.path, l.listed)
 FROM outline l JOIN own o USING(tenant, kb) LEFT JOIN file f ON f.id = l.file;
SELECT json_array('explanation', o.tname, o.kname, x.key, x.text)
 FROM explanation x JOIN own o USING(tenant, kb);
SELECT json_array('history', o.tname, o.kname, h.bound, h.tip, h.why, h.commits, h.open, h.generation = k.generation,
 length(h.data)) FROM history h JOIN own o USING(tenant, kb) JOIN kb k ON k.id = h.kb;
SELECT json_array('commit', o.tname, o.kname, c.id, c.time, c.message, c.files, c.open)
 FROM history_commit c JOIN own o USING(tenant, kb);
SELECT json_array('communities of a file', o.tname, o.kname, f.path, c.n, c.key, c.topics)
 FROM community_file c JOIN own o USING(tenant, kb) LEFT JOIN file f ON f.id = c.file;
SELECT json_array('tie', o.tname, o.kname, f.path, d.path, json_extract(c.ties, '\$[' || (t.key + 1) || ']'))
 FROM community_file c JOIN own o USING(tenant, kb) LEFT JOIN file f ON f.id = c.file, json_each(c.ties) t
 LEFT JOIN file d ON d.id = t.value WHERE t.key % 2 = 0;
SELECT json_array('community', o.tname, o.kname, f.path, t.key, json_extract(t.value, '\$[0]'),
 json_extract(t.value, '\$[1]'), json_extract(t.value, '\$[2]'), (SELECT json_group_array(e.uuid)
 FROM json_each(t.value) m LEFT JOIN element e ON e.id = m.value WHERE m.key > 2))
 FROM community_file c JOIN own o USING(tenant, kb) LEFT JOIN file f ON f.id = c.file, json_each(c.tree) t;
SELECT json_array('communities', o.tname, o.kname, c.generation = k.generation, c.maker, c.size_max, c.parted)
 FROM community c JOIN own o USING(tenant, kb) JOIN kb k ON k.id = c.kb;
SELECT json_array('community of files', o.tname, o.kname, t.key, json_extract(t.value, '\$[0]'),
 json_extract(t.value, '\$[1]'), json_extract(t.value, '\$[2]'), (SELECT json_group_array(f.path)
 FROM json_each(t.value) m LEFT JOIN file f ON f.id = m.value WHERE m.key > 2))
 FROM community c JOIN own o USING(tenant, kb), json_each(c.tree) t;
SELECT json_array('concepts of a file', o.tname, o.kname, f.path, hex(c.data))
 FROM concept_list c JOIN own o USING(tenant, kb) LEFT JOIN file f ON f.id = c.file;
SELECT json_array('concepts', o.tname, o.kname, c.generation = k.generation, c.maker)
 FROM concepts c JOIN own o USING(tenant, kb) JOIN kb k ON k.id = c.kb;
SELECT json_array('gone', o.tname, o.kname) FROM gone JOIN own o USING(tenant, kb);
SELECT json_array('due', o.tname, o.kname) FROM due JOIN own o USING(tenant, kb);
SELECT json_array('touched', o.tname, o.kname, t.name) FROM touched t JOIN own o USING(tenant, kb);
SELECT json_array('embedding', o.tname, o.kname, e.uuid, v.hash, v.scale, hex(v.vector))
 FROM embedding v JOIN own o USING(tenant, kb) LEFT JOIN element e ON e.id = v.element;
SELECT json_array('dirty', o.tname, o.kname) FROM vector_dirty JOIN own o USING(tenant, kb);"
}

# The documents and postings of one knowledge base, as lucus prints them.
fulltext() {
	names=$(sql "SELECT t.name || ' ' || k.name FROM kb k JOIN tenant t ON t.id = k.tenant WHERE k.id = $1")
	"$lucus" index --dump --format json --db "$db" --tenant "${names%% *}" --kb "${names#* }"
}

# How the lines of kind $2 begin.
head_of() {
	sql "SELECT rtrim(json_array('$2', t.name, k.name), ']') || ','
 FROM kb k JOIN tenant t ON t.id = k.tenant WHERE k.id = $1"
}

# Numbers of a blob: od reads them in the byte order of the machine, as lucus wrote them.
numbers() {
	od -An -v -w"$2" -t "$3" "$1" | tr -d ' '
}

# Block: int64 id[n], float scale[n], int8 row[n * dim].
block() {
	n=$1 dim=$2
	head -c $((n * 8)) "$work/data" > "$work/ids"
	tail -c +$((n * 8 + 1)) "$work/data" | head -c $((n * 4)) > "$work/scales"
	tail -c +$((n * 12 + 1)) "$work/data" > "$work/rows"
	numbers "$work/ids" 8 d8 > "$work/1"
	numbers "$work/scales" 4 x1 > "$work/2"
	numbers "$work/rows" "$dim" x1 > "$work/3"
	paste "$work/1" "$work/2" "$work/3" | awk 'NR == FNR { uuid[$1] = $2; next }
		{ print ENVIRON["head"] "\"" uuid[$1] "\",\"" $2 "\",\"" $3 "\"]" }' "$work/uuids" -
}

packed() {
	head=$(head_of "$1" packed)
	export head
	sql "SELECT block, n FROM vector_block WHERE kb = $1" | tr '|' ' ' | while read -r b n; do
		sql "SELECT writefile('$work/data', data) FROM vector_block WHERE kb = $1 AND block = $b" > "$work/n"
		block "$n" "$2"
	done
}

{
	rows
	sql "SELECT id, uuid FROM element" | tr '|' ' ' > "$work/uuids"
	sql "SELECT id, dim FROM kb" | tr '|' ' ' | while read -r id dim; do
		fulltext "$id"
		packed "$id" "$dim"
	done
} > "$work/all"
sort "$work/all"
