// The catalogue of messages: node messages.mjs writes po/tobago.pot from the sources.
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
export const POT = join(here, 'po/tobago.pot');

const sources = (folder) => readdirSync(folder, {withFileTypes: true}).flatMap((entry) =>
    entry.isDirectory() ? sources(join(folder, entry.name)) : /\.tsx?$/.test(entry.name) ? [join(folder, entry.name)] : []);

const LITERAL = String.raw`'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"`;
const text = (single, double) => (single ?? double).replace(/\\(['"\\])/g, '$1');
const quoted = (message) => `"${message.replace(/[\\"]/g, '\\$&')}"`;

/* Every message with the files that say it: {id, plural, files}. Throws where a call does
 * not begin with a literal. */
export function messages() {
    const found = new Map();
    for (const file of sources(join(here, 'src')).sort()) {
        if (file.endsWith('gettext.ts')) continue;
        const code = readFileSync(file, 'utf8'), name = relative(here, file);
        for (const call of code.matchAll(/(?<![\w.$])(t|tn|N_)\(\s*(?=(.))/g)) {
            if (call[2] !== "'" && call[2] !== '"') {
                if (/^t\([A-Za-z_.]+[)\[]/.test(code.slice(call.index, call.index + 40))) continue; /* one that N_ marked */
                throw new Error(`${name}: a message that is no literal: ${code.slice(call.index, call.index + 60)}`);
            }
            const rest = code.slice(call.index + call[0].length);
            const first = new RegExp(`^(?:${LITERAL})`).exec(rest), id = text(first[1], first[2]);
            const second = call[1] === 'tn' ? new RegExp(`^(?:${LITERAL})\\s*,\\s*(?:${LITERAL})`).exec(rest) : null;
            const entry = found.get(id) ?? {id, plural: null, files: new Set()};
            if (second) entry.plural = text(second[3], second[4]);
            entry.files.add(name);
            found.set(id, entry);
        }
    }
    return [...found.values()];
}

export function pot() {
    const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
    return head + messages().map(({id, plural, files}) =>
        `\n#: ${[...files].join(' ')}\nmsgid ${quoted(id)}\n${plural === null ? 'msgstr ""' : `msgid_plural ${quoted(plural)}\nmsgstr[0] ""\nmsgstr[1] ""`}\n`).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    writeFileSync(POT, pot());
    console.log(`${messages().length} messages in ${relative(process.cwd(), POT)}`);
}
