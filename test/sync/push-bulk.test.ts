import type { RxCollection } from 'rxdb';
import { describe, expect, test } from 'vitest';
import type { ScanEdit, ScanVerdict } from '#schemas/api/scan-calls.ts';
import { scanFromWire } from '#schemas/from-wire.ts';
import type { Scan } from '#schemas/scan.ts';
import { type Blocked, createBlocked } from '#sync/engine/blocked.ts';
import { createJudgedLog } from '#sync/engine/judged-log.ts';
import { createBulkRun } from '#sync/engine/push-bulk.ts';
import type { PushOptions } from '#sync/engine/apply-verdicts.ts';
import { machines } from '#sync/entities/machines.ts';
import { type EditableDocument, type Entity, registry } from '#sync/entities/registry.ts';
import { nextScan } from '#sync/entities/scans/machine.ts';
import type { ScanRow } from '#sync/entities/scans/wire.ts';
import { wires } from '#sync/entities/wires.ts';
import { CallError } from '#sync/http/call-error.ts';
import { createPoisonWatch } from '#sync/retry/poison.ts';
import { createSyncLog } from '#sync/status/sync-log.ts';
import { storedRows } from '#sync/store/documents.ts';

const at = '2026-05-04T10:00:00.000Z';
const projectId = '40000000-0000-4000-8000-000000000001';
const photoId = '40000000-0000-4000-8000-000000000002';
const idAt = (place: number) => `20000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
const newer = idAt(999);
/** The entity of the registry that goes many in one request. */
const entity = registry.find(({ collection }) => collection === 'scans') as Entity;

function scanOf({ uuid, op_id }: Pick<ScanEdit, 'uuid' | 'op_id'>): Scan {
  return {
    ...{ uuid, op_id, created_at: at, updated_at: at, deleted: false, time: 1 },
    ...{ type: 'GGL', size: 'MK06', variant: '2070', serial_number: '24A17K3M-0042' },
    ...{ projects_id: projectId, is_unique: true, survey: null, image_data: null, manual: false },
    ...{ flag: 'valid', points: 100 },
  };
}
/** A scan that was saved here, and that the server has nothing of. */
function waiting(place: number, more: Partial<ScanRow> = {}): ScanRow {
  const row = scanFromWire(scanOf({ uuid: idAt(place), op_id: idAt(place) }));
  return { ...row, deleted: false, state: 'waiting', base_op_id: null, points: 0, ...more };
}
const taken = (edit: Pick<ScanEdit, 'uuid' | 'op_id'>): ScanVerdict => {
  return { uuid: edit.uuid, op_id: edit.op_id, status: 201, scan: scanOf(edit), error: null };
};
const tooLarge = () => new CallError('payload_too_large', { status: 413 });
const stumble = () => new CallError('internal', { status: 500 });

/** A store of scans: what the push reads and writes of RxDB's storage. */
function storeOf(rows: readonly ScanRow[]) {
  const stored = new Map<string, Omit<ScanRow, 'deleted'> & { readonly _deleted: boolean }>();
  const put = ({ deleted, ...row }: ScanRow) =>
    void stored.set(row.uuid, { ...row, _deleted: deleted });
  rows.forEach(put);
  const storageInstance = {
    findDocumentsById: (ids: string[]) =>
      Promise.resolve(ids.flatMap((id) => stored.get(id) ?? [])),
    bulkWrite(writes: { document: Omit<ScanRow, 'deleted'> & { readonly _deleted: boolean } }[]) {
      writes.forEach(({ document }) => stored.set(document.uuid, document));
      return Promise.resolve({ error: [] });
    },
  };
  // Of a collection, what the push asks for.
  const collection = { storageInstance } as unknown as RxCollection<EditableDocument>;
  return { collection, put, row: (place: number) => stored.get(idAt(place)) };
}

type Answer = (edits: ScanEdit[]) => ScanVerdict[];
/** A push of scans to a server that answers as the test has it answer. */
function pushOf(rows: readonly ScanRow[], answer: Answer, bulkSize = 250) {
  const store = storeOf(rows);
  const requests: string[][] = [];
  const log = createSyncLog(() => 1);
  const transport = {
    async callAs(_call: unknown, { body }: { body: { scans: ScanEdit[] } }) {
      requests.push(body.scans.map(({ uuid }) => uuid));
      // What the server does takes its time.
      await Promise.resolve();
      return { data: answer(body.scans) };
    },
  };
  const progress: number[] = [];
  const options = {
    ...{ entity, log, transport, userId: idAt(0), bulkSize, judged: createJudgedLog() },
    ...{
      sync: machines.scans,
      wire: wires.scans,
      collection: store.collection,
      onJudged: () => undefined,
    },
    retry: { state: () => ({ successes: 0 }) },
    onProgress: (done: number) => progress.push(done),
  } as unknown as PushOptions;
  const hasProject = new Set([projectId]);
  const read = (asked: readonly string[]) => storedRows(store.collection, asked);
  const blocked = createBlocked(wires.scans, read, met(hasProject));
  const ids = rows.map(({ uuid }) => uuid);
  const run = createBulkRun(options, blocked, createPoisonWatch(), ids);
  const sizes = () => requests.map(({ length }) => length);
  const states = () => rows.map((_, place) => store.row(place)?.state);
  const send = () => run(new AbortController().signal);
  return { ...store, requests, sizes, states, send, log, progress, blocked, hasProject };
}

const met = (there: ReadonlySet<string>) => (ids: readonly string[]) =>
  Promise.resolve(new Set(ids.filter((id) => there.has(id))));

const some = (count: number) => Array.from({ length: count }, (_, place) => waiting(place));
const all = (state: string, count: number) => Array<string>(count).fill(state);

describe('F07: a request that is too large', () => {
  test('is halved, down to one, and grows again; each scan is judged once', async () => {
    const push = pushOf(some(5), (edits) => {
      if (edits.length > 2) throw tooLarge();
      return edits.map(taken);
    });
    await push.send();
    expect(push.states()).toEqual(all('sent', 5));
    expect(push.sizes()).toEqual([5, 3, 2, 3, 2, 1]);
    expect(push.progress.at(-1)).toBe(5);
  });

  test('refuses the one scan that is too large by itself', async () => {
    const push = pushOf(some(3), (edits) => {
      if (edits.some(({ uuid }) => uuid === idAt(1))) throw tooLarge();
      return edits.map(taken);
    });
    await push.send();
    expect(push.states()).toEqual(['sent', 'refused', 'sent']);
    expect(push.row(1)?.refusal).toEqual({ code: 'payload_too_large', message: '' });
  });

  test('or too slow is not sent again at once; later it goes in halves, from where it was', async () => {
    const push = pushOf(some(4), (edits) => {
      if (edits.length > 2) throw new CallError('timeout');
      return edits.map(taken);
    });
    await expect(push.send()).rejects.toMatchObject({ code: 'timeout' });
    expect([push.sizes(), push.states()]).toEqual([[4], all('waiting', 4)]);
    await push.send();
    expect([push.sizes(), push.states()]).toEqual([[4, 2, 2], all('sent', 4)]);
  });
});

describe('F04: a scan that the server stumbles over', () => {
  test('is set aside until the others are through, and is refused at the third time', async () => {
    const push = pushOf(some(4), (edits) => {
      if (edits.some(({ uuid }) => uuid === idAt(1))) throw stumble();
      return edits.map(taken);
    });
    for (let tries = 0; push.row(1)?.state === 'waiting' && tries < 9; tries += 1) {
      await push.send().catch(() => undefined);
    }
    expect(push.states()).toEqual(['sent', 'refused', 'sent', 'sent']);
    expect(push.row(1)?.refusal?.code).toBe('internal');
    expect(push.requests.filter((ids) => ids.join() === idAt(1))).toHaveLength(3);
  });

  test('F08: is not to blame where the server stumbles over every one', async () => {
    const push = pushOf(some(8), () => {
      throw stumble();
    });
    const requests: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const before = push.requests.length;
      await expect(push.send()).rejects.toMatchObject({ code: 'internal' });
      requests.push(push.requests.length - before);
    }
    expect(push.states()).toEqual(all('waiting', 8));
    // Of those that fail alone three tell enough.
    expect(requests).toEqual([1, 1, 1, 3, 3, 3]);
  });
});

describe('F08: of scans that the server stumbles over one after the other', () => {
  /** What is sent in so many tries of six that go one by one, where it stumbles over all but some. */
  const sentIn = async (tries: number, ...well: number[]) => {
    const isWell = ({ uuid }: ScanEdit) => well.map(idAt).includes(uuid);
    const answer: Answer = (edits) => {
      if (!edits.every(isWell)) throw stumble();
      return edits.map(taken);
    };
    const push = pushOf(some(6), answer, 1);
    for (let at = 0; at < tries; at += 1)
      await expect(push.send()).rejects.toMatchObject({ code: 'internal' });
    return push.requests.map(([id = '']) => Number(id.slice(-12)));
  };

  test('three end the try, and each of them is sent once in it, as in the next', async () => {
    expect(await sentIn(1)).toEqual([0, 1, 2]);
    expect(await sentIn(1, 0)).toEqual([0, 1, 2, 3]);
    expect(await sentIn(2, 3, 4, 5)).toEqual([...[0, 1, 2], ...[2, 3, 4, 5, 0, 1]]);
  });

  test('two do not, where one goes well behind them: the count starts anew', async () => {
    expect(await sentIn(1, 2)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await sentIn(1, 1)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('what says nothing of the scans', () => {
  test.each(['offline', 'not_an_answer', 'maintenance', 'unknown_shape'] as const)(
    '%s: they wait as they are, to be sent again as many',
    async (code) => {
      let isWell = false;
      const push = pushOf(some(3), (edits) => {
        if (!isWell) throw new CallError(code);
        return edits.map(taken);
      });
      await expect(push.send()).rejects.toMatchObject({ code });
      expect(push.states()).toEqual(all('waiting', 3));
      isWell = true;
      await push.send();
      expect([push.sizes(), push.states()]).toEqual([[3, 3], all('sent', 3)]);
    },
  );

  test('F15: a verdict that can’t be read is kept as a refusal, and reported; the others count', async () => {
    const push = pushOf(some(3), (edits) =>
      edits.map(taken).map((one, place) => (place === 1 ? { ...one, status: 299 as 200 } : one)),
    );
    await push.send();
    expect(push.states()).toEqual(['sent', 'refused', 'sent']);
    expect(push.row(1)?.refusal?.code).toBe('unknown_shape');
    expect(push.log.events().map(({ code }) => code)).toEqual(['unknown_shape']);
  });
});

describe('what is sent is what stands in the store', () => {
  test('F30: a scan that has its verdict already is not sent again', async () => {
    const push = pushOf(some(2), (edits) => edits.map(taken));
    push.put({ ...waiting(0), state: 'sent' });
    await push.send();
    expect(push.requests).toEqual([[idAt(1)]]);
    await push.send();
    expect(push.requests).toHaveLength(1);
  });

  test('F43: a scan that a restored server lost is sent again', async () => {
    const sent = nextScan(waiting(0), { type: 'judged', verdict: taken(waiting(0)) });
    const lost = nextScan(sent, { type: 'restored', server: null });
    const push = pushOf([lost], (edits) => edits.map(taken));
    await push.send();
    expect([push.requests, push.states()]).toEqual([[[idAt(0)]], ['sent']]);
  });

  test('an edit that is made while one is on its way stays, built on what the server took', async () => {
    const push = pushOf(some(1), (edits) => {
      const changes = { variant: '2066' };
      push.put(nextScan(waiting(0), { type: 'mended', changes, opId: newer }));
      return edits.map(taken);
    });
    await push.send();
    expect(push.row(0)).toMatchObject({
      ...{ state: 'waiting', op_id: newer, variant: '2066' },
      ...{ base_op_id: idAt(0), prior_op_ids: [] },
    });
  });
});

describe('F06: what waits for something else', () => {
  const withPhoto = waiting(1, { imageIdxDB: photoId, imageSent: false });

  test('stays back for its photo and its project, and holds no other', async () => {
    const elsewhere = waiting(2, { projects_id: photoId });
    const push = pushOf([waiting(0), withPhoto, elsewhere], (edits) => edits.map(taken));
    await push.send();
    expect(push.states()).toEqual(['sent', 'waiting', 'waiting']);
    expect(push.blocked.without([idAt(0), idAt(1), idAt(2)])).toEqual([idAt(0)]);
    expect(await push.blocked.release()).toBe(false);
    push.hasProject.add(photoId);
    expect(await push.blocked.release()).toBe(true);
    expect(push.blocked.without([idAt(1), idAt(2)])).toEqual([idAt(2)]);
  });

  test('goes once it has changed, though its photo came while it was read', async () => {
    const { collection, put } = storeOf([withPhoto]);
    const blocked: Blocked = createBlocked(
      wires.scans,
      async (ids) => {
        const before = await storedRows(collection, ids);
        put({ ...withPhoto, imageSent: true });
        blocked.forget([idAt(1)]);
        return before;
      },
      met(new Set([projectId])),
    );
    expect(await blocked.readFree([idAt(1)])).toEqual([]);
    expect(blocked.without([idAt(1)])).toEqual([idAt(1)]);
    expect(await blocked.readFree([idAt(1)])).toMatchObject([{ imageSent: true }]);
  });

  test('a removal waits for nothing', async () => {
    const removed = waiting(0, { imageIdxDB: photoId, imageSent: false, deleted: true });
    const push = pushOf([removed], (edits) =>
      edits.map(({ uuid, op_id }) => ({ uuid, op_id, status: 200, scan: null, error: null })),
    );
    await push.send();
    expect(push.states()).toEqual(['sent']);
  });
});
