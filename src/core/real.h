/* SPDX-License-Identifier: MIT
 * Numbers with a point, whatever the locale is. */
#ifndef LU_CORE_REAL_H
#define LU_CORE_REAL_H

/* strtod() in the C locale. Any number of threads. */
double lu_real_read(const char *s, char **end);

#endif
