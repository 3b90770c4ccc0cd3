// Notifications through a push service of the test's own, over real sockets and TLS:
// node tests/push.mjs PROGRAM FOLDER. Prints what is wrong, and nothing if all is well.
import fs from "node:fs";
import path from "node:path";

import { connect, guest, pause, table } from "./lib/client.mjs";
import { PushService, Subscription, certificate, vapid } from "./lib/pushes.mjs";
import { Server } from "./lib/server.mjs";

const [program, folder] = process.argv.slice(2);

function check(good, ...what) {
    if (!good)
        console.log(...what);
}

// Plays until somebody else decides. A move may make several events: what comes before the
// answer to a ping has come.
async function turn(player) {
    await player.client.do({ do: "ping" });
    while (player.legal?.length) {
        await player.client.do({ do: "move", table: player.table, after: player.n, line: player.legal.at(-1) });
        await player.client.do({ do: "ping" });
    }
}

// Ben opens his page, plays until it is Ada's turn, and goes.
async function go(ben) {
    await ben.connect();
    await turn(ben);
    ben.client.close();
    await ben.client.closed;
}

// Ada and Ben at a table; Ben's page is closed, and it is Ada's turn.
async function begin(server, subscription) {
    const people = [await guest(server.url, "Ada"), await guest(server.url, "Ben")];
    const [ada, ben] = await table(server.url, people);
    const { key } = await ben.client.do({ do: "push_key" });
    await ben.client.do({ do: "subscribe", subscription });
    ben.client.close();
    await ben.client.closed;
    await pause(50);
    return { ada, ben, key };
}

const service = new PushService(certificate(folder));
await service.start();
process.env.SSL_CERT_FILE = service.tls.file;
const server = new Server(program, path.join(folder, "a"), { options: ["--push-allow", service.host, "--push-contact", "mailto:ada@example.org"] });
await server.start();

// A turn is told once, sealed for the device and signed for the service.
const phone = new Subscription(`${service.origin}/phone?a=b`);
const first = await begin(server, phone);
if (!first.ada.legal?.length)
    await go(first.ben);
await pause(100);
const before = service.posts.length;
check(before <= 1, `${before} posts at the start`);
await turn(first.ada);
check(await service.wait(1), "nobody was notified");
const [post] = service.posts;
const signed = vapid(post.headers.authorization, service.origin);
check(signed?.key === first.key, "the signature is not the server's:", post.headers.authorization);
check(signed?.sub === "mailto:ada@example.org", "the contact is missing");
check(post.method === "POST" && post.path === "/phone?a=b", post.method, post.path);
check(post.headers["content-encoding"] === "aes128gcm" && post.headers.topic === first.ada.table, JSON.stringify(post.headers));
check(Number(post.headers.ttl) > 0, "no time to live");
check(!post.body.includes(first.ada.table), "the body is not sealed");
const said = JSON.parse(phone.open(post.body));
check(said.table === first.ada.table && said.what && said.with[0] === "Ada", JSON.stringify(said));
check(!/\b(hand|card|clue|in-|line)\b/.test(JSON.stringify(Object.keys(said))), "it says too much");
await go(first.ben);
await turn(first.ada);
await pause(300);
check(service.posts.length <= 2, `${service.posts.length} posts: once for each time that he was away`);

// A service that says that a subscription is gone is believed; another is tried again, within bounds; a
// redirection leads nowhere.
service.posts.length = 0;
service.answer = ({ path: at }) => at === "/gone" ? { status: 410 } : at === "/moved" ? { status: 307, headers: { location: "/elsewhere" } } :
    at === "/busy" && service.posts.filter((each) => each.path === "/busy").length < 1 ? { status: 503 } : { status: 201 };
const others = await Promise.all(["gone", "moved", "busy"].map((name) => begin(server, new Subscription(`${service.origin}/${name}`))));
for (const { ada, ben } of others) {
    if (!ada.legal?.length)
        await go(ben);
    await turn(ada);
}
check(await service.wait(4), "posts:", service.posts.map((each) => each.path).join(" "));
const [gone, , busy] = others;
const times = service.posts.filter((each) => each.path === "/busy").map((each) => each.at);
check(times.length === 2 && times[1] - times[0] >= 4500, "a busy service is tried again after a while");
const count = (name) => service.posts.filter((each) => each.path === name).length;
check(count("/elsewhere") === 0 && count("/moved") === 1, "a redirection was followed");
for (const { ada, ben } of [gone, busy]) {
    await go(ben);
    await turn(ada);
}
await pause(400);
check(count("/gone") === 1, "a subscription that is gone was used again");

// A service that never answers and one whose answer has no end hold nobody up, and are left: the one
// when its time is up, the other when it has said more than an answer needs.
service.posts.length = 0;
service.answer = ({ path: at }) => ({ status: 201, silent: at === "/silent", endless: at === "/endless" });
for (const name of ["silent", "endless", "quick"]) {
    const { ada, ben } = await begin(server, new Subscription(`${service.origin}/${name}`));
    if (!ada.legal?.length)
        await go(ben);
    await turn(ada);
}
check(await service.wait(3) && count("/quick") === 1, "a service that hangs holds others up:", service.posts.map((each) => each.path).join(" "));
const left = async (name) => {
    const post = service.posts.find((each) => each.path === name);
    for (const until = Date.now() + 30000; !post.closed && Date.now() < until;)
        await pause(50);
    return post;
};
const endless = await left("/endless"), silent = await left("/silent");
check(endless.closed && endless.poured < 65536, "an endless answer was read for", endless.closed - endless.at, "ms,", endless.poured, "bytes");
check(silent.closed && silent.closed - silent.at >= 9000, "a silent service was left after", silent.closed - silent.at, "ms");

// Nothing else on this machine is called, and no certificate is believed that is not known.
const ben = await guest(server.url, "Ben");
const client = await connect(server.url, { cookie: ben.cookie });
for (const wrong of [`https://127.0.0.1:${service.port + 1}/x`, `http://${service.host}/x`, "https://localhost:22/x", "https://x:y@127.0.0.1/"]) {
    const answer = await client.ask({ do: "subscribe", subscription: new Subscription(wrong) });
    check(answer.ok === false && answer.error.name === "bad_subscription", wrong, JSON.stringify(answer));
}
client.close();
delete process.env.SSL_CERT_FILE;
const strict = new Server(program, path.join(folder, "b"), { options: ["--push-allow", service.host] });
await strict.start();
const last = await begin(strict, new Subscription(`${service.origin}/unknown`));
if (!last.ada.legal?.length)
    await go(last.ben);
await turn(last.ada);
await pause(1000);
check(!service.posts.some(({ path: to }) => to === "/unknown"), "a certificate that nobody knows was believed");

for (const each of [server, strict]) {
    const code = await each.stop();
    check(code === 0, "the server ended with", code);
    check(each.complained === "", "the server complained:", each.complained);
}
service.stop();
fs.rmSync(path.join(folder, "key.pem"));
process.exit(0);
