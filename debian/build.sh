#!/bin/sh
# Builds the Debian packages: debian/build.sh VERSION SITE OUT. 'make deb' runs it.
#
# The tree is copied to OUT/tree and built there from scratch, so that nothing of this tree's
# build/ gets into a package but the page, SITE. The version comes from include/tobago/types.h;
# debian/changelog, which has to repeat it, is made here. DEB_VERSION=... sets another.
set -eu
cd "$(dirname "$0")/.."
version=${DEB_VERSION:-$1}
site=$(cd "$2" && pwd)
mkdir -p "$3"
out=$(cd "$3" && pwd)
tree=$out/tree

for tool in dpkg-buildpackage dh; do
    if ! command -v "$tool" > /dev/null; then
        echo "make deb: there is no $tool; it comes with: apt-get install dpkg-dev debhelper" >&2
        exit 3
    fi
done
if [ ! -e "$site/index.html" ]; then
    echo "make deb: there is no page in $site" >&2
    exit 3
fi

rm -rf "$tree" "$out"/*.deb "$out"/*.changes "$out"/*.buildinfo
mkdir -p "$tree"
tar -cf - --exclude-vcs --exclude=./build --exclude=node_modules . | tar -C "$tree" -xf -
mkdir -p "$tree/build"
cp -R "$site" "$tree/build/site"

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || date +%s)}
export SOURCE_DATE_EPOCH
cat > "$tree/debian/changelog" <<END
tobago ($version) bookworm; urgency=medium

  * Version $version; CHANGELOG.md says what is new.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
END

cd "$tree"
export DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-parallel=$(nproc)}"
dpkg-buildpackage -us -uc -b > "$out/build.log" 2>&1 || {
    tail -n 40 "$out/build.log" >&2
    echo "make deb: the build failed; all of it is in $out/build.log" >&2
    exit 1
}
cd "$out"
rm -rf "$tree"
ls -- *.deb
