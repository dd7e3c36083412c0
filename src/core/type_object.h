/* SPDX-License-Identifier: MIT
 * Types of objects as TypeScript's sources write them down: "{ a: A; b?(x: X): B }". Results are views of the text, empty when it does
 * not say. Any thread may call. */
#ifndef LU_CORE_TYPE_OBJECT_H
#define LU_CORE_TYPE_OBJECT_H

#include "lucus/str.h"

#define LU_OBJECT_TYPE_MOST 4000 /* bytes: longer types tell nothing */

/* Is it such a type, whatever wraps it, or a "Record<K, V>"? */
bool lu_type_is_object(lu_str t);
/* The type of its property `name`: of a method its parameters and what stands behind them. */
lu_str lu_type_property(lu_str t, lu_str name);
/* What a call of such a property gives: of "(x: X): B" and "(x: X) => B" it is "B". */
lu_str lu_type_property_called(lu_str property);

#endif
