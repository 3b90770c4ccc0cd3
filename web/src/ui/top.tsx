/* The top bar, icon buttons and clauses: parts of every screen. */
import type { ComponentChildren, JSX } from 'preact';
import { t } from '../text/gettext';
import { Icon, Use } from './draw/art';

export function Brand(): JSX.Element {
    return <a class="brand" href="./" data-do="home" aria-label={t('Tobago, to the start')}>
        <svg viewBox="-24 -24 48 48" aria-hidden="true"><g class="pb"><Use id="rose" /></g></svg>
        <svg class="wm" viewBox="-4 -70 274 96" aria-hidden="true"><Use id="wordmark" /></svg>
    </a>;
}

export const TopBar = ({ middle, children }: { middle: ComponentChildren; children?: ComponentChildren }): JSX.Element =>
    <header class="topbar"><Brand /><div class="mid">{middle}</div><div class="right">{children}</div></header>;

export const IconButton = ({ icon, label, act, off = false }: { icon: string; label: string; act: string; off?: boolean }): JSX.Element =>
    <button class="ib" type="button" data-do={act} aria-label={label} title={label} aria-disabled={off || undefined}><Icon id={icon} /></button>;

/* A clause of the rules: opens its place. */
export const Clause = ({ clause }: { clause: string }): JSX.Element =>
    <button class="clause" type="button" data-do="rule" data-clause={clause} aria-label={t('Rule {clause}', { clause })}>{clause}</button>;
