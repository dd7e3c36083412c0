#!/bin/sh
# SPDX-License-Identifier: MIT
# Make the records that the built-in embedding is trained on: for each repository of a list its element records.
#
# Usage: scripts/train-data.sh [LIST]
# LIST (scripts/train-repos.txt) has four columns, tabs between them: repository (OWNER/NAME), revision, licence, language.
# Environment:
#   OUT       folder to write to, OUT/OWNER+NAME.jsonl (build/train/records); what is there already stays
#   MIRRORS   folder with git clones, as OWNER/NAME.git or OWNER+NAME/repo (build/train/clones)
#   GIT_BASE  URL, such as https://github.com: what MIRRORS lacks is cloned from GIT_BASE/OWNER/NAME.git
#   NEVER     file that lists repositories, one a line, which must not be in LIST
# Exit status 3: some repositories are missing.
set -eu
export LC_ALL=C
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/scripts/clone-lib.sh"
list=${1-$top/scripts/train-repos.txt}
lucus=${LUCUS-$top/${B-build}/lucus}
out=${OUT-$top/build/train/records}
mirrors=${MIRRORS-$top/build/train/clones}
tab=$(printf '\t')
missing=0
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if [ -n "${NEVER-}" ] && grep -v '^#' "$list" | cut -f 1 | grep -ixFf "$NEVER" >&2; then
	echo "train-data: $list names repositories that $NEVER forbids" >&2
	exit 1
fi

# records REPOSITORY REVISION: other people's code that a repository carries along is left out
records() {
	name=${1%%/*}+${1##*/}
	[ ! -f "$out/$name.jsonl" ] || return 0
	git=$(clone_of "$1" "$2") || return 1
	mkdir "$scratch/tree"
	# what is no text may be missing from a clone
	git -C "$git" archive -o "$scratch/tar" "$2" . ':!*.apk' ':!*.aar' ':!*.jar' ':!*.zip' ':!*.gz' ':!*.xz' ':!*.bz2' \
		':!*.7z' ':!*.jpg' ':!*.jpeg' ':!*.png' ':!*.gif' ':!*.mp4' ':!*.bin' ':!*.pdf' ':!*.svg' && tar -xf "$scratch/tar" -C "$scratch/tree" || return 1
	"$lucus" ast -q --root "$scratch/tree" "$scratch/tree" --max-file-size 400000 --exclude vendor --exclude vendored \
		--exclude third_party --exclude thirdparty --exclude 3rdparty --exclude third-party --exclude external \
		--exclude extern --exclude deps --exclude node_modules --exclude bundled --exclude _vendor \
		--exclude Godeps --exclude Pods --exclude Carthage --exclude generated --exclude gen --exclude dist \
		--exclude locale --exclude locales --exclude translations --exclude i18n \
		--exclude 'CHANGELOG*' --exclude 'CHANGES*' --exclude 'HISTORY*' \
		--exclude '*.json' --exclude '*.csv' --exclude '*.svg' --exclude '*.html' --exclude '*.xml' --exclude '*.po' \
		--exclude '*.lock' --exclude '*.txt' --exclude '*.css' > "$out/$name.part" || [ $? = 3 ] || return 1
	rm -rf "$scratch/tree" "$scratch/tar"
	mv "$out/$name.part" "$out/$name.jsonl"
}

while IFS=$tab read -r repository revision licence language; do
	case $repository in '' | '#'*) continue ;; esac
	[ -n "$revision" ] && [ -n "$licence" ] && [ -n "$language" ] || {
		echo "train-data: $list: a column is missing: $repository" >&2
		exit 1
	}
	records "$repository" "$revision" < /dev/null || {
		echo "train-data: no $repository at $revision" >&2
		missing=3
		rm -rf "$scratch/tree" "$scratch/tar"
	}
done < "$list"
exit $missing
