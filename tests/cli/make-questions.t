#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/make-questions.sh on a repository of our own: each kind has its questions, whose answers are elements of the tree.
. "$(dirname "$0")/lib.sh"

command -v git > /dev/null || skip_all 'no git here'
git init -q -b main mirrors/one
cd mirrors/one || exit 1
git config user.email a@example.org
git config user.name A
mkdir src
cat > src/lock_file.py <<'EOT'
"""Files that lock."""


def take_lock_file(path, owner):
    """Take the lock of a path for an owner, once and for all."""
    if owner is None:
        raise ValueError("cannot lock %s: nobody asks for it" % path)
    return (path, owner)


def release_every_lock(locks):
    for lock in locks:
        lock.release()
    return None


def wait_for_a_lock(locks, path, owner):
    seconds = 0
    tries = 0
    found = None
    found = next((lock for lock in locks if lock.path == path and lock.owner == owner), None)
    seconds += 1
    tries += 1
    return found, seconds, tries
EOT
git add . && git commit -qm 'Files that lock, and how they are released again'
sed -i 's/lock.release()/lock.release(force=True)/' src/lock_file.py
git commit -qam 'Give locks back by force when many wait' -m 'An owner that died in the middle of its work never gave its lock back, and
all who asked for the same path after it waited for a day until somebody noticed and restarted the machine by hand.

Signed-off-by: A <a@example.org>'
revision=$(git rev-parse HEAD)
cd "$tmp" || exit 1
printf '# a comment\nus/one\t%s\tpython\tsrc\ttrain\n' "$revision" > list
printf '# a comment\nus/one\thow are many locks given back at once\tsrc.lock_file.release_every_lock\nus/other\tnot asked here\tx\n' > plain
printf 'us/one\twhere is a lock broken\tsrc.lock_file.release_every_lock\tsrc.lock_file.break_lock\n' >> plain
printf 'us/one\tfree a lock by force\tsrc.lock_file.release_every_lock\n' > task
run env OUT="$tmp/out" MIRRORS="$tmp/mirrors" PLAIN="$tmp/plain" TASK="$tmp/task" "$top/scripts/make-questions.sh" list
is 'status' "$status $out" '0 '
like 'a plain question whose answer is not there is told' "$err" '^make-questions: one has no src\.lock_file\.break_lock$'
of=out/train/one
answers() {
	jq -r '"\(.query) -> \(.relevant_elements | join(" "))"' "$of/$1.elements.jsonl"
}
like 'a message with its values filled in' "$(answers message)" 'cannot lock .*: nobody asks for it -> src\.lock_file\.take_lock_file$'
unlike 'no placeholder is left' "$(answers message)" '%s'
like 'a name' "$(answers identifier)" '^take_lock_file -> src\.lock_file\.take_lock_file$'
like 'a name with what it is in' "$(answers qualified)" '^(how does )?lock_file(\.|::|#)take_lock_file(\(\))?( work)? -> src\.lock_file\.take_lock_file$'
is 'a line of code' "$(answers code)" 'found = next((lock for lock in locks if lock.path == path and lock.owner == owner), None) -> src.lock_file.wait_for_a_lock'
like 'a place' "$(answers place)" '^src/lock_file\.py:[0-9]+ -> src\.lock_file\.'
like 'documentation' "$(answers described)" '^Take the lock of a path for an owner, once and for all\. -> '
like 'a commit' "$(answers commit)" '^Give locks back by force when many wait -> src\.lock_file\.release_every_lock$'
like 'a commit that explains itself' "$(answers long)" '^Give locks back by force when many wait$'
like 'its elements' "$(answers long)" 'by hand\. -> src\.lock_file\.release_every_lock$'
unlike 'what tools add' "$(answers long)" 'Signed-off'
is 'one that does not' "$(wc -l < "$of/long.elements.jsonl")" 1
is 'plain questions of people' "$(answers plain)" 'how are many locks given back at once -> src.lock_file.release_every_lock'
is 'and those about a task' "$(answers task)" 'free a lock by force -> src.lock_file.release_every_lock'
printf 'us/one\twho may hold it\tsrc.lock_file.take_lock_file\n' > two
grep at.once plain >> two
run env OUT="$tmp/few" MIRRORS="$tmp/mirrors" PLAIN="$tmp/two" MOST=1 "$top/scripts/make-questions.sh" list
is 'all plain questions are taken' "$status $(wc -l < few/train/one/plain.elements.jsonl)" '0 2'
is 'of other kinds as many as are asked for' "$(wc -l < few/train/one/identifier.elements.jsonl)" 1
is 'files, too' "$(jq -r '.relevant[]' "$of"/*.files.jsonl | sort -u)" src/lock_file.py
is 'the words of documentation are not in the bare tree' "$(grep -c 'once and for all' "$of/tree/src/lock_file.py" "$of/bare/src/lock_file.py" | tr '\n' ' ')" \
	"$of/tree/src/lock_file.py:1 $of/bare/src/lock_file.py:0 "
ok 'kb' "$LUCUS" kb root "$of/tree" --db t.db
ok 'sync' "$LUCUS" sync --db t.db -q
ok 'they can be measured' "$LUCUS" eval "$of/identifier.elements.jsonl" --db t.db -s bm25 --min 'mrr@10=1'
run env OUT="$tmp/quality" STRATEGIES=bm25 "$top/scripts/bench-quality.sh" out/train
is 'bench-quality: status' "$status" 0
like 'bench-quality: a line for each kind and level' "$out" '^elements identifier +bm25 +1\.0000 +1\.0000 +1\.0000 +1\.0000 +[01]\.[0-9]+ +3$'
like 'bench-quality: files, too' "$out" '^files place +bm25 +1\.0000 +1\.0000 +1\.0000 +1\.0000 +([01]\.[0-9]+ +)?[0-9]+$'
printf 'us/none\t%s\tpython\tsrc\ttrain\n' "$revision" >> list
run env OUT="$tmp/out" MIRRORS="$tmp/mirrors" "$top/scripts/make-questions.sh" list
is 'a repository that is missing' "$status" 3
echo us/one > never
run env OUT="$tmp/out" MIRRORS="$tmp/mirrors" NEVER="$tmp/never" "$top/scripts/make-questions.sh" list
is 'one that must not be there' "$status" 1

# Two sentences whose hashes, by which a few of a kind are chosen, are the same.
cat > same.py <<'EOT'
def shelf(a):
    """Open the anchor of a shelf again."""
    b = a + 1
    c = b + 1
    return c


def mirror(a):
    """Open the mirror of a anchor quickly."""
    b = a + 2
    c = b + 2
    return c
EOT
"$LUCUS" ast -q same.py | jq -n -c --arg repo one -f "$top/scripts/questions.jq" | jq -c 'select(.kind == "described")' > same
is 'two questions that are chosen alike' "$(jq -r .h same | sort -u | wc -l) $(jq -r .query same | wc -l)" '1 2'
is 'have two ids' "$(jq -r .id same | sort -u | wc -l)" 2
done_testing
