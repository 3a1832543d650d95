import { type CartItem, type CartLine, MAX_QUANTITY } from './cart.ts';
import type { RegionCode } from './regions.ts';
import { type VendorType, vendorTypes } from './vendors.ts';

/**
 * The only vendor with a minimum order; spec 2 §5 names one without saying which
 * (docs/behaviour/shop-and-orders.md).
 */
const VENDOR_WITH_MINIMUM: VendorType = 'WINDOW_DEALERS';
/** Minimum order in points, by the company's country (spec 2 §5). */
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
const DEFAULT_MINIMUM = 50;

/** Minimum order of a vendor, in points; 0 if there is none. */
export function minimumOrder(type: VendorType, region: RegionCode): number {
  return type === VENDOR_WITH_MINIMUM ? (MINIMUMS[region] ?? DEFAULT_MINIMUM) : 0;
}

/** Fields that determine a line's price. */
type PricedLine = Pick<CartLine, 'price' | 'quantity'>;

/** Sum of the lines, in points. */
export function cartTotal(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/**
 * Points that the company lacks for this purchase; 0 if it has enough.
 * @param points the company's balance; if unknown, nothing counts as missing
 */
export function missingPoints(lines: readonly PricedLine[], points: number | undefined): number {
  return points === undefined ? 0 : Math.max(0, cartTotal(lines) - points);
}

/** The cart lines of one vendor, which become one order. */
export interface VendorGroup<Line> {
  readonly type: VendorType;
  readonly lines: readonly Line[];
  readonly total: number;
}

/** Groups cart lines by vendor in a fixed order; lines keep their order within a group. */
export function groupByVendor<Line extends PricedLine & Pick<CartLine, 'type'>>(
  lines: readonly Line[],
): VendorGroup<Line>[] {
  return vendorTypes.flatMap((type) => {
    const vendorLines = lines.filter((line) => line.type === type);
    return vendorLines.length === 0
      ? []
      : [{ type, lines: vendorLines, total: cartTotal(vendorLines) }];
  });
}

/**
 * Range of quantities that can be added (spec 2 §5): from 1 up to the stock minus what is already in the cart;
 * 0 to 0 if none is left.
 */
export function quantityBounds({ stock, inCart }: { stock: number; inCart: number }) {
  const max = Math.max(0, Math.min(stock, MAX_QUANTITY) - inCart);
  return { min: Math.min(1, max), max };
}

/** A change to a cart line to announce to the user. */
export interface CartChange {
  readonly line: CartLine;
  /** `gone`: no longer sold. `capped`: the stock is less than the chosen quantity. `back`: back in stock. */
  readonly kind: 'gone' | 'capped' | 'back' | 'price';
  /** New quantity (`capped`, `back`) or price (`price`); 0 for `gone`. */
  readonly newValue: number;
}

/**
 * Updates the cart from fresh data (spec 2 §4): caps quantities at the stock, refreshes price, stock and names,
 * and drops items that are no longer sold. A line that is back in stock gets quantity 1, because the original
 * quantity isn't stored. Idempotent.
 * @param freshItems current data of the cart's variants
 */
export function reconcileCart(
  lines: readonly CartLine[],
  freshItems: readonly CartItem[],
): { readonly lines: CartLine[]; readonly changes: CartChange[] } {
  const freshById = new Map(freshItems.map((item) => [item.uuid, item]));
  const updatedLines: CartLine[] = [];
  const changes: CartChange[] = [];
  for (const line of lines) {
    const item = freshById.get(line.uuid);
    if (!item) {
      changes.push({ line, kind: 'gone', newValue: 0 });
      continue;
    }
    const isBack = line.quantity === 0 && item.stock > 0;
    const quantity = isBack ? 1 : Math.min(line.quantity, item.stock);
    if (isBack) changes.push({ line, kind: 'back', newValue: quantity });
    if (quantity < line.quantity) changes.push({ line, kind: 'capped', newValue: quantity });
    if (item.price !== line.price) changes.push({ line, kind: 'price', newValue: item.price });
    updatedLines.push({ ...line, ...item, quantity });
  }
  return { lines: updatedLines, changes };
}

/** A reason why the cart, or one vendor's part of it, can't be ordered. */
export interface CartProblem {
  /** Null if the reason concerns the whole cart. */
  readonly type: VendorType | null;
  readonly code: 'empty' | 'insufficient_points' | 'minimum_not_reached';
  /** Number of points missing. */
  readonly missing: number;
}

/**
 * Reasons why the cart can't be ordered (spec 2 §5): it's empty, a vendor's part is below the vendor's minimum, or a
 * part or the total exceeds the balance. Either all parts are ordered, or none.
 * @param points the company's balance
 */
export function cartProblems(
  lines: readonly (PricedLine & Pick<CartLine, 'type'>)[],
  { points, region }: { readonly points: number; readonly region: RegionCode },
): CartProblem[] {
  const orderedLines = lines.filter(({ quantity }) => quantity > 0);
  if (orderedLines.length === 0) return [{ type: null, code: 'empty', missing: 0 }];
  const problems = groupByVendor(orderedLines).flatMap(({ type, total }): CartProblem[] => {
    const minimum = minimumOrder(type, region);
    return [
      ...(total > points
        ? [{ type, code: 'insufficient_points', missing: total - points } as const]
        : []),
      ...(total < minimum
        ? [{ type, code: 'minimum_not_reached', missing: minimum - total } as const]
        : []),
    ];
  });
  const sum = cartTotal(orderedLines);
  const isAlreadyListed = problems.some(({ code }) => code === 'insufficient_points');
  return sum > points && !isAlreadyListed
    ? [...problems, { type: null, code: 'insufficient_points', missing: sum - points }]
    : problems;
}
