#!/bin/sh
# SPDX-License-Identifier: MIT
# Words in other forms than the code has them: irregular ones, other spellings, two words as one and one as two.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

mkdir t
cat > t/jobs.py <<'END'
def alpha(thread):
    """Wake the sleeping thread."""


def beta(node):
    """All children are visited."""


def gamma(path):
    """The color of a label."""


def delta(text):
    """Serialise what was given, with its behaviour."""


def epsilon(table):
    """A hashmap of ints."""


def zeta(file_name):
    return file_name


def eta(x):
    """It was overridden by the catalogue."""


def homedir(msgqueue):
    return msgqueue
END
"$LUCUS" sync -q t --db t.db > sync.out

# finds QUESTION NAME: full text alone finds it first, nothing is unknown and nothing was corrected.
finds() {
	run "$LUCUS" query --db t.db -s bm25 "$1"
	is "$1" "$(printf '%s\n' "$out" | jq -r 'select(.record == "hit").name' | head -n 1) $(field 'unmatched | length') $(field corrected)" "t.jobs.$2 0 null"
}

finds 'woken' alpha
finds 'woke' alpha
finds 'slept' alpha
finds 'child' beta
finds 'colour' gamma
finds 'colours' gamma
finds 'serialize' delta
finds 'serialization' delta
finds 'behavior' delta
finds 'hash map' epsilon
finds 'filename' zeta
finds 'override' eta
finds 'catalog' eta
finds 'catalogs' eta
finds 'home directory' homedir
finds 'message queue' homedir

run "$LUCUS" query --db t.db -s bm25 'thread filename'
is 'with other words' "$(printf '%s\n' "$out" | jq -r 'select(.record == "hit").name' | sort | tr '\n' ' ')" 't.jobs.alpha t.jobs.zeta '
run "$LUCUS" query --db t.db -s bm25 'labelled'
is 'forms that follow a rule' "$(field 'unmatched | length')" 0
run "$LUCUS" query --db t.db -s bm25 'hash the map'
is 'two words apart are not one' "$(field 'unmatched | length') $(printf '%s\n' "$out" | jq -r 'select(.record == "hit").name')" '2 '

# ---- what answers hold ----

for q in 'how is a hash map kept' 'where is a filename returned' 'how are children visited' 'what is woken'; do
	run "$LUCUS" query --db t.db --answer --llm-provider none "$q"
	is "$q: nothing is missing" "$(printf '%s\n' "$out" | jq -c 'select(.record == "answer").missing - ["kept", "returned"]')" '[]'
	run "$LUCUS" query --db t.db --adaptive "$q"
	is "$q: a hit is enough" "$(field selected_k | sed 's/[1-9]/some/')" some
done

done_testing
