// The real server with tables, on loopback, with a data folder of its own: started, killed and
// started again on the same port. Its clocks can be put forward, and the way to it can be cut.
import {execFileSync, spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {connect, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {TOBAGO} from './native.mjs';
import {SITE} from './site.mjs';

const freePort = () => new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => { const {port} = probe.address(); probe.close(() => done(port)); });
});

/* A clock for the server that 'later' puts forward; needs a C compiler. */
function clockIn(folder) {
    const library = join(folder, 'later.so'), file = join(folder, 'later');
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, fileURLToPath(new URL('later.c', import.meta.url)), '-ldl']);
    writeFileSync(file, Buffer.alloc(8));
    let ahead = 0n;
    const later = (seconds) => {
        const bytes = Buffer.alloc(8);
        bytes.writeBigInt64LE(ahead += BigInt(seconds) * 1000n);
        writeFileSync(file, bytes, {flag: 'r+'});
    };
    return {env: {LD_PRELOAD: library, LATER_FILE: file}, later};
}

/* A way to the server that can be cut: connections die, new ones are refused. */
export async function wayTo(url) {
    const {port} = new URL(url), open = new Set();
    let through = true;
    const relay = createServer((near) => {
        if (!through) return void near.destroy();
        const far = connect(Number(port), '127.0.0.1');
        for (const [socket, other] of [[near, far], [far, near]]) {
            open.add(socket);
            socket.pipe(other);
            socket.on('error', () => {});
            socket.on('close', () => { open.delete(socket); other.destroy(); });
        }
    });
    await new Promise((done) => relay.listen(0, '127.0.0.1', done));
    const end = () => { for (const socket of open) socket.destroy(); };
    return {
        url: `http://127.0.0.1:${relay.address().port}/`,
        cut: () => { through = false; end(); }, heal: () => { through = true; }, close: () => { end(); relay.close(); },
    };
}

export async function startServer({options = [], env = {}, clock = false, site = SITE} = {}) {
    const data = mkdtempSync(join(tmpdir(), 'tobago-tables-')), port = await freePort();
    const server = {url: `http://127.0.0.1:${port}/`, data: join(data, 'd'), child: null};
    if (clock) {
        const made = clockIn(data);
        server.later = made.later;
        env = {...env, ...made.env};
    }
    server.start = () => new Promise((done, failed) => {
        const child = spawn(TOBAGO, ['serve', '--listen', `127.0.0.1:${port}`, '--data', server.data, '--site', site, ...options], {stdio: ['ignore', 'pipe', 'pipe'], env: {...process.env, ...env}});
        let said = '';
        child.stdout.on('data', (text) => { said += text; if (/serves/.test(said)) done(); });
        child.stderr.on('data', (text) => { said += text; });
        child.on('exit', (code) => failed(new Error(`the server ended (${code}): ${said}`)));
        server.child = child;
    });
    server.kill = (signal = 'SIGKILL') => new Promise((done) => {
        server.child.removeAllListeners('exit');
        server.child.once('exit', done);
        server.child.kill(signal);
    });
    server.close = async () => { await server.kill('SIGTERM'); rmSync(data, {recursive: true, force: true}); };
    await server.start();
    return server;
}
