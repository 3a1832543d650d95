import * as v from 'valibot';
import type { CollectionPlan } from '#schemas/collections.ts';
import { CallError } from './call-error.ts';
import type { SyncLog } from './sync-log.ts';
import type { Transport } from './transport.ts';

/** Where a pull stands. Kept by RxDB; a missing part counts as its empty value. */
export interface PullCheckpoint {
  readonly since: string;
  /** The build that left out entities it could not read; another build starts anew (F15). */
  readonly skippedBy?: string;
}

export interface PullPage<Row> {
  readonly documents: Row[];
  readonly checkpoint: PullCheckpoint;
}

export interface PullOptions<Entity extends WireEntity, Document extends { uuid: string }> {
  readonly plan: CollectionPlan<Entity, Document>;
  readonly userId: string;
  readonly transport: Transport;
  readonly log: SyncLog;
  readonly build: string;
  /** Lays what came over what is on the device. */
  readonly join: (
    entities: readonly (Document & { deleted: boolean })[],
  ) => Promise<(Document & { deleted: boolean })[]>;
  /** Told when the server's database is another one than before (restored from a backup, F43). */
  readonly onNewEpoch: (signal: AbortSignal) => Promise<void>;
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
  type Row = Document & { deleted: boolean };

  const fetchPage = async (since: string, limit: number, signal: AbortSignal) => {
    const input = { query: { since, limit } };
    // Every plan's pull is a list call, which takes these two; its own type is lost in the plan.
    return transport.callAs(plan.pull, input as never, page, { signal, userId });
  };
  const read = (data: readonly unknown[]): Row[] =>
    data.flatMap((item) => {
      const parsed = v.safeParse(plan.entity, item);
      if (!parsed.success) return [];
      return [{ ...plan.fromWire(parsed.output), deleted: parsed.output.deleted }];
    });

  return async (
    last: PullCheckpoint | undefined,
    limit: number,
    signal: AbortSignal,
  ): Promise<PullPage<Row>> => {
    let since = last?.since ?? '';
    let skippedBy = last?.skippedBy;
    if (skippedBy !== undefined && skippedBy !== build) {
      since = '';
      skippedBy = undefined;
    }
    const rows: Row[] = [];
    let isMore = true;
    while (isMore && rows.length < limit) {
      const answer = await fetchPage(since, limit, signal).catch(async (error: unknown) => {
        if (!isStale(error) || since === '') throw error;
        log.add('checkpoint_stale', { call: plan.pull.id });
        await options.onNewEpoch(signal);
        rows.length = 0;
        return fetchPage('', limit, signal);
      });
      const known = read(answer.data);
      if (known.length < answer.data.length) {
        skippedBy = build;
        log.add('unknown_shape', { call: plan.pull.id, count: answer.data.length - known.length });
      }
      rows.push(...known);
      since = answer.meta.checkpoint;
      isMore = answer.data.length >= limit;
    }
    const checkpoint = skippedBy === undefined ? { since } : { since, skippedBy };
    return { documents: await options.join(rows), checkpoint };
  };
}

function isStale(error: unknown): boolean {
  return error instanceof CallError && error.code === 'checkpoint_stale';
}
