#!/bin/sh
# SPDX-License-Identifier: MIT
# What never looks whether it is to end, ends all the same a while after a signal: commands, servers, and their threads. And a
# signal that comes before a server waits for it is not lost.
. "$(dirname "$0")/lib.sh"

cat > spin.c <<'EOF'
#include <stddef.h>
#include <unistd.h>
int access(const char *, int);
static volatile int spinning;
/* In place of qsort: once there is a file "spin", it never returns. */
void qsort(void *v, size_t n, size_t size, int (*order)(const void *, const void *))
{
	char *a = v;
	while (!access("spin", F_OK)) {
		if (!spinning && write(2, "spins\n", 6) == 6) spinning = 1;
	}
	for (size_t i = 1; i < n; i++)
		for (size_t k = i; k && order(a + (k - 1) * size, a + k * size) > 0; k--)
			for (size_t b = 0; b < size; b++) {
				char c = a[(k - 1) * size + b];
				a[(k - 1) * size + b] = a[k * size + b];
				a[k * size + b] = c;
			}
}
EOF
if nm -D "$LUCUS" 2> /dev/null | grep -q asan || ! ${CC:-cc} -shared -fPIC -O1 -o spin.so spin.c 2> cc.err; then
	skip 'work that never ends' 'no library can be put before this program'
	done_testing
	exit
fi
many t 4 4
"$LUCUS" sync -q t --db t.db > sync.out

LD_PRELOAD=$PWD/spin.so "$LUCUS" serve --db t.db --listen 127.0.0.1:0 --grace 1 > serve.out 2> serve.err &
serve=$!
mkfifo mcp.in
LD_PRELOAD=$PWD/spin.so "$LUCUS" mcp --db t.db < mcp.in > mcp.out 2> mcp.err &
mcp=$!
exec 9> mcp.in
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' \
	'{"jsonrpc":"2.0","method":"notifications/initialized"}' >&9
ok 'mcp: answers at first' await grep -q protocolVersion mcp.out
ok 'serve: listens' await grep -q http serve.out

touch spin
printf '%s\n' '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"how is an item put on a level"}}}' >&9
curl -s -m 300 -X POST -H 'Content-Type: application/json' -d '{"text":"how is an item put on a level"}' \
	"$(jq -r .url serve.out)/query" > reply.out 2>&1 &
client=$!
LD_PRELOAD=$PWD/spin.so "$LUCUS" query --db t.db --no-cache 'how is an item put on a level' > query.out 2> query.err &
query=$!
for what in query mcp serve; do
	ok "$what: its work never ends" await grep -q spins "$what.err"
done
kill -TERM "$query" "$mcp" "$serve"
(sleep 120; kill -KILL "$query" "$mcp" "$serve" 2> kill.err) &
watchdog=$!
for what in query mcp serve; do
	case $what in query) pid=$query ;; mcp) pid=$mcp ;; *) pid=$serve ;; esac
	wait "$pid"
	is "$what: ends within seconds, and its status says which signal" "$?" 143
	like "$what: and it says so" "$(cat "$what.err")" 'did not end in time'
done
kill "$watchdog"
wait "$client"
exec 9>&-
rm spin

# ---- a signal that nobody waits for yet ----

cat > late.c <<'EOF'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>
/* It begins when there is no file "hold" any more. */
int sigwait(const sigset_t *set, int *sig)
{
	int (*wait)(const sigset_t *, int *) = (int (*)(const sigset_t *, int *))dlsym(RTLD_NEXT, "sigwait");

	(void)!write(2, "not yet\n", 8);
	while (!access("hold", F_OK)) usleep(1000);
	return wait(set, sig);
}
EOF
${CC:-cc} -shared -fPIC -O1 -o late.so late.c -ldl
touch hold
LD_PRELOAD=$PWD/late.so "$LUCUS" serve --watch --db t.db --listen 127.0.0.1:0 > late.out 2> late.err &
serve=$!
ok 'serve: it is about to wait' await grep -q 'not yet' late.err
kill -HUP "$serve"
kill -TERM "$serve"
sleep .2 # for a thread that would take them
rm hold
wait "$serve"
is 'serve: settings are read again, then it ends as it is told' "$? $(grep -v 'not yet' late.err)" '0 '
done_testing
