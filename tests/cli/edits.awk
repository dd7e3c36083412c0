# SPDX-License-Identifier: MIT
# Random source text, for tests/cli/history.t. A file is a list of paragraphs: definitions and imports over a few
# names, so that names meet, hide each other and lead to several things. Edits work on paragraphs. With packages=1 files
# also import packages by the names that manifests.awk gives them.
#   awk -v op=OP -v lang=EXT -v path=PATH -v seed=N [-v packages=1] -f edits.awk FILE > NEW
# OP: new, insert, remove, replace, swap (two paragraphs change places), rename (a name, everywhere in the file),
# break (a part of the text is lost)

function roll(n) { return int(rand() * n) }
function of(list, sep,    v, n) { n = split(list, v, sep == "" ? " " : sep); return v[1 + roll(n)] }
function fn() { return of("load save parse find_all render check scan close") }
function type() { return of("Store Reader Base Shelf") }
function mod() { return of("m0 m1") }
function folder() { return of("a b") }
function call() { return fn() "(x)" }

function pyuse() { return of(call() "|" call() "|" type() "()." call() "|" of("a.m0 b a m1 self m0 super()") "." call() "|s." call() "|" fn() "." call(), "|") }
function py(k) {
	if (k < 3) return of("from " of("a b a.m0 a.m1 b.m0 b.m1 .m0 .m1 .m0 .m1") " import " of(fn() "|" fn() "|" type() "|" fn() " as " fn() "|" type() " as " type() "|*|*|m0", "|") "|import a." mod() "|import b." mod() " as " fn() "|from . import " mod() "|" "from " of("a b .m0 .m1") " import " fn() ", " type() ", " fn(), "|")
	if (k < 6) return "def " fn() "(x):\n    \"\"\"See " type() " and `" fn() "`.\"\"\"\n    s = " type() "()\n    " pyuse() "\n    " pyuse() "\n    return " pyuse()
	if (k < 9) return "class " type() of("() (" type() ") (" type() ") (m1." type() ") (a.m0." type() ")") ":\n    def " of("__init__ " fn()) "(self, x):\n        " pyuse() "\n        self." call() "\n    def " fn() "(self, x: " type() "):\n        x." call() "\n        return super()." call() "\n"
	if (k == 9) return fn() " = " of(type() "(1) " fn() " 7")
	if (k == 10) return "@overload\ndef " fn() "(x: int): ...\n@overload\ndef " fn() "(x: str): ..."
	return "def " fn() "(x):\n    def " fn() "(y):\n        return " call() "\n    " pyuse() "\n    return " call()
}

function c(k) {
	if (k < 2) return "#include " of("\"m0.h\" \"m1.h\" \"../a/m0.h\" \"b/m1.h\" <stdio.h>")
	if (k < 5) return of("static|int|extern|static inline", "|") " int " fn() "(int x)\n{\n\treturn " call() " + " call() ";\n}"
	if (k < 7) return of("int static") " " fn() "(int x);"
	if (k == 7) return "#define " fn() "(x) " call()
	if (k == 8) return "struct " type() " {\n\tint (*" fn() ")(int x);\n};"
	if (k == 9) return "#ifdef " type() "\nstatic int " fn() "(int x) { return " call() "; }\n#else\nint " fn() "(int x) { return " call() "; }\n#endif"
	if (k == 10) return "/* Like " fn() "() of " type() ". */\nenum " type() " { ONE_" fn() ", TWO };"
	return "typedef struct " type() " " type() ";\nint " fn() "_table[] = { 1 };"
}

function jsuse() { return of(call() "|" call() "|new " type() "()." call() "|y." call() "|app." call() "|" type() "." call() "|" fn() "." call(), "|") ";" }
function jsmod() { return packages != "" && roll(2) ? of("pkga pkgb pkga/m0 pkgb/m1.js @x/a @x/a/m0 #m0 #u/m1 @/m0 @/m1.js lib a/m0 b ../dist/m0.js") : jsfile() }
function jsfile() { return of("./m0.js ./m1.js ../a/m0.js ../b/m1.js ./index.js ../a ../b .") }
function js(k) {
	if (k < 3) return of("import { " fn() " } from 'M';|import " fn() ", { " type() " as " type() " } from 'M';|import * as " fn() " from 'M';|import { " fn() " as " fn() " } from 'M';|export * from 'M';|export { " fn() " } from 'M';|export { " fn() " as " fn() ", " type() " } from 'M';|const " fn() " = require('M');|const { " fn() " } = require('M');", "|")
	if (k < 5) return of("export|export default|async|", "|") " function " fn() "(x) {\n\tconst y = new " type() "();\n\t" jsuse() "\n\t" jsuse() "\n\treturn " jsuse() "\n}"
	if (k < 8) return of("export|", "|") " class " type() of("| extends " type() "| extends Base", "|") " {\n\tconstructor(x) { " of("super(x); this." call() ";|this." call() ";", "|") " }\n\t" fn() "(x) { " jsuse() " return this." call() "; }\n\tstatic " fn() "(x) { return " jsuse() " }\n}"
	if (k == 8) return "const " fn() " = (x) => " call() ";"
	if (k == 9) return of("exports module.exports app " type()) "." fn() " = function " fn() "(x) { return app." call() "; };"
	if (k == 10) return "var app = { " fn() "(x) { return " call() "; }, " fn() ": (x) => x." call() " };"
	return "/** Calls {@link " type() "#" fn() "}. */\nfunction " fn() "(x) {\n\tfunction " fn() "(x) { return " call() "; }\n\treturn " call() ";\n}"
}

function handler() { return of("Handler Hook") }
function tsuse() { return of("c." call() "|n." call() "|c." fn() "((c, n) => { c." call() "; })|(c as " type() ")." call() "|" fn() "()." call() "|" fn() "((n, c) => n." call() ")|c." fn() "({ " fn() "(c) { c." call() "; }, " fn() ": (n) => n." call() " })", "|") ";" }
function ts(k) {
	if (k < 6) return js(roll(12))
	if (k == 6) return "export type " of(handler() " " type()) " = " of("(c: " type() ", n: " handler() ") => void|" type() " \\| " handler() "|(c: " type() ") => " type(), "|") ";"
	if (k == 7) return "export interface " of(handler() " " type()) " {\n\t(x: string, ...f: " handler() "[]): void\n\t<T extends " type() ">(f: (c: T) => void): void\n\t" fn() ": " handler() "\n}"
	if (k == 8) return "export class " type() " {\n\t" fn() "!: " handler() ";\n\t#own: " type() ";\n\t" fn() "(f: " handler() ", o: " type() "): " type() " { this.#own." call() "; }\n}"
	if (k == 9) return "export function " fn() "(f: (c: " type() ", g: " handler() ") => void) { " of("return { " fn() "(x) { " call() "; }, " fn() ": (x) => 1 } as const|" call(), "|") "; }"
	if (k == 10) return "export function " fn() "(c: " type() ", n: " handler() "): " handler() " {\n\t" tsuse() "\n\t" tsuse() "\n\treturn (c, n) => { " tsuse() " };\n}"
	return "export const " fn() ": " of(handler() " " type()) " = (c, n) => { " tsuse() " " tsuse() " };"
}

function go(k) {
	if (k == 0) return "import \"" of(packages == "" ? "example.org/app" : "example.org/app example.com/other app") "/" folder() "\""
	if (k == 1) return "import " of("x . " fn()) " \"example.org/app/" folder() "\""
	if (k < 5) return "func " fn() "(x int) int {\n\t" folder() "." call() "\n\treturn " call() "\n}"
	if (k < 9) return "func (s " of("* |", "|") type() ") " fn() "(x int) int {\n\ts." call() "\n\treturn " call() "\n}"
	if (k == 9) return "type " type() " struct {\n\t" type() "\n\tname string\n}"
	if (k == 10) return "type " type() " interface {\n\t" fn() "(x int) int\n}"
	return "// " type() " goes with " fn() ".\nvar " fn() " = " type() "{}"
}

function md(k) { return of("# |## |", "|") "About `" of(fn() " " type() " " type() "." fn() " a/" mod() ".py " mod() ".js") "`\n\nUse `" fn() "()` and " type() "." }

function java(k) {
	if (k < 2) return "import " folder() "." of(type() " *") ";"
	return of("public|abstract|", "|") " " of("class interface") " " type() of("| extends " type() "| implements " type(), "|") " {\n\t" type() " own;\n\tint " fn() "(int x) { own." call() "; return " call() "; }\n\tstatic int " fn() "(int x) { return " type() "." call() "; }\n}"
}

function rb(k) {
	if (k < 2) return "require_relative '" of(mod() " ../a/" mod() " ../b/" mod(), " ") "'"
	if (k < 5) return "def " fn() "(x)\n  " call() "\n  x." call() "\nend"
	if (k < 9) return "class " type() of("| < " type(), "|") "\n  def " fn() "(x)\n    " call() "\n  end\n  def self." fn() "(x)\n    " type() ".new." call() "\n  end\nend"
	return "module " type() "\n  def " fn() "(x)\n    " call() "\n  end\nend"
}

function rs(k) {
	if (k < 2 && packages != "" && roll(2)) return "use " of("cratea crateb alias crate_a lib_b") "::" of("m0::" fn() " " fn() " m1::" type() " *") ";"
	if (k < 2) return "use " of("crate::" folder() "::" mod() "::" fn() ";|crate::a::*;|super::" mod() "::" type() " as " type() ";", "|")
	if (k == 2) return "mod " mod() ";"
	if (k < 6) return of("pub|", "|") " fn " fn() "(x: i32) -> i32 {\n    let s = " type() "::" call() ";\n    s." call() ";\n    " call() "\n}"
	if (k < 9) return "impl " of(type() " " type() " for ") type() " {\n    pub fn " fn() "(&self, x: i32) -> i32 {\n        self." call() ";\n        Self::" call() "\n    }\n}"
	return of("struct " type() ";|enum " type() " { A }|trait " type() " { fn " fn() "(&self, x: i32) -> i32; }", "|")
}

function php(k) {
	if (k < 2) return "<?php\nuse App\\" type() ";"
	if (k < 5) return "<?php\nfunction " fn() "($x) { " type() "::" fn() "($x); return " fn() "($x); }"
	return "<?php\n" of("class interface trait") " " type() of("| extends " type(), "|") " {\n\tfunction " of("__construct " fn()) "($x) { return $this->" fn() "($x); }\n\tstatic function " fn() "($x) { return self::" fn() "($x); }\n}"
}

function cpp(k) {
	if (k < 2) return c(k)
	if (k == 2) return "using " of("namespace a;|a::" fn() ";|b::" type() ";", "|")
	if (k < 6) return of("namespace " folder() " {|namespace {|extern \"C\" {", "|") "\nint " fn() "(int x) { return " folder() "::" call() "; }\n}"
	if (k < 9) return "class " type() of("| : public " type() "| : a::" type(), "|") " {\npublic:\n\tint " fn() "(int x);\n\tvirtual int " fn() "(int x) { return this->" call() "; }\n};"
	return "int " of(type() "::|a::" type() "::|", "|") fn() "(int x)\n{\n\t" type() " s;\n\ts." call() ";\n\treturn " call() ";\n}"
}

function kt(k) {
	if (k < 2) return "import " folder() "." of(type() " " fn() " *")
	if (k < 5) return "fun " of(type() ".|Int.|", "|") fn() "(x: Int): Int {\n    val s = " type() "()\n    s." call() "\n    x." call() "\n    return " call() "\n}"
	return of("open class|object|interface|data class", "|") " " type() of("| : " type() "()", "|") " {\n    fun " fn() "(x: Int): Int = " call() "\n}"
}

function head_of() { # what stands first in a file
	if (lang == "go") return "package " (split(path, part, "/") > 1 ? part[1] : "main")
	if (lang == "java") return "package " (split(path, part, "/") > 1 ? part[1] : "app") ";"
	if (lang == "kt") return "package " (split(path, part, "/") > 1 ? part[1] : "app")
	return ""
}

function one(    k) {
	k = roll(12)
	if (lang == "py") return py(k)
	if (lang == "c" || lang == "h") return c(k)
	if (lang == "js" || lang == "ts") {
		k = lang == "ts" ? ts(k) : js(k)
		gsub("'M'", "'" jsmod() "'", k)
		return k
	}
	if (lang == "go") return go(k)
	if (lang == "java") return java(k)
	if (lang == "rb") return rb(k)
	if (lang == "rs") return rs(k)
	if (lang == "php") return php(k)
	if (lang == "cpp" || lang == "hpp") return cpp(k)
	if (lang == "kt") return kt(k)
	return md(k)
}

BEGIN { RS = ""; srand(seed); for (i = 0; i < 9; i++) rand() }
{ p[n++] = $0 }
END {
	head = head_of()
	first = head != "" && n > 0
	if (op == "new") {
		n = 0
		if (head != "") p[n++] = head
		for (k = 3 + roll(6); k; k--) p[n++] = one()
	}
	at = first + roll(n - first > 0 ? n - first : 1)
	if (op == "insert") {
		for (i = n++; i > at; i--) p[i] = p[i - 1]
		p[at] = one()
	} else if (op == "remove" && n > first) {
		for (i = at; i < n - 1; i++) p[i] = p[i + 1]
		n--
	} else if (op == "replace" && at < n) {
		p[at] = one()
	} else if (op == "swap" && n > first) {
		other = first + roll(n - first)
		t = p[at]
		p[at] = p[other]
		p[other] = t
	} else if (op == "rename") {
		if (roll(2)) { from = fn(); to = fn() } else { from = type(); to = type() }
		for (i = 0; i < n; i++) gsub(from, to, p[i])
	} else if (op == "break" && at < n) {
		p[at] = substr(p[at], 1 + roll(length(p[at])))
	}
	for (i = 0; i < n; i++) print (i ? "\n" : "") p[i]
}
