import type { PrecacheController } from 'workbox-precaching';
import { isGenuineFile } from './file-type.ts';

/** Paths that belong to the server; the app has no screens there. */
const serverPaths = ['/api', '/files', '/c', '/calendar', '/share', '/dev', '/health', '/metrics'];

/**
 * True if the path is a screen of the app, so that the service worker can respond with the app's page. False
 * for the server's paths and for files (last segment with a dot).
 */
export function isAppNavigation(pathname: string): boolean {
  if (serverPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`)))
    return false;
  return !pathname.slice(pathname.lastIndexOf('/')).includes('.');
}

/** A browser opens six connections per host, and the page needs some of them during the installation. */
const CONCURRENCY = 4;

/**
 * Downloads the build's missing files, several at a time. Workbox downloads them one by one, which costs a
 * round trip for each of about three hundred files. Downloaded files stay cached, so that an interrupted
 * installation continues.
 * @throws if a file can't be downloaded; the next update check continues
 */
export async function installFiles(
  controller: PrecacheController,
  event: ExtendableEvent,
): Promise<void> {
  controller.strategy.plugins.unshift({
    cacheWillUpdate: async ({ request, response }) =>
      (await isGenuineFile(request.url, response)) ? response : null,
  });
  const remainingUrls = [...controller.getURLsToCacheKeys()];
  const downloadRemainingFiles = async () => {
    for (let file = remainingUrls.shift(); file; file = remainingUrls.shift()) {
      const [url, cacheKey] = file;
      // A file without a hash in its name may be outdated in the browser's HTTP cache.
      const cache = url === cacheKey ? 'default' : 'reload';
      const request = new Request(url, { cache, credentials: 'same-origin' });
      const options = { event, request, params: { cacheKey } };
      await Promise.all(controller.strategy.handleAll(options));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, downloadRemainingFiles));
}
