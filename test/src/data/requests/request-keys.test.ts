import fc from 'fast-check';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createRequestKeys,
  KEY_TTL_MS,
  type RequestKeys,
} from '#src/data/requests/request-keys.ts';
import { changeSharedText, deleteSharedTexts, readSharedText } from '#sync/store/shared-texts.ts';

const NAME = 'draft:anna:keys-order';

/** A device that can open several tabs. */
function setup(change: typeof changeSharedText = changeSharedText) {
  const texts = new Map<string, string>();
  const earlierStore = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => void texts.set(key, value),
    removeItem: (key: string) => void texts.delete(key),
  };
  const clock = { time: 1_000 };
  const ports = {
    change,
    legacyStore: earlierStore,
    makeKey: () => crypto.randomUUID(),
    now: () => clock.time,
  };
  return { texts, clock, start: () => createRequestKeys(NAME, ports) };
}
const polna = { streetName: 'Polna 5' };
const zielna = { streetName: 'Zielna 7' };

beforeEach(async () => {
  await deleteSharedTexts('');
});

it('the same content gets the same key, even after different content', async () => {
  const keys = setup().start();
  const first = await keys.keyFor(polna);
  expect(await keys.keyFor(zielna)).not.toBe(first);
  expect(await keys.keyFor({ ...polna })).toBe(first);
});

it('a key survives a restart until its response arrives', async () => {
  const { start } = setup();
  const first = await start().keyFor(polna);
  const restartedKeys = start();
  expect(await restartedKeys.keyFor(polna)).toBe(first);
  await restartedKeys.complete(polna);
  expect(await readSharedText(NAME)).toBeNull();
  expect(await start().keyFor(polna)).not.toBe(first);
});

it('the same content is a new request a day later', async () => {
  const { start, clock } = setup();
  const keys = start();
  const first = await keys.keyFor(polna);
  clock.time += KEY_TTL_MS;
  expect(await keys.keyFor(polna)).not.toBe(first);
  const next = await start().keyFor(polna);
  clock.time += KEY_TTL_MS;
  expect(await start().keyFor(polna)).not.toBe(next);
});

it('other content without a response is found, even after a restart, until it is complete or forgotten', async () => {
  const { start, clock } = setup();
  const keys = start();
  expect(await keys.hasOther(polna)).toBe(false);
  await keys.keyFor(polna);
  expect(await keys.hasOther(polna)).toBe(false);
  expect(await keys.hasOther(zielna)).toBe(true);
  const restartedKeys = start();
  expect(await restartedKeys.hasOther(zielna)).toBe(true);
  await restartedKeys.keyFor(zielna);
  await restartedKeys.forgetOthers(zielna);
  expect(await restartedKeys.hasOther(zielna)).toBe(false);
  expect(await restartedKeys.hasOther(polna)).toBe(true);
  await restartedKeys.complete(zielna);
  expect(await start().hasOther(polna)).toBe(false);
  await restartedKeys.keyFor(zielna);
  clock.time += KEY_TTL_MS;
  expect(await restartedKeys.hasOther(polna)).toBe(false);
});

it('a store that doesn’t respond doesn’t block the request, and the same content gets one key (F37)', async () => {
  vi.useFakeTimers();
  try {
    const keys = setup(() => new Promise<never>(() => {})).start();
    const first = keys.keyFor(polna);
    await vi.advanceTimersByTimeAsync(5_000);
    const key = await first;
    expect(await keys.keyFor(polna)).toBe(key);
    const finished = keys.complete(polna);
    await vi.advanceTimersByTimeAsync(5_000);
    await finished;
  } finally {
    vi.useRealTimers();
  }
});

describe('in two tabs', () => {
  it('an order in one tab doesn’t remove the key of the other tab', async () => {
    const { start } = setup();
    const [a, b] = [start(), start()];
    await b.keyFor({ streetName: 'before' });
    const first = await a.keyFor(polna);
    await b.keyFor(zielna);
    await b.complete(zielna);
    const reloadedKeys = start();
    expect(await reloadedKeys.keyFor(polna)).toBe(first);
  });

  it('the same content at the same moment gets one key', async () => {
    const { start } = setup();
    const tabs = Array.from({ length: 6 }, start);
    const keys = await Promise.all(tabs.map((tab) => tab.keyFor(polna)));
    expect(new Set(keys).size).toBe(1);
  });

  it('a response in one tab doesn’t release the key that the other tab still needs', async () => {
    const { start } = setup();
    const [a, b] = [start(), start()];
    const first = await a.keyFor(polna);
    expect(await b.keyFor(polna)).toBe(first);
    await b.complete(polna);
    expect(await a.keyFor(polna)).toBe(first);
  });

  it('a response releases only its own key, not a newer key for the same content', async () => {
    const { start, clock } = setup();
    const [a, b] = [start(), start()];
    await a.keyFor(polna);
    clock.time += KEY_TTL_MS;
    const newer = await b.keyFor(polna);
    await a.complete(polna);
    expect(await start().keyFor(polna)).toBe(newer);
  });

  it('in any order of presses and restarts, no key is reused after its response or dropped before it', async () => {
    const step = fc.record({
      tab: fc.nat(2),
      content: fc.nat(3),
      act: fc.constantFrom<'ask' | 'answered' | 'reload'>('ask', 'answered', 'reload'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await deleteSharedTexts('');
        const { start } = setup();
        const tabs: RequestKeys[] = [start(), start(), start()];
        const keysByContent = new Map<string, string>();
        const open = new Map<number, string>();
        const problems: string[] = [];
        for (const { tab, content, act: action } of steps) {
          const contentKey = `${tab} ${content}`;
          if (action === 'reload') {
            tabs[tab] = start();
            for (const one of [0, 1, 2, 3]) keysByContent.delete(`${tab} ${one}`);
          } else if (action === 'ask') {
            const key = (await tabs[tab]?.keyFor({ content })) ?? '';
            if ((keysByContent.get(contentKey) ?? open.get(content) ?? key) !== key)
              problems.push(contentKey);
            keysByContent.set(contentKey, key);
            if (!open.has(content)) open.set(content, key);
          } else if (keysByContent.has(contentKey)) {
            await tabs[tab]?.complete({ content });
            if (open.get(content) === keysByContent.get(contentKey)) open.delete(content);
            keysByContent.delete(contentKey);
          }
        }
        expect(problems).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

it('keys stored by builds up to 3.9.4 are migrated once', async () => {
  const { start, texts } = setup();
  const key = crypto.randomUUID();
  texts.set(NAME, JSON.stringify([{ content: JSON.stringify(polna), key, at: 900 }]));
  const keys = start();
  expect(await keys.keyFor(polna)).toBe(key);
  expect(texts.size).toBe(0);
  await keys.complete(polna);
  expect(await start().keyFor(polna)).not.toBe(key);
});

it('unreadable data is ignored, and keys also work without storage', async () => {
  const { start, texts } = setup();
  texts.set(NAME, '{');
  await changeSharedText(NAME, () => '{');
  expect(await start().keyFor(polna)).toBeTypeOf('string');
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const keys = setup(full).start();
  expect(await keys.keyFor(polna)).toBe(await keys.keyFor(polna));
  await keys.complete(polna);
});

it('a connection closed by the browser is reopened', async () => {
  const { start } = setup();
  const first = await start().keyFor(polna);
  const request = indexedDB.deleteDatabase('club-texts');
  await new Promise((resolve) => (request.onsuccess = resolve));
  expect(await start().keyFor(polna)).not.toBe(first);
});
