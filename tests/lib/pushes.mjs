// A push service of its own for a test, and a browser's half of a subscription: posts come in
// over https, are checked as a push service checks them (RFC 8030, RFC 8292), and opened as a
// browser opens them (RFC 8291).
import { execFileSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import https from "node:https";
import path from "node:path";

const base64 = (bytes) => Buffer.from(bytes).toString("base64url");

const hkdf = (salt, secret, info, length) => Buffer.from(crypto.hkdfSync("sha256", secret, salt, info, length));

// A certificate for 127.0.0.1 that only those believe who are told to: SSL_CERT_FILE.
export function certificate(folder) {
    const [key, cert] = ["key.pem", "cert.pem"].map((name) => path.join(folder, name));

    execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-days", "2", "-subj", "/CN=push", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", key, "-out", cert], { stdio: "ignore" });
    return { key: fs.readFileSync(key), cert: fs.readFileSync(cert), file: cert };
}

// What a browser keeps of a subscription.
export class Subscription {
    constructor(endpoint) {
        this.ecdh = crypto.createECDH("prime256v1");
        this.ecdh.generateKeys();
        this.auth = crypto.randomBytes(16);
        this.endpoint = endpoint;
    }

    toJSON() {
        return { endpoint: this.endpoint, expirationTime: null,
                 keys: { p256dh: base64(this.ecdh.getPublicKey()), auth: base64(this.auth) } };
    }

    // Opens a message; throws if it was not sealed for this subscription.
    open(body) {
        const salt = body.subarray(0, 16), size = body[20], sender = body.subarray(21, 21 + size);
        const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.ecdh.getPublicKey(), sender]);
        const secret = hkdf(this.auth, this.ecdh.computeSecret(sender), info, 32);
        const sealed = body.subarray(21 + size);
        const cipher = crypto.createDecipheriv("aes-128-gcm", hkdf(salt, secret, "Content-Encoding: aes128gcm\0", 16),
                                               hkdf(salt, secret, "Content-Encoding: nonce\0", 12));
        cipher.setAuthTag(sealed.subarray(-16));
        const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
        if (text.at(-1) !== 2)
            throw new Error("the last record does not say so");
        return text.subarray(0, -1).toString();
    }
}

// Is this the value of an 'authorization' that this service accepts?
export function vapid(header, origin) {
    const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? "") ?? [];
    if (!token)
        return null;
    const [head, claims, signature] = token.split(".");
    const point = Buffer.from(key, "base64url");
    const pem = crypto.createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256",
        x: base64(point.subarray(1, 33)), y: base64(point.subarray(33)) } });
    const good = crypto.verify("sha256", Buffer.from(`${head}.${claims}`), { key: pem, dsaEncoding: "ieee-p1363" },
                               Buffer.from(signature, "base64url"));
    const said = JSON.parse(Buffer.from(claims, "base64url"));
    const left = said.exp - Date.now() / 1000;
    return good && said.aud === origin && left > 0 && left < 86400 ? { key, ...said } : null;
}

// The service: 'posts' are what came in, 'answer(request)' says how it answers.
export class PushService {
    constructor(tls) {
        this.tls = tls;
        this.posts = [];
        this.answer = () => ({ status: 201 });
        this.server = https.createServer(tls, (request, response) => {
            const pieces = [];
            request.on("data", (piece) => pieces.push(piece));
            request.on("end", () => {
                const post = { path: request.url, method: request.method, headers: request.headers, body: Buffer.concat(pieces), at: Date.now() };
                const { status, headers = {}, silent = false, endless = false } = this.answer(post);
                this.posts.push(post);
                request.socket.once("close", () => { post.closed = Date.now(); this.heard?.(); });
                if (endless)
                    this.pour(request.socket, post);
                else if (!silent)
                    response.writeHead(status, headers).end();
                this.heard?.();
            });
        });
    }

    // An answer whose head has no end, for as long as someone reads it.
    pour(socket, post) {
        const line = Buffer.from(`x: ${"y".repeat(1020)}\r\n`);
        socket.on("error", () => {});
        socket.write("HTTP/1.1 201 Created\r\n");
        post.poured = 0;
        const more = setInterval(() => { post.poured += line.length; socket.write(line); }, 20);
        socket.once("close", () => clearInterval(more));
    }

    async start() {
        await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
        this.port = this.server.address().port;
        this.host = `127.0.0.1:${this.port}`;
        this.origin = `https://${this.host}`;
    }

    // Waits until so many posts have come; false if they do not come in time.
    async wait(count, ms = 15000) {
        const until = Date.now() + ms;
        while (this.posts.length < count && Date.now() < until)
            await new Promise((done) => { const timer = setTimeout(done, 50); this.heard = () => { clearTimeout(timer); done(); }; });
        return this.posts.length >= count;
    }

    stop() {
        this.server.closeAllConnections();
        this.server.close();
    }
}
