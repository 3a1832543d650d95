/** Request body of an order (spec 2 §3, "Order submission"). Pure. */
import { groupByVendor } from '#schemas/cart-rules.ts';
import type { CheckoutDraft } from '#schemas/checkout.ts';
import { toCheckoutCustomer } from '#schemas/checkout-rules.ts';
import type { CustomInput } from '#schemas/order.ts';
import type {
  MultiOrderSubmission,
  OrderSubmission,
  VendorOrder,
} from '#schemas/order-submission.ts';
import type { OrderItem } from './queries.ts';

/** The cart: one order per vendor. */
export function cartSubmission(
  items: readonly OrderItem[],
  draft: CheckoutDraft,
): MultiOrderSubmission {
  const orders = groupByVendor(items).map(({ type, lines }): VendorOrder => ({
    type,
    order: lines.map(orderedLine),
  }));
  return { orders, delivery: draft.delivery, customer: toCheckoutCustomer(draft) };
}

/**
 * One product ordered directly.
 * @param data configuration of marketing material
 */
export function directSubmission(
  item: OrderItem,
  draft: CheckoutDraft,
  data?: CustomInput,
): OrderSubmission {
  const { delivery } = draft;
  const order = [orderedLine(item)];
  const customer = toCheckoutCustomer(draft);
  return { type: item.type, order, delivery, customer, ...(data && { data }) };
}

/** Sends the displayed price: the server rejects the order if it has changed. */
function orderedLine({ uuid, quantity, price }: OrderItem): VendorOrder['order'][number] {
  return { uuid, quantity, price };
}
