import { type CartItem, type CartLine, MAX_QUANTITY } from './cart.ts';
import type { RegionCode } from './regions.ts';
import { type VendorType, vendorTypes } from './vendors.ts';

/** The one vendor with a minimum (spec 2 §5: "only for one vendor type"; which: see the decisions). */
const VENDOR_WITH_MINIMUM: VendorType = 'WINDOW_DEALERS';
/** In points, by the country of the company (spec 2 §5). */
const MINIMUMS: Partial<Record<RegionCode, number>> = {
  BA: 0,
  BG: 100,
  CZ: 40,
  EE: 40,
  HR: 51,
  HU: 39,
  LT: 40,
  LV: 40,
  PL: 128,
  RO: 102,
  RS: 0,
  SI: 51,
  SK: 40,
  UA: 20,
};
const OTHER_MINIMUM = 50;

/** The least that an order of this vendor has to come to, in points; 0 where nothing is asked. */
export function minimumOrder(type: VendorType, region: RegionCode): number {
  return type === VENDOR_WITH_MINIMUM ? (MINIMUMS[region] ?? OTHER_MINIMUM) : 0;
}

/** A part of an order, with no more than its sums need. */
type Priced = Pick<CartLine, 'price' | 'quantity'>;

/** What it comes to, in points. */
export function cartTotal(lines: readonly Priced[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/**
 * The points that a company lacks for all of it; 0 where it has enough.
 * @param points the company's; where nobody knows them, none are missing
 */
export function missingPoints(lines: readonly Priced[], points: number | undefined): number {
  return points === undefined ? 0 : Math.max(0, cartTotal(lines) - points);
}

/** What of the cart is one vendor's, and so one order. */
export interface VendorGroup<Line> {
  readonly type: VendorType;
  readonly lines: readonly Line[];
  readonly total: number;
}

/** The cart by vendors, always in the same order; the lines stay in theirs. */
export function groupByVendor<Line extends Priced & Pick<CartLine, 'type'>>(
  lines: readonly Line[],
): VendorGroup<Line>[] {
  return vendorTypes.flatMap((type) => {
    const own = lines.filter((line) => line.type === type);
    return own.length === 0 ? [] : [{ type, lines: own, total: cartTotal(own) }];
  });
}

/**
 * Between what a quantity can be chosen (spec 2 §5): at most the stock without what is in the cart
 * already, at least 1, or 0 where there is nothing.
 */
export function quantityBounds({ stock, inCart }: { stock: number; inCart: number }) {
  const max = Math.max(0, Math.min(stock, MAX_QUANTITY) - inCart);
  return { min: Math.min(1, max), max };
}

/** What fresh data has changed about a line, for the person to be told. */
export interface CartChange {
  readonly line: CartLine;
  /**
   * `gone`: it is no longer sold. `capped`: there are fewer than were chosen. `back`: it was sold out and
   * can be had again.
   */
  readonly what: 'gone' | 'capped' | 'back' | 'price';
  /** The quantity (`capped`, `back`) or the price (`price`) as it is now; 0 for what is gone. */
  readonly now: number;
}

/**
 * The cart laid over fresh data (spec 2 §4): a quantity is capped at the stock, price, stock and names are
 * renewed, and what is not there any more is dropped. A line that was sold out and can be had again counts
 * with one piece: how many were wanted nobody knows any more. Doing it again changes nothing.
 * @param fresh what there is of the cart's variants
 */
export function reconcileCart(
  lines: readonly CartLine[],
  fresh: readonly CartItem[],
): { readonly lines: CartLine[]; readonly changes: CartChange[] } {
  const known = new Map(fresh.map((item) => [item.uuid, item]));
  const kept: CartLine[] = [];
  const changes: CartChange[] = [];
  for (const line of lines) {
    const item = known.get(line.uuid);
    if (!item) {
      changes.push({ line, what: 'gone', now: 0 });
      continue;
    }
    const isBack = line.quantity === 0 && item.stock > 0;
    const quantity = isBack ? 1 : Math.min(line.quantity, item.stock);
    if (isBack) changes.push({ line, what: 'back', now: quantity });
    if (quantity < line.quantity) changes.push({ line, what: 'capped', now: quantity });
    if (item.price !== line.price) changes.push({ line, what: 'price', now: item.price });
    kept.push({ ...line, ...item, quantity });
  }
  return { lines: kept, changes };
}

/** Why the cart, or one vendor's part of it, can't be ordered. */
export interface CartBlock {
  /** Null where it is about all of it. */
  readonly type: VendorType | null;
  readonly code: 'empty' | 'insufficient_points' | 'minimum_not_reached';
  /** The points that are missing. */
  readonly missing: number;
}

/**
 * What keeps the cart from being ordered (spec 2 §5): nothing in it, a vendor's part that the points do
 * not pay for or that is below the vendor's minimum, or parts that the points pay for each but not together,
 * since all are ordered or none.
 * @param points the company's
 */
export function cartBlocks(
  lines: readonly (Priced & Pick<CartLine, 'type'>)[],
  { points, region }: { readonly points: number; readonly region: RegionCode },
): CartBlock[] {
  const ordered = lines.filter(({ quantity }) => quantity > 0);
  if (ordered.length === 0) return [{ type: null, code: 'empty', missing: 0 }];
  const blocks = groupByVendor(ordered).flatMap(({ type, total }): CartBlock[] => {
    const least = minimumOrder(type, region);
    return [
      ...(total > points
        ? [{ type, code: 'insufficient_points', missing: total - points } as const]
        : []),
      ...(total < least
        ? [{ type, code: 'minimum_not_reached', missing: least - total } as const]
        : []),
    ];
  });
  const all = cartTotal(ordered);
  const isTold = blocks.some(({ code }) => code === 'insufficient_points');
  return all > points && !isTold
    ? [...blocks, { type: null, code: 'insufficient_points', missing: all - points }]
    : blocks;
}
