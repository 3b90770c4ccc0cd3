// The screens of tables on a server, one after the other, for pictures: 'shoot(page, name)' is
// called when each stands. One evening is seen on a desktop, the next on a phone.
import {connect, guest, playUntil, Player, table as begun} from '../../../tests/lib/client.mjs';
import {open} from './browser.mjs';
import {startServer} from './server.mjs';

const on = (page, name) => page.waitForSelector(`html[data-screen="${name}"]`);

/* Plays on beside the pages until this one is offered a standing answer. */
async function untilOffered(server, page, people) {
    const table = (await page.evaluate(() => location.hash)).slice(7), box = page.locator('.standbox');
    const players = await Promise.all(people.map(async ({context}) => {
        const cookie = (await context.cookies(server.url)).map(({name, value}) => `${name}=${value}`).join('; '), player = new Player(server.url, {cookie}, table);
        await player.connect();
        return player;
    }));
    const asked = () => (players[1].legal ?? []).some((line) => / claim$/.test(line));
    for (let time = 0; time < 40 && await playUntil(players, asked); time++) {
        if (await box.waitFor({timeout: 2000}).then(() => true, () => false)) break;
        await players[1].client.ask({do: 'move', table, after: players[1].n, line: '2 claim'});
        await players[1].client.do({do: 'ping'});
    }
    for (const player of players) player.close();
}

export async function gathering(browser, size, shoot) {
    const server = await startServer(), settings = {pace: 'instant', autoEnd: true, name: ''};
    const company = await Promise.all(['Gerlinde', 'Otto', 'Mina', 'Paul'].map((name) => guest(server.url, name)));
    const others = [await begun(server.url, company.slice(0, 2), {levels: ['hard'], settings: {watchable: true, island: 'Acb1'}}),
        await begun(server.url, company.slice(2), {settings: {watchable: true, clock: {kind: 'days', days: 2, stand_in: 'medium'}}})];
    const waits = await connect(server.url, {cookie: company[0].cookie});
    await waits.do({do: 'create', seats: ['me', 'open', 'open', 'hard'], island: 'AbC0', open: true, options: ['experienced'], clock: {kind: 'live', minutes: 15}});
    const ada = await open(browser, server.url, {...size, deviceScaleFactor: 1, settings, seed: 5}), {page} = ada;
    let ben = null;
    try {
        await page.click('[data-do="together"]');
        await page.click('[data-do="new-table"]');
        await on(page, 'newtable');
        await page.fill('.myname', 'Ada');
        await page.click('[data-do="table-seat"][data-seat="3"][data-value="bot"]');
        await page.click('[data-do="table-clock"][data-value="live15"]');
        await shoot(page, 'newtable');
        await page.click('[data-do="make-table"]');
        await page.waitForSelector('.waiting .linkbox');
        const link = await page.inputValue('.waiting .linkbox');
        ben = await open(browser, link, {...size, deviceScaleFactor: 1, settings, seed: 6});
        await on(ben.page, 'join');
        await ben.page.fill('.joinbox input', 'Ben');
        await shoot(ben.page, 'join');
        await ben.page.click('[data-do="sit-down"]');
        await page.waitForSelector('[data-do="start-table"]');
        await shoot(page, 'waiting');
        await page.click('[data-do="start-table"]');
        await on(page, 'table');
        await on(ben.page, 'table');
        const [{name, value}] = await ada.context.cookies(server.url);
        for (const [island, days] of [['aCB1', 3], ['Abc0', 1]])
            others.push(await begun(server.url, [company[2], {cookie: `${name}=${value}`}, company[3]], {settings: {island, clock: {kind: 'days', days, stand_in: 'medium'}}}));
        for (let i = 0; i < 500 && !(Number(await page.getAttribute('html', 'data-line')) > 60 && await page.getAttribute('html', 'data-to-move') === '1' && !await page.locator('.scene').count()); i++) {
            const pressed = await Promise.all([page, ben.page].map((each) => each.evaluate((number) => {
                const moves = [...document.querySelectorAll('[data-move]')], picks = [...document.querySelectorAll('[data-pick]:not([data-pick=""])')];
                const good = moves.filter((move) => / (raise|clue|claim|start|atv)/.test(move.dataset.move)), from = good.length ? good : moves.length && number % 3 ? moves : picks.length ? picks : moves;
                from[number % Math.max(1, from.length)]?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
                return from.length;
            }, i)));
            if (pressed.every((count) => !count)) await page.waitForTimeout(40);
        }
        await ben.page.evaluate(() => document.querySelector('[data-do="log"]').click());
        await ben.page.click('.sheet [data-do="side"][data-value="chat"]');
        await ben.page.fill('.sheet .talk input', 'Nice clue!');
        await ben.page.keyboard.press('Enter');
        await ben.page.click('.sheet [data-do="sheet-close"]');
        await page.waitForTimeout(300);
        await shoot(page, 'online');
        const table = (await page.evaluate(() => location.hash)).slice(7);
        await untilOffered(server, page, [ada, ben]);
        await page.click('.standbox [data-value="4"]');
        await shoot(page, 'standing');
        await ada.context.setOffline(true);
        await server.kill();
        await page.waitForSelector('.line.lost:not(:empty)');
        await shoot(page, 'lost');
        await server.start();
        await ada.context.setOffline(false);
        for (const each of [page, ben.page]) await each.waitForSelector('.line.open', {state: 'attached'});
        await page.evaluate(() => document.querySelector('[data-do="home"]').click());
        await page.click('[data-do="together"]');
        await page.waitForSelector('.lobby .gc');
        await shoot(page, 'lobby');
        await ben.page.evaluate(() => document.querySelector('[data-do="menu"]').click());
        await ben.page.click('[data-do="resign"]');
        await ben.page.click('[data-do="resign"]');
        await page.click(`.lobby button[data-table="${table}"]`);
        await on(page, 'table');
        await page.evaluate(() => document.querySelector('[data-do="menu"]').click());
        await page.click('[data-do="claim-win"]');
        await page.waitForSelector('.proposal [data-do="proof"]');
        await page.keyboard.press('Escape');
        await page.evaluate(() => document.querySelector('[data-do="proof"]').click());
        await page.waitForSelector('.proof .psteps li');
        await shoot(page, 'proof');
    } finally {
        waits.close();
        for (const player of others.flat()) player.close();
        await Promise.all([ada, ben].map((each) => each?.context.close()));
        await server.close();
    }
}
