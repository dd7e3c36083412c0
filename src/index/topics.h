/* SPDX-License-Identifier: MIT
 * What files speak of, as far as communities are made of it. */
#ifndef LU_INDEX_TOPICS_H
#define LU_INDEX_TOPICS_H

#include "concept/concept.h"
#include "store/grouping.h"

#define LU__TOPICS 40 /* of a file: those that it has most often */

/* Fill in f->topic and f->n_topic from the concepts of the file; without these it has none. */
lu_code lu__read_topics(lu_store *s, lu_concepts *c, lu_arena *scratch, lu_arena *a, lu_grouped_file *f, lu_err *e);

#endif
