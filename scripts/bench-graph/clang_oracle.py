#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What clang++ says that each call of a C++ tree calls.

usage: clang_oracle.py TREE OUT.tsv [--dir DIR]... [--file FILE]... [--flags FLAGS] [--skip RE] [--std STD]

Compiles the sources below each --dir (default: all of TREE) and each --file with `clang++ -fsyntax-only`, and reads the tree
that -ast-dump prints. Files that do not compile are left out and told on stderr; so are those whose path matches --skip. TREE is
not changed.

A row of OUT is a call as it stands in a file of TREE, its fields parted by tabs:
    file  line  name  kind  target
`name` is what is called, without what qualifies it; `kind` is func (functions and methods), ctor (an object of a class that is
written with its name: "T x(1)", "T{1}", "new T", a base in a list of initialisers), ext (the target is outside of TREE) or
unknown (a pointer to a function, a name of a template that nothing instantiates). `target` is FILE:LINE of the function's
definition in TREE, of its declaration where there is no definition, of the class where a constructor is generated; empty
unless kind is func or ctor. What a template calls is told by its instantiations; the target is the template. Operators, conversions
and whatever else is called without its name are left out.

A call in a macro's body stands where the body is written, and once more, for the function that the macro is used in, on the
last line of that function before it.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys

SOURCES = (".cc", ".cpp", ".cxx", ".c++")
LOCATION = r"(?:<invalid sloc>|<built-in>:\d+:\d+|<scratch space>:\d+:\d+|<command line>:\d+:\d+|[^<>,]*?\d+:\d+(?::\d+)?|col:\d+)"
NODE = re.compile(r"(\w+) (0x[0-9a-f]+)((?: parent 0x[0-9a-f]+)?(?: prev 0x[0-9a-f]+)?) <(" + LOCATION + r")(?:, (" + LOCATION +
                  r"))?>(.*)")
ARGUMENT = re.compile(r"TemplateArgument <(" + LOCATION + r")(?:, (" + LOCATION + r"))?>")
FUNCTIONS = {"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl", "CXXConversionDecl"}
CLASSES = {"CXXRecordDecl", "ClassTemplateSpecializationDecl", "ClassTemplatePartialSpecializationDecl"}
CALLS = {"CallExpr", "CXXMemberCallExpr", "CXXOperatorCallExpr", "UserDefinedLiteral", "CUDAKernelCallExpr"}
CONSTRUCTS = {"CXXConstructExpr", "CXXTemporaryObjectExpr"}
WRAPPERS = {"ImplicitCastExpr", "ParenExpr", "ExprWithCleanups", "CXXBindTemporaryExpr", "MaterializeTemporaryExpr", "ConstantExpr",
            "SubstNonTypeTemplateParmExpr", "CXXStaticCastExpr"}
REFERENCE = re.compile(r" (Function|CXXMethod|CXXConversion|CXXDestructor) (0x[0-9a-f]+) '([^']*)'")
MEMBER = re.compile(r"(?:->|\.)([~\w]+)(?: [^']*)? (0x[0-9a-f]+)\s*(?:non_odr_use_\w+)?$")
NAME = re.compile(r"(?:line:\d+:\d+|col:\d+|\S+:\d+:\d+|<invalid sloc>|<scratch space>:\d+:\d+|<built-in>:\d+:\d+)"
                  r"((?: (?:implicit|used|referenced|invalid|constexpr))*) (.*)")


class Call:
    __slots__ = ("depth", "kind", "begin", "end", "function", "target", "name", "near")

    def __init__(self, depth, kind, begin, end, function, near):
        self.depth, self.kind, self.begin, self.end, self.function, self.near = depth, kind, begin, end, function, near
        self.target = self.name = None


class Unit:
    """One translation unit: declarations by their addresses, and calls."""

    def __init__(self, tree, cwd):
        self.tree, self.cwd = tree, cwd
        self.file, self.line = "", 0
        self.place, self.name, self.before, self.defined = {}, {}, {}, set()
        self.classes = {}  # qualified name -> place
        self.stack = []    # (depth, node kind, address, name, begin, end, place)
        self.calls, self.open = [], []
        self.near = {}     # function -> last (file, line) in its own text
        self.paths = {}

    def path(self, name):
        if name not in self.paths:
            full = os.path.realpath(os.path.join(self.cwd, name))
            self.paths[name] = os.path.relpath(full, self.tree) if full.startswith(self.tree + os.sep) else ""
        return self.paths[name]

    def locate(self, text):
        """(file, line) of a location, which is printed as what differs from the one before; None: none."""
        if text is None or text.startswith("<"):
            return None
        if text.startswith("col:"):
            return self.file, self.line
        file, line, _ = text.rsplit(":", 2)
        self.line = int(line)
        if file != "line":
            self.file = self.path(file)
        return self.file, self.line

    def read(self, stream):
        for raw in stream:
            depth = 0
            while raw[depth:depth + 1] in "|`- " and depth < len(raw):
                depth += 1
            text = raw[depth:].rstrip("\n")
            m = NODE.match(text)
            if m:
                self.node(depth, m)
                continue
            m = ARGUMENT.match(text)
            if m:
                self.locate(m.group(1))
                self.locate(m.group(2))
            else:
                self.plain(depth, text)

    def plain(self, depth, text):
        """A line without a place: "CXXCtorInitializer 'Base'"."""
        self.leave(depth)
        self.stack.append((depth, text.split(" ", 1)[0], None, text, None, None, None))

    def leave(self, depth):
        while self.stack and self.stack[-1][0] >= depth:
            self.stack.pop()
        while self.open and self.open[-1].depth >= depth:
            self.open.pop()

    def function(self):
        for s in reversed(self.stack):
            if s[1] in FUNCTIONS and s[4] and s[5] and s[4][0] == s[5][0]:
                return s
        return None

    def node(self, depth, m):
        kind, address, related, begin, end, rest = m.groups()
        self.leave(depth)
        begin = self.locate(begin)
        end = self.locate(end) or begin
        place, name = None, ""
        if kind.endswith("Decl"):
            place, name = self.declaration(kind, address, related, rest)
        up = self.function()
        if up and begin and begin[0] == up[4][0] and up[4][1] <= begin[1] <= up[5][1]:
            self.near[up[2]] = begin
        if kind == "CompoundStmt" and self.stack and self.stack[-1][1] in FUNCTIONS:
            self.defined.add(self.stack[-1][2])
        if kind in CALLS:
            call = Call(depth, kind, begin, end, up, self.near.get(up[2]) if up else None)
            self.calls.append(call)
            self.open.append(call)
        elif kind in CONSTRUCTS:
            self.construct(depth, kind, rest, begin, end, up)
        elif self.open and kind not in WRAPPERS:
            self.callee(depth, kind, rest)
        self.stack.append((depth, kind, address, name, begin, end, place))

    def declaration(self, kind, address, related, rest):
        rest = rest.strip()
        m = re.match(LOCATION, rest)
        place = self.locate(m.group(0)) if m else None
        m = NAME.match(rest)
        words = m.group(2) if m else ""
        flags = m.group(1) if m else ""
        if kind in FUNCTIONS:
            name = words.split(" '", 1)[0]
            self.place[address], self.name[address] = place, name
            m = re.search(r"prev (0x[0-9a-f]+)", related)
            if m:
                self.before[address] = m.group(1)
            if "implicit" in flags:
                self.place[address] = next((s[6] for s in reversed(self.stack) if s[1] in CLASSES), None)
            return place, name
        if kind in CLASSES or kind in ("NamespaceDecl", "ClassTemplateDecl"):
            m = re.match(r"(?:(?:class|struct|union) )?(\w+)", words)
            name = m.group(1) if m else ""
            if kind in CLASSES and name and place and "implicit" not in flags:
                scope = [s[3] for s in self.stack if s[1] in CLASSES or s[1] == "NamespaceDecl"]
                key = "::".join([s for s in scope if s] + [name])
                if words.endswith("definition") or " definition" in words or key not in self.classes:
                    self.classes[key] = place
            return place, "" if " inline" in words and kind == "NamespaceDecl" else name
        return place, ""

    def callee(self, depth, kind, rest):
        """The first node below a call, casts aside, says what is called."""
        call = self.open[-1]
        if call.name is not None or call.depth >= depth:
            return
        call.name = ""
        if kind in ("DeclRefExpr", "MemberExpr"):
            m = REFERENCE.search(rest)
            if m:
                call.target, call.name = m.group(2), m.group(3)
                return
            m = MEMBER.search(rest)
            if m:
                call.target, call.name = m.group(2), m.group(1)
                return
            m = re.search(r"'(\w+)'", rest)
            call.name = m.group(1) if m else ""
        elif kind in ("UnresolvedLookupExpr", "UnresolvedMemberExpr", "CXXDependentScopeMemberExpr", "DependentScopeDeclRefExpr"):
            m = re.search(r"(?:'|->|\.)(\w+)'?(?= |$)", rest)
            call.name = m.group(1) if m else ""

    def construct(self, depth, kind, rest, begin, end, up):
        i = len(self.stack) - 1
        while i >= 0 and self.stack[i][1] in WRAPPERS:
            i -= 1
        above = self.stack[i] if i >= 0 else None
        if kind != "CXXTemporaryObjectExpr" and not (above and (
                above[1] in ("CXXFunctionalCastExpr", "CXXNewExpr", "CXXCtorInitializer") or
                above[1] == "VarDecl")):
            return
        m = re.match(r" '([^']*)'(?::'([^']*)')?", rest)
        if not m:
            return
        call = Call(depth, "ctor", begin, end, up, self.near.get(up[2]) if up else None)
        if above and above[1] in ("VarDecl", "CXXNewExpr", "CXXFunctionalCastExpr") and above[4]:
            call.begin = above[4]
        call.name = m.group(1)
        call.target = m.group(2) or m.group(1)
        self.calls.append(call)


def strip_type(text):
    text = re.sub(r"^(?:(?:const|volatile|struct|class|union|typename) )*", "", text)
    out, depth = [], 0
    for c in text:
        depth += c == "<"
        if not depth:
            out.append(c)
        depth -= c == ">"
    return "".join(out).rstrip(" &*").split("[")[0].strip()


class Tree:
    def __init__(self, root):
        self.root, self.text = root, {}
        self.rows = {}
        self.defined = {}  # what one file declares, another may define

    def lines(self, file):
        if file not in self.text:
            with open(os.path.join(self.root, file), encoding="utf8", errors="replace") as fh:
                self.text[file] = fh.read().split("\n")
        return self.text[file]

    def line_of(self, file, name, first, last, ctor):
        """The line in [first, last] where `name` stands before what it is called with."""
        lines = self.lines(file)
        for n in range(first, min(max(last, first), first + 60) + 1):
            text = lines[n - 1] if n <= len(lines) else ""
            text += " " + (lines[n] if n < len(lines) else "")
            for m in re.finditer(r"(?<![\w~])" + re.escape(name) + r"(?!\w)", text):
                if m.start() > len(lines[n - 1]):
                    break
                after = text[m.end():].lstrip()
                if after[:1] in ("(", "<") or (ctor and (after[:1] == "{" or re.match(r"\w+\s*[({]", after))):
                    return n
        return None

    def add(self, unit):
        """Rows of a unit."""
        first = {}

        def root(a):
            seen = []
            while a in unit.before:
                seen.append(a)
                a = unit.before[a]
            return a

        for a in unit.defined:
            p = unit.place.get(a)
            r = root(a)
            if p and p[0]:
                first.setdefault(r, p)
        by_place = {}  # what is instantiated stands where its template does
        for a, p in unit.place.items():
            r = root(a)
            if p and p[0] and r in first and (first[r] != p or (p[0], p[1], unit.name[a]) not in by_place):
                by_place[p[0], p[1], unit.name[a]] = first[r]
        self.defined.update((k, p) for k, p in by_place.items() if p != k[:2])
        for c in unit.calls:
            if not c.begin or not c.name and not c.target:
                continue
            if c.kind == "ctor":
                self.add_ctor(unit, c)
                continue
            if c.name.startswith(("operator", "~")):
                continue
            kind, target = "unknown", ""
            if c.target in unit.place:
                p = unit.place[c.target]
                kind = "ext"
                if p and p[0]:
                    p = by_place.get((p[0], p[1], unit.name[c.target])) or first.get(root(c.target)) or p
                    kind, target = "func", "%s:%d" % p
            self.put(c, c.name, kind, target, False)

    def add_ctor(self, unit, c):
        key = strip_type(c.target)
        simple = strip_type(c.name).split("::")[-1]
        place = unit.classes.get(key) or unit.classes.get(strip_type(c.name))
        if not place:
            return
        kind, target = ("ctor", "%s:%d" % place) if place[0] else ("ext", "")
        self.put(c, simple, kind, target, True)

    def put(self, c, name, kind, target, ctor):
        f = c.function
        outside = f and (c.begin[0] != f[4][0] or not f[4][1] <= c.begin[1] <= f[5][1])
        last = c.end[1] if c.end and c.end[0] == c.begin[0] else c.begin[1]
        if c.begin[0]:
            n = self.line_of(c.begin[0], name, c.begin[1], last, ctor)
            if n:
                self.row(c.begin[0], n, name, kind, target)
            elif not outside and not ctor and kind == "func":
                outside = bool(f)  # within another macro's arguments
                return
        if outside and c.near and c.near[0]:
            self.row(c.near[0], c.near[1], name, kind, target)

    def row(self, file, line, name, kind, target):
        self.rows.setdefault((file, line, name), set()).add((kind, target))

    def definition(self, target, name):
        if not target:
            return target
        file, line = target.rsplit(":", 1)
        return "%s:%d" % self.defined.get((file, int(line), name), (file, int(line)))

    def write(self, out):
        with open(out, "w", encoding="utf8") as fh:
            for (file, line, name), found in sorted(self.rows.items()):
                known = {(kind, self.definition(target, name)) for kind, target in found if kind != "unknown"}
                for kind, target in sorted(known or found):
                    print(file, line, name, kind, target, sep="\t", file=fh)


def sources(a, tree):
    found = [os.path.join(tree, f) for f in a.file or ()]
    for d in a.dir or ([] if a.file else ["."]):
        for base, dirs, files in os.walk(os.path.join(tree, d)):
            dirs.sort()
            found += [os.path.join(base, f) for f in sorted(files) if f.endswith(SOURCES)]
    found = [os.path.relpath(f, tree) for f in found]
    return [f for f in dict.fromkeys(found) if not (a.skip and re.search(a.skip, f))]


def main():
    ap = argparse.ArgumentParser(usage=__doc__)
    ap.add_argument("tree")
    ap.add_argument("out")
    ap.add_argument("--dir", action="append")
    ap.add_argument("--file", action="append")
    ap.add_argument("--flags", default="")
    ap.add_argument("--skip", default="")
    ap.add_argument("--std", default="c++20")
    a = ap.parse_args()
    root = os.path.realpath(a.tree)
    tree, good, files = Tree(root), 0, sources(a, root)
    for f in files:
        args = ["clang++", "-std=" + a.std, "-fsyntax-only", "-w", "-fno-color-diagnostics", "-Xclang", "-ast-dump"]
        unit = Unit(root, root)
        p = subprocess.Popen(args + shlex.split(a.flags) + [f], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             encoding="utf8", errors="replace")
        unit.read(p.stdout)
        if p.wait() == 0:
            tree.add(unit)
            good += 1
        else:
            print("left out: %s" % f, file=sys.stderr)
    print("clang++: %d of %d files" % (good, len(files)), file=sys.stderr)
    tree.write(a.out)


if __name__ == "__main__":
    main()
