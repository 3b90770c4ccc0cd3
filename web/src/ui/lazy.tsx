/* Screens that are fetched when they are first needed, or before, when the page is idle. */
import { signal } from '@preact/signals';
import { h } from 'preact';
import type { ComponentType, JSX } from 'preact';

export interface Lazy<P> { (props: P): JSX.Element | null; fetch(): Promise<void> }

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> {
    const found = signal<ComponentType<P> | null>(null);
    let loading: Promise<void> | null = null;
    const fetch = (): Promise<void> => loading ??= load().then((component) => { found.value = component; }, () => { loading = null; });
    const Screen = (props: P): JSX.Element | null => {
        if (!found.value) void fetch();
        return found.value && h(found.value, props);
    };
    return Object.assign(Screen, { fetch });
}
