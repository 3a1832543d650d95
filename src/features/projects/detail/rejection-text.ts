/** Texts about a reviewer's objection to a product. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { RejectionReason } from '#schemas/configuration.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import type { builtInRejectionReasons, ProductRejection } from '#schemas/product-rejection.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';

/** Texts of the built-in reasons. */
const builtInTexts: Record<keyof typeof builtInRejectionReasons, MessageDescriptor> = {
  label_unreadable: msg`The label can’t be read in the photo.`,
  no_product: msg`The photo doesn’t show the product.`,
  photo_mismatch: msg`The photo doesn’t match the label.`,
  photo_used: msg`This photo was already used for another product.`,
  not_installed: msg`The product isn’t installed yet.`,
  not_sold_here: msg`This product isn’t sold in your country.`,
  returned: msg`The product was returned to the dealer.`,
  number_of_another: msg`The serial number belongs to another product.`,
  other: msg`See the reviewer’s note.`,
};

/** Returns the text of a built-in reason; undefined for other codes. */
export function builtInText(code: string): MessageDescriptor | undefined {
  return Object.entries(builtInTexts).find(([name]) => name === code)?.[1];
}

/** Returns the text of a reason in the region's list; null if it isn't there or has no text. */
export function reasonText(
  { code }: Pick<ProductRejection, 'code'>,
  reasons: readonly RejectionReason[] | undefined,
  language: string,
): string | null {
  const reason = reasons?.find((candidate) => candidate.code === code);
  return (reason && textInLanguage(reason.text_translated, language)) || null;
}

/** Returns a function that formats the reason for an objection in the user's language. */
export function useReasonText(): (
  product: { readonly flag: string | null },
  rejection: ProductRejection,
) => string {
  const { t, i18n } = useLingui();
  const reasons = useSingleton('configuration')?.rejection_reasons;
  return ({ flag }, rejection) => {
    const regionText = reasonText(rejection, reasons, i18n.locale);
    if (regionText !== null) return regionText;
    const text = builtInText(rejection.code);
    if (text !== undefined) return i18n._(text);
    return flag === 'rejected'
      ? t`A reviewer rejected this product.`
      : t`A reviewer needs a new photo of this product.`;
  };
}

/**
 * Returns a function that formats the deadline for a new photo: its last day ("12 May"), or during the last 24 hours
 * also the time ("12 May 2026, 14:00"). Null if the deadline has passed.
 */
export function useDeadlineText(): (deadline: string) => string | null {
  const format = useFormat();
  const clock = useRegionalClock();
  return (deadline) => {
    const timeRemaining = timeLeft(deadline, clock);
    if (timeRemaining === null || timeRemaining.unit === 'over') return null;
    return timeRemaining.unit === 'days'
      ? format.monthDay(timeRemaining.lastDay)
      : format.dateTime(deadline);
  };
}
