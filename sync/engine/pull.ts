import * as v from 'valibot';
import type { CollectionName, CollectionPlan } from '#schemas/collections.ts';
import { CallError } from '../http/call-error.ts';
import type { Transport } from '../http/transport.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { RowOf } from '../store/documents.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import type { PulledIds, UnreadableEntities } from './unreadable-entities.ts';


/** Entities in one page of a pull. */
export const PULL_PAGE_SIZE = 500;

interface WireEntity {
  readonly uuid: string;
  readonly deleted: boolean;
}

/** Where what is pulled goes. */
export interface PullTarget<Document> {
  /** Merges rows with what is stored. @throws SyncError */
  merge(rows: readonly RowOf<Document>[]): Promise<void>;
  /** Of what only the server writes: takes out what a restored server does not have. @throws SyncError */
  drop?(ids: readonly string[]): Promise<number>;
  /** The documents that a verdict was applied to since some count of them, which is one of these. */
  verdictsSince(count: number): ReadonlySet<string>;
  verdictCount(): number;
}

export interface PullOptions<Entity extends WireEntity, Document extends { uuid: string }> {
  readonly name: CollectionName;
  readonly plan: CollectionPlan<Entity, Document>;
  readonly target: PullTarget<Document>;
  readonly checkpoints: Checkpoints;
  readonly userId: string;
  readonly transport: Pick<Transport, 'callAs' | 'requestBudget'>;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  /** This build, to read again what an older one could not. */
  readonly build: string;
  readonly unreadable: Pick<UnreadableEntities, 'note'>;
  /** Told when the server's database is another one than before (restored from a backup, F43). */
  readonly onNewEpoch: (signal: AbortSignal) => Promise<void>;
  readonly pageSize?: number;
}

/** A page with its entities still unread: each is read alone, so that one can't spoil the rest. */
const page = v.object({
  data: v.array(v.unknown()),
  /** `last_page` is 2 where a page was cut short for its bytes. */
  meta: v.object({ checkpoint: v.string(), last_page: v.optional(v.number(), 1) }),
});

interface Page<Document> {
  readonly rows: RowOf<Document>[];
  readonly sight: PulledIds;
  /** Where the next one begins. */
  readonly since: string;
  readonly isLast: boolean;
}

/**
 * Pulls a collection from its checkpoint to the end, page by page: each is stored, and then how far it
 * goes. Cut at any point it goes on from there (F47).
 * @throws CallError `cancelled` once closed
 */
export function createPull<Entity extends WireEntity, Document extends { uuid: string }>(
  options: PullOptions<Entity, Document>,
): () => Promise<void> {
  const { name, checkpoints, retry } = options;
  const key = { kind: 'pull', collection: name } as const;
  return async () => {
    for (let isMore = true; isMore;) {
      isMore = await retry.run(key, (signal) => pullPage(options, signal), { isReadOnly: true });
      if (isMore) options.transport.requestBudget.refill();
    }
  };

  /** @returns whether there is more */
  async function pullPage(given: typeof options, signal: AbortSignal): Promise<boolean> {
    const generation = checkpoints.generation();
    const checkpoint = asOfBuild(await checkpoints.read(name), given);
    const found = await fetchFrom(given, checkpoint, signal).catch(async (error: unknown) => {
      if (!isStale(error) || (checkpoint.since === '' && checkpoint.witness === null)) throw error;
      // Another collection may have met it first, and all begins anew already.
      if (generation === checkpoints.generation()) await given.onNewEpoch(signal);
      return null;
    });
    if (!found) return true;
    await store(given, checkpoint, found, generation);
    return !found.isLast;
  }
}

/**
 * Where this build goes on: at the beginning, where an older one could not read something (F15), or where
 * it did not keep what documents say now.
 */
function asOfBuild(
  checkpoint: Checkpoint,
  { build, plan: { readAgainFrom = 0 } }: Readable,
): Checkpoint {
  const { since, skippedBy, readAs = 0 } = checkpoint;
  const hasSkipped = skippedBy !== null && skippedBy !== build;
  const isToldMore = since !== '' && readAs < readAgainFrom;
  if (!hasSkipped && !isToldMore) return checkpoint;
  return { since: '', witness: since || null, skippedBy: null, unseen: null };
}

interface Readable {
  readonly build: string;
  readonly plan: { readonly readAgainFrom?: number };
}

/** The next page; where it is the first of a new beginning, the history has to be the same still. */
async function fetchFrom<Entity extends WireEntity, Document extends { uuid: string }>(
  options: PullOptions<Entity, Document>,
  { since, witness }: Checkpoint,
  signal: AbortSignal,
): Promise<Page<Document>> {
  if (since === '' && witness !== null) {
    await fetchPage({ ...options, pageSize: 1 }, witness, signal);
  }
  return fetchUnjudged(options, since, signal);
}

/** So often a page is asked for while verdicts come: what is older even then, the next pull puts right. */
const ASKED_AGAIN = 4;

/** A page that was asked for before a verdict came may be older than that: it is asked for again. */
async function fetchUnjudged<Entity extends WireEntity, Document extends { uuid: string }>(
  options: PullOptions<Entity, Document>,
  since: string,
  signal: AbortSignal,
): Promise<Page<Document>> {
  const { target } = options;
  for (let again = 0; ; again += 1) {
    const before = target.verdictCount();
    const found = await fetchPage(options, since, signal);
    const judged = target.verdictsSince(before);
    const mayBeOlder = found.rows.some(({ uuid }) => judged.has(uuid));
    if (!mayBeOlder || again === ASKED_AGAIN) return found;
  }
}

async function fetchPage<Entity extends WireEntity, Document extends { uuid: string }>(
  { name, plan, transport, userId, log, pageSize = PULL_PAGE_SIZE }: PullOptions<Entity, Document>,
  since: string,
  signal: AbortSignal,
): Promise<Page<Document>> {
  // Every plan's pull is a list call, which takes these two; its own type is lost in the plan.
  const input = { query: { since, limit: pageSize } } as never;
  const answer = await transport.callAs(plan.pull, input, page, {
    signal,
    userId,
    budget: 'in_turn',
  });
  const rows: RowOf<Document>[] = [];
  const unreadable: string[] = [];
  for (const [at, item] of answer.data.entries()) {
    const { success, output } = v.safeParse(plan.entity, item);
    if (success) rows.push({ ...plan.fromWire(output), deleted: output.deleted });
    else unreadable.push(idOf(item) ?? `#${at}`);
  }
  if (unreadable.length > 0) {
    log.add('unknown_shape', { collection: name, count: unreadable.length });
  }
  return {
    rows,
    sight: { isStart: since === '', readable: rows.map(({ uuid }) => uuid), unreadable },
    since: answer.meta.checkpoint,
    isLast: answer.data.length < pageSize && answer.meta.last_page === 1,
  };
}

async function store<Entity extends WireEntity, Document extends { uuid: string }>(
  { name, plan, target, checkpoints, build, unreadable, log }: PullOptions<Entity, Document>,
  checkpoint: Checkpoint,
  { rows, sight, since, isLast }: Page<Document>,
  generation: number,
): Promise<void> {
  await target.merge(rows);
  await unreadable.note(name, sight);
  const seen = new Set([...sight.readable, ...sight.unreadable]);
  let unseen = checkpoint.unseen?.filter((id) => !seen.has(id)) ?? null;
  if (unseen && isLast) {
    const dropped = (await target.drop?.(unseen)) ?? 0;
    if (dropped > 0) log.add('lost_rows_dropped', { collection: name, count: dropped });
    unseen = null;
  }
  const skippedBy = sight.unreadable.length > 0 ? build : checkpoint.skippedBy;
  const readAs = plan.version;
  await checkpoints.write(name, { since, witness: null, skippedBy, readAs, unseen }, generation);
}

/** The id of an entity that can't be read otherwise. */
function idOf(item: unknown): string | null {
  const parsed = v.safeParse(v.object({ uuid: v.string() }), item);
  return parsed.success ? parsed.output.uuid : null;
}

function isStale(error: unknown): boolean {
  return error instanceof CallError && error.code === 'checkpoint_stale';
}

/** Which collections may be pulled: not those whose edits are on their way by the page just now. */
export interface PullGate<Name> {
  /** Has it pulled: now, or once nobody holds it any more. */
  request(name: Name): void;
  /** Keeps its pulls waiting. @returns how to let them go on */
  hold(name: Name): () => void;
  isAnyHeld(): boolean;
}

/**
 * While a day's work goes out, a pull would bring each page of it back, and ask for it anew with every
 * verdict that comes meanwhile: it comes once, afterwards.
 * @param pull what is to be done when it is its turn
 */
export function createPullGate<Name>(pull: (name: Name) => void): PullGate<Name> {
  const held = new Set<Name>();
  const due = new Set<Name>();
  return {
    request(name) {
      if (held.has(name)) due.add(name);
      else pull(name);
    },
    hold(name) {
      held.add(name);
      return () => {
        held.delete(name);
        if (due.delete(name)) pull(name);
      };
    },
    isAnyHeld: () => held.size > 0,
  };
}
