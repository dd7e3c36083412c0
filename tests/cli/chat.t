#!/bin/sh
# SPDX-License-Identifier: MIT
# Which language model is asked, where, with which key: by options, environment and knowledge base.
. "$(dirname "$0")/lib.sh"

key=sk-secret-0123456789

# The detail of the check of the model.
detail() {
	printf '%s\n' "$out" | jq -r 'select(.name == "language model") | .detail'
}

# The header of the last request that the server was sent.
sent() {
	tail -n 1 "$log" | jq -r ".headers[\"$1\"] // \"none\""
}

# Variables as in "env", then the options of doctor.
ask() {
	run env "$@"
}

serve
ask "$LUCUS" doctor --network
is 'no model is configured' "$status $(detail)" '0 none is configured'
ask LUCUS_LLM_URL="$api" LUCUS_LLM_MODEL=m "$LUCUS" doctor
is 'without --network nothing is asked' "$status $(detail)$(wc -l < "$log")" '0 0'

ask LUCUS_LLM_URL="$api" LUCUS_LLM_MODEL=env-model LUCUS_LLM_KEY=$key OPENAI_API_KEY=other "$LUCUS" doctor --network
like 'the environment names the model' "$status $(detail)" '^0 env-model answers within [0-9.]+ s$'
is 'it is spoken to as OpenAI' "$(sent authorization) $(tail -n 1 "$log" | jq -r .path)" "Bearer $key /v1/chat/completions"
ask LUCUS_LLM_URL=http://127.0.0.1:9 LUCUS_LLM_MODEL=env-model LUCUS_LLM_KEY=$key "$LUCUS" doctor --network \
	--llm-url "$api/v1" --llm-model option-model --llm-provider anthropic --temperature 0.5 --max-output-tokens 77
like 'options are stronger' "$status $(detail)" '^0 option-model answers'
is 'Anthropic has its own header' "$(sent x-api-key) $(sent authorization) $(tail -n 1 "$log" | jq -r .path)" \
	"$key none /v1/messages"
is 'the request has what options say' "$(tail -n 1 "$log" | jq -c '.body | [.temperature, .max_tokens]')" '[0.5,77]'
ask ANTHROPIC_API_KEY=$key OPENAI_API_KEY=other "$LUCUS" doctor --network --llm-provider anthropic --llm-url "$api" --llm-model m
is "a provider's own key goes to this machine" "$status $(sent x-api-key)" "0 $key"
ask ANTHROPIC_API_KEY=$key "$LUCUS" doctor --network --llm-provider ollama --llm-url "$api" --llm-model m
is "another provider's key is not sent" "$(grep -c "$key" "$log") $(sent authorization)" '3 none'
ask ANTHROPIC_API_KEY=$key "$LUCUS" doctor --network --llm-provider none
is 'none asks no model' "$status $(detail)" '0 none is configured'

before=$(wc -l < "$log")
ask LUCUS_LLM_KEY=$key "$LUCUS" doctor --network --llm-url http://127.0.0.1:9 --llm-model m
like 'a server that is not there' "$status $(detail)" '^1 .*127\.0\.0\.1:9'
ask LUCUS_LLM_PROVIDER=nobody "$LUCUS" doctor --network
like 'a provider that there is not' "$status $(detail)" "^1 no provider 'nobody' of language models: expected one of anthropic,"
ask LUCUS_LLM_PROVIDER=anthropic "$LUCUS" doctor --network
is 'a key that lacks' "$status $(detail)" \
	'1 no key for anthropic: set LUCUS_LLM_KEY or ANTHROPIC_API_KEY in the environment'
ask OPENAI_API_KEY=$key "$LUCUS" doctor --network --llm-url "http://0.0.0.0:${api##*:}" --llm-model m
is "a provider's own key goes to no other host" "$status $(sent authorization) $(wc -l < "$log")" "1 none $((before + 1))"
ask LUCUS_LLM_KEY=$key "$LUCUS" doctor --network --llm-url http://gateway.invalid/v1 --llm-model m
like 'no key without encryption' "$status $(detail)" '^1 .*'
unlike 'and none in what is said' "$out$err" "$key"
is 'nor was it sent' "$(wc -l < "$log")" "$((before + 1))"
run "$LUCUS" doctor --network --llm-timeout 0
is 'a time limit has a range' "$status $err" \
	"2 lucus: doctor: option '--llm-timeout': 0 is out of range 0.1..3600
lucus: doctor: see 'lucus doctor --help'"

# ---- what servers say about keys ----

printf '*\techo\n' > rules
serve -r rules
for provider in anthropic openai; do
	ask LUCUS_LLM_KEY=$key "$LUCUS" doctor -v --network --llm-provider $provider --llm-url "$api" --llm-model m
	is "$provider: a refusal is a failure" "$status" 1
	unlike "$provider: the key that the server repeats is not shown" "$out$err" "$key"
done

# ---- prices ----

echo '{"m":{"in":"cheap"}}' > prices.json
run "$LUCUS" doctor --network --llm-url "$api" --llm-model m --prices prices.json
is 'bad prices' "$status $(detail)" "1 'prices.json': prices: 'in' of 'm' must be a number of dollars, not less than 0"
run "$LUCUS" doctor --network --llm-url "$api" --llm-model m --prices nowhere.json
like 'no prices' "$status $(detail)" '^1 .*nowhere.json'

# ---- knowledge bases ----

mkdir src
echo 'def f(): pass' > src/a.py
"$LUCUS" sync src --db kb.db > /dev/null
set_kb() {
	sqlite3 kb.db "INSERT OR REPLACE INTO setting SELECT tenant, id, '$1', '$2' FROM kb"
}
serve
set_kb llm_url "$api"
set_kb llm_model kb-model
ask LUCUS_LLM_KEY=$key "$LUCUS" doctor --network --db kb.db
like 'the knowledge base names the model' "$status $(detail)" '^0 kb-model answers'
is 'on this machine it gets the key' "$(sent authorization)" "Bearer $key"
ask LUCUS_LLM_KEY=$key LUCUS_LLM_MODEL=env-model "$LUCUS" doctor --network --db kb.db
like 'the environment is stronger' "$status $(detail)" '^0 env-model answers'
set_kb llm_url https://collector.invalid/v1
ask LUCUS_LLM_KEY=$key "$LUCUS" doctor --network --db kb.db
is 'elsewhere it gets none' "$status $(detail)" "1 no key is sent to 'https://collector.invalid/v1', which the knowledge\
 base names: give it by --llm-url or LUCUS_LLM_URL"
set_kb llm_parallel 1000
ask "$LUCUS" doctor --network --db kb.db
like 'a setting out of range' "$(printf '%s\n' "$out" | jq -r 'select(.name == "settings") | .detail')" \
	'llm_parallel.*1000 is out of range 1..64$'
is 'then nobody is asked' "$status $(detail)" '1 '
done_testing
