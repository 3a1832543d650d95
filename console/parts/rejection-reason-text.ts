import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { textInLanguage, type TranslatedText } from '#schemas/primitives.ts';

interface RejectionReason {
  readonly code: string;
  /** The country's text; null for a built-in reason. */
  readonly text_translated: TranslatedText | null;
}

const reasonTexts: Readonly<Record<string, MessageDescriptor>> = {
  label_unreadable: msg`The label can’t be read in the photo.`,
  no_product: msg`The photo doesn’t show the product.`,
  photo_mismatch: msg`The photo doesn’t match the label.`,
  photo_used: msg`This photo was already used for another product.`,
  not_installed: msg`The product isn’t installed yet.`,
  not_sold_here: msg`This product isn’t sold in the country.`,
  returned: msg`The product was returned to the dealer.`,
  number_of_another: msg`The serial number belongs to another product.`,
  other: msg`Other: see the note.`,
};

/** Returns the text of a reason: the country's own, or the built-in one. */
export function rejectionReasonText(
  i18n: I18n,
  { code, text_translated }: RejectionReason,
): string {
  if (text_translated) return textInLanguage(text_translated, i18n.locale.slice(0, 2));
  const text = reasonTexts[code];
  return text ? i18n._(text) : code;
}
