// A server of its own for a test: starts 'tobago serve' on a free port, stops or kills it,
// and starts it again where it was.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { pause } from "./client.mjs";

export class Server {
    constructor(program, folder, { limits = {}, options = [] } = {}) {
        Object.assign(this, { program, folder, limits, options, port: 0, said: "", complained: "" });
        fs.mkdirSync(path.join(folder, "site"), { recursive: true });
        fs.writeFileSync(path.join(folder, "site", "index.html"), "<!DOCTYPE html><title>x</title>\n");
    }

    async start() {
        const limits = Object.entries(this.limits).flatMap(([name, most]) => ["--limit", `${name}=${most}`]);
        const child = spawn(this.program, ["serve", "--listen", `127.0.0.1:${this.port}`,
            "--site", path.join(this.folder, "site"), "--data", path.join(this.folder, "data"),
            ...limits, ...this.options], { stdio: ["ignore", "pipe", "pipe"] });

        this.child = child;
        this.said = "";
        this.ended = new Promise((done) => child.once("exit", (code, signal) => done(signal ?? code)));
        child.stdout.on("data", (piece) => { this.said += piece; });
        child.stderr.on("data", (piece) => { this.complained += piece; });
        for (let i = 0; i < 600 && !/ serves /.test(this.said); i++) {
            if (child.exitCode !== null)
                break;
            await pause(25);
        }
        this.url = /^(http:\S+) serves/m.exec(this.said)?.[1];
        if (!this.url)
            throw new Error(`no address: ${this.said} ${this.complained}`);
        this.port = Number(new URL(this.url).port);
        return this.url;
    }

    // Ends it like this, and resolves to its exit code or signal.
    async stop(signal = "SIGTERM") {
        this.child.kill(signal);
        return this.ended;
    }

    rss_kb() {
        const status = fs.readFileSync(`/proc/${this.child.pid}/status`, "utf8");
        return Number(/VmRSS:\s+(\d+)/.exec(status)[1]);
    }
}
