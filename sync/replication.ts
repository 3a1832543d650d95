import type { RxCollection, WithDeleted } from 'rxdb';
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication';
import type { CollectionPlan } from '#schemas/collections.ts';
import { isUnreachable } from './call-error.ts';
import type { Patience } from './patience.ts';
import { createPull, type PullCheckpoint, type PullOptions } from './pull.ts';
import type { RowOf } from './rows.ts';
import type { SyncLog } from './sync-log.ts';
import type { Transport } from './transport.ts';

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
  readonly patience: Patience;
  readonly log: SyncLog;
  readonly build: string;
  readonly join: PullOptions<Entity, Document>['join'];
  readonly onNewEpoch: (signal: AbortSignal) => Promise<void>;
  /** Sends what is to be sent; answers with the documents that the server judged. */
  readonly push?: (rows: readonly RowOf<Document>[]) => Promise<RowOf<Document>[]>;
  readonly pushBatch?: number;
  /** Called after a push that the server judged something in. */
  readonly onPushed?: (count: number) => void;
}

export interface Replication {
  /** Asks the server for changes, unless that is about to happen anyway. */
  resync(): void;
  /** Resolves once everything was pulled for the first time. */
  firstPull(): Promise<void>;
  /** Stops at once; what was not acknowledged stays to be sent (F13). */
  close(): Promise<void>;
}

/** The one generic replication: pull by checkpoint, push by the entity's own mapping. */
export function startReplication<
  Entity extends { uuid: string; deleted: boolean },
  Document extends { uuid: string },
>(options: ReplicationOptions<Entity, Document>): Replication {
  const { collection, patience, log, push } = options;
  const pull = createPull(options);
  let resyncAsked = false;
  let isClosed = false;

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
      pull: {
        batchSize: PULL_PAGE,
        handler: async (checkpoint: PullCheckpoint | undefined, limit: number) => {
          resyncAsked = false;
          const page = await patience.run(`pull ${options.name}`, (signal) =>
            pull(checkpoint, limit, signal),
          );
          return { checkpoint: page.checkpoint, documents: page.documents.map(asMaster) };
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
            if (answered.length > 0) options.onPushed?.(answered.length);
            // RxDB takes these for the master's state in conflict, and so writes them here at once.
            return answered.map(asMaster);
          },
        },
      }),
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
      if (!isClosed) state = begin();
    }
  };

  return {
    resync() {
      healing ??= heal().finally(() => (healing = null));
      if (resyncAsked || state.isStopped()) return;
      resyncAsked = true;
      state.reSync();
    },
    async firstPull() {
      await state.awaitInitialReplication();
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
