// The native program: checks records and tells their hash.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, writeFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

export const TOBAGO = process.env.TOBAGO ?? fileURLToPath(new URL('../../../build/tobago', import.meta.url));

/* The position of a record, as a seat sees it if one is named. */
export const positionOf = (record, seat = null) =>
    JSON.parse(execFileSync(TOBAGO, ['replay', '-', '--json', ...(seat === null ? [] : ['--as', String(seat)])], {encoding: 'utf8', input: record, maxBuffer: 1 << 24}));

/* Throws unless 'tobago check' accepts the record; returns its position, as a seat sees it if one is named. */
export function check(record, seat = null) {
    const folder = mkdtempSync(join(tmpdir(), 'tobago-page-'));
    try {
        const file = join(folder, 'game.tobago');
        writeFileSync(file, record);
        execFileSync(TOBAGO, ['check', file], {stdio: 'pipe'});
        return positionOf(record, seat);
    } finally {
        rmSync(folder, {recursive: true, force: true});
    }
}
