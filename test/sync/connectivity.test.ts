import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#schemas/durations.ts';
import {
  type Connection,
  type Connectivity,
  createConnectivity,
  FLAP_MS,
  PROBE_CAP_MS,
} from '#sync/http/connectivity.ts';
import { CallError } from '#sync/http/call-error.ts';
import type { PageSignals, PageSignal } from '#sync/ports.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { TransportSignal } from '#sync/http/exchange.ts';

let connectivity: Connectivity;
let probes: number;
let probeResult: TransportSignal;
/** Number of configuration requests, and their result. */
let configurations: number;
let reported: Connection | null | Promise<Connection | null>;
let emit: (signal: TransportSignal) => void;
let emitPageSignal: (event: PageSignal) => void;
let isVisible: boolean;
/** The browser's online flag. */
let isOnline: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  probes = 0;
  configurations = 0;
  reported = 'online';
  isVisible = true;
  isOnline = true;
  probeResult = 'reached';
  const transport = {
    async call() {
      probes += 1;
      await Promise.resolve();
      emit(probeResult);
      if (probeResult !== 'reached') throw new CallError('offline');
    },
    subscribe(listener: typeof emit) {
      emit = listener;
      return () => undefined;
    },
  };
  const pageSignals: PageSignals = {
    online: () => isOnline,
    visible: () => isVisible,
    subscribe(listener) {
      emitPageSignal = listener;
      return () => undefined;
    },
  };
  connectivity = createConnectivity({
    transport: transport as unknown as Transport,
    checkMaintenance() {
      configurations += 1;
      return Promise.resolve(reported);
    },
    pageSignals,
    random: () => 1,
  });
});
afterEach(() => {
  connectivity.close();
  vi.useRealTimers();
});

test('F12: if the browser reports online but no request gets through, the screen shows offline', async () => {
  probeResult = 'unreachable';
  emitPageSignal('online');
  expect(await connectivity.probe()).toBe('offline');
});

test('any successful call means online again', () => {
  emit('unreachable');
  expect(connectivity.state()).toBe('offline');
  emit('reached');
  expect(connectivity.state()).toBe('online');
});

test('F12: a response already under way when the radio was turned off doesn’t mean online', async () => {
  isOnline = false;
  emitPageSignal('offline');
  probeResult = 'unreachable';
  emit('reached');
  emit('reached');
  expect(connectivity.state()).toBe('offline');
  await vi.advanceTimersByTimeAsync(0);
  expect([probes, connectivity.state()]).toEqual([1, 'offline']);
});

test('F12: a probe already under way when the radio was turned off doesn’t mean online', async () => {
  const probe = connectivity.probe();
  isOnline = false;
  emitPageSignal('offline');
  expect(await probe).toBe('offline');
});

test('F12: a configuration already under way when the radio was turned off doesn’t mean online', async () => {
  const response = Promise.withResolvers<Connection>();
  reported = response.promise;
  const pending = connectivity.check();
  await vi.advanceTimersByTimeAsync(0);
  expect(configurations).toBe(1);
  emitPageSignal('offline');
  response.resolve('online');
  expect(await pending).toBe('offline');
});

test('a check requests the configuration, even if another probe starts just before it', async () => {
  const probe = connectivity.probe();
  const next = probe.then(() => connectivity.probe());
  await connectivity.check();
  await next;
  expect(configurations).toBe(1);
});

test('a probe that ends after closing changes and reports nothing', async () => {
  emit('unreachable');
  const reports: Connection[] = [];
  connectivity.subscribe((connection) => reports.push(connection));
  const pending = connectivity.probe();
  connectivity.close();
  expect(await pending).toBe('offline');
  expect(reports).toEqual([]);
});

test('F12: if the browser wrongly reports offline, a successful call is checked once more and then counts', async () => {
  isOnline = false;
  emitPageSignal('offline');
  emit('reached');
  await vi.advanceTimersByTimeAsync(0);
  expect([probes, connectivity.state()]).toEqual([1, 'online']);
});

test('while offline it probes automatically, at growing intervals', async () => {
  probeResult = 'unreachable';
  emit('unreachable');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(probes).toBeLessThan(7);
  probes = 0;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(probes).toBe(600_000 / PROBE_CAP_MS);
});

test('F12: a network that dies silently is noticed within half a minute', async () => {
  emit('reached');
  probeResult = 'unreachable';
  await vi.advanceTimersByTimeAsync(29_999);
  expect([probes, connectivity.state()]).toEqual([0, 'online']);
  await vi.advanceTimersByTimeAsync(1);
  expect([probes, connectivity.state()]).toEqual([1, 'offline']);
});

test('F14: no probes are sent while other calls show the connection state, and none by hidden pages', async () => {
  for (let second = 0; second < 120; second += 20) {
    emit('reached');
    await vi.advanceTimersByTimeAsync(20_000);
  }
  expect(probes).toBe(0);
  isVisible = false;
  emitPageSignal('hidden');
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(probes).toBe(0);
});

test('F14: an idle page sends no more than two probes a minute', async () => {
  emit('reached');
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(probes).toBe(20);
});

test('F14: a flapping network causes one request at a time, and each response restarts the wait', async () => {
  for (let flap = 0; flap < 60; flap += 1) {
    emit(flap % 2 === 0 ? 'unreachable' : 'reached');
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(probes).toBeLessThanOrEqual(1);
});

test('while hidden it pauses, and probes immediately when visible again', async () => {
  probeResult = 'unreachable';
  emit('unreachable');
  isVisible = false;
  emitPageSignal('hidden');
  const before = probes;
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(probes).toBe(before);
  isVisible = true;
  isOnline = true;
  probeResult = 'reached';
  emitPageSignal('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(connectivity.state()).toBe('online');
});

test('F10: during maintenance the configuration is requested about every 60 s until it ends', async () => {
  reported = 'maintenance';
  emit('maintenance');
  await vi.advanceTimersByTimeAsync(0);
  expect([connectivity.state(), configurations]).toEqual(['maintenance', 1]);
  await vi.advanceTimersByTimeAsync(180_000);
  expect([probes, configurations]).toEqual([0, 4]);
  reported = 'online';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connectivity.state()).toBe('online');
});

test('F10: a 503 from any call isn’t maintenance if the configuration responds', async () => {
  const states: string[] = [];
  connectivity.subscribe((connection) => states.push(connection));
  emit('maintenance');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([states, configurations]).toEqual([[], 1]);
});

test('F10: another successful call doesn’t end maintenance: the configuration is requested', async () => {
  reported = 'maintenance';
  await connectivity.check();
  emit('reached');
  expect(connectivity.state()).toBe('maintenance');
  await vi.advanceTimersByTimeAsync(PROBE_CAP_MS);
  expect([connectivity.state(), configurations]).toEqual(['maintenance', 2]);
});

test('F14: repeated 503s request the configuration at growing intervals', async () => {
  for (let second = 0; second < 60; second += 1) {
    emit('maintenance');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(configurations).toBeLessThan(16);
});

test('F14: only the end of a longer outage counts as a reconnect, not a short interruption', async () => {
  const returns: boolean[] = [];
  connectivity.subscribe((_connection, hasRecovered) => returns.push(hasRecovered));
  emit('unreachable');
  emit('reached');
  expect(returns).toEqual([false, false]);
  probeResult = 'unreachable';
  emit('unreachable');
  await vi.advanceTimersByTimeAsync(FLAP_MS);
  emit('reached');
  expect(returns).toEqual([false, false, false, true]);
});

test('F14: a short interruption doesn’t reset the delays between probes', async () => {
  probeResult = 'unreachable';
  for (let flap = 0; flap < 6; flap += 1) {
    emit('unreachable');
    await vi.advanceTimersByTimeAsync(1_000);
    emit('reached');
  }
  const before = probes;
  emit('unreachable');
  await vi.advanceTimersByTimeAsync(PROBE_CAP_MS - 1);
  expect(probes).toBe(before);
});

test('every change is reported once', () => {
  const states: string[] = [];
  connectivity.subscribe((connection) => states.push(connection));
  emit('unreachable');
  emit('unreachable');
  emit('reached');
  expect(states).toEqual(['offline', 'online']);
});
