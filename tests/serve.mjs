// The client of tests/cli_serve.sh: speaks HTTP over bare sockets, so that it can also say
// what no browser would. Usage: node tests/serve.mjs SECTION URL PID. Prints a line for
// everything that is wrong.
import fs from 'node:fs';
import net from 'node:net';
import zlib from 'node:zlib';

const [section, address, pid] = process.argv.slice(2);
const { hostname, port } = new URL(address);
const host = hostname.replace(/[[\]]/g, '');

const complain = (text) => console.log(text);
const same = (what, got, want) => {
    if (got !== want) complain(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
};
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// Sends bytes and collects what comes back until the server closes, or nothing has come for
// `quiet` milliseconds. `half`: close our side after sending.
function talk(bytes, { quiet = 2000, half = false } = {}) {
    return new Promise((resolve) => {
        const socket = net.connect(port, host);
        const pieces = [];
        let closed = false;
        const done = () => {
            socket.destroy();
            resolve({ bytes: Buffer.concat(pieces), closed });
        };
        socket.setTimeout(quiet, done);
        socket.on('connect', () => (half ? socket.end(bytes) : socket.write(bytes)));
        socket.on('data', (piece) => pieces.push(piece));
        socket.on('error', () => { closed = true; });
        socket.on('end', () => { closed = true; });
        socket.on('close', () => { closed = true; done(); });
    });
}

// Splits what came back into answers. `heads`: which of them answer HEAD.
function answers(bytes, heads = []) {
    const list = [];
    while (bytes.length) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) break;
        const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
        const fields = {};
        for (const line of lines) {
            const [, name, value] = /^([a-z-]+): (.*)$/.exec(line) ?? [, 'broken', line];
            if (name in fields) complain(`${name} comes twice`);
            fields[name] = value;
        }
        const length = heads.includes(list.length) ? 0 : Number(fields['content-length'] ?? 0);
        const body = bytes.subarray(end + 4, end + 4 + length);
        if (body.length !== length) complain(`a body of ${body.length} bytes, not ${length}`);
        list.push({ status: Number(first.split(' ')[1]), first, fields, body });
        bytes = bytes.subarray(end + 4 + length);
    }
    if (bytes.length) complain(`left over: ${JSON.stringify(bytes.toString('latin1').slice(0, 80))}`);
    return list;
}

// One request on a connection of its own.
async function ask(path, fields = {}, method = 'GET') {
    const lines = Object.entries({ Host: 'x', Connection: 'close', ...fields });
    const text = `${method} ${path} HTTP/1.1\r\n` +
        lines.map(([name, value]) => `${name}: ${value}\r\n`).join('') + '\r\n';
    const { bytes, closed } = await talk(Buffer.from(text, 'latin1'), { quiet: 2000 });
    const [answer] = answers(bytes, method === 'HEAD' ? [0] : []);
    return { status: 0, fields: {}, body: Buffer.alloc(0), ...answer, closed };
}

async function lives(after) {
    const { status, body } = await ask('/healthz');
    if (status !== 200 || body.toString() !== 'ok\n') complain(`not alive after ${after}`);
}

const sections = {
    // What a browser asks for
    async files() {
        const home = await ask('/');
        same('/', home.status, 200);
        same('/ body', home.body.toString(), '<!DOCTYPE html><title>home</title>\n');
        same('/index.html', (await ask('/index.html')).fields.etag, home.fields.etag);
        same('query', (await ask('/?a=b&c')).fields.etag, home.fields.etag);
        same('escaped', (await ask('/%69ndex.html')).fields.etag, home.fields.etag);
        same('blank', (await ask('/a%20b.txt')).body.toString(), 'blank\n');
        same('utf-8', (await ask('/%C3%A9.txt')).body.toString(), 'accent\n');
        same('link inside', (await ask('/same.html')).fields.etag, home.fields.etag);
        const types = {
            '/': 'text/html; charset=utf-8',
            '/app-5KDYQ3LZ.js': 'text/javascript; charset=utf-8',
            '/style.css': 'text/css; charset=utf-8',
            '/tobago.wasm': 'application/wasm',
            '/img/icon.svg': 'image/svg+xml',
            '/img/icon.png': 'image/png',
            '/app.webmanifest': 'application/manifest+json',
            '/game.tobago': 'text/plain; charset=utf-8',
            '/data.json': 'application/json',
            '/odd.xyz': 'application/octet-stream',
        };
        for (const path in types)
            same(path, (await ask(path)).fields['content-type'], types[path]);
        const moved = await ask('/rules');
        same('/rules', moved.status, 301);
        same('/rules location', moved.fields.location, '/rules/');
        same('/rules/', (await ask('/rules/')).body.toString(), 'rules\n');
        same('/img/', (await ask('/img/')).status, 404);
        const missing = await ask('/nothing');
        same('404', missing.status, 404);
        same('404 is not kept', missing.fields['cache-control'], 'no-store');
        same('404 page', missing.body.toString(), 'own 404\n');
        same('health', (await ask('/healthz')).fields['cache-control'], 'no-store');
        same('empty file', (await ask('/empty.txt')).fields['content-length'], '0');
    },

    // Encodings, entity tags, caches
    async caching() {
        const script = '/app-5KDYQ3LZ.js';
        const plain = await ask(script);
        same('plain', plain.fields['content-encoding'], undefined);
        same('vary', plain.fields.vary, 'accept-encoding');
        const unpack = { gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync };
        const tags = new Set([plain.fields.etag]);
        for (const [wish, coding] of [
            ['gzip', 'gzip'], ['br', 'br'], ['gzip, deflate, br', 'br'], ['GZIP;q=1', 'gzip'],
            ['*', 'br'], ['br;q=0, *', 'gzip'], ['br;q=0,gzip;q=0.0', undefined],
            ['*;q=0', undefined], ['gzip ; q=0.5 , br ; q=0', 'gzip'], ['x-gzip', 'gzip'],
            ['identity', undefined], ['brr,gzipp', undefined], [',,;;q', undefined],
        ]) {
            const got = await ask(script, { 'Accept-Encoding': wish });
            same(`Accept-Encoding: ${wish}`, got.fields['content-encoding'], coding);
            same(`${wish} body`, (coding ? unpack[coding](got.body) : got.body).equals(plain.body),
                true);
            tags.add(got.fields.etag);
        }
        same('an entity tag for each encoding', tags.size, 3);
        for (const tag of tags) same(`strong ${tag}`, /^"[!#-~]+"$/.test(tag), true);
        same('variants are not files', (await ask(script + '.gz')).status, 404);
        same('a file .gz is', (await ask('/alone.gz')).fields['content-type'], 'application/gzip');
        const stale = await ask('/stale.js', { 'Accept-Encoding': 'gzip, br' });
        same('stale encodings', stale.fields['content-encoding'], undefined);
        same('stale body', stale.body.toString(), fs.readFileSync(process.env.SITE + '/stale.js', 'utf8'));

        const br = await ask(script, { 'Accept-Encoding': 'br' });
        for (const [field, status] of [
            [br.fields.etag, 304], [`W/${br.fields.etag}`, 304], ['*', 304],
            [`"a", ${br.fields.etag} , "b"`, 304], [plain.fields.etag, 200], ['"x"', 200],
            [br.fields.etag.slice(0, -1), 200], ['', 200], ['"'.repeat(900), 200],
        ]) {
            const got = await ask(script, { 'Accept-Encoding': 'br', 'If-None-Match': field });
            same(`If-None-Match: ${field}`, got.status, status);
            same('its tag', got.fields.etag, br.fields.etag);
            if (status === 304) same('304 body', got.body.length, 0);
        }
        same('hashed names', plain.fields['cache-control'], 'public, max-age=31536000, immutable');
        for (const path of ['/', '/sw.js', '/style.css'])
            same(path, (await ask(path)).fields['cache-control'], 'no-cache');
    },

    // Every answer carries the same protection
    async security() {
        const want = {
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'no-referrer',
            'cross-origin-opener-policy': 'same-origin',
            'cross-origin-embedder-policy': 'require-corp',
            'cross-origin-resource-policy': 'same-origin',
        };
        for (const [path, method] of [['/', 'GET'], ['/nothing', 'GET'], ['/', 'BREW'],
            ['/', 'POST'], ['/healthz', 'GET'], ['/rules', 'GET'], ['/', 'HEAD']]) {
            const { fields } = await ask(path, {}, method);
            for (const name in want) same(`${method} ${path} ${name}`, fields[name], want[name]);
            const policy = (fields['content-security-policy'] ?? '').split('; ');
            for (const part of ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'",
                "style-src 'self'", "connect-src 'self'", "worker-src 'self'", "base-uri 'none'",
                "frame-ancestors 'none'", "form-action 'none'", "manifest-src 'self'"])
                same(`${method} ${path} ${part}`, policy.includes(part), true);
            same('no unsafe', policy.join().includes('unsafe-inline'), false);
            same('date', Math.abs(Date.parse(fields.date) - Date.now()) < 5000, true);
        }
    },

    async methods() {
        for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT',
            'BREW', 'PROPFIND', 'G', 'GETT', 'X'.repeat(300)]) {
            const got = await ask('/', method === 'POST' ? { 'Content-Length': 0 } : {}, method);
            same(method, got.status, 405);
            same(`${method} allow`, got.fields.allow, 'GET, HEAD');
        }
        const body = await talk('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello' +
            'GET /rules/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
        same('a body is skipped', answers(body.bytes).map((a) => a.status).join(), '405,200');
        for (const [fields, status] of [[{ 'Content-Length': 1e9 }, 405],
            [{ 'Transfer-Encoding': 'chunked' }, 405], [{ 'Content-Length': '-5' }, 400],
            [{ 'Content-Length': 'x' }, 400], [{ 'Content-Length': '5, 5' }, 400]]) {
            const got = await ask('/', { ...fields, Connection: 'keep-alive' }, 'PUT');
            same('a long body', got.status, status);
            same('ends the connection', got.closed, true);
        }
        const get = await ask('/');
        const head = await ask('/', {}, 'HEAD');
        for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
            same(`HEAD ${name}`, head.fields[name], get.fields[name]);
        const pair = await talk('HEAD / HTTP/1.1\r\nHost: x\r\n\r\n' +
            'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
        same('HEAD, then GET', answers(pair.bytes, [0]).map((a) => a.body.length).join(),
            `0,${get.body.length}`);
    },

    // Bodies: read as a whole, and then answered
    async posts() {
        for (const [fields, status] of [
            [{ 'Content-Length': 4097 }, 413], [{ 'Content-Length': 1e9 }, 413],
            [{ 'Content-Length': '1'.repeat(30) }, 400], [{ 'Content-Length': '-5' }, 400],
            [{ 'Content-Length': 'x' }, 400], [{ 'Content-Length': '5 5' }, 400],
            [{ 'Transfer-Encoding': 'chunked' }, 411], [{}, 411],
            [{ 'Transfer-Encoding': 'chunked', 'Content-Length': 5 }, 411],
        ]) {
            const got = await ask('/', { ...fields, Connection: 'keep-alive' }, 'POST');
            same(`POST with ${JSON.stringify(fields)}`, got.status, status);
            same('ends the connection', got.closed, true);
        }
        const post = (n, more = '') => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${n}\r\n${more}\r\n`;
        const get = 'GET /rules/ HTTP/1.1\r\nHost: x\r\n\r\n';
        const last = get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
        for (const n of [0, 1, 5, 1000, 4095, 4096]) {
            const both = await talk(post(n) + 'x'.repeat(n) + get + post(n) + 'x'.repeat(n) + last);
            same(`a body of ${n}`, answers(both.bytes).map((a) => a.status).join(), '405,200,405,200');
        }
        const pieces = [];
        const socket = net.connect(port, host);
        socket.on('data', (piece) => pieces.push(piece));
        for (const letter of post(20) + 'x'.repeat(20) + last) {
            socket.write(letter);
            await sleep(2);
        }
        await sleep(200);
        socket.destroy();
        same('letter by letter', answers(Buffer.concat(pieces)).map((a) => a.status).join(), '405,200');
        const waits = await talk(post(3, 'Expect: 100-continue\r\n'), { quiet: 300 });
        same('100-continue', waits.bytes.toString(), 'HTTP/1.1 100 Continue\r\n\r\n');
        const early = await talk(post(20) + 'x'.repeat(10), { half: true, quiet: 300 });
        same('half a body', early.bytes.length, 0);
        await lives('bodies');
    },

    // Handshakes where nobody upgrades; tests/test_net.c tries those that are taken
    async upgrades() {
        const shake = { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Version': '13',
            'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Protocol': 'tobago.1' };
        same('/', (await ask('/', shake)).status, 200);
        for (const path of ['/ws/', '/w', '/wss', '/WS', '/ws/x', '/x/ws', '//ws'])
            same(path, (await ask(path, shake)).status, 404);
        await lives('upgrades');
    },

    // Ways out of the folder: $SITE/../secret.txt holds the word SECRET
    async paths() {
        const ups = ['..', '%2e%2e', '%2E.', '.%2e', '..%2f', '%2e%2e%2f', '..%5c', '..\\',
            '%252e%252e', '....', '..;', '%c0%ae%c0%ae', '..%00', '%u002e%u002e'];
        const paths = ['/secret.link', '/folder.link/secret.txt', '/.hidden', '/.git/config', '/pipe',
            '//etc/passwd', '/etc/passwd', 'etc/passwd', 'http://x/secret.txt', 'file:///etc/passwd',
            '/%00', '/index.html%00.png', '/%', '/%zz', '/%2', '*', '\\..\\secret.txt', '/\u00ff',
            `${process.env.SITE}/../secret.txt`, '/img%2ficon.svg%2f..%2f..%2f..%2fsecret.txt'];
        for (const up of ups)
            for (const path of [`/${up}/secret.txt`, `/img/${up}/${up}/secret.txt`,
                `${up}/secret.txt`, `/${up}secret.txt`, `/${up}/${up}/${up}/etc/passwd`])
                paths.push(path);
        for (const path of paths) {
            const { bytes } = await talk(Buffer.from(
                `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'));
            const text = bytes.toString('latin1');
            if (/SECRET|root:|HIDDEN/.test(text)) complain(`${path} leads out`);
            if (text.includes(' 403 ') && !text.includes("content-security-policy: default-src 'none'"))
                complain(`${path}: 403 without a policy`);
            if (bytes.length && !/^HTTP\/1\.[01] (400|403|404|301|405) /.test(text) &&
                !/^HTTP\/1.1 200 [^]*home/.test(text))
                complain(`${path}: ${text.slice(0, 60)}`);
        }
        await lives('paths');
    },

    // One connection, many requests
    async pipelining() {
        const one = 'GET /img/icon.svg HTTP/1.1\r\nHost: x\r\n\r\n';
        const big = 'GET /big.bin HTTP/1.1\r\nHost: x\r\n\r\n';
        const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
        const many = await talk(one.repeat(200) + last, { quiet: 3000 });
        same('200 requests', answers(many.bytes).filter((a) => a.status === 200).length, 201);
        same('closed at the end', many.closed, true);
        const large = await talk(one + big + one + big + last, { quiet: 5000 });
        same('with large ones', answers(large.bytes).map((a) => a.body.length).join(),
            [7, 16777216, 7, 16777216, 3].join());
        const whole = fs.readFileSync(process.env.SITE + '/big.bin');
        same('which are whole', answers(large.bytes)[3].body.equals(whole), true);
        const half = await talk(one + one, { half: true, quiet: 1500 });
        same('after a half close', answers(half.bytes)[0]?.status, 200);
        const old = await talk('GET / HTTP/1.0\r\n\r\n');
        same('HTTP/1.0', answers(old.bytes)[0].status, 200);
        same('HTTP/1.0 ends', old.closed, true);
        const kept = await talk('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n');
        same('HTTP/1.0 is kept', kept.closed, false);
        const slow = [];
        const socket = net.connect(port, host);
        socket.on('data', (piece) => slow.push(piece));
        for (const letter of 'GET / HTTP/1.1\r\nHost: x\r\n\r\n') {
            socket.write(letter);
            await sleep(2);
        }
        await sleep(200);
        socket.destroy();
        same('letter by letter', answers(Buffer.concat(slow))[0]?.status, 200);
    },

    // What nobody should send
    async hostile() {
        const head = 'GET / HTTP/1.1\r\nHost: x\r\n';
        const lines = (n) => Array.from({ length: n }, (_, i) => `X-${i}: ${i}\r\n`).join('');
        const says = {
            'a long path': `GET /${'a'.repeat(100000)} HTTP/1.1\r\n\r\n`,
            'a long field': `${head}X: ${'a'.repeat(1000000)}\r\n\r\n`,
            'a long name': `${head}${'a'.repeat(100000)}: x\r\n\r\n`,
            'many fields': `${head}${lines(20000)}\r\n`,
            'a query without end': `GET /?${'a&'.repeat(50000)} HTTP/1.1\r\n\r\n`,
            'many cookies': `${head}${'Cookie: a=b\r\n'.repeat(5000)}\r\n`,
            'the same field': `${head}${'If-None-Match: "a"\r\n'.repeat(300)}\r\n`,
            'no version': 'GET /\r\n\r\n',
            'another version': 'GET / HTTP/9.9\r\n\r\n',
            'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
            'TLS': Buffer.from('16030100c8010000c40303' + '00'.repeat(190), 'hex'),
            'zero bytes': Buffer.alloc(10000),
            'only newlines': '\r\n'.repeat(5000),
            'a zero byte': 'GET /\0 HTTP/1.1\r\n\r\n',
            'a zero byte in a field': `${head}X: a\0b\r\n\r\n`,
            'no colon': `${head}nonsense\r\n\r\n`,
            'folded': `${head}X: a\r\n b\r\n\r\n`,
            'split': 'GET / HTTP/1.1\nHost: x\n\n',
            'two lengths': `${head}Content-Length: 1\r\nContent-Length: 100\r\n\r\n`,
            'a length below zero': `${head}Content-Length: -1\r\n\r\n`,
            'a huge length': `${head}Content-Length: 99999999999999999999\r\n\r\n`,
            'chunks': `${head}Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n`,
            'WebSocket': `${head}Upgrade: websocket\r\nConnection: Upgrade\r\n` +
                'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
            'WebSocket without a key': `${head}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
            'h2c': `${head}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n` +
                'HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
            'h2c with bad settings': `${head}Upgrade: h2c\r\nHTTP2-Settings: ${'A'.repeat(900)}\r\n\r\n`,
            'another upgrade': `${head}Upgrade: TLS/1.0\r\nConnection: Upgrade\r\n\r\n`,
            'a proxy': 'GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n',
            'an expectation': `${head}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`,
            'a range': `${head}Range: bytes=0-0,1-1,-5\r\n\r\n`,
        };
        for (const what in says)
            for (const half of [false, true]) {
                const { bytes } = await talk(says[what], { quiet: 150, half });
                if (bytes.length && !/^HTTP\/1\.[01] [234]/.test(bytes.toString('latin1')))
                    complain(`${what}: ${bytes.toString('latin1').slice(0, 60)}`);
                if (/ 101 /.test(bytes.toString('latin1').slice(0, 20))) complain(`${what}: 101`);
                await lives(what);
            }
    },

    // Requests with random damage; the seed is printed with what goes wrong
    async random() {
        const seed = Number(process.env.SEED || Date.now() % 1000000);
        const rounds = process.env.LONG === '1' ? 5000 : 400;
        let state = BigInt(seed);
        const next = (n) => {
            state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
            return Number(state >> 33n) % n;
        };
        const parts = ['GET ', 'HEAD ', 'POST ', '/', '/index.html', '/big.bin', '?a=b&c;d', '%2e', '%00',
            '..', ' HTTP/1.1', ' HTTP/1.0', '\r\n', '\r\n\r\n', '\n', 'Host: x', ': ', ':', ' ', '\t',
            'Content-Length: 3', 'Content-Length: 0', 'Transfer-Encoding: chunked', 'Upgrade: h2c',
            'Upgrade: websocket', 'Connection: keep-alive', 'Connection: Upgrade', 'Connection: close',
            'Accept-Encoding: gzip;q=', 'If-None-Match: W/"', 'HTTP2-Settings: AAMAAABk', 'OPTIONS ',
            'Sec-WebSocket-Key: ', 'Sec-WebSocket-Version: 13', 'PUT ', 'CONNECT ', 'DELETE ',
            'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'HEAD / HTTP/1.1\r\n\r\n', 'abc', '\0', '\xff'];
        const one = () => {
            let text = next(3) ? 'GET / HTTP/1.1\r\n' : '';
            for (let i = next(24); i >= 0; i--)
                text += next(9) ? parts[next(parts.length)] : String.fromCharCode(next(256));
            return Buffer.from(text + (next(2) ? '\r\n\r\n' : ''), 'latin1');
        };
        for (let i = 0; i < rounds; i += 20) {
            await Promise.all(Array.from({ length: 20 }, () =>
                talk(one(), { quiet: 20 + next(60), half: next(2) === 0 })));
            if (i % 100 === 0) await lives(`random bytes, seed ${seed}, round ${i}`);
        }
        await lives(`random bytes, seed ${seed}`);
    },

    // Readers that do not read cost no time; they, and clients that say nothing, are dropped
    async slow() {
        const cpu = () => {
            const words = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
            return Number(words[11]) + Number(words[12]); // in hundredths of a second
        };
        const begin = Date.now();
        const silent = [];
        for (const text of ['', 'G', 'GET / HTTP/1.1\r\nHost:', 'GET / HTTP/1.1\r\nHost: x\r\nX: ']) {
            const socket = net.connect(port, host);
            silent.push(new Promise((done) => socket.on('close', () => done(Date.now() - begin))));
            socket.on('error', () => {});
            socket.resume();
            if (text) socket.write(text);
            if (text.endsWith('X: ')) {
                const drip = setInterval(() => socket.write('x'), 500);
                socket.on('close', () => clearInterval(drip));
            }
        }
        const stuck = Array.from({ length: 8 }, (_, i) => {
            const socket = net.connect(port, host);
            socket.on('error', () => {});
            socket.pause();
            const ahead = 'GET /big.bin HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(i % 2 ? 3 : 1);
            if (i % 4 < 2) socket.write(ahead); else socket.end(ahead);
            return socket;
        });
        await sleep(1000);
        const before = cpu();
        await sleep(2000);
        if (cpu() - before > 40) complain(`stuck readers cost ${cpu() - before} % of two seconds`);
        await lives('stuck readers');
        stuck.forEach((socket) => socket.destroy());
        const latest = Math.max(...await Promise.all(
            silent.map((end) => Promise.race([end, sleep(25000).then(() => 1e9)]))));
        if (latest > 20000) complain(`a silent client stays for ${latest} ms`);
        await lives('silent clients');
    },

    // More connections than the server takes: the others wait, and none is lost
    async crowd() {
        const crowd = Array.from({ length: 600 }, () => net.connect(port, host));
        crowd.forEach((socket) => socket.on('error', () => {}));
        await Promise.all(crowd.map((socket) => new Promise((done) => socket.on('connect', done))));
        await sleep(300);
        const waits = ask('/healthz');
        crowd.forEach((socket) => socket.destroy());
        same('whoever waited', (await waits).status, 200);
        await lives('a crowd');
        const all = await Promise.all(Array.from({ length: 300 }, () => ask('/img/icon.svg')));
        same('300 at once', all.filter((a) => a.status === 200).length, 300);
    },
};

await sections[section]();
process.exit(0);
