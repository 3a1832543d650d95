import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRetryHistory } from '#src/data/sync/use-sync-records.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { customerName, customerTown } from '#src/features/leads/queries.ts';
import { townOf } from '#src/features/projects/queries.ts';
import { queueKeyOf, rejectionOf, type UnsentItem } from './unsent-item.ts';
import { unsentReason, type UnsentReason } from './unsent-reason.ts';
import { useReasonLabel } from './use-reason-label.ts';
import { type AttemptText, useAttemptText } from './use-attempt-text.ts';

/** Display state of an unsent item. */
export interface ItemState {
  readonly title: string;
  /** A second line about it. */
  readonly meta: string;
  readonly reason: UnsentReason;
  /** The reason in a few words. */
  readonly label: string;
  /** Why the server rejected it, as a sentence; null if it didn't. */
  readonly refusal: string | null;
  readonly attempts: AttemptText;
}

/** Live. Call once per screen. */
export function useItemStates(): (item: UnsentItem) => ItemState {
  const status = useSyncStatus();
  const records = useRetryHistory();
  const questions = useSingleton('configuration')?.product_survey;
  const names = useNames();
  const reasonLabel = useReasonLabel();
  const errorMessage = useErrorMessage();
  const attemptText = useAttemptText();
  return (item) => {
    const record = records.recordFor(queueKeyOf(item));
    const reason = unsentReason(item, status, record, questions);
    const refusal = rejectionOf(item);
    return {
      ...names(item),
      reason,
      label: reasonLabel(reason),
      refusal: refusal && errorMessage(refusal),
      attempts: attemptText(record),
    };
  };
}

function useNames(): (item: UnsentItem) => Pick<ItemState, 'title' | 'meta'> {
  const { t } = useLingui();
  const naming = useProductNames();
  return (item) => {
    if (item.kind === 'scan') {
      const { type, size, variant, serial_number } = item.scan;
      const code = `${type} ${size} ${variant}`;
      return {
        title: naming.name(type),
        meta: `${code} · ${serial_number ?? t`No serial number`}`,
      };
    }
    if (item.kind === 'project') {
      const { street_name: title, unbegun } = item.project;
      const town = townOf(item.project);
      return { title, meta: unbegun ? t`New project · ${town}` : t`To be closed · ${town}` };
    }
    if (item.kind === 'chat') {
      return { title: item.chat.title, meta: item.chat.unsent[0]?.message ?? '' };
    }
    const { customer_info: customer } = item.lead;
    return { title: customerName(customer), meta: customerTown(customer) };
  };
}
