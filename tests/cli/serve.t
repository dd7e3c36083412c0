#!/bin/sh
# SPDX-License-Identifier: MIT
# lucus serve: listening, requests, who may ask, the end. What is asked is in api.t.
. "$(dirname "$0")/lib.sh"

ldconfig -p 2> /dev/null | grep -q libmicrohttpd.so.12 || skip_all 'libmicrohttpd is not installed'

tree work
"$LUCUS" sync -q work --db t.db > sync.out

# Start it, and wait until it listens: $url is where, $server its process.
start() {
	rm -f "$tmp/ready"
	mkfifo "$tmp/ready"
	"$LUCUS" serve --db "$tmp/t.db" --listen 127.0.0.1:0 "$@" > "$tmp/ready" 2> "$tmp/log" &
	server=$!
	servers="$servers $server"
	read -r line < "$tmp/ready"
	url=$(printf '%s\n' "$line" | jq -r .url)
}

# End it: $status is its own.
stop() {
	kill "$server"
	wait "$server"
	status=$?
}

# The status of an answer, and its headers and body in $out.
get() {
	run curl -s -i -m 60 "$@"
	out=$(printf '%s\n' "$out" | tr -d '\r')
	code=$(printf '%s\n' "$out" | sed -n '1s/^HTTP[^ ]* \([0-9]*\).*/\1/p')
}

start -v
like 'it says where it listens' "$line" '^\{"record":"listening","url":"http://127\.0\.0\.1:[0-9]+"\}$'
get "$url/health"
is 'it is there' "$code" 200
like 'an id is made' "$out" '^X-Request-Id: [0-9a-f]{32}$'
like 'it is well' "$out" '^\{"status":"ok"'
get -H 'X-Request-Id: my-id.7' -H 'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' "$url/health"
like 'an id comes back' "$out" '^X-Request-Id: my-id\.7$'
like 'so does the trace' "$out" '^traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01$'
get -H 'X-Request-Id: a b' -H 'traceparent: x' "$url/health"
like 'an id that is none is not sent back' "$out" '^X-Request-Id: [0-9a-f]{32}$'
unlike 'nor such a trace' "$out" traceparent
get -I "$url/health"
is 'HEAD works' "$code" 200
get "$url/nothing"
is 'no such path' "$code" 404
like 'as a problem' "$out" '"status":404,"detail":"nothing is served at this path","requestId":"[0-9a-f]{32}"'
like 'of its type' "$out" '^Content-Type: application/problem\+json'
get -X POST "$url/health"
is 'no such method' "$code" 405
like 'those that there are' "$out" '^Allow: GET, HEAD'
get -H 'Host: evil.example' "$url/health"
is 'another name' "$code" 421
get -H 'Origin: http://evil.example' "$url/health"
is 'a page of another origin' "$code" 403
get -H 'Origin: null' "$url/health"
is 'a page of no origin' "$code" 403
get -0 -H 'Host:' -H 'Origin: http://' "$url/health"
is 'nor one without a name, where none was asked for' "$code" 403
get -H "Origin: $url" "$url/health"
is 'a page of this server' "$code" 200
unlike 'needs no leave' "$out" Access-Control
get "$url/metrics"
like 'requests are counted' "$out" '^lucus_http_requests_total\{method="GET",route="/health",status="200"\} 5$'
stop
is 'a signal ends it' "$status" 0
like 'each request has a line' "$(cat "$tmp/log")" 'request=my-id\.7 method=GET route=/health status=200 seconds='

start --host Our.Example --origin https://page.example
get -H 'Host: our.example:80' "$url/health"
is 'a name that was given' "$code" 200
get -H 'Origin: https://page.example' "$url/health"
like 'a page that may ask' "$out" '^Access-Control-Allow-Origin: https://page.example'
get -X OPTIONS -H 'Origin: https://page.example' -H 'Access-Control-Request-Method: POST' "$url/health"
is 'it may ask first' "$code" 204
like 'what it may' "$out" '^Access-Control-Allow-Headers: Authorization, Content-Type'
nok 'a port that is taken' "$LUCUS" serve --db "$tmp/t.db" --listen "${url#http://}"
like 'is said' "$err" "cannot listen on '127\.0\.0\.1:[0-9]+': something listens there already"
stop

for where in nothing 127.0.0.1 127.0.0.1:x 127.0.0.1:65536 example.org:80 '[::1:80' unix:; do
	run "$LUCUS" serve --db "$tmp/t.db" --listen "$where"
	is "nothing to listen on: $where" "$status" 2
done

# ---- unix sockets ----
"$LUCUS" serve --db "$tmp/t.db" --listen "unix:$tmp/s" > "$tmp/ready2" 2> /dev/null &
server=$!
servers="$servers $server"
await test -s "$tmp/ready2"
get --unix-socket "$tmp/s" http://localhost/health
is 'a unix socket' "$code" 200
is 'is for its owner' "$(stat -c %a "$tmp/s")" 600
nok 'not twice' "$LUCUS" serve --db "$tmp/t.db" --listen "unix:$tmp/s"
kill -KILL "$server"
wait "$server" 2> /dev/null
ok 'a killed server leaves it' test -S "$tmp/s"
start --listen "unix:$tmp/s"
get --unix-socket "$tmp/s" http://localhost/health
is 'the next one takes it' "$code" 200
stop
nok 'and removes it' test -e "$tmp/s"
echo mine > "$tmp/f"
nok 'a file is no socket' "$LUCUS" serve --db "$tmp/t.db" --listen "unix:$tmp/f"
is 'it stays' "$(cat "$tmp/f")" mine

# ---- sockets that are handed over ----
rm "$tmp/ready"
mkfifo "$tmp/ready"
perl -MSocket -MPOSIX -e '
	BEGIN { $^F = 10 }
	socket(S, PF_INET, SOCK_STREAM, 0) && bind(S, sockaddr_in(0, INADDR_LOOPBACK)) && listen(S, 5) or die;
	POSIX::dup2(fileno(S), 3) if fileno(S) != 3;
	$ENV{LISTEN_PID} = $$;
	$ENV{LISTEN_FDS} = 1;
	exec @ARGV' "$LUCUS" serve --db "$tmp/t.db" > "$tmp/ready" 2> "$tmp/log" &
server=$!
servers="$servers $server"
read -r line < "$tmp/ready"
unlike 'not the usual place' "$line" ':8642"'
get "$(printf '%s\n' "$line" | jq -r .url)/health"
is 'a socket of systemd' "$code" 200
stop
is 'ends as others' "$status" 0

# ---- tokens ----
t=$tmp/tokens
nok 'no tokens, no server' "$LUCUS" serve --db "$tmp/t.db" --auth --listen 127.0.0.1:0 --tokens "$t"
is 'usage' "$status" 2
like 'how to make one' "$err" "see 'lucus serve token add'"
nok 'none for others' "$LUCUS" serve --db "$tmp/t.db" --listen 0.0.0.0:0 --tokens "$t"
like 'who reach it' "$err" 'others reach this address'
ok 'a token' "$LUCUS" serve token add ann --tenant acme --kb one,two --tokens "$t"
ann=$(field token)
like 'is shown' "$ann" '^lucus_[0-9a-f]{64}$'
is 'of a tenant' "$(field tenant)" acme
is 'and knowledge bases' "$(field 'kbs|join(" ")')" 'one two'
is 'the file is its owner'"'"'s' "$(stat -c %a "$t")" 600
nok 'and does not hold it' grep -q "${ann#lucus_}" "$t"
nok 'no name twice' "$LUCUS" serve token add ann --tokens "$t"
nok 'a name is one' "$LUCUS" serve token add 'a b' --tokens "$t"
ok 'another' "$LUCUS" serve token add bob --tokens "$t"
bob=$(field token)
ok 'all' "$LUCUS" serve token list --tokens "$t"
is 'are listed' "$(printf '%s\n' "$out" | jq -r .name | tr '\n' ' ')" 'ann bob '
unlike 'without themselves' "$out" '"token":"lucus_'
start --auth --tokens "$t" --rate 3 -v
get "$url/api/v1/kbs"
is 'nobody asks without one' "$code" 401
like 'it is said how' "$out" '^WWW-Authenticate: Bearer realm="lucus"$'
get "$url/health"
is 'but whether the server is there' "$code" 200
unlike 'and no more than that' "$out" kbs
get -H "Authorization: Bearer ${ann}0" "$url/api/v1/kbs"
is 'one that is none' "$code" 401
get -H "Authorization: bearer $ann" "$url/api/v1/kbs"
is 'one that is one' "$code" 200
i=0
until [ "$code" = 429 ] || [ $i = 200 ]; do # on a slow machine some come slowly
	curl -s -m 60 -H "Authorization: Bearer $ann" "$url/api/v1/kbs?[1-20]" > /dev/null
	get -H "Authorization: Bearer $ann" "$url/api/v1/kbs"
	i=$((i + 1))
done
is 'too often' "$code" 429
like 'when to come again' "$out" '^Retry-After: 1$'
get -H "Authorization: Bearer $bob" "$url/api/v1/kbs"
is 'others are not meant' "$code" 200
ok 'one goes' "$LUCUS" serve token remove bob --tokens "$t"
kill -HUP "$server"
counts_no_more() {
	get -H "Authorization: Bearer $bob" "$url/api/v1/kbs"
	[ "$code" = 401 ]
}
await counts_no_more
is 'it counts no more' "$code" 401
stop
start --auth --tokens "$t" --rate .01
get -H "Authorization: Bearer $ann" "$url/api/v1/kbs"
is 'a request in a hundred seconds is one' "$code" 200
get -H "Authorization: Bearer $ann" "$url/api/v1/kbs"
is 'the next has to wait' "$code" 429
stop
start --auth --tokens "$t" --rate 3 -v
get -H "Authorization: Bearer $ann" "$url/api/v1/kbs"
stop
like 'the log names who' "$(cat "$tmp/log")" 'route=/api/v1/kbs status=200 seconds=[0-9.]+ token=ann'
unlike 'but holds no token' "$(cat "$tmp/log")" "${ann#lucus_}"
nok 'none of that name' "$LUCUS" serve token remove bob --tokens "$t"
chmod 644 "$t"
nok 'others may not read them' "$LUCUS" serve --db "$tmp/t.db" --auth --listen 127.0.0.1:0 --tokens "$t"
like 'which is said' "$err" 'others may read or change'
chmod 600 "$t"
zeros=$(printf '%064d' 0)
for line in '{"name":"x\u0000y","tenant":"t","kbs":[],"sha256":"'"$zeros"'"}' '{"name":"x","tenant":"t","sha256":"00"}' '{"name":"x","tenant":"t","kbs":"k","sha256":"'"$zeros"'"}' x; do
	printf '%s\n' "$line" > "$t"
	nok "a line that is none: $line" "$LUCUS" serve token list --tokens "$t"
	like 'is named' "$err" "$t:1: "
done
run env XDG_CONFIG_HOME="$tmp/none/config" "$LUCUS" serve token list
is 'no file, no tokens' "$status$out" 0
mkdir "$tmp/home"
ok 'folders are made' env -u XDG_CONFIG_HOME HOME="$tmp/home" "$LUCUS" serve token add x
ok 'beside the configuration' test -f "$tmp/home/.config/lucus/serve-tokens"

# ---- TLS ----
if openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2> /dev/null; then
	nok 'a certificate needs a key' "$LUCUS" serve --db "$tmp/t.db" --tls-cert cert.pem
	start --tls-cert cert.pem --tls-key key.pem
	like 'https' "$url" '^https:'
	get --cacert cert.pem --connect-to "::${url#https://}" "https://localhost/health"
	is 'TLS' "$code" 200
	# heads that libmicrohttpd refuses by itself, and one that hides how long the body is, which is a request
	next='GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'
	for head in 'Host: localhost\r\nContent-Length: +43' 'Host: localhost\r\nContent-Length: 99999999999999999999' 'X: y' \
		'Host: localhost\r\nContent-Length:\r\n 43'; do
		out=$({
			printf "POST /query HTTP/1.1\r\n$head\r\n\r\n$next"
			sleep 5
		} | timeout 10 openssl s_client -quiet -connect "${url#https://}" 2> /dev/null | tr -d '\r')
		is "one reply with one head: $head" "$(printf '%s\n' "$out" | grep -c '^HTTP/')" 1
		like "says why: $head" "$out" '"status":4[0-9]*,"detail":"'
	done
	stop
	nok 'a certificate that is none' "$LUCUS" serve --db "$tmp/t.db" --listen 127.0.0.1:0 --tls-cert "$t" --tls-key key.pem
else
	skip TLS 'openssl makes no certificate'
fi

# ---- what others pay ----
for command in 'query x' status strategies 'serve token list'; do
	# shellcheck disable=SC2086
	run env LD_DEBUG=libs "$LUCUS" $command
	unlike "lucus $command does not load the library" "$err" libmicrohttpd
done

done_testing
