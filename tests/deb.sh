#!/bin/sh
# The Debian packages. A short run looks at what goes into them; LONG=1 builds them and tries them
# in a bare Debian with systemd as its first process (tests/lib/box.sh): a service, games, an
# upgrade with games under way, proxies, TLS, bad days, a purge.
# Prints TAP. The bare Debian stays in build/box for the next time.
# shellcheck disable=SC2016 # what stands in single quotes is for a shell inside
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3
unset MAKEFLAGS MFLAGS MAKELEVEL
version=$(sed -n 's/^.define TOB_VERSION *"\(.*\)"/\1/p' include/tobago/types.h)

# want WORD...: complains with its output if a command fails
want() { "$@" > "$T/output" 2>&1 || { echo "failed: $*" && cat "$T/output"; } >> "$bad"; }

# ---- What goes into them ----

"$TOBAGO" serve --check-config --config systemd/server.conf > "$T/plain" 2>> "$bad" ||
    echo "server.conf is refused" >> "$bad"
# but for the certificate, which is not there
sed '/^#tls-/!s/^#\([a-z-]* = \)/\1/' systemd/server.conf > "$T/all.conf"
"$TOBAGO" serve --check-config --config "$T/all.conf" > "$T/all" 2>> "$bad" ||
    echo "server.conf is refused with all that it suggests" >> "$bad"
grep -q "^url = https://club.example/* *# $T/all.conf:" "$T/all" || cat "$T/all" >> "$bad"
grep -q '/server.conf:' "$T/plain" && echo "server.conf sets something by itself" >> "$bad"
verdict "the configuration that is shipped is accepted, and so is what it suggests"

for list in debian/*.install debian/*.docs debian/*.examples; do
    while read -r file _; do
        case $file in
        usr/*) ;; # from 'make install'
        *)
            # shellcheck disable=SC2086 # a pattern
            ls -d $file > /dev/null 2>> "$bad"
            ;;
        esac
    done < "$list"
done
grep -q "^Package: libtobago${version%%.*}\$" debian/control || echo "the soname is another" >> "$bad"
grep -q "^libtobago.so.${version%%.*} " debian/libtobago0.symbols.in || echo "the symbols are of another soname" >> "$bad"
grep -rnF "$version" debian --include=* | grep -v 'copyright:' >> "$bad"
verdict "debian/ names files that are there, and repeats no version"

nm -D --defined-only "build/libtobago.so.$version" | sed 's/.* [A-Z] \(.*\)/ \1@Base @VERSION@/' | sort > "$T/shown"
grep '^ ' debian/libtobago0.symbols.in | sort | diff - "$T/shown" >> "$bad"
verdict "debian/libtobago0.symbols.in lists what the library shows"

# The page names what a machine needs for 'make deb' (debhelper-compat is debhelper's).
sed -n '/apt-get install build-essential/,/make deb/p' docs/admin.md | tr -c 'a-z0-9+-' '\n' | sort -u > "$T/named"
sed -n '/^Build-Depends/,/^[A-Z].*-Version/p' debian/control | sed 's/^[A-Z].*: //; s/-compat//' |
    tr -c 'a-z0-9+-' '\n' | grep '[a-z]' | sort -u | comm -23 - "$T/named" >> "$bad"
verdict "docs/admin.md names every package that the build depends on"

for part in 'user tobago:^User=tobago$:tobago-server.service' \
    'user tobago:^u tobago :tobago-server.sysusers' \
    'folder:^StateDirectory=tobago$:tobago-server.service' \
    'purge:rm -rf /var/lib/tobago$:../debian/tobago-server.postrm' \
    'program:^ExecStart=/usr/bin/tobago :tobago-server.service' \
    'configuration: /etc/tobago/server.conf:tobago-server.service'; do
    pattern=${part#*:}
    grep -qe "${pattern%:*}" "systemd/${part##*:}" || echo "${part##*:}: no ${part%%:*}" >> "$bad"
done
verdict "unit, user, folder and configuration belong together"

# As a user who may write to her own folder alone.
if ! make -q native; then
    skip "make install needs no root for a prefix" "build/ is older than the sources"
elif [ "$(id -u)" = 0 ] && mkdir "$T/nobody" && chown 65534:65534 "$T/nobody" && chmod 711 "$T" &&
    setpriv --reuid=65534 --regid=65534 --clear-groups test -r "$PWD/build/tobago" 2> "$T/why"; then
    as_nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
    # shellcheck disable=SC2086
    want $as_nobody env HOME="$T/nobody" make -s install PREFIX="$T/nobody/tobago"
    # shellcheck disable=SC2086
    want $as_nobody "$T/nobody/tobago/bin/tobago" check examples/evening.tobago
    verdict "make install needs no root for a prefix"
elif [ "$(id -u)" != 0 ]; then
    want make -s install PREFIX="$T/tobago"
    want "$T/tobago/bin/tobago" check examples/evening.tobago
    verdict "make install needs no root for a prefix"
else
    skip "make install needs no root for a prefix" "this folder is root's alone"
fi

# ---- Building them ----

if [ "${LONG:-0}" != 1 ]; then
    skip "the packages are built, installed, upgraded and purged in a bare Debian" "LONG=1 does that"
    finish
fi
for tool in dpkg-buildpackage dh node openssl; do
    command -v "$tool" > /dev/null && continue
    skip "packages are built, installed, upgraded and purged" "there is no $tool here"
    finish
done
if [ ! -e build/site/index.html ]; then
    skip "packages are built, installed, upgraded and purged" "the page was not built ('make site')"
    finish
fi

debs=$PWD/build/deb
packages="libtobago-dev libtobago0 tobago tobago-server tobago-web"
[ -n "${DEB_KEEP:-}" ] && [ -e "$debs/tobago-web_${version}_all.deb" ] || # to try this script
    want make -s deb SITE=build/site
for package in $packages; do
    dpkg-deb -f "$debs/${package}_${version}"_*.deb Version 2>> "$bad" | grep -qxF "$version" ||
        echo "$package $version was not built" >> "$bad"
done
dpkg-deb -I "$debs/libtobago0_${version}"_*.deb symbols > "$T/symbols" 2>> "$bad"
[ "$(grep -c "@Base $version\$" "$T/symbols")" = "$(wc -l < "$T/shown")" ] || cat "$T/symbols" >> "$bad"
verdict "make deb builds the five packages"
[ "$failed" = 0 ] || finish

. tests/lib/deb_box.sh
finish
