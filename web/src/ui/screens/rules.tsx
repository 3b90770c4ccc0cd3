/* The rules from docs/rules.md, opened at a clause. The build turns the document into data. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../../text/gettext';
import { openAt } from '../state';
import { TopBar } from '../top';

declare const RULES_URL: string;

interface Chapter { title: string; clauses: { clause: string; text: string }[] }

const chapters = signal<Chapter[]>([]);
const search = signal('');

async function load(): Promise<void> {
    if (chapters.value.length) return;
    chapters.value = (await (await fetch(new URL(RULES_URL, document.baseURI))).json()) as Chapter[];
}

export function RulesScreen(): JSX.Element {
    useEffect(() => { void load().then(() => document.getElementById(`rule-${openAt.value}`)?.scrollIntoView({ block: 'center' })); }, [openAt.value]);
    const wanted = search.value.toLowerCase();
    return <div class="room"><TopBar middle={t('Rules')} /><main class="page rulespage">
        <h1>{t('Rules')}</h1>
        <label class="search"><span class="unseen">{t('Search the rules')}</span>
            <input type="search" placeholder={t('Search the rules')} value={search.value} onInput={(event) => { search.value = (event.target as HTMLInputElement).value; }} /></label>
        {chapters.value.map((chapter) => {
            const found = chapter.clauses.filter(({ clause, text }) => !wanted || `${clause} ${text}`.toLowerCase().includes(wanted));
            return found.length > 0 && <section key={chapter.title}><h2>{chapter.title}</h2><dl>{found.map(({ clause, text }) =>
                <div key={clause} id={`rule-${clause}`} class={clause === openAt.value ? 'on' : ''}><dt>{clause}</dt><dd>{text}</dd></div>)}</dl></section>;
        })}
    </main></div>;
}
