/* SPDX-License-Identifier: MIT
 * Loads libmicrohttpd. What is loaded stays for the life of the process. */
#include "serve/microhttpd.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define FUNCTION(name) \
	{ \
		"MHD_" #name, offsetof(lu__microhttpd, name) \
	}

static const struct function {
	const char *name;
	size_t at; /* in lu__microhttpd */
} functions[] = {
	FUNCTION(get_version),
	FUNCTION(is_feature_supported),
	FUNCTION(start_daemon),
	FUNCTION(stop_daemon),
	FUNCTION(quiesce_daemon),
	FUNCTION(get_connection_values),
	FUNCTION(get_connection_values_n),
	FUNCTION(get_connection_info),
	FUNCTION(queue_response),
	FUNCTION(suspend_connection),
	FUNCTION(resume_connection),
	FUNCTION(create_response_from_buffer),
	FUNCTION(create_response_from_callback),
	FUNCTION(add_response_header),
	FUNCTION(destroy_response),
};

lu_code lu__microhttpd_load(const char *const *names, lu__microhttpd *out, lu_err *e)
{
	lu__microhttpd m;
	void *lib = NULL, *tls_send;
	size_t i;

	for (i = 0; names[i] && !lib; i++) lib = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
	if (!lib) return lu_fail(e, LU_EIO, "cannot serve without libmicrohttpd: '%s' is not installed", names[0]);
	for (i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *f = dlsym(lib, functions[i].name);

		if (!f) return lu_fail(e, LU_EIO, "cannot serve: libmicrohttpd has no '%s'", functions[i].name);
		memcpy((char *)&m + functions[i].at, &f, sizeof f);
	}
	tls_send = dlsym(lib, "gnutls_record_send"); /* of what it depends on */
	memcpy(&m.tls_send, &tls_send, sizeof tls_send);
	*out = m;
	return LU_OK;
}

static struct {
	pthread_once_t once;
	lu__microhttpd lib;
	lu_code rc;
	lu_err e;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
	static const char *const names[] = { "libmicrohttpd.so.12", NULL };

	loaded.rc = lu__microhttpd_load(names, &loaded.lib, &loaded.e);
}

lu_code lu__microhttpd_get(const lu__microhttpd **out, lu_err *e)
{
	pthread_once(&loaded.once, load);
	if (loaded.rc) return lu_fail(e, loaded.rc, "%s", loaded.e.msg);
	*out = &loaded.lib;
	return LU_OK;
}
