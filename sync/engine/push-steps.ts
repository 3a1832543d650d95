import type { CollectionPlan } from '#schemas/collections.ts';
import { CallError } from '../http/call-error.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { RowOf } from '../store/rows.ts';
import type { CallOptions } from '../http/transport.ts';

/** To these there is nothing more to say: the step stays on this device. */
const FINAL: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'invalid_input']);

/** A document of one person's own, in which they only ever take a small step further. */
interface Stepping {
  readonly uuid: string;
  readonly state: 'synced' | 'waiting';
}

/** How the steps of one collection are sent. */
export interface StepPushOptions<
  Entity extends { uuid: string; deleted: boolean },
  Document extends Stepping,
> {
  readonly name: string;
  readonly plan: CollectionPlan<Entity, Document>;
  readonly userId: string;
  readonly retry: RetryScheduler;
  /** The call that tells the server. */
  readonly tell: (row: RowOf<Document>, options: CallOptions) => Promise<Entity>;
}

/**
 * Tells the server of a person's steps, each until it knows, or would not hear of it.
 * @returns the documents as it answered
 */
export function createStepPush<
  Entity extends { uuid: string; deleted: boolean },
  Document extends Stepping,
>({ name, plan, userId, retry, tell }: StepPushOptions<Entity, Document>) {
  const send = async (row: RowOf<Document>, signal: AbortSignal): Promise<RowOf<Document>> => {
    try {
      const told = await tell(row, { signal, userId });
      return { ...plan.fromWire(told), deleted: told.deleted };
    } catch (error) {
      if (error instanceof CallError && FINAL.has(error.code)) return { ...row, state: 'synced' };
      throw error;
    }
  };

  return async (pushed: readonly RowOf<Document>[]): Promise<RowOf<Document>[]> => {
    const waiting = pushed.filter((row) => !row.deleted && row.state === 'waiting');
    const settled: RowOf<Document>[] = [];
    // One lane: there may be many, and none of them is urgent.
    for (const row of waiting) {
      settled.push(await retry.run(name, (signal) => send(row, signal)));
    }
    return settled;
  };
}
