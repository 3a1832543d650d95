import { beforeEach, expect, test, vi } from 'vitest';

/** Records that were released, by request. */
let releases: string[][];

beforeEach(() => {
  releases = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { readonly body: string }) => {
    releases.push((JSON.parse(body) as { readonly records: string[] }).records);
    return Promise.resolve(Response.json({}));
  });
});

/** Opens the queue of orders in another tab, which has its own state and shares the browser's locks. */
async function openTab(...records: string[]) {
  vi.resetModules();
  const { enterQueue, trackClaims, releaseClaims } = await import('#console/data/queue-claims.ts');
  trackClaims('order', records);
  return {
    enterQueue: () => enterQueue('order'),
    leave: enterQueue('order'),
    release: (ids: readonly string[]) => releaseClaims('order', ids),
  };
}

test('records that a tab no longer uses are released, unless another tab uses them', async () => {
  const first = await openTab('a', 'b');
  const second = await openTab('b', 'c');
  await first.release(['a', 'b']);
  expect(releases).toEqual([['a']]);
  await second.release(['b']);
  expect(releases).toEqual([['a'], ['b']]);
  first.leave();
  second.leave();
  await vi.waitFor(() => expect(releases).toEqual([['a'], ['b'], ['c']]));
});

test('the last of two tabs releases the records that both have claimed', async () => {
  const first = await openTab('a', 'b');
  const second = await openTab('b', 'c');
  second.leave();
  await vi.waitFor(() => expect(releases).toEqual([['c']]));
  first.leave();
  await vi.waitFor(() => expect(releases).toEqual([['c'], ['a', 'b']]));
});

test('the next record’s screen keeps the claims', async () => {
  const tab = await openTab('a');
  tab.leave();
  const leaveNext = tab.enterQueue();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect((await navigator.locks.query()).held).toHaveLength(1);
  expect(releases).toEqual([]);
  leaveNext();
  await vi.waitFor(() => expect(releases).toEqual([['a']]));
});
