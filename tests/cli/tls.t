#!/bin/sh
# SPDX-License-Identifier: MIT
# A server whose certificate nobody vouches for is not spoken to; who is trusted is a matter of the environment.
. "$(dirname "$0")/lib.sh"

key=sk-secret-0123456789
server=''
stop() {
	[ -z "$server" ] || kill "$server" 2> /dev/null
}
trap 'stop; cleanup' EXIT

openssl req -x509 -newkey rsa:2048 -nodes -keyout "$tmp.key" -out "$tmp.cert" -days 2 -subj /CN=127.0.0.1 \
	-addext subjectAltName=IP:127.0.0.1 2> /dev/null
openssl s_server -rev -accept 127.0.0.1:0 -cert "$tmp.cert" -key "$tmp.key" > "$tmp.server" 2> /dev/null < /dev/null &
server=$!
await grep -q '^ACCEPT .*:[0-9]' "$tmp.server"
port=$(sed -n 's/^ACCEPT .*:\([0-9]*\)$/\1/p' "$tmp.server")
isnt 'a server with a certificate of its own' "$port" ''

ask() {
	run env LUCUS_LLM_KEY=$key LUCUS_LLM_URL="https://127.0.0.1:$port/v1" LUCUS_LLM_MODEL=m "$@"
	detail=$(printf '%s\n' "$out" | jq -r 'select(.name == "language model") | .detail')
}
ask "$LUCUS" doctor --network --llm-timeout 60
like 'its certificate is refused' "$status $detail" '^1 .*[Cc]ertificate'
unlike 'the key is in no message' "$out$err" "$key"
nok 'nothing was sent' grep -q 'sk-secret' "$tmp.server"
ask CURL_CA_BUNDLE= SSL_CERT_DIR= SSL_CERT_FILE="$tmp.cert" "$LUCUS" doctor --network --llm-timeout 2
like 'the environment names who is trusted' "$status $detail" '^1 '
unlike 'and then another thing is wrong with it' "$detail" '[Cc]ertificate'

done_testing
