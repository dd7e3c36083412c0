/* SPDX-License-Identifier: MIT
 * How the state of a store's tree is reported, to people and in records. */
#ifndef LU_CMD_BEHIND_H
#define LU_CMD_BEHIND_H

#include "lucus/fresh.h"
#include "lucus/status.h"

/* Warn people when files that were looked at are not as in the store, `touched` of them, or could not be looked at.
 * `behind`: how many of the whole tree are not, < 0 when that is not known. */
void cmd_warn_of_tree(lu_str root, lu_tree_state state, int64_t behind, int64_t touched);

#endif
