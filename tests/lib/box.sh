# A bare Debian in a folder, with systemd as its first process in namespaces of its own, and a
# network of its own that has nothing but 127.0.0.1. Sourced by tests/deb.sh, after tests/tap.sh.
#
#   box_missing       prints why there can be none here, or nothing
#   box_base DIR      makes the bare Debian: debootstrap, and systemd
#   box_start DIR     boots a folder; BOX is the first process, as this machine numbers it
#   inside WORD...    runs a command in the box that runs
#   inside_with ...   the same, with this shell's standard input
#   near WORD...      runs a command of this machine on the network of the box
#   box_stop
#
# Mirror and proxy are those of this machine's apt.

BOX=
box_wait_s=120

box_missing() {
    [ "$(id -u)" = 0 ] || { echo "only root can make one" && return; }
    for tool in debootstrap unshare nsenter apt-get dpkg-deb; do
        command -v "$tool" > /dev/null || { echo "there is no $tool here" && return; }
    done
    unshare --pid --fork --mount --uts --ipc --cgroup --net true 2> /dev/null ||
        echo "unshare is not allowed here; tests/cli_running.sh drives systemd's protocols directly"
}

# box_apt DIR WORD...: apt-get in a folder that does not run, with this machine's network
box_apt() {
    root=$1
    shift
    unshare --mount sh -c 'mount -t proc proc "$1/proc" && root=$1 && shift &&
        DEBIAN_FRONTEND=noninteractive exec chroot "$root" apt-get -q -y "$@"' - "$root" \
        --no-install-recommends "$@"
}

box_base() {
    proxy=$(apt-config dump | sed -n 's/^Acquire::http::Proxy "\(.*\)";/\1/ip' | head -n 1)
    mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' |
        sed -n 's/ bookworm$//p' | head -n 1)
    rm -rf "$1.new"
    env ${proxy:+http_proxy="$proxy"} ${proxy:+https_proxy="$proxy"} \
        debootstrap --variant=minbase bookworm "$1.new" ${mirror:+"$mirror"} || return 1
    rm -rf "$1.new/etc/apt"
    cp -a /etc/apt "$1.new/etc/apt"
    rm -f "$1.new"/etc/apt/apt.conf.d/docker-*
    cp /etc/resolv.conf /etc/hosts "$1.new/etc/"
    echo box > "$1.new/etc/hostname"
    echo force-unsafe-io > "$1.new/etc/dpkg/dpkg.cfg.d/box" # it need not outlive a power cut
    box_apt "$1.new" update &&
        box_apt "$1.new" install systemd systemd-sysv dbus &&
        mv "$1.new" "$1"
}

# What the first process finds: its own /proc, /dev, /run and control groups. With the argument
# 'memory' these are of the first version, with the controller that this machine keeps there.
cat > "$T/boot" <<'END'
set -e
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for each in null zero full random urandom tty; do
    : > "$root/dev/$each"
    mount --bind "/dev/$each" "$root/dev/$each"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
if [ "$2" = memory ]; then
    mount -t tmpfs -o mode=755 tmpfs "$root/sys/fs/cgroup"
    mkdir "$root/sys/fs/cgroup/systemd" "$root/sys/fs/cgroup/memory"
    mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
    mount -t cgroup -o memory cgroup "$root/sys/fs/cgroup/memory"
else
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
fi
cd "$root"
pivot_root . mnt
umount -l /mnt
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
END

# box_start DIR [memory]
box_start() {
    unshare --pid --fork --kill-child --mount --uts --ipc --cgroup --net \
        sh "$T/boot" "$1" "${2:-}" > "$T/box.log" 2>&1 < /dev/null &
    box_shell=$!
    waited=0
    while :; do
        BOX=$(cat "/proc/$box_shell/task/$box_shell/children" 2> /dev/null)
        BOX=${BOX%% *}
        case $([ -n "$BOX" ] && inside systemctl is-system-running 2> /dev/null) in
        running | degraded) return 0 ;;
        esac
        waited=$((waited + 1))
        if [ "$waited" -gt "$box_wait_s" ] || ! kill -0 "$box_shell" 2> /dev/null; then
            box_stop
            return 1
        fi
        sleep 1
    done
}

inside() { inside_with "$@" < /dev/null; }

inside_with() {
    nsenter -t "$BOX" -m -u -i -n -p -C -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        HOME=/root TERM=dumb DEBIAN_FRONTEND=noninteractive "$@"
}

near() { nsenter -t "$BOX" -n -- "$@"; }

box_stop() {
    [ -n "$BOX" ] && kill -9 "$BOX" 2> /dev/null
    wait "$box_shell" 2> /dev/null
    BOX=
}
