#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Definitions that universal-ctags finds in trees and lucus does not, each difference with its class.

usage: ctags.py [--list FILE] LUCUS TREE...

A tag is found when an element of its file has its name and holds its line. One that is not is put into the first class below that
fits: what lucus makes no elements of (by the kind that ctags gives), what ctags takes for a definition or names otherwise (by the
line), and last what is really missing. Prints for each language the tags of kinds that are elements, how many are missing and
their share, then the classes with their counts. FILE gets each tag that is not found: class, language, kind, place, name, line.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import tempfile

# Those whose files become elements.
LANGUAGES = ("python c cpp csharp javascript typescript tsx go java kotlin scala rust zig swift ruby php lua bash haskell"
             " elixir").split()
# Kinds of ctags that are no elements, whatever the language, and what they are.
VALUES = "fields, properties, variables and constants of functions and types"
KINDS = {
    "local": "variables of functions", "parameter": "parameters", "macroparam": "parameters", "tparam": "type parameters",
    "receiver": "receivers", "label": "labels", "heredoc": "here documents", "header": "included files", "define": VALUES,
    "field": VALUES, "member": VALUES, "variable": VALUES, "property": VALUES, "constant": VALUES, "externvar": VALUES,
    "anonMember": VALUES, "methodSpec": "methods of interfaces", "const": VALUES, "val": VALUES, "value": VALUES,
    "enumerator": "values of enumerations", "enumConstant": "values of enumerations", "accessor": VALUES, "constructor": "constructors of data",
    "package": "packages and namespaces", "namespace": "packages and namespaces", "packageName": "local names of imports",
    "import": "local names of imports", "alias": "local names of imports and aliases", "name": "local names of imports and aliases",
    "using": "local names of imports and aliases", "nsprefix": "prefixes", "unknown": "what is not told", "library": "required files",
    "describe": "examples of specifications", "context": "examples of specifications", "script": "sourced files",
    "module": "modules, which are files, and their declarations", "moduleName": "modules", "getter": VALUES, "setter": VALUES,
    "subst": "labels",
}


def word(name):
    return r"(?<!\w)" + re.escape(name) + r"(?!\w)"


def statement(tag, line):
    """C# and Java: a call or a creation that ctags takes for a method."""
    if "." in tag["name"] or tag["name"] in ("try", "catch", "synchronized", "switch", "if", "for", "while", "using", "extends"):
        return True
    head = re.sub(r"\b(get|set|add|remove|init)\s*\{", "", line.split(tag["name"], 1)[0]).strip()
    return not head or re.search(r"(=|\?|:|\(|\breturn|\bnew|\bawait|\bthrow|\.)$", head) is not None


def in_string(tag, line):
    head = line.split(tag["name"], 1)[0]
    return head.count('"') % 2 or head.count("'") % 2 or re.match(r"[<#]\s*\w", line) and "define" not in head


# Class, languages (empty: all), kinds (empty: all), and whether a tag that is not found is of it.
RULES = [
    ("what has no name", "", "", lambda t, line: re.match(r"__anon|AnonymousFunction|anonymous|<lambda>|\$anon", t["name"])),
    ("code in documentation", "", "", lambda t, line: t["documented"]),
    ("what ctags names by a part, or otherwise", "", "", lambda t, line: t["renamed"]),
    ("code in strings", "", "", lambda t, line: in_string(t, line)),
    ("arrays", "bash", "function", lambda t, line: t["name"].endswith("=")),
    ("functions of awk", "bash", "function", lambda t, line: re.match(r"function\s+\w+\s*\([^)]+\)", line)),
    ("names that macros make", "elixir", "", lambda t, line: t["name"] == "unquote"),
    ("macros without a body, as include guards", "c cpp", "macro", lambda t, line: re.match(r"#\s*define\s+\w+\s*(/[/*].*)?$", line) or
     re.match(r"#\s*define\s+\w+\s*\\$", line) and re.match(r"/\*.*\*/$", t["next"])),
    ("macros that are called, taken for functions", "c cpp", "function prototype",
     lambda t, line: re.fullmatch(r"[A-Z][A-Z0-9_]+", t["name"]) or
     (t["kind"] == "prototype" and re.match(r"[A-Z]{2,}\w*_\w+\(\w+\);", line))),
    ("macros that make functions, taken for these", "c cpp", "function prototype", lambda t, line: t["is_macro"]),
    ("operators that are deleted or declared", "cpp", "function prototype", lambda t, line: "operator" in t["name"]),
    ("macros behind the name of a class, taken for it", "cpp", "class struct",
     lambda t, line: re.search(r"\b(class|struct)\s+\w+\s+%s\b" % re.escape(t["name"]), line)),
    ("types that are announced, with a body where a preprocessor is told so", "c cpp", "struct union",
     lambda t, line: re.fullmatch(r"(struct|union)\s+%s" % re.escape(t["name"]), line) and re.match(r"#\s*if", t["next"])),
    ("type parameters", "csharp java kotlin scala", "class interface", lambda t, line: re.search(r"\bwhere\s", line)),
    ("statements that ctags takes for methods", "csharp java", "method function", statement),
    ("loop variables", "kotlin", "method", lambda t, line: re.search(r"\b(for|when)\s*\(|->|\bin\b", line)),
    ("unnamed companions", "kotlin", "object", lambda t, line: re.search(r"\bcompanion\s+object\s*(\{|:|$)", line)),
    ("variables that hold a lambda", "python", "function", lambda t, line: re.search(r"=\s*([\w.]+,\s*)*lambda\b", line)),
    ("variables that hold a closure", "php", "function",
     lambda t, line: re.search(r"\$%s\s*=\s*(static\s+)?function\b" % re.escape(t["name"]), line)),
    ("modules of other files", "rust", "module", lambda t, line: re.search(r"\bmod\s+\w+\s*;", line)),
    ("objects without a class", "javascript typescript tsx", "class", lambda t, line: not re.search(r"\bclass\b", line)),
    ("own names of functions that are values, which are seen in them alone", "javascript typescript tsx", "function",
     lambda t, line: re.search(r"([:=(,?]|\breturn)\s*(async\s+)?function\s*\*?\s*%s\b" % re.escape(t["name"]), line)),
    ("own names of classes that are values, which are seen in them alone", "javascript typescript tsx", "class",
     lambda t, line: re.search(r"([:=(,?]|\breturn)\s*class\s+%s\b" % re.escape(t["name"]), line)),
    ("what a module is as a whole, which is called default", "javascript typescript tsx", "function class",
     lambda t, line: t["name"] == "exports" and re.search(r"\bmodule\.exports\s*=", line)),
    ("second names of methods", "javascript typescript tsx", "method function",
     lambda t, line: re.search(r"\.%s\s*=\s*[\w$.]+;?$" % re.escape(t["name"]), line)),
    ("keywords and words of types", "javascript typescript tsx", "",
     lambda t, line: t["name"] in ("extends", "if", "for", "switch", "infer", "in", "of", "is", "function", "new", "as", "void", "with", "this", "true", "false",
                            "boolean")),
    ("parts that the grammar does not understand, which the record of the file tells", "javascript typescript tsx", "",
     lambda t, line: t["unparsed"]),
    ("methods of one object, by its name", "ruby", "singletonMethod", lambda t, line: re.search(r"\bdef\s+%s\." % re.escape(t["name"]), line)),
    ("names that are no definitions of functions", "lua", "function",
     lambda t, line: not re.search(r"\bfunction\s+([\w.:]*[.:])?%s\s*\(|%s[\]\"']*\s*=\s*function\b" % ((re.escape(t["name"].split(".")[-1].split(":")[-1]),) * 2),
                                   line)),
    ("functions in keys that are computed", "lua javascript typescript tsx", "function",
     lambda t, line: re.search(r"\[.*\]\s*=\s*(async\s+)?function\b", line)),
    ("definitions of operators, of which ctags names an operand", "haskell", "function type",
     lambda t, line: re.match(r"(data\s+|newtype\s+|type\s+)?%s\s+[:!#$%%&*+./<=>?@^|~-]+\s+[\w(]+[^=]*=" % re.escape(t["name"]), line)),
    ("keywords and types that ctags takes for names", "haskell", "",
     lambda t, line: t["name"] in "family instance class deriving infix infixl infixr import pattern foreign where".split() or t["kind"] == "function" and t["name"][0].isupper()),
    ("splices of Template Haskell", "haskell", "function", lambda t, line: re.match(r"(\$\()?%s\b.*''?[A-Z]" % re.escape(t["name"]), line)),
    ("fields of records", "haskell", "function", lambda t, line: t["in_type"]),
    ("records of Erlang", "elixir", "record", lambda t, line: True),
    ("parameters of a lambda", "kotlin", "method", lambda t, line: re.fullmatch(r"%s," % re.escape(t["name"]), line)),
    ("objects that new Function makes", "javascript typescript tsx", "function", lambda t, line: "new Function(" in line),
    ("functions that are called by way of apply or call", "javascript typescript tsx", "method function",
     lambda t, line: re.search(r"\.%s\.(apply|call)\(" % re.escape(t["name"]), line)),
    ("names that their line does not have", "kotlin java csharp javascript typescript tsx", "", lambda t, line: simple(t["name"]).strip("`") not in line),
]


def simple(name):
    return re.split(r"[.:#]", name)[-1] or name


def same_name(element, tag):
    own, other = element["name"], tag["name"].strip("{ ").replace("operator ", "operator")
    return simple(own).strip("`") == simple(other).strip("`") or own.endswith(("." + other, ":" + other))


class Tree:
    def __init__(self, lucus, path):
        self.path, self.elements, self.language, self.unparsed = path, collections.defaultdict(list), {}, {}
        self.documentation, self.lines, self.macros = collections.defaultdict(set), {}, set()
        with tempfile.TemporaryDirectory() as work:
            command = [os.path.abspath(lucus), "ingest-ast", "-q", "--db", os.path.join(work, "db"), "."]
            with subprocess.Popen(command, cwd=path, stdout=subprocess.PIPE) as p:
                for line in p.stdout:
                    self.add(json.loads(line))

    def add(self, record):
        if record["record"] != "node":
            return
        file = record["file_path"]
        self.elements[file].append({k: record[k] for k in ("name", "type", "start_line", "end_line")})
        if record["type"] == "macro":
            self.macros.add(record["name"])
        if record["type"] == "module":
            self.language[file] = record["language"]
            self.unparsed[file] = record.get("unparsed") or []
        for line in (record["docstring"] or "").split("\n"):
            if line.strip():
                self.documentation[file].add(line.strip())

    def line(self, file, number):
        if file not in self.lines:
            with open(os.path.join(self.path, file), encoding="utf8", errors="replace") as f:
                self.lines[file] = f.read().split("\n")
        lines = self.lines[file]
        return lines[number - 1].strip() if number <= len(lines) else ""

    def tags(self, languages):
        files = sorted(f for f, language in self.language.items() if language in languages)
        p = subprocess.run(["ctags", "--output-format=json", "--fields=+neK", "--extras=-F", "--kinds-all=*", "-f", "-", "-L", "-"],
                           input="\n".join(files), cwd=self.path, capture_output=True, text=True, errors="replace", check=True)
        for row in p.stdout.split("\n"):
            try:
                tag = json.loads(row)
            except json.JSONDecodeError:
                continue
            if tag.get("_type") == "tag":
                yield tag

    def find(self, tag):
        """Is there an element? Notes in the tag what its rules ask for."""
        line, near = tag["line"], self.elements[tag["path"]]
        around = [e for e in near if e["start_line"] - 3 <= line <= e["end_line"]]
        if any(same_name(e, tag) for e in around):
            return True
        text = self.line(tag["path"], line)
        there = [e for e in around if e["start_line"] >= line - 1 and e["type"] != "block"]
        tag["renamed"] = any(re.search(word(tag["name"]), e["name"]) for e in there)
        tag["next"] = self.line(tag["path"], line + 1)
        tag["documented"] = text in self.documentation[tag["path"]]
        tag["unparsed"] = any(first <= line <= last for first, last in self.unparsed.get(tag["path"], []))
        tag["is_macro"] = tag["name"] in self.macros
        tag["in_type"] = any(e["type"] in ("class", "struct", "type", "enum") for e in around)
        return False


def class_of(tag, language, line):
    if KINDS.get(tag["kind"]):
        return KINDS[tag["kind"]]
    for name, languages, kinds, fits in RULES:
        if languages and language not in languages.split() or kinds and tag["kind"] not in kinds.split():
            continue
        if fits(tag, line):
            return name
    return "missing"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--list")
    parser.add_argument("lucus")
    parser.add_argument("tree", nargs="+")
    a = parser.parse_args()
    elements, classes, rows = collections.Counter(), collections.defaultdict(collections.Counter), []
    for path in a.tree:
        tree = Tree(a.lucus, path)
        for tag in tree.tags(LANGUAGES):
            language = tree.language[tag["path"]]
            is_found = tree.find(tag)
            line = tree.line(tag["path"], tag["line"])
            name = "" if is_found else class_of(tag, language, line)
            if is_found and not KINDS.get(tag["kind"]) or name == "missing":
                elements[language] += 1
            if name:
                classes[language][name] += 1
                rows.append((name, language, tag["kind"], "%s/%s:%d" % (os.path.basename(path), tag["path"], tag["line"]),
                             tag["name"], line))
    print("%-12s %7s %7s %7s" % ("language", "tags", "missing", "%"))
    for language in sorted(elements):
        missing = classes[language]["missing"]
        print("%-12s %7d %7d %7.2f" % (language, elements[language], missing, 100 * missing / elements[language]))
        for name, n in classes[language].most_common():
            if name != "missing" and n:
                print("    %7d  %s" % (n, name))
    if a.list:
        with open(a.list, "w", encoding="utf8") as file:
            for row in sorted(rows):
                print(*row, sep="\t", file=file)


if __name__ == "__main__":
    main()
