/* A link that holds a whole game: the record, compressed (deflate) and written as base64url
 * behind '#g='. Links that come in are bounded before and after they are unpacked. */

/* The longest link that is given out; over it a file is offered. */
export const LONGEST_LINK = 8000;
const LONGEST_IN = 400_000, LONGEST_RECORD = 1 << 20;
const MARK = '#g=';

async function through(data: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
    const reader = new Blob([data]).stream().pipeThrough<Uint8Array>(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>).getReader();
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
        length += value.length;
        if (length > most) {
            void reader.cancel();
            throw new RangeError('too long');
        }
        parts.push(value);
    }
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of parts) { all.set(part, at); at += part.length; }
    return all;
}

function toBase64(data: Uint8Array): string {
    let text = '';
    for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
    if (!/^[\w-]*$/.test(text)) throw new SyntaxError('not base64url');
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

/* The fragment of a record, with its '#'. */
export async function pack(record: string): Promise<string> {
    const data = new TextEncoder().encode(record);
    return MARK + toBase64(await through(data, new CompressionStream('deflate-raw'), Infinity));
}

/* The whole link, or null if it would be too long to send around. */
export async function linkOf(record: string, base: string): Promise<string | null> {
    try {
        const link = base.replace(/#.*$/s, '') + await pack(record);
        return link.length <= LONGEST_LINK ? link : null;
    } catch {
        return null;
    }
}

/* The part of an address that holds a game, or null. */
export function fragmentOf(address: string): string | null {
    const at = address.indexOf(MARK);
    return at < 0 ? null : address.slice(at).trim();
}

export type LinkProblem = 'long' | 'damaged';

/* The record in a fragment, or what is wrong with it. */
export async function unpack(fragment: string): Promise<{ record: string } | { problem: LinkProblem }> {
    if (fragment.length > LONGEST_IN) return { problem: 'long' };
    try {
        const data = fromBase64(fragment.slice(MARK.length));
        const plain = await through(data, new DecompressionStream('deflate-raw'), LONGEST_RECORD);
        return { record: new TextDecoder('utf-8', { fatal: true }).decode(plain) };
    } catch (error) {
        return { problem: error instanceof RangeError && error.message === 'too long' ? 'long' : 'damaged' };
    }
}
