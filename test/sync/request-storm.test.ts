import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { streams } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import type { LocalAccount } from '#sync/account.ts';
import { randomNumbers } from '#test/film/noise.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, startDevice, waitUntil } from './device.ts';
import { type Fault, gate } from './fault-proxy.ts';

/** Request limit per minute of an idle phone, under any network faults (F14). */
const MAX_PER_MINUTE = 60;
const TEST_TIMEOUT_MS = 120_000;

let clock: QuickClock;
let server: ClubServer;
let device: Device;
let requestGate: ReturnType<typeof gate>;
/** Requests so far, counted at the client: on a busy machine a request may reach the server a minute later. */
let requestCount = 0;
beforeAll(async () => {
  clock = startQuickClock();
  server = await startClubServer();
});
afterAll(async () => {
  await server.close();
  clock.stop();
});
beforeEach(async () => {
  requestGate = gate();
  const countingFetch: typeof fetch = (...request) => {
    requestCount += 1;
    return fetch(...request);
  };
  device = await startDevice(server, 'polishOwner', { fetch: countingFetch });
});
afterEach(async () => {
  requestGate.open();
  server.proxy.clearFaults();
  server.proxy.isDown = false;
  server.proxy.decide = () => undefined;
  await Promise.all(device.accounts().map((account) => account.erase()));
  await device.close();
});

/** Opens the account and waits until it leads, which refills the budget. */
async function openLeading(): Promise<LocalAccount> {
  const account = await device.open();
  await waitUntil(() => account.status().isLeader);
  return account;
}

/** Counts the requests in each of the next minutes. */
async function minutes(count: number): Promise<number[]> {
  const counts: number[] = [];
  for (let minute = 0; minute < count; minute += 1) {
    const before = requestCount;
    await clock.pass(MINUTE_MS);
    counts.push(requestCount - before);
  }
  return counts;
}
const maxPerMinute = async (count: number) => Math.max(...(await minutes(count)));

test.each([0, 0.1, 0.2, 0.4])(
  'F14: if a share of %d of the requests fails with a reset, a 502 or a timeout, there is no storm, and everything arrives',
  async (share) => {
    const random = randomNumbers(14);
    const kinds: readonly Fault[] = [
      { kind: 'reset' },
      { kind: 'bad_gateway' },
      { kind: 'hold', until: requestGate.until },
    ];
    server.proxy.decide = () =>
      random() < share ? kinds[Math.floor(random() * kinds.length)] : undefined;
    const account = await openLeading();
    const counts = await minutes(4);
    // The mapping of faults to requests is random: an unlucky run takes some minutes longer.
    while (!account.status().isFirstPullDone && counts.length < 12)
      counts.push(...(await minutes(1)));
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_PER_MINUTE);
    expect(account.status().isFirstPullDone).toBe(true);
  },
  TEST_TIMEOUT_MS,
);

test(
  'F14: a server repeatedly down for six seconds and up for one causes no storm',
  async () => {
    await openLeading();
    const stop = server.proxy.flap(1_000, 6_000);
    const maximum = await maxPerMinute(3);
    stop();
    expect(maximum).toBeLessThanOrEqual(MAX_PER_MINUTE);
  },
  TEST_TIMEOUT_MS,
);

test(
  'F14: a radio that the browser reports on and off every two seconds causes no storm',
  async () => {
    await openLeading();
    let isOn = true;
    const radio = setInterval(() => {
      isOn = !isOn;
      device.pageSignals.emit(isOn ? 'online' : 'offline');
    }, 2_000);
    const maximum = await maxPerMinute(3);
    clearInterval(radio);
    expect(maximum).toBeLessThanOrEqual(MAX_PER_MINUTE);
  },
  TEST_TIMEOUT_MS,
);

test(
  'F14: a network that breaks each stream of changes after its first bytes causes no storm',
  async () => {
    await openLeading();
    const before = server.proxy.requestsOf(streams.streamChanges).length;
    const breaker = setInterval(() => {
      if (server.proxy.openStreams() > 0) server.proxy.cutAll();
    }, 500);
    const maximum = await maxPerMinute(3);
    clearInterval(breaker);
    expect(maximum).toBeLessThanOrEqual(MAX_PER_MINUTE);
    expect(server.proxy.requestsOf(streams.streamChanges).length - before).toBeLessThan(12);
  },
  TEST_TIMEOUT_MS,
);

/** Speed-up factor of the clock. */
const SPEED = 40;
const TICK_MS = 10;

/** A clock faster than the machine's. */
interface QuickClock {
  /** Resolves after this many milliseconds by this clock. */
  pass(ms: number): Promise<void>;
  stop(): void;
}

/**
 * Speeds up this process's clock 40 times: timers are short, while connections and the database take real
 * time.
 */
function startQuickClock(): QuickClock {
  const { setTimeout: realSetTimeout } = globalThis;
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  let isRunning = true;
  const run = async () => {
    while (isRunning) {
      await vi.advanceTimersByTimeAsync(SPEED * TICK_MS);
      await new Promise((resolve) => realSetTimeout(resolve, TICK_MS));
    }
    vi.useRealTimers();
  };
  void run();
  return {
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    stop() {
      isRunning = false;
    },
  };
}
