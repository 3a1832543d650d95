import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import * as v from 'valibot';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { ListAndDetail } from '#src/features/_shared/listing/list-and-detail.tsx';
import { sortingBy } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { paths } from '#src/app/paths.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { OrderRow, OrderTable } from './order-table.tsx';
import { newestOrders } from './queries.ts';

/** Search parameters of `/orders`. */
const ordersView = v.object({ sort: sortingBy(['contents', 'ordered', 'points', 'number']) });

/** `/orders`: the company's newest orders, and the list next to an order on a wide screen (spec 2 §2). */
export function OrdersScreen() {
  const { t } = useLingui();
  const uuid = useParams({ from: '/signed-in/orders/$uuid', shouldThrow: false })?.uuid;
  const { view, change } = useListSearch('/orders', ordersView);
  return (
    <ListAndDetail
      title={t`Orders`}
      openId={uuid}
      placeholder={
        <EmptyState drawing="empty-orders" title={t`Choose an order`}>
          <Trans>Its contents and status appear here.</Trans>
        </EmptyState>
      }
      list={
        <Orders
          selectedId={uuid}
          sorting={view.sort}
          onSortingChange={(sort) => change({ sort })}
        />
      }
    />
  );
}

interface OrdersProps {
  selectedId: string | undefined;
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting) => void;
}

function Orders(props: OrdersProps) {
  const { t } = useLingui();
  const orders = useLiveQuery(newestOrders, []);
  const clock = useRegionalClock();
  const isWide = useIsWide();
  if (!orders || orders.length === 0) return <NoOrders />;
  if (isWide) return <OrderTable orders={orders} {...props} />;
  return (
    <List label={t`Orders`}>
      {orders.map((order) => (
        <OrderRow
          key={order.uuid}
          order={order}
          clock={clock}
          selected={order.uuid === props.selectedId}
        />
      ))}
    </List>
  );
}

function NoOrders() {
  const { t } = useLingui();
  return (
    <EmptyList
      collection="orders"
      skeleton={<SkeletonList label={t`Loading your orders`} />}
      offlineText={<Trans>Your orders appear here once you’re online.</Trans>}
    >
      <EmptyState
        drawing="empty-orders"
        title={<Trans>No orders yet</Trans>}
        action={
          <LinkButton {...linkTo(paths.shop())}>
            <Trans>Browse the shop</Trans>
          </LinkButton>
        }
      >
        <Trans>Track your company’s orders here.</Trans>
      </EmptyState>
    </EmptyList>
  );
}
