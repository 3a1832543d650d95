import { saveLocal, readLocal, type LocalDocuments } from '../store/local-documents.ts';
import {
  carriesWork,
  RETRY_HISTORY_KEY,
  mergeHistory,
  type RetryHistory,
} from './retry-history.ts';
import type { QueueRecord, RetryScheduler } from '../retry/retry-scheduler.ts';

/** So often at most it is written, in ms: a batch of hundreds costs one write or two. */
const WRITE_EVERY_MS = 2_000;
/** More queues than a person will look at; the oldest go. */
const KEPT_QUEUES = 100;

/**
 * Notes when what carries unsent work was tried last, and when the server last answered well, so that a
 * reload does not forget it. Only the leader runs it. A write that fails is no loss: it is only a note.
 * @returns how to stop it; what was not written yet is written then
 */
export function saveRetryHistory(
  database: LocalDocuments,
  retry: Pick<RetryScheduler, 'state' | 'subscribe'>,
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let written = '';

  const write = async () => {
    const kept = await readLocal<RetryHistory>(database, RETRY_HISTORY_KEY);
    const history = worthKeeping(kept, retry.state());
    const text = JSON.stringify(history);
    if (text === written) return;
    await saveLocal<RetryHistory>(database, RETRY_HISTORY_KEY, history);
    written = text;
  };
  const flush = () => {
    timer = null;
    return write().catch(() => undefined);
  };
  let isReached = false;
  const unsubscribe = retry.subscribe(({ lastSuccessAt }) => {
    // That the server was reached at all is noted at once: the page may be left within two seconds.
    const isFirst = !isReached && lastSuccessAt !== null;
    if (isFirst) {
      isReached = true;
      clearTimeout(timer ?? undefined);
      timer = null;
    }
    timer ??= setTimeout(() => void flush(), isFirst ? 0 : WRITE_EVERY_MS);
  });

  return async () => {
    unsubscribe();
    if (timer === null) return;
    clearTimeout(timer);
    await flush();
  };
}

/** Without the queues that pull, and without those of one thing that is through. */
function worthKeeping(kept: RetryHistory | null, now: RetryHistory): RetryHistory {
  const { queues, lastSuccessAt } = kept ? mergeHistory(kept, now) : now;
  const open = queues.filter(
    (record) => carriesWork(record.key) && !(isOfOneThing(record) && isThrough(record)),
  );
  const newest = open.toSorted((one, other) => other.lastTryAt - one.lastTryAt);
  return { queues: newest.slice(0, KEPT_QUEUES), lastSuccessAt };
}

function isOfOneThing({ key }: QueueRecord): boolean {
  return key.kind === 'push' && key.id !== undefined;
}

function isThrough({ lastError, lastSuccessAt, lastTryAt }: QueueRecord): boolean {
  return lastError === null && lastSuccessAt !== null && lastSuccessAt >= lastTryAt;
}
