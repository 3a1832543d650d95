import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { servePicture, isSamePicture } from '#workers/picture-cache.ts';
import { memoryCache } from './memory-cache.ts';

const now = Date.parse('2026-06-01T10:00:00Z');

const pictureRequest = (name: string) => new Request(`https://club.example/pictures/${name}`);

/** A phone with a fake network that numbers its responses, and fails while `isOnline` is false. */
function phone() {
  const cache = memoryCache();
  const requests: string[] = [];
  const load = (name: string, { at = now, isOnline = true, status = 200, builtIn = '' } = {}) =>
    servePicture(pictureRequest(name), {
      cache,
      now: at,
      builtIn: async () => (builtIn ? new Response(builtIn) : undefined),
      fetch: async (request) => {
        if (!isOnline) throw new TypeError('Failed to fetch');
        requests.push(request.url);
        const headers = { 'content-type': 'image/webp', date: new Date(at).toUTCString() };
        return new Response(`request ${requests.length}`, { status, headers });
      },
    });
  return { load, cache, requests };
}
const textOf = async (response: Promise<Response>) => (await response).text();

describe('a picture that isn’t bundled', () => {
  test('is downloaded once and then cached, even offline', async () => {
    const { load, requests } = phone();
    expect(await textOf(load('scenes/attic-720.webp'))).toBe('request 1');
    expect(await textOf(load('scenes/attic-720.webp', { isOnline: false }))).toBe('request 1');
    expect(await textOf(load('scenes/attic-720.webp'))).toBe('request 1');
    expect(requests).toHaveLength(1);
  });

  test('is downloaded again after thirty days, and the cached picture is used if that fails', async () => {
    const { load } = phone();
    await load('scenes/attic-720.webp');
    const later = now + 31 * DAY_MS;
    expect(await textOf(load('scenes/attic-720.webp', { at: later, isOnline: false }))).toBe(
      'request 1',
    );
    expect(await textOf(load('scenes/attic-720.webp', { at: later }))).toBe('request 2');
    expect(await textOf(load('scenes/attic-720.webp', { at: later + DAY_MS }))).toBe('request 2');
  });

  test('is shown in the bundled width if it isn’t cached and can’t be downloaded', async () => {
    const { load } = phone();
    const offline = { isOnline: false, builtIn: 'of 1080' };
    expect(await textOf(load('scenes/roof-day-1440.webp', offline))).toBe('of 1080');
    await expect(load('scenes/attic-720.webp', { isOnline: false })).rejects.toThrow(
      'Failed to fetch',
    );
  });

  test('that doesn’t exist isn’t cached', async () => {
    const { load, cache } = phone();
    expect((await load('scenes/gone-720.webp', { status: 404 })).status).toBe(404);
    expect(await cache.keys()).toEqual([]);
  });

  test('replaces the oldest of sixty stored ones', async () => {
    const { load, cache } = phone();
    for (let index = 0; index < 70; index += 1) await load(`scenes/${index}-720.webp`);
    const urls = (await cache.keys()).map(({ url }) => url);
    expect(urls).toHaveLength(60);
    expect(urls[0]).toBe(pictureRequest('scenes/10-720.webp').url);
  });
});

test.each([
  ['/pictures/scenes/roof-dusk-1440.webp', '/pictures/scenes/roof-dusk-1080.webp', true],
  ['/pictures/products/ggl-448.webp', '/pictures/products/ggl.webp', true],
  ['/pictures/scenes/roof-dusk-1440.webp', '/pictures/scenes/roof-dusk-unlit-1080.webp', false],
  ['/pictures/products/ggl.webp', '/pictures/products/ggu.webp', false],
])('%s and %s are the same picture: %s', (first, second, isSame) => {
  expect(isSamePicture(first, second)).toBe(isSame);
});
