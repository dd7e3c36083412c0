/* SPDX-License-Identifier: MIT
 * The language table. */
#include "parse/language.h"

const TSLanguage *tree_sitter_python(void);
const TSLanguage *tree_sitter_c(void);
const TSLanguage *tree_sitter_cpp(void);
const TSLanguage *tree_sitter_c_sharp(void);
const TSLanguage *tree_sitter_javascript(void);
const TSLanguage *tree_sitter_typescript(void);
const TSLanguage *tree_sitter_tsx(void);
const TSLanguage *tree_sitter_go(void);
const TSLanguage *tree_sitter_java(void);
const TSLanguage *tree_sitter_kotlin(void);
const TSLanguage *tree_sitter_scala(void);
const TSLanguage *tree_sitter_ruby(void);
const TSLanguage *tree_sitter_php(void);
const TSLanguage *tree_sitter_lua(void);
const TSLanguage *tree_sitter_bash(void);
const TSLanguage *tree_sitter_rust(void);
const TSLanguage *tree_sitter_zig(void);
const TSLanguage *tree_sitter_swift(void);
const TSLanguage *tree_sitter_haskell(void);
const TSLanguage *tree_sitter_elixir(void);

#define BLOCKS(language, ext, names) \
	{ \
		.name = language, .extract = lu__extract_blocks, .extensions = ext, .filenames = names, \
		.naming = LU__NAME_PLAIN \
	}

static const lu_language languages[] = {
	{ .name = "python",
	  .aliases = "python2 python3 py",
	  .grammar = tree_sitter_python,
	  .queries = "python",
	  .extensions = "py pyi",
	  .interpreters = "python python2 python3 pypy3",
	  .index = "__init__",
	  .naming = LU__NAME_PATH,
	  .bind = LU__BIND_FIRST,
	  .return_field = "return_type" },
	{ .name = "c",
	  .plain = true,
	  .grammar = tree_sitter_c,
	  .queries = "c",
	  .extensions = "c h",
	  .naming = LU__NAME_PLAIN,
	  .macros = LU__MACROS_C,
	  .global_tags = true,
	  .return_field = "type" },
	{ .name = "cpp",
	  .aliases = "c++",
	  .grammar = tree_sitter_cpp,
	  .queries = "cpp",
	  .extensions = "cc cpp cxx c++ h hh hpp hxx h++ ipp inl tcc tpp cu cuh",
	  .naming = LU__NAME_PLAIN,
	  .macros = LU__MACROS_CPP,
	  .bare_members = true,
	  .angles = true,
	  .return_field = "type" },
	{ .name = "csharp",
	  .aliases = "c#",
	  .grammar = tree_sitter_c_sharp,
	  .queries = "csharp",
	  .extensions = "cs",
	  .naming = LU__NAME_PLAIN,
	  .bare_members = true,
	  .angles = true,
	  .return_field = "returns" },
	{ .name = "javascript",
	  .aliases = "js ecmascript",
	  .grammar = tree_sitter_javascript,
	  .queries = "ecmascript javascript jsx",
	  .extensions = "js mjs cjs jsx",
	  .interpreters = "node nodejs deno bun",
	  .naming = LU__NAME_PATH,
	  .return_field = "return_type" },
	{ .name = "typescript",
	  .aliases = "ts",
	  .grammar = tree_sitter_typescript,
	  .queries = "ecmascript typescript",
	  .extensions = "ts mts cts",
	  .interpreters = "ts-node tsx",
	  .naming = LU__NAME_PATH,
	  .overloads = true,
	  .return_field = "return_type" },
	{ .name = "tsx",
	  .aliases = "typescript ts",
	  .grammar = tree_sitter_tsx,
	  .queries = "ecmascript typescript jsx",
	  .extensions = "tsx",
	  .naming = LU__NAME_PATH,
	  .overloads = true,
	  .return_field = "return_type" },
	{ .name = "go",
	  .aliases = "golang",
	  .plain = true,
	  .grammar = tree_sitter_go,
	  .queries = "go",
	  .extensions = "go",
	  .naming = LU__NAME_PACKAGE,
	  .bind = LU__BIND_LAST,
	  .return_field = "result" },
	{ .name = "java",
	  .grammar = tree_sitter_java,
	  .queries = "java",
	  .extensions = "java",
	  .naming = LU__NAME_PACKAGE,
	  .declares = true,
	  .bare_members = true,
	  .return_field = "type" },
	{ .name = "kotlin",
	  .grammar = tree_sitter_kotlin,
	  .queries = "kotlin",
	  .extensions = "kt kts",
	  .interpreters = "kotlin",
	  .naming = LU__NAME_PACKAGE,
	  .declares = true,
	  .bare_members = true,
	  .return_field = "" },
	{ .name = "scala",
	  .grammar = tree_sitter_scala,
	  .queries = "scala",
	  .extensions = "scala sc sbt",
	  .interpreters = "scala scala-cli",
	  .naming = LU__NAME_PACKAGE,
	  .declares = true,
	  .bare_members = true,
	  .return_field = "return_type" },
	{ .name = "rust",
	  .grammar = tree_sitter_rust,
	  .queries = "rust",
	  .extensions = "rs",
	  .index = "mod lib main",
	  .naming = LU__NAME_PATH,
	  .return_field = "return_type" },
	{ .name = "zig",
	  .grammar = tree_sitter_zig,
	  .queries = "zig",
	  .extensions = "zig",
	  .naming = LU__NAME_PATH,
	  .return_field = "type" },
	{ .name = "swift",
	  .grammar = tree_sitter_swift,
	  .queries = "swift",
	  .extensions = "swift",
	  .interpreters = "swift",
	  .naming = LU__NAME_PLAIN,
	  .directives = true,
	  .bare_members = true,
	  .return_field = "return_type" },
	{ .name = "ruby",
	  .grammar = tree_sitter_ruby,
	  .queries = "ruby",
	  .extensions = "rb rake gemspec ru",
	  .filenames = "rakefile gemfile guardfile capfile podfile vagrantfile brewfile",
	  .interpreters = "ruby jruby rake",
	  .naming = LU__NAME_PLAIN,
	  .self_source = "@",
	  .self = "self.",
	  .return_field = "return_type" },
	{ .name = "php",
	  .grammar = tree_sitter_php,
	  .queries = "php",
	  .extensions = "php phtml php3 php4 php5 php7 php8 phps",
	  .interpreters = "php",
	  .naming = LU__NAME_PACKAGE,
	  .self_source = "$this",
	  .self = "this",
	  .return_field = "return_type" },
	{ .name = "lua",
	  .grammar = tree_sitter_lua,
	  .queries = "lua",
	  .extensions = "lua",
	  .interpreters = "lua lua5.1 lua5.2 lua5.3 lua5.4 luajit",
	  .index = "init",
	  .naming = LU__NAME_PATH,
	  .return_field = "return_type" },
	{ .name = "bash",
	  .grammar = tree_sitter_bash,
	  .queries = "bash",
	  .extensions = "sh bash bats ksh zsh",
	  .filenames = ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv "
		       ".zprofile .kshrc .envrc apkbuild pkgbuild",
	  .pieces = true,
	  .interpreters = "sh bash dash ksh zsh ash mksh bats",
	  .naming = LU__NAME_PATH,
	  .return_field = "return_type" },
	{ .name = "haskell",
	  .grammar = tree_sitter_haskell,
	  .queries = "haskell",
	  .extensions = "hs hs-boot hsig",
	  .interpreters = "runhaskell runghc",
	  .scan = 10,
	  .naming = LU__NAME_MODULE,
	  .join = true,
	  .return_field = "type" },
	{ .name = "elixir",
	  .grammar = tree_sitter_elixir,
	  .queries = "elixir",
	  .extensions = "ex exs",
	  .interpreters = "elixir iex",
	  .naming = LU__NAME_PLAIN,
	  .join = true,
	  .return_field = "" },
	{ .name = "markdown",
	  .extract = lu__extract_markdown,
	  .extensions = "md markdown mkd mdown mdx",
	  .naming = LU__NAME_PLAIN },
	{ .name = "rst", .extract = lu__extract_rst, .extensions = "rst rest", .naming = LU__NAME_PLAIN },
	BLOCKS("json", "json jsonc json5 geojson webmanifest ipynb", NULL),
	BLOCKS("yaml", "yaml yml", NULL),
	BLOCKS("toml", "toml", NULL),
	BLOCKS("ini", "ini cfg conf properties editorconfig", NULL),
	BLOCKS("xml", "xml xsd xsl xslt rng svg plist csproj vbproj fsproj props targets", NULL),
	BLOCKS("html", "html htm xhtml vue svelte", NULL),
	BLOCKS("css", "css scss sass less", NULL),
	BLOCKS("sql", "sql ddl", NULL),
	BLOCKS("proto", "proto", NULL),
	BLOCKS("cmake", "cmake", "cmakelists.txt"),
	BLOCKS("make", "mk mak", "makefile gnumakefile"),
	BLOCKS("dockerfile", "dockerfile", "dockerfile containerfile"),
	/* whatever else is text: last, lu_language_for() ends here */
	BLOCKS("text", "txt text", NULL),
};

enum { N_LANGUAGES = sizeof languages / sizeof *languages };

const lu_language *lu_language_at(size_t i)
{
	return i < N_LANGUAGES ? &languages[i] : NULL;
}

const char *lu_language_name(const lu_language *l)
{
	return l->name;
}

const char *lu_language_extensions(const lu_language *l)
{
	return l->extensions;
}

const char *lu_language_filenames(const lu_language *l)
{
	return l->filenames ? l->filenames : "";
}

const char *lu_language_interpreters(const lu_language *l)
{
	return l->interpreters ? l->interpreters : "";
}

const char *lu_language_gives(const lu_language *l)
{
	if (l->grammar) return "elements";
	return l->extract == lu__extract_blocks ? "blocks" : "sections";
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Is `word` one of the blank-separated words of `list`, ASCII case aside? */
static bool in_list(const char *list, lu_str word)
{
	while (list && *list && word.n) {
		size_t n = strcspn(list, " "), i = 0;

		while (i < n && i < word.n && list[i] == lower(word.s[i])) i++;
		if (i == n && n == word.n) return true;
		list += n;
		list += *list == ' ';
	}
	return false;
}

/* The program of a #! line: the last part of its path, or env's first operand. */
static lu_str interpreter(lu_str text)
{
	lu_str line = text, word;
	size_t n = 0;

	if (!lu_str_starts(text, "#!")) return lu_strn("", 0);
	while (n < line.n && line.s[n] != '\n') n++;
	line = lu_str_trim(lu_strn(line.s + 2, n - 2));
	for (;;) {
		for (n = 0; n < line.n && line.s[n] != ' ' && line.s[n] != '\t';) n++;
		word = lu_str_after_last(lu_strn(line.s, n), '/');
		line = lu_str_trim(lu_strn(line.s + n, line.n - n));
		if (!line.n || !(lu_str_eqz(word, "env") || lu_str_starts(word, "-"))) return word;
	}
}

bool lu_language_is_called(const lu_language *l, lu_str word, bool *plain)
{
	bool name = in_list(l->name, word);

	*plain = name && l->plain;
	return name || in_list(l->aliases, word);
}

const lu_language *lu_language_for(lu_str path, lu_str text)
{
	lu_str base = lu_str_after_last(path, '/');
	lu_str ext = lu_str_before_last(base, '.').n ? lu_str_after_last(base, '.') : lu_strn("", 0);
	lu_str program = interpreter(text);
	const lu_language *by_ext = NULL, *by_program = &languages[N_LANGUAGES - 1];

	for (size_t i = 0; i < N_LANGUAGES; i++) {
		const lu_language *l = &languages[i];

		if (in_list(l->filenames, base)) return l;
		if (by_program == &languages[N_LANGUAGES - 1] && in_list(l->interpreters, program)) by_program = l;
		if (by_ext || !in_list(l->extensions, ext)) continue;
		/* both C and C++ have ".h" */
		if (l->macros != LU__MACROS_C || !in_list("h", ext) || !lu__is_cpp(text)) by_ext = l;
	}
	return by_ext ? by_ext : by_program;
}
