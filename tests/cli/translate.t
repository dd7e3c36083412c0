#!/bin/sh
# SPDX-License-Identifier: MIT
# Questions in other languages find English code, and that is told; English ones are left as they are.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

unset ANTHROPIC_API_KEY OPENAI_API_KEY LUCUS_LLM_KEY
mkdir -p t/shop
cat > t/shop/errors.py <<'END'
def handle_error(error):
    """Handle an error of the warehouse."""
    return error
END
cat > t/shop/session.py <<'END'
def close_session(session):
    """Close the session when the user logs out."""
    session.end()
END
cat > t/shop/template.py <<'END'
def load_template(name):
    """Load the template of a page from a file."""
    return open(name).read()
END
cat > t/shop/variable.py <<'END'
def environment_variable(name):
    """Read an environment variable."""
    return name
END
"$LUCUS" sync -q t --db t.db > sync.out

told() {
	printf '%s\n' "$out" | tail -n 1 | jq 'has("translated")'
}
first() {
	printf '%s\n' "$out" | jq -r 'select(.record == "hit" and .rank == 1) | .file_path | sub(".*/"; "")'
}

# ---- each language ----

ask() {
	q "$2"
	is "$1: $2" "$(field 'translated.language') $(first)" "$1 $3"
}
ask de 'Wie wird die Sitzung geschlossen?' session.py
ask de 'Fehlerbehandlung' errors.py
ask es '¿Cómo se cierra la sesión?' session.py
ask fr "comment lire une variable d'environnement" variable.py
ask ja 'テンプレートを読み込む' template.py
ask ja 'セッションを閉じる' session.py
ask ko '환경 변수를 읽는 방법' variable.py
ask pt 'como as variáveis de ambiente são lidas' variable.py
ask ru 'как обрабатываются ошибки' errors.py
ask zh '环境变量' variable.py
ask zh '如何加载模板' template.py

# ---- compounds: with what joins their words, of English ones, and of verbs without their ending ----

compound() {
	q "$1"
	like "$1" "$(field 'translated.text')" "$2"
}
compound 'Wie werden Ignorierregeln angewendet?' 'ignore rule'
compound 'Sprachwahl der Sitzung' 'language choose'
compound 'Cookiespeicherung der Sitzung' 'cookie storage'

# ---- words of the trade, as they are written and bent, and one translation each ----

reads() {
	q "$1"
	is "$1" "$(field 'translated.text')" "$2"
}
reads '핸들러 타입 의존성' 'handler type dependency'
reads '리다이렉트와 시그니처, 파서와 빌더' 'redirect signature parser builder'
reads 'ミドルウェアがハンドラーを呼び出す方法' 'middleware handler call how'
reads '中间件如何校验请求体' 'middleware how validate request'
reads 'Wie wird das Zeitlimit durchgesetzt und weitergereicht?' 'how timeout enforce forward'
reads 'Wie werden Schlüssel-Wert-Paare angehängt?' 'how key value pairs append'
reads 'les avertissements sont imbriqués' 'warning nested'
reads '行を列挙する' 'line enum'
reads 'Wie wird der Anfragekontext aufgebaut?' 'how request context build'
reads 'как запоминание распространяется на вложенные маршруты' 'how memoize propagate nested route'
reads 'обработчик со стёртым типом' 'handler erase type'
reads 'правила именования полей' 'rule name field'

# ---- what stays ----

for english in 'how is an error handled' 'close the session' 'die on error' 'environment variable' 'comment of a template' "the user's session isn't closed" 'template' 'http tests cli'; do
	q "$english"
	is "$english: English" "$(told)$err" false
done
q 'Wie wird close_session aufgerufen?'
is 'a name amid another language stays' "$(field 'translated.text' | grep -o close_session) $(first)" 'close_session session.py'
q 'Wie wird "Fehler der Sitzung" behandelt?'
like 'so does what is quoted' "$(field 'translated.text')" '"Fehler der Sitzung"'
q 'Wie wird die Sitzung geschlossen?' --no-translate
is '--no-translate' "$(told)" false

# ---- people are told ----

run "$LUCUS" query --db t.db --format text 'セッションを閉じる'
like 'people are told' "$err" "read as 'session clos[a-z]*': --no-translate asks as it is written"

# ---- words that the store holds stay ----

cat > t/shop/lager.py <<'END'
def stock(amount):
    """Der Lagerbestand der Sitzung."""
    return amount
END
"$LUCUS" sync -q t --db t.db > sync.out
q 'Wie wird die Sitzung geschlossen?'
like 'a word that is held stays beside its translation' "$(field 'translated.text')" 'Sitzung session'

q 'Wie werden Vorlage, Fehler, Umgebung und Sitzung behandelt?'
is 'but not where it is the only one' "$(field 'translated.text' | grep -c Sitzung)" 0

# ---- code that is written in another language ----

mkdir t/own
cat > t/own/area.py <<'END'
def 面積(x):
    """Die Größe einer Fläche."""
    return x * x
END
"$LUCUS" sync -q t/own --db own.db > sync.out
own() {
	run "$LUCUS" query --db own.db --format json "$1"
	is "$1 is found as it is written" "$(first)" "$2"
}
own '面積' area.py
own 'Größe einer Fläche' area.py
rm -r t/own

# ---- hostile questions ----

long=$(awk 'BEGIN { for (i = 0; i < 1999; i++) printf "設" }')
q "$long"
is 'two thousand characters without a blank' "$status" 0
q "$(printf 'エラーé\314\201\314\202 ошибка 错误 오류 Fehler \360\237\230\200 error')"
is 'all scripts and an emoji' "$status" 0
q "$(printf '\357\276\236\357\276\236 \343\202\231')"
is 'marks of nothing' "$status" 0
q "$(printf 'Fehl\303\303er')"
is 'what is no UTF-8 is refused' "$status" 2
done_testing
