/* SPDX-License-Identifier: MIT
 * Runs a fuzz target on files and on the files of folders, so that make check needs no fuzzer: each corpus, and each
 * of its files cut in the middle. Prints TAP. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run(const char *path)
{
	lu_buf b = LU_BUF;
	lu_err e = { LU_OK, "" };
	lu_code rc = lu_file_read(path, 1 << 24, &b, &e);

	if (!rc) {
		/* in memory of its own size, so that a sanitizer sees a read beyond it */
		for (size_t n = b.len;; n /= 2) {
			uint8_t *p = malloc(n ? n : 1);

			if (!p) break;
			memcpy(p, b.s, n);
			LLVMFuzzerTestOneInput(p, n);
			free(p);
			if (!n) break;
		}
	}
	if (rc) printf("# %s\n", e.msg);
	lu_buf_free(&b);
	return rc != LU_OK;
}

int main(int argc, char **argv)
{
	int n = 0, failed = 0;

	for (int i = 1; i < argc; i++) {
		struct dirent **v = NULL;
		int k = scandir(argv[i], &v, NULL, alphasort);

		for (int j = 0; j < k; j++) {
			char path[4096];

			snprintf(path, sizeof path, "%s/%s", argv[i], v[j]->d_name);
			if (v[j]->d_name[0] != '.') {
				int bad = run(path);

				failed += bad;
				printf("%s %d - %s\n", bad ? "not ok" : "ok", ++n, path);
			}
			free(v[j]);
		}
		free(v);
		if (k < 0) failed++;
	}
	printf("1..%d\n", n);
	return failed || !n;
}
