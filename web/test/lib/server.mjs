// The real server with tables, on loopback, with a data folder of its own: started, killed and
// started again on the same port.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {TOBAGO} from './native.mjs';
import {SITE} from './site.mjs';

const freePort = () => new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => { const {port} = probe.address(); probe.close(() => done(port)); });
});

export async function startServer({options = [], env = {}} = {}) {
    const data = mkdtempSync(join(tmpdir(), 'tobago-tables-')), port = await freePort();
    const server = {url: `http://127.0.0.1:${port}/`, child: null};
    server.start = () => new Promise((done, failed) => {
        const child = spawn(TOBAGO, ['serve', '--listen', `127.0.0.1:${port}`, '--data', join(data, 'd'), '--site', SITE, ...options], {stdio: ['ignore', 'pipe', 'pipe'], env: {...process.env, ...env}});
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
