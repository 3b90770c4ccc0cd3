// People at a server that was installed from packages: node tests/deb.mjs SECTION URL FOLDER [WORDS].
// Prints what is wrong, and nothing if all is well. tests/deb.sh runs the sections and does
// something to the server while they play: FOLDER/going says that they do, FOLDER/done that it
// was done.
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

import { Client, connect, guest, pause, pick, Player, playSome, random, request, table } from "./lib/client.mjs";
import { Flood, Patience } from "./lib/flood.mjs";

const [section, url, folder, ...words] = process.argv.slice(2);
const rng = random(Number(process.env.SEED ?? 1));
const patience_ms = 120000;
let wrong = 0;

function check(good, ...what) {
    if (good)
        return;
    wrong++;
    console.log(...what);
}

const note = (name) => fs.writeFileSync(path.join(folder, name), "");
const noted = (name) => fs.existsSync(path.join(folder, name));

async function until(condition, what) {
    for (const end = Date.now() + patience_ms; !condition(); await pause(20))
        if (Date.now() > end)
            throw new Error(`waited in vain: ${what}`);
}

// Chooses like someone in a hurry, so that games end: raises and claims before all else.
function hurried(list) {
    const first = list.find((line) => / raise | claim$/.test(line));
    const busy = list.filter((line) => !/ (end|exchange|pass)( |$)/.test(line));
    return first ?? pick(rng)(busy.length && rng() < 0.8 ? busy : list);
}

// Thinks a little, so that a game outlasts what is done to the server.
async function slowly(list) {
    await pause(200);
    return pick(rng)(list);
}

// Plays to the end, or until it is stopped, over any number of connections. 'lonely' is the
// longest time between a connection that went and the next one, in ms.
async function playOn(player, choose = slowly) {
    player.lonely = 0;
    while (!player.over && !player.stopped) {
        try {
            await player.play(choose);
        } catch (error) {
            const gone = Date.now();
            if (!player.client.dead) {
                player.wrong.push(error.message);
                return;
            }
            while (player.client.dead && !player.stopped && Date.now() < gone + patience_ms) {
                await player.connect().catch(() => pause(50));
                player.tried = 0;
            }
            player.lonely = Math.max(player.lonely, Date.now() - gone);
        }
    }
}

// Every move that the server acknowledged is in the record, and nobody missed an event.
async function checkRecord(player) {
    const { text } = await request(url, "GET", `/api/table/${player.table}/record`,
                                   { headers: { cookie: player.who.cookie } });
    const lines = text.split("\n");
    for (const { n, line } of player.acknowledged)
        check(lines.includes(line), `event ${n} is lost: '${line}'`);
    check(player.wrong.length === 0, player.wrong[0]);
    check(player.gaps === 0, `${player.gaps} gaps in the events`);
}

const sections = {
    // A game of two people and a bot, to its end.
    async game() {
        const people = [await guest(url, "Ada"), await guest(url, "Ben")];
        const players = await table(url, people, { levels: ["easy"] });
        await Promise.all(players.map((player) => playOn(player, hurried)));
        for (const player of players) {
            check(player.over, "the game is not over");
            await checkRecord(player);
            player.close();
        }
    },

    // Six games while the server is upgraded. Nobody is refused, and no move is lost.
    async upgrade() {
        const games = [];
        for (let i = 0; i < 6; i++)
            games.push(await table(url, [await guest(url, `Ada ${i}`), await guest(url, `Ben ${i}`)]));
        const all = games.flat();
        const playing = all.map((player) => playOn(player));
        const moves = () => games.map((players) => players.reduce((sum, each) => sum + each.moves, 0));
        let refused = 0, asked = 0;

        await until(() => moves().every((count) => count >= 4), "a few moves at each table");
        note("going");
        const knocking = (async () => {
            while (!noted("done")) {
                asked++;
                await new Promise((next) => {
                    const socket = net.connect({ host: new URL(url).hostname, port: new URL(url).port });
                    socket.on("connect", () => { socket.destroy(); next(); });
                    socket.on("error", () => { refused++; next(); });
                });
                await pause(10);
            }
        })();
        await until(() => noted("done"), "the upgrade");
        await knocking;
        const before = moves();
        await until(() => games.every((players, i) => moves()[i] >= before[i] + 4 || players[0].over),
                    "moves after the upgrade");
        for (const player of all)
            player.close();
        await Promise.all(playing);
        check(refused === 0, `${refused} of ${asked} connections were refused`);
        check(all.every((each) => each.lonely > 0), "somebody kept a connection: was there a restart?");
        for (const player of all)
            await checkRecord(player);
        const longest = Math.max(...all.map((each) => each.lonely));
        // a second, longer where others want the cores, too
        check(longest < 1000 * Math.max(1, os.loadavg()[0] / os.cpus().length), `a gap of ${longest} ms`);
        note(`result: ${moves().reduce((a, b) => a + b)} moves, longest gap ${longest} ms`);
    },

    // Somebody who comes from the address in 'words', with a header that claims another, plays
    // through the proxy while the admin looks.
    async proxy() {
        const options = { from: words[0], headers: ["X-Forwarded-For: 203.0.113.9",
                                                    "Forwarded: for=203.0.113.9"] };
        const players = await table(url, [await guest(url, "Ada")], { levels: ["easy"], options });
        const [player] = players;
        const playing = playOn(player);

        await until(() => player.moves >= 6 || player.over, "six moves");
        note("going");
        await until(() => noted("done"), "a look");
        check(player.lonely === 0, "the connection was lost");
        player.stopped = true;
        player.changed?.();
        await playing;
        await checkRecord(player);
        player.close();
    },

    // The certificate changes while somebody plays: she stays connected, who comes next sees the
    // new one.
    async renewal() {
        const serial = (client) => client.socket.getPeerCertificate().serialNumber;
        const [player] = await table(url, [await guest(url, "Ada")], { levels: ["easy"] });
        const old = serial(player.client);
        const playing = playOn(player);

        await until(() => player.moves >= 2, "two moves");
        note("going");
        await until(() => noted("done"), "the renewal");
        let next;
        for (const end = Date.now() + patience_ms; Date.now() < end; await pause(100)) {
            const client = await connect(url, { cookie: player.who.cookie });
            check(client instanceof Client, "no connection after the renewal");
            next = serial(client);
            client.close();
            if (next !== old)
                break;
        }
        check(next !== old, "the old certificate is still in use");
        const before = player.moves;
        await until(() => player.moves >= before + 2 || player.over, "moves after the renewal");
        check(player.lonely === 0, "the connection was lost");
        player.close();
        await playing;
        await checkRecord(player);
    },

    // Two play and talk while the admin looks after their table. Notes say what they see.
    async house() {
        const players = await table(url, [await guest(url, "Ada"), await guest(url, "Ben")]);
        const [ada, ben] = players;
        for (const player of players)
            player.heard = (said) => {
                if (said.kind === "patch")
                    note(`patched: ${said.why}`);
                else if (said.is === "motd" && said.text)
                    note(`motd: ${said.text}`);
                else if (said.is === "gone" && said.table === player.table)
                    note("gone");
                else if (said.is === "drain" && said.on)
                    note("draining");
                Player.prototype.heard.call(player, said);
            };
        await playSome(players, pick(rng), 16);
        const report = { do: "report", table: ben.table, what: "chat", guest: ada.who.guest, text: "odd words" };
        const reported = await ben.client.ask(report);
        check(reported.report === 1, "the report:", JSON.stringify(reported));
        fs.writeFileSync(path.join(folder, "table"), ben.table);
        fs.writeFileSync(path.join(folder, "guest"), ben.who.guest);
        note("going");
        while (!noted("unmuted")) { // she says something every second
            const answer = await ben.client.ask({ do: "say", table: ben.table, text: "hello" });
            if (answer.error?.name === "muted_by_house")
                note("muted");
            else if (noted("muted") && !answer.error)
                note("unmuted");
            await pause(1000);
        }
        await until(() => noted("imported"), "the import");
        for (const player of players) { // as if she had opened the page again
            player.events.clear();
            player.over = false;
            await player.client.do({ do: "follow", table: player.table, after: 0, key: player.key });
        }
        await playSome(players, pick(rng), 6);
        note("played on");
        await until(() => noted("done"), "the rest");
        for (const player of players)
            player.close();
    },

    // A flood from the address in 'words' while two play, until it is banned.
    async flood() {
        const players = await table(url, [await guest(url, "Ada"), await guest(url, "Ben")]);
        const playing = players.map((player) => playOn(player));
        const moves = () => players.reduce((sum, each) => sum + each.moves, 0);
        const patience = new Patience(players[0].client);
        const flood = new Flood(url, words[0]);
        const more = (what) => {
            const before = moves();
            return until(() => moves() >= before + 6 || players[0].over, what);
        };

        await until(() => flood.counts.names.tables_guest > 0 && flood.counts.statuses["cut off"] > 100, "a flood");
        await more("moves during the flood");
        note("going");
        await until(() => noted("banned"), "a ban");
        await until(() => flood.counts.open === 0 && flood.counts.statuses[403] > 100, "the end of the flood");
        note("refused");
        await more("moves after the flood");
        await until(() => noted("done"), "the rest");
        const wait = await patience.stop();
        check(wait < 5000, `a player waited ${wait} ms for an answer`);
        check(players.every((each) => each.lonely === 0), "a player was cut off");
        await flood.stop();
        for (const player of players)
            player.close();
        await Promise.all(playing);
        for (const player of players)
            await checkRecord(player);
        const { frames, tried, requests } = flood.counts;
        note(`result: ${frames} sent, ${tried} connections tried, ${requests} requests; others waited ${wait} ms at most`);
    },

    // The disk is full: moves are refused as 'unavailable', and when there is room again they go on.
    async full() {
        const players = await table(url, [await guest(url, "Ada"), await guest(url, "Ben")]);
        const playing = players.map((player) => playOn(player));
        const moves = () => players.reduce((sum, each) => sum + each.moves, 0);

        await until(() => moves() >= 4, "four moves");
        note("going");
        await until(() => noted("done"), "room on the disk");
        const before = moves();
        await until(() => moves() >= before + 4 || players[0].over, "moves after that");
        for (const player of players)
            player.close();
        await Promise.all(playing);
        for (const player of players)
            await checkRecord(player);
    },
};

try {
    await sections[section]();
} catch (error) {
    check(false, error.stack);
}
process.exit(wrong ? 1 : 0);
