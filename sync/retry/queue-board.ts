import { CallError } from '../http/call-error.ts';
import { SyncError } from '../store/sync-error.ts';
import { type QueueKey, queueName } from './queue-key.ts';
import type {
  QueueRecord,
  RetrySchedulerOptions,
  RetryState,
  FailureCode,
} from './retry-scheduler.ts';
import { MAX_SLEEP_MS, type RetryTimers } from './retry-timers.ts';

/** Notes how all queues stand. */
export function createQueueStatus(options: RetrySchedulerOptions) {
  const { clock } = options;
  const records = new Map<string, QueueRecord>();
  let working = 0;
  let lastError: FailureCode | null = null;
  let lastSuccessAt: number | null = null;
  const note = (key: QueueKey, part: Partial<QueueRecord>) => {
    const name = queueName(key);
    records.set(name, { ...(records.get(name) ?? { key, ...NEVER }), ...part });
  };
  return {
    began: () => (working += 1),
    ended: () => (working -= 1),
    tried: (key: QueueKey) => note(key, { lastTryAt: clock(), lastError: null, nextTryAt: null }),
    succeeded(key: QueueKey, isLocal: boolean, isNobodyWaiting: boolean) {
      if (!isLocal) lastSuccessAt = clock();
      if (isNobodyWaiting) lastError = null;
      note(key, { lastSuccessAt: clock() });
    },
    failed(key: QueueKey, error: unknown, wait: number) {
      lastError = failureCode(error);
      note(key, { lastError, nextTryAt: wait < MAX_SLEEP_MS ? clock() + wait : null });
    },
    state(sleepers: Pick<RetryTimers, 'count' | 'nextAt'>): RetryState {
      const waiting = sleepers.count();
      return {
        working,
        waiting,
        blocked: waiting > 0 && !isSignedIn(options),
        nextTryAt: isSignedIn(options) ? sleepers.nextAt() : null,
        lastError,
        lastSuccessAt,
        queues: [...records.values()],
      };
    },
  };
}

const NEVER = { lastTryAt: 0, lastError: null, nextTryAt: null, lastSuccessAt: null } as const;

/** Whether the person whose work it is is signed in. */
export function isSignedIn({ session, userId }: RetrySchedulerOptions): boolean {
  const now = session.state();
  return now.name === 'signed_in' && now.account.user_id === userId;
}

/** The code of whatever was thrown. */
export function failureCode(error: unknown): FailureCode {
  return error instanceof CallError || error instanceof SyncError ? error.code : 'unexpected';
}
