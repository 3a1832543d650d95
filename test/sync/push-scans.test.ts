import { expect, test } from 'vitest';
import { collections } from '#schemas/collections.ts';
import type { Patience } from '#sync/patience.ts';
import { createScanPush } from '#sync/push-scans.ts';
import type { ScanRow } from '#sync/scan-verdicts.ts';
import { createSyncLog } from '#sync/sync-log.ts';
import type { Transport } from '#sync/transport.ts';

const at = '2026-05-04T10:00:00.000Z';
const uuid = '20000000-0000-4000-8000-000000000001';
const sent: ScanRow = {
  ...collections.scans.fromWire({
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
  }),
  deleted: false,
};

/** A push with one scan as it lies on the device now; every request is counted. */
function pushWith(now: ScanRow) {
  let requests = 0;
  const transport = {
    callAs: () => Promise.resolve({ data: [void (requests += 1)] }),
  } as unknown as Transport;
  const patience = {
    run: (_lane: string, work: (signal: AbortSignal) => Promise<unknown>) =>
      work(new AbortController().signal),
    state: () => ({ lastSuccessAt: null }),
  } as unknown as Patience;
  const push = createScanPush({
    userId: uuid,
    transport,
    patience,
    log: createSyncLog(() => 1),
    clock: () => 1,
    latest: () => Promise.resolve(new Map([[uuid, now]])),
    onProgress: () => undefined,
  });
  return { push, requests: () => requests };
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
