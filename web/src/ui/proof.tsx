/* The fairness proof of a game on a server, checked here line by line (docs/fairness.md). */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { another } from '../engine/load';
import type { Proof, ProofStep } from '../engine/types';
import { promises } from '../online/table';
import { table } from '../online/session';
import { t, tn } from '../text/gettext';
import { does } from './acts';
import { Icon } from './draw/art';
import { download, fileName } from './files';
import { Modal } from './modal';
import { complain } from './together';

/* Lines that are shown at a time. */
const PAGE = 150;

interface Checked { text: string; verdict: Proof; steps: ProofStep[]; seat: number | null; id: string }

const checked = signal<Checked | null>(null);
const shown = signal(PAGE);
const working = signal(false);

async function check(): Promise<void> {
    const now = table.value;
    if (!now || working.value) return;
    working.value = true;
    try {
        const text = await now.proof(), module = await another(), lines = text.split('\n').length, steps: ProofStep[] = [];
        const verdict = module.verify(text);
        while (steps.length < lines) {
            const more = module.verifySteps(text, steps.length + 1, PAGE);
            if (!more.length) break;
            steps.push(...more);
        }
        shown.value = PAGE;
        checked.value = { text, verdict, steps, seat: now.seat.value, id: now.id };
    } catch (why) {
        if (why instanceof Error) throw why;
        complain(why);
    } finally {
        working.value = false;
    }
}

does('proof', () => { void check(); });
does('proof-off', () => { checked.value = null; });
does('proof-more', () => { shown.value += 4 * PAGE; });
does('proof-file', () => { if (checked.value) download(checked.value.text, fileName('tobago', 'proof'), 'text/plain'); });

const Point = ({ good, text }: { good: boolean | null; text: string }): JSX.Element =>
    <li class={good === null ? 'open' : good ? 'good' : 'bad'}><Icon id={good === null ? 'i-info' : good ? 'i-end' : 'i-close'} /><span>{text}</span></li>;

export function ProofSheet(): JSX.Element | null {
    const now = checked.value;
    if (!now) return null;
    const { verdict, steps } = now, kept = promises().find(([id]) => id === now.id)?.[1];
    const envelope = /^commitment (\w+)$/m.exec(now.text)?.[1], own = now.seat ? new RegExp(`^share ${now.seat} (\\w+)$`, 'm').exec(now.text)?.[1] : undefined;
    return <Modal title={t('Were the cards fair?')} cls="proof" act="proof-off" close={() => { checked.value = null; }}>
        <ul class="points">
            <Point good={verdict.ok} text={verdict.ok ? tn('Every draw is the one that had to come: {n} draw, checked on this device.', 'Every draw is the one that had to come: {n} draws, checked on this device.', verdict.draws)
                : t('The proof fails in line {n}: {reason}', { n: verdict.line ?? 0, reason: verdict.reason })} />
            <Point good={kept ? kept.commitment === envelope : null} text={kept ? kept.commitment === envelope ? t('The envelope is the one that lay on the table before the game.') : t('This is not the envelope that was shown before the game.') : t('This device did not see the envelope before the game.')} />
            {now.seat !== null && <Point good={kept ? kept.share === own : null} text={kept ? kept.share === own ? t('Your own number is part of every draw.') : t('Your number is not the one that this device sent.') : t('Another device sent your number.')} />}
        </ul>
        <ol class="psteps" tabIndex={0} aria-label={t('Step by step')}>{steps.slice(0, shown.value).map((step) => <li key={step.line} class={step.draw === undefined ? '' : 'drawn'}><code>{step.text}</code><small>{step.about}</small></li>)}</ol>
        <div class={steps.length > shown.value ? 'pair' : ''}>{steps.length > shown.value && <button type="button" class="btn" data-do="proof-more"><Icon id="i-more" /><span>{t('Show more')}</span></button>}
            <button type="button" class="btn" data-do="proof-file"><Icon id="i-copy" /><span>{t('Download the proof')}</span></button></div>
    </Modal>;
}
