/* The island of a table that has not begun: as it is, or those of which one is drawn. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../text/gettext';
import { Board } from './board';
import { Mini } from './mini';
import { engine } from './state';

/* Twelve of the islands are enough to look at. */
const SHOWN = 12;

export function Ahead({ island }: { island: string }): JSX.Element | null {
    const module = engine.value;
    const picture = useMemo(() => {
        if (!module || island === 'random' || !module.tables().islands.includes(island) || module.read(`tobago 1\nplayers a b\nisland ${island}\n`)) return null;
        return { board: module.board()!, position: module.position(5)! };
    }, [module, island]);
    if (picture) return <div class="aheadmap"><Board {...picture} still pad={30} /></div>;
    return <figure class="lots"><ul aria-hidden="true">{(module?.tables().islands ?? []).filter((_, index, { length }) => Math.floor(index * SHOWN / length) !== Math.floor((index - 1) * SHOWN / length)).map((each) => <li key={each}><Mini island={each} ready /></li>)}</ul><figcaption>{t('The island is drawn when the game starts.')}</figcaption></figure>;
}
