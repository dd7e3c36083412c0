/* SPDX-License-Identifier: MIT
 * How much elements, and files, belong together: weights of ties in units of LU__TIE, what one call to a function that
 * nobody else calls is worth. Whole numbers by whole-number arithmetic: the same on every machine. */
#ifndef LU_INDEX_WEIGH_H
#define LU_INDEX_WEIGH_H

#include "store/grouping.h"

#define LU__TIE 1024

/* Ties among the elements of a file, b->sym[i] being node i: its edges; each element with what contains it, and with the
 * one before it there. What many refer to tells little, and so does a container of many. */
lu_code lu__weigh_elements(const lu_bonds *b, lu_arena *a, lu_tie **out, size_t *n, lu_err *e);
/* Ties of `file`, whose edges are `b`, to the files that they lead to: f->tie and f->n_tie. The tenth edge to a file adds
 * less than the first. */
lu_code lu__weigh_files(const lu_bonds *b, lu_arena *scratch, lu_arena *a, lu_grouped_file *f, lu_err *e);
/* Ties among `n` files, in the order of their paths: those that they have, of which one to a file that many refer to
 * tells less; the topics that two share, the more the fewer others have them; and of each with the next, by how near their
 * folders are. Files that a tie names and that are not among them do not count. */
lu_code lu__weigh_tree(const lu_grouped_file *const *f, size_t n, lu_arena *a, lu_tie **out, size_t *n_out, lu_err *e);

#endif
