import { DAY_MS } from '#schemas/durations.ts';
import { hasExpectedType } from './file-type.ts';

export const PICTURE_CACHE = 'seen-pictures';
/** Maximum number of images, about 2 MB. */
const MAX_PICTURES = 60;
/** Number of days until an image is downloaded again, because its name doesn't change with its content. */
const FRESH_DAYS = 30;

interface Ports {
  readonly cache: Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The same image in the width bundled with the build; undefined if there is none. */
  readonly builtIn: (path: string) => Promise<Response | undefined>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Responds with an image that isn't part of the build, from the cache or the network, and caches it. Offline,
 * an outdated image or another width is better than none.
 * @throws the network error if there is no alternative
 */
export async function servePicture(request: Request, ports: Ports): Promise<Response> {
  const { cache, now } = ports;
  const cachedResponse = await cache.match(request);
  if (cachedResponse && isFresh(cachedResponse, now)) return cachedResponse;
  try {
    const response = await ports.fetch(request);
    const isPicture = hasExpectedType(request.url, response);
    if (isPicture) await cachePicture(request, response.clone(), ports);
    // A response that isn't an image may come from a captive portal, so an outdated image is better.
    return isPicture ? response : (cachedResponse ?? response);
  } catch (error) {
    const fallback = cachedResponse ?? (await ports.builtIn(new URL(request.url).pathname));
    if (fallback) return fallback;
    throw error;
  }
}

/** True if both paths are the same image, in any width. */
export function isSamePicture(a: string, b: string): boolean {
  return withoutWidth(a) === withoutWidth(b);
}

function withoutWidth(path: string): string {
  return path.replace(/(-\d+)?\.webp$/, '');
}

/** True if the response's `date` header is less than `FRESH_DAYS` ago. */
function isFresh(response: Response, now: number): boolean {
  const date = Date.parse(response.headers.get('date') ?? '');
  return now - date < FRESH_DAYS * DAY_MS;
}

/**
 * Caches an image, and deletes the oldest ones if there are more than `MAX_PICTURES`. A cached image is deleted first,
 * so that it moves to the end.
 */
async function cachePicture(request: Request, response: Response, { cache }: Ports): Promise<void> {
  try {
    await cache.delete(request);
    await cache.put(request, response);
    const requests = await cache.keys();
    const surplus = requests.slice(0, Math.max(0, requests.length - MAX_PICTURES));
    await Promise.all(surplus.map((outdatedRequest) => cache.delete(outdatedRequest)));
  } catch {
    // The device's storage is full; the image is still shown.
  }
}
