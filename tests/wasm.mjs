// TAP: the wasm module against the native engine. Usage: node wasm.mjs MODULE GAMES,
// where GAMES is what 'test_wasm --write' wrote. Needs nothing but node 18.
import {readFileSync} from 'node:fs';

const [modulePath, gamesPath] = process.argv.slice(2);
const native = JSON.parse(readFileSync(gamesPath, 'utf8'));
const {instance} = await WebAssembly.instantiate(readFileSync(modulePath), {});
const wasm = instance.exports;
const input = new Uint8Array(wasm.memory.buffer, wasm.input(), wasm.buffer_size());
const output = new Uint8Array(wasm.memory.buffer, wasm.output(), wasm.buffer_size());

const give = (text) => {
    const {read, written} = new TextEncoder().encodeInto(text, input);
    if (read !== text.length) throw new Error('the text does not fit');
    return written;
};
const decoder = new TextDecoder('utf-8', {fatal: true});
const take = (length) => decoder.decode(output.subarray(0, length));
const u64 = (text) => BigInt.asIntN(64, BigInt(text));

const same = (actual, expected, what) => {
    if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`);
};

const tests = {
    'the module is free-standing: it imports nothing': () => {
        const module = new WebAssembly.Module(readFileSync(modulePath));
        same(WebAssembly.Module.imports(module).length, 0, 'imports');
    },
    'games replay to the native hashes, as a whole and line by line': () => {
        for (const game of native.games) {
            same(wasm.read(give(game.text)), 1, 'read');
            same(wasm.hash(), u64(game.hash), 'the hash of the whole');
            same(wasm.lines(), game.lines, 'lines');
            same(take(wasm.record()), game.text, 'the record');
            wasm.reset();
            game.text.trimEnd().split('\n').forEach((line, index) => {
                same(wasm.feed(give(line)), 1, `line ${index + 1} '${line}'`);
                if ((index + 1) % game.every === 0)
                    same(wasm.hash(), u64(game.hashes[(index + 1) / game.every - 1]),
                         `the hash after line ${index + 1}`);
            });
        }
    },
    'two halves of the hash are the hash': () => {
        const whole = BigInt.asUintN(64, wasm.hash());
        const high = BigInt(wasm.hash_high() >>> 0), low = BigInt(wasm.hash_low() >>> 0);
        same(high << 32n | low, whole, 'the hash');
    },
    'undo goes back to the native hash': () => {
        for (const game of native.games) {
            wasm.read(give(game.text));
            const at = Math.floor(game.hashes.length / 2);
            same(wasm.undo(at * game.every), 1, 'undo');
            same(wasm.hash(), u64(game.hashes[at - 1]), 'the hash after undo');
        }
    },
    'views redact to the native hashes (H1)': () => {
        for (const game of native.games)
            for (const view of game.views) {
                wasm.read(give(game.text));
                const text = take(wasm.redact(view.viewer));
                same(text.includes('?'), true, 'something is hidden');
                same(wasm.read(give(text)), 1, 'reading the view');
                same(wasm.hash(), u64(view.hash), `the hash of view ${view.viewer}`);
            }
    },
    'positions, effects, what-ifs and legal moves are the native JSON': () => {
        const text = (length) => JSON.stringify(JSON.parse(take(length)));
        let asked = 0;
        for (const game of native.games) {
            wasm.read(give(game.text));
            for (const {line, viewer, position, effects, end, legal} of game.answers) {
                same(wasm.seek(line), 1, 'seek');
                same(text(wasm.position(viewer)), JSON.stringify(position), 'position');
                same(text(wasm.effects(line)), JSON.stringify(effects), 'effects');
                same(text(wasm.what_if(give('1 end'), viewer)), JSON.stringify(end), 'end');
                same(text(wasm.legal_json(viewer)), JSON.stringify(legal), 'legal');
                same(wasm.at(), line, 'where the game stands');
                asked++;
            }
            same(wasm.lines(), game.lines, 'the tail is kept');
        }
        same(asked > 100, true, 'there were answers');
    },
    'every line that is legal can be tried, and comes to what it comes to': () => {
        wasm.read(give(native.games[1].text));
        wasm.seek(60);
        const {moves} = JSON.parse(take(wasm.legal_json(0)));
        for (const move of moves) {
            wasm.cut(60);
            const {legal, position} = JSON.parse(take(wasm.what_if(give(move), 0)));
            same(legal, true, move);
            same(wasm.feed(give(move)), 1, move);
            same(BigInt('0x' + position.hash), BigInt.asUintN(64, wasm.hash()), move);
        }
    },
    'tables name cards with relation and landmark, and the board its hexes': () => {
        const tables = JSON.parse(take(wasm.tables()));
        for (const {name, relation, landmark} of tables.cards)
            same(`${relation}-${landmark}`, name, 'a card');
        same(tables.islands.length, 32, 'islands');
        wasm.read(give('tobago 1\nplayers a b\nisland AbC1\n'));
        same(JSON.parse(take(wasm.board())).hexes.length, wasm.spaces(), 'hexes');
    },
    'the state is read as bytes, the result as numbers': () => {
        wasm.read(give(native.games[0].text));
        const bytes = new Uint8Array(wasm.memory.buffer, wasm.state(), wasm.state_size());
        same(bytes.some((byte) => byte !== 0), true, 'some byte is set');
        same(wasm.to_move(), 5, 'nobody decides');
        same(wasm.ending() > 0, true, 'the game has ended');
        const places = [...Array(wasm.players()).keys()].map((seat) => wasm.place(seat));
        same(Math.min(...places), 1, 'somebody is first');
    },
    'refusals tell line, word, clause and text': () => {
        wasm.read(give('tobago 1\nplayers a b\nisland AbC1\n'));
        same(wasm.why(give('1 move')) > 0, true, 'why');
        same(wasm.feed(give('1 move')), 0, 'feed');
        same(wasm.error_line(), 4, 'line');
        same(wasm.error_word(), 2, 'word');
        same(take(wasm.error_clause()), 'O4', 'clause');
        same(take(wasm.error_text()).length > 10, true, 'text');
        same(wasm.why(give('1 dance')), -1, 'unreadable');
        const line = take(wasm.legal()).split('\n')[0];
        same(wasm.why(give(line)), 0, line);
    },
    'bots of all levels choose the native moves': () => {
        let asked = 0;
        for (const game of native.games)
            for (const choice of game.choices) {
                wasm.read(give(game.text));
                same(wasm.undo(choice.line), 1, 'undo');
                same(take(wasm.choose(choice.level, BigInt(choice.line), 50)), choice.move,
                     `level ${choice.level} after line ${choice.line}`);
                asked++;
            }
        same(asked > 20, true, 'bots were asked');
    },
    'random play gives the native moves and checksum': () => {
        const begin = process.hrtime.bigint();
        same(wasm.random_play(BigInt(native.seed), native.moves), native.played, 'moves');
        const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
        same(wasm.random_checksum(), u64(native.checksum), 'checksum');
        console.log(`# ${Math.round(native.played / seconds)} moves a second`);
    },
};

console.log(`# seed ${native.seed}\n1..${Object.keys(tests).length}`);
let number = 0, failed = 0;
for (const [name, run] of Object.entries(tests)) {
    number++;
    try {
        run();
        console.log(`ok ${number} - ${name}`);
    } catch (error) {
        failed++;
        console.log(`not ok ${number} - ${name}\n# ${error.message}`);
    }
}
process.exit(failed ? 1 : 0);
