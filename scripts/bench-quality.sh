#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure retrieval on sets of annotated queries: index each repository of a set, ask its queries by every strategy,
# and print means over the repositories, by language, by category, and what each strategy gains over the one before it.
#
# Usage: scripts/bench-quality.sh DIR
# DIR holds one or both of
#   dev/repos.tsv, dev/annotations/NAME.json   file sets; columns of the table: name language repository revision root
#   lucusrag/queries.json                      a set of element names over the folder rag/ of the system LucusRAG
#   NAME/KIND.elements.jsonl, NAME/KIND.files.jsonl, NAME/tree, NAME/bare   a split of scripts/make-questions.sh: its figures are
#                                              means over the repositories for each kind, at both levels; overlap@5: hits of the
#                                              first five that lie in another of them
# Environment:
#   SOURCES     folder with the exported sources, SOURCES/NAME and SOURCES/lucusrag (build/quality/sources)
#   MIRRORS     folder with git clones, as OWNER/NAME.git: what SOURCES lacks is exported from there (build/quality/clones)
#   GIT_BASE    URL, such as https://github.com: what MIRRORS lacks is cloned from GIT_BASE/OWNER/NAME.git
#   STRATEGIES  list, each compared with the one before it (bm25,vector,hybrid_rrf,auto)
#   NAMES       only these repositories, a list with blanks ("-": none)
#   SPOILED     list of typo, typos, chatty and drift: ask all questions spoiled so, too (scripts/spoil-questions.sh), in lines like
#               "files dev:typo" of the last table
#   OPTIONS     further options of lucus eval, which queries share ("--vector-top-k 50")
# Stores and records of the last run stay in build/quality. Exit status 3: the sources of some repositories are missing.
set -eu
. "$(dirname "$0")/quality-lib.sh"
. scripts/clone-lib.sh

[ $# = 1 ] && [ -n "$1" ] || usage 'DIR'
dir=$(path "$1")
lucus=${LUCUS-$B/lucus}
out=$(path "${OUT-}" "$top/$B/quality")
sources=$(path "${SOURCES-}" "$out/sources")
mirrors=$(path "${MIRRORS-}" "$out/clones")
strategies=${STRATEGIES-bm25,vector,hybrid_rrf,auto}
tab=$(printf '\t')
missing=0
kinds=$(find "$dir" -mindepth 2 -maxdepth 2 -name '*.elements.jsonl' 2> /dev/null | sort)
[ -f "$dir/dev/repos.tsv" ] || [ -f "$dir/lucusrag/queries.json" ] || [ -n "$kinds" ] || {
	echo "bench-quality: $dir holds neither dev/repos.tsv nor lucusrag/queries.json nor NAME/KIND.elements.jsonl" >&2
	exit 1
}
mkdir -p "$out"
rm -rf "$out/records" "$out/stores"
mkdir -p "$out/records" "$out/stores"

# measure NAME QUERIES K LABELS [OPTION...]: the records, with labels, go to the end of records/all
measure() {
	name=$1 queries=$2 k=$3 labels=$4
	shift 4
	# exported sources are no repository: annotated paths and names are relative to their folder, wherever it lies
	"$lucus" kb root "$sources/$name" --db "$out/stores/$name.db"
	"$lucus" sync --db "$out/stores/$name.db" -q > /dev/null || [ $? = 3 ]
	# shellcheck disable=SC2086 # OPTIONS is a list
	"$lucus" eval "$queries" --db "$out/stores/$name.db" -s "$strategies" -k "$k" --resamples 0 --costs -q \
		--format json "$@" ${OPTIONS-} > "$out/records/one"
	jq -c --arg name "$name" "$labels + {name: \$name} + ." "$out/records/one" >> "$out/records/all"
}

# overlap NAME QUERIES: for each strategy the hits that lie in another one of the first five elements, and all of them, to the
# end of records/overlap
overlap() {
	for strategy in $(echo "$strategies" | tr , ' '); do
		jq -c '(if type == "array" then .[] else . end) | {query}' "$2" |
			"$lucus" query --db "$out/stores/$1.db" -s "$strategy" -k 5 --no-cache --format json |
			jq -rs --arg s "$strategy" '[.[] | select(.record == "hit")] | group_by(.query_id) | map(. as $h | [length,
				([.[] | . as $x | select(any($h[]; .id != $x.id and .file_path == $x.file_path and
					.start_line <= $x.start_line and .end_line >= $x.end_line))] | length)])
				| [$s, (map(.[1]) | add // 0), (map(.[0]) | add // 0)] | @tsv' >> "$out/records/overlap"
	done
}

# measure_kind LABEL QUERIES STORE: figures of all questions, and of them spoiled, go to the end of records/kinds
measure_kind() {
	for how in '' ${SPOILED-}; do
		queries=$2
		[ -z "$how" ] || {
			queries=$out/records/spoiled
			scripts/spoil-questions.sh "$how" < "$2" > "$queries"
		}
		# shellcheck disable=SC2086 # OPTIONS is a list
		"$lucus" eval "$queries" --db "$out/stores/$3.db" -s "$strategies" -k 1,5,10 --resamples 0 \
			--format json --questions -q ${OPTIONS-} |
			jq -r --arg key "$1${how:+:$how}" 'select(.record == "question") | [$key, .strategy, .ndcg["10"], .mrr["10"],
				(if .mrr["1"] > 0 then 1 else 0 end), (if .mrr["5"] > 0 then 1 else 0 end), .overlap["5"]] | @tsv' |
			awk -F '\t' -v OFS='\t' '
				{ n[$1 FS $2]++; for (i = 3; i <= 7; i++) sum[$1 FS $2, i] += $i }
				END {
					for (k in n) {
						printf "%s\t%d", k, n[k]
						for (i = 3; i <= 7; i++) printf "\t%.6f", sum[k, i] / n[k]
						printf "\n"
					}
				}' >> "$out/records/kinds"
	done
}

lost() {
	echo "bench-quality: no sources of $1: set SOURCES, or MIRRORS or GIT_BASE" >&2
	missing=$((missing + 1))
}

# ---- file sets: figures of repositories, and means over them ----

: > "$out/records/all"
: > "$out/records/kinds"
: > "$out/records/overlap"
if [ -f "$dir/dev/repos.tsv" ]; then
	tail -n +2 "$dir/dev/repos.tsv" > "$out/records/table"
	while IFS=$tab read -r name language repository revision root; do
		case " ${NAMES-$name} " in *" $name "*) ;; *) continue ;; esac
		[ -f "$dir/dev/annotations/$name.json" ] || continue
		if ! export_tree "$name" "$repository" "$revision" "$root"; then
			lost "$name"
			continue
		fi
		measure "$name" "$dir/dev/annotations/$name.json" 1,5,10 "{language: \"$language\"}" < /dev/null
		[ -z "${SPOILED-}" ] || measure_kind 'files dev' "$dir/dev/annotations/$name.json" "$name" < /dev/null
		overlap "$name" "$dir/dev/annotations/$name.json"
	done < "$out/records/table"
	jq -r 'if .record == "metric" then [.name, .language, .strategy, .category, "\(.metric)@\(.k)", .value]
		elif .record == "cost" then [.name, .language, .strategy, "all", "tokens", .tokens],
			[.name, .language, .strategy, "all", "ms", .seconds * 1000]
		else empty end | @tsv' "$out/records/all" > "$out/records/files"
fi

[ ! -s "$out/records/files" ] || awk -F '\t' -v samples=1000 '
	function add(list, count, seen, key) { if (!(key in seen)) { seen[key] = 1; list[++count["n"]] = key } }
	{
		add(names, nn, seen_n, $1); add(langs, nl, seen_l, $2); add(strats, ns, seen_s, $3)
		if ($4 != "all") add(cats, nc, seen_c, $4)
		lang[$1] = $2; v[$3, $4, $5, $1] = $6
	}
	# the mean over the repositories that have a value, of one language or all
	function mean(s, c, m, l,    i, n, sum) {
		for (i = 1; i <= nn["n"]; i++)
			if (((s, c, m, names[i]) in v) && (l == "" || lang[names[i]] == l)) { sum += v[s, c, m, names[i]]; n++ }
		return n ? sum / n : 0
	}
	function drawn(n) { state = state * 16807 % 2147483647; return 1 + int(state / 2147483647 * n) }
	# 95% interval of the mean of x[1..n], repositories drawn with replacement
	function interval(x, n,    i, j, k, t, sum, mu) {
		state = 1
		for (i = 1; i <= samples; i++) {
			sum = 0
			for (j = 1; j <= n; j++) sum += x[drawn(n)]
			t = sum / n
			for (k = i; k > 1 && mu[k - 1] > t; k--) mu[k] = mu[k - 1]
			mu[k] = t
		}
		low = mu[int(samples * 0.025) + 1]; high = mu[int(samples * 0.975)]
	}
	# columns of strategies are as wide as the longest name
	function columns(    i, w) {
		for (w = 9; i++ < ns["n"];) if (length(strats[i]) > w) w = length(strats[i])
		text = " %" w "s"; number = " %" w ".4f"
	}
	function heads(first,    i) {
		printf "\n%-24s", first
		for (i = 1; i <= ns["n"]; i++) printf text, strats[i]
		printf "\n"
	}
	function row(what, c, l,    i) {
		printf "%-24.24s", what
		for (i = 1; i <= ns["n"]; i++) printf number, mean(strats[i], c, "ndcg@10", l)
		printf "\n"
	}
	END {
		columns()
		n = nn["n"]
		printf "files: means over %d repositories; intervals: 95%%, bootstrap over repositories, seed 1\n\n", n
		printf "%-30s %7s  %-16s %7s %7s %7s %7s %8s %7s\n", "strategy", "ndcg@10", "interval", "ndcg@5", "mrr@10",
			"rec@10", "prec@1", "tokens", "ms"
		for (i = 1; i <= ns["n"]; i++) {
			s = strats[i]
			for (j = 1; j <= n; j++) x[j] = v[s, "all", "ndcg@10", names[j]]
			interval(x, n)
			printf "%-30s %7.4f  %.4f .. %.4f %7.4f %7.4f %7.4f %7.4f %8.0f %7.2f\n", s, mean(s, "all", "ndcg@10"), low,
				high, mean(s, "all", "ndcg@5"), mean(s, "all", "mrr@10"), mean(s, "all", "recall@10"),
				mean(s, "all", "precision@1"), mean(s, "all", "tokens"), mean(s, "all", "ms")
		}
		if (ns["n"] > 1) printf "\nNDCG@10, each step over the one before it\n"
		for (i = 2; i <= ns["n"]; i++) {
			better = worse = 0
			for (j = 1; j <= n; j++) {
				x[j] = v[strats[i], "all", "ndcg@10", names[j]] - v[strats[i - 1], "all", "ndcg@10", names[j]]
				better += x[j] > 1e-9; worse += x[j] < -1e-9
			}
			interval(x, n)
			printf "%-30s %+7.4f  %+.4f .. %+.4f  better in %d, worse in %d: %s\n", strats[i],
				mean(strats[i], "all", "ndcg@10") - mean(strats[i - 1], "all", "ndcg@10"), low, high, better, worse,
				(low > 1e-9) ? "a gain" : (high < -1e-9) ? "a loss" : "within the interval"
		}
		heads("NDCG@10 by category")
		for (i = 1; i <= nc["n"]; i++) row(cats[i], cats[i])
		heads("NDCG@10 by language")
		for (i = 1; i <= nl["n"]; i++) row(langs[i], "all", langs[i])
		heads("NDCG@10 by repository")
		for (i = 1; i <= n; i++) {
			printf "%-24.24s", names[i]
			for (j = 1; j <= ns["n"]; j++) printf number, v[strats[j], "all", "ndcg@10", names[i]]
			printf "\n"
		}
	}' "$out/records/files"

[ ! -s "$out/records/overlap" ] || awk -F '\t' '
	{ if (!($1 in all)) order[++n] = $1; nested[$1] += $2; all[$1] += $3 }
	END {
		printf "\n%-30s %9s %9s\n", "elements of these questions", "overlap@5", "hits"
		for (i = 1; i <= n; i++) printf "%-30s %9.4f %9d\n", order[i], all[order[i]] ? nested[order[i]] / all[order[i]] : 0, all[order[i]]
	}' "$out/records/overlap"

# ---- element set: the measures at each k, as it stands and with methods counted as their class ----

: > "$out/records/all"
if [ -f "$dir/lucusrag/queries.json" ]; then
	if export_tree lucusrag atoshumsamuelcahsai/lucusrag 4bf9809 rag; then
		measure lucusrag "$dir/lucusrag/queries.json" 1,3,5,10 '{set: "elements"}'
		measure lucusrag "$dir/lucusrag/queries.json" 1,3,5,10 '{set: "elements, --roll-up"}' --roll-up
	else
		lost lucusrag
	fi
fi
[ ! -s "$out/records/all" ] || jq -r 'select(.record == "metric") |
	[.set, .strategy, .category, .k, .metric, .value, .n] | @tsv' "$out/records/all" | awk -F '\t' '
	function add(list, count, seen, key) { if (!(key in seen)) { seen[key] = 1; list[++count["n"]] = key } }
	function columns(    i, w) {
		for (w = 9; i++ < ns["n"];) if (length(strats[i]) > w) w = length(strats[i])
		text = " %" w "s"; number = " %" w ".4f"
	}
	{
		add(sets, nset, seen_s, $1); add(strats, ns, seen_t, $2); add(cats, nc, seen_c, $3); add(ks, nk, seen_k, $4)
		v[$1, $2, $3, $4, $5] = $6; n[$3] = $7
	}
	END {
		columns()
		split("precision recall f1 mrr ndcg", m, " ")
		for (a = 1; a <= nset["n"]; a++) {
			printf "\n%s: %d queries\n\n%-30s %3s %9s %9s %9s %9s %9s\n", sets[a], n["all"], "strategy", "k", "precision",
				"recall", "f1", "mrr", "ndcg"
			for (i = 1; i <= ns["n"]; i++)
				for (j = 1; j <= nk["n"]; j++) {
					printf "%-30s %3d", j == 1 ? strats[i] : "", ks[j]
					for (l = 1; l <= 5; l++) printf " %9.4f", v[sets[a], strats[i], "all", ks[j], m[l]]
					printf "\n"
				}
			printf "\n%-24s %3s", "NDCG@10 by category", "n"
			for (i = 1; i <= ns["n"]; i++) printf text, strats[i]
			printf "\n"
			for (j = 2; j <= nc["n"]; j++) {
				printf "%-24.24s %3d", cats[j], n[cats[j]]
				for (i = 1; i <= ns["n"]; i++) printf number, v[sets[a], strats[i], cats[j], 10, "ndcg"]
				printf "\n"
			}
		}
	}'

# ---- sets of every kind ----

for set in $kinds; do
	of=${set%/*} kind=${set##*/}
	name=${of##*/} kind=${kind%%.*}
	case $kind in described) tree=bare ;; *) tree=tree ;; esac
	[ -f "$out/stores/$name.$tree.db" ] || {
		"$lucus" kb root "$of/$tree" --db "$out/stores/$name.$tree.db"
		"$lucus" sync --db "$out/stores/$name.$tree.db" -q > /dev/null || [ $? = 3 ]
	}
	for level in elements files; do
		measure_kind "$level $kind" "$of/$kind.$level.jsonl" "$name.$tree"
	done
done
[ ! -s "$out/records/kinds" ] || sort "$out/records/kinds" | awk -F '\t' '
	{ key = $1 FS $2; if (!(key in n)) order[++keys] = key; n[key]++; asked[key] += $3; for (i = 4; i <= 8; i++) sum[key, i] += $i }
	END {
		printf "\n%-22s %-30s %9s %9s %9s %9s %9s %9s\n", "kind", "strategy", "ndcg@10", "mrr@10", "acc@1", "acc@5", "overlap@5",
			"questions"
		for (k = 1; k <= keys; k++) {
			split(order[k], part, FS)
			printf "%-22s %-30s", part[1], part[2]
			for (i = 4; i <= 8; i++) printf " %9.4f", sum[order[k], i] / n[order[k]]
			printf " %9d\n", asked[order[k]]
		}
	}'

if [ "$missing" != 0 ]; then
	echo "bench-quality: $missing repositories were not measured" >&2
	exit 3
fi
