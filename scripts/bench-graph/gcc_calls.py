#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print what each call of C sources calls, by gcc -fcallgraph-info, as compare.py reads it.

usage: gcc_calls.py TREE FLAGS SKIP DIR...

The .c files in each folder DIR of TREE are compiled there with FLAGS; those whose names SKIP (a regular expression)
matches, and those that do not compile, are left out. Calls through pointers are unknown.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

NODE = re.compile(r'node: \{ title: "([^"]*)" label: "([^"]*)"([^}]*)\}')
EDGE = re.compile(r'edge: \{ sourcename: "[^"]*" targetname: "([^"]*)" label: "([^"]*)"')


def compiled(tree, flags, path, work):
    """The text of the call graph of one file, or None."""
    out = os.path.join(work, path.replace("/", "+") + ".o")
    command = ["gcc", "-c", "-w", "-O0", "-fcallgraph-info", *shlex.split(flags), path, "-o", out]
    env = {**os.environ, "CCACHE_DISABLE": "1"}  # a cache keeps the object, not the call graph beside it
    if subprocess.run(command, cwd=tree, env=env, stderr=subprocess.DEVNULL, check=False).returncode:
        return None
    with open(out[:-1] + "ci", encoding="utf8", errors="replace") as file:
        return file.read()


def place(label):
    """path and line of "PATH:LINE:COLUMN"."""
    part = label.rsplit(":", 2)
    if len(part) != 3 or not part[1].isdigit():
        return None
    return os.path.normpath(part[0]), int(part[1])


def sources(tree, skip, folders):
    for folder in folders:
        for name in sorted(os.listdir(os.path.join(tree, folder))):
            if name.endswith(".c") and not (skip and re.search(skip, name)):
                yield os.path.normpath(os.path.join(folder, name))


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    tree, flags, skip = sys.argv[1:4]
    defined, calls, done, all_files = {}, {}, 0, 0
    with tempfile.TemporaryDirectory() as work:
        for path in sources(tree, skip, sys.argv[4:]):
            graph = compiled(tree, flags, path, work)
            own = {}  # of several programs each has its own
            all_files, done = all_files + 1, done + (graph is not None)
            for title, label, rest in NODE.findall(graph or ""):
                at = place(label.split("\\n")[1]) if "\\n" in label else None
                if at and "ellipse" not in rest:  # an ellipse is what is only declared
                    own[title] = at
                    defined.setdefault(title, at)
            for target, label in EDGE.findall(graph or ""):
                at = place(label)
                if at and not at[0].startswith(("/", "..")):
                    calls.setdefault((at, target), own.get(target))
    print("gcc: %d of %d files" % (done, all_files), file=sys.stderr)
    for ((path, line), target), at in sorted(calls.items()):
        name = re.sub(r"\.(constprop|part|isra|cold).*", "", target.split(":")[-1])
        if target in defined:
            print(path, line, name, "func", "%s:%d" % (at or defined[target]), sep="\t")
        else:
            print(path, line, name, "unknown", "", sep="\t")


if __name__ == "__main__":
    main()
