import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { minimumOrder, totalOf } from '#schemas/cart-rules.ts';
import { mostAtOnce } from '#schemas/checkout-rules.ts';
import { type VendorOrder } from '#schemas/order-submission.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { goesToCart } from '#schemas/vendors.ts';
import { type HeldVariant } from '../shop/stock.ts';

interface Problem {
  readonly code: ApiErrorCode;
  readonly field: string;
}

/** What is ordered, and what there is of it. */
export interface Wanted {
  readonly orders: readonly VendorOrder[];
  readonly held: ReadonlyMap<string, HeldVariant>;
  readonly region: RegionCode;
  /** Whether it is a cart, in which not everything may be. */
  readonly isCart: boolean;
}

/** What is wrong with the lines of orders, each problem with its place in the body. Empty: nothing. */
export function lineProblems({ orders, held, region, isCart }: Wanted): Problem[] {
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
  { type, order }: VendorOrder,
  line: VendorOrder['order'][number],
  variant: HeldVariant | undefined,
): ApiErrorCode | null {
  if (!variant?.isSold || variant.type !== type) return 'product_unavailable';
  if (variant.price !== line.price) return 'price_changed';
  const most = mostAtOnce(type);
  const isTooMuch = most !== null && (order.length > 1 || line.quantity > most);
  return line.quantity > variant.stock || isTooMuch ? 'out_of_stock' : null;
}
