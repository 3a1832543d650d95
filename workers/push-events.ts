import * as v from 'valibot';
import { pathWithin } from '#schemas/app-path.ts';
import { pushMessage } from '#schemas/push.ts';

/** What the worker says to the app's pages. */
export type WorkerMessage =
  /** Something new is on the server. */
  | { readonly type: 'PUSHED' }
  /** The person has opened a notification: show this path of the app. */
  | { readonly type: 'OPEN'; readonly path: string };

/** What stands on the screen for one push message. */
export interface Shown {
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
export function readPush(text: string | undefined, unreadableTitle: string): Shown {
  const read = v.safeParse(jsonMessage, text);
  if (!read.success) return { title: unreadableTitle, body: '', path: '/notifications' };
  const { title, body, link } = read.output;
  return { title, body, path: link ?? '/notifications' };
}

/**
 * The path that a notification leads to, only ever within the app (security 18).
 * @param link what the notification carries
 */
export function pathOf(link: unknown, origin: string): string {
  return (typeof link === 'string' ? pathWithin(link, origin) : null) ?? '/';
}

/** Shows what is pushed, and opens the app where it leads. */
export function listenForPushes(worker: ServiceWorkerGlobalScope): void {
  const { clients, location, registration } = worker;

  worker.addEventListener('push', (event) => {
    const { title, body, path } = readPush(event.data?.text(), location.host);
    const shown = registration.showNotification(title, {
      body,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      // Told again of the same thing, it stands there once.
      tag: path,
      data: path,
    });
    event.waitUntil(Promise.all([shown, tellPages(clients, { type: 'PUSHED' })]));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openApp(clients, pathOf(event.notification.data, location.origin)));
  });

  // The push service has changed the address; the app tells the server with its next start.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const options = 'oldSubscription' in event ? event.oldSubscription?.options : undefined;
    if (options) event.waitUntil(registration.pushManager.subscribe(options));
  });
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
