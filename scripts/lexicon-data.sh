#!/bin/sh
# SPDX-License-Identifier: MIT
# Make the pairs that the lexicon of other languages is learned from: what catalogs say in English and in another language.
#
# Usage: scripts/lexicon-data.sh [LIST]      writes lines LANGUAGE <tab> ENGLISH <tab> TRANSLATION
# LIST (scripts/lexicon-catalogs.txt) has five columns, tabs between them: repository (OWNER/NAME, or npm:NAME), revision,
# licence, format, languages.
# Environment:
#   MIRRORS   folder with git clones, as OWNER/NAME.git or OWNER+NAME/repo, and packages, as NAME-VERSION.tgz (build/train/clones)
#   GIT_BASE  URL, such as https://github.com: what MIRRORS lacks is cloned from GIT_BASE/OWNER/NAME.git; packages are had by npm
# Needs awk, git, jq, tar. Fails when something is missing.
set -eu
export LC_ALL=C
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/scripts/clone-lib.sh"
list=${1-$top/scripts/lexicon-catalogs.txt}
mirrors=${MIRRORS-$top/build/train/clones}
tab=$(printf '\t')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# get REPOSITORY REVISION FORMAT: its catalogs, in $scratch/tree
get() {
	rm -rf "$scratch/tree"
	mkdir "$scratch/tree"
	case $1 in
	npm:*)
		package=${1#npm:}
		archive=$mirrors/$package-$2.tgz
		if [ ! -f "$archive" ] && [ -n "${GIT_BASE-}" ]; then
			(cd "$mirrors" && npm pack --silent "$package@$2" > /dev/null) || return 1
		fi
		tar -xzf "$archive" -C "$scratch/tree" --strip-components 1
		;;
	*)
		git=$(clone_of "$1" "$2") || return 1
		case $3 in docs | po) files="*.po" ;; xliff) files="*.xlf" ;; laravel) files="*.json" ;; *) files="*.yml" ;; esac
		git -C "$git" archive "$2" -- "$files" ":!classes" ":!whatsnew/changelog.po" | tar -x -C "$scratch/tree"
		;;
	esac
}

# The names that a language has in paths
names_of() {
	case $1 in
	de) echo 'de|de_DE|de-DE' ;;
	es) echo 'es|es_ES|es-ES' ;;
	fr) echo 'fr|fr_FR|fr-FR' ;;
	ja) echo 'ja|ja_JP|ja-JP' ;;
	ko) echo 'ko|ko_KR|ko-KR' ;;
	pt) echo 'pt-BR|pt_BR|pt-br' ;;
	ru) echo 'ru|ru_RU|ru-RU' ;;
	zh) echo 'zh-Hans|zh_Hans|zh-CN|zh_CN|zh-cn' ;;
	esac
}

# Files of a language whose names end with the ending
files_of() {
	find . -type f -name "*.$2" | grep -E "[./_-]($(names_of "$1"))[./]" | sort
}

# gettext: entries that are not fuzzy
po() {
	awk -v l="$1" '
		function text(s) { sub(/^[^"]*"/, "", s); sub(/"[^"]*$/, "", s); return s }
		function flush() {
			if (id != "" && to != "" && !fuzzy) {
				gsub(/\\[ntr]/, " ", id); gsub(/\\[ntr]/, " ", to); gsub(/\\"/, "\"", id); gsub(/\\"/, "\"", to)
				gsub(/[\t]/, " ", id); gsub(/\t/, " ", to)
				print l "\t" id "\t" to
			}
			id = to = ""; at = 0; fuzzy = 0
		}
		/^#~/ { next }
		/^#/ { if (at) flush(); if (/^#,.*fuzzy/) fuzzy = 1; next }
		/^msgctxt/ { if (at) flush(); at = 3; next }
		/^msgid_plural/ { at = 3; next }
		/^msgid/ { if (at == 2) flush(); id = text($0); at = 1; next }
		/^msgstr\[[1-9]/ { at = 3; next }
		/^msgstr/ { to = text($0); at = 2; next }
		/^"/ { if (at == 1) id = id text($0); else if (at == 2) to = to text($0); next }
		/^[ \r]*$/ { if (at == 2) flush() }
		END { flush() }' "$2"
}

xliff() {
	awk -v l="$1" -v RS='</(trans-unit|unit)>' '
		function part(name,   s, at) {
			s = $0
			if (!(at = match(s, "<" name "[^>]*>"))) return ""
			s = substr(s, at + RLENGTH)
			if (!(at = index(s, "</" name ">"))) return ""
			s = substr(s, 1, at - 1)
			gsub(/<[^>]*>/, " ", s); gsub(/[\t\r\n]+/, " ", s)
			gsub(/&lt;/, "<", s); gsub(/&gt;/, ">", s); gsub(/&quot;/, "\"", s); gsub(/&apos;/, "\047", s); gsub(/&amp;/, "\\&", s)
			return s
		}
		{ id = part("source"); to = part("target"); if (id != "" && to != "" && id != to) print l "\t" id "\t" to }' "$2"
}

# The English text is in the names.
diagnostics() {
	f=lib/$1/diagnosticMessages.generated.json
	case $1 in pt) f=lib/pt-br/diagnosticMessages.generated.json ;; zh) f=lib/zh-cn/diagnosticMessages.generated.json ;; esac
	jq -r --arg l "$1" 'to_entries[] | [$l, (.key | sub("_[0-9]+$"; "") | gsub("_"; " ")), .value] | @tsv' "$f"
}

# Arrays of texts in one order
monaco() {
	case $1 in pt) f=pt-br ;; zh) f=zh-cn ;; *) f=$1 ;; esac
	for f in "esm/nls.messages.js" "esm/nls.messages.$f.js"; do
		sed -n 's/^globalThis\._VSCODE_NLS_MESSAGES=//p' "$f" | sed 's/;.*globalThis.*//; s/;[ \r]*$//'
	done | jq -rs --arg l "$1" 'transpose[] | select((.[0] | type == "string") and (.[1] | type == "string")) | [$l, .[0], .[1]] | @tsv'
}

laravel() {
	case $1 in pt) set -- pt pt_BR ;; zh) set -- zh zh_CN ;; *) set -- "$1" "$1" ;; esac
	for f in json json-inline; do
		jq -r --arg l "$1" 'to_entries[] | select(.value | type == "string") | [$l, .key, .value] | @tsv' "locales/$2/$f.json"
	done
	for f in php php-inline; do
		jq -r --arg l "$1" --slurpfile en "locales/en/$f.json" 'to_entries[] | select((.value | type == "string") and
			($en[0][.key] | type == "string")) | [$l, $en[0][.key], .value] | @tsv' "locales/$2/$f.json"
	done
}

# Keys of nested maps, and the texts on their lines
yaml_texts() {
	awk '/^ *[A-Za-z_]+:/ {
		match($0, /^ */); depth = RLENGTH / 2; k = $1; sub(/:.*/, "", k); key[depth] = k
		v = $0; sub(/^ *[A-Za-z_]+: */, "", v); gsub(/^["\047]|["\047]$/, "", v)
		if (v == "") next
		path = ""; for (i = 1; i <= depth; i++) path = path "." key[i]
		print path "\t" v }' "$1"
}

rails() {
	case $1 in pt) f=pt-BR ;; zh) f=zh-CN ;; *) f=$1 ;; esac
	yaml_texts rails/locale/en.yml > "$scratch/en"
	yaml_texts "rails/locale/$f.yml" | awk -F '\t' -v l="$1" 'NR == FNR { en[$1] = $2; next } $1 in en { print l "\t" en[$1] "\t" $2 }' "$scratch/en" -
}

while IFS=$tab read -r repository revision licence format languages; do
	case $repository in '' | '#'*) continue ;; esac
	[ -n "$licence" ] && get "$repository" "$revision" "$format" < /dev/null || {
		echo "lexicon-data: no $repository at $revision" >&2
		exit 1
	}
	for language in $(echo "$languages" | tr , ' '); do
		(cd "$scratch/tree"
			case $format in
			docs) find . -name '*.po' | sort | while read -r f; do po "$language" "$f"; done ;;
			po) files_of "$language" po | while read -r f; do po "$language" "$f"; done ;;
			xliff) files_of "$language" xlf | while read -r f; do xliff "$language" "$f"; done ;;
			*) "$format" "$language" ;;
			esac) < /dev/null
	done
done < "$list"
