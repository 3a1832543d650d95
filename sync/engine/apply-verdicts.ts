import type { RxCollection } from 'rxdb';
import type { EditableDocument, Entity } from '../entities/registry.ts';
import type { EditableWire } from '../entities/wires.ts';
import type { Transport } from '../http/transport.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import { changeMany, type Snapshot, type RowOf } from '../store/documents.ts';
import type { HistoryCheck } from './pull.ts';
import type { RequestSender } from './request-sender.ts';
import type { VerdictLog } from './verdict-log.ts';
import type { WireRequest } from './wire-format.ts';

/** Returns those of the given projects that the server has. */
export type FindProjectsOnServer = (projects: readonly string[]) => Promise<ReadonlySet<string>>;

/** Untyped view of `EntitySync` for code that handles any collection. */
export interface AnyEntitySync {
  next(row: EditableRow, event: unknown): EditableRow;
  send(request: WireRequest, sender: RequestSender): Promise<object>;
  sendMany?(request: WireRequest, sender: RequestSender): Promise<ReadonlyMap<string, unknown>>;
  isRejection?(event: unknown): boolean;
  fetchRow?(id: string, sender: RequestSender): Promise<EditableRow | null>;
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
  /** Finds which of the projects that edits depend on are on the server. */
  readonly findProjectsOnServer: FindProjectsOnServer;
  readonly historyCheck: HistoryCheck;
  /** Documents per bulk request. */
  readonly bulkSize: number;
  /**
   * Pauses pulls of this collection, and of all others if there is much to send.
   * @returns a function that resumes them
   */
  readonly pausePulls: (pausesAll: boolean) => () => void;
  readonly onProgress: (done: number, total: number) => void;
  /** Called with the documents after verdicts were applied. */
  readonly onVerdicts: (rows: readonly EditableRow[]) => void;
}

/**
 * Applies each verdict to its document by compare-and-set.
 * @param snapshot the documents as read before sending; most are unchanged
 * @throws SyncError
 */
export async function applyVerdicts(
  { collection, sync, verdictLog, onVerdicts }: PushOptions,
  verdicts: ReadonlyMap<string, unknown>,
  snapshot?: Snapshot<EditableDocument>,
): Promise<void> {
  const next = (row: EditableRow) => sync.next(row, verdicts.get(row.uuid));
  // Before the write, so that a page requested earlier can't overwrite it.
  verdictLog.add(verdicts.keys());
  const rows = await changeMany(collection, [...verdicts.keys()], next, snapshot);
  onVerdicts([...rows.values()]);
}
