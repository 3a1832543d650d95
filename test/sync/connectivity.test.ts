import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Connection,
  type Connectivity,
  createConnectivity,
  FLAP_MS,
  PROBE_CAP_MS,
} from '#sync/http/connectivity.ts';
import type { PageSignals, PageSignal } from '#sync/ports.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { TransportSignal } from '#sync/http/exchange.ts';

let connectivity: Connectivity;
let probes: number;
let answer: TransportSignal;
/** Number of configuration requests, and their result. */
let configurations: number;
let said: Connection | null;
let tell: (signal: TransportSignal) => void;
let event: (event: PageSignal) => void;
let isVisible: boolean;
/** The browser's online flag. */
let isOnline: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  probes = 0;
  configurations = 0;
  said = 'online';
  isVisible = true;
  isOnline = true;
  answer = 'answered';
  const transport = {
    async call() {
      probes += 1;
      await Promise.resolve();
      tell(answer);
    },
    subscribe(listener: typeof tell) {
      tell = listener;
      return () => undefined;
    },
  };
  const wake: PageSignals = {
    online: () => isOnline,
    visible: () => isVisible,
    subscribe(listener) {
      event = listener;
      return () => undefined;
    },
  };
  connectivity = createConnectivity({
    transport: transport as unknown as Transport,
    checkMaintenance() {
      configurations += 1;
      return Promise.resolve(said);
    },
    wake,
    random: () => 1,
  });
});
afterEach(() => {
  connectivity.close();
  vi.useRealTimers();
});

test('F12: the browser says online, but nothing gets through: the screen says offline', async () => {
  answer = 'unreachable';
  event('online');
  expect(await connectivity.probe()).toBe('offline');
});

test('any call that gets through says that we are online again', () => {
  tell('unreachable');
  expect(connectivity.state()).toBe('offline');
  tell('answered');
  expect(connectivity.state()).toBe('online');
});

test('F12: an answer that was on its way when the radio went off does not say that we are online', async () => {
  isOnline = false;
  event('offline');
  answer = 'unreachable';
  tell('answered');
  expect(connectivity.state()).toBe('offline');
  await vi.advanceTimersByTimeAsync(0);
  expect([probes, connectivity.state()]).toEqual([1, 'offline']);
});

test('F12: the browser says offline and is wrong: what gets through is asked once more, then believed', async () => {
  isOnline = false;
  event('offline');
  tell('answered');
  await vi.advanceTimersByTimeAsync(0);
  expect([probes, connectivity.state()]).toEqual([1, 'online']);
});

test('while offline it asks again by itself, ever more rarely', async () => {
  answer = 'unreachable';
  tell('unreachable');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(probes).toBeLessThan(7);
  probes = 0;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(probes).toBe(600_000 / PROBE_CAP_MS);
});

test('F12: a network that dies without a word is noticed within half a minute', async () => {
  tell('answered');
  answer = 'unreachable';
  await vi.advanceTimersByTimeAsync(29_999);
  expect([probes, connectivity.state()]).toEqual([0, 'online']);
  await vi.advanceTimersByTimeAsync(1);
  expect([probes, connectivity.state()]).toEqual([1, 'offline']);
});

test('F14: nobody is asked while other calls tell, and hidden pages ask nothing', async () => {
  for (let second = 0; second < 120; second += 20) {
    tell('answered');
    await vi.advanceTimersByTimeAsync(20_000);
  }
  expect(probes).toBe(0);
  isVisible = false;
  event('hidden');
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(probes).toBe(0);
});

test('F14: an idle page asks twice a minute, and no more', async () => {
  tell('answered');
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(probes).toBe(20);
});

test('F14: a flapping network makes one request at a time, and each answer starts the wait anew', async () => {
  for (let flap = 0; flap < 60; flap += 1) {
    tell(flap % 2 === 0 ? 'unreachable' : 'answered');
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(probes).toBeLessThanOrEqual(1);
});

test('while hidden it rests, and asks at once when it is seen again', async () => {
  answer = 'unreachable';
  tell('unreachable');
  isVisible = false;
  event('hidden');
  const before = probes;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(probes).toBe(before);
  isVisible = true;
  isOnline = true;
  answer = 'answered';
  event('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(connectivity.state()).toBe('online');
});

test('F10: maintenance is asked about every 60 s, of the configuration, until it is over', async () => {
  said = 'maintenance';
  tell('maintenance');
  await vi.advanceTimersByTimeAsync(0);
  expect([connectivity.state(), configurations]).toEqual(['maintenance', 1]);
  await vi.advanceTimersByTimeAsync(180_000);
  expect([probes, configurations]).toEqual([0, 4]);
  said = 'online';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connectivity.state()).toBe('online');
});

test('F10: a 503 of any call is no maintenance where the configuration answers', async () => {
  const states: string[] = [];
  connectivity.subscribe((connection) => states.push(connection));
  tell('maintenance');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([states, configurations]).toEqual([[], 1]);
});

test('F10: another call that is answered does not end maintenance: the configuration is asked', async () => {
  said = 'maintenance';
  await connectivity.check();
  tell('answered');
  expect(connectivity.state()).toBe('maintenance');
  await vi.advanceTimersByTimeAsync(PROBE_CAP_MS);
  expect([connectivity.state(), configurations]).toEqual(['maintenance', 2]);
});

test('F14: many a 503 asks for the configuration ever more rarely', async () => {
  for (let second = 0; second < 60; second += 1) {
    tell('maintenance');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(configurations).toBeLessThan(16);
});

test('F14: a flap is no return; an outage that lasts longer ends with one', async () => {
  const returns: boolean[] = [];
  connectivity.subscribe((_connection, isReturn) => returns.push(isReturn));
  tell('unreachable');
  tell('answered');
  expect(returns).toEqual([false, false]);
  answer = 'unreachable';
  tell('unreachable');
  await vi.advanceTimersByTimeAsync(FLAP_MS);
  tell('answered');
  expect(returns).toEqual([false, false, false, true]);
});

test('F14: the waits between probes outlive a flap', async () => {
  answer = 'unreachable';
  for (let flap = 0; flap < 6; flap += 1) {
    tell('unreachable');
    await vi.advanceTimersByTimeAsync(1_000);
    tell('answered');
  }
  const before = probes;
  tell('unreachable');
  await vi.advanceTimersByTimeAsync(PROBE_CAP_MS - 1);
  expect(probes).toBe(before);
});

test('every change is told once', () => {
  const states: string[] = [];
  connectivity.subscribe((connection) => states.push(connection));
  tell('unreachable');
  tell('unreachable');
  tell('answered');
  expect(states).toEqual(['offline', 'online']);
});
