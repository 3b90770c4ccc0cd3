# Containerfile, built on the bare Debian in $base and started. Sourced by tests/lib/deb_box.sh.
what="a container is built from the packages, and serves"
store=$T/store
in_store() { buildah --root "$store/root" --runroot "$store/run" --storage-driver vfs "$@"; }

# The base's name in $store, from a folder.
container_base() {
    tar -C "$base" -cf "$T/bare.tar" --exclude='./var/cache/apt/archives/*.deb' . &&
        bare=$(in_store from scratch) &&
        in_store add -q "$bare" "$T/bare.tar" / &&
        in_store commit -q "$bare" localhost/bare
}

container_serves() {
    in_store build -q --isolation chroot --network host --build-arg BASE=localhost/bare \
        -t localhost/tobago . > "$T/output" 2>&1 || { cat "$T/output" >> "$bad" && return; }
    server=$(in_store from localhost/tobago)
    in_store inspect --format '{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}}' \
        "$server" > "$T/config" 2>> "$bad"
    grep -qxF 'tobago [/usr/bin/tobago] [serve]' "$T/config" || cat "$T/config" >> "$bad"
    # on a free port of this machine, for ten seconds
    : > "$T/served"
    in_store run --isolation chroot "$server" -- timeout 10 /usr/bin/tobago serve \
        --listen 127.0.0.1:0 > "$T/served" 2>&1 &
    running=$!
    for _ in 1 2 3 4 5 6 7 8; do
        where=$(sed -n 's|^\(http://[0-9.:]*\)/* serves /usr/share/tobago/site.*|\1|p' "$T/served")
        [ -z "$where" ] || break
        sleep 1
    done
    node -e 'fetch(process.argv[1] + "/healthz").then((answer) => answer.text()).then(console.log)' \
        "$where" 2>> "$bad" | grep -q '^ok' || cat "$T/served" >> "$bad"
    wait "$running"
}

if ! command -v buildah > /dev/null; then
    skip "$what" "there is no buildah here"
elif ! container_base > "$T/output" 2>&1; then
    skip "$what" "buildah cannot run here: $(tail -n 1 "$T/output" | tr -c '[:print:]' ' ')"
else
    container_serves
    verdict "$what"
fi
rm -rf "$store" "$T/bare.tar"
