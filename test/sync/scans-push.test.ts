import { describe, expect, test } from 'vitest';
import type { ScanVerdict } from '#schemas/api/scan-calls.ts';
import { collections } from '#schemas/collections.ts';
import type { Scan } from '#schemas/scan.ts';
import type { RetryScheduler } from '#sync/retry/retry-scheduler.ts';
import { createScanPush } from '#sync/entities/scans/push.ts';
import type { ScanRow } from '#sync/entities/scans/wire.ts';
import { createSyncLog } from '#sync/status/sync-log.ts';
import type { Transport } from '#sync/http/transport.ts';

const at = '2026-05-04T10:00:00.000Z';
const uuid = '20000000-0000-4000-8000-000000000001';
const otherUuid = '20000000-0000-4000-8000-000000000002';
const wire: Scan = {
  uuid,
  op_id: uuid,
  created_at: at,
  updated_at: at,
  deleted: false,
  type: 'GGL',
  size: 'MK06',
  variant: '2070',
  projects_id: uuid,
  serial_number: '24A17K3M-0042',
  is_unique: true,
  survey: null,
  image_data: null,
  manual: false,
  time: 1,
  flag: 'valid',
  points: 100,
};
const sent: ScanRow = { ...collections.scans.fromWire(wire), deleted: false };

/** A push with one scan as it lies on the device now; every request is counted. */
function pushWith(now: ScanRow, verdict?: ScanVerdict) {
  let requests = 0;
  const transport = {
    callAs() {
      requests += 1;
      return Promise.resolve({ data: [verdict] });
    },
  } as unknown as Transport;
  const retry = {
    run: (_lane: string, work: (signal: AbortSignal) => Promise<unknown>) =>
      work(new AbortController().signal),
    state: () => ({ successes: 0 }),
  } as unknown as RetryScheduler;
  const { send: push, forget } = createScanPush({
    userId: uuid,
    transport,
    retry,
    log: createSyncLog(() => 1),
    latest: () => Promise.resolve(new Map([[uuid, now]])),
    onProgress: () => undefined,
  });
  return { push, forget, requests: () => requests };
}

test('F30: a scan that is handed over again after its verdict is not sent again', async () => {
  const { push, requests } = pushWith(sent);
  expect(await push([{ ...sent, state: 'waiting' }])).toEqual([sent]);
  expect(requests()).toBe(0);
});

test('a scan that still waits is sent', async () => {
  const { push, requests } = pushWith({ ...sent, state: 'waiting' });
  await push([{ ...sent, state: 'waiting' }]);
  expect(requests()).toBe(1);
});

describe('a scan that was marked while its verdict was on its way, and is handed over again', () => {
  const waiting: ScanRow = { ...sent, state: 'waiting', op_id: otherUuid, points: 0 };
  const { op_id } = waiting;
  const scan = { ...wire, op_id };
  const taken: ScanVerdict = { uuid, op_id, status: 201, scan, error: null };

  test('F30: gets the verdict that the server gave, without being sent again', async () => {
    const { push, requests } = pushWith(waiting, taken);
    const [first] = await push([waiting]);
    expect(first).toMatchObject({ state: 'sent', points: 100 });
    expect(await push([waiting])).toEqual([first]);
    expect(requests()).toBe(1);
  });

  test('F43: is sent again to a server that was restored from a backup', async () => {
    const { push, forget, requests } = pushWith(waiting, taken);
    await push([waiting]);
    forget();
    await push([waiting]);
    expect(requests()).toBe(2);
  });
});
