#!/bin/sh
# SPDX-License-Identifier: MIT
# What other tools write: LucusRAG's caches, JSON lines with ids of their own, SCIP indexes.
. "$(dirname "$0")/lib.sh"

edges() {
	sqlite3 "$1" "SELECT s.name || ' ' || k.name || ' ' || coalesce(d.name, '?') || ' ' || q.name || ' ' || g.reason
		FROM edge g JOIN element s ON s.id = g.src LEFT JOIN element d ON d.id = g.dst JOIN edge_kind k ON k.id = g.kind
		JOIN edge_grade q ON q.id = g.grade WHERE g.kind > 0 ORDER BY 1"
}

# ---- a cache of LucusRAG ----

mkdir -p project/cache/results_ast project/cache/other
cat > project/cache/progress.json <<'END'
{"timestamp": "20260101_120000", "processed_elements": [], "processed_files": [], "failed_elements": []}
END
cat > project/cache/results_ast/a.json <<'END'
{
  "type": "function", "name": "shop.till.total", "docstring": "Sum up.",
  "code": "def total(book):\n    return price(book)\n", "file_path": "shop/till.py",
  "parameters": [{"name": "book", "type": "Book", "default": null}], "return_type": null, "decorators": [],
  "dependencies": ["shop.goods"], "base_classes": [], "methods": [], "calls": ["shop.goods.price"],
  "assignments": [], "explanation": null, "is_async": false, "mood": {"happy": true}
}
END
cat > project/cache/results_ast/b.json <<END
{"type": "function", "name": "shop.goods.price", "docstring": "", "code": "def price(book):\n    return 1\n",
 "file_path": "$tmp/project/shop/goods.py"}
END
printf '{"type": "class", "name": "x.Y"' > project/cache/results_ast/c.json
printf '{"name": "x.Y", "file_path": "x.py"}' > project/cache/results_ast/d.json
printf '{"type": "class", "name": "not.Read", "file_path": "x.py"}' > project/cache/other/e.json

run "$LUCUS" ingest-ast --db rag.db project/cache
is 'a cache with broken files ends with status 3' "$status" 3
is 'each broken file has a record' "$(printf '%s\n' "$out" |
	jq -r 'select(.record == "error") | "\(.file) \(.line)"')" "project/cache/results_ast/c.json 1
project/cache/results_ast/d.json 1"
like 'which says why' "$out" '"reason":"field .type. is missing or empty"'
is 'the others are stored, and nothing else' "$(sqlite3 rag.db 'SELECT name FROM element ORDER BY 1')" \
	"shop.goods.price
shop.till.total"
# UUID v5 of "function:shop.till.total:shop/till.py" in the URL namespace
is 'ids are those of LucusRAG' "$(sqlite3 rag.db "SELECT uuid FROM element WHERE name = 'shop.till.total'")" \
	857bf3f6-cf53-5c62-8b3d-90d7cdde6e24
is 'paths are relative, the language is that of the file' \
	"$(sqlite3 rag.db "SELECT f.path, e.language FROM element e JOIN file f ON f.id = e.file ORDER BY 1")" \
	'shop/goods.py|python
shop/till.py|python'
is 'unknown fields travel along' "$(printf '%s\n' "$out" | jq -c 'select(.name == "shop.till.total") | .mood')" \
	'{"happy":true}'
is 'calls become edges' "$(edges rag.db | grep CALLS)" 'shop.till.total CALLS shop.goods.price exact import'
rm project/cache/results_ast/[cd].json project/cache/progress.json
ok '--from lucusrag needs no progress.json' "$LUCUS" ingest-ast --from lucusrag --db rag.db project/cache
is 'the same elements' "$(field elements) $(field rejected)" '2 0'
ok 'nor more than one of its folders' "$LUCUS" ingest-ast --from lucusrag --db rag2.db project/cache/results_ast
is 'with as many elements' "$(field elements)" 2
nok 'a folder without results' "$LUCUS" ingest-ast --from lucusrag --db rag3.db project/cache/other

# ---- JSON lines with ids, and links, of another tool ----

cat > other.jsonl <<'END'
{"id": "a.zap::main", "type": "function", "name": "main", "file_path": "a.zap", "calls": ["helper"], "start_line": 3, "links": [{"kind": "CALLS", "name": "helper", "line": 3, "target": "b.zap::helper/2"}, {"kind": "DEPENDS_ON", "name": "Config", "target": "b.zap::Config"}, {"kind": "CALLS", "target": "nowhere"}]}
{"id": "b.zap::helper/2", "type": "function", "name": "helper", "file_path": "b.zap", "start_line": 1}
{"id": "c.zap::helper", "type": "function", "name": "helper", "file_path": "c.zap"}
{"id": "b.zap::Config", "type": "class", "name": "Config", "file_path": "b.zap", "base_classes": ["Base"], "start_line": 5, "links": [{"kind": "INHERITS_FROM", "name": "Base", "target": "c.zap::Base"}]}
{"id": "c.zap::Base", "type": "class", "name": "Base", "file_path": "c.zap"}
END
ok 'elements of another tool' "$LUCUS" ingest-ast --db other.db other.jsonl
cp "$tmp.out" nodes.jsonl
is 'edges go where the links say' "$(edges other.db)" "Config INHERITS_FROM Base exact given
main CALLS ? unresolved $(sqlite3 other.db "SELECT reason FROM edge WHERE dst = 0")
main CALLS helper exact given
main DEPENDS_ON Config exact given"
is 'ids are kept' "$(jq -r 'select(.record == "node") | .id' nodes.jsonl | sort | tr '\n' ' ')" \
	'a.zap::main b.zap::Config b.zap::helper/2 c.zap::Base c.zap::helper '
is 'and are the targets of edges' "$(jq -r '.edges[]? | select(.name == "helper").target' nodes.jsonl)" 'b.zap::helper/2'
ok 'node records come back' "$LUCUS" ingest-ast --db again.db nodes.jsonl
same_store 'as they were' other.db again.db
"$LUCUS" embed --db other.db < nodes.jsonl > vectors.jsonl
is 'vectors have their ids' "$(jq -r 'select(.record == "embedding").id' vectors.jsonl | sort | head -n 1)" a.zap::main
"$LUCUS" index --db other.db < vectors.jsonl > index.out
is 'index takes them' "$(jq -c '[.stage, .rejected]' index.out)" '["index",0]'
ok 'query' "$LUCUS" query --db other.db Config
like 'gives them' "$out" '"id":"b.zap::Config"'
printf '%s\n' '{"type": "f", "name": "x", "file_path": "x", "links": [{"kind": "LIKES", "target": "y"}]}' > bad.jsonl
run "$LUCUS" ingest-ast --db bad.db bad.jsonl
like 'a link of no kind is rejected' "$out" "'links.kind' is 'LIKES'"

# ---- a SCIP index ----

writer=$(dirname "$LUCUS")/tests/test_scip
[ -x "$writer" ] || skip_all "$writer was not built"
mkdir -p code/.git
cat > code/goods.py <<'END'
class Base:
    def price(self):
        return 1

def price(x):
    return x
END
cat > code/till.py <<'END'
from goods import Base as B
import goods

class Book(B):
    def total(self, other):
        s = 'é🚀'; a = other.price()
        f = goods.price
        return a + other.price()

def ring(x):
    return x.total()
END
"$writer" --write code/index.scip
ok 'sync before' "$LUCUS" sync code --db scip.db
unlike 'lucus alone does not know whose price it is' "$(edges scip.db)" 'total CALLS goods.Base.price exact'
ok 'a SCIP index' "$LUCUS" ingest-ast --db scip.db code/index.scip
want='till DEPENDS_ON goods exact scip-test
till DEPENDS_ON goods.Base exact scip-test
till.Book INHERITS_FROM goods.Base exact scip-test
till.Book.total CALLS goods.Base.price exact scip-test
till.Book.total DEPENDS_ON goods.price exact scip-test
till.ring CALLS ? unresolved scip-test'
is 'its edges are exact, and ours give way' "$(edges scip.db)" "$want"
is 'elements are those of sync' "$(field added) $(field removed) $(field elements)" '0 0 8'
ok 'sync after' "$LUCUS" sync code --db scip.db
is 'keeps them' "$(edges scip.db)" "$want"
ok 'a new store, with --from and --root' "$LUCUS" ingest-ast --db new.db --from scip --root code code/index.scip
"$LUCUS" sync code --db new.db > new.out
same_store 'is the same after a sync' scip.db new.db
ok 'the pipeline' sh -c '"$1" ingest-ast --root code code/index.scip --db from.db | "$1" ingest-ast --summary --db piped.db' - "$LUCUS"
is 'carries what the index says' "$(edges piped.db)" "$want"
ok 'indexes can be forgotten' "$LUCUS" ingest-ast --forget-indexes --summary code --db new.db
"$LUCUS" sync -q code --db new.db > new.out
"$LUCUS" sync -q code --db clean.db > clean.out
same_store 'then all is as without them' new.db clean.db
like 'and the resolver speaks of what the index had outside' "$(edges new.db)" '^till.ring CALLS till.Book.total unique'

# Lines that came in the middle: what stands where the index says counts, the rest does not.
sed -i '6i\        # more' code/till.py
ok 'sync of lines that moved' "$LUCUS" sync code --db scip.db
like 'takes what is said of other files' "$(edges scip.db)" '^till DEPENDS_ON goods exact import'
ok 'the old index again' "$LUCUS" ingest-ast --db scip.db --summary code/index.scip
is 'says what still is there' "$(edges scip.db | grep scip-test)" "$(printf '%s\n' "$want" | head -n 3)"
rm clean.db*
"$LUCUS" sync -q code --db clean.db > clean.out
"$LUCUS" ingest-ast --summary --db clean.db code/index.scip > clean.out
"$LUCUS" sync -q code --db clean.db > clean.out
"$LUCUS" sync -q code --db scip.db > clean.out
same_store 'as in a store that never had it otherwise' scip.db clean.db
sed -i '6d' code/till.py
ok 'the lines as they were' "$LUCUS" sync code --db scip.db
ok 'and the index' "$LUCUS" ingest-ast --db scip.db --summary code/index.scip
is 'are as they were' "$(edges scip.db)" "$want"

echo '# a comment' >> code/till.py
ok 'sync of a changed file' "$LUCUS" sync code --db scip.db
unlike 'forgets what the index said of it' "$(edges scip.db)" 'scip'

head -c 200 code/index.scip > code/cut.scip
run "$LUCUS" ingest-ast --db cut.db --from scip code/cut.scip
isnt 'a cut index' "$status" 0
like 'is rejected with the reason' "$out$err" 'not a SCIP index, or cut off'
echo 'hello' > text.scip
nok 'text is no index' "$LUCUS" ingest-ast --db cut.db text.scip
mkdir -p far/.git
"$writer" --write far/index.scip
ok 'an index without its sources' "$LUCUS" ingest-ast --db far.db far/index.scip
is 'gives elements of symbols' "$(field elements) $(field parsed)" '8 0'
like 'and their edges' "$(edges far.db)" '^till.Book.total CALLS goods.Base.price exact scip-test$'

done_testing
