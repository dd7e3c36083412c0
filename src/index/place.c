/* SPDX-License-Identifier: MIT
 * What the place of a file says about it: tests, documents, and copies of what is elsewhere. */
#include "index/derive.h"
#include "lucus/graph.h"

static bool one_of(lu_str s, const char *const *list)
{
	for (; *list; list++)
		if (lu_str_eqz(s, *list)) return true;
	return false;
}

/* Folders that show how something is used. */
static const char *const uses[] = { "testdata", "benchmark", "benchmarks", "bench",   "example", "examples",
				    "fixture",	"fixtures",  "mock",	   "mocks",   "samples", "demo",
				    NULL };
/* Folders and files of what came from elsewhere, is made by programs, or is kept for those who have not moved on. */
static const char *const aside[] = { "compat",	   "_compat", "legacy",	   "deprecated", "vendor", "vendored", "third_party",
				     "third-party", "gen",     "generated", "locale",	  "locales", NULL };
/* Endings of files that are read, not run. */
static const char *const prose[] = { "md",   "markdown", "rst", "txt", "json", "yaml", "yml", "toml", "css", "html",
				     NULL };

unsigned lu__place_of(lu_str path)
{
	lu_str base = lu_str_after_last(path, '/'), stem = lu_str_before_last(base, '.');
	unsigned place = lu_is_test_path(path) ? LU_PLACE_TEST : 0;

	for (size_t i = 0, n; i < path.n; i += n + 1) {
		for (n = 0; i + n < path.n && path.s[i + n] != '/';) n++;
		if (i + n == path.n) break;
		if (one_of(lu_strn(path.s + i, n), uses)) place |= LU_PLACE_TEST;
		if (one_of(lu_strn(path.s + i, n), aside)) place |= LU_PLACE_ASIDE;
	}
	if (one_of(stem, aside)) place |= LU_PLACE_ASIDE;
	if (stem.n && one_of(lu_str_after_last(base, '.'), prose)) place |= LU_PLACE_PROSE;
	return place;
}
