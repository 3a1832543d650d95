import { expect, test, vi } from 'vitest';
import { type CollectionDefinition, collections } from '#schemas/collections.ts';
import { createHistoryCheck } from '#sync/engine/pull.ts';
import { CallError } from '#sync/http/call-error.ts';
import { createSyncLog } from '#sync/status/sync-log.ts';
import { createCheckpoints } from './pull-runs.ts';

const signal = new AbortController().signal;

/** A check of a device whose checkpoint is `since`, against a server that responds with `respond`. */
function checkOf(since: string, respond: () => Promise<unknown>) {
  const checkpoints = createCheckpoints(since);
  const callWithSchema = vi.fn(respond);
  const onNewEpoch = vi.fn(() => checkpoints.reset(new Map(), new Map()));
  const check = createHistoryCheck({
    name: 'scans',
    checkpoints,
    onNewEpoch,
    userId: '',
    build: '1',
    definition: collections.scans as unknown as CollectionDefinition<never, { uuid: string }>,
    log: createSyncLog(() => 1),
    transport: { callWithSchema },
    // The check uses nothing else of a pull.
  } as unknown as Parameters<typeof createHistoryCheck>[0]);
  return { check, checkpoints, callWithSchema, onNewEpoch };
}
const page = () => Promise.resolve({ data: [], meta: { checkpoint: 'a.2', last_page: 1 } });
const stale = () => Promise.reject(new CallError('checkpoint_stale', { status: 410 }));

test('a server that recognises the checkpoint has the same history, so its rejection counts', async () => {
  const { check, callWithSchema, onNewEpoch } = checkOf('a.1', page);
  expect(await check.start()(signal)).toBe(true);
  expect([callWithSchema.mock.calls.length, onNewEpoch.mock.calls.length]).toEqual([1, 0]);
});

test('F43: a server that doesn’t recognise the checkpoint was restored, so lost edits are queued again first', async () => {
  const { check, onNewEpoch } = checkOf('a.1', stale);
  expect(await check.start()(signal)).toBe(false);
  expect(onNewEpoch).toHaveBeenCalledExactlyOnceWith(signal);
});

test('F43: a restore that a pull detects at the same time isn’t handled twice', async () => {
  for (const respond of [page, stale]) {
    const { check, checkpoints, onNewEpoch } = checkOf('a.1', respond);
    const isSameHistory = check.start();
    await checkpoints.reset(new Map(), new Map());
    expect(await isSameHistory(signal)).toBe(false);
    expect(onNewEpoch).not.toHaveBeenCalled();
  }
});

test('without a checkpoint, there is no history to compare, so the rejection counts', async () => {
  const { check, callWithSchema } = checkOf('', page);
  expect(await check.start()(signal)).toBe(true);
  expect(callWithSchema).not.toHaveBeenCalled();
});

test('without a response, the check fails, so the rejection doesn’t count yet', async () => {
  const { check } = checkOf('a.1', () => Promise.reject(new CallError('offline')));
  await expect(check.start()(signal)).rejects.toMatchObject({ code: 'offline' });
});
