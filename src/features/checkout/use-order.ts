import { useState } from 'react';
import { checkoutCalls, orderErrors } from '#schemas/api/checkout-calls.ts';
import { groupByVendor } from '#schemas/cart-rules.ts';
import { toCheckoutCustomer } from '#schemas/checkout-rules.ts';
import type { CheckoutDraft } from '#schemas/checkout.ts';
import type {
  MultiOrderSubmission,
  OrderSubmission,
  PlacedOrders,
  VendorOrder,
} from '#schemas/order-submission.ts';
import type { CustomInput } from '#schemas/order.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useRequestKeys } from '#src/data/requests/request-keys.ts';
import { useCall, useRequest } from '#src/data/requests/use-request.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { removeLines } from '#src/features/cart/actions.ts';
import { clearMaterialDraft } from '#src/features/marketing/actions.ts';
import type { OrderItem } from './queries.ts';
import type { Checkout } from './use-checkout.ts';

/** After these errors the order may have been placed by an earlier attempt. */
const undecidedErrors: ReadonlySet<string> = new Set(['in_progress', 'key_reused']);
const rejections: ReadonlySet<string> = new Set(
  orderErrors.filter((code) => !undecidedErrors.has(code)),
);

/**
 * Places the order. Stores the idempotency key before sending and keeps it until a response
 * arrives, so double presses, late responses and restarts create only one order. If an earlier order with other content
 * has no response yet, the first press only sets `mayBeOrdered`, and a second press places the order.
 */
export function useOrder(checkout: Checkout) {
  const account = useAccount();
  const call = useCall();
  const go = useGo();
  const keys = useRequestKeys('order');
  const { state, change, items, draft } = checkout;
  const { user_id: userId } = account.identity;
  /** Content of the order that the last press didn't send, because an earlier one may have been placed. */
  const [heldContent, setHeldContent] = useState<string | null>(null);

  /** Shows a warning about an earlier order without a response; returns false if none is needed. */
  const warnIfNeeded = async (body: object): Promise<boolean> => {
    const content = JSON.stringify(body);
    const hasOther = await keys.hasOther(body);
    const mustWarn = hasOther && heldContent !== content;
    setHeldContent(mustWarn ? content : null);
    // The user knows about the earlier order, so later orders don't warn again.
    if (hasOther && !mustWarn) await keys.forgetOthers(body);
    return mustWarn;
  };

  const send = async (body: OrderSubmission | MultiOrderSubmission): Promise<PlacedOrders> => {
    const callOptions = { idempotencyKey: await keys.keyFor(body), userId };
    return 'orders' in body
      ? call(checkoutCalls.createOrders, { body }, callOptions)
      : call(checkoutCalls.createOrder, { body }, callOptions);
  };
  const request = useRequest(async () => {
    const isDirect = state.direct !== null;
    const data = state.direct?.data;
    const [item] = items;
    const body =
      isDirect && item ? directSubmission(item, draft, data) : cartSubmission(items, draft);
    if (await warnIfNeeded(body)) return;
    try {
      change({ refused: null });
      const response = await send(body);
      const orders = response.data.map(({ uuid, number }) => ({ uuid, number }));
      // The header then shows the same balance as the thank-you screen.
      await account.singletons.storePoints(response.company_points).catch(() => undefined);
      change({ thanks: { orders, points: response.company_points }, direct: null });
      if (data?.type) clearMaterialDraft(draftStorage, userId, data.type);
      // Sync now, so that the order appears in the list without delay.
      void account.syncNow();
      const ids = items.map(({ uuid }) => uuid);
      if (!isDirect) await removeLines(account, ids).catch(() => undefined);
      await keys.complete(body);
      go(paths.checkoutThankYou(), { replace: true, done: true });
    } catch (error) {
      const code = codeOf(error);
      change({ refused: code });
      if (code !== null && rejections.has(code)) await keys.complete(body);
      throw error;
    }
  });
  return { ...request, mayBeOrdered: heldContent !== null };
}

// Request body of an order (spec 2 §3, "Order submission").

/** Builds the request body for the cart, with one order per vendor. */
function cartSubmission(items: readonly OrderItem[], draft: CheckoutDraft): MultiOrderSubmission {
  const orders = groupByVendor(items).map(({ type, lines }): VendorOrder => ({
    type,
    order: lines.map(toOrderLine),
  }));
  return { orders, delivery: draft.delivery, customer: toCheckoutCustomer(draft) };
}

/**
 * Builds the request body for one product that is ordered directly, without the cart.
 * @param data configuration of marketing material
 */
function directSubmission(
  item: OrderItem,
  draft: CheckoutDraft,
  data?: CustomInput,
): OrderSubmission {
  const { delivery } = draft;
  const order = [toOrderLine(item)];
  const customer = toCheckoutCustomer(draft);
  return { type: item.type, order, delivery, customer, ...(data && { data }) };
}

/** Sends the displayed price, so that the server rejects the order if the price has changed. */
function toOrderLine({ uuid, quantity, price }: OrderItem): VendorOrder['order'][number] {
  return { uuid, quantity, price };
}
