import type { RxCollection } from 'rxdb';
import type { ScanEdit, ScanVerdict } from '#schemas/api/scan-calls.ts';
import { scanFromWire } from '#schemas/from-wire.ts';
import type { Scan } from '#schemas/scan.ts';
import { createBlockedDocuments } from '#sync/engine/blocked-documents.ts';
import { createVerdictLog } from '#sync/engine/verdict-log.ts';
import { type BulkPushOptions, createBulkPush } from '#sync/engine/push-bulk.ts';
import type { HistoryCheck } from '#sync/engine/pull.ts';
import { machines } from '#sync/entities/machines.ts';
import { type EditableDocument, type Entity, registry } from '#sync/entities/registry.ts';
import type { ScanRow } from '#sync/entities/scans/scan-row.ts';
import { wires } from '#sync/entities/wires.ts';
import { CallError } from '#sync/http/call-error.ts';
import { createSyncLog } from '#sync/status/sync-log.ts';
import { readRows } from '#sync/store/documents.ts';

const createdAt = '2026-05-04T10:00:00.000Z';
export const projectId = '40000000-0000-4000-8000-000000000001';
export const photoId = '40000000-0000-4000-8000-000000000002';
export const idAt = (index: number) => `20000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
export const newerOpId = idAt(999);
/** The entity that is sent in bulk. */
const entity = registry.find(({ collection }) => collection === 'scans') as Entity;

function scanOf({ uuid, op_id }: Pick<ScanEdit, 'uuid' | 'op_id'>): Scan {
  return {
    uuid,
    op_id,
    created_at: createdAt,
    updated_at: createdAt,
    deleted: false,
    time: 1,
    type: 'GGL',
    size: 'MK06',
    variant: '2070',
    serial_number: '24A17K3M-0042',
    projects_id: projectId,
    is_unique: true,
    survey: null,
    image_data: null,
    manual: false,
    flag: 'valid',
    points: 100,
  };
}
/** A saved scan that the server doesn't have. */
export function waitingRow(index: number, overrides: Partial<ScanRow> = {}): ScanRow {
  const row = scanFromWire(scanOf({ uuid: idAt(index), op_id: idAt(index) }));
  return { ...row, deleted: false, state: 'waiting', base_op_id: null, points: 0, ...overrides };
}
export const acceptedVerdict = (edit: Pick<ScanEdit, 'uuid' | 'op_id'>): ScanVerdict => {
  return { uuid: edit.uuid, op_id: edit.op_id, status: 201, scan: scanOf(edit), error: null };
};
export const rejectedVerdict = (edit: Pick<ScanEdit, 'uuid' | 'op_id'>): ScanVerdict => {
  const error = { code: 'already_scanned' as const, message: '' };
  return { uuid: edit.uuid, op_id: edit.op_id, status: 409, scan: null, error };
};
export const tooLarge = () => new CallError('payload_too_large', { status: 413 });
export const serverError = () => new CallError('internal', { status: 500 });

type Stored = Omit<ScanRow, 'deleted'> & { readonly _deleted: boolean };

/** In-memory scan store with the parts of RxDB's storage that push uses. */
export function storeOf(rows: readonly ScanRow[]) {
  const stored = new Map<string, Stored>();
  const put = ({ deleted, ...row }: ScanRow) =>
    void stored.set(row.uuid, { ...row, _deleted: deleted });
  rows.forEach(put);
  let reads = 0;
  /** Delays each write. */
  let beforeWrite = () => Promise.resolve();
  const storageInstance = {
    findDocumentsById(ids: string[]) {
      reads += 1;
      return Promise.resolve(ids.flatMap((id) => stored.get(id) ?? []));
    },
    async bulkWrite(writes: { document: Stored; previous: Stored }[]) {
      await beforeWrite();
      // Another write has replaced the stored object.
      const conflicts = writes.filter(
        (write) => stored.get(write.document.uuid) !== write.previous,
      );
      for (const write of writes) {
        if (!conflicts.includes(write)) stored.set(write.document.uuid, write.document);
      }
      const error = conflicts.map(({ document }) => ({ status: 409, documentId: document.uuid }));
      return { error };
    },
  };
  // Only the parts of a collection that push uses.
  const collection = { storageInstance } as unknown as RxCollection<EditableDocument>;
  const holdWrites = (hold: () => Promise<void>) => void (beforeWrite = hold);
  const row = (index: number) => stored.get(idAt(index));
  return { collection, put, row, reads: () => reads, holdWrites };
}

type Hold = (response: () => ScanVerdict[]) => Promise<ScanVerdict[]>;
export type Respond = (edits: ScanEdit[]) => ScanVerdict[];
/** Pushes scans to a server whose responses the test controls. */
export function pushOf(
  rows: readonly ScanRow[],
  respond: Respond,
  bulkSize = 250,
  historyCheck: HistoryCheck = { start: () => () => Promise.resolve(true) },
  /** Number of scans in the first of two groups. */
  firstGroupSize = rows.length,
) {
  const store = storeOf(rows);
  const requests: string[][] = [];
  const edits: string[] = [];
  /** The server responds asynchronously. */
  let hold: Hold = async (response) => {
    await Promise.resolve();
    return response();
  };
  const log = createSyncLog(() => 1);
  const transport = {
    async callWithSchema(_call: unknown, { body }: { body: { scans: ScanEdit[] } }) {
      requests.push(body.scans.map(({ uuid }) => uuid));
      edits.push(...body.scans.map(({ op_id }) => op_id));
      return { data: await hold(() => respond(body.scans)) };
    },
  };
  const progress: number[] = [];
  const options = {
    entity,
    log,
    transport,
    userId: idAt(0),
    bulkSize,
    verdictLog: createVerdictLog(),
    sync: machines.scans,
    wire: wires.scans,
    collection: store.collection,
    onVerdicts: () => undefined,
    historyCheck,
    pausePulls: () => () => undefined,
    onProgress: (count: number) => progress.push(count),
  } as unknown as BulkPushOptions;
  const hasProject = new Set([projectId]);
  const read = (ids: readonly string[]) => readRows(store.collection, ids);
  const blocked = createBlockedDocuments(wires.scans, read, keepOnly(hasProject));
  const ids = rows.map(({ uuid }) => uuid);
  const groups = [ids.slice(0, firstGroupSize), ids.slice(firstGroupSize)];
  const run = createBulkPush(options, blocked, groups);
  const sizes = () => requests.map(({ length }) => length);
  const states = () => rows.map((_, index) => store.row(index)?.state);
  const send = () => run(new AbortController().signal);
  const holdResponses = (newHold: Hold) => void (hold = newHold);
  return {
    ...store,
    ...{ requests, edits, sizes, states, send, log, progress, blocked, hasProject },
    holdResponses,
  };
}

/** Returns a check of dependencies that only these ids pass. */
export const keepOnly = (acceptedIds: ReadonlySet<string>) => (ids: readonly string[]) =>
  Promise.resolve(new Set(ids.filter((id) => acceptedIds.has(id))));

export const waitingRows = (count: number) =>
  Array.from({ length: count }, (_, index) => waitingRow(index));
export const all = (state: string, count: number) => Array<string>(count).fill(state);
