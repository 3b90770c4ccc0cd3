/* Messages in the manner of gettext: the English sentence is its own key. Calls take
 * literals only, so that po/tobago.pot can be extracted from the sources (messages.mjs).
 * {braces} hold what varies. */

export type Vars = Record<string, string | number>;

interface Catalogue { language: string; messages: Record<string, string | string[]> }

let catalogue: Catalogue = { language: 'en', messages: {} };
/* Making one of these takes as long as drawing something small, so they are kept. */
const formats = (language: string) => ({
    plurals: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language),
    percents: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }), lists: new Intl.ListFormat(language, { type: 'conjunction' }),
});
let { plurals, numbers, percents, lists } = formats('en');
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ['one', 'two', 'few', 'many', 'other', 'zero'];

/* Takes over a catalogue; the texts that were made before stay as they are. */
export function use(next: Catalogue): void {
    catalogue = next;
    ({ plurals, numbers, percents, lists } = formats(next.language));
}

const show = (value: string | number | undefined): string =>
    value === undefined ? '' : typeof value === 'number' ? numbers.format(value) : value;

export const fill = (text: string, vars?: Vars): string =>
    vars ? text.replace(/\{(\w+)\}/g, (_, name: string) => show(vars[name])) : text;

/* A sentence. */
export function t(message: string, vars?: Vars): string {
    const found = catalogue.messages[message];
    return fill(typeof found === 'string' ? found : message, vars);
}

/* A sentence about a number: {n} shows it. */
export function tn(one: string, other: string, n: number, vars?: Vars): string {
    const rule = plurals.select(n), forms = catalogue.messages[one];
    const text = Array.isArray(forms)
        ? forms[Math.min(CATEGORIES.indexOf(rule), forms.length - 1)] ?? other
        : rule === 'one' ? one : other;
    return fill(text, { n, ...vars });
}

/* Marks a message that is looked up later. */
export const N_ = (message: string): string => message;

/* A percentage, an ordinary number and a list, as the language writes them. */
export const percent = (fraction: number): string => percents.format(fraction);
export const number = (value: number): string => numbers.format(value);
export const list = (items: string[]): string => lists.format(items);
/* A day like '2026-12-24', which is the same everywhere; or its month alone. */
export const day = (name: string, part: 'whole' | 'month' = 'whole'): string =>
    new Intl.DateTimeFormat(catalogue.language, { timeZone: 'UTC', month: 'short', ...(part === 'whole' ? { weekday: 'short', day: 'numeric' } : {}) }).format(new Date(`${name}T00:00Z`));
