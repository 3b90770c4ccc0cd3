// Looking after a server that runs: node tests/admin.mjs SECTION PROGRAM FOLDER. Prints what
// is wrong, and nothing if all is well. tests/cli_admin.sh runs the sections.
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

import { guest, pause, pick, playSome, random, request, table } from "./lib/client.mjs";
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
    const child = spawn(program, ["admin", ...where, ...words], { stdio: ["ignore", "pipe", "pipe"] });
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
