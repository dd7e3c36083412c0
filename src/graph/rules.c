/* SPDX-License-Identifier: MIT
 * What differs between languages. A language without a row has the rules of the last one: scopes of its
 * own file and nothing guessed.
 *
 * The word lists are from the languages' own documentation of built-in names. They only hold back
 * guesses: a name that the source defines or imports is found first. */
#include "graph/model.h"
#include "graph/words.h"

#define PYTHON_BUILTIN \
	"bool bytearray bytes classmethod complex dict float frozenset int list memoryview object " \
	"property range set slice staticmethod str super tuple type zip open print len map filter " \
	"sorted iter next isinstance issubclass getattr setattr hasattr delattr repr callable enumerate " \
	"reversed any all sum min max BaseException Exception ArithmeticError AssertionError " \
	"AttributeError EOFError FileExistsError FileNotFoundError ImportError IndexError IOError " \
	"KeyboardInterrupt KeyError LookupError ModuleNotFoundError NameError NotImplementedError " \
	"OSError OverflowError PermissionError RecursionError RuntimeError StopIteration SyntaxError " \
	"SystemExit TimeoutError TypeError UnicodeError ValueError Warning DeprecationWarning " \
	"RuntimeWarning UserWarning"
#define PYTHON_COMMON \
	"append extend insert remove pop clear copy index count sort reverse get items keys values " \
	"update setdefault popitem fromkeys add discard union intersection difference issubset " \
	"issuperset join split rsplit strip lstrip rstrip startswith endswith replace format encode " \
	"decode lower upper title capitalize find rfind splitlines partition rpartition isdigit isalpha " \
	"isspace zfill ljust rjust center translate read readline readlines write writelines close " \
	"flush seek tell fileno hex match search sub findall finditer group groups send throw acquire " \
	"release wait notify set start cancel done result put exists mkdir open unlink load loads dump " \
	"dumps span end isascii tobytes tolist peek post patch head options request delete errors " \
	"execute fetchone fetchall commit rollback"
#define SCRIPT_BUILTIN \
	"Array ArrayBuffer Atomics BigInt Boolean Buffer DataView Date Error Function Infinity Intl " \
	"JSON Map Math NaN Number Object Promise Proxy Reflect RegExp Set String Symbol WeakMap WeakSet " \
	"clearInterval clearTimeout console document fetch global globalThis history localStorage " \
	"location navigator parseFloat parseInt process queueMicrotask require sessionStorage " \
	"setImmediate setInterval setTimeout window"
#define SCRIPT_COMMON \
	"push pop shift unshift slice splice concat join map filter reduce reduceRight forEach find " \
	"findIndex indexOf lastIndexOf includes some every sort reverse flat flatMap fill keys values " \
	"entries at get set has delete clear add then catch finally call apply bind toString valueOf " \
	"hasOwnProperty toJSON charAt charCodeAt codePointAt split replace replaceAll match matchAll " \
	"search substring substr trim trimStart trimEnd padStart padEnd repeat startsWith endsWith " \
	"toLowerCase toUpperCase localeCompare normalize test exec getTime toFixed toISOString on once " \
	"off emit addEventListener removeEventListener appendChild querySelector pipe write end read " \
	"close open log warn error info debug next throw return stringify parse size length post put " \
	"patch head options request text json blob bytes arrayBuffer formData clone encode decode abort " \
	"cancel reset format resolve reject append prepend remove contains closest matches getAttribute " \
	"setAttribute focus blur click submit observe disconnect getReader getWriter enqueue pipeTo " \
	"pipeThrough postMessage terminate start stop"
#define GO_BUILTIN \
	"append cap clear close complex copy delete imag len make max min new panic print println real " \
	"recover bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune " \
	"string uint uint16 uint32 uint64 uint8 uintptr any comparable"
#define GO_COMMON \
	"String Error Len Less Swap Read Write Close Seek ReadAt WriteAt ReadFrom WriteTo ReadByte " \
	"WriteByte ReadRune WriteRune ReadString WriteString ReadBytes Bytes Reset Add Done Wait Lock " \
	"Unlock RLock RUnlock Get Set Put Load Store Delete Range Push Pop Next Value Err Scan Text " \
	"Flush Format Unwrap Is As Name Size Mode ModTime IsDir Sys Stat Sub Before After Equal Unix " \
	"Seconds Duration Encode Decode Printf Println Print Fatal Fatalf Errorf Logf Log Helper Run " \
	"Cleanup Marshal Unmarshal MarshalJSON UnmarshalJSON Header Do Find Match Begin Commit Rollback " \
	"Exec Query Send Recv Call Index Field Kind Type Elem Method Interface Int Float Bool Execute " \
	"ExecuteTemplate Lookup Parse SetOutput Output Args Arg Runes Bounds Start Stop Kill Signal Clone " \
	"Context Deadline Accept Addr LocalAddr RemoteAddr WriteHeader ServeHTTP Truncate Sync"
#define C_LIBRARY \
	"abort abs accept access alarm assert atexit atof atoi atol bind bsearch calloc ceil chdir " \
	"chmod chown clearerr clock close closedir connect cos dup dup2 err errx execl execv execve " \
	"execvp exit exp fabs fclose fcntl fdopen feof ferror fflush fgetc fgets fileno floor fmod " \
	"fopen fork fprintf fputc fputs fread free freopen frexp fscanf fseek fstat fsync ftell " \
	"ftruncate fwrite getc getchar getcwd getenv getline getopt getpid gettimeofday gmtime ioctl " \
	"isalnum isalpha isatty isdigit islower isprint isspace isupper kill labs ldexp link listen " \
	"localtime log longjmp lseek lstat malloc memchr memcmp memcpy memmove memset mkdir mkstemp " \
	"mktime mmap munmap nanosleep open opendir pause pclose perror pipe poll popen pow printf putc " \
	"putchar puts qsort raise rand read readdir readlink realloc realpath recv remove rename rewind " \
	"rmdir scanf select send setenv setjmp setlocale setsockopt sigaction signal sin sleep snprintf " \
	"socket sprintf sqrt srand sscanf stat strcasecmp strcat strchr strcmp strcpy strcspn strdup " \
	"strerror strftime strlen strncasecmp strncat strncmp strncpy strndup strpbrk strrchr strspn " \
	"strstr strtod strtok strtol strtoll strtoul strtoull symlink sysconf system tan time tmpfile " \
	"tolower toupper umask ungetc unlink unsetenv usleep utime va_arg va_copy va_end va_start " \
	"vfprintf vprintf vsnprintf vsprintf wait waitpid warn warnx write"

#define SCRIPT_FLAGS  (LU__GUESSES | LU__OBJECTS)
#define SCRIPT_CALLED (LU__FUNC | LU__CLASS | LU__VALUE)
#define SCRIPT(name) \
	{ \
		name, SCRIPT_CALLED, SCRIPT_FLAGS, "this", "super", SCRIPT_BUILTIN, SCRIPT_COMMON, LU__GROUP_NONE, \
			lu__script_module \
	}
#define JVM_FLAGS \
	(LU__QUALIFIED | LU__PACKAGE | LU__GUESSES | LU__OWN_CONSTANTS | LU__THIS | LU__OUTER_THIS | LU__CAPITAL)

#define JVM(name, flags, super) \
	{ \
		name, LU__FUNC | LU__TYPES, JVM_FLAGS | (flags), "this", super, JAVA_BUILTIN, JAVA_COMMON, \
			LU__GROUP_JVM, lu__no_module \
	}

static const lu__rules rules[] = {
	{ "python", LU__FUNC | LU__TYPES | LU__VALUE,
	  LU__GUESSES | LU__UNRIVALLED | LU__CLASS_BODY | LU__SUBMODULES | LU__PRIVATE, "self cls", "super",
	  PYTHON_BUILTIN, PYTHON_COMMON, LU__GROUP_NONE, lu__python_module },
	{ "c", LU__FUNC | LU__VALUE, LU__LINKAGE, "", "", C_LIBRARY, "", LU__GROUP_NONE, lu__c_module },
	SCRIPT("javascript"),
	SCRIPT("typescript"),
	SCRIPT("tsx"),
	{ "go", LU__FUNC | LU__TYPES | LU__VALUE, LU__GUESSES | LU__PACKAGES, "", "", GO_BUILTIN, GO_COMMON,
	  LU__GROUP_NONE, lu__go_module },
	JVM("java", LU__ARITY, "super"),
	JVM("kotlin", 0, "super"),
	JVM("scala", 0, "super"),
	{ "cpp", LU__FUNC | LU__CLASS | LU__VALUE,
	  LU__QUALIFIED | LU__LINKAGE | LU__WIDE | LU__THIS | LU__OUTER_THIS | LU__OUTWARD, "this", "", CPP_LIBRARY,
	  CPP_COMMON, LU__GROUP_C, lu__c_module },
	{ "csharp", LU__FUNC | LU__TYPES,
	  LU__QUALIFIED | LU__PARTS | LU__THIS | LU__OUTER_THIS | LU__OUTWARD | LU__CAPITAL, "this", "base",
	  CSHARP_BUILTIN, CSHARP_COMMON, LU__GROUP_CSHARP, lu__no_module },
	{ "php", LU__FUNC | LU__TYPES, LU__QUALIFIED | LU__PACKAGE | LU__CAPITAL | LU__FALLBACK,
	  "$this this self static", "parent", PHP_BUILTIN, PHP_COMMON, LU__GROUP_PHP, lu__no_module },
	{ "ruby", LU__FUNC | LU__TYPES,
	  LU__QUALIFIED | LU__PARTS | LU__WIDE | LU__THIS | LU__OUTWARD | LU__CAPITAL | LU__NEW | LU__BY_PATH, "self",
	  "super", RUBY_BUILTIN, RUBY_COMMON, LU__GROUP_RUBY, lu__path_module },
	{ "rust", LU__FUNC | LU__CLASS | LU__VALUE,
	  LU__QUALIFIED | LU__PARTS | LU__GUESSES | LU__WIDE | LU__CAPITAL | LU__CRATES, "self Self", "", RUST_BUILTIN,
	  RUST_COMMON, LU__GROUP_RUST, lu__no_module },
	{ "swift", LU__FUNC | LU__TYPES, LU__QUALIFIED | LU__PARTS | LU__WIDE | LU__THIS | LU__CAPITAL, "self Self",
	  "super", SWIFT_BUILTIN, SWIFT_COMMON, LU__GROUP_SWIFT, lu__no_module },
	{ "haskell", LU__FUNC | LU__TYPES | LU__VALUE, LU__QUALIFIED | LU__PACKAGE | LU__PARTS | LU__CAPITAL, "", "",
	  HASKELL_BUILTIN, "", LU__GROUP_HASKELL, lu__no_module },
	{ "elixir", LU__FUNC | LU__VALUE, LU__QUALIFIED | LU__OUTWARD | LU__CAPITAL, "__MODULE__", "", ELIXIR_BUILTIN,
	  "", LU__GROUP_ELIXIR, lu__no_module },
	{ "lua", LU__FUNC | LU__VALUE, LU__GUESSES | LU__BY_PATH | LU__OBJECTS | LU__RETURNED, "self", "", LUA_BUILTIN,
	  LUA_COMMON, LU__GROUP_NONE, lu__path_module },
	{ "bash", LU__FUNC, LU__BY_PATH, "", "", BASH_BUILTIN, "", LU__GROUP_NONE, lu__path_module },
	{ "zig", LU__FUNC | LU__VALUE, LU__GUESSES | LU__BY_PATH | LU__FILE_TYPES, "self Self", "", ZIG_BUILTIN,
	  ZIG_COMMON, LU__GROUP_NONE, lu__path_module },
	{ "", LU__FUNC | LU__CLASS | LU__VALUE, 0, "self this", "super", "", "", LU__GROUP_NONE, lu__no_module },
};

enum { N_RULES = sizeof rules / sizeof *rules };

const lu__rules *lu__rules_of(lu_str language)
{
	size_t i = 0;

	while (i < N_RULES - 1 && !lu_str_eqz(language, rules[i].language)) i++;
	return &rules[i];
}

/* Enter the words as names; with `bits` of a language, mark them. */
static void load_list(lu__graph *g, const char *words, int list, uint8_t *bits)
{
	while (*words) {
		size_t n = strcspn(words, " ");
		uint32_t name = lu__names_add(&g->names, lu_strn(words, n));

		if (bits && name != LU__NONE) bits[name] |= (uint8_t)(1u << list);
		words += n;
		words += strspn(words, " ");
	}
}

static void load_lists(lu__graph *g, uint8_t *bits)
{
	for (size_t i = 0; i < N_RULES; i++) {
		const lu__rules *r = &rules[i];
		const char *const list[LU__WORD_LISTS] = { r->self, r->super, r->builtin, r->common };

		for (int j = 0; j < LU__WORD_LISTS; j++) load_list(g, list[j], j, bits ? bits + i * g->n_words : NULL);
	}
}

void lu__load_words(lu__graph *g)
{
	load_lists(g, NULL);
	g->n_words = g->names.n;
	g->words = lu__new(g, (size_t)g->n_words * N_RULES, sizeof *g->words);
	if (!g->words) return;
	load_lists(g, g->words);
}

bool lu__is_word(const lu__graph *g, const lu__rules *r, int list, uint32_t name)
{
	return name < g->n_words && (g->words[(size_t)(r - rules) * g->n_words + name] >> list & 1);
}
