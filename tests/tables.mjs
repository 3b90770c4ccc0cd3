// Tables over real sockets: node tests/tables.mjs SECTION PROGRAM FOLDER. Prints what is
// wrong, and nothing if all is well. tests/cli_tables.sh runs the sections.
import crypto from "node:crypto";
import net from "node:net";

import { Client, Player, connect, frame, guest, pause, pick, playSome, random, request, table } from "./lib/client.mjs";
import { Server } from "./lib/server.mjs";

const [section, program, folder] = process.argv.slice(2);
const long = process.env.LONG === "1";
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const rng = random(seed);
let wrong = 0;

function check(good, ...what) {
    if (good)
        return;
    wrong++;
    console.log(...what, `(seed ${seed})`);
}

const bytes = () => crypto.randomBytes(16).toString("hex");
const generous = { frames_s: 100000, connections_address: 20000, guests_address: 100000,
                   tables_address: 100000, tables_guest: 10000 };

async function begin(limits = {}) {
    const server = new Server(program, folder, { limits: { ...generous, ...limits } });
    await server.start();
    return server;
}

async function end(server) {
    const code = await server.stop();
    check(code === 0, "the server ended with", code);
    check(server.complained === "", "the server complained:", server.complained);
}

// Chooses like someone in a hurry, so that games end: raises and claims before all else.
function hurried(list) {
    const first = list.find((line) => / raise | claim$/.test(line));
    const busy = list.filter((line) => !/ (end|exchange|pass)( |$)/.test(line));
    return first ?? pick(rng)(busy.length && rng() < 0.8 ? busy : list);
}

function same(players) {
    for (const player of players) {
        check(player.wrong.length === 0, player.wrong[0]);
        check(player.gaps === 0, `${player.gaps} gaps in the events`);
    }
    const last = Math.min(...players.map((player) => player.n));
    for (let n = 2; n <= last; n++) {
        const kinds = new Set(players.map((player) => player.events.get(n)).filter(Boolean)
            .map((text) => JSON.parse(text).kind));
        check(kinds.size <= 1, `event ${n} is ${[...kinds]}`);
    }
}

const sections = {
    // Whole games of two to four people, each watched, to the end, with record and proof.
    async games() {
        const server = await begin();
        await Promise.all([2, 3, 4].map(async (count) => {
            const people = [];
            for (let i = 0; i < count; i++)
                people.push(await guest(server.url, `P${i} of ${count}`));
            const players = await table(server.url, people, { settings: { watchable: true } });
            const watcher = new Player(server.url, {}, players[0].table);
            await watcher.connect();
            await Promise.all(players.map((player) => player.play(hurried)));
            await pause(100);
            same([...players, watcher]);
            check(watcher.seat === null && watcher.over, "the watcher saw no end");
            const proof = await request(server.url, "GET", `/api/table/${watcher.table}/proof`);
            check(proof.status === 200, "proof:", proof.status, proof.text);
            const record = await request(server.url, "GET", `/api/table/${watcher.table}/record`);
            check(record.status === 200 && !record.text.includes("?"), "record:", record.status);
            const moves = players.reduce((sum, player) => sum + player.moves, 0);
            check(moves > 50, `only ${moves} moves`);
            for (const player of players)
                player.close();
            watcher.close();
        }));
        await end(server);
    },

    // One person and two bots: the bots answer, and nothing is asked of a client.
    async bots() {
        const server = await begin();
        const me = await guest(server.url, "Ada");
        const [player] = await table(server.url, [me], { levels: ["medium", "easy"] });
        await playSome([player], hurried, 4);
        check([...player.events.values()].some((text) => JSON.parse(text).seat > 1), "no bot has moved");
        player.close();
        await end(server);
    },

    // Connections that break at any time lose nothing and double nothing.
    async resume() {
        const server = await begin();
        const people = [await guest(server.url, "Ada"), await guest(server.url, "Ben")];
        const players = await table(server.url, people);
        const wanted = 200;
        let breaks = 0, moves = 0;
        const stop = () => {
            if (++moves < wanted)
                return;
            for (const player of players) {
                player.stopped = true;
                player.changed?.();
            }
        };
        const run = async (player) => {
            while (!player.over && !player.stopped)
                try {
                    if (player.client.dead)
                        await player.connect();
                    await player.play(hurried, stop);
                } catch (error) {
                    if (!/connection is gone/.test(error.message))
                        throw error;
                }
        };
        const breaking = setInterval(() => players[++breaks % 2].client.close(), 20);
        await Promise.all(players.map(run));
        clearInterval(breaking);
        check(breaks > 5, `only ${breaks} breaks`);
        await pause(100);
        same(players);
        check(moves >= wanted || players[0].over, `only ${moves} moves`);
        const numbers = players.flatMap((player) => player.acknowledged.map(({ n }) => n));
        check(new Set(numbers).size === numbers.length, "two moves have one number");
        for (const player of players)
            player.close();
        await end(server);
    },

    // Taking back by consent, pauses, more time.
    async consent() {
        const server = await begin();
        const people = [await guest(server.url, "Ada"), await guest(server.url, "Ben")];
        const players = await table(server.url, people, {
            settings: { clock: { kind: "live", minutes: 10, increment_s: 5, stand_in: "easy" } } });
        await playSome(players, hurried, 16);
        const [ada, ben] = players;
        const id = ada.table;
        await pause(50);
        const asked = await ada.client.do({ do: "propose", table: id, after: ada.n, kind: "pause" });
        check(asked.kind === "consent" && asked.what === "asked", "asked:", JSON.stringify(asked));
        await pause(50);
        const agreed = await ben.client.do({ do: "consent", table: id, proposal: asked.proposal.id, yes: true });
        check(agreed.kind === "consent" || agreed.kind === "clock", "agreed:", JSON.stringify(agreed));
        await pause(50);
        await ada.client.do({ do: "resume", table: id });
        await pause(50);
        const undo = await ada.client.ask({ do: "undo", table: id, after: ada.n, lines: 20 });
        if (undo.kind === "consent") {
            await pause(50);
            const no = await ben.client.do({ do: "consent", table: id, proposal: undo.proposal.id, yes: false });
            check(no.n > undo.n, "declined:", JSON.stringify(no));
        } else {
            check(undo.error, "undo:", JSON.stringify(undo));
        }
        same(players);
        for (const player of players)
            player.close();
        await end(server);
    },

    // Links: forged ones, guessed ones, revoked ones; other devices, other origins.
    async links() {
        const server = await begin({ guesses_address: 10 });
        const { url } = server;
        const ada = await guest(url, "Ada"), ben = await guest(url, "Ben");
        const players = await table(url, [ada, ben]);
        const [player] = players;
        const links = await player.client.do({ do: "links", table: player.table });
        const enter = (link, headers = {}) => request(url, "POST", "/api/enter", { body: { link }, headers });

        const device = await enter(links.seat);
        check(device.status === 200 && device.json.seat === 1, "seat link:", device.status, device.text);
        const cookie = device.headers["set-cookie"][0].split(";")[0];
        const second = new Player(url, { cookie }, player.table);
        await second.connect();
        check(second.seat === 1, "the second device has seat", second.seat);
        const about = await enter(links.join);
        check(about.json?.about?.id === player.table, "invitation:", about.text);
        const old = links.seat;
        await player.client.do({ do: "revoke", what: "seat", table: player.table });
        check((await enter(old)).status === 403, "a revoked link works");
        const refused = await second.client.ask({ do: "notes", table: player.table, text: "x" });
        check(refused.ok === false, "a revoked device still holds the seat");
        check((await enter((await player.client.do({ do: "links", table: player.table })).seat)).status === 200,
              "the new link does not work");

        const mine = await player.client.do({ do: "guest_link" });
        const moved = await enter(mine.link);
        check(moved.json?.guest === ada.guest && moved.headers["set-cookie"], "guest link:", moved.text);
        const other = await connect(url, { cookie: moved.headers["set-cookie"][0].split(";")[0] });
        const tables = await other.do({ do: "mine" });
        check(tables.tables.length === 1 && tables.tables[0].seat === 1, "her tables:", JSON.stringify(tables));
        const fresh = await player.client.do({ do: "revoke", what: "guest" });
        check(await other.closed === 1008, "the other device was not cut off");
        const stale = await connect(url, { cookie: ada.cookie });
        check((await stale.hello).guest === null, "a revoked cookie works");
        check((await enter(mine.link)).status === 403, "a revoked guest link works");
        check((await enter(fresh.link)).json?.guest === ada.guest, "the new guest link does not work");

        check(await connect(url, { cookie: ben.cookie, origin: "http://evil.example" }) === 403, "evil origin");
        check((await enter(links.join, { origin: "http://evil.example" })).status === 403, "evil POST");
        check(await connect(url, { protocol: "tobago.2" }) === 400, "another protocol");
        let limited = 0;
        for (let i = 0; i < 20; i++)
            limited += (await enter(`seat=${player.table}.${"0123456789abcdefghjkmnpqrs".slice(i) +
                "0123456789abcdefghjkmnpqrs".slice(0, i)}`)).status === 429;
        check(limited >= 8, `${limited} of 20 guesses were limited`);
        stale.close();
        second.close();
        for (const each of players)
            each.close();
        await end(server);
    },

    // kill -9 while tables are played: every acknowledged move is there, nothing is doubled.
    async killed() {
        const times = long ? 50 : 5, count = 8;
        const server = await begin();
        const tables = [];
        for (let i = 0; i < count; i++) {
            const people = [await guest(server.url, `A${i}`), await guest(server.url, `B${i}`)];
            tables.push(await table(server.url, people));
        }
        const all = tables.flat();
        const run = async (player) => {
            while (!player.stopped && !player.over)
                try {
                    if (player.client.dead)
                        await player.connect();
                    await player.play(hurried);
                } catch (error) {
                    if (!/connection is gone|no answer|ECONN/.test(error.message))
                        throw error;
                    await pause(20);
                }
        };
        const running = Promise.all(all.map(run));
        for (let i = 0; i < times; i++) {
            await pause(150 + 250 * rng());
            await server.stop("SIGKILL");
            await server.start();
        }
        await pause(300);
        for (const player of all) {
            player.stopped = true;
            player.changed?.();
        }
        await running;
        for (const players of tables) {
            const again = new Player(server.url, players[0].who, players[0].table);
            await again.connect();
            same(players);
            const lines = again.record.split("\n");
            let at = 0;
            for (const { n, line } of players[0].acknowledged) {
                check(n <= again.n, `event ${n} was acknowledged, the table has ${again.n}`);
                const found = lines.indexOf(line, at);
                check(found >= 0, `'${line}' was acknowledged and is lost`);
                at = found + 1;
            }
            const numbers = players.flatMap((player) => player.acknowledged.map(({ n }) => n));
            check(new Set(numbers).size === numbers.length, "two moves have one number");
            check(again.n >= Math.max(...players.map((player) => player.n)), "an event that was shown is lost");
            again.close();
        }
        const moves = all.reduce((sum, player) => sum + player.acknowledged.length, 0);
        check(moves > 20 * times, `only ${moves} moves`);
        for (const player of all)
            player.close();
        check(!/damaged/.test(server.complained), server.complained);
        server.complained = "";
        await end(server);
    },

    // A thousand guests come at once and join what they can.
    async crowd() {
        const most = 1000;
        const server = await begin();
        const host = await connect(server.url, { cookie: (await guest(server.url, "Host")).cookie });
        const made = await host.do({ do: "create", seats: ["me", "open", "open", "open"], open: true });
        const people = [];
        for (let i = 0; i < most; i += 50)
            people.push(...await Promise.all([...Array(50)].map((_, k) => guest(server.url, `G${i + k}`))));
        const clients = await Promise.all(people.map(({ cookie }) => connect(server.url, { cookie })));
        const answers = await Promise.all(clients.map((client) => client.ask({ do: "join", table: made.table })));
        const seats = answers.filter((answer) => answer.ok).map((answer) => answer.seat).sort();
        check(seats.join() === "2,3,4", "seats taken:", seats.join());
        check(answers.filter((answer) => answer.error?.code === "full" || answer.error?.code === "forbidden").length ===
              most - 3, "others:", JSON.stringify(answers.find((answer) => !answer.ok)));
        for (const client of [...clients, host])
            client.close();
        await end(server);
    },

    // Someone reads nothing, someone sends too much, someone sends nonsense: others play on.
    async hostile() {
        const server = await begin({ frames_s: 200 });
        const people = [await guest(server.url, "Ada"), await guest(server.url, "Ben")];
        const players = await table(server.url, people, { settings: { watchable: true } });
        const id = players[0].table;
        const slow = await connect(server.url);
        await slow.do({ do: "follow", table: id });
        slow.socket.pause();
        for (let i = 0; i < 60000; i++)
            slow.socket.write(frame(1, Buffer.from(`{"id":${i},"do":"follow","table":"${id}"}`)));
        const flood = await connect(server.url);
        for (let i = 0; i < 20000; i++)
            flood.send(`{"do":"ping","x":"${"y".repeat(100)}"}`);
        for (const text of ["[", "{\"id\":1}", "{\"id\":1,\"do\":\"move\"}", "[".repeat(16000), `"${"\\u0000".repeat(100)}"`]) {
            const bad = await connect(server.url);
            bad.send(text);
            const answer = await Promise.race([new Promise((done) => { bad.on = done; }), bad.closed, pause(3000)]);
            check(answer !== undefined, "no answer to", text.slice(0, 20));
            bad.close();
        }
        const giant = await connect(server.url);
        giant.send(`{"do":"${"x".repeat(17000)}"}`);
        check(typeof await Promise.race([giant.closed, pause(3000)]) === "number", "a giant frame was taken");
        const began = Date.now();
        await playSome(players, hurried, 80);
        check(Date.now() - began < 10000, `80 moves took ${Date.now() - began} ms`);
        for (const client of [slow, flood, ...players])
            client.close();
        await end(server);
    },

    // Idle tables leave memory and come back; the lists know them all the while.
    async idle() {
        const count = long ? 3000 : 300;
        const server = await begin({ idle_s: 1 });
        const ada = await guest(server.url, "Ada");
        const client = await connect(server.url, { cookie: ada.cookie });
        const ids = [];
        for (let i = 0; i < count; i++)
            ids.push((await client.do({ do: "create", seats: ["me", "open"], open: true })).table);
        const full = server.rss_kb();
        await pause(4000);
        const lobby = await client.do({ do: "lobby" });
        check(lobby.tables.length >= 200, `the lobby shows ${lobby.tables.length} tables`);
        const mine = await client.do({ do: "mine" });
        check(mine.tables.length >= 200, `${mine.tables.length} are hers`);
        for (const id of ids.slice(0, 50)) {
            const back = await client.do({ do: "follow", table: id, after: 0 });
            check(back.n === 1 && back.table.id === id, "a table came back as", JSON.stringify(back));
            await client.do({ do: "unfollow", table: id });
        }
        check(server.rss_kb() < full + 20000, `${full} kB became ${server.rss_kb()} kB`);
        client.close();
        await end(server);
    },

    // A server that is told to end says so and comes back; a second one in its folder is
    // refused.
    async restart() {
        const server = await begin();
        const ada = await guest(server.url, "Ada");
        const client = await connect(server.url, { cookie: ada.cookie });
        const bye = new Promise((done) => { client.on = (said) => said.is === "bye" && done(said); });
        await client.do({ do: "ping" });
        const second = new Server(program, folder);
        let refused = "";
        await second.start().catch((error) => { refused = error.message; });
        check(/tobago: /.test(refused), "a second server in the folder:", refused);
        check(await server.stop() === 0, "exit code");
        check((await Promise.race([bye, pause(1000)]))?.retry_ms > 0, "no bye");
        check(await client.closed === 1012, "closed with", await client.closed);
        await server.start();
        const again = await connect(server.url, { cookie: ada.cookie });
        check((await again.hello).guest?.name === "Ada", "the guest is gone");
        again.close();
        check(server.complained === "", server.complained);
        await end(server);
    },
};

const timer = setTimeout(() => {
    console.log(`${section}: no end`);
    process.exit(1);
}, long ? 600000 : 90000);
try {
    await sections[section]();
} catch (error) {
    console.log(`${section}: ${error.stack} (seed ${seed})`);
    wrong++;
}
clearTimeout(timer);
process.exit(wrong ? 1 : 0);
