/* Setting up: the triads to choose from. */
import type { JSX } from 'preact';
import { t, tn } from '../text/gettext';
import { word } from '../text/words';
import { Use } from './draw/art';
import { HEX } from './draw/hex';
import { Clause } from './top';

function TriadArt({ name }: { name: string }): JSX.Element {
    const [first, second] = name.split('-') as [string, string];
    const hex = (x: number, y: number, terrain: string): JSX.Element => <g transform={`translate(${x} ${y})`}>
        <path d={HEX} class={`area ${terrain}`} /><g clip-path="url(#hexclip)"><Use id={terrain === 'lava' ? 'lava' : `t-${terrain}`} /></g></g>;
    return <svg viewBox="-56 -90 190 184" aria-hidden="true">{hex(0, 43.3, 'lava')}{hex(0, -43.3, first)}{hex(75, 0, second)}</svg>;
}

export function TriadPicker({ triads, chosen }: { triads: { name: string; count: number }[]; chosen?: string }): JSX.Element {
    return <section class="queue tri"><h3>{t('Choose a triad')}<small>{t('in reverse turn order')} <Clause clause="V2" /></small></h3>
        <ol>{triads.map(({ name, count }, index) => <li key={name} class={name === (chosen ?? triads[0]!.name) ? 'on' : ''}>
            <button type="button" data-pick={name} aria-pressed={name === chosen || (!chosen && index === 0)}><TriadArt name={name} /><b>{word(name)}</b>
                <small>{tn('fits on {n} space', 'fits on {n} spaces', count)}</small></button></li>)}</ol></section>;
}
