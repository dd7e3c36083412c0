/* SPDX-License-Identifier: MIT
 * Type parameters, as signatures declare them in any language. Any thread may call. */
#ifndef LU_CORE_TYPE_PARAMS_H
#define LU_CORE_TYPE_PARAMS_H

#include "lucus/str.h"

/* The list of type parameters in the signature of what is called `name`, without its brackets: "K, V extends T"; empty: none. */
lu_str lu_type_parameters(lu_str signature, lu_str name);
/* The entry `k` of such a list, or of type arguments; empty beyond the last. */
lu_str lu_type_entry(lu_str list, size_t k);
/* Is `name` one of such a list? *bound is the type that it extends, or empty. */
bool lu_type_bound(lu_str list, lu_str name, lu_str *bound);

#endif
