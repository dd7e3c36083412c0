# SPDX-License-Identifier: MIT
# Random manifests, for tests/cli/history.t: what tells which folders packages are, and what their names lead to. Packages, folders and
# modules have the few names that edits.awk has, so that manifests contradict each other, name what is not there, and meet.
#   awk -v path=PATH -v seed=N -f manifests.awk < /dev/null > NEW

function roll(n) { return int(rand() * n) }
function of(list, sep,    v, n) { n = split(list, v, sep == "" ? " " : sep); return v[1 + roll(n)] }
function file() { return of("m0.js m1.js m0.ts m1.ts index.js src/m0.ts src/index.ts dist/m0.js nowhere.js") }
function dir() { return of("a b a/src . .. ../a ../b c") }
function maybe(text) { return roll(2) ? text : "" }

# A member of a JSON object, or nothing; the object ends with one that nobody reads.
function member(key, value) { return maybe("  \"" key "\": " value ",\n") }
function quoted(text) { return "\"" text "\"" }
function target() {
	return of("\"./" file() "\"|{ \"types\": \"./" file() "\", \"import\": \"./" file() "\", \"default\": \"./" file() "\" }|null|" \
		"{ \"node\": { \"require\": \"./" file() "\" }, \"default\": \"./" file() "\" }", "|")
}
function subpaths(prefix) {
	return "{ \"" prefix "\": " target() ", \"" prefix "/m0\": " target() ", \"" prefix "/*\": \"./" of("*.js *.ts src/*.ts dist/*.js") "\" }"
}
function packages() { return of("[\"a\", \"b\"]|[\"*\"]|{ \"packages\": [\"a\"] }|[\"./b\", \"!a\"]|[]", "|") }
function name() { return of("app pkga pkgb pkga @x/a") }

function package_json() {
	return "{\n" member("name", quoted(name())) member("main", quoted("./" file())) member("module", quoted(file())) \
		member("types", quoted(file())) member("exports", of(quoted("./" file()) "|" subpaths(".") "|" target(), "|")) \
		member("imports", "{ \"#m0\": " target() ", \"#u/*\": \"./*.js\" }") member("workspaces", packages()) \
		member("type", quoted("module")) "  \"private\": true\n}"
}
function tsconfig() {
	return "{\n" maybe("  // read by tsc\n") member("extends", quoted(of("../tsconfig.json ./base.json ./a/tsconfig.json"))) \
		member("references", "[{ \"path\": \"" dir() "\" }]") \
		member("compilerOptions", "{ " maybe("\"baseUrl\": \"" dir() "\", ") maybe("\"rootDir\": \"src\", \"outDir\": \"dist\", ") \
		"\"paths\": { \"@/*\": [\"" dir() "/*\"], \"lib\": [\"" dir() "/" file() "\"] }, \"strict\": true }") \
		"  \"include\": [\"**/*\"" maybe(",") "]\n}"
}
function cargo() {
	return maybe("[package]\nname = \"" of("app cratea crateb crate-a") "\"\nedition = \"2021\"\n\n") \
		maybe("[lib]\nname = \"" of("cratea lib_b") "\"\npath = \"" of("src/lib.rs m0.rs src/m1.rs") "\"\n\n") \
		maybe("[dependencies]\ncratea = { path = \"" dir() "\" }\nalias = { package = \"crateb\", path = \"../b\" }\n\n") \
		maybe("[workspace]\nmembers = [\"" of("a b *") "\"]\n")
}
function gomod() {
	return "module " of("example.org/app example.org/app/a example.com/other app") "\n\ngo 1.21\n" \
		maybe("\nrequire example.org/app/b v1.0.0\n") maybe("\nreplace example.org/app/b => " of("./b ../b ./a") "\n")
}
function gowork() { return "go 1.21\n\nuse (\n\t./" dir() "\n\t./" dir() "\n)\n" }
function pyproject() {
	return maybe("[project]\nname = \"" name() "\"\n\n") \
		maybe("[tool.setuptools.packages.find]\nwhere = [\"" dir() "\"]\n\n") maybe("[tool.poetry]\npackages = [{ include = \"a\", from = \"" dir() "\" }]\n")
}
function composer() {
	return "{\n  \"name\": \"x/app\",\n  \"autoload\": { \"psr-4\": { \"App\\\\\": \"" dir() "/\", \"" of("A B") "\\\\\": [\"" dir() "\"] } }\n}"
}

BEGIN {
	srand(seed)
	for (i = 0; i < 9; i++) rand()
	base = path
	sub(/.*\//, "", base)
	if (base == "package.json") print package_json()
	else if (base ~ /^[jt]sconfig/) print tsconfig()
	else if (base == "pnpm-workspace.yaml") print "packages:\n  - " of("a 'b' '*' \"!a\"")
	else if (base == "Cargo.toml") print cargo()
	else if (base == "go.mod") print gomod()
	else if (base == "go.work") print gowork()
	else if (base == "composer.json") print composer()
	else print pyproject()
}
