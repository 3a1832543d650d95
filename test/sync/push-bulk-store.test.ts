import { describe, expect, test } from 'vitest';
import { type BlockedDocuments, createBlockedDocuments } from '#sync/engine/blocked-documents.ts';
import { CallError } from '#sync/http/call-error.ts';
import { nextScan } from '#sync/entities/scans/machine.ts';
import type { ScanRow } from '#sync/entities/scans/scan-row.ts';
import { wires } from '#sync/entities/wires.ts';
import { readRows } from '#sync/store/documents.ts';
import {
  projectId,
  photoId,
  idAt,
  newerOpId,
  waitingRow,
  acceptedVerdict,
  storeOf,
  pushOf,
  keepOnly,
  waitingRows,
  all,
} from './bulk-fixture.ts';

describe('a request contains the data that is stored when it is sent', () => {
  test('F30: a scan that already has its verdict isn’t sent again', async () => {
    const push = pushOf(waitingRows(2), (edits) => edits.map(acceptedVerdict));
    push.put({ ...waitingRow(0), state: 'sent' });
    await push.send();
    expect(push.requests).toEqual([[idAt(1)]]);
    await push.send();
    expect(push.requests).toHaveLength(1);
  });

  test('F43: a scan lost by a restored server is sent again', async () => {
    const sentRow = nextScan(waitingRow(0), {
      type: 'verdict',
      verdict: acceptedVerdict(waitingRow(0)),
    });
    const restoredRow = nextScan(sentRow, { type: 'restored', server: null });
    const push = pushOf([restoredRow], (edits) => edits.map(acceptedVerdict));
    await push.send();
    expect([push.requests, push.states()]).toEqual([[[idAt(0)]], ['sent']]);
  });

  test('an edit made during a request is kept, based on the version that the server accepted', async () => {
    const push = pushOf(waitingRows(1), (edits) => {
      const changes = { variant: '2066' };
      push.put(nextScan(waitingRow(0), { type: 'edited', changes, opId: newerOpId }));
      return edits.map(acceptedVerdict);
    });
    await push.send();
    expect(push.row(0)).toMatchObject({
      state: 'waiting',
      op_id: newerOpId,
      variant: '2066',
      base_op_id: idAt(0),
      prior_op_ids: [],
    });
  });
});

describe('verdicts are stored while other requests are being sent', () => {
  test('and count as progress only once stored', async () => {
    const stored = Promise.withResolvers<void>();
    const storedProgress: number[][] = [];
    const push = pushOf(
      waitingRows(3),
      (edits) => {
        if (push.requests.length === 3 && storedProgress.length === 0) {
          storedProgress.push(push.progress.slice());
          stored.resolve();
        }
        return edits.map(acceptedVerdict);
      },
      1,
    );
    push.holdWrites(() => (push.progress.length === 0 ? Promise.resolve() : stored.promise));
    await push.send();
    expect(storedProgress).toEqual([[1]]);
    expect([push.progress.at(-1), push.states()]).toEqual([3, all('sent', 3)]);
    expect(push.progress).toEqual(push.progress.toSorted((one, other) => one - other));
  });

  test('of at most two requests at a time', async () => {
    let open = 0;
    let most = 0;
    const push = pushOf(waitingRows(6), (edits) => edits.map(acceptedVerdict), 1);
    push.holdWrites(async () => {
      most = Math.max(most, (open += 1));
      await Promise.resolve();
      open -= 1;
    });
    await push.send();
    expect([most, push.states()]).toEqual([2, all('sent', 6)]);
  });

  test('and are awaited before a failed request is retried', async () => {
    const push = pushOf(
      waitingRows(2),
      (edits) => {
        if (push.requests.length === 2) throw new CallError('offline');
        return edits.map(acceptedVerdict);
      },
      1,
    );
    let isStored = false;
    push.holdWrites(async () => {
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      isStored = true;
    });
    await expect(push.send()).rejects.toMatchObject({ code: 'offline' });
    expect([isStored, push.states()]).toEqual([true, ['sent', 'waiting']]);
    await push.send();
    expect([push.requests.length, push.states()]).toEqual([3, ['sent', 'sent']]);
  });

  test('and if a write fails, the retry sends that edit again', async () => {
    const push = pushOf(waitingRows(4), (edits) => edits.map(acceptedVerdict), 1);
    let writes = 0;
    push.holdWrites(() => {
      writes += 1;
      return writes === 2 ? Promise.reject(new Error('disk full')) : Promise.resolve();
    });
    await expect(push.send()).rejects.toThrow('database_failed');
    expect(push.states()).toEqual(['sent', 'waiting', 'sent', 'waiting']);
    await push.send();
    expect(push.states()).toEqual(all('sent', 4));
    expect(push.requests.flat()).toEqual([0, 1, 2, 1, 3].map(idAt));
  });
});

describe('a batch is read while others are being sent', () => {
  const editedRowAt = (index: number) =>
    nextScan(waitingRow(index), {
      type: 'edited',
      changes: { variant: '2066' },
      opId: newerOpId,
    });
  const removedRow: ScanRow = {
    ...waitingRow(2),
    op_id: newerOpId,
    prior_op_ids: [idAt(2)],
    deleted: true,
  };

  test.each([
    ['an edit', editedRowAt(2)],
    ['a removal', removedRow],
  ])('and %s that arrives after that read is kept and sent next', async (_, row) => {
    const push = pushOf(
      waitingRows(4),
      (edits) => {
        // The batch with the third scan has been read by now.
        if (edits[0]?.uuid === idAt(1)) push.put(row);
        return edits.map(acceptedVerdict);
      },
      1,
    );
    await push.send();
    expect(push.states()).toEqual(['sent', 'sent', 'waiting', 'sent']);
    expect(push.row(2)).toMatchObject({
      op_id: newerOpId,
      base_op_id: idAt(2),
      _deleted: row.deleted,
    });
  });

  test('and is read only once, for sending and for its verdicts', async () => {
    const push = pushOf(waitingRows(6), (edits) => edits.map(acceptedVerdict), 2);
    await push.send();
    expect([push.sizes(), push.reads()]).toEqual([[2, 2, 2], 3]);
  });

  test('and is read again for the next attempt, which can be hours later', async () => {
    let isServerDown = false;
    const push = pushOf(
      waitingRows(2),
      (edits) => {
        if (isServerDown) throw new CallError('offline');
        isServerDown = true;
        return edits.map(acceptedVerdict);
      },
      1,
    );
    await expect(push.send()).rejects.toMatchObject({ code: 'offline' });
    push.put(editedRowAt(1));
    isServerDown = false;
    await push.send();
    expect(push.edits.at(-1)).toBe(newerOpId);
    expect(push.states()).toEqual(['sent', 'sent']);
  });
});

describe('F06: a scan with a dependency', () => {
  const withPhoto = waitingRow(1, { imageIdxDB: photoId, imageSent: false });

  test('waits for its photo and its project, without blocking others', async () => {
    const movedRow = waitingRow(2, { projects_id: photoId });
    const push = pushOf([waitingRow(0), withPhoto, movedRow], (edits) =>
      edits.map(acceptedVerdict),
    );
    await push.send();
    expect(push.states()).toEqual(['sent', 'waiting', 'waiting']);
    expect(push.blocked.filterUnblocked([idAt(0), idAt(1), idAt(2)])).toEqual([idAt(0)]);
    expect(await push.blocked.release()).toBe(false);
    push.hasProject.add(photoId);
    expect(await push.blocked.release()).toBe(true);
    expect(push.blocked.filterUnblocked([idAt(1), idAt(2)])).toEqual([idAt(2)]);
  });

  test('is sent with its change, even if its photo arrived during the read', async () => {
    const { collection, put } = storeOf([withPhoto]);
    const blocked: BlockedDocuments = createBlockedDocuments(
      wires.scans,
      async (ids) => {
        const before = await readRows(collection, ids);
        put({ ...withPhoto, imageSent: true });
        blocked.forget([idAt(1)]);
        return before;
      },
      keepOnly(new Set([projectId])),
    );
    expect((await blocked.readSendable([idAt(1)])).rows).toEqual([]);
    expect(blocked.filterUnblocked([idAt(1)])).toEqual([idAt(1)]);
    expect((await blocked.readSendable([idAt(1)])).rows).toMatchObject([{ imageSent: true }]);
  });

  test('a removal doesn’t wait for anything', async () => {
    const removedRow = waitingRow(0, { imageIdxDB: photoId, imageSent: false, deleted: true });
    const push = pushOf([removedRow], (edits) =>
      edits.map(({ uuid, op_id }) => ({ uuid, op_id, status: 200, scan: null, error: null })),
    );
    await push.send();
    expect(push.states()).toEqual(['sent']);
  });
});
