/* The rules from docs/rules.md, with a search that marks and steps, chapters as chips, and
 * references as links: a drawer beside the table, or a page of its own. The build turns the
 * document into data. */
import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Card, Treasure } from '../engine/types';
import type { Game } from '../table/game';
import { list, N_, t, tn } from '../text/gettext';
import { reasonWords } from '../text/reasons';
import { lower } from '../text/words';
import { does } from './acts';
import { CubeIcon, Icon, parseCard, Pictogram } from './draw/art';
import { FEW, pointAtSites, pointed, speaksOfPlaces } from './pointed';
import { Rich, CardWords } from './rich';
import { game, openAt } from './state';

declare const RULES_URL: string;

interface Clause { clause: string; text: string }
interface Chapter { title: string; clauses: Clause[] }
/* Why a card does not go on a map. */
export interface Why { card: Card; treasure: Treasure; reason: string; clause: string; sites: string[] }

const chapters = signal<Chapter[]>([]);
const search = signal('');
const hit = signal(0);
export const why = signal<Why | null>(null);

async function load(): Promise<void> {
    if (chapters.value.length) return;
    chapters.value = (await (await fetch(new URL(RULES_URL, document.baseURI))).json()) as Chapter[];
}

/* What a refused card on a map would do, if that is what an element is about. */
export function whyOf(element: Element, game: Game | null): Why | null {
    const treasure = element.closest<HTMLElement>('[data-treasure]')?.dataset.treasure as Treasure | undefined, card = game?.picks.value.card;
    const clause = (element as HTMLElement).dataset.clause ?? '', offer = game?.offer.value;
    const reason = treasure && offer?.maps[treasure]?.reason;
    if (!game || !treasure || !card || !reason) return null;
    return { card, treasure, clause, reason: reason.name ?? '', sites: game.position.value.maps.find((map) => map.treasure === treasure)!.sites };
}

/* ---- Text ---- */

const letterOf = (title: string): string => /^([A-Z])\b/.exec(title)?.[1] ?? '';
/* The chapters in a word, for the chips. */
const SHORT: Record<string, string> = {
    I: N_('Island'), O: N_('Objects'), S: N_('Setup'), T: N_('Turn'), C: N_('Clues'), L: N_('Meaning'), M: N_('Moving'), R: N_('Raising'), D: N_('Sharing'),
    K: N_('Curses'), N: N_('Next hunt'), A: N_('Amulets'), P: N_('Powers'), E: N_('End'), V: N_('Volcano'), H: N_('Hidden'),
};
const nameOf = (title: string): string => title.replace(/^[A-Z]( and [A-Z])?\. /, '').replace(/ \(an option\)$/, '');

/* The places of a text where the search is found, ignoring case. */
export function split(text: string, wanted: string): string[] {
    if (!wanted) return [text];
    const escaped = wanted.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return text.split(new RegExp(`(${escaped.join('|')})`, 'giu'));
}

const Marked = ({ text, wanted }: { text: string; wanted: string }): JSX.Element =>
    <>{split(text, wanted).map((part, index) => (index % 2 ? <mark key={index}>{part}</mark> : part))}</>;

/* *Stress*, **weight**, `notation` and references to clauses. */
function Text({ text, wanted, known }: { text: string; wanted: string; known: ReadonlySet<string> }): JSX.Element {
    const parts: ComponentChildren[] = text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\b[A-Z]\d{1,2}\b)/).map((part, index) => {
        if (/^\*\*/.test(part)) return <b key={index}><Marked text={part.slice(2, -2)} wanted={wanted} /></b>;
        if (/^\*/.test(part)) return <em key={index}><Marked text={part.slice(1, -1)} wanted={wanted} /></em>;
        if (/^`/.test(part)) return <code key={index}><Marked text={part.slice(1, -1)} wanted={wanted} /></code>;
        if (known.has(part)) return <button key={index} type="button" class="ref" data-do="rule" data-clause={part} aria-label={t('Rule {clause}', { clause: part })}>{part}</button>;
        return <Marked key={index} text={part} wanted={wanted} />;
    });
    return <>{parts}</>;
}

/* ---- Parts ---- */

function WhyNot({ why: { card, treasure, reason, clause, sites } }: { why: Why }): JSX.Element {
    const named = list(sites.slice(0, 6)), short = sites.length <= 6, on = pointed.value?.clause === `why-${clause}`;
    /* Few sites are shown at once, as long as the card is in the hand that asked. */
    const lifted = game.value?.picks.value.card === card;
    useEffect(() => {
        if (lifted && sites.length <= FEW) pointAtSites(clause, sites);
        return () => { if (pointed.value?.clause === `why-${clause}`) pointed.value = null; };
    }, [lifted, card, treasure]);
    const vars = { treasure: lower(treasure), sites: named };
    const more = clause === 'C3' && short ? tn('The only site of {treasure}, {sites}, would go.', 'The {n} sites of {treasure}, {sites}, would all go.', sites.length, vars)
        : clause === 'C2' && short ? tn('The only site of {treasure}, {sites}, would stay.', 'The {n} sites of {treasure}, {sites}, would all stay.', sites.length, vars) : '';
    return <section class="whynot"><h3>{t('Why not?')}</h3><div class="wrow">
        <div class={`hcard${parseCard(card).not ? ' neg' : ''}`}><Pictogram card={card} /><CardWords card={card} /></div>
        <p><CubeIcon treasure={treasure} /><Rich text={reasonWords(reason)} /> {more}</p></div>
        {sites.length > 0 && <button type="button" class="lnk" data-do="show-sites" aria-pressed={on}>{on ? t('Hide it again') : t('Show on the island')}</button>}</section>;
}
does('show-sites', () => {
    if (pointed.value?.clause.startsWith('why-')) pointed.value = null;
    else if (why.value) pointAtSites(why.value.clause, why.value.sites);
});

/* A clause that speaks of places shows them on the island beside it. */
function ShowClause({ clause }: { clause: string }): JSX.Element {
    const on = pointed.value?.clause === clause;
    return <p class="showp"><button type="button" class="lnk" data-do="show-clause" data-clause={clause} aria-pressed={on}><Icon id="i-eye" />{on ? t('Hide it again') : t('Show on the island')}</button>
        <span role="status">{on && pointed.value!.text}</span></p>;
}

function Search({ found }: { found: string[] }): JSX.Element {
    const go = (step: number): void => {
        if (!found.length) return;
        hit.value = (hit.value + step + found.length) % found.length;
        openAt.value = found[hit.value]!;
    };
    const type = (event: Event): void => {
        search.value = (event.target as HTMLInputElement).value;
        hit.value = -1;
    };
    const key = (event: KeyboardEvent): void => {
        if (event.key === 'Enter') { event.preventDefault(); go(event.shiftKey ? -1 : 1); }
        if (event.key === 'Escape' && search.value) { event.stopPropagation(); search.value = ''; }
    };
    return <div class="search" role="search"><Icon id="i-search" />
        <input type="search" aria-label={t('Search the rules')} placeholder={t('Search the rules')} value={search.value} onInput={type} onKeyDown={key} />
        {search.value && <small role="status">{found.length === 0 ? t('nothing found') : hit.value < 0 ? tn('{n} clause', '{n} clauses', found.length) : t('{n} of {all}', { n: hit.value + 1, all: found.length })}</small>}
        {found.length > 0 && search.value && <button type="button" class="ib" data-do="rule-next" onClick={() => go(1)} aria-label={t('Next hit')}><Icon id="i-next" /></button>}</div>;
}
does('rule-next', () => {});
does('chapter', (element) => { openAt.value = (element as HTMLElement).dataset.clause ?? ''; });

const Chips = ({ now }: { now: string }): JSX.Element => <nav class="toc" aria-label={t('Chapters')}>{chapters.value.map(({ title, clauses }) => {
    const letter = letterOf(title), on = letter === now;
    return <button key={title} type="button" class={on ? 'on' : ''} data-do="chapter" data-clause={clauses[0]!.clause} aria-current={on ? 'true' : undefined}>
        <b>{letter}</b>{SHORT[letter] ? t(SHORT[letter]!) : nameOf(title)}</button>;
})}</nav>;

/* Everything below the title: search, why not, chapters, clauses. */
export function Rules({ level = 3, beside = false }: { level?: number; beside?: boolean }): JSX.Element {
    const laid = useSignal(false); /* the clauses are many: the drawer opens without them */
    const body = useRef<HTMLDivElement>(null), wanted = search.value.trim().replace(/\s+/g, ' ').toLowerCase(), all = chapters.value;
    const known = useMemo(() => new Set(all.flatMap((chapter) => chapter.clauses.map(({ clause }) => clause))), [all]);
    const has = ({ clause, text }: Clause): boolean => wanted.split(' ').every((word) => `${clause} ${text}`.toLowerCase().includes(word));
    const found = useMemo(() => (wanted ? all.flatMap((chapter) => chapter.clauses.filter(has).map(({ clause }) => clause)) : []), [all, wanted]);
    const letter = openAt.value[0] ?? '', chapter = all.find(({ title, clauses }) => letterOf(title) === letter || clauses.some(({ clause }) => clause === openAt.value));
    useEffect(() => { void load().then(() => { laid.value = true; }); }, []);
    useEffect(() => {
        const row = openAt.value && body.current?.querySelector(`[id^="rule-${CSS.escape(openAt.value)}"]`);
        if (!row) return;
        const box = body.current!, inner = box.scrollHeight > box.clientHeight + 1;
        if (inner) box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - 60;
        else row.scrollIntoView({ block: 'center' });
        const chips = box.parentElement?.querySelector('.toc'), chip = chips?.querySelector<HTMLElement>('.on');
        if (chips && chip) chips.scrollLeft = chip.offsetLeft - chips.clientWidth / 2;
    }, [openAt.value, all, why.value, laid.value]);
    return <><Search found={found} />
        {why.value && <WhyNot why={why.value} />}
        <Chips now={letterOf(chapter?.title ?? '')} />
        <div class="clauses" ref={body} tabIndex={0} role="region" aria-label={t('Clauses')}>{laid.value && all.map(({ title, clauses }) => {
            const shown = wanted ? clauses.filter(has) : clauses;
            return shown.length > 0 && <section key={title}><h3 aria-level={level}>{nameOf(title)}</h3><dl>{shown.map(({ clause, text }) =>
                <div key={clause} id={`rule-${clause}`} class={clause === openAt.value ? 'on' : ''} aria-current={clause === openAt.value ? 'true' : undefined}>
                    <dt>{clause}</dt><dd><Text text={text} wanted={wanted} known={known} />{beside && speaksOfPlaces(clause) && <ShowClause clause={clause} />}</dd></div>)}</dl></section>;
        })}</div></>;
}

export function RulesDrawer(): JSX.Element {
    const box = useRef<HTMLElement>(null);
    useEffect(() => { box.current?.focus({ preventScroll: true }); return () => { pointed.value = null; }; }, []);
    return <section ref={box} class="drawer" role="complementary" aria-label={t('Rules')} data-drawer="rules" tabIndex={-1}>
        <header><h2>{t('Rules')}</h2><button type="button" class="ib" data-do="rules-close" aria-label={t('Close the rules')}><Icon id="i-close" /></button></header>
        <Rules beside /></section>;
}
