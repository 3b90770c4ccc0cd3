# Looking after a server in the bare Debian with 'tobago admin', as docs/admin.md says it.
# Sourced by tests/lib/deb_box.sh, with its functions, while the service runs.

# ---- A table, taken apart and put together while two sit at it ----

people house "$url"
soon going
id=$(cat "$T/people/table") ben=$(cat "$T/people/guest")
says "$id.*playing" list --state playing
says 'view spectator' show "$id"
says 'view 2' show "$id" --seat 2
says '127\.0\.0\.1.*Ben' who
admin show "$id" --full > "$T/full" 2>> "$bad"
grep -qF '?' "$T/full" && echo "the full record hides something" >> "$bad"
says 'goes on from line' patch "$id" --to "$(($(wc -l < "$T/full") - 5))" --why 'a slip'
seen 'patched: a slip'
says . mute "$ben" --for 10m
seen muted
want admin mute "$ben" --off
seen unmuted
verdict "admin: a table is listed, shown and cut back before its players' eyes, a guest is muted"

told 'mkdir -p /var/backups/tobago'
told 'tobago admin backup /var/backups/tobago/2026-11-18.tobago'
admin export "$id" > "$root/srv/table.json" 2>> "$bad"
refuses 'delete it first' import /srv/table.json
want admin delete "$id"
seen gone
refuses 'no such table' show "$id"
# from the backup, as for a table that is damaged
want inside tobago admin restore /var/backups/tobago/2026-11-18.tobago --data /srv/restored
inside tobago admin export "$id" --data /srv/restored > "$root/srv/restored.json" 2>> "$bad"
cmp "$root/srv/table.json" "$root/srv/restored.json" >> "$bad" 2>&1
want admin import /srv/restored.json
: > "$T/people/imported"
seen 'played on'
says '#seat=' links "$id"
want admin close "$id" --why 'It is late.'
says "$id.*closed" list
verdict "admin: a table is exported, deleted, imported from a backup and played on, then closed"

says 'odd words' reports
want admin resolve 1
[ -z "$(admin reports)" ] || echo "a resolved report is still open" >> "$bad"
says 'resolved' reports --all
want admin motd 'Back at ten.'
seen 'motd: Back at ten.'
says '^Back at ten.$' motd
want admin motd --off
want admin drain
seen draining
want admin drain --off
says Ben guest "$ben"
says '"name": *"Ben"' guest "$ben" export
want admin guest "$ben" delete
refuses 'no such guest' guest "$ben"
people_done
want admin drain --wait
for act in show patch mute export delete import links close resolve motd drain guest_delete; do
    grep -q "\"at\":\"20.*Z\",\"user\":0,\"process\":[0-9]*,\"do\":\"$act\"" "$root$home/audit.log" ||
        echo "the audit log lacks: $act" >> "$bad"
done
inside systemctl stop tobago-server.service tobago-server.socket
says "$id.*closed" list
refuses 'no server runs' who
want inside systemctl start tobago-server
shown soon healthy
verdict "admin: reports, the message of the day, draining, a guest's data, and the audit log has it"

# ---- What the page says besides ----

echo "{\"do\":\"figures\"}" > "$T/request"
told "echo '$(cat "$T/request")' | socat - UNIX-CONNECT:/var/lib/tobago/control"
grep -q '"ok":true' "$T/output" || cat "$T/output" >> "$bad"
told 'install -o tobago -m 400 /dev/stdin /etc/tobago/password <<< "open sesame"'
told 'password-file = /etc/tobago/password' :
setting 'password-file = /etc/tobago/password'
shown soon healthy
# Dan has a home of his own, and so no cookie yet.
as_dan="inside env HOME=/srv/dan tobago connect $url --name Dan"
$as_dan --list > "$T/output" 2>&1 && echo "no password is asked for" >> "$bad"
grep -q 'asks new guests for its password' "$T/output" || cat "$T/output" >> "$bad"
echo sesame | inside_with install -o tobago -m 400 /dev/stdin /etc/tobago/password >> "$bad" 2>&1
told 'systemctl reload tobago-server'
soon said 'the password was read again'
want $as_dan --list --password-file /etc/tobago/password
want $as_dan --my-data
grep -q '"name": *"Dan"' "$T/output" || cat "$T/output" >> "$bad"
want $as_dan --delete-me
setting
shown soon healthy
verdict "a password for the house is asked for and changed, and a guest fetches and deletes her data"
