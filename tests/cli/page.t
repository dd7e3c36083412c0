#!/bin/sh
# SPDX-License-Identifier: MIT
# The page of lucus serve: without a script, its files, and in a browser where there is one (chromium with its driver, node,
# and axe-core from npm, once, into build/web).
. "$(dirname "$0")/lib.sh"

ldconfig -p 2> /dev/null | grep -q libmicrohttpd.so.12 || skip_all 'libmicrohttpd is not installed'

mkdir "$tmp/tree"
cp -r "$top/tests/fixtures/shop/." "$tmp/tree/"
cat > "$tmp/tree/stack.py" <<'END'
"""A stack of values."""


class Stack:
    """Values that are kept in the order in which they came."""

    def __init__(self):
        """Make the stack, without a value."""
        self.values = []


def stack_push(stack, value):
    """Push a value onto the stack."""
    check(value)
    stack.values.append(value)


def check(value):
    """A value must be there."""
    if value is None:
        raise ValueError("no value <b>here</b>")


def fill(stack):
    stack_push(stack, 1)
    stack_push(stack, 2)
END
cd "$tmp/tree" || exit 1
"$LUCUS" sync > "$tmp/sync.log" 2>&1
mkfifo "$tmp/ready"
LAZY_GRAPH_ENABLED=true "$LUCUS" serve --listen 127.0.0.1:0 > "$tmp/ready" 2> "$tmp/log" &
server=$!
read -r line < "$tmp/ready"
url=$(printf '%s\n' "$line" | jq -r .url)

get() {
	run curl -s -i -m 20 "$@"
	out=$(printf '%s\n' "$out" | tr -d '\r')
}

# ---- without a script ----

get "$url/"
like 'the page is there' "$out" '^HTTP/1.1 200'
like 'it is HTML' "$out" '^Content-Type: text/html; charset=utf-8'
like 'it may load its own files alone' "$out" "^Content-Security-Policy: default-src 'none'; script-src 'self'"
like 'it is never guessed at' "$out" '^X-Content-Type-Options: nosniff'
get "$url/?q=stack_push"
like 'a question is answered' "$out" '<li class="hit"><h3><span class="kind">1. </span>stack\.stack_push'
like 'it stands in the field' "$out" 'name="q" type="search" value="stack_push"'
get "$url/?q=push+a+value&mode=answer"
like 'with an answer' "$out" '<article class="answer">'
get "$url/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E%26"
unlike 'a question is no markup' "$out" '<script>alert'
get "$url/?q=no+value+here"
unlike 'nor is code' "$out" '<b>here'
get "$url/?q=x&kb=nowhere"
like 'what is wrong is said' "$out" 'class="error" role="alert">there is no knowledge base'
get "$url/page/main.js"
like 'a script is there' "$out" '^Content-Type: text/javascript; charset=utf-8'
tag=$(printf '%s\n' "$out" | sed -n 's/^ETag: //p')
like 'it has a tag' "$tag" '^"[0-9a-f]{16}"$'
get -H "If-None-Match: $tag" "$url/page/main.js"
like 'which says that nothing has changed' "$out" '^HTTP/1.1 304'
get "$url/page/../index.html" --path-as-is
like 'no other file is there' "$out" '^HTTP/1.1 404'

# ---- in a browser ----

browser() {
	for p in chromedriver node npm; do
		command -v $p > /dev/null || {
			skip 'in a browser' "there is no $p"
			return
		}
	done
	modules=$top/build/web
	if [ ! -e "$modules/node_modules/axe-core/axe.min.js" ]; then
		mkdir -p "$modules"
		cp "$top/tests/web/package.json" "$top/tests/web/package-lock.json" "$modules/"
		(cd "$modules" && timeout 120 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) > "$tmp/npm.log" 2>&1 || {
			rm -rf "$modules"
			skip 'in a browser' "npm can not have axe-core: $(tail -n 1 "$tmp/npm.log")"
			return
		}
	fi
	timeout 120 node "$top/tests/web/page.mjs" "$url" "$modules/node_modules/axe-core/axe.min.js" ${SHOTS:+"$SHOTS"} \
		> "$tmp/browser.tap" 2> "$tmp/browser.log"
	grep -q '^1\.\.' "$tmp/browser.tap" || fail 'the browser came to the end' "$(tail -n 5 "$tmp/browser.log")"
	while IFS= read -r line; do
		case $line in
		'ok '*) pass "browser: ${line#ok * - }" ;;
		'not ok '*)
			IFS= read -r why
			fail "browser: ${line#not ok * - }" "${why#\# }"
			;;
		'# '*) note "${line#\# }" ;;
		esac
	done < "$tmp/browser.tap"
}
browser

kill "$server"
wait "$server"
is 'the server ends' $? 0
done_testing
