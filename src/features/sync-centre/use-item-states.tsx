import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { hasDateConflict } from '#src/features/_shared/dates/rejected-date.ts';
import { useRetryHistory } from '#src/data/sync/use-retry-history.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { relativeTime } from '#src/data/time/relative-time.ts';
import { customerName, customerTown } from '#src/features/leads/queries.ts';
import { townOf } from '#src/features/projects/queries.ts';
import { CodeText } from '#src/ui/breaking-text.tsx';
import type { QueueRecord } from '#sync/retry/retry-scheduler.ts';
import { queueKeyOf, rejectionOf, type UnsentItem } from './unsent-item.ts';
import { unsentReason, type UnsentReason } from './unsent-reason.ts';

/** Display state of an unsent item. */
export interface ItemState {
  readonly title: string;
  /** A second line about the item. */
  readonly meta: ReactNode;
  readonly reason: UnsentReason;
  /** Short label of the reason. */
  readonly label: string;
  /** Reason why the server rejected the item, as a sentence; null if the item wasn't rejected. */
  readonly refusal: string | null;
  readonly attempts: AttemptText;
}

/** Returns a function that describes unsent items, with live states. Call this hook once per screen. */
export function useItemStates(): (item: UnsentItem) => ItemState {
  const status = useSyncStatus();
  const records = useRetryHistory();
  const questions = useSingleton('configuration')?.product_survey;
  const itemNames = useItemNames();
  const reasonLabel = useReasonLabel();
  const refusalText = useRefusalText();
  const attemptText = useAttemptText();
  return (item) => {
    const record = records.recordFor(queueKeyOf(item));
    const reason = unsentReason(item, status, record, questions);
    return {
      ...itemNames(item),
      reason,
      label: reasonLabel(reason),
      refusal: refusalText(item),
      attempts: attemptText(record),
    };
  };
}

/** Returns a function that formats the reason why the server rejected an item; null if the item wasn't rejected. */
function useRefusalText(): (item: UnsentItem) => string | null {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  return (item) => {
    const refusal = rejectionOf(item);
    if (refusal === null) return null;
    const isAboutDate = item.kind === 'project' && item.project.closing === null;
    return isAboutDate && hasDateConflict(item.project)
      ? t`Someone else has changed the installation date`
      : errorMessage(refusal);
  };
}

function useItemNames(): (item: UnsentItem) => Pick<ItemState, 'title' | 'meta'> {
  const { t } = useLingui();
  const productNames = useProductNames();
  return (item) => {
    if (item.kind === 'scan') {
      const { type, size, variant, serial_number } = item.scan;
      const code = `${type} ${size} ${variant}`;
      return {
        title: productNames.name(type),
        meta: (
          <>
            {code} ·{' '}
            {serial_number === null ? t`No serial number` : <CodeText>{serial_number}</CodeText>}
          </>
        ),
      };
    }
    if (item.kind === 'project') {
      const { street_name: title, unbegun, closing, date_refusal } = item.project;
      const town = townOf(item.project);
      if (unbegun) return { title, meta: t`New project · ${town}` };
      if (!closing) return { title, meta: t`Installation date · ${town}` };
      const meta = date_refusal ? t`Closing, date not accepted · ${town}` : t`Closing · ${town}`;
      return { title, meta };
    }
    if (item.kind === 'attachment') {
      const title = t`Photo or document`;
      return { title, meta: item.attachment.caption };
    }
    if (item.kind === 'chat') {
      return { title: item.chat.title, meta: item.chat.unsent[0]?.message ?? '' };
    }
    const { customer_info: customer } = item.lead;
    return { title: customerName(customer), meta: customerTown(customer) };
  };
}

/** Returns a function that formats the reason why an item hasn't been sent. */
function useReasonLabel(): (reason: UnsentReason) => string {
  const { t } = useLingui();
  const { uploading } = useSyncStatus();
  return (reason) => {
    switch (reason) {
      case 'choose_project':
        return t`Needs a project`;
      case 'invalid':
        return t({ context: 'product', message: 'Not valid' });
      case 'needs_details':
        return t`Check type and size`;
      case 'needs_photo':
        return t`Photo needed`;
      case 'needs_answer':
        return t`Question to answer`;
      case 'refused':
        return t`Not accepted`;
      case 'overtaken':
        return t`Needs your decision`;
      case 'refused_products':
        return t`Fix a product first`;
      case 'refused_project':
        return t`Its project wasn’t accepted`;
      case 'sign_in':
        return t`Sign in to send`;
      case 'maintenance':
        return t`Server not available`;
      case 'offline':
        return t`Waiting for a connection`;
      case 'checking':
        return t`Being checked`;
      case 'photo':
        return t`Waiting for its photo`;
      case 'photo_sending':
        return uploading && uploading.total > 1
          ? t`Sending photo ${uploading.position} of ${uploading.total}`
          : t`Sending its photo`;
      case 'products':
        return t`Waiting for its products`;
      case 'lead':
        return t`Waiting for its lead`;
      case 'project':
        return t`Waiting for its project`;
      case 'sending':
        return t`Sending…`;
      case 'retry':
        return t`Waiting for the next attempt`;
      case 'queued':
        return t`Ready to be sent`;
    }
  };
}

/** Update interval of relative times, in ms. */
const REFRESH_MS = 10_000;

/** Attempts to send an item, as text; null where there is none. */
interface AttemptText {
  /** "2 minutes ago" */
  readonly lastAttempt: string | null;
  /** Reason why the last attempt failed, as a sentence. */
  readonly failure: string | null;
  /** "in 40 seconds" */
  readonly nextAttempt: string | null;
}

/** Returns a function that formats the last attempt, its failure and the next attempt. */
function useAttemptText(): (record: QueueRecord | null) => AttemptText {
  const { t, i18n } = useLingui();
  const errorMessage = useErrorMessage();
  const { connection, phase } = useSyncStatus();
  const now = useNow();
  const timeAgo = (moment: number) => relativeTime(moment, now, i18n.locale);

  const nextAttempt = (record: QueueRecord | null) => {
    if (phase === 'blocked') return t`When you’ve signed in`;
    if (connection !== 'online') return t`When you’re online`;
    if (record === null || record.nextTryAt === null) return null;
    return timeAgo(Math.max(record.nextTryAt, now));
  };
  return (record) => ({
    // Clamp to now, because an attempt may be newer than the last update.
    lastAttempt: record && timeAgo(Math.min(record.lastTryAt, now)),
    failure: record?.lastError ? errorMessage({ code: record.lastError }) : null,
    nextAttempt: nextAttempt(record),
  });
}

/** Returns a function that formats a time relative to now. A timer keeps the result up to date. */
export function useTimeAgo(): (moment: number) => string {
  const { i18n } = useLingui();
  const now = useNow();
  return (moment) => relativeTime(Math.min(moment, now), now, i18n.locale);
}

/** The device's time in milliseconds since 1970, updated by a timer. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
