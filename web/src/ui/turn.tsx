/* My turn: the title, the icon's badge, a sound, a notification while the page is out of
 * sight, and with the page closed by Web Push. The server pushes only while none of this
 * guest's pages is in sight; so pages say when they are hidden. */
import { computed, effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { tableName } from '../online/names';
import { ask, connection, guest, mine, table } from '../online/session';
import type { OnlineTable } from '../online/table';
import type { About, Failure } from '../online/types';
import { t, tn } from '../text/gettext';
import { does } from './acts';
import { Icon } from './draw/art';
import { tell } from './notice';
import { settings } from './state';

/* ---- Which tables wait ---- */

/* The ids of the tables at which this person has to decide. The table that is followed is
 * known sooner than the list. */
export const waits = computed((): readonly string[] => {
    const now = table.value;
    const listed = [...mine.value.values()].filter((each) => each.my_turn && each.id !== now?.id && awaits(each, each.seat ?? null)).map((each) => each.id);
    return now && decidesHere(now) ? [now.id, ...listed] : listed;
});

/* The table waits for the person of this seat, and not for a bot that plays in her place. */
function awaits(about: About, seat: number | null): boolean {
    const own = about.seats[(seat ?? 0) - 1];
    return about.state === 'playing' && about.playable !== false && !!own && !own.stood_in && !own.resigned;
}

function decidesHere(now: OnlineTable): boolean {
    const about = now.about.value, seat = now.seat.value;
    return !!about && about.to_move !== null && about.to_move === seat && awaits(about, seat) && !now.times.value?.clock.paused && !(now.offered.value && isAnswered(now));
}

/* Will a standing answer take this offer? The server alone knows whether a curse may come, and
 * what it answers it answers after a moment: an offer that is still there then waits. */
function isAnswered({ standing }: OnlineTable): boolean {
    const { claim_from: from, claim_all: all, pass_below: below, pass_if_curse: curse } = standing.value ?? { claim_from: 0, claim_all: false, pass_below: false, pass_if_curse: false };
    if (all || from > 0 && below) return true;
    return (curse || from > 0 || below) && leftOpen.value !== offerNow.value;
}

const ANSWER_MS = 1500;
const offerNow = computed((): string => (table.value?.offered.value ? `${table.value.id} ${table.value.about.value?.n}` : ''));
const leftOpen = signal('');

const TITLE = document.title;

interface Badge { setAppBadge?(count?: number): Promise<void>; clearAppBadge?(): Promise<void> }
const badge = navigator as unknown as Badge;

/* ---- Sound and touch ---- */

let audio: AudioContext | null = null;

/* Two soft tones, made here: no file, and nothing before a person has touched the page. */
function chime(): void {
    try {
        audio ??= new AudioContext();
        for (const [at, pitch] of [[0, 660], [0.16, 880]] as const) {
            const tone = audio.createOscillator(), loud = audio.createGain(), from = audio.currentTime + at;
            tone.frequency.value = pitch;
            loud.gain.setValueAtTime(0, from);
            loud.gain.linearRampToValueAtTime(0.12, from + 0.02);
            loud.gain.exponentialRampToValueAtTime(0.0001, from + 0.5);
            tone.connect(loud).connect(audio.destination);
            tone.start(from);
            tone.stop(from + 0.55);
        }
    } catch { /* a browser without sound */ }
}

/* ---- Notifications ---- */

const canPush = (): boolean => window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/* Whether this device is notified: null as long as that is not known, or where it cannot be. */
export const notified = signal<boolean | null>(null);
/* Which guest the subscription was handed to: another one's is not taken over. */
const OWNER = 'tobago.notified';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

function isFor(subscription: PushSubscription, key: Uint8Array): boolean {
    const own = subscription.options.applicationServerKey;
    return !!own && new Uint8Array(own).every((byte, at) => byte === key[at]);
}

/* Subscribes, or hands the subscription over that there is. */
async function subscribe(): Promise<void> {
    const key = bytesOf((await ask('push_key')).key as string), { pushManager } = await navigator.serviceWorker.ready;
    let subscription = await pushManager.getSubscription();
    if (subscription && (!isFor(subscription, key) || localStorage.getItem(OWNER) !== guest.value?.id)) {
        await subscription.unsubscribe();
        subscription = null;
    }
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await ask('subscribe', { subscription: subscription.toJSON() });
    localStorage.setItem(OWNER, guest.value?.id ?? '');
    notified.value = true;
}

async function unsubscribe(): Promise<void> {
    const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
    notified.value = false;
    localStorage.removeItem(OWNER);
    if (!subscription) return;
    await ask('unsubscribe', { subscription: { endpoint: subscription.endpoint } }).catch(() => {}); /* its service ends it too */
    await subscription.unsubscribe();
}

does('notify-on', () => {
    void (async () => {
        if (await Notification.requestPermission() !== 'granted') {
            tell({ text: t('The browser does not allow notifications here. Its settings for this page can change that.') });
            return;
        }
        try {
            await subscribe();
            tell({ text: t('You are notified when a table waits for you, even with the page closed.') });
        } catch (why) {
            tell({ text: (why as Failure).name === 'no_push' ? t('This server sends no notifications.') : t('This browser cannot be notified now.') });
        }
    })();
});
does('notify-off', () => { void unsubscribe().then(() => tell({ text: t('This device is no longer notified.') })); });

export function NotifyButton(): JSX.Element | null {
    if (notified.value === null) return null;
    return <button type="button" class="btn notify" data-do={notified.value ? 'notify-off' : 'notify-on'} aria-pressed={notified.value}><Icon id="i-bell" />
        <span>{notified.value ? t('Notifications are on') : t('Notify me')}<small>{notified.value ? t('turn them off on this device') : t('when it is my turn, with the page closed')}</small></span></button>;
}

/* While the page is open but out of sight, and not notified by push. */
async function notify(id: string): Promise<void> {
    if (!document.hidden || notified.value || !('Notification' in window) || Notification.permission !== 'granted') return;
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(t('Your turn'), { body: tableName(id), tag: id, data: { table: id } });
}

/* ---- Watching ---- */

const tellHidden = (): void => { void ask('hidden', { on: document.hidden }).catch(() => {}); };

/* Keeps everything in step from now on. */
export function watchTurns(): void {
    let known: readonly string[] = [];
    effect(() => {
        const now = waits.value, fresh = now.filter((id) => !known.includes(id));
        known = now;
        document.title = now.length ? `${now.length > 1 ? tn('{n} turn', '{n} turns', now.length) : t('Your turn')} · ${TITLE}` : TITLE;
        void (now.length ? badge.setAppBadge?.(now.length) : badge.clearAppBadge?.())?.catch(() => {});
        if (!fresh.length) return;
        const { sound, vibrate } = settings.peek();
        if (sound) chime();
        if (vibrate) navigator.vibrate?.([60, 60, 60]);
        for (const id of fresh) void notify(id);
    });
    effect(() => {
        const offer = offerNow.value, timer = offer ? setTimeout(() => { leftOpen.value = offer; }, ANSWER_MS) : undefined;
        return () => clearTimeout(timer);
    });
    document.addEventListener('visibilitychange', tellHidden);
    effect(() => {
        if (connection.value !== 'open' || !guest.value) return;
        if (document.hidden) tellHidden();
        if (!canPush()) return;
        if (Notification.permission !== 'granted' || !localStorage.getItem(OWNER)) notified.value = false;
        else subscribe().catch(() => { notified.value = false; });
    });
}
