import * as v from 'valibot';
import { sameOriginPath } from '#schemas/app-path.ts';
import { pushMessage } from '#schemas/push.ts';

/** Messages from the worker to the app's pages. */
type WorkerMessage =
  /** The server has new data. */
  | { readonly type: 'PUSHED' }
  /** The user opened a notification: navigate to this path. */
  | { readonly type: 'OPEN'; readonly path: string };

/** Content of the notification for a push message. */
interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** A path of the app. */
  readonly path: string;
}

const jsonMessage = v.pipe(v.string(), v.parseJson(), pushMessage);

/**
 * Parses a push message. An unreadable message still shows a notification, because browsers revoke the
 * permission of sites that show none.
 * @param unreadableTitle title of that notification
 */
export function parsePush(text: string | undefined, unreadableTitle: string): PushNotification {
  const parsed = v.safeParse(jsonMessage, text);
  if (!parsed.success) return { title: unreadableTitle, body: '', path: '/notifications' };
  const { title, body, link } = parsed.output;
  return { title, body, path: link ?? '/notifications' };
}

/** Path of a chat. Its messages share one notification, which shows their number. */
const CHAT_PATH = /^\/support\/chat\/[^/]/;

/**
 * Returns the tag of a message's notification: the path for a chat, otherwise the path, title and text. A new lead and
 * its reminder therefore both stay, although they open the same screen, and a message that is delivered twice appears
 * only once.
 */
export function notificationTag({ title, body, path }: PushNotification): string {
  return CHAT_PATH.test(path) ? path : JSON.stringify([path, title, body]);
}

/** Data of a notification; older builds stored only the path. */
const notificationData = v.object({
  path: v.string(),
  /** Number of messages that the notification represents. */
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});
type NotificationData = v.InferOutput<typeof notificationData>;

/**
 * Builds the notification of a message.
 * @param existingData data of the notification that already has its tag; undefined if there is none
 */
function toNotification(
  message: PushNotification,
  existingData: unknown,
): { readonly title: string; readonly options: NotificationOptions } {
  const { title, body, path } = message;
  const previousCount = v.is(notificationData, existingData)
    ? existingData.count
    : Number(existingData !== undefined);
  const count = CHAT_PATH.test(path) ? previousCount + 1 : 1;
  const options = {
    body,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    tag: notificationTag(message),
    // Without this, a browser replaces a notification silently.
    renotify: true,
    data: { path, count } satisfies NotificationData,
  };
  return { title: count === 1 ? title : `${title} (${count})`, options };
}

/**
 * Path that a notification opens, always within the app (security 18).
 * @param data data of the notification
 */
export function notificationPath(data: unknown, origin: string): string {
  const link = v.is(notificationData, data) ? data.path : data;
  return (typeof link === 'string' ? sameOriginPath(link, origin) : null) ?? '/';
}

/** Shows push messages as notifications, and opens the app when one is clicked. */
export function listenForPushes(worker: ServiceWorkerGlobalScope): void {
  const { clients, location, registration } = worker;

  // Messages are shown one at a time. Two at once would each miss the other's notification and miscount.
  let lastNotification = Promise.resolve();
  worker.addEventListener('push', (event) => {
    const message = parsePush(event.data?.text(), location.host);
    lastNotification = lastNotification
      .catch(() => undefined)
      .then(() => showPush(registration, message));
    event.waitUntil(Promise.all([lastNotification, postToPages(clients, { type: 'PUSHED' })]));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openApp(clients, notificationPath(event.notification.data, location.origin)));
  });

  // The push service ended the subscription. The app sends the new one to the server at its next start.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const options = 'oldSubscription' in event ? event.oldSubscription?.options : undefined;
    if (options) event.waitUntil(registration.pushManager.subscribe(options));
  });
}

type Registration = Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>;

/** Shows a message, counting it if its chat already has a notification. */
export async function showPush(
  registration: Registration,
  message: PushNotification,
): Promise<void> {
  // Browsers that can't list notifications must still show this one.
  const existingNotifications = await registration
    .getNotifications({ tag: notificationTag(message) })
    .catch(() => []);
  const { title, options } = toNotification(message, existingNotifications[0]?.data);
  await registration.showNotification(title, options);
}

type Clients = Pick<ServiceWorkerGlobalScope['clients'], 'matchAll' | 'openWindow'>;

const pagesOf = (clients: Clients) =>
  clients.matchAll({ type: 'window', includeUncontrolled: true });

async function postToPages(clients: Clients, message: WorkerMessage): Promise<void> {
  for (const page of await pagesOf(clients)) page.postMessage(message);
}

/** Opens a path in an existing page if there is one, so that unsaved input is kept. Otherwise opens a new page. */
export async function openApp(clients: Clients, path: string): Promise<void> {
  const pages = await pagesOf(clients);
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) return void (await clients.openWindow(path));
  // The browser may reject the focus; the page navigates anyway.
  await page.focus().catch(() => undefined);
  page.postMessage({ type: 'OPEN', path } satisfies WorkerMessage);
}
