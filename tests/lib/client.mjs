// A client of the game server from nothing but docs/protocol.md: guests over HTTP, frames
// over a WebSocket of its own, so that Node 18 will do.
import crypto from "node:crypto";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";

const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;

// One request of HTTP: { status, headers, text, json }.
export function request(url, method, path, { body, headers = {} } = {}) {
    const at = new URL(path, url);
    const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
    const all = text === undefined ? headers :
        { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...headers };

    return new Promise((done, failed) => {
        const { request } = at.protocol === "https:" ? https : http;
        const sent = request(at, { method, headers: all, agent: false }, (answer) => {
            const pieces = [];
            answer.on("data", (piece) => pieces.push(piece));
            answer.on("end", () => {
                const whole = Buffer.concat(pieces).toString();
                let json;
                try { json = JSON.parse(whole); } catch { json = undefined; }
                done({ status: answer.statusCode, headers: answer.headers, text: whole, json });
            });
            answer.on("error", failed);
        });
        sent.on("error", failed);
        sent.end(text);
    });
}

// A guest's cookie, and what the server calls her.
export async function guest(url, name) {
    const answer = await request(url, "POST", "/api/guest", { body: { name } });
    if (answer.status !== 200)
        throw new Error(`guest ${name}: ${answer.status} ${answer.text}`);
    return { cookie: answer.headers["set-cookie"][0].split(";")[0], ...answer.json };
}

// A frame of a client, masked as RFC 6455 wants it.
export function frame(opcode, payload) {
    const mask = crypto.randomBytes(4);
    const size = payload.length;
    const head = size < 126 ? Buffer.from([0x80 | opcode, 0x80 | size]) :
        size < 65536 ? Buffer.from([0x80 | opcode, 0x80 | 126, size >> 8, size & 255]) :
        Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | 127, 0, 0, 0, 0]),
                       Buffer.from([size >>> 24, size >> 16 & 255, size >> 8 & 255, size & 255])]);
    const masked = Buffer.from(payload);
    for (let i = 0; i < size; i++)
        masked[i] ^= mask[i & 3];
    return Buffer.concat([head, mask, masked]);
}

// A connection. Frames with 're' settle the request that they answer; every frame goes to
// 'on(frame)' too.
export class Client {
    constructor(socket) {
        this.socket = socket;
        this.bytes = Buffer.alloc(0);
        this.parts = [];
        this.asked = new Map();
        this.id = 0;
        this.frames = 0;
        this.on = () => {};
        this.closed = new Promise((done) => { this.end = done; });
        this.hello = new Promise((done) => { this.greeted = done; });
        this.dead = false;
        socket.on("error", () => {});
        socket.on("close", () => {
            this.dead = true;
            for (const { failed } of this.asked.values())
                failed(new Error("the connection is gone"));
            this.asked.clear();
            this.greeted(null);
            this.end(this.code);
        });
    }

    take(piece) {
        this.bytes = this.bytes.length ? Buffer.concat([this.bytes, piece]) : piece;
        for (;;) {
            const b = this.bytes;
            if (b.length < 2)
                return;
            let size = b[1] & 127, at = 2;
            if (size === 126) {
                if (b.length < 4)
                    return;
                size = b.readUInt16BE(2);
                at = 4;
            } else if (size === 127) {
                if (b.length < 10)
                    return;
                size = Number(b.readBigUInt64BE(2));
                at = 10;
            }
            if (b.length < at + size)
                return;
            this.bytes = b.subarray(at + size);
            this.message(b[0] & 15, (b[0] & 128) !== 0, b.subarray(at, at + size));
        }
    }

    message(opcode, last, payload) {
        if (opcode === PING) {
            this.socket.write(frame(PONG, payload));
        } else if (opcode === CLOSE) {
            this.code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
            this.socket.end(frame(CLOSE, payload.subarray(0, 2)));
        } else if (opcode === TEXT || opcode === 0) {
            this.parts.push(payload);
            if (last) {
                const text = Buffer.concat(this.parts).toString();
                this.parts = [];
                this.heard(JSON.parse(text), text);
            }
        }
    }

    heard(said, text) {
        this.frames++;
        if (said.is === "hello")
            this.greeted(said);
        const waiting = said.re === undefined ? undefined : this.asked.get(said.re);
        if (waiting) {
            this.asked.delete(said.re);
            waiting.done(said);
        }
        this.on(said, text);
    }

    send(text) {
        this.socket.write(frame(TEXT, Buffer.from(text)));
    }

    // Asks, and resolves to the answer, whatever it is.
    ask(what) {
        const id = ++this.id;
        return new Promise((done, failed) => {
            if (this.dead)
                return failed(new Error("the connection is gone"));
            this.asked.set(id, { done, failed });
            this.send(JSON.stringify({ id, ...what }));
        });
    }

    // Asks for something that must not be refused.
    async do(what) {
        const answer = await this.ask(what);
        if (answer.ok === false)
            throw new Error(`${JSON.stringify(what)}: ${JSON.stringify(answer.error)}`);
        return answer;
    }

    close() {
        this.socket.destroy();
    }
}

// Opens a WebSocket; resolves to a Client, or to the status of a refusal. 'from' is the address
// that it comes from.
export function connect(url, { cookie, origin, protocol = "tobago.1", headers = [], from } = {}) {
    const at = new URL(url);
    const key = crypto.randomBytes(16).toString("base64");
    const secure = at.protocol === "https:";
    const where = { host: at.hostname, port: Number(at.port || (secure ? 443 : 80)), localAddress: from };
    const socket = secure ? tls.connect({ ...where, servername: at.hostname }) : net.connect(where);
    const lines = ["GET /ws HTTP/1.1", `Host: ${at.host}`, "Upgrade: websocket", "Connection: Upgrade",
                   `Sec-WebSocket-Key: ${key}`, "Sec-WebSocket-Version: 13", ...headers];

    if (protocol)
        lines.push(`Sec-WebSocket-Protocol: ${protocol}`);
    if (cookie)
        lines.push(`Cookie: ${cookie}`);
    if (origin)
        lines.push(`Origin: ${origin}`);
    socket.setNoDelay(true);
    return new Promise((done, failed) => {
        let head = Buffer.alloc(0);
        const begin = (piece) => {
            head = Buffer.concat([head, piece]);
            const end = head.indexOf("\r\n\r\n");
            if (end < 0)
                return;
            socket.off("data", begin);
            const status = Number(head.subarray(9, 12).toString());
            if (status !== 101) {
                socket.destroy();
                return done(status);
            }
            const client = new Client(socket);
            socket.on("data", (more) => client.take(more));
            done(client);
            const rest = head.subarray(end + 4);
            if (rest.length)
                client.take(rest);
        };
        socket.on("data", begin);
        socket.once("error", failed);
        socket.once("close", () => failed(new Error("no answer to the upgrade")));
        socket.write(lines.join("\r\n") + "\r\n\r\n");
    });
}

// ---- People who play ----

// Someone at a table: follows it, keeps its events, comes back by itself.
export class Player {
    constructor(url, who, table, key, options = {}) {
        Object.assign(this, { url, options, who, table, key, n: 0, events: new Map(), legal: null, over: false,
                              moves: 0, doubled: 0, gaps: 0, wrong: [], stopped: false });
    }

    async connect() {
        const client = await connect(this.url, { ...this.options, cookie: this.who.cookie });
        if (!(client instanceof Client))
            throw new Error(`status ${client}`);
        this.client = client;
        client.on = (said) => this.heard(said);
        client.closed.then(() => this.changed?.());
        const answer = await client.do({ do: "follow", table: this.table, after: this.n, key: this.key });
        return answer;
    }

    heard(said) {
        if (said.is === "table") {
            this.n = said.n;
            this.seat = said.seat;
            this.legal = said.legal;
            this.record = said.record;
            this.over = said.table.state === "over";
        } else if (said.is === "event" && said.table === this.table) {
            const plain = JSON.stringify({ n: said.n, kind: said.kind, seat: said.seat, lines: said.lines });
            if (this.events.has(said.n)) {
                if (this.events.get(said.n) !== plain)
                    this.wrong.push(`event ${said.n} was ${this.events.get(said.n)}, is ${plain}`);
                return;
            }
            if (this.n && said.n !== this.n + 1)
                this.gaps++;
            this.events.set(said.n, plain);
            this.n = said.n;
            this.legal = said.legal || null;
            if (said.kind === "end")
                this.over = true;
        } else {
            return;
        }
        this.changed?.();
    }

    // Resolves when something has changed at the table.
    change() {
        return new Promise((done) => { this.changed = done; });
    }

    // Plays legal lines by 'choose' until the game is over or it is stopped; 'moved' hears
    // of each move that the server acknowledges, and 'acknowledged' keeps them. Throws when
    // the connection is gone: connect and play on.
    async play(choose, moved = () => {}) {
        this.acknowledged ??= [];
        while (!this.over && !this.stopped) {
            const after = this.n;
            if (this.client.dead)
                throw new Error("the connection is gone");
            if (!this.legal?.length || this.tried === after) {
                this.tried = 0;
                await this.change();
                continue;
            }
            const line = await choose(this.legal);
            const answer = await this.client.ask({ do: "move", table: this.table, after, line });
            if (answer.ok === false && answer.error.code === "stale")
                this.tried = after; // the event is on its way
            else if (answer.ok === false && answer.error.code === "unavailable")
                await pause(answer.error.retry_ms);
            else if (answer.ok === false)
                throw new Error(`${line}: ${JSON.stringify(answer.error)}`);
            if (answer.ok === false)
                continue;
            this.moves++;
            this.acknowledged.push({ n: answer.n, line });
            moved(this);
        }
    }

    close() {
        this.stopped = true;
        this.client?.close();
        this.changed?.();
    }
}

// A table with people in all seats but those of levels, begun. Returns its players.
export async function table(url, people, { levels = [], settings = {}, options = {} } = {}) {
    const seats = ["me", ...people.slice(1).map(() => "open"), ...levels];
    const host = await connect(url, { cookie: people[0].cookie });
    const made = await host.do({ do: "create", seats, ...settings });
    const key = made.link.split(".")[1];
    const players = people.map((who) => new Player(url, who, made.table, key, options));

    for (let i = 1; i < people.length; i++) {
        const client = await connect(url, { cookie: people[i].cookie });
        await client.do({ do: "join", table: made.table, key });
        await client.do({ do: "contribute", table: made.table, bytes: crypto.randomBytes(16).toString("hex") });
        client.close();
    }
    await host.do({ do: "contribute", table: made.table, bytes: crypto.randomBytes(16).toString("hex") });
    for (const player of players)
        await player.connect();
    await host.do({ do: "start", table: made.table });
    host.close();
    return players;
}

// Lets players play until they have made so many moves in all.
export async function playSome(players, choose, moves) {
    const stop = () => {
        if (--moves > 0)
            return;
        for (const player of players) {
            player.stopped = true;
            player.changed?.();
        }
    };
    for (const player of players)
        player.stopped = false;
    await Promise.all(players.map((player) => player.play(choose, stop)));
}

// Plays for all at random, one after the other, until 'done' holds; 'may' says which lines a player
// may choose. False if the game is over before.
export async function playUntil(players, done, may = () => true) {
    const choose = pick(random(5));
    for (let move = 0; move < 6000 && !done() && !players[0].over; move++) {
        const [player, legal] = players.map((each) => [each, (each.legal ?? []).filter((line) => may(each, line))])
            .find(([, lines]) => lines.length) ?? [];
        if (!player) {
            await pause(20);
            continue;
        }
        const good = legal.filter((line) => / (raise|clue|start)/.test(line));
        await player.client.ask({ do: "move", table: player.table, after: player.n, line: choose(good.length ? good : legal) });
        await player.client.do({ do: "ping" });
    }
    return done();
}

// A generator of numbers from a seed, so that a run can be repeated.
export function random(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ state >>> 15, state | 1);
        t ^= t + Math.imul(t ^ t >>> 7, t | 61);
        return ((t ^ t >>> 14) >>> 0) / 4294967296;
    };
}

export const pick = (rng) => (list) => list[Math.floor(rng() * list.length)];

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
