// My turn with the page closed, hidden and open: a push service of the test's own that decrypts, a
// browser that subscribes to it, and messages delivered through the DevTools protocol.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PushService, Subscription, certificate, vapid} from '../../../tests/lib/pushes.mjs';
import {startServer} from '../lib/server.mjs';
import {soon, test} from '../lib/suite.mjs';
import {begin, make, onScreen, person, sitDown, step} from '../lib/together.mjs';

/* Headless Chromium reaches no push service: the page's half is replaced, the rest is real. */
const subscribing = (json) => `
    const fake = {
        endpoint: ${JSON.stringify(json.endpoint)}, toJSON: () => (${JSON.stringify(json)}), options: {},
        unsubscribe: async () => { localStorage.removeItem('test.push'); return true; },
    };
    PushManager.prototype.subscribe = async function ({applicationServerKey, userVisibleOnly}) {
        if (!userVisibleOnly) throw new Error('silent pushes are not allowed');
        localStorage.setItem('test.push', btoa(String.fromCharCode(...applicationServerKey)));
        return fake;
    };
    PushManager.prototype.getSubscription = async () => {
        const key = localStorage.getItem('test.push');
        if (!key) return null;
        fake.options = {applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer};
        return fake;
    };`;

/* Plays in this page until the other one has to decide. */
async function turn(page, seat) {
    for (let i = 0; i < 900; i++) {
        if (await page.getAttribute('html', 'data-to-move') === String(3 - seat)) return;
        if (await step(page, i) === null) await page.waitForTimeout(20);
    }
    throw new Error('the turn does not end');
}

/* Chromium drops a notification that is asked for while it is being shown. So what is shown is
 * written down as soon as it stands, and the browser is asked afterwards. */
function watching() {
    const world = globalThis, {prototype} = ServiceWorkerRegistration, show = prototype.showNotification;
    world.shown = [];
    prototype.showNotification = async function (title, {body, tag}) {
        await show.call(this, title, {body, tag, data: {table: tag}});
        world.shown.push({title, body, tag});
    };
}

const notices = (page) => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({title, body, tag}) => ({title, body, tag})));

/* What a page or a worker has shown, once it is so many. */
async function waitForNotices(where, count) {
    let shown;
    await soon(async () => assert.ok((shown = await where.evaluate(() => globalThis.shown)).length >= count, `only ${JSON.stringify(shown)}`));
    return shown;
}

test('a turn is pushed to a closed page, the message opens the table, and unsubscribing ends it', {work: 15}, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tobago-push-')), service = new PushService(certificate(folder));
    await service.start();
    const server = await startServer({options: ['--push-allow', service.host], env: {SSL_CERT_FILE: service.tls.file}});
    const device = new Subscription(`${service.origin}/ben`);
    const {page: ada, context: adas} = await person(server.url, 'host', 21, {script: `(${watching})()`, permissions: ['notifications']});
    try {
        const link = await make(ada, 'Ada', ['open', 'closed', 'closed']);
        const {page: ben, context: bens} = await person(link, 'phone', 22, {script: subscribing(device.toJSON()), permissions: ['notifications']});
        await sitDown(ben, 'Ben');
        await ben.click('[data-do="notify-on"]');
        await ben.waitForSelector('[data-do="notify-off"]');
        await begin(ada, ben);
        const id = (await ben.evaluate(() => location.hash)).slice(7);
        /* until it is Ada's turn and Ben has gone */
        if (await ben.getAttribute('html', 'data-to-move') === '2') await turn(ben, 2);
        await ada.waitForSelector('html[data-to-move="1"]');
        await soon(async () => assert.match(await ada.title(), /^Your turn/));
        await ben.goto('about:blank');
        await ada.waitForSelector('.here.no', {state: 'attached'}); /* the server knows it */
        await turn(ada, 1);
        await soon(async () => assert.ok(await service.wait(1), 'a post arrives'));
        const post = service.posts[0], text = device.open(post.body);
        assert.ok(vapid(post.headers.authorization, service.origin), 'it is signed');
        assert.equal(JSON.parse(text).table, id);
        assert.deepEqual(JSON.parse(text).with, ['Ada']);
        await soon(async () => assert.match(await ada.title(), /^Tobago/));

        /* The browser delivers it to the service worker, which shows it while no page is in sight. */
        await ben.goto(server.url);
        const session = await bens.newCDPSession(ben), origin = server.url.replace(/\/$/, '');
        const registered = new Promise((done) => session.on('ServiceWorker.workerRegistrationUpdated', ({registrations}) => { if (registrations[0]) done(registrations[0].registrationId); }));
        await session.send('ServiceWorker.enable');
        const registrationId = await registered, deliver = (data) => session.send('ServiceWorker.deliverPushMessage', {origin, registrationId, data});
        await ben.evaluate(() => navigator.serviceWorker.ready);
        const [worker] = bens.serviceWorkers();
        await worker.evaluate(watching);
        await deliver(text);
        await ben.goto('about:blank');
        await deliver(text);
        await deliver('<no json>');
        const shown = await waitForNotices(worker, 2), own = shown.find(({tag}) => tag === id);
        assert.equal(shown.length, 2, 'a page in sight shows it itself');
        assert.deepEqual([own.title, own.body], ['Your turn', 'Tobago with Ada']);
        assert.ok(!JSON.stringify(shown).includes('no json'), 'nothing strange is repeated');

        /* Pressing it opens the table in the page that is there, even if that has only begun to load. */
        await ben.goto(server.url, {waitUntil: 'commit'});
        await worker.evaluate(async (tag) => {
            const [notification] = await self.registration.getNotifications({tag});
            self.dispatchEvent(new NotificationEvent('notificationclick', {notification}));
        }, id);
        await onScreen(ben, 'table');
        await soon(async () => assert.ok((await notices(ben)).every(({tag}) => tag !== id), 'it is gone'));

        /* Back at the table, no longer notified. */
        await soon(async () => assert.match(await ben.title(), /^Your turn/));
        await ben.click('.topbar [data-do="menu"]');
        await ben.click('[data-do="notify-off"]');
        await ben.waitForSelector('[data-do="notify-on"]');
        await soon(async () => assert.equal(await ben.evaluate(() => localStorage.getItem('test.push')), null, 'the browser is unsubscribed'));
        await ben.keyboard.press('Escape');

        /* Ada's page is open and out of sight: it notifies by itself. */
        await ada.evaluate(() => {
            Object.defineProperty(document, 'hidden', {value: true});
            document.dispatchEvent(new Event('visibilitychange'));
        });
        await turn(ben, 2);
        assert.deepEqual((await waitForNotices(ada, 1)).map(({title, tag}) => [title, tag]), [['Your turn', id]]);
        await ben.goto('about:blank');
        const before = service.posts.length;
        await turn(ada, 1);
        await ada.waitForTimeout(400);
        assert.equal(service.posts.length, before, 'nothing is pushed any more');
        await bens.close();
    } finally {
        await adas.close();
        await server.close();
        service.stop();
        rmSync(folder, {recursive: true});
    }
});
