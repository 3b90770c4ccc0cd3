// Every name of the module has its words in the catalogue.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {test} from 'node:test';
import {engine as fresh, source} from '../lib/source.mjs';

const {cardMessage, cardWords, reasonNames, t, tn, fill} = await source('text/cards.ts', 'text/reasons.ts', 'text/gettext.ts');
const tables = (await fresh()).tables();

test('every clue card has its own message with a landmark in stars', () => {
    for (const {name} of tables.cards) {
        assert.match(cardMessage(name), /^(!not! )?(in|on|next to|in sight of) \*[a-z ]+\*$/, name);
        assert.equal(/!/.test(cardMessage(name)), name.startsWith('not-'), name);
        assert.doesNotMatch(cardWords(name), /[*!-]/);
    }
});

test('every reason of the module has a sentence, by its name', () => {
    const known = new Set(reasonNames());
    for (const {name} of tables.reasons) if (name !== 'OK') assert.ok(known.has(name), name);
});

test('messages take values and plurals', () => {
    assert.equal(t('{a} and {b}', {a: 'x', b: 2}), 'x and 2');
    assert.equal(tn('{n} site', '{n} sites', 1), '1 site');
    assert.equal(tn('{n} site', '{n} sites', 1200), '1,200 sites');
    assert.equal(fill('{missing}.', {}), '.');
});

test('every message of the sources is a literal, and can be extracted', async () => {
    const {messages, pot} = await import('../../messages.mjs'), found = messages();
    assert.ok(found.length > 300);
    for (const {id, plural} of found) if (plural !== null) assert.match(plural, /\{n\}|\{/, id);
    assert.match(pot(), /msgid "Play now"/);
});

test('docs/page.md names every act that an element can do', () => {
    const folder = new URL('../../src/', import.meta.url), docs = readFileSync(new URL('../../../docs/page.md', import.meta.url), 'utf8');
    const under = (at) => readdirSync(at, {withFileTypes: true}).flatMap((each) => (each.isDirectory() ? under(new URL(`${each.name}/`, at)) : [new URL(each.name, at)]));
    const sources = under(folder).filter(({pathname}) => /\.tsx?$/.test(pathname)).map((file) => readFileSync(file, 'utf8'));
    const acts = sources.flatMap((text) => [...text.matchAll(/\bdoes\('([\w-]+)'/g)].map(([, act]) => act));
    assert.ok(acts.length > 100);
    assert.deepEqual(acts.filter((act) => !docs.includes(`\`${act}\``)), []);
});
