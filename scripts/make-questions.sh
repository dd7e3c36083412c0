#!/bin/sh
# SPDX-License-Identifier: MIT
# Make sets of questions of every kind, with the elements and files that answer them, from public repositories: what
# scripts/questions.jq makes of their elements, and the subjects of commits with the elements whose lines they wrote; where a
# commit has much to say, its whole message is a question of the kind "long"; and the questions of the kinds "plain" and
# "task", which people wrote.
#
# Usage: scripts/make-questions.sh [LIST]
# LIST (scripts/question-repos.txt) has five columns, tabs between them: repository (OWNER/NAME), revision, language, folder,
# split (train, validation or test).
# Environment:
#   OUT       folder to write to (build/questions): OUT/SPLIT/NAME/KIND.elements.jsonl and KIND.files.jsonl for lucus eval,
#             OUT/SPLIT/NAME/tree, the folder at its revision, and OUT/SPLIT/NAME/bare, the same with the comments of every other
#             file taken out, which questions of the kind "described" are asked of: their words stand in the comments
#   MIRRORS   folder with git clones, as OWNER/NAME.git or OWNER+NAME/repo (build/questions/clones)
#   GIT_BASE  URL, such as https://github.com: what MIRRORS lacks is cloned from GIT_BASE/OWNER/NAME.git
#   MOST      questions of a kind from one repository (30); of those that people wrote all are taken
#   MESSAGES  questions of the kind "message" from one repository (60)
#   PLAIN     file with plain questions (scripts/plain-questions.tsv), whose columns it explains itself
#   TASK      another, with what is asked of a code base from the task (scripts/task-questions.tsv)
#   NEVER     file that lists repositories, one a line, which must not be in LIST
# What is there already stays. Exit status 3: some repositories are missing.
set -eu
. "$(dirname "$0")/quality-lib.sh"
. scripts/clone-lib.sh

[ $# -le 1 ] || usage '[LIST]'
list=$(path "${1-}" "$top/scripts/question-repos.txt")
lucus=${LUCUS-$B/lucus}
out=$(path "${OUT-}" "$top/$B/questions")
mirrors=$(path "${MIRRORS-}" "$out/clones")
plain=$(path "${PLAIN-}" "$top/scripts/plain-questions.tsv")
task=$(path "${TASK-}" "$top/scripts/task-questions.tsv")
most=${MOST-30}
messages=${MESSAGES-60}
tab=$(printf '\t')
missing=0
if [ -n "${NEVER-}" ] && grep -v '^#' "$list" | cut -f 1 | grep -ixFf "$NEVER" >&2; then
	echo "make-questions: $list names repositories that $NEVER forbids" >&2
	exit 1
fi

# The comments of every other file go, and with them what stands in triple quotes by itself.
strip() {
	cp -R "$1/tree" "$1/bare"
	find "$1/bare" -type f | sort | awk 'NR % 2' | while IFS= read -r file; do
		case $file in
		*.py | *.rb | *.sh | *.bash | *.ex | *.exs | */libexec/*) mark='#' ;;
		*.lua | *.hs) mark='--' ;;
		*) mark='//' ;;
		esac
		awk -v mark="$mark" '
			function starts(s) { return index(line, s) == 1 }
			{ line = $0; sub(/^[ \t]+/, "", line) }
			quoted { if (index(line, quote)) quoted = 0; next }
			block { if (index(line, "*/") || index(line, "-}")) block = 0; next }
			mark == "//" && (starts("/*") || starts("*/")) { if (!index(line, "*/")) block = 1; next }
			mark == "--" && starts("{-") { if (!index(line, "-}")) block = 1; next }
			mark == "#" && (line ~ /^(@(module|type)?doc )?([rRuUbB]|~[sS])?("""|\047\047\047)/) {
				quote = line ~ /"""/ ? "\"\"\"" : "\047\047\047"
				rest = substr(line, index(line, quote) + 3)
				if (!index(rest, quote)) quoted = 1
				next
			}
			starts(mark) && !starts("#!") && !starts("#include") && !starts("#if") { next }
			{ print }' "$file" > "$1/stripped"
		cat "$1/stripped" > "$file"
	done
	rm -f "$1/stripped"
}

# Lines with the commit that wrote each, and the innermost element that it is in: subjects and elements, as questions.
commits() {
	git=$1 revision=$2 folder=$3 of=$4
	jq -r 'select(.record == "element" and (.type | IN("function", "method", "class", "struct", "interface", "enum", "trait", "macro")))
		| [.file_path, .start_line, .end_line, .name] | @tsv' "$of/records" | sort -t "$tab" -k 1,1 -k 2,2n -k 3,3nr > "$of/spans"
	cut -f 1 "$of/spans" | uniq | head -n 300 | while IFS= read -r file; do
		git -C "$git" blame -s -l -w "$revision" -- "$file" 2> /dev/null < /dev/null |
			awk -v file="$file" '{ line++; sub(/^\^/, "", $1); if (length($0) > 60) print file "\t" line "\t" $1 }'
	done > "$of/lines"
	awk -F '\t' '
		NR == FNR { n[$1]++; from[$1, n[$1]] = $2; to[$1, n[$1]] = $3; name[$1, n[$1]] = $4; next }
		{
			at = ""
			for (i = 1; i <= n[$1] && from[$1, i] <= $2; i++) if (to[$1, i] >= $2) at = name[$1, i]
			if (at != "" && !(($3, at) in seen)) { seen[$3, at] = 1; print $3 "\t" at "\t" $1 }
		}' "$of/spans" "$of/lines" | sort > "$of/wrote"
	cut -f 1 "$of/wrote" | uniq -c | awk '$1 <= 4 { print $2 }' > "$of/small"
	git -C "$git" log --no-merges --format='%H%x09%s' "$revision" -- "$folder" < /dev/null 2> /dev/null | grep -Ff "$of/small" |
		sed 's/ *([#!][0-9]*)$//; s/\[[^]]*\]//g' | LC_ALL=C sort |
		awk -F '\t' 'split($2, w, / +/) >= 5 && length($2) <= 150 &&
			tolower($2) !~ /typo|changelog|copyright|version|release|format|lint|style|cleanup|clean up|refactor|rename|revert|bump|merge|review|readme/' > "$of/subjects"
	join -t "$tab" "$of/subjects" "$of/wrote" | jq -R -s -c --arg name "$name" '[split("\n")[] | select(. != "") | split("\t")] | group_by(.[0])[]
		| { kind: "commit", query: .[0][1], elements: (map(.[2]) | unique), files: (map(.[3]) | unique), id: "\($name)-commit-\(.[0][0][0:10])", h: .[0][0] }'
	git -C "$git" log --no-merges --format='%x1e%H%x1f%s%x1f%b' "$revision" -- "$folder" < /dev/null 2> /dev/null |
		jq -R -s -c --arg name "$name" --rawfile wrote "$of/wrote" --rawfile small "$of/small" -f scripts/long-questions.jq
	rm -f "$of/spans" "$of/lines" "$of/wrote" "$of/small" "$of/subjects"
}

# written REPOSITORY FOLDER KIND FILE: the questions that people wrote about a repository; one whose answer is not there is
# told and left out.
written() {
	repository=$1 of=$2
	awk -F '\t' -v repository="$repository" '$1 == repository' "$4" > "$of/written"
	jq -r 'select(.record == "element") | [.name, .file_path] | @tsv' "$of/records" | sort -u |
		jq -R -s -c --arg name "$name" --arg kind "$3" --rawfile written "$of/written" '
			(split("\n") | map(select(. != "") | split("\t")) | reduce .[] as $at ({}; .[$at[0]] += [$at[1]])) as $files
			| [$written | split("\n")[] | select(. != "") | split("\t")] | to_entries[]
			| .key as $i | .value[1] as $query | .value[2:] as $elements
			| [$elements[] | select($files[.] == null)] as $missing
			| if $missing != [] then "make-questions: \($name) has no \($missing | join(", "))"  else
				{ kind: $kind, query: $query, elements: $elements, files: ([$files[$elements[]][]] | unique),
				id: "\($name)-\($kind)-\($i + 1)", h: $i } end' > "$of/asked"
	jq -r 'strings' "$of/asked" >&2
	jq -c 'objects' "$of/asked"
	rm -f "$of/written" "$of/asked"
}

# make_sets REPOSITORY REVISION FOLDER FOLDER-OF-OUTPUT
make_sets() {
	name=${1##*/} of=$4.part
	git=$(clone_of "$1" "$2") || return 1
	rm -rf "$of"
	mkdir -p "$of/tree"
	git -C "$git" archive -o "$of/tar" "$2" "$3" && tar -xf "$of/tar" -C "$of/tree" || return 1
	rm -f "$of/tar"
	"$lucus" ast -q --root "$of/tree" "$of/tree" > "$of/records" || [ $? = 3 ] || return 1
	{
		jq -n -c --arg repo "$name" -f scripts/questions.jq "$of/records"
		commits "$git" "$2" "$3" "$of"
		written "$1" "$of" plain "$plain"
		written "$1" "$of" task "$task"
	} | jq -s -c --argjson most "$most" --argjson messages "$messages" \
		'group_by(.kind)[] | unique_by(.query) | sort_by(.h)
			| .[0:({ message: $messages, plain: length, task: length }[.[0].kind] // $most)][]' > "$of/all"
	for kind in message trace identifier qualified words code place described commit long plain task; do
		jq -c --arg kind "$kind" 'select(.kind == $kind) | { id, query, category: .kind, relevant_elements: .elements }' "$of/all" > "$of/$kind.elements.jsonl"
		jq -c --arg kind "$kind" 'select(.kind == $kind) | { id, query, category: .kind, relevant: .files }' "$of/all" > "$of/$kind.files.jsonl"
		[ -s "$of/$kind.files.jsonl" ] || rm -f "$of/$kind.files.jsonl" "$of/$kind.elements.jsonl"
	done
	strip "$of"
	rm -f "$of/all" "$of/records"
	mv "$of" "$4"
}

while IFS=$tab read -r repository revision language folder split; do
	case $repository in '' | '#'*) continue ;; esac
	[ -n "$split" ] || {
		echo "make-questions: $list: a column is missing: $repository" >&2
		exit 1
	}
	to=$out/$split/${repository##*/}
	[ ! -d "$to" ] || continue
	mkdir -p "$out/$split"
	make_sets "$repository" "$revision" "$folder" "$to" < /dev/null || {
		echo "make-questions: no $repository ($language) at $revision" >&2
		rm -rf "$to.part"
		missing=3
	}
done < "$list"
exit $missing
