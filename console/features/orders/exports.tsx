import { Trans, useLingui } from '@lingui/react/macro';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { isOverdue, OverdueLink } from '#console/parts/overdue-link.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of open orders, for the Today screen. */
export function OpenOrdersCard() {
  const { i18n } = useLingui();
  const region = useCountry();
  const { data, error } = useOperatorQuery(
    orderCalls.listOrders,
    { query: { state: 'open', limit: 1, region } },
    { fresh: 'queue' },
  );
  const [oldest] = data?.data ?? [];
  const overdue = useOperatorQuery(
    orderCalls.listOrders,
    { query: { state: 'open', overdue: 1, limit: 1, region } },
    { fresh: 'queue', enabled: isOverdue('orders', oldest?.created_at) },
  );
  return (
    <NumberCard
      title={<Trans>Open orders</Trans>}
      href="/orders?state=open"
      value={data ? (data.meta.total ?? Infinity) : null}
      error={error}
      foot={
        overdue.data && (
          <OverdueLink
            queue="orders"
            count={overdue.data.meta.total ?? Infinity}
            href="/orders?state=open&overdue=1"
          />
        )
      }
    >
      {oldest ? (
        <Trans>Oldest: {i18n.date(new Date(oldest.created_at), { dateStyle: 'medium' })}</Trans>
      ) : (
        data && <Trans>All orders are decided</Trans>
      )}
    </NumberCard>
  );
}
