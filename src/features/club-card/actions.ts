import { useCallback } from 'react';
import { cardCalls } from '#schemas/api/card-calls.ts';
import { checkoutCalls } from '#schemas/api/checkout-calls.ts';
import type { OrderSubmission } from '#schemas/order-submission.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-request.ts';

/** Club card requests; they need a connection. */
export function useCardActions() {
  const { identity, singletons } = useAccount();
  const call = useCall();
  const callOptions = { userId: identity.user_id };

  return {
    /** @throws CallError `card_not_found`, `card_registered`, `too_many_requests` */
    async register(serialNumber: string) {
      const params = { id: identity.company_id };
      const body = { card_serial_number: serialNumber };
      await singletons.storeCard(
        await call(cardCalls.registerClubCard, { params, body }, callOptions),
      );
    },
    /** @throws CallError with one of `orderErrors` */
    async topUp(order: OrderSubmission, idempotencyKey: string) {
      const options = { ...callOptions, idempotencyKey };
      const response = await call(checkoutCalls.createOrder, { body: order }, options);
      await singletons.storePoints(response.company_points).catch(() => undefined);
      // The change stream reports the order too, but don't depend on it.
      await singletons.refreshAfter(['orders', 'ledger']);
    },
  };
}

/** Returns a function that fetches the card and its top-ups. The function throws CallError. */
export function useFetchCard(): () => Promise<void> {
  const { singletons } = useAccount();
  return useCallback(() => singletons.fetchCard(), [singletons]);
}
