import type { RxCollection, WithDeleted } from 'rxdb';
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication';
import type { CollectionPlan } from '#schemas/collections.ts';
import { isUnreachable } from '../http/call-error.ts';
import { forgottenEdits, offerAnew } from './missed-changes.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import { createPull, type PullCheckpoint, type PullOptions } from './pull.ts';
import type { HeldRows, RowOf } from '../store/rows.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { Transport } from '../http/transport.ts';
import type { Unreadable } from './unreadable.ts';

/** Entities in one page of a pull. */
export const PULL_PAGE = 500;
/** RxDB's own retry is only a net under ours: the handlers below wait by themselves. */
const RETRY_MS = 1_000;

export interface ReplicationOptions<
  Entity extends { uuid: string; deleted: boolean },
  Document extends { uuid: string },
> {
  readonly name: string;
  readonly plan: CollectionPlan<Entity, Document>;
  readonly collection: RxCollection<Document>;
  readonly userId: string;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly build: string;
  readonly join: PullOptions<Entity, Document>['join'];
  /** Where only the server writes. */
  readonly held?: HeldRows<Document>;
  readonly onNewEpoch: (signal: AbortSignal) => Promise<void>;
  readonly unreadable: Unreadable;
  /** Sends what is to be sent; answers with the documents that the server judged. */
  readonly push?: (rows: readonly RowOf<Document>[]) => Promise<RowOf<Document>[]>;
  readonly pushBatch?: number;
  /** Called after a push that the server judged something in. */
  readonly onPushed?: (count: number) => void;
}

export interface Replication {
  /** Its collection's. */
  readonly name: string;
  /** Begins. Resolves once its own books are open, not when all is sent or fetched; never rejects. */
  start(): Promise<void>;
  /** Asks the server for changes, unless that is about to happen anyway. */
  resync(): void;
  /** Resolves once everything was pulled for the first time. */
  firstPull(): Promise<void>;
  /** Stops at once; what was not acknowledged stays to be sent (F13). */
  close(): Promise<void>;
}

/** The one generic replication, still at rest: pull by checkpoint, push by the entity's own mapping. */
export function createReplication<
  Entity extends { uuid: string; deleted: boolean },
  Document extends { uuid: string },
>(options: ReplicationOptions<Entity, Document>): Replication {
  const { collection, retry, log, push } = options;
  const pull = createPull({
    ...options,
    onSeen: (sight) => options.unreadable.note(options.name, sight),
  });
  let resyncAsked = false;
  let isClosed = false;
  /**
   * The documents of which a pull brought news that RxDB has not stored. It passes over one that was
   * changed here and not handed to the push yet, and never asks for it again: where that change has
   * nothing to send (a closing that is held), the news would never come.
   */
  const unstored = new Set<string>();
  /** Whether the next pull begins where that may have happened, as the first one does. */
  let beginsEarlier = true;
  /** How many pushes the server has answered: a page that was asked for before one is older than it. */
  let verdicts = 0;

  const forgotten = push ? forgottenEdits(collection) : null;

  const begin = () => {
    const state: RxReplicationState<Document, PullCheckpoint> = replicateRxCollection({
      replicationIdentifier: `club-${options.name}`,
      collection,
      deletedField: 'deleted',
      live: true,
      // The leader goes on in the background: by default every tab would send while it is visible.
      toggleOnDocumentVisible: false,
      waitForLeadership: false,
      retryTime: RETRY_MS,
      autoStart: false,
      pull: {
        batchSize: PULL_PAGE,
        handler: async (checkpoint: PullCheckpoint | undefined, limit: number) => {
          resyncAsked = false;
          const isAgain = beginsEarlier;
          const earlier = isAgain ? (checkpoint?.restartAt ?? null) : null;
          const from = earlier === null ? checkpoint : { ...checkpoint, since: earlier };
          const ask = () =>
            retry.run(`pull ${options.name}`, (signal) => pull(from, limit, signal), {
              onlyAsks: true,
            });
          const before = verdicts;
          let page = await ask();
          // Once: while much is being sent, what is shown too early is put right by the next pull.
          if (before !== verdicts) page = await ask();
          if (isAgain) {
            beginsEarlier = false;
            unstored.clear();
          }
          const kept = unstored.size > 0 ? checkpoint?.restartAt : null;
          page.news.forEach((uuid) => unstored.add(uuid));
          // What is passed over once more has been changed again: it waits for the next occasion.
          if (page.news.length > 0 && !isAgain) tidy();
          const restartAt = unstored.size > 0 ? (kept ?? page.from) : null;
          const reached: PullCheckpoint = { ...page.checkpoint, restartAt };
          return { checkpoint: reached, documents: page.documents.map(asMaster) };
        },
      },
      ...(push && {
        push: {
          batchSize: options.pushBatch ?? PULL_PAGE,
          handler: async (rows: { newDocumentState: WithDeleted<Document> }[]) => {
            // With `deletedField` set, the rows come with it instead of RxDB's own `_deleted`.
            const answered = await push(
              rows.map((row) => row.newDocumentState as unknown as RowOf<Document>),
            );
            if (answered.length > 0) {
              verdicts += 1;
              options.onPushed?.(answered.length);
            }
            // RxDB takes these for the master's state in conflict, and so writes them here at once.
            return answered.map(asMaster);
          },
        },
      }),
    });
    state.received$.subscribe((row) => {
      unstored.delete(row.uuid);
      if ((row as { state?: string }).state !== 'waiting') return;
      // RxDB takes what a pull stores for the server's own: what waits in it would not be sent any more.
      forgotten?.again(row.uuid);
      tidy();
    });
    state.error$.subscribe(({ parameters }) => {
      const isNetwork = isUnreachable(parameters?.errors?.[0]);
      if (!isNetwork) log.add('replication_failed', { collection: options.name });
    });
    return state;
  };
  const stop = async (state: ReturnType<typeof begin>) => {
    // Paused first: a push that is broken off then counts as never made.
    await state.pause();
    await state.cancel().catch(() => log.add('replication_failed', { collection: options.name }));
  };
  // Why it does not start is told by `error$`.
  const start = () => state.start().catch(() => undefined);
  let state = begin();
  let healing: Promise<void> | null = null;

  /**
   * Once a write of RxDB's own checkpoint has failed (a full device), its queue of them stays broken:
   * that replication does nothing any more, and another one takes its place.
   */
  const heal = async () => {
    const broken = state;
    try {
      await broken.internalReplicationState?.checkpointQueue;
    } catch {
      log.add('replication_restarted', { collection: options.name });
      await stop(broken);
      if (isClosed) return;
      state = begin();
      await start();
    }
  };

  /** Once RxDB has sent and stored all that it knows of: what it has forgotten or passed over. */
  const tidy = whenAskedAgain(async () => {
    await state.awaitInSync();
    if (isClosed) return;
    const offered = (await forgotten?.offer()) ?? 0;
    if (offered > 0) log.add('edits_offered_again', { collection: options.name, count: offered });
    if (unstored.size === 0) return;
    log.add('news_pulled_again', { collection: options.name, count: unstored.size });
    // A change of another tab that RxDB has forgotten would be in the way of them for ever.
    const changed = await collection.storageInstance.findDocumentsById([...unstored], true);
    await offerAnew(collection, changed);
    await state.awaitInSync();
    beginsEarlier = true;
    state.reSync();
  });

  return {
    name: options.name,
    start,
    resync() {
      healing ??= heal().finally(() => (healing = null));
      tidy();
      if (resyncAsked || state.isStopped()) return;
      resyncAsked = true;
      state.reSync();
    },
    async firstPull() {
      await state.awaitInitialReplication();
      tidy();
    },
    async close() {
      isClosed = true;
      await healing;
      await stop(state);
    },
  };
}

/** RxDB's types want `_deleted`; with `deletedField` set it makes that from `deleted` itself. */
function asMaster<Document>(row: RowOf<Document>): WithDeleted<Document> {
  return row as unknown as WithDeleted<Document>;
}

/** Does it once at a time; once more if it was asked for while it was being done. */
function whenAskedAgain(work: () => Promise<void>): () => void {
  let running = false;
  let isDue = false;
  const run = async () => {
    running = true;
    while (isDue) {
      isDue = false;
      // A store that is closed meanwhile has nothing to be tidied.
      await work().catch(() => undefined);
    }
    running = false;
  };
  return () => {
    isDue = true;
    if (!running) void run();
  };
}
