import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isAppNavigation } from './app-navigation.ts';

/**
 * Keeps the built app on the device, so that it starts without a network. It answers only for files
 * of the build and for the app's own page: what the API says is never cached here.
 */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && isAppNavigation(url.pathname),
  createHandlerBoundToURL('/index.html'),
);

// The first worker takes over at once, so that the very first visit already works offline.
clientsClaim();

// A newer one waits until the person agrees, since it replaces the files that open pages still load.
self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (typeof message !== 'object' || message === null || !('type' in message)) return;
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
});
