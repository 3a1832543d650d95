import { asyncScheduler, Subject, throttleTime } from 'rxjs';
import {
  collectionNames,
  type CollectionName,
  type CollectionDefinition,
  collections,
} from '#schemas/collections.ts';
import { machines } from '../entities/machines.ts';
import { findProjectsOnServer } from '../entities/projects/on-server.ts';
import {
  editableCollection,
  type EditableDocument,
  type EditableName,
  registry,
} from '../entities/registry.ts';
import { wires } from '../entities/wires.ts';
import { CallError } from '../http/call-error.ts';
import type { Transport } from '../http/transport.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { ClubDatabase } from '../store/database.ts';
import { changeMany, changesOf, reconcile } from '../store/documents.ts';
import { allIds } from '../store/reads.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { createVerdictLog, type VerdictLog } from './verdict-log.ts';
import { createHistoryCheck, createPull, type HistoryCheck, type PullTarget } from './pull.ts';
import { createPullGate, type PullGate } from './pull-gate.ts';
import { type Push, startPush } from './push.ts';
import type { EditableRow } from './entity-sync.ts';
import type { UnreadableEntities } from './unreadable-entities.ts';
import { createWorkLoop } from './work-loop.ts';

/** Number of documents in one bulk request, chosen by measurement (docs/bench.md). */
const BULK_SIZE = 250;
/** Minimum interval for refetching related data while verdicts arrive, in ms. */
const REFETCH_MS = 2_000;

/** A collection, or all singletons together. */
type Pullable = CollectionName | 'singletons';

export interface EngineOptions {
  readonly database: ClubDatabase;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly userId: string;
  readonly build: string;
  readonly unreadable: UnreadableEntities;
  readonly bulkSize?: number;
  readonly onProgress: (progress: { done: number; total: number } | null) => void;
  /** Called with the documents after verdicts were applied. */
  readonly onVerdicts: (rows: readonly EditableRow[]) => void;
  /** Called after verdicts, because the points and other lists may have changed too. */
  readonly onRelatedDataChanged: () => void;
  /**
   * Called when singletons need fetching: all of them, or those that have one of the given names or
   * depend on the given collections.
   */
  readonly onSingletonsDue: (changedNames: readonly string[] | 'all') => void;
  /**
   * Called with true when recovery after a server restore starts, and with false when it ends, successful or
   * not.
   */
  readonly onRecovering?: (isInProgress: boolean) => void;
}

/** Reconciles the store with the server: pushes pending edits and pulls changes. */
export interface SyncEngine {
  /** Sends pending edits, and pulls all collections. */
  wake(): void;
  /** Pulls these changed collections. */
  pull(collections: readonly string[]): void;
  /**
   * Resolves when every collection has been pulled from its checkpoint.
   * @throws CallError `cancelled`
   */
  firstPull(): Promise<void>;
  close(): void;
}

export function startSyncEngine(options: EngineOptions): SyncEngine {
  const { database, log } = options;
  const checkpoints = createCheckpoints(database, collectionNames);
  const verdictSignal = new Subject<void>();
  const refetchSubscription = verdictSignal
    .pipe(throttleTime(REFETCH_MS, asyncScheduler, { leading: true, trailing: true }))
    .subscribe(() => options.onRelatedDataChanged());
  const verdictLogs = new Map(collectionNames.map((name) => [name, createVerdictLog()] as const));
  const onNewEpoch = shareRun((signal) => resetAfterRestore(options, checkpoints, signal));

  const pullOptions = (name: CollectionName) => ({
    ...options,
    name,
    // Each collection has its own type of definition; TypeScript can't infer which here.
    definition: collections[name] as unknown as CollectionDefinition<never, EditableDocument>,
    target: createPullTarget(database, name, verdictLogs.get(name)),
    checkpoints,
    onNewEpoch,
  });
  const pulls = new Map(
    collectionNames.map((name) => {
      const pull = createPull(pullOptions(name));
      const onError = (error: unknown) => {
        if (!isCancelled(error)) log.add('pull_failed', { collection: name });
      };
      return [name, createWorkLoop(pull, onError)] as const;
    }),
  );
  const pullGate = createPullGate((names: readonly Pullable[]) => {
    const dueNames = collectionNames.filter((name) => names.includes(name));
    dueNames.forEach((name) => pulls.get(name)?.wake());
    options.onSingletonsDue(names.includes('singletons') ? 'all' : dueNames);
  });
  const pushes = startPushes(options, {
    verdictLogs,
    pullGate,
    historyCheckFor: (name) => createHistoryCheck(pullOptions(name)),
    onVerdict: () => verdictSignal.next(),
  });
  // The server may now have the project that a product depends on.
  const projectChanges = changesOf(database.collections.projects).subscribe(() =>
    pushes.forEach((push) => push.release()),
  );
  // The configuration has the order of the shop's categories, which may change with the products.
  const productChanges = changesOf(database.collections.products).subscribe(() =>
    options.onSingletonsDue(['configuration']),
  );
  const firstPulls = Promise.all([...pulls.values()].map((pull) => pull.run()));
  // Each loop reports its own error.
  firstPulls.catch(() => undefined);

  return {
    wake() {
      pushes.forEach((push) => push.wake());
      pullGate.request([...collectionNames, 'singletons']);
    },
    pull(collections) {
      pullGate.request(collectionNames.filter((name) => collections.includes(name)));
    },
    async firstPull() {
      await firstPulls;
    },
    close() {
      projectChanges.unsubscribe();
      productChanges.unsubscribe();
      refetchSubscription.unsubscribe();
      pullGate.close();
      for (const pull of pulls.values()) pull.close();
      for (const push of pushes) push.close();
    },
  };
}

function startPushes(
  options: EngineOptions,
  entityOptions: {
    readonly verdictLogs: ReadonlyMap<CollectionName, VerdictLog>;
    readonly pullGate: PullGate<Pullable>;
    readonly historyCheckFor: (name: CollectionName) => HistoryCheck;
    readonly onVerdict: () => void;
  },
): Push[] {
  const { database, bulkSize = BULK_SIZE } = options;
  return registry.map((entity) => {
    const { collection: name } = entity;
    return startPush({
      ...options,
      entity,
      wire: wires[name],
      sync: machines[name],
      collection: editableCollection(database, name),
      verdictLog: entityOptions.verdictLogs.get(name) ?? createVerdictLog(),
      historyCheck: entityOptions.historyCheckFor(name),
      bulkSize,
      pausePulls: (pausesAll) => entityOptions.pullGate.pause(name, pausesAll),
      findProjectsOnServer: (ids) => findProjectsOnServer(database, ids),
      onProgress: (done, total) => options.onProgress(done < total ? { done, total } : null),
      onVerdicts(rows) {
        options.onVerdicts(rows);
        entityOptions.onVerdict();
      },
    });
  });
}

function isEditable(name: CollectionName): name is EditableName {
  return registry.some(({ collection }) => collection === name);
}

/**
 * Creates the target that stores a collection's pulled rows. Rows of editable collections are merged with local edits;
 * all others are stored unchanged.
 */
function createPullTarget(
  database: ClubDatabase,
  name: CollectionName,
  verdictLog: VerdictLog = createVerdictLog(),
): PullTarget<EditableDocument> {
  const verdictCounts = { verdictsSince: verdictLog.since, verdictCount: verdictLog.count };
  if (isEditable(name)) {
    const { next } = machines[name];
    const merge = (storedRow: EditableRow, row: EditableRow) =>
      next(storedRow, { type: 'pulled', row });
    return {
      ...verdictCounts,
      merge: (rows) => reconcile(editableCollection(database, name), rows, merge),
    };
  }
  const collection = editableCollection(database, name);
  return {
    ...verdictCounts,
    merge: (rows) => reconcile(collection, rows, (_, row) => row),
    async drop(ids) {
      const markDeleted = (row: EditableRow) => (row.deleted ? row : { ...row, deleted: true });
      return (await changeMany(collection, ids, markDeleted)).size;
    },
  };
}

/**
 * Handles a server restored from backup: first queues lost edits again, then restarts every pull.
 * After a crash in between, the old checkpoints still trigger recovery.
 */
async function resetAfterRestore(
  options: EngineOptions,
  checkpoints: Checkpoints,
  signal: AbortSignal,
): Promise<void> {
  const { database, log } = options;
  log.add('checkpoint_stale');
  const { recoverLostEdits } = await import('./recovery.ts');
  options.onRecovering?.(true);
  const witnesses = await recoverLostEdits(options, signal).finally(() =>
    options.onRecovering?.(false),
  );
  const unseen = new Map<CollectionName, string[]>();
  for (const name of collectionNames) {
    if (isEditable(name)) continue;
    unseen.set(name, await allIds(editableCollection(database, name)));
  }
  await checkpoints.reset(unseen, witnesses);
}

/** Returns a function that starts the work, unless it's already running. Calls during a run share that run. */
function shareRun(work: (signal: AbortSignal) => Promise<void>) {
  let currentRun: Promise<void> | null = null;
  return (signal: AbortSignal) => {
    currentRun ??= work(signal).finally(() => (currentRun = null));
    return currentRun;
  };
}

function isCancelled(error: unknown): boolean {
  return error instanceof CallError && error.code === 'cancelled';
}
