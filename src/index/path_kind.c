/* SPDX-License-Identifier: MIT
 * What the place of a file says about it: tests, documents, and copies of what is elsewhere. */
#include <string.h>

#include "index/derive.h"
#include "lucus/graph.h"

/* Folders that show how something is used. */
static const char *const uses[] = { "testdata",  "benchmark",    "benchmarks", "bench",         "example", "examples",
				    "fixture",   "fixtures",     "mock",       "mocks",         "samples", "demo",
				    "test_data", "__fixtures__", "__mocks__",  "__snapshots__", NULL };
/* Folders and files of what came from elsewhere, is made by programs, or is kept for those who have not moved on. */
static const char *const aside[] = { "compat",      "_compat",      "legacy",  "deprecated", "vendor", "vendored",
				     "third_party", "third-party",  "gen",     "generated",  "locale", "locales",
				     "thirdparty",  "node_modules", "bundled", "dist",       "attic",  "obsolete",
				     NULL };
/* Ends of the names of files that programs make. */
static const char *const made[] = { "_pb2.py",       "_pb2_grpc.py",  ".pb.go",        ".pb.cc",
				    ".pb.h",         ".g.dart",       ".designer.cs",  ".generated.cs",
				    ".generated.ts", "_generated.go", "_generated.rs", NULL };
/* Ends of files that are read, not run. */
static const char *const prose[] = {
	"md", "markdown", "rst", "txt", "json", "yaml", "yml", "toml", "css", "html", NULL
};

static bool is_made(lu_str base)
{
	for (const char *const *end = made; *end; end++) {
		size_t n = strlen(*end);

		if (base.n > n && memcmp(base.s + base.n - n, *end, n) == 0) return true;
	}
	return false;
}

unsigned lu__place_of(lu_str path)
{
	lu_str base = lu_str_after_last(path, '/'), stem = lu_str_before_last(base, '.');
	unsigned place = lu_is_test_path(path) ? LU_PLACE_TEST : 0;

	for (size_t i = 0, n; i < path.n; i += n + 1) {
		for (n = 0; i + n < path.n && path.s[i + n] != '/';) n++;
		if (i + n == path.n) break;
		if (lu_str_one_of(lu_strn(path.s + i, n), uses)) place |= LU_PLACE_TEST;
		if (lu_str_one_of(lu_strn(path.s + i, n), aside)) place |= LU_PLACE_ASIDE;
	}
	if (lu_str_one_of(stem, aside) || is_made(base)) place |= LU_PLACE_ASIDE;
	if (stem.n && lu_str_one_of(lu_str_after_last(base, '.'), prose)) place |= LU_PLACE_PROSE;
	return place;
}
