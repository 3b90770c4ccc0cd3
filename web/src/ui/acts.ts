/* One listener for everything that can be activated. Elements carry their meaning as marks:
 * data-move commits, data-pick selects or previews, data-do is any other act. */
import { game } from './state';

export type Doer = (element: Element, event?: MouseEvent) => void;

const doers = new Map<string, Doer>();

/* Gives an act its meaning: data-do="name" calls it. */
export function does(name: string, doer: Doer): void {
    doers.set(name, doer);
}

/* Does what an element's marks say; true if it had any. */
export function activate(element: Element | null, event?: MouseEvent): boolean {
    const marked = element?.closest<HTMLElement | SVGElement>('[data-move], [data-pick], [data-do]');
    if (!marked) return false;
    const { move, pick, do: act } = marked.dataset;
    if (move !== undefined) game.value?.commit(move);
    else if (pick !== undefined) game.value?.pick(pick);
    else if (act !== undefined) doers.get(act)?.(marked, event);
    return true;
}

export function listen(root: HTMLElement): void {
    root.addEventListener('click', (event) => {
        if (event.defaultPrevented) return;
        const target = event.target as Element;
        if (activate(target, event)) {
            if (target.closest('a')) event.preventDefault();
        }
    });
}
