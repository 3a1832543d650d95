import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderDocument } from '#schemas/order.ts';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useVendorName } from '#src/data/words/use-vendor-name.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';
import { OrderBadge } from './order-badge.tsx';
import { newestOrders } from './queries.ts';

/** `/orders`: the company's newest orders (spec 2 §2). */
export function OrdersScreen() {
  const { t } = useLingui();
  usePageTitle(t`Orders`);
  const orders = useLiveQuery(newestOrders, []);
  return (
    <Page title={<Trans>Orders</Trans>}>
      {orders && orders.length > 0 ? (
        <List label={t`Orders`}>
          {orders.map((order) => (
            <OrderRow key={order.uuid} order={order} />
          ))}
        </List>
      ) : (
        <NoOrders />
      )}
    </Page>
  );
}

function OrderRow({ order }: { order: OrderDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  const vendor = useVendorName();
  const { number } = order;
  return (
    <ListRow
      title={t`Order ${number}`}
      meta={
        <>
          <span className="block">{vendor(order.meta.type)}</span>
          <span className="block tnum">
            <time dateTime={order.created_at}>{format.date(order.created_at)}</time>
            {' · '}
            {format.points(order.points)}
          </span>
        </>
      }
      trailing={<OrderBadge status={order.status} />}
      {...linkTo(paths.order(order.uuid))}
    />
  );
}

function NoOrders() {
  const { t } = useLingui();
  const emptiness = useEmptiness('orders');
  if (emptiness === 'loading') {
    return (
      <Skeleton label={t`Loading your orders`}>
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  if (emptiness !== 'empty') {
    return (
      <UnknownState why={emptiness}>
        <Trans>Your orders appear here once you are online.</Trans>
      </UnknownState>
    );
  }
  return (
    <EmptyState
      drawing="parcel"
      title={<Trans>No orders yet</Trans>}
      action={
        <LinkButton {...linkTo(paths.shop())}>
          <Trans>Look around in the shop</Trans>
        </LinkButton>
      }
    >
      <Trans>What your company orders for its points is followed here.</Trans>
    </EmptyState>
  );
}
