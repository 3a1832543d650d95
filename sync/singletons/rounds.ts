import { CallError, isUnreachable } from '../http/call-error.ts';
import { failureCode } from '../retry/queue-board.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import { createWorkLoop } from '../engine/work-loop.ts';
import type { SyncLog } from '../status/sync-log.ts';

/**
 * Asks for parts of an account's own data, each in a line of its own, and where it is asked for while a request is
 * under way, once more after it: that answer may be older than what it is asked for.
 * @param parts each asks for it once and keeps it; what it throws of the network is tried again (F14)
 * @returns asks for some of them. Resolves when they were had, or can't be. Never throws
 */
export function createFetchQueues<Name extends string>(
  parts: Readonly<Record<Name, () => Promise<void>>>,
  { retry, log }: { readonly retry: RetryScheduler; readonly log: SyncLog },
): (names: readonly Name[]) => Promise<void> {
  const ask = async (part: Name) => {
    try {
      await parts[part]();
    } catch (error) {
      log.add('singletons_failed', { part, code: failureCode(error) });
      if (isPassing(error)) throw error;
    }
  };
  const loopOf = (id: Name) =>
    createWorkLoop(
      () => retry.run({ kind: 'own_data', id }, () => ask(id), { isReadOnly: true }),
      // Closed.
      () => undefined,
    );
  const names = Object.keys(parts) as Name[];
  const loops = new Map(names.map((name) => [name, loopOf(name)]));
  return async (wanted) => {
    const woken = wanted.flatMap((name) => loops.get(name) ?? []);
    woken.forEach((loop) => loop.wake());
    await Promise.allSettled(woken.map((loop) => loop.idle()));
  };
}

/** The answer was lost, or the server has no time for it now. */
function isPassing(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof CallError && error.status === 503);
}
