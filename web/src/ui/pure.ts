/* Components that are drawn again only when something they show has changed. */
import { h } from 'preact';
import type { Component, ComponentType, JSX } from 'preact';

type Compared = Component & { shouldComponentUpdate?: (next: object) => boolean };

const differ = (a: Record<string, unknown>, b: Record<string, unknown>): boolean => {
    for (const key in a) if (!(key in b) || a[key] !== b[key]) return true;
    for (const key in b) if (!(key in a)) return true;
    return false;
};

/* By its props, or by a text that says everything they show. */
export function pure<P extends object>(component: ComponentType<P>, tell?: (props: P) => string): (props: P) => JSX.Element {
    return function Pure(this: unknown, props: P): JSX.Element {
        (this as Compared).shouldComponentUpdate = (next) => tell
            ? tell(next as P) !== tell(props) : differ(next as Record<string, unknown>, props as Record<string, unknown>);
        return h(component, props);
    };
}
