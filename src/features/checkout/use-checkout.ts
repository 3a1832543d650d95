import { useCallback, useEffect, useState } from 'react';
import type { CheckoutDraft } from '#schemas/checkout.ts';
import { type DeliveryType, deliveryTypes } from '#schemas/delivery.ts';
import { deliveryOptions } from '#schemas/checkout-rules.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import {
  type CheckoutState,
  type Customer,
  filledDraft,
  saveCheckout,
  readCheckout,
} from './checkout-state.ts';
import { type OrderItem, orderItems } from './queries.ts';

/** State of a checkout step. */
export interface Checkout {
  readonly state: CheckoutState;
  /** Changes the state and saves it. */
  readonly change: (changes: Partial<CheckoutState>) => void;
  readonly items: readonly OrderItem[];
  /** Available delivery types; the first is the default. */
  readonly deliveries: readonly DeliveryType[];
  readonly draft: CheckoutDraft;
  readonly customer: Customer;
}

/** The saved state of the checkout. */
export function useCheckoutState() {
  const { identity } = useAccount();
  const [state, setState] = useState(() => readCheckout(draftStorage, identity.user_id));
  const change = useCallback(
    (changes: Partial<CheckoutState>) => {
      const newState = { ...readCheckout(draftStorage, identity.user_id), ...changes };
      saveCheckout(draftStorage, identity.user_id, newState);
      setState(newState);
    },
    [identity],
  );
  return { state, change };
}

/**
 * The current checkout. Redirects to the cart if there are no items, and to the thank-you screen after an order
 * (spec 2 §2).
 * @param deliveryType delivery selected by the path; ignored if not available
 * @returns undefined while loading and redirecting
 */
export function useCheckout(deliveryType?: DeliveryType): Checkout | undefined {
  const account = useAccount();
  const { region } = account.identity;
  const { state, change } = useCheckoutState();
  const self = useSingleton('self');
  const { direct: directProduct, thanks: placedOrder } = state;
  // Every change parses the state again and creates new objects, so the query depends on their values.
  const items = useLiveQuery(
    (localAccount) => orderItems(localAccount, directProduct),
    [directProduct?.product_uuid, directProduct?.variant_uuid, directProduct?.quantity],
  );
  useEffect(() => {
    if (deliveryType !== undefined) change({ delivery: deliveryType });
  }, [deliveryType, change]);
  const go = useGo();
  const isOrderPlaced = placedOrder !== null;
  const isEmpty = items?.length === 0;
  useEffect(() => {
    if (isOrderPlaced) go(paths.checkoutThankYou(), { replace: true });
    else if (isEmpty) go(paths.cart(), { replace: true });
  }, [isOrderPlaced, isEmpty, go]);

  const [firstItem] = items ?? [];
  if (isOrderPlaced || !items || !firstItem || !self) return undefined;
  const customer = { self, region };
  const deliveries = deliveryOptions(firstItem.type);
  const [defaultDelivery = deliveryTypes.digital] = deliveries;
  const requestedDelivery = deliveryType ?? state.delivery;
  const delivery =
    requestedDelivery !== null && deliveries.includes(requestedDelivery)
      ? requestedDelivery
      : defaultDelivery;
  const draft = filledDraft(state, delivery, customer);
  return { state, change, items, deliveries, draft, customer };
}
