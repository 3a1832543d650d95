import { useCallback } from 'react';
import { type QueueKey } from '#sync/retry/queue-key.ts';
import { findQueueRecord } from '#sync/status/retry-history.ts';
import type { QueueRecord } from '#sync/retry/retry-scheduler.ts';
import { useAccount } from '../account/account-context.tsx';
import { saveFile } from '../device/save-file.ts';
import { useLiveQuery } from '../live/use-live-query.ts';
import { queueForWork as queueOfKind, type UnsentKind } from '#sync/entities/registry.ts';

/** What is known of the tries to send unsent work. */
export interface RetryHistory {
  /** When a queue was tried last and why that failed, and when it is tried next; null when nothing is known. */
  recordFor(key: QueueKey | null): QueueRecord | null;
  /** When the server last answered well; null when that is not known on this device. */
  readonly lastSuccessAt: number | null;
}

/** Live, in every tab, and over a reload. */
export function useRetryHistory(): RetryHistory {
  const history = useLiveQuery((account) => account.retryHistory$, []);
  return {
    recordFor: (key) => (history && key ? findQueueRecord(key, history) : null),
    lastSuccessAt: history?.lastSuccessAt ?? null,
  };
}

/** The log that support may read. Nothing personal is in it. */
export interface SupportLog {
  /** As it is at this moment, to be read. */
  text(): Promise<string>;
  /** Saves such a text as a file. */
  save(text: string): void;
}

export function useSupportLog(): SupportLog {
  const account = useAccount();
  const text = useCallback(async () => {
    const { createSupportReport } = await import('#sync/status/support-report.ts');
    const about = { version: __APP_VERSION__, build: __SCHEMAS_STAMP__, now: Date.now() };
    return JSON.stringify(createSupportReport(account.status(), account.log(), about), null, 2);
  }, [account]);
  return { text, save };
}

function save(text: string): void {
  saveFile(new Blob([text], { type: 'application/json' }), 'installer-club-log.json');
}

/** The queue of requests that carries a piece of unsent work; null where it has none. */
export function unsentQueue(kind: UnsentKind, id: string): QueueKey | null {
  return queueOfKind(kind, id);
}
