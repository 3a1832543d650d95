import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { relativeTime } from '#src/data/time/relative-time.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import type { QueueRecord } from '#sync/retry/retry-scheduler.ts';

/** Update interval of relative times, in ms. */
const REFRESH_MS = 10_000;

/** Attempts to send an item, as text; null if there is nothing to say. */
export interface AttemptText {
  /** "2 minutes ago" */
  readonly last: string | null;
  /** Why the last attempt failed, as a sentence. */
  readonly failure: string | null;
  /** "in 40 seconds" */
  readonly next: string | null;
}

/** Formats the last attempt, its failure and the next attempt. */
export function useAttemptText(): (record: QueueRecord | null) => AttemptText {
  const { t, i18n } = useLingui();
  const errorMessage = useErrorMessage();
  const { connection, phase } = useSyncStatus();
  const now = useNow();
  const away = (moment: number) => relativeTime(moment, now, i18n.locale);

  const next = (record: QueueRecord | null) => {
    if (phase === 'blocked') return t`When you have signed in`;
    if (connection !== 'online') return t`When you are online`;
    if (record === null || record.nextTryAt === null) return null;
    return away(Math.max(record.nextTryAt, now));
  };
  return (record) => ({
    // Clamp to now: an attempt may be newer than the last update.
    last: record && away(Math.min(record.lastTryAt, now)),
    failure: record?.lastError ? errorMessage({ code: record.lastError }) : null,
    next: next(record),
  });
}

/** Formats a relative time; updates by timer. */
export function useTimeAgo(): (moment: number) => string {
  const { i18n } = useLingui();
  const now = useNow();
  return (moment) => relativeTime(Math.min(moment, now), now, i18n.locale);
}

/** The device's time in milliseconds since 1970, updated by timer. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
