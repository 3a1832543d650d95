import type { PrecacheController } from 'workbox-precaching';
import { isGenuineFile } from './file-type.ts';

/** A browser holds six connections to a host, and the page that installs needs some itself. */
const AT_ONCE = 4;

/**
 * Fetches the files of the build that are not on the device yet, several at a time: Workbox itself takes
 * one after the other, which is a round trip for each of some three hundred. What has come stays, so a
 * try that broke off is gone on with.
 * @throws when a file can't be had; the app goes on with it at its next look for an update
 */
export async function installFiles(
  controller: PrecacheController,
  event: ExtendableEvent,
): Promise<void> {
  controller.strategy.plugins.unshift({
    cacheWillUpdate: async ({ request, response }) =>
      (await isGenuineFile(request.url, response)) ? response : null,
  });
  const left = [...controller.getURLsToCacheKeys()];
  const work = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const [url, cacheKey] = file;
      // A name without a hash may stand for older content in the browser's own cache.
      const cache = url === cacheKey ? 'default' : 'reload';
      const request = new Request(url, { cache, credentials: 'same-origin' });
      const options = { event, request, params: { cacheKey } };
      await Promise.all(controller.strategy.handleAll(options));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
