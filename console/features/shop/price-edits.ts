import { MAX_PRICE, type PriceChange } from '#schemas/operator/shop-calls.ts';
import type { EditedNumber } from './rebase-edits.ts';
import { type EditedVariant, type VariantEdits, withText } from './variant-edits.ts';

/** Sets a typed price. If it's the current price, the edit is removed. */
export const withPrice = (
  edits: VariantEdits,
  variant: EditedVariant,
  text: string,
): VariantEdits =>
  withText(edits, variant, { text, isSame: (base) => parsePrice(text) === base.price });

/** Parses a typed price; null unless it's a whole number that the server accepts. */
export function parsePrice(text: string): number | null {
  const digits = text.replace(/\s/g, '');
  const price = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return price >= 1 && price <= MAX_PRICE ? price : null;
}

/** Price changes that can be sent; invalid ones are omitted. */
export function priceChanges(
  edits: VariantEdits,
): readonly (PriceChange & { readonly variant: EditedVariant })[] {
  return [...edits.values()].flatMap(({ variant, text }) => {
    const newPrice = parsePrice(text);
    return newPrice === null ? [] : [{ variant, before: variant.price, after: newPrice }];
  });
}

/** Defines the price column: how a price is read from a variant, and how a typed price is parsed. */
export const priceColumn: EditedNumber = { valueOf: ({ price }) => price, parse: parsePrice };
