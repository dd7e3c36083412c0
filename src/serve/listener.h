/* SPDX-License-Identifier: MIT
 * Sockets to listen on. */
#ifndef LU_SERVE_LISTENER_H
#define LU_SERVE_LISTENER_H

#include "serve/serve.h"

/* Listen on `where`: "ADDRESS:PORT" ("127.0.0.1:8642", "[::1]:0"; "localhost" is 127.0.0.1, "*" all addresses; port 0: a free one), or "unix:PATH".
 * A socket's file is of mode 0600; a stale one is replaced. LU_EUSAGE for what is no such, LU_EIO where the system refuses. */
lu_code lu_listener_open(const char *where, lu_listener **out, lu_err *e) LU_MUST_USE;
/* The sockets that systemd has opened (LISTEN_PID, LISTEN_FDS): at most `max`; *n is 0 when there are none. */
lu_code lu_listener_inherited(lu_listener **out, size_t max, size_t *n, lu_err *e) LU_MUST_USE;
/* Stop to listen; the file of a socket that was made is removed. Accepts NULL. */
void lu_listener_close(lu_listener *l);

/* Can only this machine reach it? */
bool lu_listener_local(const lu_listener *l);
bool lu_listener_unix(const lu_listener *l);
int lu_listener_fd(const lu_listener *l);
/* "127.0.0.1", "::1" or a path; 0 for the port of a path. */
const char *lu_listener_address(const lu_listener *l);
int lu_listener_port(const lu_listener *l);

#endif
