/* SPDX-License-Identifier: MIT
 * A program outside of lucus that asks a store, against the installed library: ask STORE QUESTION. */
#include <lucus/session.h>
#include <stdio.h>

static int fail(const lu_err *e)
{
	fprintf(stderr, "ask: %s\n", e->msg);
	return 1;
}

int main(int argc, char **argv)
{
	lu_session_config config = { .tenant = "default", .kb = "default" };
	lu_search_options options;
	lu_session *session;
	lu_found *found;
	lu_err e;

	if (argc != 3) return fputs("usage: ask STORE QUESTION\n", stderr), 2;
	config.db = argv[1];
	if (lu_session_open(&config, &session, &e)) return fail(&e);
	lu_search_options_init(&options);
	options.query.k = 3;
	if (lu_session_search(session, NULL, lu_strz(argv[2]), &options, &found, &e)) {
		lu_session_close(session);
		return fail(&e);
	}
	for (size_t i = 0; i < found->result.n; i++) {
		const lu_hit *hit = &found->result.v[i];

		printf("%.*s:%u %.*s\n", LU_FMT(hit->el.path), hit->el.start_line, LU_FMT(hit->el.name));
	}
	lu_found_free(found);
	lu_session_close(session);
	return 0;
}
