import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connectivity, createConnectivity, PROBE_CAP_MS } from '#sync/http/connectivity.ts';
import type { Wake, WakeEvent } from '#sync/ports.ts';
import type { Transport, TransportSignal } from '#sync/http/transport.ts';

let connectivity: Connectivity;
let probes: number;
let answer: TransportSignal;
let tell: (signal: TransportSignal) => void;
let event: (event: WakeEvent) => void;
let isVisible: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  probes = 0;
  isVisible = true;
  answer = 'answered';
  const transport = {
    call() {
      probes += 1;
      tell(answer);
      return Promise.resolve();
    },
    subscribe(listener: typeof tell) {
      tell = listener;
      return () => undefined;
    },
  };
  const wake: Wake = {
    online: () => true,
    visible: () => isVisible,
    subscribe(listener) {
      event = listener;
      return () => undefined;
    },
  };
  connectivity = createConnectivity({
    transport: transport as unknown as Transport,
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
  answer = 'answered';
  event('visible');
  expect(connectivity.state()).toBe('online');
});

test('F10: maintenance is asked about every 60 s until it is over', async () => {
  answer = 'maintenance';
  tell('maintenance');
  await vi.advanceTimersByTimeAsync(180_000);
  expect(probes).toBe(3);
  answer = 'answered';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connectivity.state()).toBe('online');
});

test('every change is told once', () => {
  const told: string[] = [];
  connectivity.subscribe((connection) => told.push(connection));
  tell('unreachable');
  tell('unreachable');
  tell('answered');
  expect(told).toEqual(['offline', 'online']);
});
