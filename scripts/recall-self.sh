#!/bin/sh
# SPDX-License-Identifier: MIT
# Of Python's calls `self.x(...)` and `cls.x(...)` in a class whose method x is visible, how many have one target?
# Python's own parser finds the calls, the class around them, and its bases by their names and the imports of the
# file, as far as they stand in the tree and each means one class; a method is visible when one of them has a `def`
# of it. A call counts as resolved when its caller has an exact or unique edge for it. Prints all calls of this form,
# those with a visible method, and how many of these are resolved.
# Usage: scripts/recall-self.sh DIR [MISSES]     MISSES: a file that gets PATH:LINE CLASS METHOD
set -eu

[ $# -ge 1 ] && [ -d "$1" ] || {
	echo "usage: scripts/recall-self.sh DIR [MISSES]" >&2
	exit 2
}
case ${B-build} in /*) lucus=$B/lucus ;; *) lucus=$(cd "$(dirname "$0")/.." && pwd)/${B-build}/lucus ;; esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$lucus" sync --db "$tmp/db" "$1" > /dev/null
sqlite3 -batch -separator ' ' "$tmp/db" "
SELECT s.name, g.name, q.name FROM edge g JOIN edge_kind k ON k.id = g.kind JOIN edge_grade q ON q.id = g.grade
 JOIN element s ON s.id = g.src
 WHERE k.name = 'CALLS' AND s.language = 'python' AND (g.name LIKE 'self.%' OR g.name LIKE 'cls.%')" > "$tmp/edges"
python3 - "$1" "$tmp/edges" "${2-/dev/null}" << 'EOF'
import ast, os, sys

root, edges, misses = sys.argv[1:]
classes, imports, calls = {}, {}, []


class Reader(ast.NodeVisitor):
    def __init__(self, path):
        self.path, self.scope, self.cls = path, [], None

    def visit_ClassDef(self, n):
        was, self.cls = self.cls, n.name
        bases = [getattr(b, "id", None) or getattr(b, "attr", "?") for b in n.bases]
        own = {f.name for f in n.body if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))}
        classes.setdefault(n.name, []).append((self.path, bases, own))
        self.inside(n)
        self.cls = was

    def inside(self, n):
        self.scope.append(n.name)
        self.generic_visit(n)
        self.scope.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = inside

    def visit_ImportFrom(self, n):
        for a in n.names:
            imports[self.path, a.asname or a.name] = (n.module or "").replace(".", os.sep), a.name

    def visit_Call(self, n):
        f = n.func
        of = getattr(getattr(f, "value", None), "id", None) if isinstance(f, ast.Attribute) else None
        if self.cls and of in ("self", "cls"):
            calls.append((self.path, n.lineno, ".".join(self.scope), self.cls, of + "." + f.attr))
        self.generic_visit(n)


def visible(path, name, method, seen):
    """Does the class define the method, or one of its bases that are known by name?"""
    found = [c for c in classes.get(name, []) if c[0] == path]
    if not found:
        module, name = imports.get((path, name), ("", name))
        found = classes.get(name, [])
        ends = module + ".py", os.path.join(module, "__init__.py")
        found = [c for c in found if module and c[0].endswith(ends)] or found
    if len(found) != 1 or (found[0][0], name) in seen:
        return False
    file, bases, own = found[0]
    return method in own or any(visible(file, b, method, seen | {(file, name)}) for b in bases)


for folder, _, files in os.walk(root):
    for file in sorted(files):
        path = os.path.join(folder, file)
        if file.endswith(".py"):
            try:
                with open(path, encoding="utf-8") as f:
                    Reader(path).visit(ast.parse(f.read()))
            except (SyntaxError, UnicodeDecodeError):
                pass

one = set()
for line in open(edges):
    caller, callee, grade = line.split()
    if grade in ("exact", "unique"):
        one.add((caller, callee))
total = hit = 0
with open(misses, "w") as out:
    for path, line, scope, cls, callee in calls:
        if not visible(path, cls, callee.split(".")[1], set()):
            continue
        total += 1
        module = os.path.relpath(path, root)[:-3].replace(os.sep, ".")
        module = module[:-9] if module.endswith(".__init__") else "" if module == "__init__" else module
        if ((module + "." if module else "") + scope, callee) in one:
            hit += 1
        else:
            print("%s:%d %s %s" % (path, line, cls, callee), file=out)
print("calls %d visible %d resolved %d recall %.4f" % (len(calls), total, hit, hit / total if total else 1))
EOF
