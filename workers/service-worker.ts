import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { sendInBackground } from '#sync/background/background-sync.ts';
import { OUTBOX_SYNC } from '#sync/background/outbox-sync.ts';
import { isAppNavigation } from './app-navigation.ts';
import { installFiles } from './install-files.ts';
import { listenForPushes } from './push-events.ts';
import { answerPicture, isSamePicture, SEEN_PICTURES } from './seen-pictures.ts';

/**
 * Keeps the built app on the device, so that it starts without a network. It answers only for files
 * of the build, for its pictures and for the app's own page: what the API says is never cached here.
 */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

cleanupOutdatedCaches();
const files = new PrecacheController();
files.addToCacheList(self.__WB_MANIFEST);
self.addEventListener('install', (event) => event.waitUntil(installFiles(files, event)));
self.addEventListener('activate', (event) => void files.activate(event));
registerRoute(new PrecacheRoute(files, { cleanURLs: false }));
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && isAppNavigation(url.pathname),
  files.createHandlerBoundToURL('/index.html'),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
  async ({ request }) =>
    answerPicture(request, {
      seen: await caches.open(SEEN_PICTURES),
      fetch: (wanted) => fetch(wanted),
      kept: async (path) => {
        const urls = [...files.getURLsToCacheKeys().keys()];
        const same = urls.find((url) => isSamePicture(new URL(url).pathname, path));
        return same === undefined ? undefined : files.matchPrecache(same);
      },
      now: Date.now(),
    }),
);

// The first worker takes over at once, so that the very first visit already works offline.
clientsClaim();

// A newer one waits until the person agrees, since it replaces the files that open pages still load.
self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (typeof message !== 'object' || message === null || !('type' in message)) return;
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  // A page that was still on its way when the worker took over was left out, until it asks.
  if (message.type === 'CLAIM') event.waitUntil(self.clients.claim());
});

listenForPushes(self);

/** The library's types know no background sync yet. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

self.addEventListener('sync' as never, (event: SyncEvent) => {
  if (event.tag !== OUTBOX_SYNC) return;
  const sent = sendInBackground({
    fetch: (input, init) => fetch(input, init),
    baseUrl: '/api',
    locks: { run: (name, work) => navigator.locks.request(name, work) as ReturnType<typeof work> },
    hasPages: async () => (await pages()).length > 0,
    hasVisiblePages: async () =>
      (await pages()).some(({ visibilityState }) => visibilityState === 'visible'),
  });
  event.waitUntil(sent);
});
