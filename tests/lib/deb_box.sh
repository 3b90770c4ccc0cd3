# The packages in build/deb, tried in a bare Debian. Sourced by tests/deb.sh, with its variables.
. tests/lib/box.sh
what="the packages run in a bare Debian, and so does a container"
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
. tests/lib/deb_container.sh
what="the packages run in a bare Debian"
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
tools="curl openssl socat nginx caddy prometheus"
if ! { box_apt "$root" update &&
    # shellcheck disable=SC2086
    box_apt "$root" install --download-only $tools $(command -v lintian > /dev/null || echo lintian) $(cd "$root" && ls -d srv/new/*.deb | sed 's|^|/|'); } \
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
# healthy [URL [STATUS]]
healthy() {
    [ "$(inside curl -s --cacert /srv/ca.pem -o /dev/null -w '%{http_code}' "${1:-$url}/healthz")" = "${2:-200}" ]
}
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
# admin WORD...: 'tobago admin', whose command is kept in $T/tried
admin() {
    echo "$1" >> "$T/tried"
    inside env TOBAGO_DATA="$home" tobago admin "$@"
}
# told LINE [FOLDER]: runs a line of docs/admin.md as it stands there; with ':' it is only looked for
tr -s ' \n' ' ' < docs/admin.md > "$T/page"
told() {
    grep -qF -- "$1" "$T/page" || echo "docs/admin.md does not say: $1" >> "$bad"
    [ "${2:-}" = : ] ||
        want inside bash -c "cd ${2:-/root} && export TOBAGO_DATA=/var/lib/tobago && $1"
    echo "$1" | sed -n 's/^tobago admin \([a-z]*\).*/\1/p' >> "$T/tried"
}
# says PATTERN WORD...: complains unless a command of 'tobago admin' succeeds and prints this
says() {
    pattern=$1
    shift
    admin "$@" > "$T/output" 2>&1 && grep -qe "$pattern" "$T/output" ||
        { echo "not '$pattern': $*" && cat "$T/output"; } >> "$bad"
}
# refuses PATTERN WORD...: the same, for one that has to fail
refuses() {
    pattern=$1
    shift
    ! admin "$@" > "$T/output" 2>&1 && grep -qe "$pattern" "$T/output" ||
        { echo "not refused with '$pattern': $*" && cat "$T/output"; } >> "$bad"
}
# metric NAME: its value, 0 if there is none
metric() {
    inside curl -s http://127.0.0.1:9700/metrics | awk -v name="$1" '$1 == name { n = $2 } END { print n + 0 }'
}
# seen NAME: waits until those who play have seen something
seen() { soon test -e "$T/people/$1"; }
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
    near env NODE_EXTRA_CA_CERTS="$T/ca.pem" unshare --mount sh -c \
        'mount --bind "$0" /etc/hosts && exec node tests/deb.mjs "$@"' \
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

# certificate FILE: a new one of the test's own authority for club.example, with FILE.key
certificate() {
    if [ ! -e "$T/ca.pem" ]; then
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority \
            -keyout "$T/ca.key" -out "$T/ca.pem" 2> /dev/null || echo "no authority" >> "$bad"
    fi
    echo subjectAltName=DNS:club.example > "$T/names"
    openssl req -newkey rsa:2048 -nodes -subj /CN=club.example -keyout "$1.key" -out "$1.csr" 2> /dev/null &&
        openssl x509 -req -in "$1.csr" -days 2 -CA "$T/ca.pem" -CAkey "$T/ca.key" -CAcreateserial \
            -extfile "$T/names" -out "$1" 2> /dev/null || echo "no certificate" >> "$bad"
}
certificate "$T/first.pem"
certificate "$T/second.pem"
cp "$T/ca.pem" "$root/srv/"

# ---- Installing, and a game ----

want inside systemctl mask nginx caddy prometheus
# shellcheck disable=SC2086
want apt_install $tools
(cd "$root/srv/old" && ls) > "$T/old"
# apt-get asks nobody here, and nothing was fetched but what is needed.
printf '%s\n' 'APT::Get::Assume-Yes "true";' 'APT::Install-Recommends "false";' > "$root/etc/apt/apt.conf.d/box"
told 'export TOBAGO_DATA=/var/lib/tobago' :
told 'apt-get install ./tobago_*.deb ./tobago-web_*.deb ./tobago-server_*.deb' /srv/old
shown active tobago-server.service
shown active tobago-server.socket
shown soon healthy
told 'tobago connect http://127.0.0.1:8700 --list'
# shellcheck disable=SC2046
want apt_install $(sed -n 's|^lib|/srv/old/&|p' "$T/old")
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

# ---- Proxies: the examples as they are installed ----

examples=/usr/share/doc/tobago-server/examples
echo '127.0.0.1 club.example' >> "$root/etc/hosts"
setting 'url = https://club.example/' 'trusted-proxies = 127.0.0.1' 'metrics = 127.0.0.1:9700'

# through NAME: somebody plays through the proxy, and the admin sees where she comes from
through() {
    want inside systemctl unmask "$1"
    want inside systemctl restart "$1"
    soon healthy https://club.example
    people proxy https://club.example 127.0.0.7
    soon going
    admin who > "$T/who" 2>> "$bad"
    grep -q '127\.0\.0\.7' "$T/who" && ! grep -q '203\.0\.113' "$T/who" || cat "$T/who" >> "$bad"
    people_done
    [ ! -s "$bad" ] || inside journalctl -q --no-pager -n 20 -u "$1" >> "$bad" 2>&1
    inside systemctl stop "$1"
}

live=$root/etc/letsencrypt/live/club.example
mkdir -p "$live"
cp "$T/first.pem" "$live/fullchain.pem" && cp "$T/first.pem.key" "$live/privkey.pem"
inside rm -f /etc/nginx/sites-enabled/default
inside cp "$examples/nginx.conf" /etc/nginx/sites-available/tobago
inside ln -s ../sites-available/tobago /etc/nginx/sites-enabled/tobago
want inside nginx -t
through nginx
verdict "nginx with the example: a game by WebSocket, and the client's own address"

# No authority can be reached from here, so Caddy is given a certificate.
install -D -m 644 "$T/first.pem" "$root/etc/caddy/tls.pem"
install -m 644 "$T/first.pem.key" "$root/etc/caddy/tls.key"
inside sed 's|^club.example {|&\n\ttls /etc/caddy/tls.pem /etc/caddy/tls.key|' "$examples/Caddyfile" \
    > "$root/etc/caddy/Caddyfile"
want inside caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile
through caddy
verdict "Caddy with the example: a game by WebSocket, and the client's own address"

# ---- Prometheus ----

want inside curl -sf -o /srv/metrics http://127.0.0.1:9700/metrics
grep -q '^tobago_moves_total' "$root/srv/metrics" || echo "there are no metrics" >> "$bad"
inside sh -c 'promtool check metrics < /srv/metrics' >> "$bad" 2>&1
want inside promtool check rules "$examples/alerts.yml"
verdict "promtool finds nothing wrong with metrics and alert rules"

# The lines of the page, and a look every second.
mkdir "$root/srv/prometheus"
{
    echo 'global: {scrape_interval: 1s, evaluation_interval: 1s}'
    sed -n '/^    scrape_configs:/,/^    rule_files:/s/^    //p' docs/admin.md
} > "$root/srv/prometheus/prometheus.yml"
inside cp "$examples/alerts.yml" /srv/prometheus/
want inside promtool check config /srv/prometheus/prometheus.yml
want inside systemd-run --unit=watching prometheus --config.file=/srv/prometheus/prometheus.yml \
    --storage.tsdb.path=/srv/prometheus/data --web.listen-address=127.0.0.1:9090
# finds QUERY: Prometheus has a value for it
finds() {
    inside curl -s -G --data-urlencode "query=$1" http://127.0.0.1:9090/api/v1/query | grep -q '"value"'
}
soon finds 'up{job="tobago"} == 1'
soon finds 'tobago_moves_total{by="player"} > 0'
finds 'ALERTS' && echo "there is an alert already" >> "$bad"
inside systemctl stop tobago-server.service 2> /dev/null # the socket stays
soon finds 'ALERTS{alertname="TobagoDown"}'
want inside systemctl start tobago-server
[ ! -s "$bad" ] || inside journalctl -q --no-pager -n 20 -u watching >> "$bad" 2>&1
inside systemctl stop watching
verdict "Prometheus with the page's lines watches the server, and notices that it is gone"

# ---- TLS by itself ----

# As 'systemctl edit tobago-server.socket' would write it.
install -d "$root/etc/systemd/system/tobago-server.socket.d"
printf '[Socket]\nListenStream=\nListenStream=443\n' \
    > "$root/etc/systemd/system/tobago-server.socket.d/override.conf"
# renew FILE: puts a certificate where the server reads it
renew() {
    cp "$1" "$root/srv/tls.pem" && cp "$1.key" "$root/srv/tls.key"
    want inside install -o tobago -m 400 /srv/tls.pem /srv/tls.key /etc/tobago/
}
said() { inside journalctl -q --no-pager -u tobago-server | grep -qE "$1"; }

renew "$T/first.pem"
printf '%s\n' 'tls-certificate = /etc/tobago/tls.pem' 'tls-key = /etc/tobago/tls.key' \
    > "$root/etc/tobago/server.conf"
want inside systemctl daemon-reload
want inside systemctl restart tobago-server.socket tobago-server.service
shown soon healthy https://club.example
people renewal https://club.example
soon going
renew "$T/second.pem"
want inside systemctl reload tobago-server
people_done
verdict "TLS on port 443: a reload brings the new certificate and drops nobody"

inside mv /etc/tobago/tls.pem /etc/tobago/gone.pem
inside systemctl reload tobago-server
soon said 'the old certificate stays in use'
shown healthy https://club.example
inside systemctl restart tobago-server > /dev/null 2>&1 && echo "it starts without its certificate" >> "$bad"
shown soon said "/etc/tobago/tls.pem'?: No such file or directory"
inside mv /etc/tobago/gone.pem /etc/tobago/tls.pem
told 'systemctl reset-failed tobago-server.socket tobago-server.service'
told 'systemctl restart tobago-server.socket tobago-server.service'
shown soon healthy https://club.example
verdict "a lost certificate: a server that runs goes on, one that starts says what is missing"

inside rm -r /etc/systemd/system/tobago-server.socket.d
inside systemctl daemon-reload
inside systemctl stop tobago-server.service tobago-server.socket
setting
shown soon healthy

# ---- Looking after it ----

. tests/lib/deb_house.sh

# ---- Bad days, as docs/admin.md tells them ----

inside systemctl stop tobago-server.service tobago-server.socket
inside mv "$home" "$home.kept"
inside mkdir "$home"
want inside mount -t tmpfs -o size=160m tmpfs "$home"
setting 'metrics = 127.0.0.1:9700'
shown soon healthy
people full "$url"
soon going
inside dd if=/dev/zero of="$home/fill" bs=64k status=none 2> /dev/null
soon healthy "$url" 503
[ "$(metric tobago_store_broken)" = 1 ] || echo "the metrics do not show it" >> "$bad"
refuses . motd 'Nobody may read this.'
refuses . backup /srv/full.tobago
inside rm "$home/fill"
shown soon healthy
people_done
[ "$(metric tobago_store_broken)" = 0 ] || echo "the metrics still show it" >> "$bad"
[ "$(metric tobago_complaints_total)" -ge 2 ] || echo "nobody counts complaints" >> "$bad"
want admin check
inside systemctl stop tobago-server.service tobago-server.socket
want inside umount "$home"
inside rmdir "$home"
inside mv "$home.kept" "$home"
want inside systemctl start tobago-server
verdict "a full disk: nothing that was acknowledged is lost, and it goes on when there is room"

inside rm /var/backups/tobago/2026-11-18.tobago
told 'tobago admin backup /var/backups/tobago/2026-11-18.tobago'
admin list > "$T/before" 2>> "$bad"
inside systemctl stop tobago-server.service tobago-server.socket
for file in "$root$home"/*.db*; do
    dd if=/dev/urandom of="$file" bs=4096 count=4 conv=notrunc status=none
done
inside systemctl start tobago-server > /dev/null 2>&1 && echo "it starts with a damaged database" >> "$bad"
shown soon said 'the database is damaged'
told 'systemctl stop tobago-server.socket tobago-server.service'
told 'mv /var/lib/tobago /var/lib/tobago.damaged'
told 'tobago admin restore 2026-11-18.tobago --data /var/lib/tobago' /var/backups/tobago
told 'systemctl reset-failed tobago-server.socket tobago-server.service'
told 'systemctl start tobago-server'
shown soon healthy
admin list > "$T/after" 2>> "$bad"
diff "$T/before" "$T/after" >> "$bad"
want admin check
inside rm -r "$home.damaged"
verdict "a damaged database: the last backup is restored, and the server goes on with it"

# A flood from 127.0.0.9 while two others play. Limits of an address count here only if they are
# said, because a proxy may run on the same machine.
flood=127.0.0.9
setting 'limit-connections-address = 60' 'metrics = 127.0.0.1:9700' 'log = text' 'log-addresses = yes'
shown soon healthy
# status_of ADDRESS: what somebody gets who comes from there
status_of() { inside curl -s -o /dev/null -w '%{http_code}' --interface "$1" "$url/"; }
people flood "$url" "$flood"
soon going
for reason in connections rate guesses tables_guest; do
    [ "$(metric "tobago_refusals_total{reason=\"$reason\"}")" -gt 0 ] || echo "no refusals: $reason" >> "$bad"
done
inside script -qec "timeout --foreground -s INT 3 tobago admin --data $home top" /dev/null > "$T/top" 2>> "$bad"
frames_s=$(sed -n 's/.*frames\/s *\([0-9]*\)\..*/\1/p' "$T/top" | sort -n | tail -n 1)
[ "${frames_s:-0}" -gt 100 ] || { echo "frames a second: ${frames_s:-none}" && cat "$T/top"; } >> "$bad"
admin who > "$T/who" 2>> "$bad"
[ "$(grep -cF "$flood" "$T/who")" -gt 10 ] && [ "$(grep -cF "$flood" "$T/who")" -le 60 ] || cat "$T/who" >> "$bad"
grep -q '127\.0\.0\.1 .*Ada' "$T/who" || echo "Ada is not here any more" >> "$bad"
says 'connections are cut off' ban "$flood" --for 1h
: > "$T/people/banned"
seen refused
says "$flood.*until" bans
admin who | grep -F "$flood" >> "$bad"
for pair in "$flood=403" 127.0.0.8=200; do
    [ "$(status_of "${pair%=*}")" = "${pair#*=}" ] || echo "not $pair" >> "$bad"
done
[ "$(metric tobago_banned_requests_total)" -gt 0 ] || echo "nobody counts what the ban refuses" >> "$bad"
people_done
want admin unban "$flood"
[ "$(status_of "$flood")" = 200 ] || echo "the ban is not lifted" >> "$bad"
soon said " opened .*address=$flood"
[ "$(inside systemctl show -P NRestarts tobago-server)" = 0 ] || echo "the server was started again" >> "$bad"
want admin check
verdict "a flood: others play on, metrics, top and log show it, and a ban ends it"
ls "$T/people" | sed -n "s/^result: /# $frames_s frames a second taken, /p"
echo top >> "$T/tried"
setting

for command in bans $("$TOBAGO" admin --help | sed -n 's/^  \([a-z]\{3,\}\) .*/\1/p' | sort -u); do
    grep -qxF "$command" "$T/tried" || echo "nobody has tried: tobago admin $command" >> "$bad"
    grep -qe "\`$command[ \`]" -e "tobago admin $command" docs/admin.md || echo "docs/admin.md lacks $command" >> "$bad"
done
verdict "every command of 'tobago admin' is on the page, and was tried"

# ---- What the unit allows ----

inside systemd-analyze security --no-pager tobago-server > "$T/security" 2>> "$bad"
exposure=$(sed -n 's/.*exposure level for tobago-server.service: \([0-9.]* [A-Z]*\).*/\1/p' "$T/security")
grep -qF "tobago-server.service: $exposure" docs/admin.md || echo "docs/admin.md: not '$exposure'" >> "$bad"
verdict "systemd-analyze security finds what docs/admin.md quotes"

# systemd gives limits to the controller of memory where there is one: with the others, or
# among control groups of the first version.
mode=
if ! inside grep -qsw memory /sys/fs/cgroup/cgroup.controllers && [ -d /sys/fs/cgroup/memory ]; then
    mode=memory
    box_stop
    box_start "$root" memory || echo "the box does not start again" >> "$bad"
fi
# a limit that the kernel holds, in bytes
limit() {
    group=$(inside systemctl show -P ControlGroup tobago-server)
    inside sh -c "cat /sys/fs/cgroup/memory$group/memory.limit_in_bytes ||
        cat /sys/fs/cgroup$group/memory.max" 2> /dev/null
}
if [ -n "$mode" ] || inside grep -qsw memory /sys/fs/cgroup/cgroup.controllers; then
    shown soon healthy
    [ "$(limit)" = 1073741824 ] || echo "the limit is '$(limit)'" >> "$bad"
    want inside systemctl set-property --runtime tobago-server.service MemoryHigh=infinity MemoryMax=3M
    inside systemctl restart tobago-server > /dev/null 2>&1 && echo "it runs with 3 MB" >> "$bad"
    soon said 'status=9/KILL'
    want inside systemctl set-property --runtime tobago-server.service MemoryMax=1G
    inside systemctl reset-failed tobago-server.service tobago-server.socket
    want inside systemctl restart tobago-server
    shown soon healthy
    verdict "MemoryMax= is 1 GB for the kernel, and who needs more than it says is ended"
else
    skip "MemoryMax= is held by the kernel" "there is no controller of memory here"
fi

# ---- lintian, here or in the box ----

if command -v lintian > /dev/null; then
    want lintian --fail-on error "$root"/srv/new/*.deb
else
    want apt_install lintian
    want inside sh -c 'lintian --fail-on error /srv/new/*.deb'
fi
verdict "lintian finds no error in the packages"

# ---- And away with it ----

want inside apt-get -q -y remove tobago-server
active tobago-server.socket && echo "the socket is still there" >> "$bad"
[ -e "$root$home/audit.log" ] || [ -n "$(ls "$root$home")" ] || echo "remove has removed the games" >> "$bad"
want apt_install $(sed -n "s|^tobago-server|/srv/new/&|; s|0\.0\.9|$version|p" "$T/old" | grep server)
shown soon healthy
[ "$(admin list --state over | grep -c over)" -ge 2 ] || echo "the games are gone" >> "$bad"
inside rm -f /etc/tobago/tls.pem /etc/tobago/tls.key /etc/tobago/password /etc/nginx/sites-available/tobago /etc/nginx/sites-enabled/tobago
want inside apt-get -q -y purge tobago tobago-web tobago-server libtobago0 libtobago-dev
for left in "$home" /etc/tobago /usr/share/tobago /usr/bin/tobago /usr/include/tobago; do
    [ ! -e "$root$left" ] || echo "$left is left" >> "$bad"
done
inside sh -c 'find /etc /lib/systemd /usr /var/lib -name "*tobago*" ! -path "/usr/share/doc/*"' >> "$bad" 2>&1
inside systemctl --no-legend --failed >> "$bad" 2>&1
verdict "removing keeps the games, purging leaves nothing"
box_stop
