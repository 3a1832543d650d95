/** Texts about a reviewer's objection to a product. */
import { useLingui } from '@lingui/react/macro';
import type { RejectionReason } from '#schemas/configuration.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import type { ProductRejection } from '#schemas/product-rejection.ts';
import { useSingleton } from '../live/use-singleton.ts';
import { timeLeft } from '../time/time-left.ts';
import { useRegionalClock } from '../time/use-server-time.ts';
import { useFormat } from './format.ts';

/** Returns the region's text of a reason; null if the region doesn't have it, or has no text. */
export function reasonText(
  { code }: Pick<ProductRejection, 'code'>,
  reasons: readonly RejectionReason[] | undefined,
  language: string,
): string | null {
  const reason = reasons?.find((candidate) => candidate.code === code);
  return (reason && textInLanguage(reason.text_translated, language)) || null;
}

/** Formats the reason for an objection in the person's language. */
export function useReasonText(): (
  product: { readonly flag: string | null },
  rejection: ProductRejection,
) => string {
  const { t, i18n } = useLingui();
  const reasons = useSingleton('configuration')?.rejection_reasons;
  return ({ flag }, rejection) =>
    reasonText(rejection, reasons, i18n.locale) ??
    (flag === 'rejected'
      ? t`A reviewer rejected this product.`
      : t`A reviewer needs a new photo of this product.`);
}

/**
 * Formats the last day for a new photo, or on that day the time: "12 May", "12 May 2026, 14:00". Null if it is
 * over.
 */
export function useDeadlineText(): (deadline: string) => string | null {
  const format = useFormat();
  const clock = useRegionalClock();
  return (deadline) => {
    const left = timeLeft(deadline, clock);
    if (left === null || left.unit === 'over') return null;
    return left.unit === 'days' ? format.monthDay(left.lastDay) : format.dateTime(deadline);
  };
}
