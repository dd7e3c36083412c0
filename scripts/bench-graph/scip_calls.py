#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print what each call of a tree calls, by a SCIP index, as compare.py reads it.

usage: scip_calls.py TREE INDEX.scip [ALIASES]

An index says what names mean, not which of them are called: a call is an occurrence behind which a list of arguments
begins. Symbols of the packages that the index defines, which it does not define, are unknown to it. ALIASES is what
aliases.js prints: it goes before the index. How many calls it told is printed on stderr.
"""
import collections
import os
import re
import sys

DEFINITION = 1
PYTHON = (".py", ".pyi")

Occurrence = collections.namedtuple("Occurrence", "line begin end symbol roles")


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def members(data):
    """Number and value of each field of a protobuf message: integers, and bytes of what has a length."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        wire = tag & 7
        if wire == 0:
            value, at = varint(data, at)
        elif wire == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            size = {1: 8, 5: 4}[wire]
            value, at = data[at:at + size], at + size
        yield tag >> 3, value


def numbers(value):
    if isinstance(value, int):
        return [value]
    out, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        out.append(number)
    return out


def read_occurrence(data):
    span, symbol, roles = [], "", 0
    for field, value in members(data):
        if field == 1:
            span += numbers(value)
        elif field == 2:
            symbol = value.decode()
        elif field == 3:
            roles = value
    if len(span) != 3:  # what goes over several lines is no name
        return None
    return Occurrence(span[0], span[1], span[2], symbol, roles)


def read_index(path):
    """path of a document -> its occurrences; the symbols of locals begin with that path."""
    out = {}
    with open(path, "rb") as file:
        data = file.read()
    for field, document in members(data):
        if field != 2:
            continue
        name, found = "", []
        for inner, value in members(document):
            if inner == 1:
                name = value.decode()
            elif inner == 2:
                found.append(read_occurrence(value))
        out[name] = [o._replace(symbol=name + " " + o.symbol) if o.symbol.startswith("local ") else o
                     for o in found if o]
    return out


def package(symbol):
    return tuple(symbol.split(" ")[:4])


class Text:
    """The lines of one file, and what stands around a name."""

    def __init__(self, tree, path):
        with open(os.path.join(tree, path), encoding="utf8", errors="replace") as file:
            self.lines = file.read().split("\n")
        self.python = path.endswith(PYTHON)

    def name(self, o):
        return self.lines[o.line][o.begin:o.end] if o.line < len(self.lines) else ""

    def behind(self, o):
        return "\n".join([self.lines[o.line][o.end:]] + self.lines[o.line + 1:o.line + 8])

    def is_call(self, o):
        rest = self.behind(o)
        if self.python:
            return rest.lstrip(" \t").startswith("(") and not re.search(r"\b(def|class)\s+$", self.before(o))
        rest = re.sub(r"^\s*(!|\?\.)?\s*", "", rest)
        if rest.startswith("<"):
            rest = behind_angles(rest)
        return rest.startswith("(") and not self.is_method(o, rest)

    def before(self, o):
        return self.lines[o.line][:o.begin]

    def is_method(self, o, rest):
        """JavaScript and TypeScript: does the list of arguments belong to a definition?"""
        before = self.before(o)
        if re.search(r"\bfunction\b\s*\*?\s*$", before):
            return True
        words = r"(async|get|set|static|public|private|protected|override|readonly|abstract|declare|\*)"
        if not re.match(r"\s*(%s\s*)*$" % words, before):
            return False
        return re.match(r"\s*(:[^;=\n]*)?\{", behind_round(rest)) is not None


def behind_angles(text):
    """What follows type arguments; empty when these are none."""
    depth = 0
    for i, c in enumerate(text):
        if c == "<":
            depth += 1
        elif c == ">" and text[i - 1] != "=":
            depth -= 1
            if not depth:
                return text[i + 1:].lstrip()
        elif c == ";":
            break
    return ""


def behind_round(text):
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if not depth:
            return text[i + 1:]
    return ""


class Calls:
    def __init__(self, tree, index, aliases=None):
        self.tree, self.index, self.aliases, self.texts, self.told = tree, index, aliases or {}, {}, 0
        self.places = collections.defaultdict(list)  # symbol -> where it is defined
        for path, found in index.items():
            for o in found:
                if o.roles & DEFINITION:
                    self.places[o.symbol].append((path, o))
        self.packages = {package(s) for s in self.places if " local " not in s}

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = Text(self.tree, path)
        return self.texts[path]

    def named(self, place):
        return self.text(place[0]).name(place[1])

    def answer(self, path, name, symbols):
        """kind and the places of the definitions that are called."""
        # what has a class in a function is a local symbol with something behind it
        known = {s if s in self.places else re.sub(r"^(.* local \d+).+", r"\1", s) for s in symbols}
        defined = [s for s in sorted(known) if s in self.places]
        if self.text(path).python and not defined and all(" local " in s for s in symbols):
            return "unseen", []  # pyright does not go there: code for other platforms and versions
        if not defined:
            own = any(package(s) in self.packages for s in symbols if " local " not in s)
            return ("unknown" if own else "ext"), []
        names = {self.named(self.places[s][0]) for s in defined}
        if self.text(path).python and name not in names | {"self"} and "self" not in names:
            # scip-python takes one symbol for another now and then: only an alias has another name
            if not any(re.search(r"\bas\s+%s\b" % re.escape(name), line) for line in self.text(path).lines):
                return "unknown", []
        kind = "local" if any(" local " in s for s in defined) else "func"
        return kind, [p for s in defined for p in self.places[s]]

    def print_document(self, path):
        at, definitions = collections.defaultdict(set), set()
        for o in self.index[path]:
            place = o._replace(symbol="", roles=0)
            if o.roles & DEFINITION:
                definitions.add(place)
            else:
                at[place].add(o.symbol)
        for place, symbols in sorted(at.items()):
            text = self.text(path)
            name = text.name(place)
            if place in definitions or not re.fullmatch(r"#?[\w$]+", name) or not text.is_call(place):
                continue
            alias = self.aliases.get((path, place.line, place.begin))
            if alias:
                self.told += 1
                print(path, place.line + 1, name, *alias[:2], "" if alias[2] == name else alias[2], sep="\t")
                continue
            kind, places = self.answer(path, name, symbols)
            # an alias is called what its target is; "self" stands for the name of what is assigned to it
            names = {self.named(p) for p in places} - {"self"}
            target = names.pop() if len(names) == 1 else ""
            print(path, place.line + 1, name, kind, " ".join("%s:%d" % (p, o.line + 1) for p, o in places),
                  "" if target == name else target, sep="\t")


def read_aliases(path):
    """(path, line, column) -> kind, places, name"""
    with open(path, encoding="utf8") as file:
        rows = [row.rstrip("\n").split("\t") for row in file]
    return {(row[0], int(row[1]), int(row[2])): row[3:] for row in rows}


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    index = read_index(sys.argv[2])
    calls = Calls(sys.argv[1], index, read_aliases(sys.argv[3]) if len(sys.argv) > 3 else None)
    for path in sorted(index):
        calls.print_document(path)
    if calls.aliases:
        print("scip_calls: %d calls of aliases" % calls.told, file=sys.stderr)


if __name__ == "__main__":
    main()
