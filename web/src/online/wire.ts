/* The connection to the server: one WebSocket, opened again whenever it is lost. Requests
 * that were under way then fail with the code 'lost'; who sent them decides whether to ask
 * again. */
import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Failure, Frame, Guest } from './types';

const PROTOCOL = 'tobago.1';
/* The waits before trying again, in milliseconds; the last one repeats. */
const WAITS = [200, 500, 1000, 2000, 4000];
/* A connection that says nothing for so long is asked whether it is still there. */
const QUIET_MS = 25_000, PATIENCE_MS = 6_000;

const LOST: Failure = { code: 'lost', name: 'lost', reason: '' };

interface Waiting { done: (frame: Frame) => void; failed: (why: Failure) => void }

export class Wire {
    readonly state: Signal<'connecting' | 'open' | 'lost'> = signal('connecting');
    readonly guest: Signal<Guest | null> = signal(null);
    /* Called with every frame that the server sends by itself, and when it is reached anew. */
    heard: (frame: Frame) => void = () => {};
    opened: () => void = () => {};
    private socket: WebSocket | null = null;
    private next = 1;
    private tries = 0;
    private closed = false;
    private readonly waiting = new Map<number, Waiting>();
    private timer: ReturnType<typeof setTimeout> | undefined;
    private quiet: ReturnType<typeof setTimeout> | undefined;
    private readonly wake = (): void => {
        if (document.visibilityState === 'hidden') return;
        if (this.state.value === 'open') this.prove();
        else this.connect();
    };

    constructor(private readonly url: string) {
        addEventListener('online', this.wake);
        document.addEventListener('visibilitychange', this.wake);
        this.connect();
    }

    private connect(): void {
        if (this.closed || this.socket && this.socket.readyState <= WebSocket.OPEN) return;
        clearTimeout(this.timer);
        const socket = new WebSocket(this.url, PROTOCOL);
        this.socket = socket;
        socket.onmessage = ({ data }) => { if (this.socket === socket) this.take(JSON.parse(String(data)) as Frame); };
        socket.onclose = () => { if (this.socket === socket) this.lose(); };
    }

    private lose(): void {
        const waiting = [...this.waiting.values()];
        this.socket = null;
        clearTimeout(this.quiet);
        this.waiting.clear();
        if (!this.closed) {
            this.state.value = 'lost';
            const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)]!;
            clearTimeout(this.timer);
            this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
        }
        for (const { failed } of waiting) failed(LOST);
    }

    /* Asks whether the other side is still there; a dead connection looks like a quiet one. */
    private prove(): void {
        const { socket } = this;
        const given = setTimeout(() => { if (this.socket === socket) { socket?.close(); this.lose(); } }, PATIENCE_MS);
        void this.ask('ping').catch(() => {}).finally(() => clearTimeout(given));
    }

    private take(frame: Frame): void {
        clearTimeout(this.quiet);
        this.quiet = setTimeout(() => this.prove(), QUIET_MS);
        if (frame.is === 'hello') {
            this.tries = 0;
            this.guest.value = frame.guest as Guest | null;
            this.state.value = 'open';
            this.heard(frame);
            this.opened();
            return;
        }
        if (frame.is === 'bye') {
            this.socket?.close();
            return;
        }
        if (frame.is) this.heard(frame);
        const asked = frame.re === undefined ? undefined : this.waiting.get(frame.re);
        if (!asked) return;
        this.waiting.delete(frame.re!);
        if (frame.ok === false) asked.failed(frame.error!);
        else asked.done(frame);
    }

    /* Sends a request; the promise fails with a Failure. */
    ask(act: string, fields: Record<string, unknown> = {}): Promise<Frame> {
        return new Promise((done, failed) => {
            if (this.socket?.readyState !== WebSocket.OPEN) return failed(LOST);
            const id = this.next++;
            this.waiting.set(id, { done, failed });
            this.socket.send(JSON.stringify({ id, do: act, ...fields }));
        });
    }

    /* Reaches the server anew, as another guest or after its cookie changed. */
    again(): void {
        this.tries = 0;
        this.socket?.close();
        if (this.socket) this.lose();
        this.connect();
    }

    close(): void {
        this.closed = true;
        removeEventListener('online', this.wake);
        document.removeEventListener('visibilitychange', this.wake);
        clearTimeout(this.timer);
        clearTimeout(this.quiet);
        this.socket?.close();
    }
}
