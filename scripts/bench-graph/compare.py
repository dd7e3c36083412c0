#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Recall and precision of lucus's CALLS edges against what a compiler says that calls call.

usage: compare.py [--name NAME] [--json FILE] [--list FILE] LUCUS TREE CALLS.tsv

CALLS.tsv has a line for each call, its columns separated by tabs:
  path  line  name  kind  targets  [target's name]
name is what is written at the call; kind is one of
  func ctor type   what is called is defined in the tree, at each of targets ("path:line", separated by blanks)
  local            the same, of a function in a function: no pair, but an edge to it is right
  ext builtin      it is outside of the tree
  var              a value is called
  unknown          the compiler does not say
  unseen           it passes over that code, or does not have the library: told apart, and counted as unknown
Lines that begin with "#" are passed over. Edges are those of the node records that `lucus ingest-ast` prints of TREE,
into a store that is thrown away; `lucus graph callees` tells the same, element by element.

Recall: a pair is the innermost element around a call and the element that is called, and counts once, however many
calls there are. It is found when that caller, or an element around it, has an edge to the target; so good as a class is
its constructor, and as an overload the others of its name in the file. Not counted: calls from outside of elements, of
what is outside of the tree, and of what is no element (these are printed: they are lost definitions).
Precision: edges of one caller, name and line are one answer, which is right when one of them is. An unresolved one is
right when the compiler finds the target outside. Calls of which the compiler says nothing are counted apart, as unknown.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

GRADES = ["exact", "unique", "ambiguous", "unresolved"]
FOUND = GRADES[:3]
TARGET_KINDS = {"func", "ctor", "type", "local"}
CONSTRUCTORS = {"constructor", "__init__", "__construct", "initialize", "init"}
NO_CALLEES = {"module", "block", "section"}
DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")
NEAR = 25  # lines between where a definition begins, decorators and all, and where its name stands

Call = collections.namedtuple("Call", "path line name kind accept want")


def last_name(name):
    """The simple name at the end of one as it is written: a::B<T>.c -> c, new Map<K, V> -> Map, f? -> f."""
    depth, out = 0, []
    for c in name.strip():
        depth += c == "<"
        if not depth:
            out.append(c)
        depth -= c == ">" and depth > 0
    parts = [p for p in re.split(r"[^\w$#]+|#", "".join(out)) if p]
    return parts[-1] if parts else name


class Graph:
    """Elements and CALLS edges of a tree, from node records."""

    def __init__(self, lucus, tree):
        self.element, self.of_path, self.children = {}, collections.defaultdict(list), collections.defaultdict(list)
        self.edges = collections.defaultdict(list)
        for record in self.records(lucus, tree):
            edges = record.pop("edges", [])
            record["simple"] = last_name(record["name"])
            self.element[record["id"]] = record
            self.of_path[record["file_path"]].append(record)
            self.children[record["parent"]].append(record)
            self.edges[record["id"]] = [e for e in edges if e["kind"] == "CALLS"]

    @staticmethod
    def records(lucus, tree):
        kept = ("id", "type", "name", "file_path", "start_line", "end_line", "parent", "edges")
        with tempfile.TemporaryDirectory() as work:
            command = [os.path.abspath(lucus), "ingest-ast", "-q", "--db", os.path.join(work, "db"), "."]
            env = {k: v for k, v in os.environ.items() if not k.startswith("LUCUS_")}
            with subprocess.Popen(command, cwd=tree, env=env, stdout=subprocess.PIPE) as p:
                for line in p.stdout:
                    record = json.loads(line)
                    if record["record"] == "node":
                        yield {k: record.get(k) for k in kept}
            if p.returncode not in (0, 3):  # 3: some files were left out
                sys.exit("compare: %s: status %d" % (" ".join(command), p.returncode))

    def around(self, path, line):
        """Elements around a line, the innermost first."""
        best = None
        for e in self.of_path[path]:
            if e["type"] == "block" or not e["start_line"] <= line <= e["end_line"]:
                continue
            if best is None or e["end_line"] - e["start_line"] <= best["end_line"] - best["start_line"]:
                best = e
        out = []
        while best:
            out.append(best)
            best = self.element.get(best["parent"])
        return out

    def defined(self, path, line, name, constructor):
        """Ids of the element that is called `name` and defined at a line, and of what is as good as it."""
        name = last_name(name)
        at = [e for e in self.of_path[path]
              if e["start_line"] <= line <= e["end_line"] and e["simple"] == name and e["type"] not in NO_CALLEES]
        if not at:
            return self.given_elsewhere(path, line, name) | self.declared_of(path, name)
        at.sort(key=lambda e: (line - e["start_line"] > NEAR, e["end_line"] - e["start_line"]))
        out = self.declared_of(path, name)
        for e in at if constructor else at[:1]:
            out.update(x["id"] for x in self.of_path[path] if x["name"] == e["name"])
            inside = {e["simple"]} | CONSTRUCTORS
            out.update(x["id"] for x in self.children[e["id"]] if x["simple"] in inside and x["type"] != "class")
            if e["simple"] in CONSTRUCTORS:
                out |= self.declared_of(path, self.element.get(e["parent"], e)["simple"])
                out.add(e["parent"])
        return out

    def declared_of(self, path, name):
        """Ids of what a declaration file tells of: the functions and classes of that name in JavaScript."""
        if not path.endswith(DECLARATIONS):
            return set()
        return {e["id"] for other, found in self.of_path.items() if other.endswith((".js", ".mjs", ".cjs"))
                for e in found if e["simple"] == name and e["type"] not in NO_CALLEES}

    def given_elsewhere(self, path, line, name):
        """Ids of functions that a class gives to its field `name`, which is declared at a line and no element."""
        around = next((e for e in self.around(path, line) if e["type"] == "class"), None)
        return {e["id"] for e in self.children[around["id"]] if e["simple"] == name} if around else set()

    def place(self, ident):
        e = self.element.get(ident)
        return "%s %s:%d" % (e["type"], e["file_path"], e["start_line"]) if e else "nothing"


def read_calls(graph, path):
    calls, known, unseen = [], {}, 0
    with open(path, encoding="utf8", errors="replace") as file:
        for number, row in enumerate(file, 1):
            if row.startswith("#") or not row.strip():
                continue
            part = row.rstrip("\n").split("\t") + [""]
            if len(part) < 6 or not part[1].isdigit():
                sys.exit("compare: %s:%d: no call" % (path, number))
            where, line, name, kind, targets, target_name = part[:6]
            if kind == "unseen":
                unseen, kind = unseen + 1, "unknown"
            accept = set()
            if kind in TARGET_KINDS:
                for target in targets.split(" "):
                    key = (target, target_name or name, kind == "ctor")
                    file_path, _, at = target.rpartition(":")
                    if key not in known:
                        known[key] = graph.defined(file_path, int(at), *key[1:]) if at.isdigit() else set()
                    # "declare class A_" is what "class A extends A_" of a declaration file is called by
                    accept |= known[key] | graph.declared_of(file_path, last_name(name))
            calls.append(Call(where, int(line), name, kind, frozenset(accept), targets))
    return calls, unseen


def percent(part, whole):
    return round(100 * part / whole, 1) if whole else None


class Source:
    """Lines of the tree, to show what was missed."""

    def __init__(self, tree):
        self.tree, self.read = tree, {}

    def gives_name(self, place):
        """Does "path:line" give a name to something else: X = Y, { Y: X } = require('m')? A call of X calls that, which no
        oracle follows."""
        path, _, number = place.split(" ")[0].rpartition(":")
        line = self.line(path, int(number)) if number.isdigit() else ""
        return bool(re.match(r"\w+ = [\w.]+;?$", line) or
                    re.match(r"(const|let|var) (\w+|\{[\w\s,:]*\}) = (require|await import)\(['\"][^'\"]*['\"]\);?$", line))

    def line(self, path, number):
        if path not in self.read:
            try:
                with open(os.path.join(self.tree, path), encoding="utf8", errors="replace") as file:
                    self.read[path] = file.read().split("\n")
            except OSError:
                self.read[path] = []
        lines = self.read[path]
        return " ".join(lines[number - 1].split())[:120] if 0 < number <= len(lines) else ""


def find_pairs(graph, calls):
    """(caller, targets) -> its first call, and the callers around it; and calls of what is no element."""
    pairs, names, lost = {}, collections.defaultdict(set), []
    for call in calls:
        if call.kind not in TARGET_KINDS or call.kind == "local":
            continue
        if not call.accept:
            lost.append((call, ""))
            continue
        around = graph.around(call.path, call.line)
        if around:
            key = (around[0]["id"], call.accept)
            pairs.setdefault(key, (call, around))
            names[key].add(last_name(call.name))
    return pairs, names, lost


def measure_recall(graph, calls):
    """How many pairs are found in each grade, what became of the others: cause -> (call, what we say), and those among several."""
    pairs, names, lost = find_pairs(graph, calls)
    found, causes, several = collections.Counter(), collections.defaultdict(list), []
    for key, (call, around) in pairs.items():
        edges = [e for x in around for e in graph.edges[x["id"]]]
        right = [GRADES.index(e["grade"]) for e in edges if e["target"] in call.accept]
        if right:
            found[GRADES[min(right)]] += 1
            if GRADES[min(right)] == "ambiguous":
                n = {e["reason"] for e in edges if e["target"] in call.accept}
                several.append((call, "%s, in %s" % ("; ".join(sorted(n)), around[0]["name"])))
            continue
        other = next((e for e in edges if last_name(e["name"]) in names[key]), None)
        if not other:
            causes["no edge at all"].append((call, "in " + around[0]["name"]))
        elif other["grade"] == "unresolved":
            causes["unresolved: " + other["reason"]].append((call, ""))
        else:
            causes["another target, %s: %s" % (other["grade"], other["reason"])].append(
                (call, "got " + graph.place(other["target"])))
    return len(pairs), found, causes, lost, several


def judge(group, here, source):
    """Is an answer right, by the calls of its name on its line?"""
    kinds = {"unknown" if c.kind in TARGET_KINDS and not c.accept and source.gives_name(c.want) else c.kind for c in here}
    if not kinds - {"unknown"}:
        return "unknown"
    if group[0]["grade"] == "unresolved":
        return "right" if kinds <= {"ext", "builtin", "var"} else "unknown" if "unknown" in kinds else "in the tree"
    if any(e["target"] in c.accept for e in group for c in here):
        return "right"
    return "unknown" if "unknown" in kinds else "wrong"


def measure_precision(graph, calls, source):
    at, scope = collections.defaultdict(list), set()
    for call in calls:
        at[call.path, call.line, last_name(call.name)].append(call)
        scope.add(call.path)
    verdicts, wrong = collections.defaultdict(collections.Counter), collections.defaultdict(list)
    for ident, edges in graph.edges.items():
        path = graph.element[ident]["file_path"]
        groups = collections.defaultdict(list)
        for e in edges if path in scope else ():
            groups[e["name"], e.get("line")].append(e)
        for (name, line), group in groups.items():
            group.sort(key=lambda e: GRADES.index(e["grade"]))
            here = at.get((path, line, last_name(name)), [])
            verdict, grade, reason = judge(group, here, source), group[0]["grade"], group[0]["reason"]
            verdicts[grade, reason][verdict] += 1
            if verdict == "wrong":
                wrong["%s, %s: the compiler says %s" % (grade, reason, here[0].kind)].append(
                    (here[0], "got " + graph.place(group[0]["target"])))
    return verdicts, wrong


def rows(source, title, causes, total, most):
    out = []
    for cause, found in sorted(causes.items(), key=lambda x: -len(x[1]))[:most]:
        out.append("%s %d (%s%%): %s" % (title, len(found), percent(len(found), total), cause))
        for call, got in found[:: max(1, len(found) // 2)][:2]:
            want = "want " + call.want if call.want else "outside"
            out.append("    %s:%d %s: %s%s: %s" % (call.path, call.line, call.name, want, ", " + got if got else "",
                                                  source.line(call.path, call.line)))
    return out


def list_all(path, source, causes):
    with open(path, "w", encoding="utf8") as file:
        for title, found in causes:
            for call, got in found:
                print(title, "%s:%d" % (call.path, call.line), call.name, call.want, got,
                      source.line(call.path, call.line), sep="\t", file=file)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--name", default="")
    parser.add_argument("--json")
    parser.add_argument("--list")
    parser.add_argument("lucus")
    parser.add_argument("tree")
    parser.add_argument("calls")
    a = parser.parse_args()
    graph, source = Graph(a.lucus, a.tree), Source(a.tree)
    calls, unseen = read_calls(graph, a.calls)
    total, found, causes, lost, several = measure_recall(graph, calls)
    verdicts, wrong = measure_precision(graph, calls, source)
    grades = collections.defaultdict(collections.Counter)
    for (grade, _), count in verdicts.items():
        grades[grade].update(count)
    sure = found["exact"] + found["unique"]
    result = {"repository": a.name, "calls": len(calls), "pairs": total, "lost": len(lost), "unseen": unseen,
              "recall": percent(sure, total), "recall_ambiguous": percent(found["ambiguous"], total),
              "precision": {}, "reasons": [], "causes": []}
    print("%s: %d calls, %d pairs: recall %s (exact %s, unique %s), and ambiguous %s; %d calls of what is no element" % (
        a.name or a.tree, len(calls), total, result["recall"], percent(found["exact"], total),
        percent(found["unique"], total), result["recall_ambiguous"], len(lost)))
    if unseen:
        print("  the compiler passes over %d calls" % unseen)
    order = sorted(verdicts.items(), key=lambda x: (GRADES.index(x[0][0]), -sum(x[1].values()), x[0][1]))
    for grade in GRADES:
        known = sum(grades[grade].values()) - grades[grade]["unknown"]
        result["precision"][grade] = {"right": grades[grade]["right"], "known": known, "unknown": grades[grade]["unknown"],
                                      "percent": percent(grades[grade]["right"], known)}
        print("  %-11s %5s%% of %d, unknown %d" % (grade, result["precision"][grade]["percent"], known,
                                                   grades[grade]["unknown"]))
        for (g, reason), count in order:
            if g != grade:
                continue
            known = sum(count.values()) - count["unknown"]
            result["reasons"].append({"grade": g, "reason": reason, "right": count["right"], "known": known,
                                      "unknown": count["unknown"]})
            if g in FOUND:
                print("      %-46s %5s%% of %d, unknown %d" % (reason, percent(count["right"], known), known,
                                                             count["unknown"]))
    print("\n".join(rows(source, "missed", causes, total, 10) + rows(source, "wrong", wrong, total, 10) +
                    rows(source, "not counted", {"what is called is no element": lost} if lost else {}, total, 1)))
    result["causes"] = [{"cause": k, "pairs": len(v)} for k, v in sorted(causes.items(), key=lambda x: -len(x[1]))]
    if a.json:
        with open(a.json, "a", encoding="utf8") as file:
            print(json.dumps(result), file=file)
    if a.list:
        list_all(a.list, source, [("missed " + k, v) for k, v in sorted(causes.items())] +
                 [("wrong " + k, v) for k, v in sorted(wrong.items())] + [("lost", lost), ("ambiguous", several)])


if __name__ == "__main__":
    main()
