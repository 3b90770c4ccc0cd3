# The packages in build/deb, tried in a bare Debian. Sourced by tests/deb.sh, with its variables.
. tests/lib/box.sh
what="the packages run in a bare Debian"
why=$(box_missing)
if [ -n "$why" ]; then
    skip "$what" "$why"
    finish
fi
base=$PWD/build/box
root=$T/root
home=/var/lib/tobago
url=http://127.0.0.1:8700
trap 'box_stop; chmod -R u+rwX "$T"; rm -rf "$T"' EXIT
trap 'exit 3' HUP INT TERM

if [ ! -d "$base" ] && ! box_base "$base" > "$T/base.log" 2>&1; then
    skip "$what" "debootstrap failed: $(tail -n 1 "$T/base.log" | tr -c '[:print:]' ' ')"
    finish
fi
cp -a "$base" "$root" || exit 3

# The previous version: the same packages under a lower number.
mkdir -p "$root/srv/old" "$root/srv/new" "$T/repack"
for package in tobago tobago-web tobago-server libtobago0 libtobago-dev; do
    cp "$debs/${package}_${version}"_*.deb "$root/srv/new/"
    rm -rf "$T/repack/$package"
    dpkg-deb -R "$root/srv/new/${package}_${version}"_*.deb "$T/repack/$package" &&
        sed -i "s/$version/0.0.9/g" "$T/repack/$package/DEBIAN/control" &&
        dpkg-deb -Zgzip -b "$T/repack/$package" "$root/srv/old/" > /dev/null || exit 3
done

# Everything is fetched before the box starts, because it has no network then.
tools="curl openssl nginx caddy prometheus"
if ! { box_apt "$root" update &&
    # shellcheck disable=SC2086
    box_apt "$root" install --download-only $tools lintian $(cd "$root" && ls -d srv/new/*.deb | sed 's|^|/|'); } \
    > "$T/fetch.log" 2>&1; then
    skip "$what" "packages cannot be fetched: $(grep '^E:' "$T/fetch.log" | head -n 1)"
    finish
fi
cp -n "$root"/var/cache/apt/archives/*.deb "$base/var/cache/apt/archives/" # for the next time
if ! box_start "$root"; then
    skip "$what" "systemd does not start: $(tail -n 1 "$T/box.log" | tr -c '[:print:]' ' ')"
    finish
fi

apt_install() { inside apt-get -q -y --no-install-recommends install "$@"; }
# shown WORD...: complains with the last lines of the service's log, too
shown() {
    "$@" || { echo "not so: $*" && inside journalctl -q --no-pager -n 20 -u tobago-server; } >> "$bad" 2>&1
}
healthy() { [ "$(inside curl -s -o /dev/null -w '%{http_code}' "${1:-$url}/healthz")" = "${2:-200}" ]; }
# soon WORD...: waits until a command succeeds
soon() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 60 ] || { echo "waited in vain: $*" >> "$bad" && return 1; }
        sleep 1
    done
}
active() { [ "$(inside systemctl is-active "$1")" = "${2:-active}" ]; }
admin() { inside tobago admin --data "$home" "$@"; }
# setting LINE...: what server.conf says besides its comments; the service starts again
setting() {
    { cat systemd/server.conf && printf '%s\n' "$@"; } > "$root/etc/tobago/server.conf"
    want inside systemctl restart tobago-server
    shown soon active tobago-server
}

# people SECTION URL [WORD...]: begins to play in the background; FOLDER/going follows
people() {
    rm -rf "$T/people" && mkdir "$T/people" && : > "$T/said"
    section=$1 at=$2
    shift 2
    near unshare --mount sh -c 'mount --bind "$0" /etc/hosts && exec node tests/deb.mjs "$@"' \
        "$T/hosts" "$section" "$at" "$T/people" "$@" > "$T/said" 2>&1 &
    playing=$!
}
going() { [ -e "$T/people/going" ] || ! kill -0 "$playing" 2> /dev/null; }
# people_done: they may end, and what was wrong is told
people_done() {
    : > "$T/people/done"
    wait "$playing" || { echo "exit code $?" && cat "$T/said"; } >> "$bad"
}
printf '127.0.0.1 localhost\n127.0.0.1 club.example\n' > "$T/hosts"

# ---- Installing, and a game ----

want inside systemctl mask nginx caddy prometheus
# shellcheck disable=SC2086
want apt_install $tools
(cd "$root/srv/old" && ls) > "$T/old"
# shellcheck disable=SC2046
want apt_install $(sed 's|^|/srv/old/|' "$T/old")
shown active tobago-server.service
shown active tobago-server.socket
shown soon healthy
inside curl -s "$url/" | grep -qi '<!doctype html' || echo "there is no page" >> "$bad"
[ "$(inside stat -c '%U %a' "$home")" = 'tobago 700' ] || inside ls -la /var/lib >> "$bad"
[ "$(inside systemctl show -P User tobago-server)" = tobago ] || echo "it has another user" >> "$bad"
inside systemctl --no-legend --failed >> "$bad" 2>&1
verdict "the packages install in a bare Debian, and the service runs"

people game "$url"
people_done
want inside tobago connect "$url" --create me,easy --start --bot greedy --name Cy
admin list --state over > "$T/list" 2>> "$bad"
[ "$(grep -c over "$T/list")" -ge 2 ] || cat "$T/list" >> "$bad"
want admin check
verdict "games are played through it, by people, by the program and by bots"

# ---- The upgrade ----

before=$(inside systemctl show -P MainPID tobago-server)
people upgrade "$url"
soon going
# shellcheck disable=SC2046
want apt_install $(sed "s|^|/srv/new/|; s|0\.0\.9|$version|" "$T/old")
shown soon healthy
people_done
[ "$before" != "$(inside systemctl show -P MainPID tobago-server)" ] || echo "the old program runs on" >> "$bad"
inside dpkg-query -W -f '${Version}\n' tobago tobago-web tobago-server | sort -u > "$T/versions"
[ "$(cat "$T/versions")" = "$version" ] || cat "$T/versions" >> "$bad"
want admin check
verdict "an upgrade with games under way refuses nobody and loses no move"
ls "$T/people" | sed -n 's/^result: /# /p'

# ---- And away with it ----

want inside apt-get -q -y remove tobago-server
active tobago-server.socket && echo "the socket is still there" >> "$bad"
[ -e "$root$home/audit.log" ] || [ -n "$(ls "$root$home")" ] || echo "remove has removed the games" >> "$bad"
want apt_install $(sed -n "s|^tobago-server|/srv/new/&|; s|0\.0\.9|$version|p" "$T/old" | grep server)
shown soon healthy
[ "$(admin list --state over | grep -c over)" -ge 2 ] || echo "the games are gone" >> "$bad"
want inside apt-get -q -y purge tobago tobago-web tobago-server libtobago0 libtobago-dev
for left in "$home" /etc/tobago /usr/share/tobago /usr/bin/tobago /usr/include/tobago; do
    [ ! -e "$root$left" ] || echo "$left is left" >> "$bad"
done
inside sh -c 'find /etc /lib/systemd /usr /var/lib -name "*tobago*" ! -path "/usr/share/doc/*"' >> "$bad" 2>&1
inside systemctl --no-legend --failed >> "$bad" 2>&1
verdict "removing keeps the games, purging leaves nothing"
box_stop
