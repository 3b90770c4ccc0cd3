/* One table on the server that this page follows: what everyone sees of it, this seat's
 * own things, and the game once it has begun. It resumes by the number of the last event. */
import { batch, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Engine } from '../engine/module';
import type { Player } from '../table/source';
import { t } from '../text/gettext';
import { RemoteSource } from './remote';
import type { Link } from './remote';
import type { About, Clock, Failure, Frame, Message, Own, Proposal, Resumed, Snapshot, Standing, TableEvent } from './types';
import type { Wire } from './wire';

const CHAT_KEPT = 200;

export interface Times { clock: Clock; at: number }

/* Random bytes as hexadecimal digits: this client's part in the draws. */
function share(): string {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/* What only this device can compare with a proof: the commitment that it was shown before it
 * gave its number, and that number. Of the last tables, newest first. */
export interface Promised { commitment: string; share: string }
const PROMISES = 'tobago.promises', PROMISES_KEPT = 100;

export function promises(): [string, Promised][] {
    try {
        return JSON.parse(localStorage.getItem(PROMISES) ?? '[]') as [string, Promised][];
    } catch {
        return [];
    }
}

function keepPromise(id: string, promised: Promised | null): void {
    const others = promises().filter(([each]) => each !== id);
    try {
        localStorage.setItem(PROMISES, JSON.stringify(promised ? [[id, promised], ...others].slice(0, PROMISES_KEPT) : others));
    } catch { /* then the proof is checked without it */ }
}

export class OnlineTable implements Link {
    readonly about: Signal<About | null> = signal(null);
    readonly seat: Signal<number | null> = signal(null);
    readonly times: Signal<Times | null> = signal(null);
    readonly proposal: Signal<Proposal | null> = signal(null);
    readonly proposedAt: Signal<number> = signal(0);
    readonly chat: Signal<Message[]> = signal([]);
    readonly unread: Signal<number> = signal(0);
    readonly standing: Signal<Standing | null> = signal(null);
    readonly notes: Signal<string> = signal('');
    readonly muted: Signal<ReadonlySet<string>> = signal(new Set<string>());
    /* This seat is asked to claim or to pass. */
    readonly offered: Signal<boolean> = signal(false);
    readonly result: Signal<Snapshot['result'] | null> = signal(null);
    readonly ready: Signal<boolean> = signal(false);
    readonly trouble: Signal<Failure | null> = signal(null);
    /* Why the game cannot be shown: its rules are gone, or the module refuses its record. */
    readonly unreadable: Signal<'rules' | 'record' | null> = signal(null);
    commitment = '';
    n = 0;
    source: RemoteSource | null = null;
    /* The game has begun, with its lines in the source. */
    began: (source: RemoteSource) => void = () => {};
    failed: (why: Failure) => void = () => {};
    /* The table may no longer be seen from here. */
    gone: () => void = () => {};
    private following = false;
    private making = false;
    private left = false;
    /* A snapshot was asked for: what comes before it is in it. */
    private anew = false;
    /* The last event that was missed, and those missed that have come: they are taken together. */
    private behind = 0;
    private missed: TableEvent[] = [];
    /* What holds once those are taken. */
    private resumed: Resumed | null = null;
    /* The standing answer as the server has it, and how often this page has changed it. */
    private confirmed: Standing | null = null;
    private wishes = 0;

    constructor(readonly id: string, readonly wire: Wire, private readonly module: () => Promise<Engine>, readonly key = '') {}

    get over(): boolean {
        return this.result.value !== null;
    }

    /* The places as the server gives them: those who resigned are last, whatever they own. */
    get places(): readonly number[] | null {
        return this.result.value?.places ?? null;
    }

    get resigned(): readonly boolean[] {
        return (this.about.value?.seats ?? []).map((seat) => seat.resigned ?? false);
    }

    /* A bot plays for this seat: its player ran out of time or resigned. */
    get stoodIn(): boolean {
        const seat = this.about.value?.seats[(this.seat.value ?? 0) - 1];
        return !!seat && ((seat.stood_in ?? false) || (seat.resigned ?? false));
    }

    get live(): boolean {
        return this.following;
    }

    /* What the players are called at this table; bots are counted. */
    get names(): readonly string[] {
        const seats = this.about.value?.seats ?? [];
        return seats.map(({ name, who }, index) => {
            if (name || who === 'person' || who === 'program' || who === 'open') return name ?? '';
            const bots = seats.filter((seat) => !seat.name && seat.who !== 'open');
            return bots.length > 1 ? t('Bot {n}', { n: bots.indexOf(seats[index]!) + 1 }) : t('Bot');
        });
    }

    ask(act: string, fields: Record<string, unknown> = {}): Promise<Frame> {
        return this.wire.ask(act, { table: this.id, ...fields });
    }

    /* Acts, and says why where it is refused or could not be sent. True if it is done. */
    act(act: string, fields: Record<string, unknown> = {}): Promise<boolean> {
        return this.ask(act, fields).then(() => true, (why: Failure) => {
            this.failed(why);
            return false;
        });
    }

    /* ---- Following ---- */

    /* Follows the table, or goes on after the last event known. */
    async follow(): Promise<void> {
        const last = this.chat.value.at(-1)?.n ?? 0;
        this.following = false;
        this.anew = this.n === 0;
        this.behind = 0;
        this.missed = [];
        this.resumed = null;
        try {
            const frame = await this.ask('follow', { after: this.n, chat_after: last, ...this.shown });
            this.addChat((frame.chat as Message[] | undefined) ?? [], last > 0);
            this.following = true;
            this.trouble.value = null;
            this.behind = frame.is ? 0 : frame.n as number;
            this.resumed = frame.is ? null : frame as unknown as Resumed;
            if (this.n >= this.behind) {
                this.takeResumed();
                this.source?.resume();
            }
        } catch (failure) {
            this.notFollowing(failure as Failure);
        }
    }

    /* A server that cannot answer now is asked again; one that says no has said so. */
    private notFollowing(why: Failure): void {
        if (why.code === 'lost') return;
        this.trouble.value = why;
        if (why.code === 'limit' || why.code === 'unavailable' && why.name !== 'damaged') setTimeout(() => { if (!this.left) void this.follow(); }, why.retry_ms ?? 2000);
        else if (this.source) this.gone();
    }

    private get shown(): { key?: string } {
        return this.key ? { key: this.key } : {};
    }

    /* The state of the table as the server has it, which events that were missed do not tell. */
    private takeResumed(): void {
        const { resumed } = this;
        this.resumed = null;
        if (!resumed) return;
        batch(() => {
            if (resumed.about) this.about.value = { ...resumed.about, id: this.id };
            if (resumed.clock) this.times.value = { clock: resumed.clock, at: Date.now() };
            if (resumed.proposal !== undefined) this.setProposal(resumed.proposal);
            this.takeOwn(resumed);
        });
        this.contribute();
    }

    private takeOwn({ standing, notes, muted }: Own): void {
        batch(() => {
            if (standing) this.standing.value = this.confirmed = standing;
            if (notes !== undefined) this.notes.value = notes;
            if (muted) this.muted.value = new Set(muted);
        });
    }

    /* Messages stand by their numbers: those of spectators come late, when the game is over. */
    private addChat(messages: readonly Message[], counts: boolean): void {
        const known = new Set(this.chat.value.map((message) => message.n)), fresh = messages.filter((message) => !known.has(message.n));
        if (!fresh.length) return;
        batch(() => {
            this.chat.value = [...this.chat.value, ...fresh].sort((a, b) => a.n - b.n).slice(-CHAT_KEPT);
            if (counts) this.unread.value += fresh.filter((message) => message.seat === null || message.seat !== this.seat.value).length;
        });
    }

    /* Fetches all messages again: some that were kept from this seat may be read now. */
    private async readAll(): Promise<void> {
        try {
            const { chat } = await this.ask('follow', { after: this.n, chat_after: 0, ...this.shown });
            this.addChat((chat as Message[] | undefined) ?? [], true);
        } catch { /* they come with the next visit */ }
    }

    hear(frame: Frame): void {
        const about = typeof frame.table === 'string' ? frame.table : (frame.table as About | undefined)?.id;
        if (about !== this.id) return;
        switch (frame.is) {
        case 'table': void this.takeSnapshot(frame as unknown as Snapshot); break;
        case 'event': this.hearEvent(frame as unknown as TableEvent); break;
        case 'chat': this.addChat([frame.message as Message], true); break;
        case 'gone': this.gone(); break;
        case 'presence': this.takePresence(frame.seat as number, frame.here as boolean, frame.clock as Clock | undefined); break;
        case 'private': this.takeOwn(frame as Own); break;
        }
    }

    /* Whose connection is lost or back may have her clock stopped or started by it. */
    private takePresence(seat: number, here: boolean, clock?: Clock): void {
        const about = this.about.value;
        if (clock) this.times.value = { clock, at: Date.now() };
        if (about) this.about.value = { ...about, seats: about.seats.map((each, index) => (index + 1 === seat ? { ...each, here } : each)) };
    }

    private async takeSnapshot(snapshot: Snapshot): Promise<void> {
        this.anew = false;
        batch(() => {
            this.n = snapshot.n;
            this.commitment = snapshot.commitment;
            this.about.value = snapshot.table;
            this.seat.value = snapshot.seat;
            this.times.value = { clock: snapshot.clock, at: Date.now() };
            this.setProposal(snapshot.proposal);
            if (snapshot.seat === null) {
                this.standing.value = this.confirmed = null;
                this.notes.value = '';
            }
            this.takeOwn(snapshot);
            this.takeLegal(snapshot.legal);
            this.result.value = snapshot.result ?? null;
            this.ready.value = true;
        });
        this.addChat(snapshot.chat ?? [], false);
        this.contribute();
        if (snapshot.record) await this.begin(snapshot.record);
    }

    private takeLegal(lines: readonly string[] | null | undefined): void {
        this.offered.value = lines?.some((line) => / claim$/.test(line)) ?? false;
    }

    /* Until the game begins, this client's part is given as soon as its holder sits there. */
    private contribute(): void {
        const about = this.about.value, seat = this.seat.value;
        if (about?.state !== 'waiting' || seat === null || !about.seats[seat - 1] || about.seats[seat - 1]!.ready) return;
        const { commitment } = this, kept = promises().find(([id, promised]) => id === this.id && promised.commitment === commitment)?.[1];
        const bytes = kept?.share ?? share();
        /* Kept before it is sent: the server may have it although its answer never comes. Then
         * the same number goes out again. */
        keepPromise(this.id, { commitment, share: bytes });
        this.ask('contribute', { bytes }).catch((why: Failure) => { if (why.code !== 'lost' && !kept) keepPromise(this.id, null); });
    }

    /* The proof of the game, once it is over. */
    async proof(): Promise<string> {
        const answer = await fetch(new URL(`api/table/${this.id}/proof`, document.baseURI));
        if (!answer.ok) throw { code: 'not_found', name: null, reason: '' } satisfies Failure;
        return answer.text();
    }

    /* The players as the table screen knows them: only this seat is asked here. */
    private players(): Player[] {
        const about = this.about.value!;
        return about.seats.map((seat, index): Player => ({
            name: seat.name ?? '', kind: index + 1 === this.seat.value ? 'person' : seat.who === 'person' || seat.who === 'program' || seat.who === 'open' ? 'remote' : seat.who as Player['kind'],
        }));
    }

    private async begin(record: string): Promise<void> {
        if (this.source && this.source.seat === this.seat.value) {
            if (!this.source.restart(record)) this.unreadable.value = 'record';
            return;
        }
        if (this.making) return;
        this.making = true;
        this.source?.close();
        this.source = null; /* another seat's view is another game */
        try {
            if (this.about.value?.playable === false) throw new Error('other rules');
            this.source = new RemoteSource(await this.module(), this.players(), this.seat.value, this, record);
        } catch {
            this.later = [];
            this.unreadable.value = this.about.value?.playable === false ? 'rules' : 'record';
            return;
        } finally {
            this.making = false;
        }
        const later = this.later;
        this.later = [];
        this.unreadable.value = null;
        this.began(this.source);
        for (const event of later) this.apply(event);
        this.source.resume();
    }

    /* Events that came while the module was being made. */
    private later: TableEvent[] = [];

    private hearEvent(event: TableEvent): void {
        if (event.n > this.behind) return this.takeEvent(event);
        this.missed.push(event);
        if (event.n < this.behind) return;
        const { missed, source } = this;
        this.missed = [];
        const catchUp = (): void => batch(() => {
            for (const each of missed) this.takeEvent(each);
            this.takeResumed();
        });
        if (source) source.atOnce(catchUp);
        else catchUp();
        this.source?.resume();
        if (missed.some((each) => each.kind === 'end')) void this.readAll();
    }

    private takeEvent(event: TableEvent): void {
        if (this.anew || event.n <= this.n) return;
        if (event.n !== this.n + 1) { /* a gap cannot be: begin anew */
            this.restart();
            return;
        }
        this.n = event.n;
        batch(() => {
            if (event.clock) this.times.value = { clock: event.clock, at: Date.now() };
            this.takeLegal(event.legal);
            this.note(event);
        });
        if (this.making) this.later.push(event);
        else this.apply(event);
    }

    private setProposal(proposal: Proposal | null): void {
        if (proposal && proposal.id !== this.proposal.value?.id) this.proposedAt.value = Date.now();
        this.proposal.value = proposal;
    }

    /* What everyone sees of an event, apart from the record. */
    private note(event: TableEvent): void {
        const about = this.about.value;
        if (!about) return;
        const next: About = { ...about, n: event.n, at: event.at, ...(event.to_move === undefined ? {} : { to_move: event.to_move }) };
        switch (event.kind) {
        case 'seats':
            this.about.value = { ...next, ...event.about!, id: this.id };
            this.findSeat();
            this.contribute();
            return;
        case 'start': next.state = 'playing'; break;
        case 'end':
            next.state = event.why === 'closed' ? 'closed' : 'over';
            this.result.value = event as unknown as NonNullable<Snapshot['result']>;
            break;
        case 'consent': this.setProposal(event.what === 'asked' || event.what === 'answered' ? event.proposal! : null); break;
        case 'clock':
            if (event.seat && (event.what === 'out' || event.what === 'back'))
                next.seats = next.seats.map((seat, index) => (index + 1 === event.seat ? { ...seat, stood_in: event.what === 'out' } : seat));
            if (event.seat && event.what === 'away') next.seats = next.seats.map((seat, index) => (index + 1 === event.seat ? { ...seat, away: event.days ?? [] } : seat));
            break;
        case 'lines': case 'undo': case 'patch': this.proposal.value = null; break;
        }
        this.about.value = next;
    }

    /* Seats may have been moved: a new snapshot says which one is ours. */
    private findSeat(): void {
        if (this.about.value?.state === 'waiting') this.restart();
    }

    private restart(): void {
        this.n = 0;
        void this.follow();
    }

    /* The part of an event that changes the record. */
    private apply(event: TableEvent): void {
        const { source } = this;
        if (event.kind === 'start') void this.begin(event.record!);
        else if (event.kind === 'lines' && source && !source.take(event.lines as string[])) this.restart();
        else if ((event.kind === 'undo' || event.kind === 'patch') && source) source.takeCut(event.lines as number);
        else if (event.kind === 'end' || event.what === 'resigned') source?.changed();
        else source?.run();
    }

    async fullRecord(): Promise<string> {
        const answer = await fetch(new URL(`api/table/${this.id}/record`, document.baseURI));
        return answer.ok ? answer.text() : this.source?.engine.record() ?? '';
    }

    /* True once the server has it. */
    say(text: string): Promise<boolean> {
        return this.act('say', { text });
    }

    /* Answers offers so from now on. It is shown at once, and taken back if the server does not
     * get it. */
    async answer(standing: Standing): Promise<void> {
        const wish = ++this.wishes;
        this.standing.value = standing;
        if (await this.act('standing', { ...standing })) this.confirmed = standing;
        else if (wish === this.wishes) this.standing.value = this.confirmed;
    }

    /* Reads a guest no longer, or again. Who only watches has no list on the server, so hers
     * lasts for this visit. */
    async mute(guest: string, on: boolean): Promise<void> {
        const put = (there: boolean): void => {
            const next = new Set(this.muted.value);
            if (there) next.add(guest); else next.delete(guest);
            this.muted.value = next;
        };
        put(on);
        if (this.seat.value === null) return;
        if (!await this.act('mute', { guest, on })) put(!on);
        else if (!on) await this.readAll();
    }

    async writeNotes(text: string): Promise<boolean> {
        const done = await this.act('notes', { text });
        if (done) this.notes.value = text;
        return done;
    }

    leave(): void {
        this.following = false;
        this.left = true;
        this.wire.ask('unfollow', { table: this.id }).catch(() => {});
    }
}
