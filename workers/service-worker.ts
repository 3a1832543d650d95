/**
 * Caches the built app on the device, so that it starts offline. Responds only to requests for the
 * build's files, the app's images and the app's page; never caches API responses.
 */
import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { sendInBackground } from '#sync/background/background-sync.ts';
import { OUTBOX_SYNC_TAG } from '#sync/background/outbox-sync.ts';
import { browserTabChannel } from '#sync/browser-ports.ts';
import { createWatchedLocks, storedEpochs } from '#sync/tabs/watched-locks.ts';
import { isAppNavigation, installFiles } from './app-files.ts';
import {
  serveLanguageFile,
  deleteUnusedLanguages,
  cacheLanguage,
  LANGUAGE_CACHE,
  lastCachedLanguage,
  languageOfFile,
  splitLanguageFiles,
} from './language-files.ts';
import { listenForPushes } from './push-events.ts';
import { servePicture, isSamePicture, PICTURE_CACHE } from './picture-cache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

cleanupOutdatedCaches();
const precache = new PrecacheController();
const { app, languages } = splitLanguageFiles(self.__WB_MANIFEST, location.href);
precache.addToCacheList(app);
const languagePorts = async () => ({
  cache: await caches.open(LANGUAGE_CACHE),
  fetch: (request: Request) => fetch(request),
  files: languages,
});
self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([installFiles(precache, event), refreshLanguageInUse()])),
);
self.addEventListener('activate', (event) => {
  void precache.activate(event);
  event.waitUntil(languagePorts().then(deleteUnusedLanguages));
});

async function refreshLanguageInUse(): Promise<void> {
  const ports = await languagePorts();
  const language = await lastCachedLanguage(ports);
  if (language !== null) await cacheLanguage(language, ports);
}

registerRoute(new PrecacheRoute(precache, { cleanURLs: false }));
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && isAppNavigation(url.pathname),
  precache.createHandlerBoundToURL('/index.html'),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && languageOfFile(url.pathname) !== null,
  async ({ request }) => serveLanguageFile(request, await languagePorts()),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
  async ({ request }) =>
    servePicture(request, {
      cache: await caches.open(PICTURE_CACHE),
      fetch: (request) => fetch(request),
      builtIn: async (path) => {
        const urls = [...precache.getURLsToCacheKeys().keys()];
        const builtInUrl = urls.find((url) => isSamePicture(new URL(url).pathname, path));
        return builtInUrl === undefined ? undefined : precache.matchPrecache(builtInUrl);
      },
      now: Date.now(),
    }),
);

// The first worker takes control immediately, so that the first visit already works offline.
clientsClaim();

// An update waits until the user agrees, because it deletes files that open pages may still load.
self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (typeof message !== 'object' || message === null || !('type' in message)) return;
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  // A page that was loading when the worker took control asks to be claimed.
  if (message.type === 'CLAIM') event.waitUntil(self.clients.claim());
  if (message.type === 'KEEP_LANGUAGE' && 'language' in message) {
    event.waitUntil(cacheChosenLanguage(String(message.language), event.ports[0]));
  }
});

/** Replies with true if the language can be shown. */
async function cacheChosenLanguage(
  language: string,
  replyPort: MessagePort | undefined,
): Promise<void> {
  try {
    await cacheLanguage(language, await languagePorts());
    replyPort?.postMessage(true);
  } catch {
    replyPort?.postMessage(false);
  }
}

listenForPushes(self);

/** The DOM types lack background sync. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

const sendOutbox = () =>
  sendInBackground({
    fetch: (input, init) => fetch(input, init),
    baseUrl: '/api',
    locks: createWatchedLocks({
      locks: navigator.locks,
      channel: browserTabChannel,
      epochs: storedEpochs,
    }),
    hasPages: async () => (await pages()).length > 0,
    hasVisiblePages: async () =>
      (await pages()).some(({ visibilityState }) => visibilityState === 'visible'),
  });

self.addEventListener('sync' as never, (event: SyncEvent) => {
  if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(sendOutbox());
});
// Safari has no background sync: without open pages, only a push message wakes the worker.
self.addEventListener('push', (event) => event.waitUntil(sendOutbox().catch(() => undefined)));
