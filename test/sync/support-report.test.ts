import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { QueueKey } from '#sync/retry/queue-key.ts';
import { createStatusStore } from '#sync/status/status.ts';
import { createSyncLog, type SyncEvent } from '#sync/status/sync-log.ts';
import { createSupportReport } from '#sync/status/support-report.ts';

const id = '40000000-0000-4000-8000-000000000001';
const record = {
  lastTryAt: 1_000,
  lastError: 'timeout',
  nextTryAt: 2_000,
  lastSuccessAt: null,
} as const;
const appInfo = { version: '3', build: 'x', now: 0 };

test('the support report contains codes, counts and times, and no ids', () => {
  const statusStore = createStatusStore('online');
  statusStore.update({
    queues: [
      { key: { kind: 'pull', collection: 'leads' }, ...record },
      { key: { kind: 'push', collection: 'leads', id }, ...record },
      { key: { kind: 'photos' }, ...record, nextTryAt: null },
    ],
    lastError: 'timeout',
    lastSuccessAt: 500,
    uploading: { id, position: 1, total: 1, share: 0.5 },
    unreadable: { leads: 2 },
  });
  const log = createSyncLog(() => 700);
  log.add('edit_refused', { collection: 'leads', code: 'conflict' });
  const report = createSupportReport(statusStore.status(), log.events(), appInfo);
  expect(report).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
    status: {
      lastSuccessAt: '1970-01-01T00:00:00.500Z',
      lastError: 'timeout',
      unreadable: { leads: 2 },
    },
    events: [
      {
        at: '1970-01-01T00:00:00.700Z',
        code: 'edit_refused',
        details: { collection: 'leads', code: 'conflict' },
      },
    ],
  });
  const queue = { lastTryAt: '1970-01-01T00:00:01.000Z', lastError: 'timeout' };
  const nextTryAt = '1970-01-01T00:00:02.000Z';
  expect(report.queues).toEqual([
    { kind: 'pull', collection: 'leads', ...queue, nextTryAt },
    { kind: 'push', collection: 'leads', ...queue, nextTryAt },
    { kind: 'photos', collection: null, ...queue, nextTryAt: null },
  ]);
  expect(JSON.stringify(report)).not.toContain(id);
});

describe('any status and log', () => {
  /** All names and strings in a report. */
  function textsOf(value: unknown): string[] {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value)) return value.flatMap(textsOf);
    return Object.entries(value).flatMap(([name, one]) => [name, ...textsOf(one)]);
  }
  const personal = fc.oneof(
    fc.constantFrom('Anna Nowak', 'anna@dachy.example', 'ul. Wiślna 3', '24A17K3M-0042', id),
    fc.uuid(),
    fc.emailAddress(),
    // Random text could happen to be an allowed string, such as “code”; the prefix prevents that.
    fc.string().map((text) => `Nowak ${text}`),
  );
  const detail = fc.oneof(personal, fc.integer(), fc.boolean());
  const events = fc.array(
    fc.record({
      at: fc.constant(0),
      // A future log entry may use an unlisted code.
      code: personal as fc.Arbitrary<SyncEvent['code']>,
      details: fc.dictionary(personal, detail),
    }),
  );
  // A future queue may have an unlisted kind.
  const keys = fc.record({
    kind: fc.oneof(fc.constantFrom('pull', 'push', 'photos'), personal),
    collection: fc.oneof(fc.constantFrom('leads', 'scans'), personal),
    id: personal,
  }) as fc.Arbitrary<QueueKey>;
  const queues = fc.array(
    fc.tuple(keys, personal).map(([key, error]) => {
      return { ...record, key, lastError: error as 'timeout' };
    }),
  );
  /** A report with allowed strings only. */
  const emptyReport = createSupportReport(createStatusStore('online').status(), [], appInfo);
  const allowedTexts = new Set([
    ...textsOf(emptyReport),
    'kind',
    'collection',
    'lastTryAt',
    'lastError',
    'nextTryAt',
    'code',
    'details',
    'other',
    'pull',
    'push',
    'photos',
    'leads',
    'scans',
    new Date(record.lastTryAt).toISOString(),
    new Date(record.nextTryAt).toISOString(),
  ]);

  test('produce a report with only allowed values', () => {
    fc.assert(
      fc.property(
        events,
        queues,
        fc.dictionary(personal, fc.nat()),
        (log, queueRecords, unreadable) => {
          const statusStore = createStatusStore('online');
          statusStore.update({ queues: queueRecords, unreadable });
          const report = createSupportReport(statusStore.status(), log, appInfo);
          expect(textsOf(report).filter((text) => !allowedTexts.has(text))).toEqual([]);
        },
      ),
    );
  });
});
