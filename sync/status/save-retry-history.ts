import { saveLocal, readLocal, type LocalDocuments } from '../store/local-documents.ts';
import {
  isLedgerPull,
  isWorkQueue,
  RETRY_HISTORY_KEY,
  mergeHistory,
  type RetryHistory,
} from './retry-history.ts';
import type { QueueRecord, RetryScheduler } from '../retry/retry-scheduler.ts';

/** Minimum interval between writes, in ms, so that a batch of hundreds of items costs only one or two writes. */
const WRITE_EVERY_MS = 2_000;
/** Maximum number of saved queues; the oldest are dropped. */
const MAX_QUEUES = 100;

/**
 * Saves the last attempts of queues with unsent work and of the ledger's pull, and the time of the last success. They
 * then survive a reload. Runs only in the leader. A failed write is ignored.
 * @returns a function that stops saving and writes the pending history
 */
export function saveRetryHistory(
  database: LocalDocuments,
  retry: Pick<RetryScheduler, 'state' | 'subscribe'>,
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastWrittenText = '';

  const write = async () => {
    const savedHistory = await readLocal<RetryHistory>(database, RETRY_HISTORY_KEY);
    const history = relevantHistory(savedHistory, retry.state());
    const text = JSON.stringify(history);
    if (text === lastWrittenText) return;
    await saveLocal<RetryHistory>(database, RETRY_HISTORY_KEY, history);
    lastWrittenText = text;
  };
  const flush = () => {
    timer = null;
    return write().catch(() => undefined);
  };
  let hasResponded = false;
  const unsubscribe = retry.subscribe(({ lastSuccessAt }) => {
    // The first success is written immediately, because the page may be left within two seconds.
    const isFirstSuccess = !hasResponded && lastSuccessAt !== null;
    if (isFirstSuccess) {
      hasResponded = true;
      clearTimeout(timer ?? undefined);
      timer = null;
    }
    timer ??= setTimeout(() => void flush(), isFirstSuccess ? 0 : WRITE_EVERY_MS);
  });

  return async () => {
    unsubscribe();
    if (timer === null) return;
    clearTimeout(timer);
    await flush();
  };
}

/** Merges the histories. Drops queues of pulls other than the ledger's, and queues of documents that are done. */
function relevantHistory(
  savedHistory: RetryHistory | null,
  currentHistory: RetryHistory,
): RetryHistory {
  const { queues, lastSuccessAt } = savedHistory
    ? mergeHistory(savedHistory, currentHistory)
    : currentHistory;
  const relevantQueues = queues.filter(
    (record) =>
      isLedgerPull(record.key) ||
      (isWorkQueue(record.key) && !(isDocumentQueue(record) && isDone(record))),
  );
  const sortedQueues = relevantQueues.toSorted((a, b) => b.lastTryAt - a.lastTryAt);
  return { queues: sortedQueues.slice(0, MAX_QUEUES), lastSuccessAt };
}

function isDocumentQueue({ key }: QueueRecord): boolean {
  return key.kind === 'push' && key.id !== undefined;
}

function isDone({ lastError, lastSuccessAt, lastTryAt }: QueueRecord): boolean {
  return lastError === null && lastSuccessAt !== null && lastSuccessAt >= lastTryAt;
}
