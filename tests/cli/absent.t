#!/bin/sh
# SPDX-License-Identifier: MIT
# Questions about what is there, and about what is not, made from our own sources: the confidence tells which are which.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

unset ANTHROPIC_API_KEY OPENAI_API_KEY LUCUS_LLM_KEY
src=$top/src
[ -z "$slow" ] || src=$top/src/store
"$LUCUS" sync -q "$src" --db own.db > sync.out
"$LUCUS" ast "$src" 2> /dev/null | jq -r 'select(.type == "function" or .type == "struct") | .name' | sort -u > names

# Questions of one kind from the names, N of them. Numbers come from a generator that is the same everywhere.
questions() {
	awk -v kind="$1" -v want="$2" '
		function below(n) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % n }
		function nonsense(n,    s) { for (s = ""; n > 0; n--) s = s syl[below(n_syl) + 1]; return s }
		function capital(s) { return toupper(substr(s, 1, 1)) substr(s, 2) }
		function words(name,    s) { s = name; sub(/^.*[.]/, "", s); sub(/^lu_+/, "", s); gsub(/_+/, " ", s); return s }
		function say(q) { printf "{\"query\":\"%s\"}\n", q; n++ }
		{ name[NR] = $0 }
		END {
			seed = 7
			n_syl = split("zor fli quax brim tolv yen drup kast mox vib ghel snor plu wex jad frob thun", syl, " ")
			n_other = split("QuerySet HttpServletRequest BeanFactory SparkContext DataFrame GradientTape ActiveRecord " \
				"PodSpec SpringApplication UITableView RecyclerView MiddlewareStack JdbcTemplate EntityManager " \
				"SessionFactory CeleryTask ModelSerializer WebpackPlugin VueRouter KafkaConsumer ZooKeeperClient " \
				"GrpcChannel NettyBootstrap AkkaActor SidekiqWorker OkHttpClient", other, " ")
			n_plain = split("How does the payment gateway refund a credit card?|Where is the shopping cart checkout rendered?|" \
				"How are invoices emailed to customers?|Where is the bluetooth pairing dialog shown?|" \
				"How are airline tickets priced?|How does the video encoder choose its bitrate?|" \
				"Where do we send push notifications to phones?|How is satellite imagery tiled?", plain, "|")
			while (n < want) {
				x = name[below(NR) + 1]; w = words(x); k = i++ % (kind == "present" ? 4 : 8)
				if (kind == "present") {
					if (w !~ /[a-z][a-z][a-z] [a-z][a-z][a-z]/) continue
					if (k == 0) say("What does " x " do?")
					if (k == 1) say("How is the " w " handled?")
					if (k == 2) say("Where do we " w "?")
					if (k == 3) say("Where is `" x "` used, and what for?")
					continue
				}
				sub(/ .*/, "", w); o = other[below(n_other) + 1]
				if (k == 0) say("What does " capital(nonsense(2)) capital(nonsense(2)) " do?")
				if (k == 1) say("How does " nonsense(2) "_" w " work?")
				if (k == 2) say("What does " o " do?")
				if (k == 3) say("How is a " o " created and where is it configured?")
				if (k == 4) say("How is the " nonsense(2) " " nonsense(3) " handled?")
				if (k == 5) say("Where do we parse " nonsense(3) "s?")
				if (k == 6) say("What happens in " o ".forEach when it fails?")
				if (k == 7) say(plain[below(n_plain) + 1])
			}
		}' names
}

ask() {
	run "$LUCUS" query --db own.db --answer --no-cache < "$1"
	is "$1: exit status" "$status" 0
	printf '%s\n' "$out" | jq -c 'select(.record == "answer") | [.confidence < 0.35, (.missing | length > 0), .confidence, .missing, .text]' > "$1.answers"
	is "$1: an answer each" "$(wc -l < "$1.answers" | tr -d ' ')" "$(wc -l < "$1" | tr -d ' ')"
}

questions absent 200 > absent
questions present 200 > present
ask absent
low=$(jq -c 'select(.[0] and .[1])' absent.answers | wc -l)
note "absent: $low of 200 with low confidence and what is missing"
ok 'absent: at least 190 of 200' test "$low" -ge 190
is 'absent: those say so' "$(jq -s 'map(select(.[0])) | all(.[4] | test("There is nothing in this code base about|Nothing was found about|They say nothing about"))' absent.answers)" true
ask present
low=$(jq -c 'select(.[0])' present.answers | wc -l)
note "present: $low of 200 with low confidence"
ok 'present: at most 10 of 200' test "$low" -le 10
[ "$failed" = 0 ] || note "$(paste absent.answers absent | grep '^\[false' | cut -c 1-200; paste present.answers present | grep '^\[true' | cut -c 1-200)"

done_testing
