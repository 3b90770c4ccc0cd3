/* The service worker: keeps one whole version of the page, so that everything works without
 * network. A new version waits until the person takes it; files of the version before stay
 * for tabs that still run it. The build replaces ASSETS and VERSION. */
declare const ASSETS: string[];
declare const VERSION: string;

/* The parts of a worker's world that are used here; the DOM's types do not have them. */
interface Lasting extends Event { waitUntil(what: Promise<unknown>): void }
interface Fetching extends Lasting { request: Request; respondWith(what: Promise<Response>): void }
interface Pushed extends Lasting { data: { json(): unknown } | null }
interface Pressed extends Lasting { notification: Notification }
interface Window { url: string; visibilityState: string; focus(): Promise<unknown>; postMessage(what: unknown): void }
interface World {
    registration: ServiceWorkerRegistration;
    navigator: { setAppBadge?(count?: number): Promise<void> };
    clients: { claim(): Promise<void>; matchAll(wanted: { type: 'window'; includeUncontrolled: true }): Promise<Window[]>; openWindow(url: string): Promise<unknown> };
    skipWaiting(): Promise<void>;
    addEventListener(name: 'install' | 'activate', then: (event: Lasting) => void): void;
    addEventListener(name: 'fetch', then: (event: Fetching) => void): void;
    addEventListener(name: 'push', then: (event: Pushed) => void): void;
    addEventListener(name: 'notificationclick', then: (event: Pressed) => void): void;
    addEventListener(name: 'message', then: (event: MessageEvent) => void): void;
}

const world = self as unknown as World;
const PREFIX = `tobago ${new URL(world.registration.scope).pathname} `;
const NAME = PREFIX + VERSION;
const PAGE = './';
const KEPT = 2;

async function install(): Promise<void> {
    const cache = await caches.open(NAME);
    const wanted = ASSETS.map((path) => (path === 'index.html' ? PAGE : path));
    await cache.addAll(wanted.map((path) => new Request(path, { cache: path.startsWith('assets/') ? 'default' : 'no-cache' })));
}

/* Versions older than the one before go. */
async function activate(): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(names.slice(0, Math.max(0, names.length - KEPT + 1)).map((name) => caches.delete(name)));
    await world.clients.claim();
}

async function answer(request: Request): Promise<Response> {
    const own = await caches.open(NAME);
    const found = await own.match(request.mode === 'navigate' ? PAGE : request, { ignoreSearch: request.mode === 'navigate' });
    return found ?? (await caches.match(request)) ?? (isProbe(request) ? fetch(request).catch(() => new Response('no network')) : fetch(request));
}

/* Whether a server is there is asked at every start; without network the answer is no. */
const isProbe = (request: Request): boolean => request.url === `${world.registration.scope}healthz`;

const inside = (request: Request): boolean =>
    request.method === 'GET' && request.url.startsWith(world.registration.scope) &&
    (request.mode !== 'navigate' || /\/(index\.html)?$/.test(new URL(request.url).pathname));

/* ---- Notifications ---- */

/* Pages of this site; others may live at the same host. */
const windows = async (): Promise<Window[]> => (await world.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter((each) => each.url.startsWith(world.registration.scope));

/* A table waits for its player, says the server. A page in sight shows that itself; what
 * makes no sense is shown all the same, for the browser wants to see something. */
async function pushed(event: Pushed): Promise<void> {
    let said: { table?: unknown; what?: unknown; with?: unknown } = {};
    try {
        said = event.data?.json() as typeof said ?? {};
    } catch { /* not ours */ }
    const table = typeof said.table === 'string' && /^\w{1,16}$/.test(said.table) ? said.table : '';
    const others = Array.isArray(said.with) ? said.with.filter((name) => typeof name === 'string').join(', ').slice(0, 120) : '';
    if ((await windows()).some((each) => each.visibilityState === 'visible')) return;
    await world.navigator.setAppBadge?.().catch(() => {});
    await world.registration.showNotification(said.what === 'offer' ? 'A treasure is shared out' : 'Your turn', {
        body: others ? `Tobago with ${others}` : 'Tobago', tag: table, data: { table },
    });
}

/* Opens the table, in the page that is there or in a new one. */
async function pressed(event: Pressed): Promise<void> {
    const { table } = (event.notification.data ?? {}) as { table?: string }, all = await windows(), open = all.find((each) => each.visibilityState === 'visible') ?? all[0];
    event.notification.close();
    if (!open) await world.clients.openWindow(`${world.registration.scope}${table ? `#table=${table}` : ''}`);
    else {
        if (table) open.postMessage({ open: table });
        await open.focus();
    }
}

world.addEventListener('push', (event) => event.waitUntil(pushed(event)));
world.addEventListener('notificationclick', (event) => event.waitUntil(pressed(event)));
world.addEventListener('install', (event) => event.waitUntil(install()));
world.addEventListener('activate', (event) => event.waitUntil(activate()));
world.addEventListener('fetch', (event) => { if (inside(event.request)) event.respondWith(answer(event.request)); });
world.addEventListener('message', (event) => { if (event.data === 'take') void world.skipWaiting(); });
