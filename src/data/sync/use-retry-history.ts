import { useCallback } from 'react';
import type { QueueKey } from '#sync/retry/queue-key.ts';
import { findQueueRecord } from '#sync/status/retry-history.ts';
import type { QueueRecord } from '#sync/retry/retry-scheduler.ts';
import { useAccount } from '../account/account-context.tsx';
import { saveFile } from '../device/save-and-share-file.ts';
import { useLiveQuery } from '../live/use-live-query.ts';
import { queueForWork as queueOfKind, type UnsentKind } from '#sync/entities/registry.ts';

/** History of attempts to send unsent work. */
interface RetryHistory {
  /** Returns a queue's last attempt with its error, and its next attempt; null if unknown. */
  recordFor(key: QueueKey | null): QueueRecord | null;
  /** Time of the last success; null if unknown on this device. */
  readonly lastSuccessAt: number | null;
}

/** Returns the live history, which is shared by all tabs and survives a reload. */
export function useRetryHistory(): RetryHistory {
  const history = useLiveQuery((account) => account.retryHistory$, []);
  return {
    recordFor: (key) => (history && key ? findQueueRecord(key, history) : null),
    lastSuccessAt: history?.lastSuccessAt ?? null,
  };
}

/** Log for support, without personal data. */
interface SupportLog {
  /** Returns the current log as text. */
  text(): Promise<string>;
  /** Saves the text as a file. */
  save(text: string): void;
}

export function useSupportLog(): SupportLog {
  const account = useAccount();
  const text = useCallback(async () => {
    const { createSupportReport } = await import('#sync/status/support-report.ts');
    const buildInfo = { version: __APP_VERSION__, build: __SCHEMAS_STAMP__, now: Date.now() };
    return JSON.stringify(createSupportReport(account.status(), account.log(), buildInfo), null, 2);
  }, [account]);
  return { text, save };
}

function save(text: string): void {
  saveFile(new Blob([text], { type: 'application/json' }), 'installer-club-log.json');
}

/** Queue that sends an unsent item; null if there is none. */
export function unsentQueue(kind: UnsentKind, id: string): QueueKey | null {
  return queueOfKind(kind, id);
}
