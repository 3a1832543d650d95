import { Trans } from '@lingui/react/macro';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countOf } from '#console/parts/number-card.tsx';
import { isOverdue, QueueCard } from '#console/parts/queue-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of open orders, for the Today screen. */
export function OpenOrdersCard() {
  const region = useCountry();
  const { data, error } = useOperatorQuery(
    orderCalls.listOrders,
    { query: { state: 'open', limit: 1, region } },
    { fresh: 'queue' },
  );
  const oldestDate = data?.data[0]?.created_at;
  const overdueQuery = useOperatorQuery(
    orderCalls.listOrders,
    { query: { state: 'open', overdue: 1, limit: 1, region } },
    { fresh: 'queue', enabled: isOverdue('orders', oldestDate) },
  );
  return (
    <QueueCard
      title={<Trans>Open orders</Trans>}
      queue="orders"
      count={countOf(data)}
      error={error}
      href="/orders?state=open"
      oldest={oldestDate}
      overdueCount={countOf(overdueQuery.data)}
      overdueHref="/orders?state=open&overdue=1"
    >
      <Trans>All orders are decided</Trans>
    </QueueCard>
  );
}
