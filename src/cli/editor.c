/* SPDX-License-Identifier: MIT
 * Opening a file in the user's editor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/prompt.h"
#include "cli/spawn.h"

lu_code lu_edit_file(const char *editor, const char *path, uint32_t line, lu_err *e)
{
	char *argv[LU__WORDS + 3] = { "vi" }, place[16];
	char *copy = strdup(editor ? editor : "");
	size_t n;
	int status = 0, err;
	lu_code rc = LU_OK;

	if (!copy) return lu_nomem(e);
	n = lu__words(copy, argv);
	if (!n) n = 1;
	snprintf(place, sizeof place, "+%u", line ? line : 1);
	argv[n] = place;
	argv[n + 1] = (char *)path; /* only read, as posix_spawn() promises */
	argv[n + 2] = NULL;
	err = lu__spawn(argv, -1, &status);
	if (err) rc = lu_fail(e, LU_EIO, "cannot run the editor '%s': %s", argv[0], strerror(err));
	else if (status) rc = lu_fail(e, LU_EIO, "the editor '%s' failed", argv[0]);
	free(copy);
	return rc;
}
