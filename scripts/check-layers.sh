#!/bin/sh
# SPDX-License-Identifier: MIT
# Hold the sources against scripts/layers.txt. Prints what breaks a rule and fails, when
#   1. an #include crosses the table, a guarded system header is included elsewhere, or cmd/ reaches
#      past the headers of the second column, cli/*.h and its own;
#   2. an object file of a layer uses a symbol that a layer outside its row defines;
#   3. a global is neither lu_* and declared in a header that others may include, nor lu__*;
#   4. a row allows what nobody needs;
#   5. files of a layer, or of cmd/, call each other in a loop, other than as many as the fifth column says;
#   6. two layers have a file of the same name, but for what follows the dot.
# Rule 1 sees types and macros, rule 2 functions that were declared by hand.
# Usage: scripts/check-layers.sh [TOP [OBJECTS]]     default: this tree and build/obj
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cd "${1-$here/..}"
obj=${2-build/obj}
table=scripts/layers.txt

# Lines "FILE LINE WHAT HEADER", WHAT being q for "..." and s for <...>.
includes() {
	find src include/lucus cmd \( -name '*.[ch]' -o -name '*.def' \) -exec awk '
		/^[ \t]*#[ \t]*include[ \t]*["<]/ {
			what = $0 ~ /include[ \t]*"/ ? "q" : "s"
			h = $0
			sub(/^[^"<]*["<]/, "", h)
			sub(/[">].*/, "", h)
			print FILENAME, FNR, what, h
		}' {} +
}

# Lines "N FILE": the files whose names are their own in all of src/.
names() {
	find src -mindepth 2 -maxdepth 2 -name '*.[ch]' | sort | sed 's/^/N /'
}

# The object files below a folder, but for those whose source is gone.
objects() {
	find "$1" -name '*.o' | while read -r o; do
		source=${o#"$obj/"}
		source=${source%.o}
		case $o in
		*.gen.o | *.data.o) echo "$o" ;;
		*) [ ! -f "$source.c" ] && [ ! -f "$source.S" ] || echo "$o" ;;
		esac
	done
}

# Lines "LAYER D SYMBOL FILE" for what its object files define, "LAYER U SYMBOL FILE" for what they need.
symbols() {
	for d in "$obj"/src/*/ "$obj"/cmd/; do
		[ -d "$d" ] || continue
		layer=${d%/}
		layer=${layer##*/}
		objects "$d" | xargs -r nm -gA | awk -v layer="$layer" '
			NF < 3 && !/:/ { next }
			$NF ~ /^__/ || $NF ~ /\./ { next }      # of the compiler and its sanitizers
			{ file = $1; sub(/:.*/, "", file); sub(/.*\//, "", file); sub(/\.o$/, "", file) }
			$(NF - 1) ~ /^[Uwv]$/ { print layer, "U", $NF, file; next }
			{ print layer, "D", $NF, file }' | sort -u
	done
}

# Names that headers which others may include declare: lines "H NAME".
declared() {
	{
		cat include/lucus/*.h src/cli/*.h cmd/*.h
		awk -F '|' '/^[a-z]/ {
			gsub(/ /, "", $1)
			n = split($2, w, " ")
			for (i = 1; i <= n; i++) print "src/" $1 "/" w[i] ".h"
		}' "$table" | xargs cat
	} 2> /dev/null | grep -Eo 'lu_[A-Za-z0-9_]+' | sort -u | sed 's/^/H /'
}

{
	sed -n '/^[a-z]/s/^/T|/p' "$table"
	names
	includes | sed 's/^/I /'
	symbols | sed 's/^/S /'
	declared
} | awk '
	function trim(s) { gsub(/^ +| +$/, "", s); return s }
	function bad(s) { print s; failed = 1 }
	function allowed(from, to) { return from == to || ((from, to) in row) }

	/^T\|/ {
		n = split($0, f, "|")
		if (n != 5 && n != 6) bad("layers.txt: not four or five columns: " $0)
		layer = trim(f[2])
		is_layer[layer] = 1
		k = split(trim(f[3]), w, " "); for (i = 1; i <= k; i++) {
			h = w[i] (w[i] ~ /\./ ? "" : ".h")
			owner["lucus/" h] = layer
			owner[layer "/" h] = layer
		}
		k = split(trim(f[4]), w, " "); for (i = 1; i <= k; i++) row[layer, w[i]] = 1
		k = split(trim(f[5]), w, " "); for (i = 1; i <= k; i++) guard[w[i]] = layer
		loops[layer] = n == 6 ? trim(f[6]) + 0 : 0
		next
	}
	# Which of the files of a layer reach themselves? `needs` has lists of what they call.
	function check_loops(layer,   v, n, i, k, m, j, to, queue, head, tail, seen, list, count) {
		n = split(files[layer], v, " ")
		for (i = 1; i <= n; i++) {
			split("", seen)
			head = 1; tail = 1; queue[1] = v[i]
			while (head <= tail) {
				m = split(needs[layer, queue[head++]], to, " ")
				for (j = 1; j <= m; j++) if (!(to[j] in seen)) { seen[to[j]] = 1; queue[++tail] = to[j] }
			}
			if (v[i] in seen) { count++; list = list " " v[i] }
		}
		if (count + 0 > loops[layer]) bad(layer ": " count " files call each other in a loop, " loops[layer] + 0 " may:" list)
		if (count + 0 < loops[layer]) bad(layer ": layers.txt allows " loops[layer] " files in a loop, there are " count + 0)
	}
	$1 == "N" {
		split($2, p, "/")
		name = p[3]
		sub(/\.[ch]$/, "", name)
		if (!(name in has_name)) has_name[name] = p[2]
		else if (has_name[name] != p[2]) bad($2 ": " has_name[name] " has a " name " as well")
		next
	}
	function layer_of(file,   p) {
		split(file, p, "/")
		if (p[1] == "cmd") return "cmd"
		if (p[1] == "src") return p[2]
		return owner["lucus/" p[3]]
	}
	$1 == "I" {
		file = $2; h = $5; includes++
		from = layer_of(file)
		at = file ":" $3 ": "
		if (from != "cmd" && !(from in is_layer)) { bad(at "its layer is not in layers.txt"); next }
		if ($4 == "s") {
			for (g in guard)
				if (index(h, g) == 1 && guard[g] != from) bad(at "<" h "> is only for " guard[g])
			next
		}
		split(h, p, "/")
		needed[from, p[1]] = 1
		if (h ~ /^lucus\// || h in owner) {
			to = owner[h]
			needed[from, to] = 1
			if (to == "") bad(at "layers.txt does not say whose \"" h "\" is")
			else if (from != "cmd" && !allowed(from, to)) bad(at from " may not include " to " (\"" h "\")")
			else if (file ~ /^include\// && h !~ /^lucus\//) bad(at "a public header may not include the private \"" h "\"")
		} else if (from == "cmd") {
			if (p[1] != "cli" && h ~ /\//) bad(at "cmd may not include \"" h "\"")
		} else if (!(p[1] in is_layer)) {
			bad(at "write \"LAYER/file.h\", not \"" h "\"")
		} else if (!allowed(from, p[1])) {
			bad(at from " may not include " p[1] " (\"" h "\")")
		} else if (file ~ /^include\//) {
			bad(at "a public header may not include the private \"" h "\"")
		}
	}
	$1 == "S" && $3 == "D" {
		definer[$4] = $2
		home[$4] = $5
		if (!((" " $2, $5) in known)) { known[" " $2, $5] = 1; files[$2] = files[$2] " " $5 }
		globals++
		defs[globals] = $2 " " $4
	}
	$1 == "S" && $3 == "U" { uses[++used] = $2 " " $4 " " $5 }
	$1 == "H" { header[$2] = 1 }
	END {
		for (i = 1; i <= used; i++) {
			split(uses[i], p, " ")
			to = definer[p[2]]
			if (to == p[1] && home[p[2]] != p[3] && !((to, p[3], home[p[2]]) in edge)) {
				edge[to, p[3], home[p[2]]] = 1
				needs[to, p[3]] = needs[to, p[3]] " " home[p[2]]
			}
			if (to == "" || to == p[1]) continue
			needed[p[1], to] = 1
			if (p[1] == "cmd") {
				if (p[2] ~ /^lu__/ && to != "cli") bad("cmd uses " p[2] ", which is private to " to)
			} else if (!allowed(p[1], to)) bad(p[1] " uses " p[2] " of " to)
		}
		for (i = 1; i <= globals; i++) {
			split(defs[i], p, " ")
			if (p[1] == "cmd" && (p[2] == "main" || p[2] ~ /^cmd_/)) continue
			if (p[2] ~ /^lu__/ || (p[2] ~ /^lu_/ && p[2] in header)) continue
			bad(p[1] " defines the global " p[2] ": declare it in a header, name it lu__*, or make it static")
		}
		for (pair in row) {
			split(pair, p, SUBSEP)
			if (!(pair in needed)) bad("layers.txt: " p[1] " may include " p[2] ", and does not")
		}
		for (layer in is_layer) check_loops(layer)
		check_loops("cmd")
		if (!includes) bad("no source file was read")
		if (!globals) bad("no object file was read: run make first")
		exit failed
	}'
