import { normaliseLine } from '#schemas/normalise-text.ts';
import { MAX_MOVEMENT, MAX_PRICE, MAX_STOCK } from '#schemas/operator/shop-calls.ts';
import { type Reason, type Rejection } from '../setup/list-batch.ts';

/** A row in a file of prices and stock. */
export interface ShopRow {
  readonly index: number;
  readonly sku: string;
  readonly price: number | null;
  /** Counted stock; null if the row has none. */
  readonly stock: number | null;
  readonly change: number | null;
}

const FIELD_COUNT = 4;
const MAX_COUNTED = 1_000_000;

const sentences = {
  fields: `The line must have ${FIELD_COUNT} fields.`,
  sku: 'The sku is missing.',
  price: `The price must be a whole number of points from 1 to ${MAX_PRICE}.`,
  stock: `The stock must be a whole number from 0 to ${MAX_COUNTED}.`,
  change: `The change must be a whole number from -${MAX_MOVEMENT} to ${MAX_MOVEMENT}, other than 0.`,
  both: 'A line can have the stock or its change, but not both.',
  empty: 'The line has no price, no stock and no change.',
  unknown_sku: 'The country’s shop has no variant with this sku.',
  ambiguous_sku: 'Several variants in the country’s shop have this sku.',
  twice: 'The sku occurs twice.',
  stock_too_low: 'The stock would be negative.',
  stock_too_high: `The stock would be above ${MAX_STOCK}.`,
  price_changed: 'The price has changed since the check. Check the file again as a new import.',
} as const;
type Problem = keyof typeof sentences;

/** Reasons for rejecting rows, by problem. */
export const shopReasons = Object.fromEntries(
  Object.entries(sentences).map(([problem, reason]) => [problem, { problem, reason }]),
) as Readonly<Record<Problem, Reason>>;

export const reject = (index: number, problem: Problem): Rejection => ({
  index,
  ...shopReasons[problem],
});

/** Parses a row, or returns the reason why it is invalid. */
export function readShopRow(index: number, fields: readonly string[]): ShopRow | Rejection {
  const [sku = '', priceText = '', stockText = '', changeText = ''] = fields.map(normaliseLine);
  if (fields.length !== FIELD_COUNT) return reject(index, 'fields');
  if (sku === '') return reject(index, 'sku');
  const price = readNumber(priceText, 1, MAX_PRICE);
  const stock = readNumber(stockText, 0, MAX_COUNTED);
  const change = readNumber(changeText, -MAX_MOVEMENT, MAX_MOVEMENT);
  if (price === undefined) return reject(index, 'price');
  if (stock === undefined) return reject(index, 'stock');
  if (change === undefined || change === 0) return reject(index, 'change');
  if (stock !== null && change !== null) return reject(index, 'both');
  if (price === null && stock === null && change === null) return reject(index, 'empty');
  return { index, sku, price, stock, change };
}

/** @returns null for an empty cell, undefined for other text or a number beyond the limits */
function readNumber(text: string, min: number, max: number): number | null | undefined {
  if (text === '') return null;
  // A file of rejected rows has an apostrophe before a sign, so that no spreadsheet evaluates it.
  const [, digits] = /^'?([+-]?\d{1,9})$/.exec(text) ?? [];
  const value = Number(digits);
  return value >= min && value <= max ? value : undefined;
}
