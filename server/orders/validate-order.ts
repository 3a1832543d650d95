import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { minimumOrder, totalOf } from '#schemas/cart-rules.ts';
import { mostAtOnce } from '#schemas/checkout-rules.ts';
import { type VendorOrder } from '#schemas/order-submission.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { goesToCart, type VendorType } from '#schemas/vendors.ts';
import { type LockedVariant } from '../shop/stock.ts';

/** One vendor's part with the price of each line: what the person was shown, or what it costs. */
export interface PricedOrder {
  readonly type: VendorType;
  readonly order: readonly {
    readonly uuid: string;
    readonly quantity: number;
    readonly price: number;
  }[];
}

/** Orders with the prices that they leave open; of what is not there it is 0, and it is refused. */
export function withPrices(
  orders: readonly VendorOrder[],
  held: ReadonlyMap<string, LockedVariant>,
): PricedOrder[] {
  return orders.map(({ type, order }) => ({
    type,
    order: order.map(({ uuid, quantity, price }) => {
      return { uuid, quantity, price: price ?? held.get(uuid.toLowerCase())?.price ?? 0 };
    }),
  }));
}

interface Problem {
  readonly code: ApiErrorCode;
  readonly field: string;
}

/** What is ordered, and what there is of it. */
export interface Wanted {
  readonly orders: readonly PricedOrder[];
  readonly held: ReadonlyMap<string, LockedVariant>;
  readonly region: RegionCode;
  /** Whether it is a cart, in which not everything may be. */
  readonly isCart: boolean;
}

/** What is wrong with the lines of orders, each problem with its place in the body. Empty: nothing. */
export function findLineProblems({ orders, held, region, isCart }: Wanted): Problem[] {
  return orders.flatMap((order, place) => {
    const at = isCart ? `body.orders.${place}` : 'body';
    const problems = order.order.flatMap((line, index): Problem[] => {
      const code = lineProblem(order, line, held.get(line.uuid.toLowerCase()));
      return code === null ? [] : [{ code, field: `${at}.order.${index}` }];
    });
    if (isCart && !goesToCart(order.type)) {
      problems.push({ code: 'product_unavailable', field: `${at}.type` });
    }
    if (totalOf(order.order) < minimumOrder(order.type, region)) {
      problems.push({ code: 'minimum_not_reached', field: at });
    }
    return problems;
  });
}

function lineProblem(
  { type, order }: PricedOrder,
  line: PricedOrder['order'][number],
  variant: LockedVariant | undefined,
): ApiErrorCode | null {
  if (!variant?.isForSale || variant.type !== type) return 'product_unavailable';
  if (variant.price !== line.price) return 'price_changed';
  const most = mostAtOnce(type);
  const isTooMuch = most !== null && (order.length > 1 || line.quantity > most);
  return line.quantity > variant.stock || isTooMuch ? 'out_of_stock' : null;
}
