import type { ClubDatabase } from '../store/database.ts';
import type { QueueRecord, RetryScheduler } from './retry-scheduler.ts';
import { carriesWork, mergeHistory, RECORDS_KEY, type RetryHistory } from './retry-history.ts';

/** So often at most it is written, in ms: a batch of hundreds costs one write or two. */
const WRITE_EVERY_MS = 2_000;
/** More lines than a person will look at; the oldest go. */
const KEPT_LANES = 100;

/**
 * Notes when what carries unsent work was tried last, and when the server last answered well, so that a
 * reload does not forget it. Only the leader runs it. A write that fails is no loss: it is only a note.
 * @returns how to stop it; what was not written yet is written then
 */
export function keepRetryHistory(
  database: Pick<ClubDatabase, 'getLocal' | 'upsertLocal'>,
  retry: Pick<RetryScheduler, 'state' | 'subscribe'>,
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let written = '';

  const write = async () => {
    const kept = (await database.getLocal<RetryHistory>(RECORDS_KEY))?.toJSON().data;
    const records = worthKeeping((kept ?? null) as RetryHistory | null, retry.state());
    const text = JSON.stringify(records);
    if (text === written) return;
    await database.upsertLocal<RetryHistory>(RECORDS_KEY, records);
    written = text;
  };
  const flush = () => {
    timer = null;
    return write().catch(() => undefined);
  };
  const unsubscribe = retry.subscribe(() => {
    timer ??= setTimeout(() => void flush(), WRITE_EVERY_MS);
  });

  return async () => {
    unsubscribe();
    if (timer === null) return;
    clearTimeout(timer);
    await flush();
  };
}

/** Without the lines that pull, and without those of one thing that is through. */
function worthKeeping(kept: RetryHistory | null, now: RetryHistory): RetryHistory {
  const { lanes, lastSuccessAt } = kept ? mergeHistory(kept, now) : now;
  const open = Object.entries(lanes).filter(
    ([name, record]) => carriesWork(name) && !(name.includes(' ') && isThrough(record)),
  );
  const newest = open.toSorted(([, one], [, other]) => other.lastTryAt - one.lastTryAt);
  return { lanes: Object.fromEntries(newest.slice(0, KEPT_LANES)), lastSuccessAt };
}

function isThrough({ lastError, lastSuccessAt, lastTryAt }: QueueRecord): boolean {
  return lastError === null && lastSuccessAt !== null && lastSuccessAt >= lastTryAt;
}
