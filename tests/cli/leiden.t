#!/bin/sh
# SPDX-License-Identifier: MIT
# Our Leiden beside igraph's, on graphs of many kinds and on those of a store: modularity within 1% of the best of three
# runs of it.
. "$(dirname "$0")/lib.sh"

ours=$(dirname "$LUCUS")/bench/leiden
[ -x "$ours" ] || skip_all 'make tests builds it'
python=
for p in python3 /usr/bin/python3; do
	"$p" -c 'import igraph' 2> /dev/null && python=$p
done
[ "$python" ] || skip_all 'python has no igraph'

tree t
many t 60 6
"$LUCUS" sync -q t --db t.db > sync.out
sqlite3 t.db > store <<'SQL'
.mode list
.separator " "
WITH f AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS at FROM element)
SELECT s.at, d.at, g.count FROM edge_in g JOIN f s ON s.id = g.src JOIN f d ON d.id = g.dst WHERE s.at <> d.at UNION ALL
SELECT p.at, c.at, 1 FROM element e JOIN f c ON c.id = e.id JOIN f p ON p.id = e.parent;
SQL

cat > oracle.py <<'EOP'
import random, subprocess, sys
import igraph
random.seed(7)
igraph.set_random_number_generator(random)

def planted(n, k, inside, outside):
    return [(i, j, random.randint(1, 100)) for i in range(n) for j in range(i)
            if random.random() < (inside if i % k == j % k else outside)]

def modularity(ties, part, resolution):
    total = 2 * sum(w for _, _, w in ties)
    strength, inside = {}, 0
    for a, b, w in ties:
        for v in (a, b):
            strength[part[v]] = strength.get(part[v], 0) + w
        if part[a] == part[b]:
            inside += 2 * w
    return inside / total - resolution * sum((x / total) ** 2 for x in strength.values())

def plain(g):
    return [(a, b, 1) for a, b in g.get_edgelist()]

graphs = {
    'karate': plain(igraph.Graph.Famous('Zachary')),
    'planted': planted(400, 8, .2, .02),
    'grid': plain(igraph.Graph.Lattice([40, 40], circular=False)),
    'preferential': [(a, b, random.randint(1, 50)) for a, b in igraph.Graph.Barabasi(3000, 3).get_edgelist()],
    'tree': [(i, (i - 1) // 3, 1) for i in range(1, 2000)],
    'cliques': [(c * 6 + i, c * 6 + j, 1) for c in range(40) for i in range(6) for j in range(i)] +
               [(c * 6, (c * 6 + 7) % 240, 1) for c in range(40)],
    'store': [tuple(map(int, line.split())) for line in open('store')],
}
for resolution in (1, 4):
    for name, ties in graphs.items():
        g = igraph.Graph(edges=[t[:2] for t in ties])
        best = max(modularity(ties, g.community_leiden(objective_function='modularity', weights=[t[2] for t in ties],
                   resolution_parameter=resolution, n_iterations=2).membership, resolution) for _ in range(3))
        out = subprocess.run([sys.argv[1], '-v', str(resolution)], input='\n'.join('%d %d %d' % t for t in ties),
                             capture_output=True, text=True, check=True).stdout.split('\n')
        found, part = float(out[0].split()[0]), [int(x) for x in out[1:] if x]
        same = abs(modularity(ties, part, resolution) - found) < 1e-5
        print('%s %s %s %.5f %.5f' % (name, resolution, 'ok' if same and found >= best - .01 * abs(best) else 'no', found, best))
EOP
"$python" oracle.py "$ours" > found.out || fail 'the oracle runs'
while read -r name resolution verdict found best; do
	is "$name, resolution $resolution: $found beside $best" "$verdict" ok
done < found.out
is 'all graphs' "$(wc -l < found.out)" 14
done_testing
