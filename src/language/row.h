/* SPDX-License-Identifier: MIT
 * A row of the table of languages, and what its flags mean. Code that treats languages differently reads a row here; no
 * other code names one. How to add a language: CONTRIBUTING.md. */
#ifndef LUCUS_LANGUAGE_ROW_H
#define LUCUS_LANGUAGE_ROW_H

#include "lucus/language.h"

/* ---- how a file is read: parse ---- */

/* What makes elements of it. */
enum lu__reader {
	LU__READER_GRAMMAR, /* the grammar of the row, and its query files */
	LU__READER_MARKDOWN,
	LU__READER_RST,
	LU__READER_BLOCKS, /* nothing is known of it: blocks of lines */
	LU__READERS
};

/* How the qualified name of an element begins. */
enum lu__naming {
	LU__NAME_PLAIN,   /* nothing: names are global; the module is called by its path */
	LU__NAME_PATH,    /* the file's path without extension, '/' as '.': "src.flask.app" */
	LU__NAME_PACKAGE, /* the package that the file declares: "cobra" */
	LU__NAME_MODULE,  /* the module that the file declares and is, "Data.Map"; without one, the path */
};

/* Which name an import without a local name binds. */
enum lu__bind {
	LU__BIND_NONE,  /* none: `import "x"`, `#include "x"` */
	LU__BIND_FIRST, /* the first component: `import a.b` binds a */
	LU__BIND_LAST,  /* the last one: "net/http" binds http */
};

/* What a preprocessor leaves to be hidden from the grammar. */
enum lu__macros {
	LU__MACROS_NONE,
	LU__MACROS_C,
	LU__MACROS_CPP,
};

/* lu_language.syntax */
enum lu__syntax {
	LU__SYNTAX_DIRECTIVES = 1, /* the grammar is not to see lines of conditional compilation */
	LU__SYNTAX_PIECES = 2,     /* functions begin at the start of a line: damaged files are read one by one */
	LU__SYNTAX_CLAUSES = 4,   /* definitions of one name in a row are one: clauses, a signature and its equations */
	LU__SYNTAX_OVERLOADS = 8, /* a function without a body only announces the one of its name that has one */
	LU__SYNTAX_GLOBAL_TAGS = 16,  /* types are global wherever they are declared */
	LU__SYNTAX_DECLARES = 32,     /* variables are declared, once: an assignment makes none */
	LU__SYNTAX_BARE_FIELDS = 64,  /* fields of the type around are seen without "this." */
	LU__SYNTAX_ANGLES = 128,      /* "<...>" after a name are its type arguments, also in calls */
	LU__SYNTAX_SHADOWS = 32768,   /* a declaration hides the one before it, from its own end on */
	LU__SYNTAX_DOC_TYPES = 512,   /* comments tell types: "@param {T} x", "@returns {T}", "@type {T}" */
	LU__SYNTAX_DOC_WORDS = 1024,  /* comments tell them without braces: "@param T $x", "@return T", "@var T" */
	LU__SYNTAX_LAST_VALUE = 2048, /* a function gives what its last statement gives */
	LU__SYNTAX_BARE_CALLS = 4096, /* a function without arguments is called by its name alone */
	LU__SYNTAX_PIPES = 8192,      /* "x |> f(y)" gives x to f as its first argument, "&f/2" is f of two */
	LU__SYNTAX_LINE_ENDS = 16384, /* the end of a line before '<' ends a member, which the grammar does not see */
	LU__SYNTAX_SOFT_WORDS =
		65536, /* "class" may follow a word that is a name elsewhere, which misleads the grammar */
	LU__SYNTAX_CALLED_VALUES = 131072, /* what is called by its name may be a variable, which hides functions */
	LU__SYNTAX_LISTS =
		262144, /* functions take several lists of parameters, "[...]" after a name are type arguments */
	LU__SYNTAX_NOTED_DOTS = 524288, /* an annotation may stand before the dots of a parameter */
	LU__SYNTAX_BARE_NEW = 1048576,  /* "new A" may have no list of arguments */
	LU__SYNTAX_ALTERNATIVES = 256,  /* the grammar skips all branches of a preprocessor but the first */
};

/* ---- what a name means: graph, and store, which finds what an edit reaches ---- */

/* What an import names, and how it is found. */
enum lu__module_kind {
	LU__MODULES_UNKNOWN,  /* imports are not followed to files */
	LU__MODULES_DOTTED,   /* "a.b", ".b": Python's packages; a package's names include the modules of its folder */
	LU__MODULES_SCRIPT,   /* "./x": a file or a folder's index, with an extension that is left out */
	LU__MODULES_HEADER,   /* "x.h": a file, where the names that it declares are seen */
	LU__MODULES_FOLDER,   /* "host/path": a folder is a package */
	LU__MODULES_PATH,     /* "a/b": a file, with one of lu_language.endings */
	LU__MODULES_CRATE,    /* "crate::a": the tree of modules that mod.rs and its like make */
	LU__MODULES_MANIFEST, /* of data: what a manifest says of the names of packages and of paths */
	LU__MODULES
};

/* Languages of one group see each other's names. */
enum lu__group {
	LU__GROUP_NONE,
	LU__GROUP_JVM,
	LU__GROUP_C,
	LU__GROUP_CSHARP,
	LU__GROUP_PHP,
	LU__GROUP_RUBY,
	LU__GROUP_RUST,
	LU__GROUP_SWIFT,
	LU__GROUP_HASKELL,
	LU__GROUP_ELIXIR,
	LU__GROUPS
};

/* What a call can mean besides a function: lu_language.callable. */
enum lu__callable {
	LU__CALLABLE_CLASS = 1,    /* a call of a class makes an object */
	LU__CALLABLE_ABSTRACT = 2, /* so does one of a type that is written like it: interface, trait, alias */
	LU__CALLABLE_VALUE = 4,    /* variables hold functions */
	LU__CALLABLE_ANYWHERE =
		8, /* the only function of a name in the tree is taken for what is not found otherwise */
};

/* lu_language.rules */
enum lu__rule {
	/* scopes */
	LU__RULE_CLASS_BODY = 1 << 0,    /* code in a class's body sees the class's names */
	LU__RULE_BARE_METHODS = 1 << 1,  /* `name()` may be a method of the type around it */
	LU__RULE_OUTER_METHODS = 1 << 2, /* and of the types around that */
	LU__RULE_LINKAGE = 1 << 3,       /* functions are linked by name, headers declare them */
	LU__RULE_ARITY = 1 << 4,         /* functions of one name differ by how many arguments they take */
	/* members */
	LU__RULE_OBJECTS = 1 << 5,      /* functions can be members of plain objects and of modules, and have members */
	LU__RULE_RETURNED = 1 << 6,     /* a module is a table: all its functions are its members */
	LU__RULE_FILE_TYPES = 1 << 7,   /* a file is a type */
	LU__RULE_NEW = 1 << 8,          /* `Type.new` makes an object */
	LU__RULE_MIXINS = 1 << 9,       /* modules are like types: they have methods, and types have them as bases */
	LU__RULE_MODULE_SELF = 1 << 10, /* the word for the object itself can mean the module */
	LU__RULE_EXTENSIONS =
		1 << 11, /* functions bear the name of the type they extend, and are imported by their own */
	LU__RULE_FREE_METHODS = 1 << 12, /* the functions of an abstract type are functions of its module */
	/* guesses */
	LU__RULE_GUESSES = 1 << 13,       /* the only method of a name in reach is taken for `object.name` */
	LU__RULE_UNRIVALLED = 1 << 14,    /* but only one that no unrelated type of the tree has */
	LU__RULE_OWN_CONSTANTS = 1 << 15, /* but only on a constant of the method's type */
	LU__RULE_WIDE = 1 << 16,          /* methods are guessed among all files of the group */
	LU__RULE_CAPITAL = 1 << 17,       /* what begins with a capital is a type: not an object of unknown type */
	/* namespaces */
	LU__RULE_QUALIFIED = 1 << 18,    /* names are looked up by place: package or namespace */
	LU__RULE_OUTWARD = 1 << 19,      /* the namespaces around one's own are seen */
	LU__RULE_FALLBACK = 1 << 20,     /* functions that are not in the namespace are global */
	LU__RULE_ROOTED = 1 << 21,       /* a name that begins with the separator is global */
	LU__RULE_PARTS = 1 << 22,        /* a type may be written in parts, in several files */
	LU__RULE_NEAR_PARTS = 1 << 23,   /* but without a namespace only in files of one folder */
	LU__RULE_SPACE_WITHIN = 1 << 24, /* the names in a file say of which namespace it is */
	/* imports */
	LU__RULE_TYPED = 1 << 25,    /* an import of "x.js" may mean "x.ts" */
	LU__RULE_DOTS = 1 << 26,     /* "a.b" is the path "a/b" */
	LU__RULE_RELATIVE = 1 << 27, /* a path counts from the file that imports, and leaves nothing out */
	LU__RULE_PRIVATE = 1 << 28,  /* a star import leaves out names that begin with '_' */
	/* calls */
	LU__RULE_COUNTED =
		1 << 29, /* of functions of one name those are meant that take so many arguments, if there are any */
	LU__RULE_LABELS = 1 << 30, /* functions of one name differ by the labels of their arguments */
};

/* ---- what string literals look like: text ---- */

/* Literals of other shapes: lu__literals.form. */
enum lu__literal {
	LU__LITERAL_HASHED = 1,     /* r#"..."#, #"..."# */
	LU__LITERAL_CPP_RAW = 2,    /* R"x(...)x" */
	LU__LITERAL_VERBATIM = 4,   /* @"...", "" is a quote */
	LU__LITERAL_HEREDOC = 8,    /* <<X ... X, <<<X ... X */
	LU__LITERAL_LONG = 16,      /* [==[...]==] */
	LU__LITERAL_LINES = 32,     /* from two backslashes to the end of the line */
	LU__LITERAL_SIGILS = 64,    /* ~s(...), ~S"..." */
	LU__LITERAL_PERCENT = 128,  /* %q(...), %w[...] */
	LU__LITERAL_PATTERNS = 256, /* /.../ is a regular expression */
	LU__LITERAL_CHARS = 512,    /* 'x' is a character */
	LU__LITERAL_DOLLAR = 1024,  /* $name is a value within */
	LU__LITERAL_DOCS = 2048,    /* three quotes that begin a statement are documentation */
	LU__LITERAL_OUTSIDE = 4096, /* a backslash takes the next character's meaning outside of strings, too */
	LU__LITERAL_GAPS = 8192,    /* a backslash also ends the gap that one at the end of a line begins */
	LU__LITERAL_NESTED = 16384, /* block comments nest */
};

struct lu__literals {
	const char *comment; /* begins one to the end of the line; further ones after a blank; NULL: nothing is known */
	const char *block[2]; /* around a comment */
	const char *plain;    /* quotes of strings that end on their line; NULL: nothing is known of strings */
	const char *wide;     /* quotes of strings of any number of lines */
	const char *raw;      /* quotes in which a backslash means nothing */
	const char *triple;   /* quotes that are also written three times */
	const char *hole;     /* what begins a value within: "{", "${", "#{", "\\(" */
	unsigned form;        /* enum lu__literal */
};

/* ---- the row ---- */

struct TSLanguage;

/* Lists are words that blanks separate; NULL where there are none. */
struct lu_language {
	const char *name;         /* as records have it */
	const char *aliases;      /* what people call it, too: in lower case */
	bool plain;               /* its name is a word or a letter that means other things, too */
	const char *extensions;   /* of files, in lower case, without a dot */
	const char *filenames;    /* whole names in lower case */
	const char *interpreters; /* of #! lines */

	enum lu__reader reader;
	const struct TSLanguage *(*grammar)(void); /* of LU__READER_GRAMMAR */
	bool is_prose;                             /* its files are read by people, and are text as such */
	const char *queries;                       /* its files in src/parse/queries/; the first wins */
	const char *index;                         /* last components that a module name leaves out */
	enum lu__naming naming;
	enum lu__bind bind;
	enum lu__macros macros;
	unsigned syntax; /* enum lu__syntax */
	unsigned scan;   /* how many times as long as others its scanner may take for a byte; 0 is 1 */
	/* What a member of the object itself begins with in the source, and what names say instead, or NULL:
	 * "$this" is "this", "@" is "self.". */
	const char *member_mark, *member_says;
	const char *return_field; /* field of a definition's node that holds its return type */
	/* Types of literals, for LU__RULE_ARITY: of an integer, a long one, a short and a long real number, a character, a truth
	 * value, a string, and of a type that is an object; NULL: not told. */
	const char *literal_types;
	const char *primitives; /* types that are no objects */
	const char *top;        /* the types that all are of */
	/* Of the library: types that no other is below of, and "a>T" where a call of `a`, which may be "Type.a", or that name
	 * gives a T, whatever stands before it. */
	const char *finals, *const *results;
	const char *implied; /* what a parameter is called that a closure does not write */
	bool narrows;        /* a variable may be used as of a type below its own: smart casts, dynamic types */
	/* Types of the language and its library: "A>B" where an A is a B, "A~B" where one is made of it without a word. What is
	 * above one that is listed is listed, too. */
	const char *const *conforms;

	enum lu__module_kind modules;
	const char *endings; /* of LU__MODULES_PATH: what an import leaves out of a file's path */
	enum lu__group group;
	unsigned callable; /* enum lu__callable */
	unsigned rules;    /* enum lu__rule */
	/* What the function is called that runs when an object is made; "": as the type; NULL: nothing is known of it. */
	const char *constructor;
	const char *called; /* what the method is called that runs when an object is called; NULL: there is none */
	const char *self;   /* words that name the object whose method runs */
	const char *super;  /* words that name its bases */
	/* Names that are never guessed, of the language's own documentation; "<h>": declared by header h. */
	const char *builtin;
	const char *common; /* method names of built-in types: never guessed */

	struct lu__literals literals;
};

/* The table. Its last row is "text": whatever else is text. */
extern const lu_language lu__languages[];
extern const size_t lu__n_languages;

static inline size_t lu__language_number(const lu_language *l)
{
	return (size_t)(l - lu__languages);
}
/* May any file define what a name means, by its package, its linkage or its folder? Then no list of files tells it. */
static inline bool lu__is_anywhere(const lu_language *l)
{
	return (l->rules & (LU__RULE_QUALIFIED | LU__RULE_LINKAGE)) || l->modules == LU__MODULES_FOLDER;
}
/* The row by whose rules names of `language` are looked up: the last one, which looks into the scopes of a file and
 * guesses nothing, where no grammar reads it or it is not known. */
const lu_language *lu__language_of_names(lu_str language);

/* Does a header hold C++? Looks for what only C++ has, outside of `#ifdef __cplusplus`. */
bool lu__is_cpp(lu_str text);

#endif
