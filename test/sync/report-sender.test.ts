import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import {
  type ErrorReport,
  MAX_REPORTS,
  MAX_REPORT_COUNT,
  type errorReports,
} from '#schemas/error-report.ts';
import { CallError } from '#sync/http/call-error.ts';
import type { Connection, ConnectionListener } from '#sync/http/connectivity.ts';
import { createReportSender, REPORT_PAUSE_MS, SETTLE_MS } from '#sync/reports/report-sender.ts';
import { REPORT_TTL_MS, REPORTS_KEY } from '#sync/reports/unsent-reports.ts';
import type * as v from 'valibot';

const report: ErrorReport = {
  kind: 'TypeError',
  code: null,
  frames: ['projects-Ab3dE_9x.js:1:1'],
  heard: 'page',
  version: '3.9.4',
  build: '0123456789ab',
  browser: 'chrome',
  browser_major: 141,
  system: 'android',
  route: '/',
  connection: 'online',
  count: 1,
};
const other = (column: number): ErrorReport => ({
  ...report,
  frames: [`projects-Ab3dE_9x.js:1:${column}`],
});

/** A device with a store, network and server controlled by the test. */
function device(texts = new Map<string, string>()) {
  const listeners = new Set<ConnectionListener>();
  const state = {
    connection: 'online' as Connection,
    allowed: true,
    fails: null as CallError | null,
    duringSend: (): unknown => undefined,
  };
  const sent: ErrorReport[][] = [];
  let locked: Promise<unknown> = Promise.resolve();
  const sender = createReportSender({
    store: {
      get: (key) => texts.get(key) ?? null,
      set: (key, value) => void texts.set(key, value),
      remove: (key) => void texts.delete(key),
      subscribe: () => () => undefined,
    },
    transport: {
      call: (async (_call: unknown, { body }: { body: v.InferOutput<typeof errorReports> }) => {
        sent.push(body.reports);
        state.duringSend();
        if (state.fails !== null) throw state.fails;
        return {};
        // Only one call is made.
      }) as never,
    },
    connectivity: {
      state: () => state.connection,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    locks: {
      run: (_name, work) => {
        const run = locked.then(() => work());
        locked = run.catch(() => undefined);
        return run;
      },
    },
    clock: Date.now,
    isAllowed: () => state.allowed,
    random: () => 1,
  });
  const setConnection = (connection: Connection) => {
    state.connection = connection;
    listeners.forEach((listener) => listener(connection, true));
  };
  return { sender, state, sent, texts, setConnection };
}
const storedReports = (texts: Map<string, string>) => texts.get(REPORTS_KEY) ?? '';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 25) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('with the person’s consent', () => {
  test('errors in quick succession are sent together; a repeated error is sent once, with its count', async () => {
    const { sender, sent } = device();
    sender.add(report);
    sender.add(report);
    sender.add(other(2));
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(sent).toEqual([[{ ...report, count: 2 }, other(2)]]);
    await vi.advanceTimersByTimeAsync(REPORT_PAUSE_MS * 10);
    expect(sent).toHaveLength(1);
  });

  test('an error that repeats endlessly causes a single report, and one call per ten minutes', async () => {
    const { sender, sent } = device();
    for (let minute = 0; minute < 60; minute += 1) {
      for (let index = 0; index < 500; index += 1) sender.add(report);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(sent.length).toBeLessThanOrEqual(7);
    expect(sent.every((reports) => reports.length === 1)).toBe(true);
    expect(sent[0]).toEqual([{ ...report, count: MAX_REPORT_COUNT }]);
  });

  test('only a few distinct errors are queued', async () => {
    const { sender, sent } = device();
    for (let column = 1; column <= 50; column += 1) sender.add(other(column));
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(sent[0]).toHaveLength(MAX_REPORTS);
    expect(sent[0]?.[0]).toEqual(other(1));
  });
});

describe('a report that can’t be sent', () => {
  test('waits offline, even over a restart, and is sent once online', async () => {
    const first = device();
    first.setConnection('offline');
    first.sender.add(report);
    await vi.advanceTimersByTimeAsync(REPORT_PAUSE_MS);
    expect(first.sent).toEqual([]);
    first.sender.close();
    const second = device(first.texts);
    second.sender.wake();
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(second.sent).toEqual([[report]]);
    const third = device(second.texts);
    third.sender.wake();
    await vi.advanceTimersByTimeAsync(REPORT_PAUSE_MS);
    expect(third.sent).toEqual([]);
  });

  test('is retried rarely, depending on its failures and the server’s retry time', async () => {
    const { sender, sent, state } = device();
    state.fails = new CallError('unavailable', { status: 503 });
    sender.add(report);
    await vi.advanceTimersByTimeAsync(DAY_MS);
    // The retries are after 10, 20, 40 … minutes.
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.length).toBeLessThan(10);
    state.fails = new CallError('too_many_requests', { status: 429, retryAfterMs: 80_000_000 });
    const before = sent.length;
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(sent.length).toBeLessThanOrEqual(before + 1);
    state.fails = null;
    await vi.advanceTimersByTimeAsync(2 * DAY_MS);
    expect(sent.at(-1)).toEqual([report]);
  });

  test('isn’t resent if the server rejects it', async () => {
    const { sender, sent, state, texts } = device();
    state.fails = new CallError('invalid_input', { status: 400 });
    sender.add(report);
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(sent).toHaveLength(1);
    expect(storedReports(texts)).not.toContain('TypeError');
  });

  test('is deleted after fourteen days, or if it can’t be read', async () => {
    const { sender, sent, setConnection, texts } = device();
    setConnection('offline');
    sender.add(report);
    await vi.advanceTimersByTimeAsync(REPORT_TTL_MS);
    setConnection('online');
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(sent).toEqual([]);
    texts.set(REPORTS_KEY, '{"reports":[{"report":{"message":"Jan"}}]}');
    sender.add(other(2));
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(sent).toEqual([[other(2)]]);
  });

  test('is sent once by two tabs', async () => {
    const texts = new Map<string, string>();
    const firstDevice = device(texts);
    const secondDevice = device(texts);
    firstDevice.sender.add(report);
    secondDevice.sender.wake();
    await vi.advanceTimersByTimeAsync(REPORT_PAUSE_MS);
    expect([...firstDevice.sent, ...secondDevice.sent]).toEqual([[report]]);
  });
});

describe('without consent', () => {
  test('nothing is stored and nothing is sent', async () => {
    const { sender, sent, state, texts } = device();
    state.allowed = false;
    sender.add(report);
    sender.wake();
    await vi.advanceTimersByTimeAsync(REPORT_PAUSE_MS);
    expect(sent).toEqual([]);
    expect(texts.size).toBe(0);
  });

  test('security 28: withdrawing it deletes waiting reports, even while they are being sent', async () => {
    const { sender, sent, state, setConnection, texts } = device();
    setConnection('offline');
    sender.add(report);
    state.allowed = false;
    sender.deleteReports();
    setConnection('online');
    await vi.advanceTimersByTimeAsync(REPORT_PAUSE_MS);
    expect(sent).toEqual([]);
    expect(texts.size).toBe(0);
    state.allowed = true;
    sender.add(report);
    state.fails = new CallError('offline');
    state.duringSend = () => (state.allowed = false);
    await vi.advanceTimersByTimeAsync(REPORT_PAUSE_MS);
    expect(sent).toEqual([[report]]);
    expect(texts.size).toBe(0);
  });

  test('a single report is sent if a person requests it, and leaves nothing behind', async () => {
    const { sender, sent, state, texts } = device();
    state.allowed = false;
    await sender.sendNow(report);
    expect(sent).toEqual([[report]]);
    expect(texts.size).toBe(0);
  });
});
