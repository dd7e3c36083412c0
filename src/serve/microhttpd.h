/* SPDX-License-Identifier: MIT
 * libmicrohttpd, loaded when it is needed first, so that no other command pays for it. */
#ifndef LU_SERVE_MICROHTTPD_H
#define LU_SERVE_MICROHTTPD_H

#include <microhttpd.h>

#include "lucus/err.h"

/* Its functions that are used, by their names without "MHD_". */
typedef struct lu__microhttpd {
	__typeof__(MHD_get_version) *get_version;
	__typeof__(MHD_is_feature_supported) *is_feature_supported;
	__typeof__(MHD_start_daemon) *start_daemon;
	__typeof__(MHD_stop_daemon) *stop_daemon;
	__typeof__(MHD_quiesce_daemon) *quiesce_daemon;
	__typeof__(MHD_get_connection_values) *get_connection_values;
	__typeof__(MHD_get_connection_values_n) *get_connection_values_n;
	__typeof__(MHD_get_connection_info) *get_connection_info;
	__typeof__(MHD_queue_response) *queue_response;
	__typeof__(MHD_suspend_connection) *suspend_connection;
	__typeof__(MHD_resume_connection) *resume_connection;
	__typeof__(MHD_create_response_from_buffer) *create_response_from_buffer;
	__typeof__(MHD_create_response_from_callback) *create_response_from_callback;
	__typeof__(MHD_add_response_header) *add_response_header;
	__typeof__(MHD_destroy_response) *destroy_response;
	/* gnutls_record_send(), of the library that it was built with; NULL where it has no TLS. */
	ssize_t (*tls_send)(void *session, const void *data, size_t n);
} lu__microhttpd;

/* LU_EIO with what to install when it is not there, or too old. Thread-safe. */
lu_code lu__microhttpd_get(const lu__microhttpd **out, lu_err *e) LU_MUST_USE;
/* The same from one of `names`, which end with NULL: for tests. */
lu_code lu__microhttpd_load(const char *const *names, lu__microhttpd *out, lu_err *e) LU_MUST_USE;

#endif
