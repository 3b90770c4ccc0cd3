// Links that hold a game: there and back, too long, damaged, hostile.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {test} from 'node:test';
import {deflateRawSync} from 'node:zlib';
import {rawDeflate, source} from '../lib/source.mjs';

await rawDeflate();
const {fragmentOf, linkOf, LONGEST_LINK, pack, unpack} = await source('table/link.ts');
const RECORD = 'tobago 1\nplayers Ada Chloé\nisland Acb1\nnature object statue k6 NW\n';
const base64url = (data) => Buffer.from(data).toString('base64url');

test('a record comes back from its link letter by letter', async () => {
    const link = await linkOf(RECORD, 'https://tobago.example/sub/#g=old');
    assert.match(link, /^https:\/\/tobago\.example\/sub\/#g=[\w-]+$/);
    assert.deepEqual(await unpack(fragmentOf(link)), {record: RECORD});
});

test('a link is at most 8 kB long, and a longer game gets none', async () => {
    const noise = randomBytes(12000).toString('base64');
    assert.equal(await linkOf(noise, 'https://tobago.example/'), null);
    assert.ok((await linkOf(RECORD.repeat(200), 'https://tobago.example/')).length <= LONGEST_LINK);
});

test('an address without a game has no fragment, and text around a link does not matter', () => {
    assert.equal(fragmentOf('https://tobago.example/#rules'), null);
    assert.equal(fragmentOf('  look: https://tobago.example/#g=abc \n'), '#g=abc');
});

test('a damaged link is told from one that holds too much', async () => {
    assert.deepEqual(await unpack('#g=<script>'), {problem: 'damaged'});
    assert.deepEqual(await unpack('#g='), {problem: 'damaged'});
    assert.deepEqual(await unpack((await pack(RECORD)).slice(0, -9)), {problem: 'damaged'});
    assert.deepEqual(await unpack(`#g=${base64url(deflateRawSync(Buffer.from([0xff, 0xfe, 0x80])))}`), {problem: 'damaged'});
    assert.deepEqual(await unpack(`#g=${'a'.repeat(500_000)}`), {problem: 'long'});
});

test('a small link that unpacks to a huge text is stopped', async () => {
    const bomb = `#g=${base64url(deflateRawSync(Buffer.alloc(64 << 20)))}`;
    assert.ok(bomb.length < 100_000);
    assert.deepEqual(await unpack(bomb), {problem: 'long'});
});
