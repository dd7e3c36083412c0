/* SPDX-License-Identifier: MIT
 * Loads libcurl. What is loaded stays for the life of the process: it can not be unloaded safely. */
#include "net/curl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define FUNCTION(name) \
	{ \
		"curl_" #name, offsetof(lu__curl, name) \
	}

static const struct function {
	const char *name;
	size_t at; /* in lu__curl */
} functions[] = {
	FUNCTION(global_init),   FUNCTION(version_info), FUNCTION(easy_init),        FUNCTION(easy_setopt),
	FUNCTION(easy_getinfo),  FUNCTION(easy_cleanup), FUNCTION(easy_strerror),    FUNCTION(multi_init),
	FUNCTION(multi_cleanup), FUNCTION(multi_setopt), FUNCTION(multi_add_handle), FUNCTION(multi_remove_handle),
	FUNCTION(multi_perform), FUNCTION(multi_poll),   FUNCTION(multi_info_read),
};

/* CURLOPT_PREREQFUNCTION is the youngest that we use. */
enum { OLDEST = 0x075000 };

static lu_code start(const lu__curl *c, lu_err *e)
{
	const curl_version_info_data *v = c->version_info(CURLVERSION_NOW);

	if (v->version_num < OLDEST)
		return lu_fail(e, LU_ENET, "libcurl %s is too old to ask a server: 7.80 or later is needed",
			       v->version);
	if (c->global_init(CURL_GLOBAL_DEFAULT)) return lu_fail(e, LU_ENET, "cannot start libcurl %s", v->version);
	return LU_OK;
}

lu_code lu__curl_load(const char *const *names, lu__curl *out, lu_err *e)
{
	lu__curl c;
	void *lib = NULL;
	size_t i;

	for (i = 0; names[i] && !lib; i++) lib = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
	if (!lib) return lu_fail(e, LU_ENET, "cannot ask a server without libcurl: '%s' is not installed", names[0]);
	for (i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *f = dlsym(lib, functions[i].name);

		if (!f) return lu_fail(e, LU_ENET, "cannot ask a server: libcurl has no '%s'", functions[i].name);
		memcpy((char *)&c + functions[i].at, &f, sizeof f);
	}
	*out = c;
	return start(out, e);
}

static struct {
	pthread_once_t once;
	lu__curl curl;
	lu_code rc;
	lu_err e;
} loaded = { .once = PTHREAD_ONCE_INIT };

static void load(void)
{
	static const char *const names[] = { "libcurl.so.4", "libcurl-gnutls.so.4", NULL };

	loaded.rc = lu__curl_load(names, &loaded.curl, &loaded.e);
}

lu_code lu__curl_get(const lu__curl **out, lu_err *e)
{
	pthread_once(&loaded.once, load);
	if (loaded.rc) return lu_fail(e, loaded.rc, "%s", loaded.e.msg);
	*out = &loaded.curl;
	return LU_OK;
}
