// A flood from one address of this machine: connections that come back at once, frames without an
// end, guests, tables and guessed links, as fast as one thread sends them. It is bounded in count
// and time, and goes to 127.0.0.0/8 alone.
import http from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { Client, connect, pause } from "./client.mjs";

const CONNECTIONS = 150, REQUESTS = 4000, FRAMES = 400000, SECONDS = 60;
const LIMITED = 250; // refusals after which guests and links have both run into their limits
const WAITING_BYTES = 65536; // that a socket may hold back before it gets more
const LINK = "join=k7q2m4xh9d.aaaaaaaaaaaaaaaaaaaaaaaaaa"; // of no table
const SAID = ['{"id":1,"do":"create","seats":["me","open"]}', '{"id":2,"do":"lobby","follow":true}', "nonsense"];

class Sender {
    constructor(url, from) {
        Object.assign(this, { url, from, clients: new Set(), cookie: undefined, stopped: false });
        this.counts = { tried: 0, opened: 0, open: 0, frames: 0, requests: 0, statuses: {}, names: {} };
    }

    count(kind, what) {
        this.counts[kind][what] = (this.counts[kind][what] ?? 0) + 1;
    }

    // One request from the flood's address; resolves to its cookie, if it brings one.
    post(path, body) {
        const text = JSON.stringify(body);
        const headers = { "content-type": "application/json", "content-length": text.length };
        this.counts.requests++;
        return new Promise((done) => {
            const sent = http.request(new URL(path, this.url), { method: "POST", headers, agent: false,
                                                                 localAddress: this.from }, (answer) => {
                this.count("statuses", answer.statusCode);
                answer.resume();
                answer.on("close", () => done(answer.headers["set-cookie"]?.[0].split(";")[0]));
            });
            sent.on("error", () => done(this.count("statuses", "cut off")));
            sent.end(text);
        });
    }

    // Becomes guest after guest, and guesses links, until both run into their limits.
    async ask() {
        while (!this.stopped && this.counts.requests < REQUESTS && !this.limited) {
            this.cookie = await this.post("/api/guest", { name: "Flood" }) ?? this.cookie;
            await this.post("/api/enter", { link: LINK });
            this.limited = this.counts.statuses[429] > LIMITED;
        }
    }

    // Connects, sends whatever the socket takes until it is cut off, and connects again.
    async talk() {
        while (!this.stopped) {
            this.counts.tried++;
            const client = await connect(this.url, { cookie: this.cookie, from: this.from }).catch(() => null);
            if (!(client instanceof Client)) {
                this.count("statuses", client ?? "cut off");
                await pause(20);
                continue;
            }
            this.counts.opened++;
            this.counts.open++;
            this.clients.add(client);
            client.on = (frame) => frame.error && this.count("names", frame.error.name);
            while (!client.dead && !this.stopped) {
                if (client.socket.writableLength < WAITING_BYTES && this.counts.frames < FRAMES)
                    for (let i = 0; i < 30; i++)
                        client.send(SAID[this.counts.frames++ % SAID.length]);
                await pause(5);
            }
            this.clients.delete(client);
            this.counts.open--;
            client.close();
        }
    }

    async run() {
        const told = setInterval(() => parentPort.postMessage(this.counts), 50);
        const end = setTimeout(() => this.stop(), SECONDS * 1000);
        await Promise.all([this.ask(), this.ask(), this.ask(), this.ask()]);
        await Promise.all(Array.from({ length: CONNECTIONS }, () => this.talk()));
        clearTimeout(end);
        clearInterval(told);
        parentPort.postMessage(this.counts);
        parentPort.close();
    }

    stop() {
        this.stopped = true;
        for (const client of this.clients)
            client.close();
    }
}

if (!isMainThread && workerData?.flood) {
    const sender = new Sender(...workerData.flood);
    parentPort.on("message", () => sender.stop());
    await sender.run();
}

// A flood on a thread of its own, so that it holds nobody up but the server. 'counts' is what it
// has sent and what came of it, a moment ago.
export class Flood {
    constructor(url, from) {
        if (![new URL(url).hostname, from].every((each) => each.startsWith("127.")))
            throw new Error("a flood stays on this machine");
        this.counts = { tried: 0, opened: 0, open: 0, frames: 0, requests: 0, statuses: {}, names: {} };
        this.worker = new Worker(new URL(import.meta.url), { workerData: { flood: [url, from] } });
        this.worker.on("message", (counts) => { this.counts = counts; });
        this.ended = new Promise((done, failed) => this.worker.once("exit", done).once("error", failed));
    }

    async stop() {
        this.worker.postMessage("stop");
        await this.ended;
    }
}

// Asks the server something ten times a second, and keeps how long the answers take.
export class Patience {
    constructor(client) {
        Object.assign(this, { client, waits_ms: [], stopped: false });
        this.ended = this.ask();
    }

    async ask() {
        while (!this.stopped) {
            const began = performance.now();
            await this.client.do({ do: "ping" });
            this.waits_ms.push(performance.now() - began);
            await pause(100);
        }
    }

    // Resolves to the longest wait, in ms.
    async stop() {
        this.stopped = true;
        await this.ended;
        return Math.round(Math.max(...this.waits_ms));
    }
}
