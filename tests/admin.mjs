// Looking after a server that runs: node tests/admin.mjs SECTION PROGRAM FOLDER. Prints what
// is wrong, and nothing if all is well. tests/cli_admin.sh runs the sections.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

import { guest, pause, pick, playSome, random, request, table } from "./lib/client.mjs";
import { Flood, Patience } from "./lib/flood.mjs";
import { Server } from "./lib/server.mjs";

const [section, program, folder] = process.argv.slice(2);
const rng = random(Number(process.env.SEED ?? 1));
const data = path.join(folder, "data");
let wrong = 0;

function check(good, ...what) {
    if (good)
        return;
    wrong++;
    console.log(...what);
}

async function begin(options = [], limits = {}) {
    const server = new Server(program, folder, { limits: { frames_s: 10000, ...limits }, options });
    await server.start();
    return server;
}

async function end(server, complaint = /^$/) {
    const code = await server.stop();
    check(code === 0, "the server ended with", code);
    check(complaint.test(server.complained), "the server complained:", server.complained);
}

// Runs 'tobago admin' to its end, without holding up this process.
function admin(...words) {
    const where = words.includes("--data") || words.includes("--socket") ? [] : ["--data", data];
    return run("admin", ...where, ...words);
}

// Runs the program to its end.
function run(...words) {
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
    const said = { out: "", err: "", code: null };
    child.stdout.on("data", (piece) => { said.out += piece; });
    child.stderr.on("data", (piece) => { said.err += piece; });
    return new Promise((done) => child.once("close", (code) => done({ ...said, code })));
}

async function good(...words) {
    const said = await admin(...words);
    check(said.code === 0, words.join(" "), "ended with", said.code, said.err);
    return said.out;
}

async function refused(code, pattern, ...words) {
    const said = await admin(...words);
    check(said.code === code && pattern.test(said.err), words.join(" "), "ended with", said.code, said.err);
}

async function people(server, names = ["Ada", "Ben"]) {
    return table(server.url, await Promise.all(names.map((name) => guest(server.url, name))));
}

const choose = pick(rng);

// Waits until something holds; false after half a minute.
async function soon(holds) {
    for (let i = 0; i < 600; i++) {
        if (await holds())
            return true;
        await pause(50);
    }
    return false;
}

// Checks the text format of Prometheus; returns the samples by name and labels.
function format(text) {
    const values = new Map(), types = new Map(), helped = new Set();
    const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-z_]+="[^"\\\n]*"(?:,[a-z_]+="[^"\\\n]*")*\})? (\S+)$/;
    let current = "";

    check(text.endsWith("\n"), "the metrics do not end in a newline");
    for (const line of text.trimEnd().split("\n")) {
        const head = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
        if (head?.[1] === "HELP") {
            check(!helped.has(head[2]), "twice:", line);
            helped.add(head[2]);
            current = head[2];
        } else if (head) {
            check(head[2] === current && /^(counter|gauge|histogram)$/.test(head[3]), "a type:", line);
            check((head[3] === "counter") === head[2].endsWith("_total"), "a name:", line);
            types.set(head[2], head[3]);
        } else {
            const [, name, labels = "", value] = sample.exec(line) ?? [];
            const base = types.get(current) === "histogram" ? name?.replace(/_(bucket|sum|count)$/, "") : name;
            check(name && base === current && types.has(base), "a sample:", line);
            check(!values.has(name + labels) && Number.isFinite(Number(value)), "a value:", line);
            values.set(name + labels, Number(value));
        }
    }
    for (const [name] of [...types].filter(([, type]) => type === "histogram")) {
        const buckets = [...values].filter(([key]) => key.startsWith(`${name}_bucket`)).map(([, value]) => value);
        check(buckets.every((value, i) => !i || value >= buckets[i - 1]), name, "shrinks");
        check(buckets.at(-1) === values.get(`${name}_count`) && values.has(`${name}_sum`), name, "does not add up");
        check(values.has(`${name}_bucket{le="+Inf"}`), name, "has no last bucket");
    }
    return values;
}

const sections = {
    // Tables are listed, shown, cut back, closed, taken out and put back.
    async tables() {
        const server = await begin();
        const players = await people(server);
        const id = players[0].table;
        await playSome(players, choose, 12);
        check((await good("list")).includes(id), "the list lacks the table");
        check(/"state":"playing"/.test(await good("list", "--json", "--state", "playing")), "no game is under way");
        check(/view spectator/.test(await good("show", id)), "show is no spectator's view");
        check(/view 2/.test(await good("show", id, "--seat", "2")), "show --seat 2 is not her view");
        const full = await good("show", id, "--full");
        check(!/\?/.test(full), "the full record hides something");
        const to = full.trim().split("\n").length - 4;
        const seen = new Promise((done) => {
            players[1].client.on = (said) => said.kind === "patch" && done(said);
        });
        check(/goes on from line/.test(await good("patch", id, "--to", String(to), "--why", "a test")), "no patch");
        const event = await seen;
        check(event.why === "a test" && event.lines <= to, "the table has seen another patch", event);
        await refused(1, /has \d+ lines/, "patch", id, "--to", "9999");
        const file = path.join(folder, "table.json");
        fs.writeFileSync(file, await good("export", id));
        await refused(1, /delete it first/, "import", file);
        await good("delete", id);
        await refused(1, /no such table/, "show", id);
        await good("import", file);
        check((await good("show", id, "--full")).split("\n").slice(1).join("\n").length > 50, "the import is empty");
        await good("close", id, "--why", "enough");
        check(/closed/.test(await good("list")), "the table is not closed");
        check(/#seat=/.test(await good("links", id)), "no links");
        const log = fs.readFileSync(path.join(data, "audit.log"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
        const words = log.map((entry) => entry.do + (entry.refused ? "!" : ""));
        check(words.join(" ") === "show patch patch patch! export import import! delete import show close links",
            "the audit log has", words.join(" "));
        check(log.every((entry) => entry.user === process.getuid() && entry.process > 0 && /Z$/.test(entry.at)),
            "the audit log does not say who");
        check((fs.statSync(path.join(data, "audit.log")).mode & 0o777) === 0o600, "others may read the audit log");
        for (const player of players)
            player.close();
        await end(server);
        check((await good("check")).startsWith("1 table checked, 0 wrong"), "check without a server");
        check((await good("list")).includes(id), "list without a server");
    },

    // A guest is shown, exported and deleted, by the admin and by herself; reports reach the admin.
    async guests() {
        const server = await begin(["--log", "text"]);
        const players = await people(server, ["Zyxomma", "Ben"]);
        const id = players[0].table, her = players[0].who.guest;
        await playSome(players, choose, 4);
        const reported = await players[1].client.do({ do: "report", table: id, what: "name", guest: her, text: "odd name" });
        check(reported.report === 1, "no number:", reported);
        check(/info report table=/.test(server.complained), "the log lacks the report");
        const list = await good("reports");
        check(/^1 .*name.*\(Ben\).*\(Zyxomma\)/m.test(list) && /odd name/.test(list), "reports:", list);
        await good("resolve", "1");
        check(await good("reports") === "", "a resolved report is listed");
        check(/resolved/.test(await good("reports", "--all")), "--all lacks it");
        await refused(1, /No report/, "resolve", "1");
        await refused(2, /no number/, "resolve", "one");
        check(/Zyxomma/.test(await good("guest", her)), "show");
        const all = JSON.parse(await good("guest", her, "export"));
        check(all.about.name === "Zyxomma" && all.tables.length === 1 && all.tables[0].table === id, "export:", all);
        await refused(2, /show, export or delete/, "guest", her, "paint");
        await good("guest", her, "delete");
        await refused(1, /no such guest/, "guest", her);
        const shown = await good("show", id, "--full");
        check(/players red Ben/.test(shown) && !/Zyxomma/.test(shown), "the table still has her:", shown);
        check(/ 0 wrong\nthe database is whole/.test(await good("check")), "a table is wrong");
        for (const player of players)
            player.close();
        // the same by herself, with the command-line client
        const url = server.url.replace(/\/$/, "");
        check((await run("connect", url, "--name", "Quorra", "--list")).code === 0, "connect --list");
        const mine = await run("connect", url, "--my-data");
        check(mine.code === 0 && JSON.parse(mine.out).about.name === "Quorra", "--my-data:", mine);
        check((await run("connect", url, "--delete-me")).code === 0, "--delete-me");
        await refused(1, /no such guest/, "guest", JSON.parse(mine.out).about.guest);
        const again = await run("connect", url, "--delete-me");
        check(again.code === 1 && /nothing to delete/.test(again.err), "twice:", again);
        await server.stop();
        for (const name of fs.readdirSync(data).filter((each) => /tobago\.db/.test(each)))
            check(!/Zyxomma|Quorra/.test(fs.readFileSync(path.join(data, name), "latin1")), name, "still has a name");
    },

    // A database whose index lacks a row: every game is right, and the check finds it all the same.
    async damage() {
        const server = await begin();
        const players = await people(server);
        for (const player of players)
            player.close();
        check(/the database is whole/.test(await good("check")), "a whole database");
        check(!fs.existsSync(path.join(data, "backup.tmp")), "the copy is left in the folder");
        await end(server);
        const spoilt = spawnSync("python3", ["-c", `
import sqlite3, sys
where = "FROM sqlite_schema WHERE name = 'trace_by_game'"
d = sqlite3.connect(sys.argv[1])
row = d.execute("SELECT type, name, tbl_name, rootpage, sql " + where).fetchone()
d.execute("PRAGMA writable_schema = ON")
d.execute("DELETE " + where)
d.commit(); d.close()
d = sqlite3.connect(sys.argv[1])
d.execute("INSERT INTO trace VALUES (4611686018427387905, 5)")
d.execute("PRAGMA writable_schema = ON")
d.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", row)
d.commit(); d.close()`, path.join(data, "tobago.db")]);
        check(spoilt.status === 0, "spoiling:", String(spoilt.stderr));
        const found = await admin("check");
        check(found.code === 1 && /1 table checked, 0 wrong/.test(found.out) && /the database is damaged/.test(found.err),
            "check says", found);
    },

    // A shared password is asked of new guests, and the command-line client gives it; links have the
    // address of the settings.
    async password() {
        const file = path.join(folder, "password"), wrong = path.join(folder, "wrong");
        fs.writeFileSync(file, "open sesame\nnot this line\n");
        fs.writeFileSync(wrong, "open\n");
        const port = await new Promise((done) => {
            const probe = net.createServer().listen(0, "127.0.0.1", () => {
                const free = probe.address().port;
                probe.close(() => done(free));
            });
        });
        const server = new Server(program, folder, { options: ["--password-file", file, "--url", `http://club.example:${port}`] });
        server.port = port;
        await server.start();
        const url = `http://127.0.0.1:${port}`;
        const without = await run("connect", url, "--name", "Ada", "--list");
        check(without.code !== 0 && /asks new guests for its password/.test(without.err), "without:", without);
        const wrongly = await run("connect", url, "--name", "Ada", "--list", "--password-file", wrong);
        check(wrongly.code !== 0 && /not the password/.test(wrongly.err), "wrong:", wrongly);
        const right = await run("connect", url, "--name", "Ada", "--list", "--password-file", file);
        check(right.code === 0, "right:", right);
        check((await run("connect", url, "--name", "Ada B.", "--list")).code === 0, "asked again");
        const nowhere = await run("connect", url, "--list", "--password-file", path.join(folder, "nothing"));
        check(nowhere.code === 3, "no file:", nowhere);
        const game = spawn(program, ["connect", url, "--create", "me,open", "--plain"], { stdio: ["pipe", "pipe", "ignore"] });
        let said = "";
        game.stdout.on("data", (piece) => { said += piece; });
        check(await soon(() => said.includes(`link http://club.example:${port}/#join=`)), "the link has another address:", said);
        game.kill();
        const id = /table (\S+)/.exec(said)?.[1];
        check((await good("links", id)).includes(`http://club.example:${port}/#join=`), "admin's links have another address");
        await end(server);
    },

    // A message of the day, muting, a ban for a while and draining, from the command line.
    async house() {
        const server = await begin();
        const players = await people(server);
        const id = players[0].table;
        const heard = [];
        players[1].client.on = (said) => heard.push(said);
        await good("motd", "Club night on Friday.");
        check(await soon(() => heard.some((said) => said.is === "motd" && said.text === "Club night on Friday.")), "no motd");
        check((await good("motd")).trim() === "Club night on Friday.", "motd is not printed");
        await good("motd", "--off");
        check((await good("motd")).trim() === "", "motd stays");

        const ben = players[1].who.guest;
        await refused(2, /--for takes/, "mute", ben);
        await good("mute", ben, "--for", "1h");
        check((await players[1].client.ask({ do: "say", table: id, text: "hi" })).error?.name === "muted_by_house", "not muted");
        check((await players[0].client.ask({ do: "say", table: id, text: "hi" })).ok, "the other one is muted");
        await good("mute", ben, "--off");
        check((await players[1].client.ask({ do: "say", table: id, text: "hi" })).ok, "muted for ever");

        check(/1 with a live clock or none go on/.test(await good("drain")), "drain does not count games");
        check((await players[0].client.ask({ do: "create", seats: ["me", "open"] })).error?.name === "draining", "not draining");
        check(await soon(() => heard.some((said) => said.is === "drain" && said.on)), "nobody was told");
        const waits = admin("drain", "--wait");
        for (const player of players)
            player.close();
        check((await waits).code === 0, "drain --wait");
        await good("drain", "--off");

        const guests = await people(server);
        await refused(1, /no address/, "ban", "nowhere", "--for", "1m");
        check(/2 connections are cut off/.test(await good("ban", "127.0.0.1", "--for", "3s")), "nobody was cut off");
        await guests[0].client.closed;
        check(await soon(async () => (await request(server.url, "GET", "/healthz")).status === 200), "banned for ever");
        await good("ban", "127.0.0.1", "--for", "1h");
        check((await request(server.url, "GET", "/healthz")).status === 403, "a banned address is answered");
        check(/127\.0\.0\.1 +until/.test(await good("bans")), "bans are not listed");
        await good("unban", "127.0.0.1");
        check((await request(server.url, "GET", "/healthz")).status === 200, "the ban stays");
        for (const player of guests)
            player.close();
        await end(server);
    },

    // A flood from one address: others play on, metrics and lists show it, and a ban ends it.
    async flood() {
        const from = "127.0.0.9";
        const server = await begin(["--metrics", "127.0.0.1:0"], { frames_s: 100, connections_address: 60 });
        const where = /(http:\S+)metrics has/.exec(server.said)[1];
        const metrics = async () => format((await request(where, "GET", "/metrics")).text);
        const refused = (values, reason) => values.get(`tobago_refusals_total{reason="${reason}"}`) ?? 0;
        const players = await people(server);
        const patience = new Patience(players[0].client);
        const flood = new Flood(server.url, from);

        check(await soon(async () => {
            const values = await metrics();
            return ["connections", "rate", "guesses", "tables_guest"].every((reason) => refused(values, reason) > 0);
        }), "the metrics do not show it:", flood.counts);
        await playSome(players, choose, 20);
        const open = (await good("who")).split("\n").filter((line) => line.includes(from)).length;
        check(open > 10 && open <= 60, open, "connections of the flood");
        check(/ connections are cut off/.test(await good("ban", from, "--for", "1h")), "nobody is cut off");
        check(await soon(() => flood.counts.open === 0 && flood.counts.statuses[403] > 0), "no ban:", flood.counts);
        check(!(await good("who")).includes(from), "a banned address has connections");
        check((await metrics()).get("tobago_banned_requests_total") > 0, "nobody counts what the ban refuses");
        await playSome(players, choose, 10);
        const wait = await patience.stop();
        check(wait < 5000, "a player waited", wait, "ms");
        await flood.stop();
        for (const player of players)
            player.close();
        await end(server);
    },

    // The socket is the owner's, a stale one is replaced, nonsense is answered.
    async socket() {
        const server = await begin();
        const where = path.join(data, "control");
        check((fs.statSync(where).mode & 0o777) === 0o600, "others may use the control socket");
        const say = (text, answers) => new Promise((done) => {
            const wire = net.connect(where);
            let heard = "";
            wire.on("data", (piece) => {
                heard += piece;
                if (heard.split("\n").length > answers)
                    wire.end();
            });
            wire.on("close", () => done(heard));
            wire.on("error", () => done(heard));
            wire.write(text);
        });
        const heard = (await say('nonsense\n{"do":"figures"}\n[1]\n{"do":"x"}\n', 4)).trim().split("\n");
        check(heard.length === 4 && heard.every((line) => typeof JSON.parse(line).ok === "boolean"), "answers:", heard);
        // more callers than there is room for: the oldest give way
        const idle = Array.from({ length: 20 }, () => net.connect(where).on("error", () => {}));
        await pause(50);
        await good("list");
        idle.forEach((wire) => wire.destroy());
        // a line without an end does not hold anyone up
        const endless = net.connect(where).on("error", () => {});
        endless.write("x".repeat(1000000));
        await good("list");
        endless.destroy();
        await server.stop("SIGKILL");
        await server.ended;
        check(fs.existsSync(where), "kill -9 leaves the socket");
        await server.start();
        check(/"ok":true/.test(await good("top", "--json")), "the stale socket is still there");
        await good("--socket", where, "list");
        await end(server);
        check(!fs.existsSync(where), "the socket is left");
        await refused(3, /no server runs/, "top");
        await refused(3, /No such file/, "--socket", where, "list");
        await refused(3, /holds no tables/, "--data", path.join(folder, "nothing"), "list");
        await refused(2, /no command/, "dance");
        await refused(2, /usage/, "show");
        // a folder whose name is longer than an address of a socket can be
        const deep = path.join(folder, "x".repeat(100), "y".repeat(100));
        fs.mkdirSync(deep, { recursive: true });
        const far = new Server(program, deep);
        await far.start();
        check(/"ok":true/.test(await good("--data", path.join(deep, "data"), "top", "--json")), "no far socket");
        await far.stop();
    },

    // The metrics are valid, count what happens, and have everything that the alert rules ask for.
    async metrics() {
        const server = await begin(["--metrics", "127.0.0.1:0"]);
        const where = /(http:\S+)metrics has/.exec(server.said)?.[1];
        check(where, "no address of the metrics:", server.said);
        const players = await people(server);
        await playSome(players, choose, 30);
        await players[0].client.ask({ do: "move", table: players[0].table, after: 0, line: "1 leg a1" });
        const got = await request(where, "GET", "/metrics");
        check(got.status === 200 && /^text\/plain; version=0\.0\.4/.test(got.headers["content-type"]),
            "status", got.status, got.headers["content-type"]);
        const values = format(got.text);
        check(values.get('tobago_moves_total{by="player"}') >= 30, "moves:", values.get('tobago_moves_total{by="player"}'));
        check(values.get('tobago_tables{state="playing"}') === 1, "tables");
        check(values.get("tobago_connections") === 2, "connections");
        check(values.get('tobago_seats{who="here"}') === 2, "seats");
        check(values.get('tobago_refusals_total{reason="stale"}') === 1, "refusals");
        check(values.get("tobago_move_duration_seconds_count") === values.get('tobago_moves_total{by="player"}'), "latencies");
        check(values.get("tobago_commits_total") === values.get("tobago_commit_bytes_count"), "commits");
        check(values.get("tobago_complaints_total") === 0, "complaints without a reason");
        check(values.get("tobago_database_bytes") > 0 && values.get("tobago_resident_memory_bytes") > 1e6, "sizes");
        const rules = fs.readFileSync("examples/alerts.yml", "utf8");
        for (const [name] of rules.matchAll(/tobago_[a-z_]+/g))
            check([...values.keys()].some((key) => key.startsWith(name)), "the alert rules ask for", name);
        check((await request(where, "GET", "/")).status === 404, "something else is there");
        check((await request(where, "POST", "/metrics", { body: "{}" })).status === 405, "POST is answered");
        check((await request(server.url, "GET", "/metrics")).status === 404, "the players' port has metrics");
        const slow = net.connect(Number(new URL(where).port), "127.0.0.1").on("error", () => {});
        slow.write("GET /metr");
        check((await request(where, "GET", "/metrics")).status === 200, "a slow caller holds others up");
        slow.destroy();
        fs.writeFileSync(path.join(folder, "metrics"), got.text);
        for (const player of players)
            player.close();
        await end(server);
    },

    // The log tells what happens, in two forms, and neither secrets nor addresses.
    async logs() {
        for (const [form, extra] of [["json", []], ["json", ["--log-addresses"]], ["text", []]]) {
            const server = await begin(["--log", form, ...extra]);
            const players = await people(server);
            await playSome(players, choose, 3);
            await players[0].client.do({ do: "say", table: players[0].table, text: "a word among friends" });
            await good("close", players[0].table);
            for (const player of players)
                player.close();
            await pause(50);
            await server.stop();
            const lines = server.complained.trim().split("\n");
            const events = lines.map((line) => form === "json" ? JSON.parse(line).event : line.split(" ")[2]);
            for (const event of ["ready", "opened", "guest-made", "table-made", "game-begun", "table-closed", "admin", "closed", "ended"])
                check(events.includes(event), form, "lacks", event);
            check(server.complained.includes(players[0].table), "no table is named");
            for (const secret of [players[0].who.cookie.split(".")[2], players[0].key, "Ada", "among friends"])
                check(!server.complained.includes(secret), form, "tells", secret);
            const there = lines.some((line) => /"address":"127\.0\.0\.1"/.test(line));
            check(there === extra.length > 0, "addresses", extra, there);
            if (form === "text")
                check(lines.every((line) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (info|error) [a-z-]+( [a-z]+=\S+)*$/.test(line)), lines);
        }
        const wrongly = await new Promise((done) => {
            const child = spawn(program, ["serve", "--log", "loud"]);
            let err = "";
            child.stderr.on("data", (piece) => { err += piece; });
            child.once("close", (code) => done({ code, err }));
        });
        check(wrongly.code === 1 && /off, text or json/.test(wrongly.err), "a wrong form:", wrongly);
    },

    // A backup is made while people play, checked, and restored: every move is there.
    async backup() {
        const server = await begin();
        const players = await people(server);
        const id = players[0].table;
        let on = true;
        const playing = (async () => {
            while (on)
                await playSome(players, choose, 5);
        })();
        const file = path.join(folder, "tobago.backup");
        const before = players[0].n;
        check(/checked/.test(await good("backup", file)), "no word that it was checked");
        on = false;
        await playing;
        await refused(1, /never writes over/, "backup", file);
        check(!fs.existsSync(path.join(data, "backup.tmp")), "the copy is left in the folder");
        check((fs.statSync(file).mode & 0o777) === 0o600, "others may read the backup");
        await good("backup", `${file}.2`);
        const full = await good("show", id, "--full");
        const cookie = players[0].who.cookie;
        for (const player of players)
            player.close();
        await end(server);

        const other = path.join(folder, "other");
        fs.mkdirSync(other);
        await good("restore", `${file}.2`, "--data", path.join(other, "data"));
        await refused(1, /empty folder/, "restore", file, "--data", path.join(other, "data"));
        const again = new Server(program, other);
        await again.start();
        const same = await good("show", id, "--full", "--data", path.join(other, "data"));
        check(same.split("\n").slice(1).join("\n") === full.split("\n").slice(1).join("\n"), "the restored game differs");
        check(/ 0 wrong/.test(await good("check", "--data", path.join(other, "data"))), "the restored folder is wrong");
        // links and cookies still work: the key came along
        const mine = await request(again.url, "GET", `/api/table/${id}/record`, { headers: { cookie } });
        check(mine.status === 200, "the cookie is worth nothing", mine.status);
        await again.stop();
        check(before > 0, "nobody has moved");
        fs.writeFileSync(path.join(folder, "half"), fs.readFileSync(file).subarray(0, 9000));
        await refused(3, /damaged|malformed/, "restore", path.join(folder, "half"), "--data", path.join(folder, "new"));
    },
};

process.on("unhandledRejection", (error) => {
    console.log(error);
    process.exit(1);
});
await sections[section]();
process.exit(wrong ? 1 : 0);
