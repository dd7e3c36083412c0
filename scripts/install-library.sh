#!/bin/sh
# SPDX-License-Identifier: MIT
# Install the archive, the public headers and lucus.pc.
# Usage: scripts/install-library.sh ARCHIVE VERSION PREFIX [DESTDIR]
set -eu
archive=$1 version=$2 prefix=$3 to=${4-}$3
top=$(cd "$(dirname "$0")/.." && pwd)
install -d "$to/lib/pkgconfig" "$to/include/lucus"
install -m 644 "$archive" "$to/lib/liblucus.a"
"$top/scripts/public-headers.sh" | while read -r h; do install -m 644 "$top/include/$h" "$to/include/$h"; done
# There is no shared library: what the archive needs is needed by all who link it.
cat > "$to/lib/pkgconfig/lucus.pc" <<EOF
prefix=$prefix
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: lucus
Description: turn a code base into a graph, and ask it
Version: $version
Requires: sqlite3 libutf8proc jansson libmd libcmark libprotobuf-c
Libs: -L\${libdir} -llucus -lstemmer -lm -lpthread -ldl
Cflags: -I\${includedir}
EOF
