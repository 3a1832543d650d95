import { hasExpectedType } from './file-type.ts';

/** Where the service worker keeps them. */
export const PICTURE_CACHE = 'seen-pictures';
/** About 2 MB. */
const MOST = 60;
/** After this a picture is fetched anew, since its name stays when it changes. In days. */
const FRESH_DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

interface Places {
  readonly seen: Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The same picture in the width that came with the app; undefined where it has none. */
  readonly kept: (path: string) => Promise<Response | undefined>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Answers for a picture of the app that did not come with it: from what was seen before, else from the
 * network, and keeps it. Without a network an old one, or the same in another width, is better than none.
 * @throws what the network says, where there is nothing at all
 */
export async function servePicture(request: Request, places: Places): Promise<Response> {
  const { seen, now } = places;
  const before = await seen.match(request);
  if (before && isFresh(before, now)) return before;
  try {
    const answer = await places.fetch(request);
    const isPicture = hasExpectedType(request.url, answer);
    if (isPicture) await keep(request, answer.clone(), places);
    // A captive portal's page is no picture: an older one is better.
    return isPicture ? answer : (before ?? answer);
  } catch (error) {
    const instead = before ?? (await places.kept(new URL(request.url).pathname));
    if (instead) return instead;
    throw error;
  }
}

/** Whether two paths are the same picture, in any of its widths. */
export function isSamePicture(one: string, other: string): boolean {
  return withoutWidth(one) === withoutWidth(other);
}

function withoutWidth(path: string): string {
  return path.replace(/(-\d+)?\.webp$/, '');
}

/** As the server dated it. */
function isFresh(answer: Response, now: number): boolean {
  const date = Date.parse(answer.headers.get('date') ?? '');
  return now - date < FRESH_DAYS * DAY;
}

/** The last `MOST` stay: what is put in anew stands last. */
async function keep(request: Request, answer: Response, { seen }: Places): Promise<void> {
  try {
    await seen.delete(request);
    await seen.put(request, answer);
    const requests = await seen.keys();
    const surplus = requests.slice(0, Math.max(0, requests.length - MOST));
    await Promise.all(surplus.map((old) => seen.delete(old)));
  } catch {
    // A full device keeps none; the picture is shown all the same.
  }
}
