/* The powers of an amulet as a ring of hexes round it; the impossible ones are dimmed and
 * say why. */
import type { JSX } from 'preact';
import type { Power } from '../table/offer';
import { t, tn } from '../text/gettext';
import { Cube, Icon, Picture, Rose } from './draw/art';
import { Clause } from './top';

/* Places of the ring: A1 at the top, then clockwise. */
const PLACES: Record<string, readonly [number, number]> = {
    'amulet remove': [0, -1], 'amulet clue': [0.866, -0.5], 'amulet double': [0.866, 0.5],
    'amulet swap': [0, 1], 'amulet exchange': [-0.866, 0.5], 'amulet move': [-0.866, -0.5],
};

/* Four powers stand around it evenly. */
const FOUR: typeof PLACES = {
    'amulet remove': [-0.866, -0.5], 'amulet clue': [0.866, -0.5], 'amulet exchange': [0.866, 0.5], 'amulet move': [-0.866, 0.5],
};

function PowerArt({ icon, seat }: { icon: string; seat: number }): JSX.Element {
    if (icon === 'remove') return <svg viewBox="-20 -18 40 36" aria-hidden="true"><Cube treasure="white" /><path class="cross" d="M-10-10l20 20m0-20l-20 20" /></svg>;
    if (icon === 'double') return <svg viewBox="-44 -22 88 44" aria-hidden="true"><Rose seat={seat} x={-20} /><Rose seat={seat} x={20} /></svg>;
    if (icon === 'swap') return <svg viewBox="-44 -26 88 52" aria-hidden="true"><Rose seat={seat} x={-24} k={0.8} /><Rose seat={(seat % 4) + 1} x={24} k={0.8} /><path class="sw" d="M-12-18q12-8 24 0m-24 36q12 8 24 0" /></svg>;
    return <Icon id={icon} />;
}

export function PowerRing({ powers, seat, amulets }: { powers: readonly Power[]; seat: number; amulets: number }): JSX.Element {
    return <div class="powers-scene"><div class="scrimp on" data-pick="" />
        <section class="powring" role="dialog" aria-label={t('Amulet powers')}>
            <div class="hub"><Picture id="amulet" /><b>{tn('{n} to spend', '{n} to spend', amulets)}</b></div>
            {powers.map((power) => {
                const [dx, dy] = (powers.length === 4 ? FOUR : PLACES)[power.mode]!;
                return <button key={power.mode} type="button" class={`hx${power.possible ? '' : ' no'}`} data-pick={power.possible ? power.mode : undefined}
                    data-do={power.possible ? undefined : 'rule'} data-clause={power.possible ? undefined : power.clause}
                    aria-disabled={power.possible ? undefined : true} style={{ '--dx': String(dx), '--dy': String(dy) }}>
                    <span><PowerArt icon={power.icon} seat={seat} /><b>{power.label}</b><small>{power.sub}</small><em>{power.clause}</em></span>
                </button>;
            })}
        </section>
        <aside class="ringnote" aria-label={t('Amulets that are kept')}><Icon id="i-info" /><span>{t('An amulet you keep wards off a curse by itself.')}</span><Clause clause="A4" /></aside>
    </div>;
}
