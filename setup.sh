# Shared by ./play and ./test: which Debian packages are needed, and installing them.
# Not run by itself.

step() { printf '==> %s\n' "$*"; }

have() { command -v "$1" >/dev/null 2>&1; }

# package, and how to see that what it brings is there
missing_for_play() {
    have gcc && have make || echo build-essential
    have pkg-config || echo pkg-config
    [ -e /usr/include/editline/readline.h ] || echo libedit-dev
    [ -e /usr/include/curses.h ] || echo libncurses-dev
}

# The page needs a server, and node and clang to build it.
missing_for_page() {
    missing_for_play
    [ -e /usr/include/libwebsockets.h ] || echo libwebsockets-dev
    [ -e /usr/include/uv.h ] || echo libuv1-dev
    [ -e /usr/include/sqlite3.h ] || echo libsqlite3-dev
    [ -e /usr/include/sodium.h ] || echo libsodium-dev
    [ -e /usr/include/jansson.h ] || echo libjansson-dev
    [ -e /usr/include/openssl/ssl.h ] || echo libssl-dev
    [ -e /usr/include/zlib.h ] || echo zlib1g-dev
    have clang || echo clang
    have wasm-ld || echo lld
    have node || echo nodejs
    have npm || echo npm
}

missing_for_test() {
    missing_for_page
    have clang-format || echo clang-format
    [ -e /usr/include/cmocka.h ] || echo libcmocka-dev
    ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a >/dev/null 2>&1 ||
        ls /usr/lib/llvm-*/lib/clang/*/lib/*/libclang_rt.fuzzer*.a >/dev/null 2>&1 ||
        echo "libclang-rt-$(clang_version)-dev"
    have groff || echo groff
    have tmux || echo tmux
    have openssl || echo openssl
    have python3 || echo python3
    have pgrep || echo procps
    if [ "${LONG:-0}" = 1 ]; then # packages, tried in a bare Debian
        have dh || echo debhelper
        have debootstrap || echo debootstrap
    fi
    have chromium || have google-chrome || [ ! -e web/package.json ] || echo chromium
}

# The major version of Debian's default clang.
clang_version() {
    if have clang; then
        clang -dumpversion | cut -d. -f1
    else
        apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' |
            head -n 1
    fi
}

# need_packages play|page|test: installs what is missing, or says what to do and ends
need_packages() {
    get_packages "$1" || exit 1
}

# get_packages play|page|test: the same, but returns false
get_packages() {
    missing=$("missing_for_$1" | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    if ! have apt-get; then
        echo "$0: this is not Debian; please install: $missing" >&2
        return 1
    fi
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! have sudo; then
            echo "$0: please run as root: apt-get install -y $missing" >&2
            return 1
        fi
        as_root=sudo
    fi
    step "installing $missing"
    $as_root apt-get update -qq || true
    # The list is made again: without package lists the names may have been unknown.
    missing=$("missing_for_$1" | tr '\n' ' ')
    # shellcheck disable=SC2086
    if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends $missing >/dev/null; then
        echo "$0: could not install $missing" >&2
        return 1
    fi
}
