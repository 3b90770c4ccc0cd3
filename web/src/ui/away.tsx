/* Away days: with a clock of days a player names days on which her clock stands. The server
 * counts them and says which are possible; days are those of UTC. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { table } from '../online/session';
import type { Failure } from '../online/types';
import { day, t, tn } from '../text/gettext';
import { does } from './acts';
import { Icon } from './draw/art';
import { Modal } from './modal';
import { menuOpen } from './state';
import { complain } from './together';

/* Whole weeks that are offered, this one included. */
const WEEKS = 6;
const DAY_MS = 86_400_000;

const nameOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const today = (): string => nameOf(Date.now());

/* The days that are picked, while they are chosen. */
const picked = signal<ReadonlySet<string> | null>(null);
const own = (): string[] => table.value?.about.value?.seats[(table.value.seat.value ?? 0) - 1]?.away ?? [];

does('away', () => { menuOpen.value = false; picked.value = new Set(own().filter((each) => each > today())); });
does('away-off', () => { picked.value = null; });
does('away-day', (element) => {
    const name = (element as HTMLElement).dataset.day ?? '', next = new Set(picked.value);
    if (!next.delete(name)) next.add(name);
    picked.value = next;
});
does('away-save', () => {
    const days = [...picked.value ?? []].sort();
    table.value?.ask('away', { days }).then(() => { picked.value = null; }, (why: Failure) => complain(why));
});

/* What others see of a seat's away days: today, or the next one. */
export function awayWords(days: readonly string[] | undefined): string {
    const now = today(), next = days?.find((each) => each >= now);
    return !next ? '' : next === now ? t('away today') : t('away from {day}', { day: day(next) });
}

/* The days from Monday of this week on. */
function weeks(): string[] {
    const now = Date.now(), monday = now - ((new Date(now).getUTCDay() + 6) % 7) * DAY_MS;
    return Array.from({ length: WEEKS * 7 }, (_, at) => nameOf(monday + at * DAY_MS));
}

export function AwaySheet(): JSX.Element | null {
    const days = picked.value, about = table.value?.about.value;
    if (!days || !about) return null;
    const now = today(), used = own().filter((each) => each <= now), most = about.clock.away_days;
    return <Modal title={t('Days away')} cls="away" act="away-off" close={() => { picked.value = null; }}>
        <p class="hint">{t('Your clock stands on these days. The others see them.')}{most !== undefined && ` ${tn('A game has {n} for each player.', 'A game has {n} for each player.', most)}`}</p>
        <div class="days" role="group" aria-label={t('Days away')}>{weeks().map((name) => { const past = name <= now, on = days.has(name) || used.includes(name);
            return <button key={name} type="button" class={on ? 'on' : ''} data-do={past ? undefined : 'away-day'} data-day={name} aria-pressed={on} aria-disabled={past || undefined}>{Number(name.slice(8))} <small>{day(name, 'month')}</small></button>; })}</div>
        <button type="button" class="btn main" data-do="away-save"><Icon id="i-end" /><span>{t('Keep these days')}<small>{tn('{n} day', '{n} days', days.size)}</small></span></button>
    </Modal>;
}
