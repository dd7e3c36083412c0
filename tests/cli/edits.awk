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
	return of("public|abstract|", "|") " " of("class interface") " " type() of("| extends " type() "| implements " type() "| extends " type() " implements " type(), "|") " {\n\t" type() " own;\n\tint " fn() "(int x) { own." call() "; return " call() "; }\n\tstatic int " fn() "(int x) { return " type() "." call() "; }\n}"
}

function rb(k) {
	if (k < 2) return "require_relative '" of(mod() " ../a/" mod() " ../b/" mod(), " ") "'"
	if (k < 5) return "def " fn() "(x)\n  " call() "\n  x." call() "\nend"
	if (k < 9) return "class " type() of("| < " type(), "|") "\n" of("|  include " type() "\n|  alias " fn() " " fn() "\n", "|") "  def " fn() "(x)\n    " call() "\n  end\n  def self." fn() "(x)\n    " type() ".new." call() "\n  end\nend"
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
	return "<?php\n" of("class interface trait") " " type() of("| extends " type() "| extends " type() " implements " type(), "|") " {\n" of("|\tuse " type() ";\n", "|") "\tfunction " of("__construct " fn()) "($x) { return $this->" fn() "($x); }\n\tstatic function " fn() "($x) { return self::" fn() "($x); }\n}"
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

function swift(k) {
	if (k == 0) return "import " of("Foundation m0")
	if (k < 4) return of("public|private|fileprivate|", "|") " func " fn() of("(_ x: Int)|(x: Int)|<T: " type() ">(x: T)", "|") " -> " of("Int " type()) " {\n    let s = " type() "()\n    s." fn() "(x: x)\n    guard let t = s." fn() " else { return " fn() "(x) }\n    return " fn() "(x: x)\n}"
	if (k < 7) return of("class|struct|final class|open class|actor", "|") " " type() of("|: " type(), "|") " {\n    let own: " type() "\n    var " fn() ": Int { own." call() "; return 1 }\n    init(x: Int) { self." fn() "(x: x) }\n    " of("static func|override func|func", "|") " " fn() "(x: Int) -> " type() " { own." fn() "(x: x); return " type() "." fn() "(x: x) }\n}"
	if (k == 7) return "protocol " type() of("|: " type(), "|") " {\n    func " fn() "(x: Int) -> " type() "\n    var own: " type() " { get }\n}"
	if (k == 8) return "extension " type() of("|: " type() "| where Element == " type(), "|") " {\n    func " fn() "(x: Int) { self." fn() "(x: x); " fn() "(x: x) }\n    static func " fn() "() -> " type() " { " type() "(x: 1) }\n}"
	if (k == 9) return "#if " type() "\nfunc " fn() "(x: Int) { " call() " }\n#else\nfunc " fn() "(x: Int) { " fn() "(x: x) }\n#endif"
	if (k == 10) return "/// Like ``" type() "/" fn() "(x:)``.\nenum " type() " {\n    case " fn() "(Int), other\n    typealias Own = " type() "\n    func " fn() "() { switch self { case ." fn() "(let x): " call() "\n    default: " type() "." fn() "() } }\n}"
	return "let " fn() " = { (x: " type() ") in x." call() " }"
}

function cs(k) {
	if (k < 2) return of("using a;|using b;|using static a." type() ";|using " type() " = b." type() ";|global using b;|namespace a;", "|")
	if (k == 2) return "namespace " folder() "\n{\n    " of("public|internal", "|") " static class " type() "\n    {\n        public static int " fn() "(this " type() " x) => x." call() ";\n        public static int " fn() "(" of("int string") " x) { return " call() "; }\n    }\n}"
	if (k < 7) return of("public|internal|public partial|file|abstract", "|") " " of("class struct record") " " type() of("| : " type() "|<T> where T : " type(), "|") "\n{\n    private " type() " own;\n    public " type() "(int x) { this." call() "; own." call() "; }\n    public " of("virtual|static|override|async", "|") " int " fn() "(" of("int x|" type() " x, int y = 1|params int[] x", "|") ") { var s = new " type() "(1); s." call() "; return " call() "; }\n    public int " fn() " { get => " call() "; set { base." call() "; } }\n}"
	if (k == 7) return "public interface " type() of("| : " type(), "|") "\n{\n    int " fn() "(int x);\n    " type() " " fn() "(" type() " x);\n}"
	if (k == 8) return "#if " type() "\npublic class " type() " { int " fn() "(int x) => " call() "; }\n#else\npublic class " type() " { int " fn() "(int x) => x; }\n#endif"
	if (k == 9) return "/// <summary>Like <see cref=\"" type() "." fn() "\"/>.</summary>\npublic delegate int " fn() "(" type() " x);"
	if (k == 10) return "public enum " type() " { One, Two }"
	return "public partial class " type() " { static int " fn() "(" type() " x) { int " fn() "(int y) => " call() "; return x?." fn() "(" fn() ") ?? nameof(" type() ").Length; } }"
}

function scala(k) {
	if (k < 2) return "import " folder() "." of(type() " " fn() " * _ {Store,Reader=>Base}")
	if (k < 5) return of("private|implicit|inline|", "|") " def " fn() "(x: " of("Int " type()) ")" of("|(implicit s: " type() ")", "|") ": " of("Int " type()) " = {\n  val s = new " type() "(x)\n  s." call() "\n  " call() "\n}"
	if (k < 9) return of("class|object|trait|case class|abstract class|sealed trait", "|") " " type() of("|(own: " type() ")", "|") of("| extends " type() "| extends " type() " with " type(), "|") " {\n  def " fn() "(x: Int) = " of("this." call() "|super." call() "|" type() "." call() "|own." call(), "|") "\n  private def " fn() "(x: " type() "): " type() " = x." call() "\n}"
	if (k == 9) return "val " fn() " = (x: " type() ") => x." call()
	if (k == 10) return "given " type() " with {\n  def " fn() "(x: Int) = " call() "\n}"
	return "extension (s: " type() ")\n  def " fn() "(x: Int) = s." call()
}

function lua(k) {
	if (k < 3) return "local " of("m0 m1 " type()) " = require('" of("a.m0 a.m1 b.m0 b.m1 m0") "')"
	if (k < 6) return of("local|", "|") " function " fn() "(x)\n  " call() "\n  return " of("m0." call() "|m1." call() "|" type() ":" call() "|" call(), "|") "\nend"
	if (k < 8) return "function " type() of(". :") fn() "(x)\n  self:" call() "\n  return " type() "." call() "\nend"
	if (k == 8) return "local " type() " = setmetatable({}, { __index = " type() " })"
	if (k == 9) return "local M = { " fn() " = function(x) return " call() " end }"
	if (k == 10) return "local " fn() " = function(x) x:" call() " end"
	return "return " of("M {} " type())
}

function zig(k) {
	if (k < 3) return "const " of("m0 m1 " type()) " = @import(\"" of("m0.zig m1.zig ../a/m0.zig ../b/m1.zig std") "\")" of("|." type() "|." fn(), "|") ";"
	if (k < 7) return of("pub|", "|") " fn " fn() "(x: " of("i32 " type()) ") " of("i32 !void " type()) " {\n    const s = " type() "{};\n    try s." call() ";\n    m0." call() ";\n    return " call() ";\n}"
	if (k < 10) return "const " type() " = struct {\n    own: " type() ",\n    pub fn " fn() "(self: *" type() ", x: i32) void {\n        self." call() ";\n        self.own." call() ";\n        " type() "." call() ";\n    }\n};"
	return "test \"" fn() "\" {\n    " call() ";\n}"
}

function hs(k) {
	if (k < 3) return "import " of("|qualified ", "|") of("A.M0 A.M1 B.M0 B.M1") of("| as M| (" fn() ", " type() "(..))| hiding (" fn() ")", "|")
	if (k < 7) return of(fn() " :: Int -> " type() "|", "|") "\n" fn() " x = " of(fn() " x|M." fn() " (" fn() " x)|do\n  " fn() " x\n  " fn() " $ x|x where\n  " fn() " y = " fn() " y", "|")
	if (k == 7) return "data " type() " = " type() " { " fn() " :: Int } | Other"
	if (k == 8) return "class " type() " a where\n  " fn() " :: a -> Int\n  " fn() " x = " fn() " x"
	if (k == 9) return "instance " type() " " type() " where\n  " fn() " x = " fn() " x"
	return "-- | See '" fn() "' of '" type() "'.\ntype " type() " = Maybe " type()
}

function ex(k) {
	if (k < 9) return "defmodule " of("App.|A.|", "|") type() " do\n  " of("import|alias|use|require", "|") " " of("App.|A.|", "|") type() "\n  def " fn() "(x), do: " type() "." call() "\n  " of("def defp defmacro") " " fn() "(x) do\n    x |> " fn() "() |> " type() "." fn() "()\n    " call() "\n  end\nend"
	if (k == 9) return "defprotocol " type() " do\n  def " fn() "(x)\nend"
	if (k == 10) return "defimpl " type() ", for: " type() " do\n  def " fn() "(x), do: " call() "\nend"
	return "defmodule " type() " do\n  @behaviour " type() "\n  @callback " fn() "(term) :: term\n  defdelegate " fn() "(x), to: " type() "\nend"
}

function sh(k) {
	if (k < 3) return of(". source") " " of("./m0.sh ./m1.sh ../a/m0.sh ../b/m1.sh \"$dir/m0.sh\"")
	if (k < 9) return of("|function ", "|") fn() "() {\n\t" fn() " x\n\tlocal y=$(" fn() " \"$1\")\n\t" fn() " | " fn() "\n}"
	if (k == 9) return "alias " fn() "=" fn()
	return fn() " x && " fn()
}

function head_of() { # what stands first in a file
	if (lang == "go") return "package " (split(path, part, "/") > 1 ? part[1] : "main")
	if (lang == "java") return "package " (split(path, part, "/") > 1 ? part[1] : "app") ";"
	if (lang == "kt" || lang == "scala") return "package " (split(path, part, "/") > 1 ? part[1] : "app")
	if (lang == "hs") return "module " (path ~ /^a/ ? "A" : "B") (path ~ /m0/ ? ".M0" : ".M1") " where"
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
	if (lang == "swift") return swift(k)
	if (lang == "cs") return cs(k)
	if (lang == "scala") return scala(k)
	if (lang == "lua") return lua(k)
	if (lang == "zig") return zig(k)
	if (lang == "hs") return hs(k)
	if (lang == "ex") return ex(k)
	if (lang == "sh") return sh(k)
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
