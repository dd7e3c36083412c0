/* SPDX-License-Identifier: MIT
 * From the path that an import names to files of the store: Python, JavaScript and TypeScript, C. */
#include "graph/modules.h"

#include "lucus/hash.h"

#define TAILS 32  /* components of a path that can be looked up */
#define NEAR  256 /* more files of one name are not compared */

/* Modules of the standard library: a file of such a name counts only where a script would see it. */
#define PYTHON_STANDARD \
	"abc aifc argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 calendar " \
	"cgi cmath cmd code codecs collections colorsys compileall concurrent configparser contextlib " \
	"contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis " \
	"doctest email encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions " \
	"ftplib functools gc getopt getpass gettext glob grp gzip hashlib heapq hmac html http imaplib " \
	"imghdr importlib inspect io ipaddress itertools json keyword linecache locale logging lzma " \
	"mailbox marshal math mimetypes mmap multiprocessing netrc numbers operator optparse os pathlib " \
	"pdb pickle pickletools pkgutil platform plistlib poplib posixpath pprint profile pstats pty " \
	"pwd py_compile queue quopri random re readline reprlib resource runpy sched secrets select " \
	"selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat " \
	"statistics string stringprep struct subprocess symtable sys sysconfig syslog tarfile tempfile " \
	"termios test textwrap threading time timeit tkinter token tokenize tomllib trace traceback " \
	"tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv warnings wave " \
	"weakref webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo"

uint32_t lu__file_at(const lu__graph *g, lu_str path)
{
	return lu__names_find(&g->paths, path);
}

lu_str lu__folder_of(lu_str path)
{
	return path.n ? lu_str_before_last(path, '/') : path;
}

static void up(lu_buf *b)
{
	lu_buf_trunc(b, lu_str_before_last(lu_buf_str(b), '/').n);
}

bool lu__join(lu__graph *g, lu_str folder, lu_str rel)
{
	lu_buf *b = &g->buf;
	size_t at = 0;

	lu_buf_reset(b);
	lu_buf_addstr(b, folder);
	while (at < rel.n) {
		size_t end = at;
		lu_str part;

		while (end < rel.n && rel.s[end] != '/') end++;
		part = lu_strn(rel.s + at, end - at);
		at = end + 1;
		if (!part.n || lu_str_eqz(part, ".")) continue;
		if (lu_str_eqz(part, "..")) {
			if (!b->len) return false;
			up(b);
			continue;
		}
		if (b->len) lu_buf_addc(b, '/');
		lu_buf_addstr(b, part);
	}
	if (b->oom) g->mem.oom = true;
	return !b->oom;
}

uint32_t lu__shared_folders(lu_str a, lu_str b)
{
	uint32_t shared = 0;

	for (size_t i = 0; i < a.n && i < b.n && a.s[i] == b.s[i]; i++)
		if (a.s[i] == '/') shared++;
	return shared;
}

uint64_t lu__tail_key(lu_str path)
{
	return lu_hash64(path, 1);
}

void lu__tails_add(lu__multi *m, lu_str path, uint32_t value)
{
	size_t at = path.n;

	for (int parts = 0; at && parts < TAILS; parts++) {
		do at--;
		while (at && path.s[at] != '/');
		lu__multi_add(m, lu__tail_key(lu_strn(path.s + at + !!at, path.n - at - !!at)), value);
	}
}

bool lu__has_tail(lu_str path, lu_str tail)
{
	if (path.n < tail.n || !lu_str_eq(lu_strn(path.s + path.n - tail.n, tail.n), tail)) return false;
	return path.n == tail.n || path.s[path.n - tail.n - 1] == '/';
}

/* Try g->buf with this ending; the buffer is left as it was. */
static uint32_t with_ending(lu__graph *g, const char *ending)
{
	size_t len = g->buf.len;
	uint32_t file;

	lu_buf_adds(&g->buf, ending);
	if (g->buf.oom) g->mem.oom = true; /* the next reset would forget it */
	file = lu__file_at(g, lu_buf_str(&g->buf));
	lu_buf_trunc(&g->buf, len);
	return file;
}

bool lu__is_manifest_path(lu_str path)
{
	lu_str name = lu_str_after_last(path, '/');

	if (lu_str_eqz(name, "package.json") || lu_str_eqz(name, "Cargo.toml") ||
	    lu_str_eqz(name, "pnpm-workspace.yaml"))
		return true;
	return (lu_str_starts(name, "tsconfig") || lu_str_starts(name, "jsconfig")) && lu_str_ends(name, ".json");
}

/* ---- Python ---- */

lu_str lu__python_tail(lu_str path)
{
	if (lu_str_ends(path, ".py")) path.n -= 3;
	else if (lu_str_ends(path, ".pyi")) path.n -= 4;
	else return lu_strz("");
	if (lu_str_eqz(path, "__init__")) return lu_strz("");
	if (lu_str_ends(path, "/__init__")) path.n -= strlen("/__init__");
	return path;
}

/* The module whose path without extension is in g->buf; a folder is one by its __init__. */
static uint32_t python_file(lu__graph *g)
{
	static const char *const init[] = { "/__init__.py", "/__init__.pyi" };
	static const char *const plain[] = { ".py", ".pyi" };
	uint32_t file = LU__NONE;

	for (int i = 0; file == LU__NONE && i < 2; i++) file = with_ending(g, init[i] + (g->buf.len == 0));
	for (int i = 0; file == LU__NONE && g->buf.len && i < 2; i++) file = with_ending(g, plain[i]);
	return file;
}

static void add_dotted(lu_buf *b, lu_str dotted)
{
	size_t from = b->len;

	lu_buf_addstr(b, dotted);
	for (size_t i = from; i < b->len; i++)
		if (b->s[i] == '.') b->s[i] = '/';
}

/* The module `dotted` under `folder`. */
static uint32_t python_under(lu__graph *g, lu_str folder, lu_str dotted)
{
	lu_buf_reset(&g->buf);
	lu_buf_addstr(&g->buf, folder);
	if (folder.n && dotted.n) lu_buf_addc(&g->buf, '/');
	add_dotted(&g->buf, dotted);
	return python_file(g);
}

uint32_t lu__python_submodule(lu__graph *g, uint32_t file, lu_str name)
{
	lu_str path = lu__path(g, file), base = lu_str_after_last(path, '/');

	if (!lu_str_eqz(base, "__init__.py") && !lu_str_eqz(base, "__init__.pyi")) return LU__NONE;
	return python_under(g, lu__folder_of(path), name);
}

static bool is_package(lu__graph *g, lu_str folder)
{
	lu_buf_reset(&g->buf);
	lu_buf_addstr(&g->buf, folder);
	return with_ending(g, folder.n ? "/__init__.py" : "__init__.py") != LU__NONE ||
	       with_ending(g, folder.n ? "/__init__.pyi" : "__init__.pyi") != LU__NONE;
}

static bool is_python_standard(lu_str module)
{
	return lu_str_in_words(lu_str_before_first(module, '.'), PYTHON_STANDARD);
}

/* Files whose path ends so. What lies in a package can not be imported by the end of its name. */
static void python_by_tail(lu__graph *g, uint32_t file, lu_str module, lu_str tail, const lu__list *list, lu__found *f)
{
	uint32_t best = 0;

	if (list->n > NEAR) {
		lu__found_outside(f, "too many modules of this name");
		return;
	}
	for (uint32_t at = list->first; at; at = g->py_tails.node[at].next) {
		uint32_t v = g->py_tails.node[at].value;
		lu_str path = lu__python_tail(lu__path(g, v)), root;
		uint32_t shared = lu__shared_folders(lu__path(g, v), lu__path(g, file));

		if (v == file || shared < best || !lu__has_tail(path, tail)) continue;
		root = lu_strn(path.s, path.n == tail.n ? 0 : path.n - tail.n - 1);
		if (is_package(g, root) || python_under(g, root, module) != v) continue;
		if (shared > best) f->n = 0, best = shared;
		if (shared == best) lu__found_add(f, LU__FOUND_FILES, v, 0);
	}
}

/* A module below a root that holds the importing file: the nearest such root, LU__NONE when there is none. */
static uint32_t python_around(lu__graph *g, uint32_t file, lu_str tail, lu_str module, const lu__list *list)
{
	lu_str folder = lu__folder_of(lu__path(g, file));
	uint32_t best = LU__NONE;
	size_t length = 0;

	for (uint32_t at = list->first; at; at = g->py_tails.node[at].next) {
		uint32_t v = g->py_tails.node[at].value;
		lu_str path = lu__python_tail(lu__path(g, v)), root;

		if (v == file || !lu__has_tail(path, tail)) continue;
		root = lu_strn(path.s, path.n == tail.n ? 0 : path.n - tail.n - 1);
		if (best != LU__NONE && root.n <= length) continue;
		if (root.n > folder.n || memcmp(root.s, folder.s, root.n)) continue;
		if (root.n && root.n < folder.n && folder.s[root.n] != '/') continue;
		if (is_package(g, root) || python_under(g, root, module) != v) continue;
		best = v;
		length = root.n;
	}
	return best;
}

/* The same where too many files have the name: from folder to folder. */
static uint32_t python_above(lu__graph *g, uint32_t file, lu_str module)
{
	lu_str folder = lu__folder_of(lu__path(g, file));

	for (;; folder = lu__folder_of(folder)) {
		uint32_t v = python_under(g, folder, module);

		if (v != LU__NONE && v != file && !is_package(g, folder)) return v;
		if (!folder.n) return LU__NONE;
	}
}

void lu__python_absolute(lu__graph *g, uint32_t file, lu_str module, lu__found *f)
{
	lu_buf tail = LU_BUF;
	lu__list list;
	uint32_t v = LU__NONE;

	add_dotted(&tail, module);
	if (tail.oom) g->mem.oom = true;
	list = lu__multi_list(&g->py_tails, lu__tail_key(lu_buf_str(&tail)));
	if (list.n <= LU__LONG) v = python_around(g, file, lu_buf_str(&tail), module, &list);
	else v = python_above(g, file, module);
	if (v != LU__NONE) lu__found_add(f, LU__FOUND_FILES, v, 0);
	else if (is_python_standard(module)) lu__found_outside(f, "standard library");
	else python_by_tail(g, file, module, lu_buf_str(&tail), &list, f);
	lu_buf_free(&tail);
}

static void python_relative(lu__graph *g, uint32_t file, lu_str module, lu__found *f)
{
	lu_str folder = lu__folder_of(lu__path(g, file));
	size_t dots = 0;
	uint32_t v;

	while (dots < module.n && module.s[dots] == '.') dots++;
	for (size_t i = 1; i < dots; i++) {
		if (!folder.n) return;
		folder = lu__folder_of(folder);
	}
	v = python_under(g, folder, lu_strn(module.s + dots, module.n - dots));
	if (v != LU__NONE) lu__found_add(f, LU__FOUND_FILES, v, 0);
}

void lu__python_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f)
{
	if (ref->module.n && ref->module.s[0] == '.') python_relative(g, file, ref->module, f);
	else if (ref->module.n) lu__python_absolute(g, file, ref->module, f);
	if (f->what == LU__FOUND_NOTHING) lu__found_outside(f, "external module");
}

/* ---- JavaScript, TypeScript ---- */

static const char *const endings[] = { ".js",  ".jsx", ".mjs",  ".cjs",   ".ts",   ".tsx",
				       ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts" };
enum { N_ENDINGS = sizeof endings / sizeof *endings, FIRST_TYPED = 4 };

/* g->buf with each ending; the importing file's own language goes first. */
static uint32_t with_endings(lu__graph *g, bool typed)
{
	uint32_t file = LU__NONE;

	for (int i = 0; file == LU__NONE && i < N_ENDINGS; i++)
		file = with_ending(g, endings[(i + (typed ? FIRST_TYPED : 0)) % N_ENDINGS]);
	return file;
}

/* './x.js' is how TypeScript writes the module that x.ts becomes. */
static uint32_t from_output_name(lu__graph *g)
{
	static const struct {
		const char *output, *source[3];
	} pairs[] = {
		{ ".js", { ".ts", ".tsx", ".d.ts" } },
		{ ".jsx", { ".tsx", NULL, NULL } },
		{ ".mjs", { ".mts", ".d.mts", NULL } },
		{ ".cjs", { ".cts", ".d.cts", NULL } },
	};
	uint32_t file = LU__NONE;

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		if (!lu_str_ends(lu_buf_str(&g->buf), pairs[i].output)) continue;
		lu_buf_trunc(&g->buf, g->buf.len - strlen(pairs[i].output));
		for (int k = 0; file == LU__NONE && k < 3 && pairs[i].source[k]; k++)
			file = with_ending(g, pairs[i].source[k]);
		lu_buf_adds(&g->buf, pairs[i].output);
	}
	return file;
}

/* The file of the very path in g->buf. Without an ending it is a script that another one requires: a text of the name of a module is
 * none, and TypeScript adds an ending. */
static uint32_t as_written(lu__graph *g, bool typed)
{
	uint32_t file = with_ending(g, "");
	lu_str base = lu_str_after_last(lu_buf_str(&g->buf), '/');

	if (file == LU__NONE || memchr(base.s, '.', base.n)) return file;
	return !typed && g->file[file].language->modules == LU__MODULES_SCRIPT ? file : LU__NONE;
}

static uint32_t script_file(lu__graph *g, bool typed, bool folder_only)
{
	uint32_t file = LU__NONE;

	if (!folder_only) {
		file = as_written(g, typed);
		if (typed || file == LU__NONE) {
			uint32_t source = from_output_name(g);

			if (source != LU__NONE) file = source;
		}
		if (file == LU__NONE) file = with_endings(g, typed);
	}
	if (file == LU__NONE) {
		lu_buf_adds(&g->buf, g->buf.len ? "/index" : "index");
		file = with_endings(g, typed);
	}
	return file;
}

uint32_t lu__script_file(lu__graph *g, lu_str folder, lu_str path, bool typed)
{
	bool folder_only = lu_str_eqz(path, ".") || lu_str_eqz(path, "..") || lu_str_ends(path, "/") ||
			   lu_str_ends(path, "/.") || lu_str_ends(path, "/..");

	return lu__join(g, folder, path) ? script_file(g, typed, folder_only) : LU__NONE;
}

/* ---- C ---- */

/* Headers of C and of systems, which trees may have, too: to be used where they are missing. */
static const char system_headers[] = "aio alloca asm assert byteswap complex ctype cpio curses dirent dlfcn elf endian "
				     "err errno error execinfo fcntl "
				     "features fenv float fnmatch ftw getopt glob grp iconv ifaddrs inttypes io iso646 "
				     "langinfo libgen limits link locale "
				     "malloc math memory monetary mqueue ncurses ndbm netdb nl_types paths poll "
				     "process pthread pwd regex sched search "
				     "semaphore setjmp signal spawn stdalign stdarg stdatomic stdbool stddef stdint "
				     "stdio stdlib stdnoreturn string strings "
				     "stropts syslog tar term termio termios tgmath threads time trace uchar ucontext "
				     "ulimit unistd utime utmp utmpx values "
				     "wchar wctype windows winsock winsock2 wordexp ws2tcpip";

static bool is_system_header(lu_str m)
{
	static const char *const roots[] = { "sys/", "net/", "netinet/", "arpa/", "bits/", "gnu/" };

	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		if (lu_str_starts(m, roots[i])) return true;
	if (memchr(m.s, '/', m.n)) return false;
	return !memchr(m.s, '.', m.n) || lu_str_in_words(lu_str_before_last(m, '.'), system_headers);
}

static void c_by_tail(lu__graph *g, uint32_t file, lu_str tail, lu__found *f)
{
	uint64_t key = lu__tail_key(tail);

	if (!tail.n || lu__multi_list(&g->c_tails, key).n > NEAR) return;
	for (uint32_t at = lu__multi_first(&g->c_tails, key); at; at = g->c_tails.node[at].next) {
		uint32_t v = g->c_tails.node[at].value;

		if (v != file && lu__has_tail(lu__path(g, v), tail)) lu__found_add(f, LU__FOUND_FILES, v, 0);
	}
}

void lu__c_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f)
{
	lu_str m = ref->module;
	bool angle = m.n > 2 && m.s[0] == '<' && m.s[m.n - 1] == '>';
	uint32_t v = LU__NONE;

	if (angle) {
		m = lu_strn(m.s + 1, m.n - 2);
		if (is_system_header(m)) {
			lu__found_outside(f, "system header");
			return;
		}
	} else if (m.n && lu__join(g, lu__folder_of(lu__path(g, file)), m)) {
		v = lu__file_at(g, lu_buf_str(&g->buf));
	}
	while (lu_str_starts(m, "./") || lu_str_starts(m, "../"))
		m = lu_strn(m.s + (m.s[1] == '/' ? 2 : 3), m.n - (m.s[1] == '/' ? 2 : 3));
	if (v != LU__NONE) lu__found_add(f, LU__FOUND_FILES, v, 0);
	else c_by_tail(g, file, m, f);
	if (angle && f->n > 1 && !memchr(m.s, '/', m.n)) lu__found_outside(f, "system header");
	if (f->what == LU__FOUND_NOTHING) lu__found_outside(f, "no such file");
}

/* ---- other languages ---- */

void lu__no_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f)
{
	(void)g;
	(void)file;
	(void)ref;
	lu__found_outside(f, "imports of this language are not followed");
}
