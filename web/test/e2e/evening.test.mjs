// What else a table with others has: what is heard, felt and seen at one's turn, answers that play
// by themselves, away days, and what whoever runs the server has to say.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Player, playUntil} from '../../../tests/lib/client.mjs';
import {violations} from '../lib/axe.mjs';
import {act} from '../lib/browser.mjs';
import {TOBAGO} from '../lib/native.mjs';
import {startServer} from '../lib/server.mjs';
import {soon, test} from '../lib/suite.mjs';
import {begin, inStep, make, onScreen, person, play, sitDown, step} from '../lib/together.mjs';

/* Runs in the page before its scripts: counts tones and pulses, keeps the badge. */
function senses() {
    const felt = globalThis.felt = {tones: 0, pulses: 0, badge: 0};
    const node = () => ({frequency: {}, gain: {setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: (to) => to, start() { felt.tones++; }, stop() {}});
    globalThis.AudioContext = class { currentTime = 0; destination = {}; createOscillator = node; createGain = node; };
    Navigator.prototype.vibrate = () => { felt.pulses++; return true; };
    Navigator.prototype.setAppBadge = async (count) => { felt.badge = count; };
    Navigator.prototype.clearAppBadge = async () => { felt.badge = 0; };
}

/* Plays until this seat has to decide, and no further. */
async function until(pages, seat) {
    for (let i = 0; i < 900; i++) {
        if (await pages[0].getAttribute('html', 'data-to-move') === String(seat)) return;
        const done = await Promise.all(pages.map((page) => step(page, i)));
        if (done.every((each) => each === null)) await pages[0].waitForTimeout(20);
    }
    throw new Error(`seat ${seat} is never asked`);
}

const felt = (page) => page.evaluate(() => globalThis.felt);

test('at one\'s turn the icon has a badge; sound and vibration only if wanted', {work: 10}, async () => {
    const server = await startServer(), {page: ada, context: adas} = await person(server.url, 'host', 81, {script: `(${senses})()`});
    try {
        const link = await make(ada, 'Ada', ['open', 'closed', 'closed']), {page: ben, context: bens} = await person(link, 'phone', 82);
        await sitDown(ben, 'Ben');
        await begin(ada, ben);
        await until([ada, ben], 2);
        await soon(async () => assert.equal((await felt(ada)).badge, 0));
        await until([ben, ada], 1);
        await soon(async () => assert.deepEqual(await felt(ada), {tones: 0, pulses: 0, badge: 1}, 'quiet unless asked for'));
        await ada.click('.topbar [data-do="menu"]');
        await ada.click('.menu [data-do="settings"]');
        await ada.click('[data-do="sound"][data-value="yes"]');
        await ada.click('[data-do="vibrate"][data-value="yes"]');
        await ada.keyboard.press('Escape');
        await until([ada, ben], 2);
        await soon(async () => assert.equal((await felt(ada)).badge, 0));
        await until([ben, ada], 1);
        await soon(async () => assert.deepEqual(await felt(ada), {tones: 2, pulses: 1, badge: 1}));
        await bens.close();
    } finally {
        await adas.close();
        await server.close();
    }
});

/* Someone's connection beside her page. */
async function playerOf(context, server, table) {
    const cookie = (await context.cookies(server.url)).map(({name, value}) => `${name}=${value}`).join('; '), player = new Player(server.url, {cookie}, table);
    await player.connect();
    return player;
}

/* Does a player hear of this line? */
function hears(player, line) {
    const heard = player.client.on;
    let found = false;
    player.client.on = (said) => { found ||= said.kind === 'lines' && said.lines.some((each) => line.test(each)); heard(said); };
    return () => found;
}

test('a day game: answers that play by themselves, away days, a message for all', {work: 25}, async () => {
    const server = await startServer(), admin = (...words) => execFileSync(TOBAGO, ['admin', '--data', server.data, ...words], {encoding: 'utf8'});
    const {page: ada, context: adas, errors} = await person(server.url, 'host', 91);
    try {
        const link = await make(ada, 'Ada', ['open', 'closed', 'closed'], 'day1'), {page: ben, context: bens} = await person(link, 'phone', 92);
        await sitDown(ben, 'Ben');
        await begin(ada, ben);
        await play([ada, ben], 34);

        /* Ben names two days; both see them, and so does whoever comes later. */
        const days = [9, 10].map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10));
        await ben.click('.topbar [data-do="menu"]');
        await ben.click('[data-do="away"]');
        for (const day of days) await ben.click(`[data-do="away-day"][data-day="${day}"]`);
        await soon(async () => assert.deepEqual(await violations(ben), []));
        await ben.click('[data-do="away-save"]');
        await ben.waitForSelector('.away', {state: 'detached'});
        await ada.waitForFunction(() => /away from/.test(document.querySelector('.player[data-seat="2"], .players [data-seat="2"]')?.textContent ?? ''));
        await ada.reload();
        await ada.waitForFunction(() => /away from/.test(document.querySelector('.players, .side')?.textContent ?? ''));

        /* While Ada is asked, Ben is offered a standing answer. He claims whatever comes, and
         * never answers by hand. */
        const table = (await ada.evaluate(() => location.hash)).slice(7), players = await Promise.all([adas, bens].map((context) => playerOf(context, server, table)));
        const offered = () => (players[0].legal ?? []).some((line) => / claim$/.test(line)), box = ben.locator('.standbox');
        for (let time = 0; time < 40 && !await box.isVisible(); time++) {
            assert.ok(await playUntil(players, offered));
            if (await box.waitFor({timeout: 3000}).then(() => true, () => false)) break;
            await players[0].client.ask({do: 'move', table, after: players[0].n, line: '1 claim'});
            await players[0].client.do({do: 'ping'});
        }
        await box.locator('[data-value="4"]').click();
        await soon(async () => assert.match(await box.locator('[role="status"]').textContent(), /4 or more are claimed, the rest is passed/));
        await soon(async () => assert.equal(await box.locator('.claimed').count(), 3));
        await soon(async () => assert.deepEqual(await violations(ben), []));
        await soon(async () => assert.ok(await ben.locator('.scene').evaluate((scene) => scene.scrollWidth <= scene.clientWidth), 'it fits a phone'));
        await box.locator('[data-value="all"]').click();
        await box.locator('[data-value="all"][aria-pressed="true"]').waitFor();
        const claimed = hears(players[1], /^2 claim/);
        assert.ok(await playUntil(players, claimed, (player, line) => player !== players[1] || !/ (claim|pass)/.test(line)), 'the server answers for him');
        for (const player of players) player.close();
        assert.match(await inStep(ben), /^2 claim/m);
        await inStep(ada);

        /* A message for all comes at once, is nothing but text, and goes. */
        const said = 'Back at ten. <img src=x onerror=alert(1)>';
        admin('motd', said);
        await ada.waitForSelector('.notice');
        await soon(async () => assert.ok((await ada.textContent('.notice')).includes(said)));
        await ada.click('[data-do="note-close"]');
        await act(ada, 'home');
        await ada.click('[data-do="together"]');
        await ada.waitForSelector('.motd');
        await soon(async () => assert.ok((await ada.textContent('.motd')).includes(said)));
        assert.equal(await ada.locator('img').count(), 0);
        await soon(async () => assert.deepEqual(await violations(ada), []));
        admin('motd', '--off');
        await ada.waitForSelector('.motd', {state: 'detached'});
        admin('drain');
        await soon(async () => assert.match(await ada.textContent('.motd'), /about to be restarted/));
        assert.deepEqual(errors, []);
        await bens.close();
    } finally {
        await adas.close();
        await server.close();
    }
});

test('a server with a password asks for it once, when a guest is made', {work: 8}, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tobago-password-')), file = join(folder, 'password');
    writeFileSync(file, 'open sesame\n', {mode: 0o600});
    const server = await startServer({options: ['--password-file', file]}), {page: ada, context: adas} = await person(server.url, 'phone', 101);
    try {
        await ada.waitForSelector('[data-do="together"]');
        await ada.click('[data-do="together"]');
        await ada.click('[data-do="new-table"]');
        await ada.fill('.myname', 'Ada');
        await ada.click('[data-do="make-table"]');
        await ada.waitForSelector('.password input');
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await ada.fill('.password input', 'guess');
        await ada.keyboard.press('Enter');
        await soon(async () => assert.match(await ada.textContent('.password'), /That was not it/));
        await ada.fill('.password input', 'open sesame');
        await ada.keyboard.press('Enter');
        await onScreen(ada, 'waiting');
        assert.ok(!JSON.stringify(await ada.evaluate(() => ({...localStorage, ...sessionStorage}))).includes('sesame'), 'it is not kept');

        /* From then on she is known. */
        await ada.click('.topbar [data-do="together"]');
        await ada.click('[data-do="new-table"]');
        await ada.click('[data-do="make-table"]');
        await onScreen(ada, 'waiting');
    } finally {
        await adas.close();
        await server.close();
        rmSync(folder, {recursive: true});
    }
});
