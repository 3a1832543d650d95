import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { OrderPicture, orderName } from '#src/features/orders/exports.tsx';
import { ordersById } from '#src/features/orders/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Illustration } from '#src/ui/media/illustration/illustration.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { useGo } from '#src/app/use-go.ts';
import { CheckoutPage } from './checkout-page.tsx';
import type { CheckoutState } from './checkout-state.ts';
import { useCheckoutState } from './use-checkout.ts';

/** `/checkout/thankyou`: the order, the remaining points, and links to continue (spec 2 §2). */
export function ThankYouScreen() {
  const { t } = useLingui();
  const go = useGo();
  const { thanks: placedOrder } = useCheckoutState().state;
  useEffect(() => {
    if (placedOrder === null) go(paths.orders(), { replace: true });
  }, [placedOrder, go]);
  return (
    <CheckoutPage
      title={t`Thank you`}
      step={3}
      footer={
        <>
          <LinkButton fullWidth {...linkTo(paths.orders())}>
            <Trans>View orders</Trans>
          </LinkButton>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2">
            <LinkButton variant="quiet" fullWidth {...linkTo(paths.shop())}>
              <Trans>Go to shop</Trans>
            </LinkButton>
            <LinkButton variant="quiet" fullWidth {...linkTo(paths.home())}>
              <Trans>Go to Home</Trans>
            </LinkButton>
          </div>
        </>
      }
    >
      {placedOrder && <PlacedOrders placedOrder={placedOrder} />}
    </CheckoutPage>
  );
}

function PlacedOrders({ placedOrder }: { placedOrder: NonNullable<CheckoutState['thanks']> }) {
  const { t } = useLingui();
  const format = useFormat();
  const count = placedOrder.orders.length;
  const ids = placedOrder.orders.map(({ uuid }) => uuid);
  const orders = useLiveQuery((account) => ordersById(account, ids), [ids.join()]);
  // Like the header, show the current balance, because it may have changed by the time the user returns to this screen.
  const remainingPoints = useSingleton('points')?.company_points ?? placedOrder.points;
  return (
    <div className="space-y-6">
      <div className="flex flex-col items-center gap-3 text-center">
        <Illustration name="empty-orders" />
        <p className="max-w-88 font-semibold text-balance break-long">
          {t`${plural(count, {
            one: 'Order placed. We’ve reserved the points.',
            other: '# orders placed. We’ve reserved the points.',
          })}`}
        </p>
      </div>
      <List label={t`What you ordered`}>
        {placedOrder.orders.map(({ uuid, number }) => {
          const name = orderName(orders?.get(uuid));
          const orderLabel = t`Order ${number}`;
          return (
            <ListRow
              key={uuid}
              thumbnail={<OrderPicture order={orders?.get(uuid)} />}
              title={name ?? orderLabel}
              meta={name && orderLabel}
              {...linkTo(paths.order(uuid))}
            />
          );
        })}
      </List>
      <div data-own-points className="text-center">
        <p className="text-small text-ink-soft">
          <Trans>Your company’s remaining points</Trans>
        </p>
        <PointsNumber
          value={remainingPoints}
          format={format.number}
          label={format.points(remainingPoints)}
        />
      </div>
    </div>
  );
}
