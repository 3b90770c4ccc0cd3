// Puts a game into the page's store, as if it had been played there, and goes on with it.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {act} from './browser.mjs';

/* A whole game of four, and one that two of three win. */
export const GAME = fileURLToPath(new URL('../games/four.tobago', import.meta.url)), TIE = fileURLToPath(new URL('../games/tie.tobago', import.meta.url));

/* The first lines of a record file. */
export const cut = (file, lines) => `${readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(0, lines).join('\n')}\n`;

/* Puts a game into the store; the page has opened it before. */
export async function put(page, record, seat, {id = 'test', level = 'random', over = false, changed = Date.now()} = {}) {
    const names = /^players (.*)$/m.exec(record)[1].split(' ');
    const players = names.map((name, index) => ({name, kind: index + 1 === seat || seat === 0 ? 'person' : level}));
    await page.evaluate(({players, record, id, over, changed}) => new Promise((done, fail) => {
        const request = indexedDB.open('tobago');
        request.onerror = fail;
        request.onsuccess = () => {
            const transaction = request.result.transaction('games', 'readwrite');
            transaction.objectStore('games').put({id, players, record, rules: '', changed, over});
            transaction.oncomplete = () => { request.result.close(); done(); };
        };
    }), {players, record, id, over, changed});
}

let stored = 0;

/* Leaves whatever is shown and goes on with this game. */
export async function resume(page, record, seat, level = 'random') {
    const id = `test${++stored}`;
    await put(page, record, seat, {id, level, changed: Date.now() + stored});
    for (let i = 0; i < 3 && await page.getAttribute('html', 'data-screen') !== 'start'; i++) await act(page, 'home');
    await act(page, 'games');
    await page.waitForSelector(`.gc[data-game="${id}"]`);
    await act(page, 'resume', {game: id});
    await page.waitForSelector('html[data-screen="table"], html[data-screen="pass"], html[data-screen="end"]');
}
