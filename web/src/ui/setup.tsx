/* Setting up: the four steps, facts about what is chosen, the triads to choose from. */
import type { JSX } from 'preact';
import { t, tn } from '../text/gettext';
import { word } from '../text/words';
import type { Position } from '../engine/types';
import type { Fact } from '../table/offer';
import { Atv, Icon, Texture, Use } from './draw/art';
import { HEX } from './draw/hex';
import { Rich } from './rich';
import { Clause } from './top';

function TriadArt({ name }: { name: string }): JSX.Element {
    const [first, second] = name.split('-') as [string, string];
    const hex = (x: number, y: number, terrain: string): JSX.Element => <g transform={`translate(${x} ${y})`}>
        <path d={HEX} class={`area ${terrain}`} /><Texture terrain={terrain} /></g>;
    return <svg viewBox="-56 -90 190 184" aria-hidden="true">{hex(0, 43.3, 'lava')}{hex(0, -43.3, first)}{hex(75, 0, second)}</svg>;
}

export function TriadPicker({ triads, chosen }: { triads: { name: string; count: number }[]; chosen?: string }): JSX.Element {
    return <section class="queue tri"><h3 aria-level={2}>{t('Choose a triad')}<small>{t('in reverse turn order')} <Clause clause="V2" /></small></h3>
        <ol>{triads.map(({ name, count }, index) => <li key={name} class={name === (chosen ?? triads[0]!.name) ? 'on' : ''}>
            <button type="button" data-pick={name} aria-pressed={name === chosen || (!chosen && index === 0)}><TriadArt name={name} /><b>{word(name)}</b>
                <small>{tn('fits on {n} space', 'fits on {n} spaces', count)}</small></button></li>)}</ol></section>;
}

const PHASES: readonly (readonly string[])[] = [['volcano', 'object'], ['triad', 'atv'], ['initial', 'start'], ['deal']];

export const isSetting = (position: Position): boolean => PHASES.some((phases) => phases.includes(position.phase));

/* Where setting up stands. */
export function Steps({ position }: { position: Position }): JSX.Element {
    const now = PHASES.findIndex((phases) => phases.includes(position.phase)), names = position.seats.map((seat) => seat.name);
    const asked = typeof position.to_move === 'number' ? t('{who} decides', { who: `@${position.to_move}@` }) : '';
    const steps: [string, string][] = [
        [t('Objects'), t('statues, huts and palms')], [t('ATVs'), position.volcano ? t('a triad each') : t('one each, anywhere')],
        [t('First clues'), t('one on each map')], [t('Hands'), t('hidden from the others')],
    ];
    return <section class="steps"><h3 aria-level={2}>{t('Setting up')}</h3><ol>{steps.map(([title, text], index) =>
        <li key={title} class={index < now ? 'done' : index === now ? 'on' : ''} aria-current={index === now ? 'step' : undefined}>
            <i>{index < now ? <Icon id="i-end" /> : index + 1}</i><span><b>{title}</b><small>{index === now && asked ? <Rich text={asked} names={names} /> : text}</small></span></li>)}</ol></section>;
}

function FactArt({ art, seat }: { art: string; seat: number }): JSX.Element {
    if (art === 'veil') return <svg viewBox="-50 -46 100 92" aria-hidden="true"><path d={HEX} class="veilart" /></svg>;
    if (art === 'atvs') return <svg viewBox="-40 -34 84 68" aria-hidden="true"><Atv seat={(seat % 4) + 1} x={-10} y={-8} k={0.75} /><Atv seat={seat} x={12} y={8} k={0.75} /></svg>;
    if (art === 'atv') return <svg viewBox="-34 -28 68 52" aria-hidden="true"><Atv seat={seat} /></svg>;
    return <svg viewBox="-26 -42 52 64" aria-hidden="true"><Use id={art} /></svg>;
}

/* What there is to know about what is chosen, in the reading place. */
export function Facts({ facts, seat }: { facts: readonly Fact[]; seat: number }): JSX.Element {
    return <>{facts.map((fact) => <div key={fact.art} class="fact"><FactArt art={fact.art} seat={seat} />
        <p><Rich text={fact.text} /> {fact.clauses.map((clause) => <Clause key={clause} clause={clause} />)}</p></div>)}</>;
}
