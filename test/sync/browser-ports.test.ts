import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStore, browserPageSignals } from '#sync/browser-ports.ts';

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
});

test('a visible window refreshes when it regains focus after a minute, but not when it regains focus sooner', () => {
  const events: string[] = [];
  const stop = browserPageSignals().subscribe((event) => events.push(event));
  const leaveFor = (ms: number) => {
    page.dispatchEvent(new Event('blur'));
    vi.setSystemTime(Date.now() + ms);
    page.dispatchEvent(new Event('focus'));
  };
  leaveFor(59_000);
  expect(events).toEqual([]);
  leaveFor(61_000);
  expect(events).toEqual(['visible']);
  stop();
  leaveFor(120_000);
  expect(events).toEqual(['visible']);
});

test('page signals report changes of network and visibility, and a return from the back-forward cache', () => {
  const events: string[] = [];
  browserPageSignals().subscribe((event) => events.push(event));
  page.dispatchEvent(new Event('offline'));
  page.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(events).toEqual(['offline', 'online', 'visible', 'restored', 'visible']);
});

test('data stored by other tabs is read when the page returns from the back-forward cache', async () => {
  const storedTexts = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => storedTexts.get(key) ?? null });
  const store = await browserStore();
  const values: (string | null)[] = [];
  const stop = store.subscribe(() => values.push(store.get('session')));
  storedTexts.set('session', 'of another person');
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(values).toEqual(['of another person']);
  stop();
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(values).toHaveLength(1);
});
