import { FileStoreUnavailableError } from './file-store.ts';

/**
 * Asks a store, unless it has failed a moment ago: then whoever asks is told so at once, instead of all waiting for it,
 * and when its rest is over one asks before the others do.
 * @param restMs how long it rests, in milliseconds
 * @param now in milliseconds, of a clock that only goes on
 */
export function createCircuitBreaker(
  restMs: number,
  now: () => number = () => performance.now(),
): <Result>(ask: () => Promise<Result>) => Promise<Result> {
  let restsUntil: number | null = null;
  return async (ask) => {
    if (restsUntil !== null) {
      if (now() < restsUntil) throw new FileStoreUnavailableError(new Error('It has just failed.'));
      restsUntil = now() + restMs;
    }
    try {
      const answer = await ask();
      restsUntil = null;
      return answer;
    } catch (error) {
      restsUntil = now() + restMs;
      throw error;
    }
  };
}
