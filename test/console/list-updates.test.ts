import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followLists, parseNotice } from '#console/data/list-stream.ts';
import { affectsQuery, createListUpdates, type ListUpdates } from '#console/data/list-updates.ts';

const polish = { list: 'orders', region: 10 } as const;

describe('a changed list', () => {
  test('affects the queries of its calls, unless they are limited to another country', () => {
    expect(affectsQuery([polish], ['listOrders', 'list', {}, undefined])).toBe(true);
    expect(affectsQuery([polish], ['listOrders', 'list', { region: 10 }, undefined])).toBe(true);
    expect(affectsQuery([polish], ['listOrders', 'list', { region: 4 }, undefined])).toBe(false);
    expect(affectsQuery([polish], ['readOrder', { params: { id: 'x' } }])).toBe(true);
    expect(affectsQuery([polish], ['listOrders', { query: { region: 4 } }])).toBe(false);
    expect(affectsQuery([polish], ['listChats', 'list', {}, undefined])).toBe(false);
    expect(affectsQuery([{ list: 'unknown', region: 10 }], ['listOrders', {}])).toBe(false);
    expect(affectsQuery([polish], ['session'])).toBe(false);
  });
});

describe('updates', () => {
  let client: QueryClient;
  let updates: ListUpdates;
  let isVisible = true;
  beforeEach(() => {
    vi.useFakeTimers();
    client = new QueryClient();
    client.mount();
    isVisible = true;
    updates = createListUpdates(client, () => isVisible);
  });
  afterEach(() => {
    updates.stop();
    client.clear();
    vi.useRealTimers();
  });

  /**
   * Shows a list whose reads take some time.
   * @returns the number of reads so far
   */
  function show(readMs: number): () => number {
    let reads = 0;
    const queryFn = async () => {
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, readMs));
      return reads;
    };
    const options = { queryKey: ['listOrders', 'list', {}, undefined], queryFn, staleTime: 60_000 };
    new QueryObserver(client, options).subscribe(() => undefined);
    return () => reads;
  }

  test('refetch a visible list immediately, but no more than once a second', async () => {
    const reads = show(10);
    await vi.advanceTimersByTimeAsync(100);
    expect(reads()).toBe(1);
    updates.add([polish]);
    expect(reads()).toBe(2);
    for (let index = 0; index < 9; index += 1) {
      await vi.advanceTimersByTimeAsync(100);
      updates.add([polish]);
    }
    expect(reads()).toBe(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(reads()).toBe(3);
    await vi.advanceTimersByTimeAsync(5000);
    expect(reads()).toBe(3);
  });

  test('refetch after a slow request, because it may have missed the change', async () => {
    const reads = show(2500);
    await vi.advanceTimersByTimeAsync(100);
    updates.add([polish]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(reads()).toBe(1);
    await vi.advanceTimersByTimeAsync(1500);
    expect(reads()).toBe(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads()).toBe(2);
  });

  test('pause for twice as long as the last read took, so reading a long list takes a third of the time', async () => {
    const reads = show(4000);
    await vi.advanceTimersByTimeAsync(4100);
    expect(reads()).toBe(1);
    for (let second = 0; second < 119; second += 1) {
      updates.add([polish]);
      await vi.advanceTimersByTimeAsync(1000);
    }
    // There is one read every 12 seconds.
    expect(reads()).toBe(1 + 10);
  });

  test('are queued while the page is hidden, and fetched once when it is visible', async () => {
    const reads = show(10);
    await vi.advanceTimersByTimeAsync(100);
    isVisible = false;
    for (let index = 0; index < 5; index += 1) {
      updates.add([polish]);
      await vi.advanceTimersByTimeAsync(2000);
    }
    expect(reads()).toBe(1);
    isVisible = true;
    updates.resume();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads()).toBe(2);
  });
});

/**
 * Stubs the page for `followLists`, without network.
 * @returns functions that show the page and send it a notice
 */
function stubPage(visibilityState: 'visible' | 'hidden') {
  const page = Object.assign(new EventTarget(), { visibilityState: visibilityState as string });
  const channel = Object.assign(new EventTarget(), { postMessage: () => {}, close: () => {} });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('BroadcastChannel', function FakeChannel() {
    return channel;
  });
  return {
    show: () => {
      page.visibilityState = 'visible';
      page.dispatchEvent(new Event('visibilitychange'));
    },
    send: (data: unknown) => channel.dispatchEvent(new MessageEvent('message', { data })),
  };
}

test('a hidden page keeps its notices, and handles them once it is visible', () => {
  const page = stubPage('hidden');
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const stop = followLists(client);
  page.send({ lists: [polish] });
  page.send({ lists: [polish] });
  expect(invalidate).not.toHaveBeenCalled();
  page.show();
  expect(invalidate).toHaveBeenCalledTimes(1);
  stop();
});

test('the stream’s lines are parsed, and anything else is ignored', () => {
  expect(parseNotice('data: {"lists":[{"list":"orders","region":10}]}')).toEqual({
    lists: [polish],
  });
  for (const line of [': beat', 'event: changed', '', 'data: {', 'data: {"lists":[{"list":1}]}'])
    expect(parseNotice(line)).toBeNull();
});
