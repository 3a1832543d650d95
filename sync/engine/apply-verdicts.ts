import type { RxCollection } from 'rxdb';
import type { EditableDocument, Entity } from '../entities/registry.ts';
import type { EditableWire } from '../entities/wires.ts';
import type { Transport } from '../http/transport.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import { changeMany, type Snapshot, type RowOf } from '../store/documents.ts';
import type { RequestSender } from './request-sender.ts';
import type { FindProjectsOnServer } from './blocked-documents.ts';
import type { VerdictLog } from './verdict-log.ts';
import type { WireRequest } from './wire-format.ts';

/** How the documents of one collection meet the server, whatever they are (`EntitySync`). */
export interface AnyEntitySync {
  next(row: EditableRow, event: unknown): EditableRow;
  send(request: WireRequest, ask: RequestSender): Promise<unknown>;
  sendMany?(request: WireRequest, ask: RequestSender): Promise<ReadonlyMap<string, unknown>>;
  fetchRow?(id: string, ask: RequestSender): Promise<EditableRow | null>;
}
export type EditableRow = RowOf<EditableDocument>;

export interface PushOptions {
  readonly entity: Entity;
  readonly wire: EditableWire;
  readonly sync: AnyEntitySync;
  readonly collection: RxCollection<EditableDocument>;
  readonly userId: string;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly verdictLog: VerdictLog;
  /** Which of the things that edits wait for are on the server. */
  readonly findProjectsOnServer: FindProjectsOnServer;
  /** Documents in one request, where many go in one. */
  readonly bulkSize: number;
  /** Keeps pulls of this collection waiting. @returns how to let them go on */
  readonly holdPulls: () => () => void;
  readonly onProgress: (done: number, total: number) => void;
  /** Called after the server has judged something. */
  readonly onVerdicts: (rows: readonly EditableRow[]) => void;
}

/**
 * Applies verdicts to the documents that they are about, each by compare-and-set.
 * @param known the documents as they were read to be sent; most of them are still the same
 * @throws SyncError
 */
export async function applyVerdicts(
  { collection, sync, verdictLog, onVerdicts }: PushOptions,
  verdicts: ReadonlyMap<string, unknown>,
  known?: Snapshot<EditableDocument>,
): Promise<void> {
  const next = (row: EditableRow) => sync.next(row, verdicts.get(row.uuid));
  const rows = await changeMany(collection, [...verdicts.keys()], next, known);
  verdictLog.note(rows.keys());
  onVerdicts([...rows.values()]);
}
