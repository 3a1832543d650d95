import * as v from 'valibot';
import type { CollectionPlan } from '#schemas/collections.ts';
import { CallError } from '../http/call-error.ts';
import type { HeldRows, Join, RowOf } from '../store/rows.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { Transport } from '../http/transport.ts';
import type { PullSight } from './unreadable.ts';

/** Where a pull stands. RxDB keeps it, and lays each over the one before: a part that is over is null. */
export interface PullCheckpoint {
  readonly since: string;
  /** The build that left out entities it could not read; another build starts anew (F15). */
  readonly skippedBy?: string | null;
  /** Where the app begins when it is opened the next time: what came after it may not be stored. */
  readonly restartAt?: string | null;
  /** What was stored here before the server was restored and did not come again yet (F43). */
  readonly unseen?: readonly string[] | null;
}

export interface PullPage<Document> {
  readonly documents: RowOf<Document>[];
  /** The checkpoint that it begins at. */
  readonly from: string;
  /** The ids of those that are stored here in another state. */
  readonly news: string[];
  readonly checkpoint: PullCheckpoint;
}

export interface PullOptions<Entity extends WireEntity, Document extends { uuid: string }> {
  readonly plan: CollectionPlan<Entity, Document>;
  readonly userId: string;
  readonly transport: Transport;
  readonly log: SyncLog;
  readonly build: string;
  /** Lays what came over what is on the device. */
  readonly join: Join<Document>;
  /** Told what a page held, also what this build can't read. */
  readonly onSeen?: (sight: PullSight) => Promise<void>;
  /** Told when the server's database is another one than before (restored from a backup, F43). */
  readonly onNewEpoch: (signal: AbortSignal) => Promise<void>;
  /** Where only the server writes: what a restored server does not have any more goes here too. */
  readonly held?: HeldRows<Document>;
}

interface WireEntity {
  readonly uuid: string;
  readonly deleted: boolean;
}

/** A page with its entities still unread: each is read alone, so that one can't spoil the rest. */
const page = v.object({
  data: v.array(v.unknown()),
  meta: v.object({ checkpoint: v.string() }),
});

/**
 * Pulls the next page of changes. At least `limit` documents come back while the server has more,
 * because RxDB takes a shorter page for the last one.
 */
export function createPull<Entity extends WireEntity, Document extends { uuid: string }>(
  options: PullOptions<Entity, Document>,
) {
  const { plan, build, log, transport, userId } = options;
  type Row = RowOf<Document>;

  const fetchPage = async (since: string, limit: number, signal: AbortSignal) => {
    const input = { query: { since, limit } };
    // Every plan's pull is a list call, which takes these two; its own type is lost in the plan.
    return transport.callAs(plan.pull, input as never, page, { signal, userId });
  };
  /** @returns what did not come with the last page: it goes */
  const lostRows = async (unseen: readonly string[]): Promise<Row[]> => {
    const rows = (await options.held?.rows(unseen)) ?? [];
    if (rows.length > 0) log.add('lost_rows_dropped', { call: plan.pull.id, count: rows.length });
    return rows.map((row) => ({ ...row, deleted: true }));
  };
  const read = (data: readonly unknown[]): { known: Row[]; unreadable: string[] } => {
    const known: Row[] = [];
    const unreadable: string[] = [];
    for (const [at, item] of data.entries()) {
      const parsed = v.safeParse(plan.entity, item);
      if (!parsed.success) unreadable.push(idOf(item) ?? `#${at}`);
      else known.push({ ...plan.fromWire(parsed.output), deleted: parsed.output.deleted });
    }
    return { known, unreadable };
  };

  return async (
    last: PullCheckpoint | undefined,
    limit: number,
    signal: AbortSignal,
  ): Promise<PullPage<Document>> => {
    let since = last?.since ?? '';
    let skippedBy = last?.skippedBy ?? null;
    if (skippedBy !== null && skippedBy !== build) {
      since = '';
      skippedBy = null;
    }
    let from = since;
    let unseen = last?.unseen ?? null;
    const rows: Row[] = [];
    let isMore = true;
    while (isMore && rows.length < limit) {
      let isStart = since === '';
      const answer = await fetchPage(since, limit, signal).catch(async (error: unknown) => {
        if (!isStale(error) || since === '') throw error;
        log.add('checkpoint_stale', { call: plan.pull.id });
        await options.onNewEpoch(signal);
        unseen = (await options.held?.ids()) ?? null;
        rows.length = 0;
        from = '';
        isStart = true;
        return fetchPage('', limit, signal);
      });
      const { known, unreadable } = read(answer.data);
      if (unreadable.length > 0) {
        skippedBy = build;
        log.add('unknown_shape', { call: plan.pull.id, count: unreadable.length });
      }
      const readable = known.map(({ uuid }) => uuid);
      await options.onSeen?.({ isStart, readable, unreadable });
      rows.push(...known);
      if (unseen) unseen = without(unseen, [...readable, ...unreadable]);
      since = answer.meta.checkpoint;
      isMore = answer.data.length >= limit;
    }
    if (unseen && !isMore) {
      rows.push(...(await lostRows(unseen)));
      unseen = null;
    }
    const joined = await options.join(rows);
    return {
      documents: joined.map(({ row }) => row),
      from,
      news: joined.filter(({ isNews }) => isNews).map(({ row }) => row.uuid),
      checkpoint: { since, skippedBy, unseen },
    };
  };
}

function without(ids: readonly string[], seen: readonly string[]): string[] {
  const gone = new Set(seen);
  return ids.filter((id) => !gone.has(id));
}

/** The id of an entity that can't be read otherwise. */
function idOf(item: unknown): string | null {
  const parsed = v.safeParse(v.object({ uuid: v.string() }), item);
  return parsed.success ? parsed.output.uuid : null;
}

function isStale(error: unknown): boolean {
  return error instanceof CallError && error.code === 'checkpoint_stale';
}
