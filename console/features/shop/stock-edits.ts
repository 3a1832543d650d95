import { MAX_MOVEMENT, MAX_STOCK } from '#schemas/operator/shop-calls.ts';
import type { EditedNumber } from './rebase-edits.ts';
import { type EditedVariant, type VariantEdits, withText } from './variant-edits.ts';

/** The stock movement that leads to a typed stock level. */
export interface StockMovement {
  readonly variant: EditedVariant;
  readonly after: number;
  readonly change: number;
}

/** Parses a typed stock level. Returns null unless it's a whole number that the server accepts. */
function parseStock(text: string): number | null {
  const digits = text.replace(/\s/g, '');
  if (!/^\d{1,10}$/.test(digits)) return null;
  return Number(digits) <= MAX_STOCK ? Number(digits) : null;
}

/** The stock column, whose cells can become fields: how to get a variant's stock, and how to parse a typed one. */
export const stockColumn: EditedNumber = { valueOf: ({ stock }) => stock, parse: parseStock };

/** Sets the stock typed for a variant, or removes the edit if the typed stock is the current one. */
export const withStock = (
  edits: VariantEdits,
  variant: EditedVariant,
  text: string,
): VariantEdits =>
  withText(edits, variant, { text, isSame: (base) => parseStock(text) === base.stock });

/** True if one movement can change a variant's current stock to the typed level. */
export function isStockAllowed({ stock }: EditedVariant, text: string): boolean {
  const after = parseStock(text);
  return after !== null && Math.abs(after - stock) <= MAX_MOVEMENT;
}

/**
 * Returns the movements that can be sent, and omits invalid ones. If any of the stocks has changed in the meantime, the
 * server rejects all of the movements.
 */
export function stockMovements(edits: VariantEdits): readonly StockMovement[] {
  return [...edits.values()].flatMap(({ variant, text }) => {
    const after = parseStock(text);
    if (after === null || !isStockAllowed(variant, text)) return [];
    return [{ variant, after, change: after - variant.stock }];
  });
}
