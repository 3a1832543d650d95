import * as v from 'valibot';
import { sameOriginPath } from '#schemas/app-path.ts';
import { pushMessage } from '#schemas/push.ts';

/** What the worker says to the app's pages. */
export type WorkerMessage =
  /** Something new is on the server. */
  | { readonly type: 'PUSHED' }
  /** The person has opened a notification: show this path of the app. */
  | { readonly type: 'OPEN'; readonly path: string };

/** What stands on the screen for one push message. */
export interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** A path of the app. */
  readonly path: string;
}

const jsonMessage = v.pipe(v.string(), v.parseJson(), pushMessage);

/**
 * Reads what was pushed. A message that can't be read is shown all the same: a browser takes the
 * permission away from whoever shows nothing.
 * @param unreadableTitle what to show then
 */
export function parsePush(text: string | undefined, unreadableTitle: string): PushNotification {
  const read = v.safeParse(jsonMessage, text);
  if (!read.success) return { title: unreadableTitle, body: '', path: '/notifications' };
  const { title, body, link } = read.output;
  return { title, body, path: link ?? '/notifications' };
}

/** Answers in one chat say the same: they share a notification, which counts them. */
const CONVERSATION = /^\/support\/chat\/[^/]/;

/**
 * The tag of a message's notification: a conversation's own, else that of its words. A new lead and its reminder both
 * stay, although they lead to the same screen; the same message delivered twice appears once.
 */
export function notificationTag({ title, body, path }: PushNotification): string {
  return CONVERSATION.test(path) ? path : JSON.stringify([path, title, body]);
}

/** What a notification carries; one of an older build carries its path alone. */
const carried = v.object({
  path: v.string(),
  /** How many messages it stands for. */
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});
type Carried = v.InferOutput<typeof carried>;

/**
 * Returns what is shown for a message.
 * @param earlier the data of the notification that has its tag already; undefined where there is none
 */
export function toNotification(
  message: PushNotification,
  earlier: unknown,
): { readonly title: string; readonly options: NotificationOptions } {
  const { title, body, path } = message;
  const before = v.is(carried, earlier) ? earlier.count : Number(earlier !== undefined);
  const count = CONVERSATION.test(path) ? before + 1 : 1;
  const options = {
    body,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    tag: notificationTag(message),
    // Else a browser replaces a notification without a sound.
    renotify: true,
    data: { path, count } satisfies Carried,
  };
  return { title: count === 1 ? title : `${title} (${count})`, options };
}

/**
 * The path that a notification leads to, only ever within the app (security 18).
 * @param data what the notification carries
 */
export function notificationPath(data: unknown, origin: string): string {
  const link = v.is(carried, data) ? data.path : data;
  return (typeof link === 'string' ? sameOriginPath(link, origin) : null) ?? '/';
}

/** Shows what is pushed, and opens the app where it leads. */
export function listenForPushes(worker: ServiceWorkerGlobalScope): void {
  const { clients, location, registration } = worker;

  // One after the other: two at once would both find no earlier notification to count.
  let shown = Promise.resolve();
  worker.addEventListener('push', (event) => {
    const message = parsePush(event.data?.text(), location.host);
    shown = shown.catch(() => undefined).then(() => showPush(registration, message));
    event.waitUntil(Promise.all([shown, tellPages(clients, { type: 'PUSHED' })]));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openApp(clients, notificationPath(event.notification.data, location.origin)));
  });

  // The push service has changed the address; the app tells the server with its next start.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const options = 'oldSubscription' in event ? event.oldSubscription?.options : undefined;
    if (options) event.waitUntil(registration.pushManager.subscribe(options));
  });
}

type Registration = Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>;

/** Shows a message, and counts it where its conversation has a notification already. */
export async function showPush(
  registration: Registration,
  message: PushNotification,
): Promise<void> {
  // A browser that can't list its notifications still has to show this one.
  const open = await registration
    .getNotifications({ tag: notificationTag(message) })
    .catch(() => []);
  const { title, options } = toNotification(message, open[0]?.data);
  await registration.showNotification(title, options);
}

type Clients = Pick<ServiceWorkerGlobalScope['clients'], 'matchAll' | 'openWindow'>;

const pagesOf = (clients: Clients) =>
  clients.matchAll({ type: 'window', includeUncontrolled: true });

async function tellPages(clients: Clients, message: WorkerMessage): Promise<void> {
  for (const page of await pagesOf(clients)) page.postMessage(message);
}

/** In a page that is open already, which keeps what is being entered there; else in a new one. */
export async function openApp(clients: Clients, path: string): Promise<void> {
  const pages = await pagesOf(clients);
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) return void (await clients.openWindow(path));
  // A browser may not let us take the focus; the page shows it all the same.
  await page.focus().catch(() => undefined);
  page.postMessage({ type: 'OPEN', path } satisfies WorkerMessage);
}
