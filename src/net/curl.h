/* SPDX-License-Identifier: MIT
 * libcurl, loaded when it is first needed: linked, it would cost every process several milliseconds. */
#ifndef LU_NET_CURL_H
#define LU_NET_CURL_H

#include <curl/curl.h>

#include "lucus/err.h"

/* Its functions that we call, under their names without "curl_". */
typedef struct lu__curl {
	CURLcode (*global_init)(long flags);
	curl_version_info_data *(*version_info)(CURLversion age);
	CURL *(*easy_init)(void);
	CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
	CURLcode (*easy_getinfo)(CURL *easy, CURLINFO info, ...);
	void (*easy_cleanup)(CURL *easy);
	const char *(*easy_strerror)(CURLcode code);
	CURLM *(*multi_init)(void);
	CURLMcode (*multi_cleanup)(CURLM *multi);
	CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
	CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
	CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
	CURLMcode (*multi_perform)(CURLM *multi, int *running);
	CURLMcode (*multi_poll)(CURLM *multi, struct curl_waitfd *more, unsigned n, int timeout_ms, int *ready);
	CURLMsg *(*multi_info_read)(CURLM *multi, int *left);
} lu__curl;

/* The library of this process, loaded by the first call; any thread. LU_ENET, with the reason: it can
 * not be loaded. */
lu_code lu__curl_get(const lu__curl **out, lu_err *e) LU_MUST_USE;

/* Load the first of `names` (ended by NULL) that is there. */
lu_code lu__curl_load(const char *const *names, lu__curl *out, lu_err *e) LU_MUST_USE;

#endif
