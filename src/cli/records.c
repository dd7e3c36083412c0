/* SPDX-License-Identifier: MIT */
#include "cli/records.h"

#include <string.h>

#include "cli/record_tables.h"
#include "cli/text.h"

static const lu_record_field *const tables[] = { lu__record_stages, lu__record_answers, lu__record_graph,
						 lu__record_reports };

const lu_record_field *lu_record_next(lu_record_iter *it)
{
	while (it->table < sizeof tables / sizeof *tables) {
		const lu_record_field *r = &tables[it->table][it->row++];

		if (r->kind) return r;
		*it = (lu_record_iter){ it->table + 1, 0 };
	}
	return NULL;
}

static bool has_field(const void *ctx, const char *key)
{
	const lu_record_field *r;

	for (const char *const *kind = ctx; *kind; kind++)
		for (lu_record_iter it = { 0 }; (r = lu_record_next(&it));)
			if (r->field && !strcmp(r->field, key) && !strcmp(r->kind, *kind)) return true;
	return false;
}

void lu_records_pass(lu_jw *w, const lu_json *v, const char *const *kinds)
{
	if (v) lu_jw_rest(w, v, has_field, kinds);
}

void lu_records_help(FILE *f)
{
	const lu_record_field *r;
	const char *between = "";

	for (lu_record_iter it = { 0 }; (r = lu_record_next(&it));) {
		if (!r->field) {
			fprintf(f, "%s%s: ", between, r->kind);
			between = "\n";
			lu__wrap(f, r->meaning, (int)strlen(r->kind) + 2, 4, 80);
			continue;
		}
		fprintf(f, "  %-19s %-18s ", r->field, r->type);
		lu__wrap(f, r->meaning, 41, 41, 80);
	}
}

void lu_records_man(FILE *f)
{
	const lu_record_field *r;
	const char *end = "";

	for (lu_record_iter it = { 0 }; (r = lu_record_next(&it));) {
		if (!r->field) {
			fputs(end, f);
			end = ".El\n";
			fprintf(f, ".Ss %s\n", r->kind);
			lu__mdoc_sentence(f, r->meaning);
			fputs(".Bl -tag -width Ds\n", f);
			continue;
		}
		fprintf(f, ".It Cm %s Pq %s\n", r->field, r->type);
		lu__mdoc_sentence(f, r->meaning);
	}
	fputs(".El\n", f);
}
