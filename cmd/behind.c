/* SPDX-License-Identifier: MIT */
#include "behind.h"

#include "cli/out.h"

void cmd_warn_of_tree(lu_str root, lu_tree_state state, int64_t behind, int64_t touched)
{
	if (state == LU_TREE_MISSING)
		lu_out_warn("the root '%.*s' is missing or empty: what is shown may not be there", LU_FMT(root));
	else if (behind > 0)
		lu_out_warn("%lld %s not as in the store: run 'lucus sync' (or query --refresh)", (long long)behind,
			    behind == 1 ? "file is" : "files are");
	else if (touched)
		lu_out_warn("%lld of the files shown %s changed or gone since the last sync: run 'lucus sync' (or "
			    "query --refresh)",
			    (long long)touched, touched == 1 ? "is" : "are");
}
