#!/bin/sh
# SPDX-License-Identifier: MIT
# Issues are pasted whole, and people are polite: neither courtesies nor templates move a hit, and a title counts for more than
# what stands below it.
# shellcheck disable=SC2016
. "$(dirname "$0")/lib.sh"

mkdir -p t/bank t/web
cat > t/bank/lease.py <<'END'
class Lease:
    """The right of an owner to a vault for a while."""

    def renew(self, owner):
        """Renew the lease before it expires."""
        self.expires = self.clock() + self.period
        return owner

    def expire(self):
        """Give the vault back when nobody has renewed the lease."""
        self.vault.release()
END
cat > t/bank/journal.py <<'END'
def append_entry(journal, entry):
    """Append an entry to the journal, and flush it."""
    journal.write(entry)
    journal.flush()


def close_journal(journal):
    """Close the journal when its last owner quits."""
    journal.close()
END
cat > t/web/environment.py <<'END'
def python_version(system):
    """The version of Python and of the operating system, for reports about problems."""
    return system.version


def thank_everyone(team):
    """Thank everyone in the team in advance, and wonder whether that helps."""
    return ["thanks, " + name for name in team]


def read_checklist(steps):
    """Read the steps to reproduce and the expected behavior."""
    return list(steps)
END
"$LUCUS" sync -q t --db t.db > sync.out

# hits QUESTION: names and scores
hits() {
	printf '%s' "$1" > question
	jq -R -s -c '{ id: "q", query: . }' question | "$LUCUS" query --db t.db --format json --no-cache -k 5 |
		jq -c 'select(.record == "hit") | [.name, .score]'
}
first() {
	hits "$1" | jq -r '.[0]' | sed 1q
}

plain=$(hits 'how is a lease renewed?')
like 'a plain question' "$plain" '^\["t?\.?bank\.lease\.Lease\.renew'
is 'a greeting and thanks' "$(hits 'Hello everyone, how is a lease renewed? Thanks in advance!')" "$plain"
is 'what leads up to the question' \
	"$(hits 'Hi! I am new to this project and I was wondering how is a lease renewed? Many thanks to the whole team.' | sed 1q)" \
	"$(printf '%s\n' "$plain" | sed 1q)"
is 'a name, politely' "$(hits 'Hey all, sorry if this is a stupid question. close_journal')" "$(hits close_journal)"
like 'thanks are asked for where nothing else is' "$(first 'thank everyone in the team')" 'thank_everyone$'

issue='Journal is not flushed
<!-- Thank everyone in the team in advance. -->
- [x] I have read the checklist and the steps to reproduce
- [ ] I can tell the version of Python

### Steps to reproduce
Append an entry, then kill the process.

```
append_entry(journal, "x")
```

**Environment**
- Operating system version: Linux
- Python version: 3.9
'
like 'an issue' "$(first "$issue")" 'append_entry$'
unlike 'its template finds nothing' "$(hits "$issue" | sed 2q)" 'environment'
like 'the title decides' "$(first 'Lease is not renewed

The journal was closed, the last entry is there.
')" 'lease\.Lease\.(renew|expire)$'
like 'and what is said below where the title says nothing' "$(first 'Does not do it

`append_entry` returns before the entry is written.
')" 'append_entry$'
unlike 'what a template adds is not missed' "$(printf '%s' "$issue" | jq -R -s -c '{ id: "q", query: . }' |
	"$LUCUS" query --db t.db --format json | jq -c 'select(.record == "selection") | .unmatched')" 'linux|ticked|tell'

# ---- a report is answered by code, not by the tests and notes that speak of the same ----

mkdir -p r/bank r/tests
cat > r/bank/journal.py <<'END'
def append_entry(journal, entry):
    """Append an entry to the journal. It is written when the buffer is full; what is in the buffer when the process is
    killed is lost."""
    journal.buffer.append(entry)
    if journal.is_full():
        journal.flush()
END
cat > r/tests/test_journal.py <<'END'
from bank.journal import append_entry


def test_killed_process(journal):
    """An entry that was appended before the process is killed is in the journal afterwards."""
    append_entry(journal, "x")
    journal.process.kill()
    assert journal.read() == "x"
END
cat > r/CHANGES.md <<'END'
# The last entry is lost when the process is killed
append_entry() loses the last entry of the journal when the process is killed right after it; the test of the journal.
END
"$LUCUS" sync -q r --db r.db > sync.out
report='The last entry is lost when the process is killed

I append an entry to the journal and the process is killed. The last entry is lost: an entry that was appended before the
process is killed is not in the journal afterwards. My test:

```
def test_killed(journal):
    append_entry(journal, "x")
    journal.process.kill()
```
'
printf '%s' "$report" | jq -R -s -c '{ id: "q", query: . }' > question
is 'the code is before the tests and the notes' \
	"$("$LUCUS" query --db r.db --format json --no-cache -k 3 --by file < question | jq -r 'select(.record == "hit") | .file_path' | sed 1q)" \
	'r/bank/journal.py'
like 'who asks for a test finds it' "$("$LUCUS" query --db r.db --format json --no-cache -k 1 'test of a killed process' | jq -r .name | sed 1q)" 'test_killed'

done_testing
