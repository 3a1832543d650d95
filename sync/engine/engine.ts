import { Subject, throttle, timer } from 'rxjs';
import {
  collectionNames,
  type CollectionName,
  type CollectionPlan,
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
import { createPull, type PullTarget, createPullGate, type PullGate } from './pull.ts';
import { type Push, startPush } from './push.ts';
import { type EditableRow } from './apply-verdicts.ts';
import type { UnreadableEntities } from './unreadable-entities.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';

/** Scans in one request. Measured: see docs/bench.md. */
export const BULK_SIZE = 250;
/** While much is judged, what hangs on it elsewhere is asked for so often at most, in ms. */
const JUDGED_EVERY_MS = 2_000;
/** The same while edits go out by the page: asking must not hold up the sending. */
const JUDGED_EVERY_WHILE_SENDING_MS = 5_000;

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
  /** Called with what the server has judged. */
  readonly onVerdicts: (rows: readonly EditableRow[]) => void;
  /** Called when the server has judged something: points and lists elsewhere have changed too. */
  readonly onRelatedDataChanged: () => void;
  /** Told when what a restored server lost is looked for, and when all of it waits to be sent. */
  readonly onRecovering?: (isUnderWay: boolean) => void;
}

/** Brings the store and the server together: what waits goes out, what has changed comes in. */
export interface SyncEngine {
  /** Asks the server for changes of these collections, or of all; sends what waits. */
  wake(collections?: readonly string[]): void;
  /** Resolves once everything was pulled from where it stood. @throws CallError `cancelled` */
  firstPull(): Promise<void>;
  close(): void;
}

export function startSyncEngine(options: EngineOptions): SyncEngine {
  const { database, log } = options;
  const checkpoints = createCheckpoints(database, collectionNames);
  const judged = new Subject<void>();
  const judgedWatch = judged
    .pipe(throttle(() => timer(pace()), { leading: true, trailing: true }))
    .subscribe(() => options.onRelatedDataChanged());
  const judgedLogs = new Map(collectionNames.map((name) => [name, createVerdictLog()] as const));
  const onNewEpoch = onceAtATime((signal) => resetAfterRestore(options, checkpoints, signal));

  const pulls = new Map(
    collectionNames.map((name) => {
      const pull = createPull({
        ...options,
        name,
        // Each collection with its own plan; which one it is, is lost in the loop.
        plan: collections[name] as unknown as CollectionPlan<never, EditableDocument>,
        target: targetOf(database, name, judgedLogs.get(name)),
        checkpoints,
        onNewEpoch,
      });
      const onError = (error: unknown) => {
        if (!isCancelled(error)) log.add('pull_failed', { collection: name });
      };
      return [name, createWorkLoop(pull, onError)] as const;
    }),
  );
  const turns = createPullGate((name: CollectionName) => pulls.get(name)?.wake());
  const pace = () => (turns.isAnyHeld() ? JUDGED_EVERY_WHILE_SENDING_MS : JUDGED_EVERY_MS);
  const pushes = startPushes(options, { judgedLogs, turns, onJudged: () => judged.next() });
  // A project that the server knows by now may be what products wait for.
  const projects = changesOf(database.collections.projects).subscribe(() =>
    pushes.forEach((push) => push.release()),
  );
  const wakePulls = (named?: readonly string[]) => {
    collectionNames.filter((name) => named?.includes(name) ?? true).forEach(turns.request);
  };
  wakePulls();

  return {
    wake(named) {
      wakePulls(named);
      if (!named) pushes.forEach((push) => push.wake());
    },
    async firstPull() {
      await Promise.all([...pulls.values()].map((pull: WorkLoop) => pull.idle()));
    },
    close() {
      projects.unsubscribe();
      judgedWatch.unsubscribe();
      for (const pull of pulls.values()) pull.close();
      for (const push of pushes) push.close();
    },
  };
}

function startPushes(
  options: EngineOptions,
  given: {
    readonly judgedLogs: ReadonlyMap<CollectionName, VerdictLog>;
    readonly turns: PullGate<CollectionName>;
    readonly onJudged: () => void;
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
      verdictLog: given.judgedLogs.get(name) ?? createVerdictLog(),
      bulkSize,
      holdPulls: () => given.turns.hold(name),
      findProjectsOnServer: (ids) => findProjectsOnServer(database, ids),
      onProgress: (done, total) => options.onProgress(done < total ? { done, total } : null),
      onVerdicts(rows) {
        options.onVerdicts(rows);
        given.onJudged();
      },
    });
  });
}

function isEditable(name: CollectionName): name is EditableName {
  return registry.some(({ collection }) => collection === name);
}

/** Where what is pulled of a collection goes: merged with people's edits, or as it is. */
function targetOf(
  database: ClubDatabase,
  name: CollectionName,
  judged: VerdictLog = createVerdictLog(),
): PullTarget<EditableDocument> {
  const counts = { verdictsSince: judged.since, verdictCount: judged.count };
  if (isEditable(name)) {
    const { next } = machines[name];
    const merge = (stored: EditableRow, row: EditableRow) => next(stored, { type: 'pulled', row });
    return {
      ...counts,
      merge: (rows) => reconcile(editableCollection(database, name), rows, merge),
    };
  }
  const collection = editableCollection(database, name);
  return {
    ...counts,
    merge: (rows) => reconcile(collection, rows, (_, row) => row),
    async drop(ids) {
      const gone = (row: EditableRow) => (row.deleted ? row : { ...row, deleted: true });
      return (await changeMany(collection, ids, gone)).size;
    },
  };
}

/**
 * The server was restored from a backup: what it lost is to be sent again, and every pull begins anew. In
 * this order, so that a crash in between finds the old checkpoints again.
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

/** Whoever asks while it runs waits for the same. */
function onceAtATime(work: (signal: AbortSignal) => Promise<void>) {
  let running: Promise<void> | null = null;
  return (signal: AbortSignal) => {
    running ??= work(signal).finally(() => (running = null));
    return running;
  };
}

function isCancelled(error: unknown): boolean {
  return error instanceof CallError && error.code === 'cancelled';
}
