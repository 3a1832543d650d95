import * as v from 'valibot';
import type { CollectionName, CollectionDefinition } from '#schemas/collections.ts';
import { CallError } from '../http/call-error.ts';
import type { Transport } from '../http/transport.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { RowOf } from '../store/documents.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import type { PulledIds, UnreadableEntities } from './unreadable-entities.ts';

/** Entities per pulled page. */
const PULL_PAGE_SIZE = 500;

interface WireEntity {
  readonly uuid: string;
  readonly deleted: boolean;
}

/** Stores pulled rows. */
export interface PullTarget<Document> {
  /**
   * Merges rows into the store.
   * @throws SyncError
   */
  merge(rows: readonly RowOf<Document>[]): Promise<void>;
  /**
   * Deletes rows that a restored server lacks. Only for collections that only the server writes.
   * @returns the number of deleted rows
   * @throws SyncError
   */
  drop?(ids: readonly string[]): Promise<number>;
  /** Returns the ids of the documents whose verdict arrived after `verdictCount` had the given value. */
  verdictsSince(count: number): ReadonlySet<string>;
  verdictCount(): number;
}

interface PullOptions<Entity extends WireEntity, Document extends { uuid: string }> {
  readonly name: CollectionName;
  readonly definition: CollectionDefinition<Entity, Document>;
  readonly target: PullTarget<Document>;
  readonly checkpoints: Checkpoints;
  readonly userId: string;
  readonly transport: Pick<Transport, 'callWithSchema' | 'requestBudget'>;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  /** Build id. After an update, entities that the previous build couldn't parse are pulled again. */
  readonly build: string;
  readonly unreadable: Pick<UnreadableEntities, 'record'>;
  /** Called when the server's history has changed (restored from a backup, F43). */
  readonly onNewEpoch: (signal: AbortSignal) => Promise<void>;
  readonly pageSize?: number;
  /** Null if unsent work is waiting for the response. */
  readonly budget?: 'in_turn' | null;
}

/** A page with unparsed entities. Each entity is parsed separately, so that an invalid one can't fail the others. */
const pageSchema = v.object({
  data: v.array(v.unknown()),
  /** `last_page` is 2 if the page was cut to limit its bytes. */
  meta: v.object({ checkpoint: v.string(), last_page: v.optional(v.number(), 1) }),
});

interface Page<Document> {
  readonly rows: RowOf<Document>[];
  readonly pulledIds: PulledIds;
  /** Checkpoint of the next page. */
  readonly since: string;
  readonly isLast: boolean;
}

/**
 * Pulls a collection page by page from its checkpoint. Each page is stored before its checkpoint, so an interrupted
 * pull continues from the last stored checkpoint (F47).
 * @throws CallError `cancelled` once closed
 */
export function createPull<Entity extends WireEntity, Document extends { uuid: string }>(
  options: PullOptions<Entity, Document>,
): () => Promise<void> {
  const { name, checkpoints, retry } = options;
  const key = { kind: 'pull', collection: name } as const;
  return async () => {
    for (let hasMore = true; hasMore;) {
      hasMore = await retry.run(key, (signal) => pullPage(options, signal), { isReadOnly: true });
      if (hasMore) options.transport.requestBudget.refill();
    }
  };

  /** @returns true if there are more pages */
  async function pullPage(pullOptions: typeof options, signal: AbortSignal): Promise<boolean> {
    const generation = checkpoints.generation();
    const checkpoint = checkpointForBuild(await checkpoints.read(name), pullOptions);
    const nextPage = await fetchFrom(pullOptions, checkpoint, signal).catch(
      async (error: unknown) => {
        if (!isStale(error) || (checkpoint.since === '' && checkpoint.witness === null))
          throw error;
        // Another collection's pull may have detected the new epoch first and already reset
        // everything.
        if (generation === checkpoints.generation()) await pullOptions.onNewEpoch(signal);
        return null;
      },
    );
    if (!nextPage) return true;
    await store(pullOptions, checkpoint, nextPage, generation);
    return !nextPage.isLast;
  }
}

/** Detects that the server was restored from a backup while an edit was being sent (F43). */
export interface HistoryCheck {
  /**
   * Call before sending.
   * @returns a function to call when an edit is rejected. It resolves to false if the server was restored, after the
   *   lost edits have been queued again. It throws CallError.
   */
  start(): (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Creates the check that decides whether a rejection counts. A restored server may lack the base of an edit, so a
 * rejection counts only if the server's history hasn't changed since the last pull.
 */
export function createHistoryCheck<Entity extends WireEntity, Document extends { uuid: string }>(
  options: PullOptions<Entity, Document>,
): HistoryCheck {
  const { name, checkpoints, onNewEpoch } = options;
  return {
    start() {
      const generation = checkpoints.generation();
      return async (signal) => {
        const { since, witness } = await checkpoints.read(name);
        const checkpoint = since || witness;
        try {
          if (checkpoint)
            await fetchPage({ ...options, pageSize: 1, budget: null }, checkpoint, signal);
        } catch (error) {
          if (!isStale(error)) throw error;
          if (generation === checkpoints.generation()) await onNewEpoch(signal);
        }
        return generation === checkpoints.generation();
      };
    },
  };
}

/** Restarts the pull if an older build skipped entities (F15) or didn't store fields that this build stores. */
function checkpointForBuild(
  checkpoint: Checkpoint,
  { build, definition: { refetchFromVersion = 0 } }: BuildOptions,
): Checkpoint {
  const { since, skippedBy, readAs = 0 } = checkpoint;
  const hasSkipped = skippedBy !== null && skippedBy !== build;
  const hasNewFields = since !== '' && readAs < refetchFromVersion;
  if (!hasSkipped && !hasNewFields) return checkpoint;
  return { since: '', witness: since || null, skippedBy: null, unseen: null };
}

interface BuildOptions {
  readonly build: string;
  readonly definition: { readonly refetchFromVersion?: number };
}

/**
 * Fetches the next page. Before the first page of a restart, checks that the server's history hasn't changed.
 */
async function fetchFrom<Entity extends WireEntity, Document extends { uuid: string }>(
  options: PullOptions<Entity, Document>,
  { since, witness }: Checkpoint,
  signal: AbortSignal,
): Promise<Page<Document>> {
  if (since === '' && witness !== null) {
    await fetchPage({ ...options, pageSize: 1 }, witness, signal);
  }
  return fetchFreshPage(options, since, signal);
}

/**
 * Maximum number of refetches of a page while verdicts arrive. If the page is still outdated, the next pull corrects
 * it.
 */
const MAX_REFETCHES = 4;

/**
 * Fetches a page. Fetches it again if a verdict on one of its rows arrived in the meantime, because the fetched row may
 * be older than the verdict.
 */
async function fetchFreshPage<Entity extends WireEntity, Document extends { uuid: string }>(
  options: PullOptions<Entity, Document>,
  since: string,
  signal: AbortSignal,
): Promise<Page<Document>> {
  const { target } = options;
  for (let refetchCount = 0; ; refetchCount += 1) {
    const countBefore = target.verdictCount();
    const fetchedPage = await fetchPage(options, since, signal);
    const verdictIds = target.verdictsSince(countBefore);
    const mayBeOutdated = fetchedPage.rows.some(({ uuid }) => verdictIds.has(uuid));
    if (!mayBeOutdated || refetchCount === MAX_REFETCHES) return fetchedPage;
  }
}

async function fetchPage<Entity extends WireEntity, Document extends { uuid: string }>(
  {
    name,
    definition,
    transport,
    userId,
    log,
    pageSize = PULL_PAGE_SIZE,
    budget = 'in_turn',
  }: PullOptions<Entity, Document>,
  since: string,
  signal: AbortSignal,
): Promise<Page<Document>> {
  // Every pull is a list call with these two parameters, but the definition's type can't express
  // it.
  const input = { query: { since, limit: pageSize } } as never;
  const response = await transport.callWithSchema(definition.pull, input, pageSchema, {
    signal,
    userId,
    ...(budget && { budget }),
  });
  const rows: RowOf<Document>[] = [];
  const unreadableIds: string[] = [];
  for (const [index, item] of response.data.entries()) {
    const { success, output } = v.safeParse(definition.entity, item);
    if (success) rows.push({ ...definition.fromWire(output), deleted: output.deleted });
    else unreadableIds.push(idOf(item) ?? `#${index}`);
  }
  if (unreadableIds.length > 0) {
    log.add('unknown_shape', { collection: name, count: unreadableIds.length });
  }
  return {
    rows,
    pulledIds: {
      isStart: since === '',
      readable: rows.map(({ uuid }) => uuid),
      unreadable: unreadableIds,
    },
    since: response.meta.checkpoint,
    isLast: response.data.length < pageSize && response.meta.last_page === 1,
  };
}

async function store<Entity extends WireEntity, Document extends { uuid: string }>(
  { name, definition, target, checkpoints, build, unreadable, log }: PullOptions<Entity, Document>,
  checkpoint: Checkpoint,
  { rows, pulledIds, since, isLast }: Page<Document>,
  generation: number,
): Promise<void> {
  await target.merge(rows);
  await unreadable.record(name, pulledIds);
  const ids = new Set([...pulledIds.readable, ...pulledIds.unreadable]);
  let unseen = checkpoint.unseen?.filter((id) => !ids.has(id)) ?? null;
  if (unseen && isLast) {
    const droppedCount = (await target.drop?.(unseen)) ?? 0;
    if (droppedCount > 0) log.add('lost_rows_dropped', { collection: name, count: droppedCount });
    unseen = null;
  }
  const skippedBy = pulledIds.unreadable.length > 0 ? build : checkpoint.skippedBy;
  const readAs = definition.version;
  await checkpoints.write(name, { since, witness: null, skippedBy, readAs, unseen }, generation);
}

/** Reads the id of an entity that otherwise can't be parsed. */
function idOf(item: unknown): string | null {
  const parsed = v.safeParse(v.object({ uuid: v.string() }), item);
  return parsed.success ? parsed.output.uuid : null;
}

function isStale(error: unknown): boolean {
  return error instanceof CallError && error.code === 'checkpoint_stale';
}
