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

const sameJson = (length, expected, what) =>
    same(JSON.stringify(JSON.parse(take(length))), JSON.stringify(expected), what);

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
    'a proof is checked, with its steps, and one that was tampered with fails': () => {
        const proof = readFileSync('examples/fair.proof', 'utf8');
        const verdict = JSON.parse(take(wasm.verify(give(proof))));
        same(verdict.ok, true, verdict.reason);
        same(verdict.draws, 38, 'draws');
        same(wasm.lines(), verdict.lines, 'lines of its record');
        const steps = JSON.parse(take(wasm.verify_steps(give(proof), 1, 10000)));
        same(steps.map((step) => step.text).join('\n') + '\n', proof, 'the steps');
        same(JSON.stringify(JSON.parse(take(wasm.verify_steps(give(proof), 9, 2)))),
             JSON.stringify(steps.slice(8, 10)), 'some of the steps');
        same(steps[9].part + steps[9].event + steps[9].draw, 'drawn31', 'a draw');
        const wrong = proof.replace('2 in-lake', '2 in-river');
        const found = JSON.parse(take(wasm.verify(give(wrong))));
        same(found.ok, false, 'the verdict');
        same(found.line, proof.slice(0, proof.indexOf('2 in-lake')).split('\n').length, 'line');
        same(found.drawn, 'nature deal 2 in-lake', 'what was drawn');
        same(JSON.parse(take(wasm.verify_steps(give(wrong), 1, 10000))).length, found.line - 1,
             'the steps before it');
    },
    'the rules have the native number': () => {
        same(wasm.rules_id(), u64(native.rules), 'rules_id');
    },
    'cutting goes back to the native hash': () => {
        for (const game of native.games) {
            wasm.read(give(game.text));
            const at = Math.floor(game.hashes.length / 2);
            same(wasm.cut(at * game.every), 1, 'cut');
            same(wasm.hash(), u64(game.hashes[at - 1]), 'the hash after the cut');
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
    'positions, effects, legs, what-ifs, legal moves and nature are the native ones': () => {
        let asked = 0, drawn = 0;
        for (const game of native.games) {
            wasm.read(give(game.text));
            for (const answer of game.answers) {
                const {line, viewer} = answer;
                same(wasm.seek(line), 1, 'seek');
                sameJson(wasm.position(viewer), answer.position, 'position');
                sameJson(wasm.effects(line), answer.effects, 'effects');
                sameJson(wasm.legs(viewer), answer.legs, 'legs');
                sameJson(wasm.what_if(give('1 end'), viewer), answer.end, 'end');
                sameJson(wasm.legal(viewer), answer.legal, 'legal');
                same(wasm.shown_to(line), answer.shown, 'shown_to');
                input.fill(0xa5, 0, 8);
                same(take(wasm.nature(8)), answer.nature, 'nature');
                same(wasm.nature_used(), answer.nature ? 8 : 0, 'bytes used');
                same(wasm.at(), line, 'where the game stands');
                drawn += answer.nature ? 1 : 0;
                asked++;
            }
            same(wasm.lines(), game.lines, 'the tail is kept');
        }
        same(asked > 100 && drawn > 10, true, 'there were answers');
    },
    'every line that is legal can be tried, and comes to what it comes to': () => {
        wasm.read(give(native.games[1].text));
        wasm.seek(60);
        const {moves} = JSON.parse(take(wasm.legal(0)));
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
        const {hexes} = JSON.parse(take(wasm.board()));
        const {maps} = JSON.parse(take(wasm.position(0)));
        same(hexes.length > 90, true, 'hexes');
        same(maps[1].sites.join(), hexes.map(({name}) => name).join(), 'sites');
        const lakes = hexes.filter(({terrain}) => terrain === 'lake').map(({name}) => name);
        same(JSON.parse(take(wasm.clue(give('in-lake')))).join(), lakes.join(), 'lakes');
    },
    'a game that is over has an ending and places': () => {
        wasm.read(give(native.games[0].text));
        same(wasm.to_move(), 5, 'nobody decides');
        const {ending, places} = JSON.parse(take(wasm.position(0)));
        same(['E1', 'E3'].includes(ending), true, 'the game has ended');
        same(Math.min(...places), 1, 'somebody is first');
        const {chances} = JSON.parse(take(wasm.chances(5, 1n, 1)));
        same(chances.every((chance, seat) => (chance > 0) === (places[seat] === 1)), true,
             'the winners have won');
    },
    'refusals tell line, word, clause and text': () => {
        wasm.read(give('tobago 1\nplayers a b\nisland AbC1\n'));
        same(wasm.feed(give('1 move')), 0, 'feed');
        const error = JSON.parse(take(wasm.error()));
        same(error.line, 4, 'line');
        same(error.word, 2, 'word');
        same(error.clause, 'O4', 'clause');
        same(error.name, 'O4_FIRST', 'name');
        same(error.reason.length > 10, true, 'reason');
        const tried = JSON.parse(take(wasm.what_if(give('1 move'), 0)));
        same(tried.reason, error.reason, 'the reason of a line that is tried');
        same(JSON.parse(take(wasm.what_if(give('1 dance'), 0))).name, null, 'unreadable');
    },
    'bots of all levels choose the native moves, in one go and in slices': () => {
        let asked = 0, opinions = 0;
        for (const game of native.games) {
            wasm.read(give(game.text));
            for (const choice of game.choices) {
                const name = `level ${choice.level} after line ${choice.line}`;
                const seed = BigInt(choice.line);
                same(wasm.seek(choice.line), 1, 'seek');
                same(take(wasm.choose(choice.level, seed, 50)), choice.move, name);
                sameJson(wasm.bot_opinions(), choice.opinions, name);
                same(wasm.bot_begin(choice.level, seed, 50), 1, name);
                while (wasm.bot_run(9));
                sameJson(wasm.bot_opinions(), choice.opinions, name);
                same(take(wasm.bot_finish()), choice.move, name);
                opinions += choice.opinions.moves.length ? 1 : 0;
                asked++;
            }
        }
        same(asked > 20 && opinions > 10, true, 'bots were asked');
    },
    'lines and positions are judged as natively': () => {
        let judged = 0;
        for (const game of native.games) {
            wasm.read(give(game.text));
            for (const {line, level, judged: verdict, chances} of game.choices) {
                if (!verdict) continue;
                sameJson(wasm.judge(line + 1, level, 5n, 50), verdict, `line ${line + 1}`);
                wasm.seek(line);
                sameJson(wasm.chances(level, 5n, 50), chances, `after line ${line}`);
                judged++;
            }
        }
        same(judged > 10, true, 'lines were judged');
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
