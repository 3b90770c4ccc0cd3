// Every screen of the page in turn, for whatever has to hold on all of them.
import {act} from './browser.mjs';
import {cut} from './games.mjs';
import {put, resume} from './stored.mjs';

const BAD = 'tobago 1\nplayers Ada Ben\nisland Acb1\nnature object statue a1 N\n';

async function pick(page, ...words) {
    for (const word of words) await page.locator(`[data-pick="${word}"]`).first().dispatchEvent('click');
}

/* A table with a game cut after some lines, seat 2 asked, and things picked up. */
const at = (game, line, ...words) => async (page) => {
    await resume(page, cut(game, line), 2);
    await page.waitForSelector('[data-move], [data-pick]');
    await pick(page, ...words);
};

const room = (name) => async (page) => {
    await act(page, name);
    await page.waitForSelector(`html[data-screen="${name}"] main h1`);
};

const sheet = (name) => async (page) => {
    await act(page, name);
    await page.waitForSelector('dialog[open]');
};

async function open(page, text) {
    await act(page, 'open');
    await page.fill('.paste', text);
    await page.click('[data-do="open-text"]');
}

export const SCREENS = {
    start: async () => {},
    choose: room('choose'),
    'my games, empty': room('games'),
    'my games': async (page) => {
        await put(page, cut('four', 255), 2, {id: 'a'});
        await put(page, cut('volcano', 223), 0, {id: 'b'});
        await put(page, cut('tie', 9999), 2, {id: 'c', over: true});
        await room('games')(page);
        await page.waitForSelector('.gc[data-game="c"]');
    },
    open: room('open'),
    'a refused record': async (page) => {
        await open(page, BAD);
        await page.waitForSelector('.wrong');
    },
    rules: room('rules'),
    about: room('about'),
    menu: sheet('menu'),
    settings: sheet('settings'),
    keys: sheet('keys'),
    'placing a statue': at('setup', 5, 'k6'),
    'placing an ATV': at('four', 14, 'h8'),
    'laying a triad': at('volcano', 16, 'jungle-mountain', 'b4'),
    'the first clue': at('four', 19, 'brown'),
    table: at('four', 255),
    'a hand of six': at('two', 178),
    'a card over a map': at('four', 255, 'not-sight-statue', 'white'),
    'the rules beside the table': async (page) => {
        await at('four', 255, 'not-sight-statue')(page);
        await page.locator('[data-treasure="brown"] [data-clause="C3"]').dispatchEvent('click');
        await page.waitForSelector('#rule-C3');
    },
    driving: at('four', 255, 'drive', 'l10'),
    powers: at('experienced', 256, 'amulet'),
    'swapping roses': at('experienced', 256, 'amulet', 'amulet swap'),
    'a hint': async (page) => {
        await at('four', 255)(page);
        await act(page, 'hint');
        await page.locator('.hintp [data-move]').first().waitFor({state: 'attached'});
    },
    lava: at('volcano', 223, 'i5'),
    'sharing out': at('four', 270),
    'sharing out, the last one asked': at('four', 350),
    pass: async (page) => {
        await resume(page, cut('four', 255), 0);
        await page.waitForSelector('html[data-screen="pass"] .table.pass .passcard h2');
    },
    end: async (page) => {
        await resume(page, cut('four', 9999), 2);
        await page.waitForSelector('.ending .scene');
    },
    tie: async (page) => {
        await resume(page, cut('tie', 9999), 2);
        await page.waitForSelector('.scene.tie');
    },
    replay: async (page) => {
        await open(page, cut('four', 60));
        await page.waitForSelector('html[data-screen="replay"] .scrub');
    },
    'the log of a replay': async (page) => {
        await act(page, 'replay-tab', {value: 'log'});
        await page.waitForSelector('.lines .on', {state: 'attached'});
    },
};

/* Goes through the screens whose place in the list is 'part' modulo 'parts'. */
export async function* screens(page, part = 0, parts = 1) {
    let last = '';
    for (const [index, [name, go]] of Object.entries(SCREENS).entries()) {
        if (index % parts !== part && !(name === 'the log of a replay' && last === 'replay')) continue;
        if (name === 'the log of a replay' && last !== 'replay') continue;
        if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
        if (name !== 'the log of a replay')
            for (let i = 0; i < 3 && await page.getAttribute('html', 'data-screen') !== 'start'; i++) await act(page, await page.locator('.replay').count() ? 'replay-close' : 'home');
        await go(page);
        last = name;
        yield name;
    }
}
