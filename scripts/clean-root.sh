#!/bin/sh
# SPDX-License-Identifier: MIT
# Try the first two commands of the README where a new user would: a bare Debian in a folder, with git
# and make added, and in it a clone of this repository (its committed state). Run as root. The mirror
# and the registries are those that this machine uses.
# Usage: scripts/clean-root.sh [FOLDER [SUITE]]     default: a temporary folder, removed at the end; bookworm
set -eu
cd "$(dirname "$0")/.."

suite=${2-bookworm}
keep=${1-}
root=${1-$(mktemp -d)}
log=$(mktemp)
home=/home/new # of the user in there: a place that no file of the project names

if [ "$(id -u)" != 0 ] || ! command -v debootstrap > /dev/null; then
	echo "clean-root: needs root and debootstrap" >&2
	exit 1
fi

# shellcheck disable=SC2317 # the trap calls it
cleanup() {
	for m in proc dev/pts dev/shm dev sys; do
		if mountpoint -q "$root/$m"; then umount -l "$root/$m"; fi
	done
	rm -f "$log"
	# never through a mount that is still there
	if [ -z "$keep" ] && ! grep -q " $root/" /proc/mounts; then rm -rf --one-file-system "$root"; fi
}
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

quietly() {
	"$@" > "$log" 2>&1 || {
		tail -50 "$log" >&2
		echo "clean-root: failed: $*" >&2
		exit 1
	}
}

# The first Debian mirror of apt's sources, in either of their forms.
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2> /dev/null |
	awk -v suite="$suite" '
		$1 == "URIs:" { uri = $2 }
		$1 == "Suites:" && index(" " $0 " ", " " suite " ") { print uri; exit }
		$1 == "deb" {
			i = 2
			if ($2 ~ /^\[/) { while ($i !~ /\]$/) i++; i++ }
			if ($(i + 1) == suite) { print $i; exit }
		}')
[ "$mirror" ] || {
	echo "clean-root: apt's sources name no mirror for $suite" >&2
	exit 1
}

now() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f s", b - a }'; }

chmod 755 "$root"     # mktemp made it for us alone, but tests give up root
start=$(now)
quietly debootstrap --variant=minbase --include=git,make,ca-certificates "$suite" "$root" "$mirror"
echo "clean-root: debootstrap took $(since "$start")"

# How this machine reaches its registries: name service, certificates, apt and npm settings, proxies.
for f in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
	[ -e "$f" ] && cp -L "$f" "$root$f"
done
for f in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
	[ -f "$f" ] && grep -qiE '^[^/#]*(proxy|acquire|verify|ca-?info)' "$f" && cp "$f" "$root$f"
done
mkdir -p "$root$home"
if command -v npm > /dev/null; then
	for key in registry cafile proxy https-proxy; do
		value=$(npm config get "$key" 2> /dev/null)
		case $value in null | undefined | '') ;; *) echo "$key=$value" ;; esac
	done > "$root$home/.npmrc"
fi
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"

quietly git clone -q "file://$PWD" "$root$home/lucus"

inside() {
	# shellcheck disable=SC2046 # a list of VARIABLE=VALUE
	chroot "$root" /usr/bin/env -i HOME="$home" PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM="${TERM-dumb}" \
		LC_ALL=C.UTF-8 $(env | grep -iE '^(https?|no)_proxy=' || :) sh -c "cd $home/lucus && $1"
}

status=0
for goal in demo check; do
	start=$(now)
	if inside "make -j$(nproc) $goal"; then
		echo "clean-root: make $goal took $(since "$start")"
	else
		echo "clean-root: make $goal FAILED after $(since "$start")"
		status=1
	fi
done
start=$(now)
inside "make" || status=1
echo "clean-root: make, with nothing to do, took $(since "$start")"
exit "$status"
